//! Fig. 21 of the paper: what an iteration costs as the mesh gets finer.

use crate::child::Measured;
use crate::spec::Spec;
use crate::table::print_aligned;
use crate::{all_certified, measure_all};

/// Steps of each run.
const STEPS: u64 = 3;

/// The twisted mat, all of whose vertices lie on its surface, by points along a side.
const MATS: [u32; 6] = [40, 67, 100, 150, 225, 340];
/// The twisted creature, a solid, by cells along it.
const CREATURES: [u32; 7] = [28, 42, 60, 80, 106, 150, 200];

const HEADINGS: [&str; 11] = [
    "scene",
    "vertices",
    "tets",
    "it/step",
    "CG it/solve",
    "wall s/it",
    "cpu s/it",
    "of it linear",
    "MB",
    "B/vertex",
    "certificate",
];

/// Runs both families and prints their growth; false where a run fails.
pub fn run() -> bool {
    let mats = MATS.map(|n| format!("mat-twist:n={n}@{STEPS}"));
    let creatures = CREATURES.map(|cells| format!("creature-twist:cells={cells}@{STEPS}"));
    let all_well = [family(&mats), family(&creatures)];
    all_well == [true, true]
}

/// One scene at all sizes, and the exponents of growth with the number of vertices.
fn family(scenes: &[String]) -> bool {
    let rows = measure_all(scenes);
    println!();
    print_aligned(&HEADINGS, rows.iter().map(line));
    if rows.len() > 1 {
        println!(
            "powers of the number of vertices: wall time per iteration {:.2}, processor time {:.2}, memory {:.2}",
            exponent(&rows, seconds_per_iteration),
            exponent(&rows, |m| m.cpu_seconds / m.iterations as f64),
            exponent(&rows, |m| m.peak_rss_mb),
        );
    }
    rows.len() == scenes.len() && all_certified(&rows)
}

fn seconds_per_iteration(m: &Measured) -> f64 {
    m.seconds.total / m.iterations as f64
}

fn line((spec, m): &(Spec, Measured)) -> Vec<String> {
    let linear = m.seconds.order + m.seconds.factor + m.seconds.solve;
    vec![
        spec.text.clone(),
        m.vertices.to_string(),
        m.tets.to_string(),
        format!("{:.2}", m.iterations as f64 / m.steps as f64),
        format!("{:.1}", m.linear_iterations as f64 / m.iterations as f64),
        format!("{:.4}", seconds_per_iteration(m)),
        format!("{:.4}", m.cpu_seconds / m.iterations as f64),
        format!("{:.0} %", 100.0 * linear / m.seconds.total),
        format!("{:.0}", m.peak_rss_mb),
        format!("{:.0}", 1e6 * m.peak_rss_mb / m.vertices as f64),
        if m.verified { "holds" } else { "BROKEN" }.into(),
    ]
}

/// Slope of the line through (log vertices, log quantity) with the least squares of errors.
fn exponent(rows: &[(Spec, Measured)], quantity: impl Fn(&Measured) -> f64) -> f64 {
    let points = rows
        .iter()
        .map(|(_, m)| ((m.vertices as f64).ln(), quantity(m).ln()));
    let count = rows.len() as f64;
    let (sum_x, sum_y) = points
        .clone()
        .fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let covariance: f64 = points
        .clone()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let variance: f64 = points.map(|(x, _)| (x - mean_x).powi(2)).sum();
    covariance / variance
}
