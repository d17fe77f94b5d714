//! The direction of a Newton iteration: H p = -g, also where rounding has cost the matrix its definiteness.

use std::time::Instant;

use tangency_geometry::Vec3;

use super::Newton;
use crate::linear::{LinearError, LinearSystem};
use crate::step::report::Seconds;
use crate::step::{StepError, TimeStep};

impl Newton {
    /// Solves H p = -g; leaves -g as the step's gradient.
    pub(super) fn find_direction(&mut self, step: &mut TimeStep) -> Result<(), StepError> {
        let started = Instant::now();
        step.potential.gradient(&step.x, &mut step.gradient);
        let gradient_done = Instant::now();
        (step.potential).hessian(&step.x, &mut self.blocks, &mut self.diagonal);
        let assembled = (self.system).assemble(&self.blocks, &self.diagonal, &step.unknowns);
        let seconds = &mut step.report.seconds;
        seconds.energy += (gradient_done - started).as_secs_f64();
        seconds.assemble += gradient_done.elapsed().as_secs_f64();
        let (number, iteration) = (step.number, step.report.iterations);
        let failed = |source| StepError::Linear {
            step: number,
            iteration,
            source,
        };
        assembled.map_err(failed)?;
        step.observer.check(number)?;
        self.system.set_positions(&step.x);
        for gradient in &mut step.gradient {
            *gradient = -*gradient;
        }
        let (b, p) = (&step.gradient, &mut self.direction);
        let solved = self
            .system
            .with_shifts(|system| solve(system, b, p, seconds));
        solved.map_err(failed)?;
        step.model.dependents.follow(&mut self.direction);
        let solved = self.system.last_solve();
        step.report.linear_iterations += solved.iterations;
        step.report.linear_residual = step.report.linear_residual.max(solved.residual);
        Ok(())
    }
}

/// Factors, or sets multigrid up, and solves.
fn solve(
    system: &mut LinearSystem,
    b: &[Vec3],
    p: &mut [Vec3],
    seconds: &mut Seconds,
) -> Result<(), LinearError> {
    let factor = system.factor()?;
    seconds.order += factor.order_seconds + factor.symbolic_seconds;
    seconds.factor += factor.factor_seconds;
    let started = Instant::now();
    let solved = system.solve(b, p);
    seconds.solve += started.elapsed().as_secs_f64();
    solved
}
