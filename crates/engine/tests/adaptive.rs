//! Steps that are cut into parts: closed forms whatever the lengths, trouble that a fixed length does not survive, and the
//! same bits after a resumption.

use crate::common::{add, boxes, center, ground, moving, shifted};
use tangency_engine::state::Pacing;
use tangency_engine::step::Unsolved;
use tangency_engine::{
    Integrator, Length, Material, ModelBuilder, Pace, RestShape, RodMaterial, Rods, Simulation,
    State, StepReport, Vec3,
};
use tangency_geometry::SurfaceMesh;

const GRAVITY: f64 = 9.80665;

/// Lengths from `dt` to a sixteenth of it.
fn pace(builder: &mut ModelBuilder, dt: f64) {
    builder.settings.dt = dt;
    builder.settings.pace = Some(Pace {
        least: dt / 16.0,
        iterations: None,
    });
}

/// Halvings of the parts with which each of so many steps begins, different from step to step.
fn begin_each(builder: ModelBuilder, steps: u32) -> Vec<(State, StepReport)> {
    let (model, mut state) = builder.build().expect("a valid scene");
    (0..steps)
        .map(|step| {
            let level = (step * 7 + 1) % 5;
            // As after parts of that length, one of which was solved: contact and friction know its stiffness.
            let last = state.pacing.map_or(0, |pacing| pacing.last);
            state.pacing = Some(Pacing {
                last,
                level,
                ..Pacing::default()
            });
            let mut simulation = Simulation::new(model.clone(), state.clone()).expect("a stepper");
            let report = simulation.step().expect("a solved step");
            state = simulation.state().clone();
            (state.clone(), report)
        })
        .collect()
}

fn falling(integrator: Integrator) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    pace(&mut builder, 0.01);
    builder.settings.integrator = integrator;
    builder.settings.newton_tolerance = Length::Absolute(1e-10);
    let cube = boxes([1.0; 3], [1; 3]);
    add(
        &mut builder,
        "cube",
        cube,
        Material::default(),
        Vec3::zeros(),
    );
    builder
}

#[test]
fn free_fall_with_varying_lengths_is_that_of_the_closed_form() {
    let steps = begin_each(falling(Integrator::NEWMARK), 40);
    let lengths = steps.iter().flat_map(|(_, report)| &report.parts);
    let mut lengths: Vec<u64> = lengths
        .map(|part| (0.01 / part.dt).round() as u64)
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert_eq!(lengths, [1, 2, 4, 8, 16], "all lengths occur");
    let (end, report) = steps.last().expect("steps");
    let fall = -end.x.iter().map(|x| x.y).sum::<f64>() / end.x.len() as f64;
    let exact = 0.5 * GRAVITY * 0.4 * 0.4;
    println!("Newmark falls {fall} m, the closed form {exact} m");
    assert!((fall - exact).abs() < 1e-9);
    assert_eq!((end.time, report.dt), (40.0 * 0.01, 0.01));

    // Implicit Euler: v = -g t at the end of each part, which it moves with.
    let steps = begin_each(falling(Integrator::ImplicitEuler), 40);
    let parts = steps.iter().flat_map(|(_, report)| &report.parts);
    let exact: f64 = parts.map(|part| GRAVITY * part.time * part.dt).sum();
    let (end, _) = steps.last().expect("steps");
    let fall = -end.x.iter().map(|x| x.y).sum::<f64>() / end.x.len() as f64;
    println!("implicit Euler falls {fall} m, its closed form {exact} m");
    assert!((fall - exact).abs() < 1e-9);
}

/// A weight on a spring of 1 m, without gravity, in steps of `dt`.
fn oscillator(integrator: Integrator, dt: f64) -> ModelBuilder {
    let mut builder = pendulum(1e5);
    builder.settings.integrator = integrator;
    pace(&mut builder, dt);
    builder.gravity = Vec3::zeros();
    builder
}

/// The error of the place of an oscillating weight after 0.4 s, as a share of its amplitude, in steps of `dt` of which each
/// is cut into half as many or twice as many parts as the one before.
fn error_of(integrator: Integrator, dt: f64) -> f64 {
    let (model, mut state) = oscillator(integrator, dt).build().expect("a valid scene");
    let at_rest = state.x[1];
    let axis = at_rest - state.x[0];
    let stiffness = model.elements.segments.springs[0].stiffness;
    let frequency = (stiffness / model.mass[1]).sqrt();
    state.v[1] = axis;
    let steps = (0.4 / dt).round() as usize;
    for step in 0..steps {
        let level = [0, 1, 2, 3, 2, 1][step % 6];
        let last = state.pacing.map_or(0, |pacing| pacing.last);
        state.pacing = Some(Pacing {
            last,
            level,
            patience: 64,
            ..Pacing::default()
        });
        let mut simulation = Simulation::new(model.clone(), state).expect("a stepper");
        let report = simulation.step().expect("a solved step");
        assert_eq!(report.parts.len(), 1 << level);
        state = simulation.state().clone();
    }
    let amplitude = 1.0 / frequency;
    let along = (state.x[1] - at_rest).dot(&axis);
    (along / amplitude - (0.4 * frequency).sin()).abs()
}

