//! The part of a run's topology that the certificate is about: primitives, what they belong to, which pairs count.
//!
//! Pairs that share a vertex and pairs of obstacles alone never count.

use std::collections::HashSet;

use tangency_io::run_folder::{LimitedSheet, Topology};

use crate::report::{Primitive, PrimitiveShape};
use crate::solids::{NONE, Solids, connected};

/// A point, segment or triangle; the last vertex repeats to fill the three places.
#[derive(Clone, Copy)]
pub(crate) struct Simplex {
    pub shape: PrimitiveShape,
    /// Place in the topology's list of its shape.
    pub id: u32,
    pub vertices: [u32; 3],
}

/// The primitives of a run, prepared once for all frames.
pub(crate) struct Surface<'a> {
    topology: &'a Topology,
    pub points: Vec<Simplex>,
    pub edges: Vec<Simplex>,
    pub triangles: Vec<Simplex>,
    /// Segments of no triangle.
    pub free_edges: Vec<Simplex>,
    /// Points of no triangle: ends of free segments and free points. A pair of such an end and a free segment is not
    /// always part of a pair of two segments: the only segment of a rod's last point may share a vertex with the other.
    pub loose_points: Vec<Simplex>,
    /// Points of no segment or triangle.
    pub free_points: Vec<Simplex>,
    /// One point of each connected piece: where nothing crosses, it tells whether the piece is inside of a solid.
    pub witnesses: Vec<Simplex>,
    /// The solids, which can have something inside.
    pub solids: Solids,
}

impl<'a> Surface<'a> {
    pub(crate) fn new(topology: &'a Topology) -> Self {
        let number = |shape: PrimitiveShape| {
            move |(id, vertices): (u32, [u32; 3])| Simplex {
                shape,
                id,
                vertices,
            }
        };
        let list = |shape: PrimitiveShape, all: Vec<[u32; 3]>| {
            (0..).zip(all).map(number(shape)).collect::<Vec<_>>()
        };
        let points = list(
            PrimitiveShape::Point,
            topology.points.iter().map(|&v| [v; 3]).collect(),
        );
        let edges = list(
            PrimitiveShape::Edge,
            topology.edges.iter().map(|&[a, b]| [a, b, b]).collect(),
        );
        let triangles = list(PrimitiveShape::Triangle, topology.triangles.clone());

        let corners: HashSet<u32> = topology.triangles.iter().flatten().copied().collect();
        let ends = topology.edges.iter().flatten().copied();
        let used: HashSet<u32> = corners.iter().copied().chain(ends).collect();
        let without = |used: &HashSet<u32>| -> Vec<Simplex> {
            let is_free = |p: &&Simplex| !used.contains(&p.vertices[0]);
            points.iter().filter(is_free).copied().collect()
        };
        let (free_points, loose_points) = (without(&used), without(&corners));
        let free_edges = free_edges(topology, &edges);
        let witnesses = witnesses(topology, &points);
        Self {
            topology,
            points,
            edges,
            triangles,
            free_edges,
            loose_points,
            free_points,
            witnesses,
            solids: Solids::new(topology),
        }
    }

    /// Whether everything stays in the plane z = 0.
    pub(crate) fn is_planar(&self) -> bool {
        self.topology.plane
    }

    pub(crate) fn tets(&self) -> &[[u32; 4]] {
        &self.topology.tets
    }

    /// Whether the material of a tet, or of a planar triangle, lets it invert.
    pub(crate) fn may_invert(&self, element: usize) -> bool {
        self.topology
            .may_invert
            .get(element)
            .is_some_and(|&may| may)
    }

    /// Triangles with strain limits.
    pub(crate) fn sheets(&self) -> &[LimitedSheet] {
        &self.topology.sheets
    }

    /// Origin and normal of each half-space.
    pub(crate) fn half_spaces(&self) -> &[[f64; 6]] {
        &self.topology.half_spaces
    }

