//! The exceptions that the package raises. `python/tangency/errors.py` has the classes; this finds them.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tangency::Error;
use tangency::adjoint::GradientError;
use tangency_engine::model::PairDescription;
use tangency_engine::{ModelError, StateRefused, StepError};
use tangency_scene::SceneError;

/// An exception of the class `name` of `tangency.errors`, with these attributes.
pub fn exception(
    py: Python<'_>,
    name: &str,
    message: &str,
    attributes: &Bound<'_, PyDict>,
) -> PyErr {
    let raised = py
        .import("tangency.errors")
        .and_then(|module| module.getattr(name))
        .and_then(|class| class.call((message,), Some(attributes)));
    match raised {
        Ok(error) => PyErr::from_value(error),
        Err(_) => PyRuntimeError::new_err(message.to_owned()),
    }
}

/// An exception of the class `name` of `tangency.errors`, in words alone.
pub fn plain(py: Python<'_>, name: &str, message: &str) -> PyErr {
    exception(py, name, message, &PyDict::new(py))
}

/// The exception for an error of the front door, with its geometry as attributes.
pub fn of_error(py: Python<'_>, error: Error) -> PyErr {
    let attributes = PyDict::new(py);
    let filled = fill(&attributes, &error);
    let message = match &error {
        Error::Gradient(GradientError::Step(step)) => format!("{error}: {step}"),
        error => error.to_string(),
    };
    let class = match (&error, error.model()) {
        (
            _,
            Some(
                ModelError::InitialIntersection { .. }
                | ModelError::InitialTouch { .. }
                | ModelError::InitialOffset { .. },
            ),
        ) => "Intersection",
        (Error::State(_) | Error::Drive(_) | Error::Recorded | Error::Variable(_), _) => {
            "InputError"
        }
        (Error::Gradient(GradientError::Step(_)), _) => "Stuck",
        (Error::Gradient(_), _) => "GradientError",
        (Error::Step(StepError::Interrupted { .. }), _) => "Interrupted",
        (Error::Step(_), _) => "Stuck",
        (Error::Scene(_), _) => "SceneError",
        (Error::Io(_) | Error::Checkpoint(_) | Error::OtherBodies { .. }, _) => "RunError",
        _ => "TangencyError",
    };
    match filled {
        Ok(()) => exception(py, class, &message, &attributes),
        Err(error) => error,
    }
}

fn fill(attributes: &Bound<'_, PyDict>, error: &Error) -> PyResult<()> {
    match error {
        Error::Scene(SceneError::Invalid { place, .. }) => {
            attributes.set_item("place", &place.path)?;
        }
        Error::Step(error) | Error::Gradient(GradientError::Step(error)) => {
            return fill_step(attributes, error);
        }
        Error::State(StateRefused::Prescribed { vertex, body }) => {
            attributes.set_item("vertex", vertex)?;
            attributes.set_item("body", body)?;
        }
        _ => {}
    }
    match error.model() {
        Some(ModelError::InitialTouch { first } | ModelError::InitialOffset { first, .. }) => {
            fill_pair(attributes, first)
        }
        Some(ModelError::InitialIntersection { pairs, .. }) => match pairs.first() {
            Some(first) => fill_pair(attributes, first),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn fill_step(attributes: &Bound<'_, PyDict>, error: &StepError) -> PyResult<()> {
    let reason = match error {
        StepError::BoundaryBlocked { .. } => "boundary-blocked",
        StepError::NotConverged { .. } => "not-converged",
        StepError::LineSearch { .. } => "line-search",
        StepError::Linear { .. } => "linear-solver",
        StepError::NotFinite { .. } => "not-finite",
        StepError::ElementLost { .. } => "element-lost",
        StepError::Unsolved { .. } => "unsolved",
        StepError::Undriven { .. } => "undriven",
        StepError::Interrupted { .. } => "interrupted",
        StepError::Device { .. } => "device",
    };
    attributes.set_item("reason", reason)?;
    if let StepError::BoundaryBlocked {
        vertex,
        body,
        closest,
        ..
    }
    | StepError::NotConverged {
        vertex,
        body,
        closest,
        ..
    }
    | StepError::LineSearch {
        vertex,
        body,
        closest,
        ..
    } = error
    {
        attributes.set_item("vertex", vertex)?;
        attributes.set_item("body", body)?;
        if let Some(pair) = closest {
            fill_pair(attributes, pair)?;
        }
    }
    Ok(())
}

fn fill_pair(attributes: &Bound<'_, PyDict>, pair: &PairDescription) -> PyResult<()> {
    attributes.set_item("pair", (pair.vertices[0].clone(), pair.vertices[1].clone()))?;
    attributes.set_item("bodies", (&pair.bodies[0], &pair.bodies[1]))?;
    attributes.set_item("distance", pair.distance)
}
