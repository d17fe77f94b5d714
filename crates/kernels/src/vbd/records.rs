//! Elements as their vertices see them: for every vertex a record of each element around it, one behind the other, with
//! all it takes to feel it but where the others are. A GPU so waits for memory twice, for the record and for the others,
//! where lists of numbers of elements would have it wait four times.
//!
//! In a record the vertex itself is always the first: triangles are turned, and hinges and joints turned around, which
//! changes no energy.

use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{RestHinge, RodBend, Spring, StvkMembrane};
use tangency_formulas::{Real, Vec3, VertexQuadratic};

use super::{Batch, ElasticElements, Stitching};
use crate::KernelReal;
use crate::lane::Lane;
use crate::positions::At;
use crate::rows::Rows;
use crate::storage::{Borrowed, Convert, OnDevice, Storage, plain};

/// Something elastic, as a sweep needs it.
pub trait VertexElastic<R: Real>: Copy {
    /// Whether some elements may only deform within limits.
    const HAS_LIMITS: bool;
    /// In how many parts the work on a vertex is divided, each of one kind: threads that run together should do the
    /// same.
    const PARTS: usize;

    /// The quadratic model of the elements of one part and one lane, as vertex `v` feels them.
    fn quadratic(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R>;

    /// The part of a step of vertex `v` that keeps its elements within their limits.
    #[inline]
    fn shortened(&self, _v: u32, _x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        step
    }

    /// Whether a step of vertex `v` keeps its elements within their limits.
    #[inline]
    fn allows(&self, _v: u32, _x: impl At<R>, _step: &Vec3<R>) -> bool {
        true
    }
}

impl<R: KernelReal> VertexElastic<R> for ElasticElements<Borrowed<'_>, R> {
    const HAS_LIMITS: bool = true;
    const PARTS: usize = 1;

    #[inline]
    fn quadratic(&self, _: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        ElasticElements::quadratic(self, v, x, lane)
    }

    #[inline]
    fn shortened(&self, v: u32, x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        self.shorten(v, x, step)
    }

    #[inline]
    fn allows(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        self.allow(v, x, step)
    }
}

/// A triangle of cloth of the Saint Venant-Kirchhoff material. 32 bytes in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct ClothTriangle<R: Real> {
    /// The other two vertices.
    pub others: [u32; 2],
    /// The moduli times area and thickness, J.
    pub moduli: [R; 2],
    /// Inverse of the rest shape matrix, column by column, 1/m.
    pub inverse: [R; 4],
}

impl<R: Real> ClothTriangle<R> {
    /// The triangle with these vertices, seen from the one at place `i`.
    pub fn new(
        vertices: [u32; 3],
        i: usize,
        rest: &RestTriangle<R>,
        membrane: &StvkMembrane<R>,
        thickness: R,
    ) -> Self {
        let (next, last) = ((i + 1) % 3, (i + 2) % 3);
        let volume = rest.area * thickness;
        let (a, b) = (rest.slope(next), rest.slope(last));
        ClothTriangle {
            others: [vertices[next], vertices[last]],
            moduli: [membrane.mu * volume, membrane.lambda * volume],
            inverse: [a.x, b.x, a.y, b.y],
        }
    }

    #[inline]
    fn quadratic(&self, own: &Vec3<R>, x: impl At<R>) -> VertexQuadratic<R> {
        let [a, b] = self.others.map(|v| x.at(v));
        let [mu, lambda] = self.moduli;
        let [a0, b0, a1, b1] = self.inverse;
        let rest = RestTriangle {
            inverse: nalgebra::Matrix2::new(a0, a1, b0, b1),
            area: R::one(),
        };
        rest.at_vertex(&StvkMembrane { mu, lambda }, R::one(), [own, &a, &b], 0)
    }
}

/// A hinge, seen from an end of its edge or from an apex. 32 bytes in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct ClothHinge<R: Real> {
    /// From an end: the other end, the apexes left and right of the edge. From an apex: the edge and the other apex,
    /// so that this one is on the left.
    pub others: [u32; 3],
    /// Stiffness and angle at rest.
    pub rest: RestHinge<R>,
}

impl<R: Real> ClothHinge<R> {
    /// The hinge with these vertices, seen from the one at place `i`: 0 and 1 are ends, 2 and 3 apexes.
    pub fn new(vertices: [u32; 4], i: usize, rest: RestHinge<R>) -> Self {
        let [e0, e1, a, b] = vertices;
        let others = match i {
            0 => [e1, a, b],
            1 => [e0, b, a],
            2 => [e0, e1, b],
            _ => [e1, e0, a],
        };
        ClothHinge { others, rest }
    }

