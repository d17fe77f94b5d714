//! Runs that are killed at random times, resumed, killed again, until they end.

use std::fs;
use std::path::Path;

use super::reference::Reference;
use crate::program::wait;
use crate::random::RandomStream;

/// Latest kill after the start of the program, in times of an uninterrupted run.
const LATEST: f64 = 0.7;

/// The result of killing.
#[derive(Clone, Debug, Default)]
pub struct Killed {
    /// Kills that met a living run.
    pub kills: u64,
    /// Runs that ended after kills and were compared.
    pub compared: u64,
    /// Sentences about what was wrong.
    pub wrong: Vec<String>,
}

/// Kills runs of the scene `count` times in the folder `run`, and compares each run that ends.
pub fn kill(
    reference: &Reference,
    run: &Path,
    count: u64,
    random: &mut RandomStream,
) -> anyhow::Result<Killed> {
    let mut outcome = Killed::default();
    let mut was_killed = false;
    while outcome.kills < count || was_killed {
        let arguments = reference.onward(run);
        let mut child = reference.program().start(&arguments, reference.words())?;
        let after = reference.time.mul_f64(LATEST * random.unit());
        let goes_on = outcome.kills < count && !wait(&mut child, after)?;
        if goes_on {
            child.kill()?;
        }
        let status = child.wait()?;
        if status.code().is_none() {
            outcome.kills += 1;
            was_killed = true;
            let found = reference.after_force(run);
            let words = found.into_iter().map(|w| format!("after a kill: {w}"));
            outcome.wrong.extend(words);
            continue;
        }
        if status.code() != Some(0) {
            let words = fs::read_to_string(reference.words())?;
            let wrong = format!("{arguments:?} ends with {:?}: {words}", status.code());
            outcome.wrong.push(wrong);
            return Ok(outcome);
        }
        let found = reference.at_the_end(run)?;
        outcome.wrong.extend(found);
        outcome.compared += 1;
        was_killed = false;
        fs::remove_dir_all(run)?;
    }
    Ok(outcome)
}
