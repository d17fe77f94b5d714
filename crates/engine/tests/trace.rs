//! The trace of a step: it has the potential after every iteration, and changes nothing.

use crate::common::{add, boxes, ground, moving, select, shifted};
use tangency_engine::step::TracePoint;
use tangency_engine::{
    ContactKind, Finish, Length, Material, ModelBuilder, Residual, Simulation, State, StepReport,
    StepperKind, Vec3,
};

/// Two soft boxes that fall on each other; the upper one is also pushed down.
fn builder(contact: ContactKind, stepper: StepperKind) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.settings.contact = contact;
    builder.settings.stepper = stepper;
    builder.settings.dhat = Length::Absolute(4e-3);
    builder.settings.offset.radius = Some(Length::Absolute(4e-3));
    builder.settings.newton_tolerance = Length::Absolute(1e-2);
    builder.settings.vbd.iterations = 12;
    ground(&mut builder, -0.056);
    let material = Material {
        density: 1000.0,
        young: 1e5,
        poisson: 0.4,
        ..Material::default()
    };
    let falling = Vec3::new(0.1, -0.5, 0.0);
    for height in [0.0, 0.106] {
        let mesh = shifted(
            boxes([0.1, 0.1, 0.1], [3, 3, 3]),
            [0.3 * height, height, 0.0],
        );
        add(
            &mut builder,
            &format!("box {height}"),
            mesh,
            material,
            falling,
        );
    }
    builder
}

