//! Times of launches, one by one and replayed as a graph.

use tangency_gpu::{Device, GpuError};

/// Rate that a copy within the memory of an H200 reaches, bytes read and written, in bytes per second.
const COPY_RATE: f64 = 4.3e12;
const REPEATS: usize = 40;

struct Times {
    median: f32,
    least: f32,
    most: f32,
}

impl Times {
    fn of(mut samples: Vec<f32>) -> Self {
        samples.sort_by(f32::total_cmp);
        Self {
            median: samples[samples.len() / 2],
            least: samples[0],
            most: samples[samples.len() - 1],
        }
    }
}

/// The heading of the table.
pub fn print_heading() {
    println!(
        "\n{:40}{:>9}{:>30}{:>30}{:>9}{:>9}",
        "",
        "launches",
        "one by one, ms: med min max",
        "as a graph, ms: med min max",
        "MB",
        "of copy"
    );
}

/// Measures `work` and prints a row. `bytes` is what it must move if every launch reads its input once and
/// writes its output once.
pub fn row(
    device: &Device,
    name: &str,
    bytes: usize,
    mut work: impl FnMut() -> Result<(), GpuError>,
) -> Result<(), GpuError> {
    work()?;
    let before = device.launches();
    work()?;
    let launches = device.launches() - before;
    let mut samples = Vec::new();
    for _ in 0..REPEATS {
        samples.push(device.time(&mut work)?);
    }
    let single = Times::of(samples);
    let graph = device.capture(&mut work)?;
    graph.replay()?;
    let mut samples = Vec::new();
    for _ in 0..REPEATS {
        samples.push(device.time(|| graph.replay())?);
    }
    let replayed = Times::of(samples);
    let fraction = bytes as f64 / (f64::from(replayed.median) * 1e-3) / COPY_RATE;
    println!(
        "{name:40}{launches:9}{:>10.4}{:>10.4}{:>10.4}{:>10.4}{:>10.4}{:>10.4}{:9.1}{:8.1}%",
        single.median,
        single.least,
        single.most,
        replayed.median,
        replayed.least,
        replayed.most,
        bytes as f64 / 1e6,
        100.0 * fraction
    );
    Ok(())
}
