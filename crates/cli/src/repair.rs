//! `tangency repair`: the start of a scene brought apart, with an account, pictures, and a scene that starts there.

use std::path::{Path, PathBuf};

use serde::Serialize;
use tangency_engine::RepairReport;
use tangency_geometry::Vec3;
use tangency_io::npy::{NpyArray, to_bytes};
use tangency_io::run_folder::Topology;
use tangency_render::{Camera, RenderOptions, render_frame, write_png};
use tangency_scene::document::repair::RepairSpec;
use tangency_scene::{Scene, load_within, to_toml, topology};

use crate::arguments::{RepairArguments, budget};
use crate::failure::Failure;
use crate::output::{note, say};

/// Width and height of the pictures.
const SIZE: (u32, u32) = (960, 720);

/// Repairs the start of a scene and writes what becomes of it.
pub fn repair(options: &RepairArguments) -> Result<(), Failure> {
    let mut sets = options.sets.clone();
    if let Some(most) = &options.most {
        sets.push(format!("repair={{ most = {} }}", as_value(most)));
    }
    let budget = budget(options.memory_limit);
    let mut scene = load_within(&options.scene, &sets, &budget).map_err(Failure::input)?;
    scene.document.repair.is_on = true;
    // What an earlier repair found is searched for anew.
    scene.document.repair.start = None;
    let (model, state, info) = scene.build().map_err(Failure::input)?;
    for caution in &info.cautions {
        note(&format!("warning: {caution}"));
    }
    let report = info.repair.unwrap_or_default();
    let count = model.vertex_count();
    let folder = match &options.output {
        Some(folder) => folder.clone(),
        None => Path::new("repaired").join(&scene.name),
    };
    write(&folder, &mut scene, &report, &state.x[..count])?;
    draw(
        &folder,
        &topology(&model),
        [&model.rest, &state.x[..count]],
        &scene,
    )?;
    if options.json {
        say(&json(&report)?);
    } else {
        report.describe().iter().for_each(|line| say(line));
        say(&format!(
            "the scene that starts there: {}",
            folder.join("scene.toml").display()
        ));
    }
    Ok(())
}

/// A length as a value of a scene: a number as it is, anything else as text with its unit.
fn as_value(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(_) => text.to_owned(),
        Err(_) => format!("{text:?}"),
    }
}

fn json(report: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(report).map_err(Failure::input)
}

/// The scene that starts at `x`, these positions, and the account.
fn write(
    folder: &Path,
    scene: &mut Scene,
    report: &RepairReport,
    x: &[Vec3],
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, error))?;
    scene.document.repair = RepairSpec {
        is_on: true,
        most: scene.document.repair.most,
        start: Some("start.npy".to_owned()),
    };
    let text = to_toml(&scene.resolved_json()).map_err(Failure::input)?;
    put(folder.join("scene.toml"), text.as_bytes())?;
    put(
        folder.join("start.npy"),
        &to_bytes(&NpyArray::from_points(x)),
    )?;
    put(folder.join("repair.json"), json(report)?.as_bytes())
}

fn put(path: PathBuf, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(&path, bytes).map_err(|error| unwritten(&path, error))
}

fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Failure::refuse(format!("cannot write {}: {error}", path.display()))
}

/// `before.png` and `after.png`, seen by one camera: the scene's, or one fitted to both.
fn draw(
    folder: &Path,
    topology: &Topology,
    [before, after]: [&[Vec3]; 2],
    scene: &Scene,
) -> Result<(), Failure> {
    let up = -Vec3::from(scene.document.gravity);
    let up = if up.norm() > 0.0 { up } else { Vec3::y() };
    let given = scene.document.render.camera.map(|camera| Camera {
        eye: camera.eye.into(),
        target: camera.target.into(),
        up: camera.up.into(),
        fov: camera.fov,
    });
    let aspect = f64::from(SIZE.0) / f64::from(SIZE.1);
    let fitted = || Camera::fit(topology, [before, after], aspect, up);
    let lowest = before.iter().chain(after).map(|p| p.dot(&up.normalize()));
    let options = RenderOptions {
        width: SIZE.0,
        height: SIZE.1,
        camera: Some(given.unwrap_or_else(fitted)),
        up,
        floor: lowest.reduce(f64::min),
        ..RenderOptions::default()
    };
    for (name, x) in [("before.png", before), ("after.png", after)] {
        let image = render_frame(topology, x, &options).map_err(Failure::input)?;
        write_png(folder.join(name), &image).map_err(Failure::input)?;
    }
    Ok(())
}
