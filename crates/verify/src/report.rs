//! What verification says: the certificate's fields, every failure it found (the first few in full), problems.

use std::fmt;

use serde::Serialize;

/// The certificate as found in the files, and whether it holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of the last step; frame 0 is the start.
    pub steps: u64,
    /// Pairs that cross or touch, summed over the frames.
    pub intersections: u64,
    /// Tets of no or negative volume whose material must not invert, summed over the frames.
    pub inversions: u64,
    /// Those whose material may; they do not count against the run.
    pub permitted_inversions: u64,
    /// Pairs closer than their thickness, summed over the frames.
    pub thickness_violations: u64,
    /// Triangles beyond their strain limit, summed over the frames.
    pub strain_violations: u64,
    /// Smallest distance of any pair after any step, beyond the pair's thickness, m; `None` where there are no pairs.
    pub min_distance: Option<f64>,
    /// Everything holds and the run's own certificate says the same.
    pub verified: bool,
    /// How many frames were looked at.
    pub frames: u64,
    /// The first failures, in the order of the frames; the counts above have all of them.
    pub failures: Vec<Failure>,
    /// Files that are missing, unreadable or incomplete, and every field in which `certificate.json` says something else.
    pub problems: Vec<String>,
}

/// One thing that must not be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// Number of the frame.
    pub frame: u64,
    /// What is wrong.
    pub kind: FailureKind,
    /// The primitive it is wrong with.
    pub first: Primitive,
    /// The other primitive of a pair.
    pub second: Option<Primitive>,
}

/// What can be wrong with a primitive or pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The two cross or touch.
    Intersection,
    /// The tet's volume is not positive.
    Inversion,
    /// The two are closer than their offset.
    Thickness {
        /// Distance, m.
        distance: f64,
        /// The distance to keep, m.
        offset: f64,
    },
}

/// A primitive with its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Primitive {
    /// Point, edge, triangle, tet or half-space.
    pub shape: Shape,
    /// Its place in the topology's list of its shape.
    pub id: u32,
    /// Its vertices.
    pub vertices: Vec<u32>,
    /// The body it belongs to; empty for a half-space.
    pub body: String,
}

/// Kinds of primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A contact point.
    Point,
    /// A contact edge.
    Edge,
    /// A contact triangle.
    Triangle,
    /// A tetrahedron.
    Tet,
    /// A half-space.
    HalfSpace,
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.shape {
            Shape::Point => "point",
            Shape::Edge => "edge",
            Shape::Triangle => "triangle",
            Shape::Tet => "tet",
            Shape::HalfSpace => return write!(f, "half-space {}", self.id),
        };
        write!(
            f,
            "{name} {} {:?} of `{}`",
            self.id, self.vertices, self.body
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}: {}", self.frame, self.first)?;
        match self.kind {
            FailureKind::Inversion => write!(f, " is inverted")?,
            FailureKind::Intersection => write!(f, " crosses or touches")?,
            FailureKind::Thickness { distance, offset } => {
                write!(f, " is {distance:e} m away, must keep {offset:e} m, from")?;
            }
        }
        self.second
            .as_ref()
            .map_or(Ok(()), |second| write!(f, " {second}"))
    }
}
