//! Candidates of contact that stand for a while: all pairs within reach and a slack beyond it, which hold all pairs within
//! reach until a vertex has gone farther than half of the slack.
//!
//! They are sorted by what they are made of. So what is found among them depends on where the vertices are, not on when the
//! candidates were listed: a run that is resumed finds the same pairs in the same order.

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_geometry::bvh::CandidatePairs;
use tangency_kernels::contact::{ContactPair, Detection, SurfaceFeatures};
use tangency_kernels::storage::Borrowed;

use super::broad::Trees;
use super::gaps::{FourVertexKind, squared_distances};
use crate::lanes::LANES;
use crate::model::{ContactSurface, Model};

/// The slack, as a share of the reach.
const SLACK: f64 = 0.5;
/// Share of half the slack that vertices may go, for rounding.
const DRIFT: f64 = 1.0 - 1e-9;
/// Share of a distance by which pairs are looked at that turn out to be beyond it: for rounding.
const DOUBT: f64 = 1e-9;
/// Candidates that one task measures.
const CHUNK: usize = 1024;

/// The pairs of a model that may come within reach.
#[derive(Default)]
pub struct StandingCandidates {
    /// Positions where they were listed, m; none before.
    anchor: Vec<Vec3>,
    /// Points, by vertex, and triangles.
    pub point_triangle: Vec<[u32; 2]>,
    /// Two edges, the smaller number first.
    pub edge_edge: Vec<[u32; 2]>,
    /// Points, by vertex, and wires, by edge.
    pub point_wire: Vec<[u32; 2]>,
    /// Two points of no edge, by vertex.
    pub point_point: Vec<[u32; 2]>,
}

impl StandingCandidates {
    /// Sees to it that all pairs within `reach` (m) at `x` are among them.
    pub fn update(
        &mut self,
        model: &Model,
        surface: &SurfaceFeatures<Borrowed<'_>, f64>,
        trees: &mut Trees,
        x: &[Vec3],
        reach: f64,
    ) {
        if self.anchor.len() == x.len() && self.drift(x) <= 0.5 * SLACK * reach * DRIFT {
            return;
        }
        self.anchor.clear();
        self.anchor.extend_from_slice(x);
        self.list(model, surface, trees, x, (1.0 + SLACK) * reach);
    }

    /// The farthest that a vertex has gone since they were listed, apart from what all have gone together, m.
    fn drift(&self, x: &[Vec3]) -> f64 {
        let ways = || {
            let ways = x.par_iter().zip(&self.anchor).with_min_len(4096);
            ways.map(|(x, anchor)| x - anchor)
        };
        let none = || [Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)];
        let join = |[a, b]: [Vec3; 2], [c, d]: [Vec3; 2]| [a.inf(&c), b.sup(&d)];
        let [low, high] = ways().map(|way| [way, way]).reduce(none, join);
        let middle = (low + high) * 0.5;
        let squares = ways().map(|way| (way - middle).norm_squared());
        squares.reduce(|| 0.0, f64::max).sqrt()
    }

    fn list(
        &mut self,
        model: &Model,
        surface: &SurfaceFeatures<Borrowed<'_>, f64>,
        trees: &mut Trees,
        x: &[Vec3],
        reach: f64,
    ) {
        trees.forget();
        trees.fit_within(model, x, None, reach);
        let ContactSurface { points, loose, .. } = &model.surface;
        let search = CandidateScan { surface, x, reach };
        let point_triangle = trees.surface.point_triangle();
        self.point_triangle =
            search.four_vertices(point_triangle, FourVertexKind::PointTriangle, |p, t| {
                [points[p as usize], t]
            });
        self.edge_edge = search.four_vertices(
            trees.surface.edge_edge(),
            FourVertexKind::EdgeEdge,
            |a, b| [a, b],
        );
        let wires = surface.wires;
        let mut found = trees.loose.point_edge().visit(|p, e, out| {
            out.push([loose.points[p as usize], wires[e as usize]]);
        });
        found.extend(trees.wires.point_edge().visit(|p, e, out| {
            out.push([model.surface.solid_points[p as usize], wires[e as usize]]);
        }));
        found.par_sort_unstable_by_key(as_one);
        self.point_wire = found;
        self.point_point.clear();
        if loose.has_isolated() {
            self.point_point = trees.loose.point_point().visit(|a, b, out| {
                if loose.are_isolated(a, b) {
                    out.push([a, b].map(|k| loose.points[k as usize]));
                }
            });
            self.point_point.par_sort_unstable_by_key(as_one);
        }
    }
}

/// A look at all pairs whose boxes overlap.
struct CandidateScan<'a, 's> {
    surface: &'a SurfaceFeatures<Borrowed<'s>, f64>,
    x: &'a [Vec3],
    reach: f64,
}

