//! Recordings: memory, refusals, and what is told.

use std::sync::Arc;

use tangency_adjoint::{GradientError, PointTargets, Recording, Variable};
use tangency_engine::{
    ContactKind, GrainMaterial, Grains, Integrator, Model, ModelBuilder, StepperKind, Vec3,
};

use crate::compare::Scene as _;
use crate::worlds::{Knobs, World};

fn refusal(change: impl Fn(&mut Model)) -> String {
    let knobs = Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc);
    let (model, state) = knobs.build();
    let mut model = Model::clone(&model);
    change(&mut model);
    match Recording::run(&Arc::new(model), state, 2) {
        Ok(_) => "it ran".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_not_differentiated_is_refused_by_name() {
    let told = refusal(|model| model.settings.stepper = StepperKind::Vbd);
    assert!(told.contains("block descent"), "{told}");
    let told = refusal(|model| model.settings.contact = ContactKind::Ogc);
    assert!(told.contains("`ogc`"), "{told}");
    let told = refusal(|model| model.settings.damping.stiffness = 0.1);
    assert!(told.contains("damping by stiffness"), "{told}");
    let told = refusal(|model| model.boundary[0].motion.path = tangency_engine::Path::Driven);
    assert!(told.contains("driven motion `motion`"), "{told}");
}

#[test]
fn densities_and_rest_shapes_need_a_given_stiffness() {
    let knobs = Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc);
    let recording = Knobs { steps: 2, ..knobs }.run().expect("a solved run");
    let objective = PointTargets {
        vertices: vec![0],
        targets: vec![Vec3::zeros()],
    };
    for variable in [Variable::Density, Variable::RestShape] {
        let told = recording
            .gradient(&objective, &[variable])
            .unwrap_err()
            .to_string();
        assert!(told.contains("set `kappa`"), "{told}");
    }
}

#[test]
fn an_unsolved_step_has_no_gradient() {
    let knobs = Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc);
    let (model, state) = knobs.build();
    let mut model = Model::clone(&model);
    model.settings.max_iterations = 1;
    let run = Recording::run(&Arc::new(model), state, 5);
    assert!(matches!(run, Err(GradientError::Step(_))));
}

#[test]
fn an_objective_that_is_no_number_is_refused() {
    let knobs = Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc);
    let recording = Knobs {
        steps: 2,
        kappa: Some(100.0),
        ..knobs
    }
    .run()
    .expect("a solved run");
    let objective = PointTargets {
        vertices: vec![0],
        targets: vec![Vec3::repeat(f64::NAN)],
    };
    let refused = recording.gradient(&objective, &[Variable::Velocities]);
    assert!(matches!(refused, Err(GradientError::NotFinite { .. })));
}

/// Steps that are computed again between checkpoints give the same bits as states that were kept.
#[test]
fn checkpoints_give_the_bits_of_kept_states() {
    let knobs = Knobs {
        rounds: Some(2),
        kappa: Some(100.0),
        ..Knobs::new(World::Thrown, Integrator::Bdf2, ContactKind::Ipc)
    };
    let (model, state) = knobs.build();
    let objective = PointTargets {
        vertices: vec![0, 3],
        targets: vec![Vec3::zeros(), Vec3::x()],
    };
    let of = |memory: usize, interval: usize| {
        let recording = Recording::within(&model, state.clone(), 11, memory).expect("a solved run");
        assert_eq!(recording.interval(), interval);
        let wanted = [Variable::Positions, Variable::Velocities, Variable::Young];
        recording.gradient(&objective, &wanted).expect("a gradient")
    };
    let (kept, again) = (of(1 << 30, 1), of(0, 4));
    assert_eq!(kept.value.to_bits(), again.value.to_bits());
    assert_eq!(kept.positions, again.positions);
    assert_eq!(kept.velocities, again.velocities);
    assert_eq!(kept.young, again.young);
}

/// Where the barrier's stiffness balances forces, it follows the state, and holding it would be wrong.
#[test]
fn a_stiffness_that_follows_the_forces_is_refused() {
    let recording = Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc).run();
    let objective = PointTargets {
        vertices: vec![0],
        targets: vec![Vec3::zeros()],
    };
    let recording = recording.expect("a solved run");
    let refused = recording.gradient(&objective, &[Variable::Velocities]);
    assert!(matches!(
        refused,
        Err(GradientError::AdaptiveStiffness { .. })
    ));
}

/// A grain that flies, in numbers that can be told by hand.
#[test]
fn a_grain_flies_and_its_density_does_not_matter() {
    let mut builder = ModelBuilder::new();
    builder.settings.kappa = Some(1.0);
    builder.add_grains(Grains {
        name: "sand".to_owned(),
        points: vec![Vec3::zeros()],
        material: GrainMaterial {
            density: 1000.0,
            diameter: 0.01,
        },
        velocity: vec![Vec3::x()],
        offset: 0.0,
    });
    let (model, state) = builder.build().expect("a valid scene");
    let dt = model.settings.dt;
    let recording = Recording::run(&Arc::new(model), state, 2).expect("a solved run");
    let objective = PointTargets {
        vertices: vec![0],
        targets: vec![Vec3::zeros()],
    };
    // It flies: Σ ½ |x + k h v + ...|² over three states, by v: Σ k h x.
    let wanted = [Variable::Velocities, Variable::Density];
    let gradient = recording.gradient(&objective, &wanted).expect("a gradient");
    assert!((gradient.velocities[0].x - 5.0 * dt * dt).abs() < 1e-12);
    assert!(gradient.density[0].abs() < 1e-18);
}
