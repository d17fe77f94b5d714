//! Pictures whose pixels are known: coverage, depth order, shadows, glass, files, and the same bytes for any threads.

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;
use tangency_render::{
    Camera, Image, RenderError, RenderOptions, render_frame, write_gif, write_png,
};

fn add(
    t: &mut Topology,
    obstacle: bool,
    points: &[[f64; 3]],
    triangles: &[[u32; 3]],
    edges: &[[u32; 2]],
) {
    let first = t.rest.len() as u32;
    let body = t.body_names.len() as u32;
    t.body_names.push(format!("body {body}"));
    t.rest.extend(points.iter().map(|&p| Vec3::from(p)));
    let count = t.rest.len();
    t.points.extend(first..count as u32);
    t.body.resize(count, body);
    t.obstacle.resize(count, obstacle);
    t.thickness.resize(count, 0.0);
    for &[a, b, c] in triangles {
        t.triangles.push([a + first, b + first, c + first]);
        t.edges
            .extend([[a, b], [b, c], [c, a]].map(|e| e.map(|v| v + first)));
    }
    t.edges.extend(edges.iter().map(|e| e.map(|v| v + first)));
}

fn square(t: &mut Topology, obstacle: bool, half: f64, z: f64) {
    let corners = [
        [-half, -half, z],
        [half, -half, z],
        [half, half, z],
        [-half, half, z],
    ];
    add(t, obstacle, &corners, &[[0, 1, 2], [0, 2, 3]], &[]);
}

fn octahedron(t: &mut Topology, r: f64, y: f64) {
    let points = [
        [r, y, 0.0],
        [-r, y, 0.0],
        [0.0, y + r, 0.0],
        [0.0, y - r, 0.0],
        [0.0, y, r],
        [0.0, y, -r],
    ];
    let faces = [
        [0, 2, 4],
        [2, 1, 4],
        [1, 3, 4],
        [3, 0, 4],
        [2, 0, 5],
        [1, 2, 5],
        [3, 1, 5],
        [0, 3, 5],
    ];
    add(t, false, &points, &faces, &[]);
}

/// Looks along -z from z = 10; one metre at z = 0 is 10 pixels, the origin the centre of 200 x 200 pixels.
fn head_on() -> RenderOptions {
    let fov = 2.0 * 1.0f64.atan().to_degrees();
    let camera = Camera {
        eye: Vec3::new(0.0, 0.0, 10.0),
        target: Vec3::zeros(),
        up: Vec3::new(0.0, 1.0, 0.0),
        fov,
    };
    RenderOptions {
        width: 200,
        height: 200,
        camera: Some(camera),
        floor: Some(-1e6),
        ..RenderOptions::default()
    }
}

fn draw(t: &Topology, options: &RenderOptions) -> Image {
    render_frame(t, &t.rest, options).unwrap()
}

/// The difference of two pixels, 0 to 3 * 255.
fn apart(a: [u8; 3], b: [u8; 3]) -> i32 {
    a.iter()
        .zip(b)
        .map(|(&x, y)| (i32::from(x) - i32::from(y)).abs())
        .sum()
}

#[test]
fn a_triangle_covers_its_area() {
    let mut t = Topology::default();
    add(
        &mut t,
        false,
        &[[-4.0, -5.0, 0.0], [6.03, -5.0, 0.0], [-4.0, 5.03, 0.0]],
        &[[0, 1, 2]],
        &[],
    );
    let (with, without) = (draw(&t, &head_on()), draw(&Topology::default(), &head_on()));
    let body = with.pixel(80, 120);
    let covered = (0..200u32)
        .flat_map(|y| (0..200).map(move |x| (x, y)))
        .filter(|&(x, y)| {
            apart(with.pixel(x, y), body) < apart(with.pixel(x, y), without.pixel(x, y))
        })
        .count() as f64;
    let exact = 100.3 * 100.3 / 2.0;
    assert!(
        (covered - exact).abs() < 0.015 * exact,
        "{covered} pixels, {exact} expected"
    );
    assert_eq!(with.pixel(30, 30), without.pixel(30, 30), "nothing outside");
}

#[test]
fn edges_are_smooth() {
    let mut t = Topology::default();
    square(&mut t, false, 5.025, 0.0);
    let image = draw(&t, &head_on());
    let empty = draw(&Topology::default(), &head_on());
    let (body, edge, out) = (
        image.pixel(148, 100),
        image.pixel(150, 100),
        empty.pixel(150, 100),
    );
    assert!(
        apart(edge, body) > 20 && apart(edge, out) > 20,
        "{body:?} {edge:?} {out:?}"
    );
}

