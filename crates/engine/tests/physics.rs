//! Physics against closed-form results.

use crate::common::{add, boxes, ground, moving, run, select, shifted};
use tangency_engine::{Length, Material, ModelBuilder, State, Vec3};

#[test]
fn free_fall_matches_gravity_to_rounding() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    add(
        &mut builder,
        "cube",
        boxes([1.0; 3], [2; 3]),
        Material::default(),
        Vec3::new(1.0, 2.0, 0.0),
    );
    let gravity = builder.gravity;
    let (simulation, _) = run(builder, 100);
    let state = simulation.state();
    let (h, n) = (0.01, 100.0);
    for (x, rest) in state.x.iter().zip(&simulation.model().rest) {
        // Implicit Euler: v_k = v_0 + k h g, x_n = x_0 + n h v_0 + h² g n (n + 1)/2.
        let exact = rest + n * h * Vec3::new(1.0, 2.0, 0.0) + h * h * gravity * n * (n + 1.0) / 2.0;
        assert!((x - exact).norm() < 1e-11, "{x} against {exact}");
    }
    assert!(simulation.certificate().verified);
}

#[test]
fn a_hanging_bar_is_as_long_as_the_theory_says() {
    let (length, density, young) = (1.0, 1000.0, 1e7);
    let mut builder = ModelBuilder::new();
    // Implicit Euler with a large step damps the oscillation away.
    builder.settings.dt = 1.0;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let material = Material {
        density,
        young,
        poisson: 0.0,
        ..Material::default()
    };
    let bar = add(
        &mut builder,
        "bar",
        boxes([0.1, length, 0.1], [1, 40, 1]),
        material,
        Vec3::zeros(),
    );
    let top = select(&builder, &bar, |x| x.y > 0.5 * length - 1e-9);
    builder.add_boundary(moving("top", top, Vec3::zeros(), 1.0));
    let (simulation, _) = run(builder, 30);
    let lowest = simulation
        .state()
        .x
        .iter()
        .map(|x| x.y)
        .fold(f64::INFINITY, f64::min);
    let elongation = -0.5 * length - lowest;
    let exact = density * 9.80665 * length * length / (2.0 * young);
    assert!(
        (elongation / exact - 1.0).abs() < 0.01,
        "{elongation} against {exact}"
    );
}

#[test]
fn a_free_collision_conserves_momentum() {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 0.01;
    builder.settings.newton_tolerance = Length::Absolute(1e-8);
    let soft = Material {
        young: 1e5,
        ..Material::default()
    };
    let cube = || boxes([1.0; 3], [2; 3]);
    add(
        &mut builder,
        "left",
        shifted(cube(), [-0.6, 0.0, 0.0]),
        soft,
        Vec3::new(2.0, 0.0, 0.0),
    );
    add(
        &mut builder,
        "right",
        shifted(cube(), [0.6, 0.3, 0.2]),
        soft,
        Vec3::new(-1.0, 0.5, 0.0),
    );
    let (simulation, states) = run(builder, 60);
    let mass = &simulation.model().mass;
    let momentum = |v: &[Vec3]| mass.iter().zip(v).map(|(m, v)| *m * v).sum::<Vec3>();
    let start = 1000.0 * Vec3::new(1.0, 0.5, 0.0);
    for state in &states {
        assert!((momentum(&state.v) - start).norm() < 1e-5 * start.norm());
    }
    let left: Vec3 = mass[..27]
        .iter()
        .zip(&states[59].v)
        .map(|(m, v)| *m * v)
        .sum();
    assert!(left.x < 1000.0, "the bodies have exchanged momentum");
    assert!(
        simulation.certificate().min_distance.is_some(),
        "they have met"
    );
    assert!(simulation.certificate().verified);
}

#[test]
fn at_rest_the_gap_is_below_dhat_and_carries_the_weight() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.05;
    builder.settings.newton_tolerance = Length::Absolute(1e-6);
    add(
        &mut builder,
        "cube",
        shifted(boxes([1.0; 3], [1; 3]), [0.0, 0.51, 0.0]),
        Material::default(),
        Vec3::zeros(),
    );
    ground(&mut builder, 0.0);
    let (simulation, states) = run(builder, 200);
    let lowest = |state: &State| state.x.iter().map(|x| x.y).fold(f64::INFINITY, f64::min);
    let gap = lowest(simulation.state());
    assert!(gap > 0.0 && gap < simulation.model().dhat, "{gap}");
    assert!(
        (gap - lowest(&states[190])).abs() < 1e-6,
        "it has come to rest"
    );
    assert!(simulation.certificate().verified);
}
