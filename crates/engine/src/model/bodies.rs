//! Parts of a scene, as the caller describes them.

use std::ops::Range;

use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

use crate::material::{GrainMaterial, Material, RodMaterial, ShellMaterial};

/// An elastic solid.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Name given by the user.
    pub name: String,
    /// Mesh, placed in the world, at rest.
    pub mesh: TetMesh,
    /// Material of the solid.
    pub material: Material,
    /// Velocity of each vertex at the start, m/s.
    pub velocity: Vec<Vec3>,
    /// Distance that its surface keeps from others with the same, m; a pair keeps the mean of its two.
    pub offset: f64,
}

/// A fine surface that the tets of a solid carry.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedSurface {
    /// Triangles, placed in the world, at rest.
    pub mesh: SurfaceMesh,
    /// The surface of the body that touches others.
    pub contact: EmbeddedContact,
    /// Share of each tet that there is material in, above 0: its mass is that share of a full one's, and so is its stiffness, but
    /// at least a tenth. Empty where all of them are full.
    pub filled: Vec<f64>,
}

/// The surface of a body with an embedded one that touches others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbeddedContact {
    /// The boundary of the tets; the embedded surface is one to look at.
    #[default]
    Coarse,
    /// The embedded surface, which must be closed; the boundary of the tets touches nothing.
    Fine,
}

/// A slice of an elastic solid that is the same at every depth, for planar models: plane strain.
#[derive(Clone, Debug)]
pub struct PlaneSolid {
    /// Name given by the user.
    pub name: String,
    /// Triangles in the plane z = 0, counter-clockwise, placed in the world, at rest.
    pub mesh: SurfaceMesh,
    /// Material of the solid.
    pub material: Material,
    /// Velocity of each vertex at the start, m/s.
    pub velocity: Vec<Vec3>,
    /// Distance that its boundary keeps from others with the same, m; a pair keeps the mean of its two.
    pub offset: f64,
}

/// A shell: cloth, paper, a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    /// Name given by the user.
    pub name: String,
    /// Points and triangles, placed in the world.
    pub mesh: SurfaceMesh,
    /// The shape it would have without forces.
    pub rest: RestShape,
    /// Direction of the warp in the world, for woven cloth at rest as it is placed.
    pub warp: Vec3,
    /// Material of the shell.
    pub material: ShellMaterial,
    /// Velocity of each vertex at the start, m/s.
    pub velocity: Vec<Vec3>,
    /// Distance that its middle surface keeps from others with the same, m.
    pub offset: f64,
}

/// The shape of a shell without forces.
#[derive(Clone, Debug, PartialEq)]
pub enum RestShape {
    /// As it is placed.
    Placed,
    /// As it is placed, but flat: it resists stretching from there, and every fold.
    Flattened,
    /// Cut from flat cloth: the corners of each triangle in the plane of the cloth, m; the warp runs along the first
    /// coordinate.
    Pattern(Vec<[[f64; 2]; 3]>),
    /// Another position for each vertex, m.
    Positions(Vec<Vec3>),
}

/// Rods: hair, noodles, cables.
#[derive(Clone, Debug, PartialEq)]
pub struct Rods {
    /// Name given by the user.
    pub name: String,
    /// Points and segments, placed in the world. Where two segments meet, they bend; where more meet, each pair does.
    pub mesh: SurfaceMesh,
    /// The shape they would have without forces: as placed, or flattened, which is straight. Rods that do not twist
    /// are straight in any case.
    pub rest: RestShape,
    /// Material of the rods.
    pub material: RodMaterial,
    /// Velocity of each vertex at the start, m/s.
    pub velocity: Vec<Vec3>,
    /// Distance that their middle lines keep from others with the same, m.
    pub offset: f64,
}

/// Grains: sand, beads.
#[derive(Clone, Debug)]
pub struct Grains {
    /// Name given by the user.
    pub name: String,
    /// Their positions, m.
    pub points: Vec<Vec3>,
    /// Material of the grains.
    pub material: GrainMaterial,
    /// Velocity of each at the start, m/s.
    pub velocity: Vec<Vec3>,
    /// Distance that their centres keep from others with the same, m.
    pub offset: f64,
}

/// Springs between vertices, numbered in the model: stitches and seams.
#[derive(Clone, Debug)]
pub struct Springs {
    /// Name given by the user.
    pub name: String,
    /// A vertex, and the point of an edge that it is drawn to: at `share` of the way from the second vertex to the
    /// third. (An edge of twice the same vertex is that vertex.)
    pub ends: Vec<SpringEnd>,
    /// Stiffness of each, N/m.
    pub stiffness: f64,
    /// Bound of the force of each.
    pub pull: StitchPull,
}

/// Bound of the force of a stitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StitchPull {
    /// Largest force, N; infinite where there is no bound.
    pub most: f64,
    /// Time in which it grows from nothing to that at an even rate, s.
    pub ramp: f64,
}

impl Default for StitchPull {
    fn default() -> Self {
        StitchPull {
            most: f64::INFINITY,
            ramp: 0.0,
        }
    }
}

impl StitchPull {
    /// Whether there is a bound.
    pub fn is_bounded(&self) -> bool {
        self.most.is_finite()
    }

    /// The largest force in a step that begins at `time`, N.
    pub fn at(&self, time: f64) -> f64 {
        if self.ramp > 0.0 && self.is_bounded() {
            self.most * (time / self.ramp).clamp(0.0, 1.0)
        } else {
            self.most
        }
    }
}

/// Vertex and edge that one stitch joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringEnd {
    /// The vertex.
    pub vertex: u32,
    /// The edge.
    pub edge: [u32; 2],
    /// Place on the edge, from 0 to 1.
    pub share: f64,
}

/// An elastic band along edges of bodies that were added before: a spring on each, which is massless and touches nothing.
#[derive(Clone, Debug)]
pub struct Band {
    /// Name given by the user.
    pub name: String,
    /// Edges, by vertices of the model.
    pub edges: Vec<[u32; 2]>,
    /// Length of each without force, m.
    pub lengths: Vec<f64>,
    /// Force at twice that length, N.
    pub stiffness: f64,
}

/// Something that only moves as prescribed.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Name given by the user.
    pub name: String,
    /// Triangles, free segments and free points, placed in the world.
    pub mesh: SurfaceMesh,
    /// Distance that it keeps from others with the same, m; a pair keeps the mean of its two.
    pub offset: f64,
}

/// Place of a body in the model.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyHandle {
    /// Number of the body in the model.
    pub index: u32,
    /// Vertices of the body.
    pub vertices: Range<u32>,
}
