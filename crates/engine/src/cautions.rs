//! Cautions for the user of a model before it runs: it is valid, but its results may not be what was meant.

use std::sync::Arc;

use crate::energy::highest_frequency;
use crate::model::Model;
use crate::settings::Integrator;

/// Phase of the fastest vibration in one step, rad, up to which Newmark's rule follows collisions. It does not damp: what a
/// step cannot follow swings on, the harder the stiffer the body, and feeds on every contact that ends.
const FOLLOWED: f64 = 10.0;

/// The cautions for a model, a sentence each.
pub fn cautions(model: &Arc<Model>) -> Vec<String> {
    let settings = &model.settings;
    let mut cautions = Vec::new();
    let touches = model.bodies.len() > 1 || !model.half_spaces.is_empty();
    if matches!(settings.integrator, Integrator::Newmark { .. }) && touches {
        let phase = settings.dt * highest_frequency(model);
        if phase > FOLLOWED {
            cautions.push(format!(
                "the integrator `newmark` does not damp, and a step of {:.3e} s is {phase:.0} rad of the fastest vibration of an element: collisions can add energy; take steps of {:.1e} s, or `implicit-euler` or `bdf2`",
                settings.dt,
                FOLLOWED / phase * settings.dt
            ));
        }
    }
    cautions
}