#[test]
fn nearer_hides_farther_whatever_the_order() {
    for nearer_first in [true, false] {
        let mut t = Topology::default();
        let (first, second) = if nearer_first { (1.0, 0.0) } else { (0.0, 1.0) };
        square(&mut t, false, 2.0, first);
        square(&mut t, false, 4.0, second);
        let [red, _, blue] = draw(&t, &head_on()).pixel(100, 100);
        // The first body is orange, the second blue.
        assert_eq!(red > blue, nearer_first);
    }
}

#[test]
fn glass_lets_the_body_through() {
    let mut t = Topology::default();
    square(&mut t, false, 4.0, 0.0);
    let plain = draw(&t, &head_on()).pixel(100, 100);
    square(&mut t, true, 6.0, 1.0);
    let behind = draw(&t, &head_on());
    let [red, green, blue] = behind.pixel(100, 110);
    assert_ne!([red, green, blue], plain);
    assert!(
        red > blue.saturating_add(30),
        "still orange: {red} {green} {blue}"
    );
    assert!(
        apart(
            behind.pixel(100, 155),
            draw(&Topology::default(), &head_on()).pixel(100, 155)
        ) > 6,
        "the pane itself"
    );
}

#[test]
fn a_body_darkens_the_ground() {
    for ground in [true, false] {
        let mut t = Topology::default();
        if ground {
            t.half_spaces.push([0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        }
        octahedron(&mut t, 1.0, 1.2);
        let camera = Camera::fit(&t, [&t.rest[..]], 1.6, Vec3::y());
        let options = RenderOptions {
            width: 320,
            height: 200,
            camera: Some(camera),
            floor: Some(0.0),
            ..RenderOptions::default()
        };
        let with = draw(&t, &options);
        t.triangles.clear();
        t.edges.clear();
        t.points.clear();
        let without = draw(&t, &options);
        let share =
            |image: &Image, x, y| image.pixel(x, y).iter().map(|&c| u32::from(c)).sum::<u32>();
        let grey = |p: [u8; 3]| p.iter().max().unwrap() - p.iter().min().unwrap() < 24;
        let darker = (0..200)
            .flat_map(|y| (0..320).map(move |x| (x, y)))
            .filter(|&(x, y)| {
                grey(with.pixel(x, y)) && 10 * share(&with, x, y) < 8 * share(&without, x, y)
            })
            .count();
        assert!(
            (800..20_000).contains(&darker),
            "ground {ground}: {darker} shadow pixels"
        );
    }
}

#[test]
fn free_points_and_segments_are_drawn() {
    let mut t = Topology::default();
    add(
        &mut t,
        false,
        &[[-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]],
        &[],
        &[[0, 1]],
    );
    add(&mut t, false, &[[0.0, 5.0, 0.0]], &[], &[]);
    let options = RenderOptions {
        line_radius: Some(0.5),
        point_radius: Some(1.0),
        ..head_on()
    };
    let (image, empty) = (draw(&t, &options), draw(&Topology::default(), &options));
    let changed = |x: u32, y: u32| apart(image.pixel(x, y), empty.pixel(x, y)) > 30;
    assert!(changed(60, 100) && changed(140, 100), "the segment");
    assert!(
        !changed(60, 110) && !changed(160, 100),
        "no more than the segment"
    );
    let ball = (0..90)
        .flat_map(|y| (0..200).map(move |x| (x, y)))
        .filter(|&(x, y)| changed(x, y))
        .count() as f64;
    // A ball of radius r at c shows an ellipse of area pi r^2 f^2 sqrt((|c|^2 - r^2) / (c_z^2 - r^2)^3), f = 100 pixels.
    let exact = std::f64::consts::PI * 1e4 * ((125.0 - 1.0) / (100.0f64 - 1.0).powi(3)).sqrt();
    assert!(
        (ball / exact - 1.0).abs() < 0.08,
        "{ball} pixels, {exact} expected"
    );
}

#[test]
fn the_fitted_camera_keeps_all_frames_inside_and_fills_the_picture() {
    let mut t = Topology::default();
    octahedron(&mut t, 0.3, 100.0);
    let moved: Vec<Vec3> = t
        .rest
        .iter()
        .map(|p| p + Vec3::new(2.0, 0.5, -1.0))
        .collect();
    let camera = Camera::fit(&t, [&t.rest[..], &moved[..]], 2.0, Vec3::y());
    let options = RenderOptions {
        width: 400,
        height: 200,
        camera: Some(camera),
        floor: Some(-1e6),
        ..RenderOptions::default()
    };
    let empty = draw(&Topology::default(), &options);
    let (mut low, mut high) = ((400, 200), (0, 0));
    for frame in [&t.rest, &moved] {
        let image = render_frame(&t, frame, &options).unwrap();
        for (x, y) in (0..200).flat_map(|y| (0..400).map(move |x| (x, y))) {
            if image.pixel(x, y) != empty.pixel(x, y) {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
        }
    }
    assert!(
        low.0 > 20 && high.0 < 380 && low.1 > 10 && high.1 < 190,
        "{low:?} {high:?}"
    );
    assert!(
        high.0 - low.0 > 300 || high.1 - low.1 > 150,
        "{low:?} {high:?}"
    );
}

#[test]
fn threads_do_not_change_a_byte() {
    let mut t = Topology {
        may_invert: Vec::new(),
        half_spaces: vec![[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]],
        ..Topology::default()
    };
    octahedron(&mut t, 1.0, 1.2);
    square(&mut t, true, 1.5, 1.3);
    let options = RenderOptions {
        width: 300,
        height: 170,
        ..RenderOptions::default()
    };
    let draw_with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| draw(&t, &options))
    };
    assert_eq!(draw_with(1), draw_with(3));
}

#[test]
fn files_decode_to_the_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let mut t = Topology::default();
    octahedron(&mut t, 1.0, 1.2);
    let options = RenderOptions {
        width: 96,
        height: 64,
        ..RenderOptions::default()
    };
    let image = draw(&t, &options);
    let path = folder.path().join("a.png");
    write_png(&path, &image).unwrap();
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap()))
            .read_info()
            .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width, info.height, &bytes), (96, 64, &image.rgb));

    let moved: Vec<Vec3> = t
        .rest
        .iter()
        .map(|p| p + Vec3::new(0.2, 0.0, 0.0))
        .collect();
    let camera = Some(Camera::fit(&t, [&t.rest[..]], 1.5, Vec3::y()));
    let second = render_frame(&t, &moved, &RenderOptions { camera, ..options }).unwrap();
    let path = folder.path().join("a.gif");
    write_gif(&path, &[image.clone(), second.clone(), image.clone()], 0.05).unwrap();
    let mut settings = gif::DecodeOptions::new();
    settings.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = settings
        .read_info(std::fs::File::open(&path).unwrap())
        .unwrap();
    let mut canvas = vec![0u8; 4 * 96 * 64];
    for expected in [&image, &second, &image] {
        let frame = decoder.read_next_frame().unwrap().unwrap();
        assert_eq!((frame.width, frame.height, frame.delay), (96, 64, 5));
        for (shown, new) in canvas.chunks_exact_mut(4).zip(frame.buffer.chunks_exact(4)) {
            if new[3] > 0 {
                shown.copy_from_slice(new);
            }
        }
        let errors = canvas.chunks_exact(4).zip(expected.rgb.chunks_exact(3));
        let total: i32 = errors
            .map(|(c, e)| apart([c[0], c[1], c[2]], [e[0], e[1], e[2]]))
            .sum();
        assert!(
            f64::from(total) / (3.0 * 96.0 * 64.0) < 4.0,
            "mean error {}",
            f64::from(total) / (3.0 * 96.0 * 64.0)
        );
    }
    assert!(decoder.read_next_frame().unwrap().is_none());
}

#[test]
fn bad_input_is_refused() {
    let mut t = Topology::default();
    square(&mut t, false, 1.0, 0.0);
    let short = render_frame(&t, &t.rest[1..], &head_on());
    assert!(matches!(
        short,
        Err(RenderError::VertexCount {
            found: 3,
            expected: 4
        })
    ));
    let flat = render_frame(
        &t,
        &t.rest,
        &RenderOptions {
            height: 0,
            ..head_on()
        },
    );
    assert!(matches!(flat, Err(RenderError::Size { .. })));
    let image = draw(&t, &head_on());
    assert!(matches!(
        write_png("/nowhere/at/all.png", &image),
        Err(RenderError::Write { .. })
    ));
    assert!(matches!(
        write_gif("/nowhere/at/all.gif", &[], 0.1),
        Err(RenderError::Animation)
    ));
}

#[test]
fn an_empty_scene_is_a_backdrop() {
    let image = draw(
        &Topology::default(),
        &RenderOptions {
            width: 40,
            height: 30,
            ..RenderOptions::default()
        },
    );
    assert_eq!(image.rgb.len(), 3 * 40 * 30);
    assert!((0..30).all(|y| image.pixel(0, y) == image.pixel(39, y)));
}
