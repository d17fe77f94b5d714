//! What a vertex feels of the contacts around it: the potential of their gap, and friction.
//!
//! Contacts keep their kind from one detection to the next; where the closest points of their lines and planes are,
//! is found anew each time. Friction uses the force and the normal of the moment: where the sweeps converge, they
//! converge to friction that is not lagged.

use tangency_formulas::contact::{TwoStage, friction, log_barrier};
use tangency_formulas::distance::{edge_edge, mollifier, point_edge, point_triangle};
use tangency_formulas::{Real, Vec3, VertexShare};

use super::{Positions, Uses};

/// What two primitives a pair is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum PairKind {
    /// Two points.
    PointPoint,
    /// A point, then an edge.
    PointEdge,
    /// A point, then a triangle.
    PointTriangle,
    /// Two edges.
    EdgeEdge,
    /// Two edges that are nearly parallel.
    ParallelEdges,
    /// A point, then the number of a half-space.
    HalfSpace,
}

/// A pair in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<R: Real> {
    /// Its vertices; what is beyond its kind's number does not count.
    pub vertices: [u32; 4],
    /// Its kind.
    pub kind: PairKind,
    /// How often it counts.
    pub weight: R,
    /// The distance that it keeps, m.
    pub offset: R,
    /// Coefficient of friction.
    pub mu: R,
    /// Threshold of the mollifier of nearly parallel edges, m⁴.
    pub threshold: R,
}

/// The potential of a gap, as it enters the incremental potential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law<R: Real> {
    /// Offset Geometric Contact.
    TwoStage(TwoStage<R>),
    /// The log barrier of squared distances, of stiffness κ.
    Log {
        /// Distance below which it acts, m.
        dhat: R,
        /// Stiffness κ.
        kappa: R,
    },
}

impl<R: Real> Law<R> {
    /// First and second derivative by the distance.
    #[inline]
    fn slopes(&self, distance: R, offset: R) -> (R, R) {
        match self {
            Law::TwoStage(law) => law.slopes(distance - offset),
            Law::Log { dhat, kappa } => {
                let two = R::two();
                let shat = (two * offset + *dhat) * *dhat;
                let s = (distance - offset) * (distance + offset);
                let (first, second) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
                let square = distance * distance;
                (
                    *kappa * two * distance * first,
                    *kappa * (two * first + two * two * square * second),
                )
            }
        }
    }

    /// Its value.
    #[inline]
    fn value(&self, distance: R, offset: R) -> R {
        match self {
            Law::TwoStage(law) => law.value(distance - offset),
            Law::Log { dhat, kappa } => {
                let shat = (R::two() * offset + *dhat) * *dhat;
                *kappa * log_barrier::value((distance - offset) * (distance + offset), shat)
            }
        }
    }
}

/// A half-space: a unit normal and how far from the origin its plane is along it, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<R: Real> {
    /// Unit normal, to where bodies live.
    pub normal: Vec3<R>,
    /// Distance of its plane from the origin along the normal, m.
    pub distance: R,
}

/// All contacts.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a, R: Real> {
    /// The pairs.
    pub pairs: &'a [Pair<R>],
    /// By vertex.
    pub uses: Uses<'a>,
    /// The half-spaces.
    pub half_spaces: &'a [HalfSpace<R>],
    /// The potential.
    pub law: Law<R>,
    /// Where sliding is measured from, m.
    pub start: &'a [Vec3<R>],
    /// Sliding below which contacts stick, m.
    pub eps: R,
}

/// A contact where the bodies are.
struct Touch<R: Real> {
    /// From the second primitive's closest point to the first's, m.
    separation: Vec3<R>,
    /// Signed barycentric weights.
    weights: [R; 4],
}

