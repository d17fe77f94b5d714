//! Forces of single pairs in contact.

use tangency_formulas::contact::friction;
use tangency_geometry::Vec3;

use crate::contact::{ContactModel, Primitives};
use crate::model::Model;

/// A pair that pushes, at one state. The first primitive of a pair on a half-space is the vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairForce {
    /// The pair.
    pub primitives: Primitives,
    /// Distance, m.
    pub distance: f64,
    /// Middle between the two closest points, m.
    pub position: Vec3,
    /// Force of contact on the first primitive, N.
    pub force: Vec3,
    /// Force of friction on the first primitive, N, by the force of contact at this state.
    pub friction: Vec3,
    /// Velocity of the first primitive along the second, m/s: the mean over the last step.
    pub sliding: Vec3,
    /// Whether it slides no faster than what counts as sticking.
    pub sticks: bool,
}

impl PairForce {
    /// All pairs that push at `x`, where `contact` has detected them and has forces times `scale`; `displacement` is that of the
    /// last step, m.
    pub fn all(
        model: &Model,
        contact: &dyn ContactModel,
        x: &[Vec3],
        displacement: &[Vec3],
        scale: f64,
        dt: f64,
    ) -> Vec<Self> {
        let mut all = Vec::new();
        contact.visit_gradients(x, &mut |pair| {
            let force = -pair.first / scale;
            let place = (pair.primitives, dt);
            all.push(Self::of(model, x, displacement, place, force));
        });
        all
    }

    /// A pair of which nothing is known but where it is.
    pub fn without_force(
        model: &Model,
        x: &[Vec3],
        displacement: &[Vec3],
        primitives: Primitives,
    ) -> Self {
        let place = (primitives, model.settings.dt);
        Self::of(model, x, displacement, place, Vec3::zeros())
    }

    fn of(
        model: &Model,
        x: &[Vec3],
        displacement: &[Vec3],
        (primitives, dt): (Primitives, f64),
        force: Vec3,
    ) -> Self {
        let (normal, weights, vertices) = primitives.frame(model, x);
        let weighted = |of: &[Vec3]| -> Vec3 {
            let parts = vertices.iter().zip(&weights);
            parts.map(|(&v, weight)| of[v as usize] * *weight).sum()
        };
        let relative = weighted(displacement);
        let along = relative - normal * normal.dot(&relative);
        let eps = model.epsv * dt;
        let slide = along.norm();
        let limit = primitives.friction(model) * force.norm();
        let friction = if slide > 0.0 && limit > 0.0 {
            let [factor, _] = friction::gradient([slide, 0.0], eps);
            along * (-limit * factor / slide)
        } else {
            Vec3::zeros()
        };
        let firsts = vertices
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight > 0.0);
        let distance = primitives.distance(model, x);
        let on_first: Vec3 = firsts.map(|(&v, weight)| x[v as usize] * *weight).sum();
        PairForce {
            primitives,
            distance,
            position: on_first - normal * (0.5 * distance),
            force,
            friction,
            sliding: along / dt,
            sticks: slide <= eps,
        }
    }
}
