//! Squared distances between primitives, which feature is closest, and exact derivatives
//! (IPC 2020, equations 18-23).
//!
//! Each file has the distance to the unbounded primitive (`squared_line`, `squared_plane`) with
//! gradient and Hessian, `classify`, which names the closest features, and `squared`, the distance
//! between the bounded primitives. No input, however degenerate, yields NaN from the last two:
//! an edge without length is a point, a triangle without area is its edges.

pub mod closest;
pub mod edge_edge;
pub mod foot;
pub mod mollifier;
pub mod point_edge;
pub mod point_point;
pub mod point_triangle;
