//! Studies of many runs: planned, refused, killed, resumed, tried again.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{start, tangency};

const GRID: &str = "
scene = 'slope'
steps = 100
workers = 2
[set]
'solver.max_iterations' = 500
[parameters]
friction.mu = [0.1, 0.3]
'body.0.material.young' = { from = 1e7, to = 1e8, count = 2, scale = 'log' }
[measures]
slid = 'last displacement:block.x'
most = 'max stat:iterations'
";

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn manifest(folder: &Path, study: &str) -> serde_json::Value {
    serde_json::from_str(&read(folder, &format!("studies/{study}/study.json"))).unwrap()
}

/// The cells of a column.
fn column(table: &str, name: &str) -> Vec<String> {
    let mut lines = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let at = lines
        .next()
        .unwrap()
        .iter()
        .position(|n| *n == name)
        .unwrap();
    lines.map(|cells| cells[at].to_owned()).collect()
}

#[test]
fn a_grid_is_run_and_called_again_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("grid.toml"), GRID).unwrap();
    let done = tangency(at, &["sweep", "grid.toml"]);
    assert_eq!(done.code, 0, "{}", done.text);
    assert!(done.text.contains("4 of 4 runs are done"), "{}", done.text);
    let table = read(at, "studies/grid/table.csv");
    assert_eq!(column(&table, "friction.mu"), ["0.1", "0.1", "0.3", "0.3"]);
    let young = column(&table, "body.0.material.young");
    assert_eq!(
        young,
        ["10000000.0", "100000000.0", "10000000.0", "100000000.0"]
    );
    assert_eq!(column(&table, "verified"), ["true"; 4]);
    let slid: Vec<f64> = column(&table, "slid")
        .iter()
        .map(|x| x.parse().unwrap())
        .collect();
    assert!(slid[0].abs() > 1.1 * slid[2].abs(), "{slid:?}");

    // The same run by itself, in every bit.
    let own = ["run", "slope", "--steps", "100", "--out", "own", "--quiet"];
    let sets = [
        "friction.mu=0.3",
        "body.0.material.young=1e8",
        "solver.max_iterations=500",
    ];
    let arguments: Vec<&str> = own
        .into_iter()
        .chain(sets.iter().flat_map(|s| ["--set", s]))
        .collect();
    assert_eq!(tangency(at, &arguments).code, 0);
    let frame = |run: &str| std::fs::read(at.join(run).join("frames/000100.npy")).unwrap();
    assert!(frame("own") == frame("studies/grid/runs/0003"));
    assert_eq!(tangency(at, &["verify", "studies/grid/runs/0003"]).code, 0);

    let again = tangency(at, &["sweep", "grid.toml"]);
    assert!(
        again.text.contains("4 runs, 0 to be done"),
        "{}",
        again.text
    );
    assert_eq!(read(at, "studies/grid/table.csv"), table);
    assert!(
        manifest(at, "grid")["runs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|run| run["tries"] == 1)
    );

    // Another measure simulates nothing; another study is refused, with the differences.
    std::fs::write(at.join("grid.toml"), GRID.replace("max stat", "min stat")).unwrap();
    let measured = tangency(at, &["sweep", "grid.toml"]);
    assert_eq!(measured.code, 0, "{}", measured.text);
    assert_ne!(read(at, "studies/grid/table.csv"), table);
    std::fs::write(
        at.join("grid.toml"),
        GRID.replace("0.3]", "0.4]").replace("= 100", "= 90"),
    )
    .unwrap();
    let refused = tangency(at, &["sweep", "grid.toml"]);
    assert_eq!(refused.code, 2, "{}", refused.text);
    for words in [
        "steps: 100 in the folder, 90 now",
        "friction.mu: 0.3 in the folder, 0.4 now",
    ] {
        assert!(refused.text.contains(words), "{words}: {}", refused.text);
    }
}

#[test]
fn lists_are_rows_and_draws_are_of_their_seed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rows = "scene = 'slope'\nsteps = 2\nrows = [{ friction.mu = 0.5, mu = 0.1 }, { mu = 0.2, friction.mu = 0.25 }]\n";
    std::fs::write(at.join("rows.toml"), rows).unwrap();
    assert_eq!(tangency(at, &["sweep", "rows.toml"]).code, 0);
    let table = read(at, "studies/rows/table.csv");
    assert_eq!(column(&table, "friction.mu"), ["0.5", "0.25"]);
    assert_eq!(column(&table, "mu"), ["0.1", "0.2"]);

    let drawn = |count: u32, seed: u32, out: &str| {
        let text = format!(
            "scene = 'slope'\nsteps = 1\nmode = 'random'\ncount = {count}\nseed = {seed}\n[parameters]\n\
             friction.mu = {{ uniform = [0.1, 0.6] }}\n'body.0.material.young' = {{ choice = [1e7, 2e7] }}\n"
        );
        std::fs::write(at.join("drawn.toml"), text).unwrap();
        let swept = tangency(at, &["sweep", "drawn.toml", "--out", out]);
        assert_eq!(swept.code, 0, "{}", swept.text);
        column(&read(at, &format!("{out}/table.csv")), "friction.mu")
    };
    let three = drawn(3, 7, "a");
    assert_eq!(drawn(3, 7, "b"), three);
    // The folder of the shorter study is taken up by the longer one.
    assert_eq!(drawn(5, 7, "a")[..3], three);
    assert_ne!(drawn(3, 8, "c"), three);
    // From Python, as in the test of the draws: run 3 of seed 7.
    assert_eq!(
        drawn(4, 7, "d")[3],
        format!("{:?}", 0.1 + (0.6 - 0.1) * 0.03133512770010438)
    );
}

