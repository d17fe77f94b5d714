//! Hessians as sparse matrices, in compressed columns.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tangency_engine::linear::{BlockMatrix, BlockSink, LinearError, LinearSystem, NodeMap};

use super::arguments::refused;

/// Memory for the assembly of Hessians, kept from one to the next.
#[derive(Default)]
pub struct AssemblyScratch {
    /// Local Hessians.
    pub sink: BlockSink,
    system: LinearSystem,
}

/// Values, rows, and first entries of the columns of a symmetric matrix.
pub type Compressed<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);

/// Arrays of a matrix, before Python has them.
pub struct CompressedColumns {
    values: Vec<f64>,
    rows: Vec<i32>,
    starts: Vec<i32>,
}

impl AssemblyScratch {
    /// The matrix over `nodes` nodes whose local Hessians `fill` appends.
    pub fn assembled(
        &mut self,
        nodes: usize,
        fill: impl FnOnce(&mut BlockSink),
    ) -> Result<CompressedColumns, LinearError> {
        self.sink.clear();
        fill(&mut self.sink);
        let (diagonal, map) = (vec![0.0; nodes], NodeMap::all_free(nodes));
        self.system.assemble(&self.sink, &diagonal, &map)?;
        columns(self.system.matrix())
    }
}

/// Expands the blocks of a symmetric matrix: row `i` is column `i`.
fn columns(matrix: &BlockMatrix) -> Result<CompressedColumns, LinearError> {
    let nodes = matrix.pattern().len();
    let mut starts = Vec::with_capacity(3 * nodes + 1);
    starts.push(0);
    let mut blocks = 0;
    for i in 0..nodes {
        let count = matrix.pattern().row(i).len();
        for k in 1..=3 {
            starts.push((9 * blocks + 3 * k * count) as i64);
        }
        blocks += count;
    }
    let starts: Option<Vec<i32>> = starts.iter().map(|&s| i32::try_from(s).ok()).collect();
    let starts = starts.ok_or(LinearError::TooLarge { blocks })?;
    let (mut values, mut rows) = (vec![0.0; 9 * blocks], vec![0; 9 * blocks]);
    let mut parts = Vec::with_capacity(nodes);
    let (mut rest_values, mut rest_rows) = (&mut values[..], &mut rows[..]);
    for i in 0..nodes {
        let size = 9 * matrix.pattern().row(i).len();
        let (mine, others) = rest_values.split_at_mut(size);
        let (my_rows, other_rows) = rest_rows.split_at_mut(size);
        parts.push((mine, my_rows));
        (rest_values, rest_rows) = (others, other_rows);
    }
    let all = parts.into_par_iter().enumerate().with_min_len(256);
    all.for_each(|(i, (values, rows))| {
        let (nodes, blocks) = matrix.row(i);
        for (k, (&j, block)) in nodes.iter().zip(blocks).enumerate() {
            for r in 0..3 {
                for c in 0..3 {
                    let place = 3 * nodes.len() * r + 3 * k + c;
                    values[place] = block[(r, c)];
                    rows[place] = (3 * j) as i32 + c as i32;
                }
            }
        }
    });
    Ok(CompressedColumns {
        values,
        rows,
        starts,
    })
}

/// Arrays as Python takes them.
pub fn into_python<'py>(
    py: Python<'py>,
    columns: Result<CompressedColumns, LinearError>,
) -> PyResult<Compressed<'py>> {
    let columns = columns.map_err(|error| refused(py, error))?;
    Ok((
        columns.values.into_pyarray(py),
        columns.rows.into_pyarray(py),
        columns.starts.into_pyarray(py),
    ))
}
