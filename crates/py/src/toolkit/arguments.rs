//! Arguments: arrays of any memory order, checked; what cannot be used is told by name and row.

use std::fmt::Display;

use numpy::ndarray::{Array2, ArrayViewD, Axis};
use numpy::{Element, IntoPyArray, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use tangency_engine::Vec3;

use crate::errors::plain;

/// An argument of Python with the name that messages call it by.
pub struct ArrayArgument<'a, 'py> {
    /// Name of the parameter.
    pub name: &'a str,
    /// Value that was given.
    pub value: &'a Bound<'py, PyAny>,
}

/// What is wrong with an argument.
pub fn refused(py: Python<'_>, message: impl Display) -> PyErr {
    plain(py, "InputError", &message.to_string())
}

impl<'a, 'py> ArrayArgument<'a, 'py> {
    /// The argument `value`, called `name`.
    pub fn new(name: &'a str, value: &'a Bound<'py, PyAny>) -> Self {
        ArrayArgument { name, value }
    }

    fn refuse(&self, what: impl Display) -> PyErr {
        refused(self.value.py(), format!("`{}` {what}", self.name))
    }

    /// The argument as an array of `T`; other dtypes are cast where `kinds` has numpy's letter for their kind.
    fn array<T: Element>(
        &self,
        dtype: &str,
        kinds: &str,
        words: &str,
    ) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
        if let Ok(array) = self.value.cast::<PyArrayDyn<T>>()
            && let Ok(array) = array.try_readonly()
        {
            return Ok(array);
        }
        let numpy = self.value.py().import("numpy")?;
        let array = numpy
            .call_method1("asarray", (self.value,))
            .map_err(|error| self.refuse(format!("is no array: {error}")))?;
        let found = array.getattr("dtype")?;
        let kind: String = found.getattr("kind")?.extract()?;
        let is_empty: usize = array.getattr("size")?.extract()?;
        if !kinds.contains(&kind) && is_empty > 0 {
            return Err(self.refuse(format!("has the dtype {found}, expected are {words}")));
        }
        // A single number would become an array of one.
        let shape = array.getattr("shape")?;
        let array = numpy.call_method1("ascontiguousarray", (array, dtype))?;
        let array = array.call_method1("reshape", (shape,))?;
        Ok(array.cast_into::<PyArrayDyn<T>>()?.try_readonly()?)
    }

    fn floats(&self) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
        self.array("float64", "fiu", "numbers (float64)")
    }

    /// Vectors: of shape (n, 3), all finite; n is `count` where that is said.
    pub fn vectors(&self, count: Option<usize>) -> PyResult<Vec<Vec3>> {
        let array = self.floats()?;
        let view = array.as_array();
        let rows = count.map_or("n".to_owned(), |n| n.to_string());
        let is_right = view.ndim() == 2 && view.shape()[1] == 3;
        if !is_right || count.is_some_and(|n| n != view.shape()[0]) {
            let found = view.shape();
            return Err(self.refuse(format!("has the shape {found:?}, expected is ({rows}, 3)")));
        }
        self.rows_of_three(&view)
    }

    /// One vector of shape (3,), or n of them of shape (n, 3); whether it was one.
    pub fn vector_or_vectors(&self) -> PyResult<(Vec<Vec3>, bool)> {
        let array = self.floats()?;
        let view = array.as_array();
        match view.shape() {
            [3] => {
                let view = view.insert_axis(Axis(0));
                Ok((self.rows_of_three(&view)?, true))
            }
            [_, 3] => Ok((self.rows_of_three(&view)?, false)),
            found => Err(self.refuse(format!(
                "has the shape {found:?}, expected is (n, 3) or (3,)"
            ))),
        }
    }

    fn rows_of_three(&self, view: &ArrayViewD<'_, f64>) -> PyResult<Vec<Vec3>> {
        let by_columns = view.t();
        let vectors: Vec<Vec3> = match (view.as_slice(), by_columns.as_slice()) {
            (Some(numbers), _) => {
                let rows = numbers.as_chunks::<3>().0.iter();
                rows.map(|&row| Vec3::from(row)).collect()
            }
            (None, Some(numbers)) => {
                let (x, rest) = numbers.split_at(view.shape()[0]);
                let (y, z) = rest.split_at(view.shape()[0]);
                let rows = x.iter().zip(y).zip(z);
                rows.map(|((&x, &y), &z)| Vec3::new(x, y, z)).collect()
            }
            (None, None) => {
                let rows = view.rows().into_iter();
                rows.map(|row| Vec3::new(row[0], row[1], row[2])).collect()
            }
        };
        let is_lost = |x: &Vec3| x.iter().any(|c| !c.is_finite());
        match vectors.iter().position(is_lost) {
            Some(row) => Err(self.refuse(format!("has a number in row {row} that is not finite"))),
            None => Ok(vectors),
        }
    }

    /// A number for each of `count` things: one for all, or an array of shape (count,); all finite and none below `least`.
    pub fn numbers(&self, count: usize, least: f64) -> PyResult<Vec<f64>> {
        let array = self.floats()?;
        let view = array.as_array();
        let numbers: Vec<f64> = match view.shape() {
            [] => vec![view.iter().copied().next().unwrap_or(f64::NAN); count],
            &[n] if n == count => view.iter().copied().collect(),
            found => {
                return Err(self.refuse(format!(
                    "has the shape {found:?}, expected is one number or the shape ({count},)"
                )));
            }
        };
        let is_wrong = |number: &f64| !(number.is_finite() && *number >= least);
        match numbers.iter().position(is_wrong) {
            Some(row) => {
                let number = numbers[row];
                let bound = if least.is_finite() {
                    format!("finite and at least {least}")
                } else {
                    "finite".to_owned()
                };
                Err(self.refuse(format!("is {number} in row {row}: it has to be {bound}")))
            }
            None => Ok(numbers),
        }
    }

    /// A truth for each of `count` things.
    pub fn mask(&self, count: usize) -> PyResult<Vec<bool>> {
        let array = self.array::<bool>("bool", "b", "truths (bool)")?;
        let view = array.as_array();
        if view.shape() != [count] {
            let found = view.shape();
            return Err(self.refuse(format!("has the shape {found:?}, expected is ({count},)")));
        }
        Ok(view.iter().copied().collect())
    }

    fn integers(&self) -> PyResult<PyReadonlyArrayDyn<'py, i64>> {
        self.array("int64", "iu", "whole numbers")
    }

    fn vertex(&self, number: i64, row: usize, vertices: usize) -> PyResult<u32> {
        let found = u32::try_from(number).ok();
        let found = found.filter(|&v| (v as usize) < vertices);
        found.ok_or_else(|| {
            self.refuse(format!(
                "has the vertex {number} in row {row}; there are {vertices} vertices, from 0"
            ))
        })
    }

    /// Vertices of elements of `K`, one element a row, below `vertices`; no vertex twice in one.
    pub fn elements<const K: usize>(&self, vertices: usize) -> PyResult<Vec<[u32; K]>> {
        let array = self.integers()?;
        let view = array.as_array();
        if view.is_empty() {
            return Ok(Vec::new());
        }
        if view.ndim() != 2 || view.shape()[1] != K {
            let found = view.shape();
            return Err(self.refuse(format!("has the shape {found:?}, expected is (n, {K})")));
        }
        let mut elements = Vec::with_capacity(view.shape()[0]);
        for (row, numbers) in view.rows().into_iter().enumerate() {
            let mut element = [0; K];
            for (slot, &number) in element.iter_mut().zip(numbers) {
                *slot = self.vertex(number, row, vertices)?;
            }
            if (1..K).any(|k| element[..k].contains(&element[k])) {
                return Err(self.refuse(format!("has the same vertex twice in row {row}")));
            }
            elements.push(element);
        }
        Ok(elements)
    }

    /// Numbers of vertices, below `vertices`.
    pub fn points(&self, vertices: usize) -> PyResult<Vec<u32>> {
        let array = self.integers()?;
        let view = array.as_array();
        if view.ndim() != 1 && !view.is_empty() {
            let found = view.shape();
            return Err(self.refuse(format!("has the shape {found:?}, expected is (n,)")));
        }
        let rows = view.iter().enumerate();
        rows.map(|(row, &number)| self.vertex(number, row, vertices))
            .collect()
    }
}

/// A number that has to be positive and finite.
pub fn positive(py: Python<'_>, name: &str, number: f64) -> PyResult<f64> {
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    Err(refused(
        py,
        format!("`{name}` is {number}: it has to be finite and above 0"),
    ))
}

/// A number that has to be finite and not negative.
pub fn not_negative(py: Python<'_>, name: &str, number: f64) -> PyResult<f64> {
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(refused(
        py,
        format!("`{name}` is {number}: it has to be finite and at least 0"),
    ))
}

/// An array of shape (n, 3).
pub fn array_of<'py>(py: Python<'py>, vectors: &[Vec3]) -> Bound<'py, PyArray2<f64>> {
    let numbers: Vec<f64> = vectors.iter().flatten().copied().collect();
    Array2::from_shape_vec((vectors.len(), 3), numbers)
        .unwrap_or_default()
        .into_pyarray(py)
}
