//! `tangency plot`: curves with the numbers of the files, and what it says when a series is not there.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::tangency;
use serde_json::{Value, json};

/// A run of two cubes, with forces in its statistics and a probe.
fn run(folder: &Path, name: &str) -> Vec<Value> {
    let arguments = ["run", "two-cubes", "--quiet", "--steps", "8", "--out", name];
    let outcome = tangency(folder, &arguments);
    assert_eq!((outcome.code, outcome.text.as_str()), (0, ""));
    let path = folder.join(name).join("stats.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let mut probes = "time,tip.velocity.y\n".to_owned();
    for (k, line) in lines.iter_mut().enumerate() {
        let k = k as f64;
        line["forces"] = json!({
            "reactions": {"pla.te": {"force": [3.0 * k, 0.1 + k, 4.0 * k], "torque": [0.0, 0.0, k]}},
            "contacts": {"a|b": {"force": [k, 0.0, 0.0], "torque": [0.0, 0.0, 0.0]}},
        });
        writeln!(probes, "{},{}", line["time"], 2.0 * k).unwrap();
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(&path, text).unwrap();
    std::fs::write(folder.join(name).join("probes.csv"), probes).unwrap();
    lines
}

fn plot(folder: &Path, arguments: &[&str]) -> String {
    let outcome = tangency(folder, &[&["plot"], arguments].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    outcome.text
}

/// The header and the numbers of a table.
fn table(path: &Path) -> (String, Vec<Vec<Option<f64>>>) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap().to_owned();
    let rows = lines.map(|line| line.split(',').map(|cell| cell.parse().ok()).collect());
    (header, rows.collect())
}

#[test]
fn a_table_has_the_numbers_of_the_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lines = run(at, "r");
    let series = [
        "force:pla.te.y",
        "force:pla.te",
        "energy:kinetic",
        "stat:seconds.total",
        "probe:tip.velocity.y",
    ];
    plot(at, &[&["r"], &series[..], &["-o", "a.csv"]].concat());
    let (header, rows) = table(&at.join("a.csv"));
    assert_eq!(header, format!("time,{}", series.join(",")));
    assert_eq!(rows.len(), 8);
    for (k, (row, line)) in rows.iter().zip(&lines).enumerate() {
        let k = k as f64;
        let expected = [
            line["time"].as_f64().unwrap(),
            0.1 + k,
            (9.0 * k * k + (0.1 + k).powi(2) + 16.0 * k * k).sqrt(),
            line["energy"]["kinetic"].as_f64().unwrap(),
            line["seconds"]["total"].as_f64().unwrap(),
            2.0 * k,
        ];
        for (found, expected) in row.iter().zip(expected) {
            let found = found.unwrap();
            assert!(
                (found - expected).abs() <= 1e-12 * expected.abs(),
                "{found} for {expected}"
            );
        }
    }
}

#[test]
fn bodies_move_as_in_the_frames() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "r");
    let names: Vec<String> = plot(at, &["r"])
        .lines()
        .map(|l| l.trim().to_owned())
        .collect();
    let body = names
        .iter()
        .find_map(|n| n.strip_prefix("displacement:"))
        .unwrap();
    let series = ["displacement", "position", "velocity"].map(|word| format!("{word}:{body}.y"));
    let series: Vec<&str> = series.iter().map(String::as_str).collect();
    plot(at, &[&["r"], &series[..], &["-o", "a.csv"]].concat());
    let (_, rows) = table(&at.join("a.csv"));
    assert_eq!(rows.len(), 9, "the start is a frame, too");
    assert_eq!(rows[0][1], Some(0.0));
    assert_eq!(rows[0][3], None, "no velocity before the first step");
    // Free fall by implicit Euler: v = -g h k, and the sum of h v.
    let (g, h) = (9.80665, rows[1][0].unwrap());
    for (k, row) in rows.iter().enumerate().skip(1).take(5) {
        let k = k as f64;
        assert!((row[1].unwrap() + g * h * h * k * (k + 1.0) / 2.0).abs() < 1e-6);
        assert!((row[3].unwrap() + g * h * k).abs() < 1e-4, "{row:?}");
        let moved = row[2].unwrap() - rows[0][2].unwrap();
        assert!((moved - row[1].unwrap()).abs() < 1e-12);
    }
}

#[test]
fn runs_are_drawn_over_each_other_and_series_over_series() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "r");
    run(at, "s");
    plot(
        at,
        &[
            "r",
            "s",
            "force:pla.te.y",
            "energy:kinetic",
            "-o",
            "a.svg",
            "--title",
            "<both>",
        ],
    );
    let svg = std::fs::read_to_string(at.join("a.svg")).unwrap();
    for words in [
        "force:pla.te.y r",
        "energy:kinetic s",
        "time (s)",
        ">N<",
        ">J<",
        "&lt;both&gt;",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    plot(
        at,
        &[
            "r",
            "torque:pla.te.z",
            "--against",
            "force:pla.te.x",
            "-o",
            "b.svg",
        ],
    );
    let svg = std::fs::read_to_string(at.join("b.svg")).unwrap();
    assert!(svg.contains("force:pla.te.x (N)") && svg.contains(">N·m<"));
    plot(
        at,
        &[
            "r",
            "s",
            "contact:b|a.x",
            "--log",
            "--size",
            "400x300",
            "-o",
            "c.png",
        ],
    );
    let file = std::io::BufReader::new(std::fs::File::open(at.join("c.png")).unwrap());
    let info = png::Decoder::new(file).read_info().unwrap();
    assert_eq!((info.info().width, info.info().height), (400, 300));
    plot(at, &["r", "s", "contact:b|a.x", "-o", "d.csv"]);
    let text = std::fs::read_to_string(at.join("d.csv")).unwrap();
    assert!(text.starts_with("run,time,contact:b|a.x\nr,"), "{text}");
    assert!(
        text.contains(",-7.0\n"),
        "the force on the other is opposite: {text}"
    );
}

#[test]
fn what_is_not_there_is_answered_with_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "r");
    for (arguments, words) in [
        (
            &["r", "force:plate.y", "-o", "a.png"][..],
            "there are force:pla.te",
        ),
        (
            &["r", "spin:plate.y", "-o", "a.png"],
            "no series of that kind, but contact, displacement, energy",
        ),
        (&["r", "probe:top.y", "-o", "a.png"], "probe:tip.velocity.y"),
        (&["r", "stat:none", "-o", "a.png"], "stat:iterations"),
        (
            &["r", "energy:kinetic", "-o", "a.pdf"],
            ".png, .svg or .csv",
        ),
        (&["r", "energy:kinetic"], "-o FILE"),
        (&["absent", "energy:kinetic", "-o", "a.png"], "absent"),
        (&["energy:kinetic", "-o", "a.png"], "run folder"),
    ] {
        let outcome = tangency(at, &[&["plot"], arguments].concat());
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        assert!(outcome.text.contains(words), "{}", outcome.text);
    }
}
