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

/// The neighbours of each vertex, and the third vertices of the faces at each edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fans {
    /// The edges, sorted.
    edges: Vec<[u32; 2]>,
    neighbours: Lists,
    apexes: Lists,
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
            apexes: Lists::default(),
        };
        let sides = surface.triangles.iter().flat_map(|&[a, b, c]| {
            let sides = [([a, b], c), ([b, c], a), ([c, a], b)];
            sides.map(|(edge, apex)| (fans.number(edge), apex))
        });
        let entries: Vec<(u32, u32)> = sides.filter_map(|(k, apex)| Some((k?, apex))).collect();
        fans.apexes = Lists::new(fans.edges.len(), &entries);
        fans
    }

    /// Whether the point at `p` is in the block of an edge beside whose inside it lies.
    pub fn edge_pushes(&self, x: &[Vec3], p: &Vec3, edge: [u32; 2]) -> bool {
        let Some(number) = self.number(edge) else {
            return true;
        };
        let [e0, e1] = edge.map(|v| &x[v as usize]);
        let apexes = self.apexes.of(number as usize).iter();
        offset_block::edge(p, e0, e1, apexes.map(|&v| &x[v as usize]))
    }

    /// Whether the point at `p` is in the block of the vertex `q`.
    pub fn vertex_pushes(&self, x: &[Vec3], p: &Vec3, q: u32) -> bool {
        let neighbours = self.neighbours.of(q as usize).iter();
        offset_block::vertex(p, &x[q as usize], neighbours.map(|&v| &x[v as usize]))
    }

    /// Whether an edge belongs to no face.
    pub fn is_wire(&self, edge: [u32; 2]) -> bool {
        let number = self.number(edge);
        number.is_none_or(|k| self.apexes.of(k as usize).is_empty())
    }

    fn number(&self, [a, b]: [u32; 2]) -> Option<u32> {
        let found = self.edges.binary_search(&[a.min(b), a.max(b)]);
        found.ok().map(|k| k as u32)
    }
}
