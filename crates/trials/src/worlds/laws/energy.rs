//! Energy that nothing puts in does not appear.
//!
//! Implicit Euler loses energy where the potential is convex. A barrier that gets stiffer while pairs are in contact puts
//! energy in; as much as that is allowed.

use tangency_engine::Integrator;
use tangency_engine::boundary::Path;

use super::Story;

/// Part of the energy that changes hands which may appear: the potential is not convex.
const EULER: f64 = 0.02;
/// The same for sweeps, which end a step when it is nearly solved.
const SWEEPS: f64 = 0.1;
/// The same for integrators of second order, which do not damp: vibrations too fast for the step feed on nonlinearity.
const SECOND_ORDER: f64 = 0.5;

/// The energy of a run from step to step, J.
struct Ledger {
    /// The lowest so far, less what was allowed until then.
    lowest: f64,
    /// The step that had it.
    lowest_at: usize,
    /// Energy that may have been put in since the start.
    allowed: f64,
    /// The lowest and the highest energy of weight.
    weight: [f64; 2],
    /// The most that has changed hands.
    exchanged: f64,
}

impl Story {
    /// Compares each step's energy with the lowest before it; gives the number of comparisons.
    pub(super) fn energy(&self, broken: &mut Vec<String>) -> u64 {
        let document = &self.scene.document;
        let is_static = document.time.integrator == Integrator::QuasiStatic;
        if is_static || self.is_single() || self.is_driven() || self.is_cautioned() {
            return 0;
        }
        let part = match document.time.integrator {
            Integrator::ImplicitEuler if self.is_solved() => EULER,
            Integrator::ImplicitEuler => SWEEPS,
            _ => SECOND_ORDER,
        };
        let mut ledger = Ledger {
            lowest: f64::INFINITY,
            lowest_at: 0,
            allowed: 0.0,
            weight: [f64::INFINITY, f64::NEG_INFINITY],
            exchanged: 0.0,
        };
        for k in 1..self.frames.len() {
            if self.is_unsolved_by(k) {
                return k as u64 - 1;
            }
            let excess = self.enter(k, &mut ledger);
            let allowed = (part * ledger.exchanged).max(1e-12 * self.total(k).abs());
            if excess.is_nan() || excess > allowed {
                let contact = if self.has_contacts_by(k) {
                    ""
                } else {
                    ", without contact"
                };
                broken.push(format!(
                    "energy: it rises by {excess:.3e} J from step {} to step {k}, {:.1} % of what changes hands{contact}",
                    ledger.lowest_at,
                    1e2 * excess / ledger.exchanged
                ));
                return k as u64;
            }
        }
        self.frames.len() as u64 - 1
    }

    /// Enters step `k` and tells by how much its energy is above the lowest before it.
    fn enter(&self, k: usize, ledger: &mut Ledger) -> f64 {
        let [kinetic, elastic, gravity] =
            ["kinetic", "elastic", "gravity"].map(|e| self.kind(k, e));
        ledger.weight = [ledger.weight[0].min(gravity), ledger.weight[1].max(gravity)];
        let fallen = ledger.weight[1] - ledger.weight[0];
        ledger.exchanged = ledger.exchanged.max(kinetic + elastic).max(fallen);
        if k > 1 {
            let stiffer = self.number(k, "/kappa") / self.number(k - 1, "/kappa") - 1.0;
            let stored = self.kind(k - 1, "contact");
            if stored > 0.0 && stiffer > 0.0 {
                ledger.allowed += stored * stiffer;
            }
            // What the unsolved rest of a velocity is worth, each step.
            let (mass, rest) = (
                self.model.mass.iter().sum::<f64>(),
                self.model.newton_tolerance,
            );
            ledger.allowed += (2.0 * ledger.exchanged * mass).sqrt() * rest + mass * rest * rest;
        }
        let now = self.total(k) - ledger.allowed;
        let excess = if k > 1 { now - ledger.lowest } else { 0.0 };
        if now < ledger.lowest {
            (ledger.lowest, ledger.lowest_at) = (now, k);
        }
        excess
    }

    /// Energy of a kind at the end of step `k`, J.
    fn kind(&self, k: usize, kind: &str) -> f64 {
        self.number(k, &format!("/energy/{kind}"))
    }

    /// All energy at the end of step `k`, J.
    fn total(&self, k: usize) -> f64 {
        let kinds = ["kinetic", "elastic", "gravity", "contact"];
        kinds.map(|kind| self.kind(k, kind)).iter().sum()
    }

    /// Whether the program says before the run that energy may appear.
    fn is_cautioned(&self) -> bool {
        let model = std::sync::Arc::new(self.model.clone());
        tangency_engine::unfollowed_vibrations(&model).is_some()
    }

    /// Whether loads or moving boundaries put energy in.
    fn is_driven(&self) -> bool {
        let mut programs = self.model.boundary.iter();
        let moves = programs.any(|program| match &program.motion.path {
            Path::Pieces(pieces) => pieces
                .iter()
                .any(|piece| piece.velocity.norm() != 0.0 || piece.angular_velocity.norm() != 0.0),
            Path::Sequence(_) | Path::Driven => true,
        });
        moves || !self.model.loads.is_empty()
    }
}
