//! The measurements for people: what was run and what it cost, then the cost by phase.

use tangency_engine::step::Seconds;

use crate::child::Measured;
use crate::spec::Spec;

/// More iterations than this times the published number are flagged.
const MANY: f64 = 1.3;

/// Prints both tables.
pub fn print(rows: &[(Spec, Measured)]) {
    if rows.is_empty() {
        return;
    }
    let threads = std::env::var("RAYON_NUM_THREADS").unwrap_or_else(|_| "all".into());
    println!("\nthreads: {threads}; in brackets the published code and our share of it\n");
    print_aligned(
        &[
            "scene",
            "vertices",
            "tets",
            "steps",
            "it/step",
            "(IPC)",
            "contacts",
            "max",
            "wall s/it",
            "(IPC)",
            "cpu s/it",
            "MB",
            "(IPC)",
            "certificate",
        ],
        rows.iter().map(cost),
    );
    println!("\nwall-clock milliseconds per Newton iteration by phase\n");
    let phases = rows.iter().map(by_phase);
    print_aligned(&PHASES, phases);
}

fn cost((spec, m): &(Spec, Measured)) -> Vec<String> {
    let iterations = m.iterations as f64;
    let per_step = iterations / m.steps as f64;
    let seconds = m.seconds.total / iterations;
    let published = spec.published();
    let compare = |ours: f64, theirs: Option<f64>| {
        theirs.map_or(String::new(), |theirs| {
            format!("({theirs}, {:.2})", ours / theirs)
        })
    };
    let cost = published.and_then(|known| known.cost.as_ref());
    let mut iterations_beside = compare(per_step, published.map(|known| known.iterations));
    if published.is_some_and(|known| per_step > MANY * known.iterations) {
        iterations_beside.push_str(" MANY");
    }
    vec![
        spec.short_name().to_string(),
        m.vertices.to_string(),
        m.tets.to_string(),
        m.steps.to_string(),
        format!("{per_step:.2}"),
        iterations_beside,
        format!("{:.0}", m.contacts as f64 / m.steps as f64),
        m.most_contacts.to_string(),
        format!("{seconds:.4}"),
        compare(seconds, cost.map(|c| c.seconds)),
        format!("{:.4}", m.cpu_seconds / iterations),
        format!("{:.0}", m.peak_rss_mb),
        compare(m.peak_rss_mb, cost.and_then(|c| c.megabytes)),
        if m.verified { "holds" } else { "BROKEN" }.into(),
    ]
}

const PHASES: [&str; 11] = [
    "scene", "detect", "energy", "assemble", "order", "factor", "solve", "ccd", "search",
    "certify", "total",
];

fn by_phase((spec, m): &(Spec, Measured)) -> Vec<String> {
    let Seconds {
        detect,
        energy,
        assemble,
        order,
        factor,
        solve,
        ccd,
        line_search,
        certify,
        total,
    } = m.seconds;
    let phases = [
        detect,
        energy,
        assemble,
        order,
        factor,
        solve,
        ccd,
        line_search,
        certify,
        total,
    ];
    let each = phases.map(|seconds| format!("{:.2}", 1e3 * seconds / m.iterations as f64));
    std::iter::once(spec.short_name().to_string())
        .chain(each)
        .collect()
}

/// Prints rows under headings, the first column to the left, the others to the right.
pub fn print_aligned(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let headings = headings.iter().map(|h| (*h).to_string()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(headings).chain(rows).collect();
    let width = |column: usize| {
        lines
            .iter()
            .map(|line| line[column].len())
            .max()
            .unwrap_or(0)
    };
    for line in &lines {
        let cells = line.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:<0$}", width(0)),
            _ => format!("{cell:>0$}", width(column)),
        });
        println!("{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}
