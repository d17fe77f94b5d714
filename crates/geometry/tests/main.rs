//! Integration tests of `tangency-geometry`, one program: it links once, and its tests run side by side.

mod broad_phase;
mod card_house;
mod ccd_exact;
mod ccd_ipctk;
mod ccd_reference;
mod common;
mod continuous;
mod continuous_reference;
mod generated_shapes;
mod intersection_exact;
mod tetrahedralize;
