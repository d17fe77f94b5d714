//! The scene language as types: what a scene file may say, in the user's words and units.
//!
//! The JSON schema and the unknown-key errors come from these very types.

pub mod boundary;
pub mod dynamics;
mod forms;
pub mod friction;
pub mod gcp;
pub mod generators;
pub mod gpu;
pub mod load;
pub mod material;
mod mirror;
pub mod ogc;
pub mod planar_generators;
pub mod seam;
pub mod shape;
pub mod thin_generators;
pub mod values;
pub mod vbd;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use boundary::{Boundary, MotionPiece, Select, Sequence};
use dynamics::{Damping, FrictionIterations, Integrator};
use friction::{Friction, Ground};
use gcp::Gcp;
use gpu::Gpu;
use load::Load;
use material::{Material, MaterialChoice};
use ogc::Ogc;
use seam::{Seam, Stitches};
use shape::Shape;
use values::{Length, OneOrMany, Rotate, Scale, Triple};
use vbd::{OnUnsolved, Vbd};

/// A scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// One line that says what the scene is.
    #[serde(default)]
    pub title: String,
    /// What happens in it and what to look at.
    #[serde(default)]
    pub description: String,
    /// Named values that expressions use and `--set` overrides.
    #[serde(default)]
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// Time step and duration.
    #[serde(default)]
    pub time: Time,
    /// Accuracies and methods.
    #[serde(default)]
    pub solver: Solver,
    /// Whether the scene is planar, a slice at z = 0 of a world that is the same at every depth: bodies are triangles in
    /// plane strain, masses and forces are per metre of depth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plane: bool,
    /// Acceleration of gravity, m/s².
    #[serde(default = "earth")]
    pub gravity: Triple,
    /// Height of a floor (a half-space that looks up along y), m, or a table with its friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// Coefficients of friction.
    #[serde(default)]
    pub friction: Friction,
    /// Damping.
    #[serde(default)]
    pub damping: Damping,
    /// Materials that bodies choose by name.
    #[serde(default)]
    pub materials: BTreeMap<String, Material>,
    /// The elastic bodies.
    #[serde(default)]
    pub body: Vec<Body>,
    /// Things that bodies touch but that only move as prescribed.
    #[serde(default)]
    pub obstacle: Vec<Obstacle>,
    /// Infinite walls.
    #[serde(default)]
    pub half_space: Vec<HalfSpace>,
    /// Vertices that are held or moved.
    #[serde(default)]
    pub boundary: Vec<Boundary>,
    /// Forces from outside.
    #[serde(default)]
    pub load: Vec<Load>,
    /// What is sewn to what.
    #[serde(default)]
    pub seam: Vec<Seam>,
    /// How pictures are taken.
    #[serde(default)]
    pub render: Render,
}

fn earth() -> Triple {
    [0.0, -9.80665, 0.0]
}

/// Time step and duration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Time {
    /// Length of a step, s.
    pub step: f64,
    /// Simulated time of the whole run, s.
    pub duration: f64,
    /// The rule that turns forces into motion.
    pub integrator: Integrator,
}

impl Default for Time {
    fn default() -> Self {
        Self {
            step: 0.025,
            duration: 5.0,
            integrator: Integrator::default(),
        }
    }
}

impl Time {
    /// Steps of the whole run: the fewest that reach the duration, with a little room for rounding.
    pub fn steps(&self) -> u64 {
        (self.duration / self.step - 1e-6).ceil().max(0.0) as u64
    }
}

/// Accuracies and methods; all optional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Solver {
    /// Distance below which bodies repel each other.
    pub dhat: Length,
    /// Accuracy of a step: the Newton direction as a speed.
    pub newton_tolerance: Length,
    /// What of the direction is compared with it.
    #[serde(skip_serializing_if = "Residual::is_largest")]
    pub residual: Residual,
    /// Accuracies of the first steps, where they differ.
    pub first_tolerances: Vec<Length>,
    /// Speed below which friction sticks.
    pub epsv: Length,
    /// Rounds of lagged friction in a step: a number, or "converged".
    pub friction_iterations: FrictionIterations,
    /// Barrier stiffness; adapted automatically when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kappa: Option<f64>,
    /// Factor of the smallest automatic barrier stiffness.
    pub kappa_min_multiplier: f64,
    /// Newton iterations after which a step is given up.
    pub max_iterations: u32,
    /// The contact model: `ipc`, `convergent`, `ogc` or `gcp`; `ogc` where the minimiser is `gpu` and nothing is said.
    pub contact: String,
    /// Offset Geometric Contact, where it is the contact model.
    #[serde(skip_serializing_if = "Ogc::is_default")]
    pub ogc: Ogc,
    /// Geometric Contact Potential, where it is the contact model.
    #[serde(skip_serializing_if = "Gcp::is_default")]
    pub gcp: Gcp,
    /// The minimiser: `newton`, `vbd` or `gpu`.
    pub stepper: String,
    /// Vertex Block Descent, where it is the minimiser.
    #[serde(skip_serializing_if = "Vbd::is_default")]
    pub vbd: Vbd,
    /// What becomes of a step that `vbd` or `gpu` has not solved: `warn`, `error` or `newton`.
    #[serde(skip_serializing_if = "OnUnsolved::is_default")]
    pub on_unsolved: OnUnsolved,
    /// The GPU, where it is the minimiser's.
    #[serde(skip_serializing_if = "Gpu::is_default")]
    pub gpu: Gpu,
    /// The linear solver: `direct`, `amg`, or `auto` for the one that is predicted to be faster and fits into
    /// memory.
    pub linear: String,
    /// Whether the statistics have the potential after each iteration of a step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            dhat: Length::Relative(1e-3),
            newton_tolerance: Length::Relative(1e-2),
            residual: Residual::default(),
            first_tolerances: Vec::new(),
            epsv: Length::Relative(1e-3),
            friction_iterations: FrictionIterations::Capped(1),
            kappa: None,
            kappa_min_multiplier: 1e11,
            max_iterations: 1000,
            contact: "ipc".into(),
            ogc: Ogc::default(),
            gcp: Gcp::default(),
            stepper: "newton".into(),
            vbd: Vbd::default(),
            on_unsolved: OnUnsolved::default(),
            gpu: Gpu::default(),
            linear: "auto".into(),
            trace: false,
        }
    }
}

