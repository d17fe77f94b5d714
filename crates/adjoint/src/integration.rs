//! The integrators backwards: derivatives by the end of a step and its contact forces, from those by the state that follows; and
//! derivatives by the state before, from those by the prediction.

use tangency_engine::{Integrator, Model, State, Vec3};

use crate::objective::StateGradient;

/// The derivatives of an objective by a state, as later steps see it.
#[derive(Clone)]
pub struct Costate {
    /// By positions.
    pub x: Vec<Vec3>,
    /// By velocities, with what is pending.
    pub p: Vec<Vec3>,
    /// By velocities without what is pending.
    pub v: Vec<Vec3>,
    /// By accelerations (Newmark).
    pub a: Vec<Vec3>,
    /// By positions one step earlier (BDF2).
    pub earlier_x: Vec<Vec3>,
    /// By velocities one step earlier (BDF2).
    pub earlier_v: Vec<Vec3>,
    /// By the positions where prescribed motions began.
    pub origin: Vec<Vec3>,
    /// By the directors of segments that twist.
    pub directors: Vec<Vec3>,
}

impl Costate {
    /// Zeros for a model.
    pub fn zeros(model: &Model) -> Self {
        let zeros = vec![Vec3::zeros(); model.node_count()];
        Costate {
            x: zeros.clone(),
            p: zeros.clone(),
            v: zeros.clone(),
            a: zeros.clone(),
            earlier_x: zeros.clone(),
            earlier_v: zeros.clone(),
            origin: zeros,
            directors: vec![Vec3::zeros(); model.elements.twists.segments.len()],
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Euler,
    Newmark {
        beta: f64,
        gamma: f64,
    },
    /// The first step of BDF2: predicted as implicit Euler does.
    FirstOfBdf2,
    Bdf2,
    QuasiStatic,
}

/// The rule of one step.
#[derive(Clone, Copy)]
pub struct StepRule {
    kind: Kind,
    /// Length of the step h, s.
    pub h: f64,
    /// Factor s of energies but those of contact and friction, s².
    pub scale: f64,
    /// Time τ that displacements of damping take, s.
    pub span: f64,
    /// Damping by mass as a share of the mass, d.
    pub damping: f64,
}

/// The way of a node through a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is an unknown.
    Free,
    /// A program moves it.
    Prescribed,
    /// It has no mass, and nothing moves it.
    Still,
}

/// The derivatives by the end of a step, before its equations are looked at.
pub struct EndDerivatives {
    /// By its positions.
    pub x: Vec<Vec3>,
    /// By the gradient C of contact and friction there.
    pub contact: Vec<Vec3>,
    /// By masses.
    pub mass: Vec<f64>,
}

impl StepRule {
    /// The rule of the step that follows `before`.
    pub fn new(model: &Model, before: &State) -> Self {
        let h = model.settings.dt;
        let (kind, scale, span) = match (model.settings.integrator, &before.earlier) {
            (Integrator::ImplicitEuler, _) => (Kind::Euler, h * h, h),
            (Integrator::Newmark { beta, gamma }, _) => {
                (Kind::Newmark { beta, gamma }, beta * h * h, h)
            }
            (Integrator::Bdf2, None) => (Kind::FirstOfBdf2, h * h, h),
            (Integrator::Bdf2, Some(_)) => (Kind::Bdf2, 4.0 / 9.0 * h * h, 2.0 / 3.0 * h),
            (Integrator::QuasiStatic, _) => (Kind::QuasiStatic, h * h, h),
        };
        StepRule {
            kind,
            h,
            scale,
            span,
            damping: scale * model.settings.damping.mass / span,
        }
    }

    /// Whether masses resist.
    pub fn has_inertia(&self) -> bool {
        self.kind != Kind::QuasiStatic
    }

    /// Whether velocities depend on contact forces.
    pub fn tells_contact_apart(&self) -> bool {
        !matches!(self.kind, Kind::Euler | Kind::QuasiStatic)
    }

    /// Positions x̂ that nodes would have without inner forces, m, where gravity and loads accelerate them by `outside`.
    pub fn predicted(&self, before: &State, outside: &[Vec3]) -> Vec<Vec3> {
        let (h, s) = (self.h, self.scale);
        let of = |i: usize| {
            let (x, p) = (before.x[i], velocity(before, i));
            let free = match (self.kind, &before.earlier) {
                (Kind::Newmark { beta, .. }, _) => {
                    let a = before.a.get(i).unwrap_or(&outside[i]);
                    x + h * p + h * h * (0.5 - beta) * a
                }
                (Kind::Bdf2, Some(earlier)) => {
                    (4.0 * x - earlier.x[i]) / 3.0 + 2.0 / 3.0 * h * (4.0 * p - earlier.v[i]) / 3.0
                }
                _ => x + h * p,
            };
            free + s * outside[i]
        };
        (0..before.x.len()).map(of).collect()
    }

    /// Positions x⁰ that damping measures displacements from, m.
    pub fn origin(&self, before: &State, i: usize) -> Vec3 {
        match (self.kind, &before.earlier) {
            (Kind::Bdf2, Some(earlier)) => (4.0 * before.x[i] - earlier.x[i]) / 3.0,
            _ => before.x[i],
        }
    }

    /// Adds to `before` what x⁰ of node `i` has of it.
    pub fn origin_back(&self, i: usize, slope: Vec3, before: &mut Costate) {
        if self.kind == Kind::Bdf2 {
            before.x[i] += 4.0 / 3.0 * slope;
            before.earlier_x[i] -= slope / 3.0;
        } else {
            before.x[i] += slope;
        }
    }

