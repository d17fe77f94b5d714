//! Gradients of a scene's run by what the scene says: see [`DifferentiableRun`].

mod compare;
mod parameters;
mod quantities;
mod run;
mod setting;
mod variables;

pub use run::{DifferentiableRun, SceneDerivative, SceneGradient};
