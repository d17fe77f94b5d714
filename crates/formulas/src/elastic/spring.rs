//! A spring between two points: `E = ½ k (|r| - L)²`, `r = x1 - x0`, of stiffness `k` in N/m and
//! rest length `L` in m. A stitch has `L = 0`: then `E = ½ k |r|²`, smooth where the points meet.
//!
//! ```text
//! ∇²E = k [r̂ r̂ᵀ + (1 - L/|r|)(I - r̂ r̂ᵀ)]   by r
//! ```
//!
//! A spring shorter than at rest pushes sideways: that part is dropped from the projected Hessian.

use crate::{Mat3, Real, Vec3, VertexQuadratic, pick2};

/// A spring at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Spring<R: Real> {
    /// Stiffness k, in N/m.
    pub stiffness: R,
    /// Rest length L, in m; zero for a stitch.
    pub length: R,
}

impl<R: Real> Spring<R> {
    /// Energy, in J.
    #[inline]
    pub fn energy(&self, x: [&Vec3<R>; 2]) -> R {
        let r = x[1] - x[0];
        let square = r.dot(&r);
        if self.length == R::zero() {
            return R::half() * self.stiffness * square;
        }
        let stretch = square.sqrt() - self.length;
        R::half() * self.stiffness * stretch * stretch
    }

    /// Gradient of the energy, in N: the forces with opposite sign. Zero where the points coincide,
    /// since no direction is better than another.
    #[inline]
    pub fn gradient(&self, x: [&Vec3<R>; 2]) -> [Vec3<R>; 2] {
        let r = x[1] - x[0];
        let force = r * (self.stiffness * self.slack(r.dot(&r).sqrt()));
        [-force, force]
    }

    /// Projected Hessian of the energy, in N/m: blocks (0,0), (0,1), (1,1). Where the points
    /// coincide it is that of a stitch.
    #[inline]
    pub fn projected_hessian(&self, x: [&Vec3<R>; 2]) -> [Mat3<R>; 3] {
        self.second(x, |across| across.max(R::zero()))
    }

    /// Hessian of the energy as it is, in general indefinite, in N/m: blocks as those of
    /// [`Spring::projected_hessian`].
    #[inline]
    pub fn hessian(&self, x: [&Vec3<R>; 2]) -> [Mat3<R>; 3] {
        self.second(x, |across| across)
    }

    /// The second derivative, given what becomes of its share across the spring.
    #[inline]
    fn second(&self, x: [&Vec3<R>; 2], across: impl Fn(R) -> R) -> [Mat3<R>; 3] {
        let r = x[1] - x[0];
        let length = r.dot(&r).sqrt();
        let mut block = Mat3::identity() * self.stiffness;
        if self.length > R::zero() && length > R::zero() {
            let across = across(self.slack(length));
            let axis = r * (R::one() / length);
            let along = axis * (axis * (self.stiffness * (R::one() - across))).transpose();
            block = block * across + along;
        }
        [block, -block, block]
    }

    /// The quadratic model of the energy at end `i`.
    #[inline]
    pub fn at_vertex(&self, x: [&Vec3<R>; 2], i: usize) -> VertexQuadratic<R> {
        VertexQuadratic {
            gradient: pick2(self.gradient(x), i),
            hessian: self.projected_hessian(x)[0],
        }
    }

    /// `1 - L/|r|`, zero where the points coincide and one for a stitch.
    #[inline]
    fn slack(&self, length: R) -> R {
        if self.length == R::zero() {
            R::one()
        } else if length > R::zero() {
            (length - self.length) / length
        } else {
            R::zero()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::SymmetricEigen;

    #[test]
    fn derivatives_are_exact_and_the_hessian_is_the_clamped_one() {
        let mut random = Random(80);
        for round in 0..300 {
            let x = random.stencil::<2>();
            let length = match round % 3 {
                0 => 0.0,
                1 => (x[1] - x[0]).norm() * (1.0 + random.uniform()),
                _ => (x[1] - x[0]).norm() * (1.0 + 1e-6 * random.uniform()),
            };
            let stiffness = libm::pow(10.0, 4.0 * random.uniform());
            let spring = Spring { stiffness, length };
            let dual = Spring {
                stiffness: Real::from_f64(stiffness),
                length: Real::from_f64(length),
            };
            let (g, h) = derivatives::<2, 6>(x, |x| dual.energy([&x[0], &x[1]]));
            let refs = [&x[0], &x[1]];
            // Relative to the force of the whole length: a slack spring has nearly none.
            let gradient = flatten::<2, 6>(spring.gradient(refs));
            assert!((gradient - g).norm() <= 1e-14 * stiffness * (x[1] - x[0]).norm());
            let projected = unpack(&spring.projected_hessian(refs));
            assert_bounds(&projected, &h, 1e-14);
            assert_close(&unpack(&spring.hessian(refs)), &h, 1e-13);
            let mut clamped = SymmetricEigen::new(h);
            clamped.eigenvalues.apply(|value| *value = value.max(0.0));
            assert_close(&projected, &clamped.recompose(), 1e-13);
        }
    }

    #[test]
    fn a_stitch_is_smooth_where_its_points_meet() {
        let (x, stitch) = (Vec3::new(1.0, 2.0, 3.0), |length| Spring {
            stiffness: 5.0,
            length,
        });
        let refs = [&x, &x];
        assert_eq!(stitch(0.0).energy(refs), 0.0);
        assert_eq!(stitch(0.0).gradient(refs), [Vec3::zeros(); 2]);
        assert_eq!(
            stitch(0.0).projected_hessian(refs)[0],
            Mat3::identity() * 5.0
        );
        assert_eq!(stitch(2.0).energy(refs), 10.0);
        assert_eq!(stitch(2.0).gradient(refs), [Vec3::zeros(); 2]);
        assert_eq!(
            stitch(2.0).projected_hessian(refs)[1],
            Mat3::identity() * -5.0
        );
    }
}
