//! The certificate: after each step, exact tests that nothing intersects, inverts or comes too close.

pub mod enclosed;
pub mod plane;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface};
use tangency_geometry::{intersection, stretch};

use crate::contact::ThicknessCheck;
use crate::material::Elasticity;
use crate::model::{Model, TetBatch, TriangleBatch};
use crate::paranoid::ContinuousReport;
use crate::settings::Certify;
use crate::state::State;

use enclosed::Enclosures;

/// Findings over all steps so far: `certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Steps done.
    pub steps: u64,
    /// Steps that are tested, as the run asked.
    #[serde(default, skip_serializing_if = "Certify::is_every")]
    pub certify: Certify,
    /// Steps whose ends were not tested.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub untested: u64,
    /// Edge-triangle intersections (of a planar model: those of its boundary edges), vertices beyond a half-space, and
    /// pieces of surface inside a solid.
    pub intersections: u64,
    /// Tetrahedra without positive volume, and planar triangles without positive area, of materials that must not
    /// invert.
    pub inversions: u64,
    /// Inverted tetrahedra and planar triangles of materials that may invert: fixed-corotated energy is finite there.
    /// They do not count against the run.
    #[serde(default)]
    pub permitted_inversions: u64,
    /// Pairs closer than their thickness.
    pub thickness_violations: u64,
    /// Elements stretched beyond their limit.
    pub strain_violations: u64,
    /// Smallest distance of any pair, m; absent as long as no pair has come within d̂.
    pub min_distance: Option<f64>,
    /// The exact check of every move, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continuous: Option<ContinuousReport>,
    /// Whether all counts are zero.
    pub verified: bool,
}

impl Default for Certificate {
    fn default() -> Self {
        Certificate {
            steps: 0,
            certify: Certify::Every,
            untested: 0,
            intersections: 0,
            inversions: 0,
            permitted_inversions: 0,
            thickness_violations: 0,
            strain_violations: 0,
            min_distance: None,
            continuous: None,
            verified: true,
        }
    }
}

