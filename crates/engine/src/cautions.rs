//! Cautions for the user of a model before it runs: it is valid, but its results may not be what was meant.

use std::sync::Arc;

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use crate::energy::highest_frequency;
use crate::model::{Body, Model};
use crate::settings::{ContactKind, Integrator};

/// Phase of the fastest vibration in one step, rad, up to which Newmark's rule follows collisions. It does not damp: what a
/// step cannot follow swings on, the harder the stiffer the body, and feeds on every contact that ends.
const FOLLOWED: f64 = 10.0;
/// Size of a body, m, above which its numbers look like millimetres.
const LARGE: f64 = 50.0;

/// The cautions for a model and the positions that it starts from, a sentence each.
pub fn cautions(model: &Arc<Model>, x: &[Vec3]) -> Vec<String> {
    let mut cautions = Vec::new();
    cautions.extend(unfollowed_vibrations(model));
    let bodies = || model.bodies.iter().filter(|body| !body.is_obstacle);
    cautions.extend(bodies().filter_map(|body| size(body, x)));
    cautions.extend(reach(model));
    cautions
}

/// The caution about an integrator that cannot follow the fastest vibration through collisions, and may add energy.
pub fn unfollowed_vibrations(model: &Arc<Model>) -> Option<String> {
    let settings = &model.settings;
    let touches = model.bodies.len() > 1 || !model.half_spaces.is_empty();
    if !matches!(settings.integrator, Integrator::Newmark { .. }) || !touches {
        return None;
    }
    let phase = settings.dt * highest_frequency(model);
    (phase > FOLLOWED).then(|| {
        format!(
            "the integrator `newmark` does not damp, and a step of {:.3e} s is {phase:.0} rad of the fastest vibration of an element: collisions can add energy; take steps of {:.1e} s, or `implicit-euler` or `bdf2`",
            settings.dt,
            FOLLOWED / phase * settings.dt
        )
    })
}

/// A body so large that its lengths may have been meant in another unit.
fn size(body: &Body, x: &[Vec3]) -> Option<String> {
    let own = &x[body.vertices.start as usize..body.vertices.end as usize];
    let largest = BoundingBox::of(own)?.size().max();
    (largest > LARGE).then(|| {
        format!(
            "`{}` is {largest:.0} m across; lengths are metres: other units are written with the number (\"3 mm\"), or as the `unit` of a mesh file",
            body.name
        )
    })
}

/// A body whose own edges are shorter than `dhat`, so that it is in contact with itself at rest.
fn reach(model: &Model) -> Option<String> {
    if !matches!(
        model.settings.contact,
        ContactKind::Ipc | ContactKind::Convergent
    ) {
        return None;
    }
    let mut sums = vec![(0.0, 0u32); model.bodies.len()];
    for &[a, b] in &model.surface.edges {
        let body = model.body_of[a as usize] as usize;
        if !model.bodies[body].is_obstacle {
            sums[body].0 += (model.rest[a as usize] - model.rest[b as usize]).norm();
            sums[body].1 += 1;
        }
    }
    let means = sums
        .iter()
        .map(|&(sum, count)| sum / f64::from(count.max(1)));
    let shorter = |&(mean, _): &(f64, &Body)| mean > 0.0 && mean < model.dhat;
    let (mean, body) = means.zip(&model.bodies).find(shorter)?;
    Some(format!(
        "`dhat`, {:.2e} m, is longer than the edges of `{}`, {mean:.2e} m on average: its own parts push each other apart at rest; take a `dhat` below {:.1e} m, or longer edges",
        model.dhat,
        body.name,
        0.5 * mean
    ))
}
