//! The physics: model, state, energies, contact, linear solver, time steppers, certificate.
//!
//! A [`ModelBuilder`] turns bodies, obstacles and boundary programs into an immutable [`Model`] and a
//! first [`State`]; a [`step::Stepper`] advances the state by one time step; a [`Simulation`] does so
//! step after step and certifies every one of them.

pub mod boundary;
pub mod certificate;
pub mod contact;
pub mod energy;
pub mod linear;
pub mod material;
pub mod model;
pub mod paranoid;
pub mod process;
pub mod settings;
pub mod simulation;
pub mod state;
pub mod step;

mod cautions;
mod groups;
mod ordered;
mod uses;

pub use boundary::{
    BoundaryProgram, Load, LoadKind, Motion, MotionPiece, Passage, Path, Ruling, Sequence,
};
pub use cautions::cautions;
pub use certificate::Certificate;
pub use linear::LinearKind;
pub use material::{
    BendingKind, Elasticity, GrainMaterial, Material, Membrane, RodMaterial, ShellMaterial, Weave,
};
pub use model::{
    BodyHandle, FrictionTable, Grains, HalfSpace, Model, ModelBuilder, ModelError, Obstacle,
    PlaneSolid, RestShape, Rods, Shell, Side, Solid, SpringEnd, Springs,
};
pub use paranoid::{ContinuousReport, Paranoid};
pub use settings::{
    BoundKind, ContactKind, Damping, Finish, GeometricSettings, GpuSettings, Integrator, Length,
    OffsetSettings, OnUnsolved, Precision, Residual, Settings, StepperKind, VbdSettings,
};
pub use simulation::Simulation;
pub use state::{State, StateError};
pub use step::{Listener, Observer, StepError, StepProgress, StepReport};
pub use tangency_geometry::Vec3;
