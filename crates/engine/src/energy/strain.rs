//! The strain filter of the line search: how far sheets with limits of strain can go (Li et al. 2021, section 5).
//!
//! Other filters may shorten the way further, so a sheet has to be within its limits on the whole of it, not just at its
//! end. Along F + t D the tensor C = FᵀF is `C + t (FᵀD + DᵀF) + t² DᵀD`, and that tells where it is extreme:
//!
//! - the largest stretch is convex in t, so largest at an end;
//! - `DᵀD` only stretches, and without it the smallest eigenvalue of C is concave in t, so smallest at an end;
//! - each Green strain of a woven sheet is a quadratic in t.

use nalgebra::{Matrix2, Matrix3x2};
use tangency_formulas::elastic::Orthotropic;
use tangency_formulas::elastic::svd2::svd2;
use tangency_geometry::Vec3;

use crate::model::{Sheet, SheetKind, TriangleBatch};
use crate::ordered;

/// Share of what is left to the limit that a step leaves.
const KEPT: f64 = 0.1;
/// Number of times that the step to a limit is refined after it has been halved until it fits.
const REFINEMENTS: u32 = 3;

/// The largest step along `p`, at most `at_most`, that keeps every triangle within its limits on all of the way.
pub fn limit(batch: &TriangleBatch, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
    ordered::smallest(batch.triangles.len(), at_most, |e| {
        limit_one(batch, e, x, p, at_most)
    })
}

/// The same for triangle `e` alone.
pub fn limit_one(batch: &TriangleBatch, e: usize, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
    let sheet = batch.sheet(e);
    if !sheet.is_limited() {
        return at_most;
    }
    let way = Way {
        start: batch.deformation_gradient(e, x),
        change: batch.deformation_gradient(e, p),
    };
    way.limit(sheet, at_most)
}

/// The deformation of one triangle, `start + t change`.
struct Way {
    start: Matrix3x2<f64>,
    change: Matrix3x2<f64>,
}

impl Way {
    /// `at_most`, or a step until which the triangle always has `KEPT` of what is left to its limit.
    fn limit(&self, sheet: &Sheet, at_most: f64) -> f64 {
        let left = KEPT * sheet.left_to_limit(&self.start);
        let mut safe = at_most;
        while !self.leaves(left, sheet, safe) && safe > f64::MIN_POSITIVE {
            safe *= 0.5;
        }
        if safe < at_most {
            let mut beyond = 2.0 * safe;
            for _ in 0..REFINEMENTS {
                let middle = 0.5 * (safe + beyond);
                if self.leaves(left, sheet, middle) {
                    safe = middle;
                } else {
                    beyond = middle;
                }
            }
        }
        safe
    }

    /// Whether more than `left` is left to the limits at all times from 0 to `t`; false, too, where that is not known.
    fn leaves(&self, left: f64, sheet: &Sheet, t: f64) -> bool {
        if let SheetKind::Woven(membrane) = &sheet.kind {
            return self.leaves_woven(left, membrane, t);
        }
        let stretch = || svd2(&(self.start + self.change * t)).sigma[0];
        let [largest, smallest] = sheet.stretch_limits();
        largest.is_none_or(|limit| limit - stretch() > left)
            && smallest.is_none_or(|limit| self.least_stretch(t) - limit > left)
    }

    /// Lower bound of every stretch at any time from 0 to `t`, given that none is below it at 0.
    fn least_stretch(&self, t: f64) -> f64 {
        let tilt = self.start.transpose() * self.change;
        let c = self.start.transpose() * self.start + (tilt + tilt.transpose()) * t;
        smallest_eigenvalue(&c).max(0.0).sqrt()
    }

    fn leaves_woven(&self, left: f64, membrane: &Orthotropic<f64>, t: f64) -> bool {
        let tilt = self.start.transpose() * self.change;
        let constant = 0.5 * (self.start.transpose() * self.start - Matrix2::identity());
        let linear = 0.5 * (tilt + tilt.transpose());
        let quadratic = 0.5 * (self.change.transpose() * self.change);
        // What limits E11² and E22² limits E11 E22, too.
        let strains = [(0, 0), (1, 1), (0, 1)].into_iter().zip(&membrane.limits);
        strains.into_iter().all(|(ij, &limit)| {
            let share = largest_amount([constant[ij], linear[ij], quadratic[ij]], t) / limit;
            1.0 - share * share > left
        })
    }
}

