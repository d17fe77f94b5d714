//! Many frames in one file, or in one for each body.

use super::bodies::{BodySurface, body_surfaces};
use super::names::{Names, file_stem};
use super::stage::StageBuilder;
use super::{ExportFrame, check, unwritable};
use crate::run_folder::Topology;
use crate::write::pc2::PointCache;
use crate::write::usda::UpAxis;
use crate::write::{glb, obj};
use crate::{IoError, ParseError, atomic};
use std::path::Path;

/// Formats that have all frames together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// Binary glTF: one file, a node for each body.
    Glb,
    /// USD as text: one file, a prim for each body, with fields.
    Usda,
    /// Point caches: a folder with a `.pc2` and the rest shape as `.obj` for each body.
    Pc2,
}

/// Frames of a run that become one animation.
pub struct Animation<'a> {
    topology: &'a Topology,
    up: UpAxis,
    bodies: Vec<BodySurface<'a>>,
    times: Vec<f64>,
    frames: Frames<'a>,
}

/// The frames as the format has them.
enum Frames<'a> {
    Glb(Vec<glb::AnimatedBody<'a>>),
    Usda(Option<StageBuilder>),
    Pc2(Vec<PointCache>),
}

impl<'a> Animation<'a> {
    /// An animation of these bodies without frames.
    pub fn new(
        format: AnimationFormat,
        topology: &'a Topology,
        up: UpAxis,
    ) -> Result<Self, ParseError> {
        topology.check()?;
        let bodies = body_surfaces(topology)?;
        let frames = match format {
            AnimationFormat::Glb => Frames::Glb(bodies.iter().map(animated).collect()),
            AnimationFormat::Usda => Frames::Usda(None),
            AnimationFormat::Pc2 => Frames::Pc2(bodies.iter().map(cache).collect()),
        };
        Ok(Self {
            topology,
            up,
            bodies,
            times: Vec::new(),
            frames,
        })
    }

    /// Adds a frame, which is later than those before.
    pub fn push(&mut self, frame: &ExportFrame) -> Result<(), ParseError> {
        check(self.topology, frame)?;
        if self.times.last().is_some_and(|last| *last >= frame.time) {
            let problem = "the times of the frames do not increase";
            return Err(ParseError::whole(problem));
        }
        self.times.push(frame.time);
        let bodies = self.bodies.iter();
        match &mut self.frames {
            Frames::Glb(animated) => {
                for (animated, body) in animated.iter_mut().zip(bodies) {
                    animated.frames.push(body.points(&frame.positions));
                }
            }
            Frames::Usda(stage) => stage
                .get_or_insert_with(|| StageBuilder::new(self.topology, &self.bodies, frame))
                .push(frame),
            Frames::Pc2(caches) => {
                for (cache, body) in caches.iter_mut().zip(bodies) {
                    let points = body.points(&frame.positions);
                    let coordinates = points.iter().flat_map(|p| [p.x, p.y, p.z]);
                    (cache.coordinates).extend(coordinates.map(|c| c as f32));
                }
            }
        }
        Ok(())
    }

    /// Writes the file, of point caches the folder, which must be there.
    pub fn write(self, path: impl AsRef<Path>) -> Result<(), IoError> {
        let path = path.as_ref();
        if self.times.is_empty() {
            return Err(unwritable(path, "there are no frames".into()));
        }
        match self.frames {
            Frames::Glb(bodies) => write_glb(path, &bodies, &self.times),
            Frames::Usda(None) => Err(unwritable(path, "there are no frames".into())),
            Frames::Usda(Some(stage)) => {
                let stage = stage.into_stage(&self.times, self.up);
                atomic::write_with(path, |out| stage.write(out))
            }
            Frames::Pc2(caches) => write_caches(path, self.topology, &self.bodies, &caches),
        }
    }
}

fn animated<'a>(body: &BodySurface<'a>) -> glb::AnimatedBody<'a> {
    glb::AnimatedBody {
        name: body.name,
        is_obstacle: body.is_obstacle,
        frames: Vec::new(),
        triangles: body.triangles.clone(),
        edges: body.edges.clone(),
        vertices: body.vertices.clone(),
    }
}

fn cache(body: &BodySurface) -> PointCache {
    PointCache {
        points: body.members.len(),
        coordinates: Vec::new(),
    }
}

fn write_glb(path: &Path, bodies: &[glb::AnimatedBody], times: &[f64]) -> Result<(), IoError> {
    let bytes = glb::to_bytes(bodies, times);
    // The header of a GLB file holds its length in 32 bits.
    if u32::try_from(bytes.len()).is_err() {
        let problem = "a GLB file cannot exceed 4 GB; export fewer frames".into();
        return Err(unwritable(path, problem));
    }
    atomic::write(path, &bytes)
}

/// Writes for each body its rest shape and its points in every frame, in the same order.
fn write_caches(
    folder: &Path,
    topology: &Topology,
    bodies: &[BodySurface],
    caches: &[PointCache],
) -> Result<(), IoError> {
    let mut names = Names::default();
    for (body, cache) in bodies.iter().zip(caches) {
        let stem = names.unique(&file_stem(body.name));
        let rest = obj::of_objects([body.object(&topology.rest)].into_iter());
        atomic::write(&folder.join(format!("{stem}.obj")), &rest)?;
        let path = folder.join(format!("{stem}.pc2"));
        let bytes = cache.to_bytes().ok_or_else(|| {
            let problem = "a PC2 file cannot have more than 2,147,483,647 points or frames";
            unwritable(&path, problem.into())
        })?;
        atomic::write(&path, &bytes)?;
    }
    Ok(())
}
