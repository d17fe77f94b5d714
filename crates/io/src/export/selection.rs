//! The fields that a run has, and those of them that an export takes along.

use crate::run_folder::{FieldArray, FieldLayout, FieldLocation, RunReader};
use crate::{IoError, ParseError};

/// The fields of a run, each once, sorted by location and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldCatalogue {
    fields: Vec<FieldLayout>,
}

impl FieldCatalogue {
    /// The fields of a run: those of all of its frames together.
    pub fn of(run: &RunReader) -> Result<Self, IoError> {
        let mut fields: Vec<FieldLayout> = Vec::new();
        for step in run.field_numbers()? {
            for layout in run.field_layouts(step)? {
                let is_same = |known: &&FieldLayout| {
                    known.location == layout.location && known.name == layout.name
                };
                match fields.iter().find(is_same) {
                    None => fields.push(layout),
                    Some(known) if known.shape == layout.shape => {}
                    Some(known) => return Err(changed(run, step, known, &layout)),
                }
            }
        }
        fields.sort_by(|a, b| (a.location, &a.name).cmp(&(b.location, &b.name)));
        Ok(Self { fields })
    }

    /// The fields.
    pub fn fields(&self) -> &[FieldLayout] {
        &self.fields
    }

    /// All of them.
    pub fn all(&self) -> FieldSelection {
        FieldSelection {
            fields: self.fields.clone(),
        }
    }

    /// The field `LOCATION.NAME`, or by `NAME` alone those of all locations; `None` where there is none.
    pub fn named(&self, name: &str) -> Option<FieldSelection> {
        let is_meant = |field: &&FieldLayout| field.key() == name || field.name == name;
        let fields: Vec<FieldLayout> = self.fields.iter().filter(is_meant).cloned().collect();
        (!fields.is_empty()).then_some(FieldSelection { fields })
    }
}

fn changed(run: &RunReader, step: u64, known: &FieldLayout, found: &FieldLayout) -> IoError {
    let (key, before, now) = (found.key(), &known.shape, &found.shape);
    ParseError::whole(format!(
        "the entries of {key} have the shape {now:?} in frame {step}, {before:?} before"
    ))
    .in_file(run.folder())
}

/// The fields that an export takes along.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldSelection {
    fields: Vec<FieldLayout>,
}

impl FieldSelection {
    /// The fields.
    pub fn fields(&self) -> &[FieldLayout] {
        &self.fields
    }

    /// Takes the fields of another selection too, each once.
    pub fn add(&mut self, other: FieldSelection) {
        for field in other.fields {
            if !self.fields.contains(&field) {
                self.fields.push(field);
            }
        }
    }

    /// Keeps the fields that a test holds for.
    pub fn retain(&mut self, keep: impl FnMut(&FieldLayout) -> bool) {
        self.fields.retain(keep);
    }

    /// Whether fields of a location are among them.
    pub fn has(&self, location: FieldLocation) -> bool {
        self.fields.iter().any(|field| field.location == location)
    }

    /// The values of the fields in a frame. A field that the run does not have there is unknown: NaN for each vertex and
    /// element, no pairs.
    pub fn read(&self, run: &RunReader, step: u64) -> Result<Vec<FieldArray>, IoError> {
        if self.fields.is_empty() {
            return Ok(Vec::new());
        }
        let mut there = run.fields(step)?;
        let mut taken = Vec::new();
        for layout in &self.fields {
            let is_same =
                |field: &FieldArray| field.location == layout.location && field.name == layout.name;
            let field = match there.iter().position(is_same) {
                Some(place) => there.swap_remove(place),
                None => layout.unknown(run.topology().count_of(layout.location).unwrap_or(0)),
            };
            taken.push(field);
        }
        Ok(taken)
    }
}
