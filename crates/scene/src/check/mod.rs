//! Checks of what the types cannot say: ranges, references and words, each with its place.

mod physics;
mod selections;
mod time;

use std::collections::BTreeSet;

use tangency_engine::Feature;

use crate::document::material::{MaterialChoice, MaterialSpec};
use crate::document::shape::Shape;
use crate::document::values::{LengthUnit, Rotate, Scale, Triple};
use crate::error::{SceneError, suggestion};
use crate::files::find_file;
use crate::materials;
use crate::scene::Scene;

type Check = Result<(), SceneError>;

/// Checks a whole scene.
pub fn check(scene: &Scene) -> Check {
    time_and_solver(scene)?;
    all_materials(scene)?;
    names(scene)?;
    shapes(scene)?;
    physics::friction(scene)?;
    physics::dynamics(scene)?;
    physics::loads(scene)?;
    physics::motions(scene)?;
    physics::seams(scene)?;
    selections::selections(scene)?;
    outputs(scene)?;
    views(scene)
}

/// Checks the numbers and names of the output.
fn outputs(scene: &Scene) -> Check {
    let output = &scene.document.output;
    if output.every == 0 {
        return Err(scene.invalid(&["output", "every"], "must be at least 1"));
    }
    let mut names = BTreeSet::new();
    for (index, probe) in output.probe.iter().enumerate() {
        let path = ["output", "probe", &index.to_string(), "name"];
        if probe.name.is_empty() || probe.name.contains([',', '"', '\n']) {
            return Err(scene.invalid(&path, "a probe needs a name without commas and quotes"));
        }
        if !names.insert(&probe.name) {
            let message = format!("another probe is called `{}` too", probe.name);
            return Err(scene.invalid(&path, message));
        }
    }
    Ok(())
}

fn positive(scene: &Scene, path: &[&str], value: f64, unit: &str) -> Check {
    if value > 0.0 {
        Ok(())
    } else {
        Err(scene.invalid(path, format!("must be above zero, is {value}{unit}")))
    }
}

fn time_and_solver(scene: &Scene) -> Check {
    let document = &scene.document;
    time::step(scene, &["time"], document.time.step)?;
    if let Some(rest) = document.time.rest {
        positive(scene, &["time", "rest"], rest, " m/s")?;
    }
    time::drape(scene)?;
    positive(scene, &["time", "duration"], document.time.duration, " s")?;
    for (key, length) in [
        ("dhat", document.solver.dhat),
        ("newton_tolerance", document.solver.newton_tolerance),
        ("epsv", document.solver.epsv),
    ] {
        positive(scene, &["solver", key], length.number(), "")?;
    }
    for (index, length) in document.solver.first_tolerances.iter().enumerate() {
        let path = ["solver", "first_tolerances", &index.to_string()];
        positive(scene, &path, length.number(), "")?;
    }
    let ogc = &document.solver.offset;
    for (key, length) in [("radius", ogc.radius), ("query_radius", ogc.query_radius)] {
        if let Some(length) = length {
            positive(scene, &["solver", "ogc", key], length.number(), "")?;
        }
    }
    if let Some(stiffness) = ogc.stiffness {
        positive(scene, &["solver", "ogc", "stiffness"], stiffness, " N/m")?;
    }
    let gcp = &document.solver.geometric;
    for (key, value) in [("alpha", gcp.alpha), ("beta", gcp.beta)] {
        if !(value > 0.0 && value <= 1.0) {
            let message = format!("must be above 0 and at most 1, is {value}");
            return Err(scene.invalid(&["solver", "gcp", key], message));
        }
    }
    for (key, length) in [("epsilon", gcp.epsilon), ("length", gcp.length)] {
        if let Some(length) = length {
            positive(scene, &["solver", "gcp", key], length.number(), "")?;
        }
    }
    let vbd = &document.solver.vbd;
    if vbd.iterations == 0 {
        return Err(scene.invalid(&["solver", "vbd", "iterations"], "must be at least 1"));
    }
    if let Some(rho) = vbd.acceleration
        && !(rho > 0.0 && rho < 1.0)
    {
        let message = format!("must be between 0 and 1, is {rho}");
        return Err(scene.invalid(&["solver", "vbd", "acceleration"], message));
    }
    let multiplier = document.solver.kappa_min_multiplier;
    positive(scene, &["solver", "kappa_min_multiplier"], multiplier, "")?;
    if let Some(kappa) = document.solver.kappa {
        positive(scene, &["solver", "kappa"], kappa, "")?;
    }
    if document.solver.max_iterations == 0 {
        return Err(scene.invalid(&["solver", "max_iterations"], "must be at least 1"));
    }
    if document.body.is_empty() {
        return Err(scene.invalid::<&str>(&[], "the scene has no body: add at least one [[body]]"));
    }
    Ok(())
}

