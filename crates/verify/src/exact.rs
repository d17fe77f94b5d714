//! Signs of polynomials in `f64` coordinates, decided without rounding.
//!
//! A finite `f64` is an integer times a power of two, so after scaling all coordinates of a question
//! by one power of two every sign is a sign of integers. A floating-point evaluation with a proven
//! error bound answers the easy cases first:
//! - `orient(a, b, c, d) = det[a-d, b-d, c-d]` has an absolute error of at most `(7 + 56u) u P`, `P` the same
//!   sum with absolute values, `u = 2^-53` (Shewchuk 1997, section 4.3), when nothing over- or underflows;
//! - `turn(a, b, c) = det[a-c, b-c]` in the plane has one of at most `(3 + 16u) u P` (the same, section 4.2);
//! - a dot product of differences, `sum n_i (x_i - o_i)`, has one of at most `5 u sum |n_i| |x_i - o_i|`
//!   (four roundings on the longest path, `(1+u)^4 - 1 < 5u`).

use std::cmp::Ordering;

use dashu_int::IBig;

/// A position, m.
pub(crate) type Point = [f64; 3];

/// Coordinates scaled to integers by a common power of two.
pub(crate) type IntPoint = [IBig; 3];

/// `u = 2^-53`.
pub(crate) const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
const ORIENT_BOUND: f64 = (7.0 + 56.0 * UNIT_ROUNDOFF) * UNIT_ROUNDOFF;
const TURN_BOUND: f64 = (3.0 + 16.0 * UNIT_ROUNDOFF) * UNIT_ROUNDOFF;
const DOT_BOUND: f64 = 5.0 * UNIT_ROUNDOFF;

/// Differences up to this size and permanents down to [`SMALLEST_PERMANENT`] neither overflow nor lose
/// bits to underflow: what underflows is below `2^-1074 * 1e100`, nothing beside `u * 1e-200`.
const LARGEST_DIFFERENCE: f64 = 1e50;
const SMALLEST_PERMANENT: f64 = 1e-200;

/// `a - b`.
pub(crate) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a . b`.
pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a x b`.
pub(crate) fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn largest(v: Point) -> f64 {
    v[0].abs().max(v[1].abs()).max(v[2].abs())
}

/// The sign of `det[a-d, b-d, c-d]` where floating point can prove it; never `Some(Equal)`, except when
/// the four points share a coordinate exactly.
pub(crate) fn orient_filtered(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let (u, v, w) = (sub(a, d), sub(b, d), sub(c, d));
    if (0..3).any(|k| u[k] == 0.0 && v[k] == 0.0 && w[k] == 0.0) {
        return Some(Ordering::Equal);
    }
    let minors = cross(v, w);
    let permanents = [
        (v[1] * w[2]).abs() + (v[2] * w[1]).abs(),
        (v[2] * w[0]).abs() + (v[0] * w[2]).abs(),
        (v[0] * w[1]).abs() + (v[1] * w[0]).abs(),
    ];
    let determinant = dot(u, minors);
    let permanent = dot(u.map(f64::abs), permanents);
    let in_range = permanent >= SMALLEST_PERMANENT
        && largest(u).max(largest(v)).max(largest(w)) <= LARGEST_DIFFERENCE;
    // A little above the bound: the permanent itself is rounded.
    (in_range && determinant.abs() > 1.0001 * ORIENT_BOUND * permanent)
        .then(|| determinant.total_cmp(&0.0))
}

/// The exact sign of `det[a-d, b-d, c-d]`.
pub(crate) fn orient(a: Point, b: Point, c: Point, d: Point) -> Ordering {
    orient_filtered(a, b, c, d).unwrap_or_else(|| {
        let [a, b, c, d] = to_integers([a, b, c, d]);
        orient_integers(&a, &b, &c, &d)
    })
}

/// The exact sign of `det[a-c, b-c]` of the first two coordinates: positive where `a, b, c` turn left.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> Ordering {
    let (u, v) = (sub(a, c), sub(b, c));
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let permanent = left.abs() + right.abs();
    let largest = [u[0], u[1], v[0], v[1]].into_iter().map(f64::abs);
    let in_range =
        permanent >= SMALLEST_PERMANENT && largest.fold(0.0, f64::max) <= LARGEST_DIFFERENCE;
    if in_range && (left - right).abs() > 1.0001 * TURN_BOUND * permanent {
        return (left - right).total_cmp(&0.0);
    }
    let [a, b, c] = to_integers([a, b, c]);
    let (u, v) = (sub_integers(&a, &c), sub_integers(&b, &c));
    sign(&(&u[0] * &v[1] - &u[1] * &v[0]))
}

/// The exact sign of `n . (x - o)`.
pub(crate) fn side_of_plane(x: Point, o: Point, n: Point) -> Ordering {
    let difference = sub(x, o);
    let value = dot(n, difference);
    let permanent = dot(n.map(f64::abs), difference.map(f64::abs));
    if permanent >= SMALLEST_PERMANENT
        && value.abs() > 1.0001 * DOT_BOUND * permanent
        && permanent.is_finite()
    {
        return value.total_cmp(&0.0);
    }
    let [x, o] = to_integers([x, o]);
    let [n] = to_integers([n]);
    sign(&dot_integers(&n, &sub_integers(&x, &o)))
}

