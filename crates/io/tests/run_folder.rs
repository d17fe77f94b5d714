//! The run folder: what is written is read, runs are not overwritten by
//! accident, an interrupted run resumes to the same bytes, damage is named.

use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tangency_geometry::Vec3;
use tangency_io::IoError;
use tangency_io::npy::{NpyArray, NpyElements};
use tangency_io::npz;
use tangency_io::run_folder::{
    Chain, Checkpoint, LimitedSheet, Resumable, RunReader, RunWriter, Topology,
};

fn topology() -> Topology {
    Topology {
        may_invert: vec![true],
        plane: false,
        sheets: vec![LimitedSheet {
            vertices: [2, 1, 0],
            inverse: [0.1, -2.0, 1.0 / 3.0, 4e-5],
            limits: [1.06, f64::INFINITY, 0.14, f64::INFINITY],
            squeeze_limit: 0.9,
        }],
        rest: (0..5).map(|i| Vec3::repeat(0.1 * f64::from(i))).collect(),
        tets: vec![[0, 1, 2, 3]],
        triangles: vec![[0, 1, 2]],
        edges: vec![[0, 1], [1, 2]],
        points: vec![0, 1, 2, 4],
        body: vec![0, 0, 0, 0, 1],
        body_names: vec!["cube".into(), "a \"wall\" ü".into()],
        obstacle: vec![false, false, false, false, true],
        thickness: vec![0.0, 1e-3, 0.0, 0.0, 2e-3],
        half_spaces: vec![[0.0, -1.0, 0.0, 0.0, 1.0, 0.0]],
        mass: vec![0.5, 0.25, 0.25, 1e-3, 0.0],
        uv: vec![[[0.0, 0.25], [1.0, 0.0], [f64::MIN_POSITIVE, 1.0]]],
        elastic_triangles: vec![[0, 1, 2]],
        elastic_segments: vec![[0, 4]],
        embedded: Default::default(),
    }
}

fn positions(step: u64) -> Vec<Vec3> {
    (0..5)
        .map(|i| Vec3::new(step as f64, f64::from(i) / 3.0, -0.0))
        .collect()
}

fn checkpoint(step: u64) -> Checkpoint {
    Checkpoint {
        x: positions(step),
        v: positions(step + 1),
        time: 0.01 * step as f64,
        step,
        extra: vec![("kappa".into(), vec![1e5]), ("empty".into(), vec![])],
    }
}

