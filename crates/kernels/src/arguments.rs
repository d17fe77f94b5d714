//! What the kernels of a time step are launched with: the same structure for the host that fills it in and the entry
//! points that read it. Plain numbers; only the entry points make slices of them.

use core::marker::PhantomData;

use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{RestHinge, RodBend, Spring};
use tangency_formulas::{Real, Vec3};

use crate::bvh::Node;
use crate::contact::{HalfSpace, Pair, Push};
use crate::vbd::{ClothHinge, ClothTriangle, Padded, Plane, RodJoint, RodSegment, Sheet};

/// An array in the GPU's memory: where it lies, and how many items it has.
#[repr(C)]
#[derive(Debug)]
pub struct Array<T> {
    /// Its address there.
    pub address: u64,
    /// Number of items.
    pub len: u64,
    item: PhantomData<T>,
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Array<T> {}

impl<T> Array<T> {
    /// The array of `len` items at an address.
    pub fn new(address: u64, len: usize) -> Self {
        Array {
            address,
            len: len as u64,
            item: PhantomData,
        }
    }
}

/// Lists by owner.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UsesArrays {
    /// Where each list begins.
    pub begin: Array<u32>,
    /// The lists.
    pub items: Array<u32>,
}

/// Elements of one kind, each with its data.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BatchArrays<T, const K: usize> {
    /// Vertices.
    pub vertices: Array<[u32; K]>,
    /// What each is made of.
    pub data: Array<T>,
    /// By vertex.
    pub uses: UsesArrays,
}

/// [`Elements`](crate::vbd::Elements).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ElementArrays<R: Real> {
    /// Tetrahedra.
    pub tets: BatchArrays<RestTet<R>, 4>,
    /// Their moduli.
    pub lame: Array<[R; 2]>,
    /// Triangles of shells.
    pub triangles: BatchArrays<RestTriangle<R>, 3>,
    /// The material of each.
    pub sheet: Array<u32>,
    /// The materials.
    pub sheets: Array<Sheet<R>>,
    /// Hinges.
    pub hinges: BatchArrays<RestHinge<R>, 4>,
    /// Segments of rods.
    pub segments: BatchArrays<Spring<R>, 2>,
    /// Joints of rods.
    pub joints: BatchArrays<RodBend<R>, 3>,
    /// Stitches.
    pub stitches: BatchArrays<[R; 2], 3>,
    /// The first tet of the fixed-corotated material.
    pub corotated: u64,
}

/// [`Rows`](crate::vbd::Rows).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RowArrays<T> {
    /// Where those of each vertex begin.
    pub begin: Array<u32>,
    /// The records.
    pub items: Array<T>,
}

/// [`ClothRows`](crate::vbd::ClothRows) and [`RodRows`](crate::vbd::RodRows), without their stitches.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ElasticRows<R: Real> {
    /// Triangles of cloth.
    pub triangles: RowArrays<ClothTriangle<R>>,
    /// Hinges from their ends.
    pub hinge_ends: RowArrays<ClothHinge<R>>,
    /// Hinges from their apexes.
    pub apexes: RowArrays<ClothHinge<R>>,
    /// Segments of rods.
    pub segments: RowArrays<RodSegment<R>>,
    /// Joints from their middles.
    pub middles: RowArrays<RodJoint<R>>,
    /// Joints from their ends.
    pub joint_ends: RowArrays<RodJoint<R>>,
}

/// [`Surface`](crate::contact::Surface).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SurfaceArrays<R: Real> {
    /// Vertices that may touch.
    pub points: Array<u32>,
    /// Edges.
    pub edges: Array<[u32; 2]>,
    /// Triangles.
    pub triangles: Array<[u32; 3]>,
    /// Edges of no triangle.
    pub wires: Array<u32>,
    /// The edges of each triangle.
    pub triangle_edges: Array<[u32; 3]>,
    /// The faces of each edge.
    pub edge_faces: UsesArrays,
    /// The neighbours of each vertex.
    pub neighbours: UsesArrays,
    /// The first triangle at each vertex.
    pub first_face: Array<u32>,
    /// The first wire at each vertex.
    pub first_wire: Array<u32>,
    /// Thickness at each vertex, m.
    pub thickness: Array<R>,
    /// The body of each vertex.
    pub body: Array<u32>,
    /// Friction between bodies.
    pub friction: Array<R>,
    /// Friction on half-spaces.
    pub ground_friction: Array<R>,
    /// Whether each vertex belongs to an obstacle.
    pub is_obstacle: Array<bool>,
    /// Squared lengths of edges at rest.
    pub edge_squares: Array<R>,
    /// The half-spaces.
    pub half_spaces: Array<HalfSpace<R>>,
    /// Points of no edge.
    pub isolated: Array<u32>,
    /// Number of bodies.
    pub bodies: u64,
}

