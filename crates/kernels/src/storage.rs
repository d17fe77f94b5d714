//! Arrays of the same structures wherever they lie: vectors of the host that owns them, slices that kernels read,
//! addresses in the GPU's memory. A structure of arrays is written once, over a [`Storage`], and has one method `map`
//! that takes it from one storage to another by a [`Convert`].

#[cfg(feature = "std")]
extern crate std;

use core::fmt::Debug;
use core::marker::PhantomData;

use nalgebra::{ArrayStorage, Const, Matrix};
use tangency_formulas::Real;
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{RestHinge, RodBend, Spring};

mod sealed {
    /// Keeps other crates from calling their types plain.
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// Plain data that means the same on the GPU: numbers, `repr(C)` structures of numbers, or of numbers and an enumeration
/// that kernels write only whole. They have no pointers. No other crate can implement it: that `tangency-gpu` copies such
/// data byte by byte relies on it.
pub trait Plain: Sealed + Copy + Debug + Send + Sync + 'static {}

impl<T: Sealed + Copy + Debug + Send + Sync + 'static> Plain for T {}

/// Calls types plain: by themselves, or where their numbers are.
macro_rules! plain {
    ($($name:ty),* ; $($generic:ident),*) => {
        $(impl $crate::storage::Sealed for $name {})*
        $(impl<R: $crate::KernelReal> $crate::storage::Sealed for $generic<R> {})*
    };
}
pub(crate) use plain;

plain!(bool, u32, u64, f32, f64; RestTet, RestTriangle, RestHinge, RodBend, Spring);
impl<T: Plain, const N: usize> Sealed for [T; N] {}
// A matrix with storage in place is an array of numbers, column by column.
impl<R: Plain, const N: usize, const M: usize> Sealed
    for Matrix<R, Const<N>, Const<M>, ArrayStorage<R, N, M>>
{
}

/// A real number that kernels are compiled for.
pub trait KernelReal: Real + Plain + Default {
    /// The integer part; 0 for what is negative or not a number, the largest `u32` for what is too large. The same on
    /// every machine.
    fn to_u32(self) -> u32;
    /// The nearest number of single precision.
    fn to_f32(self) -> f32;
}

impl KernelReal for f32 {
    #[inline]
    fn to_u32(self) -> u32 {
        self as u32
    }
    #[inline]
    fn to_f32(self) -> f32 {
        self
    }
}

impl KernelReal for f64 {
    #[inline]
    fn to_u32(self) -> u32 {
        self as u32
    }
    #[inline]
    fn to_f32(self) -> f32 {
        self as f32
    }
}

/// A kind of memory in which the arrays of a structure lie.
pub trait Storage {
    /// An array there.
    type Of<T: Plain>: Clone + Debug;
}

/// Vectors.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Owned;

#[cfg(feature = "std")]
impl Storage for Owned {
    type Of<T: Plain> = std::vec::Vec<T>;
}

/// Slices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Borrowed<'a>(PhantomData<&'a ()>);

impl<'a> Storage for Borrowed<'a> {
    type Of<T: Plain> = &'a [T];
}

/// Addresses in the GPU's memory.
#[derive(Clone, Copy, Debug)]
pub struct OnDevice;

impl Storage for OnDevice {
    type Of<T: Plain> = DeviceArray<T>;
}

/// An array in the GPU's memory: where it lies, and how many items it has.
#[repr(C)]
#[derive(Debug)]
pub struct DeviceArray<T> {
    /// Address there.
    pub address: u64,
    /// Number of items.
    pub len: u64,
    item: PhantomData<T>,
}

impl<T> Clone for DeviceArray<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DeviceArray<T> {}

impl<T> DeviceArray<T> {
    /// The array of `len` items at an address.
    pub fn new(address: u64, len: usize) -> Self {
        DeviceArray {
            address,
            len: len as u64,
            item: PhantomData,
        }
    }
}

/// A way to take arrays from one storage to another.
pub trait Convert<'a, From: Storage + 'a> {
    /// The storage that they are taken to.
    type To: Storage;
    /// Why one could not be taken there.
    type Error;

    /// One array there.
    fn array<T: Plain>(
        &mut self,
        array: &'a From::Of<T>,
    ) -> Result<<Self::To as Storage>::Of<T>, Self::Error>;
}

/// From vectors to their slices.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct Borrow;

#[cfg(feature = "std")]
impl<'a> Convert<'a, Owned> for Borrow {
    type To = Borrowed<'a>;
    type Error = core::convert::Infallible;

    #[inline]
    fn array<T: Plain>(&mut self, array: &'a std::vec::Vec<T>) -> Result<&'a [T], Self::Error> {
        Ok(array)
    }
}
