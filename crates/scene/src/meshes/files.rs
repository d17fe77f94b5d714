//! Shapes from mesh files.

use std::path::Path;

use tangency_geometry::mesh::tet_volume;
use tangency_geometry::pieces::{piece_triangles, pieces};
use tangency_geometry::tetrahedralize::{
    TetrahedralizeParameters, ThinFeatures, cover, tetrahedralize,
};
use tangency_geometry::topology::unique_edges;
use tangency_geometry::{SurfaceMesh, TetMesh};
use tangency_io::read::{kept_numbers, list, uv_of};
use tangency_io::{MeshFile, read_mesh_file};

use super::groups::on_surface;
use super::{GroupedMesh, Mesh};
use crate::budget::Budget;
use crate::document::shape::{CoverShape, PieceShape, TetrahedralizeShape, ThinSpec};
use crate::document::values::LengthUnit;
use crate::error::suggestion;

/// Reads a mesh file with lengths in `unit`: as tets where it has some, else as a surface.
pub fn read(file: &Path, unit: LengthUnit) -> Result<GroupedMesh, String> {
    mesh_of(contents(file, unit)?, file)
}

/// The contents of a file, in metres.
fn contents(file: &Path, unit: LengthUnit) -> Result<MeshFile, String> {
    let mut contents = read_mesh_file(file).map_err(|e| e.to_string())?;
    if unit != LengthUnit::M {
        for point in &mut contents.points {
            *point = point.map(|x| unit.metres(x));
        }
    }
    Ok(contents)
}

fn mesh_of(mut contents: MeshFile, file: &Path) -> Result<GroupedMesh, String> {
    let mut uv = Vec::new();
    let is_solid = !contents.tets.is_empty();
    let (mesh, groups) = if is_solid {
        let solid = contents.into_grouped_tet_mesh();
        let (mut mesh, groups) = solid.map_err(|e| e.in_file(file).to_string())?;
        orient_if_all_inside_out(&mut mesh);
        mesh.check()
            .map_err(|e| format!("{}: {e}", file.display()))?;
        (Mesh::Solid(mesh), groups)
    } else {
        uv = std::mem::take(&mut contents.uv);
        let surface = contents.into_grouped_surface_mesh();
        let (mesh, groups) = surface.map_err(|e| e.in_file(file).to_string())?;
        (Mesh::Surface(mesh), groups)
    };
    Ok(GroupedMesh {
        groups,
        uv,
        ..GroupedMesh::from(mesh)
    })
}

/// One part of a mesh file.
pub fn piece_of(p: &PieceShape, unit: LengthUnit) -> Result<GroupedMesh, String> {
    let contents = contents(Path::new(&p.file), unit)?;
    match (&p.name, p.number) {
        (Some(_), None) if p.cut != 0.0 => {
            Err("`cut` is for pieces by `number`: leave it out with a `name`".into())
        }
        (Some(name), None) => part_of(contents, &p.file, name),
        (None, Some(number)) => numbered(contents, p, number),
        _ => Err(format!(
            "a piece is chosen by its `name` or by its `number`: give one of them; the names in {}: {}",
            p.file,
            names(&contents)
        )),
    }
}

/// The elements of one group.
fn part_of(contents: MeshFile, file: &str, name: &str) -> Result<GroupedMesh, String> {
    let known = || contents.groups.iter().map(|group| group.name.as_str());
    if !known().any(|known| known == name) {
        let hint = suggestion(name, known());
        let names = names(&contents);
        return Err(format!(
            "{file} has no part `{name}`{hint}; its parts: {names}"
        ));
    }
    let file = Path::new(file);
    let part = contents.part(name);
    mesh_of(part.map_err(|e| e.in_file(file).to_string())?, file)
}

fn names(contents: &MeshFile) -> String {
    match contents.groups.is_empty() {
        true => "none, it is one part as a whole (`file`)".into(),
        false => list(contents.groups.iter().map(|group| group.name.as_str())),
    }
}

