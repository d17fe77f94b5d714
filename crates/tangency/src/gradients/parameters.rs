//! The derivative of what a run depends on by a number that the scene is built from: differences of builds, which are cheap, and
//! exact where that number enters them linearly.

use std::collections::BTreeSet;

use tangency_adjoint::{Gradient, Variable};
use tangency_engine::Model;

use super::compare::BuiltScene;
use super::quantities::{Quantities, slopes};
use super::variables::SceneVariable;
use crate::error::Error;
use crate::scene::Scene;
use crate::variable_error::VariableError;

/// Step of the first difference, as a share of the number.
const FIRST_STEP: f64 = 1e-3;
/// Number of differences, each with half of the step of the one before.
const HALVINGS: usize = 6;
/// Disagreement, as a share of the derivative, up to which differences are good enough to stop at.
const GOOD: f64 = 1e-11;
/// Disagreement above which there is no derivative.
const POOR: f64 = 1e-6;

/// A number that a scene is built from, and how to build it with others.
pub struct SceneParameter<'a> {
    scene: &'a Scene,
    /// Name, in messages.
    name: String,
    variable: SceneVariable,
    /// All numbers of the variable, and which of them this is.
    numbers: Vec<f64>,
    index: usize,
    base: &'a BuiltScene,
    /// Edges by whose lengths bodies are known to deform, with their body.
    edges: &'a [[u32; 2]],
    /// Numbers at a step above and one below, by halvings of the step.
    builds: Vec<Option<[Quantities; 2]>>,
}

impl<'a> SceneParameter<'a> {
    /// The number at `index` of a variable.
    pub fn new(
        scene: &'a Scene,
        name: &str,
        (variable, numbers, index): (&SceneVariable, &[f64], usize),
        (base, edges): (&'a BuiltScene, &'a [[u32; 2]]),
    ) -> Self {
        SceneParameter {
            scene,
            name: name.to_owned(),
            variable: variable.clone(),
            numbers: numbers.to_vec(),
            index,
            base,
            edges,
            builds: Vec::new(),
        }
    }

    fn step(&self, halvings: usize) -> f64 {
        let number = self.numbers[self.index].abs();
        let scale = if number > 0.0 { number } else { 1.0 };
        FIRST_STEP * scale * 0.5f64.powi(halvings as i32)
    }

    fn built(&self, change: f64) -> Result<BuiltScene, Error> {
        let mut numbers = self.numbers.clone();
        numbers[self.index] += change;
        let scene = match &self.variable {
            SceneVariable::Number(keys) => self.scene.with_number(keys, numbers[self.index])?,
            SceneVariable::Parameter(name) => self.scene.with_parameter(name, &numbers)?,
            _ => self.scene.clone(),
        };
        BuiltScene::of(&scene)
    }

    /// Builds up to so many halvings; where even the finest differ in what has no derivative, says in what.
    fn build(&mut self, halvings: usize) -> Result<(), Error> {
        while self.builds.len() < halvings {
            let step = self.step(self.builds.len());
            let mut pair = Vec::new();
            for change in [step, -step] {
                let is_last = self.builds.len() + 1 == HALVINGS;
                let built = match self.built(change) {
                    Ok(built) => built,
                    Err(error) if is_last => return Err(self.unbuilt(change, &error).into()),
                    Err(_) => break,
                };
                if let Some(difference) = self.base.difference(&built) {
                    if !is_last {
                        break;
                    }
                    return Err(self.changes(difference.what, difference.advice).into());
                }
                pair.push(Quantities::of(&built.model, &built.state, &built.materials));
            }
            self.builds.push(pair.try_into().ok());
        }
        Ok(())
    }

    fn base_quantities(&self) -> Quantities {
        Quantities::of(&self.base.model, &self.base.state, &self.base.materials)
    }

    fn changes(&self, what: String, advice: &'static str) -> VariableError {
        let parameter = self.name.clone();
        VariableError::Changes {
            parameter,
            what,
            advice,
        }
    }

    fn unbuilt(&self, change: f64, error: &Error) -> VariableError {
        VariableError::Unbuilt {
            parameter: self.name.clone(),
            value: self.numbers[self.index] + change,
            reason: error.to_string(),
        }
    }

    /// The variables of adjoints through which the number acts.
    pub fn acts_through(&mut self) -> Result<BTreeSet<Variable>, Error> {
        if self.scene.document.repair.is_on {
            let advice = "repair it once, and start from what `tangency repair` writes";
            let what = "the start, which is repaired";
            return Err(self.changes(what.to_owned(), advice).into());
        }
        self.build(2)?;
        if self.builds.iter().flatten().next().is_none() {
            // Finer steps may find the same vertices and elements.
            self.build(HALVINGS)?;
        }
        let base = self.base_quantities();
        let mut through = BTreeSet::new();
        // Either side by itself: at a kink both may be the same.
        for other in self.builds.iter().flatten().flatten() {
            for (variable, numbers) in &other.numbers {
                let acts = match variable {
                    Variable::RestShape => self.deforms(other, &base).contains(&true),
                    Variable::Friction => other.friction != base.friction,
                    variable => numbers != &base.numbers[variable],
                };
                if acts {
                    through.insert(*variable);
                }
            }
        }
        if through.contains(&Variable::Friction) && self.base.model.friction.is_frictionless() {
            let name = self.name.clone();
            return Err(VariableError::Frictionless { name }.into());
        }
        Ok(through)
    }

