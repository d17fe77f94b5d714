//! Mesh readers, one file per format. Each has a `parse` that takes the bytes
//! of a file and never panics, whatever they are.

pub mod msh;
pub mod obj;
pub mod ply;
mod scanner;
pub mod seg;
pub mod stitches;
pub mod stl;
pub mod vtk;

use crate::free::{free_edges, free_vertices};
use crate::{IoError, ParseError, atomic};
use obj::CornerUv;
use std::path::Path;
use stitches::Stitch;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

/// Everything a mesh file may hold; indices count from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFile {
    /// Positions, m; all finite.
    pub points: Vec<Vec3>,
    /// Tets as they are in the file, of either orientation.
    pub tets: Vec<[u32; 4]>,
    /// Triangles; polygons of the file are split into fans.
    pub triangles: Vec<[u32; 3]>,
    /// Segments.
    pub edges: Vec<[u32; 2]>,
    /// Points that are elements of their own.
    pub vertices: Vec<u32>,
}

/// Reads the bytes of a file of one format.
type Parser = fn(&[u8]) -> Result<MeshFile, ParseError>;

const TET_EXTENSIONS: &str = ".msh, .vtk";
const SURFACE_EXTENSIONS: &str = ".obj, .stl, .ply, .seg, .pt, .msh, .vtk";

/// Reads a tet mesh; the extension says the format (`.msh`, `.vtk`).
///
/// Tets keep the orientation they have in the file; [`TetMesh::orient`] turns
/// the negative ones round. Points that no tet names are left out, the others
/// keep their order.
pub fn read_tet_mesh(path: impl AsRef<Path>) -> Result<TetMesh, IoError> {
    let path = path.as_ref();
    let parse = match extension(path).as_str() {
        "msh" => msh::parse,
        "vtk" => vtk::parse,
        _ => return Err(unknown(path, "read a tet mesh from", TET_EXTENSIONS)),
    };
    let file = parse(&atomic::read(path)?).map_err(|e| e.in_file(path))?;
    file.into_tet_mesh().map_err(|e| e.in_file(path))
}

/// Reads a surface mesh: triangles, free segments and free points; the
/// extension says the format (`.obj`, `.stl`, `.ply`, `.seg`, `.pt`, `.msh`, `.vtk`).
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
        _ => {
            return Err(unknown(
                path,
                "read a surface mesh from",
                SURFACE_EXTENSIONS,
            ));
        }
    };
    let file = parse(&atomic::read(path)?).map_err(|e| e.in_file(path))?;
    file.into_surface_mesh().map_err(|e| e.in_file(path))
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
    let (file, uv) = obj::parse_with_uv(bytes)?;
    let n = file.points.len();
    if file.triangles.is_empty() {
        return Err(ParseError::whole(format!(
            "the file has no triangles ({n} points): a garment needs faces"
        )));
    }
    check_elements("triangle", &file.triangles, n)?;
    Ok(Garment {
        stitches: stitches::parse(bytes, n)?,
        mesh: SurfaceMesh::from_triangles(file.points, file.triangles),
        uv,
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

impl MeshFile {
    /// The tets and the points they name.
    pub fn into_tet_mesh(self) -> Result<TetMesh, ParseError> {
        if self.tets.is_empty() {
            return Err(ParseError::whole(format!(
                "the file has no tets ({} points, {} triangles); tetrahedralize the surface first",
                self.points.len(),
                self.triangles.len()
            )));
        }
        check_elements("tet", &self.tets, self.points.len())?;
        let mut mesh = TetMesh {
            points: self.points,
            tets: self.tets,
        };
        remove_unused_points(&mut mesh);
        Ok(mesh)
    }

    /// The triangles, free segments and free points, or the boundary of the tets.
    pub fn into_surface_mesh(self) -> Result<SurfaceMesh, ParseError> {
        let n = self.points.len();
        check_elements("tet", &self.tets, n)?;
        check_elements("triangle", &self.triangles, n)?;
        check_elements("segment", &self.edges, n)?;
        check_elements("point", self.vertices.as_chunks::<1>().0, n)?;
        let no_surface = self.triangles.is_empty() && self.edges.is_empty();
        if no_surface && !self.tets.is_empty() {
            let (points, tets) = (self.points, self.tets);
            let mut mesh = TetMesh { points, tets };
            mesh.orient();
            return Ok(mesh.surface());
        }
        if no_surface && self.vertices.is_empty() {
            return Err(ParseError::whole(format!(
                "the mesh is empty: {n} points, but no triangle, segment or point element"
            )));
        }
        let mut mesh = SurfaceMesh {
            edges: free_edges(&self.triangles, &self.edges),
            vertices: Vec::new(),
            points: self.points,
            triangles: self.triangles,
        };
        mesh.vertices = free_vertices(n, &mesh.triangles, &mesh.edges, &self.vertices);
        mesh.remove_unused_points();
        Ok(mesh)
    }
}

/// Every index in range, no element with a vertex twice.
fn check_elements<const N: usize>(
    kind: &str,
    elements: &[[u32; N]],
    points: usize,
) -> Result<(), ParseError> {
    for (i, element) in elements.iter().enumerate() {
        for (corner, &vertex) in element.iter().enumerate() {
            if vertex as usize >= points {
                return Err(ParseError::whole(format!(
                    "{kind} {i} {element:?} names vertex {vertex}, but there are {points} points \
                     (all counted from 0)"
                )));
            }
            if element[..corner].contains(&vertex) {
                return Err(ParseError::whole(format!(
                    "{kind} {i} {element:?} names vertex {vertex} twice (counted from 0); \
                     remove the degenerate {kind}"
                )));
            }
        }
    }
    Ok(())
}

/// Drops the points that no tet names; the others keep their order.
fn remove_unused_points(mesh: &mut TetMesh) {
    let mut used = vec![false; mesh.points.len()];
    let named = mesh.tets.as_flattened().iter();
    named.for_each(|&v| used[v as usize] = true);
    if used.iter().all(|&u| u) {
        return;
    }
    let mut next = 0;
    let new_index: Vec<u32> = used
        .iter()
        .map(|&u| {
            next += u32::from(u);
            next.saturating_sub(1)
        })
        .collect();
    let all = mesh.tets.as_flattened_mut().iter_mut();
    all.for_each(|v| *v = new_index[*v as usize]);
    let mut keep = used.into_iter();
    mesh.points.retain(|_| keep.next().unwrap_or(false));
}

/// Splits a polygon into the fan of its first corner.
fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|side| [*first, side[0], side[1]]));
    }
}
