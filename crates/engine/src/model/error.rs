//! Why a scene cannot be simulated, with what is wrong in its fields.

use std::fmt;

use thiserror::Error;

use super::{Model, Side};
use crate::material::MaterialError;
use crate::settings::Incompatible;

/// Two primitives that are too close, cross, or are one inside of the other.
#[derive(Clone, Debug, PartialEq)]
pub struct PairDescription {
    /// The bodies, or a body and a half-space, by name.
    pub bodies: [String; 2],
    /// The vertices of each primitive, numbered in the model; none of a half-space, or of a solid as a whole.
    pub vertices: [Vec<u32>; 2],
    /// Their distance, m, beyond the thickness; negative where they cross, and absent where it was not measured.
    pub distance: Option<f64>,
    /// The pair in words.
    pub words: String,
}

impl PairDescription {
    /// The pair of primitives with these vertices of a model, in words.
    pub fn new(
        model: &Model,
        [a, b]: [&[u32]; 2],
        distance: Option<f64>,
        words: String,
    ) -> Box<Self> {
        let body = |vertices: &[u32]| model.body_name(vertices[0]).to_owned();
        Box::new(PairDescription {
            bodies: [body(a), body(b)],
            vertices: [a.to_vec(), b.to_vec()],
            distance,
            words,
        })
    }
}

