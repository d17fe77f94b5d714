//! Continuous collision detection on the questions of whole scenes (after Codimensional IPC 2021, Fig. 19): how long each
//! method takes, and how often it fails.
//!
//! `cargo bench -p tangency-cli --bench ccd -- [--folder FOLDER] [--scenes FOLDER] [SCENE[:key=value,...][@STEPS] ...]`
//!
//! Each scene is run once and its questions are written to FOLDER (by default below cargo's target folder), where they
//! are found again; `--scenes` names a folder of scene files that come before those of the catalogue. Methods:
//!
//! - `ours`: `tangency_geometry::ccd`, what the engine uses
//! - `additive`: Algorithm 1 of the paper as published
//! - `roots`: the conservative strategy of IPC 2020 on a floating-point root finder
//! - `too late`: ours and a quarter of the time more, which the judge of the answers has to notice
//! - what `python benches/ccd_compare.py FOLDER` left there of PyPI's `ipctk`
//!
//! *Too close*: the pair comes as close as its offset before the time returned, proved exactly. *Unproved*: neither that
//! nor its absence could be shown. *Tiny*: a time below 1e-6 and below half the bound (10) of the paper. *Endless*: no
//! answer. Times are of one thread, by the processor's clock.

#[path = "ccd/additive.rs"]
mod additive;
#[path = "ccd/judge.rs"]
mod judge;
#[path = "ccd/polynomial.rs"]
mod polynomial;
#[path = "ccd/query.rs"]
mod query;
#[path = "ccd/record.rs"]
mod record;
#[path = "ccd/roots.rs"]
mod roots;
#[path = "ccd/spec.rs"]
mod spec;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;
use tangency_geometry::ccd;

use judge::Verdict;
use query::{Kind, Query};
use spec::{SCENES, Spec};

/// A method: the time that it returns for a query; NaN: none.
type Method = fn(&Query) -> f64;
const METHODS: [(&str, Method); 4] = [
    ("ours", ours),
    ("additive", additive::time),
    ("roots", roots::time),
    ("too late", too_late),
];
/// Answers of other programs: the ending of their files.
const TIMES: &str = "times";
/// Seconds that a method is run for at least.
const SHORTEST_RUN: f64 = 0.2;

fn main() -> Result<()> {
    // Cargo adds `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
    let mut folder = PathBuf::from(concat!(env!("CARGO_TARGET_TMPDIR"), "/ccd"));
    let (mut drafts, mut scenes) = (None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--folder" => folder = arguments.next().context("--folder FOLDER")?.into(),
            "--scenes" => drafts = Some(arguments.next().context("--scenes FOLDER")?),
            _ => scenes.push(argument),
        }
    }
    if scenes.is_empty() {
        scenes = SCENES.map(str::to_owned).to_vec();
    }
    std::fs::create_dir_all(&folder)?;
    println!("queries in {}\n", folder.display());
    println!(
        "| scene | method | queries | stopped | ms | us/query | too close | unproved | tiny | endless | smallest | mean |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for scene in scenes {
        let spec = Spec::parse(&scene, drafts.clone());
        if let Err(error) = compare(&spec, &folder) {
            println!("| {scene} | failed: {error:#} |");
        }
    }
    Ok(())
}

/// Prints the rows of a scene.
fn compare(spec: &Spec, folder: &Path) -> Result<()> {
    let file = folder.join(format!("{}.queries", spec.file_name()));
    if !file.is_file() {
        eprintln!("{} ...", spec.text);
        let (queries, trouble) = record::record(spec)?;
        if let Some(trouble) = trouble {
            eprintln!("{}: {trouble}", spec.text);
        }
        query::write(&file, &queries)?;
    }
    let queries = query::read(&file)?;
    for (name, method) in METHODS {
        let (seconds, times) = measure(&queries, method);
        print_row(&spec.text, name, seconds, &queries, &times);
    }
    let mut others: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == TIMES))
        .collect();
    others.sort();
    for other in others {
        let name = other.file_stem().unwrap_or_default().to_string_lossy();
        let Some(method) = name.strip_prefix(&format!("{}.", spec.file_name())) else {
            continue;
        };
        // The first number is how many seconds they took.
        let numbers = query::read_numbers(&other)?;
        let (seconds, times) = numbers.split_first().context("an empty file")?;
        print_row(&spec.text, method, *seconds, &queries, times);
    }
    Ok(())
}

