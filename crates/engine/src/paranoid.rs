//! The exact re-analysis of a run: every move that the stepper takes, checked continuously in time and without
//! rounding (Li et al. 2020, section 7.4, "Exact CCD admissibility check").
//!
//! A move takes all vertices on straight lines from `x0` to `x1`. Nothing of the solver's collision detection is used
//! (`tangency_geometry::continuous`). The surfaces themselves must not touch; thickness is the certificate's matter.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tangency_formulas::distance::{edge_edge, point_triangle};
use tangency_geometry::Vec3;
use tangency_geometry::continuous::{
    ContinuousCheck, ContinuousPair, Finding, Verdict, stays_above,
};

use crate::contact::{Closest, Primitives};
use crate::model::Model;

/// Findings that are kept in words.
const DESCRIBED: usize = 20;

/// Findings over all moves so far: `continuous` in `certificate.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContinuousReport {
    /// Moves checked: accepted Newton steps, and the first move of prescribed vertices.
    pub steps_checked: u64,
    /// Pairs decided, over all moves.
    pub pairs_checked: u64,
    /// Pairs that touch, or are not proved not to.
    pub findings: u64,
    /// The first of them in words.
    pub described: Vec<String>,
}

/// Checks moves and keeps the tally.
#[derive(Default)]
pub struct Paranoid {
    check: ContinuousCheck,
    report: ContinuousReport,
}

impl Paranoid {
    /// A check that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A check that goes on from an earlier tally.
    pub fn resume(report: ContinuousReport) -> Self {
        Paranoid {
            report,
            ..Self::default()
        }
    }

    /// The tally.
    pub fn report(&self) -> &ContinuousReport {
        &self.report
    }

    /// Checks the move of all vertices from `x0` to `x1` (m) in a Newton iteration of a step; returns how many pairs
    /// were found.
    pub fn check_step(
        &mut self,
        model: &Model,
        x0: &[Vec3],
        x1: &[Vec3],
        step: u64,
        iteration: u32,
    ) -> u64 {
        let surface = model.surface.primitives();
        let before = self.check.pairs_checked();
        let findings = self
            .check
            .check(&surface, x0, x1, |vertices| model.is_admissible(vertices));
        let beyond = find_beyond(model, x0, x1);
        let report = &mut self.report;
        report.steps_checked += 1;
        report.pairs_checked += self.check.pairs_checked() - before;
        let movement = Move { model, x0, x1 };
        let words = findings
            .iter()
            .map(|finding| movement.describe(finding))
            .chain(beyond.iter().map(|&pair| movement.describe_beyond(pair)));
        let room = DESCRIBED.saturating_sub(report.described.len());
        let named = words.map(|words| format!("step {step}, iteration {iteration}: {words}"));
        report.described.extend(named.take(room));
        let found = (findings.len() + beyond.len()) as u64;
        report.findings += found;
        found
    }
}

/// Vertices of solids on or beyond a half-space at either end of the move: half-space, then vertex. Exact.
fn find_beyond(model: &Model, x0: &[Vec3], x1: &[Vec3]) -> Vec<[u32; 2]> {
    let planes = model.half_spaces.iter().enumerate();
    let beyond = planes.flat_map(|(plane, half_space)| {
        let points = model.surface.points.par_iter().with_min_len(1024);
        let beyond = points.filter(|&&v| {
            let (origin, normal) = (&half_space.origin, &half_space.normal);
            let v = v as usize;
            !model.is_obstacle[v] && !stays_above(&x0[v], &x1[v], origin, normal)
        });
        beyond.map(|&v| [plane as u32, v]).collect::<Vec<_>>()
    });
    beyond.collect()
}

/// A move, for words about it.
struct Move<'a> {
    model: &'a Model,
    x0: &'a [Vec3],
    x1: &'a [Vec3],
}

impl Move<'_> {
    fn describe(&self, finding: &Finding) -> String {
        let (time, says) = match finding.verdict {
            Verdict::Touches { time } => (time, "they touch"),
            Verdict::Undecided => (0.0, "not proved that they do not graze"),
        };
        let at = |v: u32| self.x0[v as usize].lerp(&self.x1[v as usize], time);
        let (primitives, squared) = match finding.pair {
            ContinuousPair::NotFinite(v) => {
                let name = self.model.body_name(v);
                return format!("vertex {v} of `{name}` has no finite position");
            }
            ContinuousPair::PointTriangle(vertices) => {
                let [p, t0, t1, t2] = vertices.map(at);
                let squared = point_triangle::squared(&p, &t0, &t1, &t2);
                (Primitives::PointTriangle(vertices), squared)
            }
            ContinuousPair::EdgeEdge(vertices) => {
                let [a0, a1, b0, b1] = vertices.map(at);
                let squared = edge_edge::squared(&a0, &a1, &b0, &b1);
                (Primitives::EdgeEdge(vertices), squared)
            }
        };
        let closest = Closest {
            distance: squared.sqrt(),
            primitives,
        };
        let pair = closest.describe(self.model);
        format!("{pair} after {time:.6} of the move: {says}")
    }

    fn describe_beyond(&self, [plane, vertex]: [u32; 2]) -> String {
        let half_space = &self.model.half_spaces[plane as usize];
        let ends = [self.x0, self.x1].map(|x| half_space.distance(x[vertex as usize]));
        let closest = Closest {
            distance: ends[0].min(ends[1]),
            primitives: Primitives::HalfSpace([plane, vertex]),
        };
        let pair = closest.describe(self.model);
        format!("{pair} at an end of the move: on or beyond it")
    }
}
