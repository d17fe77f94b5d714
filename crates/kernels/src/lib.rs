#![no_std]
//! The work of ONE thread, as a safe function.
//!
//! The CPU calls these functions in a loop, the GPU runs each call as a thread; both give the same bits. So
//! nothing here is shared between threads: a thread reads what earlier launches left, and returns what it makes.
//!
//! - [`vbd`]: one vertex of a sweep of Vertex Block Descent.

pub mod vbd;

pub use tangency_formulas::Real;
