//! Detection for sweeps over single vertices: what pushes, and how far each vertex may go.
//!
//! A pair that is farther apart than contact reaches, and stays so as its vertices intend to move, bounds them by a ball. So does
//! one that does not push, where the balls leave all the room that its vertices ask for. All others become records: what pushes, and planes that
//! divide the gap. As each pair bounds either all of its vertices by a ball of its gap, or all by planes, nothing passes through
//! anything (`formulas/src/contact/displacement_bound.rs`).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tangency_formulas::contact::displacement_bound::BALL_FRACTION;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{ContactPair, Detection, ball};

use super::bounds::NearbyPairs;
use super::gaps::FourVertexKind;
use super::standing_candidates::{StandingCandidates, first_vertices, look_at, measure};

/// Motion that is expected before the next detection, as a multiple of what vertices intend to move.
const FORESIGHT: f64 = 3.0;

/// A detection among candidates.
pub struct SweepSearch<'a> {
    /// Decides what a pair is.
    pub detection: Detection<'a, f64>,
    /// All pairs that may be near.
    pub candidates: &'a StandingCandidates,
    /// Motion that vertices are about to make, m.
    pub intended: &'a [Vec3],
    /// Distance within which contact acts, m.
    pub radius: f64,
    /// Whether planes are bounds, not balls alone.
    pub has_planes: bool,
}

/// For each vertex the smallest gap of what bounds it by a ball, m. Gaps are not negative, so that their bits are ordered as they are.
struct SmallestGaps(Vec<AtomicU64>);

impl SmallestGaps {
    fn lower(&self, v: u32, gap: f64) {
        let place = &self.0[v as usize];
        let bits = gap.max(0.0).to_bits();
        if bits < place.load(Ordering::Relaxed) {
            place.fetch_min(bits, Ordering::Relaxed);
        }
    }
}

impl SweepSearch<'_> {
    /// All records, after those of pairs with less than four vertices, `simple`, and the balls.
    pub fn find(&self, simple: Vec<ContactPair<f64>>) -> NearbyPairs {
        let reach = self.detection.reach;
        let vertices = (0..self.detection.x.len()).map(|_| AtomicU64::new(reach.to_bits()));
        let gaps = SmallestGaps(vertices.collect());
        let mut pairs: Vec<ContactPair<f64>> = (simple
            .into_iter()
            .filter_map(|pair| self.record(pair, &gaps)))
        .collect();
        let all = self.candidates;
        pairs.extend(self.four_vertices(
            FourVertexKind::PointTriangle,
            &all.point_triangle,
            &gaps,
            |[p, t]| self.detection.point_triangle(p, t),
        ));
        pairs.extend(self.four_vertices(
            FourVertexKind::EdgeEdge,
            &all.edge_edge,
            &gaps,
            |[a, b]| self.detection.edge_edge(a, b),
        ));
        let gaps = gaps.0.into_par_iter().with_min_len(4096);
        let ball = gaps.map(|gap| ball([f64::from_bits(gap.into_inner())], reach));
        NearbyPairs {
            pairs,
            ball: ball.collect(),
            has_planes: self.has_planes,
        }
    }

    fn four_vertices(
        &self,
        kind: FourVertexKind,
        candidates: &[[u32; 2]],
        gaps: &SmallestGaps,
        make: impl Fn([u32; 2]) -> Option<ContactPair<f64>> + Sync,
    ) -> Vec<ContactPair<f64>> {
        let Detection {
            surface, x, reach, ..
        } = &self.detection;
        look_at(candidates, |chunk, found| {
            measure(kind, surface, x, chunk, |pair, stencil, squared| {
                let [a, b] = first_vertices(kind, stencil);
                let offset = surface.offset(a, b);
                let least = *reach + offset;
                if squared >= least * least {
                    return;
                }
                let gap = squared.sqrt() - offset;
                if self.is_close(kind, stencil, gap)
                    && let Some(pair) = make(pair)
                {
                    found.extend(self.record(pair, gaps));
                } else {
                    stencil.iter().for_each(|&v| gaps.lower(v, gap));
                }
            });
        })
    }

    /// Whether a pair pushes, or may soon: the gap is below the contact radius, or may be by what its vertices intend.
    fn is_close(&self, kind: FourVertexKind, stencil: &[u32; 4], gap: f64) -> bool {
        let missing = gap - self.radius;
        if missing < 0.0 {
            return true;
        }
        let count = match kind {
            FourVertexKind::PointTriangle => 1,
            FourVertexKind::EdgeEdge => 2,
        };
        let (first, second) = stencil.split_at(count);
        let least = (missing / FORESIGHT).powi(2);
        first.iter().any(|&a| {
            let own = self.intended[a as usize];
            let apart = |b: &u32| (own - self.intended[*b as usize]).norm_squared();
            second.iter().any(|b| apart(b) > least)
        })
    }

    /// The record of a pair, unless a ball is enough for it.
    fn record(&self, pair: ContactPair<f64>, gaps: &SmallestGaps) -> Option<ContactPair<f64>> {
        let pushes = pair.kind.pushes();
        let needs_plane = self.has_planes && (pushes || self.would_meet_ball(&pair));
        if !needs_plane {
            pair.each_vertex(|_, v| gaps.lower(v, pair.gap));
        }
        let pair = pair.divided(|v| self.intended[v as usize]);
        (pushes || needs_plane).then_some(pair)
    }

    /// Whether a vertex of a pair intends to go farther than the ball of its gap.
    fn would_meet_ball(&self, pair: &ContactPair<f64>) -> bool {
        let room = BALL_FRACTION * pair.gap.max(0.0) / FORESIGHT;
        let mut meets = false;
        pair.each_vertex(|_, v| {
            meets |= self.intended[v as usize].norm_squared() > room * room;
        });
        meets
    }
}
