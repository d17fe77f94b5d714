//! Gradients against central differences of whole runs.

use tangency_adjoint::{
    CenterOfMass, Gradient, KineticEnergy, Objective, PointTargets, Recording, Variable, Volume,
    WeightedObjectives, Window,
};
use tangency_engine::{ContactKind, Elasticity, Integrator, Side, Vec3};

use crate::worlds::{Knobs, World, direction};

/// Positions, velocities, volume and centre of mass, at some steps and over a window.
fn objective(knobs: &Knobs) -> WeightedObjectives {
    let (model, _) = knobs.build();
    let vertices: Vec<u32> = (0..model.vertex_count() as u32).collect();
    let targets = direction(5, vertices.len());
    let end = knobs.steps as u64;
    let at = |step: u64, objective| Window {
        steps: step..=step,
        objective,
    };
    let all = |targets: &[Vec3]| PointTargets {
        vertices: vertices.clone(),
        targets: targets.to_vec(),
    };
    let energy = KineticEnergy {
        vertices: vertices.clone(),
    };
    let center = CenterOfMass {
        vertices: vertices.clone(),
        target: Vec3::new(0.3, 0.1, -0.2),
    };
    WeightedObjectives(vec![
        (1.0, Box::new(at(end, all(&targets)))),
        (
            0.3,
            Box::new(at(end / 2, all(&direction(6, vertices.len())))),
        ),
        (
            0.2,
            Box::new(Window {
                steps: 3..=end,
                objective: energy,
            }),
        ),
        (
            2.0,
            Box::new(Window {
                steps: 2..=end,
                objective: center,
            }),
        ),
        (
            50.0,
            Box::new(Window {
                steps: end..=end,
                objective: Volume { body: 0 },
            }),
        ),
    ])
}

fn value(knobs: &Knobs, objective: &dyn Objective) -> f64 {
    let recording = knobs.run().expect("a solved run");
    recording.value(objective).expect("a value")
}

/// The central difference along a change, with the step length at which two of them agree best, and that disagreement.
fn difference(
    knobs: &Knobs,
    objective: &dyn Objective,
    size: f64,
    change: fn(&mut Knobs, f64),
) -> (f64, f64, f64) {
    let quotient = |h: f64| {
        let at = |h: f64| {
            let mut changed = knobs.clone();
            change(&mut changed, h);
            value(&changed, objective)
        };
        // Fourth order: two central differences, extrapolated.
        let central = |h: f64| (at(h) - at(-h)) / (2.0 * h);
        (4.0 * central(0.5 * h) - central(h)) / 3.0
    };
    let mut best = (f64::NAN, f64::INFINITY, 0.0);
    let mut last = quotient(size * 1e-2);
    for k in 0..4 {
        let h = size * 10f64.powf(-2.5 - 0.5 * f64::from(k));
        let next = quotient(h);
        let disagreement = (next - last).abs() / next.abs().max(last.abs()).max(1e-300);
        if disagreement < best.1 {
            best = (next, disagreement, h);
        }
        last = next;
    }
    best
}

