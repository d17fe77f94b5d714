//! A plane that bodies have to pass before what moves them lets go.

use std::ops::Range;

use tangency_geometry::Vec3;

/// A plane, and the vertices that all have to be beyond it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReleasePlane {
    /// Vertices by their numbers in the model.
    pub vertices: Vec<Range<u32>>,
    /// The direction in which they pass, of length 1.
    pub direction: Vec3,
    /// Position of the plane along `direction`, m.
    pub at: f64,
}

impl ReleasePlane {
    /// Whether all are beyond it.
    pub fn is_passed(&self, x: &[Vec3]) -> bool {
        let mut vertices = self.vertices.iter().cloned().flatten();
        vertices.all(|v| self.direction.dot(&x[v as usize]) > self.at)
    }
}
