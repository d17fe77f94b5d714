//! Lengths of steps, draping, elastic bands, and the bounds of stitches.

use super::{Check, positive};
use crate::document::step::StepSpec;
use crate::scene::Scene;

/// The shortest part of a step, as a share of it.
const LARGEST_CUT: f64 = 1e-6;

/// The length of a step, or the longest and the shortest.
pub fn step(scene: &Scene, table: &[&str], step: StepSpec) -> Check {
    let Some(least) = step.least else {
        return positive(scene, &[table, &["step"]].concat(), step.most, " s");
    };
    let at = |key| [table, &["step", key]].concat();
    positive(scene, &at("most"), step.most, " s")?;
    positive(scene, &at("least"), least, " s")?;
    if least > step.most {
        let message = format!("is {least} s, longer than `most`, {} s", step.most);
        return Err(scene.invalid(&at("least"), message));
    }
    if least < LARGEST_CUT * step.most {
        let message = format!("must be at least a millionth of `most`, is {least} s");
        return Err(scene.invalid(&at("least"), message));
    }
    if step.iterations == Some(0) {
        return Err(scene.invalid(&at("iterations"), "must be at least 1"));
    }
    let driven = scene.document.boundary.iter().position(|b| b.driven);
    match driven.filter(|_| table == ["time"]) {
        None => Ok(()),
        Some(index) => {
            let message = "what is driven has a target at the end of a step only: give `time.step` as one number";
            Err(scene.invalid(&["boundary", &index.to_string(), "driven"], message))
        }
    }
}

/// The drape, and the bounds of stitches.
pub fn drape(scene: &Scene) -> Check {
    let document = &scene.document;
    if document.solver.early_end == Some(0) {
        return Err(scene.invalid(&["solver", "early_end"], "must be at least 1"));
    }
    let bound = |path: &[&str], force: Option<f64>, ramp: Option<f64>| {
        positive(
            scene,
            &[path, &["force"]].concat(),
            force.unwrap_or(1.0),
            " N",
        )?;
        let path = [path, &["ramp"]].concat();
        if ramp.is_some_and(|ramp| ramp < 0.0) {
            return Err(scene.invalid(&path, "must not be below zero"));
        }
        if ramp.is_some() && force.is_none() {
            return Err(scene.invalid(&path, "needs a `force` to which it grows"));
        }
        Ok(())
    };
    for (index, body) in document.body.iter().enumerate() {
        if let Some(stitches) = &body.stitches {
            let path = ["body", &index.to_string(), "stitches"];
            bound(&path, stitches.force, stitches.ramp)?;
        }
    }
    for (index, seam) in document.seam.iter().enumerate() {
        bound(&["seam", &index.to_string()], seam.force, seam.ramp)?;
    }
    for (index, band) in document.band.iter().enumerate() {
        let index = index.to_string();
        let at = |key| ["band", index.as_str(), key];
        positive(scene, &at("length"), band.length, "")?;
        positive(scene, &at("stiffness"), band.stiffness, " N")?;
    }
    let Some(drape) = document.drape else {
        return Ok(());
    };
    step(scene, &["drape"], drape.step)?;
    positive(scene, &["drape", "longest"], drape.longest, " s")?;
    positive(scene, &["drape", "rest"], drape.rest, " m/s")?;
    bound(&["drape"], drape.force.or(Some(1.0)), Some(drape.ramp))?;
    if drape.damping < 0.0 {
        return Err(scene.invalid(&["drape", "damping"], "must not be below zero"));
    }
    if drape.friction < 0.0 {
        return Err(scene.invalid(&["drape", "friction"], "must not be below zero"));
    }
    if drape.iterations == 0 {
        return Err(scene.invalid(&["drape", "iterations"], "must be at least 1"));
    }
    Ok(())
}
