//! Times of impact of pairs that are given by their points.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tangency_engine::Vec3;
use tangency_geometry::ccd;

use super::arguments::{ArrayArgument, positive, refused};
use super::distances::stencils;

/// Pairs looked at by one task.
const RUN: usize = 32;

/// Times for `K` points at the start and at the end of each pair's way.
fn times<const K: usize>(
    py: Python<'_>,
    names: &[String],
    points: &[Bound<'_, PyAny>],
    offsets: &Bound<'_, PyAny>,
    time: impl Fn([Vec3; K], [Vec3; K], f64) -> f64 + Sync,
) -> PyResult<Vec<f64>> {
    let half = points.len() / 2;
    let start = stencils::<K>(py, &names[..half], &points[..half])?;
    let end = stencils::<K>(py, &names[half..], &points[half..])?;
    if start.len() != end.len() {
        let (n, m) = (start.len(), end.len());
        let message = format!("there are {n} pairs at the start of the way and {m} at its end");
        return Err(refused(py, message));
    }
    let offsets = ArrayArgument::new("min_distance", offsets).numbers(start.len(), 0.0)?;
    let pairs = start.par_iter().zip(&end).zip(&offsets).with_min_len(RUN);
    Ok(py.detach(|| {
        let moves = |((x, y), &offset): ((&[Vec3; K], &[Vec3; K]), &f64)| {
            time(*x, std::array::from_fn(|k| y[k] - x[k]), offset)
        };
        pairs.map(moves).collect()
    }))
}

/// For n pairs of a kind the share of their ways, at most `tmax`, during which they stay farther apart than
/// `min_distance`; `points` are those at the start, then those at the end.
#[pyfunction]
fn time_of_impact<'py>(
    py: Python<'py>,
    kind: &str,
    names: Vec<String>,
    points: Vec<Bound<'py, PyAny>>,
    min_distance: &Bound<'py, PyAny>,
    tmax: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let tmax = positive(py, "tmax", tmax)?;
    let times = match kind {
        "point-point" => times(py, &names, &points, min_distance, |x, p, offset| {
            ccd::point_point(x, p, offset, tmax)
        }),
        "point-edge" => times(py, &names, &points, min_distance, |x, p, offset| {
            ccd::point_edge(x, p, offset, tmax)
        }),
        "point-triangle" => times(py, &names, &points, min_distance, |x, p, offset| {
            ccd::point_triangle(x, p, offset, tmax)
        }),
        "edge-edge" => times(py, &names, &points, min_distance, |x, p, offset| {
            ccd::edge_edge(x, p, offset, tmax)
        }),
        other => Err(refused(py, format!("there are no pairs of kind `{other}`"))),
    };
    Ok(times?.into_pyarray(py))
}

/// Adds the function to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(time_of_impact, m)?)
}
