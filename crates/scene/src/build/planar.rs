//! Bodies of planar scenes: triangles in plane strain.

use tangency_engine::PlaneSolid;
use tangency_io::MeshGroup;

use super::bodies::{Measure, velocities};
use super::{Assembly, BodyInfo, sizes_of};
use crate::document::BodySpec;
use crate::document::material::MaterialModel;
use crate::error::SceneError;
use crate::meshes::{Mesh, placement};

impl Assembly<'_> {
    /// Adds a body of a planar scene.
    pub(super) fn plane_solid(
        &mut self,
        index: usize,
        body: &BodySpec,
        mesh: Mesh,
        named: &[MeshGroup],
    ) -> Result<(), SceneError> {
        let mut mesh = match mesh {
            Mesh::Surface(mesh) if mesh.edges.is_empty() && mesh.vertices.is_empty() => mesh,
            _ => {
                let message = "the scene is planar (`plane = true`), where a body is made of triangles at z = 0";
                return Err(self.refuse(index, "shape", message));
            }
        };
        if body.stitches.is_some() {
            return Err(self.refuse(index, "stitches", "a planar body has none"));
        }
        if body.refine > 0 {
            return Err(self.refuse(index, "refine", "only tets can be refined"));
        }
        let material = self.scene.material(body);
        if matches!(material.model, MaterialModel::Stvk | MaterialModel::Woven) {
            let message = "this material is for sheets, but a planar body is a slice of a solid: use the model \
                           \"neo-hookean\" or \"fixed-corotated\"";
            return Err(self.refuse(index, "material", message));
        }
        let groups = self.groups(index, body, &mesh.points, named)?;
        placement(body.scale, body.rotate, body.translate)
            .apply_surface_mesh(&mut mesh)
            .map_err(|e| {
                self.scene
                    .invalid(&["body", &index.to_string()], e.to_string())
            })?;
        let points = mesh.points.clone();
        // Per metre of depth.
        let measure = Measure::of(&mesh, 1.0);
        self.bodies.push(BodyInfo {
            name: body.name.clone(),
            vertices: points.len(),
            tets: 0,
            triangles: mesh.triangles.len(),
            segments: 0,
            material: Some(material),
            volume: measure.volume,
            groups: sizes_of(&groups),
        });
        let solid = PlaneSolid {
            name: body.name.clone(),
            material: material.solid(),
            velocity: velocities(body, &points, || measure.center),
            offset: body.offset,
            mesh,
        };
        let vertices = self.builder.add_plane_solid(solid).vertices;
        self.part(&body.name, vertices, points, groups);
        Ok(())
    }
}
