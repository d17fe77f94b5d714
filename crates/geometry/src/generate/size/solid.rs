//! Solids and the closed obstacles made like them.

use super::super::*;
use super::{PointCount, along, grid, refined_points};

/// `n` as a number.
fn real(n: u32) -> f64 {
    f64::from(n)
}

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
    BoxParameters: |p| p.cells.iter().map(|&n| along(n)).product();
    MatParameters: |p| 2.0 * grid(&p.points);
    RodParameters: |p| along(p.cells_along) * along(p.cells_across).powi(2);
    BallParameters: |p| along(p.cells_across).powi(3);
    GolfBallParameters: |p| {
        let n = real(p.cells_across);
        (n + 1.0).powi(3) + 30.0 * n * n + real(p.dimples)
    };
    SquishyBallParameters: |p| {
        let (m, c) = (real(p.tendrils_across), real(p.cells_across));
        let n = m * (c + 2.0);
        (0.5 * n + 1.0).powi(3) + 7.5 * n * n + 6.0 * (m * (c + 1.0)).powi(2) * real(p.cells_along)
    };
    // The lattice around it.
    CreatureParameters: |p| real(p.cells).powi(3);
    ArchStoneParameters: |p| p.cells.iter().map(|&n| along(n)).product::<f64>() + real(p.stones);
    CylinderParameters: |p| along(p.cells_across).powi(2) * along(p.cells_along);
    TubeParameters: |p| along(p.cells_through) * real(p.segments) * along(p.cells_along);
    ConeParameters: |p| along(p.cells_across).powi(2) * along(p.cells_along);
    TorusParameters: |p| along(p.cells_across).powi(2) * real(p.segments);
    LinkParameters: |p| {
        let around = 2.0 * (real(p.arc_segments) + real(p.straight_segments));
        along(p.cells_across).powi(2) * around
    };
    HollowBallParameters: |p| (10.0 * real(p.frequency).powi(2) + 2.0) * along(p.layers);
    HollowTorusParameters: |p| grid(&[p.segments, p.cells_around]) * along(p.layers);
    SaddleBlockParameters: |p| along(p.cells_across).powi(2) * along(p.cells_along);
    SpikeParameters: |p| refined_points(5.0, 2.0, p.refinements);
    WedgeParameters: |p| refined_points(6.0, 3.0, p.refinements);
    SphereParameters: |p| 10.0 * real(p.frequency).powi(2) + 2.0;
    RollerParameters: |p| real(p.segments) * along(p.cells_along) + 2.0;
    PressParameters: |p| {
        let rows = real(p.cells_cylinder) + real(p.cells_cone) + 6.0 * along(p.cells_box);
        real(p.segments) * rows
    };
}
