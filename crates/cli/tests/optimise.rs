//! Studies of `optimise`: carried out, killed and resumed, on any number of threads, refused in words.

use std::path::Path;

use crate::common::{start, tangency};

const SCENE: &str = "
ground = 0
[parameters]
speed = 1.0
[time]
step = 0.01
duration = 0.12
[friction]
mu = 0.3
[solver]
dhat = '4 mm'
kappa = 1000
newton_tolerance = { absolute = 1e-9 }
[[body]]
name = 'cube'
shape = { box = { size = [0.1, 0.1, 0.1] } }
translate = [0, 0.053, 0]
velocity = ['= speed', -0.1, 0]
material = { young = 5e4 }
";

const STUDY: &str = "
scene = 'cube.toml'
[[variable]]
of = 'speed'
start = 1.0
range = [0.2, 4.0]
[[variable]]
of = 'young:cube'
name = 'young'
start = 5e4
range = [1e4, 3e5]
scale = 'log'
[[term]]
of = 'centre'
body = 'cube'
target = [0.2, 0.05, 0]
[[term]]
of = 'kinetic_energy'
body = 'cube'
at = 0.05
target = 1.5
weight = 1e-3
[optimiser]
iterations = 4
[starts]
count = 2
seed = 3
";

fn folder(study: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cube.toml"), SCENE).unwrap();
    std::fs::write(folder.path().join("cube-study.toml"), study).unwrap();
    folder
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join("studies/cube-study").join(file))
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn results(folder: &Path) -> Vec<String> {
    let files = [
        "table.csv",
        "designs/best.json",
        "starts/00/iterates.csv",
        "starts/01/iterates.csv",
        "starts/01/refused.csv",
    ];
    files.map(|file| read(folder, file)).to_vec()
}

fn objectives(folder: &Path, start: &str) -> Vec<f64> {
    let text = read(folder, &format!("starts/{start}/iterates.csv"));
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(',').nth(1).unwrap().parse().unwrap())
        .collect()
}

#[test]
fn a_study_finds_its_aim_and_leaves_certified_runs_and_a_page() {
    let folder = folder(STUDY);
    let at = folder.path();
    let done = tangency(at, &["optimise", "cube-study.toml"]);
    assert_eq!(done.code, 0, "{}", done.text);
    assert!(done.text.contains("best: start"), "{}", done.text);
    for number in ["00", "01"] {
        let values = objectives(at, number);
        assert!(values.last().unwrap() < &(0.05 * values[0]), "{values:?}");
        assert!(
            values.windows(2).all(|pair| pair[1] < pair[0]),
            "{values:?}"
        );
    }
    let page = read(at, "page.html");
    for words in [
        "Objective",
        "best design, frame 12, certified",
        "data:image/png",
        "young",
    ] {
        assert!(page.contains(words), "{words}");
    }
    for name in ["first", "best"] {
        let run = format!("studies/cube-study/runs/{name}");
        let verified = tangency(at, &["verify", &run]);
        assert_eq!(verified.code, 0, "{}", verified.text);
    }
    // The design is a scene like any other.
    let scene = "studies/cube-study/designs/best.json";
    assert_eq!(tangency(at, &["run", scene, "--steps", "1", "-q"]).code, 0);
    let again = tangency(at, &["optimise", "cube-study.toml"]);
    assert_eq!(again.code, 2);
    assert!(again.text.contains("--resume"), "{}", again.text);
}

#[test]
fn a_study_that_was_killed_goes_the_same_way_on_any_number_of_threads() {
    let whole = folder(STUDY);
    assert_eq!(
        tangency(
            whole.path(),
            &["optimise", "cube-study.toml", "--threads", "1", "-q"]
        )
        .code,
        0
    );
    let expected = results(whole.path());
    let record = read(whole.path(), "evaluations.tsv");
    let killed = folder(STUDY);
    let at = killed.path();
    let mut child = start(at, &["optimise", "cube-study.toml", "--threads", "2", "-q"]);
    let file = at.join("studies/cube-study/evaluations.tsv");
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    while lines() < 5 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // A line that was being written.
    let mut torn = std::fs::read(&file).unwrap();
    torn.extend(b"point\t0.1 0.");
    std::fs::write(&file, torn).unwrap();
    let resumed = tangency(at, &["optimise", "studies/cube-study", "--resume", "-q"]);
    assert_eq!(resumed.code, 0, "{}", resumed.text);
    assert_eq!(results(at), expected);
    assert_eq!(read(at, "evaluations.tsv"), record);
    // More iterations are not another study: what is known is not computed again.
    let longer = STUDY.replace("iterations = 4", "iterations = 5");
    std::fs::write(at.join("cube-study.toml"), longer).unwrap();
    assert_eq!(
        tangency(at, &["optimise", "cube-study.toml", "--resume", "-q"]).code,
        0
    );
    assert!(read(at, "evaluations.tsv").starts_with(&record));
    // Another target is.
    std::fs::write(
        at.join("cube-study.toml"),
        STUDY.replace("[0.2, 0.05, 0]", "[0.3, 0.05, 0]"),
    )
    .unwrap();
    let other = tangency(at, &["optimise", "cube-study.toml", "--resume", "-q"]);
    assert_eq!(other.code, 2);
    assert!(
        other.text.contains("holds another study") && other.text.contains("0.3"),
        "{}",
        other.text
    );
}

