//! Integration tests of `tangency-io`, one program: it links once, and its tests run side by side.

mod animations;
mod arrays;
mod common;
mod exports;
mod field_selection;
mod groups;
mod readers;
mod real_files;
mod reference_meshes;
mod round_trips;
mod run_folder;
