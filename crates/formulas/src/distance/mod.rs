//! Squared distances between primitives, which feature is closest, and exact derivatives
//! (IPC 2020, equations 18-23).
//!
//! Each file has the distance to the unbounded primitive (`squared_line`, `squared_plane`) with
//! gradient and Hessian, `classify`, which names the closest features, and `squared`, the distance
//! between the bounded primitives. No input, however degenerate, yields NaN from the last two:
//! an edge without length is a point, a triangle without area is its edges.
//!
//! ```
//! use tangency_formulas::Vec3;
//! use tangency_formulas::distance::point_triangle::{PointTriangle, classify_squared};
//!
//! let [t0, t1, t2] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! // Above the inside of the triangle, and beyond its corner t1.
//! let (part, squared) = classify_squared(&Vec3::new(0.25, 0.25, 2.0), &t0, &t1, &t2);
//! assert_eq!((part, squared), (PointTriangle::Interior, 4.0));
//! let (part, squared) = classify_squared(&Vec3::new(3.0, -1.0, 0.0), &t0, &t1, &t2);
//! assert_eq!((part, squared), (PointTriangle::T1, 5.0));
//! ```

pub mod closest;
pub mod edge_edge;
pub mod foot;
pub mod mollifier;
pub mod point_edge;
pub mod point_point;
pub mod point_triangle;
