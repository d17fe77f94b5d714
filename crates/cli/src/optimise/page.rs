//! The page of a study: how it ended, objective and variables over the iterations, the first and the best design side by side.

use tangency_design::DesignProblem;
use tangency_io::run_folder::RunReader;
use tangency_render::chart::AxisScale;

use super::folder::DesignFolder;
use super::search::StartSearch;
use crate::failure::Failure;
use crate::report::html::{escape, table};
use crate::report::plot::{Plot, Series};
use crate::report::{pictures, whole_page};

/// Most variables that have a plot.
const PLOTTED: usize = 16;
/// Refusals that are told.
const TOLD: usize = 12;

/// Writes the page.
pub fn write(
    folder: &DesignFolder,
    problem: &DesignProblem,
    (searches, best): (&[StartSearch], &StartSearch),
    notes: &[String],
) -> Result<(), Failure> {
    let title = folder
        .path()
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let body = [
        header(&title, best),
        designs(folder)?,
        format!(
            "<section><h2>Iteration by iteration</h2><div class=\"plots\">{}</div></section>",
            plots(problem, searches)
        ),
        starts(searches),
        variables(problem, best),
        refusals(searches),
        remarks(notes),
    ];
    let page = whole_page(&title, &body.concat());
    let path = folder.path().join("page.html");
    std::fs::write(&path, page)
        .map_err(|error| Failure::refuse(format!("cannot write {}: {error}", path.display())))
}

fn header(title: &str, best: &StartSearch) -> String {
    let value = best.value().unwrap_or(f64::NAN);
    let first = best
        .iterates
        .first()
        .map_or(f64::NAN, |i| i.evaluation.value);
    let words = format!(
        "Start {}: objective from {first:.4e} to {value:.4e} in {} iterations; {}",
        best.number,
        best.iterates.len().saturating_sub(1),
        best.ending()
    );
    format!(
        "<header><h1>{}</h1><p class=\"verdict good\">{}</p></header>",
        escape(title),
        escape(&words)
    )
}

/// The last frames of the runs of the first design and the best.
fn designs(folder: &DesignFolder) -> Result<String, Failure> {
    let mut figures = String::new();
    for name in ["first", "best"] {
        let Ok(run) = RunReader::open(folder.run(name)) else {
            continue;
        };
        let certificate = run.certificate().ok().and_then(|c| c["verified"].as_bool());
        let certified = match certificate {
            Some(true) => "certified",
            _ => "not certified",
        };
        let pictures = pictures::of(&run)?;
        for picture in [pictures.first(), pictures.last()].into_iter().flatten() {
            let words = format!("{name} design, frame {}, {certified}", picture.frame);
            figures += &format!(
                "<figure><img alt=\"{words}\" src=\"data:image/png;base64,{}\"/><figcaption>{words}</figcaption></figure>",
                picture.png
            );
        }
    }
    Ok(format!(
        "<section class=\"pictures designs\">{figures}</section>"
    ))
}

/// A plot over the iterations with a curve for each start.
fn plot(
    title: &str,
    scale: AxisScale,
    searches: &[StartSearch],
    of: impl Fn(&StartSearch, usize) -> f64,
) -> String {
    let longest = searches.iter().map(|s| s.iterates.len()).max().unwrap_or(0);
    let steps: Vec<f64> = (0..longest).map(|k| k as f64).collect();
    let series = searches.iter().enumerate().map(|(k, search)| Series {
        name: format!("start {}", search.number),
        values: (0..longest)
            .map(|n| {
                if n < search.iterates.len() {
                    of(search, n)
                } else {
                    f64::NAN
                }
            })
            .collect(),
        class: format!("s{}", k % 4),
    });
    let plot = Plot {
        title,
        steps: &steps,
        along: "iterate",
        series: series.collect(),
        scale,
        stacked: false,
        level: None,
    };
    plot.html()
}

fn plots(problem: &DesignProblem, searches: &[StartSearch]) -> String {
    let mut values = searches
        .iter()
        .flat_map(|s| &s.iterates)
        .map(|i| i.evaluation.value);
    let scale = match values.all(|value| value > 0.0) {
        true => AxisScale::Log,
        false => AxisScale::Linear,
    };
    let mut all = plot("Objective", scale, searches, |s, n| {
        s.iterates[n].evaluation.value
    });
    all += &plot("Gradient", AxisScale::Log, searches, |s, n| {
        s.iterates[n].gradient_norm
    });
    for (k, variable) in problem.variables().iter().enumerate().take(PLOTTED) {
        all += &plot(&variable.name, AxisScale::Linear, searches, |s, n| {
            problem.values(&s.iterates[n].x)[k]
        });
    }
    all
}

fn starts(searches: &[StartSearch]) -> String {
    let row = |search: &StartSearch| {
        let value = search
            .value()
            .map_or("-".to_owned(), |value| format!("{value:.6e}"));
        let iterations = search.iterates.len().saturating_sub(1);
        let words = format!("{value} after {iterations} iterations: {}", search.ending());
        (format!("start {}", search.number), words)
    };
    let rows: Vec<(String, String)> = searches.iter().map(row).collect();
    format!("<section><h2>Starts</h2>{}</section>", table(&rows))
}

fn variables(problem: &DesignProblem, best: &StartSearch) -> String {
    let Some(at) = &best.outcome.best else {
        return String::new();
    };
    let pairs = problem.variables().iter().zip(problem.values(&at.x));
    let rows: Vec<(String, String)> = pairs
        .map(|(v, x)| (v.name.clone(), x.to_string()))
        .collect();
    let bounds: String = (best.at_bounds(problem.variables()).iter())
        .map(|words| format!("<p>{}</p>", escape(words)))
        .collect();
    format!(
        "<section><h2>The best design</h2>{}{bounds}</section>",
        table(&rows)
    )
}

/// The last points that were refused, and why.
fn refusals(searches: &[StartSearch]) -> String {
    let mut rows = Vec::new();
    for search in searches {
        for iterate in &search.iterates {
            for tried in &iterate.tried {
                if let Err(reason) = &tried.value {
                    rows.push((
                        format!("start {}, before iterate {}", search.number, iterate.number),
                        reason.clone(),
                    ));
                }
            }
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let shown = rows.split_off(rows.len().saturating_sub(TOLD));
    let more = match rows.len() {
        0 => String::new(),
        more => format!("<p>{more} more in starts/NN/refused.csv</p>"),
    };
    format!(
        "<section><h2>Refused designs</h2>{}{more}</section>",
        table(&shown)
    )
}

/// Remarks on derivatives.
fn remarks(notes: &[String]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let lines: String = (notes.iter())
        .map(|words| format!("<p>{}</p>", escape(words)))
        .collect();
    format!("<section><h2>Remarks</h2>{lines}</section>")
}
