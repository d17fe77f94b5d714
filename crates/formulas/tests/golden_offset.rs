//! Barriers of pairs that keep an offset ξ (Codimensional IPC 2021, section 5: `b(d² - ξ², 2 ξ d̂ + d̂²)`) against what
//! PyPI's `ipctk` says about 3,200 stencils with `dmin = ξ`: value, gradient, Hessian and projected Hessian of
//! point-point, point-edge, point-triangle and edge-edge pairs, the last also mollified. The gap `d - ξ` is between a
//! half and 6e-5 of the distance. `golden/make_offset.py` wrote the answers.
//!
//! The tolerance is 1e-9 as in `golden.rs`, and what the difference of the two codes' distances costs: `d² - ξ²` cancels,
//! in `ipctk` by subtraction, here in `(d - ξ)(d + ξ)`, and so a relative difference ε of the squared distances moves the
//! barrier and its derivatives by no more than `4 ε d²/min(s, ŝ - s)`.

use crate::stencils::{Golden, Random, Vec3, stencil};
use nalgebra::{Matrix3, SMatrix, SVector};
use tangency_formulas::contact::frame::ContactFrame;
use tangency_formulas::contact::log_barrier;
use tangency_formulas::contact::mollified::{self, BarrierDerivatives};
use tangency_formulas::distance::edge_edge::EdgeEdge;
use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::{edge_edge, mollifier, point_edge, point_point, point_triangle};

const COUNT: usize = 800;
const ANSWERS: &[u8] = include_bytes!("golden/offset.bin");
/// The treatment of a stencil.
const SKIPPED: f64 = 0.0;
const MOLLIFIED: f64 = 2.0;
/// Parts of two edges, as `ipctk` counts them.
const PARTS: [EdgeEdge; 9] = {
    use EdgeEdge::{A0B, A0B0, A0B1, A1B, A1B0, A1B1, AB0, AB1, Interior};
    [A0B0, A0B1, A1B0, A1B1, AB0, AB1, A0B, A1B, Interior]
};

/// The barrier of a pair as the engine evaluates it, and the relative error that its distance brings.
struct Offset {
    squared: f64,
    barrier: BarrierDerivatives<f64>,
    doubt: f64,
}

impl Offset {
    /// Reads `ipctk`'s squared distance, ξ and d̂.
    fn read(golden: &mut Golden, squared: f64) -> Self {
        let theirs = golden.peek();
        golden.compare(squared, theirs, "squared distance");
        let (xi, dhat) = (golden.read(), golden.read());
        let d = squared.sqrt();
        let (s, shat) = ((d - xi) * (d + xi), (2.0 * xi + dhat) * dhat);
        assert!(0.0 < s && s < shat);
        let difference = (squared - theirs).abs() + 4.0 * f64::EPSILON * squared;
        Offset {
            squared,
            barrier: BarrierDerivatives {
                value: log_barrier::value(s, shat),
                first: log_barrier::first(s, shat),
                second: log_barrier::second(s, shat),
            },
            doubt: 4.0 * difference / s.min(shat - s),
        }
    }

    /// First and second derivative by the distance itself.
    fn slope(&self) -> (f64, f64) {
        let BarrierDerivatives { first, second, .. } = self.barrier;
        let by_distance = 2.0 * self.squared.sqrt() * first;
        (by_distance, 2.0 * first + 4.0 * self.squared * second)
    }
}

/// Compares value, gradient, Hessian and projected Hessian with the next answers.
fn compare<const N: usize>(
    golden: &mut Golden,
    random: &mut Random,
    doubt: f64,
    value: f64,
    (gradient, hessian, projected): (SVector<f64, N>, SMatrix<f64, N, N>, SMatrix<f64, N, N>),
) {
    golden.slack = 1.0 + doubt / 1e-9;
    golden.compare(value, value, "barrier");
    golden.compare_derivatives(random, &gradient, &hessian, "Hessian");
    golden.compare_derivatives(random, &gradient, &projected, "projected Hessian");
    golden.slack = 1.0;
}

fn flat<const K: usize, const N: usize>(gradient: &[Vec3; K]) -> SVector<f64, N> {
    SVector::from_fn(|row, _| gradient[row / 3][row % 3])
}

/// The matrix of which these are the blocks of the upper triangle, row by row.
fn whole<const N: usize>(blocks: &[Matrix3<f64>]) -> SMatrix<f64, N, N> {
    let mut matrix = SMatrix::<f64, N, N>::zeros();
    let mut blocks = blocks.iter();
    for i in (0..N).step_by(3) {
        for (j, block) in (i..N).step_by(3).zip(blocks.by_ref()) {
            matrix.fixed_view_mut::<3, 3>(i, j).copy_from(block);
            let mut mirrored = matrix.fixed_view_mut::<3, 3>(j, i);
            mirrored.copy_from(&block.transpose());
        }
    }
    matrix
}

