//! `tangency export`: frames for other programs.

mod chosen;
mod fields;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use tangency_io::IoError;
use tangency_io::export::{Animation, AnimationFormat, FrameFormat, FrameWriter};
use tangency_io::export::{export_collection, export_contacts};
use tangency_io::run_folder::{FieldLocation, RunReader};

use crate::arguments::{ExportOptions, Format};
use crate::failure::Failure;
use crate::output::{note, say_unless};
use chosen::Chosen;

/// Writes frames of a run in the format asked for, or lists its fields.
pub fn export(options: &ExportOptions) -> Result<(), Failure> {
    let run = RunReader::open(&options.run).map_err(Failure::input)?;
    let Some(format) = options.format else {
        return fields::list(&run);
    };
    if options.list_fields {
        return fields::list(&run);
    }
    let chosen = Chosen::new(options, format, &run)?;
    match (format, options.frame) {
        (Format::Vtu, None) => every_frame(options, FrameFormat::Vtu, format, &chosen),
        (Format::Obj, None) => every_frame(options, FrameFormat::Obj, format, &chosen),
        (Format::Ply, None) => every_frame(options, FrameFormat::Ply, format, &chosen),
        (Format::Vtu, Some(n)) => one_frame(options, FrameFormat::Vtu, format, &chosen, n),
        (Format::Obj, Some(n)) => one_frame(options, FrameFormat::Obj, format, &chosen, n),
        (Format::Ply, Some(n)) => one_frame(options, FrameFormat::Ply, format, &chosen, n),
        (Format::Glb, _) => animation(options, AnimationFormat::Glb, format, &chosen),
        (Format::Usda, _) => animation(options, AnimationFormat::Usda, format, &chosen),
        (Format::Pc2, _) => animation(options, AnimationFormat::Pc2, format, &chosen),
    }
}

/// The place of the output: as asked for, or beside the frames.
fn destination(options: &ExportOptions, name: &str) -> PathBuf {
    let beside = || options.run.join(name);
    options.output.clone().unwrap_or_else(beside)
}

/// The file of the output, with the ending of its format.
fn file(options: &ExportOptions, stem: &str, format: Format) -> Result<PathBuf, Failure> {
    let extension = format.extension();
    let path = destination(options, &format!("{stem}.{extension}"));
    match path.extension() {
        None => Ok(path.with_extension(extension)),
        Some(found) if found == extension => Ok(path),
        Some(_) => {
            let path = path.display();
            Err(Failure::refuse(format!(
                "{path} does not end in .{extension}"
            )))
        }
    }
}

fn one_frame(
    options: &ExportOptions,
    kind: FrameFormat,
    format: Format,
    chosen: &Chosen,
    number: u64,
) -> Result<(), Failure> {
    let path = file(options, &format!("frame-{number:06}"), format)?;
    let writer = FrameWriter::new(kind, chosen.run.shown()).map_err(Failure::input)?;
    let frame = chosen.frame(number)?;
    writer.write(&path, &frame).map_err(Failure::input)?;
    say_unless(options.quiet, &path.display().to_string());
    if chosen.selection.has(FieldLocation::Pair) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let path = path.with_file_name(format!("{stem}-contacts.vtu"));
        export_contacts(&path, &frame).map_err(Failure::input)?;
        say_unless(options.quiet, &path.display().to_string());
    }
    Ok(())
}

fn animation(
    options: &ExportOptions,
    kind: AnimationFormat,
    format: Format,
    chosen: &Chosen,
) -> Result<(), Failure> {
    let stem = options
        .frame
        .map_or("animation".to_owned(), |n| format!("frame-{n:06}"));
    let path = match kind {
        AnimationFormat::Pc2 => destination(options, "pc2"),
        AnimationFormat::Glb | AnimationFormat::Usda => file(options, &stem, format)?,
    };
    if kind == AnimationFormat::Pc2 {
        make_folder(&path)?;
    }
    let topology = chosen.run.shown();
    let mut animation = Animation::new(kind, topology, chosen.up_axis()).map_err(Failure::input)?;
    let bar = progress(chosen.numbers.len());
    for &number in &chosen.numbers {
        animation
            .push(&chosen.frame(number)?)
            .map_err(Failure::input)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    animation.write(&path).map_err(Failure::input)?;
    say_unless(options.quiet, &path.display().to_string());
    Ok(())
}

fn every_frame(
    options: &ExportOptions,
    kind: FrameFormat,
    format: Format,
    chosen: &Chosen,
) -> Result<(), Failure> {
    let extension = format.extension();
    let folder = destination(options, extension);
    let with_contacts = chosen.selection.has(FieldLocation::Pair);
    let contacts = folder.join("contacts");
    make_folder(if with_contacts { &contacts } else { &folder })?;
    let writer = FrameWriter::new(kind, chosen.run.shown()).map_err(Failure::input)?;
    let bar = progress(chosen.numbers.len());
    let mut collection = Vec::new();
    for &number in &chosen.numbers {
        let name = format!("{number:06}.{extension}");
        let frame = chosen.frame(number)?;
        let stopped = |error: IoError| interrupted(error, collection.len(), chosen.numbers.len());
        writer.write(folder.join(&name), &frame).map_err(stopped)?;
        if with_contacts {
            export_contacts(contacts.join(&name), &frame).map_err(stopped)?;
        }
        collection.push((frame.time, name));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let written = format!("{} frames in {}", collection.len(), folder.display());
    say_unless(options.quiet, &written);
    tell_of_others(&folder, extension, &collection);
    if kind == FrameFormat::Vtu {
        finish_collection(options, &folder.join("run.pvd"), &collection)?;
    }
    if with_contacts {
        finish_collection(options, &contacts.join("contacts.pvd"), &collection)?;
    }
    Ok(())
}

fn finish_collection(
    options: &ExportOptions,
    path: &Path,
    frames: &[(f64, String)],
) -> Result<(), Failure> {
    export_collection(path, frames).map_err(Failure::input)?;
    let words = format!("open {} in ParaView", path.display());
    say_unless(options.quiet, &words);
    Ok(())
}

/// An error in the middle: what was written before stays.
fn interrupted(error: IoError, done: usize, frames: usize) -> Failure {
    let words = format!("stopped after {done} of {frames} frames, which are whole");
    Failure::Input(anyhow::Error::new(error).context(words))
}

/// Tells of files of an earlier export that this one has not replaced.
fn tell_of_others(folder: &Path, extension: &str, written: &[(f64, String)]) {
    let own: HashSet<&str> = written.iter().map(|(_, name)| name.as_str()).collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let ending = format!(".{extension}");
    let others = names.filter(|name| name.ends_with(&ending) && !own.contains(name.as_str()));
    match others.count() {
        0 => {}
        count => note(&format!(
            "{} has {count} other .{extension} files, which are not of this export",
            folder.display()
        )),
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress(frames: usize) -> ProgressBar {
    let bar = ProgressBar::new(frames as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} frame {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar
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
