//! The drape of a scene: another scene, in which its garments are sewn and come to rest, and after which it begins.

use std::collections::BTreeSet;
use std::path::Path;

use tangency_engine::{Damping, Integrator, OnUnsolved, StepperKind};

use crate::document::drape::{DrapeSpec, StartSpec};
use crate::document::output::OutputSpec;
use crate::document::values::OneOrMany;
use crate::document::{Document, TimeSpec};
use crate::error::SceneError;
use crate::scene::Scene;

/// Pull of all stitches together, in weights of what they sew.
const PULL: f64 = 10.0;
/// Acceleration that makes the weight, whatever the scene's, m/s².
const EARTH: f64 = 9.80665;
/// Folder of the drape's run inside of that of the scene.
const FOLDER: &str = "drape";

impl Scene {
    /// The scene of the drape, where there is one to be done before this scene begins.
    ///
    /// Obstacles and what is held stand still, nothing has a velocity, loads that act from the start act all the time;
    /// stitches pull with at most the force of the drape, which grows until they are closed, and friction is left out.
    pub fn drape(&self) -> Result<Option<Scene>, SceneError> {
        let drape = self
            .document
            .drape
            .filter(|_| self.document.start.is_none());
        let Some(drape) = drape else {
            return Ok(None);
        };
        let force = match drape.force {
            Some(force) => force,
            None => self.stitch_force()?,
        };
        let mut scene = self.clone();
        let document = &mut scene.document;
        document.drape = None;
        document.output = OutputSpec::default();
        document.time = TimeSpec {
            step: drape.step,
            duration: drape.longest,
            integrator: Integrator::ImplicitEuler,
            rest: Some(drape.rest),
        };
        document.damping = Damping {
            mass: drape.damping,
            stiffness: document.damping.stiffness,
        };
        document.solver.stepper = StepperKind::Newton;
        document.solver.on_unsolved = OnUnsolved::Warn;
        document.solver.early_end = Some(drape.iterations);
        scale_friction(document, drape.friction);
        hold_still(document);
        bound_stitches(document, drape, force);
        Ok(Some(scene))
    }

    /// The force of each stitch with which all together pull so many times as hard as the weight of the sheets.
    fn stitch_force(&self) -> Result<f64, SceneError> {
        let (model, ..) = self.build()?;
        let count = model.elements.springs.stencils.len();
        let sheets = model.elements.triangles.triangles.as_flattened().iter();
        let vertices: BTreeSet<u32> = sheets.copied().collect();
        let mass: f64 = vertices.iter().map(|&v| model.mass[v as usize]).sum();
        Ok(match count {
            0 => 1.0,
            count => PULL * mass * EARTH / count as f64,
        })
    }

    /// The folder of the drape's run, where that of this scene is `folder`.
    pub fn drape_folder(folder: &Path) -> std::path::PathBuf {
        folder.join(FOLDER)
    }

    /// This scene after its drape, in the run folder `folder`: it begins where the drape has ended.
    pub fn after_drape(&self, folder: &Path) -> Scene {
        let mut scene = self.clone();
        if scene.drape_is_first() {
            scene.folder = folder.to_path_buf();
            scene.document.repair.start = None;
            // What acted in the drape goes on.
            for load in &mut scene.document.load {
                if load.begin <= 0.0 {
                    load.ramp = 0.0;
                }
            }
            scene.document.start = Some(StartSpec { run: FOLDER.into() });
        }
        scene
    }

    /// Whether a drape comes before this scene.
    pub fn drape_is_first(&self) -> bool {
        self.document.drape.is_some() && self.document.start.is_none()
    }
}

/// Multiplies all coefficients of friction.
fn scale_friction(document: &mut Document, share: f64) {
    document.friction.mu *= share;
    for pair in &mut document.friction.pair {
        pair.mu *= share;
    }
    let bodies = document.body.iter_mut().map(|b| &mut b.friction);
    let obstacles = document.obstacle.iter_mut().map(|o| &mut o.friction);
    let half_spaces = document.half_space.iter_mut().map(|h| &mut h.friction);
    for own in bodies.chain(obstacles).chain(half_spaces).flatten() {
        *own *= share;
    }
    let ground = document.ground.as_mut().and_then(|g| g.friction.as_mut());
    if let Some(own) = ground {
        *own *= share;
    }
}

/// Takes all motion from outside away, and leaves the loads that act from the start.
fn hold_still(document: &mut Document) {
    document.boundary.retain(|program| program.begin <= 0.0);
    for program in &mut document.boundary {
        program.motion = OneOrMany(Vec::new());
        program.driven = false;
        (program.release, program.release_past) = (None, None);
    }
    for obstacle in &mut document.obstacle {
        obstacle.motion = OneOrMany(Vec::new());
        obstacle.sequence = None;
        (obstacle.begin, obstacle.release) = (0.0, None);
    }
    document
        .load
        .retain(|load| load.begin <= 0.0 && !load.driven);
    for load in &mut document.load {
        load.end = None;
    }
    for body in &mut document.body {
        body.velocity = [0.0; 3];
        body.angular_velocity = [0.0; 3];
    }
}

/// Gives each stitch the bound of its force in a drape, which grows by `force` in each `ramp`.
fn bound_stitches(document: &mut Document, drape: DrapeSpec, force: f64) {
    let growth = match drape.ramp {
        0.0 => 1.0,
        ramp => (drape.longest / ramp).max(1.0),
    };
    let most = force * growth;
    let bound = |own: Option<f64>| own.map_or(most, |own| own.min(most));
    let ramp = |own: Option<f64>| Some(drape.ramp * bound(own) / force);
    for body in &mut document.body {
        if let Some(stitches) = &mut body.stitches {
            stitches.ramp = ramp(stitches.force);
            stitches.force = Some(bound(stitches.force));
        }
    }
    for seam in &mut document.seam {
        seam.ramp = ramp(seam.force);
        seam.force = Some(bound(seam.force));
    }
}
