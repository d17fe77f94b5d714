//! The numbers of Offset Geometric Contact, as given or chosen from mesh and material, with the reason.

use std::sync::Arc;

use super::broad::Trees;
use super::candidates::{CandidateVisitor, Candidates};
use super::kinds::{Configuration, PairGeometry};
use crate::energy;
use crate::model::{Model, OgcParameters};

/// Share of the mean edge length that is taken for the contact radius.
const RADIUS_BY_EDGE: f64 = 0.2;
/// Share of the diagonal that the contact radius may be: bodies look as if they touched.
const RADIUS_BY_DIAGONAL: f64 = 2e-3;
/// Share of the smallest gap at the start that the contact radius may be, as long as it stays above d̂: what starts within
/// the radius is pushed away.
const RADIUS_BY_GAP: f64 = 0.9;
/// The query radius in contact radii.
const QUERY_BY_RADIUS: f64 = 2.0;

/// The parameters of a model that is otherwise complete: its own, or chosen.
pub fn ogc_parameters(model: &Arc<Model>) -> OgcParameters {
    if let Some(own) = &model.ogc {
        return own.clone();
    }
    let (radius, why_radius) = radius(model);
    let (query_radius, why_query) = query_radius(model, radius);
    let (stiffness, why_stiffness) = stiffness(model);
    OgcParameters {
        radius,
        query_radius,
        stiffness,
        reasons: [why_radius, why_query, why_stiffness],
    }
}

fn radius(model: &Model) -> (f64, String) {
    if let Some(radius) = model.settings.offset.radius {
        return (radius.resolve(model.diagonal), "as given".into());
    }
    let Some(edge) = mean_edge(model) else {
        return (model.dhat, "dhat, since nothing has an edge".into());
    };
    let (wanted, why) = if RADIUS_BY_DIAGONAL * model.diagonal < RADIUS_BY_EDGE * edge {
        let why = format!(
            "{RADIUS_BY_DIAGONAL} of the diagonal, {:.3e} m",
            model.diagonal
        );
        (RADIUS_BY_DIAGONAL * model.diagonal, why)
    } else {
        let why = format!("{RADIUS_BY_EDGE} of the mean edge of what can move, {edge:.3e} m");
        (RADIUS_BY_EDGE * edge, why)
    };
    let gap = |only| smallest_gap(model, wanted / RADIUS_BY_GAP, only);
    let within = gap(Among::OneBody).map(|gap| (RADIUS_BY_GAP * gap, gap, "within a body"));
    let between = gap(Among::Bodies)
        .map(|gap| ((RADIUS_BY_GAP * gap).max(model.dhat), gap, "between bodies"));
    let least = within.into_iter().chain(between);
    match least.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((radius, gap, which)) if radius < wanted => {
            let mut why =
                format!("{RADIUS_BY_GAP} of the smallest gap at the start {which}, {gap:.3e} m");
            if radius > gap {
                why = format!(
                    "dhat, although {gap:.3e} m is the smallest gap at the start {which}: what is closer is pushed away"
                );
            }
            (radius, why)
        }
        _ => (wanted, why),
    }
}

/// Which gaps count.
#[derive(Clone, Copy, PartialEq)]
enum Among {
    /// Gaps within one body.
    OneBody,
    /// Gaps between a body and another, an obstacle or a half-space.
    Bodies,
}

fn query_radius(model: &Model, radius: f64) -> (f64, String) {
    match model.settings.offset.query_radius {
        Some(given) => (given.resolve(model.diagonal).max(radius), "as given".into()),
        None => (
            QUERY_BY_RADIUS * radius,
            format!("{QUERY_BY_RADIUS} contact radii"),
        ),
    }
}

fn stiffness(model: &Arc<Model>) -> (f64, String) {
    if let Some(stiffness) = model.settings.offset.stiffness {
        return (stiffness, "as given".into());
    }
    let elastic = elastic_stiffness(model);
    let dt = model.settings.dt;
    let inertia = model.mean_mass / (dt * dt);
    (
        elastic + inertia,
        format!(
            "what a vertex of the surface feels on average: {elastic:.3e} N/m of elasticity and {inertia:.3e} N/m of inertia"
        ),
    )
}

/// Mean length of the edges that can move, m.
fn mean_edge(model: &Model) -> Option<f64> {
    let free = model.surface.edges.iter();
    let free = free.filter(|edge| model.is_admissible(**edge));
    let (mut sum, mut count) = (0.0, 0_u32);
    for &[a, b] in free {
        sum += (model.rest[a as usize] - model.rest[b as usize]).norm();
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// The smallest gap of those that count at the start, if it is below `reach`, m.
fn smallest_gap(model: &Model, reach: f64, among: Among) -> Option<f64> {
    let mut trees = Trees::new();
    trees.fit_within(model, &model.rest, None, reach);
    let mut smallest = SmallestGap {
        model,
        among,
        gap: reach,
    };
    Candidates::within(model, &trees, &model.rest, reach).visit(&mut smallest);
    (smallest.gap < reach).then_some(smallest.gap)
}

/// The smallest gap at the start so far.
struct SmallestGap<'a> {
    model: &'a Model,
    among: Among,
    gap: f64,
}

impl CandidateVisitor for SmallestGap<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        pairs: &[[u32; K]],
    ) {
        let (model, x) = (self.model, &self.model.rest);
        for &pair in pairs {
            let body = |v: u32| model.body_of[v as usize];
            let vertices = P::vertices(pair);
            // A half-space is no body.
            let is_own = V == K && vertices.iter().all(|&v| body(v) == body(vertices[0]));
            let gap = P::distance(Configuration { model, x }, pair) - P::thickness(model, pair);
            if is_own == (self.among == Among::OneBody) && gap > 0.0 {
                self.gap = self.gap.min(gap);
            }
        }
    }
}

/// Mean stiffness that the elements at rest give to a vertex of the surface, N/m.
fn elastic_stiffness(model: &Arc<Model>) -> f64 {
    let stiffness = energy::rest_stiffness(model);
    let surface = model.surface.points.iter().map(|&v| v as usize);
    let free: Vec<f64> = surface
        .filter(|&v| model.mass[v] > 0.0)
        .map(|v| stiffness[v])
        .collect();
    free.iter().sum::<f64>() / free.len().max(1) as f64
}
