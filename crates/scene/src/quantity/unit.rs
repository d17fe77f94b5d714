//! Units: symbols, prefixes, and what is made of them.

use std::f64::consts::PI;

use super::PhysicalDimension;
use crate::error::suggestion;

/// A unit in those of the language: a dimension, and the factor `times / over * 10^ten`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Powers of length, mass, time and angle.
    pub dimension: PhysicalDimension,
    /// Power of ten of the factor.
    pub ten: i64,
    /// Numerator of the rest of the factor.
    pub times: f64,
    /// Denominator of the rest of the factor.
    pub over: f64,
}

/// A unit that has a symbol, and whether prefixes go with it.
struct Symbol {
    name: &'static str,
    prefixed: bool,
    unit: Unit,
}

/// A symbol of the factor `times / over * 10^ten`.
const fn symbol(
    name: &'static str,
    prefixed: bool,
    exponents: [i32; 4],
    (times, over, ten): (f64, f64, i64),
) -> Symbol {
    let dimension = PhysicalDimension(exponents);
    let unit = Unit {
        dimension,
        ten,
        times,
        over,
    };
    Symbol {
        name,
        prefixed,
        unit,
    }
}

const ONE: (f64, f64, i64) = (1.0, 1.0, 0);

/// The pound-force is 44482216152605e-13 N, the inch 254e-4 m.
const SYMBOLS: [Symbol; 22] = [
    symbol("m", true, [1, 0, 0, 0], ONE),
    symbol("g", true, [0, 1, 0, 0], (1.0, 1.0, -3)),
    symbol("s", true, [0, 0, 1, 0], ONE),
    symbol("N", true, [1, 1, -2, 0], ONE),
    symbol("Pa", true, [-1, 1, -2, 0], ONE),
    symbol("J", true, [2, 1, -2, 0], ONE),
    symbol("W", true, [2, 1, -3, 0], ONE),
    symbol("Hz", true, [0, 0, -1, 0], ONE),
    symbol("deg", false, [0, 0, 0, 1], ONE),
    symbol("°", false, [0, 0, 0, 1], ONE),
    symbol("rad", true, [0, 0, 0, 1], (180.0, PI, 0)),
    symbol("rev", false, [0, 0, 0, 1], (360.0, 1.0, 0)),
    symbol("rpm", false, [0, 0, -1, 1], (6.0, 1.0, 0)),
    symbol("%", false, [0, 0, 0, 0], (1.0, 1.0, -2)),
    symbol("min", false, [0, 0, 1, 0], (60.0, 1.0, 0)),
    symbol("h", false, [0, 0, 1, 0], (3600.0, 1.0, 0)),
    symbol("bar", true, [-1, 1, -2, 0], (1.0, 1.0, 5)),
    symbol("in", false, [1, 0, 0, 0], (254.0, 1.0, -4)),
    symbol("ft", false, [1, 0, 0, 0], (3048.0, 1.0, -4)),
    symbol("lb", false, [0, 1, 0, 0], (45_359_237.0, 1.0, -8)),
    symbol(
        "lbf",
        false,
        [1, 1, -2, 0],
        (44_482_216_152_605.0, 1.0, -13),
    ),
    symbol(
        "psi",
        false,
        [-1, 1, -2, 0],
        (44_482_216_152_605.0, 64_516.0, -5),
    ),
];

/// Prefixes and their powers of ten; `µ` is the micro sign or the Greek letter.
const PREFIXES: [(&str, i64); 11] = [
    ("m", -3),
    ("k", 3),
    ("c", -2),
    ("M", 6),
    ("u", -6),
    ("G", 9),
    ("n", -9),
    ("µ", -6),
    ("μ", -6),
    ("d", -1),
    ("h", 2),
];

/// Largest power of a symbol.
const MAX_POWER: i32 = 9;

/// Digits above the line, from 0 to 9.
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

impl Unit {
    const PURE: Unit = Unit {
        dimension: PhysicalDimension([0; 4]),
        ten: 0,
        times: 1.0,
        over: 1.0,
    };

