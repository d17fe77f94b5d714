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
mod drape;
mod expand;
mod expression;
mod files;
mod load;
mod materials;
mod meshes;
mod quantity;
mod scene;
mod schema;
mod script;
mod tree;
mod typed;

pub use budget::Budget;
pub use build::{BodyInfo, BuildInfo, OutputPlan, Probe, ProbeField, SeamInfo, topology};
pub use error::{SceneError, SceneLocation};
pub use load::{
    Choices, anchored, convert, load, load_text, load_text_within, load_within, parse_tree, to_toml,
};
pub use materials::find as named_material;
pub use meshes::{GroupedMesh, Mesh, read as read_mesh};
pub use quantity::{number_in, number_of, with_number};
pub use scene::{Parameter, Scene};
pub use schema::schema;
pub use script::Note;
pub use tree::{TreeNode, TreeValue};
