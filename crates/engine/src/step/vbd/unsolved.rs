//! Whether block descent has solved a step: a fixed number of sweeps need not.
//!
//! Forces within a piece cancel each other, so the sum of what is left on its vertices tells how wrongly it moves as a
//! whole, however stiff it is: a weight that hangs on a spring which the sweeps have not stretched yet falls freely.

use tangency_geometry::Vec3;

use super::flight::Pieces;
use crate::energy::Energy as _;
use crate::model::Model;
use crate::settings::Integrator;
use crate::step::newton::{Newton, StepStart, accelerations};
use crate::step::{StepReport, Unsolved};
use crate::state::State;

/// Share of the forces that act on a piece which may be left on it as a whole.
pub const BALANCE_TOLERANCE: f64 = 0.05;
/// Share of `newton_tolerance` by which a piece as a whole may go wrong, whatever share of its forces that is.
const NEGLIGIBLE: f64 = 1e-3;

/// Says in the report what a step from `state` that ends at `x` has left unsolved; `newton` has its potential, with the
/// friction of its end.
pub fn judge(
    newton: &mut Newton,
    pieces: &Pieces,
    state: &State,
    start: &StepStart,
    x: &[Vec3],
    report: &mut StepReport,
) {
    let model = newton.model.clone();
    let tolerance = model.tolerance_of(start.step);
    let least = NEGLIGIBLE * tolerance * model.settings.dt;
    report.imbalance = Some(imbalance(newton, pieces, state, start, x, least));
    report.open_stitch = open_stitch(&model, x);
    report.unsolved = reasons(report, tolerance);
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
    if report.imbalance.is_some_and(|share| share > BALANCE_TOLERANCE) {
        reasons.push(Unsolved::OutOfBalance);
    }
    reasons
}

/// Sums over the vertices of a piece that no program holds, kg m.
#[derive(Clone, Copy, Default)]
struct Sums {
    mass: f64,
    left: Vec3,
    outside: Vec3,
    inertia: Vec3,
    contact: Vec3,
}

/// The largest share of the forces on a piece that is left; pieces that go wrong by less than `least` (m) count as zero.
fn imbalance(
    newton: &mut Newton,
    pieces: &Pieces,
    state: &State,
    start: &StepStart,
    x: &[Vec3],
    least: f64,
) -> f64 {
    let model = newton.model.clone();
    let outside = accelerations(&model, state, start.time);
    let count = x.len();
    let mut contact = vec![Vec3::zeros(); count];
    newton.potential.contact.gradient(x, &mut contact);
    newton.potential.friction.gradient(x, &mut contact);
    let mut inertia = vec![Vec3::zeros(); count];
    newton.potential.inertia.gradient(x, &mut inertia);
    newton.potential.gradient(x, &mut newton.gradient);
    let mut sums = vec![Sums::default(); pieces.count];
    for (v, &piece) in pieces.of.iter().enumerate() {
        let mass = model.mass[v];
        if mass == 0.0 || model.schedule.at(&start.ruling, v as u32).is_some() {
            continue;
        }
        let sums = &mut sums[piece as usize];
        sums.mass += mass;
        sums.left += newton.gradient[v];
        sums.outside += start.scale * mass * outside[v];
        sums.inertia += inertia[v];
        sums.contact += contact[v];
    }
    let is_static = model.settings.integrator == Integrator::QuasiStatic;
    let shares = sums.iter().map(|sums| {
        let left = sums.left.norm();
        if left <= least * sums.mass {
            return 0.0;
        }
        // What changes the momentum: x̂ has the forces from outside already.
        let changed = if is_static {
            0.0
        } else {
            (sums.inertia + sums.outside).norm()
        };
        left / (sums.outside.norm() + sums.contact.norm() + changed).max(left)
    });
    shares.fold(0.0, f64::max)
}

/// The largest distance between what stitches draw together, m.
fn open_stitch(model: &Model, x: &[Vec3]) -> Option<f64> {
    let stitches = &model.elements.springs;
    let gaps = stitches.stencils.iter().zip(&stitches.shares);
    let gaps = gaps.map(|(&[v, a, b], share)| {
        let [v, a, b] = [v, a, b].map(|k| x[k as usize]);
        (v - a * (1.0 - share) - b * *share).norm()
    });
    gaps.max_by(f64::total_cmp)
}
