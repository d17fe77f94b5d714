//! Blocks for the unit cases of Erleben (2018): a cliff, a crack, a hole, and a floor of internal edges.
//!
//! All are closed, outward oriented surfaces around the origin.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::cuboid::{BoxParameters, cuboid_surface};
use crate::{SurfaceMesh, Vec3};

/// A truncated pyramid: a square top with slopes falling off on all sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CliffParameters {
    /// Side of the top square, m.
    pub top_width: f64,
    /// Side of the bottom square, m.
    pub bottom_width: f64,
    /// Height along y, m.
    pub height: f64,
}

impl Default for CliffParameters {
    /// One metre on top, 1.5 m below, 1 m high.
    fn default() -> Self {
        Self {
            top_width: 1.0,
            bottom_width: 1.5,
            height: 1.0,
        }
    }
}

/// A block with a V-shaped crack along z in its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrackParameters {
    /// Side lengths of the block, m.
    pub size: Vec3,
    /// Width of the crack at the top, m.
    pub crack_width: f64,
    /// Depth of the crack, m.
    pub crack_depth: f64,
}

impl Default for CrackParameters {
    /// A 2 x 1 x 4 m block, the crack 1 m wide and 0.5 m deep.
    fn default() -> Self {
        Self {
            size: Vec3::new(2.0, 1.0, 4.0),
            crack_width: 1.0,
            crack_depth: 0.5,
        }
    }
}

/// A block with a square pit in its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoleParameters {
    /// Side lengths of the block, m.
    pub size: Vec3,
    /// Side of the pit, m.
    pub hole_width: f64,
    /// Depth of the pit, m.
    pub hole_depth: f64,
}

impl Default for HoleParameters {
    /// A 2 x 1 x 2 m block, the pit 1 m wide and 0.5 m deep.
    fn default() -> Self {
        Self {
            size: Vec3::new(2.0, 1.0, 2.0),
            hole_width: 1.0,
            hole_depth: 0.5,
        }
    }
}

/// A block whose flat top is cut by edges that run in many directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InternalEdgesParameters {
    /// Side lengths of the block, m.
    pub size: Vec3,
    /// Number of cells along x and z.
    pub cells: [u32; 2],
    /// Distance by which the points inside the top are moved in its plane, in cells, from 0 to below 0.25.
    pub skew: f64,
}

impl Default for InternalEdgesParameters {
    /// A 2 x 1 x 2 m block with 4 x 4 cells.
    fn default() -> Self {
        Self {
            size: Vec3::new(2.0, 1.0, 2.0),
            cells: [4; 2],
            skew: 0.2,
        }
    }
}

/// The obstacle of the cliff case.
pub fn cliff(p: &CliffParameters) -> Result<SurfaceMesh, GenerateError> {
    positive(
        "cliff",
        &[
            ("top width", p.top_width),
            ("bottom width", p.bottom_width),
            ("height", p.height),
        ],
    )?;
    let points = [
        square(p.bottom_width, p.bottom_width, -p.height / 2.0),
        square(p.top_width, p.top_width, p.height / 2.0),
    ];
    let sides = (0..4).map(|i| wall(i, 0, 4));
    Ok(from_quads(
        points.concat(),
        sides.chain([[3, 2, 1, 0], [4, 5, 6, 7]]),
    ))
}

/// The obstacle of the crack cases.
pub fn crack(p: &CrackParameters) -> Result<SurfaceMesh, GenerateError> {
    check_block(
        "crack",
        p.size,
        ("crack width", p.crack_width),
        ("crack depth", p.crack_depth),
    )?;
    below(
        "crack",
        ("crack width", p.crack_width),
        ("size along x", p.size.x),
    )?;
    let [x, y, z] = (p.size / 2.0).into();
    let c = p.crack_width / 2.0;
    // From the bottom of the crack, which sees all other corners, counter-clockwise seen from +z.
    let profile = [
        (0.0, y - p.crack_depth),
        (-c, y),
        (-x, y),
        (-x, -y),
        (x, -y),
        (x, y),
        (c, y),
    ];
    let n = profile.len() as u32;
    let points = [-z, z]
        .into_iter()
        .flat_map(|z| profile.map(|(x, y)| Vec3::new(x, y, z)))
        .collect();
    let sides = (0..n).map(|i| [i, (i + 1) % n, n + (i + 1) % n, n + i]);
    let mut mesh = from_quads(points, sides);
    mesh.triangles
        .extend((1..n - 1).flat_map(|i| [[0, i + 1, i], [n, n + i, n + i + 1]]));
    Ok(mesh)
}

/// The obstacle of the hole case.
pub fn hole(p: &HoleParameters) -> Result<SurfaceMesh, GenerateError> {
    check_block(
        "hole",
        p.size,
        ("hole width", p.hole_width),
        ("hole depth", p.hole_depth),
    )?;
    below(
        "hole",
        ("hole width", p.hole_width),
        ("size along x", p.size.x),
    )?;
    below(
        "hole",
        ("hole width", p.hole_width),
        ("size along z", p.size.z),
    )?;
    let (top, w) = (p.size.y / 2.0, p.hole_width);
    let rings = [
        square(p.size.x, p.size.z, -top),
        square(p.size.x, p.size.z, top),
        square(w, w, top),
        square(w, w, top - p.hole_depth),
    ];
    let walls = [(0, 4), (4, 8), (8, 12)]
        .into_iter()
        .flat_map(|(a, b)| (0..4).map(move |i| wall(i, a, b)));
    Ok(from_quads(
        rings.concat(),
        walls.chain([[3, 2, 1, 0], [12, 13, 14, 15]]),
    ))
}

