//! Unsigned distances between closed points, segments and triangles, m, and the directions they are measured along.
//!
//! Each is the smallest of its candidates: the common perpendicular where its feet are inside both, and the distances
//! of the end points. Perpendicular distances are `|w . n| / |n|`, which keeps its relative accuracy for tiny gaps,
//! except of nearly parallel segments: their `n` is mostly rounding, and the distance is that of a point of one from
//! the other.

use crate::exact::{Point, cross, dot, sub};

/// Below this ratio of `|n|^2` to the product of squared lengths a normal is only noise.
const DEGENERATE: f64 = 1e-22;

/// Below this ratio it is too noisy to measure along.
const PARALLEL: f64 = 1e-8;

/// The distance between two shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// Distance, m.
    pub distance: f64,
    /// The direction of the distance, of any length and sign; zero where the shapes touch.
    pub along: Point,
}

impl Gap {
    fn smaller(self, other: Self) -> Self {
        if other.distance < self.distance {
            other
        } else {
            self
        }
    }
}

/// Distance of two points.
pub(crate) fn point_point(p: Point, q: Point) -> Gap {
    let along = sub(p, q);
    Gap {
        distance: length(along),
        along,
    }
}

/// Distance of a point from the segment `a b`.
pub(crate) fn point_segment(p: Point, [a, b]: [Point; 2]) -> Gap {
    let (along, to_p) = (sub(b, a), sub(p, a));
    let (at, whole) = (dot(to_p, along), dot(along, along));
    if at <= 0.0 || whole == 0.0 {
        point_point(p, a)
    } else if at >= whole {
        point_point(p, b)
    } else {
        let moment = cross(along, to_p);
        Gap {
            distance: length(moment) / whole.sqrt(),
            along: cross(moment, along),
        }
    }
}

/// Distance of a point from the triangle `t`.
pub(crate) fn point_triangle(p: Point, t: [Point; 3]) -> Gap {
    let (u, v) = (sub(t[1], t[0]), sub(t[2], t[0]));
    let normal = cross(u, v);
    let sides = [(0, 1), (1, 2), (2, 0)];
    let above = |(i, j): (usize, usize)| dot(cross(sub(t[j], t[i]), sub(p, t[i])), normal) >= 0.0;
    if dot(normal, normal) > DEGENERATE * dot(u, u) * dot(v, v) && sides.into_iter().all(above) {
        return Gap {
            distance: dot(sub(p, t[0]), normal).abs() / length(normal),
            along: normal,
        };
    }
    let [first, rest @ ..] = sides.map(|(i, j)| point_segment(p, [t[i], t[j]]));
    rest.into_iter().fold(first, Gap::smaller)
}

/// Distance of the segments `a` and `b`.
pub(crate) fn segment_segment(a: [Point; 2], b: [Point; 2]) -> Gap {
    let (u, v, w) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(b[0], a[0]));
    let normal = cross(u, v);
    let square = dot(normal, normal);
    let is_parallel = square <= PARALLEL * dot(u, u) * dot(v, v);
    if !is_parallel {
        let (s, t) = (dot(cross(w, v), normal), dot(cross(w, u), normal));
        if (0.0..=square).contains(&s) && (0.0..=square).contains(&t) {
            return Gap {
                distance: dot(w, normal).abs() / square.sqrt(),
                along: normal,
            };
        }
    }
    let [a0, a1] = a.map(|p| point_segment(p, b));
    let [b0, b1] = b.map(|p| point_segment(p, a));
    let ends = a0.smaller(a1).smaller(b0).smaller(b1);
    if is_parallel && square > 0.0 {
        ends.smaller(point_segment(nearest_to(a, b, normal), b))
    } else {
        ends
    }
}

/// The point of `a` nearest to the nearly parallel segment `b`: its middle, corrected. The normal's error moves the
/// result in proportion to how far apart the middle and `b` are, not to the length of the segments.
fn nearest_to(a: [Point; 2], b: [Point; 2], normal: Point) -> Point {
    let at = |[p, q]: [Point; 2], s: f64| [0, 1, 2].map(|k| p[k] + s * (q[k] - p[k]));
    let v = sub(b[1], b[0]);
    let middle = at(a, 0.5);
    let t = dot(sub(middle, b[0]), v) / dot(v, v);
    let way = sub(at(b, t.clamp(0.0, 1.0)), middle);
    let s = 0.5 + dot(cross(way, v), normal) / dot(normal, normal);
    at(a, s.clamp(0.0, 1.0))
}