/// The pairs that a task has found, and those that are still to be measured.
#[derive(Default)]
struct ScanState {
    found: Vec<[u32; 2]>,
    pending: Vec<[u32; 2]>,
}

impl CandidateScan<'_, '_> {
    fn four_vertices<const A: usize, const B: usize>(
        &self,
        pairs: CandidatePairs<'_, A, B>,
        kind: FourVertexKind,
        numbers: impl Fn(u32, u32) -> [u32; 2] + Sync,
    ) -> Vec<[u32; 2]> {
        let states = pairs.fold(ScanState::default, |state, a, b| {
            state.pending.push(numbers(a, b));
            if state.pending.len() == LANES {
                self.measure(kind, state);
            }
        });
        let finished = states.into_par_iter().map(|mut state| {
            self.measure(kind, &mut state);
            state.found
        });
        let parts: Vec<Vec<[u32; 2]>> = finished.collect();
        let mut found = parts.concat();
        found.par_sort_unstable_by_key(as_one);
        found
    }

    fn measure(&self, kind: FourVertexKind, state: &mut ScanState) {
        let ScanState { found, pending } = state;
        measure(
            kind,
            self.surface,
            self.x,
            pending,
            |pair, stencil, squared| {
                let [a, b] = first_vertices(kind, stencil);
                let reach = self.reach + self.surface.offset(a, b);
                if squared < reach * reach && self.surface.is_admissible(stencil) {
                    found.push(pair);
                }
            },
        );
        pending.clear();
    }
}

/// The numbers of a pair as one, which is ordered as they are.
fn as_one(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// The vertices of a pair.
#[inline]
fn stencil_of(
    kind: FourVertexKind,
    surface: &SurfaceFeatures<Borrowed<'_>, f64>,
    [a, b]: [u32; 2],
) -> [u32; 4] {
    match kind {
        FourVertexKind::PointTriangle => {
            let [t0, t1, t2] = surface.triangles[b as usize];
            [a, t0, t1, t2]
        }
        FourVertexKind::EdgeEdge => {
            let ([a0, a1], [b0, b1]) = (surface.edges[a as usize], surface.edges[b as usize]);
            [a0, a1, b0, b1]
        }
    }
}

/// A vertex of the first primitive and one of the second.
#[inline]
pub fn first_vertices(kind: FourVertexKind, stencil: &[u32; 4]) -> [u32; 2] {
    match kind {
        FourVertexKind::PointTriangle => [stencil[0], stencil[1]],
        FourVertexKind::EdgeEdge => [stencil[0], stencil[2]],
    }
}

/// Calls `look` with pairs, their vertices and their squared distances, m².
#[inline]
pub fn measure(
    kind: FourVertexKind,
    surface: &SurfaceFeatures<Borrowed<'_>, f64>,
    x: &[Vec3],
    pairs: &[[u32; 2]],
    mut look: impl FnMut([u32; 2], &[u32; 4], f64),
) {
    for eight in pairs.chunks(LANES) {
        let mut stencils = [[0; 4]; LANES];
        for (lane, stencil) in stencils.iter_mut().enumerate() {
            *stencil = stencil_of(kind, surface, eight[lane.min(eight.len() - 1)]);
        }
        let squared = squared_distances(kind, x, &stencils);
        for (k, &pair) in eight.iter().enumerate() {
            look(pair, &stencils[k], squared[k]);
        }
    }
}

/// What `make` says of the pairs within reach, in their order.
pub fn find_near(
    detection: &Detection<'_, f64>,
    kind: FourVertexKind,
    pairs: &[[u32; 2]],
    make: impl Fn([u32; 2]) -> Option<ContactPair<f64>> + Sync,
) -> Vec<ContactPair<f64>> {
    let Detection {
        surface, x, reach, ..
    } = detection;
    look_at(pairs, |chunk, found| {
        measure(kind, surface, x, chunk, |pair, stencil, squared| {
            let [a, b] = first_vertices(kind, stencil);
            let least = (*reach + surface.offset(a, b)) * (1.0 + DOUBT);
            if squared <= least * least {
                found.extend(make(pair));
            }
        });
    })
}

/// Looks at the pairs in parallel: what `look` finds of each run of them, in their order.
pub fn look_at<T: Send>(
    pairs: &[[u32; 2]],
    look: impl Fn(&[[u32; 2]], &mut Vec<T>) + Sync,
) -> Vec<T> {
    let parts = pairs.par_chunks(CHUNK).map(|chunk| {
        let mut found = Vec::new();
        look(chunk, &mut found);
        found
    });
    let parts: Vec<Vec<T>> = parts.collect();
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    parts.into_iter().for_each(|part| all.extend(part));
    all
}
