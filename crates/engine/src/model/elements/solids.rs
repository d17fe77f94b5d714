//! Tetrahedra of solids, and triangles of planar solids.

use std::cell::Cell;

use tangency_formulas::elastic::RestPlane;
use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

use super::Elements;
use crate::material::{Elasticity, Material};

/// Least stiffness of a tet that is partly full, as a share of that of a full one: what touches it must not crush it.
const SOFTEST: f64 = 0.1;

/// Elements of `K` vertices and one energy density.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidBatch<S, const K: usize> {
    /// The energy density of all of them.
    pub elasticity: Elasticity,
    /// Vertices.
    pub stencils: Vec<[u32; K]>,
    /// Shape at rest.
    pub rest: Vec<S>,
    /// Lamé's λ, Pa.
    pub lambda: Vec<f64>,
    /// Shear modulus μ, Pa.
    pub mu: Vec<f64>,
}

/// Tetrahedra.
pub type TetBatch = SolidBatch<RestTet<f64>, 4>;

/// Triangles in plane strain, counter-clockwise at rest; everything is per metre of depth.
pub type PlaneBatch = SolidBatch<RestPlane<f64>, 3>;

impl<S, const K: usize> SolidBatch<S, K> {
    /// An empty batch of each energy density.
    pub(super) fn of_each_kind() -> [Self; 2] {
        [Elasticity::NeoHookean, Elasticity::FixedCorotated].map(|elasticity| SolidBatch {
            elasticity,
            stencils: Vec::new(),
            rest: Vec::new(),
            lambda: Vec::new(),
            mu: Vec::new(),
        })
    }
}

impl Elements {
    /// Adds the tets of a solid whose first vertex has the number `first`; the masses of its vertices, kg. Of each tet only
    /// the share in `filled` is there, all where that is empty.
    pub fn add_solid(
        &mut self,
        mesh: &TetMesh,
        material: &Material,
        first: u32,
        filled: &[f64],
    ) -> Vec<f64> {
        let mut shares = filled.iter();
        // The density of the present tet over that of the material.
        let density = Cell::new(1.0);
        let at_rest = |corners: [&Vec3; 4]| {
            let mut rest = RestTet::new(corners)?;
            if let Some(share) = shares.next() {
                let stiffness = share.max(SOFTEST);
                rest.volume *= stiffness;
                density.set(share / stiffness);
            }
            Some(rest)
        };
        let mass = |rest: &RestTet<f64>| 0.25 * rest.volume * material.density * density.get();
        let body = (&mesh.points[..], &mesh.tets[..], first);
        add(&mut self.tets, body, material, at_rest, mass)
    }

    /// Adds the triangles of a planar solid whose first vertex has the number `first`; the masses of its vertices, kg per
    /// metre of depth.
    pub fn add_plane_solid(
        &mut self,
        mesh: &SurfaceMesh,
        material: &Material,
        first: u32,
    ) -> Vec<f64> {
        let mass = |rest: &RestPlane<f64>| rest.area * material.density / 3.0;
        let body = (&mesh.points[..], &mesh.triangles[..], first);
        add(&mut self.plane, body, material, RestPlane::new, mass)
    }
}

/// Adds the elements of a body, given its points, its stencils and the number of its first vertex, to those of its
/// material; the masses of its vertices, of which each has `mass` of an element.
fn add<S, const K: usize>(
    batches: &mut [SolidBatch<S, K>; 2],
    (points, stencils, first): (&[Vec3], &[[u32; K]], u32),
    material: &Material,
    mut at_rest: impl FnMut([&Vec3; K]) -> Option<S>,
    mass: impl Fn(&S) -> f64,
) -> Vec<f64> {
    let (mu, lambda) = material.lame();
    let [neo_hookean, fixed_corotated] = batches;
    let batch = match material.elasticity {
        Elasticity::NeoHookean => neo_hookean,
        Elasticity::FixedCorotated => fixed_corotated,
    };
    let mut masses = vec![0.0; points.len()];
    for stencil in stencils {
        // The check of the solid has refused elements without volume.
        let Some(rest) = at_rest(stencil.each_ref().map(|&v| &points[v as usize])) else {
            continue;
        };
        for &v in stencil {
            masses[v as usize] += mass(&rest);
        }
        batch.stencils.push(stencil.map(|v| first + v));
        batch.rest.push(rest);
        batch.lambda.push(lambda);
        batch.mu.push(mu);
    }
    masses
}
