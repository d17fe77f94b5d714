//! Whether a step is solved: at once, where nothing is out of balance, or when its contacts have settled.

use super::Solve;
use crate::settings::Integrator;

/// Iterations of a step that contacts get to settle once directions are short.
const SETTLING_ITERATIONS: u32 = 200;
/// Forces whose direction would be below this share of the tolerance are in balance.
const ROUNDING: f64 = 1e-6;

impl Solve<'_> {
    /// Whether contacts have settled, or were given long enough to.
    pub(super) fn has_settled(&mut self) -> bool {
        let potential = &self.newton.potential;
        let is_driven = potential.attachment.is_some();
        if self.unsettled == SETTLING_ITERATIONS
            || (potential.contact).has_settled(&self.before, &self.x, is_driven)
        {
            return true;
        }
        self.unsettled += 1;
        false
    }

    /// Whether nothing touches and forces are in balance but for rounding: then there is nothing to solve.
    ///
    /// The Hessian H is at least the mass M, so for Newton's direction p = H⁻¹ g holds m |p|² ≤ pᵀ M p ≤ gᵀ M⁻¹ g.
    pub(super) fn is_in_balance(&mut self) -> bool {
        let model = &self.model;
        let is_static = model.settings.integrator == Integrator::QuasiStatic;
        if is_static || self.has_contacts() || self.newton.potential.attachment.is_some() {
            return false;
        }
        let newton = &mut *self.newton;
        newton.potential.gradient(&self.x, &mut newton.gradient);
        let (mut squared, mut lightest) = (0.0, f64::INFINITY);
        for &v in self.free.free_nodes() {
            let (gradient, mass) = (newton.gradient[v as usize], model.mass[v as usize]);
            squared += gradient.norm_squared() / mass;
            lightest = mass.min(lightest);
        }
        let residual = (squared / lightest).sqrt() / model.settings.dt;
        let is_in_balance = residual < ROUNDING * self.tolerance;
        if is_in_balance {
            self.report.residual = residual;
        }
        is_in_balance
    }
}
