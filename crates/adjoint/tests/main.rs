//! Integration tests of `tangency-adjoint`, one program.

mod differences;
mod objectives;
mod recordings;
mod worlds;
