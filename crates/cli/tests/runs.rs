//! Runs from start to end: files, certificate, pictures; interrupted, resumed, on any number of threads.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{start, tangency};

/// A run of two cubes that fall on the ground; the contact begins early.
const RUN: [&str; 8] = [
    "run",
    "two-cubes",
    "--set",
    "drop=0.01",
    "--set",
    "cells=4",
    "--steps",
    "40",
];

fn run_into(folder: &Path, out: &str, more: &[&str]) {
    let arguments = [&RUN[..], &["--quiet", "--out", out], more].concat();
    let outcome = tangency(folder, &arguments);
    outcome.assert_done();
}

fn assert_same_bits(folder: &Path, a: &str, b: &str) {
    let files = (0..=40).map(|n| format!("frames/{n:06}.npy"));
    for file in files.chain(
        [
            "checkpoint.npz",
            "certificate.json",
            "topology.npz",
            "scene.json",
        ]
        .map(String::from),
    ) {
        let read = |run: &str| std::fs::read(folder.join(run).join(&file)).unwrap();
        assert!(read(a) == read(b), "{file} of {a} and {b} differ");
    }
    let lines = |run: &str| {
        std::fs::read_to_string(folder.join(run).join("stats.jsonl"))
            .unwrap()
            .lines()
            .count()
    };
    assert_eq!((lines(a), lines(b)), (40, 40));
}

/// Starts a run, waits until a few steps are done, and ends it with a signal.
fn interrupted(folder: &Path, out: &str, signal: &str) -> Option<i32> {
    let mut child = start(folder, &[&RUN[..], &["--out", out]].concat());
    let frame = folder.join(out).join("frames/000003.npy");
    let begun = Instant::now();
    while !frame.exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "the run does not get on"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let code = child.wait().unwrap().code();
    assert!(
        !folder.join(out).join("frames/000040.npy").exists(),
        "the run was over before the signal"
    );
    code
}

#[test]
fn a_run_gives_the_same_bits_on_any_number_of_threads_and_after_any_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_into(at, "one", &["--threads", "1"]);
    run_into(at, "two", &["--threads", "2"]);
    assert_same_bits(at, "one", "two");

    assert_eq!(interrupted(at, "killed", "-KILL"), None);
    let resumed = tangency(at, &["run", "killed", "--resume", "--quiet"]);
    resumed.assert_done();
    assert_same_bits(at, "one", "killed");

    assert_eq!(interrupted(at, "stopped", "-INT"), Some(3));
    assert_eq!(
        tangency(at, &["run", "two-cubes", "--out", "stopped", "--resume"]).code,
        0
    );
    assert_same_bits(at, "one", "stopped");
}

#[test]
fn a_twisting_cable_gives_the_same_bits_on_any_number_of_threads_and_when_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = |more: &[&str]| {
        let scene = ["cable-twist", "--set", "segments=40", "--set", "rate=8"];
        let outcome = tangency(at, &[&["run", "--quiet"], &scene[..], more].concat());
        outcome.assert_done();
    };
    run(&["--out", "one", "--threads", "1", "--steps", "24"]);
    run(&["--out", "two", "--threads", "2", "--steps", "24"]);
    run(&["--out", "part", "--steps", "11"]);
    let resumed = tangency(at, &["run", "part", "--resume", "--quiet", "--steps", "24"]);
    resumed.assert_done();
    for file in ["frames/000024.npy", "checkpoint.npz", "certificate.json"] {
        let read = |run: &str| std::fs::read(at.join(run).join(file)).unwrap();
        assert!(read("one") == read("two"), "{file} differs by threads");
        if file != "certificate.json" {
            assert!(read("one") == read("part"), "{file} differs when resumed");
        }
    }
    // The chain begins with the scene, and that of the run which was to end earlier says so.
    let certificate = |run: &str| {
        let text = std::fs::read_to_string(at.join(run).join("certificate.json")).unwrap();
        let mut fields: serde_json::Value = serde_json::from_str(&text).unwrap();
        fields.as_object_mut().unwrap().remove("chain");
        fields
    };
    assert_eq!(certificate("one"), certificate("part"));
    assert_eq!(tangency(at, &["verify", "part"]).code, 0);
}

/// Rods turned by 144 degrees in one step: what shortens a way depends on which pair was looked at before.
#[test]
fn rods_twisted_tight_at_once_give_the_same_bits_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let scene = ["rods-twist", "--set", "along=20", "--set", "time.step=2"];
    let frame = |threads: &str| {
        let how = ["--steps", "1", "--threads", threads, "--out", threads];
        let outcome = tangency(at, &[&["run", "--quiet"], &scene[..], &how].concat());
        outcome.assert_done();
        std::fs::read(at.join(threads).join("frames/000001.npy")).unwrap()
    };
    let one = frame("1");
    assert!(one == frame("2"), "differs on two threads");
    assert!(one == frame("5"), "differs on five threads");
}

