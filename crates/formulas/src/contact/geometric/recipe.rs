//! Vectors made from the vertices of a stencil: the direction between two closest points, tangents and normals of a ring.
//! Each is made of one or two differences `u`, `v` of vertices:
//!
//! ```text
//! difference   u                        edge of a ring, vertex-vertex direction
//! turned       u x z                    normal of an edge in the plane
//! cross        u x v                    normal of a face, vertex-face and edge-edge directions
//! beside       u - v (u·v)/(v·v)        what of u is perpendicular to v: vertex-edge direction, tangent at an edge
//! bisector     u/|u| + v/|v|            of the corner of a face
//! ```

use super::cosine::{inverse_length, twice};
use crate::{Mat3, Real, Vec3};

/// Numbers of two vertices; the difference is the first less the second.
pub type Ends = [usize; 2];

/// A vector as a function of the stencil's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// `u`
    Difference(Ends),
    /// `u x z`, with `z` the axis across the plane.
    Turned(Ends),
    /// `u x v`
    Cross(Ends, Ends),
    /// `u - v (u·v)/(v·v)`
    Beside(Ends, Ends),
    /// `u/|u| + v/|v|`
    Bisector(Ends, Ends),
}

/// The matrix of `x ↦ w x x`.
#[inline]
fn cross_matrix<R: Real>(w: &Vec3<R>) -> Mat3<R> {
    let zero = R::zero();
    Mat3::new(zero, -w.z, w.y, w.z, zero, -w.x, -w.y, w.x, zero)
}

#[inline]
fn difference<R: Real>(x: &[Vec3<R>], [head, tail]: Ends) -> Vec3<R> {
    x[head] - x[tail]
}

/// The part of `u` perpendicular to `v`.
#[inline]
fn beside<R: Real>(u: &Vec3<R>, v: &Vec3<R>) -> Vec3<R> {
    u - v * (u.dot(v) / v.dot(v))
}

/// `u/|u|`
#[inline]
fn unit<R: Real>(u: &Vec3<R>) -> Vec3<R> {
    u * inverse_length(u)
}

/// Derivative of `u/|u|`.
#[inline]
fn turn<R: Real>(u: &Vec3<R>) -> Mat3<R> {
    let inverse = inverse_length(u);
    let unit = u * inverse;
    (Mat3::identity() - unit * unit.transpose()) * inverse
}

/// Second derivatives of `g·u/|u|`.
#[inline]
fn bend<R: Real>(u: &Vec3<R>, g: &Vec3<R>) -> Mat3<R> {
    let inverse = inverse_length(u);
    let unit = u * inverse;
    let value = g.dot(&unit);
    twice(&unit, value, &((g - unit * value) * inverse), inverse)
}

impl Recipe {
    /// The vector.
    #[inline]
    pub fn value<R: Real>(self, x: &[Vec3<R>]) -> Vec3<R> {
        match self {
            Recipe::Difference(u) => difference(x, u),
            Recipe::Turned(u) => difference(x, u).cross(&Vec3::z()),
            Recipe::Cross(u, v) => difference(x, u).cross(&difference(x, v)),
            Recipe::Beside(u, v) => beside(&difference(x, u), &difference(x, v)),
            Recipe::Bisector(u, v) => unit(&difference(x, u)) + unit(&difference(x, v)),
        }
    }

    /// The vector with what its derivatives need.
    #[inline]
    pub fn make<R: Real>(self, x: &[Vec3<R>]) -> Made<R> {
        let zero = Vec3::zeros();
        let (u, v) = match self {
            Recipe::Difference(u) | Recipe::Turned(u) => (difference(x, u), zero),
            Recipe::Cross(u, v) | Recipe::Beside(u, v) | Recipe::Bisector(u, v) => {
                (difference(x, u), difference(x, v))
            }
        };
        let none = [Mat3::identity(), Mat3::zeros()];
        let (value, jacobians) = match self {
            Recipe::Difference(_) => (u, none),
            Recipe::Turned(_) => (u.cross(&Vec3::z()), [-cross_matrix(&Vec3::z()), none[1]]),
            Recipe::Cross(..) => (u.cross(&v), [-cross_matrix(&v), cross_matrix(&u)]),
            Recipe::Beside(..) => {
                let inverse = R::one() / v.dot(&v);
                let along = u.dot(&v) * inverse;
                let value = u - v * along;
                let by_u = Mat3::identity() - v * v.transpose() * inverse;
                let by_v = by_u * -along - v * value.transpose() * inverse;
                (value, [by_u, by_v])
            }
            Recipe::Bisector(..) => (unit(&u) + unit(&v), [turn(&u), turn(&v)]),
        };
        Made {
            recipe: self,
            u,
            v,
            value,
            jacobians,
        }
    }
}

