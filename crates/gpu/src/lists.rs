//! Scan and sort on the GPU.

use crate::buffer::Buffer;
use crate::device::{Argument, Device};
use crate::error::GpuError;
use tangency_kernels::KernelReal;
use tangency_kernels::bvh::morton::Code;
use tangency_kernels::scan::{self, Launch, List};
use tangency_kernels::sort;
use tangency_kernels::storage::Plain;

/// A real number that kernels are compiled for.
pub trait DeviceReal: KernelReal + Into<Argument> {
    /// Name in the names of its kernels.
    const NAME: &'static str;
}

impl DeviceReal for f32 {
    const NAME: &'static str = "f32";
}

impl DeviceReal for f64 {
    const NAME: &'static str = "f64";
}

/// A sort key that kernels are compiled for.
pub trait DeviceKey: Code + Plain {
    /// Name in the names of its kernels.
    const NAME: &'static str;
}

impl DeviceKey for u32 {
    const NAME: &'static str = "u32";
}

impl DeviceKey for u64 {
    const NAME: &'static str = "u64";
}

/// Exclusive prefix sums on the GPU, with the memory they need.
pub struct Scan {
    device: Device,
    scratch: Buffer<u32>,
}

impl Scan {
    /// A scan that has no memory yet.
    pub fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            scratch: Buffer::new(device),
        }
    }

    /// Replaces every count by the sum of those before it.
    pub fn run(&mut self, counts: &mut Buffer<u32>) -> Result<(), GpuError> {
        let plan = scan::Plan::new(counts.len());
        self.scratch.resize(plan.scratch())?;
        for launch in plan.launches() {
            match launch {
                Launch::Sum { of, to, threads } => {
                    let arguments = [self.list(counts, of), self.list(counts, to)];
                    // SAFETY: the arguments of `scan_sum`; the lists are different.
                    unsafe { self.device.launch("scan_sum", threads, &arguments)? };
                }
                Launch::Place {
                    list,
                    above,
                    raw,
                    threads,
                } => {
                    let lists = [self.list(counts, list), self.list(counts, above)];
                    let arguments = [lists[0], lists[1], u32::from(raw).into()];
                    // SAFETY: the arguments of `scan_place`; the lists are different.
                    unsafe { self.device.launch("scan_place", threads, &arguments)? };
                }
            }
        }
        Ok(())
    }

    fn list(&self, counts: &Buffer<u32>, list: List) -> Argument {
        match list {
            List::Counts => counts.read(),
            List::Scratch(start, len) => self.scratch.read_part(start..start + len),
        }
    }
}

/// A stable sort of keys with an index each on the GPU, with the memory it needs.
pub struct Sort<K> {
    device: Device,
    keys: [Buffer<K>; 2],
    indices: [Buffer<u32>; 2],
    table: Buffer<u32>,
    scan: Scan,
    /// Which of the two holds the result.
    result: usize,
}

impl<K: DeviceKey> Sort<K> {
    /// A sort that has no memory yet.
    pub fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            keys: [Buffer::new(device), Buffer::new(device)],
            indices: [Buffer::new(device), Buffer::new(device)],
            table: Buffer::new(device),
            scan: Scan::new(device),
            result: 0,
        }
    }

    /// Buffers to which keys and indices are written before a sort of `len` keys.
    pub fn input(&mut self, len: usize) -> Result<(&mut Buffer<K>, &mut Buffer<u32>), GpuError> {
        for k in 0..2 {
            self.keys[k].resize(len)?;
            self.indices[k].resize(len)?;
        }
        let ([keys, _], [indices, _]) = (&mut self.keys, &mut self.indices);
        Ok((keys, indices))
    }

    /// The keys in order.
    pub fn keys(&self) -> &Buffer<K> {
        &self.keys[self.result]
    }

    /// The indices in the order of their keys.
    pub fn indices(&self) -> &Buffer<u32> {
        &self.indices[self.result]
    }

    /// Sorts the input by the lowest `bits` bits of the keys.
    pub fn run(&mut self, bits: u32) -> Result<(), GpuError> {
        let len = self.keys[0].len();
        let threads = sort::threads(len);
        self.table.resize(sort::table(len))?;
        let (count, scatter) = (
            format!("sort_count_{}", K::NAME),
            format!("sort_scatter_{}", K::NAME),
        );
        self.result = 0;
        for shift in sort::shifts(bits) {
            let (from, to) = (self.result, 1 - self.result);
            let arguments = [shift.into(), self.keys[from].read(), self.table.write()];
            // SAFETY: the arguments of `sort_count`, with a table of the size its length demands.
            unsafe { self.device.launch(&count, threads, &arguments)? };
            self.scan.run(&mut self.table)?;
            let arguments = [
                shift.into(),
                self.keys[from].read(),
                self.indices[from].read(),
                self.table.read(),
                self.keys[to].write(),
                self.indices[to].write(),
            ];
            // SAFETY: the arguments of `sort_scatter`, the scanned table and arrays of one length.
            unsafe { self.device.launch(&scatter, threads, &arguments)? };
            self.result = to;
        }
        Ok(())
    }
}
