//! Integration tests of `tangency-adjoint`, one program.

mod differences;
mod recordings;
mod worlds;
