//! Questions of the page, and who answers them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tangency_scene::{Budget, SceneError, load_text_within, schema};
use tangency_verify::verify_run;
use tangency_view::{CurveQuestion, Subject, ViewError, ViewedScene};

use crate::run::RunUnderWay;
use crate::scenes;

/// Memory that a scene may ask for, bytes: what it really takes is several times as much, and 4 GB is all there is.
const MEMORY: u64 = 512 << 20;

/// A question of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The scenes to begin with.
    Scenes,
    /// The schema of the language.
    Schema,
    /// Whether a text is a scene.
    Check {
        /// Name of the scene.
        name: String,
        /// The text.
        text: String,
    },
    /// To show a scene before it runs.
    Preview {
        /// Name of the scene.
        name: String,
        /// The text.
        text: String,
    },
    /// To begin a run.
    Run {
        /// Name of the scene.
        name: String,
        /// The text.
        text: String,
    },
    /// To do one step of the run, or to end it.
    Step,
    /// To carry out a word of the page: `pause`, `go` or `stop`.
    Command {
        /// The word.
        word: String,
    },
    /// To judge the run from its files.
    Verify,
    /// Something of what is shown, in JSON.
    Told {
        /// `manifest`, `statistics` or `status`.
        what: String,
    },
    /// The mesh of what is shown.
    Mesh,
    /// Positions.
    Frame {
        /// Number of the step.
        step: u64,
    },
    /// A field.
    Colour {
        /// Name of the field.
        field: String,
        /// Number of the step.
        step: u64,
    },
    /// Pairs in contact.
    Pairs {
        /// Number of the step.
        step: u64,
    },
    /// A number over time.
    Curve {
        /// Name of the field; positions where there is none.
        field: Option<String>,
        /// The vertex.
        vertex: usize,
        /// The triangle that was picked.
        triangle: Option<usize>,
    },
}

/// A scene, or a run of it, with a page that asks.
pub struct Playground {
    /// The folder of scene files and runs.
    folder: PathBuf,
    budget: Budget,
    shown: Option<Arc<dyn Subject>>,
    run: Option<RunUnderWay>,
}

impl Playground {
    /// One that keeps its files in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            budget: Budget::of(MEMORY),
            shown: None,
            run: None,
        }
    }

    /// Answers a question, in JSON, with JSON or arrays; the error is a sentence for people.
    pub fn answer(&mut self, question: &str) -> Result<Vec<u8>, String> {
        let question: Question =
            serde_json::from_str(question).map_err(|error| format!("unclear: {error}"))?;
        let told = |value: Value| value.to_string().into_bytes();
        match question {
            Question::Scenes => Ok(told(scenes::list())),
            Question::Schema => Ok(told(schema())),
            Question::Check { name, text } => Ok(told(self.check(&name, &text))),
            Question::Preview { name, text } => {
                let file = self.write(&name, &text)?;
                self.run = None;
                let scene = ViewedScene::open(&file.display().to_string(), &[], self.budget);
                self.show(Arc::new(scene)).map(told)
            }
            Question::Run { name, text } => {
                let file = self.write(&name, &text)?;
                self.run = None;
                let run = RunUnderWay::begin(&file, &self.folder.join("run"), &self.budget)?;
                let subject = run.subject();
                self.run = Some(run);
                self.show(subject).map(told)
            }
            Question::Step => self.run()?.step().map(told),
            Question::Command { word } => {
                let known = self.shown()?.command(&word);
                Ok(told(json!({"known": known})))
            }
            Question::Verify => self.verify().map(told),
            other => asked(self.shown()?, &other).map_err(|error| error.to_string()),
        }
    }

    fn run(&mut self) -> Result<&mut RunUnderWay, String> {
        self.run
            .as_mut()
            .ok_or_else(|| "there is no run".to_owned())
    }

    fn shown(&self) -> Result<&dyn Subject, String> {
        let shown = self.shown.as_deref();
        shown.ok_or_else(|| "nothing is open".to_owned())
    }

    /// Shows something else; tells its small things.
    fn show(&mut self, subject: Arc<dyn Subject>) -> Result<Value, String> {
        let manifest = subject.manifest().map_err(|error| error.to_string());
        self.shown = Some(subject);
        manifest
    }

    /// Keeps a scene as a file.
    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let letters = name.chars().map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => c,
            _ => '-',
        });
        let file = self.folder.join(letters.collect::<String>() + ".toml");
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    }

    /// The mistake of a text: words and line; null where there is none. Meshes are not made.
    fn check(&self, name: &str, text: &str) -> Value {
        let file = format!("{name}.toml");
        match load_text_within(&file, text, &self.folder, &[], &self.budget) {
            Ok(_) => Value::Null,
            Err(error) => json!({"message": error.to_string(), "line": line(&error)}),
        }
    }

    /// The certificate from the files of the run alone, as `tangency verify` decides it.
    fn verify(&mut self) -> Result<Value, String> {
        let folder: &Path = self.run()?.folder();
        let report = verify_run(folder, |_| {}).map_err(|error| error.to_string())?;
        let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
        let mut told = serde_json::to_value(&report).map_err(|error| error.to_string())?;
        told["failures"] = json!(failures);
        Ok(told)
    }
}

/// The line of a mistake.
fn line(error: &SceneError) -> Option<usize> {
    match error {
        SceneError::Syntax { line, .. } => Some(*line),
        SceneError::Invalid { place, .. } | SceneError::Incompatible { place, .. } => place.line,
        _ => None,
    }
}

/// A question about that which is shown.
fn asked(subject: &dyn Subject, question: &Question) -> Result<Vec<u8>, ViewError> {
    let told = |value: Value| value.to_string().into_bytes();
    match question {
        Question::Told { what } => match &what[..] {
            "manifest" => subject.manifest().map(told),
            "statistics" => subject.statistics().map(told),
            "status" => Ok(told(subject.status())),
            _ => Err(ViewError::Absent(format!("nothing tells of `{what}`"))),
        },
        Question::Mesh => subject.mesh(),
        Question::Frame { step } => subject.frame(*step),
        Question::Colour { field, step } => subject.colour(field, *step),
        Question::Pairs { step } => subject.pairs(*step),
        Question::Curve {
            field,
            vertex,
            triangle,
        } => subject.curve(&CurveQuestion {
            field: field.clone(),
            vertex: *vertex,
            triangle: *triangle,
        }),
        _ => Err(ViewError::Absent("that is not asked here".to_owned())),
    }
}