impl Certificate {
    fn add_distance(&mut self, distance: Option<f64>) {
        if let Some(distance) = distance {
            let smallest = self.min_distance.unwrap_or(f64::INFINITY);
            self.min_distance = Some(smallest.min(distance));
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Tests configurations and keeps the tally.
pub struct Certifier {
    broad: BroadPhase,
    thickness: ThicknessCheck,
    enclosures: Enclosures,
    /// The tally.
    pub certificate: Certificate,
}

impl Certifier {
    /// A certifier for `model` that goes on from an earlier tally.
    pub fn resume(model: &Model, mut certificate: Certificate) -> Self {
        certificate.certify = model.settings.certify;
        Certifier {
            broad: BroadPhase::new(),
            thickness: ThicknessCheck::default(),
            enclosures: Enclosures::new(model),
            certificate,
        }
    }

    /// Counts step number `step`, and tests its end if that is due; the rest as for [`Certifier::certify`].
    pub fn certify_if_due(
        &mut self,
        model: &Model,
        state: &State,
        min_distance: Option<f64>,
        continuous: Option<&ContinuousReport>,
    ) {
        if self.certificate.certify.is_due(state.step) {
            return self.certify(model, &state.x, min_distance, continuous);
        }
        let tally = &mut self.certificate;
        tally.steps += 1;
        tally.untested += 1;
        tally.add_distance(min_distance);
        tally.continuous = continuous.cloned();
        tally.verified &= continuous.is_none_or(|report| report.findings == 0);
    }

    /// The certificate of a run that ends at `state`, the end of the last step counted: it is tested, if it was not.
    pub fn concluded(&self, model: &Model, state: &State) -> Certificate {
        let tally = &self.certificate;
        if tally.untested == 0 || tally.certify.is_due(state.step) {
            return tally.clone();
        }
        let mut last = Certifier::resume(model, tally.clone());
        last.certificate.steps -= 1;
        last.certificate.untested -= 1;
        last.certify(model, &state.x, None, tally.continuous.as_ref());
        last.certificate
    }

    /// Tests the end of a step, where the closest pair within d̂ is `min_distance` apart, if there is one;
    /// `continuous` tells of the moves that led there.
    pub fn certify(
        &mut self,
        model: &Model,
        x: &[Vec3],
        min_distance: Option<f64>,
        continuous: Option<&ContinuousReport>,
    ) {
        let tally = &mut self.certificate;
        tally.steps += 1;
        let met = match model.plane {
            Some(_) => {
                let crossing = plane::find_crossings(model, x, &mut self.broad).len();
                crossing + plane::count_astray(model, x)
            }
            None => find_intersections(model, x, &mut self.broad).len(),
        };
        let met = met + self.enclosures.find(model, x).len();
        let beyond = find_beyond(model, x).len() + count_lost(x);
        tally.intersections += (met + beyond) as u64;
        tally.inversions += count_inverted(model, x, Elasticity::NeoHookean);
        tally.permitted_inversions += count_inverted(model, x, Elasticity::FixedCorotated);
        tally.add_distance(min_distance);
        tally.thickness_violations += self.thickness.count_violations(model, x);
        tally.strain_violations += count_overstretched(model, x);
        tally.continuous = continuous.cloned();
        tally.verified = tally.intersections == 0
            && continuous.is_none_or(|report| report.findings == 0)
            && tally.inversions == 0
            && tally.thickness_violations == 0
            && tally.strain_violations == 0;
    }
}

/// Vertices that are nowhere: of them nothing can be shown.
fn count_lost(x: &[Vec3]) -> usize {
    x.iter()
        .filter(|x| !x.iter().all(|c| c.is_finite()))
        .count()
}

/// Intersecting pairs of an edge and a triangle, by index in the contact surface. Exact; touching counts.
pub fn find_intersections(model: &Model, x: &[Vec3], broad: &mut BroadPhase) -> Vec<(u32, u32)> {
    let surface = Surface {
        points: &[],
        ..model.surface.primitives()
    };
    let is_solid = |v: &u32| !model.is_obstacle[*v as usize];
    intersection::find_all(broad, &surface, x, |edge, triangle| {
        surface.edges[edge as usize].iter().any(is_solid)
            || surface.triangles[triangle as usize].iter().any(is_solid)
    })
}

/// Whether triangle `e` of a shell is strained to its limit or beyond. Exact for limits of stretch and squeeze; those of
/// weaves are evaluated in floating point.
fn is_overstretched(batch: &TriangleBatch, e: usize, x: &[Vec3]) -> bool {
    let sheet = batch.sheet(e);
    let (most, least) = (sheet.stretch_limit, sheet.squeeze_limit);
    if most.is_finite() || least > 0.0 {
        let corners = batch.triangles[e].map(|v| x[v as usize]);
        let w = &batch.rest[e].inverse;
        let rows = [[w[(0, 0)], w[(0, 1)]], [w[(1, 0)], w[(1, 1)]]];
        (most.is_finite() && !stretch::is_below(&corners, &rows, most))
            || (least > 0.0 && !stretch::is_above(&corners, &rows, least))
    } else {
        sheet.is_limited() && sheet.left_to_limit(&batch.deformation_gradient(e, x)) <= 0.0
    }
}

fn is_inverted(tet: &[u32; 4], x: &[Vec3]) -> bool {
    let [x0, x1, x2, x3] = tet.map(|v| x[v as usize]);
    intersection::tet_inverted(&x0, &x1, &x2, &x3)
}

/// Number of triangles of shells stretched to their limit or beyond.
fn count_overstretched(model: &Model, x: &[Vec3]) -> u64 {
    let batch = &model.elements.triangles;
    let all = (0..batch.triangles.len()).into_par_iter().with_min_len(512);
    all.filter(|&e| is_overstretched(batch, e, x)).count() as u64
}

/// Tetrahedra of a material.
fn batches_of(model: &Model, elasticity: Elasticity) -> impl Iterator<Item = &TetBatch> {
    let batches = model.elements.tets.iter();
    batches.filter(move |batch| batch.elasticity == elasticity)
}

/// Number of tetrahedra and planar triangles of a material without positive volume. Exact.
fn count_inverted(model: &Model, x: &[Vec3], elasticity: Elasticity) -> u64 {
    let inverted = |batch: &TetBatch| {
        let tets = batch.stencils.par_iter().with_min_len(1024);
        tets.filter(|tet| is_inverted(tet, x)).count() as u64
    };
    let tets: u64 = batches_of(model, elasticity).map(inverted).sum();
    tets + plane::count_inverted(model, x, elasticity)
}

/// The first element at `x` that its material does not allow, in words: a tet that must not invert, or cloth beyond its
/// limit of strain.
pub fn find_lost_element(model: &Model, x: &[Vec3]) -> Option<ElementDescription> {
    let element = |vertices: &[u32], fault| ElementDescription {
        body: model.body_name(vertices[0]).to_owned(),
        vertices: vertices.to_vec(),
        fault,
    };
    let inverted = |batch: &TetBatch| {
        let tets = batch.stencils.par_iter().with_min_len(1024);
        tets.find_first(|tet| is_inverted(tet, x)).copied()
    };
    let tet = batches_of(model, Elasticity::NeoHookean).find_map(inverted);
    if let Some(tet) = tet {
        return Some(element(&tet, "inverts"));
    }
    if let Some(triangle) = plane::find_inverted(model, x) {
        return Some(element(&triangle, "inverts"));
    }
    let batch = &model.elements.triangles;
    let all = (0..batch.triangles.len()).into_par_iter().with_min_len(512);
    let found = all.find_first(|&e| is_overstretched(batch, e, x))?;
    let fault = "is stretched or squeezed to its limit";
    Some(element(&batch.triangles[found], fault))
}

/// An element that is beyond what it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementDescription {
    /// Name of the body.
    pub body: String,
    /// Vertices, numbered in the model: three of a triangle, four of a tet.
    pub vertices: Vec<u32>,
    /// Fault of the element, in words.
    pub fault: &'static str,
}

impl std::fmt::Display for ElementDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.vertices.len() {
            4 => "tet",
            _ => "triangle",
        };
        let ElementDescription {
            body,
            vertices,
            fault,
        } = self;
        write!(f, "the {kind} of vertices {vertices:?} of `{body}` {fault}")
    }
}

/// Vertices of solids on or beyond the boundary of a half-space: half-space, then vertex.
pub fn find_beyond(model: &Model, x: &[Vec3]) -> Vec<[u32; 2]> {
    let mut beyond = Vec::new();
    for (plane, half_space) in model.half_spaces.iter().enumerate() {
        for &v in &model.surface.points {
            let margin = 0.5 * model.thickness[v as usize];
            let is_solid = !model.is_obstacle[v as usize];
            if is_solid && half_space.distance(x[v as usize]) <= margin {
                beyond.push([plane as u32, v]);
            }
        }
    }
    beyond
}
