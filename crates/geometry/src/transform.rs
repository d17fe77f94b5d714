//! Placing a mesh in the world: x = R (S X) + t, scale first, then rotate, then translate.
//!
//! The rotation is R = Rx Ry Rz from angles in degrees about the world axes (z is applied first), or a turn
//! about any axis. A scale with an odd number of negative factors mirrors the mesh; the element orientation
//! is then swapped, so that tets stay positive and triangles outward.

use crate::{SurfaceMesh, TetMesh, Vec3};
use nalgebra::{Rotation3, Unit};
use thiserror::Error;

/// The rotation of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// R = Rx Ry Rz with these angles about x, y and z, degrees.
    Degrees(Vec3),
    /// A turn about an axis through the origin.
    AxisAngle {
        /// Direction of the axis, of any length but zero.
        axis: Vec3,
        /// Angle by the right-hand rule, degrees.
        degrees: f64,
    },
}

/// x = R (S X) + t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Factors along x, y and z; none is zero.
    pub scale: Vec3,
    /// The rotation after scaling.
    pub rotation: Rotation,
    /// The shift after rotating, m.
    pub translation: Vec3,
}

/// Why a transform cannot be applied.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TransformError {
    /// A scale factor is zero or not finite.
    #[error("scale ({}, {}, {}): every factor must be a finite number other than zero", scale.x, scale.y, scale.z)]
    Scale {
        /// The factors given.
        scale: Vec3,
    },
    /// The axis has no direction.
    #[error("rotation axis ({}, {}, {}): it must be finite and not zero", axis.x, axis.y, axis.z)]
    Axis {
        /// The axis given.
        axis: Vec3,
    },
    /// An angle or a shift is NaN or infinite.
    #[error("the {what} of the transform must be finite")]
    NotFinite {
        /// The part that is not finite.
        what: &'static str,
    },
}

impl Default for Transform {
    /// Leaves everything in its place.
    fn default() -> Self {
        Self {
            scale: Vec3::repeat(1.0),
            rotation: Rotation::Degrees(Vec3::zeros()),
            translation: Vec3::zeros(),
        }
    }
}

impl Rotation {
    /// The rotation matrix; an axis without direction turns nothing (see [`Transform::check`]).
    pub fn matrix(&self) -> Rotation3<f64> {
        let about = |axis: Vec3, degrees: f64| match Unit::try_new(axis, 0.0) {
            Some(axis) => Rotation3::from_axis_angle(&axis, degrees.to_radians()),
            None => Rotation3::identity(),
        };
        match *self {
            Self::Degrees(angles) => {
                about(Vec3::x(), angles.x) * about(Vec3::y(), angles.y) * about(Vec3::z(), angles.z)
            }
            Self::AxisAngle { axis, degrees } => about(axis, degrees),
        }
    }
}

impl Transform {
    /// Only a shift, m.
    pub fn translate(translation: Vec3) -> Self {
        Self {
            translation,
            ..Self::default()
        }
    }

    /// Factors, axis and angles must be usable.
    pub fn check(&self) -> Result<(), TransformError> {
        let finite = |v: &Vec3| v.iter().all(|c| c.is_finite());
        if !finite(&self.scale) || self.scale.iter().any(|&s| s == 0.0) {
            return Err(TransformError::Scale { scale: self.scale });
        }
        if !finite(&self.translation) {
            return Err(TransformError::NotFinite {
                what: "translation",
            });
        }
        match self.rotation {
            Rotation::Degrees(angles) if !finite(&angles) => {
                Err(TransformError::NotFinite { what: "rotation" })
            }
            Rotation::AxisAngle { axis, .. } if !finite(&axis) || axis.norm() == 0.0 => {
                Err(TransformError::Axis { axis })
            }
            Rotation::AxisAngle { degrees, .. } if !degrees.is_finite() => {
                Err(TransformError::NotFinite { what: "rotation" })
            }
            _ => Ok(()),
        }
    }

