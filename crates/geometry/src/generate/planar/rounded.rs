//! Round borders: a square with rounded corners that are finer than its sides, a disc, a ring.

use super::super::check::{below, positive};
use super::{Border, Sizes, Vec2, arc_points, mesh};
use crate::SurfaceMesh;
use crate::generate::GenerateError;
use std::f64::consts::{FRAC_PI_2, TAU};

/// A square with rounded corners, long edges along its sides and short ones around its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquircleParameters {
    /// Width and height, m.
    pub side: f64,
    /// Radius of the corners, m, below half the side.
    pub corner_radius: f64,
    /// Longest edge, in the straight parts and inside, m.
    pub edge: f64,
    /// Edge around the corners, m.
    pub corner_edge: f64,
    /// By how much edges get longer per metre from the corners.
    pub growth: f64,
}

impl Default for SquircleParameters {
    /// The rounded block of figure 17 of Geometric Contact Potential (2025).
    fn default() -> Self {
        Self {
            side: 1.0,
            corner_radius: 0.3,
            edge: 0.21,
            corner_edge: 0.01,
            growth: 1.5,
        }
    }
}

/// A disc, or a ring where it has a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscParameters {
    /// Radius, m.
    pub radius: f64,
    /// Radius of the hole in its middle, m; zero for none.
    pub hole_radius: f64,
    /// Edge length, m.
    pub edge: f64,
}

impl Default for DiscParameters {
    /// 1 m across.
    fn default() -> Self {
        Self {
            radius: 0.5,
            hole_radius: 0.0,
            edge: 0.1,
        }
    }
}

/// A rounded square.
pub fn squircle(p: &SquircleParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "squircle";
    let lengths = [
        ("side", p.side),
        ("corner radius", p.corner_radius),
        ("edge", p.edge),
        ("corner edge", p.corner_edge),
        ("growth", p.growth),
    ];
    positive(SHAPE, &lengths)?;
    below(
        SHAPE,
        ("corner radius", p.corner_radius),
        ("half the side", p.side / 2.0),
    )?;
    let (half, radius) = (p.side / 2.0, p.corner_radius);
    let straight = half - radius;
    // The corners, counter-clockwise from the lower right one, and where their arcs begin.
    let corners = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(x, y)| Vec2::new(x, y) * straight);
    let turns =
        [-1.0, 0.0, 1.0, 2.0].map(|quarter| [quarter, quarter + 1.0].map(|q| q * FRAC_PI_2));
    let mut sizes = Sizes::graded(p.edge, p.growth);
    for (&centre, &turn) in corners.iter().zip(&turns) {
        let arc = arc_points(centre, radius, turn, 64);
        sizes.along(&arc, p.corner_edge.min(p.edge));
    }
    let mut border = Border::starting(Vec2::new(-straight, -half), &sizes);
    for (&centre, &turn) in corners.iter().zip(&turns) {
        let (sin, cos) = turn[0].sin_cos();
        border = border
            .line(centre + Vec2::new(cos, sin) * radius)
            .arc(centre, radius, turn);
    }
    mesh(SHAPE, &[border.close()], &sizes)
}

/// A disc or ring.
pub fn disc(p: &DiscParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "disc";
    positive(SHAPE, &[("radius", p.radius), ("edge", p.edge)])?;
    let sizes = Sizes::even(p.edge);
    let circle = |radius: f64, turn: [f64; 2]| {
        Border::starting(Vec2::new(radius, 0.0), &sizes)
            .arc(Vec2::zeros(), radius, turn)
            .close()
    };
    let mut loops = vec![circle(p.radius, [0.0, TAU])];
    if p.hole_radius != 0.0 {
        positive(SHAPE, &[("hole radius", p.hole_radius)])?;
        below(SHAPE, ("hole radius", p.hole_radius), ("radius", p.radius))?;
        loops.push(circle(p.hole_radius, [TAU, 0.0]));
    }
    mesh(SHAPE, &loops, &sizes)
}
