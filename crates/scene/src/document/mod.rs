//! The scene language as types: what a scene file may say, in the user's words and units.
//!
//! The JSON schema and the unknown-key errors come from these very types.

pub mod band;
pub mod boundary;
pub mod drape;
pub mod embed;
pub mod friction;
pub mod generators;
pub mod load;
pub mod material;
mod mirror;
pub mod output;
pub mod planar_generators;
pub mod repair;
pub mod seam;
pub mod shape;
pub mod step;
pub mod thin_generators;
pub mod values;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_engine::{Damping, Integrator, Settings};

use band::BandSpec;
use boundary::{BoundarySpec, MotionPieceSpec, Select, SequenceSpec};
use drape::{DrapeSpec, StartSpec};
use embed::EmbedSpec;
use friction::{FrictionSpec, GroundSpec};
use load::LoadSpec;
use material::{MaterialChoice, MaterialSpec};
use output::OutputSpec;
use repair::RepairSpec;
use seam::{SeamSpec, StitchesSpec};
use shape::Shape;
use step::StepSpec;
use values::{LengthUnit, OneOrMany, Rotate, Scale, Triple};

/// A scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// One line that says what the scene is.
    #[serde(default)]
    pub title: String,
    /// Description of what happens in it and what to look at.
    #[serde(default)]
    pub description: String,
    /// Named values that expressions use and `--set` overrides.
    #[serde(default)]
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// Time step and duration.
    #[serde(default)]
    pub time: TimeSpec,
    /// Accuracies and methods; step, integrator and damping are those of `time` and `damping`.
    #[serde(default)]
    #[schemars(description = "Accuracies and methods.")]
    pub solver: Settings,
    /// Whether the scene is planar, a slice at z = 0 of a world that is the same at every depth: bodies are triangles in
    /// plane strain, masses and forces are per metre of depth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plane: bool,
    /// Acceleration of gravity, m/s².
    #[serde(default = "earth")]
    #[schemars(extend("unit" = "m/s^2"))]
    pub gravity: Triple,
    /// Height of a floor (a half-space that looks up along y), m, or a table with its friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundSpec>,
    /// Coefficients of friction.
    #[serde(default)]
    pub friction: FrictionSpec,
    /// Damping.
    #[serde(default)]
    pub damping: Damping,
    /// Materials that bodies choose by name.
    #[serde(default)]
    pub materials: BTreeMap<String, MaterialSpec>,
    /// The elastic bodies.
    #[serde(default)]
    pub body: Vec<BodySpec>,
    /// Things that bodies touch but that only move as prescribed.
    #[serde(default)]
    pub obstacle: Vec<ObstacleSpec>,
    /// Infinite walls.
    #[serde(default)]
    pub half_space: Vec<HalfSpaceSpec>,
    /// Vertices that are held or moved.
    #[serde(default)]
    pub boundary: Vec<BoundarySpec>,
    /// Forces from outside.
    #[serde(default)]
    pub load: Vec<LoadSpec>,
    /// Seams: what is sewn to what.
    #[serde(default)]
    pub seam: Vec<SeamSpec>,
    /// Elastic bands along edges of sheets.
    #[serde(default)]
    pub band: Vec<BandSpec>,
    /// Whether a start that intersects, touches or is closer than its offsets is brought apart by a small motion; a table
    /// bounds that motion.
    #[serde(default, skip_serializing_if = "RepairSpec::is_off")]
    pub repair: RepairSpec,
    /// Draping of garments before the scene begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drape: Option<DrapeSpec>,
    /// Another run, where whose last frame is the scene begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartSpec>,
    /// Settings of pictures.
    #[serde(default)]
    pub render: RenderSpec,
    /// Output beside positions: fields and probes.
    #[serde(default, skip_serializing_if = "OutputSpec::is_default")]
    pub output: OutputSpec,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            parameters: serde_json::Map::new(),
            time: TimeSpec::default(),
            solver: Settings::default(),
            plane: false,
            gravity: earth(),
            ground: None,
            friction: FrictionSpec::default(),
            damping: Damping::default(),
            materials: BTreeMap::new(),
            body: Vec::new(),
            obstacle: Vec::new(),
            half_space: Vec::new(),
            boundary: Vec::new(),
            load: Vec::new(),
            seam: Vec::new(),
            band: Vec::new(),
            repair: RepairSpec::default(),
            drape: None,
            start: None,
            render: RenderSpec::default(),
            output: OutputSpec::default(),
        }
    }
}

