//! The linear solver, for sparse matrices and for the Hessians of this module.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray2, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::prelude::*;
use tangency_engine::Vec3;
use tangency_engine::linear::{Block, BlockSink, LinearSystem, NodeMap};

use super::arguments::{ArrayArgument, array_of, refused};
use super::collisions::Collisions;
use super::elastic::ElasticEnergy;

/// A symmetric positive definite matrix, put together from parts, and solved.
#[pyclass(frozen, name = "LinearSolver", module = "tangency._tangency")]
pub struct SparseSolver {
    vertices: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    sink: BlockSink,
    system: LinearSystem,
}

impl SparseSolver {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Each solution begins with a new assembly, so what another thread left does not matter.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn positions(&self, x: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        ArrayArgument::new("x", x).vectors(Some(self.vertices))
    }

    fn fits(&self, py: Python<'_>, what: &str, vertices: usize) -> PyResult<()> {
        if vertices == self.vertices {
            return Ok(());
        }
        let message = format!(
            "`{what}` has {vertices} vertices, the system {}",
            self.vertices
        );
        Err(refused(py, message))
    }
}

#[pymethods]
impl SparseSolver {
    /// A system over so many vertices.
    #[new]
    fn new(vertices: usize) -> Self {
        SparseSolver {
            vertices,
            inner: Mutex::default(),
        }
    }

    /// Begins a new matrix: zero.
    fn clear(&self) {
        self.inner().sink.clear();
    }

    /// Adds a symmetric matrix in rows of 3 x 3 blocks, as scipy's `bsr_matrix` has them; of it the upper triangle is read.
    fn add_blocks(
        &self,
        py: Python<'_>,
        data: PyReadonlyArray3<'_, f64>,
        indices: PyReadonlyArray1<'_, i32>,
        indptr: PyReadonlyArray1<'_, i32>,
    ) -> PyResult<()> {
        let (data, columns, starts) = (data.as_array(), indices.as_array(), indptr.as_array());
        self.fits(py, "matrix", starts.len().saturating_sub(1))?;
        if data.shape()[1..] != [3, 3] || data.shape()[0] < columns.len() {
            return Err(refused(py, "`matrix` has to have blocks of 3 x 3"));
        }
        let (mut diagonal, mut pairs) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        for row in 0..self.vertices {
            for k in starts[row] as usize..starts[row + 1] as usize {
                let column = columns[k] as usize;
                if column < row {
                    continue;
                }
                let block = Block::from_fn(|i, j| data[[k, i, j]]);
                if block.iter().any(|entry| !entry.is_finite()) {
                    let message = format!(
                        "`matrix` has an entry that is not finite in the rows of vertex {row}"
                    );
                    return Err(refused(py, message));
                }
                if column == row {
                    diagonal.0.push([row as u32]);
                    diagonal.1.push(block);
                } else if column < self.vertices {
                    pairs.0.push([row as u32, column as u32]);
                    pairs.1.push(block);
                }
            }
        }
        py.detach(|| {
            let sink = &mut self.inner().sink;
            sink.extend_uniform(&diagonal.0, |e, blocks| blocks[0] = diagonal.1[e]);
            // Only the block between the two vertices.
            sink.extend_uniform(&pairs.0, |e, blocks| blocks[1] = pairs.1[e]);
        });
        Ok(())
    }

    /// Adds the Hessian of an elastic energy at `x`.
    fn add_energy(
        &self,
        py: Python<'_>,
        energy: &ElasticEnergy,
        x: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.fits(py, "energy", energy.vertices())?;
        let x = self.positions(x)?;
        py.detach(|| energy.append(&x, &mut self.inner().sink));
        Ok(())
    }

    /// Adds the projected Hessian of collisions at `x`.
    fn add_collisions(
        &self,
        py: Python<'_>,
        collisions: &Collisions,
        x: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.fits(py, "collisions", collisions.vertex_count())?;
        let x = self.positions(x)?;
        py.detach(|| collisions.append(&x, true, &mut self.inner().sink));
        Ok(())
    }

    /// Solves for the right-hand side; vertices that are fixed get zero. `positions` help multigrid.
    #[pyo3(signature = (rhs, fixed=None, positions=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        rhs: &Bound<'py, PyAny>,
        fixed: Option<&Bound<'py, PyAny>>,
        positions: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rhs = ArrayArgument::new("rhs", rhs).vectors(Some(self.vertices))?;
        let positions = positions.map(|x| self.positions(x)).transpose()?;
        let fixed = match fixed {
            Some(fixed) => ArrayArgument::new("fixed", fixed).mask(self.vertices)?,
            None => vec![false; self.vertices],
        };
        let solved = py.detach(|| {
            let Inner { sink, system } = &mut *self.inner();
            system.assemble(sink, &vec![0.0; self.vertices], &NodeMap::new(&fixed))?;
            system.set_positions(positions.as_deref().unwrap_or_default());
            let mut solution = vec![Vec3::zeros(); self.vertices];
            system.with_shifts(|system| {
                system.factor()?;
                system.solve(&rhs, &mut solution)
            })?;
            Ok(solution)
        });
        let solution =
            solved.map_err(|error: tangency_engine::linear::LinearError| refused(py, error))?;
        Ok(array_of(py, &solution))
    }
}
