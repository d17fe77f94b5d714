//! Open tubes of cloth: an unstructured patch that wraps, bent to a cylinder.

use super::GenerateError;
use super::check::positive;
use super::cloth::{countable_area, enough_spacings};
use super::patch::{Outline, Patch};
use crate::{SurfaceMesh, Vec3};
use std::f64::consts::TAU;

/// An open cylinder of cloth about y, centred, normals away from the axis; unstructured, without a seam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothTubeParameters {
    /// Radius, m.
    pub radius: f64,
    /// Length along y, m.
    pub length: f64,
    /// Distance h between neighbouring points, m, at most half the radius.
    pub spacing: f64,
}

impl Default for ClothTubeParameters {
    /// 1 m long, 0.25 m in radius (the twisted cylinder of Codimensional IPC 2021), with about 4 700 points.
    fn default() -> Self {
        Self {
            radius: 0.25,
            length: 1.0,
            spacing: 0.02,
        }
    }
}

/// An open tube of cloth.
pub fn cloth_tube(p: &ClothTubeParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "cloth tube";
    let lengths = [
        ("radius", p.radius),
        ("length", p.length),
        ("spacing", p.spacing),
    ];
    positive(SHAPE, &lengths)?;
    countable_area(SHAPE, [TAU * p.radius, p.length], p.spacing)?;
    enough_spacings(SHAPE, "length", p.length, p.spacing)?;
    enough_spacings(SHAPE, "1.5 times the radius", 1.5 * p.radius, p.spacing)?;
    let patch = Patch::unstructured(Outline {
        half: [TAU * p.radius, p.length].map(|s| s / p.spacing / 2.0),
        radius: 0.0,
        wraps: true,
    });
    let place = |q: &nalgebra::Vector2<f64>| {
        let (sin, cos) = (q.x * p.spacing / p.radius).sin_cos();
        Vec3::new(p.radius * cos, q.y * p.spacing, -p.radius * sin)
    };
    let points = patch.points.iter().map(place).collect();
    Ok(SurfaceMesh::from_triangles(points, patch.mesh.triangles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::measure::assert_bounds;
    use crate::topology::border_edges;

    #[test]
    fn tubes_have_no_seam() {
        for (radius, length, h) in [(0.25, 1.0, 0.05), (0.25, 0.4, 0.125), (0.1, 0.08, 0.02)] {
            let p = ClothTubeParameters {
                radius,
                length,
                spacing: h,
            };
            let mesh = cloth_tube(&p).unwrap();
            assert_bounds(&mesh, h);
            let chord = (0.8 * h / radius).powi(2) / 6.0;
            let share = mesh.area() / (TAU * radius * length);
            assert!(share < 1.0 && share > 1.0 - chord, "{share}");
            for x in &mesh.points {
                assert!((x.x.hypot(x.z) / radius - 1.0).abs() < 1e-12);
            }
            // Two borders, at both ends; normals away from the axis.
            for v in border_edges(&mesh.triangles).as_flattened() {
                assert!((mesh.points[*v as usize].y.abs() - length / 2.0).abs() < 1e-12);
            }
            for &t in &mesh.triangles {
                let [a, b, c] = mesh.corners(t);
                let out = a + b + c;
                assert!((b - a).cross(&(c - a)).dot(&Vec3::new(out.x, 0.0, out.z)) > 0.0);
            }
            assert_eq!(mesh, cloth_tube(&p).unwrap());
        }
    }

    #[test]
    fn impossible_parameters_are_named() {
        let thin = ClothTubeParameters {
            radius: 0.03,
            ..ClothTubeParameters::default()
        };
        assert!(cloth_tube(&thin).is_err());
    }
}
