//! The barrier on the distance `z` (Huang et al. 2025, section 5.1.2 and appendix C):
//! `p_ε(z) = h_ε(z) / z^p` with the cubic spline `h_ε(z) = 3/2 B³(2z/ε)`; with `x = z/ε`,
//!
//! ```text
//! h = 1 - 6 x² (1 - x)   for x < 1/2,      2 (1 - x)³   for x < 1,      0 beyond
//! ```
//!
//! Twice continuously differentiable but at zero, where it is infinite. `p` is one less than the dimension of space, as in
//! the paper: then the potential of a smooth surface stays finite where the surface only bends. A corner above a plane has
//! an infinite potential at contact on every mesh, but in the limit of fine meshes a finite one, unlike section 6.6 says:
//! with `α < 1` it sees points of the plane within a cone, whose width falls with the distance `z` as `1/z^p` grows. Where
//! edges are short against the gap, the path of a body does not depend on them (`scene/tests/refinement.rs`).
//!
//! The published library has `B³(2x) / x^p`, which is `2/3 ε^p` times this one: multiply a term's weight by that to
//! compare.

use super::jet::Jet;
use crate::Real;

/// The kernel of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernel<R: Real> {
    /// `ε`: the distance from which on there is no potential, m.
    pub reach: R,
    /// `p`: 1 in the plane, 2 in space.
    pub power: u32,
}

impl<R: Real> Kernel<R> {
    /// The spline `h` and its derivatives by `x = z/ε`.
    #[inline]
    fn spline(x: R) -> Jet<R> {
        let (one, two, six) = (R::one(), R::two(), R::from_f64(6.0));
        let rest = one - x;
        if x < R::half() {
            Jet {
                value: one - six * x * x * rest,
                first: six * x * (R::from_f64(3.0) * x - two),
                second: R::two() * six * (R::from_f64(3.0) * x - one),
            }
        } else if x < one {
            Jet {
                value: two * rest * rest * rest,
                first: -six * rest * rest,
                second: two * six * rest,
            }
        } else {
            Jet::constant(R::zero())
        }
    }

    /// `p_ε(z)` in 1/m^p, and its derivatives by the distance.
    #[inline]
    pub fn jet(&self, z: R) -> Jet<R> {
        if z >= self.reach {
            return Jet::constant(R::zero());
        }
        if z <= R::zero() {
            return Jet {
                value: R::infinity(),
                first: -R::infinity(),
                second: R::infinity(),
            };
        }
        let h = Self::spline(z / self.reach);
        let (h1, h2) = (h.first / self.reach, h.second / (self.reach * self.reach));
        let p = R::from_f64(f64::from(self.power));
        let inverse = R::one() / z;
        let mut scale = R::one();
        for _ in 0..self.power {
            scale *= inverse;
        }
        Jet {
            value: h.value * scale,
            first: (h1 - p * h.value * inverse) * scale,
            second: (h2 - (R::two() * h1 - (p + R::one()) * h.value * inverse) * p * inverse)
                * scale,
        }
    }

    /// `p_ε(z)`, in 1/m^p.
    #[inline]
    pub fn value(&self, z: R) -> R {
        self.jet(z).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::HyperDual64;

    #[test]
    fn derivatives_are_exact_over_the_whole_range() {
        for power in [1, 2, 3] {
            for step in 1..2000 {
                let (reach, z) = (3e-3, 3e-3 * libm::pow(f64::from(step) / 2000.0, 3.0));
                let mut dual = HyperDual64::from_re(z);
                (dual.eps1, dual.eps2) = (1.0, 1.0);
                let exact = Kernel {
                    reach: HyperDual64::from_re(reach),
                    power,
                }
                .value(dual);
                let jet = Kernel { reach, power }.jet(z);
                // Relative to the kernel without its spline, which ends in zero.
                let size = libm::pow(z, -f64::from(power));
                assert!((jet.value - exact.re).abs() <= 1e-14 * size);
                assert!((jet.first - exact.eps1).abs() <= 1e-13 * size / z);
                assert!((jet.second - exact.eps1eps2).abs() <= 1e-12 * size / (z * z));
            }
        }
    }

    #[test]
    fn it_falls_from_infinity_to_zero_without_a_kink() {
        let kernel = Kernel {
            reach: 0.7,
            power: 2,
        };
        assert_eq!(kernel.value(0.0), f64::INFINITY);
        assert_eq!(kernel.jet(0.7), Jet::constant(0.0));
        for knot in [0.35, 0.7] {
            let (left, right) = (kernel.jet(knot - 1e-12), kernel.jet(knot + 1e-12));
            assert!((left.value - right.value).abs() < 1e-9);
            assert!((left.first - right.first).abs() < 1e-9);
            assert!((left.second - right.second).abs() < 1e-7);
        }
        let mut before = f64::INFINITY;
        for step in 1..=1000 {
            let value = kernel.value(0.7 * f64::from(step) / 1000.0);
            assert!(value < before || value == 0.0);
            before = value;
        }
    }

    #[test]
    fn the_library_has_two_thirds_of_it_in_units_of_the_reach() {
        let (reach, z): (f64, f64) = (0.2, 0.03);
        let x = z / reach;
        let library = (2.0 / 3.0 - 4.0 * x * x * (1.0 - x)) / (x * x);
        let ours = Kernel { reach, power: 2 }.value(z) * 2.0 / 3.0 * reach * reach;
        assert!((library / ours - 1.0).abs() < 1e-14);
    }
}
