//! Counts of worlds by what became of them.

use std::collections::BTreeMap;
use std::fmt;

use super::generate::RandomWorld;
use super::laws::Checks;
use super::method::WorldMethod;
use super::trial::WorldVerdict;

/// Largest share of worlds that may be refused: the generator is to make worlds that run.
const REFUSED: f64 = 0.1;
/// Largest share of worlds with a step that could not be completed.
const STOPPED: f64 = 0.1;

/// Worlds of one method.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// All of them.
    pub worlds: u64,
    /// Ran, confirmed, within the laws.
    pub held: u64,
    /// Refused with a message.
    pub refused: u64,
    /// With a step that could not be completed.
    pub stopped: u64,
    /// With something wrong.
    pub broken: u64,
}

/// Worlds by what became of them.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By method.
    pub counts: BTreeMap<WorldMethod, Counts>,
    /// Comparisons with closed forms.
    pub checks: Checks,
    /// Seed and words of each world that is broken, was stopped, or was refused though it should not be.
    pub told: BTreeMap<u64, String>,
}

impl Tally {
    /// Counts a world.
    pub fn add(&mut self, world: &RandomWorld, verdict: WorldVerdict) {
        let counts = self.counts.entry(world.method).or_default();
        counts.worlds += 1;
        let mut tell = |words: String| {
            self.told
                .insert(world.seed, format!("{}: {words}", world.method));
        };
        match verdict {
            WorldVerdict::Held(checks) => {
                counts.held += 1;
                self.checks.flights += checks.flights;
                self.checks.energies += checks.energies;
                self.checks.held += checks.held;
            }
            WorldVerdict::Refused(message) => {
                counts.refused += 1;
                if world.method != WorldMethod::Wrong {
                    tell(format!("refused: {message}"));
                }
            }
            WorldVerdict::Stopped(message) => {
                counts.stopped += 1;
                tell(format!("stopped: {message}"));
            }
            WorldVerdict::Broken(words) => {
                counts.broken += 1;
                tell(format!("BROKEN: {}", words.join("; ")));
            }
        }
    }

    /// Sums over all methods but the worlds that must be refused.
    pub fn total(&self) -> Counts {
        let own = self
            .counts
            .iter()
            .filter(|(m, _)| **m != WorldMethod::Wrong);
        own.fold(Counts::default(), |sum, (_, c)| Counts {
            worlds: sum.worlds + c.worlds,
            held: sum.held + c.held,
            refused: sum.refused + c.refused,
            stopped: sum.stopped + c.stopped,
            broken: sum.broken + c.broken,
        })
    }

    /// Whether nothing is broken, few worlds are refused and few steps not completed.
    pub fn is_clean(&self) -> bool {
        let total = self.total();
        let worlds = total.worlds as f64;
        self.counts.values().all(|c| c.broken == 0)
            && total.refused as f64 <= REFUSED * worlds
            && total.stopped as f64 <= STOPPED * worlds
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, words) in &self.told {
            writeln!(f, "world {seed}, {words}")?;
        }
        writeln!(
            f,
            "{:<12}{:>8}{:>8}{:>8}{:>8}{:>8}",
            "method", "worlds", "held", "refused", "stopped", "broken"
        )?;
        let total = self.total();
        let rows = self.counts.iter().map(|(m, c)| (m.to_string(), *c));
        for (name, c) in rows.chain([("all to be run".to_string(), total)]) {
            writeln!(
                f,
                "{name:<12}{:>8}{:>8}{:>8}{:>8}{:>8}",
                c.worlds, c.held, c.refused, c.stopped, c.broken
            )?;
        }
        writeln!(
            f,
            "closed forms: {} flights, {} energies, {} held vertices",
            self.checks.flights, self.checks.energies, self.checks.held
        )
    }
}
