//! A search from one start: the design problem with its record, and the iterates written as they come.

use std::path::{Path, PathBuf};

use tangency_design::{
    BoundSide, DesignProblem, DesignVariable, Ending, Iterate, Problem, SearchOutcome, TrialResult,
    Tried, fit, minimise,
};
use tangency_io::write_whole;

use super::record::EvaluationRecord;
use super::study::{DesignStudy, OptimiserMethod};
use crate::failure::Failure;
use crate::output::{note, quoted};
use crate::run::Interrupt;

/// Change of a scaled variable by which residuals are differenced.
const DIFFERENCE: f64 = 1e-4;

/// A study at work.
pub struct StudyWork<'a> {
    /// Its folder.
    pub folder: &'a Path,
    /// The problem.
    pub problem: DesignProblem,
    /// All that is known of it.
    pub record: EvaluationRecord,
    /// Whether the end was asked for.
    pub interrupt: Interrupt,
    /// Whether nothing but errors is said.
    pub quiet: bool,
}

/// The search from one start.
pub struct StartSearch {
    /// Number of the start.
    pub number: usize,
    /// The iterates, from the start on.
    pub iterates: Vec<Iterate>,
    /// The end.
    pub outcome: SearchOutcome,
}

/// A start under way.
struct Going<'w, 'a> {
    work: &'w mut StudyWork<'a>,
    number: usize,
    iterates: Vec<Iterate>,
}

impl StudyWork<'_> {
    /// Searches from a start.
    pub fn search(
        &mut self,
        (study, method): (&DesignStudy, OptimiserMethod),
        number: usize,
        start: &[f64],
    ) -> Result<StartSearch, Failure> {
        let variables = self.problem.variables().iter().zip(start);
        let scaled: Vec<f64> = variables.map(|(v, x)| v.scaling.scaled(*x)).collect();
        let bounds = self.problem.bounds();
        let mut going = Going {
            work: self,
            number,
            iterates: Vec::new(),
        };
        let outcome = match method {
            OptimiserMethod::Lbfgs => minimise(&mut going, &scaled, &bounds, &study.settings)?,
            OptimiserMethod::GaussNewton => fit(&mut going, &scaled, &bounds, &study.settings)?,
        };
        let iterates = going.iterates;
        Ok(StartSearch {
            number,
            iterates,
            outcome,
        })
    }

    fn continue_or_stop(&self) -> Result<(), Failure> {
        match self.interrupt.requested() {
            false => Ok(()),
            true => Err(Failure::interrupted(format!(
                "interrupted; {} evaluations are kept; go on with: tangency optimise {} --resume",
                self.record.count(),
                self.folder.display()
            ))),
        }
    }

    fn known_residuals(&mut self, x: &[f64]) -> Result<Result<Vec<f64>, String>, Failure> {
        if let Some(known) = self.record.residuals(x) {
            return Ok(known.clone());
        }
        self.continue_or_stop()?;
        let found = self.problem.residuals(x);
        self.record.tell_residuals(x, found)
    }
}

impl Problem for Going<'_, '_> {
    type Error = Failure;

    fn evaluate(&mut self, x: &[f64]) -> Result<TrialResult, Failure> {
        if let Some(known) = self.work.record.trial(x) {
            return Ok(known.clone());
        }
        self.work.continue_or_stop()?;
        let trial = self.work.problem.evaluate(x);
        let notes: Vec<String> = self.work.problem.notes.iter().cloned().collect();
        for words in notes {
            if self.work.record.tell_note(&words)? && !self.work.quiet {
                note(&format!("note: {words}"));
            }
        }
        self.work.record.tell_trial(x, &trial)
    }

    fn jacobian(&mut self, x: &[f64]) -> Result<Vec<Vec<f64>>, Failure> {
        let at = self.work.known_residuals(x)?.map_err(Failure::refuse)?;
        let bounds = self.work.problem.bounds();
        let mut rows = vec![vec![0.0; x.len()]; at.len()];
        for k in 0..x.len() {
            let inward = if x[k] + DIFFERENCE <= bounds.upper[k] {
                1.0
            } else {
                -1.0
            };
            let mut refusal = String::new();
            let mut is_known = false;
            for sign in [inward, -inward] {
                let mut moved = x.to_vec();
                moved[k] += sign * DIFFERENCE;
                if moved[k] < bounds.lower[k] || moved[k] > bounds.upper[k] {
                    continue;
                }
                match self.work.known_residuals(&moved)? {
                    Ok(other) if other.len() == at.len() => {
                        let pairs = other.iter().zip(&at).zip(&mut rows);
                        pairs.for_each(|((a, b), row)| row[k] = (a - b) / (sign * DIFFERENCE));
                        is_known = true;
                        break;
                    }
                    Ok(_) => refusal = "the number of residuals changes".to_owned(),
                    Err(reason) => refusal = reason,
                }
            }
            if !is_known {
                let name = &self.work.problem.variables()[k].name;
                return Err(Failure::Step(anyhow::anyhow!(
                    "no difference by `{name}` can be had around iterate {}: {refusal}; method = \"l-bfgs\" needs none",
                    self.iterates.len() - 1
                )));
            }
        }
        Ok(rows)
    }

