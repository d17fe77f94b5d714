//! Arrays in the GPU's memory.

use crate::device::{Argument, Device};
use crate::error::{Doing, GpuError};
use cudarc::driver::sys::CUresult;
use cudarc::driver::{CudaSlice, DevicePtr, result};
use std::marker::PhantomData;
use std::ops::Range;
use tangency_kernels::storage::{DeviceArray, Plain};

/// An array on the GPU that can grow; growing loses the contents.
pub struct Buffer<T> {
    device: Device,
    memory: Option<CudaSlice<u8>>,
    len: usize,
    item: PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// An array of no items.
    pub fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            memory: None,
            len: 0,
            item: PhantomData,
        }
    }

    /// A copy of `items` on the GPU.
    pub fn from_slice(device: &Device, items: &[T]) -> Result<Self, GpuError> {
        let mut buffer = Self::new(device);
        buffer.upload(items)?;
        Ok(buffer)
    }

    /// An array of `len` items that are not written yet.
    pub fn with_len(device: &Device, len: usize) -> Result<Self, GpuError> {
        let mut buffer = Self::new(device);
        buffer.resize(len)?;
        Ok(buffer)
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of items that fit without new memory.
    pub fn capacity(&self) -> usize {
        self.memory
            .as_ref()
            .map_or(0, |memory| memory.len() / size_of::<T>())
    }

    /// Makes the array `len` items long. Where that needs new memory, a quarter more is taken than asked for,
    /// and the contents are lost.
    pub fn resize(&mut self, len: usize) -> Result<(), GpuError> {
        if len > self.capacity() {
            if self.device.is_capturing() {
                return Err(GpuError::GrowthInCapture);
            }
            let room = if self.memory.is_some() {
                len + len / 4
            } else {
                len
            };
            self.release();
            let bytes = room * size_of::<T>();
            // SAFETY: nothing reads the memory before a launch or a copy has written it.
            self.memory = match unsafe { self.device.stream().alloc::<u8>(bytes) } {
                Ok(memory) => Some(memory),
                Err(error) if error.0 == CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                    let (free, total) = self.device.memory()?;
                    return Err(GpuError::OutOfMemory {
                        wanted: bytes,
                        free,
                        total,
                    });
                }
                Err(error) => return Err(error).doing("taking memory"),
            };
        }
        self.len = len;
        Ok(())
    }

    fn release(&mut self) {
        self.len = 0;
        if self.memory.take().is_some() {
            self.device.note_move();
        }
    }

    /// The address of the array; an aligned address that is not null where there is no memory, as the slices of
    /// the kernels demand.
    pub(crate) fn address(&self) -> u64 {
        match &self.memory {
            Some(memory) => memory.device_ptr(self.device.stream()).0,
            None => 256,
        }
    }

    /// Makes the array a copy of `items`.
    pub fn upload(&mut self, items: &[T]) -> Result<(), GpuError> {
        self.resize(items.len())?;
        self.upload_part(items)
    }

    /// A copy of the items, after all launches so far.
    pub fn download(&self) -> Result<Vec<T>, GpuError> {
        self.download_part(0..self.len)
    }

    /// A copy of some of the items, after all launches so far.
    pub fn download_part(&self, range: Range<usize>) -> Result<Vec<T>, GpuError> {
        let (start, count) = (range.start, self.part_len(&range));
        let mut items = Vec::with_capacity(count);
        if count > 0 {
            let address = self.address() + (start * size_of::<T>()) as u64;
            // SAFETY: `items` has room for `count` items of plain data, all of which the copy writes before they are seen.
            unsafe {
                let room = std::slice::from_raw_parts_mut(items.as_mut_ptr(), count);
                result::memcpy_dtoh_async::<T>(room, address, self.device.stream().cu_stream())
                    .doing("copying from the GPU")?;
                self.device.wait()?;
                items.set_len(count);
            }
        }
        Ok(items)
    }

    fn part_len(&self, range: &Range<usize>) -> usize {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "{range:?} of {} items",
            self.len
        );
        range.end - range.start
    }

    /// Makes the array a copy of another one on the same GPU.
    pub fn copy_from(&mut self, other: &Self) -> Result<(), GpuError> {
        self.resize(other.len)?;
        let bytes = self.len * size_of::<T>();
        if bytes == 0 {
            return Ok(());
        }
        let stream = self.device.stream().cu_stream();
        // SAFETY: both arrays have that many bytes, and a mutable one is no other.
        unsafe { result::memcpy_dtod_async(self.address(), other.address(), bytes, stream) }
            .doing("copying on the GPU")
    }

    /// The array as the structures have it that kernels take.
    pub fn array(&self) -> DeviceArray<T> {
        DeviceArray::new(self.address(), self.len)
    }

    /// Writes the first items; the array keeps its length.
    pub fn upload_part(&mut self, items: &[T]) -> Result<(), GpuError> {
        assert!(
            items.len() <= self.len,
            "{} items of {}",
            items.len(),
            self.len
        );
        if items.is_empty() {
            return Ok(());
        }
        // SAFETY: plain data, for which the array has room; the copy is over before this returns.
        unsafe {
            result::memcpy_htod_async(self.address(), items, self.device.stream().cu_stream())
        }
        .doing("copying to the GPU")?;
        self.device.wait()
    }

    /// The array as an argument that a kernel reads.
    pub fn read(&self) -> Argument {
        Argument::array(self.address(), self.len)
    }

    /// The array as an argument that a kernel writes.
    pub fn write(&mut self) -> Argument {
        Argument::array(self.address(), self.len)
    }

    /// A part of the array as an argument that a kernel reads.
    pub fn read_part(&self, range: Range<usize>) -> Argument {
        let len = self.part_len(&range);
        Argument::array(self.address() + (range.start * size_of::<T>()) as u64, len)
    }

    /// A part of the array as an argument that a kernel writes.
    pub fn write_part(&mut self, range: Range<usize>) -> Argument {
        self.read_part(range)
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.memory.is_some() {
            self.device.note_move();
        }
    }
}
