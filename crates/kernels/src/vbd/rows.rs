//! Elements as their vertices see them: for every vertex a record of each element around it, one behind the other, with
//! all it takes to feel it but where the others are. A GPU so waits for memory twice, for the record and for the others,
//! where lists of numbers of elements would have it wait four times.
//!
//! In a record the vertex itself is always the first: triangles are turned, and hinges and joints turned around, which
//! changes no energy.

use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_formulas::elastic::{RestHinge, RodBend, Spring, StvkMembrane};
use tangency_formulas::{Real, Vec3, VertexShare};

use super::{At, Elements, Lane, Stitches};

/// Something elastic, as a sweep needs it.
pub trait Elastic<R: Real>: Copy {
    /// Whether some elements may only deform within limits.
    const HAS_LIMITS: bool;
    /// In how many parts the work on a vertex is divided, each of one kind: threads that run together should do the
    /// same.
    const PARTS: usize;

    /// What vertex `v` feels of the elements of one part and one lane.
    fn share_of(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R>;

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

impl<R: Real> Elastic<R> for Elements<'_, R> {
    const HAS_LIMITS: bool = true;
    const PARTS: usize = 1;

    #[inline]
    fn share_of(&self, _: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        Elements::share_of(self, v, x, lane)
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

/// Records by vertex.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    /// Where those of each vertex begin, and the end of the last.
    pub begin: &'a [u32],
    /// The records.
    pub items: &'a [T],
}

impl<'a, T> Rows<'a, T> {
    /// Those of vertex `v`.
    #[inline]
    fn of(&self, v: u32) -> &'a [T] {
        if self.items.is_empty() {
            return &[];
        }
        let v = v as usize;
        &self.items[self.begin[v] as usize..self.begin[v + 1] as usize]
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
    fn share(&self, own: &Vec3<R>, x: impl At<R>) -> VertexShare<R> {
        let [a, b] = self.others.map(|v| x.at(v));
        let [mu, lambda] = self.moduli;
        let rest = RestTriangle {
            inverse: nalgebra::Matrix2::from_column_slice(&self.inverse),
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
    fn share_of_end(&self, own: &Vec3<R>, x: impl At<R>) -> VertexShare<R> {
        let [end, a, b] = self.others.map(|v| x.at(v));
        self.rest.at_vertex([own, &end, &a, &b], 0)
    }

    #[inline]
    fn share_of_apex(&self, own: &Vec3<R>, x: impl At<R>) -> VertexShare<R> {
        let [e0, e1, b] = self.others.map(|v| x.at(v));
        self.rest.at_vertex([&e0, &e1, own, &b], 2)
    }
}

/// Cloth of the Saint Venant-Kirchhoff material with hinges and stitches.
#[derive(Clone, Copy, Debug)]
pub struct ClothRows<'a, R: Real> {
    /// Triangles.
    pub triangles: Rows<'a, ClothTriangle<R>>,
    /// Hinges at whose edges' ends vertices are.
    pub ends: Rows<'a, ClothHinge<R>>,
    /// Hinges at whose apexes vertices are.
    pub apexes: Rows<'a, ClothHinge<R>>,
    /// Stitches.
    pub stitches: Stitches<'a, R>,
}

impl<R: Real> Elastic<R> for ClothRows<'_, R> {
    const HAS_LIMITS: bool = false;
    const PARTS: usize = 3;

    #[inline]
    fn share_of(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        let own = x.at(v);
        let mut share = VertexShare::zero();
        match part {
            0 => {
                share += self.stitches.share_of(v as usize, x, lane);
                lane.each(self.triangles.of(v), |item| share += item.share(&own, x));
            }
            1 => lane.each(self.ends.of(v), |item| share += item.share_of_end(&own, x)),
            _ => lane.each(self.apexes.of(v), |item| {
                share += item.share_of_apex(&own, x)
            }),
        }
        share
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
pub struct RodJoint<R: Real> {
    /// From the middle: the ends. From an end: the middle, then the other end.
    pub others: [u32; 2],
    /// Stiffness.
    pub bend: RodBend<R>,
}

impl<R: Real> RodJoint<R> {
    /// The joint with these vertices, seen from the one at place `i`, of which 1 is the middle.
    pub fn new(vertices: [u32; 3], i: usize, bend: RodBend<R>) -> Self {
        let [a, b, c] = vertices;
        let others = match i {
            0 => [b, c],
            1 => [a, c],
            _ => [b, a],
        };
        RodJoint { others, bend }
    }

    #[inline]
    fn share_of_middle(&self, own: &Vec3<R>, x: impl At<R>) -> VertexShare<R> {
        let [a, c] = self.others.map(|v| x.at(v));
        self.bend.at_vertex([&a, own, &c], 1)
    }

    #[inline]
    fn share_of_end(&self, own: &Vec3<R>, x: impl At<R>) -> VertexShare<R> {
        let [b, c] = self.others.map(|v| x.at(v));
        self.bend.at_vertex([own, &b, &c], 0)
    }
}

/// Rods and stitches.
#[derive(Clone, Copy, Debug)]
pub struct RodRows<'a, R: Real> {
    /// Segments.
    pub segments: Rows<'a, RodSegment<R>>,
    /// Joints in whose middle vertices are.
    pub middles: Rows<'a, RodJoint<R>>,
    /// Joints at whose ends they are.
    pub ends: Rows<'a, RodJoint<R>>,
    /// Stitches.
    pub stitches: Stitches<'a, R>,
}

impl<R: Real> Elastic<R> for RodRows<'_, R> {
    const HAS_LIMITS: bool = false;
    const PARTS: usize = 1;

    #[inline]
    fn share_of(&self, _: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        let own = x.at(v);
        let mut share = self.stitches.share_of(v as usize, x, lane);
        lane.each(self.segments.of(v), |item| {
            share += item.spring.at_vertex([&own, &x.at(item.other)], 0)
        });
        lane.each(self.middles.of(v), |item| {
            share += item.share_of_middle(&own, x)
        });
        lane.each(self.ends.of(v), |item| share += item.share_of_end(&own, x));
        share
    }
}
