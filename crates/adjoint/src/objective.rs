//! Objectives: functions of the states of a run, with their gradients.

use std::ops::RangeInclusive;

use tangency_engine::{Model, State, Vec3};

/// A state as objectives see it; number 0 is the start.
#[derive(Clone, Copy)]
pub struct StateView<'a> {
    /// The model.
    pub model: &'a Model,
    /// Number of the step that ended in it.
    pub step: u64,
    /// Time, s.
    pub time: f64,
    /// Positions of the vertices, m.
    pub x: &'a [Vec3],
    /// Their velocities, m/s.
    pub v: &'a [Vec3],
}

impl<'a> StateView<'a> {
    /// The part of `state` that objectives see.
    pub fn of(model: &'a Model, state: &'a State) -> Self {
        StateView {
            model,
            step: state.step,
            time: state.time,
            x: &state.x,
            v: &state.v,
        }
    }
}

/// The derivatives of an objective by one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateGradient {
    /// By positions.
    pub x: Vec<Vec3>,
    /// By velocities.
    pub v: Vec<Vec3>,
    /// By the masses of vertices, which densities and rest shapes change.
    pub mass: Vec<f64>,
}

impl StateGradient {
    /// Zeros for so many vertices.
    pub fn zeros(vertices: usize) -> Self {
        StateGradient {
            x: vec![Vec3::zeros(); vertices],
            v: vec![Vec3::zeros(); vertices],
            mass: vec![0.0; vertices],
        }
    }
}

/// A sum over the states of a run.
pub trait Objective {
    /// The summand of a state; adds `weight` times its derivatives to `gradient`.
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64;
}

/// Derivatives that were computed elsewhere, one for each state from the start: of any function of a whole run.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Value of the function.
    pub value: f64,
    /// Derivatives by each state.
    pub states: Vec<StateGradient>,
}

impl Objective for Seeds {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        if let Some(known) = self.states.get(state.step as usize) {
            for (sum, part) in gradient.x.iter_mut().zip(&known.x) {
                *sum += weight * part;
            }
            for (sum, part) in gradient.v.iter_mut().zip(&known.v) {
                *sum += weight * part;
            }
            for (sum, part) in gradient.mass.iter_mut().zip(&known.mass) {
                *sum += weight * part;
            }
        }
        if state.step == 0 { self.value } else { 0.0 }
    }
}

/// ½ Σ |x - target|² over some vertices, m².
#[derive(Clone, Debug)]
pub struct PointTargets {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The target of each, m.
    pub targets: Vec<Vec3>,
}

impl Objective for PointTargets {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        for (&v, target) in self.vertices.iter().zip(&self.targets) {
            let gap = state.x[v as usize] - target;
            gradient.x[v as usize] += weight * gap;
            sum += 0.5 * gap.norm_squared();
        }
        sum
    }
}

/// ½ |c - target|² of the centre of mass c of some vertices, m².
#[derive(Clone, Debug)]
pub struct CenterOfMass {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The target, m.
    pub target: Vec3,
}

impl Objective for CenterOfMass {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mass = |v: u32| state.model.mass[v as usize];
        let total: f64 = self.vertices.iter().map(|&v| mass(v)).sum();
        let moments = self.vertices.iter().map(|&v| mass(v) * state.x[v as usize]);
        let center = moments.sum::<Vec3>() / total;
        let gap = center - self.target;
        for &v in &self.vertices {
            let arm = state.x[v as usize] - center;
            gradient.x[v as usize] += weight * (mass(v) / total) * gap;
            gradient.mass[v as usize] += weight * arm.dot(&gap) / total;
        }
        0.5 * gap.norm_squared()
    }
}

/// ½ Σ m |v|² of some vertices, J.
#[derive(Clone, Debug)]
pub struct KineticEnergy {
    /// The vertices.
    pub vertices: Vec<u32>,
}

impl Objective for KineticEnergy {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        for &v in &self.vertices {
            let (mass, speed) = (state.model.mass[v as usize], state.v[v as usize]);
            gradient.v[v as usize] += weight * mass * speed;
            gradient.mass[v as usize] += weight * 0.5 * speed.norm_squared();
            sum += 0.5 * mass * speed.norm_squared();
        }
        sum
    }
}

/// The volume of the tets of a body, m³; tets that are inside out count as less than nothing.
#[derive(Clone, Debug)]
pub struct Volume {
    /// The body.
    pub body: u32,
}

impl Objective for Volume {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        let batches = state.model.elements.tets.iter();
        for stencil in batches.flat_map(|batch| &batch.stencils) {
            if state.model.body_of[stencil[0] as usize] != self.body {
                continue;
            }
            let x = stencil.map(|v| state.x[v as usize]);
            let [a, b, c] = [1, 2, 3].map(|k| x[k] - x[0]);
            sum += a.dot(&b.cross(&c)) / 6.0;
            let slopes =
                [b.cross(&c), c.cross(&a), a.cross(&b)].map(|slope| slope * (weight / 6.0));
            gradient.x[stencil[0] as usize] -= slopes.iter().sum::<Vec3>();
            for (&v, slope) in stencil[1..].iter().zip(slopes) {
                gradient.x[v as usize] += slope;
            }
        }
        sum
    }
}

/// An objective at some steps only.
pub struct Window<O> {
    /// The steps; 0 is the start.
    pub steps: RangeInclusive<u64>,
    /// The objective.
    pub objective: O,
}

impl<O: Objective> Objective for Window<O> {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        if self.steps.contains(&state.step) {
            self.objective.add(state, weight, gradient)
        } else {
            0.0
        }
    }
}

/// A sum of objectives with weights.
#[derive(Default)]
pub struct WeightedObjectives(pub Vec<(f64, Box<dyn Objective>)>);

impl Objective for WeightedObjectives {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let terms = self.0.iter();
        terms
            .map(|(own, objective)| own * objective.add(state, own * weight, gradient))
            .sum()
    }
}
