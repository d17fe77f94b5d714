//! The state of a run and its certificate as a checkpoint, and back.

use tangency_engine::state::Earlier;
use tangency_engine::{Certificate, ContinuousReport, State, Vec3};
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

/// What a run needs to go on from `state`, which begins with so many vertices.
pub fn checkpoint(state: &State, vertices: usize, certificate: &Certificate) -> Checkpoint {
    let (x, angle_x) = state.x.split_at(vertices);
    let (v, angle_v) = state.v.split_at(vertices);
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
    ];
    Checkpoint {
        x: x.to_vec(),
        v: v.to_vec(),
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
            (ANGLE_X, flat(angle_x)),
            (ANGLE_V, flat(angle_v)),
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

/// The state in a checkpoint; `None` when something of it is missing.
pub fn state(saved: Checkpoint) -> Option<State> {
    let numbers = |name: &str| {
        let found = saved.extra.iter().find(|(known, _)| known == name)?;
        Some(found.1.as_slice())
    };
    let vectors = |name: &str| {
        let numbers = numbers(name)?;
        let triples = numbers.chunks_exact(3);
        Some(
            triples
                .map(|c| Vec3::new(c[0], c[1], c[2]))
                .collect::<Vec<_>>(),
        )
    };
    let (x, v) = (vectors(EARLIER_X)?, vectors(EARLIER_V)?);
    // Checkpoints from before rods twisted have no angles, those from before passages no released programs, those from before
    // contact was implicit in all integrators nothing pending.
    let later = |name: &str| vectors(name).unwrap_or_default();
    Some(State {
        a: vectors(ACCELERATION)?,
        pending: later(PENDING),
        earlier: (!x.is_empty()).then_some(Earlier { x, v }),
        start: vectors(START)?,
        kappa: numbers(KAPPA)?.first().copied(),
        time: saved.time,
        step: saved.step,
        directors: later(DIRECTORS),
        twists: numbers(TWISTS).unwrap_or_default().to_vec(),
        released: numbers(RELEASED)
            .unwrap_or_default()
            .iter()
            .map(|&k| k as u32)
            .collect(),
        x: [&saved.x[..], &later(ANGLE_X)].concat(),
        v: [&saved.v[..], &later(ANGLE_V)].concat(),
    })
}

fn flat(vectors: &[Vec3]) -> Vec<f64> {
    vectors.iter().flatten().copied().collect()
}

/// The certificate up to a checkpoint.
pub fn certificate(saved: &Checkpoint) -> Option<Certificate> {
    let (_, tally) = saved.extra.iter().find(|(name, _)| name == CERTIFICATE)?;
    let &[
        steps,
        intersections,
        inversions,
        permitted,
        thickness,
        strain,
        distance,
        verified,
    ] = tally.as_slice()
    else {
        return None;
    };
    let continuous = saved.extra.iter().find(|(name, _)| name == CONTINUOUS)?;
    let continuous = match continuous.1[..] {
        [steps, pairs, findings] => Some(ContinuousReport {
            steps_checked: steps as u64,
            pairs_checked: pairs as u64,
            findings: findings as u64,
            described: Vec::new(),
        }),
        _ => None,
    };
    Some(Certificate {
        continuous,
        steps: steps as u64,
        intersections: intersections as u64,
        inversions: inversions as u64,
        permitted_inversions: permitted as u64,
        thickness_violations: thickness as u64,
        strain_violations: strain as u64,
        min_distance: (!distance.is_nan()).then_some(distance),
        verified: verified != 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_state_comes_back() {
        let vectors = |seed: f64| vec![Vec3::new(seed, 0.5, -1.0), Vec3::new(2.0, seed, 3.0)];
        let state = State {
            x: vectors(1.0),
            v: vectors(2.0),
            a: vectors(3.0),
            pending: vectors(3.5),
            earlier: Some(Earlier {
                x: vectors(4.0),
                v: vectors(5.0),
            }),
            start: vectors(6.0),
            released: vec![0, 3],
            directors: vectors(7.0),
            twists: vec![8.0],
            kappa: Some(9.0),
            time: 10.0,
            step: 11,
        };
        // One vertex, and one node of an angle.
        let saved = checkpoint(&state, 1, &Certificate::default());
        assert_eq!(super::state(saved), Some(state));
    }
}
