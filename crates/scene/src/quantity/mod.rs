//! Numbers with their units: `"2 cm"`, `"1/60 s"`, `"470 kg/m^3"`, `"90 deg/s"`.
//!
//! A quantity is a decimal number or a fraction of two, and a unit: symbols with or without a prefix of the SI, their
//! powers (`m^2`, `m2`, `m²`), products (`N·m`, `N*m`, `N m`) and quotients (`m/s/s`). It stands for a number in the
//! units of the language: those of the SI, and degrees for angles. [`convert`] finds the places of a scene that take one.

pub mod convert;
mod decimal;
mod dimension;
mod unit;

pub use dimension::PhysicalDimension;
pub use unit::Unit;

use decimal::WrittenNumber;

/// A number with the dimension of its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Number in SI units, angles in degrees.
    pub value: f64,
    /// Dimension of the unit.
    pub dimension: PhysicalDimension,
}

/// Why a text is no quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantityError {
    /// It is a number, or a fraction of two, without a unit.
    NoUnit,
    /// Something in it is wrong, in words.
    Malformed(String),
}

impl Quantity {
    /// Whether a text begins as a number does: what a scene may mean as a quantity.
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start();
        let unsigned = text.trim_start_matches(['+', '-', '−']);
        unsigned.len() < text.len()
            || unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
    }

    /// The quantity that a text says. Where a unit is a power of ten, the value is the double that is nearest to what
    /// is written: `"2 cm"` is 0.02 to the bit.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        let malformed = |message| QuantityError::Malformed(message);
        let (number, rest) = WrittenNumber::read(text).map_err(malformed)?;
        if rest.trim().is_empty() {
            return Err(QuantityError::NoUnit);
        }
        let unit = Unit::parse(rest).map_err(|reason| malformed(format!("{text:?}: {reason}")))?;
        let value = number.times(&unit);
        if !value.is_finite() {
            return Err(malformed(format!("{text:?} is not a finite number")));
        }
        if value == 0.0 && !number.is_zero() {
            return Err(malformed(format!("{text:?} is too small a number")));
        }
        let dimension = unit.dimension;
        Ok(Self { value, dimension })
    }
}

/// A number that is given outside of a scene: a bare one is in `unit`, or it has a unit of the same dimension with it.
///
/// ```
/// use tangency_scene::number_in;
///
/// assert_eq!(number_in("m", "2 mm"), Ok(0.002));
/// assert_eq!(number_in("s", "0.5"), Ok(0.5));
/// assert!(number_in("m", "2 s").unwrap_err().contains("expected a length"));
/// ```
pub fn number_in(unit: &str, text: &str) -> Result<f64, String> {
    if let Ok(number) = text.trim().parse::<f64>() {
        return Ok(number);
    }
    let dimension = convert::dimension_of(unit)?;
    let example = dimension.example();
    match Quantity::parse(text) {
        Ok(quantity) if quantity.dimension == dimension => Ok(quantity.value),
        Ok(quantity) => Err(format!(
            "expected {dimension}: {text:?} is {}; write for example {example:?}",
            quantity.dimension
        )),
        Err(QuantityError::NoUnit) => Err(format!(
            "{text:?} has no unit; write for example {example:?}"
        )),
        Err(QuantityError::Malformed(message)) => Err(format!(
            "{message}; expected {dimension}, for example {example:?}"
        )),
    }
}

/// The number of a value of a scene, in SI units where it is a text with a unit, angles in degrees; none of what is no number.
///
/// ```
/// use tangency_scene::number_of;
///
/// assert_eq!(number_of(&"2 cm".into()), Some(0.02));
/// assert_eq!(number_of(&3.into()), Some(3.0));
/// assert_eq!(number_of(&"left".into()), None);
/// ```
pub fn number_of(value: &serde_json::Value) -> Option<f64> {
    match value {
        serde_json::Value::String(text) => Quantity::parse(text).ok().map(|q| q.value),
        value => value.as_f64(),
    }
}

