//! What stopped a step, by numbers of vertices, for those who draw it.

use serde::Serialize;

use super::StepError;
use crate::model::PairDescription;

/// Geometry of a step that could not be completed: `failure.json` of a run folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Blockage {
    /// The step that failed.
    pub step: u64,
    /// The reason in words.
    pub message: String,
    /// The vertex that is farthest from its target, or where the residual is largest, numbered in the model.
    pub vertex: Option<u32>,
    /// The boundary program that cannot reach its target.
    pub program: Option<String>,
    /// Distance of the vertex from its target, m.
    pub gap: Option<f64>,
    /// Vertices of the element that is lost.
    pub element: Option<Vec<u32>>,
    /// The closest pair.
    pub pair: Option<BlockingPair>,
}

/// The closest pair where a step failed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BlockingPair {
    /// The bodies, or a body and a half-space, by name.
    pub bodies: [String; 2],
    /// Vertices of each primitive, numbered in the model; none of a half-space.
    pub vertices: [Vec<u32>; 2],
    /// Their distance, m, beyond the thickness.
    pub distance: Option<f64>,
    /// The pair in words.
    pub words: String,
}

impl From<&PairDescription> for BlockingPair {
    fn from(pair: &PairDescription) -> Self {
        BlockingPair {
            bodies: pair.bodies.clone(),
            vertices: pair.vertices.clone(),
            distance: pair.distance,
            words: pair.words.clone(),
        }
    }
}

impl Blockage {
    /// What `error` tells, of a step after `done` steps.
    pub fn of(error: &StepError, done: u64) -> Self {
        let mut blockage = Blockage {
            step: done + 1,
            message: error.to_string(),
            ..Blockage::default()
        };
        match error {
            StepError::BoundaryBlocked {
                program,
                vertex,
                gap,
                closest,
                ..
            } => {
                blockage.program = Some(program.clone());
                (blockage.vertex, blockage.gap) = (Some(*vertex), Some(*gap));
                blockage.pair = closest.as_deref().map(BlockingPair::from);
            }
            StepError::NotConverged {
                vertex, closest, ..
            }
            | StepError::LineSearch {
                vertex, closest, ..
            } => {
                blockage.vertex = Some(*vertex);
                blockage.pair = closest.as_deref().map(BlockingPair::from);
            }
            StepError::NotFinite { vertex, .. } => blockage.vertex = Some(*vertex),
            StepError::ElementLost { element, .. } => {
                blockage.element = Some(element.vertices.clone());
            }
            _ => {}
        }
        blockage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blocked_boundary_names_program_vertex_and_pair() {
        let pair = PairDescription {
            bodies: ["a".to_owned(), "b".to_owned()],
            vertices: [vec![3], vec![7, 8, 9]],
            distance: Some(1e-6),
            words: "vertex 3 and triangle".to_owned(),
        };
        let error = StepError::BoundaryBlocked {
            step: 5,
            program: "press".to_owned(),
            vertex: 12,
            body: "a".to_owned(),
            gap: 0.1,
            closest: Some(Box::new(pair)),
        };
        let blockage = Blockage::of(&error, 4);
        assert_eq!((blockage.step, blockage.vertex), (5, Some(12)));
        assert_eq!(blockage.program.as_deref(), Some("press"));
        let pair = blockage.pair.unwrap();
        assert_eq!(pair.vertices, [vec![3], vec![7, 8, 9]]);
        assert!(blockage.message.contains("cannot reach its target"));
    }
}
