//! `tangency render`: pictures of a run.

use std::path::{Path, PathBuf};

use tangency_geometry::Vec3;
use tangency_io::run_folder::RunReader;
use tangency_render::{Camera, Image, RenderOptions, render_frame, write_gif, write_png};
use tangency_scene::load_text;

use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::output::say;

/// Pictures of a GIF at most, and how long it plays at most, s.
const GIF_PICTURES: usize = 120;
const GIF_SECONDS: f64 = 6.0;

/// Makes the pictures asked for.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let ending = arguments
        .output
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    if !["png", "gif"].contains(&ending.as_str()) {
        return Err(Failure::refuse(format!(
            "{} must end in .png or .gif",
            arguments.output.display()
        )));
    }
    let run = RunReader::open(&arguments.run).map_err(Failure::input)?;
    let numbers = run.frame_numbers();
    let Some(&last) = numbers.last() else {
        return Err(Failure::refuse(format!(
            "{} has no frames to render",
            arguments.run.display()
        )));
    };
    let chosen = match arguments.frame {
        Some(n) if !numbers.contains(&n) => {
            return Err(Failure::refuse(format!(
                "{} has no frame {n}; the last is {last}",
                arguments.run.display()
            )));
        }
        Some(n) => vec![n],
        None if arguments.all && ending == "gif" => thinned(&numbers, GIF_PICTURES),
        None if arguments.all => numbers,
        None => vec![last],
    };
    let frames: Vec<Vec<Vec3>> = chosen
        .iter()
        .map(|&n| run.frame(n))
        .collect::<Result<_, _>>()
        .map_err(Failure::input)?;
    let options = options(arguments, &run, &frames);
    let picture = |x: &Vec<Vec3>| render_frame(run.topology(), x, &options).map_err(Failure::input);
    if ending == "gif" {
        let images: Vec<Image> = frames.iter().map(picture).collect::<Result<_, _>>()?;
        let delay = (GIF_SECONDS / images.len() as f64).clamp(0.02, 0.1);
        write_gif(&arguments.output, &images, delay).map_err(Failure::input)?;
        say(&arguments.output.display().to_string());
        return Ok(());
    }
    for (number, x) in chosen.iter().zip(&frames) {
        let path = if arguments.all {
            numbered(&arguments.output, *number)
        } else {
            arguments.output.clone()
        };
        write_png(&path, &picture(x)?).map_err(Failure::input)?;
        say(&path.display().to_string());
    }
    Ok(())
}

/// At most `most` of the numbers, evenly, the first and the last among them.
fn thinned(numbers: &[u64], most: usize) -> Vec<u64> {
    if numbers.len() <= most {
        return numbers.to_vec();
    }
    (0..most)
        .map(|i| numbers[i * (numbers.len() - 1) / (most - 1)])
        .collect()
}

/// `NAME-000007.png` for `NAME.png`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:06}.png"))
}

/// The camera of the command line, of the scene, or one fitted to all frames that are shown.
pub fn options(
    arguments: &RenderArguments,
    run: &RunReader,
    frames: &[Vec<Vec3>],
) -> RenderOptions {
    let (width, height) = arguments.size;
    let given = arguments.camera.map(|c| Camera {
        eye: c.eye.into(),
        target: c.target.into(),
        up: Vec3::y(),
        fov: c.fov,
    });
    let fitted = || {
        let aspect = f64::from(width) / f64::from(height);
        Camera::fit(run.topology(), frames.iter().map(Vec::as_slice), aspect)
    };
    let camera = given.or_else(|| scene_camera(run)).unwrap_or_else(fitted);
    RenderOptions {
        width,
        height,
        camera: Some(camera),
        floor: floor(run, frames),
        ..RenderOptions::default()
    }
}

/// The camera that the scene of the run asks for.
fn scene_camera(run: &RunReader) -> Option<Camera> {
    let text = run.scene_json().ok()?;
    let scene = load_text("scene.json", &text, run.folder(), &[]).ok()?;
    let camera = scene.document.render.camera?;
    Some(Camera {
        eye: camera.eye.into(),
        target: camera.target.into(),
        up: camera.up.into(),
        fov: camera.fov,
    })
}

/// One height for the floor of all pictures: below everything that is shown.
fn floor(run: &RunReader, frames: &[Vec<Vec3>]) -> Option<f64> {
    let shown = &run.topology().points;
    let heights = frames
        .iter()
        .flat_map(|x| shown.iter().filter_map(|&v| x.get(v as usize)).map(|p| p.y));
    heights.reduce(f64::min)
}
