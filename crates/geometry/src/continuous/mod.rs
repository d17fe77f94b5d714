//! The exact re-analysis of a motion: does any pair of a surface touch while every vertex moves on a straight line?
//!
//! The answer is for the real numbers that the doubles stand for, at every time, not at samples; it shares nothing
//! with the solver's own collision detection in `ccd` (Li et al. 2020, section 7.4, "Exact CCD admissibility check").
//! Every point-triangle and edge-edge pair whose swept boxes overlap is decided by itself (`decide.rs`):
//! - *apart*: proved, by floating point with proven error bounds or by integers;
//! - *touching*: proved, by integers;
//! - *undecided*: contact that only grazes, which no sound step has; it counts as a finding.
//!
//! Pairs that share a vertex are not tested. Free points and free segments meet triangles and edges in the same two
//! kinds of pairs; a free point against a free segment, and a free point against another, are not tested.
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_geometry::continuous::{Verdict, point_triangle};
//!
//! let x0 = [[0.25, 0.25, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! let through = [Vec3::new(0.25, 0.25, -1.0), x0[1], x0[2], x0[3]];
//! let Some(Verdict::Touches { time }) = point_triangle(&x0, &through) else { panic!() };
//! assert!((time - 0.5).abs() < 1e-8);
//! let above = [Vec3::new(0.25, 0.25, 1e-300), x0[1], x0[2], x0[3]];
//! assert_eq!(point_triangle(&x0, &above), None);
//! ```

mod decide;
mod moving;
pub(crate) mod number;
mod plane;

use std::cmp::Ordering;

use rayon::prelude::*;

pub use plane::side_of_plane;

use crate::Vec3;
use crate::bvh::{BroadPhase, CandidatePairs, Surface, SweptPositions};
use moving::{EdgeEdgeDifference, MinkowskiDifference, PointTriangleDifference};

/// The verdict on a pair that is not proved to stay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It touches, proved: for one at this time, as a fraction of the motion.
    Touches {
        /// The time, to about nine digits.
        time: f64,
    },
    /// Neither contact nor its absence could be proved: it grazes.
    Undecided,
}

/// The pair, by vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContinuousPair {
    /// A vertex that has no finite position.
    NotFinite(u32),
    /// A point, then the triangle.
    PointTriangle([u32; 4]),
    /// Edge a, then edge b.
    EdgeEdge([u32; 4]),
}

/// A pair that is not proved to stay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// Which.
    pub pair: ContinuousPair,
    /// The verdict.
    pub verdict: Verdict,
}

/// Checks motions of a surface; memory is kept from call to call.
#[derive(Default)]
pub struct ContinuousCheck {
    broad: BroadPhase,
    displacement: Vec<Vec3>,
    pairs_checked: u64,
}

impl ContinuousCheck {
    /// A check that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of pairs decided so far, by all calls.
    #[must_use]
    pub fn pairs_checked(&self) -> u64 {
        self.pairs_checked
    }

    /// The pairs that touch, or are not proved not to, while all vertices move linearly from `x0` to `x1` (m); sorted.
    /// Pairs for which `admissible(vertices)` is false are left out.
    #[must_use]
    pub fn check(
        &mut self,
        surface: &Surface,
        x0: &[Vec3],
        x1: &[Vec3],
        admissible: impl Fn([u32; 4]) -> bool + Sync,
    ) -> Vec<Finding> {
        let not_finite = not_finite(x0, x1);
        if !not_finite.is_empty() {
            return not_finite;
        }
        self.fit(surface, x0, x1);
        let stencil = |v: [u32; 4]| (v.map(|v| x0[v as usize]), v.map(|v| x1[v as usize]));
        let Surface {
            points,
            edges,
            triangles,
        } = *surface;
        let (mut findings, count) = fold(&self.broad.point_triangle(), |p, t| {
            let [t0, t1, t2] = triangles[t as usize];
            let vertices = [points[p as usize], t0, t1, t2];
            let verdict = || verdict::<PointTriangleDifference, 3>(stencil(vertices));
            admissible(vertices).then(|| (ContinuousPair::PointTriangle(vertices), verdict()))
        });
        self.pairs_checked += count;
        let (more, count) = fold(&self.broad.edge_edge(), |a, b| {
            let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
            let vertices = [a0, a1, b0, b1];
            let verdict = || verdict::<EdgeEdgeDifference, 4>(stencil(vertices));
            admissible(vertices).then(|| (ContinuousPair::EdgeEdge(vertices), verdict()))
        });
        self.pairs_checked += count;
        findings.extend(more);
        findings.sort_by_key(|finding| finding.pair);
        findings
    }

