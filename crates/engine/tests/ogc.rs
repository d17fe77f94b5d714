//! Offset Geometric Contact: each feature pushes once, bounds hold, bodies rest on each other and stay apart.

use crate::common;
use std::collections::HashSet;
use std::sync::Arc;

use crate::common::{add, boxes, ground, run, shifted};
use proptest::prelude::*;
use tangency_engine::contact::{
    ContactModel, DisplacementBounds, OgcContact, Pairs, VertexBounds as _,
};
use tangency_engine::{
    BendingKind, BoundKind, ContactKind, Length, Material, Membrane, Model, ModelBuilder,
    RestShape, Shell, ShellMaterial, StepperKind, Vec3,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{ClothParameters, ClothPattern, cloth};
use tangency_geometry::intersection::edge_triangle;

const CLOTH: ShellMaterial = ShellMaterial {
    density: 472.64,
    thickness: 0.318e-3,
    young: 0.821e6,
    poisson: 0.243,
    membrane: Membrane::StVenantKirchhoff,
    stretching: 0.1,
    bending: 1.0,
    bending_kind: BendingKind::Hinges,
    stretch_limit: f64::INFINITY,
    squeeze_limit: 0.0,
};

fn square(size: f64, spacing: f64, height: f64) -> SurfaceMesh {
    let mut mesh = cloth(&ClothParameters {
        size: [size, size],
        spacing,
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    })
    .expect("a cloth");
    for point in &mut mesh.points {
        point.y += height;
    }
    mesh
}

fn shell(name: &str, mesh: SurfaceMesh) -> Shell {
    Shell {
        name: name.to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: CLOTH,
        offset: 0.0,
    }
}

fn builder(radius: f64, bounds: BoundKind) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.offset.radius = Some(Length::Absolute(radius));
    builder.settings.offset.bounds = bounds;
    builder
}

/// Layers of crumpled cloth, one over the other, and a wire and a point between them.
fn layers(seed: u64, bounds: BoundKind) -> (Arc<Model>, Vec<Vec3>) {
    let mut builder = builder(4e-3, bounds);
    for k in 0..3 {
        let mesh = square(0.1, 0.02, 0.004 * f64::from(k));
        builder.add_shell(shell(&format!("layer {k}"), mesh));
    }
    let (model, state) = builder.build().expect("layers");
    let mut random = Random(seed);
    let shake = |x: &Vec3| x + Vec3::from_fn(|_, _| 0.0019 * random.next());
    let x = state.x.iter().map(shake).collect();
    (Arc::new(model), x)
}

/// Numbers from -1 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn detected(model: &Arc<Model>, x: &[Vec3]) -> OgcContact {
    let mut contact = OgcContact::new(Arc::clone(model));
    contact.begin_step(None, 1.0);
    contact.detect(x);
    contact
}

fn assert_no_repeats<const K: usize>(pairs: &[[u32; K]]) {
    let unique: HashSet<[u32; K]> = pairs.iter().copied().collect();
    assert_eq!(unique.len(), pairs.len());
}

#[test]
fn each_feature_pair_pushes_once() {
    for seed in 0..20 {
        let (model, x) = layers(seed, BoundKind::Plane);
        let contact = detected(&model, &x);
        let pairs: &Pairs = contact.pairs();
        assert!(pairs.len() > 50, "{}", pairs.len());
        assert_no_repeats(&pairs.point_point.vertices);
        assert_no_repeats(&pairs.point_edge.vertices);
        assert_no_repeats(&pairs.point_triangle.vertices);
        assert_no_repeats(&pairs.edge_edge.vertices);
        // The other way round is the same pair of edges.
        let sorted: HashSet<[[u32; 2]; 2]> = (pairs.edge_edge.vertices.iter())
            .map(|&[a, b, c, d]| {
                let mut edges = [[a.min(b), a.max(b)], [c.min(d), c.max(d)]];
                edges.sort_unstable();
                edges
            })
            .collect();
        assert_eq!(sorted.len(), pairs.edge_edge.len());
        let once = |weights: &[f64]| weights.iter().all(|&weight| weight == 1.0);
        assert!(once(&pairs.point_edge.weight) && once(&pairs.point_triangle.weight));
        assert!(once(&pairs.edge_edge.weight) && once(&pairs.parallel_edges.weight));
        // Two vertices may each look at the other.
        assert!(
            pairs
                .point_point
                .weight
                .iter()
                .all(|&w| w == 1.0 || w == 2.0)
        );
    }
}

