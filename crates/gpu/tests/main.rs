//! Integration tests of `tangency-gpu`, one program: it links once, and its tests run side by side.

mod cpu_reference;
mod flight;
mod stepper;
#[path = "../examples/device_check/worlds.rs"]
#[allow(dead_code, reason = "a list of them is for the example")]
mod worlds;
