//! The stepper `gpu`, emulated on the CPU, in a simulation: beside the engine's block descent, resumed, and where it fails.

use crate::worlds;
use std::sync::Arc;

use tangency_engine::step::{StepError, StepReport};
use tangency_engine::{
    BendingKind, BoundaryProgram, Certificate, ContactKind, Finish, HalfSpace, Length, Load,
    LoadKind, Membrane, Model, ModelBuilder, Motion, MotionPiece, Precision, RestShape, Shell,
    ShellMaterial, Simulation, State, StepperKind, Vec3,
};
use tangency_geometry::generate::{ClothParameters, ClothPattern, cloth};
use tangency_gpu::{GpuMinimiser, GpuUnavailable};

/// A scene, and where its first program leads, m/s, instead of where it would.
struct Scene(ModelBuilder, Option<Vec3>);

impl Scene {
    fn build(self) -> (Model, State) {
        let Scene(builder, lead) = self;
        let (mut model, state) = builder.build().expect("a valid scene");
        if let Some(velocity) = lead {
            model.boundary[0].motion = leading(velocity);
        }
        (model, state)
    }
}

fn leading(velocity: Vec3) -> Motion {
    Motion::pieces(vec![MotionPiece {
        duration: 10.0,
        velocity,
        ..MotionPiece::hold()
    }])
}

/// A simulation on the emulated GPU.
fn emulated(mut scene: Scene, precision: Precision) -> Simulation {
    scene.0.settings.stepper = StepperKind::Gpu;
    scene.0.settings.gpu.precision = precision;
    let (model, state) = scene.build();
    emulate(model, state)
}

fn emulate(model: Model, state: State) -> Simulation {
    let model = Arc::new(model);
    let minimiser = GpuMinimiser::emulated(&model).expect("a scene for the GPU");
    Simulation::with_minimiser(model, state, Certificate::default(), Box::new(minimiser))
}

/// The same on the CPU.
fn vbd(scene: Scene) -> Simulation {
    let (model, state) = scene.build();
    Simulation::new(model, state).expect("a stepper of the engine")
}

/// Steps, all of which must be certified; the report of the last.
fn run(simulation: &mut Simulation, steps: u64) -> StepReport {
    let mut report = StepReport::default();
    for _ in 0..steps {
        report = simulation.step().expect("a step");
    }
    assert!(
        simulation.certificate().verified,
        "{:?}",
        simulation.certificate()
    );
    report
}

/// Many sweeps of short steps, so that nothing is left to how they are ordered.
fn exact(mut scene: Scene) -> Scene {
    scene.0.settings.vbd.iterations = 300;
    scene.0.settings.dt = 0.001;
    scene
}

/// The largest difference of the positions of two states, relative to the largest motion.
fn difference(start: &State, a: &State, b: &State) -> f64 {
    let most = |a: &[Vec3], b: &[Vec3]| {
        let ways = a.iter().zip(b).map(|(a, b)| (a - b).norm());
        ways.fold(0.0, f64::max)
    };
    most(&a.x, &b.x) / most(&start.x, &b.x)
}

#[test]
fn steps_lead_where_those_of_vbd_lead() {
    let scenes: [(fn() -> Scene, f64); 3] = [
        (|| Scene(worlds::drape(), None), 1e-3),
        (|| Scene(worlds::beam(), None), 2e-3),
        (
            || Scene(worlds::beam(), Some(Vec3::new(0.05, 0.2, 0.0))),
            2e-3,
        ),
    ];
    for (scene, tolerance) in scenes {
        for precision in [Precision::Single, Precision::Double] {
            let (mut ours, mut theirs) = (emulated(exact(scene()), precision), vbd(exact(scene())));
            let start = ours.state().clone();
            let (report, other) = (run(&mut ours, 8), run(&mut theirs, 8));
            let apart = difference(&start, ours.state(), theirs.state());
            println!("{precision:?}: {apart:.3e}");
            assert!(apart < tolerance, "{apart}");
            assert_eq!((report.step, report.time), (8, other.time));
            assert_eq!(report.kappa, other.kappa);
            assert!(report.detections > 0 && report.iterations == 300);
            let energy =
                |of: &StepReport| of.energy.kinetic + of.energy.elastic + of.energy.gravity;
            let (a, b) = (energy(&report), energy(&other));
            assert!((a - b).abs() < 1e-2 * b.abs(), "{a} {b}");
        }
    }
}

