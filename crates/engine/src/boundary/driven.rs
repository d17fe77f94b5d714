//! What a program outside of the engine prescribes, step by step: targets of driven boundary programs and forces of
//! driven loads. They are no part of a model or state: who goes on from a checkpoint gives them again.

use std::collections::BTreeMap;

use tangency_geometry::Vec3;
use thiserror::Error;

use super::{BoundaryProgram, Load, LoadKind, Path};

/// Targets and forces of the steps to come, each in force until the next is given.
#[derive(Clone, Debug, Default)]
pub struct Driven {
    /// Positions of the vertices, m, by number of the program.
    targets: BTreeMap<u32, Vec<Vec3>>,
    /// Forces on the vertices, N, by number of the load.
    forces: BTreeMap<u32, Vec<Vec3>>,
}

/// Why targets or forces are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DriveError {
    /// Nothing driven has that name.
    #[error("there is no driven {kind} `{name}`; driven are: {known}")]
    Unknown {
        /// A boundary or a load.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Too few or too many vectors.
    #[error("{found} vectors are given for the {expected} vertices of `{name}`")]
    Count {
        /// The boundary or load.
        name: String,
        /// Vectors given.
        found: usize,
        /// Vertices that there are.
        expected: usize,
    },
    /// A number that nothing can be calculated with.
    #[error("vector {index} for `{name}` is not finite")]
    NotFinite {
        /// The boundary or load.
        name: String,
        /// The vector, from 0.
        index: usize,
    },
    /// A target or force outside of the plane of a planar model.
    #[error("vector {index} for `{name}` has the component {z} along z, and the scene is planar")]
    OutOfPlane {
        /// The boundary or load.
        name: String,
        /// The vector, from 0.
        index: usize,
        /// Component of the vector along z.
        z: f64,
    },
}

impl Driven {
    /// Has the vertices of the driven program called `name` be at `targets`, m, at the end of the steps from now on.
    pub fn drive(
        &mut self,
        programs: &[BoundaryProgram],
        name: &str,
        targets: Vec<Vec3>,
    ) -> Result<(), DriveError> {
        let driven = { programs.iter().enumerate() }
            .filter(|(_, program)| program.motion.path == Path::Driven)
            .map(|(k, program)| (k, &program.name[..], program.vertices.len()));
        let number = find("boundary", driven, name, &targets)?;
        self.targets.insert(number, targets);
        Ok(())
    }

    /// Has `forces`, N, act on the vertices of the driven load called `name` in the steps from now on.
    pub fn push(
        &mut self,
        loads: &[Load],
        name: &str,
        forces: Vec<Vec3>,
    ) -> Result<(), DriveError> {
        let driven = loads.iter().enumerate().filter_map(|(k, load)| {
            let LoadKind::Driven { vertices } = &load.kind else {
                return None;
            };
            Some((k, &load.name[..], vertices.len()))
        });
        let number = find("load", driven, name, &forces)?;
        self.forces.insert(number, forces);
        Ok(())
    }

    /// The target of vertex number `index` of a program, m.
    pub fn target(&self, program: u32, index: u32) -> Option<Vec3> {
        self.targets.get(&program)?.get(index as usize).copied()
    }

    /// The forces of a load on its vertices, N; none before any is given.
    pub fn forces(&self, load: usize) -> &[Vec3] {
        self.forces.get(&(load as u32)).map_or(&[], |forces| forces)
    }

    /// A driven program that rules the step to `time` and has no target.
    pub fn missing<'a>(
        &self,
        programs: &'a [BoundaryProgram],
        time: f64,
    ) -> Option<&'a BoundaryProgram> {
        let mut programs = programs.iter().zip(0..);
        let missing = programs.find(|(program, k)| {
            program.motion.path == Path::Driven
                && program.motion.is_active(time)
                && !self.targets.contains_key(k)
        });
        missing.map(|(program, _)| program)
    }
}

/// The number of the one called `name`, which must have as many vertices as there are vectors.
fn find<'a>(
    kind: &'static str,
    driven: impl Iterator<Item = (usize, &'a str, usize)> + Clone,
    name: &str,
    vectors: &[Vec3],
) -> Result<u32, DriveError> {
    let Some((number, _, expected)) = driven.clone().find(|(_, known, _)| *known == name) else {
        let known: Vec<&str> = driven.map(|(_, known, _)| known).collect();
        return Err(DriveError::Unknown {
            kind,
            name: name.to_owned(),
            known: match known.is_empty() {
                true => "none".to_owned(),
                false => known.join(", "),
            },
        });
    };
    let name = name.to_owned();
    if vectors.len() != expected {
        return Err(DriveError::Count {
            name,
            found: vectors.len(),
            expected,
        });
    }
    let is_finite = |x: &Vec3| x.iter().all(|c| c.is_finite());
    match vectors.iter().position(|x| !is_finite(x)) {
        Some(index) => Err(DriveError::NotFinite { name, index }),
        None => Ok(number as u32),
    }
}
