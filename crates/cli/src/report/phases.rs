//! The time by phases of a step, the small ones taken together.

use tangency_render::chart::AxisScale;
use tangency_render::chart::ticks::short;

use super::columns::Columns;
use super::plot::{Plot, Series};

/// Phases that are shown by themselves, at most.
const SHOWN: usize = 7;
/// Smaller shares of the whole go to the rest.
const SMALLEST_SHARE: f64 = 0.01;

/// The seconds of each step by phase, s.
pub fn plot<'a>(columns: &'a Columns) -> Option<Plot<'a>> {
    let total = columns.get("seconds.total")?;
    let mut rest = total.clone();
    let mut series = Vec::new();
    for (k, name) in shown(columns).into_iter().enumerate() {
        let values = columns.get(&format!("seconds.{name}"))?;
        for (rest, value) in rest.iter_mut().zip(&values) {
            *rest = (*rest - value).max(0.0);
        }
        series.push(Series {
            name: name.replace('_', " "),
            values,
            class: format!("s{k}"),
        });
    }
    series.push(Series {
        name: "the rest".to_string(),
        values: rest,
        class: "rest".to_string(),
    });
    Some(Plot {
        title: "Time by phase (s)",
        steps: &columns.steps,
        along: "step",
        series,
        scale: AxisScale::Linear,
        stacked: true,
        level: None,
    })
}

/// Each phase with its seconds and share, the largest first.
pub fn rows(columns: &Columns) -> Vec<(String, String)> {
    let total = columns.sum("seconds.total");
    let phases = by_size(columns).into_iter();
    let row = |(name, seconds): (String, f64)| {
        let share = 100.0 * seconds / total;
        (
            name.replace('_', " "),
            format!("{} s, {share:.1} %", short(seconds)),
        )
    };
    phases.map(row).collect()
}

fn shown(columns: &Columns) -> Vec<String> {
    let smallest = SMALLEST_SHARE * columns.sum("seconds.total");
    let large = by_size(columns)
        .into_iter()
        .filter(|(_, seconds)| *seconds >= smallest);
    large.map(|(name, _)| name).take(SHOWN).collect()
}

fn by_size(columns: &Columns) -> Vec<(String, f64)> {
    let names = columns
        .names_in("seconds")
        .into_iter()
        .filter(|name| name != "total");
    let mut phases: Vec<(String, f64)> = names
        .map(|name| {
            let seconds = columns.sum(&format!("seconds.{name}"));
            (name, seconds)
        })
        .collect();
    phases.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    phases
}
