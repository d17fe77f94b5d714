//! The scene language: parse, check, explain, and build the model.
//!
//! [`load`] reads a scene (TOML, JSON or a script of the IPC reference code; a file or one of the [`catalogue`]), applies
//! `--set` overrides, evaluates parameters, repeats and expressions, and checks every
//! value; [`Scene::build`] makes the meshes and the engine's model.

pub mod budget;
pub mod catalogue;
pub mod document;
pub mod error;

mod build;
mod check;
mod expand;
mod expression;
mod materials;
mod scene;
mod schema;
mod script;
mod tree;
mod typed;

pub use budget::Budget;
pub use build::{BodyInfo, BuildInfo, Mesh, SeamInfo, read_mesh, topology};
pub use document::gpu::Precision;
pub use document::vbd::Finish;
pub use error::{Place, SceneError};
pub use scene::{
    Choices, Parameter, Scene, convert, load, load_text, load_text_within, load_within,
};
pub use schema::schema;
pub use script::Note;