#[test]
fn integrators_keep_their_order_while_lengths_vary() {
    for (integrator, order) in [
        (Integrator::ImplicitEuler, 1.0),
        (Integrator::NEWMARK, 2.0),
        (Integrator::Bdf2, 2.0),
    ] {
        let errors = [2e-3, 1e-3, 5e-4].map(|dt| error_of(integrator, dt));
        let orders = [0, 1].map(|k| (errors[k] / errors[k + 1]).log2());
        println!("{integrator:?}: errors {errors:?}, orders {orders:?}");
        assert!((orders[1] - order).abs() < 0.15, "{integrator:?}");
    }
}

/// A weight at the end of a segment of 1 m, 5 degrees from hanging, of a Young's modulus in Pa.
fn pendulum(young: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    pace(&mut builder, 0.01);
    builder.settings.integrator = Integrator::NEWMARK;
    // Below that the energies, in which the spring is stiff, do not tell which of two places is lower.
    builder.settings.newton_tolerance = Length::Absolute(1e-7);
    let angle = 5f64.to_radians();
    let rod = builder.add_rods(Rods {
        name: "pendulum".to_owned(),
        mesh: SurfaceMesh {
            points: vec![Vec3::zeros(), Vec3::new(angle.sin(), -angle.cos(), 0.0)],
            edges: vec![[0, 1]],
            ..SurfaceMesh::default()
        },
        rest: RestShape::Placed,
        material: RodMaterial {
            diameter: 0.01,
            density: 1000.0,
            young,
            poisson: 0.3,
            stretching: 1.0,
            bending: 0.0,
            twisting: 0.0,
        },
        velocity: vec![Vec3::zeros(); 2],
        offset: 0.0,
    });
    let held = vec![rod.vertices.start];
    builder.add_boundary(moving("pivot", held, Vec3::zeros(), 1.0));
    builder
}

#[test]
fn a_pendulum_with_varying_lengths_keeps_its_period_and_its_energy() {
    let steps = begin_each(pendulum(1e8), 1000);
    let at = |k: usize| (steps[k].0.time, steps[k].0.x[1].x);
    let crossings = (1..steps.len()).filter_map(|k| {
        let ((t, x), (u, y)) = (at(k - 1), at(k));
        (x > 0.0 && y <= 0.0).then(|| t + (u - t) * x / (x - y))
    });
    let crossings: Vec<f64> = crossings.collect();
    let periods = (crossings.len() - 1) as f64;
    let period = (crossings[crossings.len() - 1] - crossings[0]) / periods;
    let angle = 5f64.to_radians();
    let exact = std::f64::consts::TAU * (1.0 / GRAVITY).sqrt() * (1.0 + angle * angle / 16.0);
    println!("period {period} s over {periods} swings, closed form {exact} s");
    assert!((period / exact - 1.0).abs() < 1e-3);
    let energy = |(_, report): &(State, StepReport)| {
        let energy = report.energy;
        energy.kinetic + energy.elastic + energy.gravity
    };
    let swing = (steps.iter().map(|(_, report)| report.energy.kinetic)).fold(0.0, f64::max);
    let off = steps
        .iter()
        .map(|step| (energy(step) - energy(&steps[0])).abs());
    let off = off.fold(0.0, f64::max);
    println!(
        "the energy is off by at most {:.2e} of that of the swing",
        off / swing
    );
    assert!(off < 0.01 * swing);
}

/// A soft cube that is thrown on the ground, with few iterations for each step.
fn thrown(iterations: u32, least: Option<f64>) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.04;
    builder.settings.max_iterations = iterations;
    builder.settings.pace = least.map(|least| Pace {
        least,
        iterations: None,
    });
    let cube = shifted(boxes([0.2; 3], [3; 3]), [0.0, 0.15, 0.0]);
    let material = Material {
        young: 1e5,
        ..Material::default()
    };
    let down = Vec3::new(0.0, -6.0, 0.0);
    add(&mut builder, "cube", cube, material, down);
    ground(&mut builder, 0.0);
    builder
}