impl fmt::Display for PairDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Why a scene cannot be simulated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ModelError {
    /// There is no solid.
    #[error("the scene has no body to simulate; add a [[body]]")]
    Empty,
    /// Methods that do not go together with what is in the scene.
    #[error("{0}")]
    Incompatible(#[from] Incompatible),
    /// Contacts without an area, where areas weigh.
    #[error("`{body}`: vertex {vertex} belongs to no triangle, and {source}")]
    NoArea {
        /// The body.
        body: String,
        /// The vertex, numbered within the body.
        vertex: u32,
        /// The contact model that needs one.
        source: Incompatible,
    },
    /// A mesh without elements.
    #[error("`{body}`: the mesh is empty")]
    EmptyMesh {
        /// The body.
        body: String,
    },
    /// An element names a vertex that is not there, or the wrong number of velocities.
    #[error("`{body}`: {what}")]
    Malformed {
        /// The body.
        body: String,
        /// Description of what does not fit.
        what: String,
    },
    /// A coordinate or velocity is not a finite number.
    #[error("`{body}`: vertex {vertex} has a coordinate or velocity that is not a finite number")]
    NotFinite {
        /// The body.
        body: String,
        /// The vertex, numbered within the body.
        vertex: usize,
    },
    /// A coordinate or velocity too large to compute with.
    #[error(
        "`{body}`: vertex {vertex} has a coordinate or velocity of {value:e} (m, m/s); at most 1e12 can be computed with: check the units, `scale` and `translate`"
    )]
    TooFar {
        /// The body.
        body: String,
        /// The vertex, numbered within the body.
        vertex: usize,
        /// Largest coordinate of its position or velocity, m or m/s.
        value: f64,
    },
    /// A time step in which gravity is lost to rounding.
    #[error(
        "the time step of {step:e} s is too small: in a step gravity moves a body by {moved:.1e} m, but positions of up to {farthest:.3e} m are rounded to {rounding:.1e} m, so that it would never fall; take a step of at least {least:.1e} s, or bring the bodies closer to the origin"
    )]
    LostGravity {
        /// The time step, s.
        step: f64,
        /// Distance by which gravity moves a body in the step, m.
        moved: f64,
        /// Rounding of positions, m.
        rounding: f64,
        /// The largest position, m.
        farthest: f64,
        /// The smallest step that works, s.
        least: f64,
    },
    /// More pairs are near than can be computed with.
    #[error(
        "`{what}` of {reach:.3e} m takes in about {pairs:.1e} pairs of points, edges and triangles at the start, which need {gigabytes:.1} GB; at most {most:.1e} can be computed with: lower it to about {enough:.1e} m"
    )]
    Crowded {
        /// The key that is too large.
        what: &'static str,
        /// Value of the key, m.
        reach: f64,
        /// Number of pairs.
        pairs: f64,
        /// Memory that they need, 1e9 bytes.
        gigabytes: f64,
        /// Number of pairs that is possible.
        most: f64,
        /// A value that is small enough, m.
        enough: f64,
    },
    /// A tet without positive volume at rest.
    #[error(
        "`{body}`: tet {tet} {vertices:?} has volume {volume:e} m³ at rest; it must be positive (repair the mesh, or tetrahedralise its surface anew)"
    )]
    Inverted {
        /// The body.
        body: String,
        /// The tet.
        tet: usize,
        /// Vertices of the tet, numbered within the body.
        vertices: [u32; 4],
        /// Volume of the tet, m³.
        volume: f64,
    },
    /// A triangle of a planar body without positive area at rest.
    #[error(
        "`{body}`: triangle {triangle} {vertices:?} has area {area:e} m² at rest; it must be positive (counter-clockwise as seen from +z)"
    )]
    InvertedTriangle {
        /// The body.
        body: String,
        /// The triangle.
        triangle: usize,
        /// Vertices of the triangle, numbered within the body.
        vertices: [u32; 3],
        /// Area of the triangle, m².
        area: f64,
    },
    /// Something of a planar scene leaves its plane.
    #[error("a planar scene lies in the plane z = 0, but {what}")]
    OutOfPlane {
        /// Description of what leaves the plane.
        what: String,
    },
    /// A surface that is no surface.
    #[error("`{body}`: {what}")]
    NotManifold {
        /// The body.
        body: String,
        /// Description of where it is none.
        what: String,
    },
    /// An impossible material.
    #[error("`{body}`: {source}")]
    Material {
        /// The body.
        body: String,
        /// Fault of the material.
        source: MaterialError,
    },
    /// A half-space without direction.
    #[error("half-space `{name}`: origin and normal must be finite, and the normal not zero")]
    HalfSpace {
        /// The half-space.
        name: String,
    },
    /// A setting out of range.
    #[error("{name} is {value}; it must be {expected}")]
    Setting {
        /// Which.
        name: &'static str,
        /// Value of the setting.
        value: f64,
        /// Description of what the value must be.
        expected: &'static str,
    },
    /// A coefficient of friction for something that is not there.
    #[error("a coefficient of friction is given for {side:?}, which does not exist")]
    FrictionSide {
        /// Side that was named.
        side: Side,
    },
    /// A boundary program that makes no sense.
    #[error("boundary program `{name}`: {what}")]
    Boundary {
        /// Name of the program.
        name: String,
        /// Description of what is wrong.
        what: String,
    },
    /// A triangle of a shell without area at rest.
    #[error(
        "`{body}`: triangle {triangle} {vertices:?} has no area at rest, or the warp is perpendicular to it; repair the mesh, its pattern, or the direction of the warp"
    )]
    DegenerateTriangle {
        /// The body.
        body: String,
        /// The triangle.
        triangle: usize,
        /// Vertices of the triangle, numbered within the body.
        vertices: [u32; 3],
    },
    /// A shell that is stretched beyond its limit from the start.
    #[error(
        "`{body}`: triangle {vertices:?} is stretched by {smallest:.6} to {largest:.6} at the start, beyond its limits ({count} triangles are); widen the limits, or start closer to the rest shape"
    )]
    InitialStretch {
        /// The body.
        body: String,
        /// The triangle, by vertices numbered within the body.
        vertices: [u32; 3],
        /// Smallest stretch of the triangle.
        smallest: f64,
        /// Largest stretch of the triangle.
        largest: f64,
        /// Number of triangles beyond their limits.
        count: usize,
    },
    /// Bodies are closer than their offsets at the start.
    #[error("{}", super::tangled::too_close(first, *offset))]
    InitialOffset {
        /// The closest pair.
        first: Box<PairDescription>,
        /// Offset that the pair has to keep, m.
        offset: f64,
    },
    /// Bodies intersect at the start.
    #[error("{}", super::tangled::intersections(pairs, *dhat))]
    InitialIntersection {
        /// Every pair that intersects, in the order in which they are found.
        pairs: Vec<PairDescription>,
        /// Distance below which bodies repel each other, m.
        dhat: f64,
    },
    /// Bodies touch at the start.
    #[error("the scene touches at the start: {first}; leave a gap, however small")]
    InitialTouch {
        /// The closest pair.
        first: Box<PairDescription>,
    },
    /// A repair did not bring the start apart.
    #[error("the start could not be repaired: {why}; what remains: {left}")]
    NotRepaired {
        /// Reason, and what to do.
        why: String,
        /// Fault that is left.
        left: Box<ModelError>,
    },
    /// A repair moves something farther than it may.
    #[error(
        "the start could be repaired, but `{body}` would move by {motion:.3e} m, and at most {most:.3e} m is allowed: raise `most` (`--most`), or move the bodies apart; what is wrong as it is: {left}"
    )]
    RepairTooFar {
        /// The body that moves farthest.
        body: String,
        /// Distance by which it moves, m.
        motion: f64,
        /// Largest distance that is allowed, m.
        most: f64,
        /// Fault of the start.
        left: Box<ModelError>,
    },
}
