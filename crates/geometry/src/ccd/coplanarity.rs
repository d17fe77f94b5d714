//! The plane that turns with the pair: a bound for primitives that slide over each other while they tilt.
//!
//! With `u`, `v` spanning the common plane and `r` from the second primitive to the first, `n = u × v` and
//! `g = n·r` are polynomials of degree 2 and 3 in time, because the vertices move on lines. Where `g > 0` the
//! planes through the two primitives are `g/|n|` apart, so the primitives are no closer. On an interval the
//! coefficients of `g` in Bernstein form bound it from below, and those of `n` bound `|n|` from above:
//!
//! `min_k g_k >= floor max_k |n_k|  =>  distance >= floor`.
//!
//! A direction that stands still cannot see this: it loses the gap as soon as the plane has turned by the gap over
//! the size of the primitives.

use crate::Vec3;

/// Intervals that may be tried.
const MAX_TRIALS: usize = 48;
/// An interval shorter than this share of the time reached is not worth trying.
const SHORTEST: f64 = 1e-2;
/// Rounding of the coefficients, in units of the product of the three lengths: each is a sum of at most 6 triple
/// products of 5 terms and 2 roundings each, weighted by at most 1.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Two vectors that span the common plane of a pair and one that leads across it, or how these change.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) u: Vec3,
    pub(super) v: Vec3,
    pub(super) across: Vec3,
}

impl Span {
    #[inline]
    fn at(&self, change: &Span, t: f64) -> Span {
        Span {
            u: self.u + change.u * t,
            v: self.v + change.v * t,
            across: self.across + change.across * t,
        }
    }

    #[inline]
    fn times(&self, factor: f64) -> Span {
        Span {
            u: self.u * factor,
            v: self.v * factor,
            across: self.across * factor,
        }
    }

    #[inline]
    fn gap(&self) -> f64 {
        self.u.cross(&self.v).dot(&self.across)
    }
}

/// A span at the start, and its change until time 1.
#[derive(Clone, Copy)]
pub(super) struct TurningPlane {
    pub(super) start: Span,
    pub(super) change: Span,
}

impl TurningPlane {
    /// The same plane seen from the other side.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        let reverse = |span: Span| Span {
            across: -span.across,
            ..span
        };
        TurningPlane {
            start: reverse(self.start),
            change: reverse(self.change),
        }
    }

    /// This plane seen from the side that `across` leads to at the start.
    #[inline]
    pub(super) fn oriented(self) -> Self {
        if self.start.gap() < 0.0 {
            self.reversed()
        } else {
            self
        }
    }

    /// A time, at most `t_max`, up to which `across` leads at least `floor` away from the plane; 0 where it
    /// does not at the start.
    pub(super) fn time_above(&self, floor: f64, t_max: f64) -> f64 {
        time_above(&self.start, &self.change, floor, t_max)
    }
}

fn time_above(start: &Span, change: &Span, floor: f64, t_max: f64) -> f64 {
    let largest = |x: &Vec3, p: &Vec3| x.norm() + t_max * p.norm();
    let error = ROUNDING
        * largest(&start.u, &change.u)
        * largest(&start.v, &change.v)
        * largest(&start.across, &change.across);
    let (mut t, mut length) = (0.0, t_max);
    for _ in 0..MAX_TRIALS {
        if stays_above(&start.at(change, t), &change.times(length), floor, error) {
            t += length;
            if t >= t_max {
                return t_max;
            }
            length = (2.0 * length).min(t_max - t);
        } else {
            length *= 0.5;
            if length < SHORTEST * t {
                break;
            }
        }
    }
    t
}

/// Whether the planes stay `floor` apart while the span goes from `s` to `s + c`.
#[inline]
fn stays_above(s: &Span, c: &Span, floor: f64, error: f64) -> bool {
    let n0 = s.u.cross(&s.v);
    let n1 = s.u.cross(&c.v) + c.u.cross(&s.v);
    let n2 = c.u.cross(&c.v);
    let middle = n0 + n1 * 0.5;
    let end = n0 + n1 + n2;
    let normal = n0
        .norm_squared()
        .max(middle.norm_squared())
        .max(end.norm_squared());
    let c0 = n0.dot(&s.across);
    let c1 = n1.dot(&s.across) + n0.dot(&c.across);
    let c2 = n2.dot(&s.across) + n1.dot(&c.across);
    let c3 = n2.dot(&c.across);
    let g1 = c0 + c1 * (1.0 / 3.0);
    let g2 = c0 + (2.0 * c1 + c2) * (1.0 / 3.0);
    let g3 = c0 + c1 + c2 + c3;
    c0.min(g1).min(g2).min(g3) > floor * normal.sqrt() * (1.0 + 1e-12) + error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above_the_ground(height: f64) -> Span {
        Span {
            u: -Vec3::z(),
            v: -Vec3::x(),
            across: Vec3::new(0.3, height, -0.3),
        }
    }

    /// A point slides over a plane that tilts with it, a micrometre above.
    #[test]
    fn sliding_over_a_turning_plane_costs_nothing() {
        let plane = TurningPlane {
            start: above_the_ground(1e-6),
            // The plane turns about the z axis through its first vertex, and the point stays above it.
            change: Span {
                u: Vec3::zeros(),
                v: Vec3::new(0.0, -0.3, 0.0),
                across: Vec3::new(0.0, 0.09, 0.0),
            },
        };
        assert_eq!(plane.oriented().time_above(1e-7, 1.0), 1.0);
    }

    #[test]
    fn it_stops_before_the_planes_meet() {
        let fall = Span {
            u: Vec3::zeros(),
            v: Vec3::zeros(),
            across: Vec3::new(0.0, -2.0, 0.0),
        };
        let falling_from = |height| TurningPlane {
            start: above_the_ground(height),
            change: fall,
        };
        let t = falling_from(1.0).oriented().time_above(0.1, 1.0);
        assert!(t <= 0.45 && t > 0.44, "{t}");
        assert_eq!(falling_from(0.0).oriented().time_above(0.1, 1.0), 0.0);
        assert_eq!(
            falling_from(-1.0).time_above(0.1, 1.0),
            0.0,
            "on the wrong side"
        );
        assert_eq!(falling_from(-1.0).oriented().time_above(0.1, 1.0), 1.0);
    }
}