    #[inline]
    fn at_end(&self, own: &Vec3<R>, x: impl At<R>) -> VertexQuadratic<R> {
        let [end, a, b] = self.others.map(|v| x.at(v));
        self.rest.at_vertex([own, &end, &a, &b], 0)
    }

    #[inline]
    fn at_apex(&self, own: &Vec3<R>, x: impl At<R>) -> VertexQuadratic<R> {
        let [e0, e1, b] = self.others.map(|v| x.at(v));
        self.rest.at_vertex([&e0, &e1, own, &b], 2)
    }
}

/// A segment of a rod.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct RodSegment<R: Real> {
    /// The other end.
    pub other: u32,
    /// Stiffness and length at rest.
    pub spring: Spring<R>,
}

/// A joint of a rod, seen from its middle or from an end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct RodHinge<R: Real> {
    /// From the middle: the ends. From an end: the middle, then the other end.
    pub others: [u32; 2],
    /// Stiffness.
    pub bend: RodBend<R>,
}

impl<R: Real> RodHinge<R> {
    /// The joint with these vertices, seen from the one at place `i`, of which 1 is the middle.
    pub fn new(vertices: [u32; 3], i: usize, bend: RodBend<R>) -> Self {
        let [a, b, c] = vertices;
        let others = match i {
            0 => [b, c],
            1 => [a, c],
            _ => [b, a],
        };
        RodHinge { others, bend }
    }

    #[inline]
    fn at_middle(&self, own: &Vec3<R>, x: impl At<R>) -> VertexQuadratic<R> {
        let [a, c] = self.others.map(|v| x.at(v));
        self.bend.at_vertex([&a, own, &c], 1)
    }

    #[inline]
    fn at_end(&self, own: &Vec3<R>, x: impl At<R>) -> VertexQuadratic<R> {
        let [b, c] = self.others.map(|v| x.at(v));
        self.bend.at_vertex([own, &b, &c], 0)
    }
}

plain!(; ClothTriangle, ClothHinge, RodSegment, RodHinge);

/// All elements of cloth and rods but stitches, by vertex.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct ElasticRows<S: Storage, R: KernelReal> {
    /// Triangles of cloth of the Saint Venant-Kirchhoff material.
    pub triangles: Rows<S, ClothTriangle<R>>,
    /// Hinges at whose edges' ends vertices are.
    pub hinge_ends: Rows<S, ClothHinge<R>>,
    /// Hinges at whose apexes they are.
    pub apexes: Rows<S, ClothHinge<R>>,
    /// Segments of rods.
    pub segments: Rows<S, RodSegment<R>>,
    /// Joints in whose middle they are.
    pub middles: Rows<S, RodHinge<R>>,
    /// Joints at whose ends they are.
    pub joint_ends: Rows<S, RodHinge<R>>,
}

impl<R: KernelReal> Copy for ElasticRows<Borrowed<'_>, R> {}
impl<R: KernelReal> Copy for ElasticRows<OnDevice, R> {}

impl<S: Storage, R: KernelReal> ElasticRows<S, R> {
    /// The records in another storage.
    #[inline]
    pub fn map<'a, C: Convert<'a, S>>(
        &'a self,
        convert: &mut C,
    ) -> Result<ElasticRows<C::To, R>, C::Error> {
        Ok(ElasticRows {
            triangles: self.triangles.map(convert)?,
            hinge_ends: self.hinge_ends.map(convert)?,
            apexes: self.apexes.map(convert)?,
            segments: self.segments.map(convert)?,
            middles: self.middles.map(convert)?,
            joint_ends: self.joint_ends.map(convert)?,
        })
    }
}

