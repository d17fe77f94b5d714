//! Content of a script, with the defaults of the reference.

use super::shapes::ShapeLine;
use tangency_engine::Integrator;

use crate::document::material::MaterialModel;
use crate::document::values::Triple;

/// A wall.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Line number in the script.
    pub line: usize,
    /// A point of it, m.
    pub point: Triple,
    /// Direction in which it looks.
    pub normal: Triple,
    /// Coefficient of friction.
    pub friction: f64,
}

/// An obstacle in the old form.
#[derive(Clone, Debug)]
pub struct MeshObstacle {
    /// Line number in the script.
    pub line: usize,
    /// The mesh file, as written.
    pub path: String,
    /// Position that the mean of its vertices goes to, m.
    pub origin: Triple,
    /// Largest extent before it is turned, m.
    pub extent: f64,
    /// Angles about x, y and z, degrees.
    pub rotate: Triple,
}

/// Lagged damping as a script gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScriptDamping {
    /// `dampingStiff`.
    Stiffness(f64),
    /// `dampingRatio`.
    Ratio(f64),
}

/// One of the old scripted motions.
#[derive(Clone, Debug, Default)]
pub struct OldMotion {
    /// Name of the motion.
    pub name: String,
    /// Line number in the script.
    pub line: usize,
    /// The folder of `meshSeqFromFile`.
    pub folder: Option<String>,
    /// Numbers of the motion.
    pub numbers: Vec<f64>,
}

/// Content of a script, with its defaults.
#[derive(Clone, Debug)]
pub struct Script {
    /// The elastic energy.
    pub model: MaterialModel,
    /// The integrator.
    pub integrator: Integrator,
    /// Duration and time step, s.
    pub time: [f64; 2],
    /// Density of shapes that have none of their own, kg/m³.
    pub density: f64,
    /// Young's modulus, Pa, and Poisson's ratio of shapes that have none of their own.
    pub stiffness: [f64; 2],
    /// Whether there is gravity.
    pub gravity: bool,
    /// Damping.
    pub damping: Option<ScriptDamping>,
    /// Largest extent of the scene, m; as it is when absent.
    pub size: Option<f64>,
    /// Axis and angle, degrees, by which all is turned.
    pub rotate: Option<(Triple, f64)>,
    /// The shapes.
    pub shapes: Vec<ShapeLine>,
    /// Obstacles in the old form.
    pub obstacles: Vec<MeshObstacle>,
    /// Walls by `ground`.
    pub grounds: Vec<Wall>,
    /// Walls by `halfSpace`.
    pub walls: Vec<Wall>,
    /// Coefficient of friction between shapes.
    pub friction: f64,
    /// Relative distance below which bodies repel each other.
    pub dhat: f64,
    /// Relative speed below which friction sticks.
    pub epsv: f64,
    /// Relative accuracies of the steps; the last holds on.
    pub tolerances: Vec<f64>,
    /// Rounds of lagged friction; until converged when 0 or less.
    pub friction_rounds: i64,
    /// Whether lengths are in metres.
    pub absolute: bool,
    /// Factor of the smallest barrier stiffness.
    pub kappa_min_multiplier: f64,
    /// The old scripted motion.
    pub motion: OldMotion,
    /// Share of the extent along x that is an end.
    pub handle_ratio: f64,
    /// When prescribed parts are, s.
    pub dbc_time: [Option<f64>; 2],
    /// When loaded parts are, s.
    pub nbc_time: [Option<f64>; 2],
}

impl Default for Script {
    fn default() -> Self {
        Script {
            model: MaterialModel::NeoHookean,
            integrator: Integrator::ImplicitEuler,
            time: [5.0, 0.025],
            density: 1000.0,
            stiffness: [1e5, 0.4],
            gravity: true,
            damping: None,
            size: None,
            rotate: None,
            shapes: Vec::new(),
            obstacles: Vec::new(),
            grounds: Vec::new(),
            walls: Vec::new(),
            friction: 0.0,
            dhat: 1e-3,
            epsv: 1e-3,
            tolerances: Vec::new(),
            friction_rounds: 1,
            absolute: false,
            kappa_min_multiplier: 1e11,
            motion: OldMotion::default(),
            handle_ratio: 0.01,
            dbc_time: [None; 2],
            nbc_time: [None; 2],
        }
    }
}
