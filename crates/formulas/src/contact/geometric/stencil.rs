//! The stencil of a term: which two primitives it has, what is around them, from where they can be touched, and their
//! closest points.
//!
//! Its points are the vertices of the first primitive, those of the second, the ring of the first, the ring of the
//! second. A mesh vertex may appear more than once, as when two rings meet; its shares add up.

use super::factors::PrimitiveKind;
use super::recipe::Recipe;
use crate::distance::edge_edge::{self, EdgeEdge};
use crate::distance::point_edge::{self, PointEdge};
use crate::distance::point_triangle::{self, PointTriangle};
use crate::{Real, Vec3};

/// Whether a scene is planar. In a planar one all points have the same `z`, and the derivatives by `z` are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Two dimensions.
    Plane,
    /// Three dimensions.
    Space,
}

/// The two primitives of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// `a`, `b`
    VertexVertex,
    /// `p`, `(e0, e1)`
    VertexEdge,
    /// `p`, `(t0, t1, t2)`; only in space.
    VertexFace,
    /// `(a0, a1)`, `(b0, b1)`; only in space.
    EdgeEdge,
}

/// From where a primitive can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sidedness {
    /// From the outside of a closed surface. A vertex must have a closed fan, counter-clockwise as seen from outside (in
    /// the plane: the vertex before it and the vertex after it, with the inside to the left); an edge two opposite
    /// vertices, first that of the face with the edge as `(e0, e1)`; a face must be counter-clockwise.
    Outer,
    /// From everywhere: there is no exterior factor.
    Both,
}

/// The faces around a vertex in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fan {
    /// Each two consecutive vertices of the ring have a face with the vertex, and so have the last and the first.
    Closed,
    /// Each two consecutive vertices have a face: a vertex on the boundary of a sheet.
    Open,
    /// The ring is in no order, or there are no faces: rods, vertices where more than one fan meets; also edges, faces and
    /// everything in the plane.
    None,
}

/// The ring of a primitive: around a vertex its neighbours along edges, beside an edge the opposite vertices of its faces,
/// around a face (and around an edge in the plane) nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    /// Number of vertices.
    pub count: usize,
    /// The faces between them.
    pub fan: Fan,
    /// From where the primitive can be touched.
    pub side: Sidedness,
}

/// The closest points inside of both primitives.
#[derive(Clone, Copy, Debug)]
pub struct InteriorClosest<R: Real> {
    /// Makes a vector from the second primitive's point to the first's, of any length.
    pub direction: Recipe,
    /// Their distance, m.
    pub distance: R,
}

impl TermKind {
    /// The shapes of the two primitives.
    #[inline]
    pub fn shapes(self) -> [PrimitiveKind; 2] {
        match self {
            TermKind::VertexVertex => [PrimitiveKind::Vertex, PrimitiveKind::Vertex],
            TermKind::VertexEdge => [PrimitiveKind::Vertex, PrimitiveKind::Edge],
            TermKind::VertexFace => [PrimitiveKind::Vertex, PrimitiveKind::Face],
            TermKind::EdgeEdge => [PrimitiveKind::Edge, PrimitiveKind::Edge],
        }
    }

    /// Number of vertices of the two primitives.
    #[inline]
    pub fn core(self) -> usize {
        match self {
            TermKind::VertexVertex => 2,
            TermKind::VertexEdge => 3,
            TermKind::VertexFace | TermKind::EdgeEdge => 4,
        }
    }

    /// The closest points, if they are inside of both primitives and closer than `reach`.
    #[inline]
    pub fn closest<R: Real>(self, x: &[Vec3<R>], reach: R) -> Option<InteriorClosest<R>> {
        let (direction, squared) = match self {
            TermKind::VertexVertex => {
                let direction = Recipe::Difference([0, 1]);
                let a = direction.value(x);
                (direction, a.dot(&a))
            }
            TermKind::VertexEdge => {
                if point_edge::classify(&x[0], &x[1], &x[2]) != PointEdge::Interior {
                    return None;
                }
                let direction = Recipe::Beside([0, 1], [2, 1]);
                let a = direction.value(x);
                (direction, a.dot(&a))
            }
            TermKind::VertexFace => {
                let (part, squared) = point_triangle::classify_squared(&x[0], &x[1], &x[2], &x[3]);
                if part != PointTriangle::Interior {
                    return None;
                }
                let (u, v) = ([2, 1], [3, 1]);
                (towards_first(x, u, v, [0, 1]), squared)
            }
            TermKind::EdgeEdge => {
                let (part, squared) = edge_edge::classify_squared(&x[0], &x[1], &x[2], &x[3]);
                if part != EdgeEdge::Interior {
                    return None;
                }
                let (u, v) = ([1, 0], [3, 2]);
                (towards_first(x, u, v, [0, 2]), squared)
            }
        };
        (squared < reach * reach).then(|| InteriorClosest {
            direction,
            distance: squared.sqrt(),
        })
    }

    /// The vector from the second primitive to the first, for faces and pairs of edges, whose distance is its height
    /// along the direction; for the others the direction itself has the length of the distance.
    #[inline]
    pub fn span(self) -> Option<Recipe> {
        match self {
            TermKind::VertexVertex | TermKind::VertexEdge => None,
            TermKind::VertexFace => Some(Recipe::Difference([0, 1])),
            TermKind::EdgeEdge => Some(Recipe::Difference([0, 2])),
        }
    }
}

/// The normal of two differences, turned to point along a third, from the second primitive to the first.
#[inline]
fn towards_first<R: Real>(
    x: &[Vec3<R>],
    u: [usize; 2],
    v: [usize; 2],
    across: [usize; 2],
) -> Recipe {
    let normal = Recipe::Cross(u, v);
    if normal.value(x).dot(&(x[across[0]] - x[across[1]])) < R::zero() {
        Recipe::Cross(v, u)
    } else {
        normal
    }
}
