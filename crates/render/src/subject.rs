//! The things that a picture is of, in a world whose up is +y.

use std::borrow::Cow;

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::field::SurfaceValues;
use crate::turn::Turn;

/// Things that a picture shows besides the bodies in their own colours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Numbers that colour the bodies, by the scale of the options.
    pub values: Option<SurfaceValues>,
    /// Arrows, each from its first point to its second, m.
    pub arrows: Vec<[Vec3; 2]>,
}

/// A frame to draw.
pub(crate) struct Subject<'a> {
    pub topology: &'a Topology,
    pub x: Cow<'a, [Vec3]>,
    pub rest: Cow<'a, [Vec3]>,
    /// Origins and normals.
    pub half_spaces: Vec<[Vec3; 2]>,
    pub values: Option<&'a SurfaceValues>,
    pub arrows: Vec<[Vec3; 2]>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(
        topology: &'a Topology,
        x: &'a [Vec3],
        overlay: &'a Overlay,
        turn: Turn,
    ) -> Self {
        let half_spaces = topology.half_spaces.iter();
        let arrows = overlay.arrows.iter();
        Self {
            topology,
            x: turn.points(x),
            rest: turn.points(&topology.rest),
            half_spaces: half_spaces.map(|h| turn.half_space(h)).collect(),
            values: overlay.values.as_ref(),
            arrows: arrows.map(|ends| ends.map(|p| turn.apply(&p))).collect(),
        }
    }
}
