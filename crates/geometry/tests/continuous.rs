//! The exact re-analysis on motions whose answer is known by construction, and on random ones against exact static
//! tests at many times.

use proptest::prelude::*;
use tangency_formulas::distance;
use tangency_geometry::bvh::Surface;
use tangency_geometry::continuous::{
    ContinuousCheck, ContinuousPair, Finding, Verdict, edge_edge, point_triangle, stays_above,
};
use tangency_geometry::{Vec3, intersection};

fn v(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The triangle below the tests' points.
fn triangle() -> [Vec3; 3] {
    [v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0)]
}

/// A point that moves from `from` to `to` against the triangle, which stays.
fn point_against_triangle(from: Vec3, to: Vec3) -> Option<Verdict> {
    let [a, b, c] = triangle();
    point_triangle(&[from, a, b, c], &[to, a, b, c])
}

fn touches_at(verdict: Option<Verdict>, expected: f64) {
    match verdict {
        Some(Verdict::Touches { time }) => {
            assert!((time - expected).abs() < 1e-8, "{time} for {expected}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_point_that_tunnels_through_a_triangle_is_caught() {
    touches_at(
        point_against_triangle(v(0.2, 0.3, 0.1), v(0.2, 0.3, -0.2)),
        1.0 / 3.0,
    );
    // So fast that at both ends it is far away, and so slow that it moves by rounding errors only.
    touches_at(
        point_against_triangle(v(0.2, 0.3, 3e8), v(0.2, 0.3, -1e8)),
        0.75,
    );
    touches_at(
        point_against_triangle(v(0.2, 0.3, 5e-324), v(0.2, 0.3, -5e-324)),
        0.5,
    );
}

#[test]
fn a_point_that_stays_above_is_apart_however_close() {
    for gap in [1e-3, 1e-12, 1e-40, 1e-300, 5e-324] {
        let apart = point_against_triangle(v(0.2, 0.3, gap), v(0.4, 0.1, gap));
        assert_eq!(apart, None, "{gap}");
        let apart = point_against_triangle(v(0.2, 0.3, 1.0), v(0.2, 0.3, gap));
        assert_eq!(apart, None, "{gap}");
    }
}

#[test]
fn contact_at_an_end_or_for_an_instant_is_contact() {
    touches_at(
        point_against_triangle(v(0.2, 0.3, 1.0), v(0.2, 0.3, 0.0)),
        1.0,
    );
    touches_at(
        point_against_triangle(v(0.0, 0.0, 0.0), v(0.0, 0.0, 1.0)),
        0.0,
    );
    // Over a corner, from side to side, in the plane of the triangle.
    touches_at(
        point_against_triangle(v(-0.5, 0.5, 0.0), v(0.5, -0.5, 0.0)),
        0.5,
    );
    // At a time that is no sum of powers of two only a sign change could prove it: it is not called apart.
    let grazes = point_against_triangle(v(-0.5, 1.0, 0.0), v(0.25, -0.5, 0.0));
    assert!(grazes.is_some());
}

#[test]
fn sliding_in_the_plane_of_the_triangle_is_decided() {
    let slide = |gap: f64| point_against_triangle(v(-1.0, -gap, 0.0), v(2.0, -gap, 0.0));
    for gap in [1.0, 1e-9, 1e-17, 1e-200] {
        assert_eq!(slide(gap), None, "{gap}");
    }
    assert!(matches!(slide(0.0), Some(Verdict::Touches { .. })));
    assert!(matches!(slide(-0.1), Some(Verdict::Touches { .. })));
}

#[test]
fn degenerate_primitives_are_decided() {
    // A triangle without area, an edge without length, and nothing that moves.
    let line = [v(0.0, 0.0, 0.0), v(1.0, 1.0, 0.0), v(2.0, 2.0, 0.0)];
    let at = |p: Vec3| [p, line[0], line[1], line[2]];
    let through = point_triangle(&at(v(0.5, 1.0, 0.0)), &at(v(0.5, 0.0, 0.0)));
    touches_at(through, 0.5);
    let beside = point_triangle(&at(v(0.5, 1.0, 1e-9)), &at(v(0.5, 0.0, 1e-9)));
    assert_eq!(beside, None);
    let still = at(v(0.5, 0.5, 0.0));
    touches_at(point_triangle(&still, &still), 0.0);
    let still = at(v(0.5, 0.5, 1e-30));
    assert_eq!(point_triangle(&still, &still), None);
    let (p, q) = (v(0.0, 0.0, 1.0), v(0.0, 0.0, -1.0));
    let [a, b, _] = line;
    touches_at(edge_edge(&[p, p, a, b], &[q, q, a, b]), 0.5);
}

/// Edges along x and y, the first moving by `path`.
fn edges(path: [Vec3; 2]) -> Option<Verdict> {
    let a = [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)];
    let b = [v(0.0, -1.0, 0.0), v(0.0, 1.0, 0.0)];
    let [start, end] = path.map(|by| [a[0] + by, a[1] + by, b[0], b[1]]);
    edge_edge(&start, &end)
}

#[test]
fn an_edge_that_passes_another_is_caught() {
    touches_at(edges([v(0.0, 0.0, 0.3), v(0.0, 0.0, -0.1)]), 0.75);
    assert_eq!(edges([v(0.0, 0.0, 0.3), v(0.0, 0.0, 1e-300)]), None);
    assert_eq!(
        edges([v(0.0, 1.0 + 1e-12, 0.3), v(0.0, 1.0 + 1e-12, -0.1)]),
        None
    );
    // Sliding in a common plane, end to side.
    assert_eq!(edges([v(1.0 + 1e-15, -0.5, 0.0), v(2.0, 0.5, 0.0)]), None);
    touches_at(edges([v(1.5, -0.5, 0.0), v(0.5, 0.5, 0.0)]), 0.5);
}

#[test]
fn parallel_edges_are_decided() {
    let a = [v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0)];
    let at = |by: Vec3| [a[0], a[1], a[0] + by, a[1] + by];
    // Past each other on one line's side; over each other; one into the other.
    let beside = edge_edge(&at(v(-3.0, 1e-12, 0.0)), &at(v(3.0, 1e-12, 0.0)));
    assert_eq!(beside, None);
    touches_at(
        edge_edge(&at(v(0.5, 1.0, 0.0)), &at(v(0.5, -1.0, 0.0))),
        0.5,
    );
    let into = edge_edge(&at(v(1.5, 0.0, 0.0)), &at(v(0.5, 0.0, 0.0)));
    assert!(matches!(into, Some(Verdict::Touches { time }) if time >= 0.5));
    let behind = edge_edge(&at(v(1.0 + 1e-15, 0.0, 0.0)), &at(v(2.0, 0.0, 0.0)));
    assert_eq!(behind, None);
}

/// A tunnelling vertex, a passing edge, and what `admissible` leaves out, over a small surface.
#[test]
fn a_surface_reports_each_pair_once_in_order() {
    let [a, b, c] = triangle();
    let start = vec![
        a,
        b,
        c,
        v(0.2, 0.2, 0.5),
        v(0.2, 2.0, 0.5),
        v(2.0, 0.2, 0.5),
    ];
    let mut end = start.clone();
    for x in &mut end[3..] {
        x.z = -0.5;
    }
    let surface = Surface {
        points: &[0, 1, 2, 3, 4, 5],
        edges: &[[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]],
        triangles: &[[0, 1, 2], [3, 4, 5]],
    };
    let mut check = ContinuousCheck::new();
    let findings = check.check(&surface, &start, &end, |_| true);
    let pairs: Vec<ContinuousPair> = findings.iter().map(|finding| finding.pair).collect();
    let expected = [
        ContinuousPair::PointTriangle([3, 0, 1, 2]),
        ContinuousPair::EdgeEdge([1, 2, 3, 4]),
        ContinuousPair::EdgeEdge([1, 2, 3, 5]),
    ];
    assert_eq!(pairs, expected);
    let at_once = |finding: &Finding| finding.verdict == Verdict::Touches { time: 0.5 };
    assert!(findings.iter().all(at_once), "{findings:?}");
    assert!(check.pairs_checked() >= 3);
    assert_eq!(check.check(&surface, &start, &end, |_| false), []);
    assert_eq!(check.check(&surface, &start, &start, |_| true), []);
    end[4].x = f64::NAN;
    let [finding] = check.check(&surface, &start, &end, |_| true)[..] else {
        panic!("one finding");
    };
    assert_eq!(finding.pair, ContinuousPair::NotFinite(4));
}

#[test]
fn a_half_space_is_left_alone_only_above_it() {
    let (o, n) = (v(0.0, 0.1, 0.0), v(0.0, 1.0, 0.0));
    let above = v(3.0, 0.1f64.next_up(), 0.0);
    assert!(stays_above(&v(0.0, 1.0, 0.0), &above, &o, &n));
    assert!(!stays_above(&above, &v(0.0, 0.1, 0.0), &o, &n));
    assert!(!stays_above(&v(0.0, -1.0, 0.0), &above, &o, &n));
}

/// Times at which positions with few bits are doubles exactly.
const SAMPLES: u32 = 256;

/// Four vertices on a coarse grid, at the start and at the end; flattened in one direction, sometimes to a plane.
fn motion() -> impl Strategy<Value = ([Vec3; 4], [Vec3; 4])> {
    let vertex = || prop::array::uniform3(-64i32..=64);
    let shape = (0..3usize, prop::sample::select(vec![1.0, 1.0, 0.0625, 0.0]));
    (
        prop::array::uniform4(vertex()),
        prop::array::uniform4(vertex()),
        shape,
    )
        .prop_map(|(start, end, (axis, flatness))| {
            let place = |g: [i32; 3]| {
                let mut x = Vec3::from(g.map(f64::from));
                x[axis] = (x[axis] * flatness).round();
                x
            };
            (start.map(place), end.map(place))
        })
}

fn at((start, end): &([Vec3; 4], [Vec3; 4]), t: f64) -> [Vec3; 4] {
    std::array::from_fn(|i| start[i] + (end[i] - start[i]) * t)
}

/// Contact at a sampled time must be found; contact that is claimed must be there; what is called apart must be.
fn agrees(
    motion: &([Vec3; 4], [Vec3; 4]),
    verdict: Option<Verdict>,
    meet: impl Fn(&[Vec3; 4]) -> bool,
    squared: impl Fn(&[Vec3; 4]) -> f64,
) -> Result<(), TestCaseError> {
    let mut times = (0..=SAMPLES).map(|k| f64::from(k) / f64::from(SAMPLES));
    let sampled = times.find(|&t| meet(&at(motion, t)));
    match verdict {
        None => prop_assert_eq!(sampled, None, "missed"),
        Some(Verdict::Touches { time }) => {
            let distance = squared(&at(motion, time)).sqrt();
            prop_assert!(distance < 1e-6, "{} apart at {}", distance, time);
        }
        Some(Verdict::Undecided) => {
            let fine = (0..=1u32 << 14).map(|k| f64::from(k) / f64::from(1u32 << 14));
            let nearest = fine
                .map(|t| squared(&at(motion, t)).sqrt())
                .fold(f64::INFINITY, f64::min);
            prop_assert!(
                nearest < 0.05,
                "undecided, but never closer than {}",
                nearest
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_points_and_triangles_agree_with_samples(motion in motion()) {
        let verdict = point_triangle(&motion.0, &motion.1);
        agrees(
            &motion,
            verdict,
            |[p, a, b, c]| intersection::edge_triangle(p, p, a, b, c),
            |[p, a, b, c]| distance::point_triangle::squared(p, a, b, c),
        )?;
    }

    #[test]
    fn random_edges_agree_with_samples(motion in motion()) {
        let verdict = edge_edge(&motion.0, &motion.1);
        agrees(
            &motion,
            verdict,
            |[a, b, c, d]| intersection::edge_edge(a, b, c, d),
            |[a, b, c, d]| distance::edge_edge::squared(a, b, c, d),
        )?;
    }

    /// Time reversed, and both primitives moved along: the same answer.
    #[test]
    fn verdicts_do_not_depend_on_the_direction_of_time_or_on_drift(
        motion in motion(), drift in prop::array::uniform3(-1000i32..1000)
    ) {
        let (start, end) = motion;
        let drift = Vec3::from(drift.map(f64::from));
        let drifted = end.map(|x| x + drift);
        for decide in [point_triangle, edge_edge] {
            let apart = decide(&start, &end).is_none();
            prop_assert_eq!(decide(&end, &start).is_none(), apart);
            prop_assert_eq!(decide(&start, &drifted).is_none(), apart);
        }
    }
}
