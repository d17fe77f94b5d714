//! The transposed systems H y = b: by the Cholesky factor of H with refinement; where H is indefinite, by generalised minimal
//! residuals with the factor of the projected matrix.

use tangency_engine::Vec3;
use tangency_engine::linear::{BlockSink, LinearError, LinearKind, LinearSystem, NodeMap};

use crate::error::GradientError;

/// Residual, relative to the right-hand side, at which refinement ends.
const GOAL: f64 = 1e-13;
/// Residual that is still accurate enough: gradients are as good as this.
const ENOUGH: f64 = 1e-8;
/// Refinements of a direct solution.
const REFINEMENTS: usize = 6;
/// Most iterations of generalised minimal residuals.
const ITERATIONS: usize = 200;

/// A symmetric matrix as blocks of elements and a multiple of the identity at each node.
#[derive(Default)]
pub struct ElementMatrix {
    /// The elements.
    pub blocks: BlockSink,
    /// The multiples.
    pub diagonal: Vec<f64>,
}

impl ElementMatrix {
    /// The product with a vector over all nodes, free or not.
    pub fn multiply(&self, y: &[Vec3]) -> Vec<Vec3> {
        let scaled = y.iter().zip(&self.diagonal).map(|(y, d)| *d * y);
        let mut out: Vec<Vec3> = scaled.collect();
        self.add_product(y, &mut out);
        out
    }

    /// Adds the product of the elements alone to `out`.
    pub fn add_product(&self, y: &[Vec3], out: &mut [Vec3]) {
        for e in 0..self.blocks.len() {
            let nodes = self.blocks.nodes(e);
            let mut blocks = self.blocks.blocks(e).iter();
            for (i, &a) in nodes.iter().enumerate() {
                for (j, &b) in nodes.iter().enumerate().skip(i) {
                    let Some(block) = blocks.next() else { break };
                    out[a as usize] += block * y[b as usize];
                    if j > i {
                        out[b as usize] += block.tr_mul(&y[a as usize]);
                    }
                }
            }
        }
    }
}

/// The solver; its memory is kept from step to step.
pub struct TransposedSolver {
    system: LinearSystem,
    /// Systems that were indefinite.
    pub indefinite: usize,
}

impl TransposedSolver {
    /// A solver without any system.
    pub fn new() -> Self {
        let mut system = LinearSystem::new();
        system.configure(LinearKind::Direct, None);
        TransposedSolver {
            system,
            indefinite: 0,
        }
    }

    /// Solves `matrix` y = b at the free nodes of `map`; y is zero at the others. `projected` gives the positive
    /// semi-definite stand-in, should that be needed.
    pub fn solve(
        &mut self,
        step: u64,
        matrix: &ElementMatrix,
        map: &NodeMap,
        b: &[Vec3],
        projected: impl FnOnce() -> ElementMatrix,
    ) -> Result<Vec<Vec3>, GradientError> {
        let mut y = vec![Vec3::zeros(); b.len()];
        let size = map.norm(b);
        if map.free_count() == 0 || size == 0.0 {
            return Ok(y);
        }
        let failed = |error: LinearError| GradientError::Linear {
            step,
            reason: error.to_string(),
        };
        self.system.forget();
        let assembled = (self.system).assemble(&matrix.blocks, &matrix.diagonal, map);
        assembled.map_err(failed)?;
        let mut residual = match self.system.factor() {
            Ok(_) => self.refine(matrix, map, b, &mut y).map_err(failed)? / size,
            Err(LinearError::NotPositiveDefinite { .. }) => f64::INFINITY,
            Err(error) => return Err(failed(error)),
        };
        if residual.is_nan() || residual > ENOUGH {
            self.indefinite += 1;
            let stand_in = projected();
            let assembled = (self.system).assemble(&stand_in.blocks, &stand_in.diagonal, map);
            assembled.map_err(failed)?;
            let shifted = self
                .system
                .with_shifts(|system| system.factor().map(|_| ()));
            shifted.map_err(failed)?;
            residual = self
                .minimise_residual(matrix, map, b, &mut y)
                .map_err(failed)?
                / size;
        }
        if residual.is_nan() || residual > ENOUGH {
            return Err(GradientError::Singular { step, residual });
        }
        Ok(y)
    }

    /// Solves with the factor of the matrix itself; the norm of what is left.
    fn refine(
        &mut self,
        matrix: &ElementMatrix,
        map: &NodeMap,
        b: &[Vec3],
        y: &mut Vec<Vec3>,
    ) -> Result<f64, LinearError> {
        let (mut left, mut best) = (b.to_vec(), f64::INFINITY);
        let mut more = vec![Vec3::zeros(); b.len()];
        let goal = GOAL * map.norm(b);
        for _ in 0..REFINEMENTS {
            self.system.solve(&left, &mut more)?;
            let tried: Vec<Vec3> = y.iter().zip(&more).map(|(y, more)| y + more).collect();
            left = rest(matrix, b, &tried);
            let size = map.norm(&left);
            if size.is_nan() || size >= best {
                break;
            }
            *y = tried;
            best = size;
            if best <= goal {
                break;
            }
        }
        Ok(best)
    }

