//! Open sheets for obstacles: a plane, and surfaces turned about the y axis (pipe, funnel, bowl).

use super::GenerateError;
use super::check::{at_least, countable, positive};
use super::grid::centred;
use crate::{SurfaceMesh, Vec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A rectangle in the xz plane, normal up; (n + 1)(m + 1) points, 2 n m triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneParameters {
    /// Lengths along x and z, m.
    pub size: [f64; 2],
    /// Numbers n and m of cells along x and z.
    pub cells: [u32; 2],
}

impl Default for PlaneParameters {
    /// A square metre in one cell.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            cells: [1; 2],
        }
    }
}

/// An open cylinder about y, centred, normals away from the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PipeParameters {
    /// Radius, m.
    pub radius: f64,
    /// Height along y, m.
    pub height: f64,
    /// Number of cells around.
    pub segments: u32,
    /// Number of cells along y.
    pub cells_along: u32,
}

impl Default for PipeParameters {
    /// 1 m high, 0.5 m in radius.
    fn default() -> Self {
        Self {
            radius: 0.5,
            height: 1.0,
            segments: 32,
            cells_along: 8,
        }
    }
}

/// An open cone about y, its wide end on top, that may run on into a spout; the cone is centred, the spout
/// hangs below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FunnelParameters {
    /// Radius at the top, m.
    pub top_radius: f64,
    /// Radius at the bottom and of the spout, m.
    pub bottom_radius: f64,
    /// Height of the cone along y, m.
    pub height: f64,
    /// Length of the spout, m; zero for none.
    pub spout_length: f64,
    /// Number of cells around.
    pub segments: u32,
    /// Number of cells along the cone, and along the spout.
    pub cells_along: u32,
}

impl Default for FunnelParameters {
    /// From 0.5 m to 0.1 m in radius, 0.5 m high, with a spout of 0.25 m.
    fn default() -> Self {
        let (top_radius, bottom_radius, height, spout_length) = (0.5, 0.1, 0.5, 0.25);
        Self {
            top_radius,
            bottom_radius,
            height,
            spout_length,
            segments: 32,
            cells_along: 8,
        }
    }
}

/// The lower half of an ellipsoid about y, its rim at y = 0, normals away from the inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BowlParameters {
    /// Radius of the rim, m.
    pub radius: f64,
    /// Depth of the lowest point below the rim, m.
    pub depth: f64,
    /// Number of cells around.
    pub segments: u32,
    /// Number of rings from the lowest point to the rim.
    pub rings: u32,
}

impl Default for BowlParameters {
    /// 1 m across and 0.25 m deep.
    fn default() -> Self {
        Self {
            radius: 0.5,
            depth: 0.25,
            segments: 32,
            rings: 8,
        }
    }
}

/// A flat rectangle.
pub fn plane(p: &PlaneParameters) -> Result<SurfaceMesh, GenerateError> {
    positive(
        "plane",
        &[("size along x", p.size[0]), ("size along z", p.size[1])],
    )?;
    at_least(
        "plane",
        1,
        &[("cells along x", p.cells[0]), ("cells along z", p.cells[1])],
    )?;
    let [n, m] = p.cells;
    countable("plane", &[n.saturating_add(1), m.saturating_add(1)])?;
    let node = |i: u32, j: u32| Vec3::new(centred(i, n, p.size[0]), 0.0, centred(j, m, p.size[1]));
    let points = (0..=n)
        .flat_map(|i| (0..=m).map(move |j| node(i, j)))
        .collect();
    let cell = |i: u32, j: u32| {
        let at = |i: u32, j: u32| i * (m + 1) + j;
        split(
            [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)],
            (i + j) % 2 == 1,
        )
    };
    let triangles = (0..n)
        .flat_map(|i| (0..m).flat_map(move |j| cell(i, j)))
        .collect();
    Ok(SurfaceMesh::from_triangles(points, triangles))
}

/// An open pipe.
pub fn pipe(p: &PipeParameters) -> Result<SurfaceMesh, GenerateError> {
    positive("pipe", &[("radius", p.radius), ("height", p.height)])?;
    at_least("pipe", 1, &[("cells along", p.cells_along)])?;
    let profile: Vec<_> = (0..=p.cells_along)
        .map(|k| (p.radius, centred(k, p.cells_along, p.height)))
        .collect();
    revolve("pipe", &profile, p.segments)
}

/// An open funnel.
pub fn funnel(p: &FunnelParameters) -> Result<SurfaceMesh, GenerateError> {
    let lengths = [
        ("top radius", p.top_radius),
        ("bottom radius", p.bottom_radius),
        ("height", p.height),
    ];
    positive("funnel", &lengths)?;
    at_least("funnel", 1, &[("cells along", p.cells_along)])?;
    let n = p.cells_along;
    let mut profile = Vec::new();
    if p.spout_length != 0.0 {
        positive("funnel", &[("spout length", p.spout_length)])?;
        let depth = |k: u32| p.height / 2.0 + p.spout_length * (1.0 - f64::from(k) / f64::from(n));
        profile.extend((0..n).map(|k| (p.bottom_radius, -depth(k))));
    }
    profile.extend((0..=n).map(|k| {
        let t = f64::from(k) / f64::from(n);
        (
            p.bottom_radius * (1.0 - t) + p.top_radius * t,
            centred(k, n, p.height),
        )
    }));
    revolve("funnel", &profile, p.segments)
}

