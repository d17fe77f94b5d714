//! Cloth: rectangles and cards of triangles.
//!
//! An unstructured mesh of spacing h has angles between 25 and 110 degrees and edges between 0.5 h and 1.6 h; its
//! rows run in no direction (see `patch`). Points are about a hexagonal lattice's sqrt(3)/2 h^2 of area apart.

use super::GenerateError;
use super::check::{countable, positive};
use super::grid::centred;
use super::patch::{Outline, Patch};
use super::sheet::split;
use crate::{SurfaceMesh, Vec3};

/// Fewest spacings along each side of an unstructured mesh.
const LEAST_SPACINGS: f64 = 3.0;

/// The arrangement of the triangles of a cloth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClothPattern {
    /// Nearly equilateral triangles that prefer no direction.
    #[default]
    Unstructured,
    /// Squares cut in two, their diagonals mirrored from cell to cell like a union jack.
    Alternating,
    /// Squares cut in two along the same diagonal.
    Aligned,
}

/// A rectangle in the xz plane, centred, normal up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothParameters {
    /// Lengths along x (width) and z (length), m.
    pub size: [f64; 2],
    /// Distance h between neighbouring points, m; see [`cloth_spacing`] for a number of points.
    pub spacing: f64,
    /// Radius of the rounded corners, m, at least 1.5 h; zero for sharp ones. Unstructured only.
    pub corner_radius: f64,
    /// The arrangement of the triangles.
    pub pattern: ClothPattern,
}

impl Default for ClothParameters {
    /// A square metre with about 3 000 points.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            spacing: 0.02,
            corner_radius: 0.0,
            pattern: ClothPattern::Unstructured,
        }
    }
}

/// A rectangle of cloth.
pub fn cloth(p: &ClothParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "cloth";
    let [width, length] = p.size;
    positive(
        SHAPE,
        &[("width", width), ("length", length), ("spacing", p.spacing)],
    )?;
    countable_area(SHAPE, p.size, p.spacing)?;
    if p.corner_radius != 0.0 {
        check_corners(p)?;
    }
    match p.pattern {
        ClothPattern::Unstructured => {
            enough_spacings(SHAPE, "width", width, p.spacing)?;
            enough_spacings(SHAPE, "length", length, p.spacing)?;
            let patch = Patch::unstructured(Outline {
                half: p.size.map(|s| s / p.spacing / 2.0),
                radius: p.corner_radius / p.spacing,
                wraps: false,
            });
            // (x, y) of the patch is (x, -z) of the cloth, so that its normal points up.
            let place = |q: &nalgebra::Vector2<f64>| Vec3::new(q.x, 0.0, -q.y) * p.spacing;
            let points = patch.points.iter().map(place).collect();
            Ok(SurfaceMesh::from_triangles(points, patch.mesh.triangles))
        }
        ClothPattern::Alternating => Ok(regular(p, true)),
        ClothPattern::Aligned => Ok(regular(p, false)),
    }
}

/// A playing card of 63.5 mm x 88.8 mm (Codimensional IPC 2021, section 6.9) with corners of 3.5 mm and this spacing
/// of points, m; sharp corners where the spacing is too wide for round ones.
pub fn card(spacing: f64) -> Result<SurfaceMesh, GenerateError> {
    const CORNER: f64 = 3.5e-3;
    cloth(&ClothParameters {
        size: [63.5e-3, 88.8e-3],
        spacing,
        corner_radius: if spacing * 1.5 <= CORNER { CORNER } else { 0.0 },
        pattern: ClothPattern::Unstructured,
    })
}

/// The spacing h (m) at which an unstructured rectangle (m) has about this many points.
///
/// The lattice has n = w / h cells along x and m = l / (sqrt(3)/2 h) rows, that is (n + 3/2)(m + 1) points.
pub fn cloth_spacing([w, l]: [f64; 2], points: u32) -> f64 {
    let row = 0.75f64.sqrt();
    // (points - 3/2) h^2 - b h - a = 0.
    let (a, b) = (w * l / row, w + 1.5 * l / row);
    let n = (f64::from(points) - 1.5).max(1.0);
    (b + (b * b + 4.0 * n * a).sqrt()) / (2.0 * n)
}

