//! `tangency plot`: curves of runs as a picture, as SVG, or as numbers.

mod motion;
mod probes;
mod series;
mod source;
mod table;

use std::path::Path;

use tangency_render::chart::{AxisScale, Chart, Curve};
use tangency_render::write_png;

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::output::{say, say_unless};
pub use series::SeriesName;
use source::Numbers;
pub use source::RunSeries;
use table::{SeriesTable, csv};

/// Draws the curves, or lists those that there are.
pub fn plot(options: &PlotOptions) -> Result<(), Failure> {
    let (runs, series) = subjects(options)?;
    if series.is_empty() {
        list(&runs);
        return Ok(());
    }
    let Some(output) = &options.output else {
        return Err(Failure::refuse(
            "name the plot: -o FILE, which ends in .png, .svg or .csv",
        ));
    };
    let ending = output
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    if !["png", "svg", "csv"].contains(&ending.as_str()) {
        let words = format!("{} must end in .png, .svg or .csv", output.display());
        return Err(Failure::refuse(words));
    }
    let figure = Figure::of(options, &runs, &series)?;
    let size = [options.size.0, options.size.1];
    match ending.as_str() {
        "csv" => write(output, &figure.csv())?,
        "svg" => write(output, &figure.chart(options)?.svg(size))?,
        _ => write_png(output, &figure.chart(options)?.image(size)).map_err(Failure::input)?,
    }
    say_unless(options.quiet, &output.display().to_string());
    Ok(())
}

/// The runs and the series among the subjects.
fn subjects(options: &PlotOptions) -> Result<(Vec<RunSeries>, Vec<SeriesName>), Failure> {
    let is_run = |text: &&String| Path::new(text).is_dir();
    let (runs, series): (Vec<&String>, Vec<&String>) = options.subjects.iter().partition(is_run);
    let series: Vec<SeriesName> = series
        .iter()
        .map(|text| SeriesName::parse(text))
        .collect::<Result<_, _>>()?;
    if runs.is_empty() {
        return Err(Failure::refuse(
            "none of these is a run folder; give one, as in tangency plot runs/press force:plate.y -o press.png",
        ));
    }
    let runs = runs.iter().map(|folder| RunSeries::open(Path::new(folder)));
    Ok((runs.collect::<Result<_, _>>()?, series))
}

fn list(runs: &[RunSeries]) {
    for run in runs {
        say(&format!("{}:", run.name));
        for name in run.available() {
            say(&format!("  {name}"));
        }
    }
}

/// The numbers of every run and series.
struct Figure<'a> {
    runs: &'a [RunSeries],
    series: &'a [SeriesName],
    against: Option<SeriesName>,
    /// For each run the numbers of the axis along, where there are such, then of the series.
    numbers: Vec<Vec<Numbers>>,
}

impl<'a> Figure<'a> {
    fn of(
        options: &PlotOptions,
        runs: &'a [RunSeries],
        series: &'a [SeriesName],
    ) -> Result<Self, Failure> {
        let against = options
            .against
            .as_deref()
            .map(SeriesName::parse)
            .transpose()?;
        let all: Vec<&SeriesName> = against.iter().chain(series).collect();
        let of_run = |run: &RunSeries| all.iter().map(|s| run.numbers(s)).collect();
        let numbers = runs.iter().map(of_run).collect::<Result<_, Failure>>()?;
        Ok(Self {
            runs,
            series,
            against,
            numbers,
        })
    }

    fn csv(&self) -> String {
        let mut header = vec!["time".to_owned()];
        header.extend(
            self.against
                .iter()
                .chain(self.series)
                .map(SeriesName::to_string),
        );
        let table = |numbers: &Vec<Numbers>| {
            let columns: Vec<&[[f64; 2]]> = numbers.iter().map(|n| n.points.as_slice()).collect();
            SeriesTable::of(&columns)
        };
        let names = self.runs.iter().map(|run| run.name.clone());
        let tables: Vec<(String, SeriesTable)> =
            names.zip(self.numbers.iter().map(table)).collect();
        csv(&header, &tables)
    }

    fn chart(&self, options: &PlotOptions) -> Result<Chart, Failure> {
        let mut curves = Vec::new();
        for (r, numbers) in self.numbers.iter().enumerate() {
            let (along, own) = numbers.split_at(usize::from(self.against.is_some()));
            for (s, (numbers, series)) in own.iter().zip(self.series).enumerate() {
                let points = match along.first() {
                    None => numbers.points.clone(),
                    Some(along) => joined(along, numbers),
                };
                if points.is_empty() {
                    let name = &self.runs[r].name;
                    return Err(Failure::refuse(format!(
                        "{name}: {series} has no number to draw"
                    )));
                }
                curves.push(self.curve(series, &numbers.unit, points, [r, s]));
            }
        }
        let unit = |numbers: &Numbers| match numbers.unit.as_str() {
            "" => String::new(),
            unit => format!(" ({unit})"),
        };
        let along = match &self.against {
            None => "time (s)".to_owned(),
            Some(series) => format!("{series}{}", unit(&self.numbers[0][0])),
        };
        Ok(Chart {
            title: options.title.clone(),
            along,
            curves,
            scale: if options.log {
                AxisScale::Log
            } else {
                AxisScale::Linear
            },
        })
    }

    /// A curve: runs differ by their dashes, or by their colours where there is one series only.
    fn curve(
        &self,
        series: &SeriesName,
        unit: &str,
        points: Vec<[f64; 2]>,
        [r, s]: [usize; 2],
    ) -> Curve {
        let is_many = self.runs.len() > 1;
        let name = match is_many {
            true => format!("{series} {}", self.runs[r].name),
            false => series.to_string(),
        };
        let (color, dash) = if self.series.len() > 1 {
            (s, r)
        } else {
            (r, 0)
        };
        Curve {
            name,
            unit: unit.to_owned(),
            points,
            color,
            dash,
        }
    }
}

/// Numbers over other numbers of the same times.
fn joined(along: &Numbers, upright: &Numbers) -> Vec<[f64; 2]> {
    let table = SeriesTable::of(&[&along.points, &upright.points]);
    let both = table.rows.iter().map(|row| [row[1], row[2]]);
    both.filter(|p| p[0].is_finite() && p[1].is_finite())
        .collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::refuse(format!("cannot write {}: {error}", path.display())))
}
