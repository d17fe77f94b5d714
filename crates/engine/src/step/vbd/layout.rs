//! The layout of a model for block descent: vertices numbered colour by colour, elements by vertex, in any precision.

use std::ops::Range;

use nalgebra::{Matrix2, Matrix3};
use tangency_formulas::Real;
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    MembraneSum, NeoHookeanMembrane, Orthotropic, RestHinge, RodBend, Spring, StrainLimit,
    StvkMembrane,
};
use tangency_kernels::KernelReal;
use tangency_kernels::contact::SurfaceFeatures;
use tangency_kernels::rows::Incidence;
use tangency_kernels::storage::{Owned, Plain};
use tangency_kernels::vbd::{Batch, ElasticElements, SheetEnergy, SheetMaterial, Stitching};

use super::colouring::colour;
use crate::contact::surface_features;
use crate::model::{self, Model};

/// Stiffness of strain limits, Pa (Li et al. 2021, section 4.3, at its start).
const LIMIT_STIFFNESS: f64 = 1e3;

/// Stencils of one kind, renumbered, with what each is made of.
fn batch<T: Plain, const K: usize>(
    place: &[u32],
    stencils: &[[u32; K]],
    rest: impl Iterator<Item = T>,
) -> Batch<Owned, T, K> {
    let renumber = |stencil: &[u32; K]| stencil.map(|v| place[v as usize]);
    let vertices: Vec<[u32; K]> = stencils.iter().map(renumber).collect();
    let each = vertices.iter().map(|stencil| &stencil[..]);
    Batch {
        incidence: Incidence::<Owned>::of_stencils(place.len(), each),
        vertices,
        rest: rest.collect(),
    }
}

/// The numbering of block descent: which vertices move at once.
#[derive(Clone, Debug)]
pub struct Numbering {
    /// The model's number of each vertex.
    pub order: Vec<u32>,
    /// The place of each of the model's vertices.
    pub place: Vec<u32>,
    /// The vertices of each colour.
    pub colours: Vec<Range<usize>>,
}

impl Numbering {
    /// Numbers the vertices that may move by colour; the others come last.
    pub fn new(model: &Model, moves: &[bool]) -> Self {
        let elements = &model.elements;
        let tets = elements.tets.iter().flat_map(|batch| &batch.stencils);
        let mut stencils: Vec<&[u32]> = tets.map(|tet| &tet[..]).collect();
        stencils.extend(elements.triangles.triangles.iter().map(|s| &s[..]));
        stencils.extend(elements.hinges.stencils.iter().map(|s| &s[..]));
        stencils.extend(elements.segments.segments.iter().map(|s| &s[..]));
        stencils.extend(elements.joints.stencils.iter().map(|s| &s[..]));
        stencils.extend(elements.springs.stencils.iter().map(|s| &s[..]));
        let colours = colour(moves, &stencils);
        let count = colours.iter().flatten().max().map_or(0, |most| most + 1);
        let mut order: Vec<u32> = (0..colours.len() as u32).collect();
        order.sort_by_key(|&v| colours[v as usize].unwrap_or(count));
        let mut place = vec![0; order.len()];
        for (k, &v) in order.iter().enumerate() {
            place[v as usize] = k as u32;
        }
        let end_of = |colour: u32| {
            order.partition_point(|&v| colours[v as usize].unwrap_or(count) <= colour)
        };
        let mut begin = 0;
        let ranges = (0..count).map(|colour| {
            let range = begin..end_of(colour);
            begin = range.end;
            range
        });
        let colours = ranges.collect();
        Numbering {
            colours,
            order,
            place,
        }
    }

    /// Numbers the vertices of each colour anew, in the order of what `key` says of the places that they have so far.
    pub fn sorted_by<K: Ord>(mut self, key: impl Fn(u32) -> K) -> Self {
        for range in &self.colours {
            let mut places: Vec<u32> = range.clone().map(|k| k as u32).collect();
            places.sort_by_key(|&k| key(k));
            let order: Vec<u32> = places.iter().map(|&k| self.order[k as usize]).collect();
            self.order[range.clone()].copy_from_slice(&order);
        }
        for (k, &v) in self.order.iter().enumerate() {
            self.place[v as usize] = k as u32;
        }
        self
    }

    /// Number of vertices that may move.
    pub fn moving(&self) -> usize {
        self.colours.last().map_or(0, |range| range.end)
    }

    /// Values by vertex in the order of the numbering.
    pub fn sorted<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.order.iter().map(|&v| values[v as usize]).collect()
    }
}

/// A model for sweeps in the precision `R`.
pub struct SweepLayout<R: KernelReal> {
    /// The numbering.
    pub numbering: Numbering,
    /// The contact surface.
    pub surface: SurfaceFeatures<Owned, R>,
    /// The elastic elements.
    pub elements: ElasticElements<Owned, R>,
}

