//! Questions and answers: `/` is the page, `/api/K/...` is about subject K.

use std::sync::Arc;

use serde_json::{Value, json};
use tiny_http::Method;

use super::url::Address;
use crate::error::ViewError;
use crate::page;
use crate::subject::{CurveQuestion, Subject};

/// An answer before it is sent.
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The type of the body.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
    /// The word that scripts of this page carry, where it is the page.
    pub nonce: Option<String>,
}

impl Answer {
    /// A text, as text.
    pub fn text(status: u16, words: &str) -> Self {
        Self {
            status,
            kind: "text/plain; charset=utf-8",
            body: words.as_bytes().to_vec(),
            nonce: None,
        }
    }

    fn json(value: &Value) -> Self {
        Self {
            status: 200,
            kind: "application/json",
            body: value.to_string().into_bytes(),
            nonce: None,
        }
    }

    fn binary(body: Vec<u8>) -> Self {
        Self {
            status: 200,
            kind: "application/octet-stream",
            body,
            nonce: None,
        }
    }

    fn of_error(error: &ViewError) -> Self {
        let status = match error {
            ViewError::Absent(_) => 404,
            _ => 422,
        };
        Self::text(status, &error.to_string())
    }

    fn absent() -> Self {
        Self::text(404, "there is nothing here")
    }
}

/// Answers a request that was let in.
pub fn answer(subjects: &[Arc<dyn Subject>], method: &Method, address: &Address) -> Answer {
    let path: Vec<&str> = address.path.iter().map(String::as_str).collect();
    let answered = match (method, &path[..]) {
        (Method::Get, []) => return page_answer(),
        (Method::Get, ["api", "about"]) => Ok(Answer::json(&about(subjects))),
        (Method::Get, ["api", place, what]) => match numbered(subjects, place) {
            Some(subject) => asked(subject, what, address),
            None => return Answer::absent(),
        },
        (Method::Post, ["api", place, "command", word]) => match numbered(subjects, place) {
            Some(subject) if subject.command(word) => Ok(Answer::text(200, "done")),
            _ => return Answer::absent(),
        },
        (Method::Get, _) => return Answer::absent(),
        _ => return Answer::text(405, "this server answers GET"),
    };
    answered.unwrap_or_else(|error| Answer::of_error(&error))
}

fn page_answer() -> Answer {
    match page::served() {
        Ok((html, nonce)) => Answer {
            status: 200,
            kind: "text/html; charset=utf-8",
            body: html.into_bytes(),
            nonce: Some(nonce),
        },
        Err(error) => Answer::text(500, &error.to_string()),
    }
}

fn about(subjects: &[Arc<dyn Subject>]) -> Value {
    json!({"subjects": subjects.len(), "version": env!("CARGO_PKG_VERSION")})
}

fn numbered<'a>(subjects: &'a [Arc<dyn Subject>], place: &str) -> Option<&'a dyn Subject> {
    let place: usize = place.parse().ok()?;
    subjects.get(place).map(|subject| &**subject)
}

/// What is asked of a subject.
fn asked(subject: &dyn Subject, what: &str, address: &Address) -> Result<Answer, ViewError> {
    let number = |name: &str| address.value(name)?.parse::<u64>().ok();
    let step = || number("step").ok_or_else(|| unclear("step"));
    Ok(match what {
        "manifest" => Answer::json(&subject.manifest()?),
        "statistics" => Answer::json(&subject.statistics()?),
        "status" => Answer::json(&subject.status()),
        "mesh" => Answer::binary(subject.mesh()?),
        "frame" => Answer::binary(subject.frame(step()?)?),
        "pairs" => Answer::binary(subject.pairs(step()?)?),
        "colour" => {
            let field = address.value("field").ok_or_else(|| unclear("field"))?;
            Answer::binary(subject.colour(field, step()?)?)
        }
        "curve" => {
            let question = CurveQuestion {
                field: address.value("field").map(str::to_owned),
                vertex: number("vertex").ok_or_else(|| unclear("vertex"))? as usize,
                triangle: number("triangle").map(|triangle| triangle as usize),
            };
            Answer::binary(subject.curve(&question)?)
        }
        _ => Answer::absent(),
    })
}

fn unclear(name: &str) -> ViewError {
    ViewError::Unusable(format!(
        "the question has no value, or no number, for `{name}`"
    ))
}