    fn accept(&mut self, iterate: &Iterate) -> Result<(), Failure> {
        self.iterates.push(iterate.clone());
        let folder = start_folder(self.work.folder, self.number);
        std::fs::create_dir_all(&folder).map_err(Failure::input)?;
        let variables = self.work.problem.variables();
        let values = |x: &[f64]| self.work.problem.values(x);
        write(
            &folder,
            "iterates.csv",
            &iterates_csv(variables, &self.iterates, values),
        )?;
        write(
            &folder,
            "refused.csv",
            &tried_csv(variables, &self.iterates, values),
        )?;
        if !self.work.quiet {
            let tried = match iterate.tried.len() {
                0 => String::new(),
                n => format!(", {n} tried before"),
            };
            note(&format!(
                "start {} iterate {}: objective {:.6e}, gradient {:.2e}{tried}",
                self.number, iterate.number, iterate.evaluation.value, iterate.gradient_norm
            ));
        }
        Ok(())
    }
}

/// The folder of a start.
pub fn start_folder(study: &Path, number: usize) -> PathBuf {
    study.join("starts").join(format!("{number:02}"))
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    write_whole(&folder.join(name), text.as_bytes()).map_err(Failure::step)
}

fn names(variables: &[DesignVariable]) -> String {
    let names: Vec<String> = variables.iter().map(|v| quoted(&v.name)).collect();
    names.join(",")
}

fn cells(numbers: &[f64]) -> String {
    let cells: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
    cells.join(",")
}

fn iterates_csv(
    variables: &[DesignVariable],
    iterates: &[Iterate],
    values: impl Fn(&[f64]) -> Vec<f64>,
) -> String {
    let mut text = format!(
        "iterate,objective,gradient,tried,at_bounds,{}\n",
        names(variables)
    );
    for iterate in iterates {
        let bounds = iterate.at_bounds.iter().map(|bound| {
            let side = if bound.side == BoundSide::Lower {
                "lower"
            } else {
                "upper"
            };
            format!("{} {side}", variables[bound.variable].name)
        });
        let bounds: Vec<String> = bounds.collect();
        text += &format!(
            "{},{:?},{:?},{},{},{}\n",
            iterate.number,
            iterate.evaluation.value,
            iterate.gradient_norm,
            iterate.tried.len(),
            quoted(&bounds.join("; ")),
            cells(&values(&iterate.x))
        );
    }
    text
}

/// Points that were tried and not taken, with their value or why they have none.
fn tried_csv(
    variables: &[DesignVariable],
    iterates: &[Iterate],
    values: impl Fn(&[f64]) -> Vec<f64>,
) -> String {
    let mut text = format!("iterate,objective,reason,{}\n", names(variables));
    for iterate in iterates {
        for Tried { x, value } in &iterate.tried {
            let (value, reason) = match value {
                Ok(value) => (format!("{value:?}"), "not better enough"),
                Err(reason) => (String::new(), &reason[..]),
            };
            let values = cells(&values(x));
            text += &format!("{},{value},{},{values}\n", iterate.number, quoted(reason));
        }
    }
    text
}

impl StartSearch {
    /// The end in words.
    pub fn ending(&self) -> String {
        let last = |tried: &[Tried]| {
            let refused = tried.iter().rev().find_map(|t| t.value.as_ref().err());
            refused.map_or(String::new(), |reason| {
                format!("; the last refusal: {reason}")
            })
        };
        match &self.outcome.ending {
            Ending::Goal => "the goal is reached".to_owned(),
            Ending::Stationary => "the gradient is small: a minimum within the bounds".to_owned(),
            Ending::NoGradient => {
                "the gradient is exactly zero at the start: nothing that the objective looks at depends on any variable there. \
                 Begin where bodies touch, or with a larger `dhat`"
                    .to_owned()
            }
            Ending::Settled => "the objective hardly changes any more".to_owned(),
            Ending::Iterations => "the most iterations are done; raise optimiser.iterations and --resume".to_owned(),
            Ending::NoBetterPoint { tried } => format!(
                "no better point was found along the way down: a kink, or gradients that are not exact enough (solver.newton_tolerance){}",
                last(tried)
            ),
            Ending::StartRefused { reason } => format!("the start is refused: {reason}"),
        }
    }

    /// Variables that the best design has at a bound, in words.
    pub fn at_bounds(&self, variables: &[DesignVariable]) -> Vec<String> {
        let best = self.outcome.best.iter();
        let all = best.flat_map(|best| &best.at_bounds);
        all.map(|bound| {
            let variable = &variables[bound.variable];
            let (side, value) = match bound.side {
                BoundSide::Lower => ("smallest", variable.range[0]),
                BoundSide::Upper => ("largest", variable.range[1]),
            };
            format!(
                "`{}` is at its {side} value, {value}: beyond it the objective would be smaller",
                variable.name
            )
        })
        .collect()
    }

    /// The best value.
    pub fn value(&self) -> Option<f64> {
        self.outcome.best.as_ref().map(|best| best.evaluation.value)
    }
}
