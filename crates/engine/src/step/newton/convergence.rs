//! Whether a step is solved: at once, where nothing is out of balance, or when its direction is short and its contacts
//! have settled.

use tangency_geometry::Vec3;

use super::Newton;
use crate::model::Model;
use crate::settings::{Integrator, Residual};
use crate::step::TimeStep;

/// Iterations of a step that contacts get to settle once directions are short.
const SETTLING_ITERATIONS: u32 = 200;
/// Forces whose direction would be below this share of the tolerance are in balance.
const ROUNDING: f64 = 1e-6;

impl Newton {
    /// Takes the residual from a direction with its `largest` component; tells whether it is within the tolerance.
    pub(super) fn measure_direction(&mut self, step: &mut TimeStep, largest: f64) -> bool {
        let dt = step.dt;
        match step.model.settings.residual {
            Residual::Largest => {
                step.report.residual = largest / dt;
                step.report.residual < step.tolerance
            }
            Residual::Mean => {
                let count = step.unknowns.free_nodes().len().max(1) as f64;
                let squared = step.unknowns.norm(&self.direction).powi(2);
                let residual = (squared / count).sqrt() / dt;
                step.report.residual = residual;
                let [before, last] = self.standing.recent;
                self.standing.recent = [last, residual];
                residual.max(before).max(last) < step.tolerance
            }
        }
    }

    /// The vertex with the largest component of the direction, and that component, m.
    pub(super) fn largest_component(&self, model: &Model) -> (u32, f64) {
        let size = |p: &Vec3| {
            if p.iter().all(|c| c.is_finite()) {
                p.amax()
            } else {
                f64::INFINITY
            }
        };
        let sizes = self.direction.iter().map(size).enumerate();
        let largest = sizes.max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or((0, 0.0), |(v, size)| (model.vertex_of(v as u32), size))
    }

    /// Whether contacts have settled, or were given long enough to.
    pub(super) fn has_settled(&mut self, step: &mut TimeStep) -> bool {
        let is_driven = step.potential.attachment.is_some();
        if self.standing.unsettled == SETTLING_ITERATIONS
            || (step.potential.contact).has_settled(&self.before, &step.x, is_driven)
        {
            return true;
        }
        self.standing.unsettled += 1;
        false
    }

    /// Whether nothing touches and forces are in balance but for rounding: then there is nothing to solve.
    ///
    /// The Hessian H is at least the mass M, so for Newton's direction p = H⁻¹ g holds m |p|² ≤ pᵀ M p ≤ gᵀ M⁻¹ g.
    pub(super) fn is_in_balance(&self, step: &mut TimeStep) -> bool {
        let model = &step.model;
        let is_static = model.settings.integrator == Integrator::QuasiStatic;
        if is_static || step.has_contacts() || step.potential.attachment.is_some() {
            return false;
        }
        step.potential.gradient(&step.x, &mut step.gradient);
        let (mut squared, mut lightest) = (0.0, f64::INFINITY);
        for &v in step.unknowns.free_nodes() {
            let (gradient, mass) = (step.gradient[v as usize], model.mass[v as usize]);
            squared += gradient.norm_squared() / mass;
            lightest = mass.min(lightest);
        }
        let residual = (squared / lightest).sqrt() / step.dt;
        let is_in_balance = residual < ROUNDING * step.tolerance;
        if is_in_balance {
            step.report.residual = residual;
        }
        is_in_balance
    }
}
