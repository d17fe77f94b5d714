//! Pictures of fields: colours, range, legend, arrows, ghosts, looks of obstacles, and worlds whose up is not +y.

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;
use tangency_render::{
    ArrowKey, BodyPalette, Camera, ColorScale, Image, Legend, NO_VALUE, ObstacleStyle, Overlay,
    RenderError, RenderOptions, SurfaceValues, render_frame, render_overlaid,
};

/// A square at z = 0 with the given half width, then others, each a body of its own.
fn squares(of: &[(f64, f64, bool)]) -> Topology {
    let mut t = Topology::default();
    for (body, &(half, z, obstacle)) in (0..).zip(of) {
        let first = t.rest.len() as u32;
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        t.rest.extend(corners.map(|[x, y]| Vec3::new(x, y, z)));
        t.triangles
            .extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|v| v + first)));
        t.points.extend(first..first + 4);
        t.body.extend([body; 4]);
        t.body_names.push(format!("square {body}"));
        t.obstacle.extend([obstacle; 4]);
        t.thickness.extend([0.0; 4]);
    }
    t
}

/// Looks along -z from z = 10; one metre at z = 0 is 10 pixels, the origin the centre of 200 x 200 pixels.
fn head_on() -> RenderOptions {
    RenderOptions {
        width: 200,
        height: 200,
        camera: Some(Camera {
            eye: Vec3::new(0.0, 0.0, 10.0),
            target: Vec3::zeros(),
            up: Vec3::y(),
            fov: 90.0,
        }),
        floor: Some(-1e6),
        ..RenderOptions::default()
    }
}

fn values(triangles: Vec<[f64; 3]>, points: usize) -> Overlay {
    Overlay {
        values: Some(SurfaceValues {
            triangles,
            edges: Vec::new(),
            points: vec![f64::NAN; points],
        }),
        ..Overlay::default()
    }
}

fn draw(t: &Topology, overlay: &Overlay, options: &RenderOptions) -> Image {
    render_overlaid(t, &t.rest, overlay, options).unwrap()
}

fn near(a: [u8; 3], b: [u8; 3], by: u8) -> bool {
    a.iter().zip(b).all(|(x, y)| x.abs_diff(y) <= by)
}

#[test]
fn numbers_have_the_colours_of_the_scale() {
    let t = squares(&[(5.0, 0.0, false)]);
    let scale = ColorScale::of_range([0.0, 10.0]);
    let options = RenderOptions {
        scale: Some(scale),
        ..head_on()
    };
    for (number, seen) in [
        (0.0, 0.0),
        (3.0, 3.0),
        (10.0, 10.0),
        (1e9, 10.0),
        (-5.0, 0.0),
    ] {
        let image = draw(&t, &values(vec![[number; 3]; 2], 4), &options);
        let (found, expected) = (image.pixel(100, 100), scale.color(seen));
        assert!(
            near(found, expected, 2),
            "{number}: {found:?} for {expected:?}"
        );
    }
    let none = draw(&t, &values(vec![[f64::NAN; 3]; 2], 4), &options);
    assert!(near(none.pixel(100, 100), NO_VALUE, 2));
}

#[test]
fn numbers_at_vertices_are_blended_along_the_surface() {
    let t = squares(&[(5.0, 0.0, false)]);
    let scale = ColorScale::of_range([0.0, 10.0]);
    let options = RenderOptions {
        scale: Some(scale),
        ..head_on()
    };
    // From 0 on the left to 10 on the right.
    let image = draw(
        &t,
        &values(vec![[0.0, 10.0, 10.0], [0.0, 10.0, 0.0]], 4),
        &options,
    );
    for (x, number) in [(60, 1.0), (100, 5.0), (140, 9.0)] {
        let (found, expected) = (image.pixel(x, 100), scale.color(number + 0.05));
        assert!(near(found, expected, 4), "{x}: {found:?} for {expected:?}");
    }
}

#[test]
fn numbers_without_a_scale_are_refused() {
    let t = squares(&[(5.0, 0.0, false)]);
    let made = render_overlaid(&t, &t.rest, &values(vec![[1.0; 3]; 2], 4), &head_on());
    assert!(matches!(made, Err(RenderError::Scale)));
}

#[test]
fn the_legend_has_the_colours_of_both_ends() {
    let t = squares(&[(2.0, 0.0, false)]);
    let scale = ColorScale::of_range([0.0, 1e5]);
    let plain = RenderOptions {
        width: 640,
        height: 360,
        scale: Some(scale),
        ..head_on()
    };
    let with_legend = RenderOptions {
        legend: Some(Legend {
            title: Some("von_mises (Pa)".into()),
            arrow: Some(ArrowKey {
                title: "contact_force".into(),
                words: "5 N".into(),
                length: 0.2,
            }),
        }),
        ..plain.clone()
    };
    let overlay = values(vec![[5e4; 3]; 2], 4);
    let (without, with) = (draw(&t, &overlay, &plain), draw(&t, &overlay, &with_legend));
    let right = || (0..360).flat_map(|y| (430..640).map(move |x| (x, y)));
    for end in scale.range {
        let color = scale.color(end);
        assert!(
            right().any(|(x, y)| near(with.pixel(x, y), color, 3)),
            "{end}"
        );
    }
    let left = (0..360).flat_map(|y| (0..400).map(move |x| (x, y)));
    for (x, y) in left {
        assert_eq!(
            with.pixel(x, y),
            without.pixel(x, y),
            "the left stays as it is"
        );
    }
}

