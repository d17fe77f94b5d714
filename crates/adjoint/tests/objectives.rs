//! Objectives: their derivatives by one state, and those of forces, stresses and energies of whole runs.

use std::sync::Arc;

use tangency_adjoint::{
    CenterOfMass, CenterTrajectory, ContactForce, Deviation, ForceMeasure, HalfSquares,
    KineticEnergy, MeanVelocity, Objective, OutlineTarget, PointTargets, PointTrajectory,
    PotentialEnergy, Product, Reaction, Residuals, Scaled, StateForces, StateGradient, StateView,
    StrainEnergy, StressNorm, SurfaceTarget, TimeSeries, Variable, Volume, WeightedObjectives,
    Window,
};
use tangency_engine::{ContactKind, Elasticity, Integrator, Model, State, Stepper, Vec3};

use crate::compare::Scene as _;
use crate::differences::{INTEGRATORS, compare_objective};
use crate::worlds::{Knobs, World, direction};

/// A deformed, moving state with forces.
fn state(elasticity: Elasticity) -> (Arc<Model>, State, StateForces) {
    let knobs = Knobs {
        elasticity,
        ..Knobs::new(World::Thrown, Integrator::ImplicitEuler, ContactKind::Ipc)
    };
    let (model, mut state) = knobs.build();
    let count = model.vertex_count();
    let moves = direction(11, count);
    for (x, by) in state.x.iter_mut().zip(moves) {
        *x += 4e-3 * by;
    }
    state.v = direction(12, count);
    (state.step, state.time) = (3, 0.03);
    let forces = StateForces {
        contact: direction(13, count),
        reaction: direction(14, count),
    };
    (model, state, forces)
}

/// Compares the derivatives by one state along directions with central differences.
fn check(name: &str, objective: &dyn Objective) {
    for elasticity in [Elasticity::NeoHookean, Elasticity::FixedCorotated] {
        let (model, state, forces) = state(elasticity);
        let count = model.vertex_count();
        let directions: Vec<Vec<Vec3>> = (20..24).map(|seed| direction(seed, count)).collect();
        let at = |h: [f64; 4]| {
            let moved = |from: &[Vec3], k: usize| -> Vec<Vec3> {
                let pairs = from.iter().zip(&directions[k]);
                pairs.map(|(x, by)| x + h[k] * by).collect()
            };
            let (x, v) = (moved(&state.x[..count], 0), moved(&state.v[..count], 1));
            let forces = StateForces {
                contact: moved(&forces.contact, 2),
                reaction: moved(&forces.reaction, 3),
            };
            let view = StateView {
                x: &x,
                v: &v,
                forces: Some(&forces),
                ..StateView::of(&model, &state)
            };
            let mut gradient = StateGradient::zeros(count);
            (objective.add(&view, 2.0, &mut gradient), gradient)
        };
        let (_, gradient) = at([0.0; 4]);
        let none = vec![Vec3::zeros(); count];
        let by_forces = gradient.forces.as_ref();
        let slopes = [
            &gradient.x,
            &gradient.v,
            by_forces.map_or(&none, |f| &f.contact),
            by_forces.map_or(&none, |f| &f.reaction),
        ];
        let mut moved = 0;
        for k in 0..4 {
            let mut h = [0.0; 4];
            let step = if k == 0 { 1e-6 } else { 1e-4 };
            let mut value = |size: f64| {
                h[k] = size;
                at(h).0
            };
            let expected = 2.0 * (value(step) - value(-step)) / (2.0 * step);
            let pairs = slopes[k].iter().zip(&directions[k]);
            let actual: f64 = pairs.map(|(slope, by)| slope.dot(by)).sum();
            let scale = expected.abs().max(actual.abs());
            assert!(
                (actual - expected).abs() <= 2e-6 * scale + 1e-9,
                "{name} {k}: {actual} {expected}"
            );
            moved += usize::from(scale > 1e-9);
        }
        assert!(moved > 0, "{name} depends on nothing");
    }
}

fn all() -> Vec<u32> {
    (0..18).collect()
}

fn series(seed: u64) -> TimeSeries<Vec3> {
    TimeSeries::new(vec![0.0, 0.1], direction(seed, 2)).expect("a series")
}

/// A tetrahedron around the bodies.
fn target() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let points = [
        [0.4, 0.0, 0.0],
        [-0.3, 0.1, 0.3],
        [-0.2, 0.0, -0.4],
        [0.0, 0.5, 0.0],
    ];
    let triangles = vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    (points.map(Vec3::from).to_vec(), triangles)
}

