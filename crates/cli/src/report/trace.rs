//! Single steps on their way to their end: the potential over the iterations, for runs with `--trace`.

use tangency_render::chart::AxisScale;

use super::columns::Columns;
use super::plot::{Plot, Series};

/// Steps that are shown, spread over the run.
const SHOWN: usize = 4;

/// The potential above the smallest value that it had in the step; nothing where no step has a trace.
pub fn plot(columns: &Columns) -> String {
    let traces = columns.traces();
    let shown: Vec<_> = spread(traces.len()).map(|k| &traces[k]).collect();
    let points = shown.iter().flat_map(|(_, points)| points);
    let most = points.map(|[iteration, _]| *iteration).fold(0.0, f64::max) as usize;
    let iterations: Vec<f64> = (0..=most).map(|k| k as f64).collect();
    let series = shown.iter().enumerate().map(|(k, (step, points))| {
        let smallest = points.iter().map(|[_, v]| *v).fold(f64::INFINITY, f64::min);
        let mut values = vec![f64::NAN; iterations.len()];
        for [iteration, potential] in points {
            values[*iteration as usize] = potential - smallest;
        }
        Series {
            name: format!("step {step}"),
            values,
            class: format!("s{k}"),
        }
    });
    let plot = Plot {
        title: "Potential above its smallest value in the step (J)",
        steps: &iterations,
        along: "iteration",
        series: series.collect(),
        scale: AxisScale::Log,
        stacked: false,
        level: None,
    };
    plot.html()
}

/// Some of so many numbers from 0, evenly, the last among them.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(SHOWN);
    (1..=shown).map(move |k| k * count / shown - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spread_over_the_run() {
        let of = |count| spread(count).collect::<Vec<_>>();
        assert_eq!(of(0), [0; 0]);
        assert_eq!(of(3), [0, 1, 2]);
        assert_eq!(of(100), [24, 49, 74, 99]);
    }
}
