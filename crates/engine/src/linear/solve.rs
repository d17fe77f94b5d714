//! Triangular solves with the supernodal factor: `L y = b`, then `L^T x = y`.

use super::symbolic::Symbolic;

/// Solves `L L^T x = b` in place; `x` is in the order of elimination, three scalars per block.
/// `scratch` is resized as needed.
pub(super) fn solve(symbolic: &Symbolic, values: &[f64], x: &mut [f64], scratch: &mut Vec<f64>) {
    for s in 0..symbolic.len() {
        forward(symbolic, s, values, x, scratch);
    }
    for s in (0..symbolic.len()).rev() {
        backward(symbolic, s, values, x, scratch);
    }
}

/// Eliminates the columns of supernode `s` and subtracts their share from the rows below.
fn forward(symbolic: &Symbolic, s: usize, values: &[f64], x: &mut [f64], local: &mut Vec<f64>) {
    let start = 3 * symbolic.column_start[s];
    let columns = 3 * symbolic.width(s);
    let rows = symbolic.rows(s);
    local.clear();
    local.extend_from_slice(&x[start..start + columns]);
    local.resize(columns + 3 * rows.len(), 0.0);
    let panel = &values[symbolic.panel_start[s]..symbolic.panel_start[s + 1]];
    for (j, column) in panel.chunks_exact(local.len()).enumerate() {
        let pivot = local[j] / column[j];
        local[j] = pivot;
        for (t, l) in local[j + 1..].iter_mut().zip(&column[j + 1..]) {
            *t -= l * pivot;
        }
    }
    x[start..start + columns].copy_from_slice(&local[..columns]);
    for (&row, change) in rows.iter().zip(local[columns..].chunks_exact(3)) {
        let target = &mut x[3 * row as usize..][..3];
        target.iter_mut().zip(change).for_each(|(t, c)| *t += c);
    }
}

/// Solves for the columns of supernode `s` from the rows below.
fn backward(symbolic: &Symbolic, s: usize, values: &[f64], x: &mut [f64], local: &mut Vec<f64>) {
    let start = 3 * symbolic.column_start[s];
    let columns = 3 * symbolic.width(s);
    local.clear();
    local.extend_from_slice(&x[start..start + columns]);
    for &row in symbolic.rows(s) {
        local.extend_from_slice(&x[3 * row as usize..][..3]);
    }
    let panel = &values[symbolic.panel_start[s]..symbolic.panel_start[s + 1]];
    for (j, column) in panel.chunks_exact(local.len()).enumerate().rev() {
        local[j] = (local[j] - dot(&column[j + 1..], &local[j + 1..])) / column[j];
    }
    x[start..start + columns].copy_from_slice(&local[..columns]);
}

/// Scalar product in eight interleaved partial sums, a fixed order that vectorises.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail: f64 = a_chunks
        .remainder()
        .iter()
        .zip(b_chunks.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    sums.iter().sum::<f64>() + tail
}
