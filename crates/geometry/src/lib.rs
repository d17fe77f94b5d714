//! Meshes, generators, tetrahedraliser, bounding-volume hierarchy, continuous collision detection, exact predicates.
//!
//! No physics lives here. Lengths are metres, vertex indices are `u32`.

pub mod apart;
pub mod bvh;
pub mod ccd;
pub mod cloth;
pub mod continuous;
pub mod embedding;
pub mod field;
pub mod generate;
pub mod hinges;
pub mod intersection;
pub mod mend;
pub mod mesh;
pub mod pieces;
pub mod stretch;
pub mod tetrahedralize;
pub mod topology;
pub mod transform;

pub use mesh::{SurfaceMesh, TetMesh};

/// A point or vector in space, m.
pub type Vec3 = nalgebra::Vector3<f64>;
