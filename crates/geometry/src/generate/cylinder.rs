//! Round solids about the y axis: cylinder, hollow tube, cone and frustum.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::disc::{disc_point, swept_disc};
use super::grid::{Diagonals, Grid, centred};
use crate::topology::boundary_triangles;
use crate::{SurfaceMesh, TetMesh, Vec3};
use std::f64::consts::TAU;

/// A cylinder about y, centred; (n + 1)^2 (m + 1) points, 6 n^2 m tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CylinderParameters {
    /// Radius, m.
    pub radius: f64,
    /// Height along y, m.
    pub height: f64,
    /// Number n of cells across the diameter.
    pub cells_across: u32,
    /// Number m of cells along y.
    pub cells_along: u32,
}

impl Default for CylinderParameters {
    /// 1 m high, 0.5 m in radius.
    fn default() -> Self {
        Self {
            radius: 0.5,
            height: 1.0,
            cells_across: 6,
            cells_along: 6,
        }
    }
}

/// A hollow cylinder about y, centred; (c + 1) s (m + 1) points, 6 c s m tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeParameters {
    /// Radius of the hole, m.
    pub inner_radius: f64,
    /// Outer radius, m.
    pub outer_radius: f64,
    /// Height along y, m.
    pub height: f64,
    /// Number c of cells through the wall.
    pub cells_through: u32,
    /// Number s of cells around.
    pub segments: u32,
    /// Number m of cells along y.
    pub cells_along: u32,
}

impl Default for TubeParameters {
    /// 1 m high, walls of 0.1 m inside a radius of 0.5 m.
    fn default() -> Self {
        let (inner_radius, outer_radius, height) = (0.4, 0.5, 1.0);
        Self {
            inner_radius,
            outer_radius,
            height,
            cells_through: 1,
            segments: 24,
            cells_along: 8,
        }
    }
}

/// A cone or frustum about y, centred; a frustum has (n + 1)^2 (m + 1) points and 6 n^2 m tets, a cone with a
/// tip (n + 1)^2 m + 1 points and 6 n^2 (m - 1) + 2 n^2 tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConeParameters {
    /// Radius at the bottom, m.
    pub bottom_radius: f64,
    /// Radius at the top, m; zero for a tip.
    pub top_radius: f64,
    /// Height along y, m.
    pub height: f64,
    /// Number n of cells across the diameter.
    pub cells_across: u32,
    /// Number m of layers along y; at least 2 for a tip.
    pub cells_along: u32,
}

impl Default for ConeParameters {
    /// 1 m high, 0.5 m in radius at the bottom, with a tip.
    fn default() -> Self {
        Self {
            bottom_radius: 0.5,
            top_radius: 0.0,
            height: 1.0,
            cells_across: 6,
            cells_along: 6,
        }
    }
}

/// A solid cylinder.
pub fn cylinder(p: &CylinderParameters) -> Result<TetMesh, GenerateError> {
    let (n, m) = (p.cells_across, p.cells_along);
    positive("cylinder", &[("radius", p.radius), ("height", p.height)])?;
    at_least("cylinder", 1, &[("cells across", n), ("cells along", m)])?;
    layers("cylinder", n, m, |k| (p.radius, centred(k, m, p.height)))
}

/// The boundary of [`cylinder`].
pub fn cylinder_surface(p: &CylinderParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(cylinder(p)?.surface())
}

/// A solid tube.
pub fn tube(p: &TubeParameters) -> Result<TetMesh, GenerateError> {
    let lengths = [
        ("inner radius", p.inner_radius),
        ("outer radius", p.outer_radius),
        ("height", p.height),
    ];
    positive("tube", &lengths)?;
    below("tube", lengths[0], lengths[1])?;
    at_least(
        "tube",
        1,
        &[
            ("cells through the wall", p.cells_through),
            ("cells along", p.cells_along),
        ],
    )?;
    at_least("tube", 3, &[("segments", p.segments)])?;
    let grid = Grid {
        cells: [p.cells_along, p.cells_through, p.segments],
        diagonals: [
            Diagonals::Alternating,
            Diagonals::Alternating,
            Diagonals::Aligned,
        ],
        closed: true,
    };
    grid.mesh("tube", |[k, c, s]| {
        let wall = (p.outer_radius - p.inner_radius) * f64::from(c) / f64::from(p.cells_through);
        let (sin, cos) = (TAU * f64::from(s) / f64::from(p.segments)).sin_cos();
        let r = p.inner_radius + wall;
        Vec3::new(r * cos, centred(k, p.cells_along, p.height), -r * sin)
    })
}

/// The boundary of [`tube`].
pub fn tube_surface(p: &TubeParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(tube(p)?.surface())
}