    /// The unit that a text says; the error is a message without an end, for what is around it to be added.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rest = text.trim();
        let mut divides = false;
        if let Some(after) = rest.strip_prefix('1').unwrap_or(rest).strip_prefix('/') {
            (rest, divides) = (after, true);
        }
        let mut product = Unit::PURE;
        loop {
            let (factor, after) = read_factor(rest)?;
            let sign = if divides { -1 } else { 1 };
            product = product.times(factor.power(sign));
            let Some((next_divides, after)) = read_operator(after)? else {
                return Ok(product);
            };
            if divides && !next_divides {
                let symbol = symbol_length(after.trim_start());
                let word = &after.trim_start()[..symbol];
                return Err(format!(
                    "what follows a `/` and a product is not clear: write `/{word}` if `{word}` divides too, or put it first"
                ));
            }
            (rest, divides) = (after, next_divides);
        }
    }

    fn power(self, exponent: i32) -> Self {
        let (times, over) = if exponent < 0 {
            (self.over, self.times)
        } else {
            (self.times, self.over)
        };
        let [times, over] = [times, over].map(|factor| factor.powi(exponent.abs()));
        Self {
            dimension: self.dimension.power(exponent),
            ten: self.ten.saturating_mul(exponent.into()),
            times,
            over,
        }
    }

    fn times(self, other: Self) -> Self {
        Self {
            dimension: self.dimension.times(other.dimension),
            ten: self.ten.saturating_add(other.ten),
            times: self.times * other.times,
            over: self.over * other.over,
        }
    }

    /// The unit of one symbol, with its prefix.
    fn find(word: &str) -> Option<Self> {
        let known = |name: &str| SYMBOLS.iter().find(|symbol| symbol.name == name);
        if let Some(symbol) = known(word) {
            return Some(symbol.unit);
        }
        PREFIXES.iter().find_map(|(prefix, ten)| {
            let symbol = known(word.strip_prefix(prefix)?).filter(|symbol| symbol.prefixed)?;
            let ten = symbol.unit.ten + ten;
            Some(Self { ten, ..symbol.unit })
        })
    }
}

/// Bytes of the symbol that a text begins with.
fn symbol_length(text: &str) -> usize {
    let is_symbol = |c: char| c.is_alphabetic() || c == '°' || c == '%';
    text.find(|c| !is_symbol(c)).unwrap_or(text.len())
}

/// The symbol with its power that a text begins with, and the rest.
fn read_factor(text: &str) -> Result<(Unit, &str), String> {
    let text = text.trim_start();
    let (word, rest) = text.split_at(symbol_length(text));
    if word.is_empty() {
        return Err(match text.chars().next() {
            Some(c) => format!("expected a unit, not `{c}`"),
            None => "expected a unit at the end".to_string(),
        });
    }
    let unit = Unit::find(word).ok_or_else(|| unknown(word))?;
    let (power, rest) = read_power(rest)?;
    Ok((unit.power(power), rest))
}

/// Words for a symbol that is none, with the nearest one and all there are.
fn unknown(word: &str) -> String {
    let mut known: Vec<String> = SYMBOLS.iter().map(|symbol| symbol.name.into()).collect();
    let prefixed = || SYMBOLS.iter().filter(|symbol| symbol.prefixed);
    for (prefix, _) in PREFIXES {
        known.extend(prefixed().map(|symbol| format!("{prefix}{}", symbol.name)));
    }
    known.sort_by_key(|name| strsim::damerau_levenshtein(word, name));
    let hint = suggestion(word, known.iter().map(String::as_str));
    let names: Vec<&str> = SYMBOLS.iter().map(|symbol| symbol.name).collect();
    format!(
        "unknown unit `{word}`{hint}; units are {}, those of the SI also with a prefix, as in mm or MPa",
        names.join(", ")
    )
}

/// The power (`^2`, `2`, `²`) that a text begins with, 1 if none, and the rest.
fn read_power(text: &str) -> Result<(i32, &str), String> {
    let above = |c: char| SUPERSCRIPTS.chars().position(|s| s == c);
    let raised = text.strip_prefix('^');
    let after = raised.unwrap_or(text);
    let superscript = |c: char| c == '⁻' || above(c).is_some();
    let length = after
        .char_indices()
        .find(|&(at, c)| {
            !(c.is_ascii_digit() || superscript(c) || at == 0 && raised.is_some() && c == '-')
        })
        .map_or(after.len(), |(at, _)| at);
    let (written, rest) = after.split_at(length);
    if written.is_empty() && raised.is_none() {
        return Ok((1, rest));
    }
    let plain: String = written
        .chars()
        .map(|c| match above(c) {
            Some(digit) => char::from(b'0' + digit as u8),
            None if c == '⁻' => '-',
            None => c,
        })
        .collect();
    let power = plain.parse().ok().filter(|p: &i32| p.abs() <= MAX_POWER);
    let power = power.ok_or_else(|| {
        format!("expected a power from -{MAX_POWER} to {MAX_POWER}, as in `m^2`, not `{written}`")
    })?;
    Ok((power, rest))
}

/// Whether a text goes on with a divisor, and what comes after the sign; nothing at its end.
fn read_operator(text: &str) -> Result<Option<(bool, &str)>, String> {
    let rest = text.trim_start();
    let Some(sign) = rest.chars().next() else {
        return Ok(None);
    };
    let after = &rest[sign.len_utf8()..];
    match sign {
        '/' => Ok(Some((true, after))),
        '*' | '·' | '⋅' => Ok(Some((false, after))),
        _ if rest.len() < text.len() && symbol_length(rest) > 0 => Ok(Some((false, rest))),
        _ => Err(format!("`{sign}` has no meaning in a unit")),
    }
}
