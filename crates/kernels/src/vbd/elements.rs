//! Elastic elements, as the vertices around them feel them.

use tangency_formulas::elastic::membrane::MembraneEnergy;
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    FixedCorotated, MembraneSum, NeoHookean, NeoHookeanMembrane, Orthotropic, RestHinge, RodBend,
    Spring, StrainLimit, StvkMembrane, largest_stretch,
};
use tangency_formulas::{Mat3, Real, Vec3, VertexQuadratic};

use crate::KernelReal;
use crate::lane::Lane;
use crate::positions::At;
use crate::rows::{Incidence, split};
use crate::storage::{Borrowed, Convert, OnDevice, Plain, Storage, plain};

/// Fraction of its volume that a tet keeps in one move of one vertex.
const KEPT: f64 = 0.2;
/// Fraction of its volume at rest below which no move takes a tet: far above what rounding could make zero of, in single
/// precision, too. At a ten-thousandth, a neo-Hookean material resists with ten thousand times its stiffness.
const LEAST: f64 = 1e-4;
/// Halvings of a step that would stretch cloth beyond its limit.
const MAX_HALVINGS: u32 = 8;

/// The energy with which a sheet resists stretching.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub enum SheetEnergy<R: Real> {
    /// Saint Venant-Kirchhoff.
    Stvk(StvkMembrane<R>),
    /// Neo-Hookean.
    NeoHookean(NeoHookeanMembrane<R>),
    /// Saint Venant-Kirchhoff with a strain limit.
    LimitedStvk(MembraneSum<StvkMembrane<R>, StrainLimit<R>>),
    /// Neo-Hookean with a strain limit.
    LimitedNeoHookean(MembraneSum<NeoHookeanMembrane<R>, StrainLimit<R>>),
    /// Woven.
    Woven(Orthotropic<R>),
}

/// The stretching of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct SheetMaterial<R: Real> {
    /// Energy density.
    pub kind: SheetEnergy<R>,
    /// Thickness, m.
    pub thickness: R,
}

/// A spring that draws a vertex to the point of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Stitching<R: Real> {
    /// The point on the edge, from 0 to 1.
    pub place: R,
    /// Stiffness, N/m.
    pub stiffness: R,
}

plain!(; SheetMaterial, Stitching);

/// Elements of one kind, each with what it is made of.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Batch<S: Storage, T: Plain, const K: usize> {
    /// Vertices.
    pub vertices: S::Of<[u32; K]>,
    /// Shape at rest, or stiffness.
    pub rest: S::Of<T>,
    /// By vertex.
    pub incidence: Incidence<S>,
}

impl<T: Plain, const K: usize> Copy for Batch<Borrowed<'_>, T, K> {}
impl<T: Plain, const K: usize> Copy for Batch<OnDevice, T, K> {}

impl<S: Storage, T: Plain, const K: usize> Batch<S, T, K> {
    /// The elements in another storage.
    #[inline]
    pub fn map<'a, C: Convert<'a, S>>(
        &'a self,
        convert: &mut C,
    ) -> Result<Batch<C::To, T, K>, C::Error> {
        Ok(Batch {
            vertices: convert.array(&self.vertices)?,
            rest: convert.array(&self.rest)?,
            incidence: self.incidence.map(convert)?,
        })
    }
}

/// Everything elastic.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct ElasticElements<S: Storage, R: KernelReal> {
    /// Tetrahedra: those of the neo-Hookean material first.
    pub tets: Batch<S, RestTet<R>, 4>,
    /// Shear modulus and Lamé's λ of each, Pa.
    pub lame: S::Of<[R; 2]>,
    /// Number of the first tet of the fixed-corotated material.
    pub corotated: u32,
    /// Triangles of shells.
    pub triangles: Batch<S, RestTriangle<R>, 3>,
    /// Material of each triangle, by its place in `sheets`.
    pub sheet: S::Of<u32>,
    /// The materials of shells.
    pub sheets: S::Of<SheetMaterial<R>>,
    /// Hinges of shells: edge, left vertex, right vertex.
    pub hinges: Batch<S, RestHinge<R>, 4>,
    /// Segments of rods.
    pub segments: Batch<S, Spring<R>, 2>,
    /// Joints of rods: far end, common vertex, other far end.
    pub joints: Batch<S, RodBend<R>, 3>,
    /// Stitches: vertex, then the edge; the same vertex twice for a point.
    pub stitches: Batch<S, Stitching<R>, 3>,
}

