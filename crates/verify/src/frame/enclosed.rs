//! Pieces of surface inside of solids, by one witness each. All by exact arithmetic.
//!
//! Where elements must not invert, a point is in a solid if it is in one of its elements. Where they may, elements that
//! are turned over, or hang on a vertex that has left the body, cover places without body; there the surface decides: it
//! winds around a point as often as the ray from the point along z leaves it more often than it enters.

use std::cmp::Ordering;

use super::{FrameReport, Judge};
use crate::exact::{Point, orient, turn};
use crate::hierarchy::{Bounds, Hierarchy};
use crate::report::FailureKind;
use crate::surface::Simplex;
use crate::touch::touches;

impl Judge<'_> {
    /// Witnesses inside of a solid or on it.
    pub(super) fn enclosures(&self) -> FrameReport {
        let (tets, solids) = (self.surface.tets(), &self.surface.solids);
        let corners = |tet: &[u32; 4]| tet.map(|v| self.x[v as usize]);
        let solid_of = |tet: &[u32; 4]| solids.of_vertex[tet[0] as usize];
        let rigid = (0..)
            .zip(tets)
            .filter(|(_, tet)| !solids.may_invert[solid_of(tet) as usize]);
        let by_tets = Hierarchy::new(rigid.map(|(i, tet)| (i, Bounds::around(corners(tet)))));
        let faces = (0..).zip(&solids.faces);
        let by_faces = Hierarchy::new(
            faces.map(|(i, face)| (i, Bounds::around(face.map(|v| self.x[v as usize])))),
        );
        self.in_pieces(self.surface.witnesses.len(), |i, report| {
            let witness = &self.surface.witnesses[i];
            let vertex = witness.vertices[0];
            let p = self.x[vertex as usize];
            let mut inside = Vec::new();
            by_tets.search(&Bounds::around([p]), 0.0, |j| {
                let tet = &tets[j as usize];
                if !tet.contains(&vertex) && is_in_tet(p, corners(tet)) {
                    inside.push(solid_of(tet));
                }
                0.0
            });
            let mut crossings = Vec::new();
            let above = Bounds::around([p, [p[0], p[1], f64::INFINITY]]);
            by_faces.search(&above, 0.0, |j| {
                let face = solids.faces[j as usize];
                let solid = solids.of_vertex[face[0] as usize];
                if solid != solids.of_vertex[vertex as usize] {
                    crossings.push((solid, crossing(p, face.map(|v| self.x[v as usize]))));
                }
                0.0
            });
            inside.extend(wound_around(crossings));
            self.tell_enclosures(witness, inside, report);
        })
    }

    /// Counts a point that is inside of some solids, each once.
    pub(super) fn tell_enclosures(
        &self,
        point: &Simplex,
        mut inside: Vec<u32>,
        report: &mut FrameReport,
    ) {
        inside.sort_unstable();
        inside.dedup();
        for solid in inside {
            report.fail(self.frame, FailureKind::Enclosure, || {
                let solid = self.surface.describe_solid(solid);
                (self.surface.describe(point), Some(solid))
            });
        }
    }
}

/// The solids whose surface winds around a point, or has it on it, from what each of their parts adds to that.
pub(super) fn wound_around(mut crossings: Vec<(u32, Option<i32>)>) -> Vec<u32> {
    crossings.sort_unstable();
    let solids = crossings.chunk_by(|a, b| a.0 == b.0);
    let wound = solids.filter(|parts| {
        let turns: Option<i32> = parts.iter().map(|part| part.1).sum();
        turns != Some(0)
    });
    wound.map(|parts| parts[0].0).collect()
}

/// Whether a point is in a closed tet that is not inverted: with it in place of any corner the tet is not either.
fn is_in_tet(p: Point, [a, b, c, d]: [Point; 4]) -> bool {
    let parts = [[b, c, d, p], [p, c, d, a], [b, p, d, a], [b, c, p, a]];
    parts.iter().all(|&[b, c, d, a]| orient(b, c, d, a).is_ge())
}

/// The crossing of the ray from `p` along z with an outward triangle: 1 out, -1 in, 0 not; `None` where `p` is on the
/// triangle.
///
/// Of two triangles with a common edge that the ray meets exactly one must count. The edge belongs to the side of
/// larger x of it, or of larger y where it runs along x: the ray is thought to be that much aside.
fn crossing(p: Point, t: [Point; 3]) -> Option<i32> {
    if touches(p, p, t) {
        return None;
    }
    let facing = turn(t[0], t[1], t[2]);
    if facing.is_eq() {
        return Some(0);
    }
    let passes = |(i, j): (usize, usize)| {
        let along = |k: usize| t[j][k].partial_cmp(&t[i][k]).unwrap_or(Ordering::Equal);
        let aside = along(1).reverse().then(along(0));
        turn(t[i], t[j], p).then(aside) == facing
    };
    // With the triangle's area turned up, a point below it has it above.
    let is_below = orient(t[0], t[1], t[2], p) == facing;
    let meets = is_below && [(0, 1), (1, 2), (2, 0)].into_iter().all(passes);
    Some(match (meets, facing.is_gt()) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => -1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An octahedron around the origin, outward.
    fn octahedron() -> Vec<[Point; 3]> {
        let mut faces = Vec::new();
        for (x, y, z) in [1.0, -1.0].into_iter().flat_map(|x| {
            [1.0, -1.0]
                .into_iter()
                .flat_map(move |y| [1.0, -1.0].map(move |z| (x, y, z)))
        }) {
            let corners = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
            let [a, b, c] = corners;
            faces.push(if x * y * z > 0.0 {
                [a, b, c]
            } else {
                [b, a, c]
            });
        }
        faces
    }

    fn turns(p: Point) -> Option<i32> {
        octahedron().into_iter().map(|face| crossing(p, face)).sum()
    }

    /// The grid has points below all vertices and edges, so that the ray meets them exactly.
    #[test]
    fn rays_through_vertices_and_edges_count_once() {
        let steps = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
        for p in steps.into_iter().flat_map(|x| {
            steps
                .into_iter()
                .flat_map(move |y| steps.map(move |z| [x, y, z]))
        }) {
            let size: f64 = p.iter().map(|c: &f64| c.abs()).sum();
            let expected = match size.total_cmp(&1.0) {
                Ordering::Less => Some(1),
                Ordering::Equal => None,
                Ordering::Greater => Some(0),
            };
            assert_eq!(turns(p), expected, "{p:?}");
        }
    }
}