#[test]
fn a_vertex_over_a_flat_sheet_is_pushed_by_one_feature() {
    let mut builder = builder(4e-3, BoundKind::Plane);
    builder.add_shell(shell("sheet", square(0.1, 0.02, 0.0)));
    builder.add_grains(tangency_engine::Grains {
        name: "grain".to_owned(),
        velocity: vec![Vec3::zeros()],
        points: vec![Vec3::new(0.0, 0.002, 0.0)],
        material: tangency_engine::GrainMaterial {
            density: 1000.0,
            diameter: 1e-3,
        },
        offset: 0.0,
    });
    let (model, state) = builder.build().expect("a grain over a sheet");
    let model = Arc::new(model);
    let grain = state.x.len() - 1;
    let mut kinds = [0; 3];
    for k in 0..2000 {
        let mut x = state.x.clone();
        // A lattice that also hits vertices and edges exactly.
        x[grain].x = -0.04 + 0.0025 * f64::from(k % 33);
        x[grain].z = -0.04 + 0.0025 * f64::from((k / 33) % 33);
        let contact = detected(&model, &x);
        let pairs = contact.pairs();
        let counts = [
            pairs.point_point.len(),
            pairs.point_edge.len(),
            pairs.point_triangle.len(),
        ];
        assert_eq!(
            counts.iter().sum::<usize>(),
            1,
            "{counts:?} at {}",
            x[grain]
        );
        (0..3).for_each(|i| kinds[i] += counts[i]);
        // The push is straight up, whatever feature it comes from.
        let mut gradient = vec![Vec3::zeros(); x.len()];
        tangency_engine::energy::Energy::gradient(&contact, &x, &mut gradient);
        let push = -gradient[grain];
        assert!(
            push.y > 0.0 && push.x.abs() + push.z.abs() < 1e-9 * push.y,
            "{push}"
        );
    }
    assert!(kinds.iter().all(|&count| count > 3), "{kinds:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// However the vertices want to go, they stay within their bounds, and no edge comes through a triangle.
    #[test]
    fn bounds_let_no_vertex_go_too_far(seed in 0_u64..10_000, by_ball: bool, size in -4.0_f64..0.0) {
        let kind = if by_ball { BoundKind::Ball } else { BoundKind::Plane };
        let (model, x) = layers(seed, kind);
        let contact = detected(&model, &x);
        let mut random = Random(seed + 77);
        let size = 10.0_f64.powf(size);
        let p: Vec<Vec3> = x.iter().map(|_| Vec3::from_fn(|_, _| size * random.next())).collect();
        let near = contact.nearby_pairs(&p);
        let bounds = DisplacementBounds::new(x.clone(), near.clone());
        let ends: Vec<Vec3> = (0..x.len()).map(|v| bounds.truncate(v, &(x[v] + p[v]))).collect();
        for v in 0..x.len() {
            let way = ends[v] - x[v];
            prop_assert!(way.norm() <= near.ball[v] * (1.0 + 1e-12) + 1e-17);
        }
        for pair in near.pairs.iter().filter(|_| near.has_planes) {
            for k in 0..pair.kind.vertex_count() {
                let v = pair.vertices[k] as usize;
                let plane = pair.plane(k);
                let way = ends[v] - x[v];
                prop_assert!(-plane.normal.dot(&way) <= plane.clearance * (1.0 + 1e-9) + 1e-17);
            }
        }
        for t in [0.3, 0.7, 1.0] {
            let at: Vec<Vec3> = x.iter().zip(&ends).map(|(a, b)| a + (b - a) * t).collect();
            for edge in &model.surface.edges {
                for triangle in &model.surface.triangles {
                    let shares = triangle.iter().any(|v| edge.contains(v));
                    let [a, b] = edge.map(|v| at[v as usize]);
                    let [p, q, r] = triangle.map(|v| at[v as usize]);
                    prop_assert!(shares || !edge_triangle(&a, &b, &p, &q, &r));
                }
            }
        }
    }
}

#[test]
fn boxes_rest_on_each_other_with_either_minimiser() {
    for stepper in [StepperKind::Newton, StepperKind::Vbd] {
        let mut builder = builder(5e-3, BoundKind::Plane);
        builder.settings.stepper = stepper;
        builder.settings.dt = 0.01;
        builder.friction.default = 0.3;
        let material = Material {
            density: 1000.0,
            young: 1e6,
            poisson: 0.4,
            ..Material::default()
        };
        for k in 0..2 {
            let mesh = shifted(
                boxes([0.2; 3], [2; 3]),
                [0.01, 0.104 + 0.204 * f64::from(k), 0.0],
            );
            add(
                &mut builder,
                &format!("box {k}"),
                mesh,
                material,
                Vec3::zeros(),
            );
        }
        ground(&mut builder, 0.0);
        let (simulation, states) = run(builder, 60);
        let certificate = simulation.certificate();
        assert!(certificate.verified && certificate.steps == 60);
        let height = |state| common::center(&simulation, state).y;
        let (end, before) = (height(&states[59]), height(&states[49]));
        assert!(
            (end - before).abs() < 1e-4,
            "{stepper:?}: {end} after {before}"
        );
        assert!((0.19..0.206).contains(&end), "{stepper:?}: {end}");
    }
}

#[test]
fn the_closest_pair_need_not_push() {
    for seed in 0..20 {
        let (model, x) = layers(seed, BoundKind::Plane);
        let contact = detected(&model, &x);
        let closest = contact.closest(&x).expect("a pair");
        let near = contact.nearby_pairs(&vec![Vec3::zeros(); x.len()]);
        let least = near
            .pairs
            .iter()
            .map(|pair| pair.gap)
            .fold(f64::INFINITY, f64::min);
        assert!(
            (closest.distance - least).abs() < 1e-12,
            "{}",
            closest.distance
        );
    }
}

#[test]
fn numbers_are_chosen_with_a_reason() {
    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Ogc;
    builder.add_shell(shell("sheet", square(0.1, 0.02, 0.0)));
    let (model, _) = builder.build().expect("a sheet");
    let offset = model.ogc.expect("its numbers");
    assert!(offset.radius > 0.0 && offset.radius < 0.02);
    assert_eq!(offset.query_radius, 2.0 * offset.radius);
    assert!(offset.stiffness > 0.0);
    assert!(
        offset.describe().iter().all(|line| line.len() > 30),
        "{offset:?}"
    );
}

/// The pairs found at `x` depend on `x` alone, not on where candidates were listed before.
#[test]
fn pairs_do_not_depend_on_earlier_detections() {
    let (model, x) = layers(5, BoundKind::Plane);
    let mut kept = detected(&model, &x);
    let mut random = Random(9);
    let mut at = x;
    // Small moves, which the candidates outlast, and larger ones, after which they are listed anew.
    for round in 0..40 {
        let length = if round % 10 == 9 { 4e-3 } else { 4e-4 };
        let together = Vec3::from_fn(|_, _| 5e-3 * random.next());
        at.iter_mut().for_each(|x| {
            *x += together + Vec3::from_fn(|_, _| length * random.next());
        });
        kept.detect(&at);
        let fresh = detected(&model, &at);
        assert_eq!(kept.pairs(), fresh.pairs(), "round {round}");
        let still = vec![Vec3::zeros(); at.len()];
        let (kept, fresh) = (kept.nearby_pairs(&still), fresh.nearby_pairs(&still));
        assert_eq!(kept.pairs, fresh.pairs, "round {round}");
        assert_eq!(kept.ball, fresh.ball, "round {round}");
    }
}

/// Vertices that go as far as the bounds for sweeps allow, in any direction, intended or not.
#[test]
fn bounds_for_sweeps_keep_everything_apart() {
    for bounds in [BoundKind::Plane, BoundKind::Ball] {
        let mut pairs = 0;
        for seed in 0..20 {
            let (model, x) = layers(seed, bounds);
            let mut contact = OgcContact::new(Arc::clone(&model));
            let mut random = Random(seed + 100);
            let mut way = |length: f64| -> Vec<Vec3> {
                let point = |_| Vec3::from_fn(|_, _| length * random.next());
                (0..x.len()).map(point).collect()
            };
            let (intended, mut moves) = (way(2e-3), way(2e-2));
            if seed % 2 == 0 {
                moves.clone_from(&intended);
            }
            let near = contact
                .detect_for_sweeps(&x, &intended)
                .expect("bounds for sweeps");
            pairs += near.pairs.len();
            DisplacementBounds::new(x.clone(), near).shorten(&mut moves);
            for share in [0.25, 0.5, 1.0] {
                let ends: Vec<Vec3> = x.iter().zip(&moves).map(|(x, p)| x + p * share).collect();
                assert_apart(&model, &ends);
            }
        }
        assert!(pairs > 1000, "{pairs} pairs");
    }
}

fn assert_apart(model: &Model, x: &[Vec3]) {
    for edge in &model.surface.edges {
        for triangle in &model.surface.triangles {
            if edge.iter().any(|v| triangle.contains(v)) {
                continue;
            }
            let [a, b] = edge.map(|v| x[v as usize]);
            let [t0, t1, t2] = triangle.map(|v| x[v as usize]);
            assert!(
                !edge_triangle(&a, &b, &t0, &t1, &t2),
                "{edge:?} {triangle:?}"
            );
        }
    }
}