impl Document {
    /// The engine's settings: those of the solver, with what the document says elsewhere.
    pub fn settings(&self) -> Settings {
        Settings {
            dt: self.time.step.most,
            pace: self.time.step.pace(),
            integrator: self.time.integrator,
            damping: self.damping,
            ..self.solver.clone()
        }
    }
}

fn earth() -> Triple {
    [0.0, -9.80665, 0.0]
}

/// Time step and duration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Time")]
pub struct TimeSpec {
    /// Length of a step, s, or the longest and the shortest.
    pub step: StepSpec,
    /// Simulated time of the whole run, s.
    #[schemars(extend("unit" = "s"))]
    pub duration: f64,
    /// The rule that turns forces into motion.
    pub integrator: Integrator,
    /// Speed below which everything is at rest, which ends the run before its duration where all seams are closed, m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m/s"))]
    pub rest: Option<f64>,
}

impl Default for TimeSpec {
    fn default() -> Self {
        Self {
            step: StepSpec::fixed(0.025),
            duration: 5.0,
            integrator: Integrator::default(),
            rest: None,
        }
    }
}

impl TimeSpec {
    /// Steps of the whole run: the fewest that reach the duration, with a little room for rounding.
    pub fn steps(&self) -> u64 {
        (self.duration / self.step.most - 1e-6).ceil().max(0.0) as u64
    }
}

/// The shape of a sheet, or of rods that twist, without forces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename = "Rest")]
pub enum RestSpec {
    /// As it is placed.
    #[default]
    Placed,
    /// As it is placed, but it wants to be flat; rods, straight.
    Flat,
    /// Cut from flat cloth, by the texture coordinates of its file, in m.
    Pattern,
}

