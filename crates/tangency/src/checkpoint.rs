//! The state of a simulation and its certificate as a checkpoint, and back.

use tangency_engine::state::{AngleState, Earlier};
use tangency_engine::{Certificate, ContinuousReport, Model, State, StateError, Vec3};
use tangency_io::run_folder::Checkpoint;

/// Names of the further arrays.
const CERTIFICATE: &str = "certificate";
const CONTINUOUS: &str = "continuous";
const START: &str = "start";
const ACCELERATION: &str = "a";
const PENDING: &str = "pending";
const EARLIER_X: &str = "earlier_x";
const EARLIER_V: &str = "earlier_v";
const KAPPA: &str = "kappa";
const ANGLE_X: &str = "angle_x";
const ANGLE_V: &str = "angle_v";
const DIRECTORS: &str = "directors";
const TWISTS: &str = "twists";
const RELEASED: &str = "released";

/// The checkpoint from which a run goes on at `state`.
pub fn checkpoint(state: &State, certificate: &Certificate) -> Checkpoint {
    let continuous = certificate.continuous.as_ref();
    let continuous = continuous.map(|report| {
        [report.steps_checked, report.pairs_checked, report.findings].map(|count| count as f64)
    });
    let tally = vec![
        certificate.steps as f64,
        certificate.intersections as f64,
        certificate.inversions as f64,
        certificate.permitted_inversions as f64,
        certificate.thickness_violations as f64,
        certificate.strain_violations as f64,
        certificate.min_distance.unwrap_or(f64::NAN),
        f64::from(u8::from(certificate.verified)),
        certificate.untested as f64,
    ];
    Checkpoint {
        x: state.x.clone(),
        v: state.v.clone(),
        time: state.time,
        step: state.step,
        extra: [
            (CERTIFICATE, tally),
            (CONTINUOUS, continuous.into_iter().flatten().collect()),
            (START, flat(&state.start)),
            (ACCELERATION, flat(&state.a)),
            (PENDING, flat(&state.pending)),
            (
                EARLIER_X,
                state.earlier.as_ref().map_or(Vec::new(), |e| flat(&e.x)),
            ),
            (
                EARLIER_V,
                state.earlier.as_ref().map_or(Vec::new(), |e| flat(&e.v)),
            ),
            (KAPPA, state.kappa.into_iter().collect()),
            (ANGLE_X, nodes(&state.angles.x)),
            (ANGLE_V, nodes(&state.angles.v)),
            (DIRECTORS, flat(&state.directors)),
            (TWISTS, state.twists.clone()),
            (
                RELEASED,
                state.released.iter().map(|&k| f64::from(k)).collect(),
            ),
        ]
        .map(|(name, numbers)| (name.to_owned(), numbers))
        .into(),
    }
}

/// Why a checkpoint cannot be gone on from.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum CheckpointError {
    /// An array that every run has.
    #[error("the array `{0}` is missing, another version of the program wrote it")]
    Missing(&'static str),
    /// An array that is too short or too long.
    #[error("the array `{array}` has {found} numbers, expected are {expected}")]
    Count {
        /// The array.
        array: &'static str,
        /// Numbers there are.
        found: usize,
        /// Numbers there may be.
        expected: String,
    },
    /// A number that should count something.
    #[error("the array `{array}` has {value} in entry {entry}, expected is a whole number")]
    NotWhole {
        /// The array.
        array: &'static str,
        /// The entry, from 0.
        entry: usize,
        /// The number.
        value: f64,
    },
    /// A certificate of other steps.
    #[error("`certificate` speaks of {certified} steps, `step` of {done}")]
    OtherSteps {
        /// Steps that were tested.
        certified: u64,
        /// Steps that were done.
        done: u64,
    },
    /// A state that does not fit the model.
    #[error(transparent)]
    State(#[from] StateError),
}

/// The state in a checkpoint and the certificate up to it, checked against the model.
pub fn restored(
    saved: &Checkpoint,
    model: &Model,
) -> Result<(State, Certificate), CheckpointError> {
    let arrays = Arrays(saved);
    let angles = model.node_count() - model.vertex_count();
    let state = state(&arrays, angles)?;
    state.check(model)?;
    let certificate = certificate(&arrays)?;
    if certificate.steps == state.step {
        return Ok((state, certificate));
    }
    Err(CheckpointError::OtherSteps {
        certified: certificate.steps,
        done: state.step,
    })
}

/// The arrays of a checkpoint by name.
struct Arrays<'a>(&'a Checkpoint);

impl Arrays<'_> {
    fn find(&self, name: &str) -> Option<&[f64]> {
        let mut arrays = self.0.extra.iter();
        let found = arrays.find(|(known, _)| known == name)?;
        Some(&found.1)
    }

    fn numbers(&self, name: &'static str) -> Result<&[f64], CheckpointError> {
        self.find(name).ok_or(CheckpointError::Missing(name))
    }

    /// Vectors, three numbers each.
    fn vectors(&self, name: &'static str) -> Result<Vec<Vec3>, CheckpointError> {
        let numbers = self.numbers(name)?;
        let (triples, rest) = numbers.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(miscounted(name, numbers, "three for each"));
        }
        Ok(triples.iter().map(|&c| Vec3::from(c)).collect())
    }

    /// Vectors, none where the checkpoint is from before there were such.
    fn later(&self, name: &'static str) -> Result<Vec<Vec3>, CheckpointError> {
        match self.find(name) {
            None => Ok(Vec::new()),
            Some(_) => self.vectors(name),
        }
    }

    /// Vectors that checkpoints from before rods twisted do not have.
    fn angles(&self, name: &'static str, count: usize) -> Result<Vec<Vec3>, CheckpointError> {
        let numbers = self.find(name).unwrap_or_default();
        if numbers.len() != 3 * count {
            let each = format!(
                "{}, three for each of {count} segments that twist",
                3 * count
            );
            return Err(miscounted(name, numbers, &each));
        }
        match numbers {
            [] => Ok(Vec::new()),
            _ => self.vectors(name),
        }
    }

    /// Whole numbers up to the largest of their type.
    fn whole<T: TryFrom<u64>>(&self, name: &'static str) -> Result<Vec<T>, CheckpointError> {
        let numbers = self.find(name).unwrap_or_default().iter().enumerate();
        numbers
            .map(|(entry, &value)| {
                whole(value).ok_or(CheckpointError::NotWhole {
                    array: name,
                    entry,
                    value,
                })
            })
            .collect()
    }
}