impl<R: KernelReal> Copy for ElasticElements<Borrowed<'_>, R> {}
impl<R: KernelReal> Copy for ElasticElements<OnDevice, R> {}

impl<S: Storage, R: KernelReal> ElasticElements<S, R> {
    /// The elements in another storage.
    #[inline]
    pub fn map<'a, C: Convert<'a, S>>(
        &'a self,
        convert: &mut C,
    ) -> Result<ElasticElements<C::To, R>, C::Error> {
        Ok(ElasticElements {
            tets: self.tets.map(convert)?,
            lame: convert.array(&self.lame)?,
            corotated: self.corotated,
            triangles: self.triangles.map(convert)?,
            sheet: convert.array(&self.sheet)?,
            sheets: convert.array(&self.sheets)?,
            hinges: self.hinges.map(convert)?,
            segments: self.segments.map(convert)?,
            joints: self.joints.map(convert)?,
            stitches: self.stitches.map(convert)?,
        })
    }
}

#[cfg(feature = "std")]
impl<R: KernelReal> ElasticElements<crate::storage::Owned, R> {
    /// As kernels read them.
    pub fn view(&self) -> ElasticElements<Borrowed<'_>, R> {
        let Ok(elements) = self.map(&mut crate::storage::Borrow);
        elements
    }
}

/// The positions of a stencil.
#[inline]
fn gather<R: Real, const K: usize>(x: impl At<R>, vertices: &[u32; K]) -> [Vec3<R>; K] {
    vertices.map(|v| x.at(v))
}

