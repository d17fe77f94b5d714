//! Contacts whose closest points are held, beside those whose closest points are found each time.

use tangency_formulas::{Vec3, VertexQuadratic};
use tangency_kernels::contact::{
    ContactPairKind, FrozenContact, GroundPlane, Law, Push, Rules, TwoStage,
};
use tangency_kernels::positions::Positions;

/// Numbers that look random (SplitMix64), from -1 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn points(&mut self, size: f64) -> Vec<Vec3<f64>> {
        let mut point = || Vec3::new(self.next(), self.next(), self.next()) * size;
        vec![point(), point(), point(), point()]
    }
}

const KINDS: [ContactPairKind; 6] = [
    ContactPairKind::HalfSpace,
    ContactPairKind::PointPoint,
    ContactPairKind::PointEdge,
    ContactPairKind::PointTriangle,
    ContactPairKind::EdgeEdge,
    ContactPairKind::ParallelEdges,
];
const EPS: f64 = 0.05;
const LAW: Law<f64> = Law::TwoStage(TwoStage {
    radius: 3.0,
    stiffness: 2.0,
});

fn push(kind: ContactPairKind) -> Push<f64> {
    let vertices = match kind {
        ContactPairKind::HalfSpace => [0, 0, 0, 0],
        _ => [0, 1, 2, 3],
    };
    Push {
        vertices,
        kind,
        // So small that edges at random are hardly ever closer.
        offset: 1e-6,
        mu: 0.3,
        threshold: 5.0,
    }
}

fn at(x: &[Vec3<f64>]) -> Positions<'_, Vec3<f64>> {
    Positions { done: &[], old: x }
}

fn floor() -> [GroundPlane<f64>; 1] {
    let normal = Vec3::new(2.0, 1.0, 2.0) / 3.0;
    [GroundPlane {
        normal,
        distance: -2.5,
    }]
}

/// What vertex `i` feels of a contact whose closest points are found where it is.
fn found(push: &Push<f64>, i: usize, x: &[Vec3<f64>], start: &[Vec3<f64>]) -> VertexQuadratic<f64> {
    let rules = Rules {
        half_spaces: &floor(),
        law: LAW,
        start,
        eps: EPS,
    };
    rules.quadratic(push, 1.0, i, at(x))
}

#[test]
fn where_it_is_held_a_contact_is_felt_as_it_is() {
    let mut numbers = Numbers(40);
    let mut felt = [0; KINDS.len()];
    for _ in 0..2_000 {
        for (kind, felt) in KINDS.into_iter().zip(&mut felt) {
            let (x, start) = (numbers.points(1.0), numbers.points(1.0));
            let push = push(kind);
            let held = FrozenContact::new(&push, &floor(), at(&x), at(&start));
            for i in 0..kind.vertex_count() {
                let expected = found(&push, i, &x, &start);
                let actual = held.quadratic(i, &LAW, EPS, at(&x));
                let scale = 1.0 + expected.gradient.norm() + expected.hessian.norm();
                let apart = (actual.gradient - expected.gradient).norm()
                    + (actual.hessian - expected.hessian).norm();
                assert!(
                    apart < 1e-9 * scale,
                    "{kind:?}, {i}: {apart:e} of {scale:e}"
                );
                *felt += usize::from(expected.gradient.norm() > 0.0);
            }
        }
    }
    assert!(felt.iter().all(|&count| count > 1_000), "{felt:?}");
}

#[test]
fn what_is_held_wrongly_is_in_proportion_to_the_way() {
    let mut numbers = Numbers(41);
    let frictionless = |kind| Push {
        mu: 0.0,
        ..push(kind)
    };
    for kind in KINDS {
        let push = frictionless(kind);
        let mut ratios = Vec::new();
        for _ in 0..200 {
            let (x, way) = (numbers.points(1.0), numbers.points(1.0));
            let held = FrozenContact::new(&push, &floor(), at(&x), at(&x));
            let error = |t: f64| {
                let moved: Vec<_> = x.iter().zip(&way).map(|(x, way)| x + way * t).collect();
                let energy_slope =
                    |quadratic: VertexQuadratic<f64>, i: usize| quadratic.gradient.dot(&way[i]);
                let sum = |of: &dyn Fn(usize) -> VertexQuadratic<f64>| -> f64 {
                    (0..kind.vertex_count())
                        .map(|i| energy_slope(of(i), i))
                        .sum()
                };
                let held = sum(&|i| held.quadratic(i, &LAW, EPS, at(&moved)));
                let found = sum(&|i| found(&push, i, &moved, &x));
                (held - found).abs()
            };
            ratios.push((error(1e-4), error(1e-5)));
        }
        // A tenth of the way, at most a sixth of the error, but where a closest point changes its part, which few do.
        let well = ratios
            .iter()
            .filter(|(far, near)| *near <= far / 6.0 + 1e-9)
            .count();
        assert!(well > 180, "{kind:?}: {well} of {}", ratios.len());
    }
}

#[test]
fn a_point_that_slides_over_a_triangle_keeps_its_distance() {
    let x = [
        Vec3::new(0.2, 0.1, 0.3),
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.0, 0.0, 1.0),
    ];
    let push = Push {
        mu: 0.0,
        ..push(ContactPairKind::PointTriangle)
    };
    let held = FrozenContact::new(&push, &floor(), at(&x), at(&x));
    let felt = |way: Vec3<f64>| {
        let mut moved = x;
        moved[0] += way;
        held.quadratic(0, &LAW, EPS, at(&moved)).gradient
    };
    let before = felt(Vec3::zeros());
    assert!((felt(Vec3::new(0.09, 0.0, 0.03)) - before).norm() < 1e-12);
    // Nearer it is pushed harder, and straight up; beyond the triangle's plane still away from the points that were closest.
    let nearer = felt(Vec3::new(0.0, -0.05, 0.0));
    assert!(nearer.y < before.y && nearer.xz().norm() < 1e-12);
    assert!(felt(Vec3::new(0.0, -0.2, 0.0)).norm().is_finite());
}
