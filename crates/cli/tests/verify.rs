//! `tangency verify` against edited runs: what it no longer believes, and what it says of runs that have not ended.

use std::fs;
use std::path::Path;

use crate::common::tangency;
use serde_json::Value;
use tangency_io::npy::{NpyArray, NpyElements};
use tangency_io::npz;
use tangency_io::run_folder::{Chain, RunReader};

/// A body of each kind that the topology says something special of: limited cloth, a material that may invert, a ground.
const SCENE: &str = r#"
ground = -1
[time]
step = 0.01
duration = 0.03
[[body]]
name = "cloth"
shape = { cloth = { size = [0.2, 0.2], spacing = 0.05 } }
material = { density = 300, young = 1e5, thickness = 1e-3, stretch_limit = 1.1 }
[[body]]
name = "soft"
shape = { box = { size = [0.2, 0.2, 0.2] } }
translate = [0, -0.5, 0]
material = { model = "fixed-corotated" }
[[body]]
name = "mesh"
shape = { file = "tet.msh" }
translate = [1, 0, 0]
"#;

const MESH: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 0.1 0 0\n3 0 0.1 0\n4 0 0 0.1\n$EndNodes\n\
$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n";

/// A folder with the scene run into `run`.
fn simulated() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.toml"), SCENE).unwrap();
    fs::write(folder.path().join("tet.msh"), MESH).unwrap();
    let outcome = tangency(folder.path(), &["run", "s.toml", "--quiet", "--out", "run"]);
    assert_eq!((outcome.code, outcome.text.as_str()), (0, ""));
    folder
}

/// Verifies the run; exit code and words.
fn verified(folder: &Path, more: &[&str]) -> (i32, String) {
    let outcome = tangency(folder, &[&["verify", "run"], more].concat());
    (outcome.code, outcome.text)
}

/// Computes the chain anew, as somebody would who hides what was changed.
pub fn forge_chain(run: &Path) {
    let reader = RunReader::open(run).unwrap();
    let scene = &reader.scenes().unwrap()[0].text;
    let mut chain = Chain::start(scene, &reader.topology_bytes().unwrap());
    chain.absorb_frame(0, &reader.frame_bytes(0).unwrap());
    let mut lines = String::new();
    for (step, mut line) in (1..).zip(reader.stats().unwrap()) {
        chain.absorb_frame(step, &reader.frame_bytes(step).unwrap());
        line["chain"] = Value::String(chain.to_hex());
        lines += &format!("{line}\n");
    }
    fs::write(run.join("stats.jsonl"), lines).unwrap();
    let mut certificate = reader.certificate().unwrap();
    certificate["chain"] = Value::String(chain.to_hex());
    fs::write(run.join("certificate.json"), certificate.to_string()).unwrap();
}

/// Changes arrays of `topology.npz`.
fn edit_topology(run: &Path, edit: &dyn Fn(&str, &mut NpyArray)) {
    let path = run.join("topology.npz");
    let mut arrays = npz::read(&path).unwrap().arrays;
    for (name, array) in &mut arrays {
        edit(name, array);
    }
    let named: Vec<(&str, NpyArray)> = arrays.iter().map(|(n, a)| (&n[..], a.clone())).collect();
    npz::write(&path, &named).unwrap();
}

fn no_ground(name: &str, array: &mut NpyArray) {
    if name == "half_spaces" {
        *array = NpyArray {
            shape: vec![0, 6],
            elements: NpyElements::F64(Vec::new()),
        };
    }
}

fn no_limits(name: &str, array: &mut NpyArray) {
    if let ("sheet_limits", NpyElements::F64(limits)) = (name, &mut array.elements) {
        limits.fill(f64::INFINITY);
    }
}

fn may_all_invert(name: &str, array: &mut NpyArray) {
    if let ("may_invert", NpyElements::Bool(may)) = (name, &mut array.elements) {
        may.fill(true);
    }
}

/// The tet of the mesh file, the last body, takes no part in contact any more.
fn no_mesh(name: &str, array: &mut NpyArray) {
    let keep = |length: usize| match name {
        "triangles" => length - 4,
        "edges" => length - 6,
        "points" => length - 4,
        "tets" | "may_invert" => length - 1,
        _ => length,
    };
    let rows = keep(array.shape[0]);
    let width: usize = array.shape[1..].iter().product();
    array.shape[0] = rows;
    match &mut array.elements {
        NpyElements::U32(values) => values.truncate(rows * width),
        NpyElements::Bool(values) => values.truncate(rows * width),
        _ => {}
    }
}

