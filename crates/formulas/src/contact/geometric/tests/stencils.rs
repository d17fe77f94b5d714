//! Random stencils that cover every branch of the factors, and exact derivatives of any number of points.

use crate::contact::geometric::{
    Dimension, Fan, Potential, Ratio, Ring, Sidedness, Step, Term, TermKind,
};
use crate::testing::Random;
use crate::vector::{normalized, perpendicular};
use crate::{Real, Vec3};
use num_dual::HyperDual64;
use std::vec;
use std::vec::Vec;

/// A term and its stencil.
pub struct Case {
    pub potential: Potential<f64>,
    pub term: Term<f64>,
    pub x: Vec<Vec3<f64>>,
}

/// The same numbers as another scalar.
pub fn lift<R: Real>(potential: &Potential<f64>, term: &Term<f64>) -> (Potential<R>, Term<R>) {
    let step = |step: Step<f64>| Step {
        alpha: R::from_f64(step.alpha),
        beta: R::from_f64(step.beta),
    };
    let mut lifted = Potential::new(potential.dimension, R::one(), R::one());
    lifted.power = potential.power;
    lifted.bisectors = potential.bisectors;
    lifted.tangent = step(potential.tangent);
    lifted.normal = step(potential.normal);
    lifted.outer = step(potential.outer);
    lifted.mollifier.width = R::from_f64(potential.mollifier.width);
    lifted.mollifier.ratio = potential.mollifier.ratio;
    let term = Term {
        kind: term.kind,
        first: term.first,
        second: term.second,
        weight: R::from_f64(term.weight),
        reach: R::from_f64(term.reach),
        offset: R::from_f64(term.offset),
    };
    (lifted, term)
}

impl Case {
    /// Gradient and Hessian by hyper-dual numbers.
    pub fn exact(&self) -> (Vec<f64>, Vec<f64>) {
        let (potential, term) = lift::<HyperDual64>(&self.potential, &self.term);
        let n = 3 * self.x.len();
        let (mut gradient, mut hessian) = (vec![0.0; n], vec![0.0; n * n]);
        let mut x: Vec<_> = self.x.iter().map(|p| p.map(HyperDual64::from_re)).collect();
        let is_planar = potential.dimension == Dimension::Plane;
        for i in (0..n).filter(|i| !is_planar || i % 3 != 2) {
            for j in (0..=i).filter(|j| !is_planar || j % 3 != 2) {
                x[i / 3][i % 3].eps1 = 1.0;
                x[j / 3][j % 3].eps2 = 1.0;
                let value = term.value(&potential, &x);
                gradient[i] = value.eps1;
                hessian[i * n + j] = value.eps1eps2;
                hessian[j * n + i] = value.eps1eps2;
                x[i / 3][i % 3].eps1 = 0.0;
                x[j / 3][j % 3].eps2 = 0.0;
            }
        }
        (gradient, hessian)
    }
}

/// A unit vector perpendicular to `n` at a random angle.
fn around(random: &mut Random, n: &Vec3<f64>) -> Vec3<f64> {
    let t = perpendicular(n);
    let angle = core::f64::consts::PI * random.uniform();
    t * libm::cos(angle) + n.cross(&t) * libm::sin(angle)
}

/// By how much a tangent falls off from the plane across `n`: a little up, a little down, or steeply down.
fn fall(random: &mut Random, is_steep: bool) -> f64 {
    if is_steep {
        1.5 + 0.05 * random.uniform()
    } else {
        0.25 + 0.4 * random.uniform()
    }
}

/// The ring of a vertex at `v` that faces `n`.
fn vertex_ring(random: &mut Random, v: Vec3<f64>, n: &Vec3<f64>, ring: Ring) -> Vec<Vec3<f64>> {
    let t = around(random, n);
    let is_steep = random.uniform() < -0.3;
    let side = n.cross(&t);
    let mut points: Vec<_> = (0..ring.count)
        .map(|i| {
            let angle = (i as f64 + 0.3 * random.uniform()) / ring.count as f64;
            let angle = 2.0 * core::f64::consts::PI * angle;
            let fall = fall(random, is_steep);
            let out = t * libm::cos(angle) + side * libm::sin(angle);
            v + (out * libm::cos(fall) - n * libm::sin(fall)) * (0.8 + 0.5 * random.uniform())
        })
        .collect();
    // Turned inside out, a steep ring has normals that point away only slightly.
    if is_steep {
        points.reverse();
    }
    points
}

/// The opposite vertices of an edge that faces `n`.
fn edge_ring(
    random: &mut Random,
    [e0, e1]: [Vec3<f64>; 2],
    n: &Vec3<f64>,
    ring: Ring,
) -> Vec<Vec3<f64>> {
    let aside = normalized(&n.cross(&(e1 - e0)));
    let is_steep = random.uniform() < -0.3;
    (0..ring.count)
        .map(|i| {
            let fall = fall(random, is_steep);
            let out = if (i == 0) == is_steep { -aside } else { aside };
            let along = 0.5 + 0.7 * random.uniform();
            let middle = e0 * (1.0 - along) + e1 * along;
            middle + (out * libm::cos(fall) - n * libm::sin(fall)) * (0.8 + 0.5 * random.uniform())
        })
        .collect()
}

/// A place along an edge, now and then close to an end.
fn place(random: &mut Random) -> f64 {
    match random.uniform() {
        u if u < -0.6 => 0.01 + 0.005 * random.uniform(),
        u if u > 0.6 => 0.99 + 0.005 * random.uniform(),
        u => 0.5 + 0.6 * u,
    }
}