/// Squares of about the spacing, cut in two.
fn regular(p: &ClothParameters, alternating: bool) -> SurfaceMesh {
    let [n, m] = p.size.map(|s| ((s / p.spacing).round() as u32).max(1));
    let node = |i: u32, j: u32| Vec3::new(centred(i, n, p.size[0]), 0.0, centred(j, m, p.size[1]));
    let points = (0..=n).flat_map(|i| (0..=m).map(move |j| node(i, j)));
    let cell = |i: u32, j: u32| {
        let at = |i: u32, j: u32| i * (m + 1) + j;
        let corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        split(corners, alternating && (i + j) % 2 == 1)
    };
    let triangles = (0..n).flat_map(|i| (0..m).flat_map(move |j| cell(i, j)));
    SurfaceMesh::from_triangles(points.collect(), triangles.collect())
}

fn check_corners(p: &ClothParameters) -> Result<(), GenerateError> {
    const SHAPE: &str = "cloth";
    positive(SHAPE, &[("corner radius", p.corner_radius)])?;
    let conflict = |reason: String| {
        Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        })
    };
    let (radius, h) = (p.corner_radius, p.spacing);
    if p.pattern != ClothPattern::Unstructured {
        return conflict("rounded corners need the unstructured pattern".to_string());
    }
    if radius < 1.5 * h {
        return conflict(format!(
            "corners of {radius} m are too tight for a spacing of {h} m: at least 1.5 times the spacing"
        ));
    }
    let room = p.size[0].min(p.size[1]) / 2.0 - h;
    if radius > room {
        return conflict(format!(
            "corners of {radius} m leave no straight side: at most half the shorter side less the spacing, {room} m"
        ));
    }
    Ok(())
}

/// An unstructured mesh needs some triangles along each side.
pub(super) fn enough_spacings(
    shape: &'static str,
    what: &str,
    length: f64,
    spacing: f64,
) -> Result<(), GenerateError> {
    if length >= LEAST_SPACINGS * spacing {
        return Ok(());
    }
    let reason = format!(
        "{what} ({length} m) must be at least {LEAST_SPACINGS} spacings of {spacing} m: lower the spacing"
    );
    Err(GenerateError::Conflict { shape, reason })
}

