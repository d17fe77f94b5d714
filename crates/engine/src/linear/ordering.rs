//! Fill-reducing ordering of the node graph.
//!
//! Approximate minimum degree first; nested dissection too when the factorisation is expected to
//! last longer than it is worth, and then the better of the two by predicted operations. The choice
//! depends on the pattern alone, never on a clock, so that a run repeats its bits.

use feral_amd::{AmdOptions, CscPattern, OrderingError, amd_order_opts};

use super::LinearError;
use super::block_matrix::Pattern;
use super::tree::{Cost, Elimination};

/// Operations per second that a factorisation is expected to reach.
pub(super) const FLOPS_PER_SECOND: f64 = 30e9;
/// Seconds that nested dissection takes per graph entry and bisection level (measured).
const DISSECTION_SECONDS: f64 = 4.5e-8;
/// Nested dissection is tried when the factorisation costs this many times as much.
const DISSECTION_MARGIN: f64 = 5.0;

/// Factor by which nested dissection may lower the predicted operations of minimum degree; on cubes
/// of tets it is about three.
const DISSECTION_GAIN: f64 = 8.0;

/// Orders the node graph of `pattern`; nothing where minimum degree is so far from what `accept`
/// takes that nested dissection would not help.
pub(super) fn order(
    pattern: &Pattern,
    accept: impl Fn(&Cost) -> bool,
) -> Result<Option<Elimination>, LinearError> {
    let graph = Graph::new(pattern)?;
    let degree = Elimination::new(pattern, graph.minimum_degree()?);
    if degree.flops / FLOPS_PER_SECOND <= DISSECTION_MARGIN * dissection_seconds(pattern) {
        return Ok(Some(degree));
    }
    let cost = degree.cost();
    let hoped = Cost {
        flops: cost.flops / DISSECTION_GAIN,
        blocks: cost.blocks / DISSECTION_GAIN.sqrt(),
        ..cost
    };
    if !accept(&hoped) {
        return Ok(None);
    }
    let dissection = Elimination::new(pattern, graph.nested_dissection()?);
    Ok(Some(if dissection.flops < degree.flops {
        dissection
    } else {
        degree
    }))
}

fn dissection_seconds(pattern: &Pattern) -> f64 {
    let levels = (pattern.len().max(2) as f64).log2();
    DISSECTION_SECONDS * pattern.columns.len() as f64 * levels
}

/// The pattern in the index type of the ordering crates.
struct Graph {
    starts: Vec<i32>,
    columns: Vec<i32>,
}

impl Graph {
    fn new(pattern: &Pattern) -> Result<Self, LinearError> {
        if i32::try_from(pattern.columns.len()).is_err() {
            return Err(LinearError::TooLarge {
                blocks: pattern.columns.len(),
            });
        }
        Ok(Self {
            starts: pattern.row_start.iter().map(|&s| s as i32).collect(),
            columns: pattern.columns.iter().map(|&c| c as i32).collect(),
        })
    }

    fn view(&self) -> CscPattern<'_> {
        CscPattern {
            n: self.starts.len() - 1,
            col_ptr: &self.starts,
            row_idx: &self.columns,
        }
    }

    fn minimum_degree(&self) -> Result<Vec<u32>, LinearError> {
        let order = amd_order_opts(&self.view(), &AmdOptions::default());
        to_unsigned(order.map(|(order, _)| order))
    }

    fn nested_dissection(&self) -> Result<Vec<u32>, LinearError> {
        to_unsigned(feral_metis::metis_order(&self.view()))
    }
}

fn to_unsigned(order: Result<Vec<i32>, OrderingError>) -> Result<Vec<u32>, LinearError> {
    match order {
        Ok(order) => Ok(order.into_iter().map(|i| i as u32).collect()),
        Err(error) => Err(LinearError::Ordering {
            reason: error.to_string(),
        }),
    }
}