#[test]
fn an_arrow_is_dark_and_shines_through_what_hides_it() {
    let t = squares(&[(4.0, 0.0, false)]);
    let arrow = |z: f64| Overlay {
        arrows: vec![[Vec3::new(-3.0, 0.0, z), Vec3::new(3.0, 0.0, z)]],
        ..Overlay::default()
    };
    let options = head_on();
    let brightness = |image: &Image| image.pixel(100, 100).map(u32::from).iter().sum::<u32>();
    let none = brightness(&draw(&t, &Overlay::default(), &options));
    let before = brightness(&draw(&t, &arrow(0.5), &options));
    let behind = brightness(&draw(&t, &arrow(-0.5), &options));
    assert!(before < behind && behind < none, "{before} {behind} {none}");
    let image = draw(&t, &arrow(0.5), &options);
    let plain = draw(&t, &Overlay::default(), &options);
    assert_eq!(
        image.pixel(100, 120),
        plain.pixel(100, 120),
        "beside the arrow"
    );
}

#[test]
fn a_ghost_is_where_the_body_was_at_rest() {
    let t = squares(&[(2.0, 0.0, false)]);
    let moved: Vec<Vec3> = t
        .rest
        .iter()
        .map(|p| p + Vec3::new(5.0, 0.0, 0.0))
        .collect();
    let draw = |ghost: bool| {
        let options = RenderOptions { ghost, ..head_on() };
        render_frame(&t, &moved, &options).unwrap()
    };
    let (with, without) = (draw(true), draw(false));
    assert_ne!(with.pixel(100, 100), without.pixel(100, 100), "the ghost");
    assert_eq!(with.pixel(150, 100), without.pixel(150, 100), "the body");
    assert_eq!(with.pixel(30, 100), without.pixel(30, 100), "the backdrop");
}

#[test]
fn obstacles_are_glass_solid_or_hidden() {
    let t = squares(&[(2.0, 0.0, false), (4.0, 1.0, true)]);
    let pixel = |obstacles: ObstacleStyle, x: u32| {
        let options = RenderOptions {
            obstacles,
            ..head_on()
        };
        draw(&t, &Overlay::default(), &options).pixel(x, 100)
    };
    let only_body = squares(&[(2.0, 0.0, false)]);
    let alone = draw(&only_body, &Overlay::default(), &head_on());
    assert_eq!(pixel(ObstacleStyle::Hidden, 100), alone.pixel(100, 100));
    assert_eq!(pixel(ObstacleStyle::Hidden, 130), alone.pixel(130, 100));
    let (glass, solid) = (
        pixel(ObstacleStyle::Glass, 100),
        pixel(ObstacleStyle::Solid, 100),
    );
    assert!(
        glass[0] > glass[2] + 20,
        "the orange body is seen through: {glass:?}"
    );
    assert!(solid[0] < solid[2], "nothing is seen through: {solid:?}");
}

#[test]
fn a_world_that_lies_on_its_side_looks_the_same() {
    let mut t = squares(&[(2.0, 0.0, false), (1.0, 3.0, false)]);
    t.half_spaces = vec![[0.0, -2.5, 0.0, 0.0, 1.0, 0.0]];
    let upright = render_frame(&t, &t.rest, &small(Vec3::y())).unwrap();
    // y becomes z, z becomes -y.
    let tip = |p: &Vec3| Vec3::new(p.x, -p.z, p.y);
    let mut tipped = t.clone();
    tipped.rest = t.rest.iter().map(tip).collect();
    tipped.half_spaces = vec![[0.0, 0.0, -2.5, 0.0, 0.0, 1.0]];
    let image = render_frame(&tipped, &tipped.rest, &small(Vec3::new(0.0, 0.0, 9.81))).unwrap();
    let pairs = upright.rgb.iter().zip(&image.rgb);
    let apart = pairs.filter(|(a, b)| a.abs_diff(**b) > 3).count();
    assert!(
        apart < upright.rgb.len() / 200,
        "{apart} of {} differ",
        upright.rgb.len()
    );
}

fn small(up: Vec3) -> RenderOptions {
    RenderOptions {
        width: 160,
        height: 120,
        up,
        ..RenderOptions::default()
    }
}

#[test]
fn bodies_have_the_colours_of_the_palette() {
    let t = Topology {
        plane: true,
        ..squares(&[(3.0, 0.0, false)])
    };
    for palette in [BodyPalette::OkabeIto, BodyPalette::Muted, BodyPalette::Grey] {
        let options = RenderOptions {
            palette,
            ..head_on()
        };
        let image = draw(&t, &Overlay::default(), &options);
        assert!(
            near(image.pixel(112, 95), palette.color(0), 1),
            "{palette:?}"
        );
    }
}

#[test]
fn planar_bodies_show_numbers_arrows_and_ghosts() {
    let t = Topology {
        plane: true,
        ..squares(&[(3.0, 0.0, false)])
    };
    let scale = ColorScale::of_range([-2.0, 2.0]);
    let options = RenderOptions {
        scale: Some(scale),
        ghost: true,
        ..head_on()
    };
    let mut overlay = values(vec![[1.0; 3], [-2.0; 3]], 4);
    overlay.arrows = vec![[Vec3::new(-6.0, 5.0, 0.0), Vec3::new(6.0, 5.0, 0.0)]];
    let moved: Vec<Vec3> = t
        .rest
        .iter()
        .map(|p| p + Vec3::new(1.0, 0.0, 0.0))
        .collect();
    let image = render_overlaid(&t, &moved, &overlay, &options).unwrap();
    assert!(
        near(image.pixel(125, 105), scale.color(1.0), 1),
        "below the diagonal"
    );
    assert!(near(image.pixel(95, 95), scale.color(-2.0), 1), "above it");
    assert!(image.pixel(100, 50).iter().all(|c| *c < 60), "the arrow");
    let ghost = image.pixel(74, 100);
    assert!(ghost.iter().all(|c| (200..245).contains(c)), "{ghost:?}");
}
