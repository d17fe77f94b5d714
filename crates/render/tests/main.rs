//! Integration tests of `tangency-render`, one program: it links once, and its tests run side by side.

mod fields;
mod films;
mod pictures;
mod planar;
