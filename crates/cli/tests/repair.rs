//! `tangency repair` and `repair = true`: starts that are brought apart, what is said of it, and what is refused.

use std::fs;
use std::path::Path;

use crate::common::{Outcome, tangency};
use serde_json::Value;
use tangency_io::run_folder::RunReader;

const TIME: &str = "[time]\nstep = 0.005\nduration = 0.02\n";

/// Two cubes of an edge of 1 m, one 0.2 m deep in the other.
const BOXES: &str = r#"
[[body]]
name = "a"
shape = { box = { cells = [3, 3, 3] } }
[[body]]
name = "b"
shape = { box = { cells = [3, 3, 3] } }
translate = [0.8, 0.1, 0.05]
"#;

/// A cube held at its top, its bottom 0.05 m below the ground.
const HELD: &str = r#"
ground = 0
[[body]]
name = "a"
shape = { box = { cells = [3, 3, 3] } }
translate = [0, 0.45, 0]
[[boundary]]
name = "top"
body = "a"
select = { end = { side = "+y", fraction = 0.01 } }
"#;

/// A sheet held at one side that another sheet, held as well, crosses.
const CROSSED: &str = r#"
[[body]]
name = "one"
shape = { cloth = { size = [0.4, 0.4], spacing = 0.1 } }
material = { density = 300, young = 1e5, thickness = 1e-3 }
[[body]]
name = "two"
shape = { cloth = { size = [0.4, 0.4], spacing = 0.1 } }
rotate = [0, 0, 90]
material = { density = 300, young = 1e5, thickness = 1e-3 }
[[boundary]]
name = "first"
body = "one"
[[boundary]]
name = "second"
body = "two"
"#;

/// A folder with a scene.
fn with_scene(first: &str, scene: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // Values of the scene itself come before its tables.
    let (own, tables) = scene.split_at(scene.find("[[").unwrap());
    fs::write(
        folder.path().join("s.toml"),
        format!("{first}\n{own}{TIME}{tables}"),
    )
    .unwrap();
    folder
}

#[track_caller]
fn says(folder: &Path, arguments: &str, code: i32, parts: &[&str]) -> Outcome {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let outcome = tangency(folder, &arguments);
    assert_eq!(outcome.code, code, "{}", outcome.text);
    for part in parts {
        let text = &outcome.text;
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    outcome
}

fn account(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("repaired/s/repair.json")).unwrap()).unwrap()
}

/// Repairs the scene and runs and verifies what comes of it.
#[track_caller]
fn repaired(folder: &Path) -> Value {
    says(
        folder,
        "repair s.toml --most 0.5",
        0,
        &["repaired/s/scene.toml"],
    );
    for picture in ["before.png", "after.png"] {
        assert!(folder.join("repaired/s").join(picture).is_file());
    }
    says(folder, "run repaired/s/scene.toml -o run -q", 0, &[]);
    says(
        folder,
        "verify run",
        0,
        &["verified: the certificate holds"],
    );
    account(folder)
}

#[test]
fn cubes_go_apart_by_half_of_their_depth_each() {
    let folder = with_scene("", BOXES);
    let at = folder.path();
    says(
        at,
        "run s.toml",
        2,
        &["intersects at the start", "tangency repair"],
    );
    let account = repaired(at);
    let largest = account["largest"].as_f64().unwrap();
    assert!((0.1..0.103).contains(&largest), "{largest}");
    let bodies = account["bodies"].as_array().unwrap();
    assert_eq!(bodies.len(), 2);
    for body in bodies {
        assert_eq!(body["is_deformed"], false);
        assert_eq!(body["moved"], 64);
    }
}

