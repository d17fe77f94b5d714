//! Steps that sweeps have not solved: warned about once while a run goes on, counted at its end.

use tangency_engine::step::Unsolved;
use tangency_engine::{Model, StepReport};

/// The unsolved steps of a session.
#[derive(Default)]
pub struct UnsolvedSteps {
    steps: u64,
    count: u64,
    /// Steps by reason.
    moving: u64,
    held_back: u64,
    out_of_balance: u64,
    ended_early: u64,
    /// Largest distance between what stitches draw together at the end of the last step, m.
    open_stitch: Option<f64>,
    /// Their mean, m.
    mean_stitch: Option<f64>,
}

impl UnsolvedSteps {
    /// Counts a step; the warning where it is the first that is not solved.
    pub fn add(&mut self, model: &Model, report: &StepReport) -> Option<String> {
        self.steps += 1;
        self.open_stitch = report.open_stitch;
        self.mean_stitch = report.mean_stitch;
        if report.unsolved.is_empty() {
            return None;
        }
        let tolerance = model.tolerance_of(report.step);
        for reason in &report.unsolved {
            *match reason {
                Unsolved::Moving => &mut self.moving,
                Unsolved::HeldBack => &mut self.held_back,
                Unsolved::OutOfBalance => &mut self.out_of_balance,
                Unsolved::EndedEarly => &mut self.ended_early,
            } += 1;
        }
        self.count += 1;
        // It was asked for.
        if report.unsolved == [Unsolved::EndedEarly] {
            return None;
        }
        let reasons = report
            .unsolved
            .iter()
            .map(|reason| reason.describe(report, tolerance));
        let reasons: Vec<String> = reasons.collect();
        (self.count - self.ended_early == 1).then(|| {
            format!(
                "warning: step {} is not solved after {} sweeps: {}. Bodies may move wrongly, though nothing intersects. Raise solver.vbd.iterations, take a smaller time step, or set solver.on_unsolved = \"newton\"; further such steps are counted at the end",
                report.step,
                report.iterations,
                reasons.join(", ")
            )
        })
    }

    /// The line at the end of a session; nothing where all was solved.
    pub fn summary(&self) -> Option<String> {
        let mut words = Vec::new();
        if self.count > 0 {
            let reasons = [
                (self.moving, "vertices still moving"),
                (self.held_back, "motion held back by bounds"),
                (self.out_of_balance, "forces out of balance"),
                (self.ended_early, "an early end"),
            ];
            let reasons: Vec<String> = reasons
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{count} with {what}"))
                .collect();
            words.push(format!(
                "unsolved: {} of {} steps ({})",
                self.count,
                self.steps,
                reasons.join(", ")
            ));
        }
        if let Some(open) = self.open_stitch {
            let mean = self.mean_stitch.unwrap_or(open);
            words.push(format!(
                "stitches open by {open:.2e} m at most at the end, by {mean:.2e} m in the mean"
            ));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_engine::{Material, ModelBuilder, Solid, Vec3};
    use tangency_geometry::generate::{BoxParameters, cuboid};

    #[test]
    fn the_first_unsolved_step_is_warned_about_and_all_are_counted() {
        let mut builder = ModelBuilder::new();
        let mesh = cuboid(&BoxParameters::default()).unwrap();
        builder.add_solid(Solid {
            name: "box".to_owned(),
            velocity: vec![Vec3::zeros(); mesh.points.len()],
            mesh,
            material: Material::default(),
            offset: 0.0,
        });
        let (model, _) = builder.build().unwrap();
        let solved = StepReport::default();
        let unsolved = StepReport {
            step: 2,
            iterations: 40,
            imbalance: Some(0.5),
            unsolved: vec![Unsolved::OutOfBalance],
            ..StepReport::default()
        };
        let mut steps = UnsolvedSteps::default();
        assert_eq!(steps.add(&model, &solved), None);
        assert_eq!(steps.summary(), None);
        let warning = steps.add(&model, &unsolved).unwrap();
        assert!(
            warning.contains("step 2") && warning.contains("50 %"),
            "{warning}"
        );
        assert_eq!(steps.add(&model, &unsolved), None);
        let summary = steps.summary().unwrap();
        assert_eq!(
            summary,
            "unsolved: 2 of 3 steps (2 with forces out of balance)"
        );
    }
}
