//! Plane of a planar model: where there is body, and which way its boundary runs.
//!
//! A planar model is a slice of a world that is the same at every depth: all vertices have `z = 0`, and stay there, since no
//! force has a component along z. Masses and forces are per metre of depth. What may touch are boundary edges and
//! their ends, as points and edges.

use tangency_geometry::SurfaceMesh;

/// The areas of a planar model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// Triangles of solids and obstacles, counter-clockwise at rest.
    pub triangles: Vec<[u32; 3]>,
    /// Their boundary edges, with the inside on the left; sorted.
    pub ways: Vec<[u32; 2]>,
}

impl Plane {
    /// Adds the triangles of a body whose first vertex has the number `first`; its boundary edges.
    pub fn add(&mut self, mesh: &SurfaceMesh, first: u32) -> Vec<[u32; 2]> {
        let triangles = mesh.triangles.iter().map(|t| t.map(|v| first + v));
        let ways = outline(&triangles.clone().collect::<Vec<_>>());
        self.triangles.extend(triangles);
        self.ways.extend(&ways);
        self.ways.sort_unstable();
        ways
    }

    /// An edge as its boundary runs, if it is one of an area.
    pub fn way(&self, [a, b]: [u32; 2]) -> Option<[u32; 2]> {
        let runs = |way: &[u32; 2]| self.ways.binary_search(way).is_ok();
        [[a, b], [b, a]].into_iter().find(runs)
    }
}

/// The edges of one triangle only, with the triangle on the left; sorted.
fn outline(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let mut ways: Vec<[u32; 2]> = triangles.iter().flat_map(sides).collect();
    ways.sort_unstable();
    let is_outer = |&&[a, b]: &&[u32; 2]| ways.binary_search(&[b, a]).is_err();
    ways.iter().filter(is_outer).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_runs_around_with_the_inside_on_the_left() {
        let square = [[0, 1, 2], [0, 2, 3]];
        let ways = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        assert_eq!(outline(&square), ways);
        let plane = Plane {
            triangles: square.to_vec(),
            ways,
        };
        assert_eq!(plane.way([0, 3]), Some([3, 0]));
        assert_eq!(plane.way([0, 2]), None);
    }
}