/// Runs a scene past a step where it can be resumed, resumes it there, and compares.
fn resume(scene: Scene) {
    let mut whole = emulated(scene, Precision::Single);
    run(&mut whole, 37);
    assert!(!whole.is_resumable());
    run(&mut whole, 13);
    assert!(whole.is_resumable());
    let (state, certificate) = (whole.state().clone(), whole.certificate().clone());
    run(&mut whole, 15);

    let model = Arc::new(whole.model().clone());
    let minimiser = Box::new(GpuMinimiser::emulated(&model).expect("a scene for the GPU"));
    let mut resumed = Simulation::with_minimiser(model, state, certificate, minimiser);
    run(&mut resumed, 15);
    assert_eq!(whole.state(), resumed.state());
    assert_eq!(whole.certificate(), resumed.certificate());
}

#[test]
fn a_run_resumed_where_it_says_so_has_the_same_bits() {
    resume(Scene(worlds::drape(), None));
}

#[test]
fn so_has_one_whose_prescribed_vertices_need_more_sweeps() {
    let mut builder = worlds::drape();
    builder.settings.vbd.iterations = 2;
    resume(Scene(builder, Some(Vec3::new(0.0, 0.9, 0.0))));
}

#[test]
fn newton_ends_steps_to_its_tolerance() {
    let scene = || {
        let mut builder = worlds::drape();
        builder.settings.vbd.finish = Finish::Newton;
        builder.settings.vbd.iterations = 20;
        builder.settings.newton_tolerance = Length::Absolute(1e-4);
        builder.settings.friction_iterations = Some(1);
        builder.friction.default = 0.0;
        Scene(builder, None)
    };
    let (mut ours, mut theirs) = (emulated(scene(), Precision::Single), vbd(scene()));
    let start = ours.state().clone();
    let report = run(&mut ours, 4);
    run(&mut theirs, 4);
    assert!(
        report.residual < 1e-4 && report.iterations > 20,
        "{report:?}"
    );
    let apart = difference(&start, ours.state(), theirs.state());
    println!("{apart:.3e}");
    assert!(apart < 1e-3, "{apart}");
}

#[test]
fn a_prescribed_vertex_that_has_not_arrived_gets_more_sweeps() {
    let mut builder = worlds::drape();
    builder.settings.vbd.iterations = 2;
    // More than bounds leave to a vertex between two detections, and these sweeps have one.
    let scene = Scene(builder, Some(Vec3::new(-3.0, 0.0, 0.0)));
    let mut simulation = emulated(scene, Precision::Double);
    let start = simulation.state().x[0];
    let report = run(&mut simulation, 1);
    // 15 mm, at most 3.6 mm at a time: five detections, of which the last three have two more sweeps before them.
    assert_eq!([report.iterations, report.detections], [8, 5]);
    let way = simulation.state().x[0] - start;
    assert!((way - Vec3::new(-0.015, 0.0, 0.0)).norm() < 1e-12, "{way}");
    run(&mut simulation, 3);
}

