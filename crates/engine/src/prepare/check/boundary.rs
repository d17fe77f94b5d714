//! Checks of what is prescribed: motions and loads.

use crate::boundary::{BoundaryProgram, Load, LoadKind, MotionPiece, Path, Schedule};
use crate::model::{Body, ModelError};

/// Checks the loads.
pub fn loads(loads: &[Load], mass: &[f64]) -> Result<(), ModelError> {
    for load in loads {
        let refuse = |what: &str| ModelError::Boundary {
            name: load.name.clone(),
            what: what.to_owned(),
        };
        let (vertices, is_finite): (Vec<u32>, bool) = match &load.kind {
            LoadKind::Acceleration {
                vertices,
                acceleration,
            } => (vertices.clone(), acceleration.iter().all(|c| c.is_finite())),
            LoadKind::Force { vertices, force } => {
                (vertices.clone(), force.iter().all(|c| c.is_finite()))
            }
            LoadKind::Traction {
                triangles,
                traction,
            } => (
                triangles.iter().flatten().copied().collect(),
                traction.iter().all(|c| c.is_finite()),
            ),
            LoadKind::Pressure {
                triangles,
                pressure,
            } => (
                triangles.iter().flatten().copied().collect(),
                pressure.is_finite(),
            ),
            LoadKind::Driven { vertices } => (vertices.clone(), true),
        };
        if vertices.is_empty() {
            return Err(refuse("it selects nothing of a surface or body"));
        }
        if !is_finite || load.begin.is_nan() || load.end.is_nan() {
            return Err(refuse("its strength or its time is not a finite number"));
        }
        if !(load.ramp.is_finite() && load.ramp >= 0.0) {
            return Err(refuse("the time in which it grows must not be below zero"));
        }
        if !vertices
            .iter()
            .all(|&v| mass.get(v as usize).is_some_and(|&m| m > 0.0))
        {
            return Err(refuse(
                "it acts on a vertex that belongs to no elastic body",
            ));
        }
    }
    Ok(())
}

/// Checks the programs.
pub fn boundary(
    programs: &[BoundaryProgram],
    bodies: &[Body],
    vertex_count: usize,
) -> Result<(), ModelError> {
    for program in programs {
        let refuse = |what: String| ModelError::Boundary {
            name: program.name.clone(),
            what,
        };
        motion(program).map_err(refuse)?;
        if program.vertices.is_empty() {
            return Err(refuse("it selects no vertex".to_owned()));
        }
        if let Some(v) = program
            .vertices
            .iter()
            .find(|&&v| v as usize >= vertex_count)
        {
            return Err(refuse(format!("there is no vertex {v}")));
        }
        let release = program.motion.release_plane.iter();
        let passing = release.flat_map(|plane| &plane.vertices);
        if let Some(range) = passing.clone().find(|r| r.end as usize > vertex_count) {
            return Err(refuse(format!("there is no vertex {}", range.end - 1)));
        }
    }
    let schedule = Schedule::new(programs, vertex_count);
    for v in 0..vertex_count as u32 {
        let Some((first, second)) = schedule.clash(programs, v) else {
            continue;
        };
        let body = bodies.iter().find(|body| body.vertices.contains(&v));
        return Err(ModelError::Boundary {
            name: programs[second as usize].name.clone(),
            what: format!(
                "vertex {v} of `{}` is already moved by `{}`; a vertex can follow one program at a time",
                body.map_or("", |body| &body.name),
                programs[first as usize].name
            ),
        });
    }
    Ok(())
}

fn motion(program: &BoundaryProgram) -> Result<(), String> {
    let motion = &program.motion;
    match &motion.path {
        Path::Pieces(all) => pieces(all)?,
        Path::Driven => {}
        Path::Sequence(sequence) => {
            if !(sequence.interval.is_finite() && sequence.interval > 0.0) {
                return Err(format!(
                    "the frames of its sequence are {} s apart; it must be positive",
                    sequence.interval
                ));
            }
            let count = program.vertices.len();
            if sequence.frames.is_empty() {
                return Err("its mesh sequence has no frame".to_owned());
            }
            for (k, frame) in sequence.frames.iter().enumerate() {
                if frame.len() != count {
                    return Err(format!(
                        "frame {k} of its sequence has {} vertices instead of {count}",
                        frame.len()
                    ));
                }
                if frame.iter().flatten().any(|c| !c.is_finite()) {
                    return Err(format!("frame {k} of its sequence is not finite"));
                }
            }
        }
    }
    if !(motion.begin.is_finite() && motion.begin >= 0.0) {
        return Err(format!("it begins at {} s, before the start", motion.begin));
    }
    if let Some(plane) = &motion.release_plane
        && !(plane.at.is_finite() && plane.direction.iter().all(|c| c.is_finite()))
    {
        return Err("the place where it lets go is not finite".to_owned());
    }
    match motion.release {
        Some(release) if release.is_nan() || release < motion.begin => {
            Err(format!("it is released at {release} s, before it begins"))
        }
        _ => Ok(()),
    }
}

fn pieces(pieces: &[MotionPiece]) -> Result<(), String> {
    for (k, piece) in pieces.iter().enumerate() {
        let vectors = [piece.velocity, piece.angular_velocity, piece.center];
        if vectors.iter().flatten().any(|c| !c.is_finite()) {
            return Err(format!("piece {k} of its motion is not finite"));
        }
        if piece.duration.is_nan() || piece.duration <= 0.0 {
            return Err(format!(
                "piece {k} of its motion lasts {} s; it must be positive",
                piece.duration
            ));
        }
    }
    Ok(())
}