/// All that the kernels of a time step read and write.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct World<R: Real> {
    /// What is elastic.
    pub elements: ElementArrays<R>,
    /// The same by vertex, for cloth and rods.
    pub rows: ElasticRows<R>,
    /// What may touch.
    pub surface: SurfaceArrays<R>,
    /// Positions before and after a sweep, in turn; the state of a step is in the first, m.
    pub x: [Array<Padded<R>>; 2],
    /// Velocities, m/s.
    pub v: Array<Vec3<R>>,
    /// Accelerations from outside, m/s².
    pub outside: Array<Vec3<R>>,
    /// Where the step started, m.
    pub start: Array<Padded<R>>,
    /// Where contacts were detected, m.
    pub anchor: Array<Vec3<R>>,
    /// Where inertia would take the vertices, m.
    pub predicted: Array<Vec3<R>>,
    /// What the vertices are about to do, m.
    pub intended: Array<Vec3<R>>,
    /// How far free flight carries the vertices before the sweeps, m.
    pub carried: Array<Vec3<R>>,
    /// What is left of the forces on the vertices at the end of the step, times h², kg m.
    pub left: Array<Vec3<R>>,
    /// Masses, kg.
    pub mass: Array<R>,
    /// Whether a program holds each vertex.
    pub held: Array<bool>,
    /// The vertices that programs move; the number of those that count is in `control`.
    pub prescribed: Array<u32>,
    /// Where to, m.
    pub targets: Array<Vec3<R>>,
    /// The trees over triangles, edges, wires and points of no edge.
    pub trees: [Array<Node<R>>; 4],
    /// What each search has met first, then what of it is close, a row for each rank.
    pub found: Array<u32>,
    /// How much each search has met, then how much of it is close, then where its pairs begin; and their number.
    pub places: Array<u32>,
    /// The smallest gap of what is near each vertex but not close, m, as the bits of an `f32`.
    pub far: Array<u32>,
    /// What is close, each with the number of its search.
    pub close: Array<[u32; 2]>,
    /// The pairs.
    pub pairs: Array<Pair<R>>,
    /// Where the contacts that push each vertex begin, then where its planes do, and the end.
    pub begins: Array<u32>,
    /// How many of these are filled in.
    pub cursors: Array<u32>,
    /// The pairs that push each vertex, in any order.
    pub unsorted: Array<u32>,
    /// The contacts that push.
    pub pushes: Array<Push<R>>,
    /// The planes.
    pub planes: Array<Plane<R>>,
    /// The smallest room of each vertex, m.
    pub least: Array<R>,
    /// How far each vertex may go, m.
    pub ball: Array<R>,
    /// Counts, by the constants of [`control`].
    pub control: Array<u32>,
    /// Numbers.
    pub numbers: Numbers<R>,
}

/// The numbers of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<R: Real> {
    /// Time step h, s.
    pub h: R,
    /// Gap up to which pairs are near, m.
    pub reach: R,
    /// What rounding may take from a gap, m.
    pub margin: R,
    /// By how much boxes are larger than what they hold, m.
    pub radius: R,
    /// Contact radius, m.
    pub contact_radius: R,
    /// Gap below which pairs are close: more than the contact radius, since they come closer before they are looked for
    /// again, m.
    pub close: R,
    /// Contact stiffness times h², kg.
    pub stiffness: R,
    /// Sliding below which contacts stick, m.
    pub eps: R,
    /// Whether planes are the bounds, else balls: 1 or 0.
    pub has_planes: u32,
    /// Whether elements have limits: 1 or 0.
    pub has_limits: u32,
    /// Whether some edges belong to obstacles: 1 or 0.
    pub has_obstacles: u32,
}

/// Places in [`World::control`].
pub mod control {
    /// Vertices stopped by their bounds in the last sweep.
    pub const STOPPED: usize = 0;
    /// Largest component of the motion of the last sweep, m, as the bits of an `f32`.
    pub const RESIDUAL: usize = 1;
    /// Vertices that programs move.
    pub const PRESCRIBED: usize = 2;
    /// Whether one of them is not where it should be.
    pub const ASTRAY: usize = 3;
    /// Most pairs of a detection.
    pub const PAIRS: usize = 4;
    /// Most entries of the lists of contacts that push.
    pub const PUSHES: usize = 5;
    /// Most entries of the lists of planes.
    pub const PLANES: usize = 6;
    /// Whether a list was too short, and the state is that before the step.
    pub const TOO_MANY: usize = 7;
    /// Largest motion that bounds have cut off since the last detection, m, as the bits of an `f32`.
    pub const LOST: usize = 8;
    /// How many there are.
    pub const LEN: usize = 9;
}

/// Ranks of [`World::found`].
pub const RANKS: usize = 32;
