//! Flat pictures whose pixels are known.

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;
use tangency_render::{Camera, Image, RenderOptions, render_frame};

const PAPER: [u8; 3] = [250, 250, 248];
const INK: [u8; 3] = [40, 44, 52];
const ORANGE: [u8; 3] = [213, 94, 0];
const BLUE: [u8; 3] = [0, 114, 178];
const GROUND: [u8; 3] = [214, 217, 222];

fn planar() -> Topology {
    Topology {
        plane: true,
        ..Topology::default()
    }
}

/// Adds a body: a square of side 2 around (x, y), cut in two.
fn square(t: &mut Topology, x: f64, y: f64) {
    let (first, body) = (t.rest.len() as u32, t.body_names.len() as u32);
    t.body_names.push(format!("square {body}"));
    for [u, v] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        t.rest.push(Vec3::new(x + u, y + v, 0.0));
    }
    t.points.extend(first..first + 4);
    t.body.extend([body; 4]);
    t.obstacle.extend([false; 4]);
    t.thickness.extend([0.0; 4]);
    for triangle in [[0, 1, 2], [0, 2, 3]] {
        t.triangles.push(triangle.map(|v: u32| v + first));
    }
    for edge in [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]] {
        t.edges.push(edge.map(|v: u32| v + first));
    }
}

/// 200 x 200 pixels around the origin, 20 a metre: (x, y) lies at pixel (100 + 20 x, 100 - 20 y).
fn draw(t: &Topology) -> Image {
    let camera = Camera {
        eye: Vec3::new(0.0, 0.0, 5.0),
        target: Vec3::zeros(),
        up: Vec3::y(),
        fov: 90.0,
    };
    let options = RenderOptions {
        width: 200,
        height: 200,
        camera: Some(camera),
        ..RenderOptions::default()
    };
    render_frame(t, &t.rest, &options).unwrap()
}

#[test]
fn squares_are_filled_and_outlined() {
    let mut t = planar();
    square(&mut t, 0.0, 0.0);
    square(&mut t, 3.0, 0.0);
    let image = draw(&t);
    // Off the diagonal, whose mesh line is fainter than the outline.
    assert_eq!(image.pixel(110, 112), ORANGE);
    assert_eq!(image.pixel(170, 112), BLUE);
    for (x, y) in [(77, 100), (122, 100), (100, 77), (100, 122), (137, 100)] {
        assert_eq!(image.pixel(x, y), PAPER, "{x} {y}");
    }
    // The outline covers the pixels on both sides of x = 80, 120 and y = 80, 120.
    for (x, y) in [
        (79, 95),
        (80, 95),
        (119, 95),
        (120, 95),
        (95, 80),
        (95, 119),
    ] {
        assert_eq!(image.pixel(x, y), INK, "{x} {y}");
    }
    let diagonal = image.pixel(90, 109);
    assert!(
        diagonal != ORANGE && diagonal[0] > INK[0] + 60,
        "{diagonal:?}"
    );
    assert_eq!(image, draw(&t));
}

#[test]
fn a_half_space_is_shaded_below_its_line() {
    let half_spaces = vec![[0.0, -2.0, 0.0, 0.0, 1.0, 0.0]];
    let mut t = Topology {
        half_spaces,
        ..planar()
    };
    square(&mut t, 0.0, 0.0);
    let image = draw(&t);
    assert_eq!(image.pixel(10, 137), PAPER);
    assert_eq!(image.pixel(10, 139), INK);
    assert_eq!(image.pixel(10, 140), INK);
    let below: Vec<[u8; 3]> = (0..200).map(|x| image.pixel(x, 170)).collect();
    let shaded = below.iter().filter(|c| **c == GROUND).count();
    assert!((100..190).contains(&shaded), "{shaded}");
    assert!(below.iter().all(|c| c[0] <= GROUND[0]));
    assert_eq!(image.pixel(110, 112), ORANGE);
}

#[test]
fn the_fitted_camera_shows_everything_from_the_front() {
    let mut t = planar();
    square(&mut t, 7.0, -3.0);
    let camera = Camera::fit(&t, [t.rest.as_slice()], 2.0, Vec3::y());
    assert!((camera.target - Vec3::new(7.0, -3.0, 0.0)).norm() < 1e-9);
    let options = RenderOptions {
        width: 200,
        height: 100,
        ..RenderOptions::default()
    };
    let image = render_frame(&t, &t.rest, &options).unwrap();
    assert_eq!(image.pixel(105, 56), ORANGE);
    assert_eq!(image.pixel(2, 2), PAPER);
    let colored = (0..100).filter(|&y| image.pixel(95, y) != PAPER).count();
    assert!((78..=86).contains(&colored), "{colored}");
}