    /// Moves every point of a list.
    ///
    /// ```
    /// use tangency_geometry::{Vec3, transform::{Rotation, Transform}};
    ///
    /// let place = Transform {
    ///     scale: Vec3::repeat(2.0),
    ///     rotation: Rotation::AxisAngle { axis: Vec3::z(), degrees: 90.0 },
    ///     translation: Vec3::new(0.0, 0.0, 1.0),
    /// };
    /// let mut points = [Vec3::x()];
    /// place.apply_points(&mut points);
    /// assert!((points[0] - Vec3::new(0.0, 2.0, 1.0)).norm() < 1e-15);
    /// ```
    pub fn apply_points(&self, points: &mut [Vec3]) {
        let r = self.rotation.matrix();
        for x in points {
            *x = r * x.component_mul(&self.scale) + self.translation;
        }
    }

    /// Places a solid; tets stay positively oriented.
    pub fn apply_tet_mesh(&self, mesh: &mut TetMesh) -> Result<(), TransformError> {
        self.check()?;
        self.apply_points(&mut mesh.points);
        if self.mirrors() {
            mesh.tets.iter_mut().for_each(|t| t.swap(2, 3));
        }
        Ok(())
    }

    /// Places an obstacle; triangles stay outward oriented.
    pub fn apply_surface_mesh(&self, mesh: &mut SurfaceMesh) -> Result<(), TransformError> {
        self.check()?;
        self.apply_points(&mut mesh.points);
        if self.mirrors() {
            mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        Ok(())
    }

    fn mirrors(&self) -> bool {
        self.scale.product() < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_tet() -> TetMesh {
        TetMesh {
            points: vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()],
            tets: vec![[0, 1, 2, 3]],
        }
    }

    #[test]
    fn scale_then_rotate_then_translate() {
        let transform = Transform {
            scale: Vec3::new(2.0, 3.0, 4.0),
            rotation: Rotation::Degrees(Vec3::new(90.0, 0.0, 90.0)),
            translation: Vec3::new(10.0, 20.0, 30.0),
        };
        let mut points = vec![Vec3::new(1.0, 1.0, 1.0)];
        transform.apply_points(&mut points);
        // (2, 3, 4), about z: (-3, 2, 4), then about x: (-3, -4, 2).
        assert!((points[0] - Vec3::new(7.0, 16.0, 32.0)).norm() < 1e-14);
    }

    #[test]
    fn axis_angle_cycles_the_axes() {
        let rotation = Rotation::AxisAngle {
            axis: Vec3::repeat(7.0),
            degrees: 120.0,
        };
        assert!((rotation.matrix() * Vec3::x() - Vec3::y()).norm() < 1e-15);
    }

    #[test]
    fn mirrored_meshes_keep_their_orientation() {
        let transform = Transform {
            scale: Vec3::new(-2.0, 1.0, 1.0),
            ..Transform::default()
        };
        let mut mesh = corner_tet();
        let mut surface = mesh.surface();
        transform.apply_tet_mesh(&mut mesh).unwrap();
        transform.apply_surface_mesh(&mut surface).unwrap();
        assert!((mesh.volume() - 1.0 / 3.0).abs() < 1e-15);
        assert!((surface.volume() - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn impossible_transforms_are_named() {
        let flat = Transform {
            scale: Vec3::new(1.0, 0.0, 1.0),
            ..Transform::default()
        };
        assert!(matches!(
            flat.apply_tet_mesh(&mut corner_tet()),
            Err(TransformError::Scale { .. })
        ));
        let rotation = Rotation::AxisAngle {
            axis: Vec3::zeros(),
            degrees: 10.0,
        };
        assert!(matches!(
            Transform { rotation, ..flat }.check(),
            Err(TransformError::Scale { .. })
        ));
        assert!(matches!(
            Transform {
                rotation,
                ..Transform::default()
            }
            .check(),
            Err(TransformError::Axis { .. })
        ));
        let lost = Transform::translate(Vec3::new(0.0, f64::NAN, 0.0));
        assert_eq!(
            lost.check(),
            Err(TransformError::NotFinite {
                what: "translation"
            })
        );
    }
}
