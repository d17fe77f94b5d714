//! The elastic elements of a model, in arrays by kind, ready to be evaluated.

mod origins;
mod plates;
mod rest;
mod rods;
mod shells;
mod solids;
mod twist;

pub use origins::{Origin, Origins};
pub use plates::{Plates, ShellSides};
pub use rest::ShellRest;
pub use rods::{JointBatch, SegmentBatch, SpringBatch};
pub use shells::{HINGE_SHARE, HingeBatch, Sheet, SheetKind, TriangleBatch};
pub use solids::{PlaneBatch, SolidBatch, TetBatch};
pub use twist::{Passage, References, TwistBatch, TwistJoints};

/// Everything elastic.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    /// Tetrahedra, by energy density.
    pub tets: [TetBatch; 2],
    /// Triangles of planar solids, by energy density.
    pub plane: [PlaneBatch; 2],
    /// Triangles of shells.
    pub triangles: TriangleBatch,
    /// Bending of shells, as plates.
    pub plates: Plates,
    /// Bending of shells, hinge by hinge.
    pub hinges: HingeBatch,
    /// Segments of rods.
    pub segments: SegmentBatch,
    /// Bending of rods, where two segments meet that do not twist.
    pub joints: JointBatch,
    /// Segments that twist, and their joints.
    pub twists: TwistBatch,
    /// Stitches.
    pub springs: SpringBatch,
    /// Shells and rods as they were added.
    pub origins: Origins,
}

impl Default for Elements {
    fn default() -> Self {
        Elements {
            tets: TetBatch::of_each_kind(),
            plane: PlaneBatch::of_each_kind(),
            triangles: TriangleBatch::default(),
            plates: Plates::default(),
            hinges: HingeBatch::default(),
            segments: SegmentBatch::default(),
            joints: JointBatch::default(),
            twists: TwistBatch::default(),
            springs: SpringBatch::default(),
            origins: Origins::default(),
        }
    }
}
