//! Triangles of planar solids.

use tangency_formulas::elastic::RestPlane;
use tangency_geometry::SurfaceMesh;

use super::Elements;
use crate::material::{Elasticity, Material};

/// Triangles in plane strain, of one energy density; everything is per metre of depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneBatch {
    /// The energy density of all of them.
    pub elasticity: Elasticity,
    /// Vertices, counter-clockwise at rest.
    pub triangles: Vec<[u32; 3]>,
    /// Shape at rest.
    pub rest: Vec<RestPlane<f64>>,
    /// Lamé's λ, Pa.
    pub lambda: Vec<f64>,
    /// Shear modulus μ, Pa.
    pub mu: Vec<f64>,
}

impl PlaneBatch {
    /// An empty batch of each energy density.
    pub(super) fn of_each_kind() -> [Self; 2] {
        [Elasticity::NeoHookean, Elasticity::FixedCorotated].map(|elasticity| PlaneBatch {
            elasticity,
            ..PlaneBatch::default()
        })
    }
}

impl Elements {
    /// Adds the triangles of a planar solid whose first vertex has the number `first`; the masses of its vertices, kg per
    /// metre of depth.
    pub fn add_plane_solid(
        &mut self,
        mesh: &SurfaceMesh,
        material: &Material,
        first: u32,
    ) -> Vec<f64> {
        let (mu, lambda) = material.lame();
        let batch = match material.elasticity {
            Elasticity::NeoHookean => &mut self.plane[0],
            Elasticity::FixedCorotated => &mut self.plane[1],
        };
        let mut masses = vec![0.0; mesh.points.len()];
        for triangle in &mesh.triangles {
            // The check of the solid has refused triangles without area.
            let corners = triangle.each_ref().map(|&v| &mesh.points[v as usize]);
            let Some(rest) = RestPlane::new(corners) else {
                continue;
            };
            batch.triangles.push(triangle.map(|v| first + v));
            batch.rest.push(rest);
            batch.lambda.push(lambda);
            batch.mu.push(mu);
            for &v in triangle {
                masses[v as usize] += rest.area * material.density / 3.0;
            }
        }
        masses
    }
}
