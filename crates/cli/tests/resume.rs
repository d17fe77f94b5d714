//! Runs that are taken up again: what changed meanwhile, where they end, who else writes there, and checkpoints that do
//! not fit.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Outcome, start, tangency};
use serde_json::Value;
use tangency_io::npy::{NpyArray, NpyElements};
use tangency_io::npz;

/// A cube that falls on the ground in ten steps.
const SCENE: &str = "ground = 0\n[time]\nstep = 0.025\nduration = 0.25\n[[body]]\nname = \"cube\"\nshape = { box = {} }\n\
    translate = [0, 0.51, 0]\nmaterial = { density = 1000, young = 1e5, poisson = 0.4 }\n";

/// All files of a run but its lock.
fn contents(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let folders = [run.to_path_buf(), run.join("frames")];
    let entries = folders.iter().flat_map(|f| fs::read_dir(f).unwrap());
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.is_file() && !path.ends_with("lock"))
        .map(|path| (path.display().to_string(), fs::read(path).unwrap()))
        .collect()
}

fn json(path: impl AsRef<Path>) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The program's answer, which must have this exit code and these parts.
#[track_caller]
fn says(folder: &Path, arguments: &str, code: i32, parts: &[&str]) -> Outcome {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let outcome = tangency(folder, &arguments);
    assert_eq!(outcome.code, code, "{}", outcome.text);
    for part in parts {
        assert!(
            outcome.text.contains(part),
            "`{part}` is not in: {}",
            outcome.text
        );
    }
    outcome
}

#[test]
fn an_edited_scene_is_refused_or_taken_on_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let (at, run) = (folder.path(), folder.path().join("runs/s"));
    let edit = |from: &str, to: &str| {
        assert!(SCENE.contains(from));
        fs::write(at.join("s.toml"), SCENE.replace(from, to)).unwrap();
    };
    edit("1e5", "1e5");
    says(at, "run s.toml --steps 4", 0, &[]);
    let before = contents(&run);
    let list = "body.0.material.young (cube): 100000.0 in the run, 20000.0 now";
    edit("1e5", "2e4");
    let ways = ["--with-changes", "--overwrite", "from step 4 on"];
    says(at, "run s.toml --resume", 2, &[&[list][..], &ways].concat());
    // What no run can change on its way, and other bodies.
    edit("step = 0.025", "step = 0.0125");
    says(at, "run s.toml --resume --with-changes", 2, &["time.step"]);
    edit("box = {}", "box = { size = [1, 1, 2] }");
    let other = ["other bodies", "rest", "topology.npz"];
    says(at, "run s.toml --resume --with-changes", 2, &other);
    assert!(contents(&run) == before, "a refused run was touched");

    edit("1e5", "2e4");
    says(
        at,
        "run s.toml --resume --with-changes",
        0,
        &["10, the end"],
    );
    let old = &before[&run.join("scene.json").display().to_string()];
    assert!(&fs::read(run.join("scene.000004.json")).unwrap() == old);
    assert_eq!(
        json(run.join("scene.json"))["body"][0]["material"]["young"],
        2e4
    );
    let change = json(run.join("changes.jsonl"));
    assert_eq!(change["after_step"], 4);
    assert_eq!(change["scene"], "scene.000004.json");
    assert_eq!(change["differences"][0]["path"], "body.0.material.young");
    says(at, "verify runs/s", 0, &[]);
    says(at, "report runs/s", 0, &[]);
    let page = fs::read_to_string(run.join("report.html")).unwrap();
    assert!(page.contains("after step 4: body.0.material.young"));
    // The softer cube sinks in deeper than one that stays stiff.
    edit("1e5", "1e5");
    says(at, "run s.toml --out stiff", 0, &[]);
    let frame = |run: &Path| fs::read(run.join("frames/000010.npy")).unwrap();
    assert!(frame(&run) != frame(&at.join("stiff")), "nothing changed");
}

