//! Files that were exchanged, cut off or edited after the run, and the way between frames.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_verify::{FailureKind, Options, Report, verify_run, verify_run_with};

/// Two equal triangles of cloth that move apart, `steps` steps long.
fn sheets() -> Topology {
    let corner = |z: f64| [[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]].map(Vec3::from);
    Topology {
        rest: [corner(0.0), corner(1.0)].concat(),
        triangles: vec![[0, 1, 2], [3, 4, 5]],
        edges: vec![[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]],
        points: (0..6).collect(),
        body: vec![0, 0, 0, 1, 1, 1],
        body_names: vec!["lower".into(), "upper".into()],
        obstacle: vec![false; 6],
        thickness: vec![0.0; 6],
        ..Topology::default()
    }
}

fn positions(step: u64) -> Vec<Vec3> {
    let mut x = sheets().rest;
    x[3..].iter_mut().for_each(|p| p.z += 0.1 * step as f64);
    x
}

fn written(folder: &Path, frames: &[Vec<Vec3>]) -> PathBuf {
    let run = folder.join("run");
    let mut writer = RunWriter::create(&run, &sheets(), "{\"title\": \"two\"}", false).unwrap();
    for (step, x) in (0..).zip(frames) {
        writer.write_frame(step, x).unwrap();
        if step > 0 {
            writer.append_stats(&json!({ "step": step })).unwrap();
        }
    }
    let certificate = json!({"steps": frames.len() - 1, "intersections": 0, "inversions": 0,
        "thickness_violations": 0, "strain_violations": 0, "min_distance": null, "verified": true});
    writer.write_certificate(&certificate).unwrap();
    run
}

/// The problems that are found after `change` was made to a sound run of five steps.
fn problems(change: impl Fn(&Path)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let run = written(folder.path(), &(0..=5).map(positions).collect::<Vec<_>>());
    let sound = verify_run(&run, |_| {}).unwrap();
    assert!(
        sound.verified && sound.is_chained && sound.on_trust.is_empty(),
        "{sound:?}"
    );
    change(&run);
    let report = verify_run(&run, |_| {}).unwrap();
    assert_eq!(
        (report.intersections, report.failures.len()),
        (0, 0),
        "the frames are sound"
    );
    assert!(!report.verified);
    report.problems
}

fn frame(run: &Path, step: u64) -> PathBuf {
    run.join(format!("frames/{step:06}.npy"))
}

fn exchange(a: &Path, b: &Path) {
    let (first, second) = (fs::read(a).unwrap(), fs::read(b).unwrap());
    fs::write(a, second).unwrap();
    fs::write(b, first).unwrap();
}

/// Rewrites a frame by the numbers in it.
fn edit_frame(run: &Path, step: u64, edit: impl Fn(&mut Vec<Vec3>)) {
    use tangency_io::npy::{NpyArray, from_bytes, to_bytes};
    let path = frame(run, step);
    let mut x = from_bytes(&fs::read(&path).unwrap())
        .unwrap()
        .into_points()
        .unwrap();
    edit(&mut x);
    fs::write(path, to_bytes(&NpyArray::from_points(&x))).unwrap();
}

#[test]
fn frames_in_another_order_are_found() {
    let told = problems(|run| exchange(&frame(run, 2), &frame(run, 4)));
    let breaks = |step: u64| {
        format!(
            "frame {step} is not what the run wrote: the chain of stats.jsonl breaks at step {step}"
        )
    };
    assert_eq!(told, [breaks(2), breaks(4)]);
}

#[test]
fn bodies_exchanged_in_a_frame_are_found() {
    let told = problems(|run| edit_frame(run, 3, |x| x.rotate_left(3)));
    assert!(
        told.len() == 1 && told[0].starts_with("frame 3 is not"),
        "{told:?}"
    );
}

#[test]
fn frames_cut_off_at_the_end_are_found() {
    // With the counts in the certificate made to fit, and the statistics too.
    let told = problems(|run| {
        fs::remove_file(frame(run, 5)).unwrap();
        let path = run.join("certificate.json");
        let mut certificate: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        certificate["steps"] = json!(4);
        fs::write(&path, certificate.to_string()).unwrap();
        let stats = fs::read_to_string(run.join("stats.jsonl")).unwrap();
        let kept: Vec<&str> = stats.lines().take(4).collect();
        fs::write(run.join("stats.jsonl"), kept.join("\n") + "\n").unwrap();
    });
    assert!(told.len() == 1 && told[0].contains("cut off"), "{told:?}");

    let told = problems(|run| fs::remove_file(frame(run, 5)).unwrap());
    assert!(
        told.contains(&"stats.jsonl tells of 5 steps, the frames of 4".to_owned()),
        "{told:?}"
    );
    assert!(told.iter().any(|p| p.contains("`steps` is 5")), "{told:?}");
}

