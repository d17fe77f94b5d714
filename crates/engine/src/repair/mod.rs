//! A start that intersects, touches or is closer than its offsets, brought apart by a small motion.
//!
//! First whole pieces are translated, where that brings them clear of everything (`translate.rs`). What is held, or is in its
//! own way, is deformed: out of solids along one direction for each region (`depth.rs`), and where surfaces without an inside
//! cross by shortening the contour of the intersection (`contour.rs`), or by drawing cut-off ends back (`retreat.rs`). What is then closer than its offset is pushed
//! away by barriers, which let nothing through (`offsets.rs`). Vertices of obstacles and those that a program rules stay where
//! they are. Whether it succeeded is decided by the exact test of every start, and by nothing else.

mod contour;
mod depth;
mod free;
mod offsets;
mod pieces;
mod push;
mod report;
mod retreat;
mod stand_in;
mod translate;
mod untangle;

use tangency_geometry::Vec3;

pub use report::{RepairReport, RepairedBody};

use crate::certificate::enclosed::Enclosures;
use crate::certificate::find_lost_element;
use crate::model::{Model, ModelError};
use crate::prepare::{check_positions, impossible_pairs};
use crate::state::State;

use free::Clearing;
use pieces::{ScenePieces, conflicts};

/// Gap that is left beside offsets, in distances below which bodies repel each other.
const CLEARANCE: f64 = 0.5;
/// Rounds of translations: one may bring pieces apart that another has brought together.
const ROUNDS: usize = 6;
/// Pairs of pieces beyond which those that are merely too close are pushed apart all at once, and not one by one.
const CROWD: usize = 40;
/// Longest motion where none is given, in diagonals of the bodies' bounding box.
const MOST: f64 = 0.1;

/// Bounds of a repair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RepairOptions {
    /// Longest motion of any vertex, m; a tenth of the diagonal of the bodies' bounding box when absent.
    pub most: Option<f64>,
}

/// Brings the start of a model apart, and tells what moved; on failure the state is as it was.
pub fn repair(
    model: &Model,
    state: &mut State,
    options: &RepairOptions,
) -> Result<RepairReport, ModelError> {
    let most = options.most.unwrap_or(MOST * model.diagonal);
    let mut report = RepairReport::new(most);
    let refused = match check_positions(model, &state.x) {
        Ok(()) => return Ok(report),
        Err(error) => error,
    };
    let can_be_moved = matches!(
        refused,
        ModelError::InitialIntersection { .. }
            | ModelError::InitialOffset { .. }
            | ModelError::InitialTouch { .. }
    );
    if !can_be_moved {
        return Err(refused);
    }
    if model.plane.is_some() {
        return Err(ModelError::NotRepaired {
            why: "planar scenes are not repaired; move the bodies apart in the scene".to_owned(),
            left: Box::new(refused),
        });
    }
    report.pairs = impossible_pairs(model, &state.x).len();
    let pieces = ScenePieces::new(model);
    let clearing = Clearing {
        model,
        pieces: &pieces,
        enclosures: &Enclosures::new(model),
        clearance: CLEARANCE * model.dhat,
    };
    let mut x = state.x.clone();
    translate(&clearing, most, &mut x);
    let translated = x.clone();
    deform(&clearing, &mut x);
    judge(model, &state.x, &x, most, &refused)?;
    report.measure(model, &state.x, &translated, &x);
    if report.deforms_twisting(model) {
        return Err(not_repaired(
            "rods that twist would have to be bent, and their frames are not turned with them; set them apart, or give them `twisting = 0`",
            refused,
        ));
    }
    state.start[..x.len()].copy_from_slice(&x);
    state.x = x;
    Ok(report)
}

fn not_repaired(why: impl Into<String>, left: ModelError) -> ModelError {
    ModelError::NotRepaired {
        why: why.into(),
        left: Box::new(left),
    }
}

/// Translates whole pieces, as far as that helps.
fn translate(clearing: &Clearing, most: f64, x: &mut Vec<Vec3>) {
    for _ in 0..ROUNDS {
        let found = conflicts(
            clearing.model,
            clearing.pieces,
            clearing.enclosures,
            x,
            true,
        );
        let is_crowd = !found.is_tangled && found.all.len() > CROWD;
        if is_crowd || !translate::apart(clearing, &found, most, x) {
            break;
        }
    }
}

/// Deforms what is still tangled, then what is too close.
fn deform(clearing: &Clearing, x: &mut Vec<Vec3>) {
    if check_positions(clearing.model, x).is_ok() {
        return;
    }
    if untangle::untangle(clearing, x) {
        offsets::widen(clearing, x);
    }
}

/// The exact test of every start, elements that must not invert, and the bound.
fn judge(
    model: &Model,
    start: &[Vec3],
    x: &[Vec3],
    most: f64,
    refused: &ModelError,
) -> Result<(), ModelError> {
    check_positions(model, x).map_err(|left| {
        let why = format!("no way apart was found within {most:.3e} m (`most` sets the bound)");
        not_repaired(why, left)
    })?;
    if let Some(element) = find_lost_element(model, x) {
        return Err(ModelError::Malformed {
            body: element.body.clone(),
            what: format!("the start could not be repaired: {element}"),
        });
    }
    let motions = start.iter().zip(x).map(|(a, b)| (b - a).norm());
    let farthest = motions.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    match farthest {
        Some((v, motion)) if motion > most => Err(ModelError::RepairTooFar {
            body: model.body_name(v as u32).to_owned(),
            motion,
            most,
            left: Box::new(refused.clone()),
        }),
        _ => Ok(()),
    }
}
