//! Segments and joints of rods, and stitches.

use tangency_formulas::elastic::{RodBend, Section, Spring};
use tangency_geometry::Vec3;

use super::{Elements, GivenBody};
use crate::model::bodies::{Band, RestShape, Rods, Springs, StitchPull};

/// The segments of all rods: springs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SegmentBatch {
    /// Vertices.
    pub segments: Vec<[u32; 2]>,
    /// Stiffness and length at rest.
    pub springs: Vec<Spring<f64>>,
}

/// Joints of two segments of a rod, straight at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointBatch {
    /// Far end of one segment, the common vertex, far end of the other.
    pub stencils: Vec<[u32; 3]>,
    /// Stiffness.
    pub bends: Vec<RodBend<f64>>,
}

/// Stitches: a vertex drawn to the point of an edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringBatch {
    /// Vertex, then the edge.
    pub stencils: Vec<[u32; 3]>,
    /// Place on the edge, from 0 to 1.
    pub shares: Vec<f64>,
    /// Stiffness, N/m.
    pub stiffness: Vec<f64>,
    /// Bound of the force of each.
    pub pull: Vec<StitchPull>,
    /// Names given by the user, each with the number of the first stitch behind it.
    pub names: Vec<(String, usize)>,
}

/// Distances between what stitches draw together, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenStitches {
    /// The largest.
    pub largest: f64,
    /// Their mean.
    pub mean: f64,
}

impl SpringBatch {
    /// The length of stitch `e`, m.
    pub fn length(&self, e: usize, x: &[Vec3]) -> f64 {
        let ([v, a, b], share) = (self.stencils[e], self.shares[e]);
        let [v, a, b] = [v, a, b].map(|k| x[k as usize]);
        (v - a * (1.0 - share) - b * share).norm()
    }

    /// How far the stitches are open at `x`; nothing where there are none.
    pub fn open(&self, x: &[Vec3]) -> Option<OpenStitches> {
        let lengths = || (0..self.stencils.len()).map(|e| self.length(e, x));
        let largest = lengths().max_by(f64::total_cmp)?;
        let mean = lengths().sum::<f64>() / self.stencils.len() as f64;
        Some(OpenStitches { largest, mean })
    }

    /// Each seam with the numbers of its stitches.
    pub fn seams(&self) -> impl Iterator<Item = (&str, std::ops::Range<usize>)> {
        let mut start = 0;
        self.names.iter().map(move |(name, end)| {
            let range = start..*end;
            start = *end;
            (name.as_str(), range)
        })
    }
}

impl Elements {
    /// Adds rods whose first vertex has the number `first`; the masses of their vertices, kg.
    pub fn add_rods(&mut self, rods: &Rods, first: u32) -> Vec<f64> {
        self.given.rods.push(GivenBody::of_rods(rods, first));
        let material = &rods.material;
        let radius = 0.5 * material.diameter;
        let section = Section::round(radius, material.young, material.poisson);
        let section = Section {
            stretch: section.stretch * material.stretching,
            bend: section.bend * material.bending,
            twist: section.twist * material.twisting,
        };
        let points = &rods.mesh.points;
        let length = |[a, b]: [u32; 2]| (points[b as usize] - points[a as usize]).norm();
        let mut masses = vec![0.0; points.len()];
        // The segments at each vertex, by their far ends and numbers.
        let mut meeting: Vec<Vec<(u32, usize)>> = vec![Vec::new(); points.len()];
        for (number, &segment) in rods.mesh.edges.iter().enumerate() {
            let [a, b] = segment;
            self.segments.segments.push([first + a, first + b]);
            self.segments.springs.push(section.spring(length(segment)));
            let mass = 0.5 * material.density * material.area() * length(segment);
            for (v, far) in [(a, b), (b, a)] {
                masses[v as usize] += mass;
                meeting[v as usize].push((far, number));
            }
        }
        if material.twisting > 0.0 {
            self.add_twist(rods, first, &section, &meeting);
        } else if material.bending > 0.0 {
            for (stencil, _) in pairs(&meeting) {
                let [a, v, b] = stencil;
                let lengths = [length([a, v]), length([v, b])];
                self.joints.stencils.push(stencil.map(|v| first + v));
                self.joints.bends.push(section.bend(lengths));
            }
        }
        masses
    }

    /// Adds frames to the segments that meet others, and the joints between them, by bending and twist.
    fn add_twist(
        &mut self,
        rods: &Rods,
        first: u32,
        section: &Section<f64>,
        meeting: &[Vec<(u32, usize)>],
    ) {
        let (material, points) = (&rods.material, &rods.mesh.points);
        let radius = 0.5 * material.diameter;
        let is_straight = rods.rest == RestShape::Flattened;
        let mut numbers: Vec<Option<u32>> = vec![None; rods.mesh.edges.len()];
        for (stencil, segments) in pairs(meeting) {
            let segments = segments.map(|k| {
                *numbers[k].get_or_insert_with(|| {
                    let segment = rods.mesh.edges[k];
                    let ends = segment.map(|v| points[v as usize]);
                    let mass = material.density * material.area() * (ends[1] - ends[0]).norm();
                    let vertices = segment.map(|v| first + v);
                    self.twists.add_segment(vertices, ends, radius, mass)
                })
            });
            let place = (
                stencil.map(|v| first + v),
                stencil.map(|v| points[v as usize]),
            );
            self.twists.add_joint(section, place, segments, is_straight);
        }
    }

    /// Adds an elastic band: the stretching of rods, of which it has nothing else.
    pub fn add_band(&mut self, band: &Band) {
        for (&edge, &length) in band.edges.iter().zip(&band.lengths) {
            self.segments.segments.push(edge);
            self.segments.springs.push(Spring {
                stiffness: band.stiffness / length,
                length,
            });
        }
    }

    /// Adds stitches.
    pub fn add_springs(&mut self, springs: &Springs) {
        for end in &springs.ends {
            let [a, b] = end.edge;
            self.springs.stencils.push([end.vertex, a, b]);
            self.springs.shares.push(end.share);
            self.springs.stiffness.push(springs.stiffness);
            self.springs.pull.push(springs.pull);
        }
        let end = self.springs.stencils.len();
        self.springs.names.push((springs.name.clone(), end));
    }
}

/// All pairs of segments that meet: far end, common vertex, other far end; the two segments.
fn pairs(meeting: &[Vec<(u32, usize)>]) -> impl Iterator<Item = ([u32; 3], [usize; 2])> {
    meeting.iter().enumerate().flat_map(|(v, far)| {
        far.iter().enumerate().flat_map(move |(i, &(b, second))| {
            far[..i]
                .iter()
                .map(move |&(a, first)| ([a, v as u32, b], [first, second]))
        })
    })
}
