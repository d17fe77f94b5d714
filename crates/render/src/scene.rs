//! A frame as things to draw: triangles with corner normals, balls, rods, glassy walls, planes and arrows.

use tangency_geometry::Vec3;

use crate::arrow::arrow;
use crate::colormap::ColorTable;
use crate::light::linear;
use crate::options::{ObstacleStyle, RenderOptions};
use crate::palette::WALL;
use crate::rods::{ghost_rods, outlines, rods};
use crate::smooth::smooth;
use crate::subject::Subject;
use crate::things::{Paint, Plane, Rod, Triangle, body_color};
use crate::vector::{V3, v3};

/// Radius of the shaft of an arrow, of half the height of the picture.
const ARROW: f64 = 0.006;

/// Everything to draw, relative to `center`.
#[derive(Default)]
pub(crate) struct Scene {
    pub solids: Vec<Triangle>,
    pub walls: Vec<Triangle>,
    pub rods: Vec<Rod>,
    pub planes: Vec<Plane>,
    pub arrows: Vec<Triangle>,
    /// The colours of numbers.
    pub colors: Option<ColorTable>,
}

impl Scene {
    /// `center` is the world's origin while rendering, `extent` half the height seen around the camera's target, m.
    pub(crate) fn new(
        subject: &Subject,
        options: &RenderOptions,
        center: Vec3,
        extent: f64,
    ) -> Self {
        let topology = subject.topology;
        let place = |v: u32| V3::from_f64(&(subject.x[v as usize] - center));
        let at_rest = |v: u32| V3::from_f64(&(subject.rest[v as usize] - center));
        let is_wall = |t: &[u32; 3]| t.iter().all(|&v| topology.obstacle[v as usize]);
        let chosen = |of_walls: bool| -> (Vec<[u32; 3]>, Vec<usize>) {
            let all = topology.triangles.iter().copied().zip(0..);
            all.filter(|(t, _)| is_wall(t) == of_walls).unzip()
        };
        let ((bodies, ids), (obstacles, _)) = (chosen(false), chosen(true));
        let body_color = |t: &[u32; 3]| body_color(topology, options, t[0]);
        let paint = |k: usize| match subject.values {
            Some(values) => Paint::Values(values.triangles[ids[k]]),
            None => Paint::Plain(body_color(&bodies[k])),
        };
        let mut scene = Self {
            solids: smooth(&bodies, place, paint),
            rods: rods(subject, place, options, extent),
            planes: planes(subject, options, center, extent),
            colors: options.scale.as_ref().map(|scale| scale.table()),
            ..Self::default()
        };
        let wall = |_| Paint::Plain(linear(WALL));
        match options.obstacles {
            ObstacleStyle::Glass => {
                scene.walls = smooth(&obstacles, place, wall);
                scene.rods.extend(outlines(&obstacles, place, extent));
            }
            ObstacleStyle::Solid => scene.solids.extend(smooth(&obstacles, place, wall)),
            ObstacleStyle::Hidden => {}
        }
        if options.ghost {
            let faint = |k: usize| Paint::Ghost(body_color(&bodies[k]));
            scene.walls.extend(smooth(&bodies, at_rest, faint));
            scene.rods.extend(outlines(&bodies, at_rest, extent));
            scene
                .rods
                .extend(ghost_rods(subject, at_rest, options, extent));
        }
        for ends in &subject.arrows {
            let ends = ends.map(|p| V3::from_f64(&(p - center)));
            scene.arrows.extend(arrow(ends, (ARROW * extent) as f32));
        }
        scene
    }
}

/// The half-spaces, or a floor for shadows below the bodies.
fn planes(subject: &Subject, options: &RenderOptions, center: Vec3, extent: f64) -> Vec<Plane> {
    let half_spaces = subject.half_spaces.iter();
    let plane = |[origin, normal]: &[Vec3; 2]| Plane {
        origin: V3::from_f64(&(origin - center)),
        normal: V3::from_f64(normal).unit(),
        visible: true,
    };
    let mut planes: Vec<Plane> = half_spaces.map(plane).collect();
    if planes.iter().all(|p| p.normal.y < 0.7) {
        let points = subject.topology.points.iter();
        let lowest = points
            .map(|&v| subject.x[v as usize].y)
            .fold(f64::INFINITY, f64::min);
        let height = options.floor.unwrap_or(lowest - 0.02 * extent);
        let origin = v3(0.0, (height - center.y) as f32, 0.0);
        planes.push(Plane {
            origin,
            normal: v3(0.0, 1.0, 0.0),
            visible: false,
        });
    }
    planes
}
