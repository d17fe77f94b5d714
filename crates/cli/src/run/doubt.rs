//! Steps whose forces cannot be trusted: counted while a run goes on, warned about at its end.

use tangency_engine::forces::{DOUBTFUL_SHARE, DoubtfulForces};
use tangency_engine::{Model, StepReport, StepperKind};

/// Share of the largest force of a session below which forces are rounding, of which nothing can be said.
const ROUNDING: f64 = 1e-9;

/// The steps of a session with forces that cannot be trusted.
#[derive(Default)]
pub struct DoubtfulSteps {
    steps: u64,
    /// The largest force on any body, N.
    largest: f64,
    found: Vec<DoubtfulStep>,
}

/// A step with forces that cannot be trusted.
struct DoubtfulStep {
    step: u64,
    /// Accuracy that was asked for, m/s.
    tolerance: f64,
    /// Accuracy that it ended with, m/s.
    residual: f64,
    /// The body with the most left unbalanced.
    forces: DoubtfulForces,
}

impl DoubtfulSteps {
    /// Counts a step.
    pub fn add(&mut self, model: &Model, report: &StepReport) {
        self.steps += 1;
        let Some(forces) = &report.forces else {
            return;
        };
        let acting = forces.bodies.values().map(|motion| motion.acting);
        self.largest = acting.fold(self.largest, f64::max);
        let doubtful = forces.doubtful().into_iter();
        let Some(found) = doubtful.max_by(|a, b| a.unbalanced.total_cmp(&b.unbalanced)) else {
            return;
        };
        self.found.push(DoubtfulStep {
            step: report.step,
            tolerance: model.tolerance_of(report.step),
            residual: report.residual,
            forces: found,
        });
    }

    /// The warning at the end of a session; nothing where all forces can be trusted.
    pub fn warning(&self, model: &Model) -> Option<String> {
        let is_force = |step: &&DoubtfulStep| step.forces.acting > ROUNDING * self.largest;
        let found: Vec<&DoubtfulStep> = self.found.iter().filter(is_force).collect();
        let worst = found.iter().copied().reduce(|worst, step| {
            if step.forces.unbalanced > worst.forces.unbalanced {
                step
            } else {
                worst
            }
        })?;
        let advice = match model.settings.stepper {
            StepperKind::Newton => format!(
                "lower solver.newton_tolerance, which was {:.1e} m/s, to {{ absolute = {:.0e} }}",
                worst.tolerance,
                worst.forces.better_tolerance(worst.residual)
            ),
            _ => "raise solver.vbd.iterations, or set solver.vbd.finish = \"newton\"".to_owned(),
        };
        Some(format!(
            "warning: forces of {} of {} steps are not to be trusted: the solver has left more than {:.0} % of the largest force on a body unbalanced, and reactions, contact forces and stresses are wrong by about as much. Most in step {}: {:.3e} N on `{}`, where the largest force is {:.3e} N. If you need forces, {advice}",
            found.len(),
            self.steps,
            100.0 * DOUBTFUL_SHARE,
            worst.step,
            worst.forces.unbalanced,
            worst.forces.body,
            worst.forces.acting
        ))
    }
}
