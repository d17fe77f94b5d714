//! The pinhole camera, and how it is fitted to the bodies.
//!
//! For a fixed viewing direction the best eye is found in closed form: of all points take the extreme ones against the
//! four side planes of the view pyramid; the left and right planes meet in a line of eyes, the top and bottom planes in
//! another; the eye takes its sideways place from the first, its height from the second, and the farther of both depths.

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::turn::Turn;
use crate::vector::{V3, v3};

/// A perspective camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position, m.
    pub eye: Vec3,
    /// The point in the middle of the picture, m.
    pub target: Vec3,
    /// Which way is up; not along the view.
    pub up: Vec3,
    /// Vertical opening angle, degrees.
    pub fov: f64,
}

/// Part of the picture left free on each side by [`Camera::fit`].
const MARGIN: f64 = 0.09;

impl Camera {
    /// Fits a camera in a three-quarter view from slightly above around the bodies (obstacles only where there is nothing
    /// else) in all given frames, for a picture with the given ratio of width to height, in a world with the given up. A
    /// planar run is seen from the front.
    pub fn fit<'a>(
        topology: &Topology,
        frames: impl IntoIterator<Item = &'a [Vec3]>,
        aspect: f64,
        up: Vec3,
    ) -> Self {
        let (up, toward) = if topology.plane {
            (Vec3::y(), Vec3::z())
        } else {
            let turn = Turn::to_y(&up);
            let toward = Vec3::new(0.52, 0.40, 0.86).normalize();
            (turn.undo(&Vec3::y()), turn.undo(&toward))
        };
        let only_obstacles = topology
            .points
            .iter()
            .all(|&v| topology.obstacle[v as usize]);
        let shown: Vec<usize> = topology
            .points
            .iter()
            .map(|&v| v as usize)
            .filter(|&v| only_obstacles || !topology.obstacle[v])
            .collect();
        let points = frames
            .into_iter()
            .flat_map(|x| shown.iter().filter_map(|&v| x.get(v)));
        Self::around(
            points.filter(|p| p.iter().all(|c| c.is_finite())),
            [toward, up],
            28.0,
            aspect,
        )
    }

    /// Fits a camera that looks along `-toward`, with the given up and vertical opening angle (degrees), around points.
    pub fn around<'a>(
        points: impl Iterator<Item = &'a Vec3>,
        [toward, world_up]: [Vec3; 2],
        fov: f64,
        aspect: f64,
    ) -> Self {
        let right = world_up.cross(&toward).normalize();
        let up = toward.cross(&right);
        let tan_v = (fov.to_radians() / 2.0).tan() * (1.0 - 2.0 * MARGIN);
        let tan_h = tan_v * aspect;
        // Against each side plane: the largest of (+-across + tan * toward), per unit of depth.
        let mut extreme = [f64::NEG_INFINITY; 4];
        let mut depth = [f64::INFINITY, f64::NEG_INFINITY];
        for p in points {
            let (h, v, d) = (p.dot(&right), p.dot(&up), p.dot(&toward));
            let sides = [h + tan_h * d, -h + tan_h * d, v + tan_v * d, -v + tan_v * d];
            extreme
                .iter_mut()
                .zip(sides)
                .for_each(|(e, s)| *e = e.max(s));
            depth = [depth[0].min(d), depth[1].max(d)];
        }
        if depth[0] > depth[1] {
            return Self {
                eye: toward * 3.0,
                target: Vec3::zeros(),
                up: world_up,
                fov,
            };
        }
        let [r, l, t, b] = extreme;
        let (across, height) = ((r - l) / 2.0, (t - b) / 2.0);
        let smallest = depth[1] + 1e-3 * (1e-9 + depth[1].abs());
        let back = ((r + l) / (2.0 * tan_h))
            .max((t + b) / (2.0 * tan_v))
            .max(smallest);
        let eye = right * across + up * height + toward * back;
        let middle = (depth[0] + depth[1]) / 2.0;
        Self {
            eye,
            target: eye - toward * (back - middle),
            up: world_up,
            fov,
        }
    }
}

impl Camera {
    /// The same camera moved to its right, so that what is around its target moves to the left, by a share of half the
    /// width of a picture with the given ratio of width to height.
    pub fn moved_right(&self, share: f64, aspect: f64) -> Self {
        let toward = self.eye - self.target;
        let right = self.up.cross(&toward).normalize();
        let half_width = toward.norm() * (self.fov.to_radians() / 2.0).tan() * aspect;
        let by = right * (share * half_width);
        Self {
            eye: self.eye + by,
            target: self.target + by,
            ..*self
        }
    }

    /// The same camera in a turned world.
    pub(crate) fn turned(&self, turn: Turn) -> Self {
        Self {
            eye: turn.apply(&self.eye),
            target: turn.apply(&self.target),
            up: turn.apply(&self.up),
            fov: self.fov,
        }
    }
}

/// The camera in the form rendering needs.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub eye: V3,
    pub right: V3,
    pub up: V3,
    pub forward: V3,
    /// Pixels per unit of `across / depth`.
    pub scale: f32,
    pub center: (f32, f32),
}

impl View {
    pub(crate) fn new(camera: &Camera, width: u32, height: u32) -> Self {
        let forward = V3::from_f64(&(camera.target - camera.eye).normalize());
        let right = forward.cross(V3::from_f64(&camera.up)).unit();
        let scale = f64::from(height) / (2.0 * (camera.fov.to_radians() / 2.0).tan());
        Self {
            eye: V3::from_f64(&camera.eye),
            right,
            up: right.cross(forward),
            forward,
            scale: scale as f32,
            center: (width as f32 / 2.0, height as f32 / 2.0),
        }
    }

    /// Camera coordinates: across, up, depth.
    pub(crate) fn to_camera(self, p: V3) -> V3 {
        self.direction(p - self.eye)
    }

    /// A direction in camera coordinates.
    pub(crate) fn direction(self, d: V3) -> V3 {
        v3(d.dot(self.right), d.dot(self.up), d.dot(self.forward))
    }

    /// Pixel coordinates of a point in camera coordinates with positive depth.
    pub(crate) fn project(self, c: V3) -> (f32, f32) {
        let s = self.scale / c.z;
        (self.center.0 + c.x * s, self.center.1 - c.y * s)
    }

    /// Direction through a pixel coordinate with depth 1: the point at depth `z` is `eye + z * ray`.
    pub(crate) fn ray(self, x: f32, y: f32) -> V3 {
        self.forward
            + self.right * ((x - self.center.0) / self.scale)
            + self.up * ((self.center.1 - y) / self.scale)
    }
}
