//! Rods that twist (Bergou et al. 2008, 2010). Each segment has a material frame, turned by an angle from a reference
//! frame that is carried along with the segment in time. The angle is an unknown: times the radius of the rod it is
//! the first coordinate, m, of a node of its own. These nodes come after all vertices; their two other coordinates
//! stay zero.

use tangency_formulas::elastic::{EdgeFrame, JointFrame, RoundJoint, Section};
use tangency_geometry::Vec3;

use crate::boundary::BoundaryProgram;

/// Curvatures at rest below this, pure numbers, are the rounding of a straight rod.
const STRAIGHT: f64 = 1e-12;

/// The segments that twist.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwistBatch {
    /// Vertices.
    pub segments: Vec<[u32; 2]>,
    /// Radius of the rod, m.
    pub radii: Vec<f64>,
    /// Moment of inertia about the axis over the squared radius, kg.
    pub masses: Vec<f64>,
    /// Reference directors at the start.
    pub directors: Vec<Vec3>,
    /// Joints of two of the segments.
    pub joints: TwistJoints,
    /// The node of the first segment's angle.
    pub first: u32,
}

/// Joints of two segments that twist.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwistJoints {
    /// Far end of one segment, the common vertex, far end of the other; the nodes of the two angles.
    pub stencils: Vec<[u32; 5]>,
    /// The two segments.
    pub passages: Vec<[Passage; 2]>,
    /// Turn of the second frame that leaves no twist at rest, rad.
    pub phases: Vec<f64>,
    /// Stiffness, and curvature at rest.
    pub elastic: Vec<RoundJoint<f64>>,
    /// Angle from the first reference director to the second at the start, rad.
    pub twists: Vec<f64>,
}

/// Passage of a joint through a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The segment, by its number among those that twist.
    pub segment: u32,
    /// 1 from its first vertex to its second, -1 the other way.
    pub sign: f64,
}

impl Passage {
    /// The frame of the segment, seen in the direction of the joint: angles change their sign with it.
    fn frame(&self, frame: EdgeFrame<f64>) -> EdgeFrame<f64> {
        EdgeFrame {
            tangent: frame.tangent * self.sign,
            ..frame
        }
    }
}

/// References that angles are measured from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct References {
    /// A frame of each segment.
    pub edges: Vec<EdgeFrame<f64>>,
    /// The angle between the frames at each joint, full turns included, rad.
    pub twists: Vec<f64>,
}

impl TwistBatch {
    /// Adds a segment between vertices at `ends`; gives its number.
    pub fn add_segment(
        &mut self,
        vertices: [u32; 2],
        ends: [Vec3; 2],
        radius: f64,
        mass: f64,
    ) -> u32 {
        self.segments.push(vertices);
        self.radii.push(radius);
        // ½ m r², over r².
        self.masses.push(0.5 * mass);
        let director = EdgeFrame::new(&(ends[1] - ends[0])).director;
        self.directors.push(director);
        self.segments.len() as u32 - 1
    }

    /// Adds the joint of two segments at the vertices `stencil`, at `x`; it is straight at rest, or as it is there.
    pub fn add_joint(
        &mut self,
        section: &Section<f64>,
        (stencil, x): ([u32; 3], [Vec3; 3]),
        segments: [u32; 2],
        is_straight: bool,
    ) {
        let ends = [[stencil[0], stencil[1]], [stencil[1], stencil[2]]];
        let edges = [x[1] - x[0], x[2] - x[1]];
        let passages = [0, 1].map(|i| Passage {
            segment: segments[i],
            sign: if self.segments[segments[i] as usize] == ends[i] {
                1.0
            } else {
                -1.0
            },
        });
        let frame = JointFrame {
            edges: [0, 1].map(|i| EdgeFrame {
                tangent: edges[i].normalize(),
                director: self.directors[segments[i] as usize],
            }),
            twist: 0.0,
        };
        let nodes = x.each_ref();
        let twist = frame.strains(nodes, [0.0; 2])[2];
        let [k1, k2, _] = frame.strains(nodes, [0.0, -twist]);
        let is_straight = is_straight || k1.hypot(k2) < STRAIGHT;
        let rest = if is_straight { [0.0; 2] } else { [k1, k2] };
        let lengths = edges.map(|edge| edge.norm());
        let joints = &mut self.joints;
        let [a, v, b] = stencil;
        joints.stencils.push([a, v, b, segments[0], segments[1]]);
        joints.passages.push(passages);
        joints.phases.push(-twist);
        joints.elastic.push(RoundJoint::new(section, lengths, rest));
        joints.twists.push(twist);
    }

