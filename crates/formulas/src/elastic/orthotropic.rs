//! The orthotropic membrane with strain limits (Codimensional IPC 2021, equation 8 and the barrier
//! basis below it; Clyde et al. 2017), in the axes of warp (1) and weft (2) along which `F` is given:
//!
//! ```text
//! Ψ = a11/2 η(E11²) + a22/2 η(E22²) + a12 η(E11 E22) + G12 η(E12²),   E = (FᵀF - I)/2
//! η(x) = -x_max ln((x_max - x)/x_max),   η' = 1/(1 - x/x_max),   η'' = η'²/x_max
//! ```
//!
//! with `x_max` the square of each strain's limit, and the product of both for `E11 E22`: infinite at
//! the limits of stretch and, symmetrically, of compression. An infinite limit leaves `η(x) = x`: the
//! orthotropic St. Venant-Kirchhoff membrane. (8) counts `E12` once, so that its `G12` is twice the
//! shear modulus: isotropic is `a11 = a22 = 2 μ + λ`, `a12 = λ`, `G12 = 2 μ`.
//!
//! With `S = ∂Ψ/∂E` (half of it off the diagonal) and `C = ∂²Ψ/∂(E11, E22, E12)²`, stress and second
//! derivative are `P = F S` and `(∂E/∂F)ᵀ C (∂E/∂F) + S ⊗ I`. The projection clamps `C` and `S`, each
//! by itself: never less than the exact second derivative, and equal where both are definite.

use super::membrane::MembraneEnergy;
use super::stvk_membrane::green_strain;
use crate::symmetric::clamp;
use crate::{Mat3, Real};
use nalgebra::{Matrix2, Matrix3x2};

/// The membrane's moduli and limits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Orthotropic<R: Real> {
    /// Modulus `a11` of the warp, in Pa.
    pub a11: R,
    /// Coupling modulus `a12`, in Pa.
    pub a12: R,
    /// Modulus `a22` of the weft, in Pa.
    pub a22: R,
    /// Modulus `G12` of shear, in Pa.
    pub g12: R,
    /// Limits of `|E11|`, `|E22|` and `|E12|`; infinite for none.
    pub limits: [R; 3],
}

/// The second derivative by `E11`, `E22` and `E12`, which is coupled to neither.
#[derive(Clone, Copy)]
struct Stiffness<R> {
    normal: [[R; 2]; 2],
    shear: R,
}

/// `η(x)` with `k = 1/x_max`, below the limit.
#[inline]
fn eta<R: Real>(x: R, k: R) -> R {
    if k == R::zero() {
        x
    } else {
        -(-(k * x)).ln_1p() / k
    }
}

/// `η'(x)` and `η''(x)` with `k = 1/x_max`.
#[inline]
fn eta_derivatives<R: Real>(x: R, k: R) -> (R, R) {
    let first = R::one() / (R::one() - k * x);
    (first, k * (first * first))
}

impl<R: Real> Orthotropic<R> {
    /// The arguments `E11²`, `E22²`, `E11 E22` and `E12²`.
    #[inline]
    fn arguments(e: &Matrix2<R>) -> [R; 4] {
        let (e11, e22, e12) = (e[(0, 0)], e[(1, 1)], e[(0, 1)]);
        [e11 * e11, e22 * e22, e11 * e22, e12 * e12]
    }

    /// `1/x_max` of each argument.
    #[inline]
    fn inverse_limits(&self) -> [R; 4] {
        let [k11, k22, k12] = self.limits.map(|limit| R::one() / limit);
        [k11 * k11, k22 * k22, k11 * k22, k12 * k12]
    }

    /// Whether every strain is below its limit: where the energy is finite.
    #[inline]
    pub fn is_within_limits(&self, f: &Matrix3x2<R>) -> bool {
        let (x, k) = (Self::arguments(&green_strain(f)), self.inverse_limits());
        (0..4).all(|i| k[i] * x[i] < R::one())
    }

