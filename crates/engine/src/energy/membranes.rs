//! Stretching of shells: h² Σ A ξ Ψ(F), strain limits included (Li et al. 2021, eqs. 4 to 8).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::Matrix3x2;
use rayon::prelude::*;
use tangency_formulas::Mat3;
use tangency_formulas::elastic::svd2::svd2;
use tangency_formulas::elastic::{
    MembraneEnergy, MembraneSum, NeoHookeanMembrane, Orthotropic, StrainLimit, StvkMembrane,
};
use tangency_geometry::Vec3;

use super::{Elastic, Energy, Tightest, stencils, strain};
use crate::linear::BlockSink;
use crate::model::{Model, Sheet, SheetKind, TriangleBatch};
use crate::ordered;
use crate::state::State;

/// Stiffness of the strain limit at the start of a step, Pa.
pub(crate) const SOFTEST: f64 = 1e3;
/// The stiffest it becomes, Pa.
const STIFFEST: f64 = 1e5;
/// A triangle is too close to its limit when this share of the range is left.
const TOO_CLOSE: f64 = 1e-4;
/// The stretch at which limits set in.
const ONSET: f64 = 1.0;

/// The membrane energy of a model's shells, times a factor (h² in an incremental potential).
pub struct Membranes {
    model: Arc<Model>,
    scale: f64,
    magnitude: f64,
    /// Stiffness of the strain limit, Pa.
    kappa: f64,
    /// Whether a triangle was too close to its limit after the last iteration.
    was_close: bool,
}

impl Membranes {
    /// The energy of the model's shells, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        let batch = &model.elements.triangles;
        let sizes = (0..batch.triangles.len()).map(|e| {
            let sheet = batch.sheet(e);
            sheet.modulus() * sheet.thickness * batch.rest[e].area
        });
        let magnitude = scale * sizes.sum::<f64>();
        Membranes {
            model,
            scale,
            magnitude,
            kappa: SOFTEST,
            was_close: false,
        }
    }

    fn batch(&self) -> &TriangleBatch {
        &self.model.elements.triangles
    }

    fn density(&self, e: usize) -> MembraneDensity {
        MembraneDensity::of(self.batch().sheet(e), self.kappa)
    }
}

impl Elastic for Membranes {
    fn set_scale(&mut self, scale: f64) {
        self.magnitude *= scale / self.scale;
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        self.magnitude
    }

    fn begin_step(&mut self, _: &State) {
        self.kappa = SOFTEST;
        self.was_close = false;
    }

    fn limit(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        strain::limit(self.batch(), x, p, at_most)
    }

    fn tightest(&self, x: &[Vec3], p: &[Vec3]) -> Option<Tightest> {
        let batch = self.batch();
        Tightest::find(&batch.triangles, "exceed its limit of strain", |e| {
            strain::limit_one(batch, e, x, p, 1.0)
        })
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let batch = self.batch();
        stencils::add_energies(
            batch.triangles.len(),
            |e| batch.triangles[e][0],
            out,
            |e| {
                let corners = batch.triangles[e].each_ref().map(|&v| &x[v as usize]);
                let thickness = batch.sheet(e).thickness;
                self.scale * batch.rest[e].energy(&self.density(e), thickness, corners)
            },
        );
    }

    fn strain_limit_stiffness(&self) -> Option<f64> {
        Some(self.kappa)
    }

    fn adapt(&mut self, x: &[Vec3]) -> bool {
        let batch = self.batch();
        let is_close = AtomicBool::new(false);
        let all = (0..batch.triangles.len()).into_par_iter();
        all.with_min_len(512).for_each(|e| {
            let sheet = batch.sheet(e);
            let limits = sheet.stretch_limits();
            if limits.iter().any(Option::is_some) {
                let sigma = svd2(&batch.deformation_gradient(e, x)).sigma;
                let mut limits = limits.iter().zip(&sigma);
                if limits.any(|(limit, stretch)| {
                    limit.is_some_and(|s| (s - stretch) / (s - ONSET) < TOO_CLOSE)
                }) {
                    is_close.store(true, Ordering::Relaxed);
                }
            }
        });
        let is_close = is_close.into_inner();
        let stiffer = is_close && self.was_close && self.kappa < STIFFEST;
        if stiffer {
            self.kappa = (2.0 * self.kappa).min(STIFFEST);
        }
        self.was_close = is_close;
        stiffer
    }
}

