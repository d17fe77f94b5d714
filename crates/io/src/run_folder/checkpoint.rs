//! `checkpoint.npz`: the state at the end of a step, from which a run resumes
//! with the same bits as if it had never stopped.

use crate::npy::{NpyArray, NpyElements};
use crate::npz::{self, Archive};
use crate::{IoError, ParseError};
use std::path::Path;
use tangency_geometry::Vec3;

/// The whole state of a run at the end of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Positions, m.
    pub x: Vec<Vec3>,
    /// Velocities, m/s.
    pub v: Vec<Vec3>,
    /// Time, s.
    pub time: f64,
    /// Steps done.
    pub step: u64,
    /// Further named arrays, such as the barrier stiffness.
    pub extra: Vec<(String, Vec<f64>)>,
}

const OWN_NAMES: [&str; 4] = ["x", "v", "time", "step"];

impl Checkpoint {
    /// The bytes of the file, which is meant for `path`.
    pub(super) fn encode(&self, path: &Path) -> Result<Vec<u8>, IoError> {
        let unwritable = |problem: String| IoError::Unwritable {
            path: path.to_path_buf(),
            problem,
        };
        let step = i64::try_from(self.step)
            .map_err(|_| unwritable(format!("step {} does not fit int64", self.step)))?;
        let scalar = |elements| NpyArray {
            shape: Vec::new(),
            elements,
        };
        let mut arrays = vec![
            ("x", NpyArray::from_points(&self.x)),
            ("v", NpyArray::from_points(&self.v)),
            ("time", scalar(NpyElements::F64(vec![self.time]))),
            ("step", scalar(NpyElements::I64(vec![step]))),
        ];
        for (i, (name, values)) in self.extra.iter().enumerate() {
            let taken = OWN_NAMES.contains(&name.as_str())
                || self.extra[..i].iter().any(|(earlier, _)| earlier == name);
            if taken || name.is_empty() || name.contains(['/', '\\', '\0']) {
                return Err(unwritable(format!(
                    "the extra array name {name:?} is taken or not a file name"
                )));
            }
            let array = NpyArray::line(NpyElements::F64(values.clone()));
            arrays.push((name, array));
        }
        npz::encode(path, &arrays)
    }

    pub(super) fn read(path: &Path) -> Result<Self, IoError> {
        let mut archive = npz::read(path)?;
        Self::from_archive(&mut archive).map_err(|e| e.in_file(path))
    }

    fn from_archive(archive: &mut Archive) -> Result<Self, ParseError> {
        let wrong = |name: &str| ParseError::whole(format!("the array {name:?} has another type"));
        let x = archive.take("x")?.into_points()?;
        let v = archive.take("v")?.into_points()?;
        if x.len() != v.len() {
            return Err(ParseError::whole(format!(
                "{} positions but {} velocities",
                x.len(),
                v.len()
            )));
        }
        let time = match archive.take("time")?.elements {
            NpyElements::F64(values) if values.len() == 1 => values[0],
            _ => return Err(wrong("time")),
        };
        let step = match archive.take("step")?.elements {
            NpyElements::I64(values) if values.len() == 1 => {
                u64::try_from(values[0]).map_err(|_| wrong("step"))?
            }
            _ => return Err(wrong("step")),
        };
        let mut extra = Vec::new();
        for (name, array) in archive.arrays.drain(..) {
            match array.elements {
                NpyElements::F64(values) => extra.push((name, values)),
                _ => return Err(wrong(&name)),
            }
        }
        Ok(Self {
            x,
            v,
            time,
            step,
            extra,
        })
    }
}
