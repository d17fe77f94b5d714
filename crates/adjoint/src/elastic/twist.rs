//! Rods that twist: exact Hessians, and the derivatives of y · ∇Ψ by stiffness and radius, and by the reference frames that a step
//! takes from its start.
//!
//! A material frame is turned by its angle from a reference, which is carried along with its segment from step to step: the
//! director of a segment is a part of the state. With the edge e⁰ and director u⁰ at the start of a step, the energy of its
//! end is a function of the end and of these, and the director there that of the edge e carried along:
//!
//! ```text
//! u = P(e⁰→e) u⁰
//! ```
//!
//! The angle between references at a joint only tells full turns, and has no derivatives.

use tangency_engine::linear::{Block, BlockSink};
use tangency_engine::{Model, State, Vec3};
use tangency_formulas::elastic::{EdgeFrame, JointFrame, RoundJoint};
use tangency_formulas::{Dual, Real};

use super::shells::DualVector;
use crate::gradient::Gradient;
use crate::integration::Costate;

/// Variables of a joint: its two edges and directors at the start of the step.
const REFERENCE: usize = 12;
/// Relative change of a director up to which it was carried straight along.
const ROUNDING: f64 = 1e-9;

/// The derivatives of a run by the stiffness of joints against bending and twist, and by the radius of each segment.
pub struct TwistSlopes {
    joints: Vec<[f64; 2]>,
    radii: Vec<f64>,
}

/// A joint at given positions, in numbers of any kind.
struct TwistedJoint<R: Real> {
    elastic: RoundJoint<R>,
    frame: JointFrame<R>,
    x: [tangency_formulas::Vec3<R>; 3],
    phi: [R; 2],
    /// Derivatives of the angles by the first coordinates of their nodes, 1/m.
    slope: [R; 2],
}

impl<R: Real> TwistedJoint<R> {
    /// TwistedJoint `e` at `x`, where `edges` and `directors` of its segments at the start of the step, and their `radii`, are given.
    fn new(
        model: &Model,
        e: usize,
        x: &[Vec3],
        (edges, directors, radii): (
            [tangency_formulas::Vec3<R>; 2],
            [tangency_formulas::Vec3<R>; 2],
            [R; 2],
        ),
        twist: f64,
    ) -> Self {
        let joints = &model.elements.twists.joints;
        let stencil = joints.stencils[e];
        let node = |i: usize| R::from_f64(x[stencil[3 + i] as usize].x);
        let sign = |i: usize| R::from_f64(joints.passages[e][i].sign);
        let slope = [0, 1].map(|i| sign(i) / radii[i]);
        let phi = [
            node(0) * slope[0],
            node(1) * slope[1] + R::from_f64(joints.phases[e]),
        ];
        let given = &joints.elastic[e];
        let frames = [0, 1].map(|i| EdgeFrame {
            tangent: unit(&edges[i]) * sign(i),
            director: directors[i],
        });
        TwistedJoint {
            elastic: RoundJoint {
                bend: R::from_f64(given.bend),
                twist: R::from_f64(given.twist),
                rest: given.rest.map(R::from_f64),
            },
            frame: JointFrame {
                edges: frames,
                twist: R::from_f64(twist) + (phi[1] - phi[0]),
            },
            x: [0, 1, 2].map(|k| x[stencil[k] as usize].map(R::from_f64)),
            phi,
            slope,
        }
    }

    /// The work along `y` of vertices, and `turns` of the nodes of angles.
    fn work(&self, y: &[Vec3; 3], turns: [f64; 2]) -> R {
        let g = (self.elastic).gradient(&self.frame, self.x.each_ref(), self.phi);
        let mut work = R::zero();
        for (k, y) in y.iter().enumerate() {
            for c in 0..3 {
                work += g[3 * k + c] * R::from_f64(y[c]);
            }
        }
        for i in 0..2 {
            work += g[9 + i] * self.slope[i] * R::from_f64(turns[i]);
        }
        work
    }
}

fn unit<R: Real>(v: &tangency_formulas::Vec3<R>) -> tangency_formulas::Vec3<R> {
    v * (R::one() / v.dot(v).sqrt())
}

/// The two segments of joint `e`.
fn segments(model: &Model, e: usize) -> [usize; 2] {
    let passages = &model.elements.twists.joints.passages[e];
    passages.each_ref().map(|passage| passage.segment as usize)
}

