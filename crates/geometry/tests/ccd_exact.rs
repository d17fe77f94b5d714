//! CCD is conservative: proved for each random query in rational arithmetic.
//!
//! Two primitives are further apart than `xi` during a time interval if along some direction `n` all vertices of the
//! one are beyond all vertices of the other by more than `xi |n|` at both ends of the interval, because the vertices
//! move on lines. All numbers are exact; intervals without such a direction are halved.

use dashu_ratio::RBig;
use proptest::prelude::*;
use tangency_geometry::{Vec3, ccd};

type Exact = [RBig; 3];

fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

fn exact_vector(v: &Vec3) -> Exact {
    std::array::from_fn(|k| exact(v[k]))
}

fn sub(a: &Exact, b: &Exact) -> Exact {
    std::array::from_fn(|k| a[k].clone() - b[k].clone())
}

fn scaled(a: &Exact, s: &RBig) -> Exact {
    std::array::from_fn(|k| a[k].clone() * s.clone())
}

fn dot(a: &Exact, b: &Exact) -> RBig {
    (0..3).fold(RBig::ZERO, |sum, k| sum + a[k].clone() * b[k].clone())
}

fn cross(a: &Exact, b: &Exact) -> Exact {
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// The differences `a_i - b_j` of a pair's vertices, moving.
struct Differences {
    start: Vec<Exact>,
    motion: Vec<Exact>,
    thickness: RBig,
}

impl Differences {
    fn new<const K: usize>(x: &[Vec3; K], p: &[Vec3; K], a: usize, xi: f64) -> Self {
        let differences = |v: &[Vec3; K]| {
            let v: Vec<Exact> = v.iter().map(exact_vector).collect();
            let pairs = (0..a).flat_map(|i| (a..K).map(move |j| (i, j)));
            pairs.map(|(i, j)| sub(&v[i], &v[j])).collect()
        };
        Self {
            start: differences(x),
            motion: differences(p),
            thickness: exact(xi),
        }
    }

    fn at(&self, t: &RBig) -> Vec<Exact> {
        let moved = |(x, p): (&Exact, &Exact)| {
            std::array::from_fn(|k| x[k].clone() + t.clone() * p[k].clone())
        };
        self.start.iter().zip(&self.motion).map(moved).collect()
    }

    /// Directions (of any length) to the points nearest the origin on the affine hulls of up to three differences:
    /// one of them is that of the closest points.
    fn directions(w: &[Exact]) -> Vec<Exact> {
        let mut directions = w.to_vec();
        for (i, a) in w.iter().enumerate() {
            for (j, b) in w[..i].iter().enumerate() {
                let u = sub(b, a);
                directions.push(sub(&scaled(a, &dot(&u, &u)), &scaled(&u, &dot(a, &u))));
                for c in &w[..j] {
                    let n = cross(&u, &sub(c, a));
                    directions.push(scaled(&n, &dot(&n, a)));
                }
            }
        }
        directions
    }

    /// Whether all differences, at one time, exceed the thickness along `n`.
    fn beyond(&self, n: &Exact, w: &[Exact]) -> bool {
        let bound = self.thickness.clone() * self.thickness.clone() * dot(n, n);
        w.iter()
            .map(|w| dot(n, w))
            .all(|g| g > RBig::ZERO && g.clone() * g > bound)
    }

    /// Whether the pair is proved to be apart during `[from, to]`.
    fn apart(&self, from: &RBig, to: &RBig, depth: u32) -> bool {
        let middle = (from.clone() + to.clone()) / RBig::from(2u8);
        let (w_from, w_to) = (self.at(from), self.at(to));
        let proves = |n: &Exact| self.beyond(n, &w_from) && self.beyond(n, &w_to);
        if Self::directions(&self.at(&middle)).iter().any(proves) {
            return true;
        }
        depth > 0 && self.apart(from, &middle, depth - 1) && self.apart(&middle, to, depth - 1)
    }
}

fn prove<const K: usize>(
    ccd: impl Fn([Vec3; K], [Vec3; K], f64, f64) -> f64,
    a: usize,
    query: &Query,
) -> Result<(), TestCaseError> {
    let x: [Vec3; K] = std::array::from_fn(|i| query.x[i]);
    let p: [Vec3; K] = std::array::from_fn(|i| query.p[i]);
    let t = ccd(x, p, query.xi, query.t_max);
    prop_assert!((0.0..=query.t_max).contains(&t));
    let differences = Differences::new(&x, &p, a, query.xi);
    if t > 0.0 {
        prop_assert!(
            differences.apart(&RBig::ZERO, &exact(t), 40),
            "too close before {}",
            t
        );
        let reached = std::array::from_fn(|i| x[i] + p[i] * t);
        let still = Differences::new(&reached, &[Vec3::zeros(); K], a, query.xi);
        prop_assert!(
            still.apart(&RBig::ZERO, &RBig::ZERO, 0),
            "rounded positions too close at {}",
            t
        );
    } else {
        // Time 0 is only for pairs that are within rounding of contact at the start.
        let size = x
            .iter()
            .zip(&p)
            .map(|(x, p)| x.amax() + query.t_max * p.amax())
            .fold(0.0, f64::max);
        let clear = Differences::new(&x, &p, a, query.xi + 1e-11 * size);
        prop_assert!(
            !clear.apart(&RBig::ZERO, &RBig::ZERO, 0),
            "gave up on a pair that is clear"
        );
    }
    Ok(())
}

#[derive(Clone, Debug)]
struct Query {
    x: [Vec3; 4],
    p: [Vec3; 4],
    xi: f64,
    t_max: f64,
}

fn vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1.0f64..1.0).prop_map(Vec3::from)
}