/// What of a Newton direction has to be small for a step to be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Residual {
    /// Its largest component.
    #[default]
    Largest,
    /// Its root mean square over all vertices that move, in three iterations running.
    Mean,
}

impl Residual {
    fn is_largest(&self) -> bool {
        *self == Self::Largest
    }
}

/// The shape of a sheet, or of rods that twist, without forces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// As it is placed.
    #[default]
    Placed,
    /// As it is placed, but it wants to be flat; rods, straight.
    Flat,
    /// Cut from flat cloth, by the texture coordinates of its file, in m.
    Pattern,
}

impl Rest {
    fn is_placed(&self) -> bool {
        *self == Rest::Placed
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
#[serde(deny_unknown_fields)]
pub struct Body {
    /// What it is called; copies made by `repeat` are `name.0`, `name.1`...
    #[serde(default)]
    pub name: String,
    /// Its mesh.
    pub shape: Shape,
    /// How often every tet is cut into eight.
    #[serde(default)]
    pub refine: u32,
    /// Where its origin goes, m; applied after `rotate`.
    #[serde(default)]
    pub translate: Triple,
    /// How it is turned about its origin; applied after `scale`.
    #[serde(default)]
    pub rotate: Rotate,
    /// How much larger it is than its shape.
    #[serde(default)]
    pub scale: Scale,
    /// What it is made of: the name of a material, or one written here.
    #[serde(default)]
    pub material: MaterialChoice,
    /// Distance that it keeps from what has the same, m; two bodies keep the mean of theirs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offset: f64,
    /// The shape without forces, of a sheet or of rods that twist; rods that do not are straight.
    #[serde(default, skip_serializing_if = "Rest::is_placed")]
    pub rest: Rest,
    /// Sews the stitches of its garment file (.obj with `stitch` lines).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stitches: Option<Stitches>,
    /// Direction of the warp of woven cloth, in the shape's own coordinates.
    #[serde(default = "along_x", skip_serializing_if = "is_along_x")]
    pub warp: Triple,
    /// Coefficient of friction, instead of that of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Velocity at the start, m/s.
    #[serde(default)]
    pub velocity: Triple,
    /// Rotation at the start about its centre of mass, degrees/s.
    #[serde(default)]
    pub angular_velocity: Triple,
    /// Named sets of vertices for boundary programs, selected in the shape's own coordinates.
    #[serde(default)]
    pub groups: BTreeMap<String, OneOrMany<Select>>,
}

/// Something that bodies touch but that only moves as prescribed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// Its mesh; of a solid shape the surface counts.
    pub shape: Shape,
    /// Where its origin goes, m.
    #[serde(default)]
    pub translate: Triple,
    /// How it is turned about its origin.
    #[serde(default)]
    pub rotate: Rotate,
    /// How much larger it is than its shape.
    #[serde(default)]
    pub scale: Scale,
    /// Distance that it keeps from what has the same, m; it and a body keep the mean of theirs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offset: f64,
    /// Coefficient of friction, instead of that of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// How the whole obstacle moves; it stands still without.
    #[serde(default)]
    pub motion: OneOrMany<MotionPiece>,
    /// Frames that it passes through, instead of `motion`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Sequence>,
    /// When it begins to move, s.
    #[serde(default)]
    pub begin: f64,
    /// When it stops moving for good, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<f64>,
}

/// An infinite wall that bodies stay in front of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfSpace {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// A point of the wall, m.
    #[serde(default)]
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

/// How pictures are taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Render {
    /// The camera; fitted to the scene when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<Camera>,
}

/// A camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Where it stands, m.
    pub eye: Triple,
    /// What it looks at, m.
    pub target: Triple,
    /// Which way is up in the picture.
    #[serde(default = "up")]
    pub up: Triple,
    /// Vertical field of view, degrees.
    #[serde(default = "default_fov")]
    pub fov: f64,
}

fn default_fov() -> f64 {
    28.0
}
