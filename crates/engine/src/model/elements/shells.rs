//! Triangles of shells: how they stretch, and how they bend with their neighbours.

use nalgebra::Matrix3x2;
use tangency_formulas::elastic::hinge::RestHinge;
use tangency_formulas::elastic::svd2::svd2;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    NeoHookeanMembrane, Orthotropic, StvkMembrane, plane_stress_lame, rigidity,
};
use tangency_geometry::Vec3;
use tangency_geometry::hinges::hinges;
use tangency_geometry::topology::TopologyError;

use super::rest::ShellRest;
use super::{Elements, Origin};
use crate::material::{BendingKind, Membrane, ShellMaterial};
use crate::model::ModelError;
use crate::model::bodies::Shell;

/// Share of the weights of Discrete Shells that hinges have: with all of it, a plate of equilateral triangles is three times as
/// stiff as it should be.
pub const HINGE_SHARE: f64 = 1.0 / 3.0;

/// The triangles of all shells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleBatch {
    /// Vertices.
    pub triangles: Vec<[u32; 3]>,
    /// Shape at rest.
    pub rest: Vec<RestTriangle<f64>>,
    /// Material of each triangle, by its place in `sheets`.
    sheet: Vec<u32>,
    sheets: Vec<Sheet>,
}

/// The stretching of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// Energy density.
    pub kind: SheetKind,
    /// Thickness, m.
    pub thickness: f64,
    /// Largest stretch; infinite where there is no limit.
    pub stretch_limit: f64,
    /// Smallest stretch; zero where there is no limit.
    pub squeeze_limit: f64,
}

/// Energy densities of sheets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SheetKind {
    /// Saint Venant-Kirchhoff.
    Stvk(StvkMembrane<f64>),
    /// Neo-Hookean.
    NeoHookean(NeoHookeanMembrane<f64>),
    /// Woven.
    Woven(Orthotropic<f64>),
}

impl Sheet {
    fn of(material: &ShellMaterial) -> Self {
        let young = material.young * material.stretching;
        let (mu, lambda) = plane_stress_lame(young, material.poisson);
        let kind = match material.membrane {
            Membrane::StVenantKirchhoff => SheetKind::Stvk(StvkMembrane { mu, lambda }),
            Membrane::NeoHookean => SheetKind::NeoHookean(NeoHookeanMembrane { mu, lambda }),
            Membrane::Woven(weave) => {
                let [a11, a12, a22, g12] = weave.stiffness.map(|a| material.stretching * a);
                SheetKind::Woven(Orthotropic {
                    a11,
                    a12,
                    a22,
                    g12,
                    limits: weave.limits,
                })
            }
        };
        Sheet {
            kind,
            thickness: material.thickness,
            stretch_limit: material.stretch_limit,
            squeeze_limit: material.squeeze_limit,
        }
    }

    /// A modulus of its size, Pa.
    pub fn modulus(&self) -> f64 {
        match self.kind {
            SheetKind::Stvk(membrane) => membrane.mu,
            SheetKind::NeoHookean(membrane) => membrane.mu,
            SheetKind::Woven(membrane) => membrane.g12,
        }
    }

    /// Whether there is a strain that it does not reach.
    pub fn is_limited(&self) -> bool {
        match self.kind {
            SheetKind::Woven(membrane) => membrane.limits.iter().any(|limit| limit.is_finite()),
            _ => self.stretch_limit.is_finite() || self.squeeze_limit > 0.0,
        }
    }

    /// Largest stretch, then the largest Green strains E11, E22 and E12; infinite where there is no limit.
    pub fn limits(&self) -> [f64; 4] {
        match self.kind {
            SheetKind::Woven(Orthotropic { limits, .. }) => {
                let [e11, e22, e12] = limits;
                [f64::INFINITY, e11, e22, e12]
            }
            _ => [
                self.stretch_limit,
                f64::INFINITY,
                f64::INFINITY,
                f64::INFINITY,
            ],
        }
    }

    /// The largest and the smallest stretch, where they are limited.
    pub fn stretch_limits(&self) -> [Option<f64>; 2] {
        let stretch = self.stretch_limit.is_finite().then_some(self.stretch_limit);
        let squeeze = (self.squeeze_limit > 0.0).then_some(self.squeeze_limit);
        [stretch, squeeze]
    }