fn run(mut builder: ModelBuilder, steps: usize, is_traced: bool) -> (Simulation, Vec<StepReport>) {
    builder.settings.trace = is_traced;
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let name = {
        let settings = &simulation.model().settings;
        format!(
            "{:?} {:?} {:?}",
            settings.contact, settings.stepper, settings.vbd
        )
    };
    let mut step = || {
        simulation
            .step()
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let reports = (0..steps).map(|_| step()).collect();
    (simulation, reports)
}

/// A report without what differs from run to run.
fn timeless(report: &StepReport) -> StepReport {
    StepReport {
        seconds: Default::default(),
        cpu_seconds: 0.0,
        peak_rss_mb: 0.0,
        trace: Vec::new(),
        ..report.clone()
    }
}

/// A step that is solved in the mean ends with the first three iterations running whose residual is within the
/// tolerance.
#[test]
fn a_mean_residual_has_to_be_small_three_times_running() {
    let mut builder = builder(ContactKind::Ipc, StepperKind::Newton);
    builder.settings.residual = Residual::Mean;
    builder.settings.newton_tolerance = Length::Absolute(1e-3);
    let (_, reports) = run(builder, 20, true);
    for report in &reports {
        let residuals = report.trace.iter().filter_map(|point| point.residual);
        let is_small: Vec<bool> = residuals.map(|residual| residual < 1e-3).collect();
        let first = is_small.windows(3).position(|three| three == [true; 3]);
        assert_eq!(first, Some(is_small.len() - 3), "{report:?}");
    }
    let is_long = |report: &StepReport| report.iterations > 5 && report.contacts > 0;
    assert!(reports.iter().any(is_long));
}

#[test]
fn tracing_changes_no_bit() {
    for contact in [ContactKind::Ipc, ContactKind::Ogc] {
        for stepper in [StepperKind::Newton, StepperKind::Vbd] {
            for finish in [Finish::Sweeps, Finish::Newton] {
                let scene = |friction| {
                    let mut builder = builder(contact, stepper);
                    builder.settings.vbd.finish = finish;
                    builder.friction.default = friction;
                    builder
                };
                for friction in [0.0, 0.3] {
                    let (plain, untold) = run(scene(friction), 8, false);
                    let (traced, told) = run(scene(friction), 8, true);
                    let name = format!("{contact:?} {stepper:?} {finish:?} {friction}");
                    assert_eq!(plain.state(), traced.state(), "{name}");
                    for (untold, told) in untold.iter().zip(&told) {
                        assert_eq!(timeless(untold), timeless(told), "{name}");
                        assert!(untold.trace.is_empty());
                        check_order(told);
                    }
                    assert!(told.iter().any(|report| report.contacts > 0), "{name}");
                }
            }
        }
    }
}

/// A point for the first guess and one for each iteration, in order of time, within that of the step.
fn check_order(report: &StepReport) {
    let iterations = report.trace.iter().map(|point| point.iteration);
    assert!(iterations.eq(0..=report.iterations), "{:?}", report.trace);
    assert!(report.trace.is_sorted_by(|a, b| a.seconds <= b.seconds));
    let last = report.trace[report.trace.len() - 1];
    assert!(last.seconds <= report.seconds.total);
    assert_eq!(last.residual, Some(report.residual));
    assert!(report.trace[1..].iter().all(|p| p.residual.is_some()));
    assert_eq!(report.trace[0].residual, None);
}

#[test]
fn prescribed_vertices_are_traced_on_their_way() {
    for stepper in [StepperKind::Newton, StepperKind::Vbd] {
        let scene = || {
            let mut builder = builder(ContactKind::Ogc, stepper);
            let body = add(
                &mut builder,
                "stamp",
                shifted(boxes([0.2, 0.02, 0.2], [2, 1, 2]), [0.0, 0.18, 0.0]),
                Material::default(),
                Vec3::zeros(),
            );
            let top = select(&builder, &body, |x| x.y > 0.185);
            builder.add_boundary(moving("down", top, Vec3::new(0.0, -1.0, 0.0), 1.0));
            builder
        };
        let (plain, _) = run(scene(), 4, false);
        let (traced, reports) = run(scene(), 4, true);
        assert_eq!(plain.state(), traced.state());
        reports.iter().for_each(check_order);
    }
}

/// The potential of the step from `before` to the end of the simulation, J, from its energies: with implicit Euler
/// ½ Σ m |x - x̃|² / h² + elasticity + contact.
fn potential(simulation: &Simulation, before: &State, report: &StepReport) -> f64 {
    let model = simulation.model();
    let dt = model.settings.dt;
    let x = simulation.state().x.iter().zip(&before.x).zip(&before.v);
    let inertia = x.zip(&model.mass).map(|(((x, x0), v0), mass)| {
        let predicted = x0 + v0 * dt + model.gravity * (dt * dt);
        0.5 * mass * (x - predicted).norm_squared() / (dt * dt)
    });
    inertia.sum::<f64>() + report.energy.elastic + report.energy.contact
}

#[test]
fn a_trace_ends_with_the_potential_of_the_step_and_sweeps_lead_to_newtons() {
    let ends = |stepper, sweeps| {
        let mut builder = builder(ContactKind::Ogc, stepper);
        builder.settings.trace = true;
        builder.settings.vbd.iterations = sweeps;
        builder.settings.newton_tolerance = Length::Absolute(1e-7);
        let (model, state) = builder.build().expect("a valid scene");
        let mut simulation =
            Simulation::new(model, state.clone()).expect("a stepper of the engine");
        let report = simulation.step().expect("a step");
        let trace: Vec<TracePoint> = report.trace.clone();
        let last = trace[trace.len() - 1].potential;
        let other = potential(&simulation, &state, &report);
        assert!(
            (last - other).abs() < 1e-10 * other.abs().max(1.0),
            "{last:e} {other:e}"
        );
        (trace[0].potential, last)
    };
    let (_, newton) = ends(StepperKind::Newton, 1);
    let mut above = Vec::new();
    for sweeps in [5, 50, 500] {
        let (_, swept) = ends(StepperKind::Vbd, sweeps);
        assert!(swept > newton - 1e-9, "{swept:e} below {newton:e}");
        above.push(swept - newton);
    }
    assert!(
        above[1] < 0.1 * above[0] && above[2] < 0.1 * above[1],
        "{above:?}"
    );
}
