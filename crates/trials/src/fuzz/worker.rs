//! A child process: reads inputs one after the other and tells of those that fail.
//!
//! It writes the number of the input under way to one file, so that whoever started it knows which one it died of, and
//! what it found to another.

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use tangency_engine::process::cpu_seconds;

use super::targets::FuzzTarget;

/// Time between two looks of the watch.
const LOOK: Duration = Duration::from_millis(250);
/// Exit code of a child whose input took too long.
pub const TOO_LONG: i32 = 42;

/// The options of a child process.
#[derive(Clone, Debug, Args)]
pub struct WorkerOptions {
    /// Reader of the inputs
    #[arg(long)]
    pub target: FuzzTarget,
    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// First input
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Number of inputs
    #[arg(long, default_value_t = 1)]
    pub count: u64,
    /// A file to read instead
    #[arg(long)]
    pub input: Option<PathBuf>,
    /// Writes the first input to a file, and reads none
    #[arg(long)]
    pub dump: Option<PathBuf>,
    /// Folder for this process alone; `now` and `found` go there
    #[arg(long)]
    pub scratch: PathBuf,
    /// Most processor time of an input, s
    #[arg(long, default_value_t = 10.0)]
    pub seconds: f64,
}

/// Name of the file with the number of the input under way.
pub const NOW: &str = "now";
/// Name of the file with what was found, a line each: the number of the input and what happened.
pub const FOUND: &str = "found";

/// The place of the last panic, and its words.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());
/// The input under way.
static UNDER_WAY: AtomicU64 = AtomicU64::new(0);

/// Reads the inputs; the exit code is 0 also where some fail.
pub fn work(options: &WorkerOptions) -> anyhow::Result<()> {
    if let Some(file) = &options.dump {
        let input = super::input(options.target, options.seed, options.first);
        return Ok(std::fs::write(file, input)?);
    }
    let now = File::create(options.scratch.join(NOW))?;
    let mut found = File::create(options.scratch.join(FOUND))?;
    let files = options.scratch.join("files");
    std::fs::create_dir_all(&files)?;
    options.target.prepare(&files)?;
    panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = info.to_string().replace('\n', " ");
        }
    }));
    if let Some(file) = &options.input {
        let input = std::fs::read(file)?;
        watch(options.seconds, found.try_clone()?);
        return try_one(options.target, &input, &files, 0, &mut found);
    }
    // Seeds are made before the clock starts.
    drop(super::input(options.target, options.seed, options.first));
    UNDER_WAY.store(options.first, Ordering::SeqCst);
    watch(options.seconds, found.try_clone()?);
    for index in options.first..options.first + options.count {
        let input = super::input(options.target, options.seed, index);
        UNDER_WAY.store(index, Ordering::SeqCst);
        now.write_all_at(&index.to_le_bytes(), 0)?;
        try_one(options.target, &input, &files, index, &mut found)?;
    }
    writeln!(found, "done")?;
    Ok(())
}

fn try_one(
    target: FuzzTarget,
    input: &[u8],
    files: &Path,
    index: u64,
    found: &mut File,
) -> anyhow::Result<()> {
    let read = panic::catch_unwind(AssertUnwindSafe(|| target.read(input, files)));
    if read.is_err() {
        let words = LAST_PANIC.lock().map(|last| last.clone());
        writeln!(found, "{index} {}", words.unwrap_or_default())?;
    }
    Ok(())
}

/// Ends the process when one input takes too much processor time, or stands still for ten times as long.
fn watch(seconds: f64, mut found: File) {
    std::thread::spawn(move || {
        let mut last = (
            UNDER_WAY.load(Ordering::SeqCst),
            cpu_seconds(),
            Instant::now(),
        );
        loop {
            std::thread::sleep(LOOK);
            let now = UNDER_WAY.load(Ordering::SeqCst);
            if now != last.0 {
                last = (now, cpu_seconds(), Instant::now());
                continue;
            }
            let (used, stood) = (cpu_seconds() - last.1, last.2.elapsed().as_secs_f64());
            if used > seconds || stood > 30.0 * seconds {
                let _ = writeln!(found, "{now} takes longer than {seconds} s");
                std::process::exit(TOO_LONG);
            }
        }
    });
}