#[test]
fn a_sound_run_is_verified_in_every_way() {
    let folder = simulated();
    let (code, text) = verified(folder.path(), &["--continuous"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("verified: the certificate holds"), "{text}");
    assert!(
        text.contains("3 moves") && text.contains("0 touch"),
        "{text}"
    );
    assert!(!text.contains("trust"), "{text}");
    let (code, text) = verified(folder.path(), &["--json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["is_chained"]), (0, &Value::Bool(true)));
}

#[test]
fn edits_of_the_topology_are_found_by_chain_and_scene() {
    type Edit<'a> = &'a dyn Fn(&str, &mut NpyArray);
    let edits: [(&str, Edit); 4] = [
        ("half_spaces", &no_ground),
        ("sheets", &no_limits),
        ("may_invert", &may_all_invert),
        ("tets, may_invert, triangles, edges, points", &no_mesh),
    ];
    for (arrays, edit) in edits {
        let folder = simulated();
        let run = folder.path().join("run");
        edit_topology(&run, edit);
        let (code, text) = verified(folder.path(), &[]);
        assert_eq!(code, 4, "{arrays}: {text}");
        assert!(
            text.contains("the chain of stats.jsonl breaks at step 1"),
            "{text}"
        );
        let told = format!("topology.npz does not have the bodies of scene.json: {arrays} differ");
        assert!(text.contains(&told), "{text}");
        forge_chain(&run);
        let (code, text) = verified(folder.path(), &[]);
        assert_eq!(code, 4, "{arrays}: {text}");
        assert!(!text.contains("chain") && text.contains(&told), "{text}");
    }
}

#[test]
fn another_start_is_found_though_the_chain_fits() {
    let folder = simulated();
    let run = folder.path().join("run");
    fs::copy(run.join("frames/000001.npy"), run.join("frames/000000.npy")).unwrap();
    forge_chain(&run);
    let (code, text) = verified(folder.path(), &[]);
    assert_eq!(code, 4, "{text}");
    assert!(
        text.contains("frame 0 is not the start of scene.json"),
        "{text}"
    );
}

/// The tet of the mesh file jumps to the other side of the cloth: each frame by itself is sound.
#[test]
fn a_body_that_has_passed_through_another_is_found_between_frames() {
    let folder = simulated();
    let run = folder.path().join("run");
    let path = run.join("frames/000003.npy");
    let reader = RunReader::open(&run).unwrap();
    let mut x = reader.frame(3).unwrap();
    // It is the last body.
    let first = x.len() - 4;
    let jump = tangency_engine::Vec3::new(2.0, 0.05, 0.0);
    x[first..].iter_mut().for_each(|p| *p -= jump);
    let bytes = tangency_io::npy::to_bytes(&NpyArray::from_points(&x));
    fs::write(path, bytes).unwrap();
    let (code, text) = verified(folder.path(), &[]);
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("frame 3 is not what the run wrote"), "{text}");
    forge_chain(&run);
    assert_eq!(verified(folder.path(), &[]).0, 0, "each frame is sound");
    let (code, text) = verified(folder.path(), &["--continuous"]);
    assert_eq!(code, 4, "{text}");
    assert!(
        text.contains("of `cloth`") && text.contains("of `mesh`"),
        "{text}"
    );
    assert!(text.contains("touches on the straight way"), "{text}");
}

#[test]
fn without_its_meshes_a_run_is_taken_on_trust() {
    let folder = simulated();
    fs::remove_file(folder.path().join("tet.msh")).unwrap();
    let (code, text) = verified(folder.path(), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("taken on trust: topology.npz and frame 0"),
        "{text}"
    );
    assert!(text.contains("tet.msh"), "{text}");
    assert!(text.contains("verified: the certificate holds"), "{text}");
}

#[test]
fn a_run_that_has_not_ended_is_unfinished_and_not_wrong() {
    let folder = simulated();
    let run = folder.path().join("run");
    fs::remove_file(run.join("certificate.json")).unwrap();
    fs::remove_file(run.join("frames/000003.npy")).unwrap();
    let stats = fs::read_to_string(run.join("stats.jsonl")).unwrap();
    let two: Vec<&str> = stats.lines().take(2).collect();
    fs::write(run.join("stats.jsonl"), two.join("\n") + "\n").unwrap();
    let (code, text) = verified(folder.path(), &[]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("unfinished: 2 of 3 steps; no certificate to compare with yet"),
        "{text}"
    );
    assert!(
        text.contains("sound so far") && !text.contains("does not hold"),
        "{text}"
    );
    // It is judged all the same.
    fs::copy(run.join("frames/000001.npy"), run.join("frames/000002.npy")).unwrap();
    let (code, text) = verified(folder.path(), &[]);
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("frame 2 is not what the run wrote"), "{text}");
}

/// The scene of issue 21: certified and verified until every piece had its witness.
#[test]
fn a_piece_inside_a_solid_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let scene = r#"
gravity = [0, 0, 0]
[[body]]
name = "pair"
shape = { mesh = { points = [[5,0,0],[5.1,0,0],[5,0.1,0],[5,0,0.1],[0,0,0],[0.1,0,0],[0,0.1,0],[0,0,0.1]], tets = [[0,1,2,3],[4,5,6,7]] } }
[[body]]
name = "large"
shape = { box = { size = [1, 1, 1] } }
"#;
    fs::write(folder.path().join("s.toml"), scene).unwrap();
    let outcome = tangency(folder.path(), &["run", "s.toml", "--steps", "1"]);
    assert_eq!(outcome.code, 2, "{}", outcome.text);
    let told = "vertex [4] of `pair` inside the solid `large`";
    assert!(outcome.text.contains(told), "{}", outcome.text);
}
