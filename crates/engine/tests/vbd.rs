//! Vertex Block Descent: converges to what Newton's method finds, for any number of threads to the same bits.

use crate::common::{add, boxes, run, select};
use tangency_engine::{
    BendingKind, BoundaryProgram, ContactKind, Finish, Length, Material, Membrane, ModelBuilder,
    ModelError, Motion, MotionPiece, Obstacle, RestShape, Shell, ShellMaterial, Simulation,
    StepperKind, Vec3,
};
use tangency_geometry::generate::{
    ClothParameters, ClothPattern, SphereParameters, cloth, sphere_surface,
};

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

/// A beam that is clamped at one end and bends under its weight.
fn beam() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    let material = Material {
        density: 1000.0,
        young: 2e5,
        poisson: 0.4,
        ..Material::default()
    };
    let body = add(
        &mut builder,
        "beam",
        boxes([0.4, 0.1, 0.1], [8, 2, 2]),
        material,
        Vec3::zeros(),
    );
    let clamped = select(&builder, &body, |x| x.x < -0.199);
    builder.add_boundary(BoundaryProgram {
        name: "clamp".to_owned(),
        vertices: clamped,
        motion: Motion::pieces(vec![MotionPiece::hold()]),
    });
    builder
}

/// A cloth that falls on a ball.
fn drape() -> ModelBuilder {
    thrown(0.5)
}

/// A cloth that is thrown on a ball with a speed, m/s.
fn thrown(speed: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.settings.offset.radius = Some(Length::Absolute(4e-3));
    let mut mesh = cloth(&ClothParameters {
        size: [0.3, 0.3],
        spacing: 0.03,
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    })
    .expect("a cloth");
    for point in &mut mesh.points {
        point.y += 0.106;
    }
    builder.add_shell(Shell {
        name: "cloth".to_owned(),
        velocity: vec![Vec3::new(0.0, -speed, 0.0); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: CLOTH,
        offset: 0.0,
    });
    builder.add_obstacle(Obstacle {
        name: "ball".to_owned(),
        mesh: sphere_surface(&SphereParameters {
            radius: 0.1,
            frequency: 5,
        })
        .expect("a ball"),
        offset: 0.0,
    });
    builder
}

fn simulation(mut builder: ModelBuilder, stepper: StepperKind, sweeps: u32) -> Simulation {
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.stepper = stepper;
    builder.settings.vbd.iterations = sweeps;
    builder.settings.newton_tolerance = Length::Absolute(1e-8);
    let (model, state) = builder.build().expect("a valid scene");
    Simulation::new(model, state).expect("a stepper of the engine")
}

/// Distance of block descent from Newton's method after a few steps, relative to how far the bodies have moved.
fn difference(scene: fn() -> ModelBuilder, steps: usize, sweeps: u32) -> f64 {
    let mut exact = simulation(scene(), StepperKind::Newton, 1);
    let mut swept = simulation(scene(), StepperKind::Vbd, sweeps);
    let start = exact.state().x.clone();
    for _ in 0..steps {
        exact.step().expect("a Newton step");
        swept.step().expect("a step of sweeps");
    }
    assert!(exact.certificate().verified && swept.certificate().verified);
    let norm = |a: &[Vec3], b: &[Vec3]| {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b).norm_squared());
        squares.sum::<f64>().sqrt()
    };
    norm(&exact.state().x, &swept.state().x) / norm(&exact.state().x, &start)
}

#[test]
fn a_hanging_beam_converges_to_newtons_solution() {
    let errors = [10, 100, 1000].map(|sweeps| difference(beam, 5, sweeps));
    assert!(errors[2] < 0.01, "{errors:?}");
    assert!(
        errors[2] < 0.5 * errors[1] && errors[1] < 0.5 * errors[0],
        "{errors:?}"
    );
}

#[test]
fn a_draped_cloth_converges_to_newtons_solution() {
    let errors = [10, 100, 1000].map(|sweeps| difference(drape, 8, sweeps));
    assert!(errors[2] < 0.01, "{errors:?}");
    assert!(errors[2] < errors[1] && errors[1] < errors[0], "{errors:?}");
}

