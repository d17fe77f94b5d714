//! Run folders compared bit for bit, apart from times.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

/// Fields of the statistics that differ from run to run.
const TIMES: [&str; 3] = ["seconds", "cpu_seconds", "peak_rss_mb"];

/// The ways in which two finished runs of the same scene differ, in words; none where all bits are equal. Where
/// `whole` is false, the scene may tell another duration.
pub fn differences(a: &Path, b: &Path, whole: bool) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    let (frames_a, frames_b) = (frames(a)?, frames(b)?);
    for name in frames_a.symmetric_difference(&frames_b) {
        found.push(format!("only one of the runs has the frame {name}"));
    }
    let mut names: Vec<String> = frames_a
        .intersection(&frames_b)
        .map(|name| format!("frames/{name}"))
        .collect();
    names.extend(["topology.npz", "checkpoint.npz"].map(String::from));
    if whole {
        names.extend(["scene.json", "certificate.json"].map(String::from));
    }
    for name in names {
        if read(&a.join(&name))? != read(&b.join(&name))? {
            found.push(format!("{name} differs"));
        }
    }
    let (stats_a, stats_b) = (statistics(a)?, statistics(b)?);
    if stats_a.len() != stats_b.len() {
        let counts = (stats_a.len(), stats_b.len());
        found.push(format!("{} and {} lines of statistics", counts.0, counts.1));
    }
    for (line, (a, b)) in stats_a.iter().zip(&stats_b).enumerate() {
        if a != b {
            found.push(format!("line {} of the statistics differs", line + 1));
        }
    }
    Ok(found)
}

fn frames(run: &Path) -> anyhow::Result<BTreeSet<String>> {
    let folder = run.join("frames");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

/// The lines of the statistics without times.
fn statistics(run: &Path) -> anyhow::Result<Vec<Value>> {
    let path = run.join("stats.jsonl");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lines = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line)?;
        if let Some(fields) = value.as_object_mut() {
            TIMES.iter().for_each(|time| {
                fields.remove(*time);
            });
        }
        Ok(value)
    });
    lines.collect()
}
