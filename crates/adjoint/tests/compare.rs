//! Gradients against central differences of whole runs: the machinery.

use std::sync::Arc;

use tangency_adjoint::{Gradient, GradientError, Objective, Recording, Variable};
use tangency_engine::{Model, State, Vec3};

use crate::worlds::direction;

/// A scene as a function of numbers.
pub trait Scene: Clone {
    /// The model and its first state.
    fn build(&self) -> (Arc<Model>, State);

    /// Number of steps.
    fn steps(&self) -> usize;

    /// The run of all steps.
    fn run(&self) -> Result<Recording, GradientError> {
        let (model, state) = self.build();
        Recording::run(&model, state, self.steps())
    }
}

/// A number of a scene that a gradient is compared by.
pub struct Row<S> {
    pub name: &'static str,
    pub variable: Variable,
    /// A change of it that matters.
    pub size: f64,
    pub change: fn(&mut S, f64),
    pub slope: fn(&S, &Recording, &Gradient) -> f64,
}

fn value<S: Scene>(scene: &S, objective: &dyn Objective) -> f64 {
    let recording = scene.run().expect("a solved run");
    recording.value(objective).expect("a value")
}

/// The central difference along a change, with the step length at which two of them agree best, and that disagreement.
fn difference<S: Scene>(
    scene: &S,
    objective: &dyn Objective,
    size: f64,
    change: fn(&mut S, f64),
) -> (f64, f64, f64) {
    let quotient = |h: f64| {
        let at = |h: f64| {
            let mut changed = scene.clone();
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

/// The derivative along the direction `seed` of vectors.
pub fn along(slopes: &[Vec3], seed: u64) -> f64 {
    let by = direction(seed, slopes.len());
    slopes
        .iter()
        .zip(by)
        .map(|(slope, by)| slope.dot(&by))
        .sum()
}

/// A direction of rest positions: scenes shift each body along the same one.
pub fn along_rest(recording: &Recording, slopes: &[Vec3]) -> f64 {
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

/// Compares the variables of a scene; prints a line for each, gives the largest relative error.
pub fn compare<S: Scene>(
    label: &str,
    scene: &S,
    (recording, objective): (&Recording, &dyn Objective),
    rows: &[Row<S>],
) -> f64 {
    let mut worst: f64 = 0.0;
    for row in rows {
        let gradient = recording
            .gradient(objective, &[row.variable])
            .expect("a gradient");
        let actual = (row.slope)(scene, recording, &gradient);
        let (expected, doubt, step) = difference(scene, objective, row.size, row.change);
        let error = (actual - expected).abs() / expected.abs().max(actual.abs());
        println!(
            "| {label} | {} | {actual:.8e} | {expected:.8e} | {error:.1e} | {doubt:.1e} | {step:.0e} |",
            row.name
        );
        worst = worst.max(error);
    }
    worst
}