    /// Generalised minimal residuals, preconditioned from the right; the norm of what is left.
    fn minimise_residual(
        &mut self,
        matrix: &ElementMatrix,
        map: &NodeMap,
        b: &[Vec3],
        y: &mut [Vec3],
    ) -> Result<f64, LinearError> {
        let free = |v: &[Vec3]| -> Vec<Vec3> {
            let mut out = vec![Vec3::zeros(); v.len()];
            map.free_nodes()
                .iter()
                .for_each(|&i| out[i as usize] = v[i as usize]);
            out
        };
        let size = map.norm(b);
        let mut basis = vec![free(b).into_iter().map(|v| v / size).collect::<Vec<Vec3>>()];
        let mut directions: Vec<Vec<Vec3>> = Vec::new();
        // The least-squares problem, made triangular by rotations on the way.
        let (mut columns, mut turns): (Vec<Vec<f64>>, Vec<(f64, f64)>) = (Vec::new(), Vec::new());
        let mut right = vec![size];
        for k in 0..ITERATIONS {
            let mut z = vec![Vec3::zeros(); b.len()];
            self.system.solve(&basis[k], &mut z)?;
            let mut w = free(&matrix.multiply(&z));
            directions.push(z);
            let mut column = Vec::with_capacity(k + 2);
            for v in &basis {
                let along = dot(v, &w);
                w.iter_mut().zip(v).for_each(|(w, v)| *w -= along * v);
                column.push(along);
            }
            // Once more, against rounding.
            for (v, entry) in basis.iter().zip(&mut column) {
                let along = dot(v, &w);
                w.iter_mut().zip(v).for_each(|(w, v)| *w -= along * v);
                *entry += along;
            }
            let norm = dot(&w, &w).sqrt();
            for (i, (c, s)) in turns.iter().enumerate() {
                let (upper, lower) = (column[i], column[i + 1]);
                column[i] = c * upper + s * lower;
                column[i + 1] = c * lower - s * upper;
            }
            let length = column[k].hypot(norm);
            if length == 0.0 {
                break;
            }
            let (c, s) = (column[k] / length, norm / length);
            column[k] = length;
            columns.push(column);
            turns.push((c, s));
            right.push(-s * right[k]);
            right[k] *= c;
            if right[k + 1].abs() <= GOAL * size || norm == 0.0 {
                break;
            }
            basis.push(w.into_iter().map(|w| w / norm).collect());
        }
        let count = columns.len();
        let mut shares = right[..count].to_vec();
        for i in (0..count).rev() {
            for j in i + 1..count {
                shares[i] -= columns[j][i] * shares[j];
            }
            shares[i] /= columns[i][i];
        }
        y.fill(Vec3::zeros());
        for (share, direction) in shares.iter().zip(&directions) {
            y.iter_mut()
                .zip(direction)
                .for_each(|(y, z)| *y += *share * z);
        }
        Ok(map.norm(&rest(matrix, b, y)))
    }
}

fn rest(matrix: &ElementMatrix, b: &[Vec3], y: &[Vec3]) -> Vec<Vec3> {
    let product = matrix.multiply(y);
    b.iter()
        .zip(product)
        .map(|(b, product)| b - product)
        .collect()
}

fn dot(a: &[Vec3], b: &[Vec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_engine::linear::Block;

    /// A chain of nodes, each with `own` on the diagonal, coupled to the next by a block that is not symmetric.
    fn chain(own: &[f64], coupling: f64) -> ElementMatrix {
        let stencils: Vec<[u32; 2]> = (1..own.len() as u32).map(|v| [v - 1, v]).collect();
        let mut blocks = BlockSink::new();
        blocks.extend_uniform(&stencils, |e, blocks| {
            let twist = Block::new(1.0, 0.3, -0.2, 0.0, 0.8, 0.1, 0.4, 0.0, 1.2);
            blocks[1] = coupling * (1.0 + 0.1 * e as f64) * twist;
        });
        ElementMatrix {
            blocks,
            diagonal: own.to_vec(),
        }
    }

    fn solve(own: &[f64], coupling: f64) -> (Result<f64, GradientError>, usize) {
        let matrix = chain(own, coupling);
        let map = NodeMap::new(&[vec![true], vec![false; own.len() - 1]].concat());
        let exact: Vec<Vec3> = (0..own.len())
            .map(|v| Vec3::new(v as f64, 1.0 - v as f64, 0.5) * f64::from(u8::from(v > 0)))
            .collect();
        let b = matrix.multiply(&exact);
        let mut solver = TransposedSolver::new();
        let stand_in = || ElementMatrix {
            blocks: BlockSink::new(),
            diagonal: own.iter().map(|own| own.abs().max(0.1)).collect(),
        };
        let solved = solver.solve(1, &matrix, &map, &b, stand_in);
        let error = solved.map(|y| {
            let errors = y.iter().zip(&exact).map(|(y, exact)| (y - exact).norm());
            errors.fold(0.0, f64::max)
        });
        (error, solver.indefinite)
    }

    #[test]
    fn definite_and_indefinite_systems_are_solved() {
        let (error, indefinite) = solve(&[9.0, 4.0, 5.0, 6.0, 4.0], 0.5);
        assert!(error.expect("a solution") < 1e-12);
        assert_eq!(indefinite, 0);
        let (error, indefinite) = solve(&[9.0, 4.0, -5.0, 6.0, -3.0, 2.0], 0.5);
        assert!(error.expect("a solution") < 1e-10);
        assert_eq!(indefinite, 1);
    }

    #[test]
    fn singular_systems_are_refused() {
        // Node 2 is tied to nothing, but pushed.
        let matrix = chain(&[1.0, 2.0, 0.0], 0.0);
        let b = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let stand_in = || ElementMatrix {
            blocks: BlockSink::new(),
            diagonal: vec![1.0; 3],
        };
        let map = NodeMap::all_free(3);
        let solved = TransposedSolver::new().solve(7, &matrix, &map, &b, stand_in);
        assert!(matches!(
            solved,
            Err(GradientError::Singular { step: 7, .. })
        ));
    }
}
