//! Integration tests of `tangency-scene`, one program: it links once, and its tests run side by side.

mod cliff;
mod garments;
mod mesh_files;
mod messages;
mod output;
mod physics;
mod planar;
mod refinement;
mod rest;
mod scenes;
mod schema;
mod script_words;
mod scripts;
mod settled;
mod sewing;
mod suspicious;
mod units;
