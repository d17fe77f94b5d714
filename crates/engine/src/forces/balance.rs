//! Sums of forces: reactions of what is held or driven, forces between bodies, momentum, energy and work.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tangency_geometry::Vec3;

use super::NodeForces;
use crate::boundary::BoundaryProgram;
use crate::contact::{ContactModel, LaggedFriction, Primitives};
use crate::model::{Body, Model};
use crate::state::State;

/// A force and its torque about the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wrench {
    /// Force, N.
    #[serde(with = "array")]
    pub force: Vec3,
    /// Torque about the origin, N m.
    #[serde(with = "array")]
    pub torque: Vec3,
}

impl Wrench {
    /// Adds another.
    fn join(&mut self, other: &Self) {
        self.force += other.force;
        self.torque += other.torque;
    }

    /// Adds a force that acts at `x`.
    pub fn add(&mut self, x: Vec3, force: Vec3) {
        self.force += force;
        self.torque += x.cross(&force);
    }
}

/// Motion and energy of one body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BodyMotion {
    /// Mass, kg.
    pub mass: f64,
    /// Centre of mass, m.
    #[serde(with = "array")]
    pub center: Vec3,
    /// Linear momentum, kg m/s.
    #[serde(with = "array")]
    pub momentum: Vec3,
    /// Angular momentum about the origin, kg m²/s, without that of twisting rods about their axes.
    #[serde(with = "array")]
    pub angular_momentum: Vec3,
    /// Kinetic energy, J.
    pub kinetic: f64,
    /// Elastic energy, J.
    pub elastic: f64,
    /// Energy in the field of gravity, J; zero at the origin.
    pub gravity: f64,
    /// Sum of the forces that the solver has left, N: those told are wrong by about as much.
    #[serde(with = "array")]
    pub unbalanced: Vec3,
    /// Size of the largest force on it, N: by one boundary program, by one other body or half-space, by gravity and loads.
    #[serde(default)]
    pub acting: f64,
}

/// Work done on all bodies in one step, J: of each force at the end of the step along the displacement in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepWork {
    /// Work of friction; negative where it dissipates.
    pub friction: f64,
    /// Work of what holds and drives prescribed vertices and obstacles.
    pub reactions: f64,
    /// Work of gravity and loads.
    pub outside: f64,
}

impl StepWork {
    /// Adds that of another part of the step.
    pub(crate) fn add(&mut self, other: &StepWork) {
        self.friction += other.friction;
        self.reactions += other.reactions;
        self.outside += other.outside;
    }
}

/// Forces, momenta and energies at the end of one step, by the names that the scene gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ForceBalance {
    /// Force by which each boundary program, obstacle and half-space acts on the bodies.
    pub reactions: BTreeMap<String, Wrench>,
    /// Force of contact and friction on the first of two bodies that touch, by `FIRST|SECOND`.
    pub contacts: BTreeMap<String, Wrench>,
    /// Motion and energy of each body.
    pub bodies: BTreeMap<String, BodyMotion>,
    /// Work in the step.
    pub work: StepWork,
}

/// Contact and friction as they act at the end of a step.
pub struct ActingContacts<'a> {
    /// Contact, with the pairs there.
    pub contact: &'a dyn ContactModel,
    /// Friction.
    pub friction: &'a LaggedFriction,
    /// Factor of their forces in the potential, s².
    pub scale: f64,
}

/// One side of a contact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Partner {
    Body(u32),
    HalfSpace(u32),
}

/// Sums of forces between two sides, by the first and the second.
type Sums = BTreeMap<(Partner, Partner), Wrench>;

impl ForceBalance {
    /// Adds up `forces` at the state that a step has led to.
    pub fn new(model: &Model, state: &State, forces: &NodeForces, acting: &ActingContacts) -> Self {
        let contacts = between(model, &state.x, acting);
        ForceBalance {
            reactions: reactions(model, &state.x, forces, &contacts),
            bodies: bodies(model, state, forces, &contacts),
            contacts: named(model, contacts),
            work: work(model, forces),
        }
    }
}

