//! The page: verdict, figures, pictures, plots and tables.

use serde_json::Value;
use tangency_render::chart::AxisScale;
use tangency_render::chart::ticks::short;

use super::columns::Columns;
use super::html::{escape, table};
use super::phases;
use super::pictures::Picture;
use super::plot::{Plot, Series};
use super::scene::{SceneSummary, rows};
use super::trace;
use crate::output::metres;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("hover.js");

/// Plots of one quantity: title, its path in the statistics, and scale. What a run does not have is left out.
const PLOTS: [(&str, &str, AxisScale); 13] = [
    ("Newton iterations", "iterations", AxisScale::Linear),
    ("Contacts", "contacts", AxisScale::Linear),
    ("Smallest distance (m)", "min_distance", AxisScale::Log),
    ("Barrier stiffness", "kappa", AxisScale::Log),
    ("Last Newton direction (m/s)", "residual", AxisScale::Log),
    ("Momentum balance (N)", "momentum_balance", AxisScale::Log),
    (
        "Force left on a body, of those on it",
        "imbalance",
        AxisScale::Linear,
    ),
    (
        "Motion held back by bounds (m/s)",
        "lost_motion",
        AxisScale::Log,
    ),
    ("Complementarity (J)", "complementarity", AxisScale::Log),
    ("Friction residual (N)", "friction_residual", AxisScale::Log),
    (
        "Friction iterations",
        "friction_iterations",
        AxisScale::Linear,
    ),
    ("Linear iterations", "linear_iterations", AxisScale::Linear),
    ("Peak memory (MB)", "peak_rss_mb", AxisScale::Linear),
];

/// A page in one file, with its style and its script: a title, and markup.
pub fn whole_page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         {policy}<title>{title}</title><style>{STYLE}</style></head>\n<body><main>\
         {body}</main><div id=\"hover\"></div><script>{SCRIPT}</script></body></html>\n",
        policy = tangency_view::page::file_policy(),
        title = escape(title),
    )
}