/// Steps `from..=to`, the checkpoint every other step.
fn simulate(writer: &mut RunWriter, from: u64, to: u64) {
    for step in from..=to {
        writer.write_frame(step, &positions(step)).unwrap();
        if step > 0 {
            writer
                .append_stats(&json!({ "step": step, "iterations": 3 * step }))
                .unwrap();
        }
        if step % 2 == 0 {
            writer.write_checkpoint(&checkpoint(step)).unwrap();
        }
    }
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for sub in ["", "frames"] {
        for entry in fs::read_dir(folder.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && !path.ends_with("lock") {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("deep/run");
    let mut writer = RunWriter::create(&run, &topology(), "{\"a\": 1}", false).unwrap();
    simulate(&mut writer, 0, 3);
    writer
        .write_certificate(&json!({ "verified": true }))
        .unwrap();

    let reader = RunReader::open(&run).unwrap();
    assert_eq!(reader.topology(), &topology());
    assert_eq!(reader.frame_numbers(), [0, 1, 2, 3]);
    let bits = |points: &[Vec3]| -> Vec<u64> {
        points
            .iter()
            .flat_map(|p| [p.x.to_bits(), p.y.to_bits(), p.z.to_bits()])
            .collect()
    };
    assert_eq!(bits(&reader.frame(3).unwrap()), bits(&positions(3)));
    assert_eq!(reader.checkpoint().unwrap(), checkpoint(2));
    assert_eq!(reader.certificate().unwrap()["verified"], json!(true));
    let line = &reader.stats().unwrap()[2];
    assert_eq!((&line["step"], &line["iterations"]), (&json!(3), &json!(9)));
    assert_eq!(reader.scene_json().unwrap(), "{\"a\": 1}");
    assert!(
        reader
            .frame(9)
            .unwrap_err()
            .to_string()
            .contains("000009.npy")
    );
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let mut writer = RunWriter::create(&whole, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 8);

    let mut writer = RunWriter::create(&broken, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 5);
    writer.write_certificate(&json!({})).unwrap();
    drop(writer);
    // Killed amid step 6: half a line, half a frame, half a checkpoint.
    let stats = broken.join("stats.jsonl");
    let mut text = fs::read_to_string(&stats).unwrap();
    text.push_str("{\"step\": 6, \"iter");
    fs::write(&stats, text).unwrap();
    assert_eq!(RunReader::open(&broken).unwrap().stats().unwrap().len(), 5);
    fs::write(broken.join("frames/000006.npy.tmp"), "half").unwrap();
    fs::write(broken.join("checkpoint.npz.tmp"), "half").unwrap();

    let mut writer = Resumable::open(&broken).unwrap().take_up("{}").unwrap();
    let reader = RunReader::open(&broken).unwrap();
    assert_eq!(reader.frame_numbers(), [0, 1, 2, 3, 4]);
    let last = reader.checkpoint().unwrap().step;
    assert_eq!(last, 4);
    simulate(&mut writer, last + 1, 8);
    assert_eq!(contents(&broken), contents(&whole));
}

/// The chain computed from the files alone, and how many scenes are in it.
fn chain_of_files(folder: &Path, last: u64) -> (Chain, usize) {
    let reader = RunReader::open(folder).unwrap();
    let scenes = reader.scenes().unwrap();
    let mut chain = Chain::start(&scenes[0].text, &reader.topology_bytes().unwrap());
    for step in 0..=last {
        for scene in scenes
            .iter()
            .filter(|s| s.after.is_some_and(|a| a + 1 == step))
        {
            chain.absorb("scene", &scene.text);
        }
        chain.absorb_frame(step, &reader.frame_bytes(step).unwrap());
    }
    (chain, scenes.len())
}

/// The link of the last line of the statistics.
fn last_link(folder: &Path) -> String {
    let stats = RunReader::open(folder).unwrap().stats().unwrap();
    stats.last().unwrap()["chain"].as_str().unwrap().to_owned()
}

#[test]
fn statistics_and_certificate_are_chained_to_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{\"a\": 1}", false).unwrap();
    simulate(&mut writer, 0, 3);
    writer.write_certificate(&json!({ "steps": 3 })).unwrap();
    let expected = chain_of_files(&run, 3).0.to_hex();
    assert_eq!(last_link(&run), expected);
    let reader = RunReader::open(&run).unwrap();
    assert_eq!(reader.certificate().unwrap()["chain"], json!(expected));
    let stats = reader.stats().unwrap();
    assert_eq!(stats[0]["chain"], json!(chain_of_files(&run, 1).0.to_hex()));
}

#[test]
fn a_scene_changed_on_the_way_is_kept_and_chained() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "[1]", false).unwrap();
    simulate(&mut writer, 0, 4);
    drop(writer);
    // Changed, killed before the next step, changed again, and killed once more.
    for scene in ["[2]", "[3]"] {
        Resumable::open(&run).unwrap().take_up(scene).unwrap();
    }
    // The same in other words.
    let mut writer = Resumable::open(&run).unwrap().take_up("[3.0]").unwrap();
    simulate(&mut writer, 5, 6);
    let scenes = RunReader::open(&run).unwrap().scenes().unwrap();
    let texts: Vec<&[u8]> = scenes.iter().map(|s| &s.text[..]).collect();
    assert_eq!(texts, [&b"[1]"[..], b"[3.0]"]);
    assert_eq!(scenes[1].after, Some(4));
    assert_eq!(last_link(&run), chain_of_files(&run, 6).0.to_hex());

    // The earlier scene is one of the run's own files.
    drop(writer);
    RunWriter::create(&run, &topology(), "{}", true).unwrap();
    assert_eq!(RunReader::open(&run).unwrap().scenes().unwrap().len(), 1);
}

#[test]
fn a_run_from_before_there_was_a_chain_goes_on_without() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 2);
    drop(writer);
    let lines: String = (1..=2)
        .map(|step| format!("{{\"step\":{step}}}\n"))
        .collect();
    fs::write(run.join("stats.jsonl"), lines).unwrap();
    let mut writer = Resumable::open(&run).unwrap().take_up("{}").unwrap();
    simulate(&mut writer, 3, 4);
    writer.write_certificate(&json!({ "steps": 4 })).unwrap();
    let reader = RunReader::open(&run).unwrap();
    assert_eq!(
        reader.stats().unwrap()[3],
        json!({ "step": 4, "iterations": 12 })
    );
    assert_eq!(reader.certificate().unwrap(), json!({ "steps": 4 }));
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_folder_in_place_of_a_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 2);
    let pipe = run.join("frames/000001.npy");
    fs::remove_file(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let folder_instead = run.join("frames/000002.npy");
    fs::remove_file(&folder_instead).unwrap();
    fs::create_dir(&folder_instead).unwrap();
    let reader = RunReader::open(&run).unwrap();
    let error = |step| reader.frame(step).unwrap_err().to_string();
    assert!(error(1).ends_with("000001.npy: this is a pipe or a device, not a file"));
    assert!(error(2).ends_with("000002.npy: this is a folder, not a file"));
}

