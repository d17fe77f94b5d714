//! The weight that a primitive contributes to a term (Huang et al. 2025, equation 13 and section 5.2.3). With `A` the
//! measure of a primitive and `L` a length, `w = L^(4 - dim g - dim h) A(g) A(h)` in space, one less for each primitive
//! in the plane. It is a product of one share for each primitive:
//!
//! ```text
//!            space         plane
//! vertex     L²            L           L: mean length of the edges around the vertex
//! edge       L |e|         |e|         L: length of the edge
//! face       area
//! ```
//!
//! All are taken from the rest state: the potential is an integral over material points. (The published library takes
//! them from the current state, so that they have derivatives of their own, and a vertex in space has one third of the
//! sum of its edges' squared lengths.) Where a mesh is refined, `L` shrinks with its edges, except along sharp features
//! (section 5.3.6): there the caller should keep it.
//!
//! A vertex without edges needs an `L` of its own, such as its radius or the mean edge length of the scene: with a zero
//! weight it would have no barrier at all.

use super::stencil::Dimension;
use crate::Real;

/// A vertex's share: `L²` in m², or `L` in m in the plane.
#[inline]
pub fn vertex<R: Real>(dimension: Dimension, spread: R) -> R {
    match dimension {
        Dimension::Plane => spread,
        Dimension::Space => spread * spread,
    }
}

/// An edge's share: `L |e|` in m², or `|e|` in m in the plane, where `L` plays no part.
#[inline]
pub fn edge<R: Real>(dimension: Dimension, spread: R, length: R) -> R {
    match dimension {
        Dimension::Plane => length,
        Dimension::Space => spread * length,
    }
}

/// A face's share: its area, in m².
#[inline]
pub fn face<R: Real>(area: R) -> R {
    area
}
