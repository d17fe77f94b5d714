//! The world of a run, as pictures need it: which way is up, when its frames are, and from where it is looked at.

use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunReader, RunWorld};
use tangency_render::{Camera, RenderOptions};
use tangency_scene::load_text;

use crate::arguments::RenderArguments;
use crate::failure::Failure;

/// Frames that a camera is fitted to, at most: evenly over the run, the first and the last among them.
const FITTED: usize = 60;

/// The world of a run, from which pictures of it are taken.
pub struct World(RunWorld);

impl World {
    /// Reads the scene of a run; without one, up is +y.
    pub fn of(run: &RunReader) -> Self {
        Self(RunWorld::of(run))
    }

    /// Times of frames, s.
    pub fn times(&self, numbers: &[u64]) -> Vec<f64> {
        self.0.times(numbers)
    }

    /// The options of pictures: camera of the command line, of the scene, or fitted to the run; floor; looks. A fitted
    /// camera leaves a share of the picture's width free on the right.
    pub fn options(
        &self,
        arguments: &RenderArguments,
        run: &RunReader,
        free: f64,
    ) -> Result<RenderOptions, Failure> {
        let (width, height) = arguments.size;
        let given = arguments.camera.map(|c| Camera {
            eye: c.eye.into(),
            target: c.target.into(),
            up: self.0.up,
            fov: c.fov,
        });
        let frames = spread(&run.frame_numbers(), FITTED);
        let frames = frames.into_iter().map(|n| run.frame(n));
        let frames: Vec<Vec<Vec3>> = frames.collect::<Result<_, _>>().map_err(Failure::input)?;
        let fitted = || {
            let aspect = f64::from(width) / f64::from(height);
            let frames = frames.iter().map(Vec::as_slice);
            let camera = Camera::fit(run.shown(), frames, aspect * (1.0 - free), self.0.up);
            camera.moved_right(free, aspect)
        };
        let camera = given.or_else(|| scene_camera(run)).unwrap_or_else(fitted);
        Ok(RenderOptions {
            width,
            height,
            camera: Some(camera),
            up: self.0.up,
            floor: self.floor(run, &frames),
            obstacles: arguments.obstacles.into(),
            palette: arguments.palette.into(),
            ghost: arguments.ghost,
            ..RenderOptions::default()
        })
    }

    /// One height for the floor of all pictures: below everything in the run.
    fn floor(&self, run: &RunReader, frames: &[Vec<Vec3>]) -> Option<f64> {
        let shown = &run.shown().points;
        let places = frames
            .iter()
            .flat_map(|x| shown.iter().filter_map(|&v| x.get(v as usize)));
        places.map(|p| p.dot(&self.0.up)).reduce(f64::min)
    }
}

/// At most `most` of the numbers, evenly, the first and the last among them.
pub fn spread(numbers: &[u64], most: usize) -> Vec<u64> {
    if numbers.len() <= most {
        return numbers.to_vec();
    }
    let place = |i: usize| i * (numbers.len() - 1) / (most - 1).max(1);
    (0..most).map(|i| numbers[place(i)]).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_have_the_first_and_the_last() {
        let numbers: Vec<u64> = (0..1000).collect();
        let few = spread(&numbers, 7);
        assert_eq!((few.len(), few[0], few[6]), (7, 0, 999));
        assert_eq!(spread(&[3, 4], 7), [3, 4]);
    }
}
