//! The stepper `gpu` in the program: where there is no GPU, and emulated on the CPU from scene file to verified run.

use std::path::Path;
use std::process::Command;

use crate::common::tangency;

/// A run of cloth on a ball, small.
const CLOTH: [&str; 9] = [
    "run",
    "layers-on-sphere",
    "--set",
    "layers=1",
    "--set",
    "points=120",
    "--set",
    "h=0.005",
    "--quiet",
];

fn run(folder: &Path, more: &[&str]) {
    let outcome = tangency(folder, &[&CLOTH[..], more].concat());
    assert_eq!((outcome.code, outcome.text.as_str()), (0, ""));
}

/// The numbers of a frame: those behind the header of the file.
fn frame(folder: &Path, run: &str, number: u64) -> Vec<f64> {
    let file = folder.join(run).join(format!("frames/{number:06}.npy"));
    let bytes = std::fs::read(file).unwrap();
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let numbers = bytes[header..].chunks_exact(8);
    numbers
        .map(|number| f64::from_le_bytes(number.try_into().unwrap()))
        .collect()
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

#[test]
fn without_a_gpu_it_says_so_offers_vbd_and_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    // Where there is a driver, this hides its GPUs.
    let output = Command::new(env!("CARGO_BIN_EXE_tangency"))
        .current_dir(folder.path())
        .env("CUDA_VISIBLE_DEVICES", "")
        .args([&CLOTH[..], &["--stepper", "gpu", "--steps", "1"]].concat())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("NVIDIA"), "{text}");
    assert!(text.contains("--stepper vbd"), "{text}");
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], parts: &[&str]| {
        let outcome = tangency(folder.path(), &[&["run"], arguments].concat());
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        for part in parts {
            assert!(outcome.text.contains(part), "{}", outcome.text);
        }
        assert!(!folder.path().join("runs").exists());
    };
    refused(
        &["two-cubes", "--stepper", "gpu", "--contact", "ipc"],
        &["collision detection", "--contact ogc"],
    );
    refused(
        &["two-cubes", "--stepper", "gpu", "--paranoid"],
        &["--paranoid", "--stepper newton"],
    );
    refused(
        &["two-cubes", "--stepper", "gpu", "--set", "damping.mass=1"],
        &["cannot damp", "--stepper vbd"],
    );
    refused(
        &[
            "two-cubes",
            "--stepper",
            "gpu",
            "--set",
            "damping.stiffness=1",
        ],
        &["`gpu` cannot damp", "--stepper newton"],
    );
    refused(
        &[
            "mat-twist",
            "--stepper",
            "gpu",
            "--set",
            "boundary.0.release_past={side='+x',at=1}",
        ],
        &["cannot let go", "--stepper vbd"],
    );
    refused(&["two-cubes", "--precision", "half"], &["single, double"]);
}

#[test]
fn an_emulated_run_is_that_of_vbd_and_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let many = ["--set", "solver.vbd.iterations=200", "--steps", "12"];
    let emulated = ["--stepper", "gpu", "--emulate"];
    run(at, &[&many[..], &["--out", "vbd"]].concat());
    run(at, &[&many[..], &emulated, &["--out", "single"]].concat());
    let double = ["--precision", "double", "--out", "double"];
    run(at, &[&many[..], &emulated, &double].concat());
    let (start, end) = (frame(at, "vbd", 0), frame(at, "vbd", 12));
    let way = largest_difference(&start, &end);
    for precision in ["single", "double"] {
        let apart = largest_difference(&end, &frame(at, precision, 12));
        println!("{precision}: {apart:.3e} m of {way:.3e} m");
        assert!(apart < 1e-2 * way, "{precision}: {apart} of {way}");
        let verified = tangency(at, &["verify", precision]);
        assert_eq!(verified.code, 0, "{}", verified.text);
        let stats = std::fs::read_to_string(at.join(precision).join("stats.jsonl")).unwrap();
        let last = stats.lines().last().unwrap();
        for field in [
            "\"solve\":",
            "\"detections\":",
            "\"contacts\":",
            "\"residual\":",
        ] {
            assert!(last.contains(field), "{last}");
        }
    }
}

#[test]
fn an_emulated_run_that_is_resumed_has_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let emulated = ["--stepper", "gpu", "--emulate"];
    run(
        at,
        &[&emulated[..], &["--steps", "64", "--out", "whole"]].concat(),
    );
    run(
        at,
        &[&emulated[..], &["--steps", "57", "--out", "part"]].concat(),
    );
    let resume = ["run", "part", "--resume", "--quiet", "--steps", "64"];
    // The scene of the run says `gpu`, and here is none: nothing is lost by that.
    let before = std::fs::read(at.join("part/frames/000057.npy")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tangency"))
        .current_dir(at)
        .env("CUDA_VISIBLE_DEVICES", "")
        .args(resume)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        std::fs::read(at.join("part/frames/000057.npy")).unwrap(),
        before
    );

    let resumed = tangency(at, &[&resume[..], &["--emulate"]].concat());
    assert_eq!((resumed.code, resumed.text.as_str()), (0, ""));
    for number in 0..=64 {
        let name = format!("frames/{number:06}.npy");
        let read = |run: &str| std::fs::read(at.join(run).join(&name)).unwrap();
        assert!(read("whole") == read("part"), "{name} differs");
    }
    for name in ["certificate.json", "checkpoint.npz"] {
        let read = |run: &str| std::fs::read(at.join(run).join(name)).unwrap();
        assert!(read("whole") == read("part"), "{name} differs");
    }
}
