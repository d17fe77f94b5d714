//! `tangency export`: frames for other programs.

use std::path::{Path, PathBuf};

use tangency_geometry::Vec3;
use tangency_io::export::{export_animation, export_collection, export_frame};
use tangency_io::run_folder::RunReader;

use crate::arguments::{ExportOptions, Format};
use crate::failure::Failure;
use crate::output::say;

/// Writes one frame, or all, of a run in the format asked for.
pub fn export(options: &ExportOptions) -> Result<(), Failure> {
    let run = RunReader::open(&options.run).map_err(Failure::input)?;
    match (options.frame, options.format) {
        (Some(number), _) => one_frame(options, &run, number),
        (None, Format::Glb) => animation(options, &run),
        (None, _) => every_frame(options, &run),
    }
}

/// The place of the output: as asked for, or beside the frames.
fn destination(options: &ExportOptions, name: &str) -> PathBuf {
    options
        .output
        .clone()
        .unwrap_or_else(|| options.run.join(name))
}

fn one_frame(options: &ExportOptions, run: &RunReader, number: u64) -> Result<(), Failure> {
    let extension = options.format.extension();
    let path = destination(options, &format!("frame-{number:06}.{extension}"));
    let path = if path.extension().is_some() {
        path
    } else {
        path.with_extension(extension)
    };
    if path.extension().is_none_or(|found| found != extension) {
        return Err(Failure::refuse(format!(
            "{} does not end in .{extension}",
            path.display()
        )));
    }
    export_frame(&path, run.topology(), &frame(run, number)?).map_err(Failure::input)?;
    say(&path.display().to_string());
    Ok(())
}

fn animation(options: &ExportOptions, run: &RunReader) -> Result<(), Failure> {
    let path = destination(options, "animation.glb");
    let times = times(run);
    let numbers = run.frame_numbers();
    let frames: Result<Vec<(f64, Vec<Vec3>)>, Failure> = numbers
        .iter()
        .map(|&n| Ok((time_of(&times, n), frame(run, n)?)))
        .collect();
    export_animation(&path, run.topology(), &frames?).map_err(Failure::input)?;
    say(&path.display().to_string());
    Ok(())
}

fn every_frame(options: &ExportOptions, run: &RunReader) -> Result<(), Failure> {
    let extension = options.format.extension();
    let folder = destination(options, extension);
    make_folder(&folder)?;
    let times = times(run);
    let mut collection = Vec::new();
    for number in run.frame_numbers() {
        let name = format!("{number:06}.{extension}");
        export_frame(folder.join(&name), run.topology(), &frame(run, number)?)
            .map_err(Failure::input)?;
        collection.push((time_of(&times, number), name));
    }
    say(&format!(
        "{} frames in {}",
        collection.len(),
        folder.display()
    ));
    if options.format == Format::Vtu {
        let path = folder.join("run.pvd");
        export_collection(&path, &collection).map_err(Failure::input)?;
        say(&format!("open {} in ParaView", path.display()));
    }
    Ok(())
}

fn frame(run: &RunReader, number: u64) -> Result<Vec<Vec3>, Failure> {
    let known = run.frame_numbers();
    if !known.contains(&number) {
        let last = known.last().map_or("none".to_string(), u64::to_string);
        return Err(Failure::refuse(format!(
            "{} has no frame {number}; the last is {last}",
            run.folder().display()
        )));
    }
    run.frame(number).map_err(Failure::input)
}

/// Step and time of each line of the statistics; a run without any still has its frames.
fn times(run: &RunReader) -> Vec<(u64, f64)> {
    let stats = run.stats().unwrap_or_default();
    stats
        .iter()
        .filter_map(|line| Some((line.get("step")?.as_u64()?, line.get("time")?.as_f64()?)))
        .collect()
}

fn time_of(times: &[(u64, f64)], step: u64) -> f64 {
    match times.iter().find(|(s, _)| *s == step) {
        Some((_, time)) => *time,
        None if step == 0 => 0.0,
        None => step as f64,
    }
}

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| {
        Failure::refuse(format!(
            "cannot create the folder {}: {e}",
            folder.display()
        ))
    })
}
