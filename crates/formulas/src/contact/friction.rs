//! Smoothed Coulomb friction of one contact: `D(u) = f0(|u|)`, to be multiplied by `μ λ`
//! (Li et al. 2020, eqs. 13-15).
//!
//! `u` is the sliding displacement in the tangent plane, in m, and `eps = ε_v h` the one below which the
//! contact sticks, in m:
//!
//! ```text
//! f1(y) = 2 y/eps - (y/eps)²   for y < eps,   1 beyond          (the fraction of Coulomb's limit)
//! f0' = f1,  f0(eps) = eps:     f0(y) = y²/eps - y³/(3 eps²) + eps/3,   y beyond
//! ∇D = (f1/y) u
//! ∇²D = (f1/y) I + (f1' y - f1)/y³ u uᵀ
//! ```
//!
//! The Hessian has the eigenvalues `f1'` along the sliding and `f1/y` across it. Both are not negative, so that
//! nothing needs to be projected. `λ` and the tangent plane are lagged by the caller.
//!
//! ```
//! use tangency_formulas::contact::friction;
//!
//! let eps = 1e-5;
//! // Sliding fast: the whole of Coulomb's limit, against the motion. At rest: none.
//! assert_eq!(friction::gradient([0.03, 0.04], eps), [0.6, 0.8]);
//! assert_eq!(friction::gradient([0.0, 0.0], eps), [0.0, 0.0]);
//! ```

use crate::Real;

/// `f0(y)`, in m.
#[inline]
pub fn f0<R: Real>(y: R, eps: R) -> R {
    if y >= eps {
        return y;
    }
    let third = R::one() / R::from_f64(3.0);
    let fraction = y / eps;
    eps * (fraction * fraction * (R::one() - fraction * third) + third)
}

/// `f1(y)/y`, in 1/m: finite at rest.
#[inline]
pub fn f1_over_y<R: Real>(y: R, eps: R) -> R {
    if y >= eps {
        return R::one() / y;
    }
    (R::from_f64(2.0) - y / eps) / eps
}

/// `f1'(y)`, in 1/m.
#[inline]
pub fn f1_slope<R: Real>(y: R, eps: R) -> R {
    if y >= eps {
        return R::zero();
    }
    R::from_f64(2.0) * (R::one() - y / eps) / eps
}

/// `D(u)`, in m.
#[inline]
pub fn value<R: Real>(u: [R; 2], eps: R) -> R {
    f0(norm(u), eps)
}

/// `∇D(u)`: the direction of sliding times the fraction of Coulomb's limit.
#[inline]
pub fn gradient<R: Real>(u: [R; 2], eps: R) -> [R; 2] {
    let scale = f1_over_y(norm(u), eps);
    [scale * u[0], scale * u[1]]
}

/// `∇²D(u)` as (0,0), (0,1), (1,1), in 1/m.
#[inline]
pub fn hessian<R: Real>(u: [R; 2], eps: R) -> [R; 3] {
    let y = norm(u);
    let across = f1_over_y(y, eps);
    if y == R::zero() {
        return [across, R::zero(), across];
    }
    let direction = [u[0] / y, u[1] / y];
    let more = f1_slope(y, eps) - across;
    [
        across + more * direction[0] * direction[0],
        more * direction[0] * direction[1],
        across + more * direction[1] * direction[1],
    ]
}

/// Hessian of the parabola that touches `D` at `u` and is nowhere below it, as (0,0), (0,1), (1,1), in 1/m: it
/// resists sliding on as much as sliding off.
#[inline]
pub fn majorant<R: Real>(u: [R; 2], eps: R) -> [R; 3] {
    let stiffness = f1_over_y(norm(u), eps);
    [stiffness, R::zero(), stiffness]
}

#[inline]
fn norm<R: Real>(u: [R; 2]) -> R {
    (u[0] * u[0] + u[1] * u[1]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::{Dual2_64, DualNum};

    const EPS: f64 = 2e-3;
    const SLIDES: [[f64; 2]; 5] = [
        [1e-4, 2e-5],
        [-1e-3, 1.2e-3],
        [0.0, 1.9e-3],
        [2.1e-3, 0.0],
        [0.3, -0.4],
    ];

    /// Value and first two derivatives of D along a line, by dual numbers.
    fn along(u: [f64; 2], p: [f64; 2]) -> (f64, f64, f64) {
        let t = Dual2_64::from(0.0).derivative();
        let x = [t * p[0] + u[0], t * p[1] + u[1]];
        let y = (x[0] * x[0] + x[1] * x[1]).sqrt();
        let d = if y.re >= EPS {
            y
        } else {
            y * y / EPS - y.powi(3) / (3.0 * EPS * EPS) + EPS / 3.0
        };
        (d.re, d.v1, d.v2)
    }

    #[test]
    fn derivatives_match_dual_numbers() {
        for u in SLIDES {
            for p in [[1.0, 0.0], [0.6, -0.8], [0.0, 1.0]] {
                let (d, first, second) = along(u, p);
                let g = gradient(u, EPS);
                let h = hessian(u, EPS);
                let gp = g[0] * p[0] + g[1] * p[1];
                let php = h[0] * p[0] * p[0] + 2.0 * h[1] * p[0] * p[1] + h[2] * p[1] * p[1];
                assert!((value(u, EPS) - d).abs() <= 1e-15);
                assert!((gp - first).abs() <= 1e-13, "{gp} {first}");
                assert!((php - second).abs() <= 1e-11 / EPS, "{php} {second}");
            }
        }
    }

    #[test]
    fn friction_is_bounded_by_coulomb_and_sticks_at_rest() {
        assert_eq!(gradient([0.0, 0.0], EPS), [0.0, 0.0]);
        assert_eq!(hessian([0.0, 0.0], EPS), [2.0 / EPS, 0.0, 2.0 / EPS]);
        for u in SLIDES {
            let size = norm(gradient(u, EPS));
            assert!(size <= 1.0 + 1e-15);
            assert_eq!(norm(u) >= EPS, (size - 1.0).abs() < 1e-15);
        }
        assert!(
            (f0(EPS, EPS) - EPS).abs() < 1e-18 && (f0(0.9999999999 * EPS, EPS) - EPS).abs() < 1e-12
        );
    }

    #[test]
    fn the_majorant_touches_and_is_nowhere_below() {
        for u in SLIDES {
            let [stiffness, ..] = majorant(u, EPS);
            for w in SLIDES.into_iter().chain([[0.0, 0.0]]) {
                // D(u) + ∇D(u)·(w - u) + ½ k |w - u|²
                let g = gradient(u, EPS);
                let step = [w[0] - u[0], w[1] - u[1]];
                let parabola = value(u, EPS)
                    + g[0] * step[0]
                    + g[1] * step[1]
                    + 0.5 * stiffness * (step[0] * step[0] + step[1] * step[1]);
                assert!(parabola >= value(w, EPS) * (1.0 - 1e-12), "{u:?} {w:?}");
            }
        }
    }

    #[test]
    fn eigenvalues_are_never_negative() {
        for u in SLIDES {
            let [a, b, c] = hessian(u, EPS);
            assert!(a >= 0.0 && c >= 0.0 && a * c - b * b >= -1e-12 * (a + c) * (a + c));
        }
    }
}
