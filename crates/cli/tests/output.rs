//! Fields, probes and forces that a run writes, and that they are the same after it was interrupted.

use std::fs;
use std::path::Path;

use crate::common::tangency;
use serde_json::Value;

const SCENE: &str = "ground = 0\n[time]\nstep = 0.01\nduration = 0.08\n\
    [[body]]\nname = 'cube'\nshape = { box = { size = [0.1, 0.1, 0.1], cells = [2, 2, 2] } }\ntranslate = [0, 0.0505, 0]\nvelocity = [0.1, -1, 0]\n\
    [friction]\nmu = 0.3\n\
    [output]\nfields = ['velocity', 'von_mises', 'contact_force', 'contacts']\nevery = 2\n\
    [[output.probe]]\nname = 'top'\nbody = 'cube'\nselect = { end = { side = '+y' } }\nfields = ['displacement', 'contact_force']\n";

fn run(folder: &Path, arguments: &[&str]) {
    let outcome = tangency(folder, &[&["run"], arguments, &["--quiet"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.text);
}

fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = all
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn fields_probes_and_forces_are_written_and_survive_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("s.toml"), SCENE).unwrap();
    run(at, &["s.toml", "--out", "whole"]);
    run(at, &["s.toml", "--out", "parts", "--steps", "3"]);
    run(at, &["parts", "--resume", "--steps", "5"]);
    run(at, &["parts", "--resume"]);
    let fields = names(&at.join("whole/fields"));
    assert_eq!(
        fields,
        [
            "000000.npz",
            "000002.npz",
            "000004.npz",
            "000006.npz",
            "000008.npz"
        ]
    );
    assert_eq!(names(&at.join("parts/fields")), fields);
    for name in fields {
        let [a, b] = ["whole", "parts"].map(|run| at.join(run).join("fields").join(&name));
        assert!(
            fs::read(a).unwrap() == fs::read(b).unwrap(),
            "{name} differs"
        );
    }
    let [whole, parts] =
        ["whole", "parts"].map(|run| fs::read_to_string(at.join(run).join("probes.csv")).unwrap());
    assert_eq!(whole, parts);
    let mut lines = whole.lines();
    let header = lines.next().unwrap();
    assert!(
        header.starts_with("step,time,top.displacement.x,"),
        "{header}"
    );
    assert_eq!(lines.clone().count(), 8);
    let columns = header.split(',').count();
    assert!(lines.all(|line| line.split(',').count() == columns));
    let stats = fs::read_to_string(at.join("whole/stats.jsonl")).unwrap();
    let last: Value = serde_json::from_str(stats.lines().last().unwrap()).unwrap();
    let ground = &last["forces"]["reactions"]["ground"]["force"];
    assert!(ground[1].as_f64().unwrap() > 0.0, "{ground}");
    let cube = &last["forces"]["bodies"]["cube"];
    let speed = cube["momentum"][0].as_f64().unwrap() / cube["mass"].as_f64().unwrap();
    assert!(speed.abs() < 0.05, "friction stops it: {speed} m/s");
}

#[test]
fn a_field_that_is_not_there_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = SCENE.replace("'von_mises'", "'von_misses'");
    fs::write(folder.path().join("s.toml"), text).unwrap();
    let outcome = tangency(folder.path(), &["run", "s.toml"]);
    assert_eq!(outcome.code, 2, "{}", outcome.text);
    for part in ["s.toml:", "output.fields", "did you mean", "von_mises"] {
        assert!(outcome.text.contains(part), "{}", outcome.text);
    }
    assert!(!folder.path().join("runs").exists());
}

/// A block that is pressed on the ground without inertia, solved to a tolerance, m/s.
fn press(at: &Path, tolerance: &str) -> (String, Vec<Value>) {
    let scene = format!(
        "gravity = [0, 0, 0]\nground = 0\n[time]\nstep = 0.1\nduration = 0.3\nintegrator = 'quasi-static'\n\
         [solver]\nnewton_tolerance = {{ absolute = {tolerance} }}\ndhat = {{ absolute = 2e-6 }}\n\
         [[body]]\nname = 'block'\nshape = {{ box = {{ size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }} }}\ntranslate = [0, 0.050002, 0]\n\
         material = {{ density = 1000, young = 1e6, poisson = 0.3 }}\n\
         [[boundary]]\nname = 'press'\nbody = 'block'\nselect = {{ end = {{ side = '+y' }} }}\nmotion = {{ velocity = [0, -0.01, 0] }}\n"
    );
    fs::write(at.join("press.toml"), scene).unwrap();
    let arguments = ["run", "press.toml", "--quiet", "--overwrite", "--out", "p"];
    let outcome = tangency(at, &arguments);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    let stats = fs::read_to_string(at.join("p/stats.jsonl")).unwrap();
    let lines = stats
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    (outcome.text, lines.collect())
}

/// Forces of press and ground in a step, N.
fn up_and_down(line: &Value) -> [f64; 2] {
    let reactions = &line["forces"]["reactions"];
    ["ground", "press"].map(|name| reactions[name]["force"][1].as_f64().unwrap())
}

#[test]
fn forces_that_the_solver_has_left_wrong_are_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    let (warning, lines) = press(folder.path(), "1e-3");
    let [up, down] = up_and_down(&lines[0]);
    assert!((up + down).abs() > 0.1 * up, "{up} N, {down} N");
    let left = format!("{:.3e} N on `block`", up + down);
    let largest = format!("the largest force is {up:.3e} N");
    for words in [
        "warning: forces of 1 of 3 steps are not to be trusted",
        "Most in step 1:",
        &left,
        &largest,
        "lower solver.newton_tolerance, which was 1.0e-3 m/s, to { absolute = ",
    ] {
        assert!(warning.contains(words), "{words}: {warning}");
    }
    assert_eq!(warning.matches("warning").count(), 1, "{warning}");

    // Who does as it says is not warned again.
    let (_, advice) = warning.split_once("absolute = ").unwrap();
    let (better, _) = advice.split_once(' ').unwrap();
    let (quiet, lines) = press(folder.path(), better);
    assert_eq!(quiet, "");
    for line in &lines {
        let [up, down] = up_and_down(line);
        assert!((up + down).abs() < 0.05 * up, "{up} N, {down} N");
    }
}
