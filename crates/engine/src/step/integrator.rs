//! The rule that turns forces into motion. Every one of them makes a step the minimum of
//!
//! ½ Σ mᵢ |xᵢ - x̂ᵢ|² + s E(x) + h² C(x)
//!
//! with its own prediction x̂ and scale s of all energies E but those of contact and friction C, followed by an update of
//! velocities (and accelerations):
//!
//! | rule | x̂, with a the acceleration from outside | s |
//! |---|---|---|
//! | implicit Euler | x + h v + h² a | h² |
//! | Newmark (β, γ) | x + h v + h² (½ - β) aᵗ + β h² a | β h² |
//! | BDF2 | (4 x - x⁻)/3 + 2h/3 (4 v - v⁻)/3 + 4/9 h² a | 4/9 h² |
//! | quasi-static | no inertia; the forces from outside act as -s Σ mᵢ aᵢ · xᵢ | h² |
//!
//! After a step of another length h/ω, as parts of cut steps may be, BDF2 has ((1 + ω)² x - ω² x⁻)/(1 + 2ω) for
//! (4 x - x⁻)/3, the same for the velocities, and (1 + ω)/(1 + 2ω) h for 2h/3: of second order, and stable for
//! ω < 1 + √2 (Grigorieff 1983). The first step of BDF2 is one of implicit Euler. Damping sees the velocity (x - x⁰)/τ: the rule's own for Euler and
//! BDF2; the mean one of the step, x⁰ = xᵗ and τ = h, for the others (as Li et al. 2020 do). Friction always sees the
//! mean one.
//!
//! **Contact and friction act as in implicit Euler, whatever the rule.** An impact is an impulse: what it does to
//! accelerations and to the past that a rule of second order looks back at is not small and must not act again in the
//! next step, or collisions create energy (Kane et al. 1999; Deuflhard et al. 2008). The rules are linear in the forces, so
//! the motion is a sum: all other forces f by the rule, contact by implicit Euler. With d = -h² ∇C / m, what
//! contact moves a vertex by in this step:
//!
//! | rule | x⁺ | p⁺ | carried on |
//! |---|---|---|---|
//! | Newmark | x + h p + h² ((½ - β) aᵗ + β a⁺) + d | p + h ((1 - γ) aᵗ + γ a⁺) + d/h | a⁺ = f⁺/m |
//! | BDF2 | x̂ + s f⁺/m + d | (x⁺ - d - (4x - x⁻)/3) / (2h/3) + d/h | x⁻ = x, v⁻ = p + d/h |
//!
//! For both, displacements satisfy x⁺ - 2x + x⁻ = h² (a mean of f/m) + d, so that impacts are plastic, what rests rests,
//! momentum is conserved, and without contact nothing changes. For Newmark with β = ¼, γ = ½, linear forces of E and convex C,
//! multiply that by the mean (x⁺ - x⁻)/2h of the velocities w = (x⁺ - x)/h before and after: with x̄ = (x + x⁺)/2 the sum
//! ½ m w² + E(x̄) changes by -∇C(x⁺) · (x⁺ - x⁻)/2 ≤ (C(x⁻) - C(x⁺))/2, so ½ m w² + E(x̄) + (C(x) + C(x⁺))/2 never grows.
//!
//! The velocity p is ahead of the motion where contact holds against forces: at rest by h f / 2m. A vertex in contact
//! therefore has the velocity v = w with which it moved, and the rest p - v is pending: it is part of the next step.

use tangency_geometry::Vec3;

use crate::model::Model;
use crate::settings::Integrator;
use crate::state::{Earlier, State};

/// One step of an integrator.
#[derive(Default)]
pub struct Integration {
    /// Factor s of energies and forces but those of contact and friction, s².
    pub scale: f64,
    /// Factor h² of those of contact and friction, s².
    pub contact_scale: f64,
    /// x̂: where each vertex goes without inner forces, m.
    pub predicted: Vec<Vec3>,
    /// x⁰: where displacements that damping takes for velocities are measured from, m.
    pub origin: Vec<Vec3>,
    /// τ: the time these displacements take, s.
    pub span: f64,
    /// Whether masses resist.
    pub has_inertia: bool,
    /// Length of the step h, s.
    length: f64,
    /// Velocities p at the start of the step, m/s.
    velocities: Vec<Vec3>,
    /// Accelerations at the start of the step, m/s²; of Newmark only.
    accelerations: Vec<Vec3>,
}

