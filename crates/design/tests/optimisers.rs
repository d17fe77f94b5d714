//! Optimisers on functions with known minima: bounds, kinks, refused regions, and the same way again.

use std::convert::Infallible;

use tangency_design::{
    BoundSide, Ending, EvaluatedPoint, Iterate, OptimiserSettings, Problem, SearchOutcome,
    TrialResult, VariableBounds, fit, minimise,
};

/// A function with its gradient, and the residuals of one that is a half sum of squares.
struct Function<F> {
    of: F,
    rows: fn(&[f64]) -> Vec<Vec<f64>>,
    evaluations: usize,
    iterates: Vec<Iterate>,
}

fn function<F: FnMut(&[f64]) -> TrialResult>(of: F) -> Function<F> {
    Function {
        of,
        rows: |_| Vec::new(),
        evaluations: 0,
        iterates: Vec::new(),
    }
}

impl<F: FnMut(&[f64]) -> TrialResult> Problem for Function<F> {
    type Error = Infallible;

    fn evaluate(&mut self, x: &[f64]) -> Result<TrialResult, Infallible> {
        self.evaluations += 1;
        Ok((self.of)(x))
    }

    fn jacobian(&mut self, x: &[f64]) -> Result<Vec<Vec<f64>>, Infallible> {
        Ok((self.rows)(x))
    }

    fn accept(&mut self, iterate: &Iterate) -> Result<(), Infallible> {
        self.iterates.push(iterate.clone());
        Ok(())
    }
}

fn point(value: f64, gradient: Vec<f64>) -> TrialResult {
    TrialResult::Point(EvaluatedPoint { value, gradient })
}

/// ½ (10 (x₁ - x₀²))² + ½ (1 - x₀)²: minimum at (1, 1).
fn rosenbrock(x: &[f64]) -> TrialResult {
    let (a, b) = (10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]);
    point(0.5 * (a * a + b * b), vec![-20.0 * x[0] * a - b, 10.0 * a])
}

fn thorough() -> OptimiserSettings {
    OptimiserSettings {
        iterations: 500,
        gradient: 1e-10,
        change: 0.0,
        trials: 30,
        ..OptimiserSettings::default()
    }
}

fn best(outcome: &SearchOutcome) -> &[f64] {
    &outcome.best.as_ref().expect("a point").x
}

#[test]
fn a_curved_valley_is_followed_to_its_minimum() {
    let mut problem = function(rosenbrock);
    let outcome = minimise(
        &mut problem,
        &[-1.2, 1.0],
        &VariableBounds::none(2),
        &thorough(),
    );
    let Ok(outcome) = outcome;
    let x = best(&outcome);
    assert!(
        (x[0] - 1.0).abs() < 1e-6 && (x[1] - 1.0).abs() < 1e-6,
        "{x:?} {:?}",
        outcome.ending
    );
    assert!(problem.evaluations < 200, "{}", problem.evaluations);
    let values = problem
        .iterates
        .windows(2)
        .map(|p| p[1].evaluation.value < p[0].evaluation.value);
    assert!(values.into_iter().all(|falls| falls));
}

#[test]
fn bounds_are_kept_and_named() {
    let bounds = VariableBounds {
        lower: vec![-2.0, -2.0],
        upper: vec![0.5, 2.0],
    };
    let mut problem = function(rosenbrock);
    let Ok(outcome) = minimise(&mut problem, &[-1.2, 1.0], &bounds, &thorough());
    // The minimum on x₀ = ½ is at x₁ = ¼.
    let at = outcome.best.as_ref().expect("a point");
    assert!(
        at.x[0] == 0.5 && (at.x[1] - 0.25).abs() < 1e-7,
        "{:?}",
        at.x
    );
    let [bound] = at.at_bounds[..] else {
        panic!("{:?}", at.at_bounds);
    };
    assert_eq!((bound.variable, bound.side), (0, BoundSide::Upper));
    assert!(problem.iterates.iter().all(|i| i.x[0] <= 0.5));
}

#[test]
fn kinks_do_not_stop_the_search_far_from_the_minimum() {
    // |x₀| + 3 |x₁ - x₀|: not differentiable along two lines, which cross at the minimum.
    let kinked = |x: &[f64]| {
        let (a, b) = (x[0], x[1] - x[0]);
        point(
            a.abs() + 3.0 * b.abs(),
            vec![a.signum() - 3.0 * b.signum(), 3.0 * b.signum()],
        )
    };
    let Ok(outcome) = minimise(
        &mut function(kinked),
        &[2.3, -1.1],
        &VariableBounds::none(2),
        &thorough(),
    );
    let value = outcome.best.as_ref().expect("a point").evaluation.value;
    assert!(value < 1e-3, "{value}");
}

