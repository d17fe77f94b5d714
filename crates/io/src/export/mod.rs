//! Frames of a run as files for other programs.
//!
//! A [`FieldSelection`] says which fields come along. A [`FrameWriter`] writes each frame as a file of its own,
//! [`export_contacts`] the pairs in contact; an [`Animation`] has all frames in one `.glb` or `.usda` file, or in point
//! caches, one a body.

mod animation;
mod bodies;
mod frame_writer;
mod grid;
mod names;
mod primvars;
mod selection;
mod stage;
mod surface;

pub use animation::{Animation, AnimationFormat};
pub use frame_writer::{FrameFormat, FrameWriter};
pub use selection::{FieldCatalogue, FieldSelection};

pub use crate::write::usda::UpAxis;

use crate::run_folder::{FieldArray, FieldLocation, Topology};
use crate::write::vtu;
use crate::{IoError, ParseError, atomic};
use std::path::Path;
use tangency_geometry::Vec3;

/// A frame of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportFrame {
    /// Time, s.
    pub time: f64,
    /// Positions of all vertices of the topology, m.
    pub positions: Vec<Vec3>,
    /// The fields that come along.
    pub fields: Vec<FieldArray>,
}

/// Writes the pairs in contact of a frame as points of a `.vtu` file, with the fields of pairs over them.
pub fn export_contacts(path: impl AsRef<Path>, frame: &ExportFrame) -> Result<(), IoError> {
    let path = path.as_ref();
    let bytes = grid::contacts(frame).map_err(|e| unwritable(path, e.problem))?;
    atomic::write(path, &bytes)
}

/// Writes a ParaView collection (`.pvd`): time (s) and file name of each frame.
pub fn export_collection(path: impl AsRef<Path>, frames: &[(f64, String)]) -> Result<(), IoError> {
    atomic::write(path.as_ref(), &vtu::collection(frames))
}

/// Checks that positions and fields are as many as the things that they are of.
fn check(topology: &Topology, frame: &ExportFrame) -> Result<(), ParseError> {
    let (given, there) = (frame.positions.len(), topology.rest.len());
    if given != there {
        let problem = format!("{given} positions given, the topology has {there} vertices");
        return Err(ParseError::whole(problem));
    }
    for field in &frame.fields {
        let (key, found) = (field.key(), field.len());
        let expected = topology.count_of(field.location).unwrap_or(found);
        if found != expected {
            let problem = format!("{key} has {found} entries, the topology {expected}");
            return Err(ParseError::whole(problem));
        }
    }
    topology.check()
}

/// The fields of a location.
fn fields_of(frame: &ExportFrame, location: FieldLocation) -> impl Iterator<Item = &FieldArray> {
    (frame.fields.iter()).filter(move |field| field.location == location)
}

/// Fields of elements by quantity: those of tets, triangles and segments that have one name and shape are together.
fn same_quantity(frame: &ExportFrame) -> Vec<Vec<&FieldArray>> {
    let locations = [
        FieldLocation::Tet,
        FieldLocation::Triangle,
        FieldLocation::Segment,
    ];
    let fields = (locations.into_iter()).flat_map(|location| fields_of(frame, location));
    let mut groups: Vec<Vec<&FieldArray>> = Vec::new();
    for field in fields {
        let is_same = |group: &&mut Vec<&FieldArray>| {
            group[0].name == field.name && group[0].shape == field.shape
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(field),
            None => groups.push(vec![field]),
        }
    }
    groups
}

fn unwritable(path: &Path, problem: String) -> IoError {
    IoError::Unwritable {
        path: path.to_path_buf(),
        problem,
    }
}
