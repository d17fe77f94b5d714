//! Lagged friction: its exact Hessian, and the derivatives of y · C by the positions that forces, tangents and weights were taken
//! from, and by coefficients.

use std::collections::BTreeMap;

use tangency_engine::contact::{
    ContactModel, FrictionContact, FrictionContacts, PairSet, Pairwise, Primitives, WeightSlopes,
    WeightsBack,
};
use tangency_engine::linear::BlockSink;
use tangency_engine::{Model, Side, Vec3};
use tangency_formulas::contact::frame::ContactFrame;
use tangency_formulas::contact::friction;
use tangency_formulas::{Dual, Real};

/// Appends the exact Hessian of friction to `out`: that of negative contacts, which take back what others count twice, too.
pub fn hessian(
    contacts: &FrictionContacts,
    (x, start, eps): (&[Vec3], &[Vec3], f64),
    out: &mut BlockSink,
) {
    let at = (x, start, eps);
    extend(&contacts.one, at, out);
    extend(&contacts.two, at, out);
    extend(&contacts.three, at, out);
    extend(&contacts.four, at, out);
}

fn extend<const K: usize>(
    contacts: &[FrictionContact<K>],
    (x, start, eps): (&[Vec3], &[Vec3], f64),
    out: &mut BlockSink,
) {
    let stencils: Vec<[u32; K]> = contacts.iter().map(|contact| contact.vertices).collect();
    out.extend_uniform(&stencils, |k, blocks| {
        let contact = &contacts[k];
        let mut relative = Vec3::zeros();
        for (&v, &weight) in contact.vertices.iter().zip(&contact.weights) {
            relative += weight * (x[v as usize] - start[v as usize]);
        }
        let slide = contact.tangents.map(|tangent| tangent.dot(&relative));
        let [a, b, c] = friction::hessian(slide, eps).map(|entry| contact.limit * entry);
        let [s, t] = contact.tangents;
        let middle = (a * s + b * t) * s.transpose() + (b * s + c * t) * t.transpose();
        let places = (0..K).flat_map(|i| (i..K).map(move |j| (i, j)));
        for (block, (i, j)) in blocks.iter_mut().zip(places) {
            *block = contact.weights[i] * contact.weights[j] * middle;
        }
    });
}

/// The work y · C of friction, to be differentiated by what it was lagged from.
pub struct LaggedWork<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions that friction was taken from, m.
    pub lagged: &'a [Vec3],
    /// Positions at the end of the round, m.
    pub x: &'a [Vec3],
    /// Positions that sliding is measured from, m.
    pub start: &'a [Vec3],
    /// Sliding displacement below which contacts stick, m.
    pub eps: f64,
    /// Stiffness of the barrier that forces were taken from, as a share of that of the contact model.
    pub share: f64,
    /// The direction y.
    pub y: &'a [Vec3],
}

