//! The drape before a run: a run of its own, in the folder `drape` inside of that of the run.

use std::path::Path;

use tangency_io::run_folder::RunReader;
use tangency_scene::{Scene, load};

use super::request::Request;
use super::resume;
use super::start::{folder_of, from_start};
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::note;

/// Drapes, where that comes before the run that is asked for and is not done; the options for the run after it, where they are
/// others than those given.
pub fn first(options: &RunOptions) -> Result<Option<RunOptions>, Failure> {
    if options.resume {
        return go_on(options);
    }
    let request = Request::new(options)?;
    let scene = request.load()?;
    let folder = folder_of(options, &scene);
    if !scene.drape_is_first() {
        return Ok(None);
    }
    if is_run(&folder) && !options.overwrite {
        return Err(Failure::refuse(format!(
            "{} has a run already: --resume goes on with it, --overwrite replaces it, --out DIR leaves it",
            folder.display()
        )));
    }
    announce(options, &folder);
    from_scene(options, &request, &scene, &folder)?;
    Ok(None)
}

/// Goes on with a drape that was interrupted, where the run after it has not begun.
fn go_on(options: &RunOptions) -> Result<Option<RunOptions>, Failure> {
    let folder = match (&options.out, Path::new(&options.scene)) {
        (Some(folder), _) => folder.clone(),
        (None, scene) if scene.is_dir() => scene.to_path_buf(),
        (None, _) => folder_of(options, &load(&options.scene, &[]).map_err(Failure::input)?),
    };
    let drape = Scene::drape_folder(&folder);
    if is_run(&folder) || !is_run(&drape) {
        return Ok(None);
    }
    let reader = RunReader::open(&drape).map_err(Failure::input)?;
    let recorded = Request::of(&reader)?;
    drop(reader);
    let given = Path::new(&options.scene);
    let named = if given.is_dir() {
        recorded.scene.clone()
    } else {
        options.scene.clone()
    };
    let mut now = Request::new(options)?;
    now.scene = named;
    let request = recorded.renewed(&now);
    let scene = request.load()?;
    announce(options, &folder);
    let of_drape = RunOptions {
        scene: drape.display().to_string(),
        out: None,
        steps: None,
        until: None,
        sets: Vec::new(),
        ..options.clone()
    };
    if let Some(session) = resume::resumed(&of_drape)? {
        session.finish(options.quiet)?;
    }
    check_rest(&scene, &drape)?;
    Ok(Some(RunOptions {
        scene: request.scene.clone(),
        sets: request.set.clone(),
        out: Some(folder),
        resume: false,
        with_changes: false,
        ..options.clone()
    }))
}

/// Drapes from the start of the scene.
fn from_scene(
    options: &RunOptions,
    request: &Request,
    scene: &Scene,
    folder: &Path,
) -> Result<(), Failure> {
    let Some(drape) = scene.drape().map_err(Failure::input)? else {
        return Ok(());
    };
    let path = Scene::drape_folder(folder);
    let of_drape = RunOptions {
        steps: None,
        until: None,
        view: false,
        overwrite: options.overwrite || is_run(&path),
        ..options.clone()
    };
    // The request as it is, so that the run after the drape can be found from there, but for its end.
    let mut whole = request.clone();
    whole.stop_like(&Request::default());
    let session = from_start(&of_drape, &whole, &drape, &path)?;
    session.finish(options.quiet)?;
    check_rest(scene, &path)
}

/// Fails where a drape has come to its end before it has come to rest.
fn check_rest(scene: &Scene, drape: &Path) -> Result<(), Failure> {
    let reader = RunReader::open(drape).map_err(Failure::input)?;
    let end = reader.checkpoint().map_err(Failure::input)?;
    let fastest = end.v.iter().map(|v| v.norm()).fold(0.0, f64::max);
    let limits = scene.document.drape.unwrap_or_default();
    if fastest < limits.rest {
        return Ok(());
    }
    Err(Failure::Step(anyhow::anyhow!(
        "after {:.3} s the drape is not at rest: a vertex moves with {fastest:.3e} m/s, more than {:.3e} m/s; raise `drape.longest`, `drape.damping` or `drape.rest` (what it has come to: tangency view {})",
        end.time,
        limits.rest,
        drape.display()
    )))
}

fn announce(options: &RunOptions, folder: &Path) {
    if !options.quiet {
        let drape = Scene::drape_folder(folder);
        note(&format!("first the drape, in {}", drape.display()));
    }
}

/// Whether there is a run in a folder.
fn is_run(folder: &Path) -> bool {
    folder.join("topology.npz").exists()
}
