//! The cosine of the angle between two vectors, `c = a·b` with `a = A/|A|`, `b = B/|B|`, and its derivatives:
//!
//! ```text
//! c_A  = (b - c a)/|A|
//! c_AA = -(a c_Aᵀ + c_A aᵀ + c (I - a aᵀ)/|A|)/|A|        c_AB = ((I - b bᵀ)/|B| - a c_Bᵀ)/|A|
//! ```
//!
//! Every directional factor is a step of such a cosine. The distance to a face or between two lines is `A·B/|A|`, with
//! `A` the normal and `B` from one primitive to the other; the length `|A|` needs no second vector.

use crate::{Mat3, Real, Vec3};

/// A scalar of two vectors and its derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<R: Real> {
    /// The scalar.
    pub value: R,
    /// By `A`.
    pub by_a: Vec3<R>,
    /// By `B`.
    pub by_b: Vec3<R>,
    /// Twice by `A`.
    pub aa: Mat3<R>,
    /// By `A` (rows) and `B` (columns).
    pub ab: Mat3<R>,
    /// Twice by `B`.
    pub bb: Mat3<R>,
}

/// `I - a aᵀ`
#[inline]
fn across<R: Real>(a: &Vec3<R>) -> Mat3<R> {
    Mat3::identity() - a * a.transpose()
}

/// Second derivatives of `a·b` by `A`, given `a·b`, its gradient and `1/|A|`.
#[inline]
pub(super) fn twice<R: Real>(a: &Vec3<R>, value: R, by_a: &Vec3<R>, inverse: R) -> Mat3<R> {
    (a * by_a.transpose() + by_a * a.transpose() + across(a) * (value * inverse)) * -inverse
}

/// `1/|A|`; zero for a vector without length, which thereby has no direction and constrains nothing.
#[inline]
pub(super) fn inverse_length<R: Real>(a: &Vec3<R>) -> R {
    let squared = a.dot(a);
    if squared > R::zero() {
        R::one() / squared.sqrt()
    } else {
        R::zero()
    }
}

/// The cosine alone; zero where a vector has no length.
#[inline]
pub fn cosine<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> R {
    a.dot(b) * inverse_length(a) * inverse_length(b)
}

impl<R: Real> Pairing<R> {
    /// The cosine of `A` and `B`.
    #[inline]
    pub fn cosine(a: &Vec3<R>, b: &Vec3<R>) -> Self {
        let (ia, ib) = (inverse_length(a), inverse_length(b));
        let (a, b) = (a * ia, b * ib);
        let value = a.dot(&b);
        let by_a = (b - a * value) * ia;
        let by_b = (a - b * value) * ib;
        Self {
            value,
            by_a,
            by_b,
            aa: twice(&a, value, &by_a, ia),
            ab: (across(&b) * ib - a * by_b.transpose()) * ia,
            bb: twice(&b, value, &by_b, ib),
        }
    }

    /// `A·B/|A|`: how far `B` reaches along `A`.
    #[inline]
    pub fn height(a: &Vec3<R>, b: &Vec3<R>) -> Self {
        let inverse = inverse_length(a);
        let a = a * inverse;
        let value = a.dot(b);
        let by_a = (b - a * value) * inverse;
        Self {
            value,
            by_a,
            by_b: a,
            aa: twice(&a, value, &by_a, inverse),
            ab: across(&a) * inverse,
            bb: Mat3::zeros(),
        }
    }

    /// `|A|`
    #[inline]
    pub fn length(a: &Vec3<R>) -> Self {
        let inverse = inverse_length(a);
        let unit = a * inverse;
        Self {
            value: a.dot(&unit),
            by_a: unit,
            by_b: Vec3::zeros(),
            aa: across(&unit) * inverse,
            ab: Mat3::zeros(),
            bb: Mat3::zeros(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};
    use nalgebra::SMatrix;
    use num_dual::HyperDual64;

    fn check(
        x: [Vec3<f64>; 2],
        pairing: &Pairing<f64>,
        f: impl Fn([Vec3<HyperDual64>; 2]) -> HyperDual64,
    ) {
        let (g, h) = derivatives::<2, 6>(x, f);
        assert_close(&flatten([pairing.by_a, pairing.by_b]), &g, 1e-12);
        let mut hessian = SMatrix::<f64, 6, 6>::zeros();
        hessian.fixed_view_mut::<3, 3>(0, 0).copy_from(&pairing.aa);
        hessian.fixed_view_mut::<3, 3>(0, 3).copy_from(&pairing.ab);
        let transposed = pairing.ab.transpose();
        hessian.fixed_view_mut::<3, 3>(3, 0).copy_from(&transposed);
        hessian.fixed_view_mut::<3, 3>(3, 3).copy_from(&pairing.bb);
        assert_close(&hessian, &h, 1e-12);
    }

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(32);
        for _ in 0..300 {
            let x = random.stencil::<2>();
            let [a, b] = &x;
            check(x, &Pairing::cosine(a, b), |[a, b]| cosine(&a, &b));
            check(x, &Pairing::height(a, b), |[a, b]| {
                Pairing::height(&a, &b).value
            });
            check(x, &Pairing::length(a), |[a, _]| Pairing::length(&a).value);
        }
    }

    #[test]
    fn what_has_no_length_constrains_nothing() {
        let flat = Pairing::cosine(&Vec3::x(), &Vec3::<f64>::zeros());
        assert_eq!(
            (flat.value, flat.by_a, flat.by_b),
            (0.0, Vec3::zeros(), Vec3::zeros())
        );
    }
}
