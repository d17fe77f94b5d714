//! Report of a step: one line of `stats.jsonl`.

use serde::{Deserialize, Serialize};

use crate::forces::ForceBalance;
use crate::model::Model;
use tangency_geometry::Vec3;

use super::trace::TracePoint;

/// Energies at the end of a step, J.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyReport {
    /// ½ Σ m |v|².
    pub kinetic: f64,
    /// Elastic energy of the solids.
    pub elastic: f64,
    /// -Σ m g · x.
    pub gravity: f64,
    /// Contact barriers.
    pub contact: f64,
}

/// Wall-clock seconds by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Finding pairs within reach.
    pub detect: f64,
    /// Energies and gradients.
    pub energy: f64,
    /// Local Hessians and their assembly.
    pub assemble: f64,
    /// Ordering and symbolic analysis.
    pub order: f64,
    /// Numerical factorisation.
    pub factor: f64,
    /// Triangular solves.
    pub solve: f64,
    /// Step bounds: collisions and inversions.
    pub ccd: f64,
    /// Line search, less what is counted under `detect`.
    pub line_search: f64,
    /// The certificate.
    pub certify: f64,
    /// The whole step.
    pub total: f64,
}

/// A reason why a step does not count as solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unsolved {
    /// Vertices moved in the last sweep by more than `newton_tolerance`.
    Moving,
    /// Displacement bounds cut off motion of more than `newton_tolerance`.
    HeldBack,
    /// Forces on a piece as a whole are out of balance by more than [`BALANCE_TOLERANCE`](super::BALANCE_TOLERANCE).
    OutOfBalance,
    /// Newton's method ended early, as the settings ask for.
    EndedEarly,
}

impl Unsolved {
    /// The reason with its figures, where `tolerance` is the accuracy asked for, m/s.
    pub fn describe(self, report: &StepReport, tolerance: f64) -> String {
        match self {
            Unsolved::Moving => format!(
                "vertices still move by {:.1e} m/s a sweep (tolerance {tolerance:.1e} m/s)",
                report.residual
            ),
            Unsolved::EndedEarly => format!(
                "Newton's method ended early, with directions of {:.1e} m/s (tolerance {tolerance:.1e} m/s)",
                report.residual
            ),
            Unsolved::HeldBack => format!(
                "displacement bounds hold back motion of {:.1e} m/s (tolerance {tolerance:.1e} m/s)",
                report.lost_motion
            ),
            Unsolved::OutOfBalance => format!(
                "{:.0} % of the forces on a body are out of balance (tolerance {:.0} %)",
                100.0 * report.imbalance.unwrap_or(0.0),
                100.0 * super::BALANCE_TOLERANCE
            ),
        }
    }
}

