//! Numbers for people: round marks on an axis, and short forms.

/// Round numbers (1, 2 or 5 times a power of ten apart) within a range, about `count` of them.
pub fn linear(low: f64, high: f64, count: usize) -> Vec<f64> {
    let rough = (high - low) / count.max(1) as f64;
    if !(rough > 0.0 && rough.is_finite()) {
        return vec![low];
    }
    let power = 10f64.powi(rough.log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = steps.into_iter().find(|&s| s >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Powers of ten within a range, at most about `count` of them.
pub fn decades(low: f64, high: f64, count: usize) -> Vec<f64> {
    let (first, last) = (low.log10().ceil() as i32, high.log10().floor() as i32);
    let every = ((last - first) as usize / count.max(1) + 1) as i32;
    (first..=last)
        .filter(|power| power.rem_euclid(every) == 0)
        .map(|power| 10f64.powi(power))
        .collect()
}

/// A number in few letters: four digits, powers of ten for the very large and the very small.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_string()
    } else if (1e-3..1e6).contains(&size) {
        let digits = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            text
        }
    } else {
        let text = format!("{value:.3e}");
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        format!("{mantissa}e{power}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        assert_eq!(linear(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(linear(0.5, 100.5, 4), [50.0, 100.0]);
        assert_eq!(linear(-0.3, 0.3, 3), [-0.2, 0.0, 0.2]);
        assert_eq!(linear(3.0, 3.0, 5), [3.0]);
        assert_eq!(decades(1e-5, 1e-2, 6).len(), 4);
        assert!(decades(1e-30, 1e2, 6).len() <= 7);
    }

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (12.0, "12"),
            (0.25, "0.25"),
            (1234.5678, "1235"),
            (999_999.0, "999999"),
            (1e6, "1e6"),
            (-2.5e-7, "-2.5e-7"),
            (0.001, "0.001"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }
}
