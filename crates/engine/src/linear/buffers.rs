//! Memory that fronts and updates hand on to one another, kept between factorisations.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Buffers up to this many numbers are kept in classes of their own, as there are very many of them.
const SMALL: usize = 1 << 12;
/// A larger buffer may have so many times the room that is asked for.
const SLACK: usize = 2;

/// Empty buffers to take and to give back.
///
/// Memory for large ones is what counts: one is used again where it fits well, and makes way for a larger one where
/// it does not, so that the pool holds little more than was ever in use at one time.
#[derive(Debug)]
pub(super) struct BufferPool {
    /// Small buffers, by powers of two.
    small: Vec<Mutex<Vec<Vec<f64>>>>,
    /// Large ones, by rising capacity.
    large: Mutex<Vec<Vec<f64>>>,
}

impl Default for BufferPool {
    fn default() -> Self {
        Self {
            small: (0..=SMALL.ilog2()).map(|_| Mutex::default()).collect(),
            large: Mutex::default(),
        }
    }
}

impl BufferPool {
    /// An empty buffer with room for `len` numbers.
    pub fn take(&self, len: usize) -> Vec<f64> {
        if len <= SMALL {
            let size = len.next_power_of_two();
            let pooled = lock(&self.small[size.ilog2() as usize]).pop();
            return pooled.unwrap_or_else(|| Vec::with_capacity(size));
        }
        let mut large = lock(&self.large);
        let fits = large.partition_point(|buffer| buffer.capacity() < len);
        if fits < large.len() && large[fits].capacity() <= SLACK * len {
            return large.remove(fits);
        }
        let too_small = (fits > 0).then(|| large.remove(fits - 1));
        drop(large);
        drop(too_small);
        Vec::with_capacity(len)
    }

    /// Takes a buffer back.
    pub fn give(&self, mut buffer: Vec<f64>) {
        buffer.clear();
        match buffer.capacity() {
            0 => {}
            room if room <= SMALL => lock(&self.small[room.ilog2() as usize]).push(buffer),
            room => {
                let mut large = lock(&self.large);
                let place = large.partition_point(|other| other.capacity() < room);
                large.insert(place, buffer);
            }
        }
    }
}

fn lock(buffers: &Mutex<Vec<Vec<f64>>>) -> MutexGuard<'_, Vec<Vec<f64>>> {
    buffers.lock().unwrap_or_else(PoisonError::into_inner)
}
