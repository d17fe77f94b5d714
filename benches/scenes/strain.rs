//! Fig. 16 of Codimensional IPC (2021): how far cloth stretches under a limit, hung by two corners and on a ball.

use crate::table::print_aligned;
use crate::{all_certified, measure_all};

const HEADINGS: [&str; 9] = [
    "scene",
    "limit",
    "max s_max",
    "avg s_max",
    "min s_min",
    "avg s_min",
    "it/step",
    "minutes",
    "certificate",
];

/// Limits of stretch.
const LIMITS: [f64; 4] = [1.1, 1.0608, 1.01, 1.001];

/// What the paper says for a hundredth of the stiffness: scene, limit, the four stretches, minutes.
const PAPER: [(&str, f64, [f64; 4], f64); 2] = [
    ("cloth-hang", 1.1, [1.0988, 1.0884, 0.9801, 0.9824], 6.5),
    (
        "cloth-on-sphere",
        1.1,
        [1.0617, 1.0535, 0.9548, 0.9652],
        7.5,
    ),
];

/// Runs both drapes with every limit, 8,000 points each; false where one fails or reaches its limit.
pub fn run() -> bool {
    let scene = |name: &str, limit: f64| format!("{name}:points=8000,limit={limit}");
    let names = PAPER.iter().map(|(name, ..)| *name);
    let scenes: Vec<String> = names
        .flat_map(|name| LIMITS.map(|limit| scene(name, limit)))
        .collect();
    let rows = measure_all(&scenes);
    let mut within = true;
    let mut lines = Vec::new();
    for (name, ..) in PAPER {
        for limit in LIMITS {
            let text = scene(name, limit);
            let Some((_, m)) = rows.iter().find(|(spec, _)| spec.text == text) else {
                continue;
            };
            let Some(stretches) = m.stretches else {
                continue;
            };
            within &= stretches.largest < limit;
            let steps = m.steps as f64;
            let columns = [
                stretches.largest,
                stretches.sum_of_largest / steps,
                stretches.smallest,
                stretches.sum_of_smallest / steps,
            ];
            let rest = [
                format!("{:.1}", m.iterations as f64 / steps),
                format!("{:.2}", m.seconds.total / 60.0),
                if m.verified { "holds" } else { "BROKEN" }.into(),
            ];
            lines.push(line(name, limit, columns, rest));
        }
        for (of, limit, columns, minutes) in PAPER {
            if of == name {
                let rest = [String::new(), format!("{minutes}"), "paper".into()];
                lines.push(line(name, limit, columns, rest));
            }
        }
    }
    print_aligned(&HEADINGS, lines.into_iter());
    within && rows.len() == scenes.len() && all_certified(&rows)
}

fn line(name: &str, limit: f64, columns: [f64; 4], rest: [String; 3]) -> Vec<String> {
    let mut line = vec![name.to_owned(), limit.to_string()];
    line.extend(columns.map(|stretch| format!("{stretch:.5}")));
    line.extend(rest);
    line
}
