//! Bending and twist of rods whose segments have material frames.

use std::sync::Arc;

use tangency_formulas::elastic::{EdgeFrame, JointFrame, RoundJoint};
use tangency_geometry::Vec3;

use super::{Elastic, Energy, stencils};
use crate::linear::{Block, BlockSink};
use crate::model::{Model, References, TwistBatch};
use crate::ordered;
use crate::state::State;

/// Segments that have turned by more than this since the references were taken have them taken anew: cosine of 30
/// degrees.
const FAR: f64 = 0.866;
/// Cosine of the angle by which a segment may turn in one iteration. With the first it stays away from half a turn,
/// where the smallest rotation between two directions is not unique.
const FARTHEST: f64 = 0.2;

/// The energy at the joints of a model's twisting rods, times a factor (h² in an incremental potential). It also holds
/// the two coordinates of an angle's node that mean nothing at zero, by springs as stiff as the rod is against twist.
pub struct Twisting {
    model: Arc<Model>,
    scale: f64,
    /// References that angles are measured from: at first those of the step's start.
    references: References,
    /// Sum of the energies that a turn by the whole angles would have, J: they cancel in differences of angles.
    cancelling: f64,
}

/// A joint at given positions.
struct Place<'a> {
    elastic: &'a RoundJoint<f64>,
    frame: JointFrame<f64>,
    x: [&'a Vec3; 3],
    /// Angles in the direction of the joint, rad.
    phi: [f64; 2],
    /// Derivatives of these angles by the first coordinates of their nodes, 1/m.
    slope: [f64; 2],
    /// The nodes of the angles.
    nodes: [&'a Vec3; 2],
}

impl Place<'_> {
    /// Stiffness against what is no angle at node `i`, N/m.
    fn hold(&self, i: usize) -> f64 {
        self.elastic.twist * self.slope[i] * self.slope[i]
    }

    fn energy(&self) -> f64 {
        let held = |i: usize| {
            let [_, y, z] = (*self.nodes[i]).into();
            0.5 * self.hold(i) * (y * y + z * z)
        };
        self.elastic.energy(&self.frame, self.x, self.phi) + held(0) + held(1)
    }

    fn gradient(&self) -> [Vec3; 5] {
        let g = self.elastic.gradient(&self.frame, self.x, self.phi);
        std::array::from_fn(|n| match n {
            0..3 => Vec3::new(g[3 * n], g[3 * n + 1], g[3 * n + 2]),
            _ => {
                let (i, held) = (n - 3, self.hold(n - 3) * self.nodes[n - 3]);
                Vec3::new(g[9 + i] * self.slope[i], held.y, held.z)
            }
        })
    }

    /// The projected Hessian times `scale`, by blocks of the upper triangle.
    fn hessian(&self, scale: f64, blocks: &mut [Block]) {
        let h = (self.elastic).projected_hessian(&self.frame, self.x, self.phi) * scale;
        let mut blocks = blocks.iter_mut();
        for a in 0..5 {
            for b in a..5 {
                let Some(block) = blocks.next() else { return };
                *block = match (a, b) {
                    (0..3, 0..3) => h.fixed_view::<3, 3>(3 * a, 3 * b).into_owned(),
                    (0..3, _) => {
                        let column = h.fixed_view::<3, 1>(3 * a, 6 + b) * self.slope[b - 3];
                        Block::from_columns(&[column, Vec3::zeros(), Vec3::zeros()])
                    }
                    _ => {
                        let turn = h[(6 + a, 6 + b)] * self.slope[a - 3] * self.slope[b - 3];
                        let held = if a == b {
                            scale * self.hold(a - 3)
                        } else {
                            0.0
                        };
                        Block::from_diagonal(&Vec3::new(turn, held, held))
                    }
                };
            }
        }
    }
}

impl Twisting {
    /// The energy of the model's twisting rods at its start, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        let batch = &model.elements.twists;
        let references = batch.references(&model.rest, &batch.directors, &batch.joints.twists);
        Twisting {
            references,
            model,
            scale,
            cancelling: 0.0,
        }
    }

    fn batch(&self) -> &TwistBatch {
        &self.model.elements.twists
    }

    fn place<'a>(&'a self, e: usize, x: &'a [Vec3]) -> Place<'a> {
        let batch = self.batch();
        let joints = &batch.joints;
        let [a, v, b, angle_a, angle_b] = joints.stencils[e].each_ref().map(|&v| &x[v as usize]);
        let nodes = [angle_a, angle_b];
        let slope = joints.passages[e]
            .each_ref()
            .map(|passage| passage.sign / batch.radii[passage.segment as usize]);
        let phi = [
            nodes[0].x * slope[0],
            nodes[1].x * slope[1] + joints.phases[e],
        ];
        // Angles know their full turns; the one between the references is the nearest to what it was.
        let frame = batch.joint(&self.references, e);
        Place {
            elastic: &joints.elastic[e],
            frame: JointFrame {
                twist: frame.twist + (phi[1] - phi[0]),
                ..frame
            },
            x: [a, v, b],
            phi,
            slope,
            nodes,
        }
    }
}

