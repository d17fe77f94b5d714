//! Decimal numbers as they are written, and fractions of two.

use super::Unit;

/// A decimal number, not yet rounded: the digits as written, and a power of ten.
#[derive(Clone, Debug)]
struct Decimal<'a> {
    negative: bool,
    /// Digits with at most one point.
    digits: &'a str,
    exponent: i64,
}

impl<'a> Decimal<'a> {
    /// The number that a text begins with, and the rest.
    fn read(text: &'a str) -> Result<(Self, &'a str), String> {
        let text = text.trim_start();
        let unsigned = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
        let word = unsigned.find(|c: char| !(c.is_ascii_digit() || "._,".contains(c)));
        let (digits, rest) = unsigned.split_at(word.unwrap_or(unsigned.len()));
        let is_number = digits.chars().all(|c| c.is_ascii_digit() || c == '.')
            && digits.matches('.').count() <= 1
            && digits.contains(|c: char| c.is_ascii_digit());
        if !is_number {
            return Err(refusal(text, unsigned, digits));
        }
        let (exponent, rest) = exponent(rest);
        let negative = text.starts_with(['-', '−']);
        let number = Self {
            negative,
            digits,
            exponent,
        };
        Ok((number, rest))
    }

    /// The double nearest to this number times a power of ten; infinite where there is none.
    fn rounded(&self, ten: i64) -> f64 {
        let exponent = self.exponent.saturating_add(ten);
        let magnitude: f64 = format!("{}e{exponent}", self.digits)
            .parse()
            .unwrap_or(f64::NAN);
        if self.negative { -magnitude } else { magnitude }
    }

    fn is_zero(&self) -> bool {
        !self.digits.contains(|c: char| ('1'..='9').contains(&c))
    }
}

/// Words for a text that does not begin with a number, although it was meant to.
fn refusal(text: &str, unsigned: &str, digits: &str) -> String {
    let lower = unsigned.to_lowercase();
    if lower.starts_with("inf") || lower.starts_with("nan") {
        return format!("{text:?} is not a finite number");
    }
    let signed = &text[..text.len() - unsigned.len() + digits.len()];
    format!("{text:?}: `{signed}` is no number; write digits with at most one point")
}

/// The exponent that a text begins with (`e-3`), 0 if none, and the rest.
fn exponent(text: &str) -> (i64, &str) {
    let Some(after) = text.strip_prefix(['e', 'E']) else {
        return (0, text);
    };
    let sign = usize::from(after.starts_with(['+', '-']));
    let count = after[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return (0, text);
    }
    let (digits, rest) = after.split_at(sign + count);
    let largest = if digits.starts_with('-') {
        -1_000_000
    } else {
        1_000_000
    };
    (digits.parse().unwrap_or(largest), rest)
}

/// A decimal number, or a fraction of two.
#[derive(Clone, Debug)]
pub struct WrittenNumber<'a> {
    numerator: Decimal<'a>,
    denominator: Option<f64>,
}

impl<'a> WrittenNumber<'a> {
    /// The number or fraction that a text begins with, and the rest.
    pub fn read(text: &'a str) -> Result<(Self, &'a str), String> {
        let (numerator, rest) = Decimal::read(text)?;
        let below = rest.trim_start().strip_prefix('/').map(str::trim_start);
        let digits_below =
            below.filter(|t| t.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let Some(below) = digits_below else {
            let denominator = None;
            return Ok((
                Self {
                    numerator,
                    denominator,
                },
                rest,
            ));
        };
        let (denominator, rest) = Decimal::read(below)?;
        if denominator.is_zero() {
            return Err(format!("{text:?} divides by zero"));
        }
        let denominator = Some(denominator.rounded(0));
        Ok((
            Self {
                numerator,
                denominator,
            },
            rest,
        ))
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// As many of a unit, in units of the language. Powers of ten move the decimal point, so that they are exact; other
    /// factors are whole numbers where there are such, and all divisors are divided by at once.
    pub fn times(&self, unit: &Unit) -> f64 {
        let denominator = self.denominator.unwrap_or(1.0);
        if unit.times == unit.over {
            return self.numerator.rounded(unit.ten) / denominator;
        }
        let power = |exponent: i64| format!("1e{exponent}").parse().unwrap_or(f64::NAN);
        let [above, below]: [f64; 2] = [unit.ten.max(0), (-unit.ten).max(0)].map(power);
        self.numerator.rounded(0) * unit.times * above / (denominator * unit.over * below)
    }
}