/// A part of a step that may be cut.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartReport {
    /// Simulated time at its end, s.
    pub time: f64,
    /// Its length, s.
    pub dt: f64,
    /// Newton iterations.
    pub iterations: u32,
    /// Smallest distance of any admissible pair within d̂ at its end, m; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_distance: Option<f64>,
    /// The reason why it was given up and halved, in words; absent where it was solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// Report of one step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepReport {
    /// Number of the step, from 1.
    pub step: u64,
    /// Simulated time at its end, s.
    pub time: f64,
    /// Length of the step, s.
    pub dt: f64,
    /// Newton iterations.
    pub iterations: u32,
    /// Active contact pairs at its end; of the stepper `gpu` all pairs halfway between contact and query radius.
    pub contacts: usize,
    /// Barrier stiffness at its end.
    pub kappa: f64,
    /// Smallest distance of any admissible pair within d̂ at its end, m; absent when there is none.
    pub min_distance: Option<f64>,
    /// Smallest and largest stretch of any triangle of cloth, in any direction; absent without cloth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stretch: Option<[f64; 2]>,
    /// Largest component of the last Newton direction, or its mean, as the settings say; as a speed, m/s.
    pub residual: f64,
    /// Detections of contacts in the sweeps of block descent.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub detections: u32,
    /// Vertices that their bounds stopped in the last sweep; of the stepper `gpu` since the last detection, each as often as
    /// it was.
    #[serde(default, skip_serializing_if = "is_none")]
    pub stopped: usize,
    /// Largest motion that displacement bounds still cut off in the last sweep of block descent, as a speed, m/s.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub lost_motion: f64,
    /// Largest force that is left on a piece as a whole, as a share of the forces that act on it; measured where block
    /// descent ends a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imbalance: Option<f64>,
    /// Largest distance between what stitches draw together, m; absent without stitches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_stitch: Option<f64>,
    /// The mean of these distances, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_stitch: Option<f64>,
    /// Parts into which it was cut, those given up included; empty where its length is fixed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartReport>,
    /// Reasons why the step does not count as solved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsolved: Vec<Unsolved>,
    /// Iterations of the iterative linear solver; 0 with the direct one.
    pub linear_iterations: usize,
    /// Largest relative residual it left; 0 with the direct one.
    pub linear_residual: f64,
    /// Rounds of lagged friction.
    pub friction_iterations: u32,
    /// Rest of the balance of momentum, as the norm of all forces on the unknowns, N.
    pub momentum_balance: f64,
    /// The same with contact forces and sliding directions of the end of the step (Li et al. 2020, eq. 17), N;
    /// absent without friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction_residual: Option<f64>,
    /// Largest product of a pair's contact force and distance, J.
    pub complementarity: f64,
    /// Energies at its end.
    pub energy: EnergyReport,
    /// Forces, momenta and energies by the names of the scene, where they are recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forces: Option<ForceBalance>,
    /// Smallest step length the line search took.
    pub line_search_min_alpha: f64,
    /// Wall-clock time by phase.
    pub seconds: Seconds,
    /// Processor time, s.
    pub cpu_seconds: f64,
    /// Largest resident memory of the process so far, MB.
    pub peak_rss_mb: f64,
    /// The potential after each iteration; empty where that is not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TracePoint>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn is_nothing(number: &f64) -> bool {
    *number == 0.0
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl StepReport {
    /// Measures how far stitches are open at `x`.
    pub(crate) fn measure_stitches(&mut self, model: &Model, x: &[Vec3]) {
        let open = model.elements.springs.open(x);
        self.open_stitch = open.map(|open| open.largest);
        self.mean_stitch = open.map(|open| open.mean);
    }

    /// Puts what it took to come to the part that this report is of, by the parts `before` it, in front.
    pub(super) fn follow(&mut self, before: &StepReport) {
        self.iterations += before.iterations;
        self.friction_iterations += before.friction_iterations;
        self.linear_iterations += before.linear_iterations;
        self.linear_residual = self.linear_residual.max(before.linear_residual);
        self.line_search_min_alpha = (self.line_search_min_alpha).min(before.line_search_min_alpha);
        self.cpu_seconds += before.cpu_seconds;
        self.seconds.add(&before.seconds);
        if let (Some(forces), Some(earlier)) = (&mut self.forces, &before.forces) {
            forces.work.add(&earlier.work);
        }
        self.trace.splice(0..0, before.trace.iter().cloned());
    }
}

impl Seconds {
    /// Adds those of another part.
    fn add(&mut self, other: &Seconds) {
        self.detect += other.detect;
        self.energy += other.energy;
        self.assemble += other.assemble;
        self.order += other.order;
        self.factor += other.factor;
        self.solve += other.solve;
        self.ccd += other.ccd;
        self.line_search += other.line_search;
        self.certify += other.certify;
        self.total += other.total;
    }

    /// Adds the certificate's time, which counts towards the total.
    pub fn add_certify(&mut self, seconds: f64) {
        self.certify += seconds;
        self.total += seconds;
    }
}
