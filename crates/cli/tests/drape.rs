//! Draping before a scene begins: garments sewn around a body, certified, at rest, taken up again with the same bits.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{start, tangency};
use serde_json::Value;

/// Two panels of a tunic around a torso that turns when the drape is done.
const TUNIC: &str = r#"
[time]
step = 0.04
duration = 0.12
[solver]
dhat = "1 mm"
newton_tolerance = "10 mm/s"
[friction]
mu = 0.4
[drape]
longest = 6
rest = "5 cm/s"
[[body]]
name = "panel"
repeat = 2
shape = { cloth = { size = [0.5, 0.8], spacing = 0.06 } }
rotate = { axis = [1, 0, 0], angle = 90 }
translate = [0, -0.04, "= 0.14*(1 - 2*i)"]
material = { base = "canvas", stretching = 0.01, bending = 0.1 }
[[seam]]
name = "side"
repeat = 2
body = "panel.0"
select = { box = { min = ["= if(i == 0, -1, 0.97)", 0, -1], max = ["= if(i == 0, 0.03, 2)", 0.7, 2] } }
relative = true
to = { body = "panel.1", relative = true, select = { box = { min = ["= if(i == 0, -1, 0.97)", 0, -1], max = ["= if(i == 0, 0.03, 2)", 0.7, 2] } } }
[[seam]]
name = "shoulder"
repeat = 2
let = { lo = "= if(i == 0, -1, 0.085)", hi = "= if(i == 0, -0.085, 1)" }
body = "panel.0"
select = { box = { min = ["= lo", 0.359, -1], max = ["= hi", 1, 1] } }
to = { body = "panel.1", select = { box = { min = ["= lo", 0.359, -1], max = ["= hi", 1, 1] } } }
[[obstacle]]
name = "torso"
shape = { lathe = { spacing = 0.05, profile = [[0, -0.42], [0.09, -0.4], [0.12, -0.25], [0.08, 0.0], [0.115, 0.19], [0.115, 0.24], [0.045, 0.3], [0.035, 0.4], [0, 0.42]] } }
scale = [1.25, 1, 0.9]
motion = { angular_velocity = [0, 120, 0], center = [0, 0, 0] }
"#;

/// A skirt of two flat panels, sewn at its sides and, in front and behind, to the waist of a body.
const SKIRT: &str = r#"
[time]
step = 0.04
duration = 0.08
[solver]
dhat = "1 mm"
newton_tolerance = "10 mm/s"
[drape]
longest = 6
rest = "5 cm/s"
[[body]]
name = "panel"
repeat = 2
shape = { cloth = { size = [0.44, 0.3], spacing = 0.05 } }
rotate = { axis = [1, 0, 0], angle = 90 }
translate = [0, -0.15, "= 0.15*(1 - 2*i)"]
material = { base = "canvas", stretching = 0.01, bending = 0.1 }
[[seam]]
name = "side"
repeat = 2
body = "panel.0"
select = { box = { min = ["= if(i == 0, -1, 0.97)", 0, -1], max = ["= if(i == 0, 0.03, 2)", 0.95, 2] } }
relative = true
to = { body = "panel.1", relative = true, select = { box = { min = ["= if(i == 0, -1, 0.97)", 0, -1], max = ["= if(i == 0, 0.03, 2)", 0.95, 2] } } }
[[seam]]
name = "waist"
body = "panel"
select = { box = { min = [-0.11, -0.001, -1], max = [0.11, 1, 1] } }
border = false
to = { body = "hips" }
[[obstacle]]
name = "hips"
shape = { lathe = { spacing = 0.04, profile = [[0, -0.25], [0.09, -0.2], [0.13, -0.1], [0.125, 0.0], [0.1, 0.1], [0, 0.12]] } }
"#;

