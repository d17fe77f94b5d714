//! The GPU: its context, the kernels, the stream of work.

use crate::error::{Doing, GpuError};
use cudarc::driver::sys::{self, CUdevice_attribute, CUevent_flags, CUresult};
use cudarc::driver::{CudaContext, CudaFunction, CudaStream, result};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The kernels, compiled by `build-ptx`.
const PTX: &str = include_str!("../ptx/kernels.ptx");
/// The driver must support CUDA 12.0 (driver 525, 2022).
const NEEDED_CUDA: i32 = 12000;
/// The target of the PTX.
const NEEDED_CAPABILITY: (i32, i32) = (7, 5);

/// A GPU with the kernels loaded. A handle: clones are the same device.
///
/// All work goes to one stream, in order: a launch sees what earlier launches wrote.
#[derive(Clone)]
pub struct Device(Arc<Inner>);

struct Inner {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    kernels: HashMap<&'static str, CudaFunction>,
    /// Counts the times that memory was given back: a graph captured before may point to it.
    moves: AtomicU64,
    launches: AtomicU64,
    capturing: AtomicBool,
}

/// An argument of a kernel: a number, or an array as its address and length.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    words: [u64; 2],
    count: usize,
}

impl Argument {
    /// An array of `len` items at a device address.
    pub(crate) fn array(address: u64, len: usize) -> Self {
        Self {
            words: [address, len as u64],
            count: 2,
        }
    }
}

impl From<u32> for Argument {
    fn from(value: u32) -> Self {
        Self {
            words: [u64::from(value), 0],
            count: 1,
        }
    }
}

impl From<f32> for Argument {
    fn from(value: f32) -> Self {
        Self {
            words: [u64::from(value.to_bits()), 0],
            count: 1,
        }
    }
}

impl From<f64> for Argument {
    fn from(value: f64) -> Self {
        Self {
            words: [value.to_bits(), 0],
            count: 1,
        }
    }
}

/// The CUDA version that the driver supports, as 1000 major + 10 minor.
fn driver_version() -> Result<i32, GpuError> {
    // SAFETY: loading the driver's library has no precondition.
    if !unsafe { sys::is_culib_present() } {
        return Err(GpuError::NoDriver);
    }
    let mut version = 0;
    // SAFETY: the library is there, and this call is allowed before initialisation.
    unsafe { sys::cuDriverGetVersion(&mut version) }
        .result()
        .doing("asking for the driver's version")?;
    Ok(version)
}

/// The number of GPUs, once driver and version are known to be there.
fn device_count() -> Result<usize, GpuError> {
    match result::init() {
        Ok(()) => Ok(CudaContext::device_count().doing("counting GPUs")? as usize),
        Err(error) if error.0 == CUresult::CUDA_ERROR_NO_DEVICE => Ok(0),
        Err(error) if error.0 == CUresult::CUDA_ERROR_STUB_LIBRARY => Err(GpuError::NoDriver),
        Err(error) => Err(error).doing("starting the driver"),
    }
}

