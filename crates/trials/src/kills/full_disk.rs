//! Runs whose disk is full at a random point: a small memory disk where the system lets us mount one, otherwise a limit
//! on the length of a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use super::reference::Reference;
use crate::random::RandomStream;

/// The smallest disk, bytes.
const SMALLEST: u64 = 4 * 4096;
/// A disk that is large enough, bytes.
const ROOM: u64 = 256 << 20;

/// A way to have a full disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// A memory disk of a given size.
    Memory,
    /// A limit on the length of each file.
    FileLimit,
}

impl Disk {
    /// The best way that the system allows.
    pub fn best(folder: &Path) -> anyhow::Result<Self> {
        let place = folder.join("probe");
        fs::create_dir_all(&place)?;
        Ok(match Mounted::new(&place, SMALLEST) {
            Some(_) => Disk::Memory,
            None => Disk::FileLimit,
        })
    }
}

/// A memory disk, unmounted in the end.
struct Mounted {
    place: PathBuf,
}

impl Mounted {
    fn new(place: &Path, size: u64) -> Option<Self> {
        let option = format!("size={size}");
        let arguments = ["-t", "tmpfs", "-o", &option, "tmpfs"];
        let mounted = succeeds(Command::new("mount").args(arguments).arg(place));
        mounted.then(|| Mounted {
            place: place.to_path_buf(),
        })
    }

    fn make_room(&self) -> bool {
        let option = format!("remount,size={ROOM}");
        succeeds(Command::new("mount").args(["-o", &option]).arg(&self.place))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        succeeds(Command::new("umount").arg(&self.place));
    }
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The result of full disks.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    /// Runs that met a full disk.
    pub full: u64,
    /// Sentences about what was wrong.
    pub wrong: Vec<String>,
}

/// Runs the scene on a disk that is full at a random point, makes room, resumes and compares, `count` times.
pub fn fill(
    reference: &Reference,
    folder: &Path,
    disk: Disk,
    count: u64,
    random: &mut RandomStream,
) -> anyhow::Result<Filled> {
    let mut outcome = Filled::default();
    for _ in 0..count {
        let wrong = match disk {
            Disk::Memory => on_a_small_disk(reference, folder, random)?,
            Disk::FileLimit => with_short_files(reference, folder, random)?,
        };
        outcome.full += 1;
        outcome.wrong.extend(wrong);
    }
    Ok(outcome)
}

fn on_a_small_disk(
    reference: &Reference,
    folder: &Path,
    random: &mut RandomStream,
) -> anyhow::Result<Vec<String>> {
    let place = folder.join("disk");
    fs::create_dir_all(&place)?;
    // The last pages may never be needed: temporary files make a run larger than what it leaves.
    let size = SMALLEST + (random.unit() * (0.98 * reference.size as f64 - SMALLEST as f64)) as u64;
    let Some(mounted) = Mounted::new(&place, size) else {
        return Ok(vec!["the disk could not be mounted".into()]);
    };
    let run = place.join("run");
    let ended = reference.call(&reference.fresh(&run))?;
    let mut wrong = refused_well(reference, &run, ended.code, &ended.text);
    ensure!(mounted.make_room(), "the disk could not be enlarged");
    wrong.extend(resumed_well(reference, &run)?);
    let words = wrong
        .into_iter()
        .map(|w| format!("disk of {size} bytes: {w}"));
    Ok(words.collect())
}

fn with_short_files(
    reference: &Reference,
    folder: &Path,
    random: &mut RandomStream,
) -> anyhow::Result<Vec<String>> {
    let run = folder.join("short");
    // The statistics are the file that grows; blocks are of 512 bytes.
    let length = fs::metadata(reference.run.join("stats.jsonl"))?.len();
    let blocks = 1 + (random.unit() * 0.9 * length as f64 / 512.0) as u64;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, "sh"])
        .args(reference.program().words())
        .args(reference.fresh(&run))
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut wrong = refused_well(reference, &run, output.status.code(), &text);
    wrong.extend(resumed_well(reference, &run)?);
    fs::remove_dir_all(&run)?;
    let words = wrong
        .into_iter()
        .map(|w| format!("files of {blocks} blocks: {w}"));
    Ok(words.collect())
}

/// Sentences about what is wrong with how the program met the full disk: it must say so, and leave everything whole.
fn refused_well(reference: &Reference, run: &Path, code: Option<i32>, text: &str) -> Vec<String> {
    let mut wrong = reference.after_force(run);
    if !matches!(code, Some(2 | 3)) {
        wrong.push(format!("the run ends with {code:?}: {text}"));
    }
    let says_so = text.contains("No space left") || text.contains("File too large");
    if !says_so {
        wrong.push(format!(
            "the error does not say that the disk is full: {text}"
        ));
    }
    wrong
}

/// Sentences about what is wrong with the run that goes on after there is room.
fn resumed_well(reference: &Reference, run: &Path) -> anyhow::Result<Vec<String>> {
    let ended = reference.call(&reference.onward(run))?;
    if ended.code != Some(0) {
        let words = format!("going on ends with {:?}: {}", ended.code, ended.text);
        return Ok(vec![words]);
    }
    reference.at_the_end(run)
}