/// A solid cone or frustum.
pub fn cone(p: &ConeParameters) -> Result<TetMesh, GenerateError> {
    let (n, m) = (p.cells_across, p.cells_along);
    positive(
        "cone",
        &[("bottom radius", p.bottom_radius), ("height", p.height)],
    )?;
    let tip = p.top_radius == 0.0;
    if !tip {
        positive("cone", &[("top radius", p.top_radius)])?;
    }
    at_least("cone", 1, &[("cells across", n)])?;
    at_least("cone", if tip { 2 } else { 1 }, &[("cells along", m)])?;
    let section = |k: u32| {
        let t = f64::from(k) / f64::from(m);
        (
            p.bottom_radius * (1.0 - t) + p.top_radius * t,
            centred(k, m, p.height),
        )
    };
    if !tip {
        return layers("cone", n, m, section);
    }
    let mut mesh = layers("cone", n, m - 1, section)?;
    add_tip(&mut mesh, Vec3::new(0.0, p.height / 2.0, 0.0), m);
    Ok(mesh)
}

/// The boundary of [`cone`].
pub fn cone_surface(p: &ConeParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(cone(p)?.surface())
}

/// Round layers: `section(k)` is (radius, y) of layer k.
fn layers(
    shape: &'static str,
    across: u32,
    along: u32,
    section: impl Fn(u32) -> (f64, f64),
) -> Result<TetMesh, GenerateError> {
    swept_disc(across, along, false).mesh(shape, |[i, j, k]| {
        let ([z, x], (radius, y)) = (disc_point(i, j, across), section(k));
        Vec3::new(radius * x, y, radius * z)
    })
}

/// Joins the triangles of the last of `layers` layers to a tip above them.
fn add_tip(mesh: &mut TetMesh, tip: Vec3, layers: u32) {
    let apex = mesh.points.len() as u32;
    let on_top = |t: &[u32; 3]| t.iter().all(|v| v % layers == layers - 1);
    let top: Vec<[u32; 3]> = boundary_triangles(&mesh.tets)
        .into_iter()
        .filter(on_top)
        .collect();
    mesh.points.push(tip);
    mesh.tets
        .extend(top.into_iter().map(|[a, b, c]| [a, b, c, apex]));
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;
    use std::f64::consts::PI;

    /// Area of a regular polygon with `sides` sides relative to its circle.
    fn polygon(sides: u32) -> f64 {
        let angle = TAU / f64::from(sides);
        angle.sin() / angle
    }

    #[test]
    fn cylinder_counts_volume_and_quality() {
        for n in [1, 2, 5, 8] {
            let p = CylinderParameters {
                radius: 0.3,
                height: 2.0,
                cells_across: n,
                cells_along: 7,
            };
            let mesh = cylinder(&p).unwrap();
            assert_sound(&mesh, 0);
            assert_eq!(mesh.tets.len(), 42 * (n as usize).pow(2));
            let exact = PI * 0.09 * 2.0 * polygon(4 * n);
            assert!((mesh.volume() - exact).abs() < 1e-12);
        }
        let p = CylinderParameters {
            radius: 0.5,
            height: 1.0,
            cells_across: 8,
            cells_along: 8,
        };
        let quality = cylinder(&p).unwrap().quality().unwrap();
        assert!(
            quality.min_dihedral > 20.0 && quality.max_dihedral < 135.0,
            "{quality:?}"
        );
    }

    #[test]
    fn tube_counts_and_volume() {
        let p = TubeParameters {
            cells_through: 2,
            segments: 20,
            cells_along: 5,
            ..TubeParameters::default()
        };
        let mesh = tube(&p).unwrap();
        assert_sound(&mesh, 1);
        assert_eq!(
            (mesh.points.len(), mesh.tets.len()),
            (3 * 20 * 6, 6 * 2 * 20 * 5)
        );
        assert!((mesh.volume() - PI * (0.25 - 0.16) * polygon(20)).abs() < 1e-12);
        assert_sound(&tube(&TubeParameters { segments: 3, ..p }).unwrap(), 1);
    }

    #[test]
    fn cone_and_frustum_volumes() {
        let p = ConeParameters {
            cells_across: 4,
            cells_along: 5,
            ..ConeParameters::default()
        };
        let mesh = cone(&p).unwrap();
        assert_sound(&mesh, 0);
        assert_eq!(
            (mesh.points.len(), mesh.tets.len()),
            (25 * 5 + 1, 6 * 16 * 4 + 2 * 16)
        );
        assert!((mesh.volume() - PI * 0.25 / 3.0 * polygon(16)).abs() < 1e-12);
        let frustum = cone(&ConeParameters {
            top_radius: 0.25,
            ..p
        })
        .unwrap();
        assert_sound(&frustum, 0);
        let exact = PI / 3.0 * (0.25 + 0.125 + 0.0625) * polygon(16);
        assert!((frustum.volume() - exact).abs() < 1e-12);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = TubeParameters {
            inner_radius: 0.5,
            ..TubeParameters::default()
        };
        let error = tube(&p).unwrap_err().to_string();
        assert_eq!(
            error,
            "tube: inner radius (0.5 m) must be below outer radius (0.5 m)"
        );
        assert!(
            tube(&TubeParameters {
                segments: 2,
                ..TubeParameters::default()
            })
            .is_err()
        );
        assert!(
            cone(&ConeParameters {
                cells_along: 1,
                ..ConeParameters::default()
            })
            .is_err()
        );
        assert!(
            cone(&ConeParameters {
                top_radius: -1.0,
                ..ConeParameters::default()
            })
            .is_err()
        );
    }
}
