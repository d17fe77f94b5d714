//! Distance that each vertex may go before contacts have to be detected again: the displacement bounds of Offset
//! Geometric Contact, over all pairs that are near, whether they push each other or not
//! (`formulas/contact/displacement_bound.rs`).

use tangency_geometry::Vec3;
use tangency_kernels::contact::{BoundingPlanes, ContactPair, SweepBounds};
use tangency_kernels::rows::Incidence;
use tangency_kernels::storage::Owned;

use crate::ordered;

/// All pairs that are near, and how far each vertex may go.
#[derive(Clone, Debug, Default)]
pub struct NearbyPairs {
    /// The pairs, with the clearances that they leave where planes are the bounds.
    pub pairs: Vec<ContactPair<f64>>,
    /// Distance that each vertex may go in any direction, m.
    pub ball: Vec<f64>,
    /// Whether the pairs' planes are bounds.
    pub has_planes: bool,
}

/// The bounds of one detection.
#[derive(Clone, Debug, Default)]
pub struct DisplacementBounds {
    /// Position of each vertex at the detection, m.
    start: Vec<Vec3>,
    near: NearbyPairs,
    incidence: Incidence<Owned>,
}

impl DisplacementBounds {
    /// The bounds of vertices at `start`, where `near` is all that is.
    pub fn new(start: Vec<Vec3>, near: NearbyPairs) -> Self {
        let stencils = near.pairs.iter().map(ContactPair::stencil);
        DisplacementBounds {
            incidence: Incidence::<Owned>::of_stencils(start.len(), stencils),
            start,
            near,
        }
    }

    /// Bounds as a sweep reads them.
    pub fn view(&self) -> SweepBounds<'_, f64> {
        SweepBounds {
            start: &self.start,
            ball: &self.near.ball,
            pairs: if self.near.has_planes {
                &self.near.pairs
            } else {
                &[]
            },
            incidence: self.incidence.view(),
            planes: BoundingPlanes::default(),
        }
    }

    /// Position where vertex `v` ends that would go to `x`.
    pub fn truncate(&self, v: usize, x: &Vec3) -> Vec3 {
        self.view().truncate(v as u32, x)
    }

    /// Shortens displacements `p` from the start to what vertices may move by.
    pub fn shorten(&self, p: &mut [Vec3]) {
        for (v, (p, start)) in p.iter_mut().zip(&self.start).enumerate() {
            let end = start + *p;
            let allowed = self.truncate(v, &end);
            if allowed != end {
                *p = allowed - start;
            }
        }
    }

    /// The largest share of the displacements `p` from the start, at most `at_most`, that all vertices may take.
    pub fn limit(&self, p: &[Vec3], at_most: f64) -> f64 {
        let bounds = self.view();
        ordered::smallest(self.start.len(), at_most, |v| {
            let start = &self.start[v];
            bounds.fraction(v as u32, start, &(start + p[v]))
        })
    }
}
