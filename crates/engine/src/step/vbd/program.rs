//! A model as block descent reads it: vertices numbered colour by colour, elements by vertex, in any precision.

use std::ops::Range;

use nalgebra::{Matrix2, Matrix3};
use tangency_formulas::Real;
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    NeoHookeanMembrane, Orthotropic, RestHinge, RodBend, Spring, StrainLimit, StvkMembrane, Sum,
};
use tangency_kernels::vbd::{self, Sheet, SheetKind};

use super::colouring::colour;
use crate::contact::Features;
use crate::model::{self, Model};
use crate::uses::UseLists;

/// Stiffness of strain limits, Pa (Li et al. 2021, section 4.3, at its start).
const LIMIT_STIFFNESS: f64 = 1e3;

/// Stencils of one kind with what each is made of.
#[derive(Clone, Debug)]
struct Batch<T, const K: usize> {
    vertices: Vec<[u32; K]>,
    data: Vec<T>,
    uses: UseLists,
}

impl<T, const K: usize> Batch<T, K> {
    fn new(place: &[u32], stencils: &[[u32; K]], data: Vec<T>) -> Self {
        let vertices: Vec<[u32; K]> = renumbered(place, stencils);
        let uses = UseLists::of_stencils(place.len(), vertices.iter().map(|stencil| &stencil[..]));
        Batch {
            vertices,
            data,
            uses,
        }
    }
}

fn renumbered<const K: usize>(place: &[u32], stencils: &[[u32; K]]) -> Vec<[u32; K]> {
    let renumber = |stencil: &[u32; K]| stencil.map(|v| place[v as usize]);
    stencils.iter().map(renumber).collect()
}

/// The numbering of a program: which vertices move at once.
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
        let tets = elements.tets.iter().flat_map(|batch| &batch.tets);
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
pub struct Program<R: Real> {
    /// The numbering.
    pub numbering: Numbering,
    /// The contact surface.
    pub features: Features<R>,
    tets: Batch<RestTet<R>, 4>,
    lame: Vec<[R; 2]>,
    corotated: u32,
    triangles: Batch<RestTriangle<R>, 3>,
    sheet: Vec<u32>,
    sheets: Vec<Sheet<R>>,
    hinges: Batch<RestHinge<R>, 4>,
    segments: Batch<Spring<R>, 2>,
    joints: Batch<RodBend<R>, 3>,
    stitches: Batch<[R; 2], 3>,
}

impl<R: Real> Program<R> {
    /// The program of a model whose vertices are numbered so.
    pub fn new(model: &Model, numbering: Numbering) -> Self {
        let elements = &model.elements;
        let place = &numbering.place;
        let number = R::from_f64;
        let [neo_hookean, corotated] = &elements.tets;
        let tets = [&neo_hookean.tets[..], &corotated.tets].concat();
        let rests = neo_hookean.rest.iter().chain(&corotated.rest);
        let mus = neo_hookean.mu.iter().chain(&corotated.mu);
        let lambdas = neo_hookean.lambda.iter().chain(&corotated.lambda);
        let triangles = &elements.triangles;
        let spring = |spring: &Spring<f64>| Spring {
            stiffness: number(spring.stiffness),
            length: number(spring.length),
        };
        let stitches = &elements.springs;
        let stitch = stitches.shares.iter().zip(&stitches.stiffness);
        Program {
            tets: Batch::new(place, &tets, rests.map(tet).collect()),
            lame: mus
                .zip(lambdas)
                .map(|(&mu, &lambda)| [number(mu), number(lambda)])
                .collect(),
            corotated: neo_hookean.tets.len() as u32,
            triangles: Batch::new(
                place,
                &triangles.triangles,
                triangles.rest.iter().map(triangle).collect(),
            ),
            sheet: triangles.sheet_numbers().to_vec(),
            sheets: triangles.sheets().iter().map(sheet).collect(),
            hinges: Batch::new(
                place,
                &elements.hinges.stencils,
                elements.hinges.rest.iter().map(hinge).collect(),
            ),
            segments: Batch::new(
                place,
                &elements.segments.segments,
                elements.segments.springs.iter().map(spring).collect(),
            ),
            joints: Batch::new(
                place,
                &elements.joints.stencils,
                elements.joints.bends.iter().map(bend).collect(),
            ),
            stitches: Batch::new(
                place,
                &stitches.stencils,
                stitch
                    .map(|(&share, &k)| [number(share), number(k)])
                    .collect(),
            ),
            features: Features::new(model, place),
            numbering,
        }
    }

    /// The elements as a sweep reads them.
    pub fn elements(&self) -> vbd::Elements<'_, R> {
        vbd::Elements {
            tets: vbd::Tets {
                vertices: &self.tets.vertices,
                rest: &self.tets.data,
                lame: &self.lame,
                corotated: self.corotated,
                uses: self.tets.uses.view(),
            },
            triangles: vbd::Triangles {
                vertices: &self.triangles.vertices,
                rest: &self.triangles.data,
                sheet: &self.sheet,
                sheets: &self.sheets,
                uses: self.triangles.uses.view(),
            },
            hinges: vbd::Hinges {
                vertices: &self.hinges.vertices,
                rest: &self.hinges.data,
                uses: self.hinges.uses.view(),
            },
            segments: vbd::Segments {
                vertices: &self.segments.vertices,
                springs: &self.segments.data,
                uses: self.segments.uses.view(),
            },
            joints: vbd::Joints {
                vertices: &self.joints.vertices,
                bends: &self.joints.data,
                uses: self.joints.uses.view(),
            },
            stitches: vbd::Stitches {
                vertices: &self.stitches.vertices,
                springs: &self.stitches.data,
                uses: self.stitches.uses.view(),
            },
        }
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

fn sheet<R: Real>(sheet: &model::Sheet) -> Sheet<R> {
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
                Some(limit) => SheetKind::LimitedStvk(Sum(membrane, limit)),
                None => SheetKind::Stvk(membrane),
            }
        }
        model::SheetKind::NeoHookean(NeoHookeanMembrane { mu, lambda }) => {
            let (mu, lambda) = (number(mu), number(lambda));
            let membrane = NeoHookeanMembrane { mu, lambda };
            match limit {
                Some(limit) => SheetKind::LimitedNeoHookean(Sum(membrane, limit)),
                None => SheetKind::NeoHookean(membrane),
            }
        }
        model::SheetKind::Woven(weave) => SheetKind::Woven(Orthotropic {
            a11: number(weave.a11),
            a12: number(weave.a12),
            a22: number(weave.a22),
            g12: number(weave.g12),
            limits: weave.limits.map(number),
        }),
    };
    Sheet {
        kind,
        thickness: number(sheet.thickness),
    }
}
