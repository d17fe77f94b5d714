//! Optimisers over variables within bounds. Variables are scaled by whoever has the problem, so that a change of 1 is a large one.

mod dense;
mod gauss_newton;
mod lbfgs;
mod line_search;

pub use gauss_newton::fit;
pub use lbfgs::minimise;

/// An objective at a point, and its derivatives by the variables.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedPoint {
    /// The objective.
    pub value: f64,
    /// Its derivatives.
    pub gradient: Vec<f64>,
}

/// The fate of a point that was tried.
#[derive(Clone, Debug, PartialEq)]
pub enum TrialResult {
    /// It has a value.
    Point(EvaluatedPoint),
    /// There is no such design, for a reason.
    Refused(String),
}

/// Something to be minimised.
pub trait Problem {
    /// Error that ends the search.
    type Error;

    /// The objective at a point, or why there is none.
    fn evaluate(&mut self, x: &[f64]) -> Result<TrialResult, Self::Error>;

    /// The rows of the derivatives of the residuals whose squares, halved and summed, are the objective; for [`fit`] only. They
    /// choose the way, and need not be exact.
    fn jacobian(&mut self, x: &[f64]) -> Result<Vec<Vec<f64>>, Self::Error>;

    /// Takes note of an iterate.
    fn accept(&mut self, iterate: &Iterate) -> Result<(), Self::Error>;
}

/// VariableBounds of variables; infinite where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableBounds {
    /// Smallest values.
    pub lower: Vec<f64>,
    /// Largest values.
    pub upper: Vec<f64>,
}

/// A side of the range of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSide {
    /// Its smallest value.
    Lower,
    /// Its largest value.
    Upper,
}

/// A variable at a bound beyond which the objective would go on falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtBound {
    /// The variable.
    pub variable: usize,
    /// The bound.
    pub side: BoundSide,
}

impl VariableBounds {
    /// No bounds on so many variables.
    pub fn none(count: usize) -> Self {
        VariableBounds {
            lower: vec![f64::NEG_INFINITY; count],
            upper: vec![f64::INFINITY; count],
        }
    }

    /// The closest point within.
    pub fn project(&self, x: &mut [f64]) {
        for (x, (low, high)) in x.iter_mut().zip(self.lower.iter().zip(&self.upper)) {
            *x = x.max(*low).min(*high);
        }
    }

    /// Variables at a bound that the negative gradient points beyond.
    pub fn active(&self, x: &[f64], gradient: &[f64]) -> Vec<AtBound> {
        let side = |k: usize| {
            if x[k] <= self.lower[k] && gradient[k] > 0.0 {
                Some(BoundSide::Lower)
            } else if x[k] >= self.upper[k] && gradient[k] < 0.0 {
                Some(BoundSide::Upper)
            } else {
                None
            }
        };
        let all = (0..x.len()).filter_map(|k| Some((k, side(k)?)));
        all.map(|(variable, side)| AtBound { variable, side })
            .collect()
    }

    /// The largest change of a variable by a step along the negative gradient that stays within.
    pub fn projected_norm(&self, x: &[f64], gradient: &[f64]) -> f64 {
        let mut moved: Vec<f64> = x.iter().zip(gradient).map(|(x, g)| x - g).collect();
        self.project(&mut moved);
        let changes = moved.iter().zip(x).map(|(a, b)| (a - b).abs());
        changes.fold(0.0, f64::max)
    }

    /// Whether each variable may change.
    fn free(&self, x: &[f64], gradient: &[f64]) -> Vec<bool> {
        let mut free = vec![true; x.len()];
        for bound in self.active(x, gradient) {
            free[bound.variable] = false;
        }
        free
    }

    /// The point at a share of a way, within the bounds.
    fn along(&self, x: &[f64], direction: &[f64], alpha: f64) -> Vec<f64> {
        let mut at: Vec<f64> = x
            .iter()
            .zip(direction)
            .map(|(x, d)| x + alpha * d)
            .collect();
        self.project(&mut at);
        at
    }
}

/// Choices of an optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimiserSettings {
    /// Most iterations.
    pub iterations: usize,
    /// Share of the first gradient at which a point counts as stationary.
    pub gradient: f64,
    /// Relative change of the objective, in each of three iterations, at which the search ends.
    pub change: f64,
    /// Value of the objective that is good enough.
    pub goal: Option<f64>,
    /// Largest change of a variable in the first iteration.
    pub first_step: f64,
    /// Largest change of a variable in an iteration.
    pub largest_step: f64,
    /// Most points that an iteration tries.
    pub trials: usize,
    /// Pairs that L-BFGS remembers.
    pub memory: usize,
}

impl Default for OptimiserSettings {
    fn default() -> Self {
        OptimiserSettings {
            iterations: 50,
            gradient: 1e-4,
            change: 1e-6,
            goal: None,
            first_step: 0.1,
            largest_step: 0.5,
            trials: 12,
            memory: 10,
        }
    }
}

