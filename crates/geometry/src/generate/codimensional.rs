//! Thin obstacles: single triangles, rows of blades, grids of points and of upright needles, polylines.

use super::GenerateError;
use super::check::{at_least, countable, positive};
use super::grid::triples;
use crate::{SurfaceMesh, Vec3};

/// One triangle from its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleParameters {
    /// The corners, m.
    pub points: [Vec3; 3],
}

impl Default for TriangleParameters {
    /// A right triangle in the xz plane, normal up.
    fn default() -> Self {
        Self {
            points: [Vec3::zeros(), Vec3::z(), Vec3::x()],
        }
    }
}

/// Upright rectangles (two triangles each) side by side along x; 4 points each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BladesParameters {
    /// Number of blades.
    pub count: u32,
    /// Distance from blade to blade along x, m.
    pub spacing: f64,
    /// Length of each blade along z, m.
    pub length: f64,
    /// Height of each blade along y, m.
    pub height: f64,
}

impl Default for BladesParameters {
    /// Ten blades of a metre, 0.1 m apart and high.
    fn default() -> Self {
        Self {
            count: 10,
            spacing: 0.1,
            length: 1.0,
            height: 0.1,
        }
    }
}

/// A regular grid of free points, centred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointGridParameters {
    /// Number of points along x, y and z.
    pub counts: [u32; 3],
    /// Distances along x, y and z, m.
    pub spacing: Vec3,
}

impl Default for PointGridParameters {
    /// 11 x 1 x 11 points over a square metre.
    fn default() -> Self {
        Self {
            counts: [11, 1, 11],
            spacing: Vec3::repeat(0.1),
        }
    }
}

/// A regular grid of upright needles, centred; two points and one segment each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentGridParameters {
    /// Number of needles along x and z.
    pub counts: [u32; 2],
    /// Distances along x and z, m.
    pub spacing: [f64; 2],
    /// Height of each needle along y, m.
    pub height: f64,
}

impl Default for SegmentGridParameters {
    /// 11 x 11 needles over a square metre, 0.1 m high.
    fn default() -> Self {
        Self {
            counts: [11; 2],
            spacing: [0.1; 2],
            height: 0.1,
        }
    }
}

/// A single triangle.
pub fn triangle(p: &TriangleParameters) -> Result<SurfaceMesh, GenerateError> {
    let [a, b, c] = p.points;
    let area = (b - a).cross(&(c - a)).norm() / 2.0;
    positive("triangle", &[("area of the three corners", area)])?;
    Ok(SurfaceMesh::from_triangles(
        p.points.to_vec(),
        vec![[0, 1, 2]],
    ))
}

/// A row of upright blades.
pub fn blades(p: &BladesParameters) -> Result<SurfaceMesh, GenerateError> {
    positive(
        "blades",
        &[
            ("spacing", p.spacing),
            ("length", p.length),
            ("height", p.height),
        ],
    )?;
    at_least("blades", 1, &[("count", p.count)])?;
    countable("blades", &[p.count, 4])?;
    let (y, z) = (p.height / 2.0, p.length / 2.0);
    let blade = |i: u32| {
        let x = offset(i, p.count, p.spacing);
        [
            Vec3::new(x, -y, z),
            Vec3::new(x, -y, -z),
            Vec3::new(x, y, -z),
            Vec3::new(x, y, z),
        ]
    };
    let points = (0..p.count).flat_map(blade).collect();
    let triangles = (0..p.count)
        .map(|i| 4 * i)
        .flat_map(|v| [[v, v + 1, v + 2], [v, v + 2, v + 3]])
        .collect();
    Ok(SurfaceMesh::from_triangles(points, triangles))
}

/// Free points.
pub fn point_grid(p: &PointGridParameters) -> Result<SurfaceMesh, GenerateError> {
    at_least(
        "point grid",
        1,
        &[
            ("points along x", p.counts[0]),
            ("points along y", p.counts[1]),
            ("points along z", p.counts[2]),
        ],
    )?;
    let [x, y, z] = p.spacing.into();
    positive(
        "point grid",
        &[
            ("spacing along x", x),
            ("spacing along y", y),
            ("spacing along z", z),
        ],
    )?;
    countable("point grid", &p.counts)?;
    let at = |node: [u32; 3]| Vec3::from_fn(|a, _| offset(node[a], p.counts[a], p.spacing[a]));
    let points: Vec<Vec3> = triples(p.counts).map(at).collect();
    let vertices = (0..points.len() as u32).collect();
    Ok(SurfaceMesh {
        points,
        vertices,
        ..SurfaceMesh::default()
    })
}

