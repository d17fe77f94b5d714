//! On which side of a plane a point lies, exactly.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::number::{dot, sub, to_integers};
use crate::Vec3;

/// Relative error of `n · (x - o)` in doubles: four roundings on the longest path, `(1 + u)^4 - 1 < 5u`, and one more
/// for the rounding of the bound.
const RELATIVE: f64 = 6.0 * 0.5 * f64::EPSILON;
/// Below this, underflow may spoil the bound.
const SMALLEST: f64 = 1e-250;

/// The sign of `normal · (x - origin)`, exact for the doubles given; `None` where one of them is not finite.
#[must_use]
pub fn side_of_plane(x: &Vec3, origin: &Vec3, normal: &Vec3) -> Option<Ordering> {
    let difference = x - origin;
    let value = normal.dot(&difference);
    let size = normal.abs().dot(&difference.abs());
    if size.is_finite() && size > SMALLEST && value.abs() > RELATIVE * size {
        return value.partial_cmp(&0.0);
    }
    let all = [x, origin, normal];
    if all.iter().any(|v| v.iter().any(|c| !c.is_finite())) {
        return None;
    }
    let [x, origin] = to_integers(&[(*x).into(), (*origin).into()]);
    let [normal] = to_integers(&[(*normal).into()]);
    Some(dot(&normal, &sub(&x, &origin)).cmp(&IBig::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unit_in_the_last_place_is_seen() {
        let (o, n) = (Vec3::zeros(), Vec3::new(0.6, 0.8, 0.0));
        let side = |x: Vec3| side_of_plane(&x, &o, &n);
        assert_eq!(side(Vec3::new(0.0, 1e-320, 0.0)), Some(Ordering::Greater));
        assert_eq!(side(Vec3::new(0.0, 0.0, 7.0)), Some(Ordering::Equal));
        assert_eq!(side(Vec3::new(0.1, -0.076, 0.0)), Some(Ordering::Less));
        assert_eq!(side(Vec3::new(f64::NAN, 0.0, 0.0)), None);
        // 0.1 + 0.2 as doubles sum to more than the double 0.3, by less than the rounding of the sum.
        let (o, n) = (Vec3::new(-0.1, -0.2, 0.3), Vec3::repeat(1.0));
        let above = side_of_plane(&Vec3::zeros(), &o, &n);
        assert_eq!(above, Some(Ordering::Greater));
    }
}
