//! Distances, barrier, mollifier and their derivatives against what PyPI's `ipctk` says about 10,000
//! stencils, random and degenerate, from 1e-9 to 1e9 in size. `golden/make.py` wrote the answers; the
//! stencils are generated here again, bit by bit the same.
//!
//! The tolerance is 1e-9, relative to the quantity; of a projection `u·g` or `u·H w`, to `|u| |g|` or
//! `|u| |H| |w|`; of the squared cross product, to the squared edge lengths. No stencil needs more, not
//! even edges at an angle of 1e-4 or a point 1e-5 of the stencil's size away; exactly parallel edges
//! have several equally close parts, and are compared on the one that `ipctk` chose.

use nalgebra::{SMatrix, SVector, Vector3};
use tangency_formulas::contact::log_barrier;
use tangency_formulas::distance::edge_edge::EdgeEdge;
use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::point_edge::PointEdge;
use tangency_formulas::distance::point_triangle::PointTriangle;
use tangency_formulas::distance::{edge_edge, mollifier, point_edge, point_point, point_triangle};

type Vec3 = Vector3<f64>;

const COUNT: usize = 2500;
const ANSWERS: &[u8] = include_bytes!("golden/contact.bin");

/// splitmix64; the same as `Random` in `golden/make.py`.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn uniform(&mut self) -> f64 {
        (self.bits() >> 43) as f64 * 2.0_f64.powi(-20) - 1.0
    }
    fn point(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.uniform())
    }
    fn power(&mut self, low: i64, high: i64) -> f64 {
        let exponent = low + (self.bits() % (high - low) as u64) as i64;
        2.0_f64.powi(exponent as i32)
    }
    fn vector<const N: usize>(&mut self) -> SVector<f64, N> {
        SVector::from_fn(|_, _| self.uniform())
    }
}

fn triple(random: &mut Random) -> (Vec3, Vec3, Vec3) {
    let (a, b, c) = (random.point(), random.point(), random.point());
    match random.bits() % 4 {
        0 => (a, b, a + (b - a) * 0.5 + (c - a) * random.power(-8, -2)),
        1 => (Vec3::zeros(), Vec3::x(), Vec3::y()),
        _ => (a, b, c),
    }
}

fn offset(random: &mut Random) -> Vec3 {
    let direction = random.point();
    direction * random.power(-17, 1)
}

/// A stencil of the kind, padded to four points.
fn stencil(kind: usize, random: &mut Random) -> [Vec3; 4] {
    let (a, b, c) = triple(random);
    let place = (random.bits() % 4) as usize;
    let x = if kind < 3 {
        let bases = [
            a,
            (a + b) * 0.5,
            a * 0.5 + b * 0.25 + c * 0.25,
            random.point(),
        ];
        [bases[place] + offset(random), a, b, c]
    } else {
        let along = b - a;
        let mut middle = (a + b) * 0.5 + offset(random);
        let half;
        match place {
            0 => {
                half = along * 0.5;
                middle += along * random.uniform();
            }
            1 => {
                let aside = random.point();
                half = along * 0.5 + aside * random.power(-12, -2);
            }
            2 => half = random.point(),
            _ => {
                half = random.point();
                middle = random.point();
            }
        }
        [a, b, middle - half, middle + half]
    };
    let scale = random.power(-30, 30);
    x.map(|p| p * scale)
}

/// The answers in order, and the worst relative error met.
struct Golden {
    next: usize,
    worst: f64,
}

impl Golden {
    fn peek(&self) -> f64 {
        let bytes = &ANSWERS[8 * self.next..8 * self.next + 8];
        f64::from_le_bytes(bytes.try_into().unwrap())
    }

    fn read(&mut self) -> f64 {
        self.next += 1;
        Self {
            next: self.next - 1,
            ..*self
        }
        .peek()
    }

    /// Compares with the next answer: within `1e-9 scale`.
    #[track_caller]
    fn compare(&mut self, actual: f64, scale: f64, what: &str) {
        let expected = self.read();
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-9 * scale,
            "{what}: {actual:e}, ipctk {expected:e}: error {error:e} of {scale:e}"
        );
        if scale > 0.0 {
            self.worst = self.worst.max(error / scale);
        }
    }

    #[track_caller]
    fn compare_derivatives<const N: usize>(
        &mut self,
        random: &mut Random,
        gradient: &SVector<f64, N>,
        hessian: &SMatrix<f64, N, N>,
        what: &str,
    ) {
        let (u, w) = (random.vector::<N>(), random.vector::<N>());
        let scale = u.norm() * gradient.norm();
        self.compare(u.dot(gradient), scale, what);
        let scale = u.norm() * hessian.norm() * w.norm();
        self.compare(u.dot(&(hessian * w)), scale, what);
    }
}

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
    let mut golden = Golden {
        next: 0,
        worst: 0.0,
    };
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
    assert_eq!(8 * golden.next, ANSWERS.len());
    // Guards the comparison itself: two codes that share no line do not agree to the last bit.
    assert!(golden.worst > 1e-16, "nothing was compared");
}