impl LaggedWork<'_> {
    /// Adds the derivatives by `lagged` to `out`, those by coefficients to `coefficients`, and those by the weights of primitives
    /// to `weights`, where there are any. The pairs of `contact` at `lagged` must have been detected.
    pub fn back(
        &self,
        contact: &dyn ContactModel,
        out: &mut [Vec3],
        coefficients: &mut BTreeMap<(Side, Side), f64>,
        weights: Option<&mut WeightSlopes>,
    ) {
        let weights_back = contact.standalone().and_then(|sum| sum.weights_back());
        let mut sums = LaggedSums {
            out,
            coefficients,
            weights: weights_back.zip(weights),
        };
        if let Some(Pairwise { pairs, barrier }) = contact.pairwise() {
            let force = |pair: Primitives, weight: f64, distance: f64| {
                let slopes = barrier.derivatives(distance * distance, pair.offset(self.model));
                let weight = -self.share * weight;
                (weight * slopes.first, weight * slopes.second)
            };
            fn each<const K: usize>(
                set: &PairSet<K>,
            ) -> impl Iterator<Item = ([u32; K], f64)> + '_ {
                set.vertices.iter().copied().zip(set.weight.iter().copied())
            }
            for (v, weight) in each(&pairs.point_point) {
                let pair = Primitives::PointPoint(v);
                self.pair(pair, v, point_point, |d| force(pair, weight, d), &mut sums);
            }
            for (v, weight) in each(&pairs.point_edge) {
                let pair = Primitives::PointEdge(v);
                self.pair(pair, v, point_edge, |d| force(pair, weight, d), &mut sums);
            }
            for (v, weight) in each(&pairs.point_triangle) {
                let pair = Primitives::PointTriangle(v);
                self.pair(
                    pair,
                    v,
                    point_triangle,
                    |d| force(pair, weight, d),
                    &mut sums,
                );
            }
            for (v, weight) in each(&pairs.edge_edge) {
                let pair = Primitives::EdgeEdge(v);
                self.pair(pair, v, edge_edge, |d| force(pair, weight, d), &mut sums);
            }
            for ([plane, v], weight) in each(&pairs.half_space) {
                let pair = Primitives::HalfSpace([plane, v]);
                let frame = |x: [Vector<3>; 1]| self.half_space(plane, x);
                self.pair(pair, [v], frame, |d| force(pair, weight, d), &mut sums);
            }
        } else if let Some(potential) = contact.standalone() {
            potential.visit_normal_forces(self.lagged, &mut |normal| {
                let force = |_: f64| (self.share * normal.force, self.share * normal.by_distance);
                let pair = normal.primitives;
                let sliding = match pair {
                    Primitives::PointPoint(v) => self.pair(pair, v, point_point, force, &mut sums),
                    Primitives::PointEdge(v) => self.pair(pair, v, point_edge, force, &mut sums),
                    Primitives::PointTriangle(v) => {
                        self.pair(pair, v, point_triangle, force, &mut sums)
                    }
                    Primitives::EdgeEdge(v) => self.pair(pair, v, edge_edge, force, &mut sums),
                    Primitives::HalfSpace([plane, v]) => {
                        let frame = |x: [Vector<3>; 1]| self.half_space(plane, x);
                        self.pair(pair, [v], frame, force, &mut sums)
                    }
                };
                for (&v, slope) in normal.vertices.iter().zip(normal.gradient) {
                    sums.out[v as usize] += self.share * sliding * slope;
                }
            });
        }
    }

    fn half_space(&self, plane: u32, [x]: [Vector<3>; 1]) -> ContactFrame<Dual<3>, 1> {
        let plane = &self.model.half_spaces[plane as usize];
        let normal = plane.normal.map(Dual::constant);
        let distance = normal.dot(&(x - plane.origin.map(Dual::constant)));
        ContactFrame::plane(&normal, distance)
    }

    /// One pair, with the `frame` of its vertices and `force` at a distance: its force, and the derivative of that. Its work for
    /// a unit force.
    fn pair<const K: usize, const N: usize>(
        &self,
        pair: Primitives,
        vertices: [u32; K],
        frame: impl Fn([Vector<N>; K]) -> ContactFrame<Dual<N>, K>,
        force: impl Fn(f64) -> (f64, f64),
        sums: &mut LaggedSums,
    ) -> f64 {
        let Some((frame, sliding)) = self.slide(vertices, frame) else {
            return 0.0;
        };
        let (value, slope) = force(frame.distance.value);
        let work = sliding * frame.distance.chain(value, slope);
        let mu = pair.friction(self.model);
        for (i, &v) in vertices.iter().enumerate() {
            for c in 0..3 {
                sums.out[v as usize][c] += mu * work.slopes[3 * i + c];
            }
        }
        if let Some((back, slopes)) = &mut sums.weights {
            back.add_pair(pair, mu * work.value, slopes);
        }
        if value != 0.0 {
            *sums.coefficients.entry(self.sides(pair)).or_default() += work.value;
        }
        mu * sliding.value
    }

    /// The frame of a pair and its work for a unit force and coefficient; none where nothing of y is there.
    fn slide<const K: usize, const N: usize>(
        &self,
        vertices: [u32; K],
        frame: impl Fn([Vector<N>; K]) -> ContactFrame<Dual<N>, K>,
    ) -> Option<(ContactFrame<Dual<N>, K>, Dual<N>)> {
        if vertices
            .iter()
            .all(|&v| self.y[v as usize] == Vec3::zeros())
        {
            return None;
        }
        let frame = frame(std::array::from_fn(|i| {
            variables(&self.lagged[vertices[i] as usize], i)
        }));
        let (mut relative, mut along) = (Vector::<N>::zeros(), Vector::<N>::zeros());
        for (&v, &weight) in vertices.iter().zip(&frame.weights) {
            let v = v as usize;
            relative += (self.x[v] - self.start[v]).map(Dual::constant) * weight;
            along += self.y[v].map(Dual::constant) * weight;
        }
        let tangents = [frame.t1, frame.t2];
        let [u, q] = [relative, along].map(|w| tangents.map(|t| t.dot(&w)));
        let square = u[0] * u[0] + u[1] * u[1];
        // At rest the length has no derivative, and is multiplied by zero.
        let length = if square.value == 0.0 {
            Dual::constant(0.0)
        } else {
            square.sqrt()
        };
        let share = friction::f1_over_y(length, Dual::constant(self.eps));
        Some((frame, share * (u[0] * q[0] + u[1] * q[1])))
    }

    fn sides(&self, pair: Primitives) -> (Side, Side) {
        let body = |v: u32| Side::Body(self.model.body_of[v as usize]);
        let (a, b) = match pair {
            Primitives::PointPoint([p, q]) => (body(p), body(q)),
            Primitives::PointEdge([p, e, _]) => (body(p), body(e)),
            Primitives::PointTriangle([p, t, ..]) => (body(p), body(t)),
            Primitives::EdgeEdge([a, _, b, _]) => (body(a), body(b)),
            Primitives::HalfSpace([plane, v]) => (body(v), Side::HalfSpace(plane)),
        };
        (a.min(b), a.max(b))
    }
}