impl RestSpec {
    fn is_placed(&self) -> bool {
        *self == RestSpec::Placed
    }
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

fn along_x() -> Triple {
    [1.0, 0.0, 0.0]
}

fn is_along_x(direction: &Triple) -> bool {
    *direction == along_x()
}

/// An elastic body: a solid of tets, a sheet of triangles, rods of segments, or grains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Body")]
pub struct BodySpec {
    /// Name of the body; copies made by `repeat` are `name.0`, `name.1`...
    #[serde(default)]
    pub name: String,
    /// Mesh of the body.
    pub shape: Shape,
    /// The unit of lengths in its mesh file.
    #[serde(default, skip_serializing_if = "LengthUnit::is_metre")]
    pub unit: LengthUnit,
    /// Number of times that every tet is cut into eight.
    #[serde(default)]
    pub refine: u32,
    /// Finer surface that the tets carry, in pictures and exports, and in contact where asked for: `true` for the one that the
    /// shape `cover` or `tetrahedralize` comes from, a table for another.
    #[serde(default, skip_serializing_if = "EmbedSpec::is_off")]
    pub embed: EmbedSpec,
    /// Position that its origin goes to, m; applied after `rotate`.
    #[serde(default)]
    #[schemars(extend("unit" = "m"))]
    pub translate: Triple,
    /// Rotation about its origin, degrees; applied after `scale`.
    #[serde(default)]
    pub rotate: Rotate,
    /// Factor by which it is larger than its shape.
    #[serde(default)]
    pub scale: Scale,
    /// Material of the body: the name of a material, or one written here.
    #[serde(default)]
    pub material: MaterialChoice,
    /// Distance that it keeps from what has the same, m; two bodies keep the mean of theirs.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(extend("unit" = "m"))]
    pub offset: f64,
    /// The shape without forces, of a sheet or of rods that twist; rods that do not are straight.
    #[serde(default, skip_serializing_if = "RestSpec::is_placed")]
    pub rest: RestSpec,
    /// Sews the stitches of its garment file (.obj with `stitch` lines).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stitches: Option<StitchesSpec>,
    /// Direction of the warp of woven cloth, in the shape's own coordinates.
    #[serde(default = "along_x", skip_serializing_if = "is_along_x")]
    pub warp: Triple,
    /// Coefficient of friction, instead of that of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Velocity at the start, m/s.
    #[serde(default)]
    #[schemars(extend("unit" = "m/s"))]
    pub velocity: Triple,
    /// Rotation at the start about its centre of mass, degrees/s.
    #[serde(default)]
    #[schemars(extend("unit" = "deg/s"))]
    pub angular_velocity: Triple,
    /// Named sets of vertices for boundary programs, selected in the shape's own coordinates, besides the groups of its
    /// mesh file.
    #[serde(default)]
    pub groups: BTreeMap<String, OneOrMany<Select>>,
}

/// Something that bodies touch but that only moves as prescribed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Obstacle")]
pub struct ObstacleSpec {
    /// Name of the obstacle.
    #[serde(default)]
    pub name: String,
    /// Mesh of the obstacle; of a solid shape the surface counts.
    pub shape: Shape,
    /// The unit of lengths in its mesh file, and in those of its sequence.
    #[serde(default, skip_serializing_if = "LengthUnit::is_metre")]
    pub unit: LengthUnit,
    /// Position that its origin goes to, m.
    #[serde(default)]
    #[schemars(extend("unit" = "m"))]
    pub translate: Triple,
    /// Rotation about its origin, degrees.
    #[serde(default)]
    pub rotate: Rotate,
    /// Factor by which it is larger than its shape.
    #[serde(default)]
    pub scale: Scale,
    /// Distance that it keeps from what has the same, m; it and a body keep the mean of theirs.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(extend("unit" = "m"))]
    pub offset: f64,
    /// Coefficient of friction, instead of that of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Motion of the whole obstacle; it stands still without.
    #[serde(default)]
    pub motion: OneOrMany<MotionPieceSpec>,
    /// Frames that it passes through, instead of `motion`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<SequenceSpec>,
    /// When it begins to move, s.
    #[serde(default)]
    #[schemars(extend("unit" = "s"))]
    pub begin: f64,
    /// When it stops moving for good, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub release: Option<f64>,
}

/// An infinite wall that bodies stay in front of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "HalfSpace")]
pub struct HalfSpaceSpec {
    /// Name of the wall.
    #[serde(default)]
    pub name: String,
    /// A point of the wall, m.
    #[serde(default)]
    #[schemars(extend("unit" = "m"))]
    pub point: Triple,
    /// Direction the wall looks in, of any length but zero.
    #[serde(default = "up")]
    pub normal: Triple,
    /// Coefficient of friction with everything; that of the body when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
}

fn up() -> Triple {
    [0.0, 1.0, 0.0]
}

/// Settings of pictures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Render")]
pub struct RenderSpec {
    /// The camera; fitted to the scene when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraSpec>,
}

/// A camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Camera")]
pub struct CameraSpec {
    /// Position of the camera, m.
    #[schemars(extend("unit" = "m"))]
    pub eye: Triple,
    /// Point that it looks at, m.
    #[schemars(extend("unit" = "m"))]
    pub target: Triple,
    /// Which way is up in the picture.
    #[serde(default = "up")]
    pub up: Triple,
    /// Vertical field of view, degrees.
    #[serde(default = "default_fov")]
    #[schemars(extend("unit" = "deg"))]
    pub fov: f64,
}

fn default_fov() -> f64 {
    28.0
}