#[test]
fn derivatives_by_positions_and_velocities_are_those_of_differences() {
    let (points, triangles) = target();
    let one_sided = SurfaceTarget {
        vertices: all(),
        points,
        target: triangles,
        triangles: Vec::new(),
    };
    let two_sided = SurfaceTarget {
        triangles: vec![[0, 1, 4], [1, 5, 4], [2, 3, 6]],
        ..one_sided.clone()
    };
    let outline = OutlineTarget {
        vertices: all(),
        axes: [Vec3::x(), Vec3::z()],
        outline: vec![[0.3, -0.2], [0.2, 0.3], [-0.3, 0.1], [0.0, 0.05]],
        is_closed: true,
    };
    let vertices = all();
    let objectives: Vec<(&str, Box<dyn Objective>)> = vec![
        (
            "points",
            Box::new(PointTargets {
                vertices: all(),
                targets: direction(30, 18),
            }),
        ),
        (
            "trajectory",
            Box::new(PointTrajectory {
                vertices: vec![1, 5],
                targets: vec![series(31), series(32)],
            }),
        ),
        (
            "centre",
            Box::new(CenterOfMass {
                vertices: all(),
                target: Vec3::x(),
            }),
        ),
        (
            "centre over time",
            Box::new(CenterTrajectory {
                vertices: all(),
                targets: series(33),
            }),
        ),
        (
            "velocity",
            Box::new(MeanVelocity {
                vertices: all(),
                target: Vec3::x(),
            }),
        ),
        ("kinetic", Box::new(KineticEnergy { vertices: all() })),
        (
            "potential",
            Box::new(PotentialEnergy {
                vertices,
                acceleration: Vec3::new(1.0, -9.0, 2.0),
            }),
        ),
        ("volume", Box::new(Volume { body: 0 })),
        ("elastic", Box::new(StrainEnergy { body: 0 })),
        (
            "stress 2",
            Box::new(StressNorm {
                body: 0,
                exponent: 2.0,
            }),
        ),
        (
            "stress 8",
            Box::new(StressNorm {
                body: 0,
                exponent: 8.0,
            }),
        ),
        ("surface", Box::new(one_sided)),
        ("surface, two sides", Box::new(two_sided)),
        ("outline", Box::new(outline)),
    ];
    for (name, objective) in &objectives {
        check(name, objective);
    }
}

#[test]
fn derivatives_by_forces_are_those_of_differences() {
    let direction = Vec3::new(0.6, 0.8, 0.0);
    let contact = |measure| ContactForce {
        vertices: all(),
        measure,
    };
    for measure in [
        ForceMeasure::Along(direction),
        ForceMeasure::Length,
        ForceMeasure::Sum,
        ForceMeasure::Peak(6.0),
    ] {
        check(&format!("{measure:?}"), &contact(measure));
    }
    let reaction = Reaction {
        vertices: all(),
        direction,
        targets: TimeSeries::constant(0.3),
    };
    check("reaction", &reaction);
    let product = Product(
        contact(ForceMeasure::Length),
        KineticEnergy { vertices: all() },
    );
    check("product", &product);
    let scaled = Scaled {
        factor: 3.0,
        residuals: Window {
            steps: 2..=3,
            objective: reaction,
        },
    };
    check("scaled residuals", &HalfSquares(scaled));
    let deviation = Deviation {
        target: 0.7,
        objective: contact(ForceMeasure::Sum),
    };
    check("deviation", &HalfSquares(deviation));
    let sum: WeightedObjectives = WeightedObjectives(vec![(2.0, Box::new(product))]);
    check("sum", &sum);
}

/// Rows of Jacobians, one by one.
#[test]
fn residuals_have_the_derivatives_of_differences() {
    let (model, state, _) = state(Elasticity::NeoHookean);
    let count = model.vertex_count();
    let (points, triangles) = target();
    let all: Vec<Box<dyn Residuals>> = vec![
        Box::new(PointTargets {
            vertices: all(),
            targets: direction(30, 18),
        }),
        Box::new(SurfaceTarget {
            vertices: all(),
            points,
            target: triangles,
            triangles: Vec::new(),
        }),
        Box::new(CenterOfMass {
            vertices: all(),
            target: Vec3::x(),
        }),
    ];
    let along = direction(20, count);
    for residuals in all {
        let at = |h: f64| {
            let x: Vec<Vec3> = (0..count).map(|v| state.x[v] + h * along[v]).collect();
            let view = StateView {
                x: &x,
                ..StateView::of(&model, &state)
            };
            let mut out = Vec::new();
            residuals.residuals(&view, &mut out);
            out
        };
        let (plus, minus) = (at(1e-6), at(-1e-6));
        for k in 0..plus.len() {
            let mut weights = vec![0.0; plus.len()];
            weights[k] = 1.0;
            let mut gradient = StateGradient::zeros(count);
            residuals.pull_back(&StateView::of(&model, &state), &weights, &mut gradient);
            let actual: f64 = gradient.x.iter().zip(&along).map(|(g, by)| g.dot(by)).sum();
            let expected = (plus[k] - minus[k]) / 2e-6;
            assert!((actual - expected).abs() < 1e-7, "{k}: {actual} {expected}");
        }
    }
}

fn window(steps: usize, objective: impl Objective + 'static) -> Box<dyn Objective> {
    let steps = 2..=steps as u64;
    Box::new(Window { steps, objective })
}