#[test]
fn killed_in_the_middle_it_is_completed_with_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let longer = GRID.replace("steps = 100", "steps = 300");
    std::fs::write(at.join("grid.toml"), &longer).unwrap();
    assert_eq!(
        tangency(at, &["sweep", "grid.toml", "--out", "whole"]).code,
        0
    );

    let mut master = start(at, &["sweep", "grid.toml", "--workers", "1"]);
    let began = Instant::now();
    while !at.join("studies/grid/runs/0001/frames/000010.npy").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no second run");
        std::thread::sleep(Duration::from_millis(2));
    }
    master.kill().unwrap();
    master.wait().unwrap();
    assert!(!at.join("studies/grid/runs/0003").exists());
    let resumed = tangency(at, &["sweep", "grid.toml"]);
    assert_eq!(resumed.code, 0, "{}", resumed.text);
    for file in ["table.csv", "table.parquet"] {
        let read = |study: &str| std::fs::read(at.join(study).join(file)).unwrap();
        assert!(read("whole") == read("studies/grid"), "{file} differs");
    }
    assert_eq!(manifest(at, "grid")["runs"][0]["tries"], 1);
}

#[test]
fn a_run_that_fails_is_reported_and_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // With one iteration no step can be completed.
    let text = "scene = 'slope'\nsteps = 3\nrows = [{ solver.max_iterations = 500 }, { solver.max_iterations = 1 }, { solver.max_iterations = 400 }]\n";
    std::fs::write(at.join("stuck.toml"), text).unwrap();
    let swept = tangency(at, &["sweep", "stuck.toml", "--workers", "2"]);
    assert_eq!(swept.code, 3, "{}", swept.text);
    assert!(
        swept.text.contains("1 of 3 runs failed; run 1: "),
        "{}",
        swept.text
    );
    let table = read(at, "studies/stuck/table.csv");
    assert_eq!(column(&table, "state"), ["done", "failed", "done"]);
    assert_eq!(tangency(at, &["sweep", "studies/stuck"]).code, 3);
    assert_eq!(tangency(at, &["sweep", "studies/stuck", "--retry"]).code, 3);
    let tries: Vec<u64> = manifest(at, "stuck")["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["tries"].as_u64().unwrap())
        .collect();
    assert_eq!(tries, [1, 2, 1]);
}

#[test]
fn what_cannot_be_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (text, words) in [
        ("[parameters]\nfriction.mu = [1]", "a study names one scene"),
        (
            "scene = 'slop'\n[parameters]\nfriction.mu = [1]",
            "did you mean `slope`",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mue = [1]",
            "friction.mue",
        ),
        (
            "scene = 'slope'\n[parameters]\nnu = [1]",
            "the scene has no parameter `nu`",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = []",
            "bad.toml:3: parameters.friction.mu: the list is empty",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = [0.1, nan]",
            "value 1: NaN",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = [0.1, 0.1]",
            "there twice",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = [1]\n'friction.mu' = [2]",
            "`friction.mu` is set twice",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = [0.1, -1]",
            "run 1 (friction.mu=-1)",
        ),
        (
            "scene = 'slope'\nmode = 'random'\ncount = 0\n[parameters]\nfriction.mu = { uniform = [0, 1] }",
            "bad.toml:3: count",
        ),
        (
            "scene = 'slope'\nmode = 'random'\n[parameters]\nfriction.mu = { uniform = [0, 1] }",
            "count = 100",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = { uniform = [0, 1] }",
            "mode = \"random\"",
        ),
        (
            "scene = 'slope'\nmood = 'grid'\n[parameters]\nfriction.mu = [1]",
            "did you mean `mode`",
        ),
        (
            "scene = 'slope'\n[parameters]\nfriction.mu = [1]\n[measures]\na = 'most x'",
            "is no measure",
        ),
        (
            "scene = 'slope'\n[set]\nfriction.mu = 1\n[parameters]\nfriction.mu = [1]",
            "is set for all runs",
        ),
    ] {
        std::fs::write(at.join("bad.toml"), text).unwrap();
        let refused = tangency(at, &["sweep", "bad.toml"]);
        assert_eq!(refused.code, 2, "{text}: {}", refused.text);
        assert!(refused.text.contains(words), "{text}: {}", refused.text);
        assert!(!at.join("studies").exists(), "{text}");
    }
}
