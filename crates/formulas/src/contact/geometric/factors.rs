//! The directional factors of a primitive (Huang et al. 2025, section 5.3.3, appendices B and D). With `n` the unit
//! direction from the primitive's closest point to the other's,
//!
//! ```text
//! g  = g^m g^e
//! g^m = Π_i H^t(-n·t_i)                 the point is a local minimum of the distance
//! g^e = H^o(-1 + Σ_f H^n(n·n_f))        the direction points to the outside
//! ```
//!
//! where `t_i` are unit tangents of the surface around the point and `n_f` its unit outward normals:
//!
//! |               | tangents                                        | normals                |
//! |---------------|-------------------------------------------------|------------------------|
//! | vertex        | along the edges that leave it, and between them | of the faces around it |
//! | edge          | in its faces, perpendicular to it               | of its two faces       |
//! | face          | none: the closest point is a minimum            | its own: a yes or no   |
//! | planar vertex | along the edges that leave it                   | of its two edges       |
//! | planar edge   | none                                            | its own: a yes or no   |
//!
//! What differs from the paper, and why:
//!
//! - A vertex has each of its edges once, not once for each patch, which changes how fast `g^m` fades but not where it is
//!   zero or one. Bisectors of the faces' corners (D.1) are tangents too: at a minimum they say nothing new, but with
//!   `α > cos(θ/2)` the direction along a flat face that halves its corner `θ` would pass the edges alone, and the
//!   neighbours across a right angle push each other (`α = 0.8`). The published library leaves them out
//!   ([`Potential::bisectors`]).
//! - An edge has the sum of (17) over its two normals, as in the published library. The paper has (9), whether `-n` points
//!   into the wedge of the faces. For an edge sharper than a right angle that fails for directions in which contact is
//!   possible: at a tetrahedron's edge it is -0.28 straight above one of the faces, below `-β = -0.1`, and there the
//!   vertex-face term has faded too, so nothing would be left of the barrier. (17) is 1 wherever some `n·n_f` is not
//!   negative, which every direction from a local minimum to the outside has.
//!
//! A tangent or normal without length counts as perpendicular: it constrains nothing.

use super::Potential;
use super::cosine::{Pairing, cosine};
use super::recipe::{Made, Recipe};
use super::sink::{Sink, Summand};
use super::stencil::{Dimension, Fan, Ring, Sidedness};
use crate::{Real, Vec3};

/// Kinds of primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    /// One vertex.
    Vertex,
    /// Two vertices.
    Edge,
    /// Three vertices.
    Face,
}

/// One of the two primitives of a term: where its vertices are in the stencil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StencilPrimitive {
    /// The kind.
    pub shape: PrimitiveKind,
    /// Number of its first vertex.
    pub start: usize,
    /// Number of its ring's first vertex.
    pub ring_start: usize,
    /// The ring.
    pub ring: Ring,
    /// Whether the direction between the closest points comes from the other primitive, and so points against `n`.
    pub is_first: bool,
}

impl StencilPrimitive {
    /// The tangents, not of unit length.
    #[inline]
    fn tangents(self, with_bisectors: bool) -> impl Iterator<Item = Recipe> {
        let (e0, e1, ring) = (self.start, self.start + 1, self.ring_start);
        let count = self.ring.count;
        let (edges, corners) = match (self.shape, self.ring.fan) {
            (PrimitiveKind::Face, _) => (0, 0),
            (PrimitiveKind::Vertex, Fan::Closed) if with_bisectors => (count, count),
            (PrimitiveKind::Vertex, Fan::Open) if with_bisectors => {
                (count, count.saturating_sub(1))
            }
            _ => (count, 0),
        };
        let edges = (ring..ring + edges).map(move |other| match self.shape {
            PrimitiveKind::Edge => Recipe::Beside([other, e0], [e1, e0]),
            _ => Recipe::Difference([other, e0]),
        });
        let corners = (0..corners)
            .map(move |i| Recipe::Bisector([ring + i, e0], [ring + (i + 1) % count, e0]));
        edges.chain(corners)
    }

    /// The outward normals, not of unit length.
    #[inline]
    fn normals(self, dimension: Dimension) -> impl Iterator<Item = Recipe> + Clone {
        let (e0, e1, ring) = (self.start, self.start + 1, self.ring_start);
        let count = self.ring.count;
        (0..count).map(move |i| match (self.shape, dimension) {
            (PrimitiveKind::Edge, _) if i == 0 => Recipe::Cross([e1, e0], [ring, e0]),
            (PrimitiveKind::Edge, _) => Recipe::Cross([ring + 1, e0], [e1, e0]),
            (_, Dimension::Plane) if i == 0 => Recipe::Turned([e0, ring]),
            (_, Dimension::Plane) => Recipe::Turned([ring + 1, e0]),
            (_, Dimension::Space) => Recipe::Cross([ring + i, e0], [ring + (i + 1) % count, e0]),
        })
    }

