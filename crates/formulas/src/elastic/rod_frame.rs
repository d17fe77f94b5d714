//! Material frames of a rod: bending and twist at the joint of two edges (Bergou, Wardetzky,
//! Robinson, Audoly and Grinspun 2008, "Discrete Elastic Rods"; Bergou, Audoly, Vouga, Wardetzky and
//! Grinspun 2010, "Discrete Viscous Threads").
//!
//! Each edge `e` with unit tangent `t` has one unknown angle φ. `P(a→b)` is the smallest rotation
//! that takes `a` to `b`; the reference director `u⁰` at the tangent `t⁰` is fixed data, so that
//! the frame is a function of the positions alone, whatever way the solver took to them:
//!
//! ```text
//! u = P(t⁰→t) u⁰,   m1 = cos φ u + sin φ t x u,   m2 = t x m1
//! κ1 = ½ κb·(m2_i + m2_j),   κ2 = -½ κb·(m1_i + m1_j),   κb = K(t_i, t_j)
//! twist = angle about t_j from P(t_i→t_j) m1_i to m1_j,   K(a, b) = 2 a x b/(1 + a·b)
//! ```
//!
//! The strains κ1, κ2 and the twist are integrated over the joint: pure numbers. Frames turn with
//! their tangent, and about it by `s = dφ + τ`. A turn of `b` by `db` moves `P(a→b)` past the
//! transport along the way of `b` by the area of the spherical triangle, `-½ K(a, b)·db`; hence
//!
//! ```text
//! τ = -½ K(t⁰, t)·dt        d(twist) = s_j - s_i + ½ κb·(dt_i + dt_j)
//! dm = -t (m·dt) + s t x m   dκb = [2 (dt_i x t_j + t_i x dt_j) - κb (dt_i·t_j + t_i·dt_j)]/χ
//! ```
//!
//! with `χ = 1 + t_i·t_j`; second derivatives follow from these. `P` breaks down where an edge has
//! turned by π from `t⁰`, or is folded back on its neighbour.

use super::mode::skew;
use crate::vector::{normalized, perpendicular};
use crate::{Mat3, Real, Vec3};
use nalgebra::{SMatrix, SVector};

/// By the edges `e_i, e_j` and the angles `φ_i, φ_j`.
pub(super) type Row<R> = SVector<R, 8>;
type Jacobian<R> = SMatrix<R, 3, 8>;

/// `P(a→b) v`: `v` turned by the smallest rotation that takes the unit vector `a` to `b`.
#[inline]
pub fn transport<R: Real>(a: &Vec3<R>, b: &Vec3<R>, v: &Vec3<R>) -> Vec3<R> {
    let (axis, cosine) = (a.cross(b), a.dot(b));
    v * cosine + axis.cross(v) + axis * (axis.dot(v) / (R::one() + cosine))
}

/// `K(a, b) = 2 a x b/(1 + a·b)`.
#[inline]
fn binormal<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> Vec3<R> {
    a.cross(b) * (R::two() / (R::one() + a.dot(b)))
}

/// `∂K(a, b)/∂b`, of turns of `b`.
#[inline]
fn binormal_slope<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> Mat3<R> {
    let k = binormal(a, b);
    (skew(a) * R::two() - k * a.transpose()) * (R::one() / (R::one() + a.dot(b)))
}

/// The reference of an edge's frame: fixed during a time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFrame<R: Real> {
    /// Unit tangent t⁰.
    pub tangent: Vec3<R>,
    /// Unit director u⁰, across the tangent.
    pub director: Vec3<R>,
}

impl<R: Real> EdgeFrame<R> {
    /// Some frame of an edge.
    #[inline]
    pub fn new(edge: &Vec3<R>) -> Self {
        let tangent = normalized(edge);
        Self {
            tangent,
            director: perpendicular(&tangent),
        }
    }

    /// The same frame carried to the edge's present direction: at the end of a time step, and from
    /// edge to edge along a rod at rest. Material directors and φ stay what they are.
    #[inline]
    pub fn transported(&self, edge: &Vec3<R>) -> Self {
        let tangent = normalized(edge);
        let director = transport(&self.tangent, &tangent, &self.director);
        // Rounding must not add up over the steps.
        let director = normalized(&(director - tangent * tangent.dot(&director)));
        Self { tangent, director }
    }

