//! One world, run and judged.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;

use super::laws::{Checks, Story};
use crate::folders::differences;
use crate::program::{Ended, ProgramUnderTest};

/// Time after which a run counts as one that does not end.
const LIMIT: Duration = Duration::from_secs(300);

/// Things that are done with a world beyond running and verifying it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Run it again with two threads.
    pub threads: bool,
    /// Run it again in two parts.
    pub resume: bool,
    /// Run it again with every move checked exactly; not with the stepper `gpu`.
    pub paranoid: bool,
    /// Make pictures, exports and the report of it.
    pub products: bool,
}

impl Extras {
    /// All of them.
    pub const ALL: Extras = Extras {
        threads: true,
        resume: true,
        paranoid: true,
        products: true,
    };
}

/// The verdict on a world.
#[derive(Clone, Debug)]
pub enum WorldVerdict {
    /// It ran, its certificate was confirmed, and its laws hold.
    Held(Checks),
    /// It was refused, with this message.
    Refused(String),
    /// A step could not be completed, for this reason.
    Stopped(String),
    /// Something is wrong, in these words.
    Broken(Vec<String>),
}

/// Runs the scene file `scene` in the empty folder `folder` and judges what it leaves.
pub fn judge(
    program: &ProgramUnderTest,
    scene: &Path,
    folder: &Path,
    extras: Extras,
) -> anyhow::Result<WorldVerdict> {
    let text = fs::read_to_string(scene).with_context(|| scene.display().to_string())?;
    let emulate = text.contains("\"gpu\"");
    let trial = Trial {
        program,
        scene,
        folder,
        emulate,
    };
    let ended = trial.run("run", "1", &[])?;
    if let Some(verdict) = early_end(&ended) {
        return Ok(verdict);
    }
    let mut broken = Vec::new();
    let verified = trial.verify("run")?;
    if verified.code != Some(0) {
        broken.push(format!(
            "verify ends with {:?}: {}",
            verified.code, verified.text
        ));
    }
    let story = Story::read(scene, &folder.join("run"))?;
    let checks = story.judge(&mut broken);
    if extras.threads {
        broken.extend(trial.compare("threads", &trial.run("threads", "2", &[])?, true)?);
    }
    if extras.resume {
        let steps = story.steps();
        let half = (steps / 2).max(1).to_string();
        trial.run("part", "1", &["--steps", &half])?;
        let resumed = trial.resume("part", &steps.to_string())?;
        broken.extend(trial.compare("part", &resumed, false)?);
    }
    if extras.paranoid && !emulate {
        let ended = trial.run("paranoid", "1", &["--paranoid"])?;
        broken.extend(trial.failed("--paranoid", &ended));
    }
    if extras.products {
        broken.extend(trial.products()?);
    }
    if broken.is_empty() {
        Ok(WorldVerdict::Held(checks))
    } else {
        Ok(WorldVerdict::Broken(broken))
    }
}

/// The verdict on a run that did not end well.
fn early_end(ended: &Ended) -> Option<WorldVerdict> {
    let message = error_of(&ended.text);
    let broken = |what: &str| WorldVerdict::Broken(vec![format!("{what}: {}", ended.text.trim())]);
    if ended.timed_out {
        return Some(broken("the run does not end"));
    }
    match ended.code {
        Some(0) => None,
        Some(2 | 3) if message.is_none() => Some(broken("no message")),
        Some(2) => message.map(WorldVerdict::Refused),
        Some(3) => message.map(WorldVerdict::Stopped),
        Some(4) => Some(broken("the certificate does not hold")),
        code => Some(broken(&format!("the program crashed, exit code {code:?}"))),
    }
}

/// The error message in what the program printed.
fn error_of(text: &str) -> Option<String> {
    let at = text.find("error: ")?;
    let message = text[at + "error: ".len()..].trim();
    (!message.is_empty()).then(|| message.to_string())
}

struct Trial<'a> {
    program: &'a ProgramUnderTest,
    scene: &'a Path,
    folder: &'a Path,
    emulate: bool,
}

impl Trial<'_> {
    /// Runs the scene into a folder of the trial.
    fn run(&self, into: &str, threads: &str, more: &[&str]) -> anyhow::Result<Ended> {
        let (scene, out) = (self.scene.to_string_lossy(), self.folder.join(into));
        let out = out.to_string_lossy();
        let base = ["run", &scene, "--out", &out, "--threads", threads];
        self.call(&[&base, more].concat())
    }

    fn resume(&self, run: &str, steps: &str) -> anyhow::Result<Ended> {
        let run = self.folder.join(run);
        self.call(&["run", &run.to_string_lossy(), "--resume", "--steps", steps])
    }

    fn verify(&self, run: &str) -> anyhow::Result<Ended> {
        let run = self.folder.join(run);
        self.words(&["verify", &run.to_string_lossy()])
    }

    fn call(&self, arguments: &[&str]) -> anyhow::Result<Ended> {
        let emulate: &[&str] = if self.emulate { &["--emulate"] } else { &[] };
        self.words(&[arguments, emulate].concat())
    }

    fn words(&self, arguments: &[&str]) -> anyhow::Result<Ended> {
        let words = self.folder.join("words.txt");
        Ok(self.program.run(arguments, &words, LIMIT)?)
    }

    /// Sentences about what does not work of all that can be made of a run.
    fn products(&self) -> anyhow::Result<Vec<String>> {
        let run = self.folder.join("run").to_string_lossy().into_owned();
        let picture = self.folder.join("picture.png");
        let picture = picture.to_string_lossy();
        let mut broken = Vec::new();
        for arguments in [
            vec!["export", &run, "--format", "vtu"],
            vec!["export", &run, "--format", "obj", "--frame", "1"],
            vec!["export", &run, "--format", "ply", "--frame", "1"],
            vec!["export", &run, "--format", "glb"],
            vec!["render", &run, "-o", &picture, "--size", "64x48"],
            vec!["report", &run],
        ] {
            let ended = self.words(&arguments)?;
            broken.extend(self.failed(&arguments.join(" "), &ended));
        }
        Ok(broken)
    }

    /// Words about a command that has not ended well.
    fn failed(&self, what: &str, ended: &Ended) -> Option<String> {
        let (code, text) = (ended.code, ended.text.trim());
        (code != Some(0)).then(|| format!("{what} ends with {code:?}: {text}"))
    }

    /// The differences between the first run and another one, which has just ended.
    fn compare(&self, other: &str, ended: &Ended, whole: bool) -> anyhow::Result<Vec<String>> {
        if ended.code != Some(0) {
            return Ok(vec![format!("{other}: {}", ended.text)]);
        }
        let found = differences(&self.folder.join("run"), &self.folder.join(other), whole)?;
        Ok(found
            .into_iter()
            .map(|words| format!("{other}: {words}"))
            .collect())
    }
}
