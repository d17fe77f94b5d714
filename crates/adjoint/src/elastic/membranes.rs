//! Stretching of sheets: exact Hessians, and the derivatives of y · ∇Ψ by moduli, thickness and the shape at rest of each
//! triangle; from there those by materials and rest positions.

use nalgebra::{Matrix2, Matrix3x2};
use tangency_engine::energy::MembraneDensity;
use tangency_engine::linear::BlockSink;
use tangency_engine::model::{Origin, Sheet, SheetKind};
use tangency_engine::{Membrane, Model, Shell, Vec3};
use tangency_formulas::Dual;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    MembraneEnergy, NeoHookeanMembrane, Orthotropic, StvkMembrane, plane_stress_lame,
};

use super::shells::{RestPoints, scatter_slopes, variables};
use crate::gradient::Gradient;

/// The derivatives of a run by one triangle.
#[derive(Clone, Copy, Default)]
struct TriangleSlopes {
    /// By μ and λ, or by a11, a12, a22 and G12.
    moduli: [f64; 4],
    /// By its volume.
    volume: f64,
    /// By the inverse of its shape at rest.
    inverse: Matrix2<f64>,
}

/// The derivatives of a run by all triangles of sheets.
pub struct MembraneSlopes {
    triangles: Vec<TriangleSlopes>,
    with_rest: bool,
}

