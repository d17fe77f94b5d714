//! Residuals: what should be zero. Half of the sum of their squares is an objective; Gauss-Newton takes them one by one.

use super::{Objective, StateGradient, StateView};

/// Numbers of the states of a run that should be zero.
pub trait Residuals {
    /// Appends those of a state to `out`.
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>);

    /// Adds Σ wᵢ ∂rᵢ to `gradient`, with a weight for each residual of the state.
    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient);

    /// Whether they look at forces at the end of a step.
    fn needs_forces(&self) -> bool {
        false
    }
}

/// ½ Σ r² with its derivatives times `weight`.
pub(super) fn half_squares(
    residuals: &(impl Residuals + ?Sized),
    state: &StateView,
    weight: f64,
    gradient: &mut StateGradient,
) -> f64 {
    let mut values = Vec::new();
    residuals.residuals(state, &mut values);
    if values.is_empty() {
        return 0.0;
    }
    let sum: f64 = values.iter().map(|r| 0.5 * r * r).sum();
    values.iter_mut().for_each(|r| *r *= weight);
    residuals.pull_back(state, &values, gradient);
    sum
}

/// ½ Σ r² as an objective.
pub struct HalfSquares<R: ?Sized>(pub R);

impl<R: Residuals + ?Sized> Objective for HalfSquares<R> {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        half_squares(&self.0, state, weight, gradient)
    }

    fn needs_forces(&self) -> bool {
        self.0.needs_forces()
    }
}

/// Residuals times a factor.
pub struct Scaled<R: ?Sized> {
    /// The factor; the square root of a weight.
    pub factor: f64,
    /// The residuals.
    pub residuals: R,
}

impl<R: Residuals + ?Sized> Residuals for Scaled<R> {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        let first = out.len();
        self.residuals.residuals(state, out);
        out[first..].iter_mut().for_each(|r| *r *= self.factor);
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        let scaled: Vec<f64> = weights.iter().map(|w| self.factor * w).collect();
        self.residuals.pull_back(state, &scaled, gradient);
    }

    fn needs_forces(&self) -> bool {
        self.residuals.needs_forces()
    }
}

/// The deviation of an objective's value at each state from a target, as one residual.
pub struct Deviation<O: ?Sized> {
    /// The target.
    pub target: f64,
    /// The objective.
    pub objective: O,
}

impl<O: Objective + ?Sized> Residuals for Deviation<O> {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        let mut unused = StateGradient::zeros(state.x.len());
        out.push(self.objective.add(state, 0.0, &mut unused) - self.target);
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        if let [weight] = weights {
            self.objective.add(state, *weight, gradient);
        }
    }

    fn needs_forces(&self) -> bool {
        self.objective.needs_forces()
    }
}

impl<R: Residuals + ?Sized> Residuals for &R {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        (**self).residuals(state, out);
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        (**self).pull_back(state, weights, gradient);
    }

    fn needs_forces(&self) -> bool {
        (**self).needs_forces()
    }
}

impl<R: Residuals + ?Sized> Residuals for Box<R> {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        (**self).residuals(state, out);
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        (**self).pull_back(state, weights, gradient);
    }

    fn needs_forces(&self) -> bool {
        (**self).needs_forces()
    }
}

/// Makes what has residuals an objective: half of the sum of their squares.
macro_rules! least_squares {
    ($($name:ty),+) => {
        $(impl crate::objective::Objective for $name {
            fn add(
                &self,
                state: &crate::objective::StateView,
                weight: f64,
                gradient: &mut crate::objective::StateGradient,
            ) -> f64 {
                crate::objective::residuals::half_squares(self, state, weight, gradient)
            }

            fn needs_forces(&self) -> bool {
                crate::objective::Residuals::needs_forces(self)
            }
        })+
    };
}
pub(super) use least_squares;
