//! Additive continuous collision detection (Codimensional IPC 2021, Algorithm 1), conservative in floating point.
//!
//! Each function takes the vertices `x` and displacements `p` of a pair, a thickness `xi` and the longest step
//! `t_max` of interest, and returns a time `t` in \[0, t_max\]: for all times up to `t` the exact distance of the
//! exact motions `x + t p` stays above `xi`, and so does the distance of the positions as double precision rounds
//! `x + t p`. `t = t_max` means that nothing is in the way. See `advance.rs` for the method and the margins.
//!
//! ```
//! use tangency_geometry::{Vec3, ccd};
//!
//! // A point 1 m above a triangle falls by 2 m: it may go just short of half of the way.
//! let x = [[0.2, 0.2, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! let p = [[0.0, 0.0, -2.0], [0.0; 3], [0.0; 3], [0.0; 3]].map(Vec3::from);
//! let t = ccd::point_triangle(x, p, 0.0, 1.0);
//! assert!(0.4 < t && t < 0.5);
//! ```

mod advance;
mod coplanarity;
mod separation;
mod step_size;

use crate::Vec3;

use advance::advance;
use separation::{EdgeEdgePair, PointEdgePair, PointPointPair, PointTrianglePair};
pub use step_size::{ContactKinds, SurfaceMotion, step_size};

/// Safe time for two points `p, q`; lengths in m, time as a fraction of the displacement.
#[inline]
#[must_use]
pub fn point_point(x: [Vec3; 2], p: [Vec3; 2], xi: f64, t_max: f64) -> f64 {
    advance::<2, 1>(x, p, xi, t_max, &PointPointPair)
}

/// Safe time for a point and an edge `p, e0, e1`; lengths in m, time as a fraction of the displacement.
#[inline]
#[must_use]
pub fn point_edge(x: [Vec3; 3], p: [Vec3; 3], xi: f64, t_max: f64) -> f64 {
    advance::<3, 1>(x, p, xi, t_max, &PointEdgePair)
}

/// Safe time for a point and a triangle `p, t0, t1, t2`; lengths in m, time as a fraction of the displacement.
#[inline]
#[must_use]
pub fn point_triangle(x: [Vec3; 4], p: [Vec3; 4], xi: f64, t_max: f64) -> f64 {
    advance::<4, 1>(x, p, xi, t_max, &PointTrianglePair)
}

/// Safe time for two edges `a0, a1, b0, b1`; lengths in m, time as a fraction of the displacement.
#[inline]
#[must_use]
pub fn edge_edge(x: [Vec3; 4], p: [Vec3; 4], xi: f64, t_max: f64) -> f64 {
    advance::<4, 2>(x, p, xi, t_max, &EdgeEdgePair)
}