fn stats(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("stats.jsonl")).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn frames(run: &Path) -> Vec<Vec<u8>> {
    let mut names: Vec<_> = fs::read_dir(run.join("frames"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    names.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Runs a garment; its seams at the end of the drape.
fn drapes(scene: &str) -> (tempfile::TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("g.toml"), scene).unwrap();
    let outcome = tangency(at, &["run", "g.toml", "--out", "run"]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert!(outcome.text.contains("first the drape"), "{}", outcome.text);
    assert!(!outcome.text.contains("is open"), "{}", outcome.text);
    for run in ["run", "run/drape"] {
        let verified = tangency(at, &["verify", run]);
        assert_eq!(verified.code, 0, "{run}: {}", verified.text);
        assert!(!verified.text.contains("on trust"), "{}", verified.text);
    }
    let (run, drape) = (at.join("run"), at.join("run/drape"));
    assert_eq!(
        frames(&drape).last().unwrap(),
        &frames(&run)[0],
        "the run begins where the drape ends"
    );
    let last = stats(&drape).pop().unwrap();
    println!(
        "{} steps, {} s, stitches {} m at most, {} m in the mean",
        last["step"], last["time"], last["open_stitch"], last["mean_stitch"]
    );
    assert!(
        last["time"].as_f64().unwrap() < 6.0,
        "it ends at rest, not at its latest"
    );
    (folder, last)
}

#[test]
fn a_tunic_of_two_panels_is_sewn_around_a_torso() {
    let (folder, end) = drapes(TUNIC);
    assert!(end["open_stitch"].as_f64().unwrap() < 1e-3);
    let begin = &stats(&folder.path().join("run/drape"))[0];
    assert!(begin["mean_stitch"].as_f64().unwrap() > 0.1, "it was open");
    // The run is taken up as any other; its scene knows the drape.
    let again = tangency(
        folder.path(),
        &["run", "g.toml", "--out", "run", "--resume"],
    );
    assert_eq!(again.code, 0, "{}", again.text);
    assert!(again.text.contains("complete"), "{}", again.text);
    let twice = tangency(folder.path(), &["run", "g.toml", "--out", "run"]);
    assert_eq!(twice.code, 2, "{}", twice.text);
    assert!(twice.text.contains("--overwrite"), "{}", twice.text);
}

#[test]
fn a_seam_that_a_round_body_keeps_open_is_named_and_the_scene_begins() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("g.toml"), SKIRT).unwrap();
    let outcome = tangency(at, &["run", "g.toml", "--out", "run"]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    // Cloth of edges this long cannot lie on the waist: it is off by the height of the arc above them, 2.5 mm.
    let named = "the seam `waist` is open: 6 of 10 stitches";
    assert!(outcome.text.contains(named), "{}", outcome.text);
    assert!(!outcome.text.contains("the seam `side"), "{}", outcome.text);
    let last = stats(&at.join("run/drape")).pop().unwrap();
    assert!(last["open_stitch"].as_f64().unwrap() < 5e-3);
    for run in ["run", "run/drape"] {
        let verified = tangency(at, &["verify", run]);
        assert_eq!(verified.code, 0, "{run}: {}", verified.text);
    }
}

#[test]
fn a_drape_that_is_killed_goes_on_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("g.toml"), TUNIC).unwrap();
    let whole = tangency(at, &["run", "g.toml", "--out", "whole", "--quiet"]);
    assert_eq!(whole.code, 0, "{}", whole.text);

    let mut child = start(at, &["run", "g.toml", "--out", "killed"]);
    let sixth = at.join("killed/drape/frames/000006.npy");
    let started = Instant::now();
    while !sixth.exists() {
        assert!(
            started.elapsed() < Duration::from_secs(300),
            "no sixth frame"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        !at.join("killed/scene.json").exists(),
        "it was killed in the drape"
    );
    let resumed = tangency(at, &["run", "killed", "--resume", "--quiet"]);
    assert_eq!(resumed.code, 0, "{}", resumed.text);
    for part in ["drape", "."] {
        let [a, b] = ["whole", "killed"].map(|run| frames(&at.join(run).join(part)));
        assert!(a.len() > 1 && a == b, "{part}: other frames");
    }
}

#[test]
fn a_drape_that_never_rests_ends_with_words_and_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let short = TUNIC.replace("longest = 6", "longest = 0.08");
    fs::write(at.join("g.toml"), short).unwrap();
    let outcome = tangency(at, &["run", "g.toml", "--out", "run"]);
    assert_ne!(outcome.code, 0);
    for words in [
        "the drape is not at rest",
        "drape.longest",
        "the seam `side.0` is open",
    ] {
        assert!(outcome.text.contains(words), "{}", outcome.text);
    }
    assert!(!at.join("run/scene.json").exists());
}

/// A soft cube that is thrown on the ground, with too few iterations for a step of one length.
const THROWN: &str = r#"
ground = 0
[time]
step = { most = 0.04, least = 0.00015625 }
duration = 0.4
[solver]
max_iterations = 9
[[body]]
name = "cube"
shape = { box = { size = [0.2, 0.2, 0.2], cells = [3, 3, 3] } }
translate = [0, 0.15, 0]
velocity = [0, -6, 0]
material = { young = 1e5 }
"#;

#[test]
fn a_run_with_cut_steps_is_verified_and_has_the_same_bits_for_any_threads_and_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("t.toml"), THROWN).unwrap();
    let run = |arguments: &[&str]| {
        let outcome = tangency(at, arguments);
        assert_eq!(outcome.code, 0, "{}", outcome.text);
    };
    run(&["run", "t.toml", "--out", "one", "--threads", "1"]);
    run(&["run", "t.toml", "--out", "two", "--threads", "2"]);
    run(&["run", "t.toml", "--out", "parts", "--steps", "3"]);
    run(&[
        "run", "t.toml", "--out", "parts", "--resume", "--steps", "10",
    ]);
    let one = at.join("one");
    let cut: usize = (stats(&one).iter())
        .map(|line| line["parts"].as_array().unwrap().len())
        .sum();
    println!("10 steps in {cut} parts");
    assert!(cut > 10, "no step was cut");
    for other in ["two", "parts"] {
        assert!(
            frames(&one) == frames(&at.join(other)),
            "{other}: other frames"
        );
        run(&["verify", other]);
    }
    let fixed = THROWN.replace("{ most = 0.04, least = 0.00015625 }", "0.04");
    fs::write(at.join("fixed.toml"), fixed).unwrap();
    let outcome = tangency(at, &["run", "fixed.toml", "--out", "fixed"]);
    assert_eq!(outcome.code, 3, "{}", outcome.text);
}
