//! Gauss-Newton with the damping of Levenberg and Marquardt, within bounds.
//!
//! ```text
//! f = ½ Σ r²,   (JᵀJ + λ diag JᵀJ) p = -g   over the variables that no bound holds
//! ρ = (f - f⁺) / -(g·s + ½ |J s|²):   λ ← λ max(⅓, 1 - (2ρ - 1)³), or λ ← ν λ, ν ← 2ν from 4 on where ρ ≤ 0
//! ```
//!
//! Nielsen (Damping parameter in Marquardt's method, 1999). The gradient g is exact, J chooses the way only: the point that it ends in
//! does not depend on how exact J is.

use super::dense;
use super::{
    Ending, OptimiserSettings, Problem, SearchOutcome, SearchWay, TrialResult, Tried,
    VariableBounds, dot, largest,
};

/// Damping at the start, as a share of the diagonal.
const FIRST_DAMPING: f64 = 1e-3;
/// Share of the largest entry of the diagonal that every entry counts as, at least.
const FLOOR: f64 = 1e-8;

/// Leads the variables of a problem of least squares to a minimum within bounds, from a start.
pub fn fit<P: Problem>(
    problem: &mut P,
    start: &[f64],
    bounds: &VariableBounds,
    settings: &OptimiserSettings,
) -> Result<SearchOutcome, P::Error> {
    let mut way = match SearchWay::begin(problem, start, (bounds, settings))? {
        Ok(way) => way,
        Err(outcome) => return Ok(outcome),
    };
    let mut damping = FIRST_DAMPING;
    loop {
        if let Some(ending) = way.ending() {
            return Ok(way.end(ending));
        }
        let rows = problem.jacobian(&way.current.x)?;
        let normal = NormalMatrix::new(&rows, way.current.x.len());
        let (mut tried, mut growth, mut found) = (Vec::new(), 4.0, None);
        for _ in 0..settings.trials {
            let Some(x) = normal.step(&way, damping) else {
                damping *= growth;
                growth *= 2.0;
                continue;
            };
            let at = &way.current.evaluation;
            let s: Vec<f64> = x.iter().zip(&way.current.x).map(|(a, b)| a - b).collect();
            if largest(&s) == 0.0 {
                break;
            }
            let bent: f64 = rows.iter().map(|row| dot(row, &s).powi(2)).sum();
            let predicted = -(dot(&at.gradient, &s) + 0.5 * bent);
            match problem.evaluate(&x)? {
                TrialResult::Point(evaluation) if evaluation.value < at.value => {
                    let ratio = (at.value - evaluation.value) / predicted.max(f64::MIN_POSITIVE);
                    let share = 1.0 - (2.0 * ratio.min(2.0) - 1.0).powi(3);
                    damping = (damping * share.max(1.0 / 3.0)).max(1e-12);
                    found = Some((x, evaluation));
                    break;
                }
                TrialResult::Point(evaluation) => {
                    let value = Ok(evaluation.value);
                    tried.push(Tried { x, value });
                }
                TrialResult::Refused(reason) => {
                    let value = Err(reason);
                    tried.push(Tried { x, value });
                }
            }
            damping *= growth;
            growth *= 2.0;
        }
        let Some((x, evaluation)) = found else {
            return Ok(way.end(Ending::NoBetterPoint { tried }));
        };
        way.advance(problem, x, evaluation, tried)?;
    }
}

/// JᵀJ.
struct NormalMatrix(Vec<Vec<f64>>);

impl NormalMatrix {
    fn new(rows: &[Vec<f64>], count: usize) -> Self {
        let entry = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum();
        NormalMatrix(
            (0..count)
                .map(|i| (0..count).map(|j| entry(i, j)).collect())
                .collect(),
        )
    }

    /// The point that a damped step leads to.
    fn step(&self, way: &SearchWay, damping: f64) -> Option<Vec<f64>> {
        let at = &way.current;
        let gradient = &at.evaluation.gradient;
        let free = way.bounds.free(&at.x, gradient);
        let free: Vec<usize> = (0..at.x.len()).filter(|&k| free[k]).collect();
        let largest_entry = free.iter().map(|&k| self.0[k][k]).fold(0.0, f64::max);
        let matrix = free.iter().map(|&i| {
            let row = free.iter().map(|&j| {
                let own = self.0[i][i].max(FLOOR * largest_entry);
                self.0[i][j] + if i == j { damping * own } else { 0.0 }
            });
            row.collect()
        });
        let right: Vec<f64> = free.iter().map(|&k| -gradient[k]).collect();
        let solved = dense::solve(matrix.collect(), &right)?;
        let mut direction = vec![0.0; at.x.len()];
        free.iter().zip(solved).for_each(|(&k, p)| direction[k] = p);
        let most = way.settings.largest_step;
        let share = (most / largest(&direction).max(f64::MIN_POSITIVE)).min(1.0);
        Some(way.bounds.along(&at.x, &direction, share))
    }
}
