//! Fields without their values: location, name and shape, which are quick to find.

use super::fields::fields_path;
use super::{FieldArray, FieldLocation, RunReader};
use crate::{IoError, ParseError, npz};

/// Most numbers of one entry; a matrix has 9.
const MOST_NUMBERS: usize = 1024;

/// A field without its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    /// The things that it is of.
    pub location: FieldLocation,
    /// Name, such as `von_mises`.
    pub name: String,
    /// Shape of one entry: empty for a number, `[3]` for a vector, `[3, 3]` for a matrix (by rows).
    pub shape: Vec<usize>,
}

impl FieldLayout {
    /// The name in files: `LOCATION.NAME`.
    pub fn key(&self) -> String {
        format!("{}.{}", self.location, self.name)
    }

    /// A field of this layout whose numbers are all unknown (NaN).
    pub fn unknown(&self, entries: usize) -> FieldArray {
        FieldArray {
            location: self.location,
            name: self.name.clone(),
            shape: self.shape.clone(),
            values: vec![f64::NAN; entries * self.shape.iter().product::<usize>()],
        }
    }

    /// The layout of an array in a file; `shape` counts its entries first.
    pub(super) fn of_key(key: &str, shape: &[usize]) -> Result<Self, ParseError> {
        let wrong = |problem: &str| ParseError::whole(format!("array {key:?}: {problem}"));
        let (word, name) =
            (key.split_once('.')).ok_or_else(|| wrong("the name is not LOCATION.NAME"))?;
        let location = (FieldLocation::ALL.into_iter())
            .find(|location| location.word() == word)
            .ok_or_else(|| wrong("the location is none of vertex, tet, triangle, segment, pair"))?;
        let shape = shape.get(1..).ok_or_else(|| wrong("it has no axis"))?;
        let width = (shape.iter()).try_fold(1usize, |width, &n| width.checked_mul(n));
        if width.is_none_or(|width| width > MOST_NUMBERS) {
            let problem =
                format!("an entry of shape {shape:?} has more than {MOST_NUMBERS} numbers");
            return Err(wrong(&problem));
        }
        Ok(Self {
            location,
            name: name.to_owned(),
            shape: shape.to_vec(),
        })
    }
}

impl RunReader {
    /// The layouts of the fields of a step; none where the run did not write any. Their values are not read.
    pub fn field_layouts(&self, step: u64) -> Result<Vec<FieldLayout>, IoError> {
        let path = fields_path(self.folder(), step);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let shapes = npz::shapes(&path)?.into_iter();
        let layouts = shapes.map(|(key, shape)| FieldLayout::of_key(&key, &shape));
        let layouts: Result<Vec<_>, ParseError> = layouts.collect();
        layouts.map_err(|e| e.in_file(&path))
    }
}
