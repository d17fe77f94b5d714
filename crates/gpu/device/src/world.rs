//! The arrays of a step as slices.

use crate::read;
use tangency_kernels::Real;
use tangency_kernels::arguments::{Array, BatchArrays, RowArrays, UsesArrays, World};
use tangency_kernels::contact::{Detection, Law, Pushes, Rules, Search, Surface, TwoStage};
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::vbd::{
    Bounds, ClothRows, Elements, Hinges, Inertia, Joints, Padded, Planes, RodRows, Rows, Segments,
    Stitches, Tets, Triangles, Uses,
};

/// The items of an array.
#[inline(always)]
pub unsafe fn view<'a, T>(array: &Array<T>) -> &'a [T] {
    // SAFETY: the contract of every entry point.
    unsafe { read(array.address as *const T, array.len as usize) }
}

/// Where item `k` of an array lies.
#[inline(always)]
pub fn item<T>(array: &Array<T>, k: usize) -> *mut T {
    (array.address as *mut T).wrapping_add(k)
}

#[inline(always)]
unsafe fn uses<'a>(arrays: &UsesArrays) -> Uses<'a> {
    // SAFETY: the contract.
    unsafe {
        Uses {
            begin: view(&arrays.begin),
            items: view(&arrays.items),
        }
    }
}

#[inline(always)]
unsafe fn rows<'a, T>(arrays: &RowArrays<T>) -> Rows<'a, T> {
    // SAFETY: the contract.
    unsafe {
        Rows {
            begin: view(&arrays.begin),
            items: view(&arrays.items),
        }
    }
}

/// Cloth alone.
#[inline(always)]
pub unsafe fn cloth<'a, R: Real>(world: &World<R>) -> ClothRows<'a, R> {
    // SAFETY: the contract.
    unsafe {
        ClothRows {
            triangles: rows(&world.rows.triangles),
            ends: rows(&world.rows.hinge_ends),
            apexes: rows(&world.rows.apexes),
            stitches: stitches(&world.elements.stitches),
        }
    }
}

/// Rods alone.
#[inline(always)]
pub unsafe fn rods<'a, R: Real>(world: &World<R>) -> RodRows<'a, R> {
    // SAFETY: the contract.
    unsafe {
        RodRows {
            segments: rows(&world.rows.segments),
            middles: rows(&world.rows.middles),
            ends: rows(&world.rows.joint_ends),
            stitches: stitches(&world.elements.stitches),
        }
    }
}

/// Everything.
#[inline(always)]
pub unsafe fn all<'a, R: Real>(world: &World<R>) -> Elements<'a, R> {
    let arrays = &world.elements;
    // SAFETY: the contract.
    unsafe {
        Elements {
            tets: Tets {
                vertices: view(&arrays.tets.vertices),
                rest: view(&arrays.tets.data),
                lame: view(&arrays.lame),
                corotated: arrays.corotated as u32,
                uses: uses(&arrays.tets.uses),
            },
            triangles: Triangles {
                vertices: view(&arrays.triangles.vertices),
                rest: view(&arrays.triangles.data),
                sheet: view(&arrays.sheet),
                sheets: view(&arrays.sheets),
                uses: uses(&arrays.triangles.uses),
            },
            hinges: Hinges {
                vertices: view(&arrays.hinges.vertices),
                rest: view(&arrays.hinges.data),
                uses: uses(&arrays.hinges.uses),
            },
            segments: Segments {
                vertices: view(&arrays.segments.vertices),
                springs: view(&arrays.segments.data),
                uses: uses(&arrays.segments.uses),
            },
            joints: Joints {
                vertices: view(&arrays.joints.vertices),
                bends: view(&arrays.joints.data),
                uses: uses(&arrays.joints.uses),
            },
            stitches: stitches(&arrays.stitches),
        }
    }
}