/// Seconds for all queries, and the answers.
fn measure(queries: &[Query], method: Method) -> (f64, Vec<f64>) {
    let times: Vec<f64> = queries.iter().map(method).collect();
    let (mut runs, started) = (0.0, processor_seconds());
    loop {
        for query in queries {
            black_box(method(black_box(query)));
        }
        runs += 1.0;
        let seconds = processor_seconds() - started;
        if seconds > SHORTEST_RUN {
            return (seconds / runs, times);
        }
    }
}

/// The quality of a method's answers.
#[derive(Clone, Copy)]
struct Tally {
    answers: usize,
    stopped: usize,
    too_close: usize,
    unproved: usize,
    tiny: usize,
    endless: usize,
    smallest: f64,
    sum: f64,
}

impl Tally {
    const NONE: Tally = Tally {
        answers: 0,
        stopped: 0,
        too_close: 0,
        unproved: 0,
        tiny: 0,
        endless: 0,
        smallest: 1.0,
        sum: 0.0,
    };

    /// The worth of one answer; infinity: it was not asked.
    fn of(query: &Query, t: f64) -> Tally {
        if t == f64::INFINITY {
            return Self::NONE;
        }
        if t.is_nan() {
            return Tally {
                answers: 1,
                endless: 1,
                ..Self::NONE
            };
        }
        let verdict = judge::judge(query, t);
        Tally {
            answers: 1,
            stopped: usize::from(t < 1.0),
            too_close: usize::from(verdict == Verdict::TooClose),
            unproved: usize::from(verdict == Verdict::Unknown),
            tiny: usize::from(t < 1e-6 && t < 0.5 * query.lower_bound()),
            endless: 0,
            smallest: t,
            sum: t,
        }
    }

    fn plus(self, other: Tally) -> Tally {
        Tally {
            answers: self.answers + other.answers,
            stopped: self.stopped + other.stopped,
            too_close: self.too_close + other.too_close,
            unproved: self.unproved + other.unproved,
            tiny: self.tiny + other.tiny,
            endless: self.endless + other.endless,
            smallest: self.smallest.min(other.smallest),
            sum: self.sum + other.sum,
        }
    }
}

fn print_row(scene: &str, method: &str, seconds: f64, queries: &[Query], times: &[f64]) {
    let each = queries.par_iter().zip(times).map(|(q, &t)| Tally::of(q, t));
    let all = each.reduce(|| Tally::NONE, Tally::plus);
    println!(
        "| {scene} | {method} | {} | {} | {:.2} | {:.3} | {} | {} | {} | {} | {:.2e} | {:.4} |",
        all.answers,
        all.stopped,
        1e3 * seconds,
        1e6 * seconds / all.answers.max(1) as f64,
        all.too_close,
        all.unproved,
        all.tiny,
        all.endless,
        all.smallest,
        all.sum / (all.answers - all.endless).max(1) as f64,
    );
}

/// The CCD of the engine.
fn ours(query: &Query) -> f64 {
    let (p, xi) = (query.p(), query.xi);
    let ([a, b, c, _], [pa, pb, pc, _]) = (query.x, p);
    match query.kind {
        Kind::PointPoint => ccd::point_point([a, b], [pa, pb], xi, 1.0),
        Kind::PointEdge => ccd::point_edge([a, b, c], [pa, pb, pc], xi, 1.0),
        Kind::PointTriangle => ccd::point_triangle(query.x, p, xi, 1.0),
        Kind::EdgeEdge => ccd::edge_edge(query.x, p, xi, 1.0),
    }
}

/// Beyond the gap that ours keeps.
fn too_late(query: &Query) -> f64 {
    (1.25 * ours(query)).min(1.0)
}

/// Seconds that this thread has run, on Linux to a few milliseconds; elsewhere the wall clock.
fn processor_seconds() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let wall = START.with(|start| start.elapsed().as_secs_f64());
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics
        .split(' ')
        .next()
        .and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or(wall, |n| 1e-9 * n)
}
