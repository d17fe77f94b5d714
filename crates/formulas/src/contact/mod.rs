//! Contact energies on the distances of [`crate::distance`].

pub mod frame;
pub mod friction;
pub mod log_barrier;
pub mod mollified;

pub use frame::ContactFrame;