impl Device {
    /// Opens GPU number `ordinal`, from 0, and compiles the kernels for it.
    pub fn open(ordinal: usize) -> Result<Self, GpuError> {
        let found = driver_version()?;
        if found < NEEDED_CUDA {
            return Err(GpuError::OldDriver {
                found,
                needed: NEEDED_CUDA,
            });
        }
        let count = device_count()?;
        if ordinal >= count {
            return Err(GpuError::NoDevice { ordinal, count });
        }
        let context = CudaContext::new(ordinal).doing("opening the GPU")?;
        let capability = context
            .compute_capability()
            .doing("asking for the GPU's capability")?;
        if capability < NEEDED_CAPABILITY {
            let name = context.name().doing("asking for the GPU's name")?;
            return Err(GpuError::OldDevice { name, capability });
        }
        // SAFETY: all work goes to the one stream below, which keeps the order that events would.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream().doing("making a stream")?;
        let module = context
            .load_module(PTX.into())
            .doing("compiling the kernels")?;
        let mut kernels = HashMap::new();
        for name in kernel_names() {
            kernels.insert(name, module.load_function(name).doing("loading a kernel")?);
        }
        let (moves, launches) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self(Arc::new(Inner {
            context,
            stream,
            kernels,
            moves,
            launches,
            capturing: AtomicBool::new(false),
        })))
    }

    /// The GPU's name, its multiprocessors and its memory in bytes.
    pub fn description(&self) -> Result<String, GpuError> {
        let context = &self.0.context;
        let name = context.name().doing("asking for the GPU's name")?;
        let attribute = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let processors = context
            .attribute(attribute)
            .doing("counting multiprocessors")?;
        let (free, total) = self.memory()?;
        Ok(format!(
            "{name}, {processors} multiprocessors, {free} of {total} bytes free"
        ))
    }

    /// Free and total memory in bytes.
    pub fn memory(&self) -> Result<(usize, usize), GpuError> {
        self.0
            .context
            .mem_get_info()
            .doing("asking for free memory")
    }

    pub(crate) fn stream(&self) -> &Arc<CudaStream> {
        &self.0.stream
    }

    /// Waits until all work is done; errors of earlier launches show here.
    pub fn wait(&self) -> Result<(), GpuError> {
        self.0.stream.synchronize().doing("waiting for launches")
    }

    /// Puts one launch of `kernel` with `threads` threads into the stream. Nothing is launched for no threads.
    ///
    /// # Safety
    /// The arguments are those of the kernel's entry point in `device/src`, in number, order and type, and keep
    /// the contract stated there.
    pub unsafe fn launch(
        &self,
        kernel: &str,
        threads: usize,
        arguments: &[Argument],
    ) -> Result<(), GpuError> {
        let mut words: Vec<u64> = arguments
            .iter()
            .flat_map(|a| a.words[..a.count].iter().copied())
            .collect();
        let mut pointers: Vec<*mut c_void> = words
            .iter_mut()
            .map(|word| (word as *mut u64).cast())
            .collect();
        // SAFETY: the caller's promise.
        unsafe { self.launch_pointers(kernel, LaunchGrid::of(threads), &mut pointers) }
    }

    /// The same for a kernel whose first argument is a structure, by value, and whose others are numbers.
    ///
    /// # Safety
    /// As above; `first` has the type of the kernel's first argument.
    pub unsafe fn launch_with<T>(
        &self,
        kernel: &str,
        grid: LaunchGrid,
        first: &T,
        numbers: &[u32],
    ) -> Result<(), GpuError> {
        let mut words = numbers.to_vec();
        let mut pointers: Vec<*mut c_void> = vec![std::ptr::from_ref(first).cast_mut().cast()];
        pointers.extend(words.iter_mut().map(|word| std::ptr::from_mut(word).cast()));
        // SAFETY: the caller's promise; the driver only reads the arguments.
        unsafe { self.launch_pointers(kernel, grid, &mut pointers) }
    }

    /// # Safety
    /// As above: `pointers` lead to the arguments of the kernel.
    unsafe fn launch_pointers(
        &self,
        kernel: &str,
        grid: LaunchGrid,
        pointers: &mut [*mut c_void],
    ) -> Result<(), GpuError> {
        if grid.blocks == 0 {
            return Ok(());
        }
        let function = self
            .0
            .kernels
            .get(kernel)
            .ok_or_else(|| GpuError::UnknownKernel(kernel.into()))?;
        self.0.launches.fetch_add(1, Ordering::Relaxed);
        self.0
            .context
            .bind_to_thread()
            .doing("taking hold of the GPU")?;
        // SAFETY: the caller's promise; the driver copies the arguments before it returns.
        unsafe {
            let stream = self.0.stream.cu_stream();
            let (grid, block) = ((grid.blocks, 1, 1), (grid.block, 1, 1));
            result::launch_kernel(function.cu_function(), grid, block, 0, stream, pointers)
        }
        .doing("launching a kernel")
    }

    /// The milliseconds that the GPU spends on what `work` puts into the stream.
    pub fn time(&self, work: impl FnOnce() -> Result<(), GpuError>) -> Result<f32, GpuError> {
        let event = || {
            let flags = Some(CUevent_flags::CU_EVENT_DEFAULT);
            self.0.context.new_event(flags).doing("making an event")
        };
        let (start, end) = (event()?, event()?);
        start.record(&self.0.stream).doing("recording an event")?;
        work()?;
        end.record(&self.0.stream).doing("recording an event")?;
        end.synchronize().doing("waiting for an event")?;
        start.elapsed_ms(&end).doing("reading events")
    }

    /// The number of launches that were put into the stream or a graph so far.
    pub fn launches(&self) -> u64 {
        self.0.launches.load(Ordering::Relaxed)
    }

    /// The number of times that memory was given back so far.
    pub(crate) fn moves(&self) -> u64 {
        self.0.moves.load(Ordering::Relaxed)
    }

    pub(crate) fn note_move(&self) {
        self.0.moves.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn set_capturing(&self, capturing: bool) {
        self.0.capturing.store(capturing, Ordering::Relaxed);
    }

    pub(crate) fn is_capturing(&self) -> bool {
        self.0.capturing.load(Ordering::Relaxed)
    }
}

/// The threads of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchGrid {
    /// Blocks.
    pub blocks: u32,
    /// Threads of a block: whole warps.
    pub block: u32,
}

impl LaunchGrid {
    /// At least so many threads, in small blocks where they are few, so that every multiprocessor has some.
    pub fn of(threads: usize) -> Self {
        let block = (threads / 512).next_power_of_two().clamp(32, 256);
        LaunchGrid {
            blocks: threads.div_ceil(block) as u32,
            block: block as u32,
        }
    }
}

/// The names of the entry points in the PTX.
fn kernel_names() -> impl Iterator<Item = &'static str> {
    PTX.lines()
        .filter_map(|line| line.split_once(".entry ")?.1.split('(').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_by_name() {
        let names: Vec<_> = kernel_names().collect();
        for name in [
            "scan_sum",
            "sort_scatter_u64",
            "refit_f32",
            "later_list_f64",
        ] {
            assert!(names.contains(&name), "{name} is not among {names:?}");
        }
    }

    #[test]
    fn kernels_round_after_every_operation() {
        for line in PTX.lines().map(str::trim) {
            let operation = line.split_whitespace().next().unwrap_or("");
            let float = operation.ends_with(".f32") || operation.ends_with(".f64");
            let arithmetic = ["add", "sub", "mul", "div", "sqrt", "fma", "mad"]
                .contains(&operation.split('.').next().unwrap_or(""));
            if float && arithmetic {
                assert!(
                    operation.contains(".rn.") && !operation.starts_with("fma"),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn without_a_gpu_the_reason_is_given() {
        // On a machine that has one, opening it may succeed.
        if let Err(error) = Device::open(0) {
            assert!(!error.to_string().is_empty());
        }
        if let Err(error) = Device::open(1000) {
            assert!(!matches!(error, GpuError::UnknownKernel(_)), "{error}");
        }
    }

    #[test]
    fn blocks_are_whole_warps() {
        for threads in [1, 31, 1000, 100_000, 10_000_000] {
            let grid = LaunchGrid::of(threads);
            assert_eq!(grid.block % 32, 0);
            assert!((grid.blocks * grid.block) as usize >= threads);
        }
    }
}
