//! Tetrahedra of solids.

use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::TetMesh;

use super::Elements;
use crate::material::{Elasticity, Material};

/// Tetrahedra of one energy density.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetBatch {
    /// The energy density of all of them.
    pub elasticity: Elasticity,
    /// Vertices.
    pub tets: Vec<[u32; 4]>,
    /// Shape at rest.
    pub rest: Vec<RestTet<f64>>,
    /// Lamé's λ, Pa.
    pub lambda: Vec<f64>,
    /// Shear modulus μ, Pa.
    pub mu: Vec<f64>,
}

impl TetBatch {
    /// An empty batch of each energy density.
    pub(super) fn of_each_kind() -> [Self; 2] {
        [Elasticity::NeoHookean, Elasticity::FixedCorotated].map(|elasticity| TetBatch {
            elasticity,
            ..TetBatch::default()
        })
    }
}

impl Elements {
    /// Adds the tets of a solid whose first vertex has the number `first`; the masses of its vertices, kg.
    pub fn add_solid(&mut self, mesh: &TetMesh, material: &Material, first: u32) -> Vec<f64> {
        let (mu, lambda) = material.lame();
        let batch = match material.elasticity {
            Elasticity::NeoHookean => &mut self.tets[0],
            Elasticity::FixedCorotated => &mut self.tets[1],
        };
        let mut masses = vec![0.0; mesh.points.len()];
        for tet in &mesh.tets {
            // The check of the solid has refused tets without volume.
            let Some(rest) = RestTet::new(tet.each_ref().map(|&v| &mesh.points[v as usize])) else {
                continue;
            };
            batch.tets.push(tet.map(|v| first + v));
            batch.rest.push(rest);
            batch.lambda.push(lambda);
            batch.mu.push(mu);
            for &v in tet {
                masses[v as usize] += 0.25 * rest.volume * material.density;
            }
        }
        masses
    }
}
