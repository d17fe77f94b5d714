//! Accuracies, limits and methods of a run.
//!
//! These are also the types of the scene language: its `[solver]` is a [`Settings`], with these words, defaults and
//! descriptions.

mod certify;
pub mod compatibility;
pub mod forms;
mod integrator;
mod length;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use certify::{Certify, UnknownCertify};
pub use compatibility::{Feature, Incompatible, Method};
use integrator::FrictionIterations;
pub use integrator::Integrator;
pub use length::Length;
pub use words::UnknownWord;

/// The contact model.
///
/// ```
/// use tangency_engine::ContactKind;
///
/// assert_eq!("ogc".parse(), Ok(ContactKind::Ogc));
/// assert_eq!(ContactKind::NAMES, ["ipc", "convergent", "ogc", "gcp"]);
/// assert!("gpc".parse::<ContactKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(description = "The contact model.")]
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

/// The minimiser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepperKind {
    /// Projected Newton, to `newton_tolerance`.
    #[default]
    Newton,
    /// Vertex Block Descent: one vertex at a time, all of a colour at once.
    Vbd,
    /// The same on a GPU. The engine has none: [`crate::Simulation::with_minimiser`] takes one.
    #[schemars(description = "The same on a GPU.")]
    Gpu,
}

/// The linear solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LinearKind {
    /// The one with the lower predicted cost that fits into memory.
    #[default]
    Auto,
    /// Multifrontal Cholesky, whatever it costs.
    Direct,
    /// Conjugate gradients with smoothed-aggregation multigrid.
    Amg,
}

/// The displacement bounds, which keep vertices from passing through each other between two detections of Offset
/// Geometric Contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename = "Bounds")]
pub enum BoundKind {
    /// A share of the smallest gap, in any direction.
    Ball,
    /// A share of each gap towards what is across; sliding is free.
    #[default]
    Plane,
}

/// The numbers that a GPU computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// 32 bits.
    #[default]
    Single,
    /// 64 bits: slower.
    Double,
}

/// The end of a step of block descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// The last sweep.
    #[default]
    Sweeps,
    /// Newton's method, to `newton_tolerance`.
    Newton,
}

/// The fate of a step that sweeps have not solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnUnsolved {
    /// It counts, and the report says so.
    #[default]
    Warn,
    /// It fails, and the run ends there.
    Error,
    /// Newton's method solves it, to `newton_tolerance`.
    Newton,
}

/// The part of a Newton direction, as a speed, that has to be small for a step to be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Residual {
    /// Largest component (Li et al. 2020).
    #[default]
    Largest,
    /// Root mean square over the vertices that move, in three iterations running (the published code of Li et al.
    /// 2021): single folds of a large sheet may still be on their way.
    Mean,
}

words::words! {
    ContactKind { Ipc = "ipc", Convergent = "convergent", Ogc = "ogc", Gcp = "gcp" }
    StepperKind { Newton = "newton", Vbd = "vbd", Gpu = "gpu" }
    LinearKind { Auto = "auto", Direct = "direct", Amg = "amg" }
    Precision { Single = "single", Double = "double" }
    Finish { Sweeps = "sweeps", Newton = "newton" }
}

/// Offset Geometric Contact; what is absent is chosen from mesh, thickness and material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Ogc")]
pub struct OffsetSettings {
    /// Gap below which bodies repel each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub radius: Option<Length>,
    /// Gap up to which pairs are looked for; at least the radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub query_radius: Option<Length>,
    /// Stiffness of a contact, N/m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N/m", "planar_unit" = "N/m^2"))]
    pub stiffness: Option<f64>,
    /// Bound of how far a vertex may move between two detections.
    pub bounds: BoundKind,
}

