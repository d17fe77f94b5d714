//! Integration tests of `tangency-kernels`, one program: it links once, and its tests run side by side.

mod bvh;
mod common;
mod frozen;
mod scan_and_sort;
