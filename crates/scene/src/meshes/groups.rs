//! Meshes with the groups that their files name.

use std::collections::HashMap;

use tangency_geometry::topology::{boundary_triangles, unique_tet_edges};
use tangency_geometry::{SurfaceMesh, TetMesh, generate};
use tangency_io::MeshGroup;
use tangency_io::read::{kept_numbers, obj::CornerUv};

use super::Mesh;

/// A mesh with its groups, in its own vertex numbers.
#[derive(Clone, Debug)]
pub struct GroupedMesh {
    /// The mesh.
    pub mesh: Mesh,
    /// The groups, by the names in its file.
    pub groups: Vec<MeshGroup>,
    /// Texture coordinates of the corners of each triangle of a surface; empty where it has none.
    pub uv: CornerUv,
    /// Share of each tet that is inside of the surface it was made from; empty where all of them are full.
    pub filled: Vec<f64>,
}

impl From<Mesh> for GroupedMesh {
    fn from(mesh: Mesh) -> Self {
        GroupedMesh {
            mesh,
            groups: Vec::new(),
            uv: Vec::new(),
            filled: Vec::new(),
        }
    }
}

impl GroupedMesh {
    /// The mesh as an obstacle: of a solid, its surface with what of its groups is there.
    pub fn into_surface(self) -> (SurfaceMesh, Vec<MeshGroup>) {
        let solid = match self.mesh {
            Mesh::Surface(mesh) => return (mesh, self.groups),
            Mesh::Solid(solid) => solid,
        };
        let triangles = boundary_triangles(&solid.tets);
        let kept = kept_numbers(solid.points.len(), triangles.as_flattened());
        let groups = self.groups.iter().map(|group| on_surface(group, &kept));
        let groups = groups.filter(|group| !group.is_empty()).collect();
        (solid.surface(), groups)
    }
}

/// The vertices of a group that are kept, under their new numbers.
pub(super) fn on_surface(group: &MeshGroup, kept: &[Option<u32>]) -> MeshGroup {
    let mut points = MeshGroup {
        name: group.name.clone(),
        vertices: group.points(),
        ..MeshGroup::default()
    };
    points.renumber(kept);
    points
}

/// Cuts every tet into eight, and the groups with them.
pub fn refine(mesh: &TetMesh, groups: &[MeshGroup]) -> (TetMesh, Vec<MeshGroup>) {
    let refined = generate::refine(mesh);
    let edges = unique_tet_edges(&mesh.tets);
    let middle = |a: u32, b: u32| {
        let place = edges.binary_search(&[a.min(b), a.max(b)]).ok()?;
        Some((mesh.points.len() + place) as u32)
    };
    let mut numbers: HashMap<[u32; 4], usize> = HashMap::new();
    if groups.iter().any(|group| !group.tets.is_empty()) {
        let tets = mesh.tets.iter().enumerate();
        numbers = tets.map(|(i, tet)| (sorted(tet), i)).collect();
    }
    let cut = |group: &MeshGroup| {
        let mut fine = MeshGroup {
            name: group.name.clone(),
            vertices: group.vertices.clone(),
            ..MeshGroup::default()
        };
        for number in group
            .tets
            .iter()
            .filter_map(|tet| numbers.get(&sorted(tet)))
        {
            // The eight of a tet follow each other.
            fine.tets.extend(&refined.tets[8 * number..8 * number + 8]);
        }
        for &[a, b, c] in &group.triangles {
            if let (Some(ab), Some(bc), Some(ca)) = (middle(a, b), middle(b, c), middle(c, a)) {
                fine.triangles
                    .extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
            }
        }
        for &[a, b] in &group.edges {
            if let Some(ab) = middle(a, b) {
                fine.edges.extend([[a, ab], [ab, b]]);
            }
        }
        fine
    };
    let groups = groups.iter().map(cut).collect();
    (refined, groups)
}

fn sorted(tet: &[u32; 4]) -> [u32; 4] {
    let mut tet = *tet;
    tet.sort_unstable();
    tet
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::generate::{BoxParameters, cuboid};

    #[test]
    fn a_refined_surface_is_the_same_surface() {
        let mesh = cuboid(&BoxParameters {
            cells: [2, 1, 1],
            ..BoxParameters::default()
        })
        .unwrap();
        let low = mesh.bounding_box().unwrap().min.x;
        let at = |mesh: &TetMesh, v: u32| mesh.points[v as usize].x;
        let faces = boundary_triangles(&mesh.tets);
        let end: Vec<[u32; 3]> = faces
            .into_iter()
            .filter(|t| t.iter().all(|&v| at(&mesh, v) == low))
            .collect();
        let half: Vec<[u32; 4]> = mesh
            .tets
            .iter()
            .filter(|t| t.iter().all(|&v| at(&mesh, v) <= low + 0.5001))
            .copied()
            .collect();
        let groups = [
            MeshGroup {
                name: "end".into(),
                triangles: end,
                ..MeshGroup::default()
            },
            MeshGroup {
                name: "half".into(),
                tets: half,
                ..MeshGroup::default()
            },
        ];
        let (once, fine) = refine(&mesh, &groups);
        let (twice, fine) = refine(&once, &fine);
        let on = |fits: &dyn Fn(f64) -> bool| -> Vec<u32> {
            let all = 0..twice.points.len() as u32;
            all.filter(|&v| fits(at(&twice, v))).collect()
        };
        assert_eq!(fine[0].points(), on(&|x| x == low));
        assert_eq!(fine[1].points(), on(&|x| x <= low + 0.5001));
    }
}
