//! Objectives made of others: at some steps only, sums with weights, products.

use std::ops::RangeInclusive;

use super::{Objective, Residuals, StateGradient, StateView};

/// An objective, or residuals, at some steps only.
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

    fn needs_forces(&self) -> bool {
        self.objective.needs_forces()
    }
}

impl<R: Residuals> Residuals for Window<R> {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        if self.steps.contains(&state.step) {
            self.objective.residuals(state, out);
        }
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        if self.steps.contains(&state.step) {
            self.objective.pull_back(state, weights, gradient);
        }
    }

    fn needs_forces(&self) -> bool {
        self.objective.needs_forces()
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

    fn needs_forces(&self) -> bool {
        self.0.iter().any(|(_, objective)| objective.needs_forces())
    }
}

/// The product of two objectives of each state, summed over the states. The product of two sums over a run is
/// [`crate::Recording::value`] of each, and a [`WeightedObjectives`] with the value of the other as weight.
pub struct Product<A, B>(pub A, pub B);

impl<A: Objective, B: Objective> Objective for Product<A, B> {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut by_first = StateGradient::zeros(gradient.x.len());
        let mut by_second = StateGradient::zeros(gradient.x.len());
        let first = self.0.add(state, 1.0, &mut by_first);
        let second = self.1.add(state, 1.0, &mut by_second);
        gradient.add(weight * second, &by_first);
        gradient.add(weight * first, &by_second);
        first * second
    }

    fn needs_forces(&self) -> bool {
        self.0.needs_forces() || self.1.needs_forces()
    }
}
