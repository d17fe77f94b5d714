//! What the viewer computes is what the run would have written; what a run that is looked at writes is what it writes alone.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::tangency;
use serde_json::Value;
use tangency_view::{Subject, ViewedRun, ViewedScene};

const PRESSED: &str = r#"
ground = 0
[time]
step = 0.01
duration = 0.2
[friction]
mu = 0.3
[output]
fields = "all"
precision = "double"
[[body]]
name = "block"
shape = { box = { size = [0.2, 0.2, 0.2], cells = [3, 3, 3] } }
translate = [0, 0.101, 0]
velocity = [0.5, -0.2, 0]
material = { density = 1000, young = 1e5, poisson = 0.4 }
"#;

const BLOCKED: &str = r#"
[[body]]
name = "cube"
shape = { box = { size = [1, 1, 1], cells = [1, 1, 1] } }
translate = [0, 0.501, 0]
material = { density = 1000, young = 1e6, poisson = 0.4 }
[[boundary]]
name = "held"
body = "cube"
[[obstacle]]
name = "plate"
shape = { box = { size = [2, 0.1, 2], cells = [1, 1, 1] } }
translate = [0, 1.1, 0]
motion = { velocity = [0, -2, 0], duration = 0.5 }
[time]
step = 0.01
duration = 0.1
"#;

/// The numbers of an array of a pack.
fn floats(bytes: &[u8], name: &str) -> Vec<f32> {
    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let header: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
    let arrays = header["arrays"].as_array().unwrap();
    let entry = arrays.iter().find(|entry| entry["name"] == name).unwrap();
    let at = 4 + length + entry["at"].as_u64().unwrap() as usize;
    let count = entry["count"].as_u64().unwrap() as usize;
    let numbers = bytes[at..at + 4 * count].chunks_exact(4);
    numbers
        .map(|b| f32::from_le_bytes(b.try_into().unwrap()))
        .collect()
}

fn assert_close(a: &[f32], b: &[f32], share: f32, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    let largest = b
        .iter()
        .copied()
        .filter(|v| v.is_finite())
        .fold(0.0, |m: f32, v| m.max(v.abs()));
    assert!(largest > 0.0, "{what} is zero everywhere");
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        let is_same = a.is_nan() && b.is_nan() || (a - b).abs() <= share * largest;
        assert!(
            is_same,
            "{what} {k}: {a} computed, {b} recorded, the largest is {largest}"
        );
    }
}

#[test]
fn computed_fields_are_those_that_a_run_writes() {
    for contact in ["ipc", "convergent", "gcp", "ogc"] {
        computed_and_recorded(contact);
    }
}

fn computed_and_recorded(contact: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), PRESSED).unwrap();
    let words = ["run", "s.toml", "-o", "run", "-q", "--contact", contact];
    tangency(folder.path(), &words).assert_done();
    let path = folder.path().join("run");
    let recorded = ViewedRun::open(&path).unwrap();
    // Element fields hold by themselves; contact has the stiffness of the statistics.
    let fields = [
        ("von_mises", "triangles", 1e-5),
        ("cauchy_stress.yy", "triangles", 1e-5),
        ("principal_stretches", "triangles", 1e-6),
        ("energy_density", "triangles", 1e-5),
        ("velocity.x", "vertices", 1e-5),
        ("contact_force.y", "vertices", 1e-4),
        ("contact_pressure", "vertices", 1e-4),
    ];
    let values = |run: &ViewedRun| -> Vec<Vec<f32>> {
        let pack =
            |(field, place, _): &(&str, &str, f32)| floats(&run.colour(field, 15).unwrap(), place);
        fields.iter().map(pack).collect()
    };
    let told = values(&recorded);
    let pairs = recorded.pairs(15).unwrap();
    std::fs::remove_dir_all(path.join("fields")).unwrap();
    let computed = ViewedRun::open(&path).unwrap();
    for ((field, _, share), (a, b)) in fields.iter().zip(values(&computed).iter().zip(&told)) {
        assert_close(a, b, *share, &format!("{contact}: {field}"));
    }
    let again = computed.pairs(15).unwrap();
    for (name, share) in [("distance", 1e-6), ("force", 1e-4), ("sticks", 0.0)] {
        assert_close(
            &floats(&again, name),
            &floats(&pairs, name),
            share,
            &format!("{contact}: {name}"),
        );
    }
}