/// The number of points must fit a vertex index.
pub(super) fn countable_area(
    shape: &'static str,
    size: [f64; 2],
    h: f64,
) -> Result<(), GenerateError> {
    // Casting a large f64 to u32 gives u32::MAX, which `countable` refuses.
    let [n, m] = size.map(|s| (s / h * 1.25 + 3.0) as u32);
    countable(shape, &[n, m])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::check_cloth;
    use crate::generate::measure::{assert_bounds, direction_order};
    use crate::topology::border_edges;
    use std::f64::consts::TAU;

    fn unstructured(size: [f64; 2], spacing: f64) -> ClothParameters {
        ClothParameters {
            size,
            spacing,
            ..ClothParameters::default()
        }
    }

    #[test]
    fn rectangles_are_within_bounds() {
        // Sides of few and of many spacings, whole and broken numbers of them.
        for size in [
            [3.0, 3.0],
            [3.49, 3.49],
            [3.5, 3.9],
            [3.0, 12.0],
            [12.0, 3.3],
            [7.7, 5.2],
            [20.0, 14.0],
            [31.4, 27.1],
        ] {
            let p = unstructured(size, 1.0);
            let mesh = cloth(&p).unwrap();
            assert_bounds(&mesh, 1.0);
            assert!((mesh.area() / (size[0] * size[1]) - 1.0).abs() < 1e-12);
            let box_size = mesh.bounding_box().unwrap().size();
            assert!((box_size - Vec3::new(size[0], 0.0, size[1])).norm() < 1e-12);
            // All four corners are there; the border is straight.
            for corner in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                let at = Vec3::new(corner[0] * size[0], 0.0, corner[1] * size[1]) / 2.0;
                assert!(mesh.points.iter().any(|x| (x - at).norm() < 1e-12));
            }
            for v in border_edges(&mesh.triangles).as_flattened() {
                let x = mesh.points[*v as usize];
                let off = (size[0] / 2.0 - x.x.abs())
                    .abs()
                    .min((size[1] / 2.0 - x.z.abs()).abs());
                assert!(off < 1e-12);
            }
            let up = |t: &[u32; 3]| {
                let [a, b, c] = mesh.corners(*t);
                (b - a).cross(&(c - a)).y > 0.0
            };
            assert!(mesh.triangles.iter().all(up));
            assert_eq!(mesh, cloth(&p).unwrap());
        }
    }

    #[test]
    fn no_direction_is_preferred() {
        // Random directions of n edges have an order of about 1 / sqrt(n) = 0.02, a lattice has 1.
        let mesh = cloth(&unstructured([1.0; 2], 0.03)).unwrap();
        for fold in [2, 4, 6] {
            let order = direction_order(&mesh, fold);
            assert!(order < 0.12, "{fold}: {order}");
        }
        let lattice = cloth(&ClothParameters {
            pattern: ClothPattern::Aligned,
            ..unstructured([1.0; 2], 0.03)
        });
        assert!(direction_order(&lattice.unwrap(), 4) > 0.3);
    }

    #[test]
    fn corners_can_be_round() {
        for (size, radius) in [([10.0, 8.0], 1.5), ([10.0, 8.0], 3.0), ([20.0, 14.0], 2.2)] {
            let p = ClothParameters {
                corner_radius: radius,
                ..unstructured(size, 1.0)
            };
            let mesh = cloth(&p).unwrap();
            assert_bounds(&mesh, 1.0);
            // Each corner loses (1 - pi / 4) r^2, and a little more between border points: e^3 / (12 r) an edge.
            let lost = size[0] * size[1] - mesh.area() - (4.0 - TAU / 2.0) * radius * radius;
            let chords = TAU * radius / 1.0 * 1.6f64.powi(3) / (12.0 * radius);
            assert!(lost > 0.0 && lost < chords, "{lost} {chords}");
        }
    }

    #[test]
    fn cards_have_their_size() {
        let mesh = card(2e-3).unwrap();
        assert_bounds(&mesh, 2e-3);
        let size = mesh.bounding_box().unwrap().size();
        assert!((size - Vec3::new(63.5e-3, 0.0, 88.8e-3)).norm() < 1e-15);
        assert!(mesh.area() < 63.5e-3 * 88.8e-3 * (1.0 - 1e-3));
        assert_bounds(&card(8e-3).unwrap(), 8e-3);
    }

    #[test]
    fn numbers_of_points_can_be_asked_for() {
        for (size, points) in [([1.0, 1.0], 1000), ([0.8, 4.0], 1500)] {
            let h = cloth_spacing(size, points);
            let mesh = cloth(&unstructured(size, h)).unwrap();
            let share = mesh.points.len() as f64 / f64::from(points);
            // Cells and rows are whole numbers: each is off by half of one at most.
            let rounding = 0.5 * h / size[0] + 0.5 * 0.75f64.sqrt() * h / size[1];
            assert!((share - 1.0).abs() < 1.05 * rounding, "{share} {rounding}");
        }
    }

    #[test]
    fn regular_patterns() {
        let p = ClothParameters {
            pattern: ClothPattern::Aligned,
            ..unstructured([2.0, 3.0], 0.5)
        };
        for pattern in [ClothPattern::Aligned, ClothPattern::Alternating] {
            let mesh = cloth(&ClothParameters { pattern, ..p }).unwrap();
            check_cloth(&mesh).unwrap();
            assert_eq!((mesh.points.len(), mesh.triangles.len()), (35, 48));
            assert!((mesh.area() - 6.0).abs() < 1e-14);
            // Aligned: every inner point has 6 edges; alternating: 4 or 8 by turns.
            let inner = |v: u32| {
                mesh.points[v as usize].x.abs() < 0.9 && mesh.points[v as usize].z.abs() < 1.4
            };
            let edges = crate::topology::unique_edges(&mesh.triangles);
            for v in (0..35).filter(|&v| inner(v)) {
                let valence = edges.iter().filter(|e| e.contains(&v)).count();
                let expected: &[usize] = if pattern == ClothPattern::Aligned {
                    &[6]
                } else {
                    &[4, 8]
                };
                assert!(expected.contains(&valence));
            }
        }
    }

    #[test]
    fn impossible_parameters_are_named() {
        let refused = |p: ClothParameters, why: &str| {
            let message = cloth(&p).unwrap_err().to_string();
            assert!(message.contains(why), "{message}");
        };
        let square = unstructured([1.0; 2], 0.1);
        refused(
            ClothParameters {
                size: [1.0, -1.0],
                ..square
            },
            "length",
        );
        refused(
            ClothParameters {
                spacing: 0.4,
                ..square
            },
            "width",
        );
        refused(
            ClothParameters {
                spacing: 1e-6,
                ..square
            },
            "points",
        );
        refused(
            ClothParameters {
                corner_radius: 0.1,
                ..square
            },
            "too tight",
        );
        refused(
            ClothParameters {
                corner_radius: 0.5,
                ..square
            },
            "straight side",
        );
        let pattern = ClothPattern::Aligned;
        refused(
            ClothParameters {
                corner_radius: 0.2,
                pattern,
                ..square
            },
            "pattern",
        );
    }
}