#[test]
fn a_folder_has_one_writer_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let create = || RunWriter::create(&run, &topology(), "{}", true);
    let mut writer = create().unwrap();
    simulate(&mut writer, 0, 2);
    let before = contents(&run);
    let owner = format!("process {}", std::process::id());
    for refused in [create().err(), Resumable::open(&run).err()] {
        let refused = refused.unwrap();
        assert!(matches!(refused, IoError::InUse { .. }), "{refused}");
        assert!(refused.to_string().contains(&owner), "{refused}");
    }
    assert_eq!(contents(&run), before);
    RunReader::open(&run).unwrap().checkpoint().unwrap();
    let lock = writer.into_lock();
    assert!(lock.trouble().is_none() && create().is_err());
    drop(lock);
    Resumable::open(&run).unwrap();
    create().unwrap();
}

#[test]
fn of_many_that_start_the_same_run_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let writers: Vec<_> = std::thread::scope(|scope| {
        let begin = || RunWriter::create(&run, &topology(), "{}", false);
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.collect()
    });
    assert_eq!(writers.iter().filter(|writer| writer.is_ok()).count(), 1);
}

/// Each with what its message must say.
#[test]
fn a_checkpoint_that_does_not_fit_is_refused_before_anything_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 5);
    writer.write_certificate(&json!({})).unwrap();
    drop(writer);
    let whole = contents(&run);
    let refused = |file: &str, bytes: Option<Vec<u8>>, why: &str| {
        let path = run.join(file);
        match &bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let before = contents(&run);
        let error = Resumable::open(&run).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert_eq!(contents(&run), before, "{error}");
        fs::write(&path, &whole[file]).unwrap();
    };
    let saved = |change: &dyn Fn(&mut Checkpoint)| {
        let other = folder.path().join("other");
        let mut checkpoint = checkpoint(4);
        change(&mut checkpoint);
        let rest = vec![Vec3::zeros(); checkpoint.x.len()];
        let count = rest.len();
        let loose = Topology {
            rest,
            body: vec![0; count],
            body_names: vec!["grains".into()],
            obstacle: vec![false; count],
            thickness: vec![0.0; count],
            ..Topology::default()
        };
        let mut writer = RunWriter::create(&other, &loose, "{}", true).unwrap();
        writer.write_checkpoint(&checkpoint).unwrap();
        Some(fs::read(other.join("checkpoint.npz")).unwrap())
    };
    let checkpoint = "checkpoint.npz";
    refused(checkpoint, saved(&|c| c.x[1].y = 0.5), "vertex 1");
    refused(checkpoint, saved(&|c| c.step = 3), "vertex 0");
    refused(checkpoint, saved(&|c| c.step = 9), "000009.npy");
    let fewer = saved(&|c| (c.x, c.v) = (positions(4)[1..].into(), positions(5)[1..].into()));
    refused(checkpoint, fewer, "4 vertices, the topology 5");
    refused(checkpoint, Some(b"PK".to_vec()), checkpoint);
    refused("frames/000004.npy", None, "000004.npy");
    let lines = whole["stats.jsonl"].split_inclusive(|&b| b == b'\n');
    let lines: Vec<&[u8]> = lines.collect();
    refused("stats.jsonl", Some(lines[..3].concat()), "line 4");
    refused("stats.jsonl", Some(lines[1..].concat()), "line 1");
    refused("stats.jsonl", None, "stats.jsonl");
    let resumable = Resumable::open(&run).unwrap();
    assert_eq!(resumable.last_statistics().unwrap()["step"], json!(4));
    resumable.take_up("{}").unwrap();
    assert!(!run.join("certificate.json").exists() && !run.join("frames/000005.npy").exists());
}

