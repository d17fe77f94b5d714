//! Errors of a GPU, and what to do about them.

use cudarc::driver::DriverError;
use thiserror::Error;

/// Why the GPU could not be used.
#[derive(Debug, Error)]
pub enum GpuError {
    /// The driver's library is not on this machine.
    #[error(
        "no NVIDIA driver was found (libcuda.so.1). Install it, or put its folder on LD_LIBRARY_PATH"
    )]
    NoDriver,
    /// The driver knows only an earlier CUDA than the kernels are launched with.
    #[error(
        "the NVIDIA driver is too old: it supports CUDA {}.{}, and {}.{} is needed. Update the driver",
        found / 1000, found % 1000 / 10, needed / 1000, needed % 1000 / 10
    )]
    OldDriver {
        /// The version of CUDA it supports, as 1000 major + 10 minor.
        found: i32,
        /// The version that is needed.
        needed: i32,
    },
    /// There is a driver and no GPU, or none with this number.
    #[error(
        "there is no NVIDIA GPU number {ordinal}: the driver shows {count}. Look at `nvidia-smi` and at \
         CUDA_VISIBLE_DEVICES"
    )]
    NoDevice {
        /// The GPU that was asked for, from 0.
        ordinal: usize,
        /// Number of them.
        count: usize,
    },
    /// The GPU is older than the kernels' target.
    #[error(
        "{name} has compute capability {}.{}; 7.5 (Turing, 2018) or later is needed",
        capability.0, capability.1
    )]
    OldDevice {
        /// The GPU's name.
        name: String,
        /// Compute capability, major and minor.
        capability: (i32, i32),
    },
    /// An array does not fit.
    #[error(
        "not enough GPU memory: {wanted} bytes were asked for and {free} of {total} are free. Close other \
         programs on the GPU, or make the scene smaller"
    )]
    OutOfMemory {
        /// Bytes asked for.
        wanted: usize,
        /// Bytes free.
        free: usize,
        /// Bytes in all.
        total: usize,
    },
    /// The program asks for a kernel that its PTX lacks.
    #[error("kernels.ptx has no kernel {0}: run crates/gpu/build-ptx and build again")]
    UnknownKernel(String),
    /// A model is asked for an array that it does not have.
    #[error("an array is in none of the model's buffers")]
    UnknownArray,
    /// A buffer needs memory while launches are captured.
    #[error("a buffer grew while launches were captured: run the launches once before the capture")]
    GrowthInCapture,
    /// Memory that a graph may use was given back after its capture.
    #[error("buffers were moved since the graph was captured: capture it again")]
    StaleGraph,
    /// Whatever else the driver says.
    #[error("the GPU failed while {doing}: {error}")]
    Driver {
        /// Action under way.
        doing: &'static str,
        /// The driver's own words.
        error: DriverError,
    },
}

/// Says what was being done when the driver failed.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T, GpuError>;
}

impl<T> Doing<T> for Result<T, DriverError> {
    fn doing(self, doing: &'static str) -> Result<T, GpuError> {
        self.map_err(|error| GpuError::Driver { doing, error })
    }
}
