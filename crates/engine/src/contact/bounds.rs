//! How far each vertex may go before contacts have to be detected again: the displacement bounds of Offset Geometric
//! Contact, over all pairs that are near, whether they push each other or not
//! (`formulas/contact/displacement_bound.rs`).

use tangency_geometry::Vec3;
use tangency_kernels::contact::Pair;
use tangency_kernels::vbd;

use crate::ordered;
use crate::uses::UseLists;

/// All pairs that are near, and how far each vertex may go.
#[derive(Clone, Debug, Default)]
pub struct Near {
    /// The pairs, with the room that they leave where planes are the bounds.
    pub pairs: Vec<Pair<f64>>,
    /// How far each vertex may go in any direction, m.
    pub ball: Vec<f64>,
    /// Whether the pairs' planes are bounds.
    pub has_planes: bool,
}

/// The bounds of one detection.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// Where each vertex was, m.
    start: Vec<Vec3>,
    near: Near,
    uses: UseLists,
}

impl Bounds {
    /// The bounds of vertices at `start`, where `near` is all that is.
    pub fn new(start: Vec<Vec3>, near: Near) -> Self {
        let stencils = near
            .pairs
            .iter()
            .map(|pair| &pair.vertices[..pair.kind.vertices()]);
        Bounds {
            uses: UseLists::of_stencils(start.len(), stencils),
            start,
            near,
        }
    }

    /// What a sweep reads.
    pub fn view(&self) -> vbd::Bounds<'_, f64> {
        vbd::Bounds {
            start: &self.start,
            ball: &self.near.ball,
            pairs: if self.near.has_planes {
                &self.near.pairs
            } else {
                &[]
            },
            uses: self.uses.view(),
            planes: vbd::Planes::default(),
        }
    }

    /// Where vertex `v` ends that would go to `x`.
    pub fn truncate(&self, v: usize, x: &Vec3) -> Vec3 {
        self.view().truncate(v as u32, x)
    }

    /// The largest share of the displacements `p` from the start, at most `at_most`, that all vertices may take.
    pub fn limit(&self, p: &[Vec3], at_most: f64) -> f64 {
        let bounds = self.view();
        ordered::smallest(self.start.len(), at_most, |v| {
            let start = &self.start[v];
            bounds.share(v as u32, start, &(start + p[v]))
        })
    }
}
