//! Mesh writers, one file per format. Files are written whole or not at all,
//! and equal meshes give equal bytes.

pub mod glb;
pub mod msh;
mod normals;
pub mod obj;
pub mod pc2;
pub mod ply;
pub mod usda;
pub mod vtk_data;
pub mod vtu;

use crate::read::{extension, unknown};
use crate::{IoError, atomic};
use std::path::Path;
use tangency_geometry::{SurfaceMesh, TetMesh};

/// Writes a tet mesh; the extension says the format: `.msh` (4.1 ASCII) or `.vtu`.
pub fn write_tet_mesh(path: impl AsRef<Path>, mesh: &TetMesh) -> Result<(), IoError> {
    let path = path.as_ref();
    let bytes = match extension(path).as_str() {
        "msh" => msh::to_bytes_41(mesh),
        "vtu" => vtu::of_tets(mesh),
        _ => return Err(unknown(path, "write a tet mesh to", ".msh, .vtu")),
    };
    atomic::write(path, &bytes)
}

/// Writes a surface mesh; the extension says the format: `.obj`, `.ply`, `.vtu` or `.glb`.
pub fn write_surface_mesh(path: impl AsRef<Path>, mesh: &SurfaceMesh) -> Result<(), IoError> {
    let path = path.as_ref();
    let bytes = match extension(path).as_str() {
        "obj" => obj::to_bytes(mesh),
        "ply" => ply::to_bytes(mesh),
        "vtu" => vtu::of_surface(mesh),
        "glb" => glb::of_surface(mesh),
        _ => {
            let supported = ".obj, .ply, .vtu, .glb";
            return Err(unknown(path, "write a surface mesh to", supported));
        }
    };
    atomic::write(path, &bytes)
}
