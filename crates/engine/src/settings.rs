//! How finely to step and how accurately to solve.

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
}

/// The minimiser, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepperKind {
    /// Projected Newton with a direct linear solver.
    #[default]
    Newton,
}

/// Accuracies and limits of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Time step h, s.
    pub dt: f64,
    /// Distance d̂ below which bodies repel each other.
    pub dhat: Length,
    /// A step is solved when the Newton direction, as a speed, is below this in every component.
    pub newton_tolerance: Length,
    /// Barrier stiffness; adapted automatically when absent.
    pub kappa: Option<f64>,
    /// Newton iterations after which a step is given up.
    pub max_iterations: u32,
    /// The contact model.
    pub contact: ContactKind,
    /// The minimiser.
    pub stepper: StepperKind,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dt: 0.025,
            dhat: Length::RelativeToDiagonal(1e-3),
            newton_tolerance: Length::RelativeToDiagonal(1e-2),
            kappa: None,
            max_iterations: 1000,
            contact: ContactKind::Ipc,
            stepper: StepperKind::Newton,
        }
    }
}