    pub(crate) fn is_obstacle(&self, vertex: u32) -> bool {
        self.topology.obstacle[vertex as usize]
    }

    /// Whether a primitive is all of an obstacle.
    pub(crate) fn is_of_obstacle(&self, s: &Simplex) -> bool {
        s.vertices.iter().all(|&v| self.is_obstacle(v))
    }

    /// Whether two primitives must keep apart.
    pub(crate) fn is_pair(&self, a: &Simplex, b: &Simplex) -> bool {
        let shared = a.vertices.iter().any(|v| b.vertices.contains(v));
        let fixed = self.is_of_obstacle(a) && self.is_of_obstacle(b);
        !shared && !fixed
    }

    /// Thickness of the primitive's body, m.
    pub(crate) fn thickness(&self, s: &Simplex) -> f64 {
        self.topology.thickness[s.vertices[0] as usize]
    }

    /// The distance that two primitives must exceed, m.
    pub(crate) fn offset(&self, a: &Simplex, b: &Simplex) -> f64 {
        (self.thickness(a) + self.thickness(b)) / 2.0
    }

    /// The primitive as the report names it.
    pub(crate) fn describe(&self, s: &Simplex) -> Primitive {
        let count = match s.shape {
            PrimitiveShape::Point => 1,
            PrimitiveShape::Edge => 2,
            _ => 3,
        };
        Primitive {
            shape: s.shape,
            id: s.id,
            vertices: s.vertices[..count].to_vec(),
            body: self.body(s.vertices[0]),
        }
    }

    /// The tet as the report names it.
    pub(crate) fn describe_tet(&self, id: usize) -> Primitive {
        let vertices = self.topology.tets[id];
        Primitive {
            shape: PrimitiveShape::Tet,
            id: id as u32,
            vertices: vertices.to_vec(),
            body: self.body(vertices[0]),
        }
    }

    /// A solid as the report names it: by its number and its first vertex.
    pub(crate) fn describe_solid(&self, id: u32) -> Primitive {
        let first = self.solids.of_vertex.iter().position(|&solid| solid == id);
        let vertex = first.unwrap_or_default() as u32;
        Primitive {
            shape: PrimitiveShape::Solid,
            id,
            vertices: vec![vertex],
            body: self.body(vertex),
        }
    }

    /// The sheet as the report names it.
    pub(crate) fn describe_sheet(&self, id: usize) -> Primitive {
        let vertices = self.topology.sheets[id].vertices;
        Primitive {
            shape: PrimitiveShape::Sheet,
            id: id as u32,
            vertices: vertices.to_vec(),
            body: self.body(vertices[0]),
        }
    }

    fn body(&self, vertex: u32) -> String {
        let body = self.topology.body[vertex as usize];
        self.topology
            .body_names
            .get(body as usize)
            .cloned()
            .unwrap_or_else(|| format!("body {body}"))
    }
}

/// The edges that are sides of no triangle.
fn free_edges(topology: &Topology, edges: &[Simplex]) -> Vec<Simplex> {
    let ordered = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let triangles = topology.triangles.iter();
    let sides = triangles.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let sides: HashSet<[u32; 2]> = sides.map(ordered).collect();
    let is_free = |e: &&Simplex| !sides.contains(&ordered([e.vertices[0], e.vertices[1]]));
    edges.iter().filter(is_free).copied().collect()
}

/// The first point of each connected piece of surface, and every point that is of none.
fn witnesses(topology: &Topology, points: &[Simplex]) -> Vec<Simplex> {
    let triangles = topology.triangles.iter().map(|t| &t[..]);
    let edges = topology.edges.iter().map(|e| &e[..]);
    let pieces = connected(topology.rest.len(), triangles.chain(edges));
    let mut seen = HashSet::new();
    let is_first = |p: &&Simplex| {
        let piece = pieces[p.vertices[0] as usize];
        piece == NONE || seen.insert(piece)
    };
    points.iter().filter(is_first).copied().collect()
}