impl Energy for Membranes {
    fn value(&self, x: &[Vec3]) -> f64 {
        let batch = self.batch();
        let energy = ordered::sum(batch.triangles.len(), |e| {
            let corners = batch.triangles[e].each_ref().map(|&v| &x[v as usize]);
            batch.rest[e].energy(&self.density(e), batch.sheet(e).thickness, corners)
        });
        self.scale * energy
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let batch = self.batch();
        stencils::scatter(&batch.triangles, out, |e| {
            let corners = batch.triangles[e].each_ref().map(|&v| &x[v as usize]);
            let thickness = self.scale * batch.sheet(e).thickness;
            batch.rest[e].gradient(&self.density(e), thickness, corners)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let batch = self.batch();
        out.extend_uniform(&batch.triangles, |e, blocks| {
            let corners = batch.triangles[e].each_ref().map(|&v| &x[v as usize]);
            let thickness = self.scale * batch.sheet(e).thickness;
            let hessian = batch.rest[e].projected_hessian(&self.density(e), thickness, corners);
            blocks.copy_from_slice(&hessian);
        });
    }
}

/// A limit of stretch and one of squeeze.
pub type BothLimits = MembraneSum<StrainLimit<f64>, StrainLimit<f64>>;

/// The energy density of one triangle.
pub enum MembraneDensity {
    /// Saint Venant-Kirchhoff.
    Stvk(StvkMembrane<f64>),
    /// The same with one limit of stretch.
    LimitedStvk(MembraneSum<StvkMembrane<f64>, StrainLimit<f64>>),
    /// The same with a limit of stretch and one of squeeze.
    BoundedStvk(MembraneSum<StvkMembrane<f64>, BothLimits>),
    /// Neo-Hookean.
    NeoHookean(NeoHookeanMembrane<f64>),
    /// The same with one limit of stretch.
    LimitedNeoHookean(MembraneSum<NeoHookeanMembrane<f64>, StrainLimit<f64>>),
    /// The same with a limit of stretch and one of squeeze.
    BoundedNeoHookean(MembraneSum<NeoHookeanMembrane<f64>, BothLimits>),
    /// Woven, with the limits it has.
    Woven(Orthotropic<f64>),
}

impl MembraneDensity {
    /// That of `sheet`, whose limits of strain have the stiffness `kappa`, Pa.
    pub fn of(sheet: &Sheet, kappa: f64) -> Self {
        let shat = ONSET;
        let limits = sheet.stretch_limits();
        let [stretch, squeeze] = limits.map(|s| s.map(|s| StrainLimit { kappa, s, shat }));
        let both = stretch.zip(squeeze).map(|(a, b)| MembraneSum(a, b));
        let one = stretch.or(squeeze);
        match sheet.kind {
            SheetKind::Stvk(membrane) => match (both, one) {
                (Some(both), _) => Self::BoundedStvk(MembraneSum(membrane, both)),
                (None, Some(limit)) => Self::LimitedStvk(MembraneSum(membrane, limit)),
                (None, None) => Self::Stvk(membrane),
            },
            SheetKind::NeoHookean(membrane) => match (both, one) {
                (Some(both), _) => Self::BoundedNeoHookean(MembraneSum(membrane, both)),
                (None, Some(limit)) => Self::LimitedNeoHookean(MembraneSum(membrane, limit)),
                (None, None) => Self::NeoHookean(membrane),
            },
            SheetKind::Woven(membrane) => Self::Woven(membrane),
        }
    }
}

macro_rules! each {
    ($density:expr, $membrane:ident => $result:expr) => {
        match $density {
            MembraneDensity::Stvk($membrane) => $result,
            MembraneDensity::LimitedStvk($membrane) => $result,
            MembraneDensity::BoundedStvk($membrane) => $result,
            MembraneDensity::NeoHookean($membrane) => $result,
            MembraneDensity::LimitedNeoHookean($membrane) => $result,
            MembraneDensity::BoundedNeoHookean($membrane) => $result,
            MembraneDensity::Woven($membrane) => $result,
        }
    };
}

impl MembraneEnergy<f64> for MembraneDensity {
    fn energy(&self, f: &Matrix3x2<f64>) -> f64 {
        each!(self, membrane => membrane.energy(f))
    }

    fn stress(&self, f: &Matrix3x2<f64>) -> Matrix3x2<f64> {
        each!(self, membrane => membrane.stress(f))
    }

    fn projected(&self, f: &Matrix3x2<f64>) -> [Mat3<f64>; 3] {
        each!(self, membrane => membrane.projected(f))
    }

    fn second(&self, f: &Matrix3x2<f64>) -> [Mat3<f64>; 3] {
        each!(self, membrane => membrane.second(f))
    }
}
