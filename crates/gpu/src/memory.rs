//! Buffers in the GPU's memory that belong together.

use std::any::Any;

use tangency_kernels::storage::{Convert, DeviceArray, OnDevice, Owned, Plain};

use crate::buffer::Buffer;
use crate::device::Device;
use crate::error::GpuError;

/// The owner of buffers, each of which is known by the array that kernels see. As a [`Convert`] it sends the arrays of a
/// structure.
pub(crate) struct DeviceArena {
    device: Device,
    buffers: Vec<Box<dyn Any + Send>>,
}

impl DeviceArena {
    pub fn new(device: &Device) -> Self {
        DeviceArena {
            device: device.clone(),
            buffers: Vec::new(),
        }
    }

    /// A copy of `items`.
    pub fn send<T: Plain>(&mut self, items: &[T]) -> Result<DeviceArray<T>, GpuError> {
        let buffer = Buffer::from_slice(&self.device, items)?;
        Ok(self.keep(buffer))
    }

    /// An array of `len` items that are not written yet.
    pub fn room<T: Plain>(&mut self, len: usize) -> Result<DeviceArray<T>, GpuError> {
        let buffer = Buffer::with_len(&self.device, len)?;
        Ok(self.keep(buffer))
    }

    fn keep<T: Plain>(&mut self, buffer: Buffer<T>) -> DeviceArray<T> {
        let array = buffer.array();
        self.buffers.push(Box::new(buffer));
        array
    }

    /// The buffer of an array; of an empty one, any that is empty.
    pub fn get<T: Plain>(&self, array: &DeviceArray<T>) -> Result<&Buffer<T>, GpuError> {
        let mut buffers = self.buffers.iter().filter_map(|b| b.downcast_ref());
        let found = buffers.find(|buffer: &&Buffer<T>| buffer.address() == array.address);
        found.ok_or(GpuError::UnknownArray)
    }

    /// The buffer of an array, to be changed.
    pub fn get_mut<T: Plain>(
        &mut self,
        array: &DeviceArray<T>,
    ) -> Result<&mut Buffer<T>, GpuError> {
        let mut buffers = self.buffers.iter_mut().filter_map(|b| b.downcast_mut());
        let found = buffers.find(|buffer: &&mut Buffer<T>| buffer.address() == array.address);
        found.ok_or(GpuError::UnknownArray)
    }

    /// Makes `items` the first of an array, unless they are there from the `last` time.
    pub fn update<T: Plain + PartialEq>(
        &mut self,
        array: &DeviceArray<T>,
        last: Option<&Vec<T>>,
        items: &[T],
    ) -> Result<(), GpuError> {
        match last {
            Some(last) if last == items => Ok(()),
            _ => self.get_mut(array)?.upload_part(items),
        }
    }

    /// Makes an array `len` items long, which loses the contents.
    pub fn resize<T: Plain>(
        &mut self,
        array: &mut DeviceArray<T>,
        len: usize,
    ) -> Result<(), GpuError> {
        let buffer = self.get_mut(array)?;
        let resized = buffer.resize(len);
        *array = buffer.array();
        resized
    }
}

impl Convert<'_, Owned> for DeviceArena {
    type To = OnDevice;
    type Error = GpuError;

    fn array<T: Plain>(&mut self, array: &Vec<T>) -> Result<DeviceArray<T>, GpuError> {
        self.send(array)
    }
}
