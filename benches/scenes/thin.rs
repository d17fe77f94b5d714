//! Fig. 24 of Codimensional IPC (2021): its scenes at its sizes, their first steps.

use crate::table::print_aligned;
use crate::{all_certified, measure_all};

const HEADINGS: [&str; 11] = [
    "scene",
    "nodes",
    "(paper)",
    "contacts",
    "(paper)",
    "it/step",
    "(paper)",
    "s/step",
    "(paper)",
    "MB",
    "certificate",
];

/// A scene at the paper's size and what the paper says.
struct Published {
    scene: &'static str,
    /// Thousands of nodes.
    nodes: f64,
    /// Thousands of contacts, mean over its steps.
    contacts: f64,
    /// Minutes a step, on 4 to 8 cores.
    minutes: f64,
    /// Newton iterations a step.
    iterations: f64,
}

const fn published(
    scene: &'static str,
    nodes: f64,
    contacts: f64,
    minutes: f64,
    iterations: f64,
) -> Published {
    Published {
        scene,
        nodes,
        contacts,
        minutes,
        iterations,
    }
}

/// Steps of each scene.
const STEPS: u64 = 50;

const ALL: [Published; 16] = [
    published("cloth-on-sphere:points=8000", 10.0, 10.6, 0.1, 12.2),
    published(
        "cloth-on-sphere:points=8000,fabric=woven-cotton,limit=none",
        10.0,
        8.2,
        0.1,
        12.4,
    ),
    published("card-shuffle:cards=54", 6.1, 36.2, 0.7, 35.2),
    published("needles:points=26000", 26.3, 0.3, 1.8, 66.6),
    published("table-cloth:points=50000", 57.1, 63.4, 0.7, 13.8),
    published("sprinkles:across=25,up=40", 51.2, 170.0, 3.3, 69.0),
    published(
        "grains-on-cloth:across=20,up=125,points=8700",
        58.7,
        127.6,
        10.6,
        183.2,
    ),
    published(
        "all-in:rods=31,cells=48,points=8000,across=12,up=120",
        48.2,
        10.2,
        5.8,
        100.8,
    ),
    published("braid:hairs=217,segments=178", 77.8, 566.5, 3.5, 16.9),
    published("hair-cluster:hairs=271,segments=168", 91.6, 71.9, 2.7, 31.0),
    published(
        "noodles:count=625,length=0.4,segments=200",
        126.8,
        321.7,
        9.8,
        41.9,
    ),
    published("twisted-cylinder:points=87600", 87.6, 1500.0, 10.2, 33.4),
    published(
        "cloth-stack:points=8000,thickness=1e-3",
        85.0,
        526.5,
        2.0,
        8.5,
    ),
    published(
        "cloth-stack:points=8000,thickness=5e-3",
        85.0,
        876.2,
        2.3,
        8.6,
    ),
    published(
        "cloth-stack:points=8000,thickness=1e-2",
        85.0,
        1700.0,
        4.7,
        12.9,
    ),
    published(
        "cloth-on-rotating-sphere:points=86000",
        87.1,
        176.7,
        11.6,
        76.0,
    ),
];

/// Runs the scenes, all or those whose text contains one of the words; false where one fails.
pub fn run(words: &[String]) -> bool {
    let chosen = |of: &&Published| {
        words.is_empty() || words.iter().any(|word| of.scene.contains(word.as_str()))
    };
    let text = |of: &Published| format!("{}@{STEPS}", of.scene);
    let all: Vec<&Published> = ALL.iter().filter(chosen).collect();
    let scenes: Vec<String> = all.iter().map(|of| text(of)).collect();
    let rows = measure_all(&scenes);
    let lines = all.iter().filter_map(|of| {
        let text = text(of);
        let (_, m) = rows.iter().find(|(spec, _)| spec.text == text)?;
        let steps = m.steps as f64;
        Some(vec![
            of.scene.to_owned(),
            format!("{:.1}K", m.vertices as f64 / 1e3),
            format!("({:.1}K)", of.nodes),
            format!("{:.1}K", m.contacts as f64 / steps / 1e3),
            format!("({:.1}K)", of.contacts),
            format!("{:.1}", m.iterations as f64 / steps),
            format!("({:.1})", of.iterations),
            format!("{:.1}", m.seconds.total / steps),
            format!("({:.0})", 60.0 * of.minutes),
            format!("{:.0}", m.peak_rss_mb),
            if m.verified { "holds" } else { "BROKEN" }.into(),
        ])
    });
    let lines: Vec<_> = lines.collect();
    print_aligned(&HEADINGS, lines.into_iter());
    rows.len() == scenes.len() && all_certified(&rows)
}
