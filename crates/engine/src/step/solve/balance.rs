//! Whether a step is solved: at once, where nothing is out of balance, or when its direction is short and its contacts
//! have settled.

use tangency_geometry::Vec3;

use super::{Solve, norm};
use crate::settings::{Integrator, Residual};

/// Iterations of a step that contacts get to settle once directions are short.
const SETTLING_ITERATIONS: u32 = 200;
/// Forces whose direction would be below this share of the tolerance are in balance.
const ROUNDING: f64 = 1e-6;

impl Solve<'_> {
    /// Takes the residual from a direction with its `largest` component; tells whether it is within the tolerance.
    pub(super) fn measure_direction(&mut self, largest: f64) -> bool {
        let dt = self.model.settings.dt;
        match self.model.settings.residual {
            Residual::Largest => {
                self.report.residual = largest / dt;
                self.report.residual < self.tolerance
            }
            Residual::Mean => {
                let count = self.free.free_nodes().len().max(1) as f64;
                let squared = norm(&self.newton.direction, &self.free).powi(2);
                self.report.residual = (squared / count).sqrt() / dt;
                let [before, last] = self.recent;
                self.recent = [last, self.report.residual];
                self.report.residual.max(before).max(last) < self.tolerance
            }
        }
    }

    /// The vertex with the largest component of the direction, and that component, m.
    pub(super) fn largest_component(&self) -> (u32, f64) {
        let size = |p: &Vec3| {
            if p.iter().all(|c| c.is_finite()) {
                p.amax()
            } else {
                f64::INFINITY
            }
        };
        let sizes = self.newton.direction.iter().map(size).enumerate();
        let largest = sizes.max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or((0, 0.0), |(v, size)| (self.model.vertex_of(v as u32), size))
    }

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
