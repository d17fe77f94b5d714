//! L-BFGS within bounds: the two-loop recursion over the variables that no bound holds, a projected search, damped pairs.
//!
//! ```text
//! s = x⁺ - x,  y = g⁺ - g,  γ = |y| / |s|
//! sᵀy < ε |s| |y|:   y ← θ y + (1 - θ) γ s,   θ = (1 - ε) |s| |y| / (|s| |y| - sᵀy),   ε = 10⁻³       (damping after Powell, B ≈ γ I)
//! ```
//!
//! Nocedal and Wright, Numerical Optimization (2006), algorithm 7.4, eq. 18.14; the bounds as in the projected quasi-Newton
//! method of Bertsekas (1982).

use std::collections::VecDeque;

use super::line_search::{Found, LineSearch};
use super::{
    Ending, OptimiserSettings, Problem, SearchOutcome, SearchWay, VariableBounds, dot, largest,
};

/// Cosine of the angle between step and change of the gradient that a pair has at least.
const DAMPING: f64 = 1e-3;

/// A step and the change of the gradient along it.
struct CurvaturePair {
    s: Vec<f64>,
    y: Vec<f64>,
}

/// The last pairs.
struct Memory {
    pairs: VecDeque<CurvaturePair>,
    most: usize,
}

/// Leads the variables of a problem to a minimum within bounds, from a start.
pub fn minimise<P: Problem>(
    problem: &mut P,
    start: &[f64],
    bounds: &VariableBounds,
    settings: &OptimiserSettings,
) -> Result<SearchOutcome, P::Error> {
    let mut way = match SearchWay::begin(problem, start, (bounds, settings))? {
        Ok(way) => way,
        Err(outcome) => return Ok(outcome),
    };
    let mut memory = Memory {
        pairs: VecDeque::new(),
        most: settings.memory.max(1),
    };
    loop {
        if let Some(ending) = way.ending() {
            return Ok(way.end(ending));
        }
        let mut tried = Vec::new();
        let mut found = search(problem, &way, &memory, &mut tried)?;
        if found.is_none() && !memory.pairs.is_empty() {
            // The memory may be of another place: once more along the gradient.
            memory.pairs.clear();
            found = search(problem, &way, &memory, &mut tried)?;
        }
        let Some(Found { x, evaluation }) = found else {
            return Ok(way.end(Ending::NoBetterPoint { tried }));
        };
        let before = &way.current;
        let s = x.iter().zip(&before.x).map(|(a, b)| a - b).collect();
        let gradients = evaluation.gradient.iter().zip(&before.evaluation.gradient);
        memory.push(s, gradients.map(|(a, b)| a - b).collect());
        way.advance(problem, x, evaluation, tried)?;
    }
}

fn search<P: Problem>(
    problem: &mut P,
    way: &SearchWay,
    memory: &Memory,
    tried: &mut Vec<super::Tried>,
) -> Result<Option<Found>, P::Error> {
    let (bounds, settings, at) = (way.bounds, way.settings, &way.current);
    let gradient = &at.evaluation.gradient;
    let free = bounds.free(&at.x, gradient);
    let mut direction = memory.direction(gradient, &free);
    let is_downhill = dot(&direction, gradient)
        < -1e-10 * dot(&direction, &direction).sqrt() * dot(gradient, gradient).sqrt();
    let is_first = memory.pairs.is_empty() || !is_downhill;
    if is_first {
        let masked = gradient.iter().zip(&free);
        direction = masked
            .map(|(g, free)| if *free { -g } else { 0.0 })
            .collect();
        let size = largest(&direction);
        if size > 0.0 {
            direction
                .iter_mut()
                .for_each(|d| *d *= settings.first_step / size);
        }
    }
    let search = LineSearch {
        bounds,
        x: &at.x,
        at: &at.evaluation,
        direction: &direction,
        trials: settings.trials,
        largest_step: settings.largest_step,
    };
    search.run(problem, tried)
}

impl Memory {
    fn push(&mut self, s: Vec<f64>, mut y: Vec<f64>) {
        let (ss, sy) = (dot(&s, &s), dot(&s, &y));
        if ss == 0.0 || dot(&y, &y) == 0.0 {
            return;
        }
        let curvature = (dot(&y, &y) / ss).sqrt();
        let expected = curvature * ss;
        if sy < DAMPING * expected {
            let theta = (1.0 - DAMPING) * expected / (expected - sy);
            for (y, s) in y.iter_mut().zip(&s) {
                *y = theta * *y + (1.0 - theta) * curvature * s;
            }
        }
        if self.pairs.len() == self.most {
            self.pairs.pop_front();
        }
        self.pairs.push_back(CurvaturePair { s, y });
    }

    /// -H g over the free variables.
    fn direction(&self, gradient: &[f64], free: &[bool]) -> Vec<f64> {
        let masked = |v: &[f64]| -> Vec<f64> {
            let pairs = v.iter().zip(free);
            pairs
                .map(|(v, free)| if *free { *v } else { 0.0 })
                .collect()
        };
        let pairs: Vec<CurvaturePair> = (self.pairs.iter())
            .map(|pair| CurvaturePair {
                s: masked(&pair.s),
                y: masked(&pair.y),
            })
            .filter(|pair| {
                dot(&pair.s, &pair.y)
                    > 1e-12 * dot(&pair.y, &pair.y).sqrt() * dot(&pair.s, &pair.s).sqrt()
            })
            .collect();
        let mut q = masked(gradient);
        let mut shares = Vec::with_capacity(pairs.len());
        for pair in pairs.iter().rev() {
            let share = dot(&pair.s, &q) / dot(&pair.s, &pair.y);
            q.iter_mut().zip(&pair.y).for_each(|(q, y)| *q -= share * y);
            shares.push(share);
        }
        if let Some(pair) = pairs.last() {
            let scale = dot(&pair.s, &pair.y) / dot(&pair.y, &pair.y);
            q.iter_mut().for_each(|q| *q *= scale);
        }
        for (pair, share) in pairs.iter().zip(shares.into_iter().rev()) {
            let back = dot(&pair.y, &q) / dot(&pair.s, &pair.y);
            q.iter_mut()
                .zip(&pair.s)
                .for_each(|(q, s)| *q += (share - back) * s);
        }
        q.iter_mut().for_each(|q| *q = -*q);
        q
    }
}
