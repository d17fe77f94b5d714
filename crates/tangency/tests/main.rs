//! Integration tests of `tangency-tangency`, one program: it links once, and its tests run side by side.

mod examples;
mod gradients;
mod hertz;
mod numbers;
mod scenes;
