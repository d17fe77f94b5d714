//! Segments and joints of rods, and stitches.

use tangency_formulas::elastic::{RodBend, Section, Spring};

use super::Elements;
use crate::model::bodies::{Rods, Springs};

/// The segments of all rods: springs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SegmentBatch {
    /// Vertices.
    pub segments: Vec<[u32; 2]>,
    /// Stiffness and length at rest.
    pub springs: Vec<Spring<f64>>,
}

/// Where two segments of a rod meet, straight at rest.
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
    /// Where on the edge, from 0 to 1.
    pub shares: Vec<f64>,
    /// Stiffness, N/m.
    pub stiffness: Vec<f64>,
}

impl Elements {
    /// Adds rods whose first vertex has the number `first`; the masses of their vertices, kg.
    pub fn add_rods(&mut self, rods: &Rods, first: u32) -> Vec<f64> {
        let material = &rods.material;
        let radius = 0.5 * material.diameter;
        let section = Section::round(radius, material.young, material.poisson);
        let section = Section {
            stretch: section.stretch * material.stretching,
            bend: section.bend * material.bending,
            ..section
        };
        let points = &rods.mesh.points;
        let length = |[a, b]: [u32; 2]| (points[b as usize] - points[a as usize]).norm();
        let mut masses = vec![0.0; points.len()];
        // The segments at each vertex, by their far ends.
        let mut meeting: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
        for &segment in &rods.mesh.edges {
            let [a, b] = segment;
            self.segments.segments.push([first + a, first + b]);
            self.segments.springs.push(section.spring(length(segment)));
            let mass = 0.5 * material.density * material.area() * length(segment);
            for (v, far) in [(a, b), (b, a)] {
                masses[v as usize] += mass;
                meeting[v as usize].push(far);
            }
        }
        if material.bending > 0.0 {
            for (v, far) in meeting.iter().enumerate() {
                for (i, &a) in far.iter().enumerate() {
                    for &b in &far[..i] {
                        let v = v as u32;
                        let lengths = [length([b, v]), length([v, a])];
                        let stencil = [b, v, a].map(|v| first + v);
                        self.joints.stencils.push(stencil);
                        self.joints.bends.push(section.bend(lengths));
                    }
                }
            }
        }
        masses
    }

    /// Adds stitches.
    pub fn add_springs(&mut self, springs: &Springs) {
        for end in &springs.ends {
            let [a, b] = end.edge;
            self.springs.stencils.push([end.vertex, a, b]);
            self.springs.shares.push(end.share);
            self.springs.stiffness.push(springs.stiffness);
        }
    }
}
