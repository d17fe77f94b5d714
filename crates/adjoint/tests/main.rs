//! Integration tests of `tangency-adjoint`, one program.

mod compare;
mod differences;
mod objectives;
mod recordings;
mod sheet_worlds;
mod sheets;
mod strand_worlds;
mod strands;
mod worlds;
