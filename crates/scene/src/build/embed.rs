//! Surfaces that bodies carry: made or read, and put in the place of their body.

use tangency_engine::EmbeddedSurface;
use tangency_geometry::transform::Transform;

use super::Assembly;
use crate::document::BodySpec;
use crate::document::shape::Shape;
use crate::error::SceneError;
use crate::meshes::{Mesh, make};

impl Assembly<'_> {
    /// The surface that a solid body carries, where it carries one, with the `filled` share of each of its tets.
    pub(super) fn embedded(
        &mut self,
        index: usize,
        body: &BodySpec,
        placement: &Transform,
        filled: Vec<f64>,
    ) -> Result<Option<EmbeddedSurface>, SceneError> {
        if body.embed.is_off() {
            return Ok(None);
        }
        if self.scene.document.repair.is_on {
            let message =
                "a start with embedded surfaces cannot be repaired: leave out `repair` or `embed`";
            return Err(self.refuse(index, "embed", message));
        }
        let (surface, filled) = match (&body.embed.surface, &body.shape) {
            // Another surface says nothing of what the tets are full of.
            (Some(surface), _) => (Shape::clone(surface), Vec::new()),
            (None, Shape::Cover(cover)) => (Shape::clone(&cover.surface), filled),
            (None, Shape::Tetrahedralize(fill)) => (Shape::File(fill.file.clone()), filled),
            (None, _) => {
                let message = "this shape comes from no surface: name one, `embed = { surface = { file = \"fine.obj\" } }`, or \
                               take the shape `cover` or `tetrahedralize`";
                return Err(self.refuse(index, "embed", message));
            }
        };
        let made = make(&surface, body.unit, &self.scene.budget);
        let made = made.map_err(|message| self.refuse(index, "embed", message))?;
        let mut mesh = Mesh::into_surface(made.mesh);
        (mesh.edges, mesh.vertices) = (Vec::new(), Vec::new());
        mesh.remove_unused_points();
        if mesh.triangles.is_empty() {
            let message = "the surface to embed has no triangle";
            return Err(self.refuse(index, "embed", message));
        }
        if mesh.volume() < 0.0 {
            mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        placement
            .apply_surface_mesh(&mut mesh)
            .map_err(|e| self.refuse(index, "embed", e.to_string()))?;
        let count = mesh.points.len() as f64;
        let held = self.scene.budget.hold_vertices(self.vertices + count);
        held.map_err(|message| self.refuse(index, "embed", message))?;
        self.vertices += count;
        Ok(Some(EmbeddedSurface {
            mesh,
            contact: body.embed.contact.into(),
            filled,
        }))
    }
}