    /// The material directors m1 and m2 of the edge at the angle φ.
    #[inline]
    pub fn directors(&self, edge: &Vec3<R>, phi: R) -> [Vec3<R>; 2] {
        let t = normalized(edge);
        let u = transport(&self.tangent, &t, &self.director);
        let m1 = u * phi.cos() + t.cross(&u) * phi.sin();
        [m1, t.cross(&m1)]
    }
}

/// The frame of a joint of two edges, which it keeps during a time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointFrame<R: Real> {
    /// The edges' references.
    pub edges: [EdgeFrame<R>; 2],
    /// Twist at the start of the step, in radians: of all angles equal but for full turns the
    /// nearest to it is the twist.
    pub twist: R,
}

impl<R: Real> JointFrame<R> {
    /// The strains κ1, κ2 and twist of the nodes `x0, x1, x2` and the edges' angles in radians.
    #[inline]
    pub fn strains(&self, x: [&Vec3<R>; 3], phi: [R; 2]) -> [R; 3] {
        let edges = [x[1] - x[0], x[2] - x[1]];
        let [ti, tj] = [normalized(&edges[0]), normalized(&edges[1])];
        let [mi, mj] = [0, 1].map(|i| self.edges[i].directors(&edges[i], phi[i]));
        let half = binormal(&ti, &tj) * R::half();
        let carried = transport(&ti, &tj, &mi[0]);
        let (sine, cosine) = (tj.dot(&carried.cross(&mj[0])), carried.dot(&mj[0]));
        let (s, c) = (self.twist.sin(), self.twist.cos());
        let change = (sine * c - cosine * s).atan2(cosine * c + sine * s);
        [
            half.dot(&(mi[1] + mj[1])),
            -half.dot(&(mi[0] + mj[0])),
            self.twist + change,
        ]
    }
}

/// One edge of a joint in its present shape.
struct Edge<R: Real> {
    t: Vec3<R>,
    inverse: R,
    /// `dt`.
    turn: Jacobian<R>,
    /// `de`.
    change: Jacobian<R>,
    /// `s = dφ + τ`.
    spin: Row<R>,
    /// The derivative of `τ` by `de`.
    slope_change: Jacobian<R>,
    m: [Vec3<R>; 2],
}

impl<R: Real> Edge<R> {
    #[inline]
    fn new(frame: &EdgeFrame<R>, e: &Vec3<R>, phi: R, place: usize) -> Self {
        let inverse = R::one() / e.dot(e).sqrt();
        let t = e * inverse;
        let mut change = Jacobian::zeros();
        let mut view = change.fixed_view_mut::<3, 3>(0, 3 * place);
        view.copy_from(&Mat3::identity());
        let turn = (change - t * (t.transpose() * change)) * inverse;
        let slope = binormal(&frame.tangent, &t) * (-R::half() * inverse);
        let mut spin = change.transpose() * slope;
        spin[6 + place] = R::one();
        let by_turn = binormal_slope(&frame.tangent, &t) * (-R::half() * inverse);
        let slope_change = by_turn * turn - slope * (t.transpose() * change) * inverse;
        Self {
            t,
            inverse,
            turn,
            change,
            spin,
            slope_change,
            m: frame.directors(e, phi),
        }
    }
}

/// Gradients and Hessians of κ1, κ2 and the twist at a joint.
pub(super) struct Joint<R: Real> {
    edges: [Edge<R>; 2],
    kb: Vec3<R>,
    kb_change: Jacobian<R>,
    chi: R,
    chi_change: Row<R>,
}

