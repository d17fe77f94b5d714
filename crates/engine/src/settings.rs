//! How finely to step and how accurately to solve.

use crate::linear::LinearKind;

/// A length, or a speed, that may be given relative to the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// In metres (speeds: m/s).
    Absolute(f64),
    /// In diagonals of the bounding box of the solids at rest (speeds: diagonals per second).
    RelativeToDiagonal(f64),
}

impl Length {
    /// The value in metres (or m/s), given the diagonal in metres.
    pub fn resolve(self, diagonal: f64) -> f64 {
        match self {
            Length::Absolute(value) => value,
            Length::RelativeToDiagonal(ratio) => ratio * diagonal,
        }
    }

    /// The number as it was written.
    pub fn number(self) -> f64 {
        match self {
            Length::Absolute(value) | Length::RelativeToDiagonal(value) => value,
        }
    }
}

/// The contact model, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactKind {
    /// Incremental Potential Contact: log barriers on unsigned distances.
    #[default]
    Ipc,
    /// The same with barriers per area, none counted twice: Convergent IPC.
    Convergent,
    /// Offset Geometric Contact: soft where bodies begin to touch; displacement bounds in place of CCD.
    Ogc,
    /// Geometric Contact Potential: barriers only between points that are about to touch.
    Gcp,
}

/// What keeps the vertices from passing through each other between two detections of Offset Geometric Contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundKind {
    /// A vertex may move by a share of its smallest gap, in any direction.
    Ball,
    /// A vertex may move by its share of each gap towards what is across, and slide.
    #[default]
    Plane,
}

/// Offset Geometric Contact; what is absent is chosen from mesh, thickness and material.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OffsetSettings {
    /// Gap below which bodies repel each other.
    pub radius: Option<Length>,
    /// Gap up to which pairs are looked for.
    pub query_radius: Option<Length>,
    /// Stiffness of a contact, N/m.
    pub stiffness: Option<f64>,
    /// The displacement bounds.
    pub bounds: BoundKind,
}

/// Geometric Contact Potential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometricSettings {
    /// How far from a local minimum of the distance a pair may be and still push, as the cosine of an angle, from 0 to 1.
    pub alpha: f64,
    /// Width of the step by which a pair's direction is outside of a surface, from 0 to 1.
    pub beta: f64,
    /// Distance below which pairs push; d̂ when absent.
    pub epsilon: Option<Length>,
    /// Length in the weights of sharp corners and edges; that of the edges around them when absent.
    pub length: Option<Length>,
}

impl Default for GeometricSettings {
    fn default() -> Self {
        GeometricSettings {
            alpha: 0.5,
            beta: 0.1,
            epsilon: None,
            length: None,
        }
    }
}

/// The minimiser, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepperKind {
    /// Projected Newton with a direct linear solver.
    #[default]
    Newton,
    /// Vertex Block Descent: one vertex at a time, all of a colour at once.
    Vbd,
    /// The same on a GPU. The engine has none: [`crate::Simulation::with_stepper`] takes one.
    Gpu,
}

impl StepperKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            StepperKind::Newton => "newton",
            StepperKind::Vbd => "vbd",
            StepperKind::Gpu => "gpu",
        }
    }
}

/// The numbers that a GPU computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    #[default]
    Single,
    /// 64 bits.
    Double,
}

/// Vertex Block Descent on a GPU, beyond what [`VbdSettings`] say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuSettings {
    /// The numbers it computes with.
    pub precision: Precision,
}

/// What ends a step of block descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finish {
    /// The last sweep.
    #[default]
    Sweeps,
    /// Newton's method, to its tolerance.
    Newton,
}

/// What becomes of a step that sweeps have not solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUnsolved {
    /// It counts; the report says so.
    #[default]
    Warn,
    /// It fails.
    Error,
    /// Newton's method solves it.
    Newton,
}

/// Vertex Block Descent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VbdSettings {
    /// Sweeps of a step.
    pub iterations: u32,
    /// Estimate of the sweeps' rate of convergence for Chebyshev's acceleration, between 0 and 1; none when absent.
    pub acceleration: Option<f64>,
    /// What ends a step.
    pub finish: Finish,
}

