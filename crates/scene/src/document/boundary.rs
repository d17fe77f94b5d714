//! Boundary programs: which vertices follow which motion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{OneOrMany, Triple};

/// Vertices that are held or moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Boundary")]
pub struct BoundarySpec {
    /// Name of the boundary program.
    #[serde(default)]
    pub name: String,
    /// The bodies or obstacles it acts on: a name (`link` means all copies, `link.0` one), several, or `*`.
    pub body: OneOrMany<String>,
    /// Which of their vertices; several selections are joined.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
    /// The pieces of the motion from `begin` on; held still without.
    #[serde(default)]
    pub motion: OneOrMany<MotionPieceSpec>,
    /// Whether a program that simulates the scene says where the vertices go, step by step, instead of `motion`; such a scene
    /// runs from Rust or Python only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub driven: bool,
    /// Time from which the vertices are held or moved, s; free before.
    #[serde(default)]
    #[schemars(extend("unit" = "s"))]
    pub begin: f64,
    /// Time from which the vertices are free, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub release: Option<f64>,
    /// A place from which the vertices are free: once all of the bodies are beyond it at the start of a step, for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_past: Option<ReleasePast>,
}

/// All that is beyond a place along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Past")]
pub struct ReleasePast {
    /// In which direction.
    pub side: BoxSide,
    /// The coordinate of the place along that axis, m.
    #[schemars(extend("unit" = "m"))]
    pub at: f64,
}

/// The selection of every vertex.
pub(super) fn everything() -> OneOrMany<Select> {
    OneOrMany(vec![Select::All(true)])
}

/// A set of vertices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Select {
    /// Every vertex.
    All(bool),
    /// Vertices inside an axis-aligned box or on its faces.
    Box(BoxRegion),
    /// Vertices inside a sphere or on it.
    Sphere(SphereRegion),
    /// Vertices on the side that a plane looks to, or on it.
    Plane(PlaneRegion),
    /// Vertices at one end of each body.
    End(EndRegion),
    /// Vertices of a group that the body defines.
    Group(String),
    /// Vertices by their numbers in the body, from 0.
    Vertices(Vec<u32>),
    /// The one vertex of each body that is nearest to a point.
    Nearest(NearestPoint),
}

/// A point of which the nearest vertex is meant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NearestPoint {
    /// The point, m.
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub to: Triple,
}

/// An axis-aligned box; a missing corner is open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxRegion {
    /// Smallest coordinates, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub min: Option<Triple>,
    /// Largest coordinates, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub max: Option<Triple>,
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereRegion {
    /// Centre, m.
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub center: Triple,
    /// Radius, m (relative: of the body's largest extent).
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub radius: f64,
}

/// All that is in front of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaneRegion {
    /// A point of the plane, m.
    #[schemars(extend("unit" = "m", "relative_unit" = "1"))]
    pub point: Triple,
    /// The direction it looks in.
    pub normal: Triple,
}

/// One end of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndRegion {
    /// Which end.
    pub side: BoxSide,
    /// Share of the body's extent along that axis, 0 to 1.
    #[serde(default = "one_percent")]
    #[schemars(extend("unit" = "1"))]
    pub fraction: f64,
}

fn one_percent() -> f64 {
    0.01
}

/// A direction along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Side")]
pub enum BoxSide {
    /// Towards smaller x.
    #[serde(rename = "-x")]
    MinusX,
    /// Towards larger x.
    #[serde(rename = "+x")]
    PlusX,
    /// Towards smaller y.
    #[serde(rename = "-y")]
    MinusY,
    /// Towards larger y.
    #[serde(rename = "+y")]
    PlusY,
    /// Towards smaller z.
    #[serde(rename = "-z")]
    MinusZ,
    /// Towards larger z.
    #[serde(rename = "+z")]
    PlusZ,
}

impl BoxSide {
    /// The axis (0, 1, 2) and whether it is its larger end.
    pub fn axis(self) -> (usize, bool) {
        match self {
            BoxSide::MinusX => (0, false),
            BoxSide::PlusX => (0, true),
            BoxSide::MinusY => (1, false),
            BoxSide::PlusY => (1, true),
            BoxSide::MinusZ => (2, false),
            BoxSide::PlusZ => (2, true),
        }
    }
}

/// A stretch of time with a constant velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "MotionPiece")]
pub struct MotionPieceSpec {
    /// Duration, s; for ever when absent (the last piece only).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub duration: Option<f64>,
    /// Translation, m/s.
    #[schemars(extend("unit" = "m/s"))]
    pub velocity: Triple,
    /// Rotation about `center`, degrees/s.
    #[schemars(extend("unit" = "deg/s"))]
    pub angular_velocity: Triple,
    /// The point it turns about, as it lies when the program begins, m; by default the middle of the box around all
    /// vertices that the program moves. It travels with the translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub center: Option<Triple>,
}

/// Frames that an obstacle passes through: mesh files of a folder, in the order of their numbers. It leaves
/// its own shape at `begin` and is in the first frame one interval later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Sequence")]
pub struct SequenceSpec {
    /// The folder with the mesh files.
    pub folder: String,
    /// Which of its files, `*` for the number.
    #[serde(default = "any_obj")]
    pub files: String,
    /// Number of the first frame; lower ones are left out.
    #[serde(default)]
    pub first: u64,
    /// Time from one frame to the next, s; the time step when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub interval: Option<f64>,
    /// Whether the frames are placed as the obstacle's shape is, or are in place already.
    #[serde(default = "yes")]
    pub placed: bool,
}

fn any_obj() -> String {
    "*.obj".into()
}

fn yes() -> bool {
    true
}
