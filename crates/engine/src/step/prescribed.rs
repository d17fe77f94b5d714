//! Prescribed motion within one step: vertices are moved towards their targets as far as nothing is in the
//! way, pulled the rest, and fixed once they have arrived (supplement of Li et al. 2020).

use tangency_geometry::Vec3;

use super::angles;
use super::pull::FIRST_STIFFNESS;
use crate::boundary::{ActivePrograms, Driven, Path};
use crate::energy::Attachment;
use crate::model::Model;
use crate::state::State;

/// Share of a step's prescribed displacement that may be missing when a vertex counts as arrived.
const MISSING: f64 = 1e-3;

/// The targets of one step.
#[derive(Clone, Debug, Default)]
pub struct Prescribed {
    /// Vertices with a target that is not where they are.
    moving: Vec<u32>,
    target: Vec<Vec3>,
    /// Σ |start - target|², m².
    squared_way: f64,
}

impl Prescribed {
    /// The targets for the step from `state` to `time`, of motions that began at `origins`.
    pub fn new(
        model: &Model,
        state: &State,
        programs: &ActivePrograms,
        driven: &Driven,
        origins: &[Vec3],
        time: f64,
    ) -> Self {
        let x = &state.x;
        let mut prescribed = Prescribed::default();
        for (v, &origin) in origins.iter().enumerate() {
            let Some(slot) = model.schedule.at(programs, v as u32) else {
                continue;
            };
            let motion = &model.boundary[slot.program as usize].motion;
            let target = match model.elements.twists.segment_of(v as u32) {
                Some(segment) => Some(angles::target(model, state, origins, segment, motion, time)),
                None if motion.path == Path::Driven => driven.target(slot.program, slot.index),
                None => motion.target(slot.index as usize, origin, time),
            };
            if let Some(target) = target
                && target != x[v]
            {
                prescribed.moving.push(v as u32);
                prescribed.target.push(target);
                prescribed.squared_way += (target - x[v]).norm_squared();
            }
        }
        prescribed
    }

    /// Whether every vertex already is where it should be.
    pub fn is_at_rest(&self) -> bool {
        self.moving.is_empty()
    }

    /// The displacement of every vertex that would take it to its target at once.
    pub fn path(&self, x: &[Vec3]) -> Vec<Vec3> {
        let mut path = vec![Vec3::zeros(); x.len()];
        for (&v, target) in self.moving.iter().zip(&self.target) {
            path[v as usize] = target - x[v as usize];
        }
        path
    }

    /// The vertices that are moved, and where to.
    pub fn targets(&self) -> impl Iterator<Item = (u32, Vec3)> + '_ {
        self.moving.iter().copied().zip(self.target.iter().copied())
    }

    /// The vertices that are moved.
    pub fn moving(&self) -> &[u32] {
        &self.moving
    }

    /// Puts every vertex exactly on its target.
    pub fn arrive(&self, x: &mut [Vec3]) {
        for (&v, &target) in self.moving.iter().zip(&self.target) {
            x[v as usize] = target;
        }
    }

    /// The attachment that drives the vertices on.
    pub fn attachment(&self, model: &Model) -> Attachment {
        let weight = |&v: &u32| match model.mass[v as usize] {
            0.0 if model.mean_mass > 0.0 => model.mean_mass,
            0.0 => 1.0,
            mass => mass,
        };
        Attachment {
            mass: self.moving.iter().map(weight).collect(),
            multiplier: vec![Vec3::zeros(); self.moving.len()],
            target: self.target.clone(),
            vertices: self.moving.clone(),
            stiffness: FIRST_STIFFNESS,
        }
    }

    /// Whether the attached vertices have come close enough to be fixed where they are.
    pub fn has_arrived(&self, attachment: &Attachment, x: &[Vec3]) -> bool {
        attachment.squared_gap(x) <= MISSING * MISSING * self.squared_way
    }

    /// The vertex farthest from its target and how far that is, m.
    pub fn farthest(&self, x: &[Vec3]) -> Option<(u32, f64)> {
        let gaps = self.moving.iter().zip(&self.target);
        gaps.map(|(&v, target)| (v, (target - x[v as usize]).norm()))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Position of each vertex, or of an angle the material director, when the motion that it follows in the step to `time`
/// begins: here and now for those whose motion begins with this step.
pub fn motion_origins(model: &Model, state: &State, time: f64) -> Vec<Vec3> {
    let mut origins = state.start.clone();
    for program in &model.boundary {
        if program.motion.is_active(time) && !program.motion.is_active(state.time) {
            for &v in &program.vertices {
                origins[v as usize] = match model.elements.twists.segment_of(v) {
                    Some(segment) => angles::director(model, state, segment),
                    None => state.x[v as usize],
                };
            }
        }
    }
    origins
}
