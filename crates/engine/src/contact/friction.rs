//! Lagged friction: Σ μ λ f0(|u|) over the contacts of an earlier configuration (Li et al. 2020, section 5).
//!
//! A contact of any kind slides by u = Tᵀ Σ wᵢ (xᵢ - x⁰ᵢ), with its tangents T, weights w and force λ lagged, and
//! x⁰ the positions from which sliding is measured. Nearly parallel edges do not rub: the point-edge and
//! point-triangle contacts beside them do.
//!
//! A sliding contact that will stick makes Newton's method overshoot: its potential has a kink as narrow as εᵥ h,
//! and one step length has to serve hundreds of them. A contact whose direction reverses in a full step is
//! therefore held: its Hessian is that of the parabola above its potential, until it slides on.

use tangency_formulas::contact::frame::ContactFrame;
use tangency_formulas::contact::friction;
use tangency_geometry::Vec3;

use super::kinds::{Configuration, PairGeometry};
use crate::energy::{Energy, stencils};
use crate::linear::{Block, BlockSink, upper_blocks};
use crate::ordered;

/// A contact of `K` vertices as friction sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionContact<const K: usize> {
    /// Vertices of the contact.
    pub vertices: [u32; K],
    /// Signed barycentric weights: the relative displacement is Σ weights uᵢ.
    pub weights: [f64; K],
    /// Unit tangents.
    pub tangents: [Vec3; 2],
    /// Coulomb's limit μ λ, as a gradient of the incremental potential.
    pub limit: f64,
    /// Whether it is held because it would reverse.
    pub is_held: bool,
}

impl<const K: usize> FrictionContact<K> {
    /// The contact with `frame`, pressed by the force `lambda`.
    pub fn new(vertices: [u32; K], frame: &ContactFrame<f64, K>, mu: f64, lambda: f64) -> Self {
        FrictionContact {
            vertices,
            weights: frame.weights,
            tangents: [frame.t1, frame.t2],
            limit: mu * lambda,
            is_held: false,
        }
    }

    /// The contact of a pair of any kind, pressed by the force `lambda`.
    pub fn of<P: PairGeometry<N, K>, const N: usize>(
        at: Configuration,
        pair: [u32; N],
        lambda: f64,
    ) -> Self {
        let mu = P::friction(at.model, pair);
        Self::new(P::vertices(pair), &P::frame(at, pair), mu, lambda)
    }

    /// Sliding displacement in the tangents' basis, m.
    fn slide(&self, x: &[Vec3], start: &[Vec3]) -> [f64; 2] {
        let mut relative = Vec3::zeros();
        for (&v, &weight) in self.vertices.iter().zip(&self.weights) {
            relative += weight * (x[v as usize] - start[v as usize]);
        }
        self.tangents.map(|tangent| tangent.dot(&relative))
    }

    fn gradient(&self, slide: [f64; 2], eps: f64) -> [Vec3; K] {
        let [f, g] = friction::gradient(slide, eps);
        let force = self.limit * (f * self.tangents[0] + g * self.tangents[1]);
        self.weights.map(|weight| weight * force)
    }

    /// Holds the contact if the step from `x` to `next` would reverse its sliding, and lets go of it if it slides on.
    fn hold(&mut self, x: &[Vec3], next: &[Vec3], start: &[Vec3], eps: f64) {
        let (before, after) = (self.slide(x, start), self.slide(next, start));
        let size = before[0] * before[0] + before[1] * before[1];
        let along = before[0] * after[0] + before[1] * after[1];
        self.is_held = size > eps * eps && along < if self.is_held { size } else { 0.0 };
    }

    fn hessian(&self, slide: [f64; 2], eps: f64, blocks: &mut [Block]) {
        let hessian = if self.is_held {
            friction::majorant(slide, eps)
        } else {
            friction::hessian(slide, eps)
        };
        // Contacts that take back what others count twice would make it indefinite.
        let [a, b, c] = hessian.map(|entry| self.limit.max(0.0) * entry);
        let [s, t] = self.tangents;
        let middle = (a * s + b * t) * s.transpose() + (b * s + c * t) * t.transpose();
        let mut k = 0;
        for i in 0..K {
            for j in i..K {
                blocks[k] = self.weights[i] * self.weights[j] * middle;
                k += 1;
            }
        }
    }
}

/// Contacts that rub, by number of vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionContacts {
    /// Vertices on half-spaces.
    pub one: Vec<FrictionContact<1>>,
    /// Point-point.
    pub two: Vec<FrictionContact<2>>,
    /// Point-edge.
    pub three: Vec<FrictionContact<3>>,
    /// Point-triangle, then edge-edge.
    pub four: Vec<FrictionContact<4>>,
}

impl FrictionContacts {
    /// Adds the contact of a pair that is pressed by the force `lambda`, where it rubs.
    pub fn add<P: PairGeometry<N, K>, const N: usize, const K: usize>(
        &mut self,
        _: P,
        at: Configuration,
        pair: [u32; N],
        lambda: f64,
    ) {
        let contact = FrictionContact::of::<P, N>(at, pair, lambda);
        if contact.limit > 0.0 {
            P::friction_list(self).push(contact);
        }
    }

