//! The numbers of the re-analysis: doubles for speed, integers for proof, one set of formulas for both.
//!
//! A finite double is an integer times a power of two, so after scaling all coordinates of a pair by one power of
//! two every sign that is asked for is that of an integer.

use dashu_int::IBig;

/// Numbers that the formulas can be evaluated in.
pub trait Number: Clone + PartialOrd {
    /// Zero.
    const ZERO: Self;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`.
    fn minus(&self, other: &Self) -> Self;
    /// `self other`.
    fn times(&self, other: &Self) -> Self;
}

impl Number for f64 {
    const ZERO: Self = 0.0;

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Number for IBig {
    const ZERO: Self = IBig::ZERO;

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// A vector in space.
pub type Vector<T> = [T; 3];

/// `a + b`.
#[inline]
pub fn add<T: Number>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|k| a[k].plus(&b[k]))
}

/// `a - b`.
#[inline]
pub fn sub<T: Number>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|k| a[k].minus(&b[k]))
}

/// `s a`.
#[inline]
pub fn scale<T: Number>(s: &T, a: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|k| s.times(&a[k]))
}

/// `a · b`.
#[inline]
pub fn dot<T: Number>(a: &Vector<T>, b: &Vector<T>) -> T {
    a[0].times(&b[0])
        .plus(&a[1].times(&b[1]))
        .plus(&a[2].times(&b[2]))
}

/// Component `k` of `a × b`.
#[inline]
pub fn minor<T: Number>(a: &Vector<T>, b: &Vector<T>, k: usize) -> T {
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    a[i].times(&b[j]).minus(&a[j].times(&b[i]))
}

/// `a × b`.
#[inline]
pub fn cross<T: Number>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|k| minor(a, b, k))
}

/// Mantissa and exponent of a finite double: `value = mantissa 2^exponent`.
fn decode(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (size, exponent) = match ((bits >> 52) & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | (1 << 52), biased - 1075),
    };
    let mantissa = if value < 0.0 { -size } else { size };
    // Trailing zeros make the integers longer than they need to be.
    let zeros = mantissa.trailing_zeros().min(63);
    (mantissa >> zeros, exponent + zeros as i32)
}

/// Scales finite vectors by one power of two so that all coordinates are integers.
pub fn to_integers<const N: usize>(vectors: &[Vector<f64>; N]) -> [Vector<IBig>; N] {
    let parts = vectors.map(|v| v.map(decode));
    let coordinates = parts.iter().flatten();
    let smallest = coordinates
        .filter(|(mantissa, _)| *mantissa != 0)
        .map(|(_, exponent)| *exponent)
        .min()
        .unwrap_or(0);
    parts.map(|v| {
        v.map(|(mantissa, exponent)| match mantissa {
            0 => IBig::ZERO,
            _ => IBig::from(mantissa) << (exponent - smallest) as usize,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_ratios() {
        let [p, q] = to_integers(&[[0.5, -3.0, 0.0], [-0.0, f64::from_bits(1), 1e300]]);
        assert_eq!(p[0].times(&IBig::from(-6)), p[1]);
        assert_eq!((p[2].clone(), q[0].clone()), (IBig::ZERO, IBig::ZERO));
        assert_eq!(q[1], IBig::ONE);
        assert_eq!(p[0], IBig::ONE << 1073);
    }

    #[test]
    fn integers_are_short() {
        let [p] = to_integers(&[[2.0, 4.0, -6.0]]);
        assert_eq!(p, [1, 2, -3].map(IBig::from));
    }
}
