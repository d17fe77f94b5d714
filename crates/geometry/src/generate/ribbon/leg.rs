//! The curve of a ribbon in a reef knot, and how the ribbon turns about it.
//!
//! The frame turns from the rotation-minimizing one by the angle theta(s) that minimizes the integral of
//! kappa_g^2 + TWIST theta'^2, where kappa_g = X'' . d is the curvature within the strip, which strains it: by at most
//! kappa_g width / 2 at its edges.

use super::{GenerateError, RibbonKnotParameters};
use crate::Vec3;

/// Weight of twist against curvature within the strip.
const TWIST: f64 = 0.3;
/// Samples along one leg, and iterations for the angles.
const SAMPLES: usize = 1500;
const ITERATIONS: u32 = 60;

/// One leg of the curve, from the middle of the bight outward: control points of a uniform cubic B-spline, in widths
/// at a looseness of 1.
const LEG: [[f64; 3]; 11] = [
    [-2.2, 1.8, 0.0],
    [-2.2, 1.8, 1.4],
    [-2.0, 1.2, 2.9],
    [-1.2, -0.1, 3.4],
    [-0.1, -1.0, 2.6],
    [1.1, -1.1, 1.4],
    [2.4, -0.7, 0.9],
    [3.8, -0.2, 0.9],
    [5.2, 0.0, 0.9],
    [6.6, 0.0, 0.9],
    [8.0, 0.0, 0.9],
];

/// One leg of the curve, sampled at equal lengths, with the vector across the ribbon.
pub(super) struct Leg {
    /// Distance between samples, m.
    step: f64,
    points: Vec<Vec3>,
    tangents: Vec<Vec3>,
    across: Vec<Vec3>,
}

impl Leg {
    pub fn new(p: &RibbonKnotParameters) -> Result<Self, GenerateError> {
        let (points, tangents, step) = sample(p.width * p.looseness);
        let knotted = step * (SAMPLES - 1) as f64;
        if p.length < 2.0 * knotted {
            let reason = format!(
                "a ribbon of {} m is too short: the knot takes {} m of it; raise the length or lower width or looseness",
                p.length,
                2.0 * knotted
            );
            return Err(GenerateError::Conflict {
                shape: "ribbon knot",
                reason,
            });
        }
        let across = across(&tangents, step);
        Ok(Self {
            step,
            points,
            tangents,
            across,
        })
    }

    /// The place of the strip's point (s, t), m: mirrored for negative s, straight on beyond the knot.
    pub fn place(&self, s: f64, t: f64) -> Vec3 {
        let last = SAMPLES - 1;
        let along = s.abs() / self.step;
        let i = (along as usize).min(last - 1);
        let u = (along - i as f64).min(1.0);
        let beyond = (along - last as f64).max(0.0) * self.step;
        // Hermite: the curve is as smooth as its tangents.
        let [x0, x1] = [self.points[i], self.points[i + 1]];
        let [m0, m1] = [self.tangents[i], self.tangents[i + 1]].map(|m| m * self.step);
        let (u2, u3) = (u * u, u * u * u);
        let middle = x0 * (2.0 * u3 - 3.0 * u2 + 1.0)
            + m0 * (u3 - 2.0 * u2 + u)
            + x1 * (3.0 * u2 - 2.0 * u3)
            + m1 * (u3 - u2);
        let across = (self.across[i] * (1.0 - u) + self.across[i + 1] * u).normalize();
        let x = middle + self.tangents[last] * beyond + across * t;
        Vec3::new(x.x, x.y, if s < 0.0 { -x.z } else { x.z })
    }
}