#[test]
fn mistakes_of_a_study_are_told_with_their_place() {
    let cases = [
        (
            "scene = 'cube.toml'",
            "scene = 'cube.toml'\nsceen = 1",
            "there is no key `sceen` here",
        ),
        ("of = 'speed'", "of = 'sped'", "did you mean `speed`"),
        ("of = 'centre'", "of = 'center'", "did you mean `centre`"),
        (
            "body = 'cube'\ntarget = [0.2",
            "body = 'cub'\ntarget = [0.2",
            "there is no body `cub`",
        ),
        ("start = 1.0", "start = 9", "outside of the range"),
        ("at = 0.05", "at = 0.5", "not within the run"),
        ("weight = 1e-3", "weight = -1", "weight above 0"),
        (
            "target = [0.2, 0.05, 0]",
            "target = [0.2, 0.05]",
            "three numbers",
        ),
        ("range = [1e4, 3e5]", "range = [0, 3e5]", "above 0"),
        (
            "iterations = 4",
            "method = 'newton'",
            "not one of l-bfgs, gauss-newton",
        ),
        (
            "of = 'speed'",
            "of = 'time.step'",
            "no derivative by `time.step`",
        ),
        ("of = 'speed'", "of = 'gravity'", "gravity"),
    ];
    for (from, to, words) in cases {
        let study = STUDY.replacen(from, to, 1);
        assert_ne!(study, STUDY, "{from}");
        let folder = folder(&study);
        let refused = tangency(folder.path(), &["optimise", "cube-study.toml", "--check"]);
        assert!(
            refused.code == 2 || refused.code == 3,
            "{to}: {}",
            refused.text
        );
        assert!(refused.text.contains(words), "{to}: {}", refused.text);
        assert!(!folder.path().join("studies").exists());
    }
    let folder = folder(&STUDY.replace("target = 1.5", "tarjet = 1.5"));
    let refused = tangency(folder.path(), &["optimise", "cube-study.toml"]);
    assert!(
        refused.text.contains("cube-study.toml:21: term.1.tarjet"),
        "{}",
        refused.text
    );
}

/// What nothing depends on, an optimum at a bound, a design that cannot be.
#[test]
fn ends_that_are_no_aim_are_explained() {
    let base = "
scene = 'cube.toml'
[[variable]]
of = 'VARIABLE'
start = START
range = RANGE
[[term]]
of = 'centre'
body = 'cube'
target = [2.0, 0.05, 0]
";
    let study = |variable: &str, start: &str, range: &str| {
        base.replace("VARIABLE", variable)
            .replace("START", start)
            .replace("RANGE", range)
    };
    let scene = SCENE
        .replace("duration = 0.12", "duration = 0.05")
        .replace("0.053, 0", "0.5, 0");
    let run = |study: &str| {
        let folder = folder(study);
        std::fs::write(folder.path().join("cube.toml"), &scene).unwrap();
        tangency(folder.path(), &["optimise", "cube-study.toml"])
    };
    let free = run(&study("friction", "0.3", "[0.1, 0.5]"));
    assert_eq!(free.code, 0, "{}", free.text);
    assert!(
        free.text.contains("nothing has rubbed in any step"),
        "{}",
        free.text
    );
    assert!(
        free.text.contains("exactly zero at the start"),
        "{}",
        free.text
    );
    let bound = run(&study("speed", "1", "[0.2, 4]"));
    assert_eq!(bound.code, 0, "{}", bound.text);
    assert!(
        bound.text.contains("`speed` is at its largest value, 4"),
        "{}",
        bound.text
    );
    let sunk = run(&study("body.0.translate.1", "0.04", "[0.01, 0.5]"));
    assert_eq!(sunk.code, 3, "{}", sunk.text);
    assert!(
        sunk.text.contains("the start is refused") && sunk.text.contains("cube"),
        "{}",
        sunk.text
    );
}

/// A shape by control points and their mirror images: volume and stress are what was asked for, and what would invert is refused.
#[test]
fn a_shape_follows_its_terms() {
    let study = "
scene = 'cube.toml'
[set]
'time.duration' = 0.03
[[shape]]
body = 'cube'
control_points = 2
radius = 0.2
directions = ['x', 'y']
range = [-0.03, 0.03]
mirror = { point = [0, 0, 0], normal = 'z' }
[[term]]
of = 'volume'
body = 'cube'
target = 1.1e-3
weight = 1e8
[optimiser]
iterations = 3
";
    let folder = folder(study);
    let at = folder.path();
    let run = |out: &str| {
        let done = tangency(at, &["optimise", "cube-study.toml", "--out", out]);
        assert_eq!(done.code, 0, "{}", done.text);
    };
    // Downwards there is the ground: what would start in it is stepped back from.
    run("studies/cube-study");
    let values = objectives(at, "00");
    assert!(values.last() < values.first(), "{values:?}");
    let refused = read(at, "starts/00/refused.csv");
    assert!(refused.contains("half-space `ground`"), "{refused}");
    let design = read(at, "designs/best.json");
    assert!(design.contains("\"mesh\"") && design.contains("\"tets\""));
    // Sideways there is room.
    let sideways = study.replace("['x', 'y']", "['x']");
    std::fs::write(at.join("cube-study.toml"), sideways).unwrap();
    std::fs::remove_dir_all(at.join("studies")).unwrap();
    run("studies/cube-study");
    let values = objectives(at, "00");
    assert!(values.last().unwrap() < &(0.05 * values[0]), "{values:?}");
    let unknown = study.replace("mirror", "mirrored");
    std::fs::write(at.join("cube-study.toml"), unknown).unwrap();
    let refused = tangency(at, &["optimise", "cube-study.toml", "--check"]);
    assert!(
        refused.text.contains("did you mean `mirror`"),
        "{}",
        refused.text
    );
}