/// Another number in the place of the one in `value`, in the unit of that.
///
/// ```
/// use tangency_scene::{number_of, with_number};
///
/// let wider = with_number(&"20 mm".into(), 0.05).unwrap();
/// assert_eq!(number_of(&wider), Some(0.05));
/// assert_eq!(with_number(&3.into(), 4.5), Some(4.5.into()));
/// ```
pub fn with_number(value: &serde_json::Value, number: f64) -> Option<serde_json::Value> {
    let serde_json::Value::String(text) = value else {
        return value.as_f64().map(|_| number.into());
    };
    let (_, unit) = WrittenNumber::read(text).ok()?;
    let one = Quantity::parse(&format!("1 {unit}")).ok()?;
    Some(format!("{:e} {unit}", number / one.value).into())
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use proptest::prelude::*;

    use super::*;

    fn value(text: &str) -> f64 {
        Quantity::parse(text)
            .unwrap_or_else(|error| panic!("{text}: {error:?}"))
            .value
    }

    fn complaint(text: &str) -> String {
        match Quantity::parse(text) {
            Err(QuantityError::Malformed(message)) => message,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn quantities_are_the_nearest_numbers() {
        let cases = [
            ("2 cm", 0.02),
            ("0.3 mm", 0.0003),
            ("7um", 7e-6),
            ("7 µm", 7e-6),
            ("7 μm", 7e-6),
            ("1.1 km", 1100.0),
            ("-9.81 m/s²", -9.81),
            ("−9.81 m/s^2", -9.81),
            ("9.81 m s^-2", 9.81),
            ("9.81 m·s⁻²", 9.81),
            ("9.81 m/s/s", 9.81),
            ("0.8 MPa", 0.8e6),
            ("100 kPa", 1e5),
            ("2 bar", 2e5),
            ("3 mbar", 300.0),
            ("470 kg/m^3", 470.0),
            ("1 g/cm3", 1000.0),
            ("1.2e3 kg*m^-3", 1200.0),
            ("2.5 N/mm", 2500.0),
            ("20 ms", 0.02),
            ("1/60 s", 1.0 / 60.0),
            ("1 / 60 s", 1.0 / 60.0),
            ("5/3 ms", 5e-3 / 3.0),
            ("1.5 min", 90.0),
            ("2 h", 7200.0),
            ("90 deg/s", 90.0),
            ("30°", 30.0),
            ("2 rpm", 12.0),
            ("2 rev/s", 720.0),
            ("0.5 1/s", 0.5),
            ("0.5/s", 0.5),
            ("0.5 Hz", 0.5),
            ("1/60/s", 1.0 / 60.0),
            ("5 %", 0.05),
            ("1 in", 0.0254),
            ("1 ft", 0.3048),
            ("1 psi", 6894.757293168362),
            ("1 lb", 0.45359237),
            ("1 lbf", 4.4482216152605),
            ("4 W", 4.0),
            ("4 kJ/m^3", 4000.0),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text).to_bits(), f64::to_bits(expected), "{text}");
        }
        assert_eq!(value("1 rad"), 180.0 / PI);
        assert!((value("10 mrad/s") - 0.01 * 180.0 / PI).abs() < 1e-15);
        assert_eq!(Quantity::parse("20"), Err(QuantityError::NoUnit));
        assert_eq!(Quantity::parse(" 1/60 "), Err(QuantityError::NoUnit));
    }

    #[test]
    fn mistakes_are_told_in_words() {
        assert!(complaint("2 mmm").contains("unknown unit `mmm` (did you mean `mm`?)"));
        assert!(complaint("2 mmm").starts_with("\"2 mmm\": "));
        assert!(complaint("3 kpa").contains("did you mean `kPa`"));
        assert!(complaint("3 Kg").contains("did you mean `kg`"));
        assert!(complaint("1.2.3 m").contains("`1.2.3` is no number"));
        assert!(complaint("1,5 m").contains("`1,5` is no number"));
        assert!(complaint("1_000 m").contains("is no number"));
        assert!(complaint("- m").contains("is no number"));
        assert!(complaint("1/0 s").contains("divides by zero"));
        assert!(complaint("+inf mm").contains("finite number"));
        assert!(complaint("1e400 mm").contains("finite number"));
        assert!(complaint("1e306 km").contains("finite number"));
        assert!(complaint("1e-330 m").contains("too small"));
        assert!(complaint("2 m/").contains("expected a unit"));
        assert!(complaint("2 m^").contains("expected a power"));
        assert!(complaint("2 m^12").contains("power"));
        assert!(complaint("2 kg/m·s").contains("write `/s`"));
        assert!(complaint("2 kg/(m s)").contains("`(`"));
        assert!(complaint("2 cm 3").contains("`3`"));
    }

    #[test]
    fn what_begins_as_a_number_is_meant_as_a_quantity() {
        for text in ["2 cm", " .5 m", "-1 m", "+inf mm", "−2 m"] {
            assert!(Quantity::is_meant(text), "{text}");
        }
        for text in ["", "cotton", "= 2", "$a", "m", "none"] {
            assert!(!Quantity::is_meant(text), "{text}");
        }
    }

    /// Units that are powers of ten, with that power.
    const DECIMAL: [(&str, i32); 9] = [
        ("m", 0),
        ("cm", -2),
        ("km", 3),
        ("um", -6),
        ("GPa", 9),
        ("g/cm^3", 3),
        ("mm/ms", 0),
        ("N/mm²", 6),
        ("%", -2),
    ];

    /// Units that are not, with the number of SI units in each.
    const OTHER: [(&str, f64); 6] = [
        ("in", 0.0254),
        ("ft/min", 0.3048 / 60.0),
        ("psi", 6894.757293168361),
        ("h", 3600.0),
        ("rad/s", 180.0 / PI),
        ("lb/ft^3", 0.45359237 / (0.3048 * 0.3048 * 0.3048)),
    ];

    proptest! {
        #[test]
        fn a_number_written_in_a_unit_is_read_back_to_the_bit(
            x in any::<f64>().prop_filter("normal", |x| x.is_normal()),
            index in 0..DECIMAL.len(),
        ) {
            let (unit, ten) = DECIMAL[index];
            let scientific = format!("{x:e}");
            let (mantissa, exponent) = scientific.split_once('e').unwrap();
            let exponent: i32 = exponent.parse().unwrap();
            let text = format!("{mantissa}e{} {unit}", exponent - ten);
            prop_assert_eq!(value(&text).to_bits(), x.to_bits(), "{}", text);
        }

        #[test]
        fn other_units_are_read_to_the_last_digits(x in 1e-6..1e6f64, index in 0..OTHER.len()) {
            let (unit, factor) = OTHER[index];
            let read = value(&format!("{x} {unit}"));
            prop_assert!((read - x * factor).abs() <= 4.0 * f64::EPSILON * read.abs(), "{} {}", x, unit);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eE/ ]{0,6}[a-zA-Zµ°%^*·/²³⁻0-9 ]{0,8}") {
            if let Ok(quantity) = Quantity::parse(&text) {
                prop_assert!(quantity.value.is_finite());
            }
        }
    }
}