#[cfg(feature = "std")]
impl<R: KernelReal> ElasticRows<crate::storage::Owned, R> {
    /// The records of `count` vertices.
    pub fn new(count: usize, elements: &ElasticElements<Borrowed<'_>, R>) -> Self {
        let (triangles, hinges) = (&elements.triangles, &elements.hinges);
        let (segments, joints) = (&elements.segments, &elements.joints);
        let triangle = |e: usize, i: usize| {
            let sheet = &elements.sheets[elements.sheet[e] as usize];
            let super::SheetEnergy::Stvk(membrane) = &sheet.kind else {
                return None;
            };
            let (vertices, rest) = (triangles.vertices[e], &triangles.rest[e]);
            let thickness = sheet.thickness;
            Some(ClothTriangle::new(vertices, i, rest, membrane, thickness))
        };
        let hinge = |e: usize, i: usize| ClothHinge::new(hinges.vertices[e], i, hinges.rest[e]);
        let segment = |e: usize, i: usize| RodSegment {
            other: segments.vertices[e][1 - i],
            spring: segments.rest[e],
        };
        let joint = |e: usize, i: usize| RodHinge::new(joints.vertices[e], i, joints.rest[e]);
        let (at_hinges, at_joints) = (hinges.incidence, joints.incidence);
        ElasticRows {
            triangles: Rows::of_records(count, triangles.incidence, triangle),
            hinge_ends: Rows::of_records(count, at_hinges, |e, i| (i < 2).then(|| hinge(e, i))),
            apexes: Rows::of_records(count, at_hinges, |e, i| (i >= 2).then(|| hinge(e, i))),
            segments: Rows::of_records(count, segments.incidence, |e, i| Some(segment(e, i))),
            middles: Rows::of_records(count, at_joints, |e, i| (i == 1).then(|| joint(e, i))),
            joint_ends: Rows::of_records(count, at_joints, |e, i| (i != 1).then(|| joint(e, i))),
        }
    }

    /// As kernels read them.
    pub fn view(&self) -> ElasticRows<Borrowed<'_>, R> {
        let Ok(rows) = self.map(&mut crate::storage::Borrow);
        rows
    }
}

/// Cloth of the Saint Venant-Kirchhoff material with hinges and stitches.
#[derive(Clone, Copy, Debug)]
pub struct ClothRows<'a, R: KernelReal> {
    /// Triangles and hinges.
    pub rows: ElasticRows<Borrowed<'a>, R>,
    /// Stitches.
    pub stitches: Batch<Borrowed<'a>, Stitching<R>, 3>,
}

impl<R: KernelReal> VertexElastic<R> for ClothRows<'_, R> {
    const HAS_LIMITS: bool = false;
    const PARTS: usize = 3;

    #[inline]
    fn quadratic(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let own = x.at(v);
        let mut local = VertexQuadratic::zero();
        let (rows, k) = (&self.rows, v as usize);
        match part {
            0 => {
                local += self.stitches.quadratic(v, x, lane);
                lane.each(rows.triangles.of(k), |item| {
                    local += item.quadratic(&own, x)
                });
            }
            1 => lane.each(rows.hinge_ends.of(k), |item| local += item.at_end(&own, x)),
            _ => lane.each(rows.apexes.of(k), |item| local += item.at_apex(&own, x)),
        }
        local
    }
}

/// Rods and stitches.
#[derive(Clone, Copy, Debug)]
pub struct RodRows<'a, R: KernelReal> {
    /// Segments and joints.
    pub rows: ElasticRows<Borrowed<'a>, R>,
    /// Stitches.
    pub stitches: Batch<Borrowed<'a>, Stitching<R>, 3>,
}

impl<R: KernelReal> VertexElastic<R> for RodRows<'_, R> {
    const HAS_LIMITS: bool = false;
    const PARTS: usize = 1;

    #[inline]
    fn quadratic(&self, _: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let own = x.at(v);
        let (rows, k) = (&self.rows, v as usize);
        let mut local = self.stitches.quadratic(v, x, lane);
        lane.each(rows.segments.of(k), |item| {
            local += item.spring.at_vertex([&own, &x.at(item.other)], 0)
        });
        lane.each(rows.middles.of(k), |item| local += item.at_middle(&own, x));
        lane.each(rows.joint_ends.of(k), |item| local += item.at_end(&own, x));
        local
    }
}

/// Solids of the neo-Hookean material, and stitches. The sweep of anything else has to know how to take a deformation
/// apart into rotations and stretches, and needs twice the registers.
#[derive(Clone, Copy, Debug)]
pub struct NeoHookeanTets<'a, R: KernelReal>(pub ElasticElements<Borrowed<'a>, R>);

impl<R: KernelReal> VertexElastic<R> for NeoHookeanTets<'_, R> {
    const HAS_LIMITS: bool = true;
    const PARTS: usize = 1;

    #[inline]
    fn quadratic(&self, _: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let mut local = self.0.tets_quadratic::<true>(v, x, lane);
        local += self.0.stitches.quadratic(v, x, lane);
        local
    }

    #[inline]
    fn shortened(&self, v: u32, x: impl At<R>, step: Vec3<R>) -> Vec3<R> {
        self.0.shorten_for_tets(v, x, step)
    }

    #[inline]
    fn allows(&self, v: u32, x: impl At<R>, step: &Vec3<R>) -> bool {
        self.0.tets_allow(v, x, step)
    }
}
