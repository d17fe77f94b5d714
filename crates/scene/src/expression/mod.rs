//! Arithmetic in scene files: `"= 2*pi*radius/n"` over parameters and repeat indices.
//!
//! Numbers, names, `+ - * / % ^`, comparisons (1 if true, else 0), `&& || !`,
//! parentheses and the functions of [`functions::NAMES`]. Angles of `sin`, `cos`
//! and `tan` are in radians. `%` has the sign of the divisor, so `(i-1)%2` is never negative.

mod functions;
mod lexer;
mod parser;

use std::fmt;

/// Gives the value of a name, or why it has none.
pub trait Names {
    /// The value of `name`.
    fn value(&self, name: &str) -> Option<f64>;
    /// All names that have a value, for suggestions.
    fn known(&self) -> Vec<String>;
    /// Why a name that is there has no value.
    fn refusal(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Fault of an expression, and at which character it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionError {
    /// Byte offset in the expression.
    pub at: usize,
    /// Description of what is wrong.
    pub message: String,
}

impl ExpressionError {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
        }
    }

    /// The message with the expression and a mark under the place.
    pub fn explain(&self, text: &str) -> String {
        let column = text.get(..self.at).unwrap_or(text).chars().count();
        format!(
            "{}\n    {}\n    {}^",
            self.message,
            text,
            " ".repeat(column)
        )
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The value of an expression (without its leading `=`).
pub fn evaluate(text: &str, names: &dyn Names) -> Result<f64, ExpressionError> {
    let tokens = lexer::tokens(text)?;
    let value = parser::Parser::new(&tokens, names, text.len()).whole()?;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(ExpressionError::new(
            0,
            format!("the value of the expression is {value}, not a finite number"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Table;
    impl Names for Table {
        fn value(&self, name: &str) -> Option<f64> {
            match name {
                "i" => Some(3.0),
                "links" => Some(5.0),
                _ => None,
            }
        }
        fn known(&self) -> Vec<String> {
            vec!["i".into(), "links".into()]
        }
    }

    fn value(text: &str) -> f64 {
        evaluate(text, &Table).unwrap()
    }

    #[test]
    fn precedence_and_functions() {
        assert_eq!(value("1 + 2*3^2"), 19.0);
        assert_eq!(value("-2^2"), -4.0);
        assert_eq!(value("2^-1"), 0.5);
        assert_eq!(value("2^3^2"), 512.0);
        assert_eq!(value("7 - 2 - 1"), 4.0);
        assert_eq!(value("90*((i+1)%2)"), 0.0);
        assert_eq!(value("(i-4)%3"), 2.0);
        assert_eq!(value("if(i >= 3 && links != 4, 10, 20)"), 10.0);
        assert_eq!(value("!(1 < 2) || 0"), 0.0);
        assert_eq!(value("max(1, 4, 2) + min(3, 2) + abs(-1)"), 7.0);
        assert_eq!(value("1e3 + 2.5E-1 + .5"), 1000.75);
        assert!((value("sin(pi/6) + cos(pi/3) + sqrt(4) + hypot(3, 4)") - 8.0).abs() < 1e-14);
        assert_eq!(value("floor(2.7) + ceil(2.1) + round(2.6)"), 8.0);
    }

    #[test]
    fn random_is_repeatable_and_in_range() {
        let draws: Vec<f64> = (0..200)
            .map(|k| value(&format!("random({k}, i)")))
            .collect();
        assert!(draws.iter().all(|r| (0.0..1.0).contains(r)));
        let mean = draws.iter().sum::<f64>() / 200.0;
        assert!((mean - 0.5).abs() < 0.1, "{mean}");
        assert_eq!(draws[7], value("random(7, 3)"));
        assert_ne!(value("random(1, 2)"), value("random(2, 1)"));
    }

    #[test]
    fn mistakes_point_at_their_character() {
        let at = |text: &str| evaluate(text, &Table).map_err(|e| (e.at, e.message));
        assert_eq!(at("1 + lniks").unwrap_err().0, 4);
        assert!(
            at("1 + lniks")
                .unwrap_err()
                .1
                .contains("did you mean `links`")
        );
        assert_eq!(at("(1 + 2").unwrap_err().0, 6);
        assert_eq!(at("1 + * 2").unwrap_err().0, 4);
        assert_eq!(at("2 $ 3").unwrap_err().0, 2);
        assert!(at("1/0").unwrap_err().1.contains("finite"));
        assert!(at("sqrt(1, 2)").unwrap_err().1.contains("1 argument"));
        assert!(at("sine(1)").unwrap_err().1.contains("did you mean `sin`"));
        assert!(at("").is_err());
        assert!(at(&"(".repeat(100_000)).is_err());
    }
}