#[test]
fn finished_by_newton_a_step_is_newtons() {
    let run = |finish| {
        let mut builder = beam();
        builder.settings.vbd.finish = finish;
        let mut simulation = simulation(builder, StepperKind::Vbd, 5);
        let report = simulation.step().expect("a step");
        (simulation.state().x.clone(), report)
    };
    let mut exact = simulation(beam(), StepperKind::Newton, 1);
    exact.step().expect("a step");
    let (finished, report) = run(Finish::Newton);
    let (swept, _) = run(Finish::Sweeps);
    let most = |x: &[Vec3]| {
        let ways = x.iter().zip(&exact.state().x).map(|(a, b)| (a - b).norm());
        ways.fold(0.0, f64::max)
    };
    assert!(most(&finished) < 1e-9, "{:e}", most(&finished));
    assert!(most(&swept) > 1e-7, "{:e}", most(&swept));
    assert!(report.residual < 1e-8 && report.iterations > 5);
}

#[test]
fn acceleration_comes_closer_with_the_same_sweeps() {
    let error = |acceleration| {
        let mut builder = beam();
        builder.settings.vbd.acceleration = acceleration;
        let mut exact = simulation(beam(), StepperKind::Newton, 1);
        let mut swept = simulation(builder, StepperKind::Vbd, 60);
        exact.step().expect("a step");
        swept.step().expect("a step");
        let pairs = exact.state().x.iter().zip(&swept.state().x);
        pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
    };
    let (plain, accelerated) = (error(None), error(Some(0.9)));
    assert!(
        accelerated < 0.7 * plain,
        "{accelerated:e} against {plain:e}"
    );
}

#[test]
fn acceleration_takes_nothing_through_anything() {
    for contact in [ContactKind::Ogc, ContactKind::Ipc] {
        let mut builder = thrown(8.0);
        builder.settings.stepper = StepperKind::Vbd;
        builder.settings.contact = contact;
        builder.settings.vbd.iterations = 12;
        builder.settings.vbd.acceleration = Some(0.98);
        let (simulation, _) = run(builder, 12);
        let certificate = simulation.certificate();
        assert!(certificate.verified, "{contact:?}: {certificate:?}");
    }
}

#[test]
fn runs_do_not_depend_on_the_number_of_threads() {
    let run = |threads: usize, contact| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            let mut builder = drape();
            builder.friction.default = 0.3;
            builder.settings.stepper = StepperKind::Vbd;
            builder.settings.contact = contact;
            builder.settings.vbd.iterations = 20;
            let (model, state) = builder.build().expect("a valid scene");
            let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
            for _ in 0..6 {
                simulation.step().expect("a step");
            }
            simulation.state().clone()
        })
    };
    for contact in [ContactKind::Ogc, ContactKind::Ipc] {
        let one = run(1, contact);
        assert_eq!(one, run(2, contact));
        assert_eq!(one, run(5, contact));
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let refused = |change: fn(&mut ModelBuilder)| {
        let mut builder = drape();
        builder.settings.stepper = StepperKind::Vbd;
        change(&mut builder);
        match builder.build() {
            Err(error @ ModelError::Incompatible(_)) => error.to_string(),
            other => panic!("{:?}", other.map(|_| ())),
        }
    };
    let plate = refused(|builder| {
        let mut mesh = cloth(&ClothParameters {
            size: [0.1, 0.1],
            spacing: 0.03,
            corner_radius: 0.0,
            pattern: ClothPattern::Alternating,
        })
        .expect("a cloth");
        mesh.points.iter_mut().for_each(|point| point.y += 0.5);
        builder.add_shell(Shell {
            name: "plate".to_owned(),
            velocity: vec![Vec3::zeros(); mesh.points.len()],
            mesh,
            rest: RestShape::Placed,
            warp: Vec3::x(),
            material: ShellMaterial {
                bending_kind: BendingKind::Plate,
                ..CLOTH
            },
            offset: 0.0,
        });
    });
    assert!(
        plate.contains("twelve vertices") && plate.contains("hinges"),
        "{plate}"
    );
    let damped = refused(|builder| builder.settings.damping.stiffness = 1e-3);
    assert!(damped.contains("damp"), "{damped}");
}
