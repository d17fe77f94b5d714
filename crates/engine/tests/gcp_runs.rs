//! Runs with the Geometric Contact Potential, and with `convergent` and `ipc` beside it: bodies come to rest on each other, stick and slip, and keep apart.

use crate::common::{add, boxes, center, ground, run, select, shifted};
use crate::gcp_worlds::{builder, shell, square};
use tangency_engine::{
    ContactKind, Length, Material, ModelBuilder, Motion, MotionPiece, Simulation, StepperKind, Vec3,
};

const G: f64 = 9.80665;
const CONTACTS: [ContactKind; 3] = [ContactKind::Gcp, ContactKind::Convergent, ContactKind::Ipc];

/// Steps until the bodies rest; all certified, and the last ones slow.
fn rest(name: &str, builder: ModelBuilder, steps: usize) -> Simulation {
    let (simulation, states) = run(builder, steps);
    assert!(simulation.certificate().verified, "{name}");
    let speed = |v: &Vec3| v.norm();
    let last = states[steps - 1].v.iter().map(speed).fold(0.0, f64::max);
    println!("{name}: {last:e} m/s after {steps} steps");
    assert!(last < 0.02, "{name}: {last} m/s");
    simulation
}

fn soft() -> Material {
    Material {
        young: 1e5,
        ..Material::default()
    }
}

#[test]
fn a_cube_rests_on_the_ground_and_another_on_it() {
    for contact in CONTACTS {
        let mut builder = builder(2e-3);
        builder.settings.contact = contact;
        builder.settings.dhat = Length::Absolute(2e-3);
        builder.settings.damping.mass = 10.0;
        builder.friction.default = 0.3;
        let cube = boxes([0.1, 0.1, 0.1], [2, 2, 2]);
        let low = shifted(cube.clone(), [0.0, 0.055, 0.0]);
        add(&mut builder, "low", low, soft(), Vec3::zeros());
        let high = shifted(cube, [0.013, 0.165, 0.007]);
        add(&mut builder, "high", high, soft(), Vec3::zeros());
        ground(&mut builder, 0.0);
        let simulation = rest(&format!("cubes, {contact:?}"), builder, 60);
        let height = center(&simulation, simulation.state()).y;
        println!("{height} m");
        assert!((0.095..0.105).contains(&height), "{height}");
    }
}

#[test]
fn a_cube_rests_on_cloth() {
    let mut builder = builder(1e-3);
    let cube = shifted(boxes([0.06, 0.03, 0.06], [2, 1, 2]), [0.0, 0.02, 0.0]);
    add(&mut builder, "cube", cube, soft(), Vec3::zeros());
    let cloth = builder.add_shell(shell("cloth", square(0.2, 0.025, 0.0)));
    let border = select(&builder, &cloth, |x| x.x.abs().max(x.z.abs()) > 0.099);
    builder.add_boundary(tangency_engine::BoundaryProgram {
        name: "frame".to_owned(),
        vertices: border,
        motion: Motion::pieces(vec![MotionPiece::hold()]),
    });
    builder.settings.damping.mass = 10.0;
    rest("cube on cloth", builder, 60);
}

/// Distance that a block has slid down a slope of tangent 0.5 after half a second.
fn slide(contact: ContactKind, mu: f64) -> f64 {
    let mut builder = builder(1e-4);
    builder.settings.contact = contact;
    builder.settings.dhat = Length::Absolute(1e-4);
    let angle = 0.5_f64.atan();
    builder.gravity = G * Vec3::new(angle.sin(), -angle.cos(), 0.0);
    builder.settings.dt = 0.01;
    builder.settings.newton_tolerance = Length::Absolute(1e-4);
    builder.settings.friction_iterations = None;
    builder.friction.default = mu;
    let material = Material {
        young: 1e8,
        ..Material::default()
    };
    let block = shifted(boxes([0.4, 0.1, 0.4], [4, 1, 4]), [0.0, 0.05 + 1.5e-4, 0.0]);
    add(&mut builder, "block", block, material, Vec3::zeros());
    ground(&mut builder, 0.0);
    let (simulation, states) = run(builder, 50);
    assert!(simulation.certificate().verified);
    (center(&simulation, &states[49]) - center(&simulation, &states[0])).x
}

#[test]
fn a_block_sticks_and_slips_with_all_of_them() {
    let all = |mu| CONTACTS.map(|contact| slide(contact, mu));
    let stuck = all(0.6);
    println!("sticks: {stuck:?}");
    assert!(stuck.iter().all(|way| way.abs() < 2e-3), "{stuck:?}");
    let slid = all(0.2);
    println!("slips: {slid:?}");
    let angle = 0.5_f64.atan();
    // Implicit Euler moves by a h² n(n + 1)/2 in n steps, here from the first to the fiftieth.
    let steps = f64::from(50 * 51 / 2 - 1);
    let exact = G * (angle.sin() - 0.2 * angle.cos()) * 0.01 * 0.01 * steps;
    assert!(
        slid.iter().all(|way| (way / exact - 1.0).abs() < 0.01),
        "{slid:?} and {exact}"
    );
}

/// Two cubes half of the contact distance apart, without loads: nothing is to be solved where nothing pushes.
#[test]
fn what_rests_takes_no_iteration() {
    for contact in CONTACTS {
        let mut builder = builder(2e-2);
        builder.settings.contact = contact;
        builder.settings.dhat = Length::Absolute(2e-2);
        builder.gravity = Vec3::zeros();
        let cube = boxes([0.1, 0.1, 0.1], [2, 2, 2]);
        let beside = shifted(cube.clone(), [0.11, 0.0, 0.0]);
        add(&mut builder, "left", cube, soft(), Vec3::zeros());
        add(&mut builder, "right", beside, soft(), Vec3::zeros());
        let (model, state) = builder.build().expect("a valid scene");
        let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
        let report = simulation.step().expect("a solved step");
        let is_still = contact == ContactKind::Gcp;
        assert_eq!(report.iterations == 0, is_still, "{contact:?}");
        assert_eq!(report.contacts == 0, is_still, "{contact:?}");
    }
}

#[test]
fn block_descent_is_refused_with_the_reason() {
    let mut builder = builder(1e-3);
    builder.settings.stepper = StepperKind::Vbd;
    let cube = boxes([0.1, 0.1, 0.1], [1, 1, 1]);
    add(&mut builder, "cube", cube, soft(), Vec3::zeros());
    let error = builder.build().err().map(|error| error.to_string());
    let message = error.unwrap_or_default();
    assert!(message.contains("vertices around a pair"), "{message}");
}