/// A vector and its derivatives by the differences it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Made<R: Real> {
    recipe: Recipe,
    u: Vec3<R>,
    v: Vec3<R>,
    /// The vector.
    pub value: Vec3<R>,
    jacobians: [Mat3<R>; 2],
}

impl<R: Real> Made<R> {
    /// The differences and the derivatives by them.
    #[inline]
    pub fn inputs(&self) -> impl Iterator<Item = (Ends, &Mat3<R>)> {
        let (ends, count) = match self.recipe {
            Recipe::Difference(u) | Recipe::Turned(u) => ([u, u], 1),
            Recipe::Cross(u, v) | Recipe::Beside(u, v) | Recipe::Bisector(u, v) => ([u, v], 2),
        };
        ends.into_iter().zip(&self.jacobians).take(count)
    }

    /// Second derivatives of `g·value`: twice by `u`, by `u` (rows) and `v` (columns), twice by `v`; none if it is linear.
    #[inline]
    pub fn curvature(&self, g: &Vec3<R>) -> Option<[Mat3<R>; 3]> {
        let zero = Mat3::zeros();
        match self.recipe {
            Recipe::Difference(_) | Recipe::Turned(_) => None,
            Recipe::Cross(..) => Some([zero, -cross_matrix(g), zero]),
            Recipe::Beside(..) => {
                // g·value = g·u - (g·v) s, with s = (u·v)/(v·v).
                let (u, v, two) = (&self.u, &self.v, R::two());
                let inverse = R::one() / v.dot(v);
                let (s, gv) = (u.dot(v) * inverse, g.dot(v) * inverse);
                let vv = v * v.transpose() * inverse;
                let identity = Mat3::identity();
                let mixed = (v * g.transpose()) * -inverse - (identity - vv * two) * gv;
                let slope = (u - v * (two * s)) * inverse;
                let hill = (u * v.transpose() + v * u.transpose()) * inverse
                    + (identity - vv * (two * two)) * s;
                let twice = hill * (two * gv) - g * slope.transpose() - slope * g.transpose();
                Some([zero, mixed, twice])
            }
            Recipe::Bisector(..) => Some([bend(&self.u, g), zero, bend(&self.v, g)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::geometric::log_sum::LogSum;
    use crate::testing::{Random, assert_close, derivatives};
    use nalgebra::{SMatrix, SVector};
    use num_dual::HyperDual64;

    #[test]
    fn every_recipe_has_exact_derivatives() {
        let mut random = Random(33);
        let recipes = [
            Recipe::Difference([2, 0]),
            Recipe::Turned([1, 3]),
            Recipe::Cross([1, 0], [2, 0]),
            Recipe::Cross([1, 0], [3, 2]),
            Recipe::Beside([3, 0], [1, 0]),
            Recipe::Beside([3, 2], [1, 0]),
            Recipe::Bisector([2, 0], [3, 0]),
        ];
        for round in 0..300 {
            let recipe = recipes[round % recipes.len()];
            let (x, g) = (random.stencil::<4>(), random.point());
            let (gradient, hessian) =
                derivatives::<4, 12>(x, |x| recipe.value(&x).dot(&g.map(HyperDual64::from_re)));
            let (mut slope, mut bend) = ([0.0; 12], [0.0; 144]);
            let mut sum = LogSum::new(&mut slope, &mut bend, &mut []);
            let made = recipe.make(&x);
            assert!((made.value - recipe.value(&x)).norm() <= 1e-13 * made.value.norm());
            sum.pull_gradient(&made, &g);
            sum.pull_second(&made, &Mat3::zeros(), &g);
            assert_close(&SVector::<f64, 12>::from(slope), &gradient, 1e-11);
            let bend = SMatrix::<f64, 12, 12>::from_row_slice(&bend);
            assert_close(&bend, &hessian, 1e-10);
        }
    }
}