impl<R: KernelReal> SweepLayout<R> {
    /// The layout of a model whose vertices are numbered so.
    pub fn new(model: &Model, numbering: Numbering) -> Self {
        SweepLayout {
            surface: surface_features(model, &numbering.place),
            elements: elements(&model.elements, &numbering.place),
            numbering,
        }
    }
}

fn elements<R: KernelReal>(from: &model::Elements, place: &[u32]) -> ElasticElements<Owned, R> {
    let number = R::from_f64;
    let [neo_hookean, corotated] = &from.tets;
    let tets = [&neo_hookean.stencils[..], &corotated.stencils].concat();
    let rests = neo_hookean.rest.iter().chain(&corotated.rest);
    let mus = neo_hookean.mu.iter().chain(&corotated.mu);
    let lambdas = neo_hookean.lambda.iter().chain(&corotated.lambda);
    let lame = mus.zip(lambdas).map(|(&mu, &lambda)| [mu, lambda]);
    let (triangles, hinges, joints) = (&from.triangles, &from.hinges, &from.joints);
    let spring = |spring: &Spring<f64>| Spring {
        stiffness: number(spring.stiffness),
        length: number(spring.length),
    };
    let springs = from.segments.springs.iter().map(spring);
    let stitches = from.springs.shares.iter().zip(&from.springs.stiffness);
    let stitching = |(&place, &stiffness): (&f64, &f64)| Stitching {
        place: number(place),
        stiffness: number(stiffness),
    };
    ElasticElements {
        tets: batch(place, &tets, rests.map(tet)),
        lame: lame.map(|lame| lame.map(number)).collect(),
        corotated: neo_hookean.stencils.len() as u32,
        triangles: batch(
            place,
            &triangles.triangles,
            triangles.rest.iter().map(triangle),
        ),
        sheet: triangles.sheet_numbers().to_vec(),
        sheets: triangles.sheets().iter().map(sheet).collect(),
        hinges: batch(place, &hinges.stencils, hinges.rest.iter().map(hinge)),
        segments: batch(place, &from.segments.segments, springs),
        joints: batch(place, &joints.stencils, joints.bends.iter().map(bend)),
        stitches: batch(place, &from.springs.stencils, stitches.map(stitching)),
    }
}

fn tet<R: Real>(rest: &RestTet<f64>) -> RestTet<R> {
    RestTet {
        inverse: Matrix3::from_fn(|i, j| R::from_f64(rest.inverse[(i, j)])),
        volume: R::from_f64(rest.volume),
    }
}

fn triangle<R: Real>(rest: &RestTriangle<f64>) -> RestTriangle<R> {
    RestTriangle {
        inverse: Matrix2::from_fn(|i, j| R::from_f64(rest.inverse[(i, j)])),
        area: R::from_f64(rest.area),
    }
}

fn hinge<R: Real>(rest: &RestHinge<f64>) -> RestHinge<R> {
    RestHinge {
        stiffness: R::from_f64(rest.stiffness),
        angle: R::from_f64(rest.angle),
    }
}

fn bend<R: Real>(bend: &RodBend<f64>) -> RodBend<R> {
    RodBend {
        stiffness: R::from_f64(bend.stiffness),
    }
}

fn sheet<R: Real>(sheet: &model::Sheet) -> SheetMaterial<R> {
    let number = R::from_f64;
    let limit = sheet.stretch_limit.is_finite().then(|| StrainLimit {
        kappa: number(LIMIT_STIFFNESS),
        s: number(sheet.stretch_limit),
        shat: R::one(),
    });
    let kind = match sheet.kind {
        model::SheetKind::Stvk(StvkMembrane { mu, lambda }) => {
            let (mu, lambda) = (number(mu), number(lambda));
            let membrane = StvkMembrane { mu, lambda };
            match limit {
                Some(limit) => SheetEnergy::LimitedStvk(MembraneSum(membrane, limit)),
                None => SheetEnergy::Stvk(membrane),
            }
        }
        model::SheetKind::NeoHookean(NeoHookeanMembrane { mu, lambda }) => {
            let (mu, lambda) = (number(mu), number(lambda));
            let membrane = NeoHookeanMembrane { mu, lambda };
            match limit {
                Some(limit) => SheetEnergy::LimitedNeoHookean(MembraneSum(membrane, limit)),
                None => SheetEnergy::NeoHookean(membrane),
            }
        }
        model::SheetKind::Woven(weave) => SheetEnergy::Woven(Orthotropic {
            a11: number(weave.a11),
            a12: number(weave.a12),
            a22: number(weave.a22),
            g12: number(weave.g12),
            limits: weave.limits.map(number),
        }),
    };
    SheetMaterial {
        kind,
        thickness: number(sheet.thickness),
    }
}