/// An open bowl.
pub fn bowl(p: &BowlParameters) -> Result<SurfaceMesh, GenerateError> {
    positive("bowl", &[("radius", p.radius), ("depth", p.depth)])?;
    at_least("bowl", 1, &[("rings", p.rings)])?;
    let ring = |k: u32| match k {
        k if k == p.rings => (p.radius, 0.0),
        k => {
            let (sin, cos) = (FRAC_PI_2 * f64::from(k) / f64::from(p.rings)).sin_cos();
            (p.radius * sin, -p.depth * cos)
        }
    };
    let profile: Vec<_> = (1..=p.rings).map(ring).collect();
    let mut mesh = revolve("bowl", &profile, p.segments)?;
    let pole = mesh.points.len() as u32;
    mesh.points.push(Vec3::new(0.0, -p.depth, 0.0));
    mesh.triangles
        .extend((0..p.segments).map(|s| [pole, (s + 1) % p.segments, s]));
    Ok(mesh)
}

/// Turns a profile of (radius, y), y going up, about the y axis; normals point away from the axis.
pub(super) fn revolve(
    shape: &'static str,
    profile: &[(f64, f64)],
    segments: u32,
) -> Result<SurfaceMesh, GenerateError> {
    at_least(shape, 3, &[("segments", segments)])?;
    countable(shape, &[profile.len() as u32, segments])?;
    let around = |(radius, y): (f64, f64), s: u32| {
        let (sin, cos) = (TAU * f64::from(s) / f64::from(segments)).sin_cos();
        Vec3::new(radius * cos, y, -radius * sin)
    };
    let points = profile
        .iter()
        .flat_map(|&ring| (0..segments).map(move |s| around(ring, s)))
        .collect();
    let cell = |k: u32, s: u32| {
        let next = (s + 1) % segments;
        let (low, high) = (k * segments, (k + 1) * segments);
        split(
            [low + s, low + next, high + next, high + s],
            (k + s) % 2 == 1,
        )
    };
    let rows = profile.len() as u32 - 1;
    let triangles = (0..rows)
        .flat_map(|k| (0..segments).flat_map(move |s| cell(k, s)))
        .collect();
    Ok(SurfaceMesh::from_triangles(points, triangles))
}

/// Two triangles of a quad, cut from its first to its third corner, or across.
pub(super) fn split([a, b, c, d]: [u32; 4], across: bool) -> [[u32; 3]; 2] {
    if across {
        [[a, b, d], [b, c, d]]
    } else {
        [[a, b, c], [a, c, d]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{border_edges, check_manifold, unused_vertices};
    use std::f64::consts::PI;

    fn assert_sheet(mesh: &SurfaceMesh, points: usize, triangles: usize, border: usize) {
        mesh.check().unwrap();
        check_manifold(&mesh.triangles).unwrap();
        assert_eq!(
            (mesh.points.len(), mesh.triangles.len()),
            (points, triangles)
        );
        assert_eq!(border_edges(&mesh.triangles).len(), border);
        assert!(unused_vertices(&mesh.triangles, points as u32).is_empty());
    }

    fn normal(mesh: &SurfaceMesh, triangle: usize) -> (Vec3, Vec3) {
        let [a, b, c] = mesh.corners(mesh.triangles[triangle]);
        ((a + b + c) / 3.0, (b - a).cross(&(c - a)).normalize())
    }

    #[test]
    fn plane_faces_up() {
        let mesh = plane(&PlaneParameters {
            size: [2.0, 3.0],
            cells: [4, 5],
        })
        .unwrap();
        assert_sheet(&mesh, 30, 40, 18);
        assert!((mesh.area() - 6.0).abs() < 1e-14);
        assert!((0..40).all(|t| normal(&mesh, t).1.y == 1.0));
    }

    #[test]
    fn turned_sheets_face_outward() {
        let pipe = pipe(&PipeParameters::default()).unwrap();
        assert_sheet(&pipe, 9 * 32, 2 * 8 * 32, 64);
        assert!((pipe.area() / PI - 1.0).abs() < 0.01);
        let funnel = funnel(&FunnelParameters::default()).unwrap();
        assert_sheet(&funnel, 17 * 32, 2 * 16 * 32, 64);
        let bowl = bowl(&BowlParameters {
            radius: 1.0,
            depth: 1.0,
            segments: 48,
            rings: 16,
        })
        .unwrap();
        assert_sheet(&bowl, 16 * 48 + 1, (2 * 15 + 1) * 48, 48);
        assert!((bowl.area() / TAU - 1.0).abs() < 0.01);
        for mesh in [&pipe, &funnel, &bowl] {
            for t in 0..mesh.triangles.len() {
                let (center, n) = normal(mesh, t);
                assert!(n.dot(&Vec3::new(center.x, 0.0, center.z)) > 0.0);
            }
        }
        let plain = super::funnel(&FunnelParameters {
            spout_length: 0.0,
            ..FunnelParameters::default()
        })
        .unwrap();
        assert_sheet(&plain, 9 * 32, 2 * 8 * 32, 64);
    }

    #[test]
    fn impossible_parameters_are_named() {
        assert!(
            plane(&PlaneParameters {
                cells: [0, 1],
                ..PlaneParameters::default()
            })
            .is_err()
        );
        assert!(
            pipe(&PipeParameters {
                segments: 2,
                ..PipeParameters::default()
            })
            .is_err()
        );
        assert!(
            funnel(&FunnelParameters {
                spout_length: -1.0,
                ..FunnelParameters::default()
            })
            .is_err()
        );
        assert!(
            bowl(&BowlParameters {
                depth: 0.0,
                ..BowlParameters::default()
            })
            .is_err()
        );
    }
}
