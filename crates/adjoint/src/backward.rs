//! A run backwards, from the last step to the first.

use std::collections::BTreeSet;

use crate::check;
use crate::error::GradientError;
use crate::gradient::{Gradient, Variable};
use crate::integration::Costate;
use crate::objective::{Objective, StateGradient, StateView};
use crate::recording;
use crate::recording::Recording;
use crate::step::BackwardSteps;

impl Recording {
    /// An objective and its derivatives by what is wanted.
    pub fn gradient(
        &self,
        objective: &dyn Objective,
        wanted: &[Variable],
    ) -> Result<Gradient, GradientError> {
        let wanted: BTreeSet<Variable> = wanted.iter().copied().collect();
        let model = self.model();
        check::variables(model, self.kappa(), &wanted)?;
        let kappa = self.kappa().last().copied().unwrap_or(1.0);
        let mut steps = BackwardSteps::new(model, kappa, &wanted);
        let mut next = Costate::zeros(model);
        let mut value = 0.0;
        for segment in (0..self.segments()).rev() {
            let entries = self.segment(segment)?;
            for pair in entries.windows(2).rev() {
                let [before, after] = pair else { continue };
                let own = self.own(objective, after, &mut value, &mut steps.mass)?;
                next = steps.back(before, after, &next, &own)?;
            }
            if segment == 0 {
                let own = self.own(objective, &entries[0], &mut value, &mut steps.mass)?;
                for i in 0..own.x.len() {
                    next.x[i] += own.x[i] + std::mem::take(&mut next.origin[i]);
                    next.p[i] += own.v[i];
                }
            }
        }
        steps.finish();
        let mut gradient = steps.gradient;
        gradient.value = value;
        gradient.positions = next.x;
        gradient.velocities = next.p;
        gradient.keep(&wanted);
        Ok(gradient)
    }

    /// The summand of an objective at one state: adds it to `value`, gives its derivatives.
    fn own(
        &self,
        objective: &dyn Objective,
        entry: &recording::Entry,
        value: &mut f64,
        mass: &mut [f64],
    ) -> Result<StateGradient, GradientError> {
        let model = self.model();
        let mut own = StateGradient::zeros(model.node_count());
        let view = StateView::of(model, &entry.state);
        let summand = objective.add(&view, 1.0, &mut own);
        if model.plane.is_some() {
            // Nothing leaves the plane.
            let vectors = own.x.iter_mut().chain(&mut own.v);
            vectors.for_each(|slope| slope.z = 0.0);
        }
        let is_finite = |vectors: &[tangency_engine::Vec3]| {
            vectors.iter().all(|v| v.iter().all(|c| c.is_finite()))
        };
        if !(summand.is_finite() && is_finite(&own.x) && is_finite(&own.v)) {
            return Err(GradientError::NotFinite { step: view.step });
        }
        *value += summand;
        for (sum, part) in mass.iter_mut().zip(&own.mass) {
            *sum += part;
        }
        Ok(own)
    }
}
