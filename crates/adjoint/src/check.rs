//! Refusals: what is not differentiated is named, never passed over.

use std::collections::BTreeSet;
use std::sync::Arc;

use tangency_engine::contact::for_model;
use tangency_engine::{ContactKind, LoadKind, Model, Path, RestShape, StepperKind};

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
    if settings.pace.is_some() {
        return Err(refused(
            "steps that are cut into shorter ones",
            "give the time step as one number",
        ));
    }
    if settings.damping.stiffness > 0.0 {
        return Err(refused(
            "damping by stiffness, whose matrix is projected",
            "set the damping's `stiffness` to 0",
        ));
    }
    if !model.dependents.is_empty() {
        return Err(refused(
            "embedded surfaces",
            "leave `embed` out of the bodies",
        ));
    }
    for program in &model.boundary {
        let has_angle = |v: &u32| *v as usize >= model.vertex_count();
        if program.vertices.iter().any(has_angle) {
            return Err(refused(
                format!(
                    "the motion `{}`, which turns segments of rods that twist",
                    program.name
                ),
                "set the factor `twisting` of their material to 0, or move only one end of each segment",
            ));
        }
        if program.motion.path == Path::Driven {
            return Err(refused(
                format!("the driven motion `{}`", program.name),
                "prescribe the motion by pieces or a mesh sequence",
            ));
        }
    }
    for load in &model.loads {
        if load.ramp > 0.0 {
            return Err(refused(
                format!("the load `{}`, which grows", load.name),
                "leave out its `ramp`",
            ));
        }
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
    for variable in [Variable::Density, Variable::Thickness, Variable::RestShape] {
        if is_adaptive && wanted.contains(&variable) {
            return Err(refused(
                format!("the automatic barrier stiffness, for `{}`", variable.name()),
                "set `kappa` in the scene's solver settings: the automatic one follows from masses",
            ));
        }
    }
    if wanted.contains(&Variable::Bending)
        && let Some(name) = unbending(model)
    {
        return Err(refused(
            format!("the bending of `{name}`, of which there is none"),
            "give its material a factor `bending` above 0, however small",
        ));
    }
    if wanted.contains(&Variable::RestShape)
        && model.settings.contact == ContactKind::Gcp
        && model.plane.is_some()
    {
        return Err(refused(
            "the weights of planar contact `gcp`, for `rest-shape`",
            "set `contact` to \"ipc\" or \"convergent\"",
        ));
    }
    if wanted.contains(&Variable::RestShape) && !model.elements.twists.segments.is_empty() {
        return Err(refused(
            "the rest shape of rods that twist, whose frames at rest follow from it",
            "set the factor `twisting` of their material to 0",
        ));
    }
    if wanted.contains(&Variable::RestShape)
        && let Some(name) = cut_from_pattern(model)
    {
        return Err(refused(
            format!("the rest shape of `{name}`, a pattern, whose corners belong to triangles"),
            "give a rest position for each vertex",
        ));
    }
    stiffness(model, kappa)
}

/// The first body of sheets or rods that does not bend.
fn unbending(model: &Model) -> Option<&str> {
    let given = &model.elements.given;
    let shells = given.shells.iter().map(|shell| &*shell.body);
    let rods = given.rods.iter().map(|rods| &*rods.body);
    let mut loose = (shells.map(|shell| (&shell.name, shell.material.bending)))
        .chain(rods.map(|rods| (&rods.name, rods.material.bending)))
        .filter(|(_, bending)| *bending == 0.0);
    loose.next().map(|(name, _)| name.as_str())
}

/// The first sheet that is cut from a pattern.
fn cut_from_pattern(model: &Model) -> Option<&str> {
    let mut shells = model.elements.given.shells.iter();
    let cut = shells.find(|shell| matches!(shell.body.rest, RestShape::Pattern(_)));
    cut.map(|shell| shell.body.name.as_str())
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
