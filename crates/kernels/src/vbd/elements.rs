//! What a vertex feels of the elastic elements around it.

use tangency_formulas::elastic::membrane::Membrane;
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{
    FixedCorotated, NeoHookean, NeoHookeanMembrane, Orthotropic, RestHinge, RodBend, Spring,
    StrainLimit, StvkMembrane, Sum, largest_stretch,
};
use tangency_formulas::{Mat3, Real, Vec3, VertexShare};

use super::{At, Lane, Uses};

/// Share of its volume that a tet keeps in one move of one vertex.
const KEPT: f64 = 0.2;
/// Share of its volume at rest below which no move takes a tet: far above what rounding could make zero of, in single
/// precision, too. At a ten-thousandth, a neo-Hookean material resists with ten thousand times its stiffness.
const LEAST: f64 = 1e-4;
/// Halvings of a step that would stretch cloth beyond its limit.
const MAX_HALVINGS: u32 = 8;

/// Tetrahedra: those of the neo-Hookean material first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tets<'a, R: Real> {
    /// Vertices.
    pub vertices: &'a [[u32; 4]],
    /// Shape at rest.
    pub rest: &'a [RestTet<R>],
    /// Shear modulus and Lamé's λ, Pa.
    pub lame: &'a [[R; 2]],
    /// Number of the first one of the fixed-corotated material.
    pub corotated: u32,
    /// By vertex.
    pub uses: Uses<'a>,
}

/// How a sheet resists stretching.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub enum SheetKind<R: Real> {
    /// Saint Venant-Kirchhoff.
    Stvk(StvkMembrane<R>),
    /// Neo-Hookean.
    NeoHookean(NeoHookeanMembrane<R>),
    /// Saint Venant-Kirchhoff with a strain limit.
    LimitedStvk(Sum<StvkMembrane<R>, StrainLimit<R>>),
    /// Neo-Hookean with a strain limit.
    LimitedNeoHookean(Sum<NeoHookeanMembrane<R>, StrainLimit<R>>),
    /// Woven.
    Woven(Orthotropic<R>),
}

/// The stretching of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Sheet<R: Real> {
    /// Its energy density.
    pub kind: SheetKind<R>,
    /// Its thickness, m.
    pub thickness: R,
}

/// Triangles of shells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Triangles<'a, R: Real> {
    /// Vertices.
    pub vertices: &'a [[u32; 3]],
    /// Shape at rest.
    pub rest: &'a [RestTriangle<R>],
    /// What each is made of, by its place in `sheets`.
    pub sheet: &'a [u32],
    /// The materials.
    pub sheets: &'a [Sheet<R>],
    /// By vertex.
    pub uses: Uses<'a>,
}

/// Hinges of shells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hinges<'a, R: Real> {
    /// Edge, left vertex, right vertex.
    pub vertices: &'a [[u32; 4]],
    /// Stiffness and angle at rest.
    pub rest: &'a [RestHinge<R>],
    /// By vertex.
    pub uses: Uses<'a>,
}

/// Segments of rods.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segments<'a, R: Real> {
    /// Vertices.
    pub vertices: &'a [[u32; 2]],
    /// Stiffness and length at rest.
    pub springs: &'a [Spring<R>],
    /// By vertex.
    pub uses: Uses<'a>,
}

/// Joints of rods.
#[derive(Clone, Copy, Debug, Default)]
pub struct Joints<'a, R: Real> {
    /// Far end, common vertex, other far end.
    pub vertices: &'a [[u32; 3]],
    /// Stiffness.
    pub bends: &'a [RodBend<R>],
    /// By vertex.
    pub uses: Uses<'a>,
}

/// Stitches: a vertex drawn to the point of an edge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stitches<'a, R: Real> {
    /// Vertex, then the edge; the same vertex twice for a point.
    pub vertices: &'a [[u32; 3]],
    /// Where on the edge, from 0 to 1, and stiffness, N/m.
    pub springs: &'a [[R; 2]],
    /// By vertex.
    pub uses: Uses<'a>,
}

