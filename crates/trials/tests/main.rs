//! Integration tests of `tangency-trials`, one program: it links once, and its tests run side by side.

mod fuzz;
mod kills;
mod worlds;