fn length(v: Point) -> f64 {
    dot(v, v).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Smallest distance over a dense sampling of both shapes: an upper bound close to the truth.
    fn sampled(x: impl Fn(f64, f64) -> Point, y: impl Fn(f64, f64) -> Point) -> f64 {
        let steps =
            || (0..=24).flat_map(|i| (0..=24 - i).map(move |j| (i as f64 / 24.0, j as f64 / 24.0)));
        steps()
            .flat_map(|s| steps().map(move |t| (s, t)))
            .map(|(s, t)| point_point(x(s.0, s.1), y(t.0, t.1)).distance)
            .fold(f64::INFINITY, f64::min)
    }

    fn mix(t: [Point; 3], a: f64, b: f64) -> Point {
        std::array::from_fn(|k| t[0][k] + a * (t[1][k] - t[0][k]) + b * (t[2][k] - t[0][k]))
    }

    #[test]
    fn agrees_with_dense_sampling() {
        let mut state = 7u64;
        let mut coordinate = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for _ in 0..60 {
            let mut point = || [coordinate(), coordinate(), coordinate()];
            let (p, t, a, b) = (
                point(),
                [point(), point(), point()],
                [point(), point()],
                [point(), point()],
            );
            let pairs = [
                (
                    point_triangle(p, t).distance,
                    sampled(|_, _| p, |s, r| mix(t, s, r)),
                ),
                (
                    segment_segment(a, b).distance,
                    sampled(
                        |s, _| mix([a[0], a[1], a[0]], s, 0.0),
                        |s, _| mix([b[0], b[1], b[0]], s, 0.0),
                    ),
                ),
            ];
            for (exact, bound) in pairs {
                assert!(
                    exact <= bound + 1e-12 && bound < exact + 0.04,
                    "{exact} {bound}"
                );
            }
        }
    }

    #[test]
    fn closed_forms() {
        let t = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(point_triangle([0.25, 0.25, 1e-12], t).distance, 1e-12);
        assert_eq!(point_triangle([-3.0, -4.0, 0.0], t).distance, 5.0);
        assert_eq!(
            segment_segment([t[0], t[1]], [[0.0, 2.0, 0.0], [1.0, 2.0, 0.0]]).distance,
            2.0
        );
        assert_eq!(
            segment_segment([t[0], t[1]], [[0.5, -1.0, 1e-9], [0.5, 1.0, 1e-9]]).distance,
            1e-9
        );
        assert_eq!(segment_segment([t[0], t[0]], [t[1], t[1]]).distance, 1.0);
    }

    /// Segments that cross at a small angle in planes a known distance apart, turned and moved off the axes.
    #[test]
    fn nearly_parallel_segments_keep_their_accuracy() {
        let ((s, c), (e, d)) = (0.7f64.sin_cos(), 1.1f64.sin_cos());
        let axes = [[c * d, s * d, e], [-s, c, 0.0], [-c * e, -s * e, d]];
        let place = |x: f64, y: f64, z: f64| -> Point {
            [0, 1, 2].map(|k| 0.3 + x * axes[0][k] + y * axes[1][k] + z * axes[2][k])
        };
        for angle in [1e-3, 1e-5, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-13, 0.0] {
            for gap in [1e-1, 1e-3, 1e-5, 1e-7, 1e-9] {
                let a = [place(-0.7, 0.0, 0.0), place(1.0, 0.0, 0.0)];
                let b = [place(-0.6, -0.6 * angle, gap), place(0.9, 0.9 * angle, gap)];
                let found = segment_segment(a, b);
                let error = (found.distance - gap).abs();
                assert!(
                    error < 5e-15,
                    "angle {angle:e}, gap {gap:e}: off by {error:e}"
                );
                let slope = dot(found.along, sub(a[1], a[0])) / length(found.along);
                assert!(
                    slope.abs() < 1e-11,
                    "angle {angle:e}, gap {gap:e}: {slope:e}"
                );
            }
        }
    }
}
