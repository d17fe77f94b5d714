//! Properties of all flat bodies, and of each.

use super::super::measure::quality;
use super::super::random::Random;
use super::region::turn;
use super::*;
use crate::topology::{border_edges, check_manifold, unique_edges, unused_vertices};
use std::f64::consts::PI;

/// In the plane z = 0, counter-clockwise, conforming, with so many holes, area (m^2) and smallest angle (degrees).
fn assert_flat(mesh: &SurfaceMesh, holes: i64, area: f64, angle: f64) {
    mesh.check().unwrap();
    check_manifold(&mesh.triangles).unwrap();
    let n = mesh.points.len();
    assert!(unused_vertices(&mesh.triangles, n as u32).is_empty());
    assert!(mesh.points.iter().all(|p| p.z == 0.0));
    for &t in &mesh.triangles {
        let [a, b, c] = mesh.corners(t).map(|p| p.xy());
        assert!(turn(a, b, c) > 0.0);
    }
    // Inner edges have two triangles, those of the border one.
    let (edges, border) = (
        unique_edges(&mesh.triangles).len(),
        border_edges(&mesh.triangles).len(),
    );
    assert_eq!(3 * mesh.triangles.len(), 2 * edges - border);
    let euler = n as i64 - edges as i64 + mesh.triangles.len() as i64;
    assert_eq!(euler, 1 - holes);
    let found = mesh.area();
    assert!((found - area).abs() < 1e-10 * area, "{found} {area}");
    let (angles, lengths) = quality(mesh);
    println!(
        "{n} points, {border} on the border, {} triangles, angles {angles:?}, edges {lengths:?}",
        mesh.triangles.len()
    );
    assert!(angles[0] > angle, "{angles:?}");
}

/// Lengths of the edges of the border whose middle is where asked, m: smallest and largest.
fn border_lengths(mesh: &SurfaceMesh, place: impl Fn(&Vec3) -> bool) -> [f64; 2] {
    let mut range = [f64::INFINITY, 0.0];
    for [a, b] in border_edges(&mesh.triangles) {
        let (a, b) = (mesh.points[a as usize], mesh.points[b as usize]);
        if place(&((a + b) / 2.0)) {
            let length = (b - a).norm();
            range = [range[0].min(length), range[1].max(length)];
        }
    }
    range
}

fn assert_centred(mesh: &SurfaceMesh, size: [f64; 2]) {
    let bounds = mesh.bounding_box().unwrap();
    assert!(bounds.center().norm() < 1e-12, "{:?}", bounds.center());
    assert!((bounds.size() - Vec3::new(size[0], size[1], 0.0)).norm() < 1e-12);
}

/// Area of a polygon with n corners on a circle, m^2.
fn polygon_area(radius: f64, n: usize) -> f64 {
    let n = n as f64;
    n / 2.0 * radius * radius * (2.0 * PI / n).sin()
}

#[test]
fn squircle_is_fine_at_its_corners() {
    let mesh = squircle(&SquircleParameters::default()).unwrap();
    let round = |p: &Vec3| p.x.abs() > 0.2 && p.y.abs() > 0.2;
    let corners = border_lengths(&mesh, round);
    let sides = border_lengths(&mesh, |p| !round(p));
    println!("corners {corners:?}, sides {sides:?}");
    assert!(corners[0] > 0.009 && corners[1] <= 0.01, "{corners:?}");
    assert!(sides[1] > 0.15 && sides[1] <= 0.21, "{sides:?}");
    // 48 edges a corner: a cross and a polygon.
    let area = 0.4 * 0.4 + 4.0 * 0.4 * 0.3 + polygon_area(0.3, 4 * 48);
    assert_flat(&mesh, 0, area, 15.0);
    assert_centred(&mesh, [1.0; 2]);
    let even = SquircleParameters {
        corner_radius: 0.1,
        edge: 0.05,
        corner_edge: 0.02,
        ..SquircleParameters::default()
    };
    let area = 0.64 + 4.0 * 0.8 * 0.1 + polygon_area(0.1, 4 * 8);
    assert_flat(&squircle(&even).unwrap(), 0, area, 25.0);
}

#[test]
fn discs_and_rings() {
    for edge in [0.4, 0.1, 0.03] {
        let p = DiscParameters {
            edge,
            ..DiscParameters::default()
        };
        let around = |radius: f64| (2.0 * PI * radius / edge).ceil().max(8.0) as usize;
        let area = polygon_area(0.5, around(0.5));
        let mesh = disc(&p).unwrap();
        assert_flat(&mesh, 0, area, 28.0);
        let (_, lengths) = quality(&mesh);
        assert!(lengths[1] < 1.7 * edge, "{lengths:?}");
        let ring = DiscParameters {
            hole_radius: 0.3,
            ..p
        };
        let area = area - polygon_area(0.3, around(0.3));
        assert_flat(&disc(&ring).unwrap(), 1, area, 25.0);
    }
}

