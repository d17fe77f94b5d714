//! Times of impact with an offset against PyPI's `ipctk`: 1,000 queries of all four kinds of pairs, whose answers
//! `golden/make_ccd.py` wrote; the queries are generated here again, bit by bit the same.
//!
//! The advancement ends when the gap to the offset ξ has shrunk to between 0.1 and 0.15 of what it was, `g`. So its
//! time `t` is bounded by what others say of the same motion:
//!
//! - not too early: `tight(ξ + 0.15 g) <= t`, where tight inclusion comes no later than the true time;
//! - not too late: `t <= tight(ξ)` without an offset, `t <= tight(ξ/√3)` with one (tight inclusion keeps the distance
//!   in the maximum norm, which is at least `1/√3` of the Euclidean), and `t <= additive(ξ)`, the additive CCD of
//!   `ipctk` that keeps a thousandth of the gap.

use tangency_geometry::{Vec3, ccd};

const COUNT: usize = 250;
const ANSWERS: &[u8] = include_bytes!("golden/ccd.bin");

/// splitmix64; the same as `Random` in `golden/make_ccd.py`.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn point(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| (self.bits() >> 43) as f64 * 2.0_f64.powi(-20) - 1.0)
    }

    fn power(&mut self, low: i64, high: i64) -> f64 {
        let exponent = low + (self.bits() % (high - low) as u64) as i64;
        2.0_f64.powi(exponent as i32)
    }
}

/// Vertices and displacements of a pair whose first primitive has `A` vertices.
fn query<const K: usize, const A: usize>(random: &mut Random) -> ([Vec3; K], [Vec3; K]) {
    let x: [Vec3; K] = std::array::from_fn(|_| random.point());
    let course = ((x[A] + x[K - 1]) * 0.5 - x[0]) * 1.5;
    let wobble = random.power(-6, 0);
    let mut p: [Vec3; K] = std::array::from_fn(|_| random.point() * wobble);
    for p in &mut p[..A] {
        *p += course;
    }
    // The offset was drawn from these.
    random.bits();
    random.power(-8, 0);
    random.power(-7, -2);
    (x, p)
}

/// The answer of `ipctk`.
struct Answer {
    xi: f64,
    tight_before: f64,
    tight: f64,
    tight_after: f64,
    additive_after: f64,
    additive: f64,
}

impl Answer {
    fn read(place: usize) -> Self {
        let numbers: [f64; 6] = std::array::from_fn(|k| {
            let start = 8 * (6 * place + k);
            f64::from_le_bytes(ANSWERS[start..start + 8].try_into().unwrap())
        });
        let [
            xi,
            tight_before,
            tight,
            tight_after,
            additive_after,
            additive,
        ] = numbers;
        Answer {
            xi,
            tight_before,
            tight,
            tight_after,
            additive_after,
            additive,
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    impacts: usize,
    with_offset: usize,
    /// Times after that of tight inclusion for the same offset: its norm is another.
    after_tight: usize,
    /// Sums over the queries that the additive CCD of `ipctk`, which keeps a tenth as well, stops.
    ours: f64,
    additive: f64,
}

fn check<const K: usize, const A: usize>(
    kind: usize,
    ccd: impl Fn([Vec3; K], [Vec3; K], f64, f64) -> f64,
) {
    let mut random = Random(19 + kind as u64);
    let mut tally = Tally::default();
    for place in 0..COUNT {
        let (x, p) = query::<K, A>(&mut random);
        let answer = Answer::read(kind * COUNT + place);
        let t = ccd(x, p, answer.xi, 1.0);
        let context = format!("kind {kind}, query {place}, offset {}: {t}", answer.xi);
        let Answer {
            tight_before,
            tight_after,
            additive_after,
            ..
        } = answer;
        assert!(tight_before <= t, "{context} is before {tight_before}");
        assert!(t <= tight_after, "{context} is after {tight_after}");
        assert!(t <= additive_after, "{context} is after {additive_after}");
        assert!(answer.xi > 0.0 || t <= answer.tight, "{context}");
        tally.impacts += usize::from(additive_after < 1.0);
        tally.with_offset += usize::from(additive_after < 1.0 && answer.xi > 0.0);
        tally.after_tight += usize::from(t > answer.tight);
        if answer.additive < 1.0 {
            tally.ours += t;
            tally.additive += answer.additive;
        }
    }
    println!("kind {kind}: {tally:?}");
    assert!(tally.impacts > 90 && tally.with_offset > 60, "{tally:?}");
    // It gives away no more than the additive CCD of ipctk does.
    assert!(tally.ours > tally.additive, "{tally:?}");
}

#[test]
fn point_point() {
    check::<2, 1>(0, ccd::point_point);
}

#[test]
fn point_edge() {
    check::<3, 1>(1, ccd::point_edge);
}

#[test]
fn point_triangle() {
    check::<4, 1>(2, ccd::point_triangle);
}

#[test]
fn edge_edge() {
    check::<4, 2>(3, ccd::edge_edge);
}