    /// Whether nothing rubs.
    pub fn is_empty(&self) -> bool {
        self.one.is_empty() && self.two.is_empty() && self.three.is_empty() && self.four.is_empty()
    }
}

/// The dissipative potential of all lagged contacts.
#[derive(Clone, Debug, Default)]
pub struct LaggedFriction {
    /// The contacts.
    pub contacts: FrictionContacts,
    /// Positions that sliding is measured from, m.
    pub start: Vec<Vec3>,
    /// Sliding displacement below which contacts stick, m.
    pub eps: f64,
}

impl LaggedFriction {
    /// Looks at the full Newton step from `x` to `next`: holds contacts that would reverse in it.
    pub fn hold_reversing(&mut self, x: &[Vec3], next: &[Vec3]) {
        let LaggedFriction {
            contacts,
            start,
            eps,
        } = self;
        contacts
            .one
            .iter_mut()
            .for_each(|c| c.hold(x, next, start, *eps));
        contacts
            .two
            .iter_mut()
            .for_each(|c| c.hold(x, next, start, *eps));
        contacts
            .three
            .iter_mut()
            .for_each(|c| c.hold(x, next, start, *eps));
        contacts
            .four
            .iter_mut()
            .for_each(|c| c.hold(x, next, start, *eps));
    }

    /// Lets go of all contacts; false where none was held.
    pub fn release_held(&mut self) -> bool {
        fn release<const K: usize>(contacts: &mut [FrictionContact<K>]) -> bool {
            let held = contacts.iter_mut().map(|c| std::mem::take(&mut c.is_held));
            held.fold(false, |any, held| any | held)
        }
        let contacts = &mut self.contacts;
        release(&mut contacts.one)
            | release(&mut contacts.two)
            | release(&mut contacts.three)
            | release(&mut contacts.four)
    }

    /// Calls `visit` with every contact: its vertices, their weights, and the gradient of its potential at `x` by each of
    /// them. Weights of the two sides have opposite signs.
    pub fn visit_gradients(&self, x: &[Vec3], mut visit: impl FnMut(&[u32], &[f64], &[Vec3])) {
        let mut each = |vertices: &[u32], weights: &[f64], gradient: &[Vec3]| {
            visit(vertices, weights, gradient);
        };
        self.visit_list(&self.contacts.one, x, &mut each);
        self.visit_list(&self.contacts.two, x, &mut each);
        self.visit_list(&self.contacts.three, x, &mut each);
        self.visit_list(&self.contacts.four, x, &mut each);
    }

    fn visit_list<const K: usize>(
        &self,
        contacts: &[FrictionContact<K>],
        x: &[Vec3],
        visit: &mut impl FnMut(&[u32], &[f64], &[Vec3]),
    ) {
        for contact in contacts {
            let gradient = contact.gradient(contact.slide(x, &self.start), self.eps);
            visit(&contact.vertices, &contact.weights, &gradient);
        }
    }

    fn sum<const K: usize>(&self, contacts: &[FrictionContact<K>], x: &[Vec3]) -> f64 {
        ordered::sum(contacts.len(), |k| {
            let contact = &contacts[k];
            contact.limit * friction::value(contact.slide(x, &self.start), self.eps)
        })
    }

    fn scatter<const K: usize>(
        &self,
        contacts: &[FrictionContact<K>],
        x: &[Vec3],
        out: &mut [Vec3],
    ) {
        stencils::scatter_runs(
            contacts,
            |c| &c.vertices,
            out,
            |first, gradients| {
                for (contact, slot) in contacts[first..].iter().zip(gradients) {
                    *slot = contact.gradient(contact.slide(x, &self.start), self.eps);
                }
            },
        );
    }

    fn extend<const K: usize>(
        &self,
        contacts: &[FrictionContact<K>],
        x: &[Vec3],
        out: &mut BlockSink,
    ) {
        let vertices: Vec<[u32; K]> = contacts.iter().map(|contact| contact.vertices).collect();
        out.extend_uniform(&vertices, |k, blocks| {
            debug_assert_eq!(blocks.len(), upper_blocks(K));
            let contact = &contacts[k];
            contact.hessian(contact.slide(x, &self.start), self.eps, blocks);
        });
    }
}

impl Energy for LaggedFriction {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.sum(&self.contacts.one, x)
            + self.sum(&self.contacts.two, x)
            + self.sum(&self.contacts.three, x)
            + self.sum(&self.contacts.four, x)
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.scatter(&self.contacts.one, x, out);
        self.scatter(&self.contacts.two, x, out);
        self.scatter(&self.contacts.three, x, out);
        self.scatter(&self.contacts.four, x, out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.extend(&self.contacts.one, x, out);
        self.extend(&self.contacts.two, x, out);
        self.extend(&self.contacts.three, x, out);
        self.extend(&self.contacts.four, x, out);
    }
}