#[test]
fn slits_as_thin_as_one_likes() {
    for (slit_width, round) in [
        (0.04, false),
        (0.04, true),
        (1e-3, false),
        (1e-3, true),
        (1e-6, false),
        (1e-6, true),
    ] {
        let p = SlitBlockParameters {
            slit_width,
            round,
            ..SlitBlockParameters::default()
        };
        let mesh = slit_block(&p).unwrap();
        let half = slit_width / 2.0;
        let slit = if round {
            slit_width * (0.5 - half) + polygon_area(half, 8) / 2.0
        } else {
            slit_width * 0.5
        };
        assert_flat(&mesh, 0, 1.0 - slit, 15.0);
        assert_centred(&mesh, [1.0; 2]);
        let shortest = border_lengths(&mesh, |_| true)[0];
        assert!(shortest > 0.37 * slit_width && shortest < 1.01 * slit_width);
    }
}

#[test]
fn notches_sharp_and_round() {
    let p = NotchedBlockParameters::default();
    let sharp = notched_block(&p).unwrap();
    assert_flat(&sharp, 0, 1.0 - 0.2 * 0.4 / 2.0, 20.0);
    assert_centred(&sharp, [1.0; 2]);
    // A half circle under a rectangle, its arc in 32 edges or so.
    let round = NotchedBlockParameters {
        tip_radius: 0.1,
        tip_edge: 0.01,
        ..p
    };
    let mesh = notched_block(&round).unwrap();
    let arc = 2 * (PI * 0.1 / 0.01_f64).ceil() as usize;
    let area = 1.0 - 0.2 * 0.3 - polygon_area(0.1, arc) / 2.0;
    assert_flat(&mesh, 0, area, 20.0);
    let border = border_edges(&mesh.triangles);
    let points = border
        .as_flattened()
        .iter()
        .map(|&v| mesh.points[v as usize]);
    let notch = points.filter(|p| p.x.abs() < 0.15 && p.y > -0.4);
    let lowest = notch.map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!((0.1 - 1e-12..0.1 + 1e-8).contains(&lowest), "{lowest}");
    let fillet = NotchedBlockParameters {
        tip_radius: 0.03,
        ..p
    };
    let mesh = notched_block(&fillet).unwrap();
    let (angles, _) = quality(&mesh);
    assert!(angles[0] > 20.0, "{angles:?}");
    check_manifold(&mesh.triangles).unwrap();
}

/// Every level adds points around the corner and keeps all others; triangles stay halves of squares.
#[test]
fn rectangles_are_refined_at_a_point() {
    let mut before = rectangle(&RectangleParameters::default()).unwrap();
    assert_flat(&before, 0, 1.0, 44.99);
    assert_eq!((before.points.len(), before.triangles.len()), (121, 200));
    for refine_at in [[-1.0, -1.0], [1.0, 1.0], [0.0, -1.0], [0.3, 0.17]] {
        for levels in 1..=8 {
            let p = RectangleParameters {
                refine_at,
                levels,
                ..RectangleParameters::default()
            };
            let mesh = rectangle(&p).unwrap();
            assert_flat(&mesh, 0, 1.0, 44.99);
            let shortest = quality(&mesh).1[0];
            assert!((shortest * 2f64.powi(levels as i32) / 0.1 - 1.0).abs() < 1e-9);
            if levels > 1 {
                assert_eq!(mesh.points[..before.points.len()], before.points);
                assert!(mesh.points.len() - before.points.len() < 60);
            }
            before = mesh;
        }
    }
}

#[test]
fn chi_has_two_cusps() {
    let p = ChiParameters::default();
    let with_plates = chi(&p).unwrap();
    let area = with_plates.area();
    assert_flat(&with_plates, 2, area, 22.0);
    assert_centred(&with_plates, [0.6, 1.0]);
    let alone = chi(&ChiParameters {
        plate: 0.0,
        height: 0.84,
        ..p
    })
    .unwrap();
    // The same strips without the plates; their borders are cut alike.
    assert_flat(&alone, 0, area - 2.0 * 0.08 * 0.6, 22.0);
    for mesh in [&with_plates, &alone] {
        for y in [-0.075, 0.075] {
            let tip = Vec3::new(0.0, y, 0.0);
            let at = mesh.points.iter().filter(|p| (*p - tip).norm() < 1e-12);
            assert_eq!(at.count(), 1);
        }
    }
    let fine = chi(&ChiParameters {
        edge: 0.01,
        cusp_edge: 0.005,
        ..p
    })
    .unwrap();
    let exact = exact_chi_area(&p);
    assert!(
        (fine.area() / exact - 1.0).abs() < 2e-4,
        "{} {exact}",
        fine.area()
    );
}