#[test]
fn changes_of_the_scene_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{\"a\": 1}", false).unwrap();
    simulate(&mut writer, 0, 2);
    drop(writer);
    let take_up = |scene: &str| Resumable::open(&run).unwrap().take_up(scene).unwrap();
    let changes = || RunReader::open(&run).unwrap().changes().unwrap();
    take_up("{\"a\": 1}");
    assert!(changes().is_empty());
    // Twice at the same step counts once, from what the steps before were made with.
    take_up("{\"a\": 2}");
    let mut writer = take_up("{\"a\": 3}");
    assert_eq!(changes().len(), 1);
    assert_eq!(changes()[0].differences[0].before, json!(1));
    assert_eq!(changes()[0].differences[0].after, json!(3));
    let earlier = run.join("scene.000002.json");
    assert_eq!(fs::read_to_string(&earlier).unwrap(), "{\"a\": 1}");
    simulate(&mut writer, 3, 4);
    drop(writer);
    take_up("{\"a\": 4}");
    assert_eq!(changes().len(), 2);
    assert_eq!(
        (changes()[1].after_step, changes()[1].differences.len()),
        (4, 1)
    );
    // And back again: no change.
    take_up("{\"a\": 3}");
    assert_eq!(changes().len(), 1);
    assert!(earlier.exists() && !run.join("scene.000004.json").exists());
    RunWriter::create(&run, &topology(), "{}", true).unwrap();
    assert!(!earlier.exists() && changes().is_empty());
}

#[test]
fn folders_are_not_overwritten_by_accident() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let create = |overwrite| RunWriter::create(&run, &topology(), "{}", overwrite);
    simulate(&mut create(false).unwrap(), 0, 3);
    assert!(matches!(create(false), Err(IoError::RunExists { .. })));
    assert_eq!(RunReader::open(&run).unwrap().frame_numbers().len(), 4);
    fs::write(run.join("my picture.png"), "kept").unwrap();
    create(true).unwrap();
    let reader = RunReader::open(&run).unwrap();
    assert!(reader.frame_numbers().is_empty());
    assert!(reader.checkpoint().is_err() && reader.stats().unwrap().is_empty());
    assert!(run.join("my picture.png").exists());

    let foreign = folder.path().join("home");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("thesis.tex"), "years of work").unwrap();
    let error = RunWriter::create(&foreign, &topology(), "{}", true).unwrap_err();
    assert!(error.to_string().contains("thesis.tex"), "{error}");
    assert_eq!(fs::read_dir(&foreign).unwrap().count(), 1);
}

#[test]
fn a_failed_write_names_the_file_and_leaves_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 2);
    // Folders in the way of the files: the system refuses to rename over them.
    fs::create_dir_all(run.join("frames/000003.npy/x")).unwrap();
    let error = writer
        .write_frame(3, &positions(3))
        .unwrap_err()
        .to_string();
    assert!(error.contains("000003.npy"), "{error}");
    assert!(!run.join("frames/000003.npy.tmp").exists());
    fs::create_dir(run.join("checkpoint.npz.tmp")).unwrap();
    let error = writer
        .write_checkpoint(&checkpoint(3))
        .unwrap_err()
        .to_string();
    assert!(error.contains("checkpoint.npz"), "{error}");
    let reader = RunReader::open(&run).unwrap();
    assert_eq!(reader.checkpoint().unwrap(), checkpoint(2));
    assert_eq!(reader.frame(2).unwrap(), positions(2));
    assert!(writer.write_frame(4, &positions(3)[1..]).is_err());
}

#[test]
fn damaged_frames_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = RunWriter::create(folder.path(), &topology(), "{}", false).unwrap();
    simulate(&mut writer, 0, 0);
    let path = folder.path().join("frames/000000.npy");
    let whole = fs::read(&path).unwrap();
    let reader = RunReader::open(folder.path()).unwrap();
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).unwrap();
        let error = reader.frame(0).unwrap_err().to_string();
        assert!(
            error.contains("000000.npy") && error.contains(why),
            "{error}"
        );
    };
    refused(&whole[..whole.len() - 1], "truncated");
    refused(&whole[..20], "header");
    refused(b"", "NUMPY");
    let mut infinite = whole.clone();
    infinite[128 + 24..][..8].copy_from_slice(&f64::INFINITY.to_le_bytes());
    refused(&infinite, "vertex 1");
}

#[test]
fn inconsistent_topologies_and_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = topology();
    wrong.edges.push([0, 9]);
    let error = RunWriter::create(folder.path().join("a"), &wrong, "{}", false).unwrap_err();
    assert!(error.to_string().contains("edges"), "{error}");
    let run = folder.path().join("b");
    let mut writer = RunWriter::create(run, &topology(), "{}", false).unwrap();
    for name in ["x", "a/b", ""] {
        let mut bad = checkpoint(1);
        bad.extra = vec![(name.into(), vec![1.0])];
        assert!(writer.write_checkpoint(&bad).is_err(), "{name}");
    }
}

