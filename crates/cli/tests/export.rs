//! `tangency export`: which frames and fields, where they go, and what is refused.

use crate::common::{Outcome, tangency};
use std::path::{Path, PathBuf};
use tangency_io::npy::{NpyArray, NpyElements};
use tangency_io::npz;
use tangency_io::run_folder::RunReader;

/// A run of five frames.
fn run(at: &Path) -> PathBuf {
    let ran = tangency(
        at,
        &[
            "run",
            "two-cubes",
            "--steps",
            "4",
            "--quiet",
            "--out",
            "run",
        ],
    );
    assert_eq!(ran.code, 0, "{}", ran.text);
    at.join("run")
}

/// Gives frames of a run fields: of vertices, of tets and, where asked for, of pairs.
fn give_fields(run: &Path, frames: &[u64], with_pairs: bool) {
    let topology = RunReader::open(run).unwrap().topology().clone();
    let array = |entries: usize, width: usize| NpyArray {
        shape: if width == 1 {
            vec![entries]
        } else {
            vec![entries, width]
        },
        elements: NpyElements::F32(vec![1.5; entries * width]),
    };
    std::fs::create_dir_all(run.join("fields")).unwrap();
    for frame in frames {
        let mut arrays = vec![
            ("vertex.velocity", array(topology.rest.len(), 3)),
            ("vertex.speed", array(topology.rest.len(), 1)),
            ("tet.von_mises", array(topology.tets.len(), 1)),
        ];
        if with_pairs {
            arrays.push(("pair.position", array(3, 3)));
            arrays.push(("pair.force", array(3, 3)));
        }
        npz::write(&run.join(format!("fields/{frame:06}.npz")), &arrays).unwrap();
    }
}

fn says(outcome: &Outcome, code: i32, parts: &[&str]) {
    assert_eq!(outcome.code, code, "{}", outcome.text);
    for part in parts {
        assert!(
            outcome.text.contains(part),
            "`{part}` is not in: {}",
            outcome.text
        );
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_run_without_fields_says_what_makes_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    says(
        &export(&["--list-fields"]),
        0,
        &["run has no fields", "[output]"],
    );
    says(
        &export(&["-f", "vtu", "--fields", "all"]),
        2,
        &["has no fields", "[output]"],
    );
    says(&export(&[]), 2, &["--format"]);
    assert!(!at.join("run/vtu").exists(), "nothing is written");
}

#[test]
fn fields_are_chosen_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    give_fields(&run(at), &[0, 1, 2, 3, 4], true);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    let listed = export(&["--list-fields"]);
    says(
        &listed,
        0,
        &[
            "vertex.speed     (n)\n",
            "vertex.velocity  (n, 3)\n",
            "pair.force       (n, 3)\n",
        ],
    );
    let all = "vertex.speed, vertex.velocity, tet.von_mises, pair.force, pair.position";
    let unknown = export(&["-f", "vtu", "--fields", "velocity,temperature"]);
    says(&unknown, 2, &["run has no field temperature", all]);
    for empty in ["", " , "] {
        says(
            &export(&["-f", "vtu", "--fields", empty]),
            2,
            &["--fields names no field", all],
        );
    }
    for format in ["obj", "glb", "pc2"] {
        let refused = export(&["-f", format, "--fields", "all"]);
        says(
            &refused,
            2,
            &[format, "no place for fields", "vtu, ply and usda"],
        );
    }
    says(
        &export(&["-f", "ply", "--fields", "tet.von_mises"]),
        2,
        &["no place for tet.von_mises", "vertex"],
    );
    assert!(
        !at.join("run/ply").exists() && !at.join("run/vtu").exists(),
        "nothing is written"
    );
}

