//! Frames as files, one each.

use super::bodies::{BodySurface, body_surfaces};
use super::grid::GridCells;
use super::surface::{WholeSurface, obj};
use super::{ExportFrame, check, unwritable};
use crate::run_folder::Topology;
use crate::{IoError, ParseError, atomic};
use std::path::Path;

/// Formats that have one frame a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameFormat {
    /// VTK's unstructured grid (`.vtu`): tets, shells, rods, grains and obstacles with all fields but those of pairs.
    Vtu,
    /// Wavefront OBJ: the contact surface, an object for each body.
    Obj,
    /// PLY: the contact surface with the fields of its vertices.
    Ply,
}

/// Writes frames of a run, one after the other.
pub struct FrameWriter<'a> {
    topology: &'a Topology,
    parts: Parts<'a>,
}

/// Elements as the format has them, found once.
enum Parts<'a> {
    Grid(GridCells),
    Objects(Vec<BodySurface<'a>>),
    Surface(WholeSurface),
}

impl<'a> FrameWriter<'a> {
    /// A writer of frames of these bodies.
    pub fn new(format: FrameFormat, topology: &'a Topology) -> Result<Self, ParseError> {
        topology.check()?;
        let parts = match format {
            FrameFormat::Vtu => Parts::Grid(GridCells::of(topology)),
            FrameFormat::Obj => Parts::Objects(body_surfaces(topology)?),
            FrameFormat::Ply => Parts::Surface(WholeSurface::of(topology)),
        };
        Ok(Self { topology, parts })
    }

    /// Writes a frame.
    pub fn write(&self, path: impl AsRef<Path>, frame: &ExportFrame) -> Result<(), IoError> {
        let path = path.as_ref();
        check(self.topology, frame).map_err(|e| unwritable(path, e.problem))?;
        let bytes = match &self.parts {
            Parts::Grid(cells) => cells.to_bytes(self.topology, frame),
            Parts::Objects(bodies) => obj(bodies, frame),
            Parts::Surface(surface) => surface.ply(self.topology, frame),
        };
        atomic::write(path, &bytes)
    }
}
