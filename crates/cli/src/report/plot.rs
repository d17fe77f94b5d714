//! Plots over the steps of a run, or the iterations of a step, as inline SVG: lines, or areas one on top of the other.
//!
//! However long the run, a plot has at most [`COLUMNS`] columns: the steps of a column are drawn from their smallest to
//! their largest number, so that no peak is lost. The same columns are kept in `data-hover` for the page's script.

use std::fmt::Write as _;

use tangency_render::chart::{Axis, AxisScale, ticks};

use super::html::escape;

/// Width and height of a plot, in its own units.
const SIZE: [f64; 2] = [640.0, 250.0];
/// The frame: left, right, top, bottom.
const FRAME: [f64; 4] = [62.0, 628.0, 10.0, 216.0];
/// Columns that a plot is thinned to.
const COLUMNS: usize = 560;
/// Marks on the axes, about.
const MARKS: [usize; 2] = [6, 4];

/// One quantity over the steps.
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Number in each step, NaN where there is none.
    pub values: Vec<f64>,
    /// Class in the style sheet, which gives the colour.
    pub class: String,
}

/// A plot.
pub struct Plot<'a> {
    /// Title, with the unit.
    pub title: &'a str,
    /// Numbers of the steps, ascending.
    pub steps: &'a [f64],
    /// The thing that these numbers count, in one word.
    pub along: &'a str,
    /// The curves.
    pub series: Vec<Series>,
    /// The axis of the numbers.
    pub scale: AxisScale,
    /// Whether the series are parts of a whole.
    pub stacked: bool,
    /// A level to compare with, and its name.
    pub level: Option<(String, f64)>,
}

/// Consecutive steps drawn in one place, and the smallest and largest number of each series among them.
struct Column {
    steps: [f64; 2],
    ranges: Vec<[f64; 2]>,
}

