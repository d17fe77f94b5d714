//! Contact energies on the distances of [`crate::distance`], and the regions in which they act.

pub mod displacement_bound;
pub mod frame;
pub mod friction;
pub mod geometric;
pub mod log_barrier;
pub mod log_ratio;
pub mod mollified;
pub mod offset_block;
pub mod two_stage;

pub use frame::ContactFrame;
pub use two_stage::TwoStage;