/// Free upright segments.
pub fn segment_grid(p: &SegmentGridParameters) -> Result<SurfaceMesh, GenerateError> {
    let [nx, nz] = p.counts;
    at_least(
        "segment grid",
        1,
        &[("needles along x", nx), ("needles along z", nz)],
    )?;
    let lengths = [
        ("spacing along x", p.spacing[0]),
        ("spacing along z", p.spacing[1]),
        ("height", p.height),
    ];
    positive("segment grid", &lengths)?;
    countable("segment grid", &[nx, nz, 2])?;
    let at = |[i, j, end]: [u32; 3]| {
        let y = p.height * (f64::from(end) - 0.5);
        Vec3::new(offset(i, nx, p.spacing[0]), y, offset(j, nz, p.spacing[1]))
    };
    let points = triples([nx, nz, 2]).map(at).collect();
    let edges = (0..nx * nz)
        .map(|needle| [2 * needle, 2 * needle + 1])
        .collect();
    Ok(SurfaceMesh {
        points,
        edges,
        ..SurfaceMesh::default()
    })
}

/// Segments from point to point (m), and back to the first where `closed`.
pub fn polyline(points: &[Vec3], closed: bool) -> Result<SurfaceMesh, GenerateError> {
    let n = u32::try_from(points.len()).unwrap_or(u32::MAX);
    at_least(
        "polyline",
        if closed { 3 } else { 2 },
        &[("number of points", n)],
    )?;
    let mut edges: Vec<[u32; 2]> = (0..n - 1).map(|i| [i, i + 1]).collect();
    if closed {
        edges.push([n - 1, 0]);
    }
    for &[a, b] in &edges {
        let length = (points[a as usize] - points[b as usize]).norm();
        positive("polyline", &[("length of every segment", length)])?;
    }
    Ok(SurfaceMesh {
        points: points.to_vec(),
        edges,
        ..SurfaceMesh::default()
    })
}

/// Coordinate of item `i` of `count` items a `spacing` apart, centred at zero.
pub(super) fn offset(i: u32, count: u32, spacing: f64) -> f64 {
    spacing * (f64::from(i) - f64::from(count - 1) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_extents() {
        let points = point_grid(&PointGridParameters {
            counts: [3, 1, 5],
            ..PointGridParameters::default()
        })
        .unwrap();
        points.check().unwrap();
        assert_eq!(points.vertices.len(), 15);
        assert!((points.bounding_box().unwrap().size() - Vec3::new(0.2, 0.0, 0.4)).norm() < 1e-15);

        let needles = segment_grid(&SegmentGridParameters {
            counts: [3, 4],
            ..SegmentGridParameters::default()
        })
        .unwrap();
        needles.check().unwrap();
        assert_eq!((needles.points.len(), needles.edges.len()), (24, 12));
        for &[low, high] in &needles.edges {
            let along = needles.points[high as usize] - needles.points[low as usize];
            assert!((along - Vec3::new(0.0, 0.1, 0.0)).norm() < 1e-15);
        }

        let blades = blades(&BladesParameters {
            count: 4,
            ..BladesParameters::default()
        })
        .unwrap();
        blades.check().unwrap();
        assert_eq!((blades.points.len(), blades.triangles.len()), (16, 8));
        assert!((blades.area() - 0.4).abs() < 1e-15);

        let blade = triangle(&TriangleParameters::default()).unwrap();
        assert!((blade.area() - 0.5).abs() < 1e-15);
        let [a, b, c] = blade.corners([0, 1, 2]);
        assert!((b - a).cross(&(c - a)).y > 0.0);

        let line = [Vec3::x(), Vec3::y(), Vec3::z()];
        assert_eq!(polyline(&line, false).unwrap().edges.len(), 2);
        assert_eq!(polyline(&line, true).unwrap().edges.len(), 3);
    }

    #[test]
    fn impossible_parameters_are_named() {
        assert!(polyline(&[Vec3::x()], false).is_err());
        assert!(polyline(&[Vec3::x(), Vec3::x()], false).is_err());
        assert!(
            point_grid(&PointGridParameters {
                counts: [1, 0, 1],
                ..PointGridParameters::default()
            })
            .is_err()
        );
        assert!(
            triangle(&TriangleParameters {
                points: [Vec3::x(); 3]
            })
            .is_err()
        );
        assert!(
            segment_grid(&SegmentGridParameters {
                height: 0.0,
                ..SegmentGridParameters::default()
            })
            .is_err()
        );
        assert!(
            blades(&BladesParameters {
                count: 0,
                ..BladesParameters::default()
            })
            .is_err()
        );
    }
}
