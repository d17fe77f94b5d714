//! Ranges of friction, integrators, damping, loads and the times of motions.

use tangency_engine::Integrator;

use super::{Check, positive};
use crate::document::boundary::{MotionPieceSpec, SequenceSpec};
use crate::document::load::LoadSpec;
use crate::files::find_folder;
use crate::scene::Scene;

fn not_negative(scene: &Scene, path: &[&str], value: f64, unit: &str) -> Check {
    if value >= 0.0 {
        Ok(())
    } else {
        Err(scene.invalid(path, format!("must not be below zero, is {value}{unit}")))
    }
}

/// Coefficients of friction and the rounds of its solver.
pub fn friction(scene: &Scene) -> Check {
    let document = &scene.document;
    not_negative(scene, &["friction", "mu"], document.friction.mu, "")?;
    for (index, pair) in document.friction.pair.iter().enumerate() {
        let path = ["friction", "pair", &index.to_string(), "mu"];
        not_negative(scene, &path, pair.mu, "")?;
    }
    let ground = document.ground.and_then(|g| g.friction);
    not_negative(scene, &["ground", "friction"], ground.unwrap_or(0.0), "")?;
    let bodies = document.body.iter().map(|b| b.friction).enumerate();
    let obstacles = document.obstacle.iter().map(|o| o.friction).enumerate();
    let walls = document.half_space.iter().map(|w| w.friction).enumerate();
    let own = bodies
        .map(|e| ("body", e))
        .chain(obstacles.map(|e| ("obstacle", e)))
        .chain(walls.map(|e| ("half_space", e)));
    for (list, (index, mu)) in own {
        let path = [list, &index.to_string(), "friction"];
        not_negative(scene, &path, mu.unwrap_or(0.0), "")?;
    }
    if document.solver.friction_iterations == Some(0) {
        let message = "must be at least 1, or \"converged\"";
        return Err(scene.invalid(&["solver", "friction_iterations"], message));
    }
    Ok(())
}

/// The integrator's numbers and the damping.
pub fn dynamics(scene: &Scene) -> Check {
    let document = &scene.document;
    if let Integrator::Newmark { beta, gamma } = document.time.integrator {
        let at = |key| ["time", "integrator", "newmark", key];
        if !(beta > 0.0 && beta <= 0.5) {
            let message = format!("must lie above 0, at most at 0.5, is {beta}");
            return Err(scene.invalid(&at("beta"), message));
        }
        if !(0.0..=1.0).contains(&gamma) {
            let message = format!("must lie between 0 and 1, is {gamma}");
            return Err(scene.invalid(&at("gamma"), message));
        }
    }
    let damping = document.damping;
    not_negative(scene, &["damping", "mass"], damping.mass, " 1/s")?;
    not_negative(scene, &["damping", "stiffness"], damping.stiffness, " s")
}

/// The loads.
pub fn loads(scene: &Scene) -> Check {
    for (index, load) in scene.document.load.iter().enumerate() {
        one_load(scene, &index.to_string(), load)?;
    }
    Ok(())
}

fn one_load(scene: &Scene, index: &str, load: &LoadSpec) -> Check {
    let given = [
        load.acceleration.is_some(),
        load.force.is_some(),
        load.traction.is_some(),
        load.pressure.is_some(),
        load.driven,
    ];
    let count = given.iter().filter(|&&is| is).count();
    if count != 1 {
        let message = format!(
            "needs exactly one of `acceleration`, `force`, `traction`, `pressure` and `driven`, has {count}"
        );
        return Err(scene.invalid(&["load", index], message));
    }
    not_negative(scene, &["load", index, "begin"], load.begin, " s")?;
    not_negative(scene, &["load", index, "ramp"], load.ramp, " s")?;
    if load.driven && load.ramp > 0.0 {
        let message = "a load that a program drives has no ramp: give forces that grow";
        return Err(scene.invalid(&["load", index, "ramp"], message));
    }
    match load.end {
        Some(end) if end <= load.begin => {
            let message = format!("ends at {end} s, not after its begin at {} s", load.begin);
            Err(scene.invalid(&["load", index, "end"], message))
        }
        _ => Ok(()),
    }
}

