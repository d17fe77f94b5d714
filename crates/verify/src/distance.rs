//! Unsigned distances between closed points, segments and triangles, m.
//!
//! Each is the smallest of its candidates: the common perpendicular where its feet are inside both, and the distances
//! of the end points. Perpendicular distances are `|w . n| / |n|`, which keeps its relative accuracy for tiny gaps.

use crate::exact::{Point, cross, dot, sub};

/// Below this ratio of `|n|^2` to the product of squared lengths a normal is only noise.
const PARALLEL: f64 = 1e-22;

/// Distance of two points.
pub(crate) fn point_point(p: Point, q: Point) -> f64 {
    length(sub(p, q))
}

/// Distance of a point from the segment `a b`.
pub(crate) fn point_segment(p: Point, a: Point, b: Point) -> f64 {
    let (along, to_p) = (sub(b, a), sub(p, a));
    let (at, whole) = (dot(to_p, along), dot(along, along));
    if at <= 0.0 || whole == 0.0 {
        point_point(p, a)
    } else if at >= whole {
        point_point(p, b)
    } else {
        length(cross(along, to_p)) / whole.sqrt()
    }
}

/// Distance of a point from the triangle `t`.
pub(crate) fn point_triangle(p: Point, t: [Point; 3]) -> f64 {
    let (u, v) = (sub(t[1], t[0]), sub(t[2], t[0]));
    let normal = cross(u, v);
    let sides = [(0, 1), (1, 2), (2, 0)];
    let above = |(i, j): (usize, usize)| dot(cross(sub(t[j], t[i]), sub(p, t[i])), normal) >= 0.0;
    if dot(normal, normal) > PARALLEL * dot(u, u) * dot(v, v) && sides.into_iter().all(above) {
        return dot(sub(p, t[0]), normal).abs() / length(normal);
    }
    sides
        .into_iter()
        .map(|(i, j)| point_segment(p, t[i], t[j]))
        .fold(f64::INFINITY, f64::min)
}

/// Distance of the segments `a` and `b`.
pub(crate) fn segment_segment(a: [Point; 2], b: [Point; 2]) -> f64 {
    let (u, v, w) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(b[0], a[0]));
    let normal = cross(u, v);
    let square = dot(normal, normal);
    if square > PARALLEL * dot(u, u) * dot(v, v) {
        let (s, t) = (dot(cross(w, v), normal), dot(cross(w, u), normal));
        if (0.0..=square).contains(&s) && (0.0..=square).contains(&t) {
            return dot(w, normal).abs() / square.sqrt();
        }
    }
    let from_a = a.map(|p| point_segment(p, b[0], b[1]));
    let from_b = b.map(|p| point_segment(p, a[0], a[1]));
    from_a
        .into_iter()
        .chain(from_b)
        .fold(f64::INFINITY, f64::min)
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
            .map(|(s, t)| point_point(x(s.0, s.1), y(t.0, t.1)))
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
                (point_triangle(p, t), sampled(|_, _| p, |s, r| mix(t, s, r))),
                (
                    segment_segment(a, b),
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
        assert_eq!(point_triangle([0.25, 0.25, 1e-12], t), 1e-12);
        assert_eq!(point_triangle([-3.0, -4.0, 0.0], t), 5.0);
        assert_eq!(
            segment_segment([t[0], t[1]], [[0.0, 2.0, 0.0], [1.0, 2.0, 0.0]]),
            2.0
        );
        assert_eq!(
            segment_segment([t[0], t[1]], [[0.5, -1.0, 1e-9], [0.5, 1.0, 1e-9]]),
            1e-9
        );
        assert_eq!(segment_segment([t[0], t[0]], [t[1], t[1]]), 1.0);
    }
}
