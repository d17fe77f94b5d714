//! Distances, barrier, mollifier and their derivatives against what PyPI's `ipctk` says about 10,000
//! stencils, random and degenerate, from 1e-9 to 1e9 in size. `golden/make.py` wrote the answers; the
//! stencils are generated here again, bit by bit the same.
//!
//! The tolerance is 1e-9, relative to the quantity (a projection `u·g` or `u·H w`: to `|u| |g|` or
//! `|u| |H| |w|`). Two conditions make less of it possible, for `ipctk` as for anyone, and are added
//! with rounding `ε` as their factor: a distance `d` far below the size `L` of the stencil is known to
//! `ε L/d`, and lines at a small angle, or a plane through a thin triangle, to `ε/sin` in the first and
//! `ε/sin²` in the second derivative. The test counts how many stencils need more than the plain 1e-9.

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

/// The answers in order, and the worst error met, in units of its bound.
struct Golden {
    next: usize,
    worst: f64,
    beyond_plain: usize,
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

    /// Compares with the next answer: within `scale * (1e-9 + condition)`.
    #[track_caller]
    fn compare(&mut self, actual: f64, scale: f64, condition: f64, what: &str) {
        let expected = self.read();
        let error = (actual - expected).abs();
        self.beyond_plain += usize::from(error > 1e-9 * scale);
        let bound = scale * (1e-9 + condition);
        assert!(
            error <= bound,
            "{what}: {actual:e}, ipctk {expected:e}: error {error:e} of {scale:e}, bound {bound:e}"
        );
        self.worst = self.worst.max(error / scale);
    }

    #[track_caller]
    fn compare_derivatives<const N: usize>(
        &mut self,
        random: &mut Random,
        gradient: &SVector<f64, N>,
        hessian: &SMatrix<f64, N, N>,
        conditions: [f64; 2],
        what: &str,
    ) {
        let (u, w) = (random.vector::<N>(), random.vector::<N>());
        let scale = u.norm() * gradient.norm();
        self.compare(u.dot(gradient), scale, conditions[0], what);
        let scale = u.norm() * hessian.norm() * w.norm();
        self.compare(u.dot(&(hessian * w)), scale, conditions[1], what);
    }
}

/// Distances, derivatives of the part `ipctk` found closest (where two are equally close, either may
/// be), and the barrier. The last of the `parts` is the inside, where the angle matters.
fn check_distance<const K: usize, const N: usize>(
    golden: &mut Golden,
    random: &mut Random,
    squared: f64,
    feet: impl Fn(usize) -> Foot<f64, K>,
    [size, sine]: [f64; 2],
    parts: usize,
) {
    let part = golden.read() as usize;
    let foot = feet(part);
    let sine = if part + 1 == parts { sine } else { 1.0 };
    let reach = 16.0 * f64::EPSILON * size / squared.sqrt();
    let s = golden.peek();
    golden.compare(squared, s, 2.0 * reach / sine, "squared distance");
    let gradient = foot.gradient();
    let gradient = SVector::<f64, N>::from_fn(|row, _| gradient[row / 3][row % 3]);
    let conditions = [
        (reach + 64.0 * f64::EPSILON) / sine,
        (reach + 64.0 * f64::EPSILON) / (sine * sine),
    ];
    golden.compare_derivatives(
        random,
        &gradient,
        &foot.hessian::<N>(),
        conditions,
        "distance",
    );
    let shat = s * (1.0 + random.power(-10, 10));
    let value = log_barrier::value(s, shat);
    golden.compare(value, value, 0.0, "barrier");
    let first = log_barrier::first(s, shat);
    golden.compare(first, first.abs(), 0.0, "barrier'");
    let second = log_barrier::second(s, shat);
    golden.compare(second, second, 0.0, "barrier''");
}

