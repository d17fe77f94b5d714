//! Blocks that are cut from above: by a thin slit, or by a notch with a sharp or round tip.

use super::super::check::{below, positive};
use super::{Border, Sizes, Vec2, arc_points, mesh};
use crate::SurfaceMesh;
use crate::generate::GenerateError;
use std::f64::consts::PI;

/// A rectangle with a slit from the middle of its upper side downward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlitBlockParameters {
    /// Width and height, m.
    pub size: [f64; 2],
    /// Width of the slit, m; as thin as one likes.
    pub slit_width: f64,
    /// Depth of the slit, m.
    pub slit_depth: f64,
    /// Whether the slit ends in a half circle, in four edges; otherwise in one edge across.
    pub round: bool,
    /// Longest edge, m.
    pub edge: f64,
    /// By how much edges get longer per metre from the end of the slit.
    pub growth: f64,
}

impl Default for SlitBlockParameters {
    /// Half of a square metre cut by a slit of 4 cm.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            slit_width: 0.04,
            slit_depth: 0.5,
            round: false,
            edge: 0.2,
            growth: 0.4,
        }
    }
}

/// A rectangle with a notch in the middle of its upper side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotchedBlockParameters {
    /// Width and height, m.
    pub size: [f64; 2],
    /// Width of the notch at the upper side, m.
    pub notch_width: f64,
    /// Depth of the notch, m, down to its tip.
    pub notch_depth: f64,
    /// Radius of the tip, m; zero for a sharp one.
    pub tip_radius: f64,
    /// Longest edge, m.
    pub edge: f64,
    /// Edge at the tip, m.
    pub tip_edge: f64,
    /// By how much edges get longer per metre from the tip.
    pub growth: f64,
}

impl Default for NotchedBlockParameters {
    /// A square metre with a sharp notch, 40 cm deep.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            notch_width: 0.2,
            notch_depth: 0.4,
            tip_radius: 0.0,
            edge: 0.15,
            tip_edge: 0.02,
            growth: 0.4,
        }
    }
}

/// A block with a slit.
pub fn slit_block(p: &SlitBlockParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "slit block";
    let [width, height] = p.size;
    let lengths = [
        ("width", width),
        ("height", height),
        ("slit width", p.slit_width),
        ("slit depth", p.slit_depth),
        ("edge", p.edge),
        ("growth", p.growth),
    ];
    positive(SHAPE, &lengths)?;
    below(SHAPE, ("slit width", p.slit_width), ("the width", width))?;
    below(SHAPE, ("slit depth", p.slit_depth), ("the height", height))?;
    let (half, top) = (p.slit_width / 2.0, height / 2.0);
    let bottom = top - p.slit_depth;
    let mut sizes = Sizes::graded(p.edge, p.growth);
    let wall = if p.round { bottom + half } else { bottom };
    let (centre, turn) = (Vec2::new(0.0, wall), [0.0, -PI]);
    if p.round {
        below(
            SHAPE,
            ("half the slit width", half),
            ("slit depth", p.slit_depth),
        )?;
        let arc = arc_points(centre, half, turn, 8);
        sizes.along(&arc, (PI / 4.0 * half).min(p.edge));
    } else {
        let end = [Vec2::new(-half, bottom), Vec2::new(half, bottom)];
        sizes.along(&end, p.slit_width.min(p.edge));
    }
    let border = below_top(p.size, half, &sizes).line(Vec2::new(half, wall));
    let border = if p.round {
        border.arc(centre, half, turn)
    } else {
        border.line(Vec2::new(-half, wall))
    };
    let border = border.line(Vec2::new(-half, top));
    mesh(SHAPE, &[home(border, p.size)], &sizes)
}

/// A block with a notch.
pub fn notched_block(p: &NotchedBlockParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "notched block";
    let [width, height] = p.size;
    let lengths = [
        ("width", width),
        ("height", height),
        ("notch width", p.notch_width),
        ("notch depth", p.notch_depth),
        ("edge", p.edge),
        ("tip edge", p.tip_edge),
        ("growth", p.growth),
    ];
    positive(SHAPE, &lengths)?;
    below(SHAPE, ("notch width", p.notch_width), ("the width", width))?;
    below(
        SHAPE,
        ("notch depth", p.notch_depth),
        ("the height", height),
    )?;
    let (half, top, radius) = (p.notch_width / 2.0, height / 2.0, p.tip_radius);
    let mut sizes = Sizes::graded(p.edge, p.growth);
    if radius == 0.0 {
        let tip = Vec2::new(0.0, top - p.notch_depth);
        sizes.along(&[tip, tip], p.tip_edge);
        let border = below_top(p.size, half, &sizes)
            .line(tip)
            .line(Vec2::new(-half, top));
        return mesh(SHAPE, &[home(border, p.size)], &sizes);
    }
    positive(SHAPE, &[("tip radius", radius)])?;
    // The sides of the notch touch the circle of its tip.
    let centre = Vec2::new(0.0, top - p.notch_depth + radius);
    let to_mouth = Vec2::new(half, top) - centre;
    below(
        SHAPE,
        ("tip radius", radius),
        (
            "the distance of its middle from the upper ends",
            to_mouth.norm(),
        ),
    )?;
    let touches = to_mouth.y.atan2(to_mouth.x) - (radius / to_mouth.norm()).acos();
    let turn = [touches, -PI - touches];
    sizes.along(&arc_points(centre, radius, turn, 16), p.tip_edge);
    let at = |angle: f64| centre + Vec2::new(angle.cos(), angle.sin()) * radius;
    let border = below_top(p.size, half, &sizes)
        .line(at(touches))
        .arc(centre, radius, turn)
        .line(Vec2::new(-half, top));
    mesh(SHAPE, &[home(border, p.size)], &sizes)
}

/// The border of a rectangle from its upper left corner counter-clockwise to so far right of the middle of its top.
fn below_top([width, height]: [f64; 2], half: f64, sizes: &Sizes) -> Border<'_> {
    let at = |x: f64, y: f64| Vec2::new(x * width, y * height) / 2.0;
    Border::starting(at(-1.0, 1.0), sizes)
        .line(at(-1.0, -1.0))
        .line(at(1.0, -1.0))
        .line(at(1.0, 1.0))
        .line(Vec2::new(half, height / 2.0))
}

/// Back to the upper left corner.
fn home(border: Border<'_>, [width, height]: [f64; 2]) -> Vec<Vec2> {
    border.line(Vec2::new(-width, height) / 2.0).close()
}
