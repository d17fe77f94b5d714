//! Integration tests of `tangency-formulas`, one program: it links once, and its tests run side by side.

mod geometric;
mod geometric_barrier;
mod golden;
mod golden_geometric;
mod golden_offset;
#[path = "geometric/mesh.rs"]
mod mesh;
#[path = "geometric/shapes.rs"]
mod shapes;
#[path = "golden/stencils.rs"]
mod stencils;
#[path = "geometric/sums.rs"]
mod sums;