#[test]
fn what_is_held_stays_and_the_rest_gives_way() {
    let folder = with_scene("", HELD);
    let at = folder.path();
    let account = repaired(at);
    assert_eq!(account["bodies"][0]["is_deformed"], true);
    let largest = account["largest"].as_f64().unwrap();
    assert!((0.05..0.08).contains(&largest), "{largest}");
    let run = RunReader::open(at.join("run")).unwrap();
    let (rest, start) = (run.topology().rest.clone(), run.frame(0).unwrap());
    let held: Vec<usize> = (0..rest.len()).filter(|&v| rest[v].y > 0.94).collect();
    assert_eq!(held.len(), 16);
    assert!(held.iter().all(|&v| start[v] == rest[v]));
    let lowest = start.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!(lowest > 0.0, "{lowest}");
}

#[test]
fn what_cannot_be_moved_is_said_with_its_pairs() {
    let folder = with_scene("", CROSSED);
    let words = ["could not be repaired", "`one` and `two`"];
    says(folder.path(), "repair s.toml", 2, &words);
    assert!(
        !folder.path().join("repaired").exists(),
        "nothing is written"
    );
    let folder = with_scene("", BOXES);
    let words = ["could be repaired, but", "1.000e-2 m", "`a` and `b`"];
    says(folder.path(), "repair s.toml --most 1cm", 2, &words);
    let folder = with_scene("repair = { most = \"1 cm\" }", BOXES);
    says(folder.path(), "run s.toml", 2, &words);
}

#[test]
fn a_scene_that_asks_for_it_runs_resumes_and_is_verified_with_the_same_bits() {
    let folder = with_scene("repair = true", HELD);
    let at = folder.path();
    says(
        at,
        "run s.toml -o one --threads 1",
        0,
        &["`a` was deformed"],
    );
    says(at, "run s.toml -o two --threads 3 --steps 2 -q", 0, &[]);
    says(at, "run two --resume -q", 0, &[]);
    for run in ["one", "two"] {
        let text = says(at, &format!("verify {run}"), 0, &["verified"]).text;
        assert!(!text.contains("on trust: topology.npz"), "{text}");
    }
    let frame = |run: &str, n: u32| fs::read(at.join(format!("{run}/frames/{n:06}.npy"))).unwrap();
    for n in 0..=4 {
        assert_eq!(frame("one", n), frame("two", n), "frame {n}");
    }
}

#[test]
fn a_start_that_was_found_elsewhere_is_tested_like_any_other() {
    let folder = with_scene("", BOXES);
    let at = folder.path();
    says(at, "repair s.toml -o fine", 0, &[]);
    // The positions of the scene as it was: they intersect.
    let original = with_scene("", HELD);
    says(original.path(), "repair s.toml --most 0.5 -o fine", 0, &[]);
    fs::copy(
        original.path().join("fine/start.npy"),
        at.join("fine/start.npy"),
    )
    .unwrap();
    let words = ["repair.start", "64 positions", "128 vertices"];
    says(at, "run fine/scene.toml", 2, &words);
}

#[test]
fn a_soup_of_triangles_is_welded_and_turned_and_said() {
    let folder = with_scene(
        "repair = true",
        "[[body]]\nname = \"cloth\"\nshape = { file = \"soup.obj\" }\nmaterial = { density = 300, young = 1e5, thickness = 1e-3 }\n",
    );
    let at = folder.path();
    let corners = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 0\nv 0 0 1\nv 1 0 1\nv 5 5 5\n";
    // Both as seen from opposite sides, and the first once more.
    let soup = format!("{corners}f 1 2 3\nf 4 5 6\nf 1 2 3\n");
    fs::write(at.join("soup.obj"), &soup).unwrap();
    says(
        at,
        "info soup.obj",
        0,
        &[
            "fault: vertices at the place of another: 2, the first at (0, 0, 0) m",
            "fault: triangles that are there twice: 1",
            "fault: triangles that run against their neighbours: 1",
        ],
    );
    says(
        at,
        "run s.toml -o run",
        0,
        &["mended: vertices at the place of another: 2"],
    );
    says(at, "verify run", 0, &[]);
    let run = RunReader::open(at.join("run")).unwrap();
    assert_eq!(
        (run.topology().rest.len(), run.topology().triangles.len()),
        (4, 2)
    );
}
