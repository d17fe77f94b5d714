//! Number of pairs that are near from the start: a reach that takes in whole bodies makes more of them than can be
//! computed with.

use std::collections::HashMap;

use tangency_geometry::Vec3;

use crate::contact::given_reach;
use crate::model::{Model, ModelError};
use crate::settings::ContactKind;

/// Memory that a pair of near primitives takes while its forces are assembled, bytes.
const BYTES_PER_PAIR: f64 = 1500.0;
/// Pairs that are always allowed: seconds for an iteration.
const ALWAYS: f64 = 1e6;
/// Pairs for each vertex beyond which the reach is a mistake: those within about ten edges have a thousand.
const PER_VERTEX: f64 = 2000.0;
/// As many times more of them are allowed with the Geometric Contact Potential, whose reach may be chosen freely: few of them
/// push.
const GEOMETRIC: f64 = 10.0;
/// Most times that a reach is halved to find one that is small enough.
const HALVINGS: u32 = 200;

/// Refuses a start with more near pairs than fit into `memory` (bytes) or than make sense.
pub fn crowd(model: &Model, x: &[Vec3], memory: f64) -> Result<(), ModelError> {
    let points = &model.surface.points;
    let fewer = match model.settings.contact {
        ContactKind::Gcp => GEOMETRIC,
        _ => 1.0,
    };
    let sensible = ALWAYS.max(PER_VERTEX * points.len() as f64);
    let most = fewer * (memory / BYTES_PER_PAIR).min(sensible);
    let (reach, thickest) = (given_reach(model), thickest(model));
    let pairs = near_pairs(model, x, reach + thickest);
    if pairs <= most {
        return Ok(());
    }
    let mut enough = reach + thickest;
    for _ in 0..HALVINGS {
        enough *= 0.5;
        if near_pairs(model, x, enough) <= most {
            break;
        }
    }
    Err(ModelError::Crowded {
        what: if thickest > reach { "offset" } else { "dhat" },
        reach: reach.max(thickest),
        pairs,
        gigabytes: pairs / fewer * BYTES_PER_PAIR / 1e9,
        most,
        // Not rounded above what works when it is printed.
        enough: 0.9 * enough,
    })
}

fn thickest(model: &Model) -> f64 {
    model.thickness.iter().copied().fold(0.0, f64::max)
}

/// About the number of pairs of primitives within `reach` (m) of each other, at least one of which moves.
///
/// Of points, those that share a cell of twice the reach are counted: on a surface 4 r² of it instead of the π r² around
/// a point. Points have as many edges and triangles as there are on the average.
fn near_pairs(model: &Model, x: &[Vec3], reach: f64) -> f64 {
    let surface = &model.surface;
    let n = surface.points.len();
    if n == 0 || reach.is_nan() || reach <= 0.0 {
        return 0.0;
    }
    let mut low = Vec3::repeat(f64::INFINITY);
    for &v in &surface.points {
        low = low.inf(&x[v as usize]);
    }
    let mut cells: HashMap<[i64; 3], [u64; 2]> = HashMap::new();
    for &v in &surface.points {
        let place = (x[v as usize] - low) / (2.0 * reach);
        // Casts saturate; a reach of nearly nothing has nobody in it.
        let cell = cells.entry(place.map(|c| c as i64).into()).or_default();
        cell[0] += 1;
        cell[1] += u64::from(model.is_obstacle[v as usize]);
    }
    // Whole numbers: their sum does not depend on the order.
    let pairs: u128 = cells
        .values()
        .map(|&[all, fixed]| {
            let of = |count: u64| u128::from(count) * u128::from(count.saturating_sub(1)) / 2;
            of(all) - of(fixed)
        })
        .sum();
    let edges = if model.plane.is_some() {
        0.0
    } else {
        surface.edges.len() as f64 / n as f64
    };
    let triangles = surface.triangles.len() as f64 / n as f64;
    pairs as f64 * (edges * edges + 2.0 * triangles + 1.0)
}