    /// The update of the state backwards. `after` are the derivatives by the state at the end as later steps see it, `own` those
    /// by it as the objective does, `contact` the gradient C at the end where the rule looks at it; `before` gets what goes past
    /// the equations.
    pub fn finish_back(
        &self,
        model: &Model,
        holds: &[Hold],
        contact: &[Vec3],
        (after, own): (&Costate, &StateGradient),
        before: &mut Costate,
    ) -> EndDerivatives {
        let count = after.x.len();
        let mut end = EndDerivatives {
            x: after.x.iter().zip(&own.x).map(|(x, own)| x + own).collect(),
            contact: vec![Vec3::zeros(); count],
            mass: vec![0.0; count],
        };
        for (i, &hold) in holds.iter().enumerate() {
            let is_told_apart = hold == Hold::Free && self.tells_contact_apart();
            let push = match contact.get(i) {
                Some(gradient) if is_told_apart => -gradient / model.mass[i],
                _ => Vec3::zeros(),
            };
            let by_push = self.node_back(i, hold, push, (after, own), &mut end.x, before);
            if is_told_apart {
                end.contact[i] -= by_push / model.mass[i];
                end.mass[i] -= by_push.dot(&push) / model.mass[i];
            }
        }
        end
    }

    /// One node of that; the derivative by its push.
    fn node_back(
        &self,
        i: usize,
        hold: Hold,
        push: Vec3,
        (after, own): (&Costate, &StateGradient),
        x: &mut [Vec3],
        before: &mut Costate,
    ) -> Vec3 {
        let h = self.h;
        // By the velocity of an even motion, by that of the rule without contact, and by the kick of contact.
        let (mut even, mut rule) = (Vec3::zeros(), after.p[i]);
        if push == Vec3::zeros() {
            rule += own.v[i];
        } else {
            even += own.v[i];
        }
        let mut by_push = after.p[i] / h;
        match self.kind {
            Kind::QuasiStatic => return Vec3::zeros(),
            Kind::Bdf2 | Kind::FirstOfBdf2 => {
                before.x[i] += after.earlier_x[i];
                before.p[i] += after.earlier_v[i];
                by_push += after.earlier_v[i] / h;
            }
            Kind::Euler | Kind::Newmark { .. } => {}
        }
        if hold == Hold::Still {
            return Vec3::zeros();
        }
        match self.kind {
            _ if hold == Hold::Prescribed => even += rule,
            Kind::Newmark { beta, gamma } => {
                let a = after.a[i] + h * gamma * rule;
                let by_way = a / self.scale;
                before.p[i] += rule - h * by_way;
                before.a[i] += h * (1.0 - gamma) * rule - h * h * (0.5 - beta) * by_way;
                before.x[i] -= by_way;
                x[i] += by_way;
                by_push -= by_way;
            }
            _ => {
                let by_way = rule / self.span;
                x[i] += by_way;
                by_push -= by_way;
                self.origin_back(i, -by_way, before);
            }
        }
        x[i] += even / h;
        before.x[i] -= even / h;
        by_push
    }

    /// The equations of the unknowns backwards, but for elasticity and contact: `y` solves the transposed system. Adds to `before`,
    /// to the derivatives `mass` by masses, and to those `outside` by accelerations from outside.
    pub fn balance_back(
        &self,
        model: &Model,
        (start, x, acceleration): (&State, &[Vec3], &[Vec3]),
        y: &[Vec3],
        before: &mut Costate,
        (mass, outside): (&mut [f64], &mut [Vec3]),
    ) {
        let (h, s) = (self.h, self.scale);
        let predicted = self.predicted(start, acceleration);
        for i in 0..y.len() {
            if y[i] == Vec3::zeros() {
                continue;
            }
            let m = model.mass[i];
            if self.damping != 0.0 {
                let way = x[i] - self.origin(start, i);
                mass[i] += self.damping * y[i].dot(&way);
                self.origin_back(i, -self.damping * m * y[i], before);
            }
            if !self.has_inertia() {
                outside[i] -= s * m * y[i];
                mass[i] -= s * y[i].dot(&acceleration[i]);
                continue;
            }
            mass[i] += y[i].dot(&(x[i] - predicted[i]));
            let by_predicted = -m * y[i];
            outside[i] += s * by_predicted;
            match self.kind {
                Kind::Newmark { beta, .. } => {
                    before.x[i] += by_predicted;
                    before.p[i] += h * by_predicted;
                    before.a[i] += h * h * (0.5 - beta) * by_predicted;
                }
                Kind::Bdf2 => {
                    before.x[i] += 4.0 / 3.0 * by_predicted;
                    before.earlier_x[i] -= by_predicted / 3.0;
                    before.p[i] += 8.0 / 9.0 * h * by_predicted;
                    before.earlier_v[i] -= 2.0 / 9.0 * h * by_predicted;
                }
                _ => {
                    before.x[i] += by_predicted;
                    before.p[i] += h * by_predicted;
                }
            }
        }
    }

    /// At the first step of Newmark accelerations are those from outside: what `before` has of them goes there.
    pub fn start_back(&self, start: &State, before: &mut Costate, outside: &mut [Vec3]) {
        if matches!(self.kind, Kind::Newmark { .. }) && start.a.is_empty() {
            for (outside, a) in outside.iter_mut().zip(&mut before.a) {
                *outside += std::mem::take(a);
            }
        }
    }
}

/// Velocity of a node at the start of the next step, m/s.
fn velocity(state: &State, i: usize) -> Vec3 {
    state.v[i] + state.pending.get(i).copied().unwrap_or_default()
}