    /// Gives the angles their nodes, after those of `vertices` vertices.
    pub fn number(&mut self, vertices: usize) {
        self.first = vertices as u32;
        for (stencil, passages) in self.joints.stencils.iter_mut().zip(&self.joints.passages) {
            stencil[3] = self.first + passages[0].segment;
            stencil[4] = self.first + passages[1].segment;
        }
    }

    /// Has programs that move a segment whole hold its angle too.
    pub fn clamp(&self, programs: &mut [BoundaryProgram]) {
        if self.segments.is_empty() {
            return;
        }
        for program in programs {
            let mut is_moved = vec![false; self.first as usize];
            for &v in &program.vertices {
                is_moved[v as usize] = true;
            }
            for (k, segment) in self.segments.iter().enumerate() {
                if segment.iter().all(|&v| is_moved[v as usize]) {
                    program.vertices.push(self.first + k as u32);
                }
            }
        }
    }

    /// The segment whose angle `node` is.
    pub fn segment_of(&self, node: u32) -> Option<usize> {
        let k = node.checked_sub(self.first)? as usize;
        (k < self.segments.len()).then_some(k)
    }

    /// The angle of a segment, rad.
    pub fn angle(&self, segment: usize, x: &[Vec3]) -> f64 {
        x[self.first as usize + segment].x / self.radii[segment]
    }

    /// The vector along a segment, m.
    pub fn edge(&self, segment: usize, x: &[Vec3]) -> Vec3 {
        let [a, b] = self.segments[segment];
        x[b as usize] - x[a as usize]
    }

    /// The reference frame of a segment at `x`.
    pub fn frame(&self, segment: usize, x: &[Vec3], directors: &[Vec3]) -> EdgeFrame<f64> {
        EdgeFrame {
            tangent: self.edge(segment, x).normalize(),
            director: directors[segment],
        }
    }

    /// The references at `x`, where the angles between directors are `twists`.
    pub fn references(&self, x: &[Vec3], directors: &[Vec3], twists: &[f64]) -> References {
        let segments = 0..self.segments.len();
        References {
            edges: segments.map(|k| self.frame(k, x, directors)).collect(),
            twists: twists.to_vec(),
        }
    }

    /// References carried along to `x`. Material frames there stay what they are.
    pub fn carried(&self, references: &References, x: &[Vec3]) -> References {
        let edges = references.edges.iter().enumerate();
        let joints = self.joints.stencils.iter().enumerate();
        let twist = |(e, &[a, v, b, ..]): (usize, &[u32; 5])| {
            let frame = self.joint(references, e);
            frame.strains([a, v, b].map(|v| &x[v as usize]), [0.0; 2])[2]
        };
        References {
            edges: edges
                .map(|(k, frame)| frame.transported(&self.edge(k, x)))
                .collect(),
            twists: joints.map(twist).collect(),
        }
    }

    /// The references of joint `e`.
    pub fn joint(&self, references: &References, e: usize) -> JointFrame<f64> {
        let side = |passage: &Passage| passage.frame(references.edges[passage.segment as usize]);
        JointFrame {
            edges: self.joints.passages[e].each_ref().map(side),
            twist: references.twists[e],
        }
    }
}
