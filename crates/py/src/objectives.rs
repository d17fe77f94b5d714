//! Objectives in words (JSON), as `python/tangency/gradients.py` writes them.

use serde::Deserialize;
use tangency::DifferentiableRun;
use tangency::adjoint::{
    CenterOfMass, KineticEnergy, Objective, PointTargets, StateGradient, StateView, Volume,
};
use tangency_engine::Vec3;

/// A term of an objective.
#[derive(Deserialize)]
struct ObjectiveTerm {
    /// Factor of the term.
    weight: f64,
    /// First and last state that it looks at; negative ones count from the end.
    steps: [i64; 2],
    /// The body.
    body: String,
    /// What is looked at.
    of: TermFunction,
}

/// The function of a term.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum TermFunction {
    /// ½ Σ |x - target|².
    Points {
        /// Vertices by their numbers in the body.
        vertices: Vec<u32>,
        /// A target for each.
        targets: Vec<[f64; 3]>,
    },
    /// ½ |c - target|² of the centre of mass.
    CenterOfMass {
        /// The target.
        target: [f64; 3],
    },
    /// Kinetic energy.
    KineticEnergy,
    /// Volume.
    Volume,
}

/// ObjectiveTerms with their weights and windows.
pub struct ObjectiveTerms(Vec<WeightedTerm>);

/// Weight, first and last state, and the function of them.
type WeightedTerm = (f64, [u64; 2], Box<dyn Objective + Send + Sync>);

impl Objective for ObjectiveTerms {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let active = self
            .0
            .iter()
            .filter(|(_, [first, last], _)| (first..=last).contains(&&state.step));
        active
            .map(|(own, _, objective)| own * objective.add(state, own * weight, gradient))
            .sum()
    }
}

/// The objective in a text, for a run.
pub fn read(text: &str, run: &DifferentiableRun) -> Result<ObjectiveTerms, String> {
    let terms: Vec<ObjectiveTerm> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let terms = terms.into_iter().map(|term| term.resolved(run));
    terms.collect::<Result<_, _>>().map(ObjectiveTerms)
}

impl ObjectiveTerm {
    fn resolved(self, run: &DifferentiableRun) -> Result<WeightedTerm, String> {
        let steps = run.steps() as i64;
        let state = |number: i64| {
            let counted = if number < 0 {
                steps + 1 + number
            } else {
                number
            };
            let is_there = (0..=steps).contains(&counted);
            let message = || {
                format!(
                    "there is no state {number}: the run has {} of them, from 0 to {steps}",
                    steps + 1
                )
            };
            is_there.then_some(counted as u64).ok_or_else(message)
        };
        let window = [state(self.steps[0])?, state(self.steps[1])?];
        let model = run.model();
        let Some(number) = model.bodies.iter().position(|body| body.name == self.body) else {
            let names: Vec<&str> = model.bodies.iter().map(|body| &body.name[..]).collect();
            let known = names.join(", ");
            return Err(format!(
                "there is no body `{}`; there are: {known}",
                self.body
            ));
        };
        let vertices = model.bodies[number].vertices.clone();
        let objective: Box<dyn Objective + Send + Sync> = match self.of {
            TermFunction::Points {
                vertices: own,
                targets,
            } => {
                if own.len() != targets.len() {
                    let (points, targets) = (own.len(), targets.len());
                    return Err(format!(
                        "{targets} targets for {points} vertices of `{}`",
                        self.body
                    ));
                }
                if let Some(wrong) = own.iter().find(|&&v| v as usize >= vertices.len()) {
                    let count = vertices.len();
                    return Err(format!(
                        "`{}` has {count} vertices, no vertex {wrong}",
                        self.body
                    ));
                }
                Box::new(PointTargets {
                    vertices: own.iter().map(|v| vertices.start + v).collect(),
                    targets: targets.into_iter().map(Vec3::from).collect(),
                })
            }
            TermFunction::CenterOfMass { target } => {
                if model.bodies[number].is_obstacle {
                    return Err(format!("`{}` is an obstacle and has no mass", self.body));
                }
                let (vertices, target) = (vertices.collect(), target.into());
                Box::new(CenterOfMass { vertices, target })
            }
            TermFunction::KineticEnergy => Box::new(KineticEnergy {
                vertices: vertices.collect(),
            }),
            TermFunction::Volume => Box::new(Volume {
                body: number as u32,
            }),
        };
        Ok((self.weight, window, objective))
    }
}
