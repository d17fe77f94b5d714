//! A run backwards, from the last step to the first.

use std::collections::BTreeSet;

use crate::check;
use crate::error::GradientError;
use crate::gradient::{Gradient, Variable};
use crate::integration::Costate;
use crate::objective::{Objective, Residuals, StateGradient, StateView};
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
                let own = self.own(objective, pair, &mut value, &mut steps)?;
                next = steps.back(before, after, &next, &own)?;
            }
            if segment == 0 {
                let own = self.own(objective, &entries[..1], &mut value, &mut steps)?;
                steps.at_start(&own);
                for i in 0..own.x.len() {
                    next.x[i] += own.x[i] + std::mem::take(&mut next.origin[i]);
                    next.p[i] += own.v[i] + next.v[i];
                }
            }
        }
        steps.finish();
        let mut gradient = steps.gradient;
        gradient.value = value;
        // Angles, which come after the vertices, are at zero at the start.
        next.x.truncate(model.vertex_count());
        next.p.truncate(model.vertex_count());
        gradient.positions = next.x;
        gradient.velocities = next.p;
        gradient.keep(&wanted);
        Ok(gradient)
    }

    /// An objective alone.
    pub fn value(&self, objective: &dyn Objective) -> Result<f64, GradientError> {
        let mut value = 0.0;
        self.visit_views(objective.needs_forces(), |view| {
            let mut unused = StateGradient::zeros(view.x.len());
            let summand = objective.add(view, 0.0, &mut unused);
            value += summand;
            finite(summand, view.step)
        })?;
        Ok(value)
    }

    /// Residuals of all states in order, from the first.
    pub fn residuals(&self, residuals: &dyn Residuals) -> Result<Vec<f64>, GradientError> {
        let mut all = Vec::new();
        self.visit_views(residuals.needs_forces(), |view| {
            let first = all.len();
            residuals.residuals(view, &mut all);
            finite(all[first..].iter().sum(), view.step)
        })?;
        Ok(all)
    }

    /// Calls `visit` with every state in order, with its forces where they are wanted.
    fn visit_views(
        &self,
        with_forces: bool,
        mut visit: impl FnMut(&StateView) -> Result<(), GradientError>,
    ) -> Result<(), GradientError> {
        let model = self.model();
        let kappa = self.kappa().last().copied().unwrap_or(1.0);
        let mut steps = with_forces.then(|| BackwardSteps::new(model, kappa, &BTreeSet::new()));
        for segment in 0..self.segments() {
            let entries = self.segment(segment)?;
            if segment == 0 {
                visit(&StateView::of(model, &entries[0].state))?;
            }
            for pair in entries.windows(2) {
                let [before, after] = pair else { continue };
                let forces = match &mut steps {
                    Some(steps) => Some(steps.forces(before, after)?),
                    None => None,
                };
                visit(&StateView {
                    forces: forces.as_ref(),
                    ..StateView::of(model, &after.state)
                })?;
            }
        }
        Ok(())
    }

    /// The summand of an objective at the last of one or two states that follow each other: adds it to `value`, gives its derivatives.
    fn own(
        &self,
        objective: &dyn Objective,
        states: &[recording::Entry],
        value: &mut f64,
        steps: &mut BackwardSteps,
    ) -> Result<StateGradient, GradientError> {
        let model = self.model();
        let mut own = StateGradient::zeros(model.node_count());
        let forces = match states {
            [before, after] if objective.needs_forces() => Some(steps.forces(before, after)?),
            _ => None,
        };
        let view = StateView {
            forces: forces.as_ref(),
            ..StateView::of(model, &states[states.len() - 1].state)
        };
        let summand = objective.add(&view, 1.0, &mut own);
        if model.plane.is_some() {
            // Nothing leaves the plane.
            let vectors = own.x.iter_mut().chain(&mut own.v);
            vectors.for_each(|slope| slope.z = 0.0);
        }
        finite(summand, view.step)?;
        if !own.is_finite() {
            return Err(GradientError::NotFinite { step: view.step });
        }
        *value += summand;
        for (sum, part) in steps.mass.iter_mut().zip(&own.mass) {
            *sum += part;
        }
        Ok(own)
    }
}

fn finite(number: f64, step: u64) -> Result<(), GradientError> {
    let is_finite = number.is_finite().then_some(());
    is_finite.ok_or(GradientError::NotFinite { step })
}
