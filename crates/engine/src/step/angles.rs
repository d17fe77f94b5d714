//! The angles of rods' segments that a program moves whole: their material frames turn as the motion does, so that
//! a clamp that turns about a rod twists it.

use std::f64::consts::TAU;

use tangency_geometry::Vec3;

use crate::boundary::Motion;
use crate::model::Model;
use crate::state::State;

/// Angles that differ by less are the same, up to rounding, rad.
const SAME: f64 = 1e-12;

/// The first material director of a segment: what the motion of its angle origins from.
pub fn director(model: &Model, state: &State, segment: usize) -> Vec3 {
    let twists = &model.elements.twists;
    let frame = twists.frame(segment, &state.x, &state.directors);
    let edge = twists.edge(segment, &state.x);
    frame.directors(&edge, twists.angle(segment, &state.x))[0]
}

/// Target of the node of a segment's angle at the end of the step from `state` to `time`, when both of its vertices
/// follow `motion` from `origins`. A mesh sequence says nothing of turns about the axis: there are none.
pub fn target(
    model: &Model,
    state: &State,
    origins: &[Vec3],
    segment: usize,
    motion: &Motion,
    time: f64,
) -> Vec3 {
    let twists = &model.elements.twists;
    let node = twists.first as usize + segment;
    let stay = state.x[node];
    let ends = twists.segments[segment].map(|v| motion.target(0, origins[v as usize], time));
    let (Some(turn), [Some(a), Some(b)]) = (motion.turn(time), ends) else {
        return stay;
    };
    let edge = b - a;
    let frame = twists.frame(segment, &state.x, &state.directors);
    let [u, w] = frame.directors(&edge, 0.0);
    let director = turn * origins[node];
    let angle = director.dot(&w).atan2(director.dot(&u));
    // Of all angles equal but for full turns, the one that the motion's own turn leads to.
    let before = twists.angle(segment, &state.x);
    let spin = motion.spin(state.time, time).dot(&edge.normalize());
    let angle = angle + TAU * ((before + spin - angle) / TAU).round();
    if (angle - before).abs() < SAME {
        return stay;
    }
    Vec3::new(angle * twists.radii[segment], 0.0, 0.0)
}
