//! Integration tests of `tangency-engine`, one program: it links once, and its tests run side by side.

mod adaptive;
mod boundaries;
mod broken_ccd;
mod cloth;
mod codimensional_ipctk;
mod common;
mod compatibility;
mod contact;
mod convergent;
mod embedded;
mod enclosed;
mod forces;
mod friction;
mod friction_reference;
mod gcp;
mod gcp_runs;
#[path = "gcp/worlds.rs"]
mod gcp_worlds;
mod integrators;
#[path = "../../formulas/tests/geometric/mesh.rs"]
mod mesh;
mod ogc;
mod paranoid;
mod physics;
mod planar;
mod planar_contact;
mod planar_ipctk;
#[path = "planar/worlds.rs"]
mod planar_worlds;
mod prescribed;
mod stitches;
mod thin;
mod trace;
mod twist;
mod vbd;