/// Forces between every two sides that touch.
fn between(model: &Model, x: &[Vec3], acting: &ActingContacts) -> Sums {
    let mut sums = Sums::new();
    let mut add = |first: Partner, second: Partner, at: Vec3, gradient: &Vec3| {
        let force = -gradient / acting.scale;
        let (key, force) = match first <= second {
            true => ((first, second), force),
            false => ((second, first), -force),
        };
        sums.entry(key).or_default().add(at, force);
    };
    let body = |v: u32| Partner::Body(model.body_of[v as usize]);
    acting.contact.visit_gradients(x, &mut |pair| {
        let (first, second) = match pair.primitives.representatives() {
            (Some(a), b) => (body(a), body(b)),
            (None, v) => (body(v), half_space(pair.primitives)),
        };
        let parts = pair.vertices.iter().zip(pair.gradient);
        for (&v, gradient) in parts.filter(|(v, _)| first != second && body(**v) == first) {
            add(first, second, x[v as usize], gradient);
        }
    });
    acting
        .friction
        .visit_gradients(x, |vertices, weights, gradient| {
            let side = |sign: f64| {
                let mut all = vertices.iter().zip(weights);
                let found = all.find(|(_, weight)| **weight * sign > 0.0);
                found.map(|(&v, _)| body(v))
            };
            let Some(first) = side(1.0) else { return };
            let second = side(-1.0).unwrap_or_else(|| touched(model, x, vertices[0]));
            let parts = vertices.iter().zip(gradient);
            for (&v, gradient) in parts.filter(|(v, _)| first != second && body(**v) == first) {
                add(first, second, x[v as usize], gradient);
            }
        });
    sums
}

/// The half-space of a pair with one.
fn half_space(primitives: Primitives) -> Partner {
    match primitives {
        Primitives::HalfSpace([plane, _]) => Partner::HalfSpace(plane),
        _ => Partner::HalfSpace(0),
    }
}

/// The half-space that a vertex rubs on: the closest.
fn touched(model: &Model, x: &[Vec3], v: u32) -> Partner {
    let distance = |plane: &usize| model.half_spaces[*plane].distance(x[v as usize]);
    let all = 0..model.half_spaces.len();
    let closest = all.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    Partner::HalfSpace(closest.unwrap_or(0) as u32)
}

fn name(model: &Model, partner: Partner) -> &str {
    match partner {
        Partner::Body(k) => &model.bodies[k as usize].name,
        Partner::HalfSpace(k) => &model.half_spaces[k as usize].name,
    }
}

fn named(model: &Model, contacts: Sums) -> BTreeMap<String, Wrench> {
    let mut named = BTreeMap::<String, Wrench>::new();
    for ((first, second), sum) in contacts {
        let key = format!("{}|{}", name(model, first), name(model, second));
        named.entry(key).or_default().join(&sum);
    }
    named
}

/// Reactions of half-spaces, of obstacles, and of boundary programs. Programs of the same name are added up; one without a name is
/// `boundary N`, by its number among those that are no obstacle's own, and one with the name of an obstacle or half-space is
/// `boundary NAME`.
fn reactions(
    model: &Model,
    x: &[Vec3],
    forces: &NodeForces,
    contacts: &Sums,
) -> BTreeMap<String, Wrench> {
    let mut reactions = BTreeMap::<String, Wrench>::new();
    for plane in &model.half_spaces {
        reactions.insert(plane.name.clone(), Wrench::default());
    }
    for ((_, second), sum) in contacts {
        if let Partner::HalfSpace(_) = second {
            let total = reactions.entry(name(model, *second).to_owned());
            total.or_default().join(sum);
        }
    }
    for body in &model.bodies {
        if model.is_obstacle[body.vertices.start as usize] {
            let mut sum = Wrench::default();
            for v in body.vertices.clone() {
                sum.add(x[v as usize], forces.reaction[v as usize]);
            }
            reactions.insert(body.name.clone(), sum);
        }
    }
    let mut programs = vec![Wrench::default(); model.boundary.len()];
    for ((x, program), reaction) in x.iter().zip(&forces.program).zip(&forces.reaction) {
        if let Some(program) = program {
            programs[*program as usize].add(*x, *reaction);
        }
    }
    let others: BTreeSet<String> = reactions.keys().cloned().collect();
    let free = model.boundary.iter().zip(programs);
    let free = free.filter(|(program, _)| !is_obstacles_own(model, program));
    for (k, (program, sum)) in free.enumerate() {
        let key = match &program.name[..] {
            "" => format!("boundary {k}"),
            name if others.contains(name) => format!("boundary {name}"),
            name => name.to_owned(),
        };
        reactions.entry(key).or_default().join(&sum);
    }
    reactions
}

