//! Lagged friction: contacts that rub, with their forces and tangents as they were.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use rayon::prelude::*;
use tangency_engine::Vec3;
use tangency_engine::contact::{FrictionContact, FrictionContacts, LaggedFriction};
use tangency_engine::energy::Energy as _;
use tangency_engine::linear::BlockSink;

use super::arguments::{ArrayArgument, array_of};
use super::sparse::{AssemblyScratch, Compressed, into_python};

/// The dissipative potential of contacts that rub, as a function of velocities.
#[pyclass(frozen, name = "Friction", module = "tangency._tangency")]
pub struct FrictionPotential {
    lagged: LaggedFriction,
    scratch: Arc<Mutex<AssemblyScratch>>,
}

/// Contacts in the order of their kinds, of up to four vertices.
struct Listed {
    vertices: Array2<i32>,
    weights: Array2<f64>,
    tangents: Array3<f64>,
    limits: Vec<f64>,
}

impl FrictionPotential {
    /// Contacts of a mesh of `vertices`, found for a coefficient of 1; friction is that of `mu`, and they stick below `eps_v`.
    pub fn new(
        mut contacts: FrictionContacts,
        vertices: usize,
        [mu, eps_v]: [f64; 2],
        scratch: Arc<Mutex<AssemblyScratch>>,
    ) -> Self {
        fn scale<const K: usize>(contacts: &mut Vec<FrictionContact<K>>, mu: f64) {
            let all = contacts.par_iter_mut().with_min_len(4096);
            all.for_each(|contact| contact.limit *= mu);
            if mu == 0.0 {
                contacts.clear();
            }
        }
        scale(&mut contacts.one, mu);
        scale(&mut contacts.two, mu);
        scale(&mut contacts.three, mu);
        scale(&mut contacts.four, mu);
        FrictionPotential {
            lagged: LaggedFriction {
                contacts,
                start: vec![Vec3::zeros(); vertices],
                eps: eps_v,
            },
            scratch,
        }
    }

    /// Number of vertices of the mesh.
    pub fn vertex_count(&self) -> usize {
        self.lagged.start.len()
    }

    /// Appends the local Hessians at the velocities `v`.
    pub fn append(&self, v: &[Vec3], sink: &mut BlockSink) {
        self.lagged.hessian(v, sink);
    }

    fn velocities(&self, v: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        ArrayArgument::new("v", v).vectors(Some(self.vertex_count()))
    }

    fn count(&self) -> usize {
        let contacts = &self.lagged.contacts;
        contacts.one.len() + contacts.two.len() + contacts.three.len() + contacts.four.len()
    }

    fn listed(&self) -> Listed {
        let count = self.count();
        let mut listed = Listed {
            vertices: Array2::from_elem((count, 4), -1),
            weights: Array2::zeros((count, 4)),
            tangents: Array3::zeros((count, 2, 3)),
            limits: Vec::with_capacity(count),
        };
        let contacts = &self.lagged.contacts;
        contacts.one.iter().for_each(|c| listed.add(c));
        contacts.two.iter().for_each(|c| listed.add(c));
        contacts.three.iter().for_each(|c| listed.add(c));
        contacts.four.iter().for_each(|c| listed.add(c));
        listed
    }
}

impl Listed {
    fn add<const K: usize>(&mut self, contact: &FrictionContact<K>) {
        let row = self.limits.len();
        for k in 0..K {
            self.vertices[[row, k]] = contact.vertices[k] as i32;
            self.weights[[row, k]] = contact.weights[k];
        }
        for (t, tangent) in contact.tangents.iter().enumerate() {
            for c in 0..3 {
                self.tangents[[row, t, c]] = tangent[c];
            }
        }
        self.limits.push(contact.limit);
    }
}

#[pymethods]
impl FrictionPotential {
    fn __len__(&self) -> usize {
        self.count()
    }

    /// Speed below which contacts stick.
    #[getter]
    fn eps_v(&self) -> f64 {
        self.lagged.eps
    }

    /// Vertices (n, 4), weights of their velocities in the sliding (n, 4), tangents (n, 2, 3), and largest forces (n,).
    #[allow(clippy::type_complexity, reason = "four arrays")]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray2<i32>>,
        Bound<'py, PyArray2<f64>>,
        Bound<'py, PyArray3<f64>>,
        Bound<'py, PyArray1<f64>>,
    ) {
        let listed = self.listed();
        (
            listed.vertices.into_pyarray(py),
            listed.weights.into_pyarray(py),
            listed.tangents.into_pyarray(py),
            listed.limits.into_pyarray(py),
        )
    }

    /// The potential at the velocities `v`.
    fn value(&self, py: Python<'_>, v: &Bound<'_, PyAny>) -> PyResult<f64> {
        let v = self.velocities(v)?;
        Ok(py.detach(|| self.lagged.value(&v)))
    }

    /// Its gradient by the velocities: shape (n, 3).
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        v: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let v = self.velocities(v)?;
        let mut gradient = vec![Vec3::zeros(); v.len()];
        py.detach(|| self.lagged.gradient(&v, &mut gradient));
        Ok(array_of(py, &gradient))
    }

    /// Its Hessian by the velocities in compressed columns; it is positive semi-definite.
    fn hessian<'py>(&self, py: Python<'py>, v: &Bound<'py, PyAny>) -> PyResult<Compressed<'py>> {
        let v = self.velocities(v)?;
        let columns = py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            scratch.assembled(v.len(), |sink| self.append(&v, sink))
        });
        into_python(py, columns)
    }
}