/// Points and tangents at equal lengths along the leg, and that length; `unit` is the size (m) of 1.
fn sample(unit: f64) -> (Vec<Vec3>, Vec<Vec3>, f64) {
    const FINE: usize = 20 * SAMPLES;
    let segments = (LEG.len() - 1) as f64;
    let at = |k: usize| segments * k as f64 / FINE as f64;
    let fine: Vec<Vec3> = (0..=FINE).map(|k| spline(at(k)).0 * unit).collect();
    let mut lengths = vec![0.0];
    for pair in fine.windows(2) {
        lengths.push(lengths[lengths.len() - 1] + (pair[1] - pair[0]).norm());
    }
    let step = lengths[FINE] / (SAMPLES - 1) as f64;
    let (mut points, mut tangents, mut k) = (Vec::new(), Vec::new(), 0);
    for i in 0..SAMPLES {
        let s = step * i as f64;
        while k + 1 < FINE && lengths[k + 1] < s {
            k += 1;
        }
        let share = ((s - lengths[k]) / (lengths[k + 1] - lengths[k])).clamp(0.0, 1.0);
        let (point, tangent) = spline(at(k) + share * (at(k + 1) - at(k)));
        points.push(point * unit);
        tangents.push(tangent.normalize());
    }
    (points, tangents, step)
}

/// The B-spline of the leg and its derivative at parameter u in [0, number of control points - 1].
fn spline(u: f64) -> (Vec3, Vec3) {
    let last = LEG.len() - 1;
    // Before the first control point comes the second mirrored; after the last one the leg goes on straight.
    let control = |i: isize| match usize::try_from(i) {
        Err(_) => Vec3::new(1.0, 1.0, -1.0).component_mul(&Vec3::from(LEG[i.unsigned_abs()])),
        Ok(i) if i <= last => Vec3::from(LEG[i]),
        Ok(_) => Vec3::from(LEG[last]) * 2.0 - Vec3::from(LEG[last - 1]),
    };
    let i = (u as usize).min(last - 1);
    let t = u - i as f64;
    let (t2, t3) = (t * t, t * t * t);
    let value = [
        (1.0 - t).powi(3),
        3.0 * t3 - 6.0 * t2 + 4.0,
        3.0 * (t + t2 - t3) + 1.0,
        t3,
    ];
    let slope = [
        -3.0 * (1.0 - t).powi(2),
        9.0 * t2 - 12.0 * t,
        3.0 + 6.0 * t - 9.0 * t2,
        3.0 * t2,
    ];
    let sum = |weights: [f64; 4]| -> Vec3 {
        let terms = weights.into_iter().zip(i as isize - 1..);
        terms.map(|(w, k)| control(k) * (w / 6.0)).sum()
    };
    (sum(value), sum(slope))
}

/// The unit vectors across the ribbon: from the rotation-minimizing frame, turned by the best angles.
fn across(tangents: &[Vec3], step: f64) -> Vec<Vec3> {
    let n = tangents.len();
    // The frame starts flat in the middle of the bight: its normal is y.
    let mut normals = vec![Vec3::y(); n];
    for i in 1..n {
        let previous = normals[i - 1];
        normals[i] = (previous - tangents[i] * previous.dot(&tangents[i])).normalize();
    }
    let sideways: Vec<Vec3> = normals
        .iter()
        .zip(tangents)
        .map(|(n, t)| n.cross(t))
        .collect();
    let bends: Vec<[f64; 2]> = (0..n)
        .map(|i| {
            let (a, b) = (i.saturating_sub(1), (i + 1).min(n - 1));
            let bend = (tangents[b] - tangents[a]) / (step * (b - a) as f64);
            [bend.dot(&normals[i]), bend.dot(&sideways[i])]
        })
        .collect();
    let angles = angles(&bends, step);
    let turned = angles.iter().zip(normals.iter().zip(&sideways));
    turned
        .map(|(angle, (n, d))| d * angle.cos() - n * angle.sin())
        .collect()
}