#[test]
fn an_edited_scene_topology_or_start_is_found() {
    let files = "scene.json, topology.npz, frame 0 or frame 1 is not what the run wrote";
    let edits: [&dyn Fn(&Path); 3] = [
        &|run| fs::write(run.join("scene.json"), "{}").unwrap(),
        &|run| {
            let other = run.with_file_name("other");
            let mut topology = sheets();
            topology.thickness[0] = 1e-9;
            drop(RunWriter::create(&other, &topology, "{}", false).unwrap());
            fs::copy(other.join("topology.npz"), run.join("topology.npz")).unwrap();
        },
        &|run| edit_frame(run, 0, |x| x[5].z += 1e-12),
    ];
    for edit in edits {
        let told = problems(edit);
        assert!(told.len() == 1 && told[0].starts_with(files), "{told:?}");
    }
}

#[test]
fn links_that_are_taken_out_or_changed_are_found() {
    let without = |line: usize| {
        problems(move |run| {
            let stats = fs::read_to_string(run.join("stats.jsonl")).unwrap();
            let lines = stats.lines().enumerate().map(|(i, text)| {
                let mut value: Value = serde_json::from_str(text).unwrap();
                if i + 1 == line {
                    value.as_object_mut().unwrap().remove("chain");
                }
                value.to_string() + "\n"
            });
            fs::write(run.join("stats.jsonl"), lines.collect::<String>()).unwrap();
        })
    };
    assert_eq!(without(3), ["stats.jsonl: step 3 has no link of the chain"]);
    let told = problems(|run| {
        let path = run.join("certificate.json");
        let mut certificate: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        certificate.as_object_mut().unwrap().remove("chain");
        fs::write(&path, certificate.to_string()).unwrap();
    });
    assert_eq!(told, ["certificate.json has no link of the chain"]);
    let told = problems(|run| {
        let stats = fs::read_to_string(run.join("stats.jsonl")).unwrap();
        let kept: Vec<&str> = stats
            .lines()
            .enumerate()
            .filter(|(i, _)| *i != 2)
            .map(|l| l.1)
            .collect();
        fs::write(run.join("stats.jsonl"), kept.join("\n") + "\n").unwrap();
    });
    assert!(
        told[0].contains("line 3 tells of step 4 instead of step 3"),
        "{told:?}"
    );
}

#[test]
fn a_run_without_a_chain_is_taken_on_trust() {
    let folder = tempfile::tempdir().unwrap();
    let run = written(folder.path(), &[positions(0), positions(1)]);
    fs::write(run.join("stats.jsonl"), "{\"step\": 1}\n").unwrap();
    let path = run.join("certificate.json");
    let mut certificate: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    certificate.as_object_mut().unwrap().remove("chain");
    fs::write(&path, certificate.to_string()).unwrap();
    let report = verify_run(&run, |_| {}).unwrap();
    assert!(report.verified && !report.is_chained, "{report:?}");
    assert!(report.on_trust[0].contains("not chained"));
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_frame_is_a_problem_and_no_wait() {
    let told = problems(|run| {
        fs::remove_file(frame(run, 2)).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(frame(run, 2))
            .status();
        assert!(made.unwrap().success());
    });
    assert!(
        told[0].ends_with("000002.npy: this is a pipe or a device, not a file"),
        "{told:?}"
    );
}

fn continuously(frames: &[Vec<Vec3>]) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let run = written(folder.path(), frames);
    assert!(verify_run(&run, |_| {}).unwrap().verified);
    verify_run_with(&run, Options { continuous: true }, |_| {}).unwrap()
}

#[test]
fn a_sheet_that_jumps_through_another_is_found_between_frames() {
    let sound = continuously(&[positions(0), positions(1), positions(2)]);
    assert!(sound.verified, "{sound:?}");
    assert_eq!(sound.continuous.unwrap().moves, 2);
    // The upper sheet comes out below the lower one; no frame has a crossing.
    let mut below = positions(1);
    below[3..].iter_mut().for_each(|p| p.z = -0.5);
    let jumped = continuously(&[positions(0), positions(1), below]);
    assert!(!jumped.verified);
    let found = jumped.continuous.unwrap();
    assert!(
        found.findings > 0 && found.pairs >= found.findings,
        "{found:?}"
    );
    let failure = &jumped.failures[0];
    assert_eq!((failure.kind, failure.frame), (FailureKind::Passage, 2));
    assert!(
        failure.to_string().contains("on the straight way"),
        "{failure}"
    );
    // Around it instead, in two moves: nothing touches.
    let mut beside = positions(1);
    beside[3..].iter_mut().for_each(|p| p.x += 2.0);
    let mut under = beside.clone();
    under[3..].iter_mut().for_each(|p| p.z = -0.5);
    let around = continuously(&[positions(1), beside, under]);
    assert!(around.verified, "{around:?}");
}
