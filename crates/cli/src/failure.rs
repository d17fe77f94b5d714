//! Reasons that end the program before its work is done, and the exit code that says so.

use tangency_engine::{Incompatible, Method};
use thiserror::Error;

/// Why a command did not succeed.
#[derive(Debug, Error)]
pub enum Failure {
    /// Something given to the program cannot be used.
    #[error("{}", with_causes(.0))]
    Input(anyhow::Error),
    /// A step could not be completed.
    #[error("{}", with_causes(.0))]
    Step(anyhow::Error),
    /// The certificate does not hold.
    #[error("{0}")]
    Certificate(String),
}

/// The end of a run that was asked for.
#[derive(Debug, Error)]
#[error("{message}")]
struct Interrupted {
    message: String,
}

impl Failure {
    /// Bad input, from any error.
    pub fn input(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Failure::Input(anyhow::Error::new(error))
    }

    /// Bad input, in words.
    pub fn refuse(message: impl Into<String>) -> Self {
        Failure::Input(anyhow::Error::msg(message.into()))
    }

    /// A step that could not be completed, from any error.
    pub fn step(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Failure::Step(anyhow::Error::new(error))
    }

    /// A run that was asked to stop, in words.
    pub fn interrupted(message: String) -> Self {
        Failure::step(Interrupted { message })
    }

    /// Whether a run was asked to stop, and is whole.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Failure::Step(error) if error.is::<Interrupted>())
    }

    /// 2 bad input, 3 a step could not be completed, 4 the certificate does not hold.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Step(_) => 3,
            Failure::Certificate(_) => 4,
        }
    }
}

/// The message with its causes, each once (many messages already tell theirs), and with what to type.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    let refused = error.chain().find_map(|e| e.downcast_ref::<Incompatible>());
    match refused {
        Some(refused) => format!("{text} ({})", options(refused)),
        None => text,
    }
}

/// Options to type for the methods that can do what the chosen one cannot.
fn options(refused: &Incompatible) -> String {
    let option = |method: &Method| match method {
        Method::Contact(kind) => format!("--contact {kind}"),
        Method::Stepper(kind) => format!("--stepper {kind}"),
    };
    let options: Vec<String> = refused.rule.others.iter().map(option).collect();
    options.join(", or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_do_not_go_together_come_with_what_to_type() {
        let settings = tangency_engine::Settings {
            stepper: tangency_engine::StepperKind::Gpu,
            ..Default::default()
        };
        let refused = settings.check_methods().unwrap_err();
        let error = tangency_engine::ModelError::from(refused);
        let text = Failure::input(error).to_string();
        assert!(
            text.ends_with("(--contact ogc, or --stepper vbd)"),
            "{text}"
        );
    }

    #[test]
    fn causes_are_told_once() {
        let inner = std::io::Error::other("disk full");
        let told = anyhow::Error::new(inner).context("cannot write x: disk full");
        assert_eq!(
            Failure::Input(told).to_string(),
            "cannot write x: disk full"
        );
        let untold = anyhow::Error::msg("disk full").context("cannot write x");
        assert_eq!(
            Failure::Step(untold).to_string(),
            "cannot write x: disk full"
        );
    }
}