    /// Whether the rest shape of each body changes by more than a motion: by lengths of its edges.
    fn deforms(&self, above: &Quantities, below: &Quantities) -> Vec<bool> {
        let model = &self.base.model;
        let mut deforms = vec![false; model.bodies.len()];
        let at = |rest: &Quantities, v: u32| -> [f64; 3] {
            let numbers = &rest.numbers[&Variable::RestShape];
            std::array::from_fn(|c| numbers[3 * v as usize + c])
        };
        for &[a, b] in self.edges {
            let square = |rest: &Quantities| {
                let (a, b) = (at(rest, a), at(rest, b));
                (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>()
            };
            let size = at(above, a)
                .iter()
                .fold(0.0, |most: f64, c| most.max(c.abs()));
            let (one, other) = (square(above), square(below));
            let rounding = 1e-14 * one.max(other).sqrt() * (size + one.sqrt());
            deforms[model.body_of[a as usize] as usize] |= (one - other).abs() > rounding;
        }
        deforms
    }

    /// The derivative of the objective whose `gradient` has all variables that the number acts through.
    pub fn derivative(&mut self, gradient: &Gradient) -> Result<f64, Error> {
        let (mut best, mut previous) = ((0.0, f64::INFINITY), None);
        for halvings in 2..=HALVINGS {
            self.build(halvings)?;
            let pair = [halvings - 2, halvings - 1].map(|k| self.central(gradient, k));
            let [Some((coarse, _)), Some((fine, size))] = pair else {
                continue;
            };
            // Fourth order: two central differences, extrapolated.
            let extrapolated = (4.0 * fine - coarse) / 3.0;
            let before: f64 = previous.replace(extrapolated).unwrap_or(fine);
            let disagreement = (extrapolated - before).abs() / size.max(f64::MIN_POSITIVE);
            if disagreement < best.1 {
                best = (extrapolated, disagreement);
            }
            if disagreement <= GOOD {
                break;
            }
        }
        let (derivative, mut disagreement) = best;
        disagreement = disagreement.max(self.kink(gradient));
        if disagreement > POOR {
            let (parameter, value) = (self.name.clone(), self.numbers[self.index]);
            return Err(VariableError::NotSmooth {
                parameter,
                value,
                disagreement,
            }
            .into());
        }
        Ok(derivative)
    }

    /// The central difference at a step, and the sum of the absolute values that it is made of.
    fn central(&self, gradient: &Gradient, halvings: usize) -> Option<(f64, f64)> {
        let [above, below] = self.builds.get(halvings)?.as_ref()?;
        let step = 2.0 * self.step(halvings);
        let (sum, size) = self.along(gradient, above, below);
        Some((sum / step, size / step))
    }

    /// The gradient along the way from `below` to `above`.
    fn along(&self, gradient: &Gradient, above: &Quantities, below: &Quantities) -> (f64, f64) {
        let (mut sum, mut size) = (0.0, 0.0);
        let mut add = |part: f64| {
            sum += part;
            size += part.abs();
        };
        let deforms = self.deforms(above, below);
        for (variable, numbers) in &above.numbers {
            let slopes = slopes(gradient, *variable);
            for (k, (slope, (a, b))) in slopes
                .iter()
                .zip(numbers.iter().zip(&below.numbers[variable]))
                .enumerate()
            {
                let is_moved = *variable == Variable::RestShape
                    && !deforms[self.base.model.body_of[k / 3] as usize];
                if !is_moved {
                    add(slope * (a - b));
                }
            }
        }
        for (&pair, slope) in &gradient.friction {
            add(slope * (above.coefficient(pair) - below.coefficient(pair)));
        }
        (sum, size)
    }

    /// The difference of the derivatives from either side, as a share of them, where it does not become smaller with the step.
    fn kink(&self, gradient: &Gradient) -> f64 {
        let base = self.base_quantities();
        let jump = |halvings: usize| {
            let [above, below] = self.builds.get(halvings)?.as_ref()?;
            let (right, a) = self.along(gradient, above, &base);
            let (left, b) = self.along(gradient, &base, below);
            let size = (a + b) / self.step(halvings);
            Some(((right - left) / self.step(halvings), size))
        };
        let mut known = (0..self.builds.len()).filter_map(jump);
        let (Some((coarse, _)), Some((fine, size))) = (known.next(), known.next_back()) else {
            return 0.0;
        };
        let is_smaller = fine.abs() < 0.9 * coarse.abs();
        let share = fine.abs() / size.max(f64::MIN_POSITIVE);
        if is_smaller || share < 1e-4 {
            0.0
        } else {
            share
        }
    }
}

/// The edges of a model's elements and of its surface.
pub fn edges(model: &Model) -> Vec<[u32; 2]> {
    let mut edges = model.surface.edges.clone();
    for stencil in model.elements.tets.iter().flat_map(|batch| &batch.stencils) {
        let [a, b, c, d] = *stencil;
        edges.extend([[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]]);
    }
    for stencil in model
        .elements
        .plane
        .iter()
        .flat_map(|batch| &batch.stencils)
    {
        let [a, b, c] = *stencil;
        edges.extend([[a, b], [b, c], [c, a]]);
    }
    edges
}