/// Whether a program moves an obstacle of its own name, whose reaction is known without it.
fn is_obstacles_own(model: &Model, program: &BoundaryProgram) -> bool {
    let Some(&first) = program.vertices.first() else {
        return false;
    };
    let body = model.body_of.get(first as usize);
    let body = body.map(|&body| &model.bodies[body as usize]);
    body.is_some_and(|body| body.is_obstacle && body.name == program.name)
}

fn bodies(
    model: &Model,
    state: &State,
    forces: &NodeForces,
    contacts: &Sums,
) -> BTreeMap<String, BodyMotion> {
    let of = |(number, body): (usize, &Body)| {
        let mut motion = BodyMotion::default();
        for v in body.vertices.clone().map(|v| v as usize) {
            let (mass, x, momentum) = (model.mass[v], state.x[v], model.mass[v] * state.v[v]);
            motion.mass += mass;
            motion.center += mass * x;
            motion.momentum += momentum;
            motion.angular_momentum += x.cross(&momentum);
            motion.kinetic += 0.5 * momentum.dot(&state.v[v]);
            motion.elastic += forces.elastic_energy[v];
            motion.unbalanced += forces.residual[v];
            motion.gravity -= mass * model.gravity.dot(&x);
        }
        motion.center /= motion.mass;
        motion.acting = largest_force(number as u32, body, forces, contacts);
        (body.name.clone(), motion)
    };
    let moving = model.bodies.iter().enumerate();
    let moving = moving.filter(|(_, body)| !model.is_obstacle[body.vertices.start as usize]);
    moving.map(of).collect()
}

/// Size of the largest force on a body: by one program, by one that it touches, by gravity and loads (without regard to their
/// directions, so that those that pull against each other count).
fn largest_force(number: u32, body: &Body, forces: &NodeForces, contacts: &Sums) -> f64 {
    let mut programs = BTreeMap::<u32, Vec3>::new();
    let mut outside = 0.0;
    for v in body.vertices.clone().map(|v| v as usize) {
        outside += forces.outside[v].norm();
        if let Some(program) = forces.program[v] {
            *programs.entry(program).or_default() += forces.reaction[v];
        }
    }
    let itself = Partner::Body(number);
    let touching = contacts.iter();
    let touching = touching.filter(|((first, second), _)| [*first, *second].contains(&itself));
    let each = programs.values().map(Vec3::norm);
    let each = each.chain(touching.map(|(_, sum)| sum.force.norm()));
    each.fold(outside, f64::max)
}

fn work(model: &Model, forces: &NodeForces) -> StepWork {
    let along = |force: &[Vec3]| -> f64 {
        let vertices = 0..model.vertex_count();
        vertices
            .map(|v| force[v].dot(&forces.displacement[v]))
            .sum()
    };
    StepWork {
        friction: along(&forces.friction),
        reactions: along(&forces.reaction),
        outside: along(&forces.outside),
    }
}

/// Vectors as lists of three numbers.
mod array {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use tangency_geometry::Vec3;

    pub fn serialize<S: Serializer>(vector: &Vec3, serializer: S) -> Result<S::Ok, S::Error> {
        <[f64; 3]>::from(*vector).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec3, D::Error> {
        <[f64; 3]>::deserialize(deserializer).map(Vec3::from)
    }
}
