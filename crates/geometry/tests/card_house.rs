//! The card house of IPC 2020 (figure 5) and its steeper one: where the plates go so that none touch.
//!
//! A plate of length L and thickness t that leans at the angle a to the floor has its lowest edge
//! L/2 sin a + t/2 cos a below its middle and reaches L/2 cos a + t/2 sin a to each side. Two that lean
//! against each other make a tent; two tents stand side by side, a level plate lies on both, a third tent stands
//! on it over the tops of the lower ones. Every neighbour is a gap g away.

use tangency_formulas::distance::{edge_edge, point_triangle};
use tangency_geometry::generate::{MatParameters, mat};
use tangency_geometry::topology::unique_edges;
use tangency_geometry::transform::{Rotation, Transform};
use tangency_geometry::{SurfaceMesh, Vec3};

/// Length and width of the plates, m.
const LENGTH: f64 = 0.5;
const THICKNESS: f64 = 0.004;
/// The level plate is this much longer.
const LEVEL: f64 = 1.1;

/// A plate: length along x, middle (x, y) and lean about z in degrees.
#[derive(Clone, Copy, Debug)]
struct Plate {
    length: f64,
    middle: [f64; 2],
    degrees: f64,
}

/// The seven plates: left tent, right tent, level plate, upper tent; the floor is y = 0.
fn house(degrees: f64, gap: f64) -> [Plate; 7] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let rise = (LENGTH * sin + THICKNESS * cos) / 2.0;
    let reach = (LENGTH * cos + THICKNESS * sin) / 2.0;
    // From the middle of a tent to its plates, and from the middle of the house to its tents.
    let (aside, tent) = (reach + gap / 2.0, 2.0 * reach + gap);
    let floor = 2.0 * (rise + gap) + gap + THICKNESS;
    let lean = |x: f64, y: f64, left: bool| Plate {
        length: LENGTH,
        middle: [if left { x - aside } else { x + aside }, y + gap + rise],
        degrees: if left { degrees } else { -degrees },
    };
    [
        lean(-tent, 0.0, true),
        lean(-tent, 0.0, false),
        lean(tent, 0.0, true),
        lean(tent, 0.0, false),
        Plate {
            length: LEVEL * LENGTH.max(2.0 * tent + 2.0 * THICKNESS),
            middle: [0.0, 2.0 * (rise + gap) + THICKNESS / 2.0],
            degrees: 0.0,
        },
        lean(0.0, floor - gap, true),
        lean(0.0, floor - gap, false),
    ]
}

fn mesh(plate: &Plate) -> SurfaceMesh {
    let p = MatParameters {
        size: [plate.length, LENGTH],
        thickness: THICKNESS,
        points: [2, 2],
        ..MatParameters::default()
    };
    let mut surface = mat(&p).unwrap().surface();
    let place = Transform {
        rotation: Rotation::Degrees(Vec3::new(0.0, 0.0, plate.degrees)),
        translation: Vec3::new(plate.middle[0], plate.middle[1], 0.0),
        ..Transform::default()
    };
    place.apply_surface_mesh(&mut surface).unwrap();
    surface
}

/// Distance of two surfaces that do not cut each other: the least over points and triangles and over edges.
fn distance(a: &SurfaceMesh, b: &SurfaceMesh) -> f64 {
    let one_way = |a: &SurfaceMesh, b: &SurfaceMesh| {
        let to = |x: &Vec3| {
            let each = b.triangles.iter().map(|&t| b.corners(t));
            each.map(|[p, q, r]| point_triangle::squared(x, &p, &q, &r))
                .fold(f64::INFINITY, f64::min)
        };
        a.points.iter().map(to).fold(f64::INFINITY, f64::min)
    };
    let ends = |m: &SurfaceMesh| -> Vec<[Vec3; 2]> {
        let edges = unique_edges(&m.triangles).into_iter();
        edges.map(|e| e.map(|v| m.points[v as usize])).collect()
    };
    let (ea, eb) = (ends(a), ends(b));
    let across = ea
        .iter()
        .flat_map(|[p, q]| eb.iter().map(|[r, s]| edge_edge::squared(p, q, r, s)))
        .fold(f64::INFINITY, f64::min);
    one_way(a, b).min(one_way(b, a)).min(across).sqrt()
}

#[test]
fn neighbours_are_a_gap_apart_and_nothing_touches() {
    // Of the plates above: which are neighbours.
    let neighbours = [
        [0, 1],
        [1, 2],
        [2, 3],
        [0, 4],
        [1, 4],
        [2, 4],
        [3, 4],
        [4, 5],
        [4, 6],
        [5, 6],
    ];
    for degrees in [60.0, 75.0] {
        let gap = 2e-4;
        let plates = house(degrees, gap);
        println!("{degrees} degrees: {plates:#?}");
        let meshes = plates.map(|p| mesh(&p));
        for i in 0..7 {
            let lowest = meshes[i].bounding_box().unwrap().min.y;
            assert!(if i < 4 {
                (lowest - gap).abs() < 1e-12
            } else {
                lowest > 0.3
            });
            for j in i + 1..7 {
                let apart = distance(&meshes[i], &meshes[j]);
                if neighbours.contains(&[i, j]) {
                    assert!((apart - gap).abs() < 1e-12, "{degrees}: {i} {j}: {apart}");
                } else {
                    // At least the level plate lies between.
                    assert!(apart > THICKNESS, "{degrees}: {i} {j}: {apart}");
                }
            }
        }
        // The upper tent stands well on the level plate.
        let edge = plates[4].length / 2.0;
        assert!(meshes[5].bounding_box().unwrap().min.x > -edge + THICKNESS);
    }
}