/// The sums of derivatives.
struct LaggedSums<'a> {
    out: &'a mut [Vec3],
    coefficients: &'a mut BTreeMap<(Side, Side), f64>,
    /// By the weights of primitives.
    weights: Option<(WeightsBack<'a>, &'a mut WeightSlopes)>,
}

/// A vector of dual numbers.
type Vector<const N: usize> = tangency_formulas::Vec3<Dual<N>>;

/// The position of vertex number `i` of a stencil as variables.
fn variables<const N: usize>(x: &Vec3, i: usize) -> Vector<N> {
    Vector::from_fn(|c, _| {
        let mut variable = Dual::constant(x[c]);
        variable.slopes[3 * i + c] = 1.0;
        variable
    })
}

fn point_point([p, q]: [Vector<6>; 2]) -> ContactFrame<Dual<6>, 2> {
    ContactFrame::<Dual<6>, 2>::point_point(&p, &q)
}

fn point_edge([p, e0, e1]: [Vector<9>; 3]) -> ContactFrame<Dual<9>, 3> {
    ContactFrame::<Dual<9>, 3>::point_edge(&p, &e0, &e1)
}

fn point_triangle([p, t0, t1, t2]: [Vector<12>; 4]) -> ContactFrame<Dual<12>, 4> {
    ContactFrame::<Dual<12>, 4>::point_triangle(&p, &t0, &t1, &t2)
}

fn edge_edge([a0, a1, b0, b1]: [Vector<12>; 4]) -> ContactFrame<Dual<12>, 4> {
    ContactFrame::<Dual<12>, 4>::edge_edge(&a0, &a1, &b0, &b1)
}
