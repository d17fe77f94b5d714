//! The records of a run about itself besides its frames: how many steps there were, and the chain of hashes.
//!
//! The chain is computed anew from the files. It tells what was changed, lost or exchanged after it was written, by
//! accident or by somebody who did not care to hide it; it is no signature.

use std::collections::BTreeMap;

use serde_json::Value;
use tangency_io::IoError;
use tangency_io::run_folder::{Chain, RunReader, SceneInForce};

/// Breaks of the chain that are told.
const TOLD: usize = 8;

/// The steps that the statistics tell of, and the link of each.
pub(crate) struct Records {
    /// Numbers of the steps, line by line.
    steps: Vec<u64>,
    /// Links by step.
    links: BTreeMap<u64, String>,
    /// The link in the certificate.
    last_link: Option<String>,
    is_finished: bool,
}

fn link(record: &Value) -> Option<String> {
    record.get("chain")?.as_str().map(str::to_owned)
}

impl Records {
    /// Reads the statistics; `certificate` is that of a finished run.
    pub(crate) fn read(reader: &RunReader, certificate: Option<&Value>) -> Result<Self, IoError> {
        let stats = reader.stats()?;
        let step = |line: &Value| line.get("step").and_then(Value::as_u64);
        let linked = stats
            .iter()
            .filter_map(|line| Some((step(line)?, link(line)?)));
        Ok(Self {
            steps: stats
                .iter()
                .map(|line| step(line).unwrap_or(u64::MAX))
                .collect(),
            links: linked.collect(),
            last_link: certificate.and_then(link),
            is_finished: certificate.is_some(),
        })
    }

    /// Whether scene, topology and frames are chained.
    pub(crate) fn is_chained(&self) -> bool {
        self.last_link.is_some() || !self.links.is_empty()
    }

    /// Sentences about steps of which the statistics and the frames, of which `last` is the last, do not both tell.
    pub(crate) fn miscounts(&self, last: u64) -> Vec<String> {
        let mut told = Vec::new();
        let expected = (1..).zip(&self.steps);
        if let Some((line, &step)) = expected.into_iter().find(|(line, step)| line != *step) {
            let step = if step == u64::MAX {
                "no step".to_owned()
            } else {
                format!("step {step}")
            };
            told.push(format!(
                "stats.jsonl: line {line} tells of {step} instead of step {line}"
            ));
        }
        let count = self.steps.len() as u64;
        // A run that is under way, or was killed, writes the frame first.
        if count > last || (self.is_finished && count < last) {
            told.push(format!(
                "stats.jsonl tells of {count} steps, the frames of {last}"
            ));
        }
        told
    }
}

/// The chain on its way through the frames.
pub(crate) struct Links<'a> {
    records: &'a Records,
    scenes: Vec<SceneInForce>,
    /// The link before the next frame; `None` where it cannot be known any more.
    chain: Option<Chain>,
    next: u64,
    breaks: Vec<String>,
}

impl<'a> Links<'a> {
    /// The chain before the first frame.
    pub(crate) fn begin(records: &'a Records, reader: &RunReader) -> Result<Self, IoError> {
        let scenes = reader.scenes()?;
        let first = scenes.first().map_or(&[][..], |scene| &scene.text);
        Ok(Self {
            chain: Some(Chain::start(first, &reader.topology_bytes()?)),
            records,
            scenes,
            next: 0,
            breaks: Vec::new(),
        })
    }

    /// Goes on to a frame, of whose file these are the bytes, if it can be read.
    pub(crate) fn add(&mut self, step: u64, bytes: Option<&[u8]>) {
        if self.next < step {
            // Frames are missing: what was claimed of the last of them has to do.
            let claimed = self.records.links.get(&(step - 1));
            self.chain = claimed.and_then(|link| Chain::from_hex(link));
        }
        self.next = step.saturating_add(1);
        let found = self.chain.take().zip(bytes).map(|(mut chain, bytes)| {
            for scene in self.scenes.iter().filter(|scene| comes_at(scene, step)) {
                chain.absorb("scene", &scene.text);
            }
            chain.absorb_frame(step, bytes);
            chain
        });
        let Some(claimed) = self.records.links.get(&step) else {
            self.chain = found;
            let is_told = self.records.steps.get((step as usize).wrapping_sub(1)) == Some(&step);
            if is_told && self.records.is_chained() {
                self.tell(format!("stats.jsonl: step {step} has no link of the chain"));
            }
            return;
        };
        let claimed_link = Chain::from_hex(claimed);
        if claimed_link.is_none() {
            self.tell(format!(
                "stats.jsonl: the link of step {step} is no SHA-256"
            ));
        } else if found.is_some() && found != claimed_link {
            let files = match step {
                1 => "scene.json, topology.npz, frame 0 or frame 1".to_owned(),
                _ if self.scenes.iter().any(|scene| comes_at(scene, step)) => {
                    format!("scene.json or frame {step}")
                }
                _ => format!("frame {step}"),
            };
            self.tell(format!(
                "{files} is not what the run wrote: the chain of stats.jsonl breaks at step {step}"
            ));
        }
        // What comes after is judged by what was claimed: each break is told once.
        self.chain = claimed_link;
    }

    fn tell(&mut self, problem: String) {
        if self.breaks.len() < TOLD {
            self.breaks.push(problem);
        }
    }

    /// Sentences about where the chain is broken, the link of the certificate included.
    pub(crate) fn end(mut self) -> Vec<String> {
        if !self.records.is_chained() {
            return Vec::new();
        }
        match (&self.records.last_link, self.chain) {
            (None, _) if self.records.is_finished => {
                self.breaks.push("certificate.json has no link of the chain".to_owned());
            }
            (Some(claimed), Some(chain)) if *claimed != chain.to_hex() => self.breaks.push(
                "the chain does not end with the link of certificate.json: frames or statistics were changed or cut off"
                    .to_owned(),
            ),
            _ => {}
        }
        self.breaks
    }
}

/// Whether a scene came into force with a step.
fn comes_at(scene: &SceneInForce, step: u64) -> bool {
    scene
        .after
        .is_some_and(|after| after.checked_add(1) == Some(step))
}