    /// Builds the trees over the boxes of the motion. The displacement is a rounded difference; the margin that
    /// every box has for the rounding of `x + p` is four times what both roundings together can be.
    fn fit(&mut self, surface: &Surface, x0: &[Vec3], x1: &[Vec3]) {
        self.displacement.clear();
        self.displacement
            .extend(x0.iter().zip(x1).map(|(from, to)| to - from));
        let sweep = SweptPositions {
            positions: x0,
            motion: Some((&self.displacement, 1.0)),
            inflation: 0.0,
        };
        self.broad.update(surface, &sweep);
    }
}

/// Whether the point `x[0]` and the triangle of the others touch while all move linearly from `x0` to `x1` (m);
/// `None`: they are proved not to.
#[must_use]
pub fn point_triangle(x0: &[Vec3; 4], x1: &[Vec3; 4]) -> Option<Verdict> {
    verdict::<PointTriangleDifference, 3>((*x0, *x1))
}

/// Whether the edges `(x[0], x[1])` and `(x[2], x[3])` touch while all move linearly from `x0` to `x1` (m);
/// `None`: they are proved not to.
#[must_use]
pub fn edge_edge(x0: &[Vec3; 4], x1: &[Vec3; 4]) -> Option<Verdict> {
    verdict::<EdgeEdgeDifference, 4>((*x0, *x1))
}

fn verdict<K: MinkowskiDifference<N>, const N: usize>(
    (x0, x1): ([Vec3; 4], [Vec3; 4]),
) -> Option<Verdict> {
    decide::decide::<K, N>(x0.map(Into::into), x1.map(Into::into))
}

/// Decides every candidate pair; those that are not apart, and how many there were in all.
fn fold<const A: usize, const B: usize>(
    candidates: &CandidatePairs<A, B>,
    test: impl Fn(u32, u32) -> Option<(ContinuousPair, Option<Verdict>)> + Sync,
) -> (Vec<Finding>, u64) {
    let runs = candidates.fold(
        || (Vec::new(), 0),
        |(findings, count), a, b| {
            let Some((pair, verdict)) = test(a, b) else {
                return;
            };
            *count += 1;
            findings.extend(verdict.map(|verdict| Finding { pair, verdict }));
        },
    );
    let count = runs.iter().map(|(_, count)| count).sum();
    let findings = runs.into_iter().flat_map(|(findings, _)| findings);
    (findings.collect(), count)
}

/// The vertices without a finite position at either end.
fn not_finite(x0: &[Vec3], x1: &[Vec3]) -> Vec<Finding> {
    let is_bad = |x: &Vec3| x.iter().any(|c| !c.is_finite());
    let ends = x0.par_iter().zip(x1).with_min_len(4096).enumerate();
    ends.filter(|(_, (from, to))| is_bad(from) || is_bad(to))
        .map(|(v, _)| Finding {
            pair: ContinuousPair::NotFinite(v as u32),
            verdict: Verdict::Undecided,
        })
        .collect()
}

/// Whether a vertex that moves linearly from `from` to `to` (m) stays where `normal · (x - origin) > 0`: exact.
#[must_use]
pub fn stays_above(from: &Vec3, to: &Vec3, origin: &Vec3, normal: &Vec3) -> bool {
    [from, to]
        .into_iter()
        .all(|x| side_of_plane(x, origin, normal) == Some(Ordering::Greater))
}