#[test]
fn fields_go_where_the_format_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    give_fields(&run(at), &[0, 1, 2, 3, 4], true);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    says(
        &export(&["-f", "ply", "--fields", "all"]),
        0,
        &["left out: tet.von_mises, pair"],
    );
    says(
        &export(&["-f", "vtu", "--fields", "von_mises, velocity"]),
        0,
        &["5 frames in run/vtu"],
    );
    let file = std::fs::read(at.join("run/vtu/000004.vtu")).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert!(
        text.contains("\"velocity\"")
            && text.contains("\"von_mises\"")
            && !text.contains("\"speed\"")
    );
    assert!(!at.join("run/vtu/contacts").exists());
    // Pairs come with their places.
    let with_pairs = export(&["-f", "vtu", "--fields", "pair.force", "--every", "2"]);
    says(
        &with_pairs,
        0,
        &["open run/vtu/contacts/contacts.pvd in ParaView"],
    );
    let expected = ["000000.vtu", "000002.vtu", "000004.vtu", "contacts.pvd"];
    assert_eq!(names(&at.join("run/vtu/contacts")), expected);
    says(
        &export(&["-f", "vtu", "--frame", "3", "--fields", "all"]),
        0,
        &["run/frame-000003-contacts.vtu"],
    );
    says(
        &export(&["-f", "usda", "--fields", "all"]),
        0,
        &["run/animation.usda", "left out: pair.force"],
    );
}

#[test]
fn frames_without_fields_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let path = run(at);
    give_fields(&path, &[2], false);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    says(
        &export(&["-f", "ply", "--fields", "speed"]),
        0,
        &["4 of 5 frames have no fields", "NaN"],
    );
    let none = export(&["-f", "vtu", "--frame", "1", "--fields", "speed"]);
    says(
        &none,
        2,
        &["none of the frames asked for has fields", "are 2"],
    );
    let arrays = [("pair.force", NpyArray::line(NpyElements::F32(vec![1.0])))];
    npz::write(&path.join("fields/000002.npz"), &arrays).unwrap();
    says(
        &export(&["-f", "vtu", "--fields", "all"]),
        2,
        &["pair.position"],
    );
}

#[test]
fn frames_are_chosen_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    says(
        &export(&["-f", "vtu", "--every", "3", "-o", "third"]),
        0,
        &["2 frames in third"],
    );
    assert_eq!(
        names(&at.join("third")),
        ["000000.vtu", "000003.vtu", "run.pvd"]
    );
    let collection = std::fs::read_to_string(at.join("third/run.pvd")).unwrap();
    let times: Vec<&str> = collection
        .split("timestep=\"")
        .skip(1)
        .map(|s| s.split('"').next().unwrap())
        .collect();
    assert_eq!(times.len(), 2);
    assert!(
        times[0] == "0.0" && (times[1].parse::<f64>().unwrap() - 0.075).abs() < 1e-12,
        "{times:?}"
    );
    says(
        &export(&["-f", "vtu", "--every", "4", "-o", "third"]),
        0,
        &["third has 1 other .vtu files"],
    );
}

#[test]
fn frames_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    for wrong in ["0", "-1", "two"] {
        says(
            &export(&["-f", "vtu", &format!("--every={wrong}")]),
            2,
            &["from 1 on"],
        );
    }
    says(
        &export(&["-f", "vtu", "--every", "2", "--frame", "1"]),
        2,
        &["cannot be used with"],
    );
    says(
        &export(&["-f", "obj", "--frame", "9"]),
        2,
        &["has no frame 9; the last is 4"],
    );
    says(
        &export(&["-f", "obj", "--frame", "4", "-o", "a.ply"]),
        2,
        &["a.ply does not end in .obj"],
    );
}

#[test]
fn animations_are_one_file_or_one_a_body() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let export = |arguments: &[&str]| tangency(at, &[&["export", "run"], arguments].concat());
    says(
        &export(&["-f", "usda", "--frame", "4", "-o", "a"]),
        0,
        &["a.usda"],
    );
    says(
        &export(&["-f", "usda", "--every", "2"]),
        0,
        &["run/animation.usda"],
    );
    let text = std::fs::read_to_string(at.join("run/animation.usda")).unwrap();
    assert!(
        text.contains("timeCodesPerSecond = 20\n") && text.contains("endTimeCode = 2\n"),
        "{text}"
    );
    says(&export(&["-f", "pc2"]), 0, &["run/pc2"]);
    assert_eq!(
        names(&at.join("run/pc2")),
        ["cube.0.obj", "cube.0.pc2", "cube.1.obj", "cube.1.pc2"]
    );
}