#[test]
fn a_run_can_be_verified_rendered_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let ran = tangency(at, &["run", "two-cubes", "--steps", "3"]);
    assert_eq!(ran.code, 0, "{}", ran.text);
    assert!(
        ran.text.contains("3 steps") && ran.text.contains("step 3/3"),
        "{}",
        ran.text
    );
    let again = tangency(at, &["run", "two-cubes", "--steps", "3"]);
    assert!(
        again.code == 2 && again.text.contains("--overwrite"),
        "{}",
        again.text
    );
    assert_eq!(
        tangency(at, &["run", "two-cubes", "--steps", "3", "--overwrite"]).code,
        0
    );

    let verified = tangency(at, &["verify", "runs/two-cubes"]);
    assert!(
        verified.code == 0 && verified.text.contains("verified"),
        "{}",
        verified.text
    );
    for (file, more) in [
        ("last.png", &[][..]),
        ("first.png", &["--frame", "0"]),
        ("all.gif", &["--all"]),
    ] {
        let rendered = tangency(
            at,
            &[
                &["render", "runs/two-cubes", "--size", "160x90", "-o", file],
                more,
            ]
            .concat(),
        );
        assert_eq!(rendered.code, 0, "{}", rendered.text);
        assert!(std::fs::metadata(at.join(file)).unwrap().len() > 100);
    }
    for (format, file) in [
        ("vtu", "vtu/run.pvd"),
        ("obj", "obj/000003.obj"),
        ("ply", "ply/000000.ply"),
        ("glb", "animation.glb"),
        ("usda", "animation.usda"),
        ("pc2", "pc2/cube.0.pc2"),
    ] {
        let exported = tangency(at, &["export", "runs/two-cubes", "--format", format]);
        assert_eq!(exported.code, 0, "{}", exported.text);
        assert!(at.join("runs/two-cubes").join(file).exists(), "{file}");
    }
    let refused = tangency(
        at,
        &["render", "runs/two-cubes", "--frame", "9", "-o", "x.png"],
    );
    assert!(
        refused.code == 2 && refused.text.contains("the last is 3"),
        "{}",
        refused.text
    );
}

#[test]
fn a_spoiled_frame_breaks_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert_eq!(
        tangency(at, &["run", "two-cubes", "--steps", "2", "--quiet"]).code,
        0
    );
    let frame = at.join("runs/two-cubes/frames/000002.npy");
    let mut bytes = std::fs::read(&frame).unwrap();
    let height = bytes.len() - 16;
    bytes[height..height + 8].copy_from_slice(&(-1.0f64).to_le_bytes());
    std::fs::write(&frame, bytes).unwrap();
    let verified = tangency(at, &["verify", "runs/two-cubes"]);
    assert_eq!(verified.code, 4, "{}", verified.text);
    assert!(
        verified.text.contains("error: the certificate"),
        "{}",
        verified.text
    );
}

#[test]
fn the_other_commands_answer() {
    let folder = tempfile::tempdir().unwrap();
    let says = |arguments: &[&str], part: &str| {
        let outcome = tangency(folder.path(), arguments);
        assert_eq!(outcome.code, 0, "{}", outcome.text);
        assert!(
            outcome.text.contains(part),
            "`{part}` is not in: {}",
            outcome.text
        );
    };
    says(&["scenes"], "two-cubes: Two cubes fall");
    says(&["info", "two-cubes"], "dhat");
    says(&["schema"], "\"$defs\"");
    says(&["--help"], "tetrahedralize");
    let octahedron = "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n\
        f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    std::fs::write(folder.path().join("o.obj"), octahedron).unwrap();
    says(&["info", "o.obj"], "closed manifold");
    says(
        &["tetrahedralize", "o.obj", "--size", "0.4", "-o", "o.msh"],
        "dihedral",
    );
    says(&["info", "o.msh"], "tets");

    // The same in millimetres, and with a needle that is thinner than the tets.
    let needle =
        "v 5 0.1 0\nv 5 -0.1 0.1\nv 5 -0.1 -0.1\nv 9 0 0\nf 7 9 8\nf 7 8 10\nf 8 9 10\nf 9 7 10\n";
    std::fs::write(folder.path().join("n.obj"), format!("{octahedron}{needle}")).unwrap();
    let fill = |more: &[&'static str]| {
        let fixed = [
            "tetrahedralize",
            "n.obj",
            "--unit",
            "mm",
            "--size",
            "0.4 mm",
            "-o",
            "n.msh",
        ];
        [&fixed, more].concat()
    };
    let refused = tangency(folder.path(), &fill(&[]));
    assert_eq!(refused.code, 2, "{}", refused.text);
    assert!(
        refused.text.contains("a part around (7.0"),
        "{}",
        refused.text
    );
    assert!(!folder.path().join("n.msh").exists());
    says(&fill(&["--thin", "cut"]), "left out: a part around (7.0");
}