/// The motions of obstacles and boundaries.
pub fn motions(scene: &Scene) -> Check {
    for (index, obstacle) in scene.document.obstacle.iter().enumerate() {
        let at = ["obstacle", &index.to_string()];
        pieces(scene, at, &obstacle.motion.0)?;
        times(scene, at, obstacle.begin, obstacle.release)?;
        if let Some(frames) = &obstacle.sequence {
            if !obstacle.motion.0.is_empty() {
                let message = "an obstacle follows a `motion` or a `sequence`, not both";
                return Err(scene.invalid(&[at[0], at[1], "sequence"], message));
            }
            sequence(scene, at, frames)?;
        }
    }
    for (index, boundary) in scene.document.boundary.iter().enumerate() {
        let at = ["boundary", &index.to_string()];
        pieces(scene, at, &boundary.motion.0)?;
        times(scene, at, boundary.begin, boundary.release)?;
        if boundary.driven && !boundary.motion.0.is_empty() {
            let message = "a boundary follows its `motion` or is `driven`, not both";
            return Err(scene.invalid(&[at[0], at[1], "driven"], message));
        }
    }
    Ok(())
}

/// The numbers of seams and stitches.
pub fn seams(scene: &Scene) -> Check {
    for (index, body) in scene.document.body.iter().enumerate() {
        let Some(stitches) = body.stitches else {
            continue;
        };
        let index = index.to_string();
        let at = |key| ["body", index.as_str(), "stitches", key];
        positive(scene, &at("stiffness"), stitches.stiffness, " N/m")?;
        positive(scene, &at("reach"), stitches.reach.unwrap_or(1.0), " m")?;
    }
    for (index, seam) in scene.document.seam.iter().enumerate() {
        let index = index.to_string();
        let at = |key| ["seam", index.as_str(), key];
        positive(scene, &at("stiffness"), seam.stiffness, " N/m")?;
        positive(scene, &at("reach"), seam.reach.unwrap_or(1.0), " m")?;
        positive(scene, &at("within"), seam.within.unwrap_or(1.0), " m")?;
    }
    Ok(())
}

fn sequence(scene: &Scene, [list, index]: [&str; 2], frames: &SequenceSpec) -> Check {
    let interval = frames.interval.unwrap_or(1.0);
    positive(
        scene,
        &[list, index, "sequence", "interval"],
        interval,
        " s",
    )?;
    if !frames.files.contains('*') {
        let message = format!("`{}` has no * for the number of the frame", frames.files);
        return Err(scene.invalid(&[list, index, "sequence", "files"], message));
    }
    if find_folder(&scene.folder, &frames.folder).is_none() {
        let message = format!(
            "there is no folder `{}` in {} nor in the current folder",
            frames.folder,
            scene.folder.display()
        );
        return Err(scene.invalid(&[list, index, "sequence", "folder"], message));
    }
    Ok(())
}

fn pieces(scene: &Scene, [list, index]: [&str; 2], pieces: &[MotionPieceSpec]) -> Check {
    for (p, piece) in pieces.iter().enumerate() {
        let number = p.to_string();
        let path = [list, index, "motion", &number, "duration"];
        match piece.duration {
            Some(duration) => positive(scene, &path, duration, " s")?,
            None if p + 1 < pieces.len() => {
                let message = "a piece without `duration` lasts for ever: only the last one may";
                return Err(scene.invalid(&path, message));
            }
            None => {}
        }
    }
    Ok(())
}

fn times(scene: &Scene, [list, index]: [&str; 2], begin: f64, release: Option<f64>) -> Check {
    not_negative(scene, &[list, index, "begin"], begin, " s")?;
    let message = match release {
        Some(release) if release <= 0.0 => format!(
            "is released at {release} s, before the run starts: leave the program out instead"
        ),
        Some(release) if release <= begin => {
            format!("is released at {release} s, not after its begin at {begin} s")
        }
        _ => return Ok(()),
    };
    Err(scene.invalid(&[list, index, "release"], message))
}
