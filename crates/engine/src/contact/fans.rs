//! What surrounds each vertex and edge of the contact surface: the gates of Offset Geometric Contact.

use tangency_formulas::contact::offset_block;
use tangency_geometry::Vec3;

use crate::model::ContactSurface;

/// Lists of vertices, one for each of many owners.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lists {
    /// Where each list begins, and the end of the last.
    begin: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// From entries of owner and item; each list in the order of the entries.
    fn new(owners: usize, entries: &[(u32, u32)]) -> Self {
        let mut begin = vec![0; owners + 1];
        for &(owner, _) in entries {
            begin[owner as usize + 1] += 1;
        }
        for k in 0..owners {
            begin[k + 1] += begin[k];
        }
        let mut next = begin.clone();
        let mut items = vec![0; entries.len()];
        for &(owner, item) in entries {
            let place = &mut next[owner as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Lists { begin, items }
    }

    fn of(&self, owner: usize) -> &[u32] {
        &self.items[self.begin[owner] as usize..self.begin[owner + 1] as usize]
    }
}

/// The neighbours of each vertex, and the faces at each edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fans {
    /// The edges, sorted.
    edges: Vec<[u32; 2]>,
    neighbours: Lists,
    /// Four times the number of a face, and which of its edges it is.
    faces: Lists,
    triangles: Vec<[u32; 3]>,
}

impl Fans {
    /// The fans of a surface whose edges are sorted, in a model of `vertices` vertices.
    pub fn new(surface: &ContactSurface, vertices: usize) -> Self {
        let edges = surface.edges.clone();
        let both_ways = edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
        let neighbours = Lists::new(vertices, &both_ways.collect::<Vec<_>>());
        let mut fans = Fans {
            edges,
            neighbours,
            faces: Lists::default(),
            triangles: surface.triangles.clone(),
        };
        let sides = surface.triangles.iter().zip(0_u32..);
        let sides = sides.flat_map(|(&[a, b, c], t)| {
            let edges = [[a, b], [b, c], [c, a]];
            [0, 1, 2].map(|k| (fans.number(edges[k]), 4 * t + k as u32))
        });
        let entries: Vec<(u32, u32)> = sides.filter_map(|(e, face)| Some((e?, face))).collect();
        fans.faces = Lists::new(fans.edges.len(), &entries);
        fans
    }

    /// Whether the point at `p` is in the block of an edge beside whose inside it lies.
    pub fn edge_pushes(&self, x: &[Vec3], p: &Vec3, edge: [u32; 2]) -> bool {
        let Some(number) = self.number(edge) else {
            return true;
        };
        let faces = self.faces.of(number as usize).iter().map(|&face| {
            let corners = &self.triangles[(face / 4) as usize];
            (
                corners.each_ref().map(|&v| &x[v as usize]),
                (face % 4) as usize,
            )
        });
        offset_block::edge(p, faces)
    }

    /// Whether the point at `p` is in the block of the vertex `q`.
    pub fn vertex_pushes(&self, x: &[Vec3], p: &Vec3, q: u32) -> bool {
        let neighbours = self.neighbours.of(q as usize).iter();
        offset_block::vertex(p, &x[q as usize], neighbours.map(|&v| &x[v as usize]))
    }

    /// Whether an edge belongs to no face.
    pub fn is_wire(&self, edge: [u32; 2]) -> bool {
        let number = self.number(edge);
        number.is_none_or(|k| self.faces.of(k as usize).is_empty())
    }

    fn number(&self, [a, b]: [u32; 2]) -> Option<u32> {
        let found = self.edges.binary_search(&[a.min(b), a.max(b)]);
        found.ok().map(|k| k as u32)
    }
}