/// Pairs bound to meet or to pass narrowly: all vertices fly through the neighbourhood of one place, possibly far
/// from the origin, on a common course, on a grid or nearly flat.
fn query() -> impl Strategy<Value = Query> {
    let shape = (
        vector(),
        -6i32..8,
        -6i32..4,
        any::<bool>(),
        -9i32..1,
        prop_oneof![Just(0.0), 1e-4f64..0.1],
    );
    (
        prop::array::uniform4(vector()),
        prop::array::uniform4(vector()),
        shape,
        0.1f64..=1.0,
    )
        .prop_map(
            |(mut x, mut p, (place, distance, speed, snapped, flatness, xi), t_max)| {
                let far = place * 10f64.powi(distance);
                let course = place.yzx() * 10f64.powi(speed);
                for (x, p) in x.iter_mut().zip(&mut p) {
                    x.z *= 10f64.powi(flatness);
                    p.z *= 10f64.powi(flatness);
                    if snapped {
                        (*x, *p) = (
                            x.map(|c| (c * 2.0).round() / 2.0),
                            p.map(|c| (c * 4.0).round() / 2.0),
                        );
                    }
                    *x += far;
                    *p += course;
                }
                Query {
                    x,
                    p,
                    xi: xi * 10f64.powi(flatness),
                    t_max,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn point_point(query in query()) {
        prove(ccd::point_point, 1, &query)?;
    }

    #[test]
    fn point_edge(query in query()) {
        prove(ccd::point_edge, 1, &query)?;
    }

    #[test]
    fn point_triangle(query in query()) {
        prove(ccd::point_triangle, 1, &query)?;
    }

    #[test]
    fn edge_edge(query in query()) {
        prove(ccd::edge_edge, 2, &query)?;
    }
}

/// Pairs a small gap apart that tilt together by large angles while the first primitive slides over the second: here
/// the planes that turn with a pair decide.
fn turning_query(first: usize) -> impl Strategy<Value = Query> {
    (
        prop::array::uniform4(vector()),
        vector(),
        vector(),
        (-3i32..0, 0.0f64..2.0),
    )
        .prop_map(move |(mut x, tilt, slide, (gap, approach))| {
            let gap = 10f64.powi(gap);
            let mut p = [Vec3::zeros(); 4];
            for (i, (x, p)) in x.iter_mut().zip(&mut p).enumerate() {
                let is_first = i < first;
                x.z = if is_first { gap } else { 0.0 };
                p.z = tilt.x * x.x + tilt.y * x.y;
                if is_first {
                    *p += Vec3::new(slide.x, slide.y, -approach * gap);
                }
            }
            Query {
                x,
                p,
                xi: 0.0,
                t_max: 1.0,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn turning_point_triangle(query in turning_query(1)) {
        prove(ccd::point_triangle, 1, &query)?;
    }

    #[test]
    fn turning_edge_edge(query in turning_query(2)) {
        prove(ccd::edge_edge, 2, &query)?;
    }

    #[test]
    fn turning_point_edge(query in turning_query(1)) {
        prove(ccd::point_edge, 1, &query)?;
    }
}

/// A point that falls on a triangle from the height `d` at the speed 1, both drifting along.
fn fall(d: f64, drift: Vec3) -> ([Vec3; 4], [Vec3; 4]) {
    let v = Vec3::new;
    let x = [
        v(0.25, 0.25, d),
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
    ];
    (x, [v(0.0, 0.0, -1.0) + drift, drift, drift, drift])
}

#[test]
fn a_straight_fall_keeps_a_tenth_of_the_gap() {
    for d in [1e-9, 1e-3, 0.9] {
        for drift in [0.0, 1e3] {
            let (x, p) = fall(d, Vec3::new(drift, -drift, drift));
            for xi in [0.0, 0.5 * d] {
                let (t, expected) = (ccd::point_triangle(x, p, xi, 1.0), 0.9 * (d - xi));
                assert!(
                    (t / expected - 1.0).abs() < 1e-2,
                    "{d} {drift} {xi}: {t} instead of {expected}"
                );
            }
        }
    }
}

#[test]
fn what_does_not_approach_is_not_stopped() {
    let (x, _) = fall(1e-6, Vec3::zeros());
    let slide = [
        Vec3::new(0.3, -0.1, 0.0),
        Vec3::zeros(),
        Vec3::zeros(),
        Vec3::zeros(),
    ];
    assert_eq!(ccd::point_triangle(x, slide, 0.0, 1.0), 1.0);
    assert_eq!(
        ccd::point_triangle(x, [Vec3::repeat(1e3); 4], 0.0, 1.0),
        1.0
    );
    let (_, fall) = fall(1e-6, Vec3::zeros());
    assert_eq!(ccd::point_triangle(x, fall.map(|p| -p), 0.0, 1.0), 1.0);
}

#[test]
fn touching_or_undefined_pairs_do_not_move() {
    let (x, p) = fall(0.0, Vec3::zeros());
    assert_eq!(ccd::point_triangle(x, p, 0.0, 1.0), 0.0);
    let (mut x, p) = fall(1.0, Vec3::zeros());
    assert_eq!(ccd::point_triangle(x, p, 1.0, 1.0), 0.0);
    x[0].x = f64::NAN;
    assert_eq!(ccd::point_triangle(x, p, 0.0, 1.0), 0.0);
}

#[test]
fn tiny_gaps_over_an_edge_or_vertex_of_the_triangle_still_advance() {
    for (x, y) in [(0.5, 0.0), (0.0, 0.3), (0.0, 0.0), (0.5, 0.5)] {
        let (mut positions, p) = fall(1e-11, Vec3::zeros());
        positions[0] = Vec3::new(x, y, 1e-11);
        let t = ccd::point_triangle(positions, p, 0.0, 1.0);
        assert!((t / 0.9e-11 - 1.0).abs() < 0.05, "({x}, {y}): {t}");
    }
}
