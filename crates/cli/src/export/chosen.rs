//! The frames and fields that an export is of.

use std::collections::BTreeMap;

use serde_json::Value;
use tangency_io::export::{ExportFrame, FieldSelection, UpAxis};
use tangency_io::run_folder::RunReader;

use super::fields;
use crate::arguments::{ExportOptions, Format};
use crate::failure::Failure;
use crate::output::note;

/// The frames and fields of a run that were asked for.
pub struct Chosen<'a> {
    /// The run.
    pub run: &'a RunReader,
    /// Numbers of the frames, ascending.
    pub numbers: Vec<u64>,
    /// The fields that come along.
    pub selection: FieldSelection,
    times: BTreeMap<u64, f64>,
}

impl<'a> Chosen<'a> {
    /// Finds them; says what is missing.
    pub fn new(
        options: &ExportOptions,
        format: Format,
        run: &'a RunReader,
    ) -> Result<Self, Failure> {
        let numbers = numbers(options, run)?;
        let selection = match &options.fields {
            None => FieldSelection::default(),
            Some(words) => fields::select(words, format, run)?,
        };
        fields::tell_of_unknown(&selection, run, &numbers)?;
        let times = times(run);
        let unknown = numbers.iter().filter(|&n| !times.contains_key(n)).count();
        if unknown > 0 {
            let folder = run.folder().display();
            note(&format!(
                "stats.jsonl of {folder} does not tell the time of {unknown} frames; their numbers stand for it"
            ));
        }
        Ok(Self {
            run,
            numbers,
            selection,
            times,
        })
    }

    /// A frame with its fields.
    pub fn frame(&self, number: u64) -> Result<ExportFrame, Failure> {
        Ok(ExportFrame {
            time: (self.times.get(&number)).map_or(number as f64, |time| *time),
            positions: self.run.frame(number).map_err(Failure::input)?,
            fields: (self.selection.read(self.run, number)).map_err(Failure::input)?,
        })
    }

    /// The axis against gravity, as far as it is y or z.
    pub fn up_axis(&self) -> UpAxis {
        let scene: Option<Value> =
            (self.run.scene_json().ok()).and_then(|text| serde_json::from_str(&text).ok());
        let along = |axis: usize| {
            let gravity = scene.as_ref().and_then(|scene| scene.get("gravity"));
            let component = gravity.and_then(|gravity| gravity.get(axis)?.as_f64());
            component.unwrap_or(0.0).abs()
        };
        match along(2) > along(1) {
            true => UpAxis::Z,
            false => UpAxis::Y,
        }
    }
}

/// The frame asked for, or every so many.
fn numbers(options: &ExportOptions, run: &RunReader) -> Result<Vec<u64>, Failure> {
    let known = run.frame_numbers();
    let folder = run.folder().display();
    let Some(last) = known.last() else {
        return Err(Failure::refuse(format!("{folder} has no frames to export")));
    };
    match options.frame {
        Some(number) if known.contains(&number) => Ok(vec![number]),
        Some(number) => Err(Failure::refuse(format!(
            "{folder} has no frame {number}; the last is {last}"
        ))),
        None => Ok(known.into_iter().step_by(options.every).collect()),
    }
}

/// The time (s) of each step that the statistics tell of; a run without any still has its frames.
fn times(run: &RunReader) -> BTreeMap<u64, f64> {
    let stats = run.stats().unwrap_or_default();
    let told = stats
        .iter()
        .filter_map(|line| Some((line.get("step")?.as_u64()?, line.get("time")?.as_f64()?)));
    [(0, 0.0)].into_iter().chain(told).collect()
}
