//! The contact potential over a whole model: derivatives against difference quotients, and bits for any number of
//! threads.

use std::sync::Arc;

use crate::common::{add, boxes, ground, shifted};
use nalgebra::DMatrix;
use tangency_engine::contact::{ContactModel, IpcContact};
use tangency_engine::energy::Energy;
use tangency_engine::linear::BlockSink;
use tangency_engine::{Length, Material, Model, ModelBuilder, Simulation, State, Vec3};

/// Boxes face to face, edge to edge and corner to face, and the ground, all within reach of each other.
fn crowded() -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.settings.dhat = Length::Absolute(0.05);
    let cube = |at: [f64; 3]| shifted(boxes([0.5; 3], [2; 3]), at);
    for (k, at) in [
        [0.0, 0.27, 0.0],
        [0.53, 0.28, 0.04],
        [0.01, 0.79, 0.02],
        [0.54, 0.80, 0.55],
    ]
    .into_iter()
    .enumerate()
    {
        add(
            &mut builder,
            &format!("cube {k}"),
            cube(at),
            Material::default(),
            Vec3::zeros(),
        );
    }
    ground(&mut builder, 0.0);
    builder.build().expect("a valid scene")
}

/// Moves every vertex a little, each in its own direction.
fn shaken(x: &[Vec3], amount: f64) -> Vec<Vec3> {
    let wave = |k: usize, c: usize| ((k * 37 + c * 11) as f64 * 0.7).sin() * amount;
    let moved = x.iter().enumerate();
    moved
        .map(|(k, x)| x + Vec3::new(wave(k, 0), wave(k, 1), wave(k, 2)))
        .collect()
}

#[test]
fn gradient_is_the_slope_of_the_value() {
    let (model, state) = crowded();
    let x = shaken(&state.x, 1e-3);
    let mut contact = IpcContact::new(Arc::new(model));
    contact.detect(&x);
    assert!(contact.pair_count() > 100);
    let pairs = contact.pairs().clone();
    assert!(
        !pairs.parallel_edges.is_empty()
            && !pairs.point_triangle.is_empty()
            && !pairs.half_space.is_empty()
    );
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(&x, &mut gradient);
    let scale = gradient.iter().map(|g| g.norm()).fold(0.0, f64::max);
    for seed in 1..6usize {
        let direction: Vec<Vec3> = (0..x.len())
            .map(|k| Vec3::from_fn(|c, _| ((k * 7 + c * 3 + seed * 101) as f64 * 1.3).sin()))
            .collect();
        let mut value_at = |h: f64| {
            let moved: Vec<Vec3> = x.iter().zip(&direction).map(|(x, d)| x + d * h).collect();
            contact.begin_step(None, 1.0);
            contact.detect(&moved);
            contact.value(&moved)
        };
        let h = 1e-7;
        let quotient = (value_at(h) - value_at(-h)) / (2.0 * h);
        let slope: f64 = gradient.iter().zip(&direction).map(|(g, d)| g.dot(d)).sum();
        assert!(
            (slope - quotient).abs() < 1e-5 * scale,
            "{slope} against {quotient}"
        );
    }
}

#[test]
fn hessian_blocks_are_symmetric_and_positive_semidefinite() {
    let (model, state) = crowded();
    let x = shaken(&state.x, 1e-3);
    let mut contact = IpcContact::new(Arc::new(model));
    contact.detect(&x);
    let mut sink = BlockSink::new();
    contact.hessian(&x, &mut sink);
    assert_eq!(sink.len(), contact.pair_count());
    for e in 0..sink.len() {
        let k = sink.nodes(e).len();
        let mut dense = DMatrix::<f64>::zeros(3 * k, 3 * k);
        let mut block = 0;
        for i in 0..k {
            for j in i..k {
                let local = sink.blocks(e)[block];
                dense.view_mut((3 * i, 3 * j), (3, 3)).copy_from(&local);
                dense
                    .view_mut((3 * j, 3 * i), (3, 3))
                    .copy_from(&local.transpose());
                block += 1;
            }
        }
        let size = dense.norm();
        let smallest = dense.symmetric_eigenvalues().min();
        assert!(
            smallest > -1e-10 * size,
            "element {e}: {smallest} of {size}"
        );
    }
}

#[test]
fn limit_is_the_first_touch_but_for_a_margin() {
    // The upper cube falls straight on the lower one: 0.1 m apart, 1 m of way.
    let mut builder = ModelBuilder::new();
    add(
        &mut builder,
        "lower",
        boxes([0.5; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    let upper = shifted(boxes([0.5; 3], [2; 3]), [0.03, 0.6, 0.02]);
    let handle = add(
        &mut builder,
        "upper",
        upper,
        Material::default(),
        Vec3::zeros(),
    );
    let (model, state) = builder.build().expect("a valid scene");
    let mut way = vec![Vec3::zeros(); state.x.len()];
    for v in handle.vertices {
        way[v as usize] = -Vec3::y();
    }
    let mut contact = IpcContact::new(Arc::new(model));
    contact.detect(&state.x);
    let limit = contact.limit(&state.x, &way, 1.0);
    assert!(limit < 0.1 && limit > 0.08, "{limit}");
}

#[test]
fn a_simulation_has_the_same_bits_for_any_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            let (model, state) = crowded();
            let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
            for _ in 0..4 {
                simulation.step().expect("a solved step");
            }
            simulation.state().clone()
        })
    };
    let (one, two, five) = (run(1), run(2), run(5));
    assert_eq!(one, two);
    assert_eq!(one, five);
}

#[test]
fn a_point_inside_a_solid_is_found_before_the_first_step() {
    use tangency_engine::{ModelError, Obstacle};
    use tangency_geometry::SurfaceMesh;
    let mut builder = ModelBuilder::new();
    add(
        &mut builder,
        "cube",
        boxes([0.5; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    builder.add_obstacle(Obstacle {
        name: "needle tip".to_owned(),
        mesh: SurfaceMesh {
            points: vec![Vec3::new(0.1, 0.05, 0.02)],
            triangles: Vec::new(),
            edges: Vec::new(),
            vertices: vec![0],
        },
        offset: 0.0,
    });
    let error = builder.build().expect_err("the point is inside");
    assert!(matches!(error, ModelError::InitialIntersection { .. }));
    assert!(error.to_string().contains("needle tip"), "{error}");
}
