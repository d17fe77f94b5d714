//! Projection to the nearest positive semi-definite matrix where the size is known only at run time: the negative
//! eigenvalues and their vectors are subtracted. The same reduction and rotations as in [`super::eigen`], on slices of
//! the caller. Rows that are zero, as of vertices that do not matter, are left out.

use crate::Real;

/// Sweeps of rotations after which an eigenvalue is taken as it is; two or three are usual.
const MAX_SWEEPS: usize = 40;

/// Removes what is negative of the symmetric `matrix` of the given size, rows one after the other. `scratch` has room for
/// `2 size² + 5 size` numbers.
pub fn remove_negative<R: Real>(matrix: &mut [R], size: usize, scratch: &mut [R]) {
    let (zero, one) = (R::zero(), R::one());
    let (marks, scratch) = scratch.split_at_mut(size);
    let mut n = 0;
    for (mark, row) in marks.iter_mut().zip(matrix.chunks_exact(size)) {
        let is_used = row.iter().any(|entry| *entry != zero);
        *mark = if is_used { one } else { zero };
        n += usize::from(is_used);
    }
    if n == 0 {
        return;
    }
    let (a, scratch) = scratch.split_at_mut(n * n);
    let (vectors, scratch) = scratch.split_at_mut(n * n);
    let (values, scratch) = scratch.split_at_mut(n);
    let (coupling, scratch) = scratch.split_at_mut(n);
    let used = |i: &usize| marks[*i] != zero;
    for (row, i) in a.chunks_exact_mut(n).zip((0..size).filter(used)) {
        for (entry, j) in row.iter_mut().zip((0..size).filter(used)) {
            *entry = matrix[i * size + j];
        }
    }
    eigen_in(a, vectors, values, coupling, scratch);
    for (value, vector) in values.iter().zip(vectors.chunks_exact(n)) {
        if *value < zero {
            for (left, i) in vector.iter().zip((0..size).filter(used)) {
                let scaled = *value * *left;
                for (right, j) in vector.iter().zip((0..size).filter(used)) {
                    matrix[i * size + j] -= scaled * *right;
                }
            }
        }
    }
}

/// Eigenvalues, and unit eigenvectors one a row, of the lower triangle of `a`, which is destroyed. `spare` has room for
/// two rows.
pub(crate) fn eigen_in<R: Real>(
    a: &mut [R],
    vectors: &mut [R],
    values: &mut [R],
    coupling: &mut [R],
    spare: &mut [R],
) {
    let (zero, n) = (R::zero(), values.len());
    vectors.fill(zero);
    for i in 0..n {
        vectors[i * n + i] = R::one();
    }
    let scale = a.iter().fold(zero, |most, entry| most.max(entry.abs()));
    if scale == zero {
        values.fill(zero);
        return;
    }
    let inverse = R::one() / scale;
    for entry in a.iter_mut() {
        *entry *= inverse;
    }
    let (v, p) = spare.split_at_mut(n);
    for k in 0..n.saturating_sub(2) {
        reflect(a, vectors, k, v, &mut p[..n]);
    }
    for i in 0..n {
        values[i] = a[i * n + i];
        coupling[i] = if i + 1 < n { a[(i + 1) * n + i] } else { zero };
    }
    for first in 0..n {
        for _ in 0..MAX_SWEEPS {
            let last = (first..n - 1)
                .find(|&m| coupling[m].abs() <= R::epsilon() * R::half())
                .unwrap_or(n - 1);
            if last == first {
                break;
            }
            sweep(values, coupling, vectors, first, last);
        }
    }
    for value in values {
        *value *= scale;
    }
}

/// Householder step `k`: zero the lower triangle's column `k` below the subdiagonal.
#[inline]
fn reflect<R: Real>(a: &mut [R], vectors: &mut [R], k: usize, v: &mut [R], p: &mut [R]) {
    let (zero, n) = (R::zero(), v.len());
    let mut below = zero;
    for i in k + 1..n {
        v[i] = a[i * n + k];
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
    p.fill(zero);
    for i in k + 1..n {
        let row = &a[i * n..i * n + i];
        let (mut dot, left) = (a[i * n + i] * v[i], v[i]);
        for j in k + 1..i {
            dot += row[j] * v[j];
            p[j] += row[j] * left;
        }
        p[i] += dot;
    }
    let mut vp = zero;
    for i in k + 1..n {
        p[i] *= beta;
        vp += v[i] * p[i];
    }
    let shift = beta * R::half() * vp;
    for i in k + 1..n {
        p[i] -= shift * v[i];
    }
    a[(k + 1) * n + k] = corner;
    for i in k + 1..n {
        let (vi, pi) = (v[i], p[i]);
        let row = &mut a[i * n..=i * n + i];
        for j in k + 1..=i {
            row[j] -= vi * p[j] + pi * v[j];
        }
    }
    p.fill(zero);
    for i in k + 1..n {
        let factor = v[i];
        for (entry, part) in p.iter_mut().zip(&vectors[i * n..(i + 1) * n]) {
            *entry += factor * *part;
        }
    }
    for i in k + 1..n {
        let factor = beta * v[i];
        for (entry, part) in vectors[i * n..(i + 1) * n].iter_mut().zip(p.iter()) {
            *entry -= factor * *part;
        }
    }
}

/// One implicit QL sweep with Wilkinson's shift on the unreduced part `first..=last`.
#[inline]
fn sweep<R: Real>(d: &mut [R], e: &mut [R], vectors: &mut [R], first: usize, last: usize) {
    let (zero, one, two, n) = (R::zero(), R::one(), R::two(), d.len());
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
        let (lows, highs) = vectors[i * n..(i + 2) * n].split_at_mut(n);
        for (low, high) in lows.iter_mut().zip(highs) {
            let old = *low;
            *low = cosine * old - sine * *high;
            *high = sine * old + cosine * *high;
        }
    }
    d[first] -= p;
    e[first] = g;
    e[last] = zero;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetric::clamp;
    use crate::testing::Random;

    #[test]
    fn it_agrees_with_the_projection_of_fixed_size() {
        let mut random = Random(34);
        for round in 0..500 {
            let mut a = [[0.0; 7]; 7];
            for i in 0..7 {
                for j in 0..=i {
                    a[i][j] = random.uniform();
                    a[j][i] = a[i][j];
                }
            }
            // Rows that are zero change nothing.
            if round % 2 == 0 {
                a[3] = [0.0; 7];
                for row in &mut a {
                    row[3] = 0.0;
                }
            }
            let expected = clamp(a);
            let mut matrix = *a.as_flattened().first_chunk::<49>().unwrap();
            remove_negative(&mut matrix, 7, &mut [0.0; 2 * 49 + 35]);
            for (entry, right) in matrix.iter().zip(expected.as_flattened()) {
                assert!((entry - right).abs() < 1e-14, "{entry} {right}");
            }
        }
    }

    #[test]
    fn what_is_definite_or_zero_stays() {
        let mut matrix = [2.0, 1.0, 1.0, 2.0];
        remove_negative(&mut matrix, 2, &mut [0.0; 18]);
        assert_eq!(matrix, [2.0, 1.0, 1.0, 2.0]);
        let mut matrix = [0.0; 4];
        remove_negative(&mut matrix, 2, &mut [0.0; 18]);
        assert_eq!(matrix, [0.0; 4]);
    }
}