    /// The distance to the nearest limit, in fractions of the squares and products that are limited:
    /// one at rest, zero at a limit.
    #[inline]
    pub fn left_to_limits(&self, f: &Matrix3x2<R>) -> R {
        let (x, k) = (Self::arguments(&green_strain(f)), self.inverse_limits());
        (0..4).fold(R::one(), |least, i| least.min(R::one() - k[i] * x[i]))
    }

    /// Second Piola-Kirchhoff stress `S` and second derivative `C` at the strain `e`, in Pa.
    #[inline]
    fn response(&self, e: &Matrix2<R>) -> (Matrix2<R>, Stiffness<R>) {
        let (two, e11, e22, e12) = (R::two(), e[(0, 0)], e[(1, 1)], e[(0, 1)]);
        let (x, k) = (Self::arguments(e), self.inverse_limits());
        let [warp, weft, both, shear] = core::array::from_fn(|i| eta_derivatives(x[i], k[i]));
        let s11 = self.a11 * e11 * warp.0 + self.a12 * e22 * both.0;
        let s22 = self.a22 * e22 * weft.0 + self.a12 * e11 * both.0;
        let s12 = self.g12 * e12 * shear.0;
        // d²/de² ½ η(e²) = η' + 2 e² η''.
        let own = |i: usize, (first, second): (R, R)| first + two * x[i] * second;
        let coupling = self.a12 * (both.0 + x[2] * both.1);
        let stiffness = Stiffness {
            normal: [
                [self.a11 * own(0, warp) + self.a12 * x[1] * both.1, coupling],
                [coupling, self.a22 * own(1, weft) + self.a12 * x[0] * both.1],
            ],
            shear: two * self.g12 * own(3, shear),
        };
        (Matrix2::new(s11, s12, s12, s22), stiffness)
    }
}

/// `(∂E/∂F)ᵀ C (∂E/∂F) + S ⊗ I`: blocks (0,0), (0,1), (1,1) with respect to the columns of `F`.
#[inline]
fn blocks<R: Real>(f: &Matrix3x2<R>, s: &[[R; 2]; 2], c: &Stiffness<R>) -> [Mat3<R>; 3] {
    let (f0, f1) = (f.column(0), f.column(1));
    let (f00, f01, f11) = (
        f0 * f0.transpose(),
        f0 * f1.transpose(),
        f1 * f1.transpose(),
    );
    // ∂E12/∂F = ½ [f1, f0].
    let shear = c.shear * R::from_f64(0.25);
    let identity = Mat3::identity();
    [
        f00 * c.normal[0][0] + f11 * shear + identity * s[0][0],
        f01 * c.normal[0][1] + f01.transpose() * shear + identity * s[0][1],
        f11 * c.normal[1][1] + f00 * shear + identity * s[1][1],
    ]
}

impl<R: Real> MembraneEnergy<R> for Orthotropic<R> {
    #[inline]
    fn energy(&self, f: &Matrix3x2<R>) -> R {
        if !self.is_within_limits(f) {
            return R::infinity();
        }
        let (x, k) = (Self::arguments(&green_strain(f)), self.inverse_limits());
        let [warp, weft, both, shear] = core::array::from_fn(|i| eta(x[i], k[i]));
        R::half() * (self.a11 * warp + self.a22 * weft) + self.a12 * both + self.g12 * shear
    }

    #[inline]
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R> {
        f * self.response(&green_strain(f)).0
    }

