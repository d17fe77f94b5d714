//! Integrators against closed forms, orders of accuracy and conserved energy.

use crate::common::{add, boxes, center, moving, run, select};
use tangency_engine::{Integrator, Length, Material, ModelBuilder, Simulation, Vec3};

const NEWMARK: Integrator = Integrator::Newmark {
    beta: 0.25,
    gamma: 0.5,
};

/// A bar without Poisson effect, stretched by a velocity that grows along it.
fn vibrating(integrator: Integrator, dt: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = dt;
    builder.settings.integrator = integrator;
    builder.settings.newton_tolerance = Length::Absolute(1e-10);
    let mesh = boxes([1.0, 0.2, 0.2], [5, 1, 1]);
    let velocity = mesh
        .points
        .iter()
        .map(|x| 0.5 * (std::f64::consts::PI * x.x).sin() * Vec3::x());
    builder.add_solid(tangency_engine::Solid {
        name: "bar".to_owned(),
        velocity: velocity.collect(),
        mesh,
        material: Material {
            young: 1e5,
            poisson: 0.0,
            ..Material::default()
        },
        offset: 0.0,
    });
    builder
}

fn positions(integrator: Integrator, dt: f64, time: f64) -> Vec<Vec3> {
    let steps = (time / dt).round() as usize;
    run(vibrating(integrator, dt), steps).0.state().x.clone()
}

/// Ratio of the changes when the time step is halved twice: 2 to the order of accuracy.
fn ratio(integrator: Integrator) -> f64 {
    let time = 0.08;
    let [coarse, middle, fine] = [0.004, 0.002, 0.001].map(|h| positions(integrator, h, time));
    let change = |a: &[Vec3], b: &[Vec3]| {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b).norm_squared());
        squares.sum::<f64>().sqrt()
    };
    change(&coarse, &middle) / change(&middle, &fine)
}

#[test]
fn orders_of_accuracy_are_those_of_theory() {
    let euler = ratio(Integrator::ImplicitEuler).log2();
    assert!((euler - 1.0).abs() < 0.2, "implicit Euler: {euler}");
    let newmark = ratio(NEWMARK).log2();
    assert!((newmark - 2.0).abs() < 0.2, "Newmark: {newmark}");
    let bdf2 = ratio(Integrator::Bdf2).log2();
    assert!((bdf2 - 2.0).abs() < 0.3, "BDF2: {bdf2}");
}

fn total_energy(simulation: &mut Simulation) -> f64 {
    let energy = simulation.step().expect("a solved step").energy;
    energy.kinetic + energy.elastic
}

#[test]
fn newmark_keeps_the_energy_and_implicit_euler_does_not() {
    let energies = |integrator| {
        let (model, state) = vibrating(integrator, 0.002).build().expect("a scene");
        let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
        let energies = (0..1000).map(|_| total_energy(&mut simulation));
        energies.collect::<Vec<f64>>()
    };
    let newmark = energies(NEWMARK);
    for energy in &newmark {
        assert!(
            (energy / newmark[0] - 1.0).abs() < 0.01,
            "{energy} of {}",
            newmark[0]
        );
    }
    let euler = energies(Integrator::ImplicitEuler);
    assert!(
        euler[999] < 0.5 * euler[0],
        "{} of {}",
        euler[999],
        euler[0]
    );
}

#[test]
fn free_fall_is_exact_for_second_order_rules() {
    for integrator in [NEWMARK, Integrator::Bdf2] {
        let mut builder = vibrating(integrator, 0.01);
        builder.gravity = Vec3::new(0.0, -9.80665, 0.0);
        let (simulation, states) = run(builder, 100);
        let fall = -center(&simulation, &states[99]).y;
        let exact = 0.5 * 9.80665;
        // Newmark is exact; BDF2 starts with one step of implicit Euler, which is off by h² g / 2 there.
        let allowed = if integrator == NEWMARK {
            1e-9
        } else {
            9.80665 * 1e-4 * 2.0
        };
        assert!(
            (fall - exact).abs() < allowed,
            "{integrator:?}: {fall} against {exact}"
        );
    }
}

#[test]
fn a_quasi_static_bar_hangs_in_equilibrium_after_one_step() {
    let (length, density, young) = (1.0, 1000.0, 1e7);
    let mut builder = ModelBuilder::new();
    builder.settings.integrator = Integrator::QuasiStatic;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let material = Material {
        density,
        young,
        poisson: 0.0,
        ..Material::default()
    };
    let bar = boxes([0.1, length, 0.1], [1, 40, 1]);
    let bar = add(&mut builder, "bar", bar, material, Vec3::zeros());
    let top = select(&builder, &bar, |x| x.y > 0.5 * length - 1e-9);
    builder.add_boundary(moving("top", top, Vec3::zeros(), 1.0));
    let (simulation, _) = run(builder, 1);
    let heights = simulation.state().x.iter().map(|x| x.y);
    let elongation = -0.5 * length - heights.fold(f64::INFINITY, f64::min);
    let exact = density * 9.80665 * length * length / (2.0 * young);
    assert!(
        (elongation / exact - 1.0).abs() < 0.01,
        "{elongation} against {exact}"
    );
}

#[test]
fn damping_by_mass_slows_a_free_body_as_implicit_euler_says() {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 0.01;
    builder.settings.damping.mass = 3.0;
    builder.settings.newton_tolerance = Length::Absolute(1e-10);
    add(
        &mut builder,
        "cube",
        boxes([1.0; 3], [2; 3]),
        Material::default(),
        Vec3::x(),
    );
    let (simulation, _) = run(builder, 50);
    // (v' - v)/h = -3 v': every step divides by 1 + 3 h.
    let exact = (1.0f64 + 0.03).powi(-50);
    for v in &simulation.state().v {
        assert!((v - exact * Vec3::x()).norm() < 1e-10, "{v}");
    }
}

#[test]
fn damping_by_stiffness_takes_vibration_but_no_motion() {
    let mut builder = vibrating(NEWMARK, 0.002);
    builder.settings.damping.stiffness = 0.02;
    let momentum =
        |v: &[Vec3], mass: &[f64]| -> Vec3 { v.iter().zip(mass).map(|(v, m)| v * *m).sum() };
    let (model, mut state) = builder.build().expect("a scene");
    for v in &mut state.v {
        *v += Vec3::y();
    }
    let before = momentum(&state.v, &model.mass);
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    for _ in 0..400 {
        simulation.step().expect("a solved step");
    }
    let state = simulation.state();
    let after = momentum(&state.v, &simulation.model().mass);
    assert!((after - before).norm() < 1e-8 * before.norm());
    let rigid = after / simulation.model().mass.iter().sum::<f64>();
    for v in &state.v {
        assert!(
            (v - rigid).norm() < 1e-3,
            "still vibrates with {}",
            (v - rigid).norm()
        );
    }
}