impl Elastic for Twisting {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        self.scale * self.cancelling
    }

    fn begin_step(&mut self, state: &State) {
        let batch = self.batch();
        self.references = batch.references(&state.x, &state.directors, &state.twists);
        self.cancelling = ordered::sum(self.references.twists.len(), |e| {
            let place = self.place(e, &state.x);
            let twist = place.frame.strains(place.x, place.phi)[2];
            place.elastic.twist * twist.abs() * (place.phi[0].abs() + place.phi[1].abs())
        });
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let joints = &self.batch().joints.stencils;
        stencils::add_energies(
            joints.len(),
            |e| joints[e][0],
            out,
            |e| self.scale * self.place(e, x).energy(),
        );
    }

    fn limit(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let segments = 0..self.batch().segments.len();
        segments.fold(at_most, |at_most, k| {
            let (edge, change) = (self.batch().edge(k, x), self.batch().edge(k, p));
            at_most.min(limit_turn(&edge, &change))
        })
    }

    /// Follows the iterations, so that what segments turn by in all may be large.
    fn adapt(&mut self, x: &[Vec3]) -> bool {
        let batch = self.batch();
        let is_far = |(k, frame): (usize, &EdgeFrame<f64>)| {
            let edge = batch.edge(k, x);
            frame.tangent.dot(&edge) < FAR * edge.norm()
        };
        if !self.references.edges.iter().enumerate().any(is_far) {
            return false;
        }
        self.references = batch.carried(&self.references, x);
        true
    }

    fn end_step(&self, x: &[Vec3], state: &mut State) {
        let references = self.batch().carried(&self.references, x);
        let edges = references.edges.iter();
        state.directors = edges.map(|frame| frame.director).collect();
        state.twists = references.twists;
    }
}

impl Energy for Twisting {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.scale * ordered::sum(self.references.twists.len(), |e| self.place(e, x).energy())
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        stencils::scatter(&self.batch().joints.stencils, out, |e| {
            self.place(e, x).gradient().map(|g| self.scale * g)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        out.extend_uniform(&self.batch().joints.stencils, |e, blocks| {
            self.place(e, x).hessian(self.scale, blocks);
        });
    }
}

/// The largest step along `change`, m, in which the segment `edge` does not turn too far: it leaves a cone about its own
/// direction at the smallest root of a quadratic.
fn limit_turn(edge: &Vec3, change: &Vec3) -> f64 {
    let square = FARTHEST * FARTHEST;
    let along = edge.dot(change);
    let length = edge.norm_squared();
    let a = along * along / length - square * change.norm_squared();
    let b = (1.0 - square) * along;
    let c = (1.0 - square) * length;
    let discriminant = b * b - a * c;
    // Straight back through itself, both roots are one, up to rounding.
    if discriminant < -1e-12 * b * b {
        return f64::INFINITY;
    }
    // a t² + 2 b t + c, positive at 0, without cancellation.
    let root = discriminant.max(0.0).sqrt();
    let sum = if b > 0.0 { -b - root } else { root - b };
    let roots = [sum / a, c / sum];
    let positive = roots.into_iter().filter(|&t| t > 0.0);
    positive.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_turn_up_to_the_limit_and_no_farther() {
        let edge = Vec3::new(0.3, -0.1, 0.2);
        let turned = |change: Vec3, t: f64| {
            let moved = edge + change * t;
            edge.dot(&moved) / (edge.norm() * moved.norm())
        };
        let across = Vec3::new(0.1, 0.3, 0.0);
        for change in [
            across,
            across - 2.0 * edge,
            3.0 * across + edge,
            -across - edge,
        ] {
            let limit = limit_turn(&edge, &change);
            if limit.is_finite() {
                assert!((turned(change, limit) - FARTHEST).abs() < 1e-9, "{limit}");
                assert!((1..100).all(|k| turned(change, limit * f64::from(k) / 100.0) > FARTHEST));
            } else {
                assert!((1..100).all(|k| turned(change, f64::from(k)) > FARTHEST));
            }
        }
        assert!((limit_turn(&edge, &(-2.0 * edge)) - 0.5).abs() < 1e-6);
        assert_eq!(limit_turn(&edge, &(2.0 * edge)), f64::INFINITY);
        assert_eq!(limit_turn(&edge, &Vec3::zeros()), f64::INFINITY);
    }
}