/// Geometric Contact Potential.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Gcp")]
pub struct GeometricSettings {
    /// Deviation from a local minimum of the distance at which a pair may still push: cosine of an angle, from 0 to 1.
    pub alpha: f64,
    /// Width of the step by which a direction is outside of a surface, from 0 to 1.
    pub beta: f64,
    /// Distance below which pairs push; `dhat` when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub epsilon: Option<Length>,
    /// Length in the weights of sharp corners and edges, so that they do not change under refinement; that of the edges
    /// around them when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
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

/// Vertex Block Descent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Vbd")]
pub struct VbdSettings {
    /// Sweeps of a step.
    pub iterations: u32,
    /// Estimate of the sweeps' rate of convergence for Chebyshev's acceleration, between 0 and 1; none when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<f64>,
    /// End of a step.
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

/// Vertex Block Descent on a GPU, beyond what `vbd` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Gpu")]
pub struct GpuSettings {
    /// The numbers it computes with.
    pub precision: Precision,
}

/// Lagged Rayleigh damping: forces -(mass M + stiffness K) v, with the elastic stiffness K at the start of
/// each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Damping {
    /// Multiple of the mass, 1/s.
    #[schemars(extend("unit" = "1/s"))]
    pub mass: f64,
    /// Multiple of the elastic stiffness, s.
    #[schemars(extend("unit" = "s"))]
    pub stiffness: f64,
}

/// Accuracies and methods of a run; all optional in a scene.
///
/// A scene says `dt`, `integrator` and `damping` elsewhere, in its `[time]` and `[damping]`; those of its `[solver]` are
/// never read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Solver")]
#[schemars(description = "Accuracies and methods; all optional.")]
pub struct Settings {
    /// Time step h, s.
    #[serde(skip)]
    pub dt: f64,
    /// Distance d̂ below which bodies repel each other.
    #[schemars(extend("unit" = "m"))]
    pub dhat: Length,
    /// Accuracy of a step: it is solved when the Newton direction, as a speed, is below this.
    #[schemars(extend("unit" = "m/s"))]
    pub newton_tolerance: Length,
    /// Part of the direction that is compared with the tolerance.
    #[serde(skip_serializing_if = "is_default")]
    pub residual: Residual,
    /// Accuracies of the first steps, where they differ.
    #[schemars(extend("unit" = "m/s"))]
    pub first_tolerances: Vec<Length>,
    /// Speed εᵥ below which friction sticks.
    #[schemars(extend("unit" = "m/s"))]
    pub epsv: Length,
    /// Rounds of lagged friction in a step; until they agree when absent (in a scene: "converged").
    #[serde(with = "FrictionIterations")]
    #[schemars(
        with = "FrictionIterations",
        description = "Rounds of lagged friction in a step: a number, or \"converged\"."
    )]
    pub friction_iterations: Option<u32>,
    /// The time integrator.
    #[serde(skip)]
    pub integrator: Integrator,
    /// Damping.
    #[serde(skip)]
    pub damping: Damping,
    /// Barrier stiffness; adapted automatically when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kappa: Option<f64>,
    /// Factor of the smallest automatic barrier stiffness (1e11 in the paper).
    pub kappa_min_multiplier: f64,
    /// Newton iterations after which a step is given up.
    pub max_iterations: u32,
    /// The contact model; in a scene `ogc` where the minimiser is `gpu` and nothing is said.
    pub contact: ContactKind,
    /// Offset Geometric Contact, where it is the contact model.
    #[serde(rename = "ogc", skip_serializing_if = "is_default")]
    pub offset: OffsetSettings,
    /// Geometric Contact Potential, where it is the contact model.
    #[serde(rename = "gcp", skip_serializing_if = "is_default")]
    pub geometric: GeometricSettings,
    /// The minimiser.
    pub stepper: StepperKind,
    /// Vertex Block Descent, where it is the minimiser.
    #[serde(skip_serializing_if = "is_default")]
    pub vbd: VbdSettings,
    /// Fate of a step that `vbd` or `gpu` has not solved.
    #[serde(skip_serializing_if = "is_default")]
    pub on_unsolved: OnUnsolved,
    /// The GPU, where it is the minimiser's.
    #[serde(skip_serializing_if = "is_default")]
    pub gpu: GpuSettings,
    /// The linear solver.
    pub linear: LinearKind,
    /// Memory that factors may take, bytes; a share of the machine's when absent.
    #[serde(skip)]
    pub memory: Option<u64>,
    /// Steps whose ends are certified: "every", every n-th and the last, or "end", the last alone.
    #[serde(skip_serializing_if = "is_default")]
    pub certify: Certify,
    /// Whether the statistics have the potential after each iteration of a step.
    #[serde(skip_serializing_if = "is_default")]
    pub trace: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dt: 0.025,
            dhat: Length::Relative(1e-3),
            newton_tolerance: Length::Relative(1e-2),
            residual: Residual::Largest,
            first_tolerances: Vec::new(),
            epsv: Length::Relative(1e-3),
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
            certify: Certify::Every,
            trace: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_scene() {
        macro_rules! same_words {
            ($($kind:ident)*) => {$(
                for word in $kind::NAMES {
                    let kind: $kind = word.parse().unwrap();
                    assert_eq!(&kind.name(), word);
                    assert_eq!(serde_json::to_value(kind).unwrap(), *word);
                }
            )*};
        }
        same_words!(ContactKind StepperKind LinearKind Precision Finish);
        let error = "gpc".parse::<ContactKind>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown word `gpc`; known: ipc, convergent, ogc, gcp"
        );
    }
}
