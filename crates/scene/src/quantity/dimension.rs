//! Dimensions: which powers of length, mass, time and angle a number has.

use std::fmt;

/// Exponents of length, mass, time and angle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhysicalDimension(pub [i32; 4]);

/// A dimension that has a name.
struct Named {
    exponents: [i32; 4],
    name: &'static str,
    /// Example of a quantity of this dimension.
    example: &'static str,
}

const fn named(exponents: [i32; 4], name: &'static str, example: &'static str) -> Named {
    Named {
        exponents,
        name,
        example,
    }
}

const NAMED: [Named; 17] = [
    named([0, 0, 0, 0], "a share", "5 %"),
    named([1, 0, 0, 0], "a length", "2 cm"),
    named([2, 0, 0, 0], "an area", "2 cm^2"),
    named([3, 0, 0, 0], "a volume", "2 cm^3"),
    named([0, 1, 0, 0], "a mass", "5 kg"),
    named([0, 0, 1, 0], "a time", "20 ms"),
    named([0, 0, -1, 0], "a rate", "0.5 1/s"),
    named([0, 0, 0, 1], "an angle", "30 deg"),
    named([0, 0, -1, 1], "an angular velocity", "90 deg/s"),
    named([1, 0, -1, 0], "a velocity", "10 cm/s"),
    named([1, 0, -2, 0], "an acceleration", "9.81 m/s^2"),
    named([1, 1, -2, 0], "a force", "2 N"),
    named([0, 1, -2, 0], "a force per length", "100 N/m"),
    named([-1, 1, -2, 0], "a pressure", "0.8 MPa"),
    named([-3, 1, 0, 0], "a density", "470 kg/m^3"),
    named([2, 1, -2, 0], "an energy", "3 J"),
    named([2, 1, -3, 0], "a power", "3 W"),
];

const SYMBOLS: [&str; 4] = ["m", "kg", "s", "deg"];

impl PhysicalDimension {
    /// The dimension of a power.
    pub fn power(self, exponent: i32) -> Self {
        Self(self.0.map(|e| e.saturating_mul(exponent)))
    }

    /// The dimension of a product.
    pub fn times(self, other: Self) -> Self {
        Self([0, 1, 2, 3].map(|k| self.0[k].saturating_add(other.0[k])))
    }

    fn named(self) -> Option<&'static Named> {
        NAMED.iter().find(|named| named.exponents == self.0)
    }

    /// A quantity of this dimension, to show how one is written; empty for a dimension without a name.
    pub fn example(self) -> &'static str {
        self.named().map_or("", |named| named.example)
    }
}

impl fmt::Display for PhysicalDimension {
    /// Its name with an article, or its units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(named) = self.named() {
            return f.write_str(named.name);
        }
        f.write_str("a quantity in")?;
        for (symbol, exponent) in SYMBOLS.iter().zip(self.0) {
            match exponent {
                0 => {}
                1 => write!(f, " {symbol}")?,
                _ => write!(f, " {symbol}^{exponent}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Quantity;
    use super::*;

    #[test]
    fn every_example_has_its_dimension() {
        for Named {
            exponents,
            name,
            example,
        } in &NAMED
        {
            let quantity = Quantity::parse(example).unwrap();
            assert_eq!(quantity.dimension.0, *exponents, "{name}: {example}");
            assert_eq!(
                quantity.dimension.example(),
                *example,
                "{name} is there twice"
            );
        }
        let other = Quantity::parse("1 kg m^2/deg").unwrap().dimension;
        assert_eq!(other.to_string(), "a quantity in m^2 kg deg^-1");
    }
}