    /// Distance of a deformation from the limit: positive within.
    pub fn left_to_limit(&self, f: &Matrix3x2<f64>) -> f64 {
        match self.kind {
            SheetKind::Woven(membrane) => membrane.left_to_limits(f),
            _ => {
                let sigma = svd2(f).sigma;
                let stretch = self.stretch_limit - sigma[0];
                // Nothing is squeezed to less than nothing: without a limit this is no bound.
                if self.squeeze_limit > 0.0 {
                    stretch.min(sigma[1] - self.squeeze_limit)
                } else {
                    stretch
                }
            }
        }
    }
}

impl TriangleBatch {
    /// Material of triangle `e`.
    pub fn sheet(&self, e: usize) -> &Sheet {
        &self.sheets[self.sheet[e] as usize]
    }

    /// Materials that triangles are made of.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// Material of each triangle, by its place there.
    pub fn sheet_numbers(&self) -> &[u32] {
        &self.sheet
    }

    /// Gives triangle `e` a material of its own.
    pub fn set_sheet(&mut self, e: usize, sheet: Sheet) {
        self.sheet[e] = self.sheets.len() as u32;
        self.sheets.push(sheet);
    }

    /// The deformation gradient of triangle `e` at the positions `x`.
    pub fn deformation_gradient(&self, e: usize, x: &[Vec3]) -> Matrix3x2<f64> {
        let corners = self.triangles[e].each_ref().map(|&v| &x[v as usize]);
        self.rest[e].deformation_gradient(corners)
    }

    /// The smallest and the largest stretch of any triangle, in any direction; nothing without triangles.
    pub fn extreme_stretches(&self, x: &[Vec3]) -> Option<[f64; 2]> {
        let stretches = (0..self.triangles.len()).map(|e| {
            let sigma = svd2(&self.deformation_gradient(e, x)).sigma;
            [sigma[1], sigma[0]]
        });
        stretches.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
    }
}

/// Bending hinge by hinge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HingeBatch {
    /// Edge, left vertex, right vertex.
    pub stencils: Vec<[u32; 4]>,
    /// Stiffness and angle at rest.
    pub rest: Vec<RestHinge<f64>>,
}

impl Elements {
    /// Adds the triangles of a shell whose first vertex has the number `first`; the masses of its vertices, kg.
    pub fn add_shell(&mut self, shell: &Shell, first: u32) -> Result<Vec<f64>, ModelError> {
        let rest = ShellRest::of(shell)?;
        self.origins.shells.push(Origin::of_shell(shell, first));
        let mesh = &shell.mesh;
        let material = &shell.material;
        let batch = &mut self.triangles;
        let first_triangle = batch.triangles.len() as u32;
        let sheet = batch.sheets.len() as u32;
        batch.sheets.push(Sheet::of(material));
        let mut masses = vec![0.0; mesh.points.len()];
        for (triangle, rest) in mesh.triangles.iter().zip(&rest.triangles) {
            batch.triangles.push(triangle.map(|v| first + v));
            batch.rest.push(*rest);
            batch.sheet.push(sheet);
            let mass = rest.area * material.thickness * material.density / 3.0;
            for &v in triangle {
                masses[v as usize] += mass;
            }
        }
        if material.bending > 0.0 {
            let not_manifold = |error: TopologyError| ModelError::NotManifold {
                body: shell.name.clone(),
                what: error.to_string(),
            };
            let added = match material.bending_kind {
                BendingKind::Plate => self.plates.add(shell, &rest, (first, first_triangle)),
                BendingKind::Hinges => self.add_hinges(shell, &rest, first),
            };
            added.map_err(not_manifold)?;
        }
        Ok(masses)
    }

    fn add_hinges(
        &mut self,
        shell: &Shell,
        rest: &ShellRest,
        first: u32,
    ) -> Result<(), TopologyError> {
        let material = &shell.material;
        let triangles = &shell.mesh.triangles;
        let young = material.young * material.bending * HINGE_SHARE;
        let rigidity = rigidity(young, material.poisson, material.thickness);
        for hinge in hinges(triangles)? {
            let t = hinge.triangles[0] as usize;
            let side = (0..3)
                .find(|&side| triangles[t][side] == hinge.edge[0])
                .unwrap_or(0);
            let corners = rest.corners(t);
            let [e0, e1, left] = [0, 1, 2].map(|k| corners[(side + k) % 3]);
            let right = rest.across(t, side, hinge.opposite[1]);
            let mut at_rest = RestHinge::new([&e0, &e1, &left, &right], rigidity);
            if rest.is_flat {
                at_rest.angle = 0.0;
            }
            let [a, b] = hinge.edge;
            let [c, d] = hinge.opposite;
            self.hinges.stencils.push([a, b, c, d].map(|v| first + v));
            self.hinges.rest.push(at_rest);
        }
        Ok(())
    }
}
