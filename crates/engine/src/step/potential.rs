//! The incremental potential of one step, as the sum of its terms (Li et al. 2020, eq. 5).

use std::sync::Arc;

use tangency_geometry::Vec3;

use crate::contact::{ContactModel, LaggedFriction};
use crate::energy::{Attachment, Elastic, Energy, Inertia, LaggedDamping, Tightest};
use crate::linear::BlockSink;
use crate::model::Model;

/// Everything that a step minimises.
pub struct IncrementalPotential {
    /// The model.
    pub model: Arc<Model>,
    /// ½ |x - x̂|² weighted by mass, or the work of forces from outside.
    pub inertia: Inertia,
    /// s Ψ(x), by kind of element; s is h² for implicit Euler.
    pub elastic: Vec<Box<dyn Elastic>>,
    /// Damping, where there is any.
    pub damping: Option<LaggedDamping>,
    /// Prescribed vertices on their way; absent once they have arrived.
    pub attachment: Option<Attachment>,
    /// κ Σ b(d(x)), h² times the energy of contact whatever the integrator.
    pub contact: Box<dyn ContactModel>,
    /// Σ μ λ f0(|u|) of lagged contacts.
    pub friction: LaggedFriction,
}

/// A value and the size of the numbers it was summed from, which bounds its rounding error.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// The potential.
    pub total: f64,
    /// Sum of the magnitudes of its terms.
    pub magnitude: f64,
}

impl IncrementalPotential {
    /// Value at `x`, where the contact pairs must have been detected.
    pub fn value(&self, x: &[Vec3]) -> Value {
        let inertia = self.inertia.value(x);
        let elastic: f64 = self.elastic.iter().map(|term| term.value(x)).sum();
        let scale: f64 = self.elastic.iter().map(|term| term.magnitude()).sum();
        let attachment = self.attachment.as_ref().map_or(0.0, |term| term.value(x));
        let contact = self.contact.value(x);
        let damping = self.damping.as_ref().map_or(0.0, |term| term.value(x));
        let friction = self.friction.value(x);
        let terms = [inertia, elastic, attachment, contact, damping, friction];
        Value {
            total: terms.iter().sum(),
            magnitude: scale + terms.iter().map(|term| term.abs()).sum::<f64>(),
        }
    }

    /// Inertia together with damping by mass: ½ m |x - x̂|² + ½ d |x - x⁰|² is, but for a constant,
    /// ½ (m + d) |x - x̂′|² with x̂′ = (m x̂ + d x⁰) / (m + d).
    pub fn damped_inertia(&self) -> Inertia {
        let mut inertia = self.inertia.clone();
        let Some(damping) = &self.damping else {
            return inertia;
        };
        let both = inertia.mass.iter_mut().zip(&mut inertia.predicted);
        for ((mass, predicted), (damped, origin)) in
            both.zip(damping.mass.iter().zip(&damping.origin))
        {
            if *damped > 0.0 {
                *predicted = (*mass * *predicted + *damped * origin) / (*mass + *damped);
                *mass += damped;
            }
        }
        inertia
    }

    /// The largest step along `p`, at most `at_most`, that keeps every element within what it allows.
    pub fn limit_elastic(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let terms = self.elastic.iter();
        terms.fold(at_most, |at_most, term| term.limit(x, p, at_most))
    }

    /// The element that lets a step along `p` go least far, where one does not let it go all the way.
    pub fn tightest_element(&self, x: &[Vec3], p: &[Vec3]) -> Option<Tightest> {
        let all = self.elastic.iter().filter_map(|term| term.tightest(x, p));
        all.min_by(|a, b| a.alpha.total_cmp(&b.alpha))
    }

    /// Makes barriers stiffer where pairs or elements come too close to their limits, and angles be measured anew
    /// where rods have turned far; tells whether it did, which changes the potential.
    pub fn adapt(&mut self, x: &[Vec3]) -> bool {
        let mut changed = self.contact.adapt(x);
        for term in &mut self.elastic {
            changed |= term.adapt(x);
        }
        changed
    }

    /// Computes the gradient at `x`, without contact and friction.
    pub fn gradient_without_contact(&self, x: &[Vec3], out: &mut [Vec3]) {
        out.fill(Vec3::zeros());
        self.inertia.gradient(x, out);
        for term in &self.elastic {
            term.gradient(x, out);
        }
        if let Some(damping) = &self.damping {
            damping.gradient(x, out);
        }
        if let Some(attachment) = &self.attachment {
            attachment.gradient(x, out);
        }
    }

    /// Computes the gradient at `x`.
    pub fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.gradient_without_contact(x, out);
        self.contact_gradient(x, out);
    }

    /// Adds the gradient of contact and friction at `x` to `out`, with what acts on dependents at the nodes that they follow.
    pub fn contact_gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.contact.gradient(x, out);
        self.friction.gradient(x, out);
        if self.model.dependents.touch {
            self.model.dependents.hand_on(out);
        }
    }

    /// Computes the projected Hessian at `x`: element blocks, elasticity first, and a multiple of the identity at each
    /// vertex.
    pub fn hessian(&self, x: &[Vec3], blocks: &mut BlockSink, diagonal: &mut [f64]) {
        diagonal.fill(0.0);
        self.inertia.hessian(diagonal);
        if let Some(attachment) = &self.attachment {
            attachment.hessian(diagonal);
        }
        if let Some(damping) = &self.damping {
            damping.diagonal(diagonal);
        }
        blocks.clear();
        for term in &self.elastic {
            term.hessian(x, blocks);
        }
        if let Some(damping) = &self.damping {
            damping.hessian(x, blocks);
        }
        blocks.mark_static(0);
        if self.model.dependents.touch {
            let mut own = BlockSink::new();
            self.contact.hessian(x, &mut own);
            self.friction.hessian(x, &mut own);
            self.model.dependents.append(&own, blocks);
        } else {
            self.contact.hessian(x, blocks);
            self.friction.hessian(x, blocks);
        }
    }
}