#[test]
fn what_was_said_at_the_start_is_said_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let begin = "run two-cubes --set drop=0.02 --linear direct --steps 2";
    says(at, begin, 0, &[]);
    says(at, "run two-cubes --resume --steps 3", 0, &[]);
    says(
        at,
        "run two-cubes --resume --steps 4 --set drop=0.02",
        0,
        &[],
    );
    let refused = "run two-cubes --resume --set drop=0.03";
    let list = "parameters.drop: 0.02 in the run, 0.03 now";
    says(at, refused, 2, &[list, "(cube.1)"]);
    says(
        at,
        "run two-cubes --resume --linear amg",
        2,
        &["solver.linear"],
    );
    // The folder alone has nothing to compare with, but what is set is.
    says(at, "run runs/two-cubes --resume --steps 5", 0, &[]);
    let stiffer = "run runs/two-cubes --resume --set solver.max_iterations=9";
    says(
        at,
        stiffer,
        2,
        &["solver.max_iterations: 1000 in the run, 9 now"],
    );
    says(
        at,
        "run runs/two-cubes --resume --set drop=1",
        2,
        &["evaluated"],
    );
}

#[test]
fn a_run_that_was_told_to_stop_goes_on_to_the_end_of_its_scene() {
    let folder = tempfile::tempdir().unwrap();
    let (at, run) = (folder.path(), folder.path().join("part"));
    fs::write(at.join("s.toml"), SCENE).unwrap();
    says(at, "run s.toml --out whole", 0, &[]);
    says(at, "run s.toml --out part --steps 5", 0, &[]);
    assert_eq!(json(run.join("scene.json"))["time"]["duration"], 0.25);
    let told = [
        "--steps 5 ended the run after step 5",
        "from step 5 to step 10",
    ];
    says(at, "run part --resume", 0, &told);
    for file in [
        "frames/000010.npy",
        "checkpoint.npz",
        "certificate.json",
        "scene.json",
    ] {
        let read = |run: &str| fs::read(at.join(run).join(file)).unwrap();
        assert!(read("whole") == read("part"), "{file} differs");
    }
    let done = contents(&run);
    says(
        at,
        "run part --resume",
        0,
        &["the run is complete: 10 of 10 steps"],
    );
    says(
        at,
        "run part --resume --steps 3",
        0,
        &["has done 10 steps already"],
    );
    assert!(contents(&run) == done, "a complete run was touched");
    says(at, "run part --resume --until 0.3", 0, &["to step 12"]);
}

