//! Eigenvalues and eigenvectors of a small symmetric matrix: Householder reduction to tridiagonal
//! form, then implicitly shifted QL rotations. Errors are of the order of rounding relative to the
//! matrix's norm; every input takes a bounded number of steps.

use crate::Real;

/// Sweeps of rotations after which an eigenvalue is taken as it is; two or three are usual.
const MAX_SWEEPS: usize = 40;

/// Eigenvalues, in no order, and the unit eigenvectors in the same order, one a row.
/// Only the lower triangle of `a` is read.
pub fn eigen<R: Real, const N: usize>(mut a: [[R; N]; N]) -> ([R; N], [[R; N]; N]) {
    let (zero, one) = (R::zero(), R::one());
    let mut vectors = [[zero; N]; N];
    for (i, row) in vectors.iter_mut().enumerate() {
        row[i] = one;
    }
    let mut scale = zero;
    for (i, row) in a.iter().enumerate() {
        for entry in &row[..=i] {
            scale = scale.max(entry.abs());
        }
    }
    if scale == zero {
        return ([zero; N], vectors);
    }
    let inverse = one / scale;
    for (i, row) in a.iter_mut().enumerate() {
        for entry in &mut row[..=i] {
            *entry *= inverse;
        }
    }
    for k in 0..N.saturating_sub(2) {
        reflect(&mut a, &mut vectors, k);
    }
    let mut diagonal: [R; N] = core::array::from_fn(|i| a[i][i]);
    let mut coupling: [R; N] = core::array::from_fn(|i| if i + 1 < N { a[i + 1][i] } else { zero });
    for first in 0..N {
        for _ in 0..MAX_SWEEPS {
            let last = (first..N - 1)
                .find(|&m| coupling[m].abs() <= R::epsilon() * R::half())
                .unwrap_or(N - 1);
            if last == first {
                break;
            }
            sweep(&mut diagonal, &mut coupling, &mut vectors, first, last);
        }
    }
    (diagonal.map(|d| d * scale), vectors)
}

/// Householder step `k`: zero the lower triangle's column `k` below the subdiagonal.
#[inline]
fn reflect<R: Real, const N: usize>(a: &mut [[R; N]; N], vectors: &mut [[R; N]; N], k: usize) {
    let zero = R::zero();
    let mut v = [zero; N];
    let mut below = zero;
    for i in k + 1..N {
        v[i] = a[i][k];
        if i > k + 1 {
            below += v[i] * v[i];
        }
    }
    if below == zero {
        return;
    }
    let norm = (below + v[k + 1] * v[k + 1]).sqrt();
    let corner = if v[k + 1] > zero { -norm } else { norm };
    v[k + 1] -= corner;
    let beta = R::two() / (below + v[k + 1] * v[k + 1]);
    let mut p = [zero; N];
    for i in k + 1..N {
        for j in k + 1..=i {
            p[i] += a[i][j] * v[j];
            if j < i {
                p[j] += a[i][j] * v[i];
            }
        }
    }
    let mut vp = zero;
    for i in k + 1..N {
        p[i] *= beta;
        vp += v[i] * p[i];
    }
    let shift = beta * R::half() * vp;
    for i in k + 1..N {
        p[i] -= shift * v[i];
    }
    a[k + 1][k] = corner;
    for i in k + 1..N {
        for j in k + 1..=i {
            a[i][j] -= v[i] * p[j] + p[i] * v[j];
        }
    }
    let mut image = [zero; N];
    for i in k + 1..N {
        for c in 0..N {
            image[c] += v[i] * vectors[i][c];
        }
    }
    for i in k + 1..N {
        let factor = beta * v[i];
        for c in 0..N {
            vectors[i][c] -= factor * image[c];
        }
    }
}

/// One implicit QL sweep with Wilkinson's shift on the unreduced part `first..=last`.
#[inline]
fn sweep<R: Real, const N: usize>(
    d: &mut [R; N],
    e: &mut [R; N],
    vectors: &mut [[R; N]; N],
    first: usize,
    last: usize,
) {
    let (zero, one, two) = (R::zero(), R::one(), R::two());
    let ratio = (d[first + 1] - d[first]) / (two * e[first]);
    let root = (ratio * ratio + one).sqrt();
    let signed = if ratio < zero { -root } else { root };
    let mut g = d[last] - d[first] + e[first] / (ratio + signed);
    let (mut sine, mut cosine, mut p) = (one, one, zero);
    for i in (first..last).rev() {
        let f = sine * e[i];
        let b = cosine * e[i];
        let square = f * f + g * g;
        if square == zero {
            e[i + 1] = zero;
            d[i + 1] -= p;
            e[last] = zero;
            return;
        }
        let r = square.sqrt();
        let inverse = one / r;
        e[i + 1] = r;
        sine = f * inverse;
        cosine = g * inverse;
        g = d[i + 1] - p;
        let t = (d[i] - g) * sine + two * cosine * b;
        p = sine * t;
        d[i + 1] = g + p;
        g = cosine * t - b;
        let (lows, highs) = (vectors[i], vectors[i + 1]);
        vectors[i + 1] = core::array::from_fn(|c| sine * lows[c] + cosine * highs[c]);
        vectors[i] = core::array::from_fn(|c| cosine * lows[c] - sine * highs[c]);
    }
    d[first] -= p;
    e[first] = g;
    e[last] = zero;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// The largest error of `V diag(values) Vᵀ = A` and `V Vᵀ = I`, relative to the entries.
    fn errors<const N: usize>(a: [[f64; N]; N]) -> f64 {
        let (values, v) = eigen(a);
        let mut scale = 0.0_f64;
        let mut worst = 0.0_f64;
        for i in 0..N {
            for j in 0..=i {
                scale = scale.max(a[i][j].abs());
            }
        }
        for i in 0..N {
            for j in 0..=i {
                let sum: f64 = (0..N).map(|k| values[k] * v[k][i] * v[k][j]).sum();
                let unit: f64 = (0..N).map(|k| v[i][k] * v[j][k]).sum();
                worst = worst.max((sum - a[i][j]).abs() / scale);
                worst = worst.max((unit - f64::from(i32::from(i == j))).abs());
            }
        }
        worst
    }

    fn check<const N: usize>(random: &mut Random) {
        for round in 0..500 {
            let graded = libm::pow(10.0, -f64::from(round % 12));
            let mut a = [[0.0; N]; N];
            for i in 0..N {
                for j in 0..=i {
                    a[i][j] = random.uniform() * libm::pow(graded, f64::from((i + j) as u32));
                    if (round + i as i32 * j as i32) % 3 == 0 {
                        a[i][j] = 0.0;
                    }
                }
            }
            let error = errors(a);
            assert!(error < 4e-15 * N as f64, "{error:e} {a:?}");
        }
    }

    #[test]
    fn it_decomposes_to_rounding() {
        let mut random = Random(9);
        check::<1>(&mut random);
        check::<2>(&mut random);
        check::<3>(&mut random);
        check::<5>(&mut random);
        check::<9>(&mut random);
    }

    #[test]
    fn repeated_and_zero_eigenvalues_do_no_harm() {
        assert_eq!(eigen([[0.0; 4]; 4]).0, [0.0; 4]);
        assert!(errors([[1.0; 6]; 6]) < 1e-14);
        assert!(errors([[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 1.0, 2.0]]) < 1e-14);
        assert!(errors([[1e200, 0.0], [1e200, 1e-200]]) < 1e-14);
    }
}