impl MembraneSlopes {
    /// Zeros for a model; rest shapes cost more and are done `with_rest`.
    pub fn zeros(model: &Model, with_rest: bool) -> Self {
        let count = model.elements.triangles.triangles.len();
        MembraneSlopes {
            triangles: vec![TriangleSlopes::default(); count],
            with_rest,
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x`, where limits of strain have the stiffness `limits`, Pa.
    pub fn add(&mut self, model: &Model, (scale, limits): (f64, f64), (x, y): (&[Vec3], &[Vec3])) {
        let batch = &model.elements.triangles;
        for (e, slopes) in self.triangles.iter_mut().enumerate() {
            let along = batch.triangles[e].map(|v| &y[v as usize]);
            if along.iter().all(|y| **y == Vec3::zeros()) {
                continue;
            }
            let (sheet, rest) = (batch.sheet(e), &batch.rest[e]);
            let at = batch.triangles[e].map(|v| &x[v as usize]);
            let volume = scale * rest.area * sheet.thickness;
            let f = rest.deformation_gradient(at);
            let w = rest.deformation_gradient(along);
            let works = unit_works(sheet, &f, &w);
            for (slope, work) in slopes.moduli.iter_mut().zip(works) {
                *slope += volume * work;
            }
            let density = MembraneDensity::of(sheet, limits);
            if self.with_rest {
                let work = rest.rest_work(&density, at, along);
                slopes.volume += scale * work.density;
                slopes.inverse += volume * work.by_inverse;
            } else {
                slopes.volume += scale * density.stress(&f).dot(&w);
            }
        }
    }

    /// Adds the derivatives by the material of a shell, whose triangles begin with number `first`, and by its rest shape; `mass`
    /// are those by masses.
    pub fn finish(
        &self,
        model: &Model,
        (origin, first): (&Origin<Shell>, usize),
        mass: &[f64],
        out: &mut Gradient,
    ) {
        let shell = &*origin.body;
        let body = model.body_of[origin.first as usize] as usize;
        let batch = &model.elements.triangles;
        for t in 0..shell.mesh.triangles.len() {
            let (slopes, area) = (&self.triangles[first + t], batch.rest[first + t].area);
            let sheet = batch.sheet(first + t);
            out.thickness[body] += slopes.volume * area;
            let by_young = by_material(shell, sheet, &slopes.moduli, body, out);
            out.young[body] += by_young;
            out.young_by_element[body][t] += by_young;
        }
        if let (true, Some(points)) = (self.with_rest, RestPoints::of(shell)) {
            self.rest_back(model, (origin, first), &points, mass, &mut out.rest_shape);
        }
    }

    /// Through the shape at rest and the mass of each triangle.
    fn rest_back(
        &self,
        model: &Model,
        (origin, first): (&Origin<Shell>, usize),
        points: &RestPoints,
        mass: &[f64],
        rest: &mut [Vec3],
    ) {
        let (shell, material) = (&*origin.body, &origin.body.material);
        for (t, vertices) in shell.mesh.triangles.iter().enumerate() {
            let slopes = &self.triangles[first + t];
            let x = variables::<3, 9>(points, *vertices);
            let at_rest = match material.membrane {
                Membrane::Woven(_) => {
                    RestTriangle::along(x.each_ref(), &shell.warp.map(Dual::constant))
                }
                _ => RestTriangle::new(x.each_ref()),
            };
            let Some(at_rest) = at_rest else { continue };
            let by_mass: f64 = vertices
                .iter()
                .map(|&v| mass[(origin.first + v) as usize] / 3.0)
                .sum();
            let thickness = model.elements.triangles.sheet(first + t).thickness;
            let by_area =
                thickness * slopes.volume + material.thickness * material.density * by_mass;
            let mut sum = at_rest.area * Dual::constant(by_area);
            for (entry, slope) in at_rest.inverse.iter().zip(slopes.inverse.iter()) {
                sum += *entry * Dual::constant(*slope);
            }
            scatter_slopes(&sum, origin.first, *vertices, rest);
        }
    }
}

/// The works P : W of the sheet with one modulus at a time, of which the stress is the sum but for limits of stretch.
fn unit_works(sheet: &Sheet, f: &Matrix3x2<f64>, w: &Matrix3x2<f64>) -> [f64; 4] {
    let isotropic = |unit: &dyn Fn(f64, f64) -> Matrix3x2<f64>| {
        [unit(1.0, 0.0).dot(w), unit(0.0, 1.0).dot(w), 0.0, 0.0]
    };
    match sheet.kind {
        SheetKind::Stvk(_) => isotropic(&|mu, lambda| StvkMembrane { mu, lambda }.stress(f)),
        SheetKind::NeoHookean(_) => {
            isotropic(&|mu, lambda| NeoHookeanMembrane { mu, lambda }.stress(f))
        }
        SheetKind::Woven(Orthotropic { limits, .. }) => std::array::from_fn(|k| {
            let [a11, a12, a22, g12] = std::array::from_fn(|i| f64::from(u8::from(i == k)));
            let membrane = Orthotropic {
                a11,
                a12,
                a22,
                g12,
                limits,
            };
            membrane.stress(f).dot(w)
        }),
    }
}

/// Adds the derivatives by Poisson's ratio and the weave; that by Young's modulus.
fn by_material(
    shell: &Shell,
    sheet: &Sheet,
    moduli: &[f64; 4],
    body: usize,
    out: &mut Gradient,
) -> f64 {
    let stretching = shell.material.stretching;
    let (mu, lambda) = match sheet.kind {
        SheetKind::Stvk(StvkMembrane { mu, lambda }) => (mu, lambda),
        SheetKind::NeoHookean(NeoHookeanMembrane { mu, lambda }) => (mu, lambda),
        SheetKind::Woven(_) => {
            for (sum, slope) in out.weave[body].iter_mut().zip(moduli) {
                *sum += stretching * slope;
            }
            return 0.0;
        }
    };
    // μ = E s / 2(1 + ν), λ = E s ν / (1 - ν²).
    let nu = lambda / (2.0 * mu + lambda);
    let young = 2.0 * mu * (1.0 + nu) / stretching;
    let [modulus, poisson] = Dual::variables([young, nu]);
    let (mu, lambda) = plane_stress_lame(modulus * Dual::constant(stretching), poisson);
    let by = |k: usize| moduli[0] * mu.slopes[k] + moduli[1] * lambda.slopes[k];
    out.poisson[body] += by(1);
    by(0)
}

/// Appends the exact Hessian of `scale` Ψ at `x` to `out`, where limits of strain have the stiffness `limits`, Pa.
pub fn hessian(model: &Model, (scale, limits): (f64, f64), x: &[Vec3], out: &mut BlockSink) {
    let batch = &model.elements.triangles;
    out.extend_uniform(&batch.triangles, |e, blocks| {
        let corners = batch.triangles[e].map(|v| &x[v as usize]);
        let (sheet, rest) = (batch.sheet(e), &batch.rest[e]);
        let density = MembraneDensity::of(sheet, limits);
        let hessian = rest.hessian(&density, scale * sheet.thickness, corners);
        blocks.copy_from_slice(&hessian);
    });
}