/// The area of the structure, by adding up the widths of a strip from its inner circle to x = 0 or its outer circle.
fn exact_chi_area(p: &ChiParameters) -> f64 {
    let (h, n) = (p.height / 2.0 - p.plate, p.neck / 2.0);
    // The radius again, by another way: a search over a fine table.
    let end = |r: f64| ((r - p.thickness).powi(2) - h * h).sqrt() - (r * r - n * n).sqrt();
    let r = (1..2_000_000)
        .map(|i| h + p.thickness + f64::from(i) * 1e-6)
        .find(|&r| end(r) > -p.width / 2.0)
        .unwrap();
    let (c, inner) = ((r * r - n * n).sqrt(), r - p.thickness);
    let slices = 100_000;
    let widths = (0..slices).map(|i| {
        let y = h * (f64::from(i) + 0.5) / f64::from(slices);
        let from = c - (inner * inner - y * y).sqrt();
        let to = (c - (r * r - y * y).sqrt()).max(0.0);
        from - to
    });
    4.0 * h / f64::from(slices) * widths.sum::<f64>() + 2.0 * p.plate * p.width
}

#[test]
fn polygons_with_holes() {
    let outline = [
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ];
    let hole = vec![[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];
    let backward: Vec<[f64; 2]> = outline.iter().rev().copied().collect();
    for corners in [outline.to_vec(), backward] {
        for edge in [3.0, 0.5, 0.1] {
            let mesh = polygon(&corners, std::slice::from_ref(&hole), edge).unwrap();
            // Edges as long as the whole add no points to the border.
            let angle = if edge > 1.0 { 9.0 } else { 25.0 };
            assert_flat(&mesh, 1, 3.0 - 0.36, angle);
        }
    }
    let triangle = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.1]], &[], 0.05).unwrap();
    assert_flat(&triangle, 0, 0.05, 4.0);
}

/// Stars with random corners, some of them spikes, at any edge length: whatever comes out fills them exactly.
#[test]
fn random_stars_are_filled() {
    let mut random = Random::new(7);
    for case in 0..60 {
        let corners: Vec<[f64; 2]> = (0..5 + case % 20)
            .map(|i| {
                let (sin, cos) = (2.0 * PI * f64::from(i) / f64::from(5 + case % 20)).sin_cos();
                let radius = 0.02 + random.unit();
                [radius * cos, radius * sin]
            })
            .collect();
        let n = corners.len();
        let at = |i: usize| Vec2::from(corners[i % n]);
        let area = (0..n).map(|i| at(i).perp(&at(i + 1))).sum::<f64>() / 2.0;
        let edge = 0.01 + random.unit();
        assert_flat(&polygon(&corners, &[], edge).unwrap(), 0, area, 0.0);
    }
}

#[test]
fn the_same_again() {
    let p = SquircleParameters::default();
    assert_eq!(squircle(&p).unwrap(), squircle(&p).unwrap());
}

#[test]
fn impossible_borders_are_named() {
    let message = |outline: &[[f64; 2]], holes: &[Vec<[f64; 2]>]| {
        polygon(outline, holes, 0.3).unwrap_err().to_string()
    };
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let bow = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.5]];
    assert!(message(&bow, &[]).contains("crosses itself"));
    let outside = vec![[2.0, 0.0], [3.0, 0.0], [3.0, 1.0]];
    assert!(message(&square, &[outside]).contains("crosses itself"));
    let across = vec![[0.5, 0.5], [1.5, 0.5], [1.5, 0.7]];
    assert!(message(&square, &[across]).contains("crosses itself"));
    let touching = vec![[0.0, 0.0], [0.5, 0.2], [0.2, 0.5]];
    assert!(message(&square, &[touching]).contains("touches"));
    assert!(message(&square[..2], &[]).contains("three corners"));
    assert!(message(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]], &[]).contains("finite"));
    let tiny = polygon(&square, &[], 1e-5).unwrap_err().to_string();
    assert!(tiny.contains("longer edges"), "{tiny}");
    let p = ChiParameters::default();
    for bad in [
        ChiParameters { width: 0.1, ..p },
        ChiParameters { width: 3.0, ..p },
        ChiParameters { neck: 0.9, ..p },
        ChiParameters { plate: 0.5, ..p },
    ] {
        assert!(chi(&bad).is_err(), "{bad:?}");
    }
}