#[test]
fn a_blocked_vertex_and_what_blocks_it_are_named() {
    let mut builder = worlds::drape();
    builder.add_half_space(HalfSpace {
        name: "floor".to_owned(),
        origin: Vec3::new(0.0, 0.103, 0.0),
        normal: Vec3::y(),
    });
    let last = 12 * 13;
    builder.add_boundary(BoundaryProgram {
        name: "press".to_owned(),
        vertices: vec![last],
        motion: leading(Vec3::new(0.0, -2.0, 0.0)),
    });
    let mut simulation = emulated(Scene(builder, None), Precision::Single);
    let before = simulation.state().clone();
    let error = simulation.step().expect_err("it is blocked");
    let text = error.to_string();
    assert!(
        matches!(&error, StepError::BoundaryBlocked { vertex, .. } if *vertex == last),
        "{text}"
    );
    for part in ["`press`", "`cloth`", "closest pair", "`floor`"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(*simulation.state(), before);
}

/// The message of a step in which an element is lost, which leaves the state as it was.
fn lost_element(mut simulation: Simulation) -> String {
    let before = simulation.state().clone();
    let error = simulation.step().expect_err("an element is lost");
    let text = error.to_string();
    assert!(matches!(error, StepError::ElementLost { .. }), "{text}");
    assert_eq!(*simulation.state(), before);
    text
}

#[test]
fn a_motion_that_inverts_a_tet_names_it() {
    let mut builder = worlds::beam();
    builder.settings.stepper = StepperKind::Gpu;
    // Bounds that let a corner pass its neighbours in one go.
    builder.settings.offset.radius = Some(Length::Absolute(0.1));
    let corner = Vec3::new(0.2, 0.05, 0.05);
    let points = builder.points(&(0..81));
    let corner = points.iter().position(|x| (x - corner).norm() < 1e-6);
    builder.add_boundary(BoundaryProgram {
        name: "poke".to_owned(),
        vertices: vec![corner.expect("a corner") as u32],
        motion: leading(Vec3::new(-6.0, -6.0, -6.0)),
    });
    let (model, state) = builder.build().expect("a valid scene");
    let text = lost_element(emulate(model, state));
    for part in ["tet", "`beam`", "the stepper `vbd`"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_motion_that_overstretches_cloth_names_the_triangle() {
    let mesh = cloth(&ClothParameters {
        size: [0.2, 0.2],
        spacing: 0.02,
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    });
    let mesh = mesh.expect("a cloth");
    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.stepper = StepperKind::Gpu;
    builder.settings.dt = 0.005;
    builder.settings.offset.radius = Some(Length::Absolute(4e-3));
    builder.add_shell(Shell {
        name: "cloth".to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: ShellMaterial {
            density: 472.64,
            thickness: 0.318e-3,
            young: 0.821e6,
            poisson: 0.243,
            membrane: Membrane::StVenantKirchhoff,
            stretching: 1.0,
            bending: 1.0,
            bending_kind: BendingKind::Hinges,
            stretch_limit: 1.1,
            squeeze_limit: 0.0,
        },
        offset: 0.0,
    });
    builder.add_boundary(BoundaryProgram {
        name: "pull".to_owned(),
        vertices: vec![0],
        motion: leading(Vec3::new(-0.6, 0.0, -0.6)),
    });
    let (model, state) = builder.build().expect("a valid scene");
    let text = lost_element(emulate(model, state));
    for part in ["triangle", "`cloth`", "the stepper `vbd`"] {
        assert!(text.contains(part), "{text}");
    }
}

/// Why the stepper refuses a beam that `change` was made to, in a model for it and in one for another stepper.
fn refusal(change: impl Fn(&mut ModelBuilder)) -> String {
    let built = |stepper| {
        let mut builder = worlds::beam();
        builder.settings.stepper = stepper;
        change(&mut builder);
        builder.build()
    };
    let (model, _) = built(StepperKind::Newton).expect("a valid scene");
    let text = match GpuMinimiser::emulated(&Arc::new(model)) {
        Err(error @ GpuUnavailable::Refused(_)) => error.to_string(),
        Err(error) => panic!("another error: {error}"),
        Ok(_) => panic!("not refused"),
    };
    match built(StepperKind::Gpu) {
        Err(error) => assert_eq!(error.to_string(), text),
        Ok(_) => panic!("not refused when it was built"),
    }
    text
}

#[test]
fn what_the_gpu_cannot_do_is_refused_with_a_way_out() {
    let text = refusal(|builder| builder.settings.damping.mass = 1.0);
    assert!(
        text.contains("damp") && text.contains("the stepper `vbd`"),
        "{text}"
    );
    let text = refusal(|builder| builder.settings.vbd.acceleration = Some(0.9));
    assert!(text.contains("solver.vbd.acceleration"), "{text}");
    let text = refusal(|builder| builder.settings.contact = ContactKind::Ipc);
    assert!(text.contains("the contact model `ogc`"), "{text}");
    let text = refusal(|builder| {
        builder.settings.integrator = tangency_engine::Integrator::QuasiStatic;
    });
    assert!(text.contains("implicit Euler"), "{text}");
    let text = refusal(|builder| {
        builder.add_load(Load {
            kind: LoadKind::Pressure {
                triangles: vec![[0, 1, 2]],
                pressure: 1.0,
            },
            name: "air".to_owned(),
            begin: 0.0,
            end: 1.0,
            ramp: 0.0,
        });
    });
    assert!(
        text.contains("press") && text.contains("the stepper `vbd`"),
        "{text}"
    );
}