type Slope = fn(&Knobs, &Recording, &Gradient) -> f64;
type Row = (&'static str, Variable, f64, fn(&mut Knobs, f64), Slope);

fn along(slopes: &[Vec3], seed: u64) -> f64 {
    let by = direction(seed, slopes.len());
    slopes
        .iter()
        .zip(by)
        .map(|(slope, by)| slope.dot(&by))
        .sum()
}

/// A direction of rest positions: `worlds` shifts each body along the same one.
fn along_rest(recording: &Recording, slopes: &[Vec3]) -> f64 {
    let bodies = recording
        .model()
        .bodies
        .iter()
        .filter(|body| !body.is_obstacle);
    bodies
        .map(|body| {
            let range = body.vertices.start as usize..body.vertices.end as usize;
            along(&slopes[range], 1)
        })
        .sum()
}

const ONE: Vec3 = Vec3::new(0.6, -0.5, 0.7);

fn rows() -> Vec<Row> {
    vec![
        (
            "positions",
            Variable::Positions,
            1e-3,
            |k, h| k.positions += h,
            |_, _, g| along(&g.positions, 2),
        ),
        (
            "velocities",
            Variable::Velocities,
            1e-2,
            |k, h| k.velocities += h,
            |_, _, g| along(&g.velocities, 3),
        ),
        (
            "young",
            Variable::Young,
            4e4,
            |k, h| k.young += h,
            |_, _, g| g.young[0],
        ),
        (
            "poisson",
            Variable::Poisson,
            0.3,
            |k, h| k.poisson += h,
            |_, _, g| g.poisson[0],
        ),
        (
            "density",
            Variable::Density,
            1e3,
            |k, h| k.density += h,
            |_, _, g| g.density[0],
        ),
        (
            "friction",
            Variable::Friction,
            0.4,
            |k, h| k.friction += h,
            |k, r, g| g.friction_by_default(r.model(), &k.table()),
        ),
        (
            "gravity",
            Variable::Gravity,
            10.0,
            |k, h| k.gravity += h * ONE,
            |_, _, g| g.gravity.dot(&ONE),
        ),
        (
            "motion: velocity",
            Variable::Motions,
            0.3,
            |k, h| k.motion.velocity += h * ONE,
            |_, _, g| g.motions[0][0].velocity.dot(&ONE),
        ),
        (
            "motion: turn",
            Variable::Motions,
            0.3,
            |k, h| k.motion.angular_velocity += h * ONE,
            |_, _, g| g.motions[0][0].angular_velocity.dot(&ONE),
        ),
        (
            "motion: centre",
            Variable::Motions,
            0.1,
            |k, h| k.motion.center += h * ONE,
            |_, _, g| g.motions[0][0].center.dot(&ONE),
        ),
        (
            "load: acceleration",
            Variable::Loads,
            1.0,
            |k, h| k.acceleration += h * ONE,
            |_, _, g| g.loads[0].dot(&ONE),
        ),
        (
            "load: force",
            Variable::Loads,
            1.0,
            |k, h| k.force += h * ONE,
            |_, _, g| g.loads[1].dot(&ONE),
        ),
        (
            "load: traction",
            Variable::Loads,
            50.0,
            |k, h| k.traction += h * ONE,
            |_, _, g| g.loads[2].dot(&ONE),
        ),
        (
            "load: pressure",
            Variable::Loads,
            60.0,
            |k, h| k.pressure += h,
            |_, _, g| g.loads[3].x,
        ),
        (
            "rest shape",
            Variable::RestShape,
            1e-3,
            |k, h| k.rest += h,
            |_, r, g| along_rest(r, &g.rest_shape),
        ),
    ]
}

/// Bodies slide over the ground, and in the larger scene over each other and the paddle.
fn check_that_it_rubs(knobs: &Knobs, recording: &Recording, objective: &dyn Objective) {
    let gradient = recording
        .gradient(objective, &[Variable::Friction])
        .expect("a gradient");
    let ground = Side::HalfSpace(0);
    let mut pairs = vec![(Side::Body(0), ground)];
    if knobs.world == World::Thrown {
        pairs.extend([
            (Side::Body(0), Side::Body(1)),
            (Side::Body(0), Side::Body(2)),
        ]);
    }
    for pair in pairs {
        assert!(
            gradient
                .friction
                .get(&pair)
                .is_some_and(|slope| *slope != 0.0),
            "{pair:?}"
        );
    }
}

/// Compares every variable of a scene; prints a line for each, gives the largest relative error.
fn compare(label: &str, knobs: &Knobs) -> f64 {
    compare_objective(label, knobs, &objective(knobs))
}

/// The same for an objective.
pub fn compare_objective(label: &str, knobs: &Knobs, objective: &dyn Objective) -> f64 {
    let recording = knobs.run().expect("a solved run");
    let may_have_rest = knobs.contact == ContactKind::Ipc && knobs.kappa.is_some();
    check_that_it_rubs(knobs, &recording, objective);
    let mut worst: f64 = 0.0;
    for (name, variable, size, change, slope) in rows() {
        let is_there = match variable {
            Variable::Loads => knobs.world == World::Thrown,
            Variable::RestShape => may_have_rest,
            Variable::Density => knobs.kappa.is_some(),
            _ => true,
        };
        let is_static = knobs.integrator == Integrator::QuasiStatic;
        if !is_there || (is_static && variable == Variable::Velocities) {
            continue;
        }
        let gradient = recording
            .gradient(objective, &[variable])
            .expect("a gradient");
        let actual = slope(knobs, &recording, &gradient);
        let (expected, doubt, step) = difference(knobs, objective, size, change);
        let error = (actual - expected).abs() / expected.abs().max(actual.abs());
        println!(
            "| {label} | {name} | {actual:.8e} | {expected:.8e} | {error:.1e} | {doubt:.1e} | {step:.0e} |"
        );
        worst = worst.max(error);
    }
    worst
}

pub const INTEGRATORS: [Integrator; 4] = [
    Integrator::ImplicitEuler,
    Integrator::QuasiStatic,
    Integrator::Bdf2,
    Integrator::NEWMARK,
];

fn compare_all(contact: ContactKind) {
    println!("| scene | by | adjoint | differences | error | doubt of differences | step |");
    let mut worst: f64 = 0.0;
    for integrator in INTEGRATORS {
        for world in [World::Thrown, World::Dragged] {
            if world == World::Thrown && integrator == Integrator::QuasiStatic {
                continue;
            }
            let knobs = Knobs::new(world, integrator, contact).with_given_stiffness();
            let label = format!("{world:?} {} {}", contact.name(), integrator.name());
            worst = worst.max(compare(&label, &knobs));
        }
    }
    assert!(worst < 1e-5, "{worst:e}");
}

#[test]
fn gradients_through_ipc_are_those_of_differences() {
    compare_all(ContactKind::Ipc);
}

#[test]
fn gradients_through_convergent_contact_are_those_of_differences() {
    compare_all(ContactKind::Convergent);
}

#[test]
fn gradients_through_geometric_contact_are_those_of_differences() {
    compare_all(ContactKind::Gcp);
}

#[test]
fn rounds_of_friction_damping_and_the_other_material_are_differentiated() {
    let knobs = Knobs {
        rounds: Some(3),
        damping: 2.0,
        elasticity: Elasticity::FixedCorotated,
        ..Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc)
    };
    let worst = compare(
        "three rounds, damped",
        &knobs.clone().with_given_stiffness(),
    );
    assert!(worst < 1e-5, "{worst:e}");
    let knobs = Knobs {
        rounds: None,
        integrator: Integrator::Bdf2,
        ..knobs
    };
    let worst = compare("rounds until they agree", &knobs.with_given_stiffness());
    assert!(worst < 1e-5, "{worst:e}");
}

/// The automatic stiffness is held where it does not follow from the state: here it is at its bound, and doubles from there.
#[test]
fn an_automatic_stiffness_that_is_constant_is_held() {
    let knobs = Knobs {
        kappa_min_multiplier: 1e9,
        ..Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc)
    };
    let worst = compare("automatic stiffness", &knobs);
    assert!(worst < 1e-5, "{worst:e}");
}
