//! Surroundings of the vertices and edges of a planar contact surface: the vertex before and the vertex after, as the
//! boundary runs with its inside on the left. Polylines have no inside; neither has a vertex where several boundaries
//! meet.

use tangency_formulas::contact::geometric::{Dimension, Sidedness};

use crate::model::{Model, Plane};

/// Course of the boundary of a planar model.
pub struct Outline<'a> {
    plane: &'a Plane,
    /// The same edges, by where they end.
    back: Vec<[u32; 2]>,
}

impl<'a> Outline<'a> {
    /// The outline of a planar model; none of another.
    pub fn of(model: &'a Model) -> Option<Self> {
        let plane = model.plane.as_ref()?;
        let mut back: Vec<[u32; 2]> = plane.ways.iter().map(|&[a, b]| [b, a]).collect();
        back.sort_unstable();
        Some(Outline { plane, back })
    }

    /// The vertices before and after `v`, if its `neighbours` are these two.
    pub fn around(&self, v: u32, neighbours: usize) -> Option<[u32; 2]> {
        let only = |ways: &[[u32; 2]]| {
            let first = ways.partition_point(|way| way[0] < v);
            let mut others = ways[first..].iter().take_while(|way| way[0] == v);
            let other = others.next()?[1];
            others.next().is_none().then_some(other)
        };
        let ring = [only(&self.back)?, only(&self.plane.ways)?];
        (neighbours == 2).then_some(ring)
    }

    /// An edge as it runs, and from where it can be touched.
    pub fn run(&self, edge: [u32; 2]) -> ([u32; 2], Sidedness) {
        match self.plane.way(edge) {
            Some(way) => (way, Sidedness::Outer),
            None => (edge, Sidedness::Both),
        }
    }
}

/// Whether a model's contact potential is one of the plane.
pub fn dimension(model: &Model) -> Dimension {
    match model.plane {
        Some(_) => Dimension::Plane,
        None => Dimension::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_has_one_before_and_one_after() {
        let plane = Plane {
            triangles: Vec::new(),
            ways: vec![[0, 1], [1, 2], [1, 4], [2, 0], [3, 1]],
        };
        let mut back: Vec<[u32; 2]> = plane.ways.iter().map(|&[a, b]| [b, a]).collect();
        back.sort_unstable();
        let outline = Outline {
            plane: &plane,
            back,
        };
        assert_eq!(outline.around(0, 2), Some([2, 1]));
        // A wire is attached, two boundaries meet, one ends.
        assert_eq!(outline.around(0, 3), None);
        assert_eq!(outline.around(1, 4), None);
        assert_eq!(outline.around(3, 1), None);
        assert_eq!(outline.run([0, 2]), ([2, 0], Sidedness::Outer));
        assert_eq!(outline.run([2, 3]), ([2, 3], Sidedness::Both));
    }
}
