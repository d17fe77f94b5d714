//! Forces at the end of a step, and objectives of them backwards.
//!
//! With the acceleration v̇ = (v¹ - v⁰)/h, the acceleration a from outside, and s, d, x⁰ of the integrator, the forces of contact f
//! and the reactions r at held nodes are, as the run folder tells them,
//!
//! ```text
//! f = -C / h²
//! r = m v̇ + ∇Ψ + d m (x - x⁰) / s + C / h² - m a
//! ```
//!
//! An objective L of them has the derivatives ∂L/∂C = (∂L/∂r - ∂L/∂f) / h², which the adjoint vector of contact takes up, and with
//! w = ∂L/∂r / s at held nodes the elastic part adds s ∇²Ψ w to the derivative by the end of the step and s w·∂∇Ψ to those by
//! materials and rest shapes.

use tangency_engine::Vec3;

use super::{BackwardSteps, Frame};
use crate::elastic::ElasticScale;
use crate::error::GradientError;
use crate::integration::{Costate, EndDerivatives, Hold};
use crate::objective::{StateForces, StateGradient};
use crate::recording::Entry;

impl BackwardSteps {
    /// Forces where the step between two states ended.
    pub fn forces(&mut self, before: &Entry, after: &Entry) -> Result<StateForces, GradientError> {
        let (before, after) = (&*before.joined(), &*after.joined());
        let frame = self.frame(before, after)?;
        let rule = frame.rule;
        let lagged = after.rounds.last().unwrap_or(&before.state.x);
        let stiffness = super::stiffness(before, after);
        let lagged_kappa = stiffness[usize::from(after.rounds.is_empty())];
        let places = (&after.state.x[..], &lagged[..], &before.state.x[..]);
        (self.potential).set([stiffness[0], lagged_kappa], rule.h * rule.h, places);
        let contact: Vec<Vec3> = (self.potential.gradient().into_iter())
            .map(|c| -c / (rule.h * rule.h))
            .collect();
        let elastic = self.potential.elastic_gradient(frame.elastic());
        let elastic = elastic.ok_or_else(|| GradientError::NotDifferentiated {
            what: "forces where a limit of strain gets stiffer in a step".to_owned(),
            advice: "take shorter steps, or leave the limit of strain out",
        })?;
        let mut reaction = vec![Vec3::zeros(); contact.len()];
        for v in frame.held() {
            let mass = self.model.mass[v];
            let way = after.state.x[v] - rule.origin(&before.state, v);
            reaction[v] = (elastic[v] + rule.damping * mass * way) / rule.scale
                - contact[v]
                - mass * frame.accelerations[v];
            if rule.has_inertia() {
                reaction[v] += mass * frame.acceleration(v);
            }
        }
        Ok(StateForces { contact, reaction })
    }

    /// The part of objectives of reactions that velocities and masses have: adds it to the derivatives by both states.
    pub(super) fn inertia_back(
        &mut self,
        frame: &Frame,
        slopes: &StateForces,
        own: &mut StateGradient,
        previous: &mut Costate,
    ) {
        if !frame.rule.has_inertia() {
            return;
        }
        for v in frame.held() {
            let (mass, slope) = (self.model.mass[v], slopes.reaction[v]);
            own.v[v] += mass / frame.rule.h * slope;
            previous.v[v] -= mass / frame.rule.h * slope;
            self.mass[v] += slope.dot(&frame.acceleration(v));
        }
    }

    /// The other parts: adds them to the derivatives by the end of the step, by contact there, and by what came before.
    pub(super) fn forces_back(
        &mut self,
        frame: &Frame,
        slopes: &StateForces,
        end: &mut EndDerivatives,
        (previous, by_outside): (&mut Costate, &mut [Vec3]),
    ) {
        let (rule, x) = (frame.rule, &frame.after.state.x);
        let square = rule.h * rule.h;
        for (sum, slope) in end.contact.iter_mut().zip(&slopes.contact) {
            *sum -= slope / square;
        }
        let mut weights = vec![Vec3::zeros(); x.len()];
        for v in frame.held() {
            let (mass, slope) = (self.model.mass[v], slopes.reaction[v]);
            end.contact[v] += slope / square;
            weights[v] = slope / rule.scale;
            by_outside[v] -= mass * slope;
            self.mass[v] -= slope.dot(&frame.accelerations[v]);
            if rule.damping != 0.0 {
                let way = x[v] - rule.origin(&frame.before.state, v);
                let damped = rule.damping * mass * weights[v];
                self.mass[v] += rule.damping * weights[v].dot(&way);
                end.x[v] += damped;
                rule.origin_back(v, -damped, previous);
            }
        }
        if weights.iter().any(|w| *w != Vec3::zeros()) {
            let matrix = self.potential.elastic_matrix(frame.elastic());
            matrix.add_product(&weights, &mut end.x);
            self.elastic
                .add(&self.model, frame.elastic(), (x, &weights), previous);
        }
    }
}

impl Frame<'_> {
    /// The nodes that are no unknowns.
    fn held(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.holds.iter().enumerate();
        all.filter(|(_, hold)| **hold != Hold::Free).map(|(v, _)| v)
    }

    /// Factors of elastic energies where the step ended.
    fn elastic(&self) -> ElasticScale<'_> {
        ElasticScale {
            scale: self.rule.scale,
            strain_limits: self.after.strain_stiffness.last().copied().unwrap_or(0.0),
            start: &self.before.state,
        }
    }

    /// Acceleration of a node in the step, m/s².
    fn acceleration(&self, v: usize) -> Vec3 {
        (self.after.state.v[v] - self.before.state.v[v]) / self.rule.h
    }
}
