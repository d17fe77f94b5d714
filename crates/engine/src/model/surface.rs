//! The primitives that may touch.

use tangency_geometry::bvh::Surface;

/// Surfaces of solids, shells, rods, grains, and obstacles. In a planar model there are no triangles: all is loose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSurface {
    /// Vertices of triangles, of free segments, and free points; ascending.
    pub points: Vec<u32>,
    /// Edges of triangles and free segments, in a planar model boundary edges; each once, sorted.
    pub edges: Vec<[u32; 2]>,
    /// Triangles, outward.
    pub triangles: Vec<[u32; 3]>,
    /// Vertices of triangles, ascending.
    pub solid_points: Vec<u32>,
    /// Points and edges of no triangle.
    pub loose: Loose,
}

impl ContactSurface {
    /// The surface of these vertices, edges (smaller end first) and triangles, in any order and as often as they come.
    /// Edges and vertices of triangles have to be among them.
    pub fn new(mut points: Vec<u32>, mut edges: Vec<[u32; 2]>, triangles: Vec<[u32; 3]>) -> Self {
        points.sort_unstable();
        points.dedup();
        edges.sort_unstable();
        edges.dedup();
        let mut surface = ContactSurface {
            points,
            edges,
            triangles,
            ..ContactSurface::default()
        };
        surface.loose = Loose::of(&surface);
        let loose = &surface.loose.points;
        let solid = surface.points.iter();
        let solid = solid.filter(|v| loose.binary_search(v).is_err());
        surface.solid_points = solid.copied().collect();
        surface
    }

    /// All of it, as trees over boxes and exact tests read it.
    pub fn primitives(&self) -> Surface<'_> {
        Surface {
            points: &self.points,
            edges: &self.edges,
            triangles: &self.triangles,
        }
    }
}

/// Points and edges of no triangle, which meet one another as points and edges: nothing else keeps rods and grains
/// apart where they run in parallel or have no extent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loose {
    /// Points of no triangle, ascending.
    pub points: Vec<u32>,
    /// Edges of no triangle, sorted.
    pub edges: Vec<[u32; 2]>,
    /// Whether each of `points` is no end of an edge either.
    is_isolated: Vec<bool>,
    has_isolated: bool,
}

impl Loose {
    /// Finds what is loose in a surface whose points and edges are sorted.
    pub fn of(surface: &ContactSurface) -> Self {
        let size = surface.points.last().map_or(0, |&last| last as usize + 1);
        let mut in_triangle = vec![false; size];
        for &v in surface.triangles.as_flattened() {
            in_triangle[v as usize] = true;
        }
        let mut sides: Vec<[u32; 2]> = Vec::with_capacity(3 * surface.triangles.len());
        for &[a, b, c] in &surface.triangles {
            sides.extend([[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]));
        }
        sides.sort_unstable();
        let is_loose = |edge: &&[u32; 2]| sides.binary_search(edge).is_err();
        let edges: Vec<[u32; 2]> = surface.edges.iter().filter(is_loose).copied().collect();
        let mut in_edge = in_triangle.clone();
        for &v in edges.as_flattened() {
            in_edge[v as usize] = true;
        }
        let points = surface.points.iter().copied();
        let points: Vec<u32> = points.filter(|&v| !in_triangle[v as usize]).collect();
        let is_isolated: Vec<bool> = points.iter().map(|&v| !in_edge[v as usize]).collect();
        Loose {
            has_isolated: is_isolated.contains(&true),
            points,
            edges,
            is_isolated,
        }
    }

    /// All of it, as trees over boxes read it.
    pub fn primitives(&self) -> Surface<'_> {
        Surface {
            points: &self.points,
            edges: &self.edges,
            triangles: &[],
        }
    }

    /// Whether any point is no end of an edge.
    pub fn has_isolated(&self) -> bool {
        self.has_isolated
    }

    /// Whether two of the points, by their place in the list, are both no end of an edge.
    pub fn are_isolated(&self, a: u32, b: u32) -> bool {
        self.is_isolated[a as usize] && self.is_isolated[b as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_triangle_has_is_loose() {
        let surface = ContactSurface {
            points: vec![0, 1, 2, 3, 4, 5, 6],
            edges: vec![[0, 1], [0, 2], [1, 2], [2, 3], [4, 5]],
            triangles: vec![[2, 0, 1]],
            ..ContactSurface::default()
        };
        let loose = Loose::of(&surface);
        assert_eq!(loose.points, [3, 4, 5, 6]);
        assert_eq!(loose.edges, [[2, 3], [4, 5]]);
        assert!(loose.has_isolated());
        assert!(loose.are_isolated(3, 3) && !loose.are_isolated(0, 3));
    }
}