/// Waits for a file.
fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{path:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_live_run_is_left_alone_and_a_killed_one_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let (at, run) = (folder.path(), folder.path().join("runs/two-cubes"));
    let mut child = start(at, &["run", "two-cubes", "--until", "10000", "--quiet"]);
    wait_for(&run.join("frames/000002.npy"));
    let owner = format!("process {} (", child.id());
    for how in ["", " --overwrite", " --resume"] {
        let refused = says(at, &format!("run two-cubes{how}"), 2, &["two-cubes"]);
        // Without --overwrite there is an earlier run in the way as well.
        let is_named = refused.text.contains(&owner) && refused.text.contains("--until 10000");
        assert!(is_named || how.is_empty(), "{}", refused.text);
    }
    says(
        at,
        "render runs/two-cubes --frame 1 --size 16x9 -o a.png",
        0,
        &[],
    );
    assert!(run.join("frames/000000.npy").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    says(at, "run runs/two-cubes --resume --steps 1", 0, &[]);
    says(at, "run two-cubes --overwrite --steps 1", 0, &[]);
}

/// Replaces an array of a checkpoint.
fn replace(run: &Path, name: &str, change: impl Fn(&mut Vec<f64>)) {
    let path = run.join("checkpoint.npz");
    let mut arrays = npz::read(&path).unwrap().arrays;
    let found = arrays.iter_mut().find(|(known, _)| known == name).unwrap();
    let NpyElements::F64(values) = &mut found.1.elements else {
        panic!("{name} has another type");
    };
    change(values);
    let (count, values) = (values.len(), values.clone());
    // `v` has rows of three, `time` is a number, the rest are lines.
    let shape = std::mem::take(&mut found.1.shape);
    found.1 = match shape.len() {
        1 => NpyArray::line(NpyElements::F64(values)),
        2 => NpyArray {
            shape: vec![count / 3, 3],
            elements: NpyElements::F64(values),
        },
        _ => NpyArray {
            shape,
            elements: NpyElements::F64(values),
        },
    };
    let named: Vec<(&str, NpyArray)> = arrays.iter().map(|(n, a)| (&n[..], a.clone())).collect();
    npz::write(&path, &named).unwrap();
}

/// Cables whose integrators keep accelerations, or the step before.
#[test]
fn a_checkpoint_that_does_not_fit_is_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    type Change = fn(&mut Vec<f64>);
    let shorter: Change = |values| values.truncate(values.len() - 3);
    let longer: Change = |values| values.extend([0.0; 3]);
    let odd: Change = |values| values.push(0.0);
    let lost: Change = |values| values[0] = f64::NAN;
    let half: Change = |values| values[0] = 0.5;
    let empty: Change = |values| values.clear();
    let common = [
        ("v", shorter),
        ("v", lost),
        ("start", shorter),
        ("start", odd),
        ("angle_x", shorter),
        ("angle_v", longer),
        ("directors", shorter),
        ("directors", half),
        ("twists", odd),
        ("twists", lost),
        ("released", longer),
        ("released", |values| values.push(0.5)),
        ("kappa", longer),
        ("kappa", lost),
        ("time", half),
        ("certificate", longer),
        ("certificate", half),
        ("continuous", odd),
    ];
    let newmark = [("a", shorter), ("a", empty), ("earlier_x", longer)];
    let bdf2 = [
        ("earlier_x", shorter),
        ("earlier_v", longer),
        ("earlier_v", empty),
        ("a", longer),
    ];
    let cases = [("newmark", &newmark[..]), ("bdf2", &bdf2[..])];
    for (integrator, own) in cases {
        let scene = "run cable-twist --quiet --set segments=6 --set time.integrator=";
        let begin = format!("{scene}{integrator} --steps 3 --out {integrator}");
        says(at, &begin, 0, &[]);
        let run = at.join(integrator);
        let checkpoint = run.join("checkpoint.npz");
        let whole = fs::read(&checkpoint).unwrap();
        // A frame that the checkpoint does not know of, as a killed run leaves it.
        fs::write(run.join("frames/000004.npy"), "later").unwrap();
        let common = if integrator == "bdf2" {
            &[][..]
        } else {
            &common
        };
        for &(array, change) in common.iter().chain(own) {
            replace(&run, array, change);
            let before = contents(&run);
            let resume = format!("run {integrator} --resume --quiet --steps 5");
            let named = match array {
                "v" => "velocit",
                "time" => "`time`",
                _ => array,
            };
            let refused = tangency(at, &resume.split(' ').collect::<Vec<_>>());
            let text = &refused.text;
            assert!(refused.code == 2, "{array}: {} {text}", refused.code);
            let is_named = text.contains(named) || text.contains(&format!("`{array}`"));
            assert!(is_named && text.contains("checkpoint"), "{array}: {text}");
            assert!(contents(&run) == before, "{array}: the run was touched");
            fs::write(&checkpoint, &whole).unwrap();
        }
        says(
            at,
            &format!("run {integrator} --resume --quiet --steps 5"),
            0,
            &[],
        );
    }
}

#[test]
fn a_step_that_fails_does_not_hide_that_the_certificate_had() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("s.toml"), SCENE).unwrap();
    says(at, "run s.toml --steps 3", 0, &[]);
    replace(&at.join("runs/s"), "certificate", |tally| {
        (tally[1], tally[7]) = (2.0, 0.0);
    });
    let fails = "run runs/s --resume --with-changes --set solver.max_iterations=1";
    let told = ["The certificate had failed before that", "2 intersections"];
    says(at, fails, 3, &told);
}
