//! The account of a repair: motions of bodies, and how long they are.

use serde::{Deserialize, Serialize};
use tangency_geometry::Vec3;

use crate::model::Model;

/// The account of a repair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RepairReport {
    /// Pairs that made the start impossible; none where there was nothing to do.
    pub pairs: usize,
    /// Longest motion that was allowed, m.
    pub most: f64,
    /// Longest motion of a vertex, m.
    pub largest: f64,
    /// Mean motion of the vertices that moved, m.
    pub mean: f64,
    /// The bodies that moved.
    pub bodies: Vec<RepairedBody>,
    /// The faults of mesh files that were mended, in words.
    #[serde(default)]
    pub meshes: Vec<String>,
}

/// The motion of one body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepairedBody {
    /// Name of the body.
    pub name: String,
    /// Diagonal of its bounding box before, m.
    pub size: f64,
    /// Vertices that moved.
    pub moved: usize,
    /// All its vertices.
    pub vertices: usize,
    /// Longest motion of a vertex, m.
    pub largest: f64,
    /// Mean motion of those that moved, m.
    pub mean: f64,
    /// Whether it was bent or stretched, and not merely moved in whole pieces.
    pub is_deformed: bool,
}

impl RepairReport {
    /// The account of a start that needs nothing.
    pub fn new(most: f64) -> Self {
        RepairReport {
            most,
            ..Self::default()
        }
    }

    /// The account of positions that an earlier repair has found for a `start`.
    pub fn of_motion(model: &Model, start: &[Vec3], end: &[Vec3]) -> Self {
        let mut report = Self::default();
        report.measure(model, start, start, end);
        report.most = report.largest;
        for body in &mut report.bodies {
            // Rounding alone is no deformation.
            let of = model.bodies.iter().find(|b| b.name == body.name);
            body.is_deformed = of.is_some_and(|b| !is_translated(b.vertices.clone(), start, end));
        }
        report
    }

    /// Whether anything moved.
    pub fn has_moved(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// Fills in the motion from the `start` over whole pieces `translated` to the `end`.
    pub(super) fn measure(
        &mut self,
        model: &Model,
        start: &[Vec3],
        translated: &[Vec3],
        end: &[Vec3],
    ) {
        let (mut sum, mut count) = (0.0, 0);
        for body in &model.bodies {
            let range = body.vertices.start as usize..body.vertices.end as usize;
            let motions = range.clone().map(|v| (end[v] - start[v]).norm());
            let motions: Vec<f64> = motions.filter(|motion| *motion > 0.0).collect();
            if motions.is_empty() {
                continue;
            }
            let own: f64 = motions.iter().sum();
            let (low, high) = range.clone().fold(
                (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)),
                |(low, high), v| (low.inf(&start[v]), high.sup(&start[v])),
            );
            self.bodies.push(RepairedBody {
                name: body.name.clone(),
                size: (high - low).norm(),
                moved: motions.len(),
                vertices: range.len(),
                largest: motions.iter().copied().fold(0.0, f64::max),
                mean: own / motions.len() as f64,
                is_deformed: range.clone().any(|v| end[v] != translated[v]),
            });
            sum += own;
            count += motions.len();
        }
        self.largest = self.bodies.iter().map(|b| b.largest).fold(0.0, f64::max);
        self.mean = if count > 0 { sum / count as f64 } else { 0.0 };
    }

    /// Whether a body with segments that twist is deformed.
    pub(super) fn deforms_twisting(&self, model: &Model) -> bool {
        let twisting = |name: &str| {
            let mut segments = model.elements.twists.segments.iter();
            segments.any(|s| model.body_name(s[0]) == name)
        };
        let deformed = self.bodies.iter().filter(|b| b.is_deformed);
        deformed.into_iter().any(|b| twisting(&b.name))
    }

    /// The account in words, a line for each body.
    pub fn describe(&self) -> Vec<String> {
        let mut lines = self.meshes.clone();
        if !self.has_moved() {
            lines.push("nothing has to be moved at the start".to_owned());
            return lines;
        }
        let total = format!(
            "repaired the start, which was impossible in {}: nothing moved farther than {:.3e} m (bound {:.3e} m)",
            match self.pairs {
                1 => "1 place".to_owned(),
                count => format!("{count} places"),
            },
            self.largest,
            self.most
        );
        let each = self.bodies.iter().map(|body| {
            format!(
                "  `{}` {}: {} of {} vertices, by up to {:.3e} m ({:.2} % of its size), {:.3e} m on average",
                body.name,
                if body.is_deformed { "was deformed" } else { "was moved" },
                body.moved,
                body.vertices,
                body.largest,
                100.0 * body.largest / body.size.max(f64::MIN_POSITIVE),
                body.mean
            )
        });
        lines.push(total);
        lines.extend(each);
        lines
    }
}

/// Whether vertices moved all alike, but for rounding.
fn is_translated(mut vertices: std::ops::Range<u32>, start: &[Vec3], end: &[Vec3]) -> bool {
    let by = |v: u32| end[v as usize] - start[v as usize];
    let first = by(vertices.start);
    let size = |v: u32| start[v as usize].amax() + first.amax();
    vertices.all(|v| (by(v) - first).amax() <= 4.0 * f64::EPSILON * size(v))
}