impl<R: Real> SheetEnergy<R> {
    #[inline]
    fn quadratic(
        &self,
        rest: &RestTriangle<R>,
        thickness: R,
        x: &[Vec3<R>; 3],
        i: usize,
    ) -> VertexQuadratic<R> {
        let x = x.each_ref();
        match self {
            SheetEnergy::Stvk(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetEnergy::NeoHookean(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetEnergy::LimitedStvk(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetEnergy::LimitedNeoHookean(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetEnergy::Woven(membrane) => rest.at_vertex(membrane, thickness, x, i),
        }
    }

    /// Whether the deformation is within the limits.
    #[inline]
    fn allows(&self, f: &nalgebra::Matrix3x2<R>) -> bool {
        match self {
            SheetEnergy::Stvk(_) => true,
            SheetEnergy::NeoHookean(membrane) => membrane.energy(f) < R::infinity(),
            SheetEnergy::LimitedStvk(MembraneSum(_, limit))
            | SheetEnergy::LimitedNeoHookean(MembraneSum(_, limit)) => largest_stretch(f) < limit.s,
            SheetEnergy::Woven(membrane) => membrane.left_to_limits(f) > R::zero(),
        }
    }
}

impl<R: KernelReal> ElasticElements<Borrowed<'_>, R> {
    /// The quadratic model of the elements of one lane, as vertex `v` feels them.
    #[inline]
    pub fn quadratic(&self, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let mut local = self.tets_quadratic::<false>(v, x, lane);
        self.triangles.each(v, x, lane, |e, i, at| {
            let sheet = &self.sheets[self.sheet[e] as usize];
            let rest = &self.triangles.rest[e];
            local += sheet.kind.quadratic(rest, sheet.thickness, &at, i);
        });
        self.hinges.each(v, x, lane, |e, i, at| {
            local += self.hinges.rest[e].at_vertex(at.each_ref(), i);
        });
        self.segments.each(v, x, lane, |e, i, at| {
            local += self.segments.rest[e].at_vertex(at.each_ref(), i);
        });
        self.joints.each(v, x, lane, |e, i, at| {
            local += self.joints.rest[e].at_vertex(at.each_ref(), i);
        });
        local += self.stitches.quadratic(v, x, lane);
        local
    }

    /// The quadratic model of the tets of one lane, which are all `NEO_HOOKEAN` or of either material.
    #[inline]
    pub(super) fn tets_quadratic<const NEO_HOOKEAN: bool>(
        &self,
        v: u32,
        x: impl At<R>,
        lane: Lane,
    ) -> VertexQuadratic<R> {
        let mut local = VertexQuadratic::zero();
        self.tets.each(v, x, lane, |e, i, at| {
            let [mu, lambda] = self.lame[e];
            let rest = &self.tets.rest[e];
            local += if NEO_HOOKEAN || (e as u32) < self.corotated {
                rest.at_vertex(&NeoHookean { mu, lambda }, at.each_ref(), i)
            } else {
                rest.at_vertex(&FixedCorotated { mu, lambda }, at.each_ref(), i)
            }
        });
        local
    }

    /// The part of a step of vertex `v` that keeps its tets from inverting and its cloth within its limits.
    #[inline]
    pub fn shorten(&self, v: u32, x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        let step = self.shorten_for_tets(v, x, step);
        self.within_limits(v, x, step)
    }

    /// The part of a step of vertex `v` that keeps its tets from inverting.
    #[inline]
    pub(super) fn shorten_for_tets(&self, v: u32, x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        let mut fraction = R::one();
        for &item in self.tets.incidence.of(v as usize) {
            let (e, i) = split(item);
            if (e as u32) < self.corotated {
                fraction = fraction.min(self.tet_fraction(e, i, x, &step));
            }
        }
        step * fraction
    }

    /// Whether a step of vertex `v` keeps its tets from inverting and its cloth within its limits.
    #[inline]
    pub fn allow(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        self.tets_allow(v, x, step) && self.cloth_allows(v, x, step)
    }

    /// Whether a step of vertex `v` keeps its tets from inverting.
    #[inline]
    pub(super) fn tets_allow(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        let tets = self.tets.incidence.of(v as usize).iter();
        tets.map(|&item| split(item)).all(|(e, i)| {
            let is_limited = (e as u32) < self.corotated;
            !is_limited || self.tet_fraction(e, i, x, step) >= R::one()
        })
    }

    #[inline]
    fn cloth_allows(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        let triangles = self.triangles.incidence.of(v as usize).iter();
        triangles.map(|&item| split(item)).all(|(e, i)| {
            let sheet = &self.sheets[self.sheet[e] as usize];
            if let SheetEnergy::Stvk(_) = sheet.kind {
                return true;
            }
            let mut at = gather(x, &self.triangles.vertices[e]);
            at[i] += step;
            let f = self.triangles.rest[e].deformation_gradient(at.each_ref());
            sheet.kind.allows(&f)
        })
    }

    #[inline]
    fn within_limits(&self, v: u32, x: impl At<R>, mut step: Vec3<R>) -> Vec3<R> {
        for _ in 0..MAX_HALVINGS {
            if self.cloth_allows(v, x, &step) {
                return step;
            }
            step *= R::half();
        }
        Vec3::zeros()
    }

    /// The fraction of a step of vertex `i` of tet `e` that the tet allows.
    #[inline]
    fn tet_fraction(&self, e: usize, i: usize, x: impl At<R>, step: &Vec3<R>) -> R {
        let at = gather(x, &self.tets.vertices[e]);
        let least = self.tets.rest[e].volume * R::from_f64(6.0 * LEAST);
        tet_fraction(&at, i, step, least)
    }
}

impl<T: Plain, const K: usize> Batch<Borrowed<'_>, T, K> {
    /// Calls `work` with the number of each element of vertex `v` that is one lane's, the place of the vertex in it, and
    /// where its vertices are.
    #[inline]
    fn each<R: Real>(
        &self,
        v: u32,
        x: impl At<R>,
        lane: Lane,
        mut work: impl FnMut(usize, usize, [Vec3<R>; K]),
    ) {
        lane.each(self.incidence.of(v as usize), |item| {
            let (e, i) = split(item);
            work(e, i, gather(x, &self.vertices[e]));
        });
    }
}

impl<R: KernelReal> Batch<Borrowed<'_>, Stitching<R>, 3> {
    /// The quadratic model of the stitches of one lane, as vertex `v` feels them.
    #[inline]
    pub fn quadratic(&self, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let mut local = VertexQuadratic::zero();
        self.each(v, x, lane, |e, i, [a, b, c]| {
            let Stitching { place, stiffness } = self.rest[e];
            let along = a - b * (R::one() - place) - c * place;
            let [_, e0, e1] = self.vertices[e];
            let weight = match i {
                0 => R::one(),
                // An end that is both ends of the edge carries both parts.
                _ if e0 == e1 => -R::one(),
                1 => place - R::one(),
                _ => -place,
            };
            local += VertexQuadratic {
                gradient: along * (stiffness * weight),
                hessian: Mat3::from_diagonal_element(stiffness * weight * weight),
            };
        });
        local
    }
}

/// The fraction of a step of vertex `i` after which the tet still has a fifth of its volume, which changes in proportion,
/// and no less than a sixth of `least` (m³).
#[inline]
fn tet_fraction<R: Real>(x: &[Vec3<R>; 4], i: usize, step: &Vec3<R>, least: R) -> R {
    // The face across, seen from the vertex so that the volume is positive.
    let [a, b, c] = match i {
        0 => [x[1], x[3], x[2]],
        1 => [x[0], x[2], x[3]],
        2 => [x[0], x[3], x[1]],
        _ => [x[0], x[1], x[2]],
    };
    let normal = (b - a).cross(&(c - a));
    let (volume, change) = (normal.dot(&(x[i] - a)), normal.dot(step));
    let lost = -change;
    let allowed = (volume * R::from_f64(1.0 - KEPT)).min(volume - least);
    if lost <= allowed {
        R::one()
    } else {
        (allowed / lost).max(R::zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tet_keeps_a_fifth_of_its_volume() {
        let x = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
        for i in 0..4 {
            let centre = (x[0] + x[1] + x[2] + x[3]) * 0.25 - x[i];
            let through = centre * 4.0;
            let fraction: f64 = tet_fraction(&x, i, &through, 0.0);
            let mut moved = x;
            moved[i] += through * fraction;
            let volume =
                |x: &[Vec3<f64>; 4]| (x[1] - x[0]).cross(&(x[2] - x[0])).dot(&(x[3] - x[0]));
            assert!((volume(&moved) - KEPT * volume(&x)).abs() < 1e-12);
            assert_eq!(tet_fraction(&x, i, &-through, 0.0), 1.0);
        }
    }

    /// A vertex that is pushed at the face across again and again, as by a contact that does not give way.
    #[test]
    fn a_tet_never_becomes_flat_however_often_it_is_pressed() {
        fn pressed<R: Real>() -> (R, R) {
            let at = |x: f64, y: f64, z: f64| Vec3::new(x, y, z).map(R::from_f64);
            // Away from the origin, where coordinates round.
            let mut x = [
                at(3.0, 3.0, 3.0),
                at(3.1, 3.0, 3.0),
                at(3.0, 3.1, 3.0),
                at(3.0, 3.0, 3.1),
            ];
            let volume = |x: &[Vec3<R>; 4]| (x[1] - x[0]).cross(&(x[2] - x[0])).dot(&(x[3] - x[0]));
            let least = volume(&x) * R::from_f64(LEAST);
            for _ in 0..100 {
                let step = at(0.01, 0.01, -1.0);
                x[3] += step * tet_fraction(&x, 3, &step, least);
            }
            (volume(&x), least)
        }
        let (volume, least) = pressed::<f64>();
        assert!(volume > 0.99 * least && volume < 1.01 * least, "{volume:e}");
        let (volume, least) = pressed::<f32>();
        assert!(volume > 0.5 * least, "{volume:e}");
    }
}
