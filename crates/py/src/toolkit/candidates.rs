//! Pairs that may touch, by vertices.

use numpy::PyArray2;
use pyo3::prelude::*;
use tangency_engine::contact;

use super::arguments::{ArrayArgument, refused};
use crate::arrays::elements;

/// Pairs of points, edges and faces that may touch.
#[pyclass(frozen, name = "Candidates", module = "tangency._tangency")]
pub struct CandidateArrays {
    pub inner: contact::Candidates,
    /// One more than the largest vertex.
    end: usize,
}

impl CandidateArrays {
    /// These pairs.
    pub fn of(inner: contact::Candidates) -> Self {
        let largest = |list: &[u32]| list.iter().max().map_or(0, |&v| v as usize + 1);
        let end = largest(inner.point_triangle.as_flattened())
            .max(largest(inner.edge_edge.as_flattened()))
            .max(largest(inner.point_edge.as_flattened()))
            .max(largest(inner.point_point.as_flattened()));
        CandidateArrays { inner, end }
    }

    /// Refuses pairs of another mesh.
    pub fn check(&self, py: Python<'_>, vertices: usize) -> PyResult<()> {
        if self.end <= vertices {
            return Ok(());
        }
        let last = self.end - 1;
        let message = format!("`candidates` have the vertex {last}; the mesh has {vertices}");
        Err(refused(py, message))
    }
}

/// What Python calls a vertex that is only bounded by what fits into an array.
const ANY: usize = u32::MAX as usize;

fn pairs<const K: usize>(name: &str, list: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<[u32; K]>> {
    list.map_or(Ok(Vec::new()), |list| {
        ArrayArgument::new(name, list).elements(ANY)
    })
}

#[pymethods]
impl CandidateArrays {
    /// The pairs in these arrays.
    #[new]
    #[pyo3(signature = (point_triangle=None, edge_edge=None, point_edge=None, point_point=None))]
    fn new(
        point_triangle: Option<&Bound<'_, PyAny>>,
        edge_edge: Option<&Bound<'_, PyAny>>,
        point_edge: Option<&Bound<'_, PyAny>>,
        point_point: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(CandidateArrays::of(contact::Candidates {
            point_triangle: pairs("point_triangle", point_triangle)?,
            edge_edge: pairs("edge_edge", edge_edge)?,
            point_edge: pairs("point_edge", point_edge)?,
            point_point: pairs("point_point", point_point)?,
            half_space: Vec::new(),
        }))
    }

    fn __len__(&self) -> usize {
        let all = &self.inner;
        all.point_triangle.len()
            + all.edge_edge.len()
            + all.point_edge.len()
            + all.point_point.len()
    }

    /// A point, then the corners of a face: shape (n, 4).
    #[getter]
    fn point_triangle<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.inner.point_triangle)
    }

    /// The ends of one edge, then of the other: shape (n, 4).
    #[getter]
    fn edge_edge<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.inner.edge_edge)
    }

    /// A point of no face, then the ends of an edge of none: shape (n, 3).
    #[getter]
    fn point_edge<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.inner.point_edge)
    }

    /// Two points of no face and no edge: shape (n, 2).
    #[getter]
    fn point_point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.inner.point_point)
    }
}