/// A pair whose closest points are inside its features, as the engine evaluates it; the Hessian before its
/// projection comes from the derivatives of the squared distance.
fn check_plain<const K: usize, const N: usize, const B: usize>(
    golden: &mut Golden,
    random: &mut Random,
    squared: f64,
    (foot, frame): (Foot<f64, K>, ContactFrame<f64, K>),
    projected: impl Fn(f64, f64) -> [Matrix3<f64>; B],
) {
    let offset = Offset::read(golden, squared);
    let (first, second) = offset.slope();
    let gradient = flat(&frame.gradient(first));
    let by_squared: SVector<f64, N> = flat(&foot.gradient());
    let hessian = foot.hessian::<N>() * offset.barrier.first
        + by_squared * by_squared.transpose() * offset.barrier.second;
    let projected = whole(&projected(first, second));
    let derivatives = (gradient, hessian, projected);
    compare(
        golden,
        random,
        offset.doubt,
        offset.barrier.value,
        derivatives,
    );
}

fn check_mollified(
    golden: &mut Golden,
    random: &mut Random,
    [a0, a1, b0, b1]: &[Vec3; 4],
    (kind, eps): (EdgeEdge, f64),
) {
    let offset = Offset::read(golden, edge_edge::squared(a0, a1, b0, b1));
    let (x, barrier) = ([a0, a1, b0, b1], offset.barrier);
    let value = mollified::value(x, eps, barrier.value);
    let gradient: SVector<f64, 12> = flat(&mollified::gradient(kind, x, eps, barrier));
    let hessian = mollified::hessian(kind, x, eps, barrier);
    let projected = whole(&mollified::projected_hessian(kind, x, eps, barrier));
    let derivatives = (gradient, hessian, projected);
    compare(golden, random, offset.doubt, value, derivatives);
}

/// Compares one stencil; tells how it was treated.
fn check(kind: usize, golden: &mut Golden, random: &mut Random) -> f64 {
    let x = stencil(kind, random);
    let [p, a, b, c] = &x;
    // The offset and d̂ were drawn from these.
    random.power(-14, 0);
    random.power(-4, 10);
    let eps = match kind {
        3 => mollifier::threshold(p, a, b, c) * random.power(-2, 8),
        _ => 0.0,
    };
    let treated = golden.read();
    if treated == SKIPPED {
        return treated;
    }
    let part = golden.read() as usize;
    match kind {
        0 => {
            let frame = ContactFrame::point_point(p, a);
            let pair = (Foot::point_point(p, a), frame);
            let project = |first, second| frame.projected_hessian(first, second);
            check_plain::<2, 6, 3>(golden, random, point_point::squared(p, a), pair, project);
        }
        1 => {
            let frame = ContactFrame::point_edge(p, a, b);
            let pair = (point_edge::foot(p, a, b), frame);
            let project = |first, second| frame.projected_hessian(first, second);
            check_plain::<3, 9, 6>(golden, random, point_edge::squared(p, a, b), pair, project);
        }
        2 => {
            let frame = ContactFrame::point_triangle(p, a, b, c);
            let pair = (point_triangle::foot(p, a, b, c), frame);
            let squared = point_triangle::squared(p, a, b, c);
            let project = |first, second| frame.projected_hessian(first, second);
            check_plain::<4, 12, 10>(golden, random, squared, pair, project);
        }
        _ if treated == MOLLIFIED => check_mollified(golden, random, &x, (PARTS[part], eps)),
        _ => {
            let frame = ContactFrame::edge_edge(p, a, b, c);
            let pair = (edge_edge::foot(p, a, b, c), frame);
            let squared = edge_edge::squared(p, a, b, c);
            let project = |first, second| frame.projected_hessian(first, second);
            check_plain::<4, 12, 10>(golden, random, squared, pair, project);
        }
    }
    treated
}

#[test]
fn pairs_with_an_offset_agree_with_ipctk() {
    let mut golden = Golden::new(ANSWERS);
    let (mut compared, mut mollified) = ([0; 4], 0);
    for (kind, compared) in compared.iter_mut().enumerate() {
        let mut random = Random(2021 + kind as u64);
        for _ in 0..COUNT {
            let treated = check(kind, &mut golden, &mut random);
            *compared += usize::from(treated != SKIPPED);
            mollified += usize::from(treated == MOLLIFIED);
        }
    }
    assert!(golden.is_at_the_end());
    assert!(
        compared.iter().all(|&n| n > 200) && mollified > 200,
        "{compared:?} {mollified}"
    );
    // Guards the comparison itself: two codes that share no line do not agree to the last bit.
    assert!(golden.worst > 1e-16, "nothing was compared");
}
