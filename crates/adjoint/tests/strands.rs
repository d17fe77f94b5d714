//! Gradients of runs with rods, stitches and grains, and of planar runs, against central differences.

use tangency_adjoint::{GradientError, Objective, Variable};
use tangency_engine::{ContactKind, Elasticity, Integrator, Side, Vec3};

use crate::compare::{Row, Scene as _, compare};
use crate::sheets::objective;
use crate::strand_worlds::{ELEMENT, StrandKnobs, StrandWorld};

const ONE: Vec3 = Vec3::new(0.6, -0.5, 0.0);

/// The derivative along the direction `seed`.
fn along(knobs: &StrandKnobs, slopes: &[Vec3], seed: u64) -> f64 {
    let by = knobs.direction(seed, slopes.len());
    slopes
        .iter()
        .zip(by)
        .map(|(slope, by)| slope.dot(&by))
        .sum()
}

fn row(
    name: &'static str,
    variable: Variable,
    size: f64,
    change: fn(&mut StrandKnobs, f64),
    slope: fn(&StrandKnobs, &tangency_adjoint::Recording, &tangency_adjoint::Gradient) -> f64,
) -> Row<StrandKnobs> {
    Row {
        name,
        variable,
        size,
        change,
        slope,
    }
}

/// Of both scenes.
fn common() -> Vec<Row<StrandKnobs>> {
    vec![
        row(
            "positions",
            Variable::Positions,
            3e-4,
            |k, h| k.positions += h,
            |k, _, g| along(k, &g.positions, 2),
        ),
        row(
            "velocities",
            Variable::Velocities,
            1e-2,
            |k, h| k.velocities += h,
            |k, _, g| along(k, &g.velocities, 3),
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
            "rest shape",
            Variable::RestShape,
            1e-3,
            |k, h| k.rest += h,
            |k, r, g| {
                let bodies = r.model().bodies.iter().filter(|body| body.name != "grains");
                let range = |body: &tangency_engine::model::Body| {
                    body.vertices.start as usize..body.vertices.end as usize
                };
                bodies
                    .map(|body| along(k, &g.rest_shape[range(body)], 1))
                    .sum()
            },
        ),
    ]
}

fn of_strands() -> Vec<Row<StrandKnobs>> {
    vec![
        row(
            "young",
            Variable::Young,
            2e6,
            |k, h| k.rods.young += h,
            |_, _, g| g.young[2],
        ),
        row(
            "young of a segment",
            Variable::YoungByElement,
            1.0,
            |k, h| k.element += h,
            |k, _, g| k.rods.young * g.young_by_element[2][ELEMENT],
        ),
        row(
            "diameter",
            Variable::Thickness,
            5e-3,
            |k, h| k.rods.diameter += h,
            |_, _, g| g.thickness[2],
        ),
        row(
            "bending",
            Variable::Bending,
            1.3,
            |k, h| k.rods.bending += h,
            |_, _, g| g.bending[2],
        ),
        row(
            "poisson",
            Variable::Poisson,
            0.3,
            |k, h| k.rods.poisson += h,
            |_, _, g| g.poisson[2],
        ),
        row(
            "density of rods",
            Variable::Density,
            900.0,
            |k, h| k.rods.density += h,
            |_, _, g| g.density[2],
        ),
        row(
            "density of grains",
            Variable::Density,
            1500.0,
            |k, h| k.grain_density += h,
            |_, _, g| g.density[1],
        ),
    ]
}

fn of_planar() -> Vec<Row<StrandKnobs>> {
    vec![
        row(
            "young",
            Variable::Young,
            5e4,
            |k, h| k.young += h,
            |_, _, g| g.young.iter().sum(),
        ),
        row(
            "young of a triangle",
            Variable::YoungByElement,
            1.0,
            |k, h| k.element += h,
            |k, _, g| k.young * g.young_by_element[0][ELEMENT],
        ),
        row(
            "poisson",
            Variable::Poisson,
            0.3,
            |k, h| k.poisson += h,
            |_, _, g| g.poisson.iter().sum(),
        ),
        row(
            "density",
            Variable::Density,
            1e3,
            |k, h| k.density += h,
            |_, _, g| g.density.iter().sum(),
        ),
    ]
}

