//! A step that never ends: it says what holds it, and a signal ends the run at once with the steps before it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::tangency;

/// A cube that rests on another. After three steps the accuracy asked for is below rounding: the fourth never ends.
const ENDLESS: &str = "
ground = 0
[time]
step = 0.01
duration = 0.1
[solver]
dhat = '1 mm'
first_tolerances = ['1 mm/s', '1 mm/s', '1 mm/s']
newton_tolerance = '1e-150 m/s'
max_iterations = 1000000000
[[body]]
name = 'lower'
shape = { box = { cells = [2, 2, 2] } }
translate = [0, 0.5008, 0]
[[body]]
name = 'upper'
shape = { box = { size = [0.5, 0.5, 0.5] } }
translate = [0, 1.2516, 0]
";

fn start(folder: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tangency"))
        .arg("run")
        .args(more)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Starts the run, waits until its fourth step stalls, ends it with a signal, and gives the line and what came after.
fn interrupted(folder: &Path, more: &[&str]) -> (String, String) {
    let mut child = start(folder, more);
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("comes no closer") {
        line.clear();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "the run has ended");
    }
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    // The step would never end by itself.
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    (line, rest)
}

#[test]
fn a_step_that_stalls_says_what_holds_it_and_a_signal_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("endless.toml"), ENDLESS).unwrap();
    let short = tangency(
        at,
        &["run", "endless.toml", "--out", "short", "--steps", "3"],
    );
    assert_eq!(short.code, 0, "{}", short.text);

    let (line, rest) = interrupted(at, &["endless.toml", "--out", "long"]);
    let begins = "step 4 comes no closer to its solution: iteration ";
    let iteration = line
        .split(begins)
        .nth(1)
        .and_then(|rest| rest.split(':').next());
    let iteration = iteration.and_then(|number| number.parse::<u32>().ok());
    assert!(iteration.is_some_and(|k| k < 1000), "{line}");
    for word in ["residual", "step length", "er`"] {
        assert!(line.contains(word), "{word} is not in: {line}");
    }
    assert!(rest.contains("3 of 10 steps are saved"), "{rest}");
    assert!(rest.contains("--resume"), "{rest}");

    let read = |run: &str| std::fs::read(at.join(run).join("frames/000003.npy")).unwrap();
    assert!(read("short") == read("long"), "the third steps differ");
    assert!(!at.join("long/frames/000004.npy").exists());

    // It goes on with the step that was given up.
    let (line, rest) = interrupted(at, &["long", "--resume"]);
    assert!(line.contains("step 4"), "{line}");
    assert!(rest.contains("3 of 10 steps are saved"), "{rest}");
}
