//! Positions, velocities and rest shapes that a program sets in place of those of the scene language.

use std::collections::BTreeMap;

use tangency_engine::certificate::find_lost_element;
use tangency_engine::prepare::check_positions;
use tangency_engine::{Model, State, StateRefused, Vec3};

use crate::error::Error;
use crate::simulation::PreparedScene;
use crate::variable_error::VariableError;

/// Arrays by the name of the body, one vector for each of its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyArrays {
    /// Positions at the start, m.
    pub positions: BTreeMap<String, Vec<Vec3>>,
    /// Velocities at the start, m/s.
    pub velocities: BTreeMap<String, Vec<Vec3>>,
    /// Positions at rest, m.
    pub rest_shapes: BTreeMap<String, Vec<Vec3>>,
}

impl BodyArrays {
    /// Puts bodies where the arrays say, after checking that nothing intersects, inverts, or is closer than it may be.
    pub fn place(&self, prepared: &mut PreparedScene) -> Result<(), Error> {
        let PreparedScene { model, state, .. } = prepared;
        self.copy(model, state)?;
        let moves = !(self.positions.is_empty() && self.rest_shapes.is_empty());
        if moves && !state.directors.is_empty() {
            let what = "rods that twist keep the frames that they are built with";
            return Err(StateRefused::Remembered { what }.into());
        }
        state.check(model).map_err(StateRefused::from)?;
        if moves {
            check_positions(model, &state.x).map_err(StateRefused::from)?;
            if let Some(element) = find_lost_element(model, &state.x) {
                return Err(StateRefused::Element(element).into());
            }
        }
        Ok(())
    }

    /// Puts bodies where the arrays say, unchecked but for their names and lengths.
    pub fn copy(&self, model: &Model, state: &mut State) -> Result<(), VariableError> {
        for (body, x) in &self.positions {
            let range = checked(model, "positions", body, x)?;
            state.x[range.clone()].copy_from_slice(x);
            state.start[range].copy_from_slice(x);
        }
        for (body, v) in &self.velocities {
            let range = checked(model, "velocities", body, v)?;
            state.v[range].copy_from_slice(v);
        }
        Ok(())
    }

    /// Refuses what a scene file does not hold.
    pub fn refuse(&self) -> Result<(), VariableError> {
        let kinds = [
            ("positions", &self.positions),
            ("velocities", &self.velocities),
            ("rest positions", &self.rest_shapes),
        ];
        for (what, arrays) in kinds {
            if let Some(body) = arrays.keys().next().cloned() {
                return Err(VariableError::NotInScene { what, body });
            }
        }
        Ok(())
    }
}

/// The vertices of a body for which there are `vectors`.
fn checked(
    model: &Model,
    what: &str,
    body: &str,
    vectors: &[Vec3],
) -> Result<std::ops::Range<usize>, VariableError> {
    let name = format!("{what}:{body}");
    let Some(found) = model.bodies.iter().find(|one| one.name == body) else {
        let known = model
            .bodies
            .iter()
            .map(|one| format!("{what}:{}", one.name));
        return Err(VariableError::unknown(&name, known.collect()));
    };
    let range = found.vertices.start as usize..found.vertices.end as usize;
    if vectors.len() == range.len() {
        return Ok(range);
    }
    let (found, expected) = (3 * vectors.len(), 3 * range.len());
    Err(VariableError::Length {
        name,
        found,
        expected,
    })
}
