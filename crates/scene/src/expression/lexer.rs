//! Splits an expression into tokens with their places.

use super::ExpressionError;

/// One piece of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A number.
    Number(f64),
    /// A name of a parameter, index, constant or function.
    Name(String),
    /// An operator, parenthesis or comma.
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 18] = [
    "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "^", "(", ")", ",", "<", ">", "!",
];

/// The tokens of `text` and the byte offset of each.
pub fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c.is_ascii_digit() || c == '.' {
            let length = number_length(rest);
            let token = &rest[..length];
            let number = token
                .parse()
                .map_err(|_| ExpressionError::new(at, format!("`{token}` is no number")))?;
            tokens.push((at, Token::Number(number)));
            at += length;
        } else if c.is_alphabetic() || c == '_' {
            let length = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len());
            tokens.push((at, Token::Name(rest[..length].to_string())));
            at += length;
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            tokens.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            return Err(ExpressionError::new(
                at,
                format!("`{c}` has no meaning here"),
            ));
        }
    }
    Ok(tokens)
}

/// Length of the number that `text` starts with: digits, a point, an exponent.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| from + text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}
