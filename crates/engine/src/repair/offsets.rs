//! Gaps brought about that offsets ask for, without a crossing on the way: the barriers of Incremental Potential Contact push,
//! with the share of the offsets that fits at first and the whole in the end.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::free::Clearing;
use super::stand_in::{StandInContact, stand_in};
use crate::contact::{ContactModel, IpcContact, pairs_within_reach};
use crate::step::Stepper;

/// Rounds at most.
const ROUNDS: usize = 60;
/// Rounds without a wider gap after which it is given up.
const PATIENCE: usize = 12;
/// Part of the smallest gap that the offsets take in a round.
const FIT: f64 = 0.9;

/// Pushes apart what is closer than its offset and the clearance, from positions at which nothing crosses; tells whether all is
/// far enough apart in the end. What it leads to crosses nothing, either way.
pub fn widen(clearing: &Clearing, x: &mut Vec<Vec3>) -> bool {
    let (model, pieces) = (clearing.model, clearing.pieces);
    let (mut widest, mut waited) = (0.0, 0);
    let may_move = pieces.may_move.clone();
    for _ in 0..ROUNDS {
        let Some(gap) = narrowest(clearing, x) else {
            return true;
        };
        if gap.is_done {
            return true;
        }
        if gap.share <= 0.0 {
            return false;
        }
        waited += 1;
        if gap.share > widest * (1.0 + 1e-3) {
            (widest, waited) = (gap.share, 0);
        }
        if waited > PATIENCE {
            return false;
        }
        let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
        let offsets = (FIT * gap.share).min(1.0);
        let contact = StandInContact {
            // From what it keeps now to what it is to keep.
            dhat: (1.0 - offsets) * thickest + 2.0 * clearing.clearance,
            offsets,
        };
        let Ok((stand_in, mut state)) = stand_in(model, x, &may_move, contact) else {
            return false;
        };
        let mut contact: Box<dyn ContactModel> = Box::new(IpcContact::new(Arc::clone(&stand_in)));
        contact.detect(&state.x);
        let mut stepper = Stepper::with_contact(&stand_in, contact);
        stepper.record_forces(false);
        if stepper.step(&mut state).is_err() {
            return false;
        }
        x.clone_from(&state.x);
    }
    narrowest(clearing, x).is_none_or(|gap| gap.is_done)
}

/// The narrowest gap at positions.
struct Gap {
    /// Part of the offset that fits in, 1 and more where all of it does.
    share: f64,
    /// Whether half of the clearance is left beside it.
    is_done: bool,
}

fn narrowest(clearing: &Clearing, x: &[Vec3]) -> Option<Gap> {
    let model = clearing.model;
    let enough = 0.5 * clearing.clearance;
    let gaps = pairs_within_reach(model, x).into_iter().map(|pair| {
        let offset = pair.offset(model);
        let share = if offset > 0.0 {
            pair.distance / offset
        } else if pair.distance > 0.0 {
            f64::INFINITY
        } else {
            0.0
        };
        Gap {
            share,
            is_done: pair.distance > offset + enough,
        }
    });
    gaps.reduce(|a, b| Gap {
        share: a.share.min(b.share),
        is_done: a.is_done && b.is_done,
    })
}
