//! The kernels of `tangency-kernels` on an NVIDIA GPU.
//!
//! A [`Device`] holds the driver's context, the compiled kernels and one stream of work; [`Buffer`]s are arrays
//! in its memory. [`Scan`], [`Sort`] and [`Bvh`] launch what their namesakes in `tangency-kernels` describe; a sequence of
//! launches can be captured as a [`Graph`] and replayed at a fraction of the cost of its launches. [`DeviceStep`] is a time
//! step as such graphs, [`CpuReference`] the same in loops on the CPU; a [`GpuMinimiser`] makes either a minimiser of the engine.
//!
//! Building needs neither CUDA nor a GPU: the driver's library is looked for when a device is opened, and the
//! kernels are in `ptx/kernels.ptx`, made by `build-ptx` from `device/`.

mod backend;
mod buffer;
mod bvh;
mod cpu_reference;
mod device;
mod error;
mod graph;
mod lists;
mod memory;
mod minimiser;
mod outcome;
mod setup;
mod step;

pub use backend::BackendModel;
pub use buffer::Buffer;
pub use bvh::{Bvh, TreePrimitives, write_boxes};
pub use cpu_reference::CpuReference;
pub use device::{Argument, Device};
pub use error::GpuError;
pub use graph::Graph;
pub use lists::{DeviceKey, DeviceReal, Scan, Sort};
pub use minimiser::{GpuMinimiser, GpuUnavailable};
pub use outcome::{Outcome, Phase};
pub use setup::{Family, Setup, StepInputs};
pub use step::DeviceStep;