/// The reaction of what is driven, contact on the block, its stress and elastic energy.
fn of_forces(knobs: &Knobs) -> WeightedObjectives {
    let (model, _) = knobs.build();
    let driven = model.boundary[0].vertices.clone();
    let block: Vec<u32> = model.bodies[0].vertices.clone().collect();
    let targets = TimeSeries::new(vec![0.0, 0.2], vec![0.5, -1.0]).expect("a series");
    let n = knobs.steps;
    WeightedObjectives(vec![
        (
            0.5,
            window(
                n,
                Reaction {
                    vertices: driven,
                    direction: Vec3::new(0.6, 0.8, 0.0),
                    targets,
                },
            ),
        ),
        (
            1.0,
            window(
                n,
                ContactForce {
                    vertices: block.clone(),
                    measure: ForceMeasure::Length,
                },
            ),
        ),
        (
            0.3,
            window(
                n,
                ContactForce {
                    vertices: block,
                    measure: ForceMeasure::Peak(4.0),
                },
            ),
        ),
        (
            1e-3,
            window(
                n,
                StressNorm {
                    body: 0,
                    exponent: 4.0,
                },
            ),
        ),
        (5.0, window(n, StrainEnergy { body: 0 })),
    ])
}

#[test]
fn forces_stresses_and_energies_of_whole_runs_have_the_gradients_of_differences() {
    for integrator in INTEGRATORS {
        for contact in [ContactKind::Ipc, ContactKind::Gcp] {
            let knobs = Knobs {
                damping: 1.0,
                ..Knobs::new(World::Dragged, integrator, contact)
            };
            let knobs = knobs.with_given_stiffness();
            let label = format!("forces {} {}", contact.name(), integrator.name());
            let worst = compare_objective(&label, &knobs, &of_forces(&knobs));
            assert!(worst < 1e-5, "{label}: {worst:e}");
        }
    }
}

#[test]
fn reactions_of_a_driven_paddle_have_the_gradients_of_differences() {
    let knobs = Knobs::new(World::Thrown, Integrator::Bdf2, ContactKind::Ipc);
    let knobs = Knobs {
        rounds: Some(3),
        ..knobs
    }
    .with_given_stiffness();
    let worst = compare_objective("paddle", &knobs, &of_forces(&knobs));
    assert!(worst < 1e-5, "{worst:e}");
}

/// What objectives see is what a run tells.
#[test]
fn forces_are_those_of_the_run() {
    for integrator in INTEGRATORS {
        let knobs = Knobs {
            damping: 1.0,
            ..Knobs::new(World::Dragged, integrator, ContactKind::Ipc)
        };
        let knobs = knobs.with_given_stiffness();
        let (model, mut state) = knobs.build();
        let recording = knobs.run().expect("a solved run");
        let driven = model.boundary[0].vertices.clone();
        let block: Vec<u32> = model.bodies[0].vertices.clone().collect();
        let mut stepper = Stepper::new(&model).expect("Newton's method");
        stepper.arrive_exactly(true);
        stepper.record_forces(true);
        for step in 1..=knobs.steps as u64 {
            stepper.step(&mut state).expect("a solved step");
            let forces = stepper.last_step().forces().expect("forces");
            let sum = |of: &dyn Fn(usize) -> Vec3, vertices: &[u32]| -> Vec3 {
                vertices.iter().map(|&v| of(v as usize)).sum()
            };
            let expected = [
                sum(&|v| forces.reaction[v], &driven),
                sum(&|v| forces.contact[v] + forces.friction[v], &block),
            ];
            for axis in 0..3 {
                let direction = Vec3::ith(axis, 1.0);
                let reaction = Reaction {
                    vertices: driven.clone(),
                    direction,
                    targets: TimeSeries::constant(0.0),
                };
                let contact = ContactForce {
                    vertices: block.clone(),
                    measure: ForceMeasure::Along(direction),
                };
                let window = step..=step;
                let reaction = Window {
                    steps: window.clone(),
                    objective: reaction,
                };
                let contact = Window {
                    steps: window,
                    objective: contact,
                };
                let reaction = recording.residuals(&reaction).expect("residuals")[0];
                let contact = recording.value(&contact).expect("a value");
                let near = |actual: f64, expected: f64| {
                    (actual - expected).abs() < 1e-9 * (1.0 + expected.abs())
                };
                assert!(
                    near(reaction, expected[0][axis]),
                    "{step}: {reaction} {}",
                    expected[0][axis]
                );
                assert!(
                    near(contact, expected[1][axis]),
                    "{step}: {contact} {}",
                    expected[1][axis]
                );
            }
        }
    }
}

#[test]
fn the_gradient_comes_with_the_value() {
    let knobs =
        Knobs::new(World::Dragged, Integrator::Bdf2, ContactKind::Ipc).with_given_stiffness();
    let (recording, objective) = (knobs.run().expect("a solved run"), of_forces(&knobs));
    let gradient = recording
        .gradient(&objective, &[Variable::Young])
        .expect("a gradient");
    let value = recording.value(&objective).expect("a value");
    assert!((gradient.value / value - 1.0).abs() < 1e-12);
}