/// Iterations with which a fixed step does not survive the impact, and shorter ones do.
const FEW: u32 = 9;

#[test]
fn what_is_stuck_with_a_fixed_length_runs_through() {
    let (model, state) = thrown(FEW, None).build().expect("a valid scene");
    let mut fixed = Simulation::new(model, state).expect("a stepper");
    let stuck = (0..10).find_map(|_| fixed.step().err());
    let stuck = stuck.expect("the fixed length gets stuck").to_string();
    assert!(stuck.contains("not converged"), "{stuck}");

    let (model, state) = thrown(FEW, Some(0.04 / 256.0)).build().expect("a scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper");
    let (mut given_up, mut shortest) = (0, f64::INFINITY);
    for _ in 0..10 {
        let report = simulation.step().expect("a solved step");
        let solved = || report.parts.iter().filter(|part| part.trouble.is_none());
        let total: f64 = solved().map(|part| part.dt).sum();
        assert!((total - 0.04).abs() < 1e-15);
        given_up += report.parts.len() - solved().count();
        shortest = solved().map(|part| part.dt).fold(shortest, f64::min);
    }
    println!("{given_up} parts given up, the shortest {shortest} s");
    assert!(given_up > 0 && shortest < 0.04);
    let certificate = simulation.certificate();
    assert_eq!((certificate.steps, certificate.verified), (10, true));
    let state = simulation.state();
    assert!(
        center(&simulation, state).y > 0.05,
        "the cube lies on the ground"
    );
}

#[test]
fn a_step_that_ends_early_is_certified_and_says_so() {
    let mut builder = thrown(FEW, None);
    builder.settings.early_end = Some(FEW);
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper");
    let reports: Vec<StepReport> = (0..10)
        .map(|_| simulation.step().expect("a step that ends"))
        .collect();
    let early = |report: &&StepReport| report.unsolved == [Unsolved::EndedEarly];
    let count = reports.iter().filter(early).count();
    println!("{count} of 10 steps end early");
    assert!(count > 0 && count < 10);
    for report in reports.iter().filter(early) {
        assert_eq!(report.iterations, FEW);
    }
    let certificate = simulation.certificate();
    assert_eq!((certificate.steps, certificate.verified), (10, true));
}

#[test]
fn a_run_that_is_taken_up_goes_on_with_the_same_lengths_and_bits() {
    let whole = |steps: u32| {
        let (model, state) = thrown(FEW, Some(0.04 / 256.0)).build().expect("a scene");
        let mut simulation = Simulation::new(model, state).expect("a stepper");
        let reports = (0..steps).map(|_| simulation.step().expect("a solved step"));
        let parts = reports.last().expect("steps").parts;
        (simulation, parts)
    };
    let (end, parts) = whole(8);
    for stop in 1..8 {
        let (begun, _) = whole(stop);
        let model = begun.model().clone();
        let mut taken_up =
            Simulation::resume(model, begun.state().clone(), begun.certificate().clone())
                .expect("a stepper");
        let last = (stop..8).map(|_| taken_up.step().expect("a solved step"));
        assert_eq!(last.last().expect("steps").parts, parts);
        assert_eq!(taken_up.state(), end.state(), "taken up after step {stop}");
    }
}

#[test]
fn without_trouble_the_bits_are_those_of_a_fixed_length() {
    let run = |least| {
        let (model, state) = thrown(1000, least).build().expect("a scene");
        let mut simulation = Simulation::new(model, state).expect("a stepper");
        (0..6).for_each(|_| drop(simulation.step().expect("a solved step")));
        simulation.state().clone()
    };
    let (fixed, cut) = (run(None), run(Some(0.001)));
    assert_eq!(
        (&fixed.x, &fixed.v, fixed.kappa),
        (&cut.x, &cut.v, cut.kappa)
    );
}

#[test]
fn what_is_not_right_with_varying_lengths_is_refused() {
    let refused = |change: &dyn Fn(&mut ModelBuilder)| {
        let mut builder = falling(Integrator::ImplicitEuler);
        change(&mut builder);
        builder
            .build()
            .map(drop)
            .expect_err("it is refused")
            .to_string()
    };
    let message = refused(&|builder| builder.settings.stepper = tangency_engine::StepperKind::Vbd);
    assert!(message.contains("cut a step in trouble"), "{message}");
    let message = refused(&|builder| {
        builder.settings.pace = Some(Pace {
            least: 0.02,
            iterations: None,
        });
    });
    assert!(message.contains("the shortest time step"), "{message}");
}
