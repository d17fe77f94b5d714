//! The physics: model, state, energies, contact, linear solver, time steppers, certificate.
//!
//! A [`ModelBuilder`] turns bodies, obstacles and boundary programs into an immutable [`Model`] and a
//! first [`State`]; a [`Stepper`] advances the state by one time step; a [`Simulation`] does so
//! step after step and certifies every one of them.

pub mod boundary;
pub mod certificate;
pub mod contact;
pub mod energy;
pub mod fields;
pub mod forces;
pub mod linear;
pub mod material;
pub mod model;
pub mod paranoid;
pub mod prepare;
pub mod process;
pub mod repair;
pub mod settings;
pub mod simulation;
pub mod state;
pub mod step;

mod cautions;
mod groups;
mod lanes;
mod ordered;

pub use boundary::{
    ActivePrograms, BoundaryProgram, DriveError, Driven, Load, LoadKind, Motion, MotionPiece, Path,
    ReleasePlane, Sequence,
};
pub use cautions::{cautions, unfollowed_vibrations};
pub use certificate::Certificate;
pub use material::{
    BendingKind, Elasticity, GrainMaterial, Material, Membrane, RodMaterial, ShellMaterial, Weave,
};
pub use model::{
    BodyHandle, FrictionTable, Grains, HalfSpace, Model, ModelError, Obstacle, OgcParameters,
    PlaneSolid, RestShape, Rods, Shell, Side, Solid, SpringEnd, Springs,
};
pub use paranoid::{ContinuousReport, Paranoid};
pub use prepare::ModelBuilder;
pub use repair::{RepairOptions, RepairReport, RepairedBody};
pub use settings::{
    BoundKind, Certify, ContactKind, Damping, Feature, Finish, GeometricSettings, GpuSettings,
    Incompatible, Integrator, Length, LinearKind, Method, OffsetSettings, OnUnsolved, Precision,
    Residual, Settings, StepperKind, UnknownCertify, UnknownWord, VbdSettings,
};
pub use simulation::{NoGpu, Simulation, StateRefused};
pub use state::{State, StateError};
pub use step::{
    Blockage, BlockingPair, Listener, Observer, StepError, StepProgress, StepReport, Stepper,
    StopQuestion,
};
pub use tangency_geometry::Vec3;

/// The worked examples of ARCHITECTURE.md, tested.
#[cfg(doctest)]
#[doc = include_str!("../../../ARCHITECTURE.md")]
pub struct Architecture;
