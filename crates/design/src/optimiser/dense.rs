//! Small symmetric systems by Cholesky's factor.

/// The solution of A x = b for a symmetric A, by rows; none where it is not positive definite.
pub fn solve(mut a: Vec<Vec<f64>>, b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let inner: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            let rest = a[i][j] - inner;
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                a[i][i] = rest.sqrt();
            } else {
                a[i][j] = rest / a[j][j];
            }
        }
    }
    let mut x = b.to_vec();
    for i in 0..n {
        let inner: f64 = (0..i).map(|k| a[i][k] * x[k]).sum();
        x[i] = (x[i] - inner) / a[i][i];
    }
    for i in (0..n).rev() {
        let inner: f64 = (i + 1..n).map(|k| a[k][i] * x[k]).sum();
        x[i] = (x[i] - inner) / a[i][i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved_or_refused() {
        let a = vec![
            vec![4.0, 1.0, 0.5],
            vec![1.0, 3.0, -1.0],
            vec![0.5, -1.0, 2.0],
        ];
        let exact = [1.0, -2.0, 3.0];
        let b: Vec<f64> = a.iter().map(|row| super::super::dot(row, &exact)).collect();
        let x = solve(a, &b).expect("a solution");
        assert!(x.iter().zip(exact).all(|(x, e)| (x - e).abs() < 1e-14));
        assert_eq!(
            solve(vec![vec![1.0, 2.0], vec![2.0, 1.0]], &[1.0, 1.0]),
            None
        );
    }
}