/// TwistedJoint `e` at `x` in a step from `start`, in plain numbers.
fn plain(model: &Model, e: usize, start: &State, x: &[Vec3]) -> TwistedJoint<f64> {
    let batch = &model.elements.twists;
    let own = segments(model, e);
    let given = (
        own.map(|k| batch.edge(k, &start.x)),
        own.map(|k| start.directors[k]),
        own.map(|k| batch.radii[k]),
    );
    TwistedJoint::new(model, e, x, given, start.twists[e])
}

impl TwistSlopes {
    /// Zeros for a model.
    pub fn zeros(model: &Model) -> Self {
        let batch = &model.elements.twists;
        TwistSlopes {
            joints: vec![[0.0; 2]; batch.joints.stencils.len()],
            radii: vec![0.0; batch.segments.len()],
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x` in a step from `start`, and those by edges and directors there to `before`.
    pub fn add(
        &mut self,
        model: &Model,
        (scale, start): (f64, &State),
        (x, y): (&[Vec3], &[Vec3]),
        before: &mut Costate,
    ) {
        for e in 0..self.joints.len() {
            let stencil = model.elements.twists.joints.stencils[e];
            let along = [0, 1, 2].map(|k| y[stencil[k] as usize]);
            let turns = [0, 1].map(|i| y[stencil[3 + i] as usize].x);
            if along.iter().all(|y| *y == Vec3::zeros()) && turns == [0.0; 2] {
                continue;
            }
            let mut joint = plain(model, e, start, x);
            let (bend, twist) = (joint.elastic.bend, joint.elastic.twist);
            for (slope, one) in self.joints[e].iter_mut().zip([[1.0, 0.0], [0.0, 1.0]]) {
                [joint.elastic.bend, joint.elastic.twist] = one;
                *slope += scale * joint.work(&along, turns);
            }
            [joint.elastic.bend, joint.elastic.twist] = [bend, twist];
            self.by_radii(model, (e, scale), start, x, (&along, turns));
            by_references(model, (e, scale), start, x, (&along, turns), before);
        }
    }

    fn by_radii(
        &mut self,
        model: &Model,
        (e, scale): (usize, f64),
        start: &State,
        x: &[Vec3],
        (along, turns): (&[Vec3; 3], [f64; 2]),
    ) {
        let batch = &model.elements.twists;
        let own = segments(model, e);
        let given = (
            own.map(|k| batch.edge(k, &start.x).map(Dual::constant)),
            own.map(|k| start.directors[k].map(Dual::constant)),
            Dual::variables(own.map(|k| batch.radii[k])),
        );
        let joint = TwistedJoint::<Dual<2>>::new(model, e, x, given, start.twists[e]);
        let work = joint.work(along, turns);
        for (k, slope) in own.into_iter().zip(work.slopes) {
            self.radii[k] += scale * slope;
        }
    }

    /// Adds the derivatives by materials.
    pub fn finish(&self, model: &Model, out: &mut Gradient) {
        for rods in &model.elements.given.rods {
            let (body, material) = (&rods.body, &rods.body.material);
            let number = model.body_of[rods.first as usize] as usize;
            let own = rods.first..rods.first + body.mesh.points.len() as u32;
            let edges = &body.mesh.edges;
            let segment_of = |k: usize| {
                let ends = model.elements.twists.segments[k].map(|v| v - rods.first);
                edges.iter().position(|edge| *edge == ends)
            };
            let joints = &model.elements.twists.joints;
            for (e, slopes) in self.joints.iter().enumerate() {
                if !own.contains(&joints.stencils[e][1]) {
                    continue;
                }
                let elastic = &joints.elastic[e];
                let (bend, twist) = (slopes[0] * elastic.bend, slopes[1] * elastic.twist);
                out.bending[number] += bend / material.bending;
                // G J = E I / (1 + ν); both are as large as E d⁴.
                out.poisson[number] -= twist / (1.0 + material.poisson);
                out.thickness[number] += 4.0 * (bend + twist) / material.diameter;
                let by_young = (bend + twist) / material.young;
                out.young[number] += by_young;
                for k in segments(model, e).into_iter().filter_map(segment_of) {
                    out.young_by_element[number][k] += 0.5 * by_young;
                }
            }
            for (k, slope) in self.radii.iter().enumerate() {
                if own.contains(&model.elements.twists.segments[k][0]) {
                    out.thickness[number] += 0.5 * slope;
                }
            }
        }
    }
}

/// Adds the derivatives by edges and directors at the start of a step.
fn by_references(
    model: &Model,
    (e, scale): (usize, f64),
    start: &State,
    x: &[Vec3],
    (along, turns): (&[Vec3; 3], [f64; 2]),
    before: &mut Costate,
) {
    let batch = &model.elements.twists;
    let own = segments(model, e);
    let given = (
        [0, 1].map(|i| variables::<REFERENCE>(&batch.edge(own[i], &start.x), 3 * i)),
        [0, 1].map(|i| variables::<REFERENCE>(&start.directors[own[i]], 6 + 3 * i)),
        own.map(|k| Dual::constant(batch.radii[k])),
    );
    let joint = TwistedJoint::<Dual<REFERENCE>>::new(model, e, x, given, start.twists[e]);
    let work = joint.work(along, turns);
    for (i, &k) in own.iter().enumerate() {
        let [a, b] = batch.segments[k].map(|v| v as usize);
        let by_edge = scale * part(&work, 3 * i);
        before.x[b] += by_edge;
        before.x[a] -= by_edge;
        before.directors[k] += scale * part(&work, 6 + 3 * i);
    }
}

/// A vector as variables from number `first` on.
fn variables<const N: usize>(v: &Vec3, first: usize) -> DualVector<N> {
    DualVector::from_fn(|c, _| {
        let mut variable = Dual::constant(v[c]);
        variable.slopes[first + c] = 1.0;
        variable
    })
}

fn part<const N: usize>(dual: &Dual<N>, first: usize) -> Vec3 {
    Vec3::from_column_slice(&dual.slopes[first..first + 3])
}

/// From the derivatives `after` by directors at the end of a step to those by its end, by its start and by directors there. False
/// where references were taken anew on the way, which depends on the way.
pub fn carry_back(
    model: &Model,
    (start, end): (&State, &State),
    after: &[Vec3],
    (by_end, before): (&mut [Vec3], &mut Costate),
) -> bool {
    let batch = &model.elements.twists;
    for (k, slope) in after.iter().enumerate() {
        let frame = EdgeFrame {
            tangent: unit(&variables::<9>(&batch.edge(k, &start.x), 0)),
            director: variables::<9>(&start.directors[k], 3),
        };
        let carried = frame.transported(&variables::<9>(&batch.edge(k, &end.x), 6));
        let there = carried.director.map(|c| c.value);
        if (there - end.directors[k]).norm() > ROUNDING {
            return false;
        }
        let work = (0..3).fold(Dual::constant(0.0), |sum, c| {
            sum + carried.director[c] * Dual::constant(slope[c])
        });
        let [a, b] = batch.segments[k].map(|v| v as usize);
        before.x[b] += part(&work, 0);
        before.x[a] -= part(&work, 0);
        before.directors[k] += part(&work, 3);
        by_end[b] += part(&work, 6);
        by_end[a] -= part(&work, 6);
    }
    true
}

/// Appends the exact Hessian of `scale` Ψ at `x` in a step from `start` to `out`.
pub fn hessian(model: &Model, (scale, start): (f64, &State), x: &[Vec3], out: &mut BlockSink) {
    let batch = &model.elements.twists;
    out.extend_uniform(&batch.joints.stencils, |e, blocks| {
        let joint = plain(model, e, start, x);
        let exact = (joint.elastic).hessian(&joint.frame, joint.x.each_ref(), joint.phi) * scale;
        let places = (0..5).flat_map(|a| (a..5).map(move |b| (a, b)));
        for (block, (a, b)) in blocks.iter_mut().zip(places) {
            *block = match (a, b) {
                (0..3, 0..3) => exact.fixed_view::<3, 3>(3 * a, 3 * b).into_owned(),
                (0..3, _) => {
                    let column = exact.fixed_view::<3, 1>(3 * a, 6 + b) * joint.slope[b - 3];
                    Block::from_columns(&[column, Vec3::zeros(), Vec3::zeros()])
                }
                _ => {
                    let turn = exact[(6 + a, 6 + b)] * joint.slope[a - 3] * joint.slope[b - 3];
                    // Held at zero by springs, as in the run.
                    let stiff = scale * joint.elastic.twist * joint.slope[a - 3].powi(2);
                    let held = if a == b { stiff } else { 0.0 };
                    Block::from_diagonal(&Vec3::new(turn, held, held))
                }
            };
        }
    });
}