fn side(random: &mut Random) -> Sidedness {
    if random.uniform() < 0.3 {
        Sidedness::Outer
    } else {
        Sidedness::Both
    }
}

fn ring(random: &mut Random, dimension: Dimension, of_edge: bool) -> Ring {
    let side = side(random);
    let count = match (side, of_edge, dimension) {
        (_, true, Dimension::Plane) => 0,
        (Sidedness::Outer, true, _) | (Sidedness::Outer, _, Dimension::Plane) => 2,
        (Sidedness::Both, true, _) | (Sidedness::Both, _, Dimension::Plane) => {
            (1.5 + 1.49 * random.uniform()) as usize
        }
        (Sidedness::Outer, ..) => (5.0 + 1.99 * random.uniform()) as usize,
        (Sidedness::Both, ..) => (3.0 + 2.99 * random.uniform()) as usize,
    };
    let fan = match (side, count) {
        _ if of_edge || dimension == Dimension::Plane => Fan::None,
        (Sidedness::Outer, _) => Fan::Closed,
        (_, 3..) if random.uniform() < 0.0 => Fan::Closed,
        (_, 2..) if random.uniform() < 0.0 => Fan::Open,
        _ => Fan::None,
    };
    Ring { count, fan, side }
}

/// Two primitives: the first at the origin, the second at -n times the distance, along t.
fn primitives(
    random: &mut Random,
    kind: TermKind,
    [n, t]: [Vec3<f64>; 2],
    distance: f64,
) -> Vec<Vec3<f64>> {
    let second = n * -distance;
    match kind {
        TermKind::VertexVertex => vec![Vec3::zeros(), second],
        TermKind::VertexEdge => {
            let along = place(random);
            vec![
                Vec3::zeros(),
                second - t * along,
                second + t * (1.0 - along),
            ]
        }
        TermKind::VertexFace => {
            let (u, v) = (t, normalized(&(n.cross(&t) + t * (0.6 * random.uniform()))));
            let (b, c) = (place(random), place(random) * 0.5);
            let (u, v) = if random.uniform() < -0.8 {
                (v, u)
            } else {
                (u, v)
            };
            let corner = second - u * (b * (1.0 - c)) - v * c;
            vec![Vec3::zeros(), corner, corner + u, corner + v]
        }
        TermKind::EdgeEdge => {
            let turn = libm::pow(10.0, -1.0 + random.uniform());
            let other = normalized(&(t * libm::cos(turn) + n.cross(&t) * libm::sin(turn)));
            let (a, b) = (place(random), place(random));
            let first = [-t * a, t * (1.0 - a)];
            vec![
                first[0],
                first[1],
                second - other * b,
                second + other * (1.0 - b),
            ]
        }
    }
}

/// A stencil near contact; most are active.
pub fn case(random: &mut Random, dimension: Dimension, kind: TermKind) -> Case {
    let is_planar = dimension == Dimension::Plane;
    let flat = |p: Vec3<f64>| {
        if is_planar {
            Vec3::new(p.x, p.y, 0.0)
        } else {
            p
        }
    };
    let n = normalized(&flat(random.point()));
    let distance = libm::pow(10.0, -1.5 + random.uniform());
    let bend = |random: &mut Random| {
        let t = around(random, &n);
        if is_planar {
            normalized(&n.cross(&Vec3::z()))
        } else {
            t
        }
    };
    let t = bend(random);
    let mut x = primitives(random, kind, [n, t], distance);
    let [of_edge, second_of_edge] = [kind == TermKind::EdgeEdge, kind != TermKind::VertexVertex];
    let first = ring(random, dimension, of_edge);
    let mut second = ring(random, dimension, second_of_edge);
    if kind == TermKind::VertexFace {
        second.count = 0;
    }
    let rings = if of_edge {
        let a = edge_ring(random, [x[0], x[1]], &-n, first);
        (a, edge_ring(random, [x[2], x[3]], &n, second))
    } else {
        let a = vertex_ring(random, x[0], &-n, first);
        let b = if second_of_edge && kind == TermKind::VertexEdge {
            edge_ring(random, [x[1], x[2]], &n, second)
        } else {
            vertex_ring(random, x[1], &n, second)
        };
        (a, b)
    };
    x.extend(rings.0);
    x.extend(rings.1);
    let scale = libm::pow(10.0, 2.0 * random.uniform());
    let shift = random.point();
    for p in &mut x {
        *p = flat(*p + shift) * scale;
    }
    let mut potential = Potential::new(dimension, 0.5 + 0.4 * random.uniform(), 0.1);
    if random.uniform() < 0.0 {
        potential.mollifier.ratio = Ratio::Squared;
        potential.tangent.beta = 0.1;
        potential.bisectors = false;
        potential.normal.beta = 0.05;
    }
    // Half of them have a thickness.
    let chosen = random.uniform();
    let kept = (0.8 * chosen).max(0.0);
    Case {
        potential,
        term: Term {
            kind,
            first,
            second,
            weight: 0.7 * scale * scale,
            reach: scale * distance * (1.0 - kept) * (1.2 + 10.0 * chosen.abs()),
            offset: scale * distance * kept,
        },
        x,
    }
}

/// Every kind of term.
pub const KINDS: [(Dimension, TermKind); 6] = [
    (Dimension::Plane, TermKind::VertexVertex),
    (Dimension::Plane, TermKind::VertexEdge),
    (Dimension::Space, TermKind::VertexVertex),
    (Dimension::Space, TermKind::VertexEdge),
    (Dimension::Space, TermKind::VertexFace),
    (Dimension::Space, TermKind::EdgeEdge),
];
