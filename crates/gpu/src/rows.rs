//! Elements as their vertices see them, made from the elements of a program.

use tangency_formulas::Real;
use tangency_kernels::vbd::{
    ClothHinge, ClothRows, ClothTriangle, Elements, RodJoint, RodRows, RodSegment, Rows, SheetKind,
    Uses,
};

/// Records by vertex.
#[derive(Clone, Debug)]
pub struct Records<T> {
    /// Where those of each vertex begin, and the end of the last.
    pub begin: Vec<u32>,
    /// The records.
    pub items: Vec<T>,
}

impl<T> Records<T> {
    /// A record for each use of each vertex, made from the number of the element and the place in it, where there is one.
    fn new(count: usize, uses: Uses<'_>, record: impl Fn(usize, usize) -> Option<T>) -> Self {
        let (mut begin, mut items) = (vec![0], Vec::new());
        for v in 0..count {
            let uses = uses.of(v).iter();
            items
                .extend(uses.filter_map(|&item| record((item >> 2) as usize, (item & 3) as usize)));
            begin.push(items.len() as u32);
        }
        Records { begin, items }
    }

    /// As kernels read them.
    pub fn view(&self) -> Rows<'_, T> {
        Rows {
            begin: &self.begin,
            items: &self.items,
        }
    }
}

/// All elements of cloth and rods by vertex.
#[derive(Clone, Debug)]
pub struct AllRecords<R: Real> {
    /// Triangles of plain cloth.
    pub triangles: Records<ClothTriangle<R>>,
    /// Hinges from their ends.
    pub hinge_ends: Records<ClothHinge<R>>,
    /// Hinges from their apexes.
    pub apexes: Records<ClothHinge<R>>,
    /// Segments of rods.
    pub segments: Records<RodSegment<R>>,
    /// Joints from their middles.
    pub middles: Records<RodJoint<R>>,
    /// Joints from their ends.
    pub joint_ends: Records<RodJoint<R>>,
}

impl<R: Real> AllRecords<R> {
    /// Those of `count` vertices.
    pub fn new(count: usize, elements: &Elements<'_, R>) -> Self {
        let (triangles, hinges) = (&elements.triangles, &elements.hinges);
        let (segments, joints) = (&elements.segments, &elements.joints);
        let triangle = |e: usize, i: usize| {
            let sheet = &triangles.sheets[triangles.sheet[e] as usize];
            let SheetKind::Stvk(membrane) = &sheet.kind else {
                return None;
            };
            let (vertices, rest) = (triangles.vertices[e], &triangles.rest[e]);
            Some(ClothTriangle::new(
                vertices,
                i,
                rest,
                membrane,
                sheet.thickness,
            ))
        };
        let hinge = |e: usize, i: usize| ClothHinge::new(hinges.vertices[e], i, hinges.rest[e]);
        let segment = |e: usize, i: usize| RodSegment {
            other: segments.vertices[e][1 - i],
            spring: segments.springs[e],
        };
        let joint = |e: usize, i: usize| RodJoint::new(joints.vertices[e], i, joints.bends[e]);
        AllRecords {
            triangles: Records::new(count, triangles.uses, triangle),
            hinge_ends: Records::new(count, hinges.uses, |e, i| (i < 2).then(|| hinge(e, i))),
            apexes: Records::new(count, hinges.uses, |e, i| (i >= 2).then(|| hinge(e, i))),
            segments: Records::new(count, segments.uses, |e, i| Some(segment(e, i))),
            middles: Records::new(count, joints.uses, |e, i| (i == 1).then(|| joint(e, i))),
            joint_ends: Records::new(count, joints.uses, |e, i| (i != 1).then(|| joint(e, i))),
        }
    }

    /// Those of cloth, with the stitches of `elements`.
    pub fn cloth<'a>(&'a self, elements: &Elements<'a, R>) -> ClothRows<'a, R> {
        ClothRows {
            triangles: self.triangles.view(),
            ends: self.hinge_ends.view(),
            apexes: self.apexes.view(),
            stitches: elements.stitches,
        }
    }

    /// Those of rods, with the stitches of `elements`.
    pub fn rods<'a>(&'a self, elements: &Elements<'a, R>) -> RodRows<'a, R> {
        RodRows {
            segments: self.segments.view(),
            middles: self.middles.view(),
            ends: self.joint_ends.view(),
            stitches: elements.stitches,
        }
    }
}