/// Checks that the methods go together, as far as the settings tell; the engine's model tells the rest.
pub fn methods(scene: &Scene) -> Check {
    scene.document.settings().check_methods().map_err(|source| {
        let path: &[&str] = match source.rule.feature {
            Feature::Contact(_) => &["solver", "contact"],
            Feature::OtherIntegrator => &["time", "integrator"],
            Feature::MassDamping => &["damping", "mass"],
            Feature::StiffnessDamping => &["damping", "stiffness"],
            Feature::Acceleration => &["solver", "vbd", "acceleration"],
            Feature::Trace => &["solver", "trace"],
            Feature::AdaptiveStep => &["time", "step"],
            Feature::EarlyEnd => &["solver", "early_end"],
            // Seen in a model only.
            _ => &["solver", "stepper"],
        };
        SceneError::Incompatible {
            place: scene.tree.place(&scene.file, path),
            source,
        }
    })
}

fn material(scene: &Scene, path: &[&str], material: &MaterialSpec) -> Check {
    let at = |key: &str| -> Vec<String> {
        path.iter()
            .map(|s| s.to_string())
            .chain([key.to_string()])
            .collect()
    };
    if material.density <= 0.0 {
        return Err(scene.invalid(
            &at("density"),
            format!("must be above zero, is {} kg/m³", material.density),
        ));
    }
    if material.young <= 0.0 {
        return Err(scene.invalid(
            &at("young"),
            format!("must be above zero, is {} Pa", material.young),
        ));
    }
    if material.poisson >= 0.5 || material.poisson <= -1.0 {
        let message = format!(
            "Poisson's ratio is {}; it must lie above -1 and below 0.5 (0.5 would be incompressible: use 0.49)",
            material.poisson
        );
        return Err(scene.invalid(&at("poisson"), message));
    }
    Ok(())
}

fn all_materials(scene: &Scene) -> Check {
    let named = &scene.document.materials;
    for (name, m) in named {
        material(scene, &["materials", name], m)?;
    }
    for (index, body) in scene.document.body.iter().enumerate() {
        let index = index.to_string();
        let path = ["body", index.as_str(), "material"];
        match &body.material {
            MaterialChoice::Inline(m) => material(scene, &path, m)?,
            MaterialChoice::Named(name) if named.contains_key(name) => {}
            MaterialChoice::Named(name) if materials::find(name).is_some() => {}
            MaterialChoice::Named(name) => {
                let own = named.keys().map(String::as_str);
                let known: Vec<&str> = own.chain(materials::NAMES).collect();
                let hint = suggestion(name, known.iter().copied());
                let list = known.join(", ");
                return Err(scene.invalid(
                    &path,
                    format!("there is no material `{name}`{hint}; materials: {list}"),
                ));
            }
        }
    }
    Ok(())
}

fn names(scene: &Scene) -> Check {
    let document = &scene.document;
    printable(scene, &["title"], "title", &document.title)?;
    let walls = document.half_space.iter().map(|w| &w.name).enumerate();
    let programs = document.boundary.iter().map(|b| &b.name).enumerate();
    let loads = document.load.iter().map(|l| &l.name).enumerate();
    let seams = document.seam.iter().map(|s| &s.name).enumerate();
    let bands = document.band.iter().map(|b| &b.name).enumerate();
    let others = walls
        .map(|e| ("half_space", e))
        .chain(programs.map(|e| ("boundary", e)))
        .chain(loads.map(|e| ("load", e)))
        .chain(seams.map(|e| ("seam", e)))
        .chain(bands.map(|e| ("band", e)));
    for (list, (index, name)) in others {
        printable(scene, &[list, &index.to_string(), "name"], "name", name)?;
    }
    let mut seen = BTreeSet::new();
    let bodies = document
        .body
        .iter()
        .enumerate()
        .map(|(i, b)| ("body", i, &b.name));
    let obstacles = document
        .obstacle
        .iter()
        .enumerate()
        .map(|(i, o)| ("obstacle", i, &o.name));
    for (list, index, name) in bodies.chain(obstacles) {
        let path = [list, &index.to_string(), "name"];
        printable(scene, &path, "name", name)?;
        if name.is_empty() || name.contains(['*', '$']) {
            return Err(scene.invalid(
                &path,
                format!("`{name}` cannot be a name: write one without * and $"),
            ));
        }
        if !seen.insert(name) {
            return Err(scene.invalid(
                &path,
                format!("the name `{name}` is given twice; every body needs its own"),
            ));
        }
    }
    Ok(())
}