/// The angles that minimize the sum of kappa_g^2 + TWIST theta'^2, by Gauss-Newton steps; both ends are free, so that
/// theta' = 0 in the middle of the bight, where the mirrored leg goes on smoothly.
///
/// With the curvatures (k_n, k_d) of the untwisted frame, kappa_g = k_d cos theta - k_n sin theta.
fn angles(bends: &[[f64; 2]], step: f64) -> Vec<f64> {
    let n = bends.len();
    let stiffness = TWIST / (step * step);
    let mut angles = vec![0.0; n];
    for _ in 0..ITERATIONS {
        // Tridiagonal: diagonal, right-hand side; off-diagonals are -stiffness.
        let (mut diagonal, mut right) = (vec![0.0; n], vec![0.0; n]);
        for i in 0..n {
            let (sin, cos) = f64::sin_cos(angles[i]);
            let [k_n, k_d] = bends[i];
            let (bend, slope) = (k_d * cos - k_n * sin, -k_d * sin - k_n * cos);
            diagonal[i] = slope * slope;
            right[i] = -bend * slope;
            for other in [i.wrapping_sub(1), i + 1].into_iter().filter(|&o| o < n) {
                diagonal[i] += stiffness;
                right[i] += stiffness * (angles[other] - angles[i]);
            }
        }
        // Thomas' algorithm.
        for i in 1..n {
            let factor = stiffness / diagonal[i - 1];
            diagonal[i] -= factor * stiffness;
            right[i] += factor * right[i - 1];
        }
        let mut next = 0.0;
        for i in (0..n).rev() {
            next = (right[i] + stiffness * next) / diagonal[i];
            angles[i] += next;
        }
    }
    angles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knot() -> RibbonKnotParameters {
        RibbonKnotParameters::default()
    }

    /// Crossings of two curves seen from above (+y): for each the sign of the turn from the upper to the lower one.
    fn crossings(a: &[Vec3], b: &[Vec3]) -> Vec<(Vec3, bool)> {
        let mut found = Vec::new();
        for p in a.windows(2) {
            for q in b.windows(2) {
                let (u, v, w) = (p[1] - p[0], q[1] - q[0], q[0] - p[0]);
                let cross = |a: Vec3, b: Vec3| a.z * b.x - a.x * b.z;
                let (s, t) = (cross(w, v) / cross(u, v), cross(w, u) / cross(u, v));
                if (0.0..1.0).contains(&s) && (0.0..1.0).contains(&t) {
                    let (x, y) = (p[0] + u * s, q[0] + v * t);
                    found.push((x, x.y > y.y));
                }
            }
        }
        found
    }

    #[test]
    fn the_knot_is_a_reef_knot() {
        let p = knot();
        let leg = Leg::new(&p).unwrap();
        let at = |s: f64| leg.place(s, 0.0);
        let a: Vec<Vec3> = (-300..=300)
            .map(|k| at(f64::from(k) / 300.0 * p.length / 2.0))
            .collect();
        let b: Vec<Vec3> = a.iter().map(|x| Vec3::new(-x.x, -x.y, x.z)).collect();
        let mut seen = crossings(&a, &b);
        // Six crossings, three on each side: over at the own bight (x < 0), under in the middle, over at the other's.
        assert_eq!(seen.len(), 6);
        for side in [-1.0, 1.0] {
            let mut three: Vec<_> = seen.iter().filter(|(x, _)| x.z * side > 0.0).collect();
            three.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
            assert_eq!(
                three.iter().map(|c| c.1).collect::<Vec<_>>(),
                [true, false, true]
            );
        }
        seen.clear();
        // No ribbon is knotted by itself, and the ends of the first reach out to +x, side by side.
        assert!(crossings(&a[..300], &a[301..]).is_empty());
        let ends = [a[0], a[600]];
        assert!(
            ends.iter()
                .all(|x| x.x > 10.0 * p.width && x.y.abs() < 1e-12)
        );
        assert!((ends[0].z + ends[1].z).abs() < 1e-12);
    }

    #[test]
    fn the_bight_is_smooth_in_its_middle() {
        let leg = Leg::new(&knot()).unwrap();
        for t in [-0.05, 0.0, 0.05] {
            let e = 1e-4;
            let [before, middle, after] = [-e, 0.0, e].map(|s| leg.place(s, t));
            // The second difference is the curvature times e, far below the slopes.
            let kink = ((after - middle) - (middle - before)) / e;
            assert!(kink.norm() < 20.0 * e, "{t}: {kink}");
        }
    }

    #[test]
    fn angles_solve_a_known_case() {
        // Constant curvature across the frame: every angle turns by 90 degrees against it.
        let solved = angles(&[[1.0, 0.5]; 50], 0.1);
        let expected = 0.5f64.atan();
        assert!(
            solved.iter().all(|a| (a - expected).abs() < 1e-9),
            "{:?}",
            solved[0]
        );
    }
}
