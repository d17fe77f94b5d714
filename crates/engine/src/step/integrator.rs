//! The rule that turns forces into motion. Every one of them makes a step the minimum of
//!
//! ½ Σ mᵢ |xᵢ - x̂ᵢ|² + s E(x)
//!
//! with its own prediction x̂ and scale s, followed by an update of velocities (and accelerations):
//!
//! | rule | x̂, with a the acceleration from outside | s |
//! |---|---|---|
//! | implicit Euler | x + h v + h² a | h² |
//! | Newmark (β, γ) | x + h v + h² (½ - β) aᵗ + β h² a | β h² |
//! | BDF2 | (4 x - x⁻)/3 + 2h/3 (4 v - v⁻)/3 + 4/9 h² a | 4/9 h² |
//! | quasi-static | no inertia; the forces from outside act as -s Σ mᵢ aᵢ · xᵢ | h² |
//!
//! The first step of BDF2 is one of implicit Euler. Friction and damping see the velocity (x - x⁰)/τ: the rule's
//! own for Euler and BDF2; the mean one of the step, x⁰ = xᵗ and τ = h, for the others (as Li et al. 2020 do).

use tangency_geometry::Vec3;

use crate::model::Model;
use crate::settings::Integrator;
use crate::state::{Earlier, State};

/// One step of an integrator.
pub struct Integration {
    /// Factor s of energies and forces, s².
    pub scale: f64,
    /// x̂: where each vertex goes without inner forces, m.
    pub predicted: Vec<Vec3>,
    /// x⁰: where displacements that are velocities are measured from, m.
    pub origin: Vec<Vec3>,
    /// τ: the time these displacements take, s.
    pub span: f64,
    /// Whether masses resist.
    pub has_inertia: bool,
    /// Accelerations at the start of the step, m/s²; of Newmark only.
    accelerations: Vec<Vec3>,
}

impl Integration {
    /// The step from `state` under accelerations `outside` of gravity and loads, m/s².
    pub fn new(model: &Model, state: &State, outside: &[Vec3]) -> Self {
        let h = model.settings.dt;
        let (x, v) = (&state.x, &state.v);
        let predict = |scale: f64, free: &dyn Fn(usize) -> Vec3| -> Vec<Vec3> {
            let vertices = 0..x.len();
            vertices.map(|i| free(i) + scale * outside[i]).collect()
        };
        let euler = |has_inertia| Integration {
            scale: h * h,
            predicted: predict(h * h, &|i| x[i] + h * v[i]),
            origin: x.clone(),
            span: h,
            has_inertia,
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
                Integration {
                    scale: beta * h * h,
                    predicted: predict(beta * h * h, &|i| ballistic(state, a, beta, h, i)),
                    origin: x.clone(),
                    span: h,
                    has_inertia: true,
                    accelerations: a.to_vec(),
                }
            }
            (Integrator::Bdf2, Some(earlier)) => {
                let scale = 4.0 / 9.0 * h * h;
                let behind = |i: usize| (4.0 * x[i] - earlier.x[i]) / 3.0;
                let speed = |i: usize| (4.0 * v[i] - earlier.v[i]) / 3.0;
                Integration {
                    scale,
                    predicted: predict(scale, &|i| behind(i) + 2.0 / 3.0 * h * speed(i)),
                    origin: (0..x.len()).map(behind).collect(),
                    span: 2.0 / 3.0 * h,
                    has_inertia: true,
                    accelerations: Vec::new(),
                }
            }
            (Integrator::QuasiStatic, _) => euler(false),
            (Integrator::ImplicitEuler | Integrator::Bdf2, _) => euler(true),
        }
    }

    /// Makes `x` the positions of `state`, with the velocities that led there. Vertices that `is_prescribed` move
    /// evenly during the step.
    pub fn finish(
        self,
        model: &Model,
        state: &mut State,
        x: Vec<Vec3>,
        is_prescribed: impl Fn(usize) -> bool,
    ) {
        let h = model.settings.dt;
        let evenly = |i: usize, old: &[Vec3]| (x[i] - old[i]) / h;
        let vertices = 0..x.len();
        let v: Vec<Vec3> = match model.settings.integrator {
            Integrator::QuasiStatic => vec![Vec3::zeros(); x.len()],
            Integrator::Newmark { beta, gamma } => {
                let mut a = Vec::with_capacity(x.len());
                let mut v = Vec::with_capacity(x.len());
                for i in vertices {
                    if is_prescribed(i) {
                        a.push(Vec3::zeros());
                        v.push(evenly(i, &state.x));
                        continue;
                    }
                    let old = &self.accelerations;
                    let new = (x[i] - ballistic(state, old, beta, h, i)) / self.scale;
                    v.push(state.v[i] + h * ((1.0 - gamma) * old[i] + gamma * new));
                    a.push(new);
                }
                state.a = a;
                v
            }
            Integrator::ImplicitEuler | Integrator::Bdf2 => vertices
                .map(|i| {
                    if is_prescribed(i) {
                        evenly(i, &state.x)
                    } else {
                        (x[i] - self.origin[i]) / self.span
                    }
                })
                .collect(),
        };
        if model.settings.integrator == Integrator::Bdf2 {
            state.earlier = Some(Earlier {
                x: std::mem::replace(&mut state.x, x),
                v: std::mem::replace(&mut state.v, v),
            });
        } else {
            (state.x, state.v) = (x, v);
        }
    }
}

/// Where Newmark's vertex `i` flies on what is known: x + h v + h² (½ - β) a.
fn ballistic(state: &State, a: &[Vec3], beta: f64, h: f64, i: usize) -> Vec3 {
    state.x[i] + h * state.v[i] + h * h * (0.5 - beta) * a[i]
}
