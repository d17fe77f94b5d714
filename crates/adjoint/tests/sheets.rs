//! Gradients of runs with sheets against central differences.

use tangency_adjoint::{
    CenterOfMass, KineticEnergy, Objective, PointTargets, Variable, WeightedObjectives, Window,
};
use tangency_engine::{BendingKind, ContactKind, Integrator, Membrane, Side, Vec3};

use crate::compare::{Row, Scene as _, along, along_rest, compare};
use crate::sheet_worlds::{ClothKnobs, ClothRest, SheetWorld, TRIANGLE};
use crate::worlds::direction;

/// Positions, velocities and centre of mass, at some steps and over a window.
pub fn objective(vertices: usize, steps: usize) -> WeightedObjectives {
    let end = steps as u64;
    let vertices: Vec<u32> = (0..vertices as u32).collect();
    let at = |step: u64, seed: u64| Window {
        steps: step..=step,
        objective: PointTargets {
            vertices: vertices.clone(),
            targets: direction(seed, vertices.len()),
        },
    };
    let energy = KineticEnergy {
        vertices: vertices.clone(),
    };
    let center = CenterOfMass {
        vertices: vertices.clone(),
        target: Vec3::new(0.3, 0.1, -0.2),
    };
    WeightedObjectives(vec![
        (1.0, Box::new(at(end, 5))),
        (0.3, Box::new(at(end / 2, 6))),
        (
            2.0,
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
    ])
}

const ONE: Vec3 = Vec3::new(0.6, -0.5, 0.7);
const WEAVE: [f64; 4] = [0.8, -0.6, 0.5, 0.7];

/// The cloth is the last body.
fn last(slopes: &[f64]) -> f64 {
    slopes[slopes.len() - 1]
}

fn rows() -> Vec<Row<ClothKnobs>> {
    let row = |name, variable, size, change, slope| Row {
        name,
        variable,
        size,
        change,
        slope,
    };
    vec![
        row(
            "positions",
            Variable::Positions,
            3e-4,
            |k, h| k.positions += h,
            |_, _, g| along(&g.positions, 2),
        ),
        row(
            "velocities",
            Variable::Velocities,
            1e-2,
            |k, h| k.velocities += h,
            |_, _, g| along(&g.velocities, 3),
        ),
        row(
            "young",
            Variable::Young,
            2e4,
            |k, h| k.material.young += h,
            |_, _, g| last(&g.young),
        ),
        row(
            "young of a triangle",
            Variable::YoungByElement,
            1.0,
            |k, h| k.element += h,
            |k, _, g| k.material.young * g.young_by_element[g.young_by_element.len() - 1][TRIANGLE],
        ),
        row(
            "poisson",
            Variable::Poisson,
            0.3,
            |k, h| k.material.poisson += h,
            |_, _, g| last(&g.poisson),
        ),
        row(
            "density",
            Variable::Density,
            400.0,
            |k, h| k.material.density += h,
            |_, _, g| last(&g.density),
        ),
        row(
            "thickness",
            Variable::Thickness,
            2e-3,
            |k, h| k.material.thickness += h,
            |_, _, g| last(&g.thickness),
        ),
        row(
            "bending",
            Variable::Bending,
            1.5,
            |k, h| k.material.bending += h,
            |_, _, g| last(&g.bending),
        ),
        row(
            "weave",
            Variable::Weave,
            1e4,
            |k, h| {
                for (a, by) in k.weave.iter_mut().zip(WEAVE) {
                    *a += h * by;
                }
            },
            |_, _, g| {
                let slopes = g.weave[g.weave.len() - 1];
                slopes.iter().zip(WEAVE).map(|(a, by)| a * by).sum()
            },
        ),
        row(
            "friction",
            Variable::Friction,
            0.4,
            |k, h| k.friction += h,
            |k, r, g| g.friction_by_default(r.model(), &k.table()),
        ),
        row(
            "gravity",
            Variable::Gravity,
            10.0,
            |k, h| k.gravity += h * ONE,
            |_, _, g| g.gravity.dot(&ONE),
        ),
        row(
            "motion: velocity",
            Variable::Motions,
            0.2,
            |k, h| k.motion.velocity += h * ONE,
            |_, _, g| g.motions[0][0].velocity.dot(&ONE),
        ),
        row(
            "motion: turn",
            Variable::Motions,
            0.2,
            |k, h| k.motion.angular_velocity += h * ONE,
            |_, _, g| g.motions[0][0].angular_velocity.dot(&ONE),
        ),
        row(
            "load: traction",
            Variable::Loads,
            3.0,
            |k, h| k.traction += h * ONE,
            |_, _, g| g.loads[0].dot(&ONE),
        ),
        row(
            "load: pressure",
            Variable::Loads,
            3.0,
            |k, h| k.pressure += h,
            |_, _, g| g.loads[1].x,
        ),
        row(
            "rest shape",
            Variable::RestShape,
            1e-3,
            |k, h| k.rest += h,
            |_, r, g| along_rest(r, &g.rest_shape),
        ),
    ]
}

/// Whether a scene has it.
fn is_there(knobs: &ClothKnobs, row: &Row<ClothKnobs>) -> bool {
    match row.variable {
        Variable::Loads => knobs.world == SheetWorld::Laid,
        Variable::Motions => knobs.world == SheetWorld::Dragged,
        Variable::Weave => knobs.is_woven,
        Variable::YoungByElement => !knobs.is_woven,
        Variable::Velocities => knobs.integrator != Integrator::QuasiStatic,
        _ => true,
    }
}

/// Compares the variables of a scene, all or those `of` it; checks that the cloth rubs.
fn compare_cloth(knobs: &ClothKnobs, of: Option<&[&str]>) -> f64 {
    let recording = knobs.run().expect("a solved run");
    let objective = objective(recording.model().vertex_count(), knobs.steps);
    let rubbing = recording
        .gradient(&objective as &dyn Objective, &[Variable::Friction])
        .expect("a gradient");
    let pair = match knobs.world {
        SheetWorld::Laid => (Side::Body(0), Side::Body(1)),
        SheetWorld::Dragged => (Side::Body(0), Side::HalfSpace(0)),
    };
    assert!(
        rubbing
            .friction
            .get(&pair)
            .is_some_and(|slope| *slope != 0.0)
    );
    let mut rows = rows();
    let by_rest = recording.gradient(&objective, &[Variable::RestShape]);
    let holds = !by_rest.expect("a gradient").held.is_empty();
    rows.retain(|row| row.variable != Variable::RestShape || !holds);
    rows.retain(|row| is_there(knobs, row) && of.is_none_or(|names| names.contains(&row.name)));
    let label = format!(
        "{:?} {} {} {:?}",
        knobs.world,
        knobs.contact.name(),
        knobs.integrator.name(),
        knobs.rest_kind
    );
    compare(&label, knobs, (&recording, &objective), &rows)
}

/// Saint Venant-Kirchhoff, bent as a plate.
fn plain(knobs: ClothKnobs) -> ClothKnobs {
    knobs
}

/// Neo-Hookean with limits of stretch and squeeze, bent hinge by hinge.
fn limited(mut knobs: ClothKnobs) -> ClothKnobs {
    knobs.material.membrane = Membrane::NeoHookean;
    knobs.material.bending_kind = BendingKind::Hinges;
    knobs.material.stretch_limit = 1.15;
    knobs.material.squeeze_limit = 0.8;
    knobs
}

/// Woven with limits of strain, bent as a plate.
fn woven(mut knobs: ClothKnobs) -> ClothKnobs {
    knobs.is_woven = true;
    knobs
}

type Kind = fn(ClothKnobs) -> ClothKnobs;

fn compare_all(contact: ContactKind, kinds: [Kind; 4]) {
    println!("| scene | by | adjoint | differences | error | doubt of differences | step |");
    let scenes = [
        (SheetWorld::Laid, Integrator::ImplicitEuler),
        (SheetWorld::Laid, Integrator::Bdf2),
        (SheetWorld::Laid, Integrator::NEWMARK),
        (SheetWorld::Dragged, Integrator::QuasiStatic),
    ];
    let mut worst: f64 = 0.0;
    for ((world, integrator), kind) in scenes.into_iter().zip(kinds) {
        let knobs = kind(ClothKnobs::new(world, integrator, contact)).with_given_stiffness();
        worst = worst.max(compare_cloth(&knobs, None));
    }
    assert!(worst < 1e-5, "{worst:e}");
}

#[test]
fn gradients_of_sheets_through_ipc_are_those_of_differences() {
    compare_all(ContactKind::Ipc, [plain, limited, woven, plain]);
}

#[test]
fn gradients_of_sheets_through_convergent_contact_are_those_of_differences() {
    compare_all(ContactKind::Convergent, [limited, woven, plain, woven]);
}

#[test]
fn gradients_of_sheets_through_geometric_contact_are_those_of_differences() {
    compare_all(ContactKind::Gcp, [woven, plain, limited, limited]);
}

/// Rest shapes: flat ones and others than the cloth is placed in, bent either way; three rounds of friction.
#[test]
fn gradients_by_rest_shapes_of_sheets_are_those_of_differences() {
    let new = |rest_kind| ClothKnobs {
        rest_kind,
        rounds: Some(3),
        ..ClothKnobs::new(
            SheetWorld::Laid,
            Integrator::ImplicitEuler,
            ContactKind::Ipc,
        )
    };
    let scenes = [
        limited(new(ClothRest::Placed)),
        limited(new(ClothRest::Flat)),
        limited(new(ClothRest::Elsewhere)),
        plain(new(ClothRest::Flat)),
        woven(new(ClothRest::Elsewhere)),
    ];
    for knobs in scenes {
        let of = ["rest shape", "young", "thickness", "poisson"];
        let worst = compare_cloth(&knobs.with_given_stiffness(), Some(&of));
        assert!(worst < 1e-5, "{worst:e}");
    }
}
