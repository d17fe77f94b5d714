//! Mesh readers, one file per format. Each has a `parse` that takes the bytes
//! of a file and never panics, whatever they are.

mod groups;
mod mesh_file;
pub mod msh;
pub mod obj;
pub mod ply;
mod polygon;
mod refused;
mod scanner;
pub mod seg;
pub mod stitches;
pub mod stl;
pub mod vtk;
mod vtk_cells;
pub mod vtu;

pub use groups::MeshGroup;
pub use mesh_file::{MeshFile, is_among, kept_numbers, list, sorted_elements, uv_of};

use crate::{IoError, ParseError, atomic};
use mesh_file::check_elements;
use obj::CornerUv;
use std::path::Path;
use stitches::Stitch;
use tangency_geometry::{SurfaceMesh, TetMesh};

/// Reads the bytes of a file of one format.
type Parser = fn(&[u8]) -> Result<MeshFile, ParseError>;

const TET_EXTENSIONS: &str = ".msh, .vtk, .vtu";
const EXTENSIONS: &str = ".obj, .stl, .ply, .seg, .pt, .msh, .vtk, .vtu";

/// Whether the ending of a file is that of a mesh format that can be read.
///
/// ```
/// assert!(tangency_io::is_mesh_file("bunny.OBJ"));
/// assert!(!tangency_io::is_mesh_file("drop.toml"));
/// ```
pub fn is_mesh_file(path: impl AsRef<Path>) -> bool {
    let ending = format!(".{}", extension(path.as_ref()));
    EXTENSIONS.split(", ").any(|known| known == ending)
}

/// Reads a mesh file with all that is in it; the extension says the format (`.obj`, `.stl`, `.ply`, `.seg`, `.pt`,
/// `.msh`, `.vtk`, `.vtu`). Where `NAME.pt` does not exist, the vertices of `NAME.obj` are the points.
///
/// ```
/// use tangency_io::read_mesh_file;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("signs.obj");
/// std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\no stop\nf 1 2 3\no go\nf 2 4 3\n")?;
/// let file = read_mesh_file(&path)?;
/// assert_eq!(file.groups[1].name, "go");
/// assert_eq!(file.groups[1].points(), [1, 2, 3]);
/// assert_eq!(file.part("stop")?.triangles, [[0, 1, 2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_mesh_file(path: impl AsRef<Path>) -> Result<MeshFile, IoError> {
    let path = path.as_ref();
    parsed(path, "read a mesh from", EXTENSIONS)
}

/// Reads a tet mesh; the extension says the format (`.msh`, `.vtk`, `.vtu`).
///
/// Tets keep the orientation they have in the file; [`TetMesh::orient`] turns
/// the negative ones round. Points that no tet names are left out, the others
/// keep their order.
pub fn read_tet_mesh(path: impl AsRef<Path>) -> Result<TetMesh, IoError> {
    let (path, action) = (path.as_ref(), "read a tet mesh from");
    if !["msh", "vtk", "vtu"].contains(&extension(path).as_str()) {
        return Err(unknown(path, action, TET_EXTENSIONS));
    }
    let file = parsed(path, action, TET_EXTENSIONS)?;
    file.into_tet_mesh().map_err(|e| e.in_file(path))
}

/// Reads a surface mesh: triangles, free segments and free points; the
/// extension says the format (`.obj`, `.stl`, `.ply`, `.seg`, `.pt`, `.msh`, `.vtk`, `.vtu`).
///
/// Of a file with tets and no other elements it is their boundary. Segments
/// that are an edge of a triangle and points that are part of a larger element
/// are not free and left out, as are points that no element names; the others
/// keep their order. Where `NAME.pt` does not exist, the vertices of `NAME.obj`
/// are the points.
///
/// ```
/// use tangency_geometry::generate::{BoxParameters, cuboid_surface};
/// use tangency_io::{read::read_surface_mesh, write::write_surface_mesh};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("cube.ply");
/// let cube = cuboid_surface(&BoxParameters::default())?;
/// write_surface_mesh(&path, &cube)?;
/// assert_eq!(read_surface_mesh(&path)?, cube);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_surface_mesh(path: impl AsRef<Path>) -> Result<SurfaceMesh, IoError> {
    let path = path.as_ref();
    let file = parsed(path, "read a surface mesh from", EXTENSIONS)?;
    file.into_surface_mesh().map_err(|e| e.in_file(path))
}

/// The contents of a file, by its extension.
fn parsed(path: &Path, action: &'static str, supported: &'static str) -> Result<MeshFile, IoError> {
    let beside = path.with_extension("obj");
    let (parse, path): (Parser, &Path) = match extension(path).as_str() {
        "obj" => (obj::parse, path),
        "stl" => (stl::parse, path),
        "ply" => (ply::parse, path),
        "seg" => (seg::parse, path),
        "pt" if !path.exists() && beside.exists() => (obj::parse_points, &beside),
        "pt" => (obj::parse_points, path),
        "msh" => (msh::parse, path),
        "vtk" => (vtk::parse, path),
        "vtu" => (vtu::parse, path),
        _ => return Err(unknown(path, action, supported)),
    };
    parse(&atomic::read(path)?).map_err(|e| e.in_file(path))
}

/// A garment as it is staged: cloth, its flat pattern and its seams.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Garment {
    /// The cloth, m. Points that no triangle names are kept, so that the stitches
    /// find theirs.
    pub mesh: SurfaceMesh,
    /// The corners of each triangle in the flat pattern (m, by the usage of
    /// garment files), where every face names texture coordinates.
    pub uv: Option<CornerUv>,
    /// The stitches: what is sewn to what.
    pub stitches: Vec<Stitch>,
}

/// Reads an `.obj` file as a garment: its triangles, the texture coordinates of
/// their corners and its `stitch` lines (see [`stitches`]).
pub fn read_garment(path: impl AsRef<Path>) -> Result<Garment, IoError> {
    let path = path.as_ref();
    if extension(path) != "obj" {
        return Err(unknown(path, "read a garment from", ".obj"));
    }
    parse_garment(&atomic::read(path)?).map_err(|e| e.in_file(path))
}

/// Reads the bytes of a garment file.
pub fn parse_garment(bytes: &[u8]) -> Result<Garment, ParseError> {
    let file = obj::parse_with_uv(bytes)?;
    let n = file.points.len();
    if file.triangles.is_empty() {
        return Err(ParseError::whole(format!(
            "the file has no triangles ({n} points): a garment needs faces"
        )));
    }
    check_elements("triangle", &file.triangles, n)?;
    Ok(Garment {
        stitches: stitches::parse(bytes, n)?,
        uv: Some(file.uv).filter(|uv| !uv.is_empty()),
        mesh: SurfaceMesh::from_triangles(file.points, file.triangles),
    })
}

/// The extension in lower case, without the dot.
pub(crate) fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

pub(crate) fn unknown(path: &Path, action: &'static str, supported: &'static str) -> IoError {
    IoError::UnknownExtension {
        path: path.to_path_buf(),
        action,
        extension: extension(path),
        supported,
    }
}