    /// The normal where the side is a yes or no: of a face, and of an edge in the plane.
    #[inline]
    fn own_normal(self, dimension: Dimension) -> Option<Recipe> {
        let x = self.start;
        match (self.shape, dimension) {
            (PrimitiveKind::Face, _) => Some(Recipe::Cross([x + 1, x], [x + 2, x])),
            (PrimitiveKind::Edge, Dimension::Plane) => Some(Recipe::Turned([x + 1, x])),
            _ => None,
        }
    }

    /// `n·b` of a cosine with the direction between the closest points.
    #[inline]
    fn signed<R: Real>(self, value: R) -> R {
        if self.is_first { -value } else { value }
    }

    /// Whether the other primitive is on the right side of a face, or of an edge in the plane; other primitives have no
    /// such side.
    #[inline]
    pub fn is_on_side<R: Real>(self, potential: &Potential<R>, x: &[Vec3<R>], a: &Vec3<R>) -> bool {
        match self.own_normal(potential.dimension) {
            Some(normal) if self.ring.side == Sidedness::Outer => {
                self.signed(a.dot(&normal.value(x))) > R::zero()
            }
            _ => true,
        }
    }

    /// `g`, given the direction `a` from the second primitive to the first, without the side that is a yes or no. Exactly
    /// zero as soon as one factor is.
    #[inline]
    pub fn value<R: Real>(self, potential: &Potential<R>, x: &[Vec3<R>], a: &Vec3<R>) -> R {
        let (zero, one) = (R::zero(), R::one());
        let along = |recipe: Recipe| self.signed(cosine(a, &recipe.value(x)));
        let mut g = one;
        for tangent in self.tangents(potential.bisectors) {
            g *= potential.tangent.value(-along(tangent));
            if g == zero {
                return zero;
            }
        }
        if self.has_exterior(potential) {
            g *= potential
                .outer
                .value(self.exteriority(potential, along) - one);
        }
        g
    }

    /// Whether the exterior factor is more than a yes or no.
    #[inline]
    fn has_exterior<R: Real>(self, potential: &Potential<R>) -> bool {
        self.ring.side == Sidedness::Outer && self.own_normal(potential.dimension).is_none()
    }

    /// `Σ_f H^n(n·n_f)`; once it is 1 or more, what is missing does not matter.
    #[inline]
    fn exteriority<R: Real>(self, potential: &Potential<R>, along: impl Fn(Recipe) -> R) -> R {
        let mut sum = R::zero();
        for normal in self.normals(potential.dimension) {
            sum += potential.normal.value(along(normal));
            if sum >= R::one() + potential.outer.beta {
                break;
            }
        }
        sum
    }

    /// Adds the derivatives of `ln g`, which must not be zero; `a` is the direction from the second primitive to the first.
    #[inline]
    pub fn add<R: Real>(
        self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        a: &Made<R>,
        sink: &mut impl Sink<R>,
    ) {
        for recipe in self.tangents(potential.bisectors) {
            let along = self.signed(cosine(&a.value, &recipe.value(x)));
            let step = potential.tangent.jet(-along);
            if !step.is_flat() {
                let b = recipe.make(x);
                let [slope, bend] = step.log_derivatives();
                let pairing = Pairing::cosine(&a.value, &b.value);
                sink.add_pairing([a, &b], &pairing, [-self.signed(slope), bend]);
            }
        }
        if self.has_exterior(potential) {
            self.add_exterior(potential, x, a, sink);
        }
    }

    /// Adds the derivatives of `ln g^e`.
    #[inline]
    fn add_exterior<R: Real>(
        self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        a: &Made<R>,
        sink: &mut impl Sink<R>,
    ) {
        let along = |recipe: Recipe| self.signed(cosine(&a.value, &recipe.value(x)));
        let exteriority = self.exteriority(potential, along);
        let outer = potential.outer.jet(exteriority - R::one());
        if outer.is_flat() {
            return;
        }
        let parts = self.normals(potential.dimension).filter_map(|recipe| {
            let step = potential.normal.jet(along(recipe));
            (!step.is_flat()).then(|| {
                let vector = recipe.make(x);
                Summand {
                    vector,
                    pairing: Pairing::cosine(&a.value, &vector.value),
                    slopes: [self.signed(step.first), step.second],
                }
            })
        });
        sink.add_sum(a, parts, outer.log_derivatives());
    }
}