/// Refuses line ends, terminal escapes and other control characters, which could make a name look like a message.
fn printable(scene: &Scene, path: &[&str], what: &str, text: &str) -> Check {
    match text.chars().find(|c| c.is_control()) {
        None => Ok(()),
        Some(c) => {
            let message = format!(
                "a {what} is one line of letters, but this one has the control character U+{:04X}",
                u32::from(c)
            );
            Err(scene.invalid(path, message))
        }
    }
}

fn shapes(scene: &Scene) -> Check {
    let document = &scene.document;
    let bodies = document
        .body
        .iter()
        .map(|b| (&b.shape, b.unit, &b.scale, &b.rotate))
        .enumerate()
        .map(|e| ("body", e));
    let obstacles = document
        .obstacle
        .iter()
        .map(|o| (&o.shape, o.unit, &o.scale, &o.rotate))
        .enumerate()
        .map(|e| ("obstacle", e));
    for (index, body) in document.body.iter().enumerate() {
        let surface = body.embed.surface.as_deref();
        if let Some(file) = surface.and_then(Shape::file) {
            known_file(scene, &["body", &index.to_string(), "embed"], file)?;
        }
    }
    for (list, (index, (shape, unit, scale, rotate))) in bodies.chain(obstacles) {
        let (number, index) = (index, index.to_string());
        if let Some(file) = shape.file() {
            known_file(scene, &[list, &index, "shape"], file)?;
        }
        let embeds = list == "body" && !document.body[number].embed.is_off();
        if unit != LengthUnit::M && shape.file().is_none() && !embeds {
            let message =
                "a unit is that of a mesh file, and this shape has none: its lengths are metres";
            return Err(scene.invalid(&[list, &index, "unit"], message));
        }
        if Scale::factors(*scale).contains(&0.0) {
            return Err(scene.invalid(
                &[list, &index, "scale"],
                "a scale of 0 makes the shape flat",
            ));
        }
        if let Rotate::Axis(turn) = rotate {
            direction(scene, &[list, &index, "rotate", "axis"], turn.axis)?;
        }
    }
    for (index, wall) in document.half_space.iter().enumerate() {
        direction(
            scene,
            &["half_space", &index.to_string(), "normal"],
            wall.normal,
        )?;
    }
    Ok(())
}

/// Refuses a mesh file that is not there.
fn known_file(scene: &Scene, path: &[&str], file: &str) -> Check {
    if find_file(&scene.folder, file).is_some() {
        return Ok(());
    }
    let message = format!(
        "there is no mesh file `{file}` in {} nor in the current folder",
        scene.folder.display()
    );
    Err(scene.invalid(path, message))
}

fn direction(scene: &Scene, path: &[&str], v: Triple) -> Check {
    if v == [0.0; 3] {
        Err(scene.invalid(path, "a direction cannot be [0, 0, 0]"))
    } else {
        Ok(())
    }
}

fn views(scene: &Scene) -> Check {
    let document = &scene.document;
    if let Some(camera) = &document.render.camera {
        if camera.eye == camera.target {
            return Err(scene.invalid(
                &["render", "camera"],
                "the camera's eye and target are the same point",
            ));
        }
        if !(camera.fov > 0.0 && camera.fov < 180.0) {
            return Err(scene.invalid(
                &["render", "camera", "fov"],
                "must lie between 0 and 180 degrees",
            ));
        }
    }
    Ok(())
}