#[test]
fn refused_points_are_stepped_back_from_and_told() {
    // x₀ + x₁ > 1 cannot be; the minimum of the distance to (1, 1) is on its border.
    let walled = |x: &[f64]| {
        if x[0] + x[1] > 1.0 {
            return TrialResult::Refused("too far".to_owned());
        }
        let (a, b) = (x[0] - 1.0, x[1] - 1.0);
        point(0.5 * (a * a + b * b), vec![a, b])
    };
    let mut problem = function(walled);
    let Ok(outcome) = minimise(
        &mut problem,
        &[0.0, 0.0],
        &VariableBounds::none(2),
        &thorough(),
    );
    let x = best(&outcome);
    assert!(x[0] + x[1] <= 1.0 && x[0] + x[1] > 0.999, "{x:?}");
    let mut tried = problem.iterates.iter().flat_map(|i| &i.tried);
    assert!(tried.any(|t| t.value == Err("too far".to_owned())));
    assert!(matches!(&outcome.ending, Ending::NoBetterPoint { tried } if !tried.is_empty()));
    let refused = |_: &[f64]| TrialResult::Refused("nothing".to_owned());
    let Ok(outcome) = minimise(
        &mut function(refused),
        &[0.0],
        &VariableBounds::none(1),
        &thorough(),
    );
    assert!(matches!(outcome.ending, Ending::StartRefused { reason } if reason == "nothing"));
}

#[test]
fn what_nothing_depends_on_is_told() {
    let flat = |_: &[f64]| point(3.0, vec![0.0]);
    let Ok(outcome) = minimise(
        &mut function(flat),
        &[0.0],
        &VariableBounds::none(1),
        &thorough(),
    );
    assert_eq!(outcome.ending, Ending::NoGradient);
}

/// Residuals y exp(-k t) - data of a decay, from y = 2, k = 0.7.
fn decay(x: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let times = (0..10).map(|k| 0.3 * f64::from(k));
    times
        .map(|t| {
            let e = (-x[1] * t).exp();
            (x[0] * e - 2.0 * (-0.7 * t).exp(), vec![e, -x[0] * t * e])
        })
        .unzip()
}

fn squares(x: &[f64]) -> TrialResult {
    let (r, rows) = decay(x);
    let gradient = |k: usize| r.iter().zip(&rows).map(|(r, row)| r * row[k]).sum();
    point(
        0.5 * r.iter().map(|r| r * r).sum::<f64>(),
        vec![gradient(0), gradient(1)],
    )
}

#[test]
fn least_squares_are_fitted_fast_and_within_bounds() {
    let settings = OptimiserSettings {
        largest_step: 2.0,
        ..thorough()
    };
    let mut problem = function(squares);
    problem.rows = |x| decay(x).1;
    let Ok(outcome) = fit(
        &mut problem,
        &[0.5, 2.0],
        &VariableBounds::none(2),
        &settings,
    );
    let x = best(&outcome);
    assert!(
        (x[0] - 2.0).abs() < 1e-8 && (x[1] - 0.7).abs() < 1e-8,
        "{x:?}"
    );
    assert!(problem.evaluations < 30, "{}", problem.evaluations);
    // With rows that are 10 % wrong it ends in the same point.
    let mut problem = function(squares);
    problem.rows = |x| {
        let rows = decay(x).1.into_iter();
        rows.map(|row| vec![1.1 * row[0], 0.9 * row[1]]).collect()
    };
    let Ok(outcome) = fit(
        &mut problem,
        &[0.5, 2.0],
        &VariableBounds::none(2),
        &settings,
    );
    let x = best(&outcome);
    assert!(
        (x[0] - 2.0).abs() < 1e-6 && (x[1] - 0.7).abs() < 1e-6,
        "{x:?}"
    );
    let bounds = VariableBounds {
        lower: vec![0.0, 1.0],
        upper: vec![5.0, 5.0],
    };
    let mut problem = function(squares);
    problem.rows = |x| decay(x).1;
    let Ok(outcome) = fit(&mut problem, &[0.5, 2.0], &bounds, &settings);
    let at = outcome.best.expect("a point");
    assert_eq!(at.x[1], 1.0);
    assert_eq!(at.at_bounds.len(), 1);
}

#[test]
fn known_evaluations_lead_the_same_way_again() {
    let way = |known: &[(Vec<f64>, TrialResult)]| {
        let mut told = Vec::new();
        let mut computed = 0;
        let mut problem = function(|x: &[f64]| {
            let trial = match known.iter().find(|(at, _)| at == x) {
                Some((_, trial)) => trial.clone(),
                None => {
                    computed += 1;
                    rosenbrock(x)
                }
            };
            told.push((x.to_vec(), trial.clone()));
            trial
        });
        let Ok(outcome) = minimise(
            &mut problem,
            &[-1.2, 1.0],
            &VariableBounds::none(2),
            &thorough(),
        );
        let iterates = problem.iterates;
        (told, iterates, outcome, computed)
    };
    let (told, iterates, outcome, _) = way(&[]);
    let half = told.len() / 2;
    let (_, again, outcome_again, computed) = way(&told[..half]);
    assert_eq!((iterates, outcome), (again, outcome_again));
    assert_eq!(computed, told.len() - half);
}
