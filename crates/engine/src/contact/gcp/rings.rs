//! Surroundings of each vertex, edge and triangle of a contact surface.

use tangency_formulas::contact::geometric::{Fan, Ring, Sidedness};

use super::outline::Outline;
use super::sides::Sides;
use crate::contact::pairs::packed;
use crate::model::{ContactSurface, Model};

/// No triangle, no edge.
pub const NONE: u32 = u32::MAX;

/// The rings of all primitives, and which triangle or edge stands for others that a primitive is part of.
pub struct Rings {
    /// Neighbours of each vertex, in the order of its faces where there is one.
    around: Lists,
    /// Opposite vertices of each edge's triangles, first that of the triangle that runs along the edge.
    beside: Lists,
    /// The faces around each vertex, and from where it can be touched.
    fans: Vec<(Fan, Sidedness)>,
    sides: Sides,
    edges: Vec<[u32; 2]>,
    /// Each edge as it runs around a planar body, where it does, and from where it can be touched.
    ways: Vec<([u32; 2], Sidedness)>,
    triangles: Vec<([u32; 3], u32)>,
    /// First triangle of each vertex.
    pub first_face: Vec<u32>,
    /// First triangle of each edge.
    pub first_face_of_edge: Vec<u32>,
    /// First edge of each vertex that is none of a triangle.
    pub first_wire: Vec<u32>,
}

/// For each of many owners a list of vertices.
struct Lists {
    begin: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    fn of(&self, owner: u32) -> &[u32] {
        let owner = owner as usize;
        &self.items[self.begin[owner]..self.begin[owner + 1]]
    }

    fn push(&mut self, list: &[u32]) {
        self.items.extend_from_slice(list);
        self.begin.push(self.items.len());
    }

    fn new() -> Self {
        Lists {
            begin: vec![0],
            items: Vec::new(),
        }
    }
}

impl Rings {
    /// The rings of a model's surface.
    pub fn new(model: &Model) -> Self {
        let surface = &model.surface;
        let count = model.vertex_count();
        let corners = corners(surface);
        let neighbours = neighbours(surface);
        let (sides, outline) = (Sides::new(model), Outline::of(model));
        let (mut around, mut fans) = (Lists::new(), Vec::with_capacity(count));
        for v in 0..count as u32 {
            let corners = slice_of(&corners, v, |c| c[0]);
            let neighbours = slice_of(&neighbours, v, |n| n[0]);
            let others = neighbours.iter().map(|n| n[1]);
            let planar = (outline.as_ref()).and_then(|o| o.around(v, neighbours.len()));
            if let Some(ring) = planar {
                around.push(&ring);
                fans.push((Fan::None, Sidedness::Outer));
                continue;
            }
            let (ring, fan) =
                fan(corners, neighbours.len()).unwrap_or_else(|| (others.collect(), Fan::None));
            around.push(&ring);
            fans.push((fan, side(fan == Fan::Closed && sides.is_outer(v))));
        }
        let beside = beside(surface, &corners);
        let ways = surface.edges.iter().zip(0..).map(|(&[a, b], e)| {
            let has_two = beside.of(e).len() == 2;
            let is_outer = has_two && sides.is_outer(a) && sides.is_outer(b);
            (outline.as_ref()).map_or(([a, b], side(is_outer)), |o| o.run([a, b]))
        });
        let edge_of = |a: u32, b: u32| edge_number(&surface.edges, [a, b]);
        let mut first_face = vec![NONE; count];
        let mut first_face_of_edge = vec![NONE; surface.edges.len()];
        for (t, &[a, b, c]) in surface.triangles.iter().enumerate().rev() {
            for v in [a, b, c] {
                first_face[v as usize] = t as u32;
            }
            for [a, b] in [[a, b], [b, c], [c, a]] {
                first_face_of_edge[edge_of(a, b) as usize] = t as u32;
            }
        }
        let mut first_wire = vec![NONE; count];
        for (e, ends) in surface.edges.iter().enumerate().rev() {
            if first_face_of_edge[e] == NONE {
                for &v in ends {
                    first_wire[v as usize] = e as u32;
                }
            }
        }
        let numbers = surface.triangles.iter().zip(0_u32..);
        let mut triangles: Vec<([u32; 3], u32)> = numbers.map(|(&t, k)| (t, k)).collect();
        triangles.sort_unstable();
        Rings {
            ways: ways.collect(),
            sides,
            around,
            beside,
            fans,
            edges: surface.edges.clone(),
            triangles,
            first_face,
            first_face_of_edge,
            first_wire,
        }
    }

    /// The number of an edge of the surface.
    pub fn edge(&self, ends: [u32; 2]) -> u32 {
        edge_number(&self.edges, ends)
    }

    /// The number of a triangle of the surface, whose vertices are in its order.
    pub fn triangle(&self, corners: [u32; 3]) -> u32 {
        let key = packed(&corners);
        let place = self
            .triangles
            .binary_search_by_key(&key, |(t, _)| packed(t));
        place.map_or(NONE, |place| self.triangles[place].1)
    }

