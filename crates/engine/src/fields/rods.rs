//! Fields of the segments of rods.

use std::collections::BTreeMap;

use tangency_formulas::elastic::curvature_binormal;
use tangency_geometry::Vec3;
use tangency_geometry::field::{FieldArray, FieldLocation};

use super::{FieldKind, LoadedState, array};
use crate::model::Elements;
use crate::state::State;

/// A field of segments; nothing without rods.
pub fn field(loaded: &LoadedState, kind: FieldKind) -> Option<FieldArray> {
    let (elements, state) = (&loaded.model.elements, loaded.state);
    let segments = &elements.segments;
    if segments.segments.is_empty() {
        return None;
    }
    let values: Vec<f64> = match kind {
        FieldKind::AxialForce => {
            let all = segments.segments.iter().zip(&segments.springs);
            let force = all.map(|(&[a, b], spring)| {
                let length = (state.x[b as usize] - state.x[a as usize]).norm();
                spring.stiffness * (length - spring.length)
            });
            force.collect()
        }
        FieldKind::BendingMoment => largest(elements, moments(elements, state)),
        _ => largest(elements, twists(elements, state)),
    };
    let rows = values.into_iter().map(|value| [value]);
    Some(array(FieldLocation::Segment, kind, &[], rows))
}

/// Of the values at joints, given by the vertices of the joint, the one of the largest size at an end of each segment.
fn largest(elements: &Elements, at_joints: Vec<([u32; 3], f64)>) -> Vec<f64> {
    let key = |a: u32, b: u32| [a.min(b), a.max(b)];
    let mut of_segments = BTreeMap::<[u32; 2], f64>::new();
    for ([a, v, b], value) in at_joints {
        for segment in [key(a, v), key(v, b)] {
            let known = of_segments.entry(segment).or_default();
            if value.abs() > known.abs() {
                *known = value;
            }
        }
    }
    let segments = elements.segments.segments.iter();
    let value = |&[a, b]: &[u32; 2]| of_segments.get(&key(a, b)).copied().unwrap_or(0.0);
    segments.map(value).collect()
}

/// Integrated curvature at a joint, a pure number.
fn curvature([a, v, b]: [u32; 3], x: &[Vec3]) -> Vec3 {
    let [a, v, b] = [a, v, b].map(|v| x[v as usize]);
    curvature_binormal(&(v - a), &(b - v))
}

/// Bending moments at joints, N m.
fn moments(elements: &Elements, state: &State) -> Vec<([u32; 3], f64)> {
    let straight = elements.joints.stencils.iter().zip(&elements.joints.bends);
    let straight = straight.map(|(&stencil, bend)| {
        (
            stencil,
            bend.stiffness * curvature(stencil, &state.x).norm(),
        )
    });
    let joints = &elements.twists.joints;
    let twisting = joints.stencils.iter().zip(&joints.elastic);
    let twisting = twisting.map(|(&[a, v, b, ..], elastic)| {
        let curvature = curvature([a, v, b], &state.x);
        // The curvature at rest turns with the rod; its size does not.
        let rest = elastic.rest[0].hypot(elastic.rest[1]);
        ([a, v, b], elastic.bend * (curvature.norm() - rest).abs())
    });
    straight.chain(twisting).collect()
}

/// Twist at joints, rad/m, from the angles that the state keeps.
fn twists(elements: &Elements, state: &State) -> Vec<([u32; 3], f64)> {
    let batch = &elements.twists;
    let joints = &batch.joints;
    let all = joints.stencils.iter().enumerate();
    let twist = all.map(|(e, &[a, v, b, ..])| {
        let angle = |i: usize| {
            let passage = &joints.passages[e][i];
            let segment = passage.segment as usize;
            passage.sign * state.angles.x.get(segment).copied().unwrap_or(0.0)
                / batch.radii[segment]
        };
        let between = state.twists.get(e).copied().unwrap_or(0.0);
        let turn = between + angle(1) + joints.phases[e] - angle(0);
        let [a, v, b] = [a, v, b];
        let length = |p: u32, q: u32| (state.x[q as usize] - state.x[p as usize]).norm();
        let mean = 0.5 * (length(a, v) + length(v, b));
        ([a, v, b], turn / mean)
    });
    twist.collect()
}