/// Everything elastic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Elements<'a, R: Real> {
    /// Tetrahedra.
    pub tets: Tets<'a, R>,
    /// Triangles of shells.
    pub triangles: Triangles<'a, R>,
    /// Their hinges.
    pub hinges: Hinges<'a, R>,
    /// Segments of rods.
    pub segments: Segments<'a, R>,
    /// Their joints.
    pub joints: Joints<'a, R>,
    /// Stitches.
    pub stitches: Stitches<'a, R>,
}

/// Number and place of a use.
#[inline]
fn split(item: u32) -> (usize, usize) {
    ((item >> 2) as usize, (item & 3) as usize)
}

/// The positions of a stencil.
#[inline]
fn gather<R: Real, const K: usize>(x: impl At<R>, vertices: &[u32; K]) -> [Vec3<R>; K] {
    vertices.map(|v| x.at(v))
}

impl<R: Real> SheetKind<R> {
    #[inline]
    fn share(
        &self,
        rest: &RestTriangle<R>,
        thickness: R,
        x: &[Vec3<R>; 3],
        i: usize,
    ) -> VertexShare<R> {
        let x = x.each_ref();
        match self {
            SheetKind::Stvk(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetKind::NeoHookean(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetKind::LimitedStvk(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetKind::LimitedNeoHookean(membrane) => rest.at_vertex(membrane, thickness, x, i),
            SheetKind::Woven(membrane) => rest.at_vertex(membrane, thickness, x, i),
        }
    }

    /// Whether the deformation is within the limits.
    #[inline]
    fn allows(&self, f: &nalgebra::Matrix3x2<R>) -> bool {
        match self {
            SheetKind::Stvk(_) => true,
            SheetKind::NeoHookean(membrane) => membrane.energy(f) < R::infinity(),
            SheetKind::LimitedStvk(Sum(_, limit)) | SheetKind::LimitedNeoHookean(Sum(_, limit)) => {
                largest_stretch(f) < limit.s
            }
            SheetKind::Woven(membrane) => membrane.left_to_limits(f) > R::zero(),
        }
    }
}

impl<R: Real> Elements<'_, R> {
    /// What vertex `v` feels of all elements.
    #[inline]
    pub fn share(&self, v: u32, x: impl At<R>) -> VertexShare<R> {
        self.share_of(v, x, Lane::ALONE)
    }

    /// What vertex `v` feels of the elements of one lane.
    #[inline]
    pub fn share_of(&self, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        let v = v as usize;
        let mut share = VertexShare::zero();
        lane.each(self.tets.uses.of(v), |item| share += self.tet(item, x));
        lane.each(self.triangles.uses.of(v), |item| {
            let (e, i) = split(item);
            let at = gather(x, &self.triangles.vertices[e]);
            let sheet = &self.triangles.sheets[self.triangles.sheet[e] as usize];
            let rest = &self.triangles.rest[e];
            share += sheet.kind.share(rest, sheet.thickness, &at, i);
        });
        lane.each(self.hinges.uses.of(v), |item| {
            let (e, i) = split(item);
            let at = gather(x, &self.hinges.vertices[e]);
            share += self.hinges.rest[e].at_vertex(at.each_ref(), i);
        });
        lane.each(self.segments.uses.of(v), |item| {
            let (e, i) = split(item);
            let at = gather(x, &self.segments.vertices[e]);
            share += self.segments.springs[e].at_vertex(at.each_ref(), i);
        });
        lane.each(self.joints.uses.of(v), |item| {
            let (e, i) = split(item);
            let at = gather(x, &self.joints.vertices[e]);
            share += self.joints.bends[e].at_vertex(at.each_ref(), i);
        });
        share += self.stitches.share_of(v, x, lane);
        share
    }

    #[inline]
    fn tet(&self, item: u32, x: impl At<R>) -> VertexShare<R> {
        let (e, i) = split(item);
        let at = gather(x, &self.tets.vertices[e]);
        let [mu, lambda] = self.tets.lame[e];
        let rest = &self.tets.rest[e];
        if (e as u32) < self.tets.corotated {
            rest.at_vertex(&NeoHookean { mu, lambda }, at.each_ref(), i)
        } else {
            rest.at_vertex(&FixedCorotated { mu, lambda }, at.each_ref(), i)
        }
    }

    /// The part of a step of vertex `v` that keeps its tets from inverting and its cloth within its limits.
    #[inline]
    pub fn shorten(&self, v: u32, x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        let mut share = R::one();
        for &item in self.tets.uses.of(v as usize) {
            let (e, i) = split(item);
            if (e as u32) < self.tets.corotated {
                share = share.min(self.tets.share_of_step(e, i, x, &step));
            }
        }
        self.within_limits(v, x, step * share)
    }

    /// Whether a step of vertex `v` keeps its tets from inverting and its cloth within its limits.
    #[inline]
    pub fn allow(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        let mut tets = self
            .tets
            .uses
            .of(v as usize)
            .iter()
            .map(|&item| split(item));
        let volumes = tets.all(|(e, i)| {
            let is_limited = (e as u32) < self.tets.corotated;
            !is_limited || self.tets.share_of_step(e, i, x, step) >= R::one()
        });
        volumes && self.cloth_allows(v, x, step)
    }

    #[inline]
    fn cloth_allows(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        let uses = self.triangles.uses.of(v as usize).iter();
        uses.map(|&item| split(item)).all(|(e, i)| {
            let sheet = &self.triangles.sheets[self.triangles.sheet[e] as usize];
            if let SheetKind::Stvk(_) = sheet.kind {
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
}

impl<R: Real> Tets<'_, R> {
    /// The share of a step of vertex `i` of tet `e` that the tet allows.
    #[inline]
    fn share_of_step(&self, e: usize, i: usize, x: impl At<R>, step: &Vec3<R>) -> R {
        let at = gather(x, &self.vertices[e]);
        let least = self.rest[e].volume * R::from_f64(6.0 * LEAST);
        tet_share(&at, i, step, least)
    }
}

impl<R: Real> Stitches<'_, R> {
    /// What vertex `v` feels of the stitches of one lane.
    #[inline]
    pub fn share_of(&self, v: usize, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        let mut share = VertexShare::zero();
        lane.each(self.uses.of(v), |item| share += self.share(item, x));
        share
    }

    #[inline]
    fn share(&self, item: u32, x: impl At<R>) -> VertexShare<R> {
        let (e, i) = split(item);
        let [a, b, c] = gather(x, &self.vertices[e]);
        let [place, stiffness] = self.springs[e];
        let along = a - b * (R::one() - place) - c * place;
        let [_, e0, e1] = self.vertices[e];
        let weight = match i {
            0 => R::one(),
            // An end that is both ends of the edge carries both shares.
            _ if e0 == e1 => -R::one(),
            1 => place - R::one(),
            _ => -place,
        };
        VertexShare {
            gradient: along * (stiffness * weight),
            hessian: Mat3::from_diagonal_element(stiffness * weight * weight),
        }
    }
}

/// The share of a step of vertex `i` after which the tet still has a fifth of its volume, which changes in proportion,
/// and no less than a sixth of `least` (m³).
#[inline]
fn tet_share<R: Real>(x: &[Vec3<R>; 4], i: usize, step: &Vec3<R>, least: R) -> R {
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
            let share: f64 = tet_share(&x, i, &through, 0.0);
            let mut moved = x;
            moved[i] += through * share;
            let volume =
                |x: &[Vec3<f64>; 4]| (x[1] - x[0]).cross(&(x[2] - x[0])).dot(&(x[3] - x[0]));
            assert!((volume(&moved) - KEPT * volume(&x)).abs() < 1e-12);
            assert_eq!(tet_share(&x, i, &-through, 0.0), 1.0);
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
                x[3] += step * tet_share(&x, 3, &step, least);
            }
            (volume(&x), least)
        }
        let (volume, least) = pressed::<f64>();
        assert!(volume > 0.99 * least && volume < 1.01 * least, "{volume:e}");
        let (volume, least) = pressed::<f32>();
        assert!(volume > 0.5 * least, "{volume:e}");
    }
}
