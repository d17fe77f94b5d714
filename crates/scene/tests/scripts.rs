//! The scripts of the IPC reference: every one becomes a scene, or names the mesh that is absent; the scene
//! file made from it is the same scene; and it is the scene that was made from it by hand.

use std::path::{Path, PathBuf};

use tangency_engine::{BoundaryProgram, Model, State, Vec3};
use tangency_scene::{convert, load};

/// Scripts with a mesh that the reference folder does not have.
const ABSENT: [(&str, &str); 9] = [
    ("16_armaRoller_E1e5", "armadillo_verschoor"),
    ("armaRoller_stickSlip", "armadillo_verschoor"),
    ("19_golfBall", "sphere19K"),
    ("1_squeezeOut", "alien"),
    ("22_squishyBall", "doug_j_squishy_ball"),
    ("armadillo28K_twist", "Armadillo28K"),
    ("armadillo54K_twist", "Armadillo54K"),
    ("armadillo122K_twist", "Armadillo122K"),
    ("armadillo219K_twist", "Armadillo219K"),
];

/// Scripts that are read but not built, to keep the test short.
const LARGE: [&str; 5] = [
    "14_matTwist",
    "4_rodsTwist",
    "mat150x150_twist",
    "mat225x225_twist",
    "mat100x100_twist",
];

fn folder() -> Option<PathBuf> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/reference-scenes/ipc/input"
    );
    let folder = Path::new(path).canonicalize().ok();
    if folder.is_none() {
        println!("skipped: the reference scenes are not here");
    }
    folder
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|e| e == "txt") {
            found.push(path);
        }
    }
}

fn built(path: &Path) -> (Model, State) {
    let scene = load(&path.to_string_lossy(), &[]).unwrap();
    let (model, state, _) = scene.build().unwrap_or_else(|e| panic!("{e}"));
    (model, state)
}

fn assert_same(name: &str, (a, start_a): &(Model, State), (b, start_b): &(Model, State)) {
    assert!(
        a.rest == b.rest && start_a.x == start_b.x,
        "{name}: positions"
    );
    assert!(
        a.mass == b.mass && start_a.v == start_b.v,
        "{name}: masses, velocities"
    );
    assert!(
        a.surface.triangles == b.surface.triangles,
        "{name}: triangles"
    );
    assert!(a.surface.edges == b.surface.edges, "{name}: edges");
    assert!(a.surface.points == b.surface.points, "{name}: points");
    assert_eq!(a.boundary, b.boundary, "{name}");
    assert_eq!(a.loads, b.loads, "{name}");
    assert_eq!(a.friction, b.friction, "{name}");
    assert_eq!(a.settings, b.settings, "{name}");
    assert_eq!(a.gravity, b.gravity, "{name}");
    assert_eq!(a.half_spaces, b.half_spaces, "{name}");
}

#[test]
fn every_script_becomes_a_scene_and_the_same_scene_when_converted() {
    let Some(folder) = folder() else { return };
    let mut all = Vec::new();
    scripts(&folder, &mut all);
    assert_eq!(all.len(), 114);
    let output = tempfile::tempdir().unwrap();
    let mut absent = Vec::new();
    for path in &all {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let error = match load(&path.to_string_lossy(), &[]) {
            Ok(_) if LARGE.contains(&name.as_str()) => continue,
            Ok(_) => {
                let converted = output.path().join(format!("{name}.toml"));
                std::fs::write(&converted, convert(path, &converted).unwrap()).unwrap();
                assert_same(&name, &built(path), &built(&converted));
                continue;
            }
            Err(error) => error.to_string(),
        };
        let mesh = ABSENT.iter().find(|(script, _)| *script == name);
        let (_, mesh) = mesh.unwrap_or_else(|| panic!("{error}"));
        assert!(
            error.contains(&format!(
                "there is no mesh file `input/tetMeshes/{mesh}.msh`"
            )),
            "{error}"
        );
        absent.push(name);
    }
    assert_eq!(absent.len(), ABSENT.len(), "{absent:?}");
}

/// The points of bodies or of obstacles, sorted.
fn points(model: &Model, x: &[Vec3], obstacles: bool) -> Vec<[i64; 3]> {
    let of = model
        .bodies
        .iter()
        .filter(|body| body.is_obstacle == obstacles);
    let used: Vec<u32> = of
        .flat_map(|body| body.vertices.clone())
        .filter(|v| !obstacles || model.surface.points.binary_search(v).is_ok())
        .collect();
    let round = |v: u32| <[f64; 3]>::from(x[v as usize]).map(|c| (c * 1e8).round() as i64);
    let mut points: Vec<[i64; 3]> = used.into_iter().map(round).collect();
    points.sort_unstable();
    points
}

fn close(a: &[[i64; 3]], b: &[[i64; 3]]) -> bool {
    let near = |(p, q): (&[i64; 3], &[i64; 3])| p.iter().zip(q).all(|(x, y)| (x - y).abs() <= 20);
    a.len() == b.len() && a.iter().zip(b).all(near)
}

/// Positions where everything prescribed is meant to be.
fn targets(model: &Model, state: &State, time: f64) -> Vec<Vec3> {
    let mut x = state.x.clone();
    for program in &model.boundary {
        for (k, &v) in program.vertices.iter().enumerate() {
            let start = state.x[v as usize];
            x[v as usize] = program.motion.target(k, start, time).unwrap_or(start);
        }
    }
    x
}

#[test]
fn scenes_made_by_hand_agree() {
    let Some(folder) = folder() else { return };
    let mirrors = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mirrors");
    let mut count = 0;
    for entry in std::fs::read_dir(mirrors).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(script) = text
            .split_whitespace()
            .nth(2)
            .filter(|w| w.contains(".txt"))
        else {
            continue;
        };
        let script = folder.join(script.trim_end_matches([':', ';', ',']));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let ((a, start_a), (b, start_b)) = (built(&script), built(&path));
        for (time, what) in [(0.0, "start"), (0.4, "at 0.4 s"), (2.0, "at 2 s")] {
            let (xa, xb) = (targets(&a, &start_a, time), targets(&b, &start_b, time));
            for obstacles in [false, true] {
                let (pa, pb) = (points(&a, &xa, obstacles), points(&b, &xb, obstacles));
                assert!(
                    close(&pa, &pb),
                    "{name}: {what}, obstacles: {obstacles}, {} and {}",
                    pa.len(),
                    pb.len()
                );
            }
        }
        assert_eq!(a.settings.dt, b.settings.dt, "{name}");
        assert!((a.dhat / b.dhat - 1.0).abs() < 1e-9, "{name}");
        assert!(
            (a.newton_tolerance / b.newton_tolerance - 1.0).abs() < 1e-9,
            "{name}"
        );
        for (p, q) in a.boundary.iter().zip(&b.boundary) {
            let place =
                |program: &BoundaryProgram| program.motion.release_plane.as_ref().map(|p| p.at);
            let near = |(p, q): (f64, f64)| (p - q).abs() < 1e-8;
            let (p, q) = (place(p), place(q));
            assert!(p.zip(q).map_or(p == q, near), "{name}: {p:?}, {q:?}");
        }
        let mass = |model: &Model| model.mass.iter().sum::<f64>();
        assert!((mass(&a) / mass(&b) - 1.0).abs() < 1e-9, "{name}");
        assert_eq!(a.gravity, b.gravity, "{name}");
        count += 1;
    }
    assert_eq!(count, 20);
}
