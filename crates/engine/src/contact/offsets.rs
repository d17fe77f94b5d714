//! Which pairs are closer than the offsets of their bodies, exactly: for the certificate.

use tangency_geometry::bvh::{BroadPhase, Surface, Sweep};
use tangency_geometry::continuous::side_of_plane;
use tangency_geometry::{Vec3, apart};

use crate::model::{ContactSurface, Model};

/// Counts pairs at their offset or closer; memory is kept from call to call.
#[derive(Default)]
pub struct Offsets {
    surface: BroadPhase,
    loose: BroadPhase,
}

impl Offsets {
    /// Number of admissible pairs that are not farther apart than their offset, where that is not zero; bodies
    /// without offsets are left to the test for intersections.
    pub fn count_violations(&mut self, model: &Model, x: &[Vec3]) -> u64 {
        let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
        if thickest == 0.0 {
            return 0;
        }
        let ContactSurface {
            points,
            edges,
            triangles,
            loose,
            ..
        } = &model.surface;
        let sweep = Sweep {
            positions: x,
            motion: None,
            inflation: 0.5 * thickest,
        };
        let all = Surface {
            points,
            // In the plane a pair of edges is closest at an end of one: its points tell.
            edges: if model.plane.is_some() { &[] } else { edges },
            triangles,
        };
        let alone = Surface {
            points: &loose.points,
            edges: &loose.edges,
            triangles: &[],
        };
        self.surface.update(&all, &sweep);
        self.loose.update(&alone, &sweep);
        let test = Test { model, x };
        let broad = &self.surface;
        let mut counts = broad.point_triangle().fold(u64::default, |count, p, t| {
            let [t0, t1, t2] = triangles[t as usize];
            let v = [points[p as usize], t0, t1, t2];
            *count += test.count(v, 1, apart::point_triangle);
        });
        counts.extend(broad.edge_edge().fold(u64::default, |count, a, b| {
            let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
            *count += test.count([a0, a1, b0, b1], 2, apart::edge_edge);
        }));
        let broad = &self.loose;
        counts.extend(broad.point_edge().fold(u64::default, |count, p, e| {
            let [e0, e1] = loose.edges[e as usize];
            let v = [loose.points[p as usize], e0, e1];
            *count += test.count(v, 1, apart::point_edge);
        }));
        if loose.has_isolated() {
            counts.extend(broad.point_point().fold(u64::default, |count, a, b| {
                if loose.are_isolated(a, b) {
                    let v = [loose.points[a as usize], loose.points[b as usize]];
                    *count += test.count(v, 1, apart::point_point);
                }
            }));
        }
        counts.iter().sum::<u64>() + test.half_spaces()
    }
}

struct Test<'a> {
    model: &'a Model,
    x: &'a [Vec3],
}

impl Test<'_> {
    /// One, if the pair whose second primitive begins at place `second` is too close.
    fn count<const K: usize>(
        &self,
        vertices: [u32; K],
        second: usize,
        is_apart: impl Fn(&[Vec3; K], f64) -> bool,
    ) -> u64 {
        let offset = self.model.pair_offset(vertices[0], vertices[second]);
        let counts = offset > 0.0 && self.model.is_admissible(vertices);
        u64::from(counts && !is_apart(&vertices.map(|v| self.x[v as usize]), offset))
    }

    fn half_spaces(&self) -> u64 {
        let model = self.model;
        let planes = model.half_spaces.iter();
        let too_close = planes.flat_map(|plane| {
            let points = model.surface.points.iter().map(|&v| v as usize);
            points.filter(move |&v| {
                let offset = 0.5 * model.thickness[v];
                let origin = plane.origin + plane.normal * offset;
                let side = side_of_plane(&self.x[v], &origin, &plane.normal);
                offset > 0.0 && !model.is_obstacle[v] && !side.is_some_and(|side| side.is_gt())
            })
        });
        too_close.count() as u64
    }
}
