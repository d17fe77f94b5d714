//! Flat bodies.

use std::f64::consts::{PI, TAU};

use super::super::*;
use super::{PointCount, along, per};

/// Points of a region of this area and border with even edges.
fn filled(area: f64, border: f64, edge: f64) -> f64 {
    // A fill has triangles of many shapes: points have a little less room than in an even lattice.
    1.3 * per(area, edge * edge * 0.75f64.sqrt()) + per(border, edge) + 8.0
}

/// Edges that are short along a line and get longer with the distance from it.
struct Graded {
    /// Length of the line, m.
    line: f64,
    /// Edge on it, m.
    fine: f64,
    /// By how much edges get longer per metre.
    growth: f64,
    /// Longest edge, m.
    coarse: f64,
    /// Size of the region around, m.
    reach: f64,
}

impl Graded {
    /// Points around the line beyond those that the coarse edges have there: the integral of the area over the square
    /// of the edge, which at a distance r is fine + growth r.
    fn points(&self) -> f64 {
        let Graded {
            line,
            fine,
            growth,
            coarse,
            reach,
        } = *self;
        if !(fine > 0.0 && growth > 0.0 && coarse > fine && reach.is_finite()) {
            return 0.0;
        }
        let radius = ((coarse - fine) / growth).min(reach);
        let end = fine + growth * radius;
        let beside = 2.0 * line * radius / (fine * end);
        let ratio = growth * radius / fine;
        let around = if ratio < 1e-3 {
            PI * (radius / fine).powi(2)
        } else {
            TAU / (growth * growth) * ((1.0 + ratio).ln() + fine / end - 1.0)
        };
        1.5 * (beside + around) + 2.0 * line / fine
    }
}

impl PointCount for SquircleParameters {
    fn point_count(&self) -> f64 {
        let graded = Graded {
            line: TAU * self.corner_radius,
            fine: self.corner_edge,
            growth: self.growth,
            coarse: self.edge,
            reach: self.side,
        };
        // Four corners, each of its own surroundings.
        let corners = 4.0
            * (Graded {
                line: 0.25 * graded.line,
                ..graded
            })
            .points();
        let edge = if self.corner_edge > 0.0 {
            self.edge
        } else {
            0.0
        };
        filled(self.side * self.side, 4.0 * self.side, edge) + corners
    }
}

impl PointCount for DiscParameters {
    fn point_count(&self) -> f64 {
        filled(
            PI * self.radius * self.radius,
            2.0 * TAU * self.radius,
            self.edge,
        )
    }
}

impl PointCount for SlitBlockParameters {
    fn point_count(&self) -> f64 {
        let [width, height] = self.size;
        let end = Graded {
            line: self.slit_width,
            fine: self.slit_width.min(self.edge) * if self.round { 0.39 } else { 1.0 },
            growth: self.growth,
            coarse: self.edge,
            reach: width + height,
        };
        // The walls of the slit are as fine as the region around its end lets them be.
        filled(width * height, 3.0 * (width + height), self.edge) + 1.5 * end.points()
    }
}

impl PointCount for NotchedBlockParameters {
    fn point_count(&self) -> f64 {
        let [width, height] = self.size;
        let tip = Graded {
            line: PI * self.tip_radius,
            fine: self.tip_edge,
            growth: self.growth,
            coarse: self.edge,
            reach: width + height,
        };
        filled(width * height, 3.0 * (width + height), self.edge) + tip.points()
    }
}

impl PointCount for RectangleParameters {
    fn point_count(&self) -> f64 {
        along(self.cells[0]) * along(self.cells[1]) + 16.0 * f64::from(self.levels)
    }
}

impl PointCount for ChiParameters {
    fn point_count(&self) -> f64 {
        let cusp = Graded {
            line: 0.0,
            fine: self.cusp_edge,
            growth: 0.4,
            coarse: self.edge,
            reach: self.width + self.height,
        };
        let strips = 4.0 * self.height * self.thickness;
        let plates = 2.0 * self.width * self.plate;
        let border = 8.0 * (self.width + self.height);
        filled(strips + plates, border, self.edge) + 2.0 * cusp.points()
    }
}

/// About the number of points of [`polygon`].
pub fn polygon_points(outline: &[[f64; 2]], holes: &[Vec<[f64; 2]>], edge: f64) -> f64 {
    let sides = |corners: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
        let n = corners.len();
        (0..n).map(|i| [corners[i], corners[(i + 1) % n]]).collect()
    };
    let length = |[a, b]: &[[f64; 2]; 2]| (b[0] - a[0]).hypot(b[1] - a[1]);
    let doubled: f64 = sides(outline)
        .iter()
        .map(|[a, b]| a[0] * b[1] - a[1] * b[0])
        .sum();
    let loops = std::iter::once(outline).chain(holes.iter().map(Vec::as_slice));
    let border: f64 = loops
        .map(|corners| sides(corners).iter().map(length).sum::<f64>())
        .sum();
    filled(0.5 * doubled.abs(), border, edge)
}
