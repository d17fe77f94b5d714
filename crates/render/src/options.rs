//! The options of a picture.

use tangency_geometry::Vec3;

use crate::camera::Camera;
use crate::colormap::ColorScale;
use crate::legend::Legend;
use crate::palette::BodyPalette;

/// The look of obstacles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObstacleStyle {
    /// One sees through them: they hide no body.
    #[default]
    Glass,
    /// Opaque, with shadows.
    Solid,
    /// Not drawn.
    Hidden,
}

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
    /// Up in the world, opposite to gravity: the floor is below, the light above. Its length does not matter. Planar
    /// scenes are seen from the front whatever it is.
    pub up: Vec3,
    /// Radius of free segments, m; from their thickness or the scene's size where there is none.
    pub line_radius: Option<f64>,
    /// Radius of free points, m; from their thickness or the scene's size where there is none.
    pub point_radius: Option<f64>,
    /// Height, along `up`, of a floor that only shows shadows, m, where the scene has no ground of its own; below the
    /// lowest body where there is none. Fix it for animations, see [`Camera::fit`].
    pub floor: Option<f64>,
    /// The look of obstacles.
    pub obstacles: ObstacleStyle,
    /// Colours of the bodies.
    pub palette: BodyPalette,
    /// Whether the rest shape of the bodies is shown as well, faintly.
    pub ghost: bool,
    /// Colours of numbers, for pictures whose [`Overlay`](crate::Overlay) has them.
    pub scale: Option<ColorScale>,
    /// Words about colours and arrows, in the right of the picture.
    pub legend: Option<Legend>,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
            camera: None,
            up: Vec3::y(),
            line_radius: None,
            point_radius: None,
            floor: None,
            obstacles: ObstacleStyle::default(),
            palette: BodyPalette::default(),
            ghost: false,
            scale: None,
            legend: None,
        }
    }
}
