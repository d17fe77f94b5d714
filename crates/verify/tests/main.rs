//! Integration tests of `tangency-verify`, one program: it links once, and its tests run side by side.

mod large;
mod pieces;
mod planar;
mod records;
mod runs;
mod thin_bodies;
