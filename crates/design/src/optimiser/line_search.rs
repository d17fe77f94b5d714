//! The search along a projected way: a point that is enough better, and from which the objective does not fall as steeply.
//!
//! ```text
//! f(x(α)) ≤ f + c₁ g·(x(α) - x)        g(x(α))·d ≥ c₂ g·d        x(α) = P(x + α d)
//! ```
//!
//! Lewis and Overton (Nonsmooth optimization via quasi-Newton methods, 2013): halving and doubling until both hold leads BFGS to
//! minima of functions that are not smooth as well. Points that are refused count as too far.

use super::{EvaluatedPoint, Problem, TrialResult, Tried, VariableBounds, dot, largest};

const DECREASE: f64 = 1e-4;
const CURVATURE: f64 = 0.9;
/// Doublings of a step that is good but short.
const DOUBLINGS: usize = 3;

/// A point of which a search goes on, and a way.
pub struct LineSearch<'a> {
    pub bounds: &'a VariableBounds,
    pub x: &'a [f64],
    pub at: &'a EvaluatedPoint,
    pub direction: &'a [f64],
    /// Most points to try.
    pub trials: usize,
    /// Largest change of a variable.
    pub largest_step: f64,
}

/// A better point.
pub struct Found {
    pub x: Vec<f64>,
    pub evaluation: EvaluatedPoint,
}

/// Share of a way to the minimum of the parabola through the value and the slope at its start and the value at its end.
fn parabola(slope: f64, change: f64) -> f64 {
    (-0.5 * slope / (change - slope)).clamp(0.1, 0.5)
}

impl LineSearch<'_> {
    /// A better point, if one is found; adds the others to `tried`.
    pub fn run<P: Problem>(
        &self,
        problem: &mut P,
        tried: &mut Vec<Tried>,
    ) -> Result<Option<Found>, P::Error> {
        let size = largest(self.direction);
        let longest = if size > 0.0 {
            self.largest_step / size
        } else {
            1.0
        };
        let (mut low, mut high, mut alpha) = (0.0, f64::INFINITY, longest.min(1.0));
        let (mut best, mut doublings): (Option<Found>, usize) = (None, 0);
        for _ in 0..self.trials {
            let x = self.bounds.along(self.x, self.direction, alpha);
            let way: Vec<f64> = x.iter().zip(self.x).map(|(a, b)| a - b).collect();
            let expected = dot(&self.at.gradient, &way);
            if expected >= 0.0 {
                break;
            }
            match problem.evaluate(&x)? {
                TrialResult::Refused(reason) => {
                    let value = Err(reason);
                    tried.push(Tried { x, value });
                    high = alpha;
                    alpha = 0.5 * (low + high);
                }
                TrialResult::Point(evaluation) => {
                    let change = evaluation.value - self.at.value;
                    let is_enough = change <= DECREASE * expected;
                    if !is_enough {
                        let value = Ok(evaluation.value);
                        tried.push(Tried { x, value });
                        high = alpha;
                        alpha = match low == 0.0 {
                            true => alpha * parabola(expected, change),
                            false => 0.5 * (low + high),
                        };
                        continue;
                    }
                    let is_steep = self.falls(&x, &evaluation);
                    if let Some(before) = best.replace(Found { x, evaluation }) {
                        let value = Ok(before.evaluation.value);
                        tried.push(Tried { x: before.x, value });
                    }
                    let may_double = doublings < DOUBLINGS && alpha < longest;
                    if !is_steep || high.is_infinite() && !may_double {
                        break;
                    }
                    low = alpha;
                    if high.is_finite() {
                        alpha = 0.5 * (low + high);
                    } else {
                        doublings += 1;
                        alpha = (2.0 * alpha).min(longest);
                    }
                }
            }
        }
        Ok(best)
    }

    /// Whether the objective still falls steeply along what is left of the way.
    fn falls(&self, x: &[f64], evaluation: &EvaluatedPoint) -> bool {
        let free = |k: &usize| x[*k] > self.bounds.lower[*k] && x[*k] < self.bounds.upper[*k];
        let slope = |gradient: &[f64]| -> f64 {
            let all = (0..x.len()).filter(free);
            all.map(|k| gradient[k] * self.direction[k]).sum()
        };
        slope(&evaluation.gradient) < CURVATURE * slope(&self.at.gradient)
    }
}
