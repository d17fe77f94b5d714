//! For unit tests: hyper-dual numbers as a [`Real`], exact derivatives by them, random stencils.

use crate::{Real, Vec3};
use nalgebra::{SMatrix, SVector};
use num_dual::{DualNum, HyperDual64};

impl Real for HyperDual64 {
    fn from_f64(value: f64) -> Self {
        Self::from_re(value)
    }
    fn epsilon() -> Self {
        Self::from_re(f64::EPSILON)
    }
    fn sqrt(self) -> Self {
        DualNum::sqrt(&self)
    }
    fn ln(self) -> Self {
        DualNum::ln(&self)
    }
    fn ln_1p(self) -> Self {
        DualNum::ln_1p(&self)
    }
    fn sin(self) -> Self {
        DualNum::sin(&self)
    }
    fn cos(self) -> Self {
        DualNum::cos(&self)
    }
    /// By the chain rule: the arc tangent of a quotient would fail near `x = 0`.
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let square = x.re * x.re + y.re * y.re;
        let (by_x, by_y) = (-y.re / square, x.re / square);
        let (xx, xy) = (-2.0 * by_x * by_y, by_x * by_x - by_y * by_y);
        let mixed =
            xx * (x.eps1 * x.eps2 - y.eps1 * y.eps2) + xy * (x.eps1 * y.eps2 + y.eps1 * x.eps2);
        Self {
            re: libm::atan2(y.re, x.re),
            eps1: by_x * x.eps1 + by_y * y.eps1,
            eps2: by_x * x.eps2 + by_y * y.eps2,
            eps1eps2: by_x * x.eps1eps2 + by_y * y.eps1eps2 + mixed,
        }
    }
}

/// Gradient and Hessian of a function of `K` points (`N = 3 K`), exact to rounding.
pub fn derivatives<const K: usize, const N: usize>(
    x: [Vec3<f64>; K],
    f: impl Fn([Vec3<HyperDual64>; K]) -> HyperDual64,
) -> (SVector<f64, N>, SMatrix<f64, N, N>) {
    let mut gradient = SVector::zeros();
    let mut hessian = SMatrix::zeros();
    for row in 0..N {
        for column in 0..=row {
            let mut dual = x.map(|p| p.map(HyperDual64::from_re));
            dual[row / 3][row % 3].eps1 = 1.0;
            dual[column / 3][column % 3].eps2 = 1.0;
            let value = f(dual);
            gradient[row] = value.eps1;
            hessian[(row, column)] = value.eps1eps2;
            hessian[(column, row)] = value.eps1eps2;
        }
    }
    (gradient, hessian)
}

/// The gradients of `K` points as one vector.
pub fn flatten<const K: usize, const N: usize>(gradient: [Vec3<f64>; K]) -> SVector<f64, N> {
    SVector::from_fn(|row, _| gradient[row / 3][row % 3])
}

/// The full matrix of upper-triangle blocks (0,0), (0,1), ...
pub fn unpack<const B: usize, const N: usize>(
    blocks: &[nalgebra::Matrix3<f64>; B],
) -> SMatrix<f64, N, N> {
    let mut full = SMatrix::<f64, N, N>::zeros();
    let mut block = 0;
    for i in 0..N / 3 {
        for j in i..N / 3 {
            let b = &blocks[block];
            full.fixed_view_mut::<3, 3>(3 * i, 3 * j).copy_from(b);
            full.fixed_view_mut::<3, 3>(3 * j, 3 * i)
                .copy_from(&b.transpose());
            block += 1;
        }
    }
    full
}

/// Asserts that two matrices agree relative to the larger one's norm.
#[track_caller]
pub fn assert_close<const N: usize, const M: usize>(
    actual: &SMatrix<f64, N, M>,
    expected: &SMatrix<f64, N, M>,
    tolerance: f64,
) {
    let error = (actual - expected).norm();
    let scale = expected.norm().max(actual.norm());
    assert!(
        error <= tolerance * scale,
        "off by {error:e} of {scale:e}\nactual {actual:?}\nexpected {expected:?}"
    );
}

/// A small reproducible generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// Uniform in (-1, 1).
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A point in the cube (-1, 1)³.
    pub fn point(&mut self) -> Vec3<f64> {
        Vec3::from_fn(|_, _| self.uniform())
    }

    /// Random points at a random scale between 1e-4 and 1e4.
    pub fn stencil<const K: usize>(&mut self) -> [Vec3<f64>; K] {
        let scale = libm::pow(10.0, 4.0 * self.uniform());
        core::array::from_fn(|_| self.point() * scale)
    }
}
