//! Pictures of a run for its page: how it began, half-way, and how it ended.

use tangency_geometry::Vec3;
use tangency_io::run_folder::RunReader;
use tangency_render::{png_bytes, render_frame};

use super::html::base64;
use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::pictures::World;

/// Width and height, pixels.
const SIZE: (u32, u32) = (640, 360);

/// A frame and its picture.
pub struct Picture {
    /// Number of the frame.
    pub frame: u64,
    /// The picture as PNG, as text.
    pub png: String,
}

/// The first, the middle and the last frame; fewer where there are fewer.
pub fn of(run: &RunReader) -> Result<Vec<Picture>, Failure> {
    let numbers = run.frame_numbers();
    let chosen = match numbers[..] {
        [] => return Ok(Vec::new()),
        [first] => vec![first],
        [first, last] => vec![first, last],
        [first, .., last] => vec![first, numbers[numbers.len() / 2], last],
    };
    let frames = chosen.iter().map(|&n| run.frame(n));
    let frames: Vec<_> = frames.collect::<Result<_, _>>().map_err(Failure::input)?;
    let folder = run.folder().to_path_buf();
    let arguments = RenderArguments::plain(folder, Default::default(), SIZE);
    let options = World::of(run).options(&arguments, run, 0.0)?;
    let picture = |(&frame, x): (&u64, &Vec<Vec3>)| {
        let image = render_frame(run.shown(), x, &options).map_err(Failure::input)?;
        let png = base64(&png_bytes(&image).map_err(Failure::input)?);
        Ok(Picture { frame, png })
    };
    chosen.iter().zip(&frames).map(picture).collect()
}