fn compare_strands(knobs: &StrandKnobs) -> f64 {
    let recording = knobs.run().expect("a solved run");
    let objective = objective(recording.model().vertex_count(), knobs.steps);
    let rubbing = recording
        .gradient(&objective as &dyn Objective, &[Variable::Friction])
        .expect("a gradient");
    let (pairs, own): (&[(Side, Side)], _) = match knobs.world {
        StrandWorld::Strands | StrandWorld::Twisting => (
            &[
                (Side::Body(0), Side::Body(1)),
                (Side::Body(0), Side::Body(2)),
                (Side::Body(0), Side::HalfSpace(0)),
            ],
            of_strands(),
        ),
        StrandWorld::Planar => (
            &[
                (Side::Body(0), Side::Body(1)),
                (Side::Body(0), Side::HalfSpace(0)),
            ],
            of_planar(),
        ),
    };
    for pair in pairs {
        let slope = rubbing.friction.get(pair);
        assert!(slope.is_some_and(|slope| *slope != 0.0), "{pair:?}");
    }
    let mut rows = common();
    rows.extend(own);
    let is_twisting = knobs.world == StrandWorld::Twisting;
    rows.retain(|row| match row.variable {
        Variable::RestShape => knobs.contact != ContactKind::Gcp && !is_twisting,
        Variable::Poisson => knobs.world != StrandWorld::Strands,
        _ => true,
    });
    let (world, contact) = (knobs.world, knobs.contact.name());
    let label = format!("{world:?} {contact} {}", knobs.integrator.name());
    compare(&label, knobs, (&recording, &objective), &rows)
}

/// Convergent contact weighs no points and edges of no triangle.
const STRANDS: [(ContactKind, Integrator); 3] = [
    (ContactKind::Ipc, Integrator::ImplicitEuler),
    (ContactKind::Gcp, Integrator::Bdf2),
    (ContactKind::Ipc, Integrator::NEWMARK),
];
const PLANAR: [(ContactKind, Integrator); 3] = [
    (ContactKind::Ipc, Integrator::ImplicitEuler),
    (ContactKind::Convergent, Integrator::Bdf2),
    (ContactKind::Gcp, Integrator::NEWMARK),
];

#[test]
fn gradients_of_rods_stitches_and_grains_are_those_of_differences() {
    for (contact, integrator) in STRANDS {
        let knobs = StrandKnobs::new(StrandWorld::Strands, integrator, contact);
        let worst = compare_strands(&knobs.with_given_stiffness());
        assert!(worst < 1e-5, "{worst:e}");
    }
}

#[test]
fn gradients_of_rods_that_twist_are_those_of_differences() {
    for (contact, integrator) in STRANDS.into_iter().take(2) {
        let knobs = StrandKnobs::new(StrandWorld::Twisting, integrator, contact);
        let worst = compare_strands(&knobs.with_given_stiffness());
        assert!(worst < 1e-5, "{worst:e}");
    }
}

/// Where a segment turns far in a step, its frame is taken anew at a place that depends on the way of the solver.
#[test]
fn segments_that_turn_far_in_a_step_are_refused() {
    let knobs = StrandKnobs {
        dt: 0.01,
        kappa: Some(1e4),
        ..StrandKnobs::new(
            StrandWorld::Twisting,
            Integrator::ImplicitEuler,
            ContactKind::Ipc,
        )
    };
    let recording = knobs.run().expect("a solved run");
    let objective = objective(recording.model().vertex_count(), knobs.steps);
    let refused = recording.gradient(&objective, &[Variable::Velocities]);
    assert!(matches!(refused, Err(GradientError::Turned { .. })));
}

#[test]
fn gradients_of_planar_runs_are_those_of_differences() {
    for (contact, integrator) in PLANAR {
        let knobs = StrandKnobs {
            elasticity: if contact == ContactKind::Gcp {
                Elasticity::FixedCorotated
            } else {
                Elasticity::NeoHookean
            },
            ..StrandKnobs::new(StrandWorld::Planar, integrator, contact)
        };
        let worst = compare_strands(&knobs.with_given_stiffness());
        assert!(worst < 1e-5, "{worst:e}");
    }
}
