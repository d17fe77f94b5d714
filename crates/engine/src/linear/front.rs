//! Dense partial Cholesky factorisation of one front, the kernel of the multifrontal method.
//!
//! With the eliminated columns first, `F = [F11 .; F21 F22]` becomes `L11 L11^T = F11`,
//! `L21 = F21 L11^-T`, `U = F22 - L21 L21^T`. Large fronts are cut into tiles whose sizes depend on
//! the front alone; each tile is one sequential kernel call, so the bits do not depend on threads.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{
    LltError, LltParams, cholesky_in_place, cholesky_in_place_scratch,
};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, MatMut, MatRef, Par, Spec};

use super::packed::{PackedLowerTriangle, Strip, half};

/// Columns eliminated at once.
const PANEL: usize = 128;
/// Columns, and rows, of the tiles that are updated in parallel; a strip is one tile wide.
const TILE: usize = super::packed::WIDEST;

/// Factors the first columns of a front in place. `panel` holds them, `update` the lower triangle of the rest (which
/// may be empty) in `strips`; only lower triangles are read and written. Fails with the column of the first pivot that
/// is not positive.
pub(super) fn eliminate(
    mut panel: MatMut<'_, f64>,
    strips: &PackedLowerTriangle,
    update: &mut [f64],
) -> Result<(), usize> {
    let (rows, columns) = (panel.nrows(), panel.ncols());
    let mut done = 0;
    while done < columns {
        let width = PANEL.min(columns - done);
        let rest = panel
            .as_mut()
            .submatrix_mut(done, done, rows - done, columns - done);
        let (mut current, trailing) = rest.split_at_col_mut(width);
        let (diagonal, below) = current.as_mut().split_at_row_mut(width);
        factor_diagonal(diagonal, below).map_err(|index| done + index)?;
        let below = current.as_ref().split_at_row(width).1;
        subtract_product(trailing.split_at_row_mut(width).1, below);
        done += width;
    }
    let below = panel.as_ref().split_at_row(columns).1;
    subtract_from_strips(strips, strips.all(), update, below);
    Ok(())
}

/// `C <- C - A A^T` on some of the strips of a lower triangle, whose entries are `c`.
fn subtract_from_strips(
    strips: &PackedLowerTriangle,
    some: &[Strip],
    c: &mut [f64],
    a: MatRef<'_, f64>,
) {
    match some {
        [] => {}
        [strip] => {
            let height = strips.height(strip);
            let c = MatMut::from_column_major_slice_mut(c, height, strip.width);
            subtract_product(c, a.split_at_row(strip.first).1);
        }
        _ => {
            let (left, right) = some.split_at(some.len() / 2);
            let cut = strips.range(&right[0]).start - strips.range(&left[0]).start;
            let (c_left, c_right) = c.split_at_mut(cut);
            rayon::join(
                || subtract_from_strips(strips, left, c_left, a),
                || subtract_from_strips(strips, right, c_right, a),
            );
        }
    }
}

fn factor_diagonal(mut diagonal: MatMut<'_, f64>, below: MatMut<'_, f64>) -> Result<(), usize> {
    let params: Spec<LltParams, f64> = Spec::default();
    let scratch = cholesky_in_place_scratch::<f64>(diagonal.nrows(), Par::Seq, params);
    let mut memory = MemBuffer::new(scratch);
    cholesky_in_place(
        diagonal.as_mut(),
        Default::default(),
        Par::Seq,
        MemStack::new(&mut memory),
        params,
    )
    .map_err(|LltError::NonPositivePivot { index }| index)?;
    solve_rows(diagonal.as_ref(), below);
    Ok(())
}

/// `rows <- rows L^-T`, tile by tile.
fn solve_rows(lower: MatRef<'_, f64>, rows: MatMut<'_, f64>) {
    let count = rows.nrows();
    if count > 2 * TILE {
        let (top, bottom) = rows.split_at_row_mut(half(count));
        rayon::join(|| solve_rows(lower, top), || solve_rows(lower, bottom));
    } else if count > 0 {
        solve_lower_triangular_in_place(lower, rows.transpose_mut(), Par::Seq);
    }
}

/// `C <- C - A B^T` on the lower trapezoid of `C`, with `B` the first rows of `A`.
fn subtract_product(c: MatMut<'_, f64>, a: MatRef<'_, f64>) {
    let columns = c.ncols();
    if columns == 0 || a.ncols() == 0 {
        return;
    }
    if columns > TILE {
        let cut = half(columns);
        let (left, right) = c.split_at_col_mut(cut);
        let right = right.split_at_row_mut(cut).1;
        rayon::join(
            || subtract_product(left, a),
            || subtract_product(right, a.split_at_row(cut).1),
        );
        return;
    }
    let b = a.split_at_row(columns).0;
    let (top, bottom) = c.split_at_row_mut(columns);
    triangular::matmul(
        top,
        BlockStructure::TriangularLower,
        Accum::Add,
        b,
        BlockStructure::Rectangular,
        b.transpose(),
        BlockStructure::Rectangular,
        -1.0,
        Par::Seq,
    );
    subtract_rectangle(bottom, a.split_at_row(columns).1, b);
}

fn subtract_rectangle(c: MatMut<'_, f64>, a: MatRef<'_, f64>, b: MatRef<'_, f64>) {
    let count = c.nrows();
    if count > 2 * TILE {
        let cut = half(count);
        let (top, bottom) = c.split_at_row_mut(cut);
        let (a_top, a_bottom) = a.split_at_row(cut);
        rayon::join(
            || subtract_rectangle(top, a_top, b),
            || subtract_rectangle(bottom, a_bottom, b),
        );
    } else if count > 0 {
        matmul(c, Accum::Add, a, b.transpose(), -1.0, Par::Seq);
    }
}
