//! Integration tests of `tangency-design`, one program.

mod optimisers;
mod problems;
mod shapes;
