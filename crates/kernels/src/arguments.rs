//! The arguments of the kernels of a time step: the same structure for the host that fills it in and the entry
//! points that read it. Plain numbers; only the entry points make slices of them.

use tangency_formulas::{Real, Vec3};

use crate::KernelReal;
use crate::bvh::Node;
use crate::contact::{BoundingPlane, ContactPair, FrozenContact, SurfaceFeatures};
use crate::positions::Padded;
use crate::storage::{DeviceArray, OnDevice};
use crate::vbd::{ElasticElements, ElasticRows};

/// All that the kernels of a time step read and write.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct StepMemory<R: KernelReal> {
    /// Elastic elements.
    pub elements: ElasticElements<OnDevice, R>,
    /// Elements of cloth and rods by vertex.
    pub rows: ElasticRows<OnDevice, R>,
    /// The contact surface.
    pub surface: SurfaceFeatures<OnDevice, R>,
    /// Positions before and after a sweep, in turn; the state of a step is in the first, m.
    pub x: [DeviceArray<Padded<R>>; 2],
    /// Velocities, m/s.
    pub v: DeviceArray<Vec3<R>>,
    /// Accelerations from outside, m/s².
    pub outside: DeviceArray<Vec3<R>>,
    /// Positions at the start of the step, m.
    pub start: DeviceArray<Padded<R>>,
    /// Positions at the last detection, m.
    pub anchor: DeviceArray<Vec3<R>>,
    /// Positions to which inertia would take the vertices, m.
    pub predicted: DeviceArray<Vec3<R>>,
    /// Motion that the vertices are about to make, m.
    pub intended: DeviceArray<Vec3<R>>,
    /// Motion by free flight before the sweeps, m.
    pub carried: DeviceArray<Vec3<R>>,
    /// Forces that are left on the vertices at the end of the step, times h², kg m.
    pub left: DeviceArray<Vec3<R>>,
    /// Masses, kg.
    pub mass: DeviceArray<R>,
    /// Whether a program holds each vertex.
    pub held: DeviceArray<bool>,
    /// The vertices that programs move; the number of those that count is in `control`.
    pub prescribed: DeviceArray<u32>,
    /// Targets of these, m.
    pub targets: DeviceArray<Vec3<R>>,
    /// The trees over triangles, edges, wires and points of no edge.
    pub trees: [DeviceArray<Node<R>>; 4],
    /// Positions at which candidates were listed, m.
    pub listed: DeviceArray<Vec3<R>>,
    /// Number of features whose boxes each search meets, then the begin of its hits; and the number of all.
    pub places: DeviceArray<u32>,
    /// What the searches meet: the number of each search, and what it has found.
    pub hits: DeviceArray<[u32; 2]>,
    /// Those of them that may come near while vertices drift within the slack; their number is in `control`.
    pub candidates: DeviceArray<[u32; 2]>,
    /// Which of each 32 hits or candidates are kept, a bit for each.
    pub masks: DeviceArray<u32>,
    /// How many these are, then the places of the first; and the number of all.
    pub ranks: DeviceArray<u32>,
    /// The smallest gap of what is near each vertex but not close, m, as the bits of an `f32`.
    pub far: DeviceArray<u32>,
    /// Features that are close, each with the number of its search.
    pub close: DeviceArray<[u32; 2]>,
    /// The pairs.
    pub pairs: DeviceArray<ContactPair<R>>,
    /// Begins of the contacts that push each vertex, then of its planes, and the end.
    pub begins: DeviceArray<u32>,
    /// Number of these that are filled in.
    pub cursors: DeviceArray<u32>,
    /// The pairs that push each vertex, in any order.
    pub unsorted: DeviceArray<u32>,
    /// The same in their order: four times the number of the pair, plus the place of the vertex in it.
    pub pushes: DeviceArray<u32>,
    /// The pairs that push, in any order; their number is in `control`.
    pub pushing: DeviceArray<u32>,
    /// The pairs as they were at the start of the sweep, of those that push.
    pub frozen: DeviceArray<FrozenContact<R>>,
    /// The planes.
    pub planes: DeviceArray<BoundingPlane<R>>,
    /// The smallest clearance of each vertex, m.
    pub least: DeviceArray<R>,
    /// Radius of the ball in which each vertex may go, m.
    pub ball: DeviceArray<R>,
    /// Counts, by the constants of [`control`].
    pub control: DeviceArray<u32>,
    /// Numbers of the step.
    pub constants: StepConstants<R>,
}

/// The numbers of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepConstants<R: Real> {
    /// Time step h, s.
    pub h: R,
    /// Gap up to which pairs are near, m.
    pub reach: R,
    /// By how much more gaps of candidates may be when they are listed, m.
    pub slack: R,
    /// Length that rounding may take from a gap, m.
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

/// Work of a sweep, and how it is done.
pub mod sweep {
    /// Warps of a block whose warps each do all parts of the work on vertices of their own.
    pub const FREE_WARPS: u32 = 4;
    /// Vertices move.
    pub const MOVE: u32 = 0;
    /// The forces that are left on them are measured.
    pub const MEASURE: u32 = 1;
    /// Vertices move, and those that their bounds stop are counted.
    pub const MOVE_AND_COUNT: u32 = 2;
}

/// Places in [`StepMemory::control`].
pub mod control {
    /// Vertices stopped by their bounds in the last sweep of a round.
    pub const STOPPED: usize = 0;
    /// Largest component of the motion of the last sweep, m, as the bits of an `f32`.
    pub const RESIDUAL: usize = 1;
    /// Vertices that programs move.
    pub const PRESCRIBED: usize = 2;
    /// Whether one of them is not where it should be.
    pub const MISSED_TARGET: usize = 3;
    /// Most pairs of a detection.
    pub const PAIRS: usize = 4;
    /// Most entries of the lists of contacts that push.
    pub const PUSHES: usize = 5;
    /// Most entries of the lists of planes.
    pub const PLANES: usize = 6;
    /// Whether a list was too short, and the state is that before the step.
    pub const TOO_MANY: usize = 7;
    /// Largest motion that bounds have cut off in the last sweep of a round, m, as the bits of an `f32`.
    pub const LOST: usize = 8;
    /// Number of candidates.
    pub const CANDIDATES: usize = 9;
    /// Most hits of a search for candidates.
    pub const HITS: usize = 10;
    /// Largest distance of a vertex from where it was when candidates were listed, m, as the bits of an `f32`: at the end
    /// of the step, or of a round of sweeps since the last detection.
    pub const DRIFT: usize = 11;
    /// Number of pairs that push.
    pub const PUSHING: usize = 12;
    /// Number of them.
    pub const LEN: usize = 13;
}
