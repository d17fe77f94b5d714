//! Rings in the xy plane: a torus, and a chain link with two straight sides along y.
//!
//! A round section is swept along the closed centre line; the section at a point of the line lies in the
//! plane of z and the line's outward normal.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::disc::{disc_point, swept_disc};
use crate::{SurfaceMesh, TetMesh, Vec3};
use std::f64::consts::{PI, TAU};

/// A torus about z; (n + 1)^2 s points, 6 n^2 s tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorusParameters {
    /// Radius of the centre line, m.
    pub major_radius: f64,
    /// Radius of the section, m.
    pub minor_radius: f64,
    /// Number s of cells around the ring.
    pub segments: u32,
    /// Number n of cells across the section.
    pub cells_across: u32,
}

impl Default for TorusParameters {
    /// 1 m across, of a section 0.2 m across.
    fn default() -> Self {
        Self {
            major_radius: 0.4,
            minor_radius: 0.1,
            segments: 20,
            cells_across: 2,
        }
    }
}

/// A chain link: two half rings joined by straight bars along y; s = 2 (arc + straight) cells around,
/// (n + 1)^2 s points, 6 n^2 s tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkParameters {
    /// Radius of the centre line of the half rings, m.
    pub major_radius: f64,
    /// Radius of the section, m.
    pub minor_radius: f64,
    /// Length of each straight bar along y, m.
    pub straight_length: f64,
    /// Number of cells along each half ring.
    pub arc_segments: u32,
    /// Number of cells along each bar.
    pub straight_segments: u32,
    /// Number n of cells across the section.
    pub cells_across: u32,
}

impl Default for LinkParameters {
    /// 0.6 m wide, 1 m high, of a section 0.15 m across.
    fn default() -> Self {
        let (major_radius, minor_radius, straight_length) = (0.225, 0.075, 0.4);
        Self {
            major_radius,
            minor_radius,
            straight_length,
            arc_segments: 10,
            straight_segments: 5,
            cells_across: 2,
        }
    }
}

/// A solid torus.
pub fn torus(p: &TorusParameters) -> Result<TetMesh, GenerateError> {
    check_ring("torus", p.major_radius, p.minor_radius, p.cells_across)?;
    at_least("torus", 3, &[("segments", p.segments)])?;
    sweep("torus", p.minor_radius, p.cells_across, p.segments, |k| {
        let normal = direction(TAU * f64::from(k) / f64::from(p.segments));
        (p.major_radius * normal, normal)
    })
}

/// The boundary of [`torus`].
pub fn torus_surface(p: &TorusParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(torus(p)?.surface())
}

/// A solid chain link.
pub fn link(p: &LinkParameters) -> Result<TetMesh, GenerateError> {
    check_ring("link", p.major_radius, p.minor_radius, p.cells_across)?;
    positive("link", &[("straight length", p.straight_length)])?;
    at_least("link", 2, &[("arc segments", p.arc_segments)])?;
    at_least("link", 1, &[("straight segments", p.straight_segments)])?;
    let half = p.arc_segments.saturating_add(p.straight_segments);
    sweep(
        "link",
        p.minor_radius,
        p.cells_across,
        half.saturating_mul(2),
        |k| {
            let (point, normal) = half_link(p, k % half);
            let turn = if k < half { 1.0 } else { -1.0 };
            (turn * point, turn * normal)
        },
    )
}

/// The boundary of [`link`].
pub fn link_surface(p: &LinkParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(link(p)?.surface())
}

/// Centre line and normal of the upper half ring followed by the left bar; the rest is this turned by 180 degrees.
fn half_link(p: &LinkParameters, k: u32) -> (Vec3, Vec3) {
    let upper = p.straight_length / 2.0 * Vec3::y();
    if k <= p.arc_segments {
        let normal = direction(PI * f64::from(k) / f64::from(p.arc_segments));
        (upper + p.major_radius * normal, normal)
    } else {
        let down = f64::from(k - p.arc_segments) / f64::from(p.straight_segments);
        (
            upper * (1.0 - 2.0 * down) - p.major_radius * Vec3::x(),
            -Vec3::x(),
        )
    }
}

fn direction(angle: f64) -> Vec3 {
    Vec3::new(angle.cos(), angle.sin(), 0.0)
}

fn check_ring(
    shape: &'static str,
    major: f64,
    minor: f64,
    across: u32,
) -> Result<(), GenerateError> {
    positive(shape, &[("major radius", major), ("minor radius", minor)])?;
    below(shape, ("minor radius", minor), ("major radius", major))?;
    at_least(shape, 1, &[("cells across", across)])
}

/// Sweeps a round section along the counter-clockwise line of (point, outward normal).
fn sweep(
    shape: &'static str,
    minor: f64,
    across: u32,
    along: u32,
    line: impl Fn(u32) -> (Vec3, Vec3),
) -> Result<TetMesh, GenerateError> {
    swept_disc(across, along, true).mesh(shape, |[i, j, k]| {
        let ([z, out], (point, normal)) = (disc_point(i, j, across), line(k));
        point + minor * (out * normal + z * Vec3::z())
    })
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    #[test]
    fn torus_counts_and_volume() {
        let mesh = torus(&TorusParameters::default()).unwrap();
        assert_sound(&mesh, 1);
        assert_eq!((mesh.points.len(), mesh.tets.len()), (180, 480));
        let fine = torus(&TorusParameters {
            segments: 80,
            cells_across: 10,
            ..TorusParameters::default()
        })
        .unwrap();
        assert_sound(&fine, 1);
        let exact = 2.0 * PI * PI * 0.4 * 0.01;
        assert!((fine.volume() / exact - 1.0).abs() < 0.01);
        let size = fine.bounding_box().unwrap().size();
        assert!((size - Vec3::new(1.0, 1.0, 0.2)).norm() < 1e-12);
    }

    #[test]
    fn link_counts_volume_and_size() {
        let p = LinkParameters {
            arc_segments: 40,
            straight_segments: 6,
            cells_across: 8,
            ..LinkParameters::default()
        };
        let mesh = link(&p).unwrap();
        assert_sound(&mesh, 1);
        assert_eq!((mesh.points.len(), mesh.tets.len()), (81 * 92, 6 * 64 * 92));
        let exact = PI * 0.075 * 0.075 * (TAU * 0.225 + 0.8);
        assert!((mesh.volume() / exact - 1.0).abs() < 0.01);
        let bounds = mesh.bounding_box().unwrap();
        assert!((bounds.size() - Vec3::new(0.6, 1.0, 0.15)).norm() < 1e-12);
        assert!(bounds.center().norm() < 1e-15);
        assert_sound(&link(&LinkParameters::default()).unwrap(), 1);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = TorusParameters {
            minor_radius: 0.4,
            ..TorusParameters::default()
        };
        let error = torus(&p).unwrap_err().to_string();
        assert_eq!(
            error,
            "torus: minor radius (0.4 m) must be below major radius (0.4 m)"
        );
        assert!(
            torus(&TorusParameters {
                segments: 2,
                ..TorusParameters::default()
            })
            .is_err()
        );
        assert!(
            link(&LinkParameters {
                straight_length: 0.0,
                ..LinkParameters::default()
            })
            .is_err()
        );
    }
}