/// The obstacle of the internal-edges case.
pub fn internal_edges(p: &InternalEdgesParameters) -> Result<SurfaceMesh, GenerateError> {
    at_least(
        "internal edges",
        1,
        &[("cells along x", p.cells[0]), ("cells along z", p.cells[1])],
    )?;
    if !(0.0..0.25).contains(&p.skew) {
        let reason = format!("skew is {}, it must be at least 0 and below 0.25", p.skew);
        return Err(GenerateError::Conflict {
            shape: "internal edges",
            reason,
        });
    }
    let cells = [p.cells[0], 1, p.cells[1]];
    let mut mesh = cuboid_surface(&BoxParameters {
        size: p.size,
        cells,
        ..BoxParameters::default()
    })?;
    let half = p.size / 2.0;
    let step = [
        p.size.x / f64::from(cells[0]),
        p.size.z / f64::from(cells[2]),
    ];
    for x in &mut mesh.points {
        if x.y > 0.0 && x.x.abs() < half.x && x.z.abs() < half.z {
            let [i, j] =
                [(x.x + half.x) / step[0], (x.z + half.z) / step[1]].map(|c| c.round() as i64);
            x.x += p.skew * step[0] * if j % 2 == 0 { 1.0 } else { -1.0 };
            x.z += p.skew * step[1] * if i % 2 == 0 { -1.0 } else { 1.0 };
        }
    }
    Ok(mesh)
}

fn check_block(
    shape: &'static str,
    size: Vec3,
    width: (&'static str, f64),
    depth: (&'static str, f64),
) -> Result<(), GenerateError> {
    positive(
        shape,
        &[
            ("size along x", size.x),
            ("size along y", size.y),
            ("size along z", size.z),
            width,
            depth,
        ],
    )?;
    below(shape, depth, ("size along y", size.y))
}

/// A rectangle at height y, counter-clockwise seen from above.
fn square(width_x: f64, width_z: f64, y: f64) -> [Vec3; 4] {
    let (x, z) = (width_x / 2.0, width_z / 2.0);
    [
        Vec3::new(-x, y, z),
        Vec3::new(x, y, z),
        Vec3::new(x, y, -z),
        Vec3::new(-x, y, -z),
    ]
}

/// The quad over side i between the ring of four that starts at `lower` and that at `upper`.
fn wall(i: u32, lower: u32, upper: u32) -> [u32; 4] {
    let next = (i + 1) % 4;
    [lower + i, lower + next, upper + next, upper + i]
}

/// Two triangles a quad, cut from its first to its third corner.
fn from_quads(points: Vec<Vec3>, quads: impl Iterator<Item = [u32; 4]>) -> SurfaceMesh {
    SurfaceMesh::from_triangles(
        points,
        quads
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::check_closed_manifold;

    fn assert_closed(mesh: &SurfaceMesh, triangles: usize, volume: f64) {
        mesh.check().unwrap();
        check_closed_manifold(&mesh.triangles).unwrap();
        assert_eq!(mesh.triangles.len(), triangles);
        assert!(
            (mesh.volume() - volume).abs() < 1e-13,
            "{} instead of {volume}",
            mesh.volume()
        );
    }

    #[test]
    fn blocks_are_closed_and_have_their_volume() {
        assert_closed(
            &cliff(&CliffParameters::default()).unwrap(),
            12,
            (1.0 + 1.5 + 2.25) / 3.0,
        );
        assert_closed(
            &crack(&CrackParameters::default()).unwrap(),
            24,
            8.0 - 0.25 * 4.0,
        );
        assert_closed(&hole(&HoleParameters::default()).unwrap(), 28, 4.0 - 0.5);
        let floor = internal_edges(&InternalEdgesParameters::default()).unwrap();
        assert_closed(&floor, 4 * 16 + 4 * 8, 4.0);
        let flat = internal_edges(&InternalEdgesParameters {
            skew: 0.0,
            ..InternalEdgesParameters::default()
        })
        .unwrap();
        assert_eq!(
            floor
                .points
                .iter()
                .zip(&flat.points)
                .filter(|(a, b)| a != b)
                .count(),
            9
        );
        assert!((floor.area() - flat.area()).abs() < 1e-13);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = HoleParameters {
            hole_depth: 1.0,
            ..HoleParameters::default()
        };
        assert_eq!(
            hole(&p).unwrap_err().to_string(),
            "hole: hole depth (1 m) must be below size along y (1 m)"
        );
        assert!(
            crack(&CrackParameters {
                crack_width: 2.0,
                ..CrackParameters::default()
            })
            .is_err()
        );
        assert!(
            internal_edges(&InternalEdgesParameters {
                skew: 0.3,
                ..InternalEdgesParameters::default()
            })
            .is_err()
        );
        assert!(
            cliff(&CliffParameters {
                height: -1.0,
                ..CliffParameters::default()
            })
            .is_err()
        );
    }
}
