//! Whether block descent has solved a step: a fixed number of sweeps need not.
//!
//! Forces within a piece cancel each other, so the sum of what is left on its vertices tells how wrongly it moves as a
//! whole, however stiff it is: a weight that hangs on a spring which the sweeps have not stretched yet falls freely.

use tangency_geometry::Vec3;

use super::flight::Pieces;
use crate::step::{StepReport, TimeStep, Unsolved};

/// Share of the forces that act on a piece which may be left on it as a whole.
pub const BALANCE_TOLERANCE: f64 = 0.05;
/// Share of `newton_tolerance` by which a piece as a whole may go wrong, whatever share of its forces that is.
const NEGLIGIBLE: f64 = 1e-3;

/// Says in the report what a step that is at its end has left unsolved, with the friction of its end.
pub fn judge(step: &mut TimeStep, pieces: &Pieces) {
    let mut inertia = vec![Vec3::zeros(); step.x.len()];
    step.potential.inertia.gradient(&step.x, &mut inertia);
    step.potential.gradient(&step.x, &mut step.gradient);
    let forces = StepForces {
        left: &step.gradient,
        inertia: &inertia,
    };
    let imbalance = forces.imbalance(step, pieces);
    step.report.imbalance = Some(imbalance);
    step.report.measure_stitches(&step.model, &step.x);
    step.report.unsolved = reasons(&step.report, step.tolerance);
}

/// Reasons why a step with this report is not solved to `tolerance` (m/s).
pub fn reasons(report: &StepReport, tolerance: f64) -> Vec<Unsolved> {
    let mut reasons = Vec::new();
    if report.residual > tolerance {
        reasons.push(Unsolved::Moving);
    }
    if report.lost_motion > tolerance {
        reasons.push(Unsolved::HeldBack);
    }
    if report
        .imbalance
        .is_some_and(|share| share > BALANCE_TOLERANCE)
    {
        reasons.push(Unsolved::OutOfBalance);
    }
    reasons
}

/// Forces at the end of a step, by vertex.
pub struct StepForces<'a> {
    /// The gradient of the incremental potential, kg m.
    pub left: &'a [Vec3],
    /// Part of the gradient from inertia, kg m.
    pub inertia: &'a [Vec3],
}

/// Sums over the vertices of a piece that no program holds, kg m.
#[derive(Clone, Copy, Default)]
struct Sums {
    mass: f64,
    left: Vec3,
    outside: Vec3,
    inertia: Vec3,
}

impl StepForces<'_> {
    /// The largest force that is left on a piece as a whole, as a share of the largest of those that act on it: from
    /// outside, by what touches or holds it, or to change its momentum. Pieces that hardly go wrong count as zero.
    pub fn imbalance(&self, step: &TimeStep, pieces: &Pieces) -> f64 {
        let mut sums = vec![Sums::default(); pieces.count];
        for (v, &piece) in pieces.of.iter().enumerate() {
            if step.is_held(v as u32) {
                continue;
            }
            let mass = step.model.mass[v];
            let sums = &mut sums[piece as usize];
            sums.mass += mass;
            sums.left += self.left[v];
            sums.outside += step.scale() * mass * step.outside[v];
            sums.inertia += self.inertia[v];
        }
        let least = NEGLIGIBLE * step.tolerance * step.dt;
        let shares = sums.iter().map(|sums| {
            let left = sums.left.norm();
            if left <= least * sums.mass {
                return 0.0;
            }
            let changed = (sums.inertia + sums.outside).norm();
            let touching = (sums.left - sums.inertia).norm();
            left / sums.outside.norm().max(touching).max(changed).max(left)
        });
        shares.fold(0.0, f64::max)
    }
}
