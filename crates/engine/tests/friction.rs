//! Friction against Coulomb's law in closed form.

use crate::common;
use crate::common::{add, boxes, center, ground, moving, run};
use tangency_engine::{Integrator, Length, Material, ModelBuilder, Obstacle, Side, Vec3};
use tangency_formulas::contact::log_barrier;
use tangency_geometry::generate::{PlaneParameters, plane};

const G: f64 = 9.80665;

/// Height of the block's lowest vertices above the ground, m: half of d̂. When friction sets in, the block tips by
/// a share of the gap, and the speed that this gives it is kept by a block that friction just holds: it has to be
/// small against the speed below which friction sticks.
const GAP: f64 = 1e-7;

/// Stiffness of the barrier for which the block rests `GAP` above the ground, if forces count `scale` times.
fn resting_stiffness(scale: f64) -> f64 {
    let weight = 1000.0 * 0.4 * 0.1 * 0.4 * G * 0.5f64.atan().cos();
    let slope = -log_barrier::first(GAP * GAP, 4.0 * GAP * GAP) * 2.0 * GAP;
    scale * weight / (25.0 * slope)
}

/// A stiff block that rests on a slope of tangent 0.5: the ground is level, gravity is not.
fn slope(mu: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    let angle = 0.5f64.atan();
    builder.gravity = G * Vec3::new(angle.sin(), -angle.cos(), 0.0);
    builder.settings.dt = 0.01;
    builder.settings.epsv = Length::Absolute(5e-6);
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    builder.settings.friction_iterations = None;
    builder.friction.default = mu;
    let material = Material {
        young: 2e11,
        ..Material::default()
    };
    builder.settings.dhat = Length::Absolute(2.0 * GAP);
    builder.settings.kappa = Some(resting_stiffness(1e-4));
    let block = common::shifted(boxes([0.4, 0.1, 0.4], [4, 1, 4]), [0.0, 0.05 + GAP, 0.0]);
    add(&mut builder, "block", block, material, Vec3::zeros());
    ground(&mut builder, 0.0);
    builder
}

#[test]
fn a_block_stays_on_a_slope_that_friction_just_holds() {
    let (simulation, states) = run(slope(0.5), 100);
    let drift = |a: usize, b: usize| {
        let way = center(&simulation, &states[b]) - center(&simulation, &states[a]);
        way.x / ((b - a) as f64 * 0.01)
    };
    // At exactly the limit it creeps with at most the speed below which friction sticks.
    let speed = drift(50, 99);
    assert!((0.0..1e-5).contains(&speed), "it drifts with {speed} m/s");
    assert!(simulation.certificate().verified);
}

#[test]
fn a_block_slides_down_with_the_acceleration_of_theory() {
    let mu = 0.49;
    let (simulation, states) = run(slope(mu), 100);
    let angle = 0.5f64.atan();
    let exact = G * (angle.sin() - mu * angle.cos());
    let position = |k: usize| center(&simulation, &states[k]).x;
    let (h, span) = (0.01, 40usize);
    let time = span as f64 * h;
    let acceleration =
        (position(99) - 2.0 * position(99 - span) + position(99 - 2 * span)) / (time * time);
    assert!(
        (acceleration / exact - 1.0).abs() < 0.02,
        "{acceleration} against {exact}"
    );
}

#[test]
fn a_pair_has_its_own_coefficient() {
    // Two blocks on one ground; only the second one sticks.
    let mut builder = slope(0.0);
    let second = common::shifted(boxes([0.4, 0.1, 0.4], [4, 1, 4]), [0.0, 0.05 + GAP, 1.0]);
    let material = Material {
        young: 2e11,
        ..Material::default()
    };
    let second = add(&mut builder, "second", second, material, Vec3::zeros());
    let pair = (Side::Body(second.index), Side::HalfSpace(0), 0.8);
    builder.friction.pairs.push(pair);
    let (simulation, states) = run(builder, 30);
    let way = |v: u32| (states[29].x[v as usize] - simulation.model().rest[v as usize]).x;
    let (time, angle) = (0.3f64, 0.5f64.atan());
    assert!(
        way(0) > 0.9 * 0.5 * G * angle.sin() * time * time,
        "{}",
        way(0)
    );
    assert!(
        way(second.vertices.start).abs() < 1e-4,
        "{}",
        way(second.vertices.start)
    );
}

#[test]
fn a_moving_belt_carries_the_block_along() {
    // An obstacle starts to move sideways under a block that has come to rest on it: Coulomb accelerates the
    // block by mu g, until it sticks.
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::new(0.0, -G, 0.0);
    builder.settings.dt = 0.01;
    builder.settings.epsv = Length::Absolute(1e-4);
    builder.settings.friction_iterations = None;
    builder.friction.default = 0.3;
    let block = common::shifted(boxes([0.4, 0.1, 0.4], [4, 1, 4]), [0.0, 0.0504, 0.0]);
    add(
        &mut builder,
        "block",
        block,
        Material::default(),
        Vec3::zeros(),
    );
    let mesh = plane(&PlaneParameters {
        size: [8.0, 2.0],
        ..PlaneParameters::default()
    });
    let belt = builder.add_obstacle(Obstacle {
        name: "belt".to_owned(),
        mesh: mesh.expect("a plane"),
        offset: 0.0,
    });
    let mut program = moving("belt", belt.vertices.collect(), Vec3::x(), f64::INFINITY);
    program.motion.begin = 0.5;
    builder.add_boundary(program);
    let (simulation, states) = run(builder, 100);
    let speed =
        |k: usize| (center(&simulation, &states[k]) - center(&simulation, &states[k - 1])).x / 0.01;
    assert!(speed(49).abs() < 1e-4, "{}", speed(49));
    // From 0.1 s to 0.2 s after the start it slides and gains mu g 0.1 s; at the end it has long been as fast as
    // the belt (after 0.34 s).
    let gain = (speed(69) - speed(59)) / (0.3 * G * 0.1);
    assert!((gain - 1.0).abs() < 0.05, "{gain}");
    assert!((speed(99) - 1.0).abs() < 1e-3, "{}", speed(99));
}

#[test]
fn friction_agrees_with_coulomb_for_every_integrator() {
    for integrator in [
        Integrator::ImplicitEuler,
        Integrator::Bdf2,
        Integrator::Newmark {
            beta: 0.25,
            gamma: 0.5,
        },
    ] {
        let mut builder = slope(0.25);
        builder.settings.integrator = integrator;
        let share = match integrator {
            Integrator::Newmark { beta, .. } => beta,
            Integrator::Bdf2 => 4.0 / 9.0,
            _ => 1.0,
        };
        builder.settings.kappa = Some(resting_stiffness(share * 1e-4));
        let (simulation, states) = run(builder, 80);
        let angle = 0.5f64.atan();
        let exact = G * (angle.sin() - 0.25 * angle.cos());
        let position = |k: usize| center(&simulation, &states[k]).x;
        let acceleration = (position(79) - 2.0 * position(49) + position(19)) / (0.3 * 0.3);
        assert!(
            (acceleration / exact - 1.0).abs() < 0.02,
            "{integrator:?}: {acceleration} against {exact}"
        );
    }
}
