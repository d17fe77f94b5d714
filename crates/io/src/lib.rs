//! File formats: meshes in and out, and the run folder.
//!
//! [`read_mesh_file`], [`read_tet_mesh`], [`read_surface_mesh`], [`read_garment`], [`write_tet_mesh`] and
//! [`write_surface_mesh`] choose the format by the extension of the file name;
//! [`run_folder`] is where a simulation leaves its results; [`export`] turns
//! them into files for other programs.

mod atomic;
mod durable;
mod error;
pub mod export;
mod free;
pub mod npy;
pub mod npz;
pub mod read;
pub mod run_folder;
pub mod write;

pub use atomic::write as write_whole;
pub use error::{IoError, Location, ParseError};
pub use read::stitches::Stitch;
pub use read::{
    Garment, MeshFile, MeshGroup, is_mesh_file, read_garment, read_mesh_file, read_surface_mesh,
    read_tet_mesh,
};
pub use write::{write_surface_mesh, write_tet_mesh};
