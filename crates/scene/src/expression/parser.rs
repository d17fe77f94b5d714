//! Recursive descent over the tokens, evaluating as it goes.
//!
//! or  := and ("||" and)* · and := compare ("&&" compare)* · compare := sum (("<" | ...) sum)?
//! sum := product (("+" | "-") product)* · product := unary (("*" | "/" | "%") unary)*
//! unary := ("-" | "+" | "!") unary | power · power := atom ("^" unary)?

use super::lexer::Token;
use super::{ExpressionError, Names, functions};
use crate::error::suggestion;

/// Deepest nesting of parentheses and signs.
const MAX_DEPTH: usize = 200;

/// Evaluates tokens.
pub struct Parser<'a> {
    tokens: &'a [(usize, Token)],
    names: &'a dyn Names,
    end: usize,
    next: usize,
    depth: usize,
}

type Outcome = Result<f64, ExpressionError>;

fn truth(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl<'a> Parser<'a> {
    /// A parser of `tokens`, of an expression of `end` bytes.
    pub fn new(tokens: &'a [(usize, Token)], names: &'a dyn Names, end: usize) -> Self {
        Self {
            tokens,
            names,
            end,
            next: 0,
            depth: 0,
        }
    }

    /// The value of the whole expression.
    pub fn whole(mut self) -> Outcome {
        let value = self.or()?;
        match self.tokens.get(self.next) {
            None => Ok(value),
            Some((at, _)) => Err(ExpressionError::new(
                *at,
                "expected an operator or the end of the expression",
            )),
        }
    }

    fn place(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn eat(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.next) {
            Some((_, Token::Sign(sign))) if signs.contains(sign) => {
                self.next += 1;
                Some(sign)
            }
            _ => None,
        }
    }

    fn or(&mut self) -> Outcome {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ExpressionError::new(self.place(), "nested too deeply"));
        }
        let mut value = self.and()?;
        while self.eat(&["||"]).is_some() {
            let right = self.and()?;
            value = truth(value != 0.0 || right != 0.0);
        }
        self.depth -= 1;
        Ok(value)
    }

    fn and(&mut self) -> Outcome {
        let mut value = self.compare()?;
        while self.eat(&["&&"]).is_some() {
            let right = self.compare()?;
            value = truth(value != 0.0 && right != 0.0);
        }
        Ok(value)
    }

    fn compare(&mut self) -> Outcome {
        let left = self.sum()?;
        let Some(sign) = self.eat(&["<", "<=", ">", ">=", "==", "!="]) else {
            return Ok(left);
        };
        let right = self.sum()?;
        Ok(truth(match sign {
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            ">=" => left >= right,
            "==" => left == right,
            _ => left != right,
        }))
    }

    fn sum(&mut self) -> Outcome {
        let mut value = self.product()?;
        while let Some(sign) = self.eat(&["+", "-"]) {
            let right = self.product()?;
            value = if sign == "+" {
                value + right
            } else {
                value - right
            };
        }
        Ok(value)
    }

    fn product(&mut self) -> Outcome {
        let mut value = self.unary()?;
        while let Some(sign) = self.eat(&["*", "/", "%"]) {
            let right = self.unary()?;
            value = match sign {
                "*" => value * right,
                "/" => value / right,
                _ => value - right * (value / right).floor(),
            };
        }
        Ok(value)
    }

    fn unary(&mut self) -> Outcome {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ExpressionError::new(self.place(), "nested too deeply"));
        }
        let value = match self.eat(&["-", "+", "!"]) {
            Some("-") => -self.unary()?,
            Some("!") => truth(self.unary()? == 0.0),
            Some(_) => self.unary()?,
            None => self.power()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Outcome {
        let base = self.atom()?;
        if self.eat(&["^"]).is_some() {
            Ok(base.powf(self.unary()?))
        } else {
            Ok(base)
        }
    }

    fn atom(&mut self) -> Outcome {
        let at = self.place();
        match self.tokens.get(self.next).map(|(_, token)| token) {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(*number)
            }
            Some(Token::Name(name)) => {
                self.next += 1;
                if self.eat(&["("]).is_some() {
                    self.call(at, name)
                } else {
                    self.name(at, name)
                }
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let value = self.or()?;
                self.close()?;
                Ok(value)
            }
            _ => Err(ExpressionError::new(at, "expected a number, a name or `(`")),
        }
    }

    fn close(&mut self) -> Result<(), ExpressionError> {
        match self.eat(&[")"]) {
            Some(_) => Ok(()),
            None => Err(ExpressionError::new(self.place(), "expected `)`")),
        }
    }

    fn name(&self, at: usize, name: &str) -> Outcome {
        if let Some(value) = self.names.value(name) {
            return Ok(value);
        }
        match name {
            "pi" => Ok(std::f64::consts::PI),
            "true" => Ok(1.0),
            "false" => Ok(0.0),
            _ => {
                if let Some(refusal) = self.names.refusal(name) {
                    return Err(ExpressionError::new(at, refusal));
                }
                let known = self.names.known();
                let hint = suggestion(name, known.iter().map(String::as_str));
                let list = if known.is_empty() {
                    "none is defined".to_string()
                } else {
                    known.join(", ")
                };
                Err(ExpressionError::new(
                    at,
                    format!("`{name}` is no known number{hint}; known: {list}"),
                ))
            }
        }
    }

    fn call(&mut self, at: usize, name: &str) -> Outcome {
        let mut arguments = Vec::new();
        if self.eat(&[")"]).is_none() {
            loop {
                arguments.push(self.or()?);
                if self.eat(&[","]).is_none() {
                    break;
                }
            }
            self.close()?;
        }
        functions::call(name, &arguments).map_err(|message| ExpressionError::new(at, message))
    }
}
