//! Crossings undone by deforming: pushes where surfaces cross, spread smoothly over what is around, again and again until
//! nothing crosses.

use tangency_geometry::Vec3;

use super::contour::{EdgeSides, shorten};
use super::depth::{find_inside, ways_out};
use super::free::Clearing;
use super::pieces::{Conflicts, conflicts};
use super::push::{NoContact, SurfacePush, SurfacePushes};
use super::retreat::draw_back;
use super::stand_in::{StandInContact, mean_edge, stand_in};
use crate::certificate::find_beyond;
use crate::step::Stepper;

/// Rounds at most.
const ROUNDS: usize = 400;
/// Rounds without fewer crossings after which it is given up.
const PATIENCE: usize = 60;
/// Part of an edge by which a contour is shortened in a round.
const SHARE: f64 = 0.35;
/// Edges that a region is led out of a solid by in a round, at most.
const STRIDE: f64 = 1.0;
/// Edges by which a cut-off part is drawn back in a round.
const RETREAT: f64 = 0.3;
/// Stiffness of pushes, in masses of a vertex.
const STIFFNESS: f64 = 1e3;

/// Deforms what crosses until nothing does; tells whether that succeeded. `x` is then free of crossings, and else the best found.
pub fn untangle(clearing: &Clearing, x: &mut Vec<Vec3>) -> bool {
    let start = x.clone();
    if rounds(clearing, x, false) {
        return true;
    }
    let mut drawn = start;
    let is_free = rounds(clearing, &mut drawn, true);
    if is_free {
        *x = drawn;
    }
    is_free
}

/// Rounds of pushes; those that draw cut-off parts back in place of those of contours where `draws_back`.
fn rounds(clearing: &Clearing, x: &mut Vec<Vec3>, draws_back: bool) -> bool {
    let (model, pieces) = (clearing.model, clearing.pieces);
    let sides = EdgeSides::new(model);
    let length = mean_edge(model, x);
    let (mut best, mut fewest, mut waited) = (x.clone(), usize::MAX, 0);
    for _ in 0..ROUNDS {
        let found = conflicts(model, pieces, clearing.enclosures, x, false);
        if !found.is_tangled {
            return true;
        }
        let pushes = pushes(clearing, &sides, &found, x, length, draws_back);
        let count = pushes.len().max(found.crossings.len());
        if count < fewest {
            (best, fewest, waited) = (x.clone(), count, 0);
        }
        waited += 1;
        if waited > PATIENCE || pushes.is_empty() || advance(clearing, pushes, x).is_none() {
            break;
        }
    }
    *x = best;
    false
}

/// All pushes at `x`.
fn pushes(
    clearing: &Clearing,
    sides: &EdgeSides,
    found: &Conflicts,
    x: &[Vec3],
    length: f64,
    draws_back: bool,
) -> Vec<SurfacePush> {
    let (model, pieces) = (clearing.model, clearing.pieces);
    let mut all: Vec<SurfacePush> = Vec::new();
    for [plane, v] in find_beyond(model, x) {
        let half_space = &model.half_spaces[plane as usize];
        let wanted = 0.5 * model.thickness[v as usize] + clearing.clearance;
        all.push(SurfacePush {
            stencil: vec![(v, 1.0)],
            direction: half_space.normal,
            advance: wanted - half_space.distance(x[v as usize]),
        });
    }
    let inside = find_inside(model, pieces, x);
    let most = STRIDE * length;
    all.extend(ways_out(
        model,
        pieces,
        x,
        &inside,
        clearing.clearance,
        most,
    ));
    let is_inside = |&v: &u32| {
        let at = inside.partition_point(|(w, _)| *w < v);
        inside.get(at).is_some_and(|(w, _)| *w == v)
    };
    if draws_back {
        let drawn = draw_back(model, pieces, &found.crossings, x, RETREAT * length);
        all.extend(drawn);
    }
    for &(e, t) in found.crossings.iter().filter(|_| !draws_back) {
        let edge = model.surface.edges[e as usize];
        let triangle = model.surface.triangles[t as usize];
        // What has an inside knows the way out better than the contour.
        if !edge.iter().chain(&triangle).any(is_inside) {
            all.extend(shorten(x, sides, edge, triangle, SHARE));
        }
    }
    let moves = |push: &SurfacePush| {
        let mut vertices = push.stencil.iter();
        vertices.any(|&(v, w)| w != 0.0 && pieces.may_move[v as usize])
    };
    all.retain(moves);
    all
}

/// One round: the nearest positions at which the pushes are done, with what they touch at rest where it was.
fn advance(clearing: &Clearing, pushes: Vec<SurfacePush>, x: &mut Vec<Vec3>) -> Option<()> {
    let (model, pieces) = (clearing.model, clearing.pieces);
    let mut is_pushed = vec![false; pieces.vertices.len()];
    for &(v, _) in pushes.iter().flat_map(|push| &push.stencil) {
        is_pushed[pieces.of[v as usize] as usize] = true;
    }
    let may_move: Vec<bool> = { pieces.of.iter().zip(&pieces.may_move) }
        .map(|(&piece, &may)| may && is_pushed[piece as usize])
        .collect();
    let contact = StandInContact {
        dhat: model.dhat,
        offsets: 0.0,
    };
    let (stand_in, mut state) = stand_in(model, x, &may_move, contact).ok()?;
    let stiffness = STIFFNESS * stand_in.mean_mass;
    let mut stepper = Stepper::with_contact(&stand_in, Box::new(NoContact));
    stepper.record_forces(false);
    stepper.add_energy(Box::new(crate::energy::ScaledEnergy::new(Box::new(
        SurfacePushes::new(pushes, x, stiffness),
    ))));
    stepper.step(&mut state).ok()?;
    x.clone_from(&state.x);
    Some(())
}