#[test]
fn a_step_that_fails_leaves_its_geometry_until_it_is_done() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), BLOCKED).unwrap();
    let run = |more: &[&str]| {
        let words = [&["run", "s.toml", "-o", "run", "-q"], more].concat();
        tangency(folder.path(), &words).code
    };
    assert_eq!(run(&[]), 3);
    let file = folder.path().join("run/failure.json");
    let viewed = ViewedRun::open(&folder.path().join("run")).unwrap();
    let failure = viewed.manifest().unwrap()["failure"].clone();
    assert_eq!(failure["program"], "plate");
    assert_eq!(
        failure["pair"]["bodies"],
        serde_json::json!(["cube", "plate"])
    );
    assert!(failure["vertex"].as_u64().unwrap() >= 8, "one of the plate");
    // Resumed only as far as it came, it has not failed.
    let steps = failure["step"].as_u64().unwrap() - 1;
    assert_eq!(run(&["--resume", "--steps", &steps.to_string()]), 0);
    let gone = run(&["--overwrite", "--steps", "1"]);
    assert_eq!((gone, file.exists()), (0, false));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_looked_at_has_the_same_bits() {
    use std::io::{BufRead, BufReader};

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), PRESSED).unwrap();
    tangency(folder.path(), &["run", "s.toml", "-o", "alone", "-q"]).assert_done();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tangency"))
        .args(["run", "s.toml", "-o", "seen", "-q", "--view", "--no-open"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    let mut notes = BufReader::new(child.stderr.take().unwrap()).lines();
    let ended = notes.find(|line| line.as_ref().unwrap().contains("the run has ended"));
    assert!(ended.is_some(), "it waits for Ctrl-C");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let frame = |run: &str, k: u32| {
        let path = folder.path().join(format!("{run}/frames/{k:06}.npy"));
        std::fs::read(path).unwrap()
    };
    for k in 0..=20 {
        assert_eq!(frame("alone", k), frame("seen", k), "frame {k}");
    }
}

#[test]
fn a_tangled_scene_tells_every_pair_and_a_mistake_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.toml");
    let scene = |at: &str| {
        let body = "[[body]]\nshape = { box = { size = [1, 1, 1], cells = [1, 1, 1] } }\n";
        format!("{body}{body}translate = {at}\n")
    };
    let seen = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let budget = tangency_scene::Budget::default();
        ViewedScene::open(&file.display().to_string(), &[], budget)
    };
    let preview = |scene: &ViewedScene| scene.manifest().unwrap()["preview"].clone();
    let tangled = seen(&scene("[0.5, 0.4, 0.3]"));
    let told = preview(&tangled);
    let pairs = told["pairs"].as_array().unwrap();
    assert!(told["error"].is_null() && pairs.len() >= 6, "{told}");
    assert_eq!(told["pair_count"], pairs.len());
    assert!(pairs.iter().all(|pair| pair["vertices"][0][0].is_u64()));
    assert_eq!(tangled.frame(0).unwrap().len(), 16 * 12);
    assert_eq!(preview(&seen(&scene("[0.5, 1.4, 0.3]")))["pair_count"], 0);
    let wrong = seen(&scene("[0.5, 1.4]"));
    let error = preview(&wrong)["error"].clone();
    assert_eq!(error["line"], 5, "{error}");
    assert!(
        error["excerpt"]
            .to_string()
            .contains("translate = [0.5, 1.4]")
    );
    assert!(wrong.frame(0).is_err());
    // Saved again, it is read again.
    let version = wrong.status()["version"].clone();
    std::thread::sleep(std::time::Duration::from_millis(20));
    std::fs::write(&file, scene("[0.5, 1.4, 0]")).unwrap();
    assert_ne!(wrong.status()["version"], version);
    assert!(preview(&wrong)["error"].is_null());
}

#[test]
fn what_is_no_run_and_no_scene_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let outcome = tangency(folder, &["view", "no-such-scene", "--no-open"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.text.contains("no catalogue scene `no-such-scene`"),
        "{}",
        outcome.text
    );
    let empty = tempfile::tempdir().unwrap();
    let outcome = tangency(empty.path(), &["view", ".", "--no-open"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.text.contains("is not a run folder"),
        "{}",
        outcome.text
    );
}