fn check_mollifier(golden: &mut Golden, random: &mut Random, x: &[Vec3; 4], sine: f64) {
    let [a0, a1, b0, b1] = x;
    let threshold = mollifier::threshold(a0, a1, b0, b1);
    golden.compare(threshold, threshold, 0.0, "threshold");
    let c = mollifier::cross_squared(a0, a1, b0, b1);
    let lengths = threshold * 1e3;
    let rounding = 64.0 * f64::EPSILON;
    golden.compare(c, lengths, 0.0, "cross");
    let flat = |g: [Vec3; 4]| SVector::<f64, 12>::from_fn(|row, _| g[row / 3][row % 3]);
    let gradient = flat(mollifier::gradient(a0, a1, b0, b1));
    let hessian = mollifier::hessian(a0, a1, b0, b1);
    golden.compare_derivatives(random, &gradient, &hessian, [rounding / sine, 0.0], "cross");
    let eps = threshold * random.power(-2, 8);
    golden.compare(mollifier::value(c, eps), 1.0, 0.0, "mollifier");
    let (m1, m2) = (mollifier::first(c, eps), mollifier::second(c, eps));
    let bent = hessian * m1 + gradient * gradient.transpose() * m2;
    golden.compare_derivatives(
        random,
        &(gradient * m1),
        &bent,
        [rounding / sine, 0.0],
        "mollifier",
    );
}

/// The sine of the angle between two vectors; parallel to rounding counts as rounding.
fn sine(u: &Vec3, v: &Vec3) -> f64 {
    (u.cross(v).norm() / (u.norm() * v.norm())).max(f64::EPSILON)
}

#[test]
fn ten_thousand_stencils_agree_with_ipctk() {
    let mut golden = Golden {
        next: 0,
        worst: 0.0,
        beyond_plain: 0,
    };
    for kind in 0..4 {
        let mut random = Random(2020 + kind as u64);
        for _ in 0..COUNT {
            let x = stencil(kind, &mut random);
            let [p, a, b, c] = &x;
            let size = x[..4.min(kind + 2)]
                .iter()
                .map(|q| (q - p).norm())
                .fold(0.0, f64::max);
            match kind {
                0 => {
                    let s = point_point::squared(p, a);
                    let foot = |_| Foot::point_point(p, a);
                    check_distance::<2, 6>(&mut golden, &mut random, s, foot, [size, 1.0], 1);
                }
                1 => {
                    let s = point_edge::squared(p, a, b);
                    let foot =
                        |part| match [PointEdge::E0, PointEdge::E1, PointEdge::Interior][part] {
                            PointEdge::E0 => Foot::point_point(p, a).embed([0, 1]),
                            PointEdge::E1 => Foot::point_point(p, b).embed([0, 2]),
                            PointEdge::Interior => point_edge::foot(p, a, b),
                        };
                    check_distance::<3, 9>(&mut golden, &mut random, s, foot, [size, 1.0], 3);
                }
                2 => {
                    use PointTriangle::{E0, E1, E2, Interior, T0, T1, T2};
                    let s = point_triangle::squared(p, a, b, c);
                    let parts = [T0, T1, T2, E0, E1, E2, Interior];
                    let foot = |part: usize| point_triangle::foot_of(parts[part], p, a, b, c);
                    let thin = sine(&(b - a), &(c - a));
                    check_distance::<4, 12>(&mut golden, &mut random, s, foot, [size, thin], 7);
                }
                _ => {
                    use EdgeEdge::{A0B, A0B0, A0B1, A1B, A1B0, A1B1, AB0, AB1, Interior};
                    let s = edge_edge::squared(p, a, b, c);
                    let parts = [A0B0, A0B1, A1B0, A1B1, AB0, AB1, A0B, A1B, Interior];
                    let foot = |part: usize| edge_edge::foot_of(parts[part], p, a, b, c);
                    let angle = sine(&(a - p), &(c - b));
                    check_distance::<4, 12>(&mut golden, &mut random, s, foot, [size, angle], 9);
                    check_mollifier(&mut golden, &mut random, &x, angle);
                }
            }
        }
    }
    assert_eq!(8 * golden.next, ANSWERS.len());
    println!(
        "worst {:e}, beyond 1e-9: {}",
        golden.worst, golden.beyond_plain
    );
}