impl Plot<'_> {
    /// The plot with its title and legend; nothing where there is no number to plot.
    pub fn html(&self) -> String {
        let columns = self.columns();
        let Some(range) = self.range(&columns) else {
            return String::new();
        };
        let first = self.steps.first().copied().unwrap_or(0.0);
        let last = self.steps.last().copied().unwrap_or(0.0);
        let axes = Axes {
            along: Axis {
                range: [first - 0.5, last + 0.5],
                ends: [FRAME[0], FRAME[1]],
                scale: AxisScale::Linear,
            },
            upright: Axis {
                range,
                ends: [FRAME[3], FRAME[2]],
                scale: self.scale,
            },
        };
        let drawing = if self.stacked {
            self.areas(&axes, &columns)
        } else {
            self.lines(&axes, &columns)
        };
        format!(
            "<figure class=\"plot\"><figcaption><h3>{title}</h3>{legend}</figcaption>\
             <svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" data-hover=\"{hover}\">\
             {grid}{drawing}{level}<line class=\"cursor\" y1=\"{top}\" y2=\"{bottom}\"/></svg></figure>",
            title = escape(self.title),
            legend = self.legend(),
            width = SIZE[0],
            height = SIZE[1],
            hover = escape(&self.hover(&axes, &columns)),
            grid = axes.grid(self.along),
            level = self.level(&axes),
            top = FRAME[2],
            bottom = FRAME[3],
        )
    }

    fn columns(&self) -> Vec<Column> {
        let count = self.steps.len();
        let length = count.div_ceil(COLUMNS).max(1);
        let column = |start: usize| {
            let end = (start + length).min(count);
            Column {
                steps: [self.steps[start], self.steps[end - 1]],
                ranges: self
                    .series
                    .iter()
                    .map(|s| self.summary(&s.values[start..end]))
                    .collect(),
            }
        };
        (0..count).step_by(length).map(column).collect()
    }

    /// The range of numbers of one column; of parts of a whole the mean, so that the whole stays their sum.
    fn summary(&self, values: &[f64]) -> [f64; 2] {
        let shown = || values.iter().copied().filter(|v| self.scale.shows(*v));
        if self.stacked {
            let mean = shown().sum::<f64>() / values.len() as f64;
            return [mean, mean];
        }
        let low = shown().reduce(f64::min).unwrap_or(f64::NAN);
        [low, shown().reduce(f64::max).unwrap_or(f64::NAN)]
    }

    /// The numbers at the ends of the axis: zero is among them where that costs little.
    fn range(&self, columns: &[Column]) -> Option<[f64; 2]> {
        let numbers = || {
            columns
                .iter()
                .flat_map(|c| &c.ranges)
                .flatten()
                .copied()
                .filter(|v| v.is_finite())
        };
        let (mut low, mut high) = (numbers().reduce(f64::min)?, numbers().reduce(f64::max)?);
        if self.stacked {
            let whole = |c: &Column| c.ranges.iter().map(|r| r[1]).sum::<f64>();
            (low, high) = (0.0, columns.iter().map(whole).fold(0.0, f64::max));
        }
        if let Some((_, level)) = &self.level {
            (low, high) = (low.min(*level), high.max(*level));
        }
        Some(self.scale.range([low, high]))
    }

    fn lines(&self, axes: &Axes, columns: &[Column]) -> String {
        let mut out = String::new();
        for (k, series) in self.series.iter().enumerate() {
            let mut path = String::new();
            let mut before = f64::NAN;
            for column in columns {
                let [low, high] = column.ranges[k];
                if low.is_nan() {
                    before = f64::NAN;
                    continue;
                }
                let x = axes.x(0.5 * (column.steps[0] + column.steps[1]));
                // The end that is nearer to where the line comes from goes first.
                let mut ends = [axes.y(low), axes.y(high)];
                if (before - ends[1]).abs() < (before - ends[0]).abs() {
                    ends.reverse();
                }
                let command = if before.is_nan() { 'M' } else { 'L' };
                let _ = write!(path, "{command}{x:.1} {:.1}", ends[0]);
                // A number alone becomes a dot by the round end of a line without length.
                if ends[0] != ends[1] || before.is_nan() {
                    let _ = write!(path, "L{x:.1} {:.1}", ends[1]);
                }
                before = ends[1];
            }
            let _ = write!(
                out,
                "<path class=\"line {}\" d=\"{path}\"/>",
                escape(&series.class)
            );
        }
        out
    }

    fn areas(&self, axes: &Axes, columns: &[Column]) -> String {
        let mut out = String::new();
        let mut base = vec![0.0; columns.len()];
        for (k, series) in self.series.iter().enumerate() {
            let top: Vec<f64> = base
                .iter()
                .zip(columns)
                .map(|(b, c)| b + c.ranges[k][1])
                .collect();
            let edge = |heights: &[f64]| -> Vec<[f64; 2]> {
                let ends = columns.iter().zip(heights).flat_map(|(c, &height)| {
                    [c.steps[0] - 0.5, c.steps[1] + 0.5].map(|step| [axes.x(step), axes.y(height)])
                });
                ends.collect()
            };
            let mut outline = edge(&top);
            outline.extend(edge(&base).into_iter().rev());
            let corners: String = outline
                .iter()
                .map(|[x, y]| format!("L{x:.1} {y:.1}"))
                .collect();
            let _ = write!(
                out,
                "<path class=\"area {}\" d=\"M{}Z\"/>",
                escape(&series.class),
                corners.trim_start_matches('L')
            );
            base = top;
        }
        out
    }

    fn level(&self, axes: &Axes) -> String {
        let Some((name, level)) = &self.level else {
            return String::new();
        };
        let y = axes.y(*level);
        let words = format!("{} {}", escape(name), ticks::short(*level));
        rule("level", y) + &mark([FRAME[1] - 4.0, y - 4.0], "end", &words)
    }

    fn legend(&self) -> String {
        if self.series.len() < 2 {
            return String::new();
        }
        let entry = |s: &Series| {
            format!(
                "<li><span class=\"swatch {}\"></span>{}</li>",
                escape(&s.class),
                escape(&s.name)
            )
        };
        let entries: String = self.series.iter().map(entry).collect();
        format!("<ul class=\"legend\">{entries}</ul>")
    }

    /// For each column its place and words: the step, and the number of each series.
    fn hover(&self, axes: &Axes, columns: &[Column]) -> String {
        let words = |column: &Column| {
            let [first, last] = column.steps;
            let mut words = if first == last {
                format!("{} {first}", self.along)
            } else {
                format!("{}s {first} to {last}", self.along)
            };
            for (series, [low, high]) in self.series.iter().zip(&column.ranges) {
                let name = if self.series.len() > 1 {
                    format!("{}: ", series.name)
                } else {
                    String::new()
                };
                let _ = match (low.is_nan(), low == high) {
                    (true, _) => write!(words, "\n{name}-"),
                    (_, true) => write!(words, "\n{name}{}", ticks::short(*low)),
                    _ => write!(
                        words,
                        "\n{name}{} to {}",
                        ticks::short(*low),
                        ticks::short(*high)
                    ),
                };
            }
            let x = axes.x(0.5 * (first + last));
            serde_json::json!([(x * 10.0).round() / 10.0, words])
        };
        serde_json::Value::Array(columns.iter().map(words).collect()).to_string()
    }
}

/// The two axes.
struct Axes {
    along: Axis,
    upright: Axis,
}

impl Axes {
    fn x(&self, step: f64) -> f64 {
        self.along.place(step)
    }

    fn y(&self, value: f64) -> f64 {
        self.upright.place(value)
    }

    /// Marks with their numbers, and the line that the plot stands on.
    fn grid(&self, along: &str) -> String {
        let mut out = String::new();
        for number in self.upright.marks(MARKS[1]) {
            let y = self.y(number);
            out += &rule("grid", y);
            out += &mark([FRAME[0] - 6.0, y + 4.0], "end", &ticks::short(number));
        }
        let steps = self.along.marks(MARKS[0]);
        for step in steps.into_iter().filter(|step| step.fract() == 0.0) {
            let place = [self.x(step), FRAME[3] + 16.0];
            out += &mark(place, "middle", &ticks::short(step));
        }
        out += &rule("axis", FRAME[3]);
        out += &mark([FRAME[1], SIZE[1] - 4.0], "end", along);
        out
    }
}

/// A line across the frame.
fn rule(class: &str, y: f64) -> String {
    let [left, right, ..] = FRAME;
    format!("<line class=\"{class}\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")
}

/// Words at a place, which is where they begin, have their middle or end.
fn mark([x, y]: [f64; 2], anchor: &str, words: &str) -> String {
    let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"");
    format!("<text class=\"mark\" {place}>{words}</text>")
}