/// A connected piece of triangles.
fn numbered(mut contents: MeshFile, p: &PieceShape, number: u32) -> Result<GroupedMesh, String> {
    let uv = std::mem::take(&mut contents.uv);
    let surface = contents.into_grouped_surface_mesh();
    let (mesh, groups) = surface.map_err(|e| e.in_file(Path::new(&p.file)).to_string())?;
    let count = pieces(&mesh).iter().max().map_or(0, |last| last + 1);
    if number >= count {
        return Err(format!(
            "{} has {count} pieces, counted from 0: there is no piece {number}",
            p.file
        ));
    }
    if !(p.cut >= 0.0 && p.cut.is_finite()) {
        return Err(format!("`cut` must not be below zero, is {} m", p.cut));
    }
    let triangles = piece_triangles(&mesh, number, p.cut);
    if triangles.is_empty() {
        return Err(format!(
            "nothing is left of piece {number} of {}: lower `cut` ({} m)",
            p.file, p.cut
        ));
    }
    let kept = kept_numbers(mesh.points.len(), triangles.as_flattened());
    let groups = groups.iter().map(|group| on_surface(group, &kept));
    let groups = groups.filter(|group| !group.is_empty()).collect();
    let uv = uv_of(&triangles, &mesh.triangles, &uv);
    let mut piece = SurfaceMesh::from_triangles(mesh.points, triangles);
    piece.remove_unused_points();
    Ok(GroupedMesh {
        groups,
        uv,
        ..GroupedMesh::from(Mesh::Surface(piece))
    })
}

/// The edges of a mesh alone.
pub fn edges_of(mesh: GroupedMesh) -> GroupedMesh {
    let (mesh, groups) = mesh.into_surface();
    let mut edges = unique_edges(&mesh.triangles);
    edges.extend(mesh.edges);
    let mesh = Mesh::Surface(SurfaceMesh {
        triangles: Vec::new(),
        edges,
        ..mesh
    });
    GroupedMesh {
        groups,
        ..GroupedMesh::from(mesh)
    }
}

/// The vertices of a mesh alone.
pub fn points_of(mesh: GroupedMesh) -> GroupedMesh {
    let (mesh, groups) = mesh.into_surface();
    let mesh = Mesh::Surface(SurfaceMesh {
        vertices: (0..mesh.points.len() as u32).collect(),
        points: mesh.points,
        triangles: Vec::new(),
        edges: Vec::new(),
    });
    GroupedMesh {
        groups,
        ..GroupedMesh::from(mesh)
    }
}

/// Some programs number tets the other way round. A mesh of which only some tets are negative is
/// broken instead, and left for the check to complain about.
fn orient_if_all_inside_out(mesh: &mut TetMesh) {
    let points = &mesh.points;
    let inside_out = |tet: &[u32; 4]| tet_volume(&tet.map(|v| points[v as usize])) < 0.0;
    if mesh.tets.iter().all(inside_out) {
        mesh.orient();
    }
}

/// A closed surface, filled with tets.
pub fn fill(t: &TetrahedralizeShape, unit: LengthUnit, budget: &Budget) -> Result<Mesh, String> {
    let file = Path::new(&t.file);
    let surface = contents(file, unit)?.into_surface_mesh();
    let surface = surface.map_err(|e| e.in_file(file).to_string())?;
    let usual = TetrahedralizeParameters::new(t.size);
    // A vertex has about five tets.
    let most = (5.0 * budget.vertices()) as u64;
    let filled = tetrahedralize(
        &surface,
        &TetrahedralizeParameters {
            max_tets: usual.max_tets.min(most),
            thin: t.thin.into(),
            ..usual
        },
    );
    filled
        .map(|(mesh, _)| Mesh::Solid(mesh))
        .map_err(|e| format!("{}: {e}", t.file))
}

/// A closed surface, covered by tets.
pub fn covered(c: &CoverShape, unit: LengthUnit, budget: &Budget) -> Result<GroupedMesh, String> {
    let surface = super::make(&c.surface, unit, budget)?.mesh.into_surface();
    let most = TetrahedralizeParameters::new(c.size).max_tets;
    let most = most.min((5.0 * budget.vertices()) as u64);
    let covered = cover(&surface, c.size, most).map_err(|e| e.to_string())?;
    Ok(GroupedMesh {
        filled: covered.filled,
        ..GroupedMesh::from(Mesh::Solid(covered.mesh))
    })
}

impl From<ThinSpec> for ThinFeatures {
    fn from(thin: ThinSpec) -> Self {
        match thin {
            ThinSpec::Refuse => ThinFeatures::Refuse,
            ThinSpec::Keep => ThinFeatures::Keep,
            ThinSpec::Cut => ThinFeatures::Cut,
        }
    }
}
