//! Gradients against central differences of whole runs.

use tangency_adjoint::{
    CenterOfMass, KineticEnergy, Objective, PointTargets, Recording, Variable, Volume,
    WeightedObjectives, Window,
};
use tangency_engine::{ContactKind, Elasticity, Integrator, Side, Vec3};

use crate::compare::{Row, Scene as _, along, along_rest, compare};
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

const ONE: Vec3 = Vec3::new(0.6, -0.5, 0.7);

fn rows() -> Vec<Row<Knobs>> {
    vec![
        Row {
            name: "positions",
            variable: Variable::Positions,
            size: 1e-3,
            change: |k, h| k.positions += h,
            slope: |_, _, g| along(&g.positions, 2),
        },
        Row {
            name: "velocities",
            variable: Variable::Velocities,
            size: 1e-2,
            change: |k, h| k.velocities += h,
            slope: |_, _, g| along(&g.velocities, 3),
        },
        Row {
            name: "young",
            variable: Variable::Young,
            size: 4e4,
            change: |k, h| k.young += h,
            slope: |_, _, g| g.young[0],
        },
        Row {
            name: "poisson",
            variable: Variable::Poisson,
            size: 0.3,
            change: |k, h| k.poisson += h,
            slope: |_, _, g| g.poisson[0],
        },
        Row {
            name: "density",
            variable: Variable::Density,
            size: 1e3,
            change: |k, h| k.density += h,
            slope: |_, _, g| g.density[0],
        },
        Row {
            name: "friction",
            variable: Variable::Friction,
            size: 0.4,
            change: |k, h| k.friction += h,
            slope: |k, r, g| g.friction_by_default(r.model(), &k.table()),
        },
        Row {
            name: "gravity",
            variable: Variable::Gravity,
            size: 10.0,
            change: |k, h| k.gravity += h * ONE,
            slope: |_, _, g| g.gravity.dot(&ONE),
        },
        Row {
            name: "motion: velocity",
            variable: Variable::Motions,
            size: 0.3,
            change: |k, h| k.motion.velocity += h * ONE,
            slope: |_, _, g| g.motions[0][0].velocity.dot(&ONE),
        },
        Row {
            name: "motion: turn",
            variable: Variable::Motions,
            size: 0.3,
            change: |k, h| k.motion.angular_velocity += h * ONE,
            slope: |_, _, g| g.motions[0][0].angular_velocity.dot(&ONE),
        },
        Row {
            name: "motion: centre",
            variable: Variable::Motions,
            size: 0.1,
            change: |k, h| k.motion.center += h * ONE,
            slope: |_, _, g| g.motions[0][0].center.dot(&ONE),
        },
        Row {
            name: "load: acceleration",
            variable: Variable::Loads,
            size: 1.0,
            change: |k, h| k.acceleration += h * ONE,
            slope: |_, _, g| g.loads[0].dot(&ONE),
        },
        Row {
            name: "load: force",
            variable: Variable::Loads,
            size: 1.0,
            change: |k, h| k.force += h * ONE,
            slope: |_, _, g| g.loads[1].dot(&ONE),
        },
        Row {
            name: "load: traction",
            variable: Variable::Loads,
            size: 50.0,
            change: |k, h| k.traction += h * ONE,
            slope: |_, _, g| g.loads[2].dot(&ONE),
        },
        Row {
            name: "load: pressure",
            variable: Variable::Loads,
            size: 60.0,
            change: |k, h| k.pressure += h,
            slope: |_, _, g| g.loads[3].x,
        },
        Row {
            name: "rest shape",
            variable: Variable::RestShape,
            size: 1e-3,
            change: |k, h| k.rest += h,
            slope: |_, r, g| along_rest(r, &g.rest_shape),
        },
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

/// Whether `gcp` has shortened distances that depend on the rest shape.
fn holds_distances(recording: &Recording, objective: &dyn Objective) -> bool {
    let gradient = recording.gradient(objective, &[Variable::RestShape]);
    !gradient.expect("a gradient").held.is_empty()
}

/// Compares every variable of a scene; prints a line for each, gives the largest relative error.
fn compare_every(label: &str, knobs: &Knobs) -> f64 {
    compare_objective(label, knobs, &objective(knobs))
}

/// The same for an objective.
pub fn compare_objective(label: &str, knobs: &Knobs, objective: &dyn Objective) -> f64 {
    let recording = knobs.run().expect("a solved run");
    check_that_it_rubs(knobs, &recording, objective);
    let mut rows = rows();
    rows.retain(|row| match row.variable {
        Variable::Loads => knobs.world == World::Thrown,
        Variable::Density => knobs.kappa.is_some(),
        Variable::RestShape => knobs.kappa.is_some() && !holds_distances(&recording, objective),
        Variable::Velocities => knobs.integrator != Integrator::QuasiStatic,
        _ => true,
    });
    compare(label, knobs, (&recording, objective), &rows)
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
            worst = worst.max(compare_every(&label, &knobs));
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
    let worst = compare_every(
        "three rounds, damped",
        &knobs.clone().with_given_stiffness(),
    );
    assert!(worst < 1e-5, "{worst:e}");
    let knobs = Knobs {
        rounds: None,
        integrator: Integrator::Bdf2,
        ..knobs
    };
    let worst = compare_every("rounds until they agree", &knobs.with_given_stiffness());
    assert!(worst < 1e-5, "{worst:e}");
}

/// The automatic stiffness is held where it does not follow from the state: here it is at its bound, and doubles from there.
#[test]
fn an_automatic_stiffness_that_is_constant_is_held() {
    let knobs = Knobs {
        kappa_min_multiplier: 1e9,
        ..Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc)
    };
    let worst = compare_every("automatic stiffness", &knobs);
    assert!(worst < 1e-5, "{worst:e}");
}
