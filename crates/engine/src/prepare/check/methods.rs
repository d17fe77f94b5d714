//! Checks that contact model and minimiser go with what is in a model.

use crate::boundary::LoadKind;
use crate::model::{Model, ModelError};
use crate::settings::StepperKind;
use crate::settings::compatibility::{self, Feature, Incompatible};

/// Refuses what the contact model of a model, or a minimiser, cannot do.
pub fn check_methods(model: &Model, stepper: StepperKind) -> Result<(), Incompatible> {
    compatibility::check_methods(model.settings.contact, stepper, |feature| {
        has(model, feature)
    })
}

/// Refuses what the chosen methods cannot do, and tells which vertex has no area where that is why.
pub fn methods(model: &Model) -> Result<(), ModelError> {
    check_methods(model, model.settings.stepper).map_err(|source| {
        match (source.rule.feature, model.surface.loose.points.first()) {
            (Feature::LoosePoints, Some(&v)) => {
                let body = &model.bodies[model.body_of[v as usize] as usize];
                ModelError::NoArea {
                    body: body.name.clone(),
                    vertex: v - body.vertices.start,
                    source,
                }
            }
            _ => source.into(),
        }
    })
}

/// Whether a model has a feature.
fn has(model: &Model, feature: Feature) -> bool {
    let elements = &model.elements;
    match feature {
        Feature::Plane => model.plane.is_some(),
        Feature::BoundedStitches => elements.springs.pull.iter().any(|pull| pull.is_bounded()),
        Feature::LoosePoints => model.plane.is_none() && !model.surface.loose.points.is_empty(),
        Feature::SqueezeLimit => {
            let mut sheets = elements.triangles.sheets().iter();
            sheets.any(|sheet| sheet.squeeze_limit > 0.0)
        }
        Feature::PlateBending => !elements.plates.hinges.is_empty(),
        Feature::Twisting => !elements.twists.joints.stencils.is_empty(),
        Feature::Pressure => {
            let mut kinds = model.loads.iter().map(|load| &load.kind);
            kinds.any(|kind| matches!(kind, LoadKind::Pressure { .. }))
        }
        Feature::ReleasePlane => {
            let mut motions = model.boundary.iter().map(|program| &program.motion);
            motions.any(|motion| motion.release_plane.is_some())
        }
        Feature::EmbeddedContact => model.dependents.touch,
        settings => settings.is_in(&model.settings),
    }
}
