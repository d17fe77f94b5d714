//! The report of a verification: the certificate's fields, every failure it found (the first few in full), problems.

use std::fmt;

use serde::Serialize;

/// The certificate as found in the files, and whether it holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of the last step; frame 0 is the start.
    pub steps: u64,
    /// Pairs that cross or touch, summed over the frames.
    pub intersections: u64,
    /// Tets of no or negative volume, in a planar run triangles, whose material must not invert, summed over the frames.
    pub inversions: u64,
    /// Inversions of elements whose material may invert; they do not count against the run.
    pub permitted_inversions: u64,
    /// Pairs not farther apart than their offset, where they have one, summed over the frames.
    pub thickness_violations: u64,
    /// Sheets at or beyond one of their limits, summed over the frames.
    pub strain_violations: u64,
    /// Smallest distance of any pair after any step, beyond the pair's thickness, m; `None` where there are no pairs.
    pub min_distance: Option<f64>,
    /// Everything holds and the run's own certificate, once it has one, says the same.
    pub verified: bool,
    /// Number of frames that were looked at.
    pub frames: u64,
    /// Whether the run has ended and left a certificate.
    pub is_finished: bool,
    /// Number of steps that the run itself has not certified, as it was asked to; the counts above are of all frames.
    pub untested: u64,
    /// Whether scene, topology and frames are chained by hashes.
    pub is_chained: bool,
    /// The check between the frames, where it was asked for.
    pub continuous: Option<BetweenFramesReport>,
    /// The first failures, in the order of the frames; the counts above have all of them.
    pub failures: Vec<FrameFailure>,
    /// Files that are missing, unreadable or incomplete, and every field in which `certificate.json` says something else.
    pub problems: Vec<String>,
    /// Things that could not be checked, and were believed.
    pub on_trust: Vec<String>,
}

impl Report {
    /// Adds something that is wrong with the run: it is not verified then.
    pub fn contradict(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
        self.verified = false;
    }
}

/// The findings where every vertex goes straight from each frame to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BetweenFramesReport {
    /// Moves from one frame to the next.
    pub moves: u64,
    /// Pairs that came near each other on the way.
    pub pairs: u64,
    /// Pairs that touch, or cannot be told from such that do.
    pub findings: u64,
}

/// One thing that must not be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameFailure {
    /// Number of the frame.
    pub frame: u64,
    /// The kind of failure.
    pub kind: FailureKind,
    /// The primitive it is wrong with.
    pub first: Primitive,
    /// The other primitive of a pair.
    pub second: Option<Primitive>,
}

/// Kinds of failures of a primitive or pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The two cross or touch.
    Intersection,
    /// The point, and the whole piece of surface that it is of, is inside of the solid or on it.
    Enclosure,
    /// The two touch on the straight way from the frame before, or cannot be told from such that do.
    Passage,
    /// The tet's volume is not positive.
    Inversion,
    /// The two are not farther apart than their offset.
    Thickness {
        /// Distance, m.
        distance: f64,
        /// The distance to exceed, m.
        offset: f64,
    },
    /// The sheet is stretched to its limit or beyond.
    Strain {
        /// The largest stretch: length by length at rest.
        stretch: f64,
        /// The stretch to stay below.
        limit: f64,
    },
    /// The sheet is squeezed to its limit or beyond.
    Squeeze {
        /// The smallest stretch: length by length at rest.
        stretch: f64,
        /// The stretch to stay above.
        limit: f64,
    },
    /// A Green strain of the sheet is as large as its limit or larger.
    GreenStrain {
        /// Which.
        component: GreenStrain,
        /// The strain.
        strain: f64,
        /// The bound that its absolute value must stay below.
        limit: f64,
    },
}

/// Components of the Green strain E = (FᵀF - I) / 2 of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GreenStrain {
    /// Along the first direction of the weave.
    E11,
    /// Along the second.
    E22,
    /// Between the two.
    E12,
}

/// A primitive with its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Primitive {
    /// Point, edge, triangle, tet, sheet, half-space or solid.
    pub shape: PrimitiveShape,
    /// Place in the topology's list of its shape.
    pub id: u32,
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The body it belongs to; empty for a half-space.
    pub body: String,
}

/// Kinds of primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PrimitiveShape {
    /// A contact point.
    Point,
    /// A contact edge.
    Edge,
    /// A contact triangle.
    Triangle,
    /// A tetrahedron.
    Tet,
    /// A triangle with strain limits.
    Sheet,
    /// A half-space.
    HalfSpace,
    /// A connected part of tets, of a planar run of triangles.
    Solid,
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.shape {
            PrimitiveShape::Point => "point",
            PrimitiveShape::Edge => "edge",
            PrimitiveShape::Triangle => "triangle",
            PrimitiveShape::Tet => "tet",
            PrimitiveShape::Sheet => "sheet",
            PrimitiveShape::Solid => "solid",
            PrimitiveShape::HalfSpace => return write!(f, "half-space {}", self.id),
        };
        write!(
            f,
            "{name} {} {:?} of `{}`",
            self.id, self.vertices, self.body
        )
    }
}

impl fmt::Display for FrameFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}: {}", self.frame, self.first)?;
        match self.kind {
            FailureKind::Inversion => write!(f, " is inverted")?,
            FailureKind::Intersection if self.second.is_none() => write!(f, " has left the plane")?,
            FailureKind::Intersection => write!(f, " crosses or touches")?,
            FailureKind::Passage => {
                write!(f, " touches, on the straight way from the frame before,")?
            }
            FailureKind::Enclosure => write!(f, " is inside")?,
            FailureKind::Thickness { distance, offset } => {
                write!(
                    f,
                    " is {distance:e} m away, must be beyond {offset:e} m, from"
                )?;
            }
            FailureKind::Strain { stretch, limit } => {
                write!(f, " is stretched to {stretch}, must stay below {limit}")?;
            }
            FailureKind::Squeeze { stretch, limit } => {
                write!(f, " is squeezed to {stretch}, must stay above {limit}")?;
            }
            FailureKind::GreenStrain {
                component,
                strain,
                limit,
            } => write!(
                f,
                " has the Green strain {component:?} = {strain:e}, must stay below {limit:e}"
            )?,
        }
        self.second
            .as_ref()
            .map_or(Ok(()), |second| write!(f, " {second}"))
    }
}