impl<R: Real> Joint<R> {
    #[inline]
    pub(super) fn new(frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> Self {
        let edge = |i: usize| Edge::new(&frame.edges[i], &(x[i + 1] - x[i]), phi[i], i);
        let (a, b) = (edge(0), edge(1));
        let chi = R::one() + a.t.dot(&b.t);
        let kb = binormal(&a.t, &b.t);
        let chi_change = a.turn.transpose() * b.t + b.turn.transpose() * a.t;
        let both = skew(&a.t) * b.turn - skew(&b.t) * a.turn;
        let kb_change = (both * R::two() - kb * chi_change.transpose()) * (R::one() / chi);
        Self {
            edges: [a, b],
            kb,
            kb_change,
            chi,
            chi_change,
        }
    }

    /// The directors `v` and `w = t x v` with `κ = ½ κb·(v_i + v_j)`: of κ1 they are m2 and -m1, of
    /// κ2 they are -m1 and -m2.
    #[inline]
    fn pair(&self, component: usize, edge: usize) -> [Vec3<R>; 2] {
        let [m1, m2] = self.edges[edge].m;
        if component == 0 {
            [m2, -m1]
        } else {
            [-m1, -m2]
        }
    }

    /// The gradient of κ1 (component 0) or κ2 (component 1).
    #[inline]
    pub(super) fn curvature_gradient(&self, component: usize) -> Row<R> {
        let mut gradient = Row::zeros();
        for (i, edge) in self.edges.iter().enumerate() {
            let [v, w] = self.pair(component, i);
            gradient += self.kb_change.transpose() * v + edge.spin * self.kb.dot(&w);
        }
        gradient * R::half()
    }

    /// The Hessian of κ1 (component 0) or κ2 (component 1).
    #[inline]
    pub(super) fn curvature_hessian(&self, component: usize) -> SMatrix<R, 8, 8> {
        let (half, two) = (R::half(), R::two());
        let gradient = self.curvature_gradient(component);
        let pairs = [self.pair(component, 0), self.pair(component, 1)];
        let [a, b] = &self.edges;
        let mean = (pairs[0][0] + pairs[1][0]) * half;
        let mut mean_change = Jacobian::zeros();
        for (edge, [v, w]) in self.edges.iter().zip(&pairs) {
            mean_change +=
                (w * edge.spin.transpose() - edge.t * (v.transpose() * edge.turn)) * half;
        }
        let kappa = self.kb.dot(&mean);
        let mut hessian = SMatrix::<R, 8, 8>::zeros();
        for (i, (edge, other, sign)) in [(a, b, R::one()), (b, a, -R::one())].iter().enumerate() {
            // At fixed directors dκ = A·dt_i + ..., A = (±2 t_other x V - κ t_other)/χ.
            let inverse = R::one() / self.chi;
            let twice = *sign * two;
            let force = (other.t.cross(&mean) * twice - other.t * kappa) * inverse;
            let twisted = skew(&other.t) * mean_change - skew(&mean) * other.turn;
            let force_change = (twisted * twice
                - other.turn * kappa
                - other.t * gradient.transpose()
                - force * self.chi_change.transpose())
                * inverse;
            hessian += edge.turn.transpose() * force_change;
            // The derivative of dt_i itself, contracted with A.
            let along = edge.t.dot(&force);
            let stretch = edge.change.transpose() * edge.t;
            let across = edge.turn.transpose() * force;
            hessian -= (edge.turn.transpose() * edge.turn) * along
                + (stretch * across.transpose() + across * stretch.transpose()) * edge.inverse;
            // ½ κb·w s.
            let [v, w] = pairs[i];
            let moment = self.kb_change.transpose() * w - edge.spin * self.kb.dot(&v);
            hessian += (edge.spin * moment.transpose()
                + edge.change.transpose() * edge.slope_change * self.kb.dot(&w))
                * half;
        }
        hessian
    }

    /// The gradient of the twist.
    #[inline]
    pub(super) fn twist_gradient(&self) -> Row<R> {
        let [a, b] = &self.edges;
        b.spin - a.spin + (a.turn + b.turn).transpose() * (self.kb * R::half())
    }

    /// The Hessian of the twist.
    #[inline]
    pub(super) fn twist_hessian(&self) -> SMatrix<R, 8, 8> {
        let mut hessian = SMatrix::<R, 8, 8>::zeros();
        for (edge, sign) in self.edges.iter().zip([-R::one(), R::one()]) {
            let slope = self.kb * (R::half() * edge.inverse);
            let stretch = edge.t.transpose() * edge.change;
            let change = (self.kb_change * R::half() - slope * stretch) * edge.inverse;
            hessian += edge.change.transpose() * (change + edge.slope_change * sign);
        }
        hessian
    }
}
