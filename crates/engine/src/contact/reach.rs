//! Reach of contact models: up to what gap pairs repel each other, or are looked for.

use std::sync::Arc;

use super::ogc_parameters::ogc_parameters;
use crate::model::Model;
use crate::settings::{ContactKind, Length};

/// Gives a model the reach of its contact model in place of d̂: the radius of Offset Geometric Contact, whose numbers are
/// chosen here, or the reach of the Geometric Contact Potential.
pub fn with_own_reach(mut model: Model) -> Model {
    match model.settings.contact {
        ContactKind::Ipc | ContactKind::Convergent => model,
        ContactKind::Gcp => {
            model.dhat = given_reach(&model);
            model
        }
        ContactKind::Ogc => {
            let shared = Arc::new(model);
            let parameters = ogc_parameters(&shared);
            let mut model = Arc::unwrap_or_clone(shared);
            model.dhat = parameters.radius;
            model.ogc = Some(parameters);
            model
        }
    }
}

/// The gap up to which the contact model looks for pairs, m, where the user gave it; what it chooses itself fits the mesh.
pub fn given_reach(model: &Model) -> f64 {
    let settings = &model.settings;
    let given = |length: Option<Length>| length.map(|l| l.resolve(model.diagonal));
    match settings.contact {
        ContactKind::Ipc | ContactKind::Convergent => model.dhat,
        ContactKind::Gcp => given(settings.geometric.epsilon).unwrap_or(model.dhat),
        ContactKind::Ogc => {
            let [radius, query] = [settings.offset.radius, settings.offset.query_radius];
            given(radius)
                .unwrap_or(0.0)
                .max(given(query).unwrap_or(0.0))
        }
    }
}
