//! Free flight on the emulated GPU: displacement bounds hold back nothing that nothing touches, and what sweeps leave
//! unsolved is said.

use std::sync::Arc;

use tangency_engine::{
    BendingKind, Certificate, ContactKind, HalfSpace, Length, Material, Membrane, ModelBuilder,
    Precision, RestShape, Shell, ShellMaterial, Simulation, Solid, StepperKind, Vec3,
};
use tangency_geometry::generate::{BoxParameters, ClothParameters, ClothPattern, cloth, cuboid};
use tangency_gpu::GpuMinimiser;

const GRAVITY: f64 = 9.80665;

fn emulated(mut builder: ModelBuilder, precision: Precision) -> Simulation {
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.stepper = StepperKind::Gpu;
    builder.settings.gpu.precision = precision;
    let (model, state) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let minimiser = GpuMinimiser::emulated(&model).expect("a scene for the GPU");
    Simulation::with_minimiser(model, state, Certificate::default(), Box::new(minimiser))
}

fn add_sheet(builder: &mut ModelBuilder) {
    let mesh = cloth(&ClothParameters {
        size: [0.2, 0.2],
        spacing: 0.05,
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    })
    .expect("a cloth");
    builder.add_shell(Shell {
        name: "sheet".to_owned(),
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
            stretching: 0.01,
            bending: 1.0,
            bending_kind: BendingKind::Hinges,
            stretch_limit: f64::INFINITY,
            squeeze_limit: 0.0,
        },
        offset: 0.0,
    });
}

fn add_box(builder: &mut ModelBuilder, height: f64, velocity: Vec3, young: f64) {
    let mut mesh = cuboid(&BoxParameters {
        size: Vec3::new(0.1, 0.05, 0.1),
        cells: [2, 1, 2],
        ..BoxParameters::default()
    })
    .expect("a box");
    mesh.points.iter_mut().for_each(|x| x.y += height);
    builder.add_solid(Solid {
        name: "box".to_owned(),
        velocity: vec![velocity; mesh.points.len()],
        mesh,
        material: Material {
            density: 1000.0,
            young,
            poisson: 0.3,
            ..Material::default()
        },
        offset: 0.0,
    });
}

/// Euler's sum g h² n (n + 1)/2 within a thousandth: single precision rounds positions.
#[test]
fn bodies_fall_freely_at_any_step() {
    for h in [0.04, 0.01, 1.0 / 300.0] {
        for precision in [Precision::Single, Precision::Double] {
            for has_tets in [false, true] {
                let mut builder = ModelBuilder::new();
                builder.settings.dt = h;
                match has_tets {
                    true => add_box(&mut builder, 0.0, Vec3::zeros(), 1e5),
                    false => add_sheet(&mut builder),
                }
                let mut simulation = emulated(builder, precision);
                let start = simulation.state().x[0].y;
                let n = (0.2 / h).round();
                for _ in 0..n as usize {
                    simulation.step().expect("a step");
                }
                let expected = 0.5 * GRAVITY * h * h * n * (n + 1.0);
                let fell = start - simulation.state().x[0].y;
                assert!(
                    (fell - expected).abs() < 1e-3 * expected,
                    "h = {h}, {precision:?}, tets {has_tets}: {fell}, expected {expected}"
                );
            }
        }
    }
}

/// Forty sweeps cannot stop a stiff block as a whole: it slides on far too long, and every step says so.
#[test]
fn what_sweeps_cannot_solve_is_said() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.005;
    builder.settings.dhat = Length::Absolute(2e-4);
    builder.settings.newton_tolerance = Length::Absolute(1e-3);
    builder.friction.default = 0.3;
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::zeros(),
        normal: Vec3::y(),
    });
    add_box(&mut builder, 0.0252, Vec3::x(), 1e7);
    let mut simulation = emulated(builder, Precision::Double);
    let mut unsolved = 0;
    for _ in 0..20 {
        let report = simulation.step().expect("a step");
        unsolved += u32::from(!report.unsolved.is_empty());
    }
    let speed = simulation.state().v[0].x;
    let expected = 1.0 - 0.3 * GRAVITY * 0.1;
    assert!((speed - expected).abs() > 0.1, "solved after all: {speed}");
    assert!(unsolved > 15, "{unsolved} of 20 steps");
}
