//! The pairs of a mesh that push each other, and what their potential says.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use tangency_engine::contact::{ContactModel, PairSet, Pairs, Primitives};
use tangency_engine::linear::BlockSink;
use tangency_engine::{Model, Vec3};
use tangency_formulas::contact::geometric::Curvature;

use super::arguments::{ArrayArgument, array_of, not_negative, positive};
use super::friction::FrictionPotential;
use super::sparse::{AssemblyScratch, Compressed, into_python};

/// A pair: its kind as Python numbers it, its vertices, its weight.
type Row = (u8, Primitives, f64);

/// Pairs that push each other.
#[pyclass(frozen, module = "tangency._tangency")]
pub struct Collisions {
    model: Arc<Model>,
    contact: Mutex<Box<dyn ContactModel>>,
    scratch: Arc<Mutex<AssemblyScratch>>,
}

impl Collisions {
    /// What `contact` has found.
    pub fn new(
        model: Arc<Model>,
        contact: Box<dyn ContactModel>,
        scratch: Arc<Mutex<AssemblyScratch>>,
    ) -> Self {
        Collisions {
            model,
            contact: Mutex::new(contact),
            scratch,
        }
    }

    fn contact(&self) -> MutexGuard<'_, Box<dyn ContactModel>> {
        // Nothing is changed under the lock, so what another thread left is whole.
        self.contact.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn positions(&self, x: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        ArrayArgument::new("x", x).vectors(Some(self.model.vertex_count()))
    }

    /// Appends the local Hessians at `x`.
    pub fn append(&self, x: &[Vec3], is_projected: bool, sink: &mut BlockSink) {
        let curvature = if is_projected {
            Curvature::Projected
        } else {
            Curvature::Exact
        };
        let contact = self.contact();
        match contact.standalone() {
            Some(potential) => potential.curved_hessian(x, curvature, sink),
            None => contact.hessian(x, sink),
        }
    }

    /// Number of vertices of the mesh.
    pub fn vertex_count(&self) -> usize {
        self.model.vertex_count()
    }

    fn rows(&self) -> Vec<Row> {
        let contact = self.contact();
        match contact.pairwise() {
            Some(pairwise) => rows(pairwise.pairs),
            None => {
                let mut rows = Vec::with_capacity(contact.pair_count());
                contact.visit_gradients(&self.model.rest, &mut |pair| {
                    rows.push((kind(&pair.primitives), pair.primitives, 1.0));
                });
                rows
            }
        }
    }
}

fn kind(primitives: &Primitives) -> u8 {
    match primitives {
        Primitives::PointPoint(_) => 0,
        Primitives::PointEdge(_) => 1,
        Primitives::PointTriangle(_) => 2,
        Primitives::EdgeEdge(_) => 3,
        Primitives::HalfSpace(_) => 6,
    }
}

fn rows(pairs: &Pairs) -> Vec<Row> {
    fn add<const K: usize>(
        rows: &mut Vec<Row>,
        kind: u8,
        set: &PairSet<K>,
        of: impl Fn([u32; K]) -> Primitives,
    ) {
        let pairs = set.vertices.iter().zip(&set.weight);
        rows.extend(pairs.map(|(&pair, &weight)| (kind, of(pair), weight)));
    }
    let mut rows = Vec::with_capacity(pairs.len());
    add(&mut rows, 0, &pairs.point_point, Primitives::PointPoint);
    add(&mut rows, 1, &pairs.point_edge, Primitives::PointEdge);
    add(
        &mut rows,
        2,
        &pairs.point_triangle,
        Primitives::PointTriangle,
    );
    add(&mut rows, 3, &pairs.edge_edge, Primitives::EdgeEdge);
    add(&mut rows, 4, &pairs.parallel_edges, Primitives::EdgeEdge);
    add(&mut rows, 5, &pairs.parallel_ends, Primitives::EdgeEdge);
    rows
}

/// Vertices of each pair, -1 where it has fewer than four.
fn padded(rows: &[Row]) -> Array2<i32> {
    let mut all = Array2::from_elem((rows.len(), 4), -1);
    for (mut out, (_, primitives, _)) in all.rows_mut().into_iter().zip(rows) {
        let vertices: &[u32] = match primitives {
            Primitives::PointPoint(v) | Primitives::HalfSpace(v) => v,
            Primitives::PointEdge(v) => v,
            Primitives::PointTriangle(v) | Primitives::EdgeEdge(v) => v,
        };
        for (slot, &v) in out.iter_mut().zip(vertices) {
            *slot = v as i32;
        }
    }
    all
}

#[pymethods]
impl Collisions {
    fn __len__(&self) -> usize {
        self.contact().pair_count()
    }

    /// Kinds, vertices (n, 4), and weights of the pairs.
    #[allow(clippy::type_complexity, reason = "three arrays")]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray1<u8>>,
        Bound<'py, PyArray2<i32>>,
        Bound<'py, PyArray1<f64>>,
    ) {
        let rows = self.rows();
        let kinds: Vec<u8> = rows.iter().map(|row| row.0).collect();
        let weights: Vec<f64> = rows.iter().map(|row| row.2).collect();
        (
            kinds.into_pyarray(py),
            padded(&rows).into_pyarray(py),
            weights.into_pyarray(py),
        )
    }

    /// The distance of each pair at `x`, m.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let x = self.positions(x)?;
        let distances = py.detach(|| {
            let rows = self.rows();
            let distance = |row: &Row| match (row.0, row.1) {
                // Nearly parallel edges, measured from the first end of the second.
                (5, Primitives::EdgeEdge([a, b, c, _])) => {
                    Primitives::PointEdge([c, a, b]).distance(&self.model, &x)
                }
                (_, primitives) => primitives.distance(&self.model, &x),
            };
            rows.iter().map(distance).collect::<Vec<f64>>()
        });
        Ok(distances.into_pyarray(py))
    }

    /// The potential of the pairs at `x`.
    fn value(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<f64> {
        let x = self.positions(x)?;
        Ok(py.detach(|| self.contact().value(&x)))
    }

    /// Its gradient: shape (n, 3).
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let x = self.positions(x)?;
        let mut gradient = vec![Vec3::zeros(); x.len()];
        py.detach(|| self.contact().gradient(&x, &mut gradient));
        Ok(array_of(py, &gradient))
    }

    /// Its Hessian in compressed columns, pair by pair projected to be positive semi-definite or as it is.
    fn hessian<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        project: bool,
    ) -> PyResult<Compressed<'py>> {
        let x = self.positions(x)?;
        let columns = py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            scratch.assembled(x.len(), |sink| self.append(&x, project, sink))
        });
        into_python(py, columns)
    }

    /// The pairs as contacts that rub with the coefficient `mu`, pressed as they are at `x`, and stick below the speed
    /// `eps_v`.
    fn friction(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        mu: f64,
        eps_v: f64,
    ) -> PyResult<FrictionPotential> {
        let x = self.positions(x)?;
        let mu = not_negative(py, "mu", mu)?;
        let eps_v = positive(py, "eps_v", eps_v)?;
        let contacts = py.detach(|| {
            let contact = self.contact();
            contact.friction_contacts(&x, contact.stiffness())
        });
        let scratch = Arc::clone(&self.scratch);
        Ok(FrictionPotential::new(
            contacts,
            x.len(),
            [mu, eps_v],
            scratch,
        ))
    }
}
