//! The model: everything about a scene that does not change while it runs.

mod bodies;
mod dependents;
mod elements;
mod error;
mod friction;
mod ogc_parameters;
mod plane;
mod seams;
mod surface;
mod surface_alone;
mod tangled;

use std::ops::Range;

use tangency_geometry::Vec3;

use crate::boundary::{BoundaryProgram, Load, Schedule};
use crate::settings::Settings;

pub use bodies::{
    Band, BodyHandle, EmbeddedContact, EmbeddedSurface, Grains, Obstacle, PlaneSolid, RestShape,
    Rods, Shell, Solid, SpringEnd, Springs, StitchPull,
};
pub use dependents::Dependents;
pub use elements::{
    Elements, GivenBodies, GivenBody, HINGE_SHARE, HingeBatch, JointBatch, Passage, PlaneBatch,
    Plates, References, SegmentBatch, Sheet, SheetKind, ShellRest, ShellSides, SolidBatch,
    SpringBatch, TetBatch, TriangleBatch, TwistBatch, TwistJoints,
};
pub use error::{ModelError, PairDescription};
pub use friction::{Friction, FrictionTable, Side};
pub use ogc_parameters::OgcParameters;
pub use plane::Plane;
pub use seams::OpenSeam;
pub use surface::{ContactSurface, Loose};

/// A body by name and the vertices it owns.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Name given by the user.
    pub name: String,
    /// Vertices of the body, a contiguous range of the model's.
    pub vertices: Range<u32>,
    /// Obstacles only move as prescribed.
    pub is_obstacle: bool,
    /// Mass per volume at rest, kg/m³; zero for obstacles.
    pub density: f64,
    /// Texture coordinates (u, v) of the corners of its triangles, for those who write files; empty where it has none.
    pub uv: Vec<[[f64; 2]; 3]>,
}

/// A half-space that bodies stay out of: they live where `normal · (x - origin) > 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfSpace {
    /// Name given by the user.
    pub name: String,
    /// A point of its boundary plane, m.
    pub origin: Vec3,
    /// Unit normal, pointing to where the bodies live.
    pub normal: Vec3,
}

impl HalfSpace {
    /// Signed distance of a point to the boundary plane, m.
    pub fn distance(&self, x: Vec3) -> f64 {
        self.normal.dot(&(x - self.origin))
    }
}

/// The immutable description of a simulation.
#[derive(Clone, Debug)]
pub struct Model {
    /// Positions at the start, which are also the rest shape, m.
    pub rest: Vec<Vec3>,
    /// Lumped masses, kg; 0 for vertices of obstacles. After the vertices come the nodes of angles.
    pub mass: Vec<f64>,
    /// Bodies and obstacles in the order they were added.
    pub bodies: Vec<Body>,
    /// The body of each vertex.
    pub body_of: Vec<u32>,
    /// Whether each vertex belongs to an obstacle.
    pub is_obstacle: Vec<bool>,
    /// Thickness of the body at each vertex, m; a pair keeps the mean of its two as distance.
    pub thickness: Vec<f64>,
    /// Vertices of embedded surfaces, which follow the tets around them.
    pub dependents: Dependents,
    /// Elastic elements.
    pub elements: Elements,
    /// Region where there is body, if the model is planar.
    pub plane: Option<Plane>,
    /// Surface that may touch.
    pub surface: ContactSurface,
    /// Half-spaces to stay out of.
    pub half_spaces: Vec<HalfSpace>,
    /// Prescribed motions.
    pub boundary: Vec<BoundaryProgram>,
    /// The programs of each node.
    pub schedule: Schedule,
    /// Forces from outside.
    pub loads: Vec<Load>,
    /// Coefficients of friction.
    pub friction: Friction,
    /// Acceleration of gravity, m/s².
    pub gravity: Vec3,
    /// Accuracies and limits as given.
    pub settings: Settings,
    /// Diagonal of the bounding box of the bodies at rest, m; of a single grain, that of the box around it.
    pub diagonal: f64,
    /// Distance below which bodies repel each other, m.
    pub dhat: f64,
    /// Accuracy of a step as a speed, m/s.
    pub newton_tolerance: f64,
    /// Speed below which friction sticks, m/s.
    pub epsv: f64,
    /// Mean mass of the vertices of solids, kg.
    pub mean_mass: f64,
    /// The numbers of Offset Geometric Contact, where it is the contact model.
    pub ogc: Option<OgcParameters>,
}

impl Model {
    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.rest.len()
    }

    /// Number of nodes that a state has positions of: vertices, then the angles of segments that twist.
    pub fn node_count(&self) -> usize {
        self.mass.len()
    }

    /// The vertex that stands for a node in messages: itself, or the first of the segment whose angle it is.
    pub fn vertex_of(&self, node: u32) -> u32 {
        let twists = &self.elements.twists;
        twists
            .segment_of(node)
            .map_or(node, |k| twists.segments[k][0])
    }

    /// Name of the body that vertex `v` belongs to.
    pub fn body_name(&self, v: u32) -> &str {
        &self.bodies[self.body_of[v as usize] as usize].name
    }

    /// The distance a pair must keep: the mean thickness of its two bodies, m.
    pub fn pair_offset(&self, a: u32, b: u32) -> f64 {
        0.5 * (self.thickness[a as usize] + self.thickness[b as usize])
    }

    /// Whether a pair with these vertices can be in contact: obstacles among themselves cannot.
    pub fn is_admissible<const K: usize>(&self, vertices: [u32; K]) -> bool {
        vertices.iter().any(|&v| !self.is_obstacle[v as usize])
    }

    /// Accuracy of step number `step` (from 1) as a speed, m/s.
    pub fn tolerance_of(&self, step: u64) -> f64 {
        let first = &self.settings.first_tolerances;
        match first.get(step as usize - 1) {
            Some(tolerance) => tolerance.resolve(self.diagonal),
            None => self.newton_tolerance,
        }
    }

    /// Number of tetrahedra.
    pub fn tet_count(&self) -> usize {
        self.elements
            .tets
            .iter()
            .map(|batch| batch.stencils.len())
            .sum()
    }
}
