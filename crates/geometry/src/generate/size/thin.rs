//! Obstacles of triangles, cloth, rods and grains.

use std::f64::consts::PI;

use super::super::*;
use super::{PointCount, along, grid, over, per};

macro_rules! counts {
    ($($parameters:ident: |$p:ident| $count:expr;)*) => {$(
        impl PointCount for $parameters {
            fn point_count(&self) -> f64 {
                let $p = self;
                $count
            }
        }
    )*};
}

counts! {
    PlaneParameters: |p| along(p.cells[0]) * along(p.cells[1]);
    PipeParameters: |p| f64::from(p.segments) * along(p.cells_along);
    FunnelParameters: |p| {
        let parts = if p.spout_length == 0.0 { 1.0 } else { 2.0 };
        f64::from(p.segments) * (parts * f64::from(p.cells_along) + 1.0)
    };
    BowlParameters: |p| f64::from(p.segments) * f64::from(p.rings) + 1.0;
    CliffParameters: |_p| 8.0;
    CrackParameters: |_p| 16.0;
    HoleParameters: |_p| 16.0;
    InternalEdgesParameters: |p| 2.0 * along(p.cells[0]) * along(p.cells[1]);
    BladesParameters: |p| 4.0 * f64::from(p.count);
    PointGridParameters: |p| grid(&p.counts);
    SegmentGridParameters: |p| 2.0 * grid(&p.counts);
    ClothParameters: |p| match p.pattern {
        ClothPattern::Unstructured => over(p.size, p.spacing),
        ClothPattern::Alternating | ClothPattern::Aligned => {
            (per(p.size[0], p.spacing) + 1.5) * (per(p.size[1], p.spacing) + 1.5)
        }
    };
    ClothTubeParameters: |p| over([2.0 * PI * p.radius, p.length], p.spacing);
    RibbonKnotParameters: |p| 2.0 * over([p.length, p.width], p.spacing);
    StrandParameters: |p| along(p.segments);
    StrandBundleParameters: |p| f64::from(p.count) * along(p.segments);
    CoilParameters: |p| p.turns * f64::from(p.segments_per_turn) + 1.0;
    NoodleStackParameters: |p| f64::from(p.count) * along(p.segments);
    NetParameters: |p| {
        let [x, z] = p.rods.map(f64::from);
        2.0 * f64::from(p.segments_per_cell) * x * z + x + z
    };
    KnitParameters: |p| f64::from(p.rows) * (grid(&[p.loops, p.segments]) + 1.0);
    ShirtParameters: |p| {
        let columns = per(p.width + 2.0 * p.sleeve, p.spacing) + 1.0;
        let body = (per(p.width, p.spacing) + 1.0) * per(p.length, p.spacing);
        let sleeves = 2.0 * per(p.sleeve, p.spacing) * per(p.opening, p.spacing);
        // The lattice that it is cut from is smaller than a point in memory.
        2.0 * (body + sleeves) + columns.max(0.1 * columns * per(p.length, p.spacing))
    };
    SprinklesParameters: |p| 2.0 * grid(&p.counts);
    GrainsParameters: |p| grid(&p.counts);
    RoundBowlParameters: |p| {
        let sphere = PI * (p.radius * p.radius + p.depth * p.depth);
        let sides = if p.wall == 0.0 { 1.0 } else { 2.0 };
        sides * area_points(sphere, p.spacing) + edge_points(p.radius, 0.5 * p.wall, p.spacing)
    };
    TableParameters: |p| {
        let faces = 2.0 * PI * p.radius * (p.radius + p.thickness);
        area_points(faces, p.spacing) + edge_points(p.radius, p.edge_radius, p.spacing)
    };
}

/// Points of even triangles with this spacing over an area.
fn area_points(area: f64, spacing: f64) -> f64 {
    // Each point has two equilateral triangles.
    per(area, spacing * spacing * 0.75f64.sqrt()) + 16.0
}

/// Points of the rings around a rounded edge, which has some even where it is smaller than the spacing.
fn edge_points(radius: f64, rounding: f64, spacing: f64) -> f64 {
    if rounding == 0.0 {
        return 0.0;
    }
    let rings = 8.0 + per(PI * rounding, spacing);
    rings * (per(2.0 * PI * radius, spacing) + 3.0)
}

/// About the number of points of [`lathe`].
pub fn lathe_points(profile: &[[f64; 2]], spacing: f64) -> f64 {
    let row = 0.75f64.sqrt() * spacing;
    let band = |ends: &[[f64; 2]]| {
        let [[r0, y0], [r1, y1]] = [ends[0], ends[1]];
        let length = (r1 - r0).hypot(y1 - y0);
        // The rings, and at least a few points in each of them.
        (per(length, row) + 1.0) * (per(PI * (r0 + r1), spacing) + 6.0)
    };
    profile.windows(2).map(band).sum()
}