/// A point that was tried on the way to an iterate and not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The point.
    pub x: Vec<f64>,
    /// Its value, or why it has none.
    pub value: Result<f64, String>,
}

/// A point on the way to a minimum.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterate {
    /// Number, 0 for the start.
    pub number: usize,
    /// The point.
    pub x: Vec<f64>,
    /// The objective there, and its gradient.
    pub evaluation: EvaluatedPoint,
    /// Largest component of the gradient, without what points beyond bounds.
    pub gradient_norm: f64,
    /// Points that were tried before this one and not taken.
    pub tried: Vec<Tried>,
    /// Variables held by a bound.
    pub at_bounds: Vec<AtBound>,
}

/// Reasons why a search ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The objective is as small as was asked for.
    Goal,
    /// The gradient within the bounds is a small share of the first one.
    Stationary,
    /// The gradient is exactly zero at the start: the objective depends on none of the variables there.
    NoGradient,
    /// The objective hardly changes any more.
    Settled,
    /// The most iterations are done.
    Iterations,
    /// No point was found that is better.
    NoBetterPoint {
        /// Points that were tried last.
        tried: Vec<Tried>,
    },
    /// The start is refused.
    StartRefused {
        /// The reason.
        reason: String,
    },
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// The best point; none where the start is refused.
    pub best: Option<Iterate>,
    /// Why it ended there.
    pub ending: Ending,
}

/// The way of a search: its iterates, and whether it is at its end.
struct SearchWay<'a> {
    bounds: &'a VariableBounds,
    settings: &'a OptimiserSettings,
    first_norm: f64,
    /// Iterations in a row in which the objective hardly changed.
    settled: usize,
    current: Iterate,
}

impl<'a> SearchWay<'a> {
    /// The start of a search, or its end where the start is refused.
    fn begin<P: Problem>(
        problem: &mut P,
        start: &[f64],
        (bounds, settings): (&'a VariableBounds, &'a OptimiserSettings),
    ) -> Result<Result<Self, SearchOutcome>, P::Error> {
        let mut x = start.to_vec();
        bounds.project(&mut x);
        let evaluation = match problem.evaluate(&x)? {
            TrialResult::Point(evaluation) => evaluation,
            TrialResult::Refused(reason) => {
                return Ok(Err(SearchOutcome {
                    best: None,
                    ending: Ending::StartRefused { reason },
                }));
            }
        };
        let mut way = SearchWay {
            bounds,
            settings,
            first_norm: 0.0,
            settled: 0,
            current: iterate(bounds, 0, x, evaluation, Vec::new()),
        };
        way.first_norm = way.current.gradient_norm;
        problem.accept(&way.current)?;
        Ok(Ok(way))
    }

    /// Why the search is at its end, if it is.
    fn ending(&self) -> Option<Ending> {
        let (settings, at) = (self.settings, &self.current);
        if settings
            .goal
            .is_some_and(|goal| at.evaluation.value <= goal)
        {
            return Some(Ending::Goal);
        }
        if at.number == 0 && at.evaluation.gradient.iter().all(|g| *g == 0.0) {
            return Some(Ending::NoGradient);
        }
        if at.gradient_norm <= settings.gradient * self.first_norm && at.number > 0
            || at.gradient_norm == 0.0
        {
            return Some(Ending::Stationary);
        }
        if self.settled >= 3 {
            return Some(Ending::Settled);
        }
        (at.number >= settings.iterations).then_some(Ending::Iterations)
    }

    /// Goes on to a better point.
    fn advance<P: Problem>(
        &mut self,
        problem: &mut P,
        x: Vec<f64>,
        evaluation: EvaluatedPoint,
        tried: Vec<Tried>,
    ) -> Result<(), P::Error> {
        let change = (self.current.evaluation.value - evaluation.value).abs();
        let size = self.current.evaluation.value.abs().max(f64::MIN_POSITIVE);
        let is_settled = change <= self.settings.change * size;
        self.settled = if is_settled { self.settled + 1 } else { 0 };
        self.current = iterate(self.bounds, self.current.number + 1, x, evaluation, tried);
        problem.accept(&self.current)
    }

    fn end(self, ending: Ending) -> SearchOutcome {
        SearchOutcome {
            best: Some(self.current),
            ending,
        }
    }
}

fn iterate(
    bounds: &VariableBounds,
    number: usize,
    x: Vec<f64>,
    evaluation: EvaluatedPoint,
    tried: Vec<Tried>,
) -> Iterate {
    Iterate {
        number,
        gradient_norm: bounds.projected_norm(&x, &evaluation.gradient),
        at_bounds: bounds.active(&x, &evaluation.gradient),
        x,
        evaluation,
        tried,
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().map(|x| x.abs()).fold(0.0, f64::max)
}