#[inline(always)]
unsafe fn stitches<'a, R: Real>(arrays: &BatchArrays<[R; 2], 3>) -> Stitches<'a, R> {
    // SAFETY: the contract.
    unsafe {
        Stitches {
            vertices: view(&arrays.vertices),
            springs: view(&arrays.data),
            uses: uses(&arrays.uses),
        }
    }
}

#[inline(always)]
unsafe fn surface<'a, R: Real>(world: &World<R>) -> Surface<'a, R> {
    let arrays = &world.surface;
    // SAFETY: the contract.
    unsafe {
        Surface {
            points: view(&arrays.points),
            edges: view(&arrays.edges),
            triangles: view(&arrays.triangles),
            wires: view(&arrays.wires),
            triangle_edges: view(&arrays.triangle_edges),
            edge_faces: uses(&arrays.edge_faces),
            neighbours: uses(&arrays.neighbours),
            first_face: view(&arrays.first_face),
            first_wire: view(&arrays.first_wire),
            thickness: view(&arrays.thickness),
            body: view(&arrays.body),
            friction: view(&arrays.friction),
            ground_friction: view(&arrays.ground_friction),
            bodies: arrays.bodies as u32,
            is_obstacle: view(&arrays.is_obstacle),
            edge_squares: view(&arrays.edge_squares),
            half_spaces: view(&arrays.half_spaces),
        }
    }
}

/// The search where vertices are in the first buffer.
#[inline(always)]
pub unsafe fn search<'a, R: Real>(world: &World<R>) -> Search<'a, R, Padded<R>> {
    let numbers = &world.numbers;
    // SAFETY: the contract.
    unsafe {
        Search {
            detection: Detection {
                surface: surface(world),
                x: view(&world.x[0]),
                reach: numbers.reach,
                margin: numbers.margin,
            },
            triangles: view(&world.trees[0]),
            edges: view(&world.trees[1]),
            wires: view(&world.trees[2]),
            grains: view(&world.trees[3]),
            isolated: view(&world.surface.isolated),
            radius: numbers.radius,
            has_obstacles: numbers.has_obstacles != 0,
        }
    }
}

/// The bounds of all vertices.
#[inline(always)]
pub unsafe fn bounds<'a, R: Real>(world: &World<R>) -> Bounds<'a, R> {
    // SAFETY: the contract.
    unsafe {
        Bounds {
            start: view(&world.anchor),
            ball: view(&world.ball),
            pairs: &[],
            uses: Uses {
                begin: &[],
                items: &[],
            },
            planes: if world.numbers.has_planes != 0 {
                planes(world)
            } else {
                Planes {
                    begin: &[],
                    items: &[],
                    least: &[],
                }
            },
        }
    }
}

/// The planes of all vertices.
#[inline(always)]
pub unsafe fn planes<'a, R: Real>(world: &World<R>) -> Planes<'a, R> {
    let vertices = world.v.len as usize;
    // SAFETY: the contract.
    unsafe {
        Planes {
            begin: &view(&world.begins)[vertices..],
            items: view(&world.planes),
            least: view(&world.least),
        }
    }
}

/// A sweep over elements.
#[inline(always)]
pub unsafe fn sweep<'a, R: Real, E>(
    world: &World<R>,
    elements: E,
) -> LaneSweep<'a, R, E, Padded<R>> {
    let numbers = &world.numbers;
    // SAFETY: the contract.
    unsafe {
        LaneSweep {
            inertia: Inertia {
                mass: view(&world.mass),
                predicted: view(&world.predicted),
                force: &[],
            },
            scale: numbers.h * numbers.h,
            elements,
            pushes: Pushes {
                begin: view(&world.begins),
                items: view(&world.pushes),
                rules: Rules {
                    half_spaces: view(&world.surface.half_spaces),
                    law: Law::TwoStage(TwoStage {
                        radius: numbers.contact_radius,
                        stiffness: numbers.stiffness,
                    }),
                    start: view(&world.start),
                    eps: numbers.eps,
                },
            },
            bounds: bounds(world),
        }
    }
}
