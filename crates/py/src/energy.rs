//! Energies that a Python program gives: functions of the positions of all stencils at once.

use nalgebra::{DMatrix, SymmetricEigen};
use numpy::{PyArray1, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use tangency::energy::{Block, BlockSink, Energy};
use tangency_engine::Vec3;

use crate::errors::plain;
use crate::raised::{Raised, keep};

/// Displacement, relative to the size of the positions, by which a Hessian is taken from differences of gradients.
const DIFFERENCE: f64 = 1e-6;

/// An energy Σ W(x₁ .. xₖ) over stencils of `k` vertices.
pub struct UserEnergy {
    nodes: Vec<u32>,
    offsets: Vec<usize>,
    width: usize,
    value: Py<PyAny>,
    gradient: Py<PyAny>,
    hessian: Option<Py<PyAny>>,
    raised: Raised,
}

impl UserEnergy {
    /// The energy of these functions, each given positions of shape (n, k, 3): `value` gives a number or n of them,
    /// `gradient` (n, k, 3), `hessian` (n, 3k, 3k).
    pub fn new(
        py: Python<'_>,
        stencils: Vec<Vec<u32>>,
        [value, gradient]: [Py<PyAny>; 2],
        hessian: Option<Py<PyAny>>,
        raised: Raised,
        vertices: usize,
    ) -> PyResult<Self> {
        let width = stencils.first().map_or(0, Vec::len);
        let wrong = stencils
            .iter()
            .position(|s| s.len() != width || s.iter().any(|&v| v as usize >= vertices));
        if width == 0 || wrong.is_some() {
            let message = format!(
                "stencil {} has to have {width} vertices below {vertices}, at least one",
                wrong.unwrap_or(0)
            );
            return Err(plain(py, "InputError", &message));
        }
        Ok(Self {
            offsets: (0..=stencils.len()).map(|e| e * width).collect(),
            nodes: stencils.concat(),
            width,
            value,
            gradient,
            hessian,
            raised,
        })
    }

    fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    fn gathered(&self, x: &[Vec3]) -> Vec<f64> {
        self.nodes
            .iter()
            .flat_map(|&v| x[v as usize].iter().copied().collect::<Vec<_>>())
            .collect()
    }

    /// The numbers that `function` gives for stencils at `x`; NaN where it raises or gives something else.
    fn ask(&self, function: &Py<PyAny>, x: Vec<f64>, what: &str, expected: &[usize]) -> Vec<f64> {
        let total = expected.iter().product();
        Python::attach(|py| {
            let asked = || -> PyResult<Vec<f64>> {
                let shape = (self.count(), self.width, 3);
                let x = PyArray1::from_vec(py, x).call_method1("reshape", shape)?;
                let answer = function.call1(py, (x,))?;
                let numpy = py.import("numpy")?;
                let answer = numpy.call_method1("ascontiguousarray", (answer, "float64"))?;
                let answer: PyReadonlyArrayDyn<'_, f64> = answer.extract()?;
                let numbers: Vec<f64> = answer.as_array().iter().copied().collect();
                let is_sum = what == "value";
                if numbers.len() != total && !is_sum {
                    let message = format!(
                        "the {what} of the energy has the shape {:?}, expected is {expected:?}",
                        answer.as_array().shape()
                    );
                    return Err(plain(py, "InputError", &message));
                }
                let is_usable = |c: f64| c.is_finite() || is_sum && c == f64::INFINITY;
                if let Some(bad) = numbers.iter().find(|c| !is_usable(**c)) {
                    return Err(plain(
                        py,
                        "InputError",
                        &format!("the {what} of the energy is {bad}"),
                    ));
                }
                Ok(numbers)
            };
            asked().unwrap_or_else(|error| {
                keep(&self.raised, error);
                vec![0.0; total]
            })
        })
    }

    fn gradients(&self, x: Vec<f64>) -> Vec<f64> {
        self.ask(
            &self.gradient,
            x,
            "gradient",
            &[self.count(), self.width, 3],
        )
    }

    /// Hessians of all stencils, each by rows.
    fn hessians(&self, x: Vec<f64>) -> Vec<f64> {
        let size = 3 * self.width;
        if let Some(hessian) = &self.hessian {
            return self.ask(hessian, x, "hessian", &[self.count(), size, size]);
        }
        let mut all = vec![0.0; self.count() * size * size];
        for column in 0..size {
            let step = |e: usize| DIFFERENCE * x[e * size + column].abs().max(1.0);
            let moved = |sign: f64| {
                let mut moved = x.clone();
                (0..self.count()).for_each(|e| moved[e * size + column] += sign * step(e));
                self.gradients(moved)
            };
            let (above, below) = (moved(1.0), moved(-1.0));
            for e in 0..self.count() {
                for row in 0..size {
                    let difference = above[e * size + row] - below[e * size + row];
                    all[(e * size + row) * size + column] = difference / (2.0 * step(e));
                }
            }
        }
        all
    }
}

impl Energy for UserEnergy {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.ask(&self.value, self.gathered(x), "value", &[1])
            .iter()
            .sum()
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let gradient = self.gradients(self.gathered(x));
        for (&v, g) in self.nodes.iter().zip(gradient.as_chunks::<3>().0) {
            out[v as usize] += Vec3::from(*g);
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let size = 3 * self.width;
        let all = self.hessians(self.gathered(x));
        out.extend_variable(&self.offsets, &self.nodes, |e, blocks| {
            let rows = &all[e * size * size..(e + 1) * size * size];
            let projected = projected(size, rows);
            let mut blocks = blocks.iter_mut();
            for a in 0..self.width {
                for b in a..self.width {
                    if let Some(block) = blocks.next() {
                        *block = Block::from_fn(|i, j| projected[(3 * a + i, 3 * b + j)]);
                    }
                }
            }
        });
    }
}

/// The nearest positive semi-definite matrix to the symmetric part of `rows`.
fn projected(size: usize, rows: &[f64]) -> DMatrix<f64> {
    let matrix = DMatrix::from_row_slice(size, size, rows);
    let mut eigen = SymmetricEigen::new((&matrix + matrix.transpose()) * 0.5);
    eigen.eigenvalues.apply(|value| *value = value.max(0.0));
    eigen.recompose()
}
