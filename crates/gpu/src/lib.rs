//! The kernels of `tangency-kernels` on an NVIDIA GPU.
//!
//! A [`Device`] holds the driver's context, the compiled kernels and one stream of work; [`Buffer`]s are arrays
//! in its memory. [`Scan`], [`Sort`] and [`Bvh`] launch what their namesakes in `tangency-kernels` describe; a sequence of
//! launches can be captured as a [`Graph`] and replayed at a fraction of the cost of its launches. [`DeviceStep`] is a time
//! step as such graphs, [`Twin`] the same in loops on the CPU; a [`GpuStepper`] makes either a stepper of the engine.
//!
//! Building needs neither CUDA nor a GPU: the driver's library is looked for when a device is opened, and the
//! kernels are in `ptx/kernels.ptx`, made by `build-ptx` from `device/`.

mod buffer;
mod bvh;
mod device;
mod error;
mod graph;
mod lists;
mod memory;
mod outcome;
mod place;
mod rows;
mod setup;
mod step;
mod stepper;
mod twin;

pub use buffer::{Buffer, DeviceData};
pub use bvh::{Bvh, Primitives, write_boxes};
pub use device::{Argument, Device};
pub use error::GpuError;
pub use graph::Graph;
pub use lists::{DeviceKey, DeviceReal, Scan, Sort};
pub use outcome::{Outcome, Phase};
pub use place::{Host, Place, Steps};
pub use setup::{Family, Goals, Refusal, Setup};
pub use step::DeviceStep;
pub use stepper::{GpuStepper, Unavailable};
pub use twin::Twin;
