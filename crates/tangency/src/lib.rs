//! Deformable bodies in contact that never pass through each other.
//!
//! A [`Scene`] has bodies ([`Solid`], [`Cloth`], [`Rod`], [`Grains`]), [`Obstacle`]s, [`BoundaryCondition`]s and
//! [`ExternalLoad`]s; [`Scene::simulate`] makes a [`Simulation`] of it, which advances step by step, each certified to have
//! no intersection and no inverted element.
//!
//! ```
//! use tangency::prelude::*;
//!
//! let mut scene = Scene::new().time_step(0.01).friction(0.3);
//! let cloth = scene.add(Cloth::rectangle([0.4, 0.4], 0.05).at([0.0, 0.12, 0.0]));
//! let ball = scene.add(Obstacle::sphere(0.1));
//! let mut sim = scene.simulate()?;
//! sim.run_until(0.1)?;
//! for x in sim.positions(cloth) {
//!     assert!(x.norm() > 0.0);
//! }
//! assert!(sim.certificate().verified);
//! # Ok::<(), Error>(())
//! ```
//!
//! Lengths are metres, times seconds, masses kilograms, angles degrees. The same scene gives the same bits for any number of
//! threads.
//!
//! A program can say all that the scene language can: [`Scene::load`] reads a scene file, [`Scene::document_mut`] and
//! `spec_mut` of each body have all of its words, [`shapes`] all of its shapes. Results go to observers
//! ([`Simulation::observe`]) of which one is the [`RunFolder`] that the program `tangency` reads.

mod body;
mod body_arrays;
mod checkpoint;
mod error;
mod gradients;
mod id;
mod motion;
mod origin;
mod probes;
mod run_folder;
mod scene;
mod simulation;
pub mod spec;
mod variable_error;

pub use body::{Cloth, Grains, Obstacle, Rod, SceneItem, Solid};
pub use checkpoint::CheckpointError;
pub use error::Error;
pub use gradients::{DifferentiableRun, SceneDerivative, SceneGradient};
pub use id::BodyId;
pub use motion::{BoundaryCondition, ExternalLoad, MotionPieces};
pub use run_folder::{RunFolder, resume};
pub use scene::Scene;
pub use simulation::{PreparedScene, Simulation, SimulationOptions, StepObserver, TouchingPair};
pub use tangency_adjoint as adjoint;
#[cfg(not(target_family = "wasm"))]
pub use tangency_gpu::GpuUnavailable;
pub use variable_error::VariableError;

/// The parts that an energy of one's own is written with: see [`Simulation::add_energy`].
pub mod energy {
    pub use tangency_engine::energy::Energy;
    pub use tangency_engine::linear::{Block, BlockSink};
}

/// Every shape of the scene language, with its numbers.
pub mod shapes {
    pub use tangency_scene::document::generators::*;
    pub use tangency_scene::document::planar_generators::*;
    pub use tangency_scene::document::shape::*;
    pub use tangency_scene::document::thin_generators::*;
}

/// All that most programs need: `use tangency::prelude::*`.
pub mod prelude {
    pub use crate::spec::{BoxSide, Integrator, LengthUnit, Select};
    pub use crate::{
        BodyId, BoundaryCondition, Cloth, Error, ExternalLoad, Grains, MotionPieces, Obstacle, Rod,
        RunFolder, Scene, Simulation, Solid, StepObserver, TouchingPair,
    };
    pub use tangency_engine::contact::Primitives;
    pub use tangency_engine::fields::FieldKind;
    pub use tangency_engine::forces::{ForceBalance, PairForce, Wrench};
    pub use tangency_engine::{
        Certificate, ContactKind, ModelError, StepError, StepReport, StepperKind, Vec3,
    };
    pub use tangency_io::run_folder::Checkpoint;
}

/// The examples of the README and of the pages about this crate and about gradients, tested.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/rust.md")]
#[doc = include_str!("../../../docs/gradients.md")]
pub struct Guides;