/// The smaller eigenvalue of a symmetric matrix.
fn smallest_eigenvalue(c: &Matrix2<f64>) -> f64 {
    let mean = 0.5 * (c[(0, 0)] + c[(1, 1)]);
    mean - (0.5 * (c[(0, 0)] - c[(1, 1)])).hypot(c[(0, 1)])
}

/// The largest absolute value of a quadratic on [0, t]: at an end or where its slope vanishes.
fn largest_amount([c0, c1, c2]: [f64; 3], t: f64) -> f64 {
    let at = |t: f64| (c0 + t * (c1 + t * c2)).abs();
    let turning = -0.5 * c1 / c2;
    let largest = c0.abs().max(at(t));
    if turning > 0.0 && turning < t {
        largest.max(at(turning))
    } else {
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_formulas::elastic::StvkMembrane;

    fn sheet(kind: SheetKind, [squeeze_limit, stretch_limit]: [f64; 2]) -> Sheet {
        Sheet {
            kind,
            thickness: 1e-3,
            stretch_limit,
            squeeze_limit,
        }
    }

    fn limited(limits: [f64; 2]) -> Sheet {
        let membrane = StvkMembrane {
            mu: 1.0,
            lambda: 1.0,
        };
        sheet(SheetKind::Stvk(membrane), limits)
    }

    fn woven(limits: [f64; 3]) -> Sheet {
        let [a11, a12, a22, g12] = [1.0; 4];
        let membrane = Orthotropic {
            a11,
            a12,
            a22,
            g12,
            limits,
        };
        sheet(SheetKind::Woven(membrane), [0.0, f64::INFINITY])
    }

    /// Turned by 90 degrees along chords: a triangle that is itself at both ends is squeezed to sqrt(1/2) between.
    fn turned() -> Way {
        let start = Matrix3x2::new(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        let end = Matrix3x2::new(0.0, -1.0, 1.0, 0.0, 0.0, 0.0);
        Way {
            start,
            change: end - start,
        }
    }

    #[test]
    fn what_is_squeezed_on_the_way_is_stopped_although_its_end_is_fine() {
        let way = turned();
        for sheet in [limited([0.9, 1.5]), woven([0.1, 0.1, 0.1])] {
            assert!(sheet.left_to_limit(&(way.start + way.change)) > 0.0);
            let t = way.limit(&sheet, 1.0);
            assert!(t > 0.05 && t < 0.2, "{t}");
        }
        // Limits beyond what happens on the way stop nothing.
        assert_eq!(way.limit(&limited([0.0, 1.5]), 1.0), 1.0);
        assert_eq!(way.limit(&woven([0.3, 0.3, 0.1]), 1.0), 1.0);
    }

    #[test]
    fn a_limit_is_not_reached_anywhere_on_the_way() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
        };
        let sheets = [
            limited([0.0, 1.1]),
            limited([0.9, f64::INFINITY]),
            limited([0.9, 1.1]),
            woven([0.14, 0.14, 0.063]),
        ];
        for sheet in sheets {
            let (mut stopped, mut far) = (0, 0);
            for _ in 0..2000 {
                let start = Matrix3x2::identity() + Matrix3x2::from_fn(|_, _| 0.05 * random());
                let left = sheet.left_to_limit(&start);
                if left <= 0.0 {
                    continue;
                }
                let change = Matrix3x2::from_fn(|_, _| random());
                let way = Way { start, change };
                let t = way.limit(&sheet, 1.0);
                stopped += usize::from(t < 1.0);
                for k in 0..=100 {
                    let f = start + change * (t * f64::from(k) / 100.0);
                    assert!(sheet.left_to_limit(&f) > (KEPT - 1e-12) * left);
                }
                // Not much shorter than it must be: a third more is too far for most.
                let beyond = (0..=100).any(|k| {
                    let f = start + change * (4.0 / 3.0 * t * f64::from(k) / 100.0);
                    sheet.left_to_limit(&f) < KEPT * left
                });
                far += usize::from(t < 1.0 && beyond);
            }
            assert!(stopped > 500 && far > stopped / 2, "{far} of {stopped}");
        }
    }
}