#[test]
fn what_was_written_before_an_error_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    // A folder where a file should go.
    std::fs::create_dir_all(at.join("out/000002.obj")).unwrap();
    let stopped = tangency(at, &["export", "run", "-f", "obj", "-o", "out"]);
    says(
        &stopped,
        2,
        &[
            "stopped after 2 of 5 frames, which are whole",
            "cannot write out/000002.obj",
        ],
    );
    assert_eq!(
        names(&at.join("out")),
        ["000000.obj", "000001.obj", "000002.obj"]
    );
    std::fs::write(at.join("file"), "").unwrap();
    let refused = tangency(at, &["export", "run", "-f", "vtu", "-o", "file/vtu"]);
    says(&refused, 2, &["cannot create the folder file/vtu"]);
    let refused = tangency(at, &["export", "run", "-f", "glb", "-o", "nowhere/a.glb"]);
    says(&refused, 2, &["cannot write nowhere/a.glb"]);
}

/// Corners of a face: positions and texture coordinates.
type TexturedCorners = Vec<([f64; 3], [f64; 2])>;

/// Texture coordinates of the corners of the triangles of an OBJ file, object by object: name, and (corner, u, v).
fn textured(obj: &str) -> Vec<(String, TexturedCorners)> {
    let numbers = |line: &str| -> Vec<f64> {
        let words = line.split_whitespace().skip(1);
        words.map(|word| word.parse().unwrap()).collect()
    };
    let (mut points, mut coordinates, mut objects) = (Vec::new(), Vec::new(), Vec::new());
    for line in obj.lines() {
        match line.split_whitespace().next() {
            Some("o") => objects.push((line[2..].to_owned(), Vec::new())),
            Some("v") => points.push(numbers(line)),
            Some("vt") => coordinates.push(numbers(line)),
            Some("f") => {
                for corner in line.split_whitespace().skip(1) {
                    let parts: Vec<&str> = corner.split('/').collect();
                    let at = |part: &str| part.parse::<usize>().unwrap() - 1;
                    let uv = parts.get(1).filter(|part| !part.is_empty());
                    if let (Some(uv), Some((_, corners))) = (uv, objects.last_mut()) {
                        let (p, t) = (&points[at(parts[0])], &coordinates[at(uv)]);
                        corners.push(([p[0], p[1], p[2]], [t[0], t[1]]));
                    }
                }
            }
            _ => {}
        }
    }
    objects
}

/// A quad whose halves have a seam of texture coordinates between them, beside a sheet without any: both as they came.
#[test]
fn texture_coordinates_leave_as_they_came() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mesh = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\nvt 0 0\nvt 0.1 0\nvt 0.1 0.25\nvt 0.5 0.5\nvt 0.75 0.5\nvt 1 1\n\
        f 1/1 4/3 3/2\nf 1/4 3/5 2/6\nf 2/2 3/3 5/1\n";
    std::fs::write(at.join("flag.obj"), mesh).unwrap();
    let scene = "[time]\nstep = 0.01\nduration = 0.01\n[[body]]\nname = \"plain\"\nshape = { cloth = { size = [1, 1], spacing = 0.25 } }\n\
        translate = [0, 1, 0]\nmaterial = { density = 200, young = 1e5, thickness = 1e-3 }\n[[body]]\nname = \"flag\"\n\
        shape = { file = \"flag.obj\" }\nmaterial = { density = 200, young = 1e5, thickness = 1e-3 }\n[[obstacle]]\n\
        name = \"wall\"\nshape = { file = \"flag.obj\" }\ntranslate = [0, -1, 0]\n";
    std::fs::write(at.join("scene.toml"), scene).unwrap();
    tangency(at, &["run", "scene.toml", "--quiet", "--out", "run"]).assert_done();
    let exported = tangency(
        at,
        &[
            "export", "run", "-f", "obj", "--frame", "0", "-o", "out.obj", "--quiet",
        ],
    );
    assert_eq!(exported.code, 0, "{}", exported.text);
    let objects = textured(&std::fs::read_to_string(at.join("out.obj")).unwrap());
    let names: Vec<&str> = objects.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["plain", "flag", "wall"]);
    assert_eq!(objects[0].1, []);
    let came = textured(&format!("o flag\n{mesh}"));
    let (flag, wall) = (&objects[1].1, &objects[2].1);
    assert_eq!(flag, &came[0].1);
    let lowered = came[0]
        .1
        .iter()
        .map(|&([x, y, z], uv)| ([x, y - 1.0, z], uv));
    assert_eq!(wall, &lowered.collect::<Vec<_>>());
    // A run's texture coordinates are no part of its motion.
    let verified = tangency(at, &["verify", "run"]);
    assert_eq!(verified.code, 0, "{}", verified.text);
}