#[test]
fn inconsistent_limits_of_sheets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    RunWriter::create(folder.path(), &topology(), "{}", false).unwrap();
    let path = folder.path().join("topology.npz");
    let whole = npz::read(&path).unwrap();
    let rows = |count: usize, value: f64| NpyArray {
        shape: vec![count, 4],
        elements: NpyElements::F64(vec![value; 4 * count]),
    };
    let reopened = |name: &str, array: Option<NpyArray>| {
        let mut arrays = whole.arrays.clone();
        arrays.retain(|(n, _)| n != name);
        arrays.extend(array.map(|array| (name.to_owned(), array)));
        let arrays: Vec<(&str, NpyArray)> = arrays
            .iter()
            .map(|(n, a)| (n.as_str(), a.clone()))
            .collect();
        npz::write(&path, &arrays).unwrap();
        RunReader::open(folder.path())
    };
    let refused = |name: &str, array: Option<NpyArray>, why: &str| {
        let error = reopened(name, array).unwrap_err().to_string();
        assert!(
            error.contains("topology.npz") && error.contains(why),
            "{error}"
        );
    };
    refused(
        "sheet_limits",
        Some(rows(2, 1.0)),
        "1 sheets have 1 rest shapes and 2 limits",
    );
    refused(
        "sheet_inverse",
        Some(rows(0, 1.0)),
        "1 sheets have 0 rest shapes and 1 limits",
    );
    refused(
        "sheets",
        Some(NpyArray::from_indices(&[[0, 1, 5]])),
        "sheets holds the index 5",
    );
    refused(
        "sheets",
        Some(NpyArray::from_indices(&[[0, 1]])),
        "array \"sheets\": expected",
    );
    refused(
        "sheet_limits",
        Some(NpyArray::from_indices(&[[0; 4]])),
        "array \"sheet_limits\"",
    );
    refused(
        "sheet_limits",
        Some(rows(1, f64::NAN)),
        "sheet_limits holds the number NaN",
    );
    refused(
        "sheet_limits",
        Some(rows(1, -1.0)),
        "sheet_limits holds the number -1",
    );
    refused(
        "sheet_inverse",
        Some(rows(1, f64::INFINITY)),
        "sheet_inverse holds the number inf",
    );
    let line = |values: Vec<f64>| Some(NpyArray::line(NpyElements::F64(values)));
    let squeeze = "sheet_squeeze_limits";
    refused(
        squeeze,
        line(vec![0.9; 2]),
        "1 sheets have 2 squeeze limits",
    );
    refused(squeeze, line(vec![-1.0]), "holds the number -1");
    refused(squeeze, line(vec![f64::NAN]), "holds the number NaN");
    refused(
        squeeze,
        Some(NpyArray::from_indices(&[[0]])),
        "another type",
    );
    let before = reopened(squeeze, None).unwrap();
    assert_eq!(before.topology().sheets[0].squeeze_limit, 0.0);
    refused("sheets", None, "no array \"sheets\"");
    refused("sheet_inverse", None, "no array \"sheet_inverse\"");
    let still = reopened("sheet_limits", Some(rows(1, f64::INFINITY))).unwrap();
    assert_eq!(still.topology().sheets[0].limits, [f64::INFINITY; 4]);
}

#[test]
fn runs_of_before_sheets_are_read() {
    let folder = tempfile::tempdir().unwrap();
    RunWriter::create(folder.path(), &topology(), "{}", false).unwrap();
    let path = folder.path().join("topology.npz");
    let arrays = npz::read(&path).unwrap().arrays;
    let older: Vec<(&str, NpyArray)> = arrays
        .iter()
        .filter(|(name, _)| !name.starts_with("sheet"))
        .map(|(name, array)| (name.as_str(), array.clone()))
        .collect();
    npz::write(&path, &older).unwrap();
    let reader = RunReader::open(folder.path()).unwrap();
    assert!(reader.topology().sheets.is_empty());
    assert_eq!(reader.topology().tets, topology().tets);
}

#[test]
fn a_planar_run_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let planar = Topology {
        plane: true,
        tets: Vec::new(),
        ..topology()
    };
    let run = folder.path().join("run");
    RunWriter::create(&run, &planar, "{}", false).unwrap();
    assert_eq!(*RunReader::open(&run).unwrap().topology(), planar);
    let solid = Topology {
        plane: true,
        ..topology()
    };
    let refused = RunWriter::create(folder.path().join("solid"), &solid, "{}", false);
    assert!(refused.is_err_and(|e| e.to_string().contains("a planar run has tets")));
}
