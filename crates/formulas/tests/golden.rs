//! Distances, barrier, mollifier and their derivatives against what PyPI's `ipctk` says about 10,000
//! stencils, random and degenerate, from 1e-9 to 1e9 in size. `golden/make.py` wrote the answers; the
//! stencils are generated here again, bit by bit the same.
//!
//! The tolerance is 1e-9, relative to the quantity; of a projection `u·g` or `u·H w`, to `|u| |g|` or
//! `|u| |H| |w|`; of the squared cross product, to the squared edge lengths. No stencil needs more, not
//! even edges at an angle of 1e-4 or a point 1e-5 of the stencil's size away; exactly parallel edges
//! have several equally close parts, and are compared on the one that `ipctk` chose.

use crate::stencils::{Golden, Random, Vec3, stencil};
use nalgebra::SVector;
use tangency_formulas::contact::log_barrier;
use tangency_formulas::distance::edge_edge::EdgeEdge;
use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::point_edge::PointEdge;
use tangency_formulas::distance::point_triangle::PointTriangle;
use tangency_formulas::distance::{edge_edge, mollifier, point_edge, point_point, point_triangle};

const COUNT: usize = 2500;
const ANSWERS: &[u8] = include_bytes!("golden/contact.bin");

/// Distances, derivatives of the part `ipctk` found closest (where two are equally close, either may
/// be), and the barrier.
fn check_distance<const K: usize, const N: usize>(
    golden: &mut Golden,
    random: &mut Random,
    squared: f64,
    feet: impl Fn(usize) -> Foot<f64, K>,
) {
    let part = golden.read() as usize;
    let foot = feet(part);
    let s = golden.peek();
    golden.compare(squared, s, "squared distance");
    let gradient = foot.gradient();
    let gradient = SVector::<f64, N>::from_fn(|row, _| gradient[row / 3][row % 3]);
    golden.compare_derivatives(random, &gradient, &foot.hessian::<N>(), "distance");
    let shat = s * (1.0 + random.power(-10, 10));
    let value = log_barrier::value(s, shat);
    golden.compare(value, value, "barrier");
    let first = log_barrier::first(s, shat);
    golden.compare(first, first.abs(), "barrier'");
    let second = log_barrier::second(s, shat);
    golden.compare(second, second, "barrier''");
}

fn check_mollifier(golden: &mut Golden, random: &mut Random, x: &[Vec3; 4]) {
    let [a0, a1, b0, b1] = x;
    let threshold = mollifier::threshold(a0, a1, b0, b1);
    golden.compare(threshold, threshold, "threshold");
    let c = mollifier::cross_squared(a0, a1, b0, b1);
    let lengths = threshold * 1e3;
    golden.compare(c, lengths, "cross");
    let flat = |g: [Vec3; 4]| SVector::<f64, 12>::from_fn(|row, _| g[row / 3][row % 3]);
    let gradient = flat(mollifier::gradient(a0, a1, b0, b1));
    let hessian = mollifier::hessian(a0, a1, b0, b1);
    golden.compare_derivatives(random, &gradient, &hessian, "cross");
    let eps = threshold * random.power(-2, 8);
    golden.compare(mollifier::value(c, eps), 1.0, "mollifier");
    let (m1, m2) = (mollifier::first(c, eps), mollifier::second(c, eps));
    let bent = hessian * m1 + gradient * gradient.transpose() * m2;
    golden.compare_derivatives(random, &(gradient * m1), &bent, "mollifier");
}

#[test]
fn ten_thousand_stencils_agree_with_ipctk() {
    let mut golden = Golden::new(ANSWERS);
    for kind in 0..4 {
        let mut random = Random(2020 + kind as u64);
        for _ in 0..COUNT {
            let x = stencil(kind, &mut random);
            let [p, a, b, c] = &x;
            match kind {
                0 => {
                    let s = point_point::squared(p, a);
                    let foot = |_| Foot::point_point(p, a);
                    check_distance::<2, 6>(&mut golden, &mut random, s, foot);
                }
                1 => {
                    let s = point_edge::squared(p, a, b);
                    let foot =
                        |part| match [PointEdge::E0, PointEdge::E1, PointEdge::Interior][part] {
                            PointEdge::E0 => Foot::point_point(p, a).embed([0, 1]),
                            PointEdge::E1 => Foot::point_point(p, b).embed([0, 2]),
                            PointEdge::Interior => point_edge::foot(p, a, b),
                        };
                    check_distance::<3, 9>(&mut golden, &mut random, s, foot);
                }
                2 => {
                    use PointTriangle::{E0, E1, E2, Interior, T0, T1, T2};
                    let s = point_triangle::squared(p, a, b, c);
                    let parts = [T0, T1, T2, E0, E1, E2, Interior];
                    let foot = |part: usize| point_triangle::foot_of(parts[part], p, a, b, c);
                    check_distance::<4, 12>(&mut golden, &mut random, s, foot);
                }
                _ => {
                    use EdgeEdge::{A0B, A0B0, A0B1, A1B, A1B0, A1B1, AB0, AB1, Interior};
                    let s = edge_edge::squared(p, a, b, c);
                    let parts = [A0B0, A0B1, A1B0, A1B1, AB0, AB1, A0B, A1B, Interior];
                    let foot = |part: usize| edge_edge::foot_of(parts[part], p, a, b, c);
                    check_distance::<4, 12>(&mut golden, &mut random, s, foot);
                    check_mollifier(&mut golden, &mut random, &x);
                }
            }
        }
    }
    assert!(golden.is_at_the_end());
    // Guards the comparison itself: two codes that share no line do not agree to the last bit.
    assert!(golden.worst > 1e-16, "nothing was compared");
}
