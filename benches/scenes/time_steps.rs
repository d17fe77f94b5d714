//! Table 1 of the paper: one scene with ever larger time steps.

use crate::published::TIME_STEPS;
use crate::table::print_aligned;
use crate::{all_certified, measure_all, spec};

const HEADINGS: [&str; 9] = [
    "h (s)",
    "steps",
    "it/step",
    "(paper)",
    "contacts",
    "max",
    "wall s/step",
    "MB",
    "certificate",
];

/// Runs the rods twist whole with every time step; false where one fails, or takes more iterations than the paper says.
pub fn run() -> bool {
    let scripts: Vec<String> = TIME_STEPS
        .iter()
        .map(|(h, _)| spec::time_step_script(h))
        .collect();
    let rows = measure_all(&scripts);
    let mut within = true;
    let lines = TIME_STEPS.iter().filter_map(|(h, paper)| {
        let script = spec::time_step_script(h);
        let (_, m) = rows.iter().find(|(spec, _)| spec.text == script)?;
        let steps = m.steps as f64;
        let per_step = m.iterations as f64 / steps;
        within &= per_step <= *paper;
        Some(vec![
            (*h).to_string(),
            m.steps.to_string(),
            format!("{per_step:.2}"),
            format!("({paper})"),
            format!("{:.0}", m.contacts as f64 / steps),
            m.most_contacts.to_string(),
            format!("{:.3}", m.seconds.total / steps),
            format!("{:.0}", m.peak_rss_mb),
            if m.verified { "holds" } else { "BROKEN" }.into(),
        ])
    });
    let lines: Vec<_> = lines.collect();
    print_aligned(&HEADINGS, lines.into_iter());
    within && rows.len() == scripts.len() && all_certified(&rows)
}