impl Integration {
    /// The step of length `h`, s, from `state` under accelerations `outside` of gravity and loads, m/s²; the step before it
    /// had the length `before`, s.
    pub fn new(model: &Model, state: &State, outside: &[Vec3], [h, before]: [f64; 2]) -> Self {
        let x = &state.x;
        let v = velocities(state);
        let predict = |scale: f64, free: &dyn Fn(usize) -> Vec3| -> Vec<Vec3> {
            let vertices = 0..x.len();
            vertices.map(|i| free(i) + scale * outside[i]).collect()
        };
        let euler = |has_inertia| Integration {
            scale: h * h,
            contact_scale: h * h,
            predicted: predict(h * h, &|i| x[i] + h * v[i]),
            origin: x.clone(),
            span: h,
            has_inertia,
            length: h,
            velocities: v.clone(),
            accelerations: Vec::new(),
        };
        match (model.settings.integrator, &state.earlier) {
            (Integrator::Newmark { beta, .. }, _) => {
                // At the start nothing is deformed: what acts from outside is all there is.
                let a = if state.a.is_empty() {
                    outside
                } else {
                    &state.a
                };
                let scale = beta * h * h;
                Integration {
                    scale,
                    predicted: predict(scale, &|i| ballistic(x[i], v[i], a[i], beta, h)),
                    accelerations: a.to_vec(),
                    ..euler(true)
                }
            }
            (Integrator::Bdf2, Some(earlier)) => {
                let ratio = h / before;
                let (new, old, all) = (1.0 + ratio, ratio * ratio, 1.0 + 2.0 * ratio);
                let (scale, span) = (new * new / (all * all) * h * h, new / all * h);
                let behind = |i: usize| (new * new * x[i] - old * earlier.x[i]) / all;
                let speed = |i: usize| (new * new * v[i] - old * earlier.v[i]) / all;
                Integration {
                    scale,
                    predicted: predict(scale, &|i| behind(i) + span * speed(i)),
                    origin: (0..x.len()).map(behind).collect(),
                    span,
                    ..euler(true)
                }
            }
            (Integrator::QuasiStatic, _) => euler(false),
            (Integrator::ImplicitEuler | Integrator::Bdf2, _) => euler(true),
        }
    }

    /// Whether the rule has to know what contact and friction did to end a step.
    pub fn tells_contact_apart(model: &Model) -> bool {
        match model.settings.integrator {
            Integrator::Newmark { .. } | Integrator::Bdf2 => true,
            Integrator::ImplicitEuler | Integrator::QuasiStatic => false,
        }
    }

    /// Makes `x` the positions of `state`, with the velocities that led there, where `pushes` is the gradient h² ∇C of contact
    /// and friction at `x`; empty where the rule does not tell it apart. Vertices that `is_prescribed` move evenly during the step.
    pub fn finish(
        self,
        model: &Model,
        state: &mut State,
        x: Vec<Vec3>,
        pushes: &[Vec3],
        is_prescribed: impl Fn(usize) -> bool,
    ) {
        let h = self.length;
        let mut end = End::default();
        for (i, &at) in x.iter().enumerate() {
            let evenly = (at - state.x[i]) / h;
            let is_free = !is_prescribed(i) && model.mass[i] > 0.0;
            let push = match pushes.get(i) {
                Some(gradient) if is_free => -gradient / model.mass[i],
                _ => Vec3::zeros(),
            };
            let (mut v, mut a) = (evenly, Vec3::zeros());
            match model.settings.integrator {
                Integrator::QuasiStatic => v = Vec3::zeros(),
                _ if is_prescribed(i) => {}
                Integrator::Newmark { beta, gamma } => {
                    let (p, old) = (self.velocities[i], self.accelerations[i]);
                    a = (at - ballistic(state.x[i], p, old, beta, h) - push) / self.scale;
                    v = p + h * ((1.0 - gamma) * old + gamma * a);
                }
                Integrator::ImplicitEuler | Integrator::Bdf2 => {
                    v = (at - push - self.origin[i]) / self.span;
                }
            }
            end.add(v, a, evenly, push / h);
        }
        end.leave(model.settings.integrator, state, x, self.velocities);
    }
}

/// Velocities and accelerations of all vertices at the end of a step.
#[derive(Default)]
struct End {
    velocities: Vec<Vec3>,
    accelerations: Vec<Vec3>,
    pending: Vec<Vec3>,
    /// Velocities that contact and friction added, m/s.
    kicks: Vec<Vec3>,
    is_any_touched: bool,
}

impl End {
    /// Adds a vertex to which other forces have given the velocity `v` and contact a `kick`, and which moved with `evenly`.
    fn add(&mut self, v: Vec3, a: Vec3, evenly: Vec3, kick: Vec3) {
        let is_touched = kick != Vec3::zeros();
        let (v, pending) = if is_touched {
            (evenly, v + kick - evenly)
        } else {
            (v, Vec3::zeros())
        };
        self.is_any_touched |= is_touched;
        self.velocities.push(v);
        self.pending.push(pending);
        self.kicks.push(kick);
        self.accelerations.push(a);
    }

    /// Makes `state` the end of the step at `x`, which began with the velocities `before`.
    fn leave(self, rule: Integrator, state: &mut State, x: Vec<Vec3>, before: Vec<Vec3>) {
        let x_before = std::mem::replace(&mut state.x, x);
        state.v = self.velocities;
        state.pending = if self.is_any_touched {
            self.pending
        } else {
            Vec::new()
        };
        match rule {
            Integrator::Newmark { .. } => state.a = self.accelerations,
            Integrator::Bdf2 => {
                let kicked = before.iter().zip(&self.kicks).map(|(p, kick)| p + kick);
                state.earlier = Some(Earlier {
                    x: x_before,
                    v: kicked.collect(),
                });
            }
            Integrator::ImplicitEuler | Integrator::QuasiStatic => {}
        }
    }
}

/// Velocities that the next step begins with: those of the motion, and what is pending.
fn velocities(state: &State) -> Vec<Vec3> {
    let mut velocities = state.v.clone();
    for (v, pending) in velocities.iter_mut().zip(&state.pending) {
        *v += pending;
    }
    velocities
}

/// Position that Newmark's vertex flies to on what is known: x + h v + h² (½ - β) a.
fn ballistic(x: Vec3, v: Vec3, a: Vec3, beta: f64, h: f64) -> Vec3 {
    x + h * v + h * h * (0.5 - beta) * a
}