impl Default for VbdSettings {
    fn default() -> Self {
        VbdSettings {
            iterations: 40,
            acceleration: None,
            finish: Finish::Sweeps,
        }
    }
}

/// The rule that turns forces into motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Integrator {
    /// Implicit Euler: first order, damps.
    #[default]
    ImplicitEuler,
    /// Newmark: second order and free of damping with beta 1/4 and gamma 1/2.
    Newmark {
        /// Share of the new acceleration in the displacement, 0 < beta <= 1/2.
        beta: f64,
        /// Share of the new acceleration in the velocity, 0 <= gamma <= 1.
        gamma: f64,
    },
    /// Backward differences over two steps: second order, damps little.
    Bdf2,
    /// No inertia: every step ends in equilibrium.
    QuasiStatic,
}

/// Lagged Rayleigh damping: forces -(mass M + stiffness K) v with the elastic stiffness K at the start of the
/// step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// Multiple of the mass, 1/s.
    pub mass: f64,
    /// Multiple of the elastic stiffness, s.
    pub stiffness: f64,
}

/// What of a Newton direction, as a speed, has to be small for a step to be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Residual {
    /// Its largest component (Li et al. 2020).
    #[default]
    Largest,
    /// Its root mean square over the vertices that move, in three iterations running (the published code of Li et al. 2021):
    /// single folds of a large sheet may still be on their way.
    Mean,
}

/// Accuracies and limits of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Time step h, s.
    pub dt: f64,
    /// Distance d̂ below which bodies repel each other.
    pub dhat: Length,
    /// A step is solved when the Newton direction, as a speed, is below this.
    pub newton_tolerance: Length,
    /// What of the direction is compared with the tolerance.
    pub residual: Residual,
    /// Accuracies of the first steps, where they differ.
    pub first_tolerances: Vec<Length>,
    /// Speed εᵥ below which friction sticks.
    pub epsv: Length,
    /// Rounds of lagged friction in a step; until they agree when absent.
    pub friction_iterations: Option<u32>,
    /// The time integrator.
    pub integrator: Integrator,
    /// Damping.
    pub damping: Damping,
    /// Barrier stiffness; adapted automatically when absent.
    pub kappa: Option<f64>,
    /// Factor of the smallest automatic stiffness (1e11 in the paper).
    pub kappa_min_multiplier: f64,
    /// Newton iterations after which a step is given up.
    pub max_iterations: u32,
    /// The contact model.
    pub contact: ContactKind,
    /// Offset Geometric Contact, where it is the contact model.
    pub offset: OffsetSettings,
    /// Geometric Contact Potential, where it is the contact model.
    pub geometric: GeometricSettings,
    /// The minimiser.
    pub stepper: StepperKind,
    /// Vertex Block Descent, where it is the minimiser.
    pub vbd: VbdSettings,
    /// What becomes of steps that sweeps have not solved.
    pub on_unsolved: OnUnsolved,
    /// The GPU, where it is the minimiser's.
    pub gpu: GpuSettings,
    /// The linear solver.
    pub linear: LinearKind,
    /// Memory that factors may take, bytes; a share of the machine's when absent.
    pub memory: Option<u64>,
    /// Whether steps record the potential after each iteration.
    pub trace: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dt: 0.025,
            dhat: Length::RelativeToDiagonal(1e-3),
            newton_tolerance: Length::RelativeToDiagonal(1e-2),
            residual: Residual::Largest,
            first_tolerances: Vec::new(),
            epsv: Length::RelativeToDiagonal(1e-3),
            friction_iterations: Some(1),
            integrator: Integrator::ImplicitEuler,
            damping: Damping::default(),
            kappa: None,
            kappa_min_multiplier: 1e11,
            max_iterations: 1000,
            contact: ContactKind::Ipc,
            offset: OffsetSettings::default(),
            geometric: GeometricSettings::default(),
            stepper: StepperKind::Newton,
            vbd: VbdSettings::default(),
            on_unsolved: OnUnsolved::Warn,
            gpu: GpuSettings::default(),
            linear: LinearKind::Auto,
            memory: None,
            trace: false,
        }
    }
}
