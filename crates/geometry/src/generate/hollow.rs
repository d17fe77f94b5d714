//! Closed shells of tets, hollow inside: a balloon and a tyre.

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use super::prisms::prisms;
use super::sheet::split;
use super::sphere::{SphereParameters, sphere_surface};
use crate::{TetMesh, Vec3};
use std::f64::consts::TAU;

/// A hollow ball around the origin; (10 f^2 + 2)(l + 1) points, 60 f^2 l tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HollowBallParameters {
    /// Outer radius, m.
    pub radius: f64,
    /// Thickness of the wall, m.
    pub thickness: f64,
    /// Number f of triangles along each edge of the icosahedron.
    pub frequency: u32,
    /// Number l of cells through the wall.
    pub layers: u32,
}

impl Default for HollowBallParameters {
    /// 1 m across with a wall of a tenth of a metre (Geometric Contact Potential 2025, figure 22).
    fn default() -> Self {
        Self {
            radius: 0.5,
            thickness: 0.1,
            frequency: 4,
            layers: 1,
        }
    }
}

/// A hollow torus about z; s n (l + 1) points, 6 s n l tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HollowTorusParameters {
    /// Radius of the centre line, m.
    pub major_radius: f64,
    /// Outer radius of the section, m.
    pub minor_radius: f64,
    /// Thickness of the wall, m.
    pub thickness: f64,
    /// Number s of cells around the ring.
    pub segments: u32,
    /// Number n of cells around the section.
    pub cells_around: u32,
    /// Number l of cells through the wall.
    pub layers: u32,
}

impl Default for HollowTorusParameters {
    /// 1 m across with a wall of 2 cm (Geometric Contact Potential 2025, figure 23).
    fn default() -> Self {
        Self {
            major_radius: 0.35,
            minor_radius: 0.15,
            thickness: 0.02,
            segments: 60,
            cells_around: 24,
            layers: 1,
        }
    }
}

/// A hollow ball.
pub fn hollow_ball(p: &HollowBallParameters) -> Result<TetMesh, GenerateError> {
    const SHAPE: &str = "hollow ball";
    positive(SHAPE, &[("radius", p.radius), ("thickness", p.thickness)])?;
    below(SHAPE, ("thickness", p.thickness), ("radius", p.radius))?;
    let sphere = sphere_surface(&SphereParameters {
        radius: 1.0,
        frequency: p.frequency,
    })?;
    let inner = p.radius - p.thickness;
    prisms(
        SHAPE,
        sphere.points.len(),
        &sphere.triangles,
        p.layers,
        |v, k| {
            let share = f64::from(k) / f64::from(p.layers);
            sphere.points[v as usize] * (inner * (1.0 - share) + p.radius * share)
        },
    )
}

/// A hollow torus.
pub fn hollow_torus(p: &HollowTorusParameters) -> Result<TetMesh, GenerateError> {
    const SHAPE: &str = "hollow torus";
    let lengths = [
        ("major radius", p.major_radius),
        ("minor radius", p.minor_radius),
        ("thickness", p.thickness),
    ];
    positive(SHAPE, &lengths)?;
    below(
        SHAPE,
        ("minor radius", p.minor_radius),
        ("major radius", p.major_radius),
    )?;
    below(
        SHAPE,
        ("thickness", p.thickness),
        ("minor radius", p.minor_radius),
    )?;
    let (s, n) = (p.segments, p.cells_around);
    at_least(SHAPE, 3, &[("segments", s), ("cells around", n)])?;
    countable(SHAPE, &[s, n, p.layers.saturating_add(1)])?;
    let at = |i: u32, j: u32| (i % s) * n + j % n;
    let cell = |i: u32, j: u32| {
        let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        split(corners, (i + j) % 2 == 1)
    };
    let triangles: Vec<[u32; 3]> = (0..s)
        .flat_map(|i| (0..n).flat_map(move |j| cell(i, j)))
        .collect();
    prisms(SHAPE, (s * n) as usize, &triangles, p.layers, |v, k| {
        let turn = |i: u32, of: u32| (TAU * f64::from(i) / f64::from(of)).sin_cos();
        let ((sin, cos), (up, out)) = (turn(v / n, s), turn(v % n, n));
        let inward = p.thickness * (1.0 - f64::from(k) / f64::from(p.layers));
        let minor = p.minor_radius - inward;
        let radius = p.major_radius + minor * out;
        Vec3::new(radius * cos, radius * sin, minor * up)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{boundary_triangles, check_closed_manifold, used_vertices};
    use std::f64::consts::PI;

    /// Positive tets between two closed surfaces, and no points that nothing uses.
    fn assert_shell(mesh: &TetMesh) {
        mesh.check().unwrap();
        check_closed_manifold(&boundary_triangles(&mesh.tets)).unwrap();
        assert_eq!(used_vertices(&mesh.tets).len(), mesh.points.len());
        let surface = mesh.surface();
        assert!((surface.volume() / mesh.volume() - 1.0).abs() < 1e-10);
    }

    #[test]
    fn a_balloon_has_the_volume_of_its_wall() {
        for (frequency, layers) in [(1, 1), (4, 1), (12, 3)] {
            let p = HollowBallParameters {
                frequency,
                layers,
                ..HollowBallParameters::default()
            };
            let mesh = hollow_ball(&p).unwrap();
            assert_shell(&mesh);
            let (f, l) = (frequency as usize, layers as usize);
            assert_eq!(mesh.points.len(), (10 * f * f + 2) * (l + 1));
            assert_eq!(mesh.tets.len(), 60 * f * f * l);
            let exact = 4.0 / 3.0 * PI * (0.125 - 0.064);
            let missing = 1.0 - mesh.volume() / exact;
            assert!(missing > 0.0 && missing < 0.6 / (f * f) as f64, "{missing}");
        }
    }

    #[test]
    fn a_tyre_has_the_volume_of_its_wall() {
        let p = HollowTorusParameters {
            segments: 121,
            cells_around: 61,
            layers: 2,
            ..HollowTorusParameters::default()
        };
        let mesh = hollow_torus(&p).unwrap();
        assert_shell(&mesh);
        assert_eq!(mesh.points.len(), 121 * 61 * 3);
        assert_eq!(mesh.tets.len(), 6 * 121 * 61 * 2);
        let exact = 2.0 * PI * PI * 0.35 * (0.15f64.powi(2) - 0.13f64.powi(2));
        assert!((mesh.volume() / exact - 1.0).abs() < 0.005);
        assert_shell(&hollow_torus(&HollowTorusParameters::default()).unwrap());
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = HollowBallParameters {
            thickness: 0.5,
            ..HollowBallParameters::default()
        };
        assert!(hollow_ball(&p).is_err());
        let p = HollowTorusParameters {
            minor_radius: 0.4,
            ..HollowTorusParameters::default()
        };
        assert!(hollow_torus(&p).is_err());
        let p = HollowTorusParameters {
            layers: 0,
            ..HollowTorusParameters::default()
        };
        assert!(hollow_torus(&p).is_err());
    }
}
