//! Arrays of vectors, in and out.

use numpy::ndarray::{Array2, ArrayView2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency_engine::Vec3;

use crate::errors::plain;

/// Vectors of an array of shape (n, 3); `name` says in messages which it is.
pub fn vectors(
    py: Python<'_>,
    name: &str,
    array: &PyReadonlyArray2<'_, f64>,
) -> PyResult<Vec<Vec3>> {
    let view: ArrayView2<'_, f64> = array.as_array();
    let &[rows, 3] = view.shape() else {
        let message = format!(
            "`{name}` has the shape {:?}, expected is (n, 3)",
            view.shape()
        );
        return Err(plain(py, "InputError", &message));
    };
    if let Some((row, _)) = view
        .rows()
        .into_iter()
        .enumerate()
        .find(|(_, row)| row.iter().any(|c| !c.is_finite()))
    {
        let message = format!("`{name}` has a number in row {row} that is not finite");
        return Err(plain(py, "InputError", &message));
    }
    Ok((0..rows)
        .map(|i| Vec3::new(view[[i, 0]], view[[i, 1]], view[[i, 2]]))
        .collect())
}

/// An array of shape (n, 3) that nobody writes to.
pub fn frozen<'py>(py: Python<'py>, vectors: &[Vec3]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let numbers: Vec<f64> = vectors.iter().flatten().copied().collect();
    let array = Array2::from_shape_vec((vectors.len(), 3), numbers).unwrap_or_default();
    let array = array.into_pyarray(py);
    array.readwrite().make_nonwriteable();
    Ok(array)
}

/// Elements, one a row.
pub fn elements<'py, const K: usize>(
    py: Python<'py>,
    elements: &[[u32; K]],
) -> Bound<'py, PyArray2<u32>> {
    let numbers = elements.iter().flatten().copied().collect();
    Array2::from_shape_vec((elements.len(), K), numbers)
        .unwrap_or_default()
        .into_pyarray(py)
}

/// Numbers with the shape of one entry, as an array of shape (n, *shape).
pub fn shaped<'py>(
    py: Python<'py>,
    values: Vec<f64>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let width: usize = shape.iter().product();
    let count = values.len() / width.max(1);
    let all: Vec<usize> = std::iter::once(count)
        .chain(shape.iter().copied())
        .collect();
    PyArray1::from_vec(py, values).call_method1("reshape", (all,))
}

/// Numbers as an array of exactly this shape; a single number as an array without dimensions.
pub fn shaped_exactly<'py>(
    py: Python<'py>,
    values: Vec<f64>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let shape = PyTuple::new(py, shape)?;
    PyArray1::from_vec(py, values).call_method1("reshape", (shape,))
}

/// States of so many vertices each as an array of shape (states, vertices, 3) that nobody writes to.
pub fn frozen_states<'py>(
    py: Python<'py>,
    numbers: Vec<f64>,
    vertices: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let states = numbers.len() / (3 * vertices).max(1);
    let array = PyArray1::from_vec(py, numbers);
    array.readwrite().make_nonwriteable();
    array.call_method1("reshape", ((states, vertices, 3),))
}