impl<R: Real> Contacts<'_, R> {
    /// What vertex `v` feels of all contacts.
    #[inline]
    pub fn share(&self, v: u32, x: Positions<'_, R>) -> VertexShare<R> {
        let mut share = VertexShare::zero();
        for &item in self.uses.of(v as usize) {
            let pair = &self.pairs[(item >> 2) as usize];
            share += self.pair(pair, (item & 3) as usize, x);
        }
        share
    }

    #[inline]
    fn pair(&self, pair: &Pair<R>, i: usize, x: Positions<'_, R>) -> VertexShare<R> {
        let touch = self.touch(pair, x);
        let distance = match pair.kind {
            PairKind::HalfSpace => touch.separation.dot(&self.plane(pair).normal),
            _ => touch.separation.dot(&touch.separation).sqrt(),
        };
        let (first, second) = self.law.slopes(distance, pair.offset);
        if first == R::zero() {
            return VertexShare::zero();
        }
        let normal = match pair.kind {
            PairKind::HalfSpace => self.plane(pair).normal,
            _ => touch.separation * (R::one() / distance),
        };
        let mut scale = pair.weight;
        let mut share = VertexShare::zero();
        if pair.kind == PairKind::ParallelEdges {
            let [a0, a1, b0, b1] = pair.vertices.map(|v| x.at(v));
            let c = mollifier::cross_squared(&a0, &a1, &b0, &b1);
            let value = pair.weight * self.law.value(distance, pair.offset);
            let slope = mollifier::first(c, pair.threshold) * value;
            share.gradient = mollifier::gradient(&a0, &a1, &b0, &b1)[i] * slope;
            scale *= mollifier::value(c, pair.threshold);
        }
        let w = touch.weights[i];
        share.gradient += normal * (scale * first * w);
        share.hessian += normal * (normal * (scale * second * w * w)).transpose();
        if pair.mu > R::zero() && pair.kind != PairKind::ParallelEdges {
            let limit = -(pair.mu * scale * first);
            share += self.friction(pair, &touch, &normal, limit, i, x);
        }
        share
    }

    /// Friction of at most `limit` on vertex `i`.
    #[inline]
    fn friction(
        &self,
        pair: &Pair<R>,
        touch: &Touch<R>,
        normal: &Vec3<R>,
        limit: R,
        i: usize,
        x: Positions<'_, R>,
    ) -> VertexShare<R> {
        let mut slide = Vec3::zeros();
        for k in 0..pair.kind.vertices() {
            let v = pair.vertices[k];
            slide += (x.at(v) - self.start[v as usize]) * touch.weights[k];
        }
        slide -= normal * normal.dot(&slide);
        let stiffness = limit * friction::f1_over_y(slide.dot(&slide).sqrt(), self.eps);
        let w = touch.weights[i];
        // Held like a spring, which bounds the smoothed friction from above.
        let across = stiffness * w * w;
        let mut hessian = normal * (normal * (-across)).transpose();
        for k in 0..3 {
            hessian[(k, k)] += across;
        }
        VertexShare {
            gradient: slide * (stiffness * w),
            hessian,
        }
    }

    #[inline]
    fn plane(&self, pair: &Pair<R>) -> &HalfSpace<R> {
        &self.half_spaces[pair.vertices[1] as usize]
    }

    #[inline]
    fn touch(&self, pair: &Pair<R>, x: Positions<'_, R>) -> Touch<R> {
        let (zero, one) = (R::zero(), R::one());
        let at = |k: usize| x.at(pair.vertices[k]);
        match pair.kind {
            PairKind::PointPoint => Touch {
                separation: at(0) - at(1),
                weights: [one, -one, zero, zero],
            },
            PairKind::PointEdge => {
                let foot = point_edge::foot(&at(0), &at(1), &at(2));
                let [a, b, c] = foot.weights;
                Touch {
                    separation: foot.separation,
                    weights: [a, b, c, zero],
                }
            }
            PairKind::PointTriangle => {
                let foot = point_triangle::foot(&at(0), &at(1), &at(2), &at(3));
                Touch {
                    separation: foot.separation,
                    weights: foot.weights,
                }
            }
            PairKind::EdgeEdge => {
                let foot = edge_edge::foot(&at(0), &at(1), &at(2), &at(3));
                Touch {
                    separation: foot.separation,
                    weights: foot.weights,
                }
            }
            PairKind::ParallelEdges => {
                let [a0, a1, b0, b1] = [at(0), at(1), at(2), at(3)];
                let kind = edge_edge::classify(&a0, &a1, &b0, &b1);
                let foot = edge_edge::foot_of(kind, &a0, &a1, &b0, &b1);
                Touch {
                    separation: foot.separation,
                    weights: foot.weights,
                }
            }
            PairKind::HalfSpace => {
                let plane = self.plane(pair);
                Touch {
                    separation: at(0) - plane.normal * plane.distance,
                    weights: [one, zero, zero, zero],
                }
            }
        }
    }
}

impl PairKind {
    /// How many vertices it has.
    #[inline]
    pub fn vertices(self) -> usize {
        match self {
            PairKind::HalfSpace => 1,
            PairKind::PointPoint => 2,
            PairKind::PointEdge => 3,
            _ => 4,
        }
    }
}