    #[inline]
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        let (s, c) = self.response(&green_strain(f));
        let tension = clamp([[s[(0, 0)], s[(0, 1)]], [s[(1, 0)], s[(1, 1)]]]);
        let stiffness = Stiffness {
            normal: clamp(c.normal),
            shear: c.shear.max(R::zero()),
        };
        blocks(f, &tension, &stiffness)
    }

    #[inline]
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        let (s, c) = self.response(&green_strain(f));
        blocks(f, &[[s[(0, 0)], s[(0, 1)]], [s[(1, 0)], s[(1, 1)]]], &c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::StvkMembrane;
    use crate::elastic::membrane::tests::{deformation, exact, rotation};
    use crate::testing::{Random, assert_close, unpack};
    use nalgebra::{SMatrix, SymmetricEigen, Vector2};
    use num_dual::HyperDual64;

    /// Silk of Codimensional IPC, in MPa.
    const SILK: Orthotropic<f64> = Orthotropic {
        a11: 4.300,
        a12: 4.971,
        a22: 9.942,
        g12: 0.570,
        limits: [0.41, 0.34, 0.11],
    };
    const UNLIMITED: Orthotropic<f64> = Orthotropic {
        limits: [f64::INFINITY; 3],
        ..SILK
    };

    /// Equation 8 as it is printed.
    fn printed(m: &Orthotropic<f64>, f: &Matrix3x2<HyperDual64>) -> HyperDual64 {
        let c = f.transpose() * f;
        let e = |i: usize, j: usize, unit: f64| (c[(i, j)] - unit) * 0.5;
        let (e11, e22, e12) = (e(0, 0, 1.0), e(1, 1, 1.0), e(0, 1, 0.0));
        let eta = |x: HyperDual64, max: f64| {
            if max.is_finite() {
                -Real::ln((-x + max) / max) * max
            } else {
                x
            }
        };
        let [m11, m22, m12] = m.limits;
        eta(e11 * e11, m11 * m11) * (0.5 * m.a11)
            + eta(e22 * e22, m22 * m22) * (0.5 * m.a22)
            + eta(e11 * e22, m11 * m22) * m.a12
            + eta(e12 * e12, m12 * m12) * m.g12
    }

    /// A deformation whose strains are given fractions of the limits.
    fn strained(random: &mut Random, fractions: [f64; 3]) -> Matrix3x2<f64> {
        let [e11, e22, e12]: [f64; 3] = core::array::from_fn(|i| fractions[i] * SILK.limits[i]);
        // F = Q R with the Cholesky factor R of I + 2 E.
        let r00 = libm::sqrt(1.0 + 2.0 * e11);
        let r01 = 2.0 * e12 / r00;
        let r11 = libm::sqrt(1.0 + 2.0 * e22 - r01 * r01);
        rotation(random) * Matrix3x2::new(r00, r01, 0.0, r11, 0.0, 0.0)
    }

    /// Checks stress, second derivative and projection; says whether the projection changed it.
    fn check(m: &Orthotropic<f64>, f: &Matrix3x2<f64>, tolerance: f64) -> bool {
        let (stress, h) = exact(f, |f| printed(m, f));
        let error = (m.stress(f) - stress).norm();
        assert!(error <= tolerance * h.norm(), "{error:e} {}", h.norm());
        let (s, c) = m.response(&green_strain(f));
        let rows = [[s[(0, 0)], s[(0, 1)]], [s[(1, 0)], s[(1, 1)]]];
        assert_close(&unpack(&blocks(f, &rows, &c)), &h, tolerance);
        let projected: SMatrix<f64, 6, 6> = unpack(&m.projected(f));
        let least = |h: SMatrix<f64, 6, 6>| SymmetricEigen::new(h).eigenvalues.min();
        let scale = projected.norm() + h.norm();
        assert!(least(projected) >= -1e-14 * scale);
        assert!(least(projected - h) >= -tolerance * scale);
        let definite = SymmetricEigen::new(s).eigenvalues.min() > 0.0
            && SymmetricEigen::new(Matrix2::from(c.normal))
                .eigenvalues
                .min()
                > 0.0
            && c.shear > 0.0;
        if definite {
            assert_close(&projected, &h, tolerance);
        }
        !definite
    }

    #[test]
    fn derivatives_are_exact_within_the_limits() {
        let mut random = Random(71);
        let mut changed = 0;
        for round in 0..600 {
            let fraction = [1e-8, 1e-3, 0.3, 0.9, 0.99][round % 5];
            let fractions = core::array::from_fn(|_| fraction * random.uniform());
            let f = strained(&mut random, fractions);
            assert!(SILK.is_within_limits(&f));
            let m11 = SILK.limits[0];
            assert!((green_strain(&f)[(0, 0)] - fractions[0] * m11).abs() < 1e-15);
            changed += i32::from(check(&SILK, &f, 1e-11));
        }
        assert!((50..550).contains(&changed), "{changed}");
    }

    #[test]
    fn derivatives_are_exact_without_limits() {
        let mut random = Random(72);
        for strength in [0.0, 1e-8, 1e-3, 0.1, 0.5, 2.0] {
            for _ in 0..50 {
                let f = deformation(&mut random, strength);
                assert!(UNLIMITED.is_within_limits(&f));
                check(&UNLIMITED, &f, 1e-13);
                let value = printed(&UNLIMITED, &f.map(HyperDual64::from_re)).re;
                assert!((UNLIMITED.energy(&f) - value).abs() <= 1e-14 * (1.0 + value.abs()));
            }
        }
    }

    #[test]
    fn the_energy_is_infinite_beyond_each_limit() {
        let mut random = Random(73);
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut fractions = [0.2, -0.3, 0.1];
                fractions[axis] = 0.999_999 * sign;
                let f = strained(&mut random, fractions);
                assert!(SILK.is_within_limits(&f) && SILK.energy(&f).is_finite());
                for beyond in [1.000_001, 1.2] {
                    fractions[axis] = beyond * sign;
                    let f = strained(&mut random, fractions);
                    assert!(!SILK.is_within_limits(&f));
                    assert_eq!(SILK.energy(&f), f64::INFINITY);
                }
            }
        }
        // Both normal strains beyond their limits, with a product that is positive again.
        let f = strained(&mut random, [1.2, 1.2, 0.0]);
        assert_eq!(SILK.energy(&f), f64::INFINITY);
        assert!(!SILK.is_within_limits(&Matrix3x2::from_element(f64::NAN)));
    }

    #[test]
    fn limits_leave_the_rest_shape_and_small_strains_alone() {
        let mut random = Random(74);
        for e in [1e-3, 1e-5, 1e-7] {
            let f = strained(&mut random, [e, -0.5 * e, 2.0 * e]);
            let (limited, free) = (SILK.energy(&f), UNLIMITED.energy(&f));
            // η(x) = x + x²/(2 x_max): the difference is of fourth order, the digits are kept.
            let error = (limited - free).abs();
            assert!(error <= 20.0 * e * e * free, "{e:e}: {error:e}");
            let m = SILK.limits;
            let (e11, e22, e12) = (e * m[0], -0.5 * e * m[1], 2.0 * e * m[2]);
            let expected = 0.5 * SILK.a11 * e11 * e11
                + 0.5 * SILK.a22 * e22 * e22
                + SILK.a12 * e11 * e22
                + SILK.g12 * e12 * e12;
            assert!((free - expected).abs() <= 1e-14 * e, "{e:e} {free:e}");
        }
        let rest = Matrix3x2::identity();
        assert_eq!((SILK.energy(&rest), SILK.stress(&rest).norm()), (0.0, 0.0));
    }

    #[test]
    fn isotropic_moduli_make_the_isotropic_membrane() {
        let mut random = Random(75);
        let (mu, lambda) = (3.0, 7.0);
        let stvk = StvkMembrane { mu, lambda };
        let orthotropic = Orthotropic {
            a11: 2.0 * mu + lambda,
            a12: lambda,
            a22: 2.0 * mu + lambda,
            g12: 2.0 * mu,
            limits: [f64::INFINITY; 3],
        };
        for _ in 0..100 {
            let f = deformation(&mut random, 0.5);
            let (a, b) = (stvk.energy(&f), orthotropic.energy(&f));
            assert!((a - b).abs() <= 1e-13 * (1.0 + a), "{a} {b}");
            assert_close(&stvk.stress(&f), &orthotropic.stress(&f), 1e-13);
        }
    }

    #[test]
    fn warp_and_weft_differ_and_space_does_not_matter() {
        let mut random = Random(76);
        let f = strained(&mut random, [0.5, 0.1, 0.3]);
        let turned = rotation(&mut random) * f;
        let (a, b) = (SILK.energy(&f), SILK.energy(&turned));
        assert!((a - b).abs() <= 1e-13 * a);
        let swapped = f * Matrix2::from_columns(&[Vector2::y(), Vector2::x()]);
        assert!((SILK.energy(&swapped) - a).abs() > 0.1 * a);
    }
}