/// The content of the page.
pub struct Page<'a> {
    /// The statistics.
    pub columns: &'a Columns<'a>,
    /// The scene that was simulated.
    pub scene: &'a SceneSummary,
    /// The certificate; absent while a run is not finished.
    pub certificate: Option<&'a Value>,
    /// Some frames.
    pub pictures: &'a [Picture],
    /// The player as markup, or nothing.
    pub player: &'a str,
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let title = escape(&self.scene.title);
        let description = paragraph(&self.scene.description);
        let body = format!(
            "<header><h1>{title}</h1>{description}{verdict}</header>\n{figures}\n{player}\n{pictures}\n\
             <section><h2>Step by step</h2><div class=\"plots\">{plots}</div></section>\n{tables}\n",
            player = self.player,
            verdict = self.verdict(),
            figures = self.figures(),
            pictures = self.pictures(),
            plots = self.plots(),
            tables = self.tables(),
        );
        whole_page(&self.scene.title, &body)
    }

    fn verdict(&self) -> String {
        let (class, words) = match self.certificate.and_then(|c| c["verified"].as_bool()) {
            Some(true) => (
                "good",
                "✓ Certified: no intersection, no inversion, no violation in any step",
            ),
            Some(false) => ("bad", "✗ The certificate does not hold: see below"),
            None => ("open", "○ No certificate: the run is not finished"),
        };
        format!(
            "<p class=\"verdict {class}\">{words}</p>{}",
            self.unsolved()
        )
    }

    /// Number of steps that sweeps have not solved; nothing where all are.
    fn unsolved(&self) -> String {
        let (count, steps) = (self.columns.unsolved(), self.columns.steps.len());
        if count == 0 {
            return String::new();
        }
        format!(
            "<p class=\"verdict bad\">{count} of {steps} steps are not solved: bodies may move wrongly, though nothing \
             intersects</p>"
        )
    }

    fn figures(&self) -> String {
        let columns = self.columns;
        let (wall, cpu) = (columns.sum("seconds.total"), columns.sum("cpu_seconds"));
        let iterations = columns.sum("iterations");
        let steps = columns.steps.len() as f64;
        let or_dash = |value: Option<f64>, unit: &str| {
            value.map_or("-".to_string(), |v| format!("{} {unit}", short(v)))
        };
        let figures = [
            ("steps", short(steps)),
            ("simulated time", or_dash(columns.max("time"), "s")),
            (
                "Newton iterations",
                format!(
                    "{} ({} a step)",
                    short(iterations),
                    short(iterations / steps)
                ),
            ),
            ("wall-clock time", or_dash(Some(wall), "s")),
            (
                "an iteration",
                or_dash((iterations > 0.0).then(|| 1e3 * wall / iterations), "ms"),
            ),
            (
                "cores kept busy",
                or_dash((wall > 0.0).then(|| cpu / wall), ""),
            ),
            ("peak memory", or_dash(columns.max("peak_rss_mb"), "MB")),
            ("most contacts", or_dash(columns.max("contacts"), "")),
            ("smallest distance", metres(columns.min("min_distance"))),
        ];
        let tile = |(name, value): (&str, String)| {
            format!(
                "<div><dt>{name}</dt><dd>{}</dd></div>",
                escape(value.trim())
            )
        };
        let tiles: String = figures.map(tile).concat();
        format!("<dl class=\"figures\">{tiles}</dl>")
    }

    fn pictures(&self) -> String {
        let picture = |p: &Picture| {
            let name = format!("frame {}", p.frame);
            let image = format!(
                "<img alt=\"{name}\" src=\"data:image/png;base64,{}\"/>",
                p.png
            );
            format!("<figure>{image}<figcaption>{name}</figcaption></figure>")
        };
        let pictures: String = self.pictures.iter().map(picture).collect();
        format!("<section class=\"pictures\">{pictures}</section>")
    }

    fn plots(&self) -> String {
        let singles: Vec<String> = PLOTS.iter().map(|plot| self.single(*plot)).collect();
        let energies = self.energies().map(|plot| plot.html()).unwrap_or_default();
        let phases = phases::plot(self.columns)
            .map(|plot| plot.html())
            .unwrap_or_default();
        let trace = trace::plot(self.columns);
        [&singles[..3], &[energies, phases], &singles[3..], &[trace]]
            .concat()
            .concat()
    }

    /// A plot of one quantity; nothing where all its numbers are zero or absent.
    fn single(&self, (title, path, scale): (&str, &str, AxisScale)) -> String {
        let values = self.columns.get(path).unwrap_or_default();
        if values.iter().all(|v| *v == 0.0 || v.is_nan()) && path != "contacts" {
            return String::new();
        }
        let level = self.scene.dhat.filter(|_| path == "min_distance");
        let plot = Plot {
            title,
            steps: &self.columns.steps,
            along: "step",
            series: vec![Series {
                name: title.to_string(),
                values,
                class: "s0".to_string(),
            }],
            scale,
            stacked: false,
            level: level.map(|dhat| ("d̂ =".to_string(), dhat)),
        };
        plot.html()
    }

    /// The energies and their sum; that of gravity from where it was after the first step, its zero being arbitrary.
    fn energies(&self) -> Option<Plot<'_>> {
        let names = self.columns.names_in("energy");
        let mut total = vec![0.0; self.columns.steps.len()];
        let mut series = Vec::new();
        for (k, name) in names.iter().enumerate() {
            let mut values = self.columns.get(&format!("energy.{name}"))?;
            let mut label = name.replace('_', " ");
            if name == "gravity" {
                let start = values[0];
                values.iter_mut().for_each(|v| *v -= start);
                label.push_str(" (from the first step)");
            }
            for (total, value) in total.iter_mut().zip(&values) {
                *total += value;
            }
            series.push(Series {
                name: label,
                values,
                class: format!("s{}", k % 8),
            });
        }
        series.push(Series {
            name: "total".to_string(),
            values: total,
            class: "total".to_string(),
        });
        Some(Plot {
            title: "Energies (J)",
            steps: &self.columns.steps,
            along: "step",
            series,
            scale: AxisScale::Linear,
            stacked: false,
            level: None,
        })
    }

    fn tables(&self) -> String {
        let certificate = self.certificate.map(|c| rows(c, "")).unwrap_or_default();
        let sections = [
            ("Certificate", certificate),
            ("Time by phase", phases::rows(self.columns)),
            ("Parameters", self.scene.parameters.clone()),
            ("Changes on the way", self.scene.changes.clone()),
            ("Scene", self.scene.counts.clone()),
            ("Settings", self.scene.settings.clone()),
        ];
        let section = |(title, rows): &(&str, Vec<(String, String)>)| {
            format!("<section><h2>{title}</h2>{}</section>", table(rows))
        };
        let shown = sections.iter().filter(|(_, rows)| !rows.is_empty());
        format!(
            "<div class=\"tables\">{}</div>",
            shown.map(section).collect::<String>()
        )
    }
}

fn paragraph(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<p>{}</p>", escape(text))
}