/// A whole number that a float holds exactly.
fn whole<T: TryFrom<u64>>(value: f64) -> Option<T> {
    let is_exact = value >= 0.0 && value <= 2f64.powi(53) && value.fract() == 0.0;
    is_exact.then(|| T::try_from(value as u64).ok()).flatten()
}

fn miscounted(array: &'static str, numbers: &[f64], expected: &str) -> CheckpointError {
    CheckpointError::Count {
        array,
        found: numbers.len(),
        expected: expected.to_owned(),
    }
}

fn state(arrays: &Arrays, angles: usize) -> Result<State, CheckpointError> {
    let (x, v) = (arrays.vectors(EARLIER_X)?, arrays.vectors(EARLIER_V)?);
    let has_earlier = !(x.is_empty() && v.is_empty());
    let kappa = match arrays.numbers(KAPPA)? {
        [] => None,
        &[kappa] => Some(kappa),
        numbers => return Err(miscounted(KAPPA, numbers, "at most 1")),
    };
    let saved = arrays.0;
    let angle = |name| -> Result<Vec<f64>, CheckpointError> {
        let nodes = arrays.angles(name, angles)?;
        Ok(nodes.iter().map(|node| node.x).collect())
    };
    Ok(State {
        a: arrays.vectors(ACCELERATION)?,
        pending: arrays.later(PENDING)?,
        earlier: has_earlier.then_some(Earlier { x, v }),
        start: arrays.vectors(START)?,
        kappa,
        time: saved.time,
        step: saved.step,
        directors: arrays.angles(DIRECTORS, angles)?,
        twists: arrays.find(TWISTS).unwrap_or_default().to_vec(),
        released: arrays.whole(RELEASED)?,
        x: saved.x.clone(),
        v: saved.v.clone(),
        angles: AngleState {
            x: angle(ANGLE_X)?,
            v: angle(ANGLE_V)?,
        },
    })
}

/// Angles as nodes: three numbers each, the last two zero.
fn nodes(angles: &[f64]) -> Vec<f64> {
    angles.iter().flat_map(|&x| [x, 0.0, 0.0]).collect()
}

fn flat(vectors: &[Vec3]) -> Vec<f64> {
    vectors.iter().flatten().copied().collect()
}

/// The certificate up to a checkpoint: six counts, the smallest distance (NaN: none), whether it holds, and the steps not tested.
fn certificate(arrays: &Arrays) -> Result<Certificate, CheckpointError> {
    let tally = arrays.numbers(CERTIFICATE)?;
    // Checkpoints from before steps could be left untested have no number of these.
    let &[_, _, _, _, _, _, distance, verified, ref untested @ ..] = tally else {
        return Err(miscounted(CERTIFICATE, tally, "8 or 9"));
    };
    if untested.len() > 1 {
        return Err(miscounted(CERTIFICATE, tally, "8 or 9"));
    }
    let count = |array: &'static str, tally: &[f64], entry: usize| {
        let value = tally[entry];
        whole(value).ok_or(CheckpointError::NotWhole {
            array,
            entry,
            value,
        })
    };
    let found = |entry| count(CERTIFICATE, tally, entry);
    let moves = arrays.numbers(CONTINUOUS)?;
    let continuous = match moves.len() {
        0 => None,
        3 => Some(ContinuousReport {
            steps_checked: count(CONTINUOUS, moves, 0)?,
            pairs_checked: count(CONTINUOUS, moves, 1)?,
            findings: count(CONTINUOUS, moves, 2)?,
            described: Vec::new(),
        }),
        _ => return Err(miscounted(CONTINUOUS, moves, "0 or 3")),
    };
    Ok(Certificate {
        continuous,
        steps: found(0)?,
        intersections: found(1)?,
        inversions: found(2)?,
        permitted_inversions: found(3)?,
        thickness_violations: found(4)?,
        strain_violations: found(5)?,
        min_distance: (!distance.is_nan()).then_some(distance),
        verified: verified != 0.0,
        untested: if untested.is_empty() { 0 } else { found(8)? },
        ..Certificate::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_state_comes_back() {
        let vectors = |seed: f64| vec![Vec3::new(seed, 0.5, -1.0), Vec3::new(2.0, seed, 3.0)];
        let state = State {
            x: vectors(1.0)[..1].to_vec(),
            v: vectors(2.0)[..1].to_vec(),
            angles: AngleState {
                x: vec![1.5],
                v: vec![2.5],
            },
            a: vectors(3.0),
            pending: vectors(3.5),
            earlier: Some(Earlier {
                x: vectors(4.0),
                v: vectors(5.0),
            }),
            start: vectors(6.0),
            released: vec![0, 3],
            directors: vectors(7.0)[..1].to_vec(),
            twists: vec![8.0],
            kappa: Some(9.0),
            time: 10.0,
            step: 11,
        };
        let saved = checkpoint(&state, &Certificate::default());
        assert_eq!(super::state(&Arrays(&saved), 1), Ok(state));
    }
}
