//! The options of a picture.

use crate::camera::Camera;

/// The options of rendering a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderOptions {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// The camera; fitted to the frame where there is none. Give one made by [`Camera::fit`] from all frames of an
    /// animation to keep it still.
    pub camera: Option<Camera>,
    /// Radius of free segments, m; from their thickness or the scene's size where there is none.
    pub line_radius: Option<f64>,
    /// Radius of free points, m; from their thickness or the scene's size where there is none.
    pub point_radius: Option<f64>,
    /// Height of a floor that only shows shadows, m, where the scene has no ground of its own; below the lowest body
    /// where there is none. Fix it for animations, see [`Camera::fit`].
    pub floor: Option<f64>,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
            camera: None,
            line_radius: None,
            point_radius: None,
            floor: None,
        }
    }
}
