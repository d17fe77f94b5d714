//! Energy that nothing puts in does not appear.
//!
//! Implicit Euler loses energy where the potential is convex. A barrier that gets stiffer while pairs are in contact puts
//! energy in; as much as that is allowed.

use tangency_engine::boundary::Path;
use tangency_scene::document::dynamics::Integrator;

use super::Story;

/// Part of the energy that changes hands which may appear: the potential is not convex.
const EULER: f64 = 0.02;
/// The same for integrators of second order, which do not damp, and for sweeps that end a step before it is solved.
const OTHERS: f64 = 0.1;

impl Story {
    /// Compares each step's energy with the lowest before it; gives the number of comparisons.
    pub(super) fn energy(&self, broken: &mut Vec<String>) -> u64 {
        let document = &self.scene.document;
        let is_static = document.time.integrator == Integrator::QuasiStatic;
        if is_static || document.solver.stepper == "gpu" || self.is_driven() {
            return 0;
        }
        let total = |k: usize| {
            ["kinetic", "elastic", "gravity", "contact"]
                .map(|kind| self.number(k, &format!("/energy/{kind}")))
                .iter()
                .sum::<f64>()
        };
        let euler = document.time.integrator == Integrator::ImplicitEuler && self.is_solved();
        let part = if euler { EULER } else { OTHERS };
        let (h, mass) = (self.step_length(), self.model.mass.iter().sum::<f64>());
        let (mut lowest, mut lowest_at, mut allowed) = (total(1), 1, 0.0);
        let (mut least, mut most) = (self.number(1, "/energy/gravity"), f64::NEG_INFINITY);
        let mut exchanged = 0.0_f64;
        for k in 1..self.frames.len() {
            let [kinetic, elastic, gravity] = ["kinetic", "elastic", "gravity"]
                .map(|kind| self.number(k, &format!("/energy/{kind}")));
            (least, most) = (least.min(gravity), most.max(gravity));
            exchanged = exchanged.max(kinetic + elastic).max(most - least);
            if k == 1 {
                continue;
            }
            let stiffer = self.number(k, "/kappa") / self.number(k - 1, "/kappa") - 1.0;
            let stored = self.number(k - 1, "/energy/contact");
            if stored > 0.0 && stiffer > 0.0 {
                allowed += stored * stiffer;
            }
            // What an unsolved rest of a velocity is worth, each step.
            allowed += (2.0 * exchanged * mass).sqrt() * self.model.newton_tolerance
                + mass * self.model.newton_tolerance.powi(2);
            let now = total(k) - allowed;
            let excess = now - lowest;
            if excess.partial_cmp(&(part * exchanged)) != Some(std::cmp::Ordering::Less)
                && excess > 1e-12 * total(k).abs()
            {
                broken.push(format!(
                    "energy: it rises by {excess:.3e} J from step {lowest_at} to step {k} (h = {h:.2e} s), {:.1} % of what changes hands",
                    1e2 * excess / exchanged
                ));
                return k as u64;
            }
            if now < lowest {
                (lowest, lowest_at) = (now, k);
            }
        }
        self.frames.len() as u64 - 1
    }

    /// Whether loads or moving boundaries put energy in.
    fn is_driven(&self) -> bool {
        let moves = self
            .model
            .boundary
            .iter()
            .any(|program| match &program.motion.path {
                Path::Pieces(pieces) => pieces.iter().any(|piece| {
                    piece.velocity.norm() != 0.0 || piece.angular_velocity.norm() != 0.0
                }),
                Path::Sequence(_) => true,
            });
        moves || !self.model.loads.is_empty()
    }
}
