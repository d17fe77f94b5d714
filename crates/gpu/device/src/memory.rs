//! The arrays of a step as slices.

use core::convert::Infallible;

use crate::read;
use tangency_kernels::KernelReal;
use tangency_kernels::arguments::StepMemory;
use tangency_kernels::contact::{
    BoundingPlanes, Detection, Law, Pushes, Search, SweepBounds, TwoStage,
};
use tangency_kernels::positions::Padded;
use tangency_kernels::rows::Rows;
use tangency_kernels::storage::{Borrowed, Convert, DeviceArray, OnDevice, Plain};
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::vbd::{ClothRows, ElasticElements, NeoHookeanTets, RodRows, VertexInertia};

/// The items of an array.
#[inline(always)]
pub unsafe fn view<'a, T>(array: &DeviceArray<T>) -> &'a [T] {
    // SAFETY: the contract of every entry point.
    unsafe { read(array.address as *const T, array.len as usize) }
}

/// The address of item `k` of an array.
#[inline(always)]
pub fn item<T>(array: &DeviceArray<T>, k: usize) -> *mut T {
    (array.address as *mut T).wrapping_add(k)
}

/// From arrays to their slices.
struct Slices;

impl<'a> Convert<'a, OnDevice> for Slices {
    type To = Borrowed<'a>;
    type Error = Infallible;

    #[inline(always)]
    fn array<T: Plain>(&mut self, array: &'a DeviceArray<T>) -> Result<&'a [T], Infallible> {
        // SAFETY: the contract of every entry point; only those of this file convert.
        Ok(unsafe { view(array) })
    }
}

/// Cloth alone.
#[inline(always)]
pub unsafe fn cloth<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> ClothRows<'a, R> {
    let Ok(rows) = memory.rows.map(&mut Slices);
    let Ok(stitches) = memory.elements.stitches.map(&mut Slices);
    ClothRows { rows, stitches }
}

/// Rods alone.
#[inline(always)]
pub unsafe fn rods<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> RodRows<'a, R> {
    let Ok(rows) = memory.rows.map(&mut Slices);
    let Ok(stitches) = memory.elements.stitches.map(&mut Slices);
    RodRows { rows, stitches }
}

/// Solids of the neo-Hookean material alone.
#[inline(always)]
pub unsafe fn tets<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> NeoHookeanTets<'a, R> {
    // SAFETY: the contract.
    NeoHookeanTets(unsafe { all(memory) })
}

/// Everything.
#[inline(always)]
pub unsafe fn all<'a, R: KernelReal>(
    memory: &'a StepMemory<R>,
) -> ElasticElements<Borrowed<'a>, R> {
    let Ok(elements) = memory.elements.map(&mut Slices);
    elements
}

/// The search where vertices are in the first buffer.
#[inline(always)]
pub unsafe fn search<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> Search<'a, R, Padded<R>> {
    // SAFETY: the contract.
    unsafe { search_within(memory, memory.constants.reach) }
}

/// The same for what is within some other reach.
#[inline(always)]
pub unsafe fn search_within<'a, R: KernelReal>(
    memory: &'a StepMemory<R>,
    reach: R,
) -> Search<'a, R, Padded<R>> {
    let constants = &memory.constants;
    let Ok(surface) = memory.surface.map(&mut Slices);
    // SAFETY: the contract.
    unsafe {
        Search {
            detection: Detection {
                surface,
                x: view(&memory.x[0]),
                reach,
                margin: constants.margin,
            },
            triangles: view(&memory.trees[0]),
            edges: view(&memory.trees[1]),
            wires: view(&memory.trees[2]),
            grains: view(&memory.trees[3]),
            radius: constants.radius,
            has_obstacles: constants.has_obstacles != 0,
        }
    }
}

/// The bounds of all vertices.
#[inline(always)]
pub unsafe fn bounds<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> SweepBounds<'a, R> {
    // SAFETY: the contract.
    unsafe {
        SweepBounds {
            start: view(&memory.anchor),
            ball: view(&memory.ball),
            pairs: &[],
            incidence: Rows::default(),
            planes: if memory.constants.has_planes != 0 {
                planes(memory)
            } else {
                BoundingPlanes::default()
            },
        }
    }
}

/// The planes of all vertices.
#[inline(always)]
pub unsafe fn planes<'a, R: KernelReal>(memory: &'a StepMemory<R>) -> BoundingPlanes<'a, R> {
    let vertices = memory.v.len as usize;
    // SAFETY: the contract.
    unsafe {
        BoundingPlanes {
            begin: &view(&memory.begins)[vertices..],
            items: view(&memory.planes),
            least: view(&memory.least),
        }
    }
}

/// A sweep over elements.
#[inline(always)]
pub unsafe fn sweep<'a, R: KernelReal, E>(
    memory: &'a StepMemory<R>,
    elements: E,
) -> LaneSweep<'a, R, E> {
    let constants = &memory.constants;
    // SAFETY: the contract.
    unsafe {
        LaneSweep {
            inertia: VertexInertia {
                mass: view(&memory.mass),
                predicted: view(&memory.predicted),
                force: &[],
            },
            scale: constants.h * constants.h,
            elements,
            pushes: Pushes {
                begin: view(&memory.begins),
                items: view(&memory.pushes),
                contacts: view(&memory.frozen),
                law: Law::TwoStage(TwoStage {
                    radius: constants.contact_radius,
                    stiffness: constants.stiffness,
                }),
                eps: constants.eps,
            },
            bounds: bounds(memory),
        }
    }
}