    /// The neighbours of a vertex.
    pub fn around(&self, v: u32) -> &[u32] {
        self.around.of(v)
    }

    /// The opposite vertices of an edge's triangles.
    pub fn beside(&self, edge: u32) -> &[u32] {
        self.beside.of(edge)
    }

    /// The ends of an edge in the order of its stencils: around a planar body, with the inside on the left.
    pub fn run(&self, edge: u32) -> [u32; 2] {
        self.ways[edge as usize].0
    }

    /// The ring of a vertex.
    pub fn of_vertex(&self, v: u32) -> Ring {
        let (fan, side) = self.fans[v as usize];
        Ring {
            count: self.around(v).len(),
            fan,
            side,
        }
    }

    /// The ring of an edge.
    pub fn of_edge(&self, edge: u32) -> Ring {
        Ring {
            count: self.beside(edge).len(),
            fan: Fan::None,
            side: self.ways[edge as usize].1,
        }
    }

    /// The ring of a triangle with this vertex.
    pub fn of_face(&self, v: u32) -> Ring {
        Ring {
            count: 0,
            fan: Fan::None,
            side: side(self.sides.is_outer(v)),
        }
    }
}

fn side(is_outer: bool) -> Sidedness {
    if is_outer {
        Sidedness::Outer
    } else {
        Sidedness::Both
    }
}

/// The number of an edge among sorted ones.
fn edge_number(edges: &[[u32; 2]], [a, b]: [u32; 2]) -> u32 {
    let found = edges.binary_search(&[a.min(b), a.max(b)]);
    found.map_or(NONE, |k| k as u32)
}

/// The corners of all triangles, `[v, from, to]`, sorted.
fn corners(surface: &ContactSurface) -> Vec<[u32; 3]> {
    let triangles = surface.triangles.iter();
    let mut corners: Vec<[u32; 3]> = triangles
        .flat_map(|&[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]])
        .collect();
    corners.sort_unstable();
    corners
}

/// Both directions of all edges, sorted.
fn neighbours(surface: &ContactSurface) -> Vec<[u32; 2]> {
    let edges = surface.edges.iter();
    let mut neighbours: Vec<[u32; 2]> = edges.flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
    neighbours.sort_unstable();
    neighbours
}

/// The part of a sorted list that belongs to `v`.
fn slice_of<T>(sorted: &[T], v: u32, owner: impl Fn(&T) -> u32) -> &[T] {
    let begin = sorted.partition_point(|item| owner(item) < v);
    let end = begin + sorted[begin..].partition_point(|item| owner(item) == v);
    &sorted[begin..end]
}

/// The neighbours of a vertex in the order of its corners, if these are one fan that has all of them.
fn fan(corners: &[[u32; 3]], neighbours: usize) -> Option<(Vec<u32>, Fan)> {
    let leads_to = |v: u32| corners.iter().any(|&[_, _, to]| to == v);
    // An open fan begins where no face leads to.
    let start = corners.iter().find(|&&[_, from, _]| !leads_to(from));
    let mut ring = vec![start.or(corners.first())?[1]];
    let (mut used, mut kind) = (0, Fan::Open);
    while let Some(&last) = ring.last() {
        let mut next = corners.iter().filter(|&&[_, from, _]| from == last);
        let Some(&[_, _, to]) = next.next() else {
            break;
        };
        if next.next().is_some() || used == corners.len() {
            return None;
        }
        used += 1;
        if to == ring[0] {
            kind = Fan::Closed;
            break;
        }
        ring.push(to);
    }
    (used == corners.len() && ring.len() == neighbours).then_some((ring, kind))
}

/// The opposite vertices of each edge's triangles.
fn beside(surface: &ContactSurface, corners: &[[u32; 3]]) -> Lists {
    let mut beside = Lists::new();
    let mut ring = Vec::new();
    let add = |from: u32, to: u32, ring: &mut Vec<u32>| {
        // A corner `[o, a, b]` is opposite of the edge `a, b`; `[a, b, o]` begins along it.
        let along = slice_of(corners, from, |c| c[0]).iter();
        ring.extend(along.filter(|c| c[1] == to).map(|c| c[2]));
    };
    for &[a, b] in &surface.edges {
        ring.clear();
        add(a, b, &mut ring);
        add(b, a, &mut ring);
        beside.push(&ring);
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_put_in_order_where_they_are_one_fan() {
        let closed = fan(&[[0, 1, 2], [0, 2, 3], [0, 3, 1]], 3);
        assert_eq!(closed, Some((vec![1, 2, 3], Fan::Closed)));
        let open = fan(&[[0, 1, 2], [0, 3, 1]], 3);
        assert_eq!(open, Some((vec![3, 1, 2], Fan::Open)));
        // A wire beside the faces, two fans, no face, two faces on one side of an edge.
        assert_eq!(fan(&[[0, 1, 2], [0, 3, 1]], 4), None);
        assert_eq!(fan(&[[0, 1, 2], [0, 3, 4]], 4), None);
        assert_eq!(fan(&[], 2), None);
        assert_eq!(fan(&[[0, 1, 2], [0, 1, 3]], 3), None);
    }
}
