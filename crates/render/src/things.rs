//! The things that are drawn, in world space and single precision.

use tangency_io::run_folder::Topology;

use crate::light::linear;
use crate::options::RenderOptions;
use crate::palette::WALL;
use crate::vector::V3;

/// The colour of a surface.
#[derive(Clone, Copy)]
pub(crate) enum Paint {
    /// One colour, in linear light.
    Plain(V3),
    /// The colours of numbers at the corners.
    Values([f64; 3]),
    /// One colour, faint: a shape that is not there.
    Ghost(V3),
}

/// A triangle with its corner normals.
#[derive(Clone, Copy)]
pub(crate) struct Triangle {
    pub corners: [V3; 3],
    pub normals: [V3; 3],
    pub paint: Paint,
}

/// A segment with a radius; a ball where both ends are one.
#[derive(Clone, Copy)]
pub(crate) struct Rod {
    pub ends: [V3; 2],
    pub radius: f32,
    /// The paint, of which the first two corners are the ends.
    pub paint: Paint,
    /// Throws a shadow.
    pub casts: bool,
}

/// A plane that bodies stand on.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    pub origin: V3,
    pub normal: V3,
    /// Checkered; else it only shows shadows.
    pub visible: bool,
}

/// The colour of the body of a vertex, in linear light.
pub(crate) fn body_color(topology: &Topology, options: &RenderOptions, vertex: u32) -> V3 {
    if topology.obstacle[vertex as usize] {
        linear(WALL)
    } else {
        linear(options.palette.color(topology.body[vertex as usize]))
    }
}
