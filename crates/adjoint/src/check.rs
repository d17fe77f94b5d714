//! Refusals: what is not differentiated is named, never passed over.

use std::collections::BTreeSet;
use std::sync::Arc;

use tangency_engine::contact::for_model;
use tangency_engine::{ContactKind, LoadKind, Model, Path, StepperKind};

use crate::error::GradientError;
use crate::gradient::Variable;

fn refused(what: impl Into<String>, advice: &'static str) -> GradientError {
    GradientError::NotDifferentiated {
        what: what.into(),
        advice,
    }
}

/// Only Newton's method leaves a gradient of zero.
pub fn not_newton() -> GradientError {
    refused(
        "steps of block descent, which do not end at a minimum",
        "set `stepper = \"newton\"`",
    )
}

/// Refuses models of which something is not differentiated.
pub fn model(model: &Model) -> Result<(), GradientError> {
    let settings = &model.settings;
    if settings.stepper != StepperKind::Newton {
        return Err(not_newton());
    }
    if settings.contact == ContactKind::Ogc {
        return Err(refused(
            "contact `ogc`, whose potential changes with each detection",
            "set `contact` to \"ipc\", \"convergent\" or \"gcp\"",
        ));
    }
    if settings.damping.stiffness > 0.0 {
        return Err(refused(
            "damping by stiffness, whose matrix is projected",
            "set the damping's `stiffness` to 0",
        ));
    }
    let elements = &model.elements;
    let kinds = [
        (
            elements
                .plane
                .iter()
                .any(|batch| !batch.stencils.is_empty()),
            "planar solids",
        ),
        (!elements.triangles.triangles.is_empty(), "sheets"),
        (!elements.segments.segments.is_empty(), "rods"),
        (
            !elements.twists.joints.stencils.is_empty(),
            "rods that twist",
        ),
        (!elements.springs.stencils.is_empty(), "stitches"),
        (!model.dependents.is_empty(), "embedded surfaces"),
    ];
    if let Some((_, kind)) = kinds.iter().find(|(is_there, _)| *is_there) {
        return Err(refused(
            *kind,
            "only solids of tets, grains and obstacles have gradients",
        ));
    }
    for program in &model.boundary {
        if program.motion.path == Path::Driven {
            return Err(refused(
                format!("the driven motion `{}`", program.name),
                "prescribe the motion by pieces or a mesh sequence",
            ));
        }
    }
    for load in &model.loads {
        if matches!(load.kind, LoadKind::Driven { .. }) {
            return Err(refused(
                format!("the driven load `{}`", load.name),
                "give the load in the scene",
            ));
        }
    }
    Ok(())
}

/// Refuses variables on which something depends that is not differentiated, and runs in which the stiffness, `kappa` after each
/// step, followed the forces.
pub fn variables(
    model: &Arc<Model>,
    kappa: &[f64],
    wanted: &BTreeSet<Variable>,
) -> Result<(), GradientError> {
    let is_adaptive = model.settings.kappa.is_none();
    for variable in [Variable::Density, Variable::RestShape] {
        if is_adaptive && wanted.contains(&variable) {
            return Err(refused(
                format!("the automatic barrier stiffness, for `{}`", variable.name()),
                "set `kappa` in the scene's solver settings: the automatic one follows from masses",
            ));
        }
    }
    if wanted.contains(&Variable::Density)
        && let Some(name) = grains(model)
    {
        return Err(refused(
            format!("the density of the grains `{name}`"),
            "ask for the other variables, or make the grains obstacles or solids",
        ));
    }
    if wanted.contains(&Variable::RestShape) && model.settings.contact != ContactKind::Ipc {
        return Err(refused(
            format!(
                "the weights of contact `{}`, for `rest-shape`",
                model.settings.contact.name()
            ),
            "set `contact = \"ipc\"`: its pairs have no weights by area at rest",
        ));
    }
    stiffness(model, kappa)
}

/// The first body with mass and without tets.
fn grains(model: &Model) -> Option<&str> {
    let mut has_tets = vec![false; model.bodies.len()];
    for batch in &model.elements.tets {
        for stencil in &batch.stencils {
            has_tets[model.body_of[stencil[0] as usize] as usize] = true;
        }
    }
    let bodies = model.bodies.iter().zip(&has_tets);
    let mut loose = bodies.filter(|(body, has_tets)| !body.is_obstacle && !**has_tets);
    loose.next().map(|(body, _)| body.name.as_str())
}

fn stiffness(model: &Arc<Model>, kappa: &[f64]) -> Result<(), GradientError> {
    if model.settings.kappa.is_some() {
        return Ok(());
    }
    let smallest = for_model(model).stiffness();
    for (step, &kappa) in (1..).zip(kappa) {
        // The smallest one, or 100 or 10,000 times it, times a power of two: what small changes do not change.
        let is_multiple = |times: f64| {
            let power = (kappa / (times * smallest)).log2();
            (power - power.round()).abs() < 1e-9
        };
        // Friction of the first step takes the stiffness from its start: only at a bound is it known not to have grown within.
        let is_bound = [1.0, 100.0]
            .into_iter()
            .any(|times: f64| (kappa / (times * smallest) - 1.0).abs() < 1e-9);
        let is_unknown = step == 1 && !is_bound && !model.friction.is_frictionless();
        if is_unknown || ![1.0, 100.0, 1e4].into_iter().any(is_multiple) {
            return Err(GradientError::AdaptiveStiffness { step, kappa });
        }
    }
    Ok(())
}
