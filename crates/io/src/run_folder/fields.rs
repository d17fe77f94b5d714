//! Fields of a frame, as `fields/NNNNNN.npz`: one array for each field, named `LOCATION.NAME`, such as `vertex.velocity`
//! (n, 3) or `tet.cauchy_stress` (n, 3, 3). `numpy.load` reads the file.

use super::{FIELDS, FieldLayout, RunReader, RunWriter};
use crate::npy::{NpyArray, NpyElements};
use crate::{IoError, ParseError, npz};
use std::path::{Path, PathBuf};
use tangency_geometry::field::FieldArray;

/// The field of an array by its name in the file.
fn of_key(key: &str, array: NpyArray) -> Result<FieldArray, ParseError> {
    let wrong = |problem: &str| ParseError::whole(format!("array {key:?}: {problem}"));
    let layout = FieldLayout::of_key(key, &array.shape)?;
    let values = match array.elements {
        NpyElements::F64(values) => values,
        NpyElements::F32(values) => values.into_iter().map(f64::from).collect(),
        NpyElements::U32(values) => values.into_iter().map(f64::from).collect(),
        _ => return Err(wrong("the elements are no numbers")),
    };
    Ok(FieldArray {
        location: layout.location,
        name: layout.name,
        shape: layout.shape,
        values,
    })
}

/// Numbers in the files of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldPrecision {
    /// `float32`.
    #[default]
    Single,
    /// `float64`.
    Double,
}

impl RunWriter {
    /// Writes the fields of a step, compressed unless `is_plain`; nothing where there are none.
    pub fn write_fields(
        &mut self,
        step: u64,
        fields: &[FieldArray],
        precision: FieldPrecision,
        is_plain: bool,
    ) -> Result<(), IoError> {
        if fields.is_empty() {
            return Ok(());
        }
        let path = fields_path(self.folder(), step);
        let keys: Vec<String> = fields.iter().map(FieldArray::key).collect();
        let arrays: Vec<(&str, NpyArray)> = (keys.iter().map(String::as_str))
            .zip(fields.iter().map(|field| encoded(field, precision)))
            .collect();
        let bytes = match is_plain {
            true => npz::to_bytes(&arrays),
            false => npz::to_compressed_bytes(&arrays),
        };
        let bytes = bytes.map_err(|error| IoError::Unwritable {
            path: path.clone(),
            problem: error.problem,
        })?;
        let folder = self.folder().join(FIELDS);
        std::fs::create_dir_all(&folder).map_err(IoError::system("create the folder", &folder))?;
        self.put(path, &bytes)
    }
}

fn encoded(field: &FieldArray, precision: FieldPrecision) -> NpyArray {
    let mut shape = vec![field.len()];
    shape.extend(&field.shape);
    let elements = match precision {
        FieldPrecision::Single => {
            NpyElements::F32(field.values.iter().map(|&value| value as f32).collect())
        }
        FieldPrecision::Double => NpyElements::F64(field.values.clone()),
    };
    NpyArray { shape, elements }
}

impl RunReader {
    /// The steps that have fields, ascending.
    pub fn field_numbers(&self) -> Result<Vec<u64>, IoError> {
        super::steps_in(&self.folder().join(FIELDS), FIELD_EXTENSION)
    }

    /// The fields of a step; none where the run did not write any.
    pub fn fields(&self, step: u64) -> Result<Vec<FieldArray>, IoError> {
        let path = fields_path(self.folder(), step);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let archive = npz::read(&path)?;
        let fields = archive.arrays.into_iter();
        let fields = fields.map(|(key, array)| of_key(&key, array));
        let fields: Result<Vec<_>, ParseError> = fields.collect();
        let fields = fields.map_err(|e| e.in_file(&path))?;
        for field in &fields {
            let expected = self.topology().count_of(field.location);
            if expected.is_some_and(|count| count != field.len()) {
                let (key, found) = (field.key(), field.len());
                let expected = expected.unwrap_or_default();
                let problem = format!("{key} has {found} entries, the topology {expected}");
                return Err(ParseError::whole(problem).in_file(&path));
            }
        }
        Ok(fields)
    }
}

/// Extension of the files.
pub(super) const FIELD_EXTENSION: &str = ".npz";

pub(super) fn fields_path(folder: &Path, step: u64) -> PathBuf {
    folder
        .join(FIELDS)
        .join(format!("{step:06}{FIELD_EXTENSION}"))
}
