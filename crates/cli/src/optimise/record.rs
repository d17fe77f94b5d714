//! The record of a study: every evaluation that was ever made, `evaluations.tsv`. A search that is begun anew is told what is known and
//! goes the same way to where it was.
//!
//! A line has a word, the scaled variables, and what was found there, separated by tabs; numbers are written so that they are read
//! back as the same bits. A line that a kill has left unfinished is passed over, and the file is cut there.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tangency_design::{EvaluatedPoint, TrialResult};

use crate::failure::Failure;

/// Words that lines begin with.
const POINT: &str = "point";
const REFUSED: &str = "refused";
const RESIDUALS: &str = "residuals";
const NOTE: &str = "note";

type RecordKey = Vec<u64>;

/// The evaluations of a study.
pub struct EvaluationRecord {
    file: File,
    path: PathBuf,
    trials: HashMap<RecordKey, TrialResult>,
    residuals: HashMap<RecordKey, Result<Vec<f64>, String>>,
    notes: Vec<String>,
}

fn key(x: &[f64]) -> RecordKey {
    x.iter().map(|x| x.to_bits()).collect()
}

fn words(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
    words.join(" ")
}

fn numbers(words: &str) -> Option<Vec<f64>> {
    words
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

/// One line of a reason.
fn flat(text: &str) -> String {
    text.replace(['\n', '\t', '\r'], " ")
}

impl EvaluationRecord {
    /// The record in a folder, begun where there is none.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("evaluations.tsv");
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unusable(&path, &error)),
        };
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| unusable(&path, &error))?;
        file.set_len(whole as u64)
            .map_err(|error| unusable(&path, &error))?;
        let mut record = EvaluationRecord {
            file,
            path,
            trials: HashMap::new(),
            residuals: HashMap::new(),
            notes: Vec::new(),
        };
        for (line, text) in (1..).zip(text[..whole].lines()) {
            record.take(text).ok_or_else(|| {
                Failure::refuse(format!(
                    "{}, line {line}: not an evaluation",
                    record.path.display()
                ))
            })?;
        }
        Ok(record)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[..] {
            [POINT, x, value, gradient] => {
                let evaluation = EvaluatedPoint {
                    value: value.parse().ok()?,
                    gradient: numbers(gradient)?,
                };
                self.trials
                    .insert(key(&numbers(x)?), TrialResult::Point(evaluation));
            }
            [REFUSED, x, reason] => {
                let trial = TrialResult::Refused(reason.to_owned());
                self.trials.insert(key(&numbers(x)?), trial);
            }
            [RESIDUALS, x, residuals, reason] => {
                let found = match reason {
                    "" => Ok(numbers(residuals)?),
                    reason => Err(reason.to_owned()),
                };
                self.residuals.insert(key(&numbers(x)?), found);
            }
            [NOTE, note] => self.notes.push(note.to_owned()),
            _ => return None,
        }
        Some(())
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|error| unusable(&self.path, &error))
    }

    /// Number of designs that were tried.
    pub fn count(&self) -> usize {
        self.trials.len()
    }

    /// The fate of a point, if it is known.
    pub fn trial(&self, x: &[f64]) -> Option<&TrialResult> {
        self.trials.get(&key(x))
    }

    /// Takes note of the fate of a point.
    pub fn tell_trial(&mut self, x: &[f64], trial: &TrialResult) -> Result<TrialResult, Failure> {
        let (line, trial) = match trial {
            TrialResult::Point(EvaluatedPoint { value, gradient }) => {
                let line = format!("{POINT}\t{}\t{value:?}\t{}\n", words(x), words(gradient));
                (line, trial.clone())
            }
            TrialResult::Refused(reason) => {
                let reason = flat(reason);
                (
                    format!("{REFUSED}\t{}\t{reason}\n", words(x)),
                    TrialResult::Refused(reason),
                )
            }
        };
        self.append(&line)?;
        self.trials.insert(key(x), trial.clone());
        Ok(trial)
    }

    /// The residuals at a point, or why there are none, if that is known.
    pub fn residuals(&self, x: &[f64]) -> Option<&Result<Vec<f64>, String>> {
        self.residuals.get(&key(x))
    }

    /// Takes note of residuals.
    pub fn tell_residuals(
        &mut self,
        x: &[f64],
        found: Result<Vec<f64>, String>,
    ) -> Result<Result<Vec<f64>, String>, Failure> {
        let found = found.map_err(|reason| flat(&reason));
        let line = match &found {
            Ok(residuals) => format!("{RESIDUALS}\t{}\t{}\t\n", words(x), words(residuals)),
            Err(reason) => format!("{RESIDUALS}\t{}\t\t{reason}\n", words(x)),
        };
        self.append(&line)?;
        self.residuals.insert(key(x), found.clone());
        Ok(found)
    }

    /// Remarks on derivatives.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Takes note of a remark; whether it is new.
    pub fn tell_note(&mut self, note: &str) -> Result<bool, Failure> {
        let note = flat(note);
        let is_new = !self.notes.contains(&note);
        if is_new {
            self.append(&format!("{NOTE}\t{note}\n"))?;
            self.notes.push(note);
        }
        Ok(is_new)
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::refuse(format!("cannot use {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_known_again_to_the_bit() {
        let folder = tempfile::tempdir().unwrap();
        let x = [0.1 + 0.2, -1e-300, 5e-324];
        let point = TrialResult::Point(EvaluatedPoint {
            value: 1.0 / 3.0,
            gradient: vec![f64::MIN_POSITIVE, 2.0_f64.sqrt(), -0.0],
        });
        let mut record = EvaluationRecord::open(folder.path()).unwrap();
        record.tell_trial(&x, &point).unwrap();
        let refused = TrialResult::Refused("a\nb\tc".into());
        let told = record.tell_trial(&[1.0], &refused).unwrap();
        record
            .tell_residuals(&x, Ok(vec![0.1, 0.3]))
            .unwrap()
            .unwrap();
        assert!(record.tell_note("zero").unwrap() && !record.tell_note("zero").unwrap());
        let before = std::fs::read(folder.path().join("evaluations.tsv")).unwrap();
        // A line that a kill has left.
        let torn = [&before[..], b"point\t0.5 0.2"].concat();
        std::fs::write(folder.path().join("evaluations.tsv"), torn).unwrap();
        let record = EvaluationRecord::open(folder.path()).unwrap();
        assert_eq!(record.trial(&x), Some(&point));
        assert_eq!(record.trial(&[1.0]), Some(&told));
        assert_eq!(told, TrialResult::Refused("a b c".into()));
        assert_eq!(record.residuals(&x), Some(&Ok(vec![0.1, 0.3])));
        assert_eq!(
            std::fs::read(folder.path().join("evaluations.tsv")).unwrap(),
            before
        );
    }
}