/// Mantissa and exponent of a finite `f64`: `value = mantissa * 2^exponent`.
fn decode(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match ((bits >> 52) & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | (1 << 52), biased - 1075),
    };
    (
        if value.is_sign_negative() {
            -mantissa
        } else {
            mantissa
        },
        exponent,
    )
}

/// Scales finite points by one power of two so that all coordinates are integers.
pub(crate) fn to_integers<const N: usize>(points: [Point; N]) -> [IntPoint; N] {
    let parts = points.map(|p| p.map(decode));
    let smallest = parts
        .iter()
        .flatten()
        .filter(|(mantissa, _)| *mantissa != 0)
        .map(|(_, exponent)| *exponent)
        .min()
        .unwrap_or(0);
    parts.map(|p| {
        p.map(|(mantissa, exponent)| {
            if mantissa == 0 {
                IBig::ZERO
            } else {
                IBig::from(mantissa) << (exponent - smallest) as usize
            }
        })
    })
}

/// `a - b` of integer points.
pub(crate) fn sub_integers(a: &IntPoint, b: &IntPoint) -> IntPoint {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

/// `a x b` of integer vectors.
pub(crate) fn cross_integers(a: &IntPoint, b: &IntPoint) -> IntPoint {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `a . b` of integer vectors.
pub(crate) fn dot_integers(a: &IntPoint, b: &IntPoint) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// The sign of an integer.
pub(crate) fn sign(value: &IBig) -> Ordering {
    value.cmp(&IBig::ZERO)
}

/// The sign of `det[a-d, b-d, c-d]` of integer points.
pub(crate) fn orient_integers(a: &IntPoint, b: &IntPoint, c: &IntPoint, d: &IntPoint) -> Ordering {
    let minors = cross_integers(&sub_integers(b, d), &sub_integers(c, d));
    sign(&dot_integers(&sub_integers(a, d), &minors))
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Point = [1.0, 0.0, 0.0];
    const Y: Point = [0.0, 1.0, 0.0];
    const Z: Point = [0.0, 0.0, 1.0];
    const O: Point = [0.0, 0.0, 0.0];

    #[test]
    fn unit_tet_is_positive_and_its_mirror_negative() {
        assert_eq!(orient(X, Y, Z, O), Ordering::Greater);
        assert_eq!(orient(Y, X, Z, O), Ordering::Less);
    }

    #[test]
    fn one_ulp_out_of_a_tilted_plane_is_seen() {
        // The plane x + y + z = 1 through three points with exact coordinates, and a fourth on it.
        let on = [0.25, 0.25, 0.5];
        assert_eq!(orient(X, Y, Z, on), Ordering::Equal);
        for (z, expected) in [
            (0.5f64.next_up(), Ordering::Less),
            (0.5f64.next_down(), Ordering::Greater),
        ] {
            assert_eq!(
                orient_filtered(X, Y, Z, [0.25, 0.25, z]),
                None,
                "too close for floating point"
            );
            assert_eq!(orient(X, Y, Z, [0.25, 0.25, z]), expected);
        }
    }

    #[test]
    fn turns_are_exact() {
        assert_eq!(turn(O, X, Y), Ordering::Greater);
        assert_eq!(turn(X, O, Y), Ordering::Less);
        assert_eq!(turn(O, [1.0, 1.0, 0.0], [3.0, 3.0, 5.0]), Ordering::Equal);
        let (a, b) = ([12.0, 12.0, 0.0], [24.0, 24.0, 0.0]);
        let above = [0.5, 0.5f64.next_up(), 0.0];
        assert_eq!(turn(a, b, above), Ordering::Greater);
        assert_eq!(turn(b, a, above), Ordering::Less);
        let tiny = f64::from_bits(1);
        assert_eq!(
            turn(O, [tiny, 0.0, 0.0], [0.0, tiny, 0.0]),
            Ordering::Greater
        );
    }

    #[test]
    fn subnormal_and_huge_coordinates_are_exact() {
        let tiny = f64::from_bits(1);
        assert_eq!(
            orient([tiny, 0.0, 0.0], [0.0, tiny, 0.0], [0.0, 0.0, tiny], O),
            Ordering::Greater
        );
        assert_eq!(
            orient([1e300, 0.0, 0.0], [0.0, tiny, 0.0], [0.0, 0.0, 1e300], O),
            Ordering::Greater
        );
    }

    #[test]
    fn integers_keep_ratios() {
        let [p] = to_integers([[0.5, -3.0, 0.0]]);
        assert_eq!(&p[1] + &p[0] * IBig::from(6), IBig::ZERO);
        assert_eq!(p[2], IBig::ZERO);
        assert!(p[0] > IBig::ZERO);
    }

    #[test]
    fn plane_side_sees_one_ulp() {
        let n = [0.6, 0.8, 0.0];
        assert_eq!(side_of_plane([0.0, 1e-320, 0.0], O, n), Ordering::Greater);
        assert_eq!(side_of_plane(Z, O, n), Ordering::Equal);
        assert_eq!(side_of_plane([0.1, -0.076, 0.0], O, n), Ordering::Less);
    }
}
