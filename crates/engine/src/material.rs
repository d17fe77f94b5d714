//! Materials of solids, sheets, rods and grains.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The elastic energy density of a solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elasticity {
    /// Neo-Hookean: infinite at zero volume, so a tet never inverts.
    #[default]
    NeoHookean,
    /// Fixed corotated: finite at zero volume; a tet may invert and recover.
    FixedCorotated,
}

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Mass per volume at rest, kg/m³.
    pub density: f64,
    /// Young's modulus, Pa.
    pub young: f64,
    /// Poisson's ratio, above -1 and below 0.5.
    pub poisson: f64,
    /// The energy density.
    pub elasticity: Elasticity,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            density: 1000.0,
            young: 1e5,
            poisson: 0.4,
            elasticity: Elasticity::NeoHookean,
        }
    }
}

/// Why a material is no material.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MaterialError {
    /// The density is not a positive number.
    #[error("the density is {0} kg/m³; it must be a positive number")]
    Density(f64),
    /// Young's modulus is not a positive number.
    #[error("Young's modulus is {0} Pa; it must be a positive number")]
    Young(f64),
    /// Poisson's ratio is outside of the open interval from -1 to 0.5.
    #[error(
        "Poisson's ratio is {0}; it must lie above -1 and below 0.5 (0.5 would be incompressible: use 0.49)"
    )]
    Poisson(f64),
    /// A number that must be positive is not.
    #[error("the {name} is {value} {unit}; it must be a positive number")]
    Positive {
        /// Name of the number.
        name: &'static str,
        /// Value of the number.
        value: f64,
        /// Unit of the number.
        unit: &'static str,
    },
    /// A factor that may be zero but not negative.
    #[error("the factor `{name}` is {value}; it must be zero or a positive number")]
    Factor {
        /// Name of what it multiplies.
        name: &'static str,
        /// Value of the factor.
        value: f64,
    },
    /// A stretch limit at which nothing could move.
    #[error("the stretch limit is {0}; it must be above 1 (1.05 allows 5 %)")]
    StretchLimit(f64),
    /// A squeeze limit at which nothing could move.
    #[error("the squeeze limit is {0}; it must be below 1 (0.95 allows 5 %), or 0 for none")]
    SqueezeLimit(f64),
    /// A limit of woven cloth that is none.
    #[error("the strain limit {name} of the weave is {value}; it must be a positive number")]
    WeaveLimit {
        /// Which.
        name: &'static str,
        /// Value of the limit.
        value: f64,
    },
}

fn positive(name: &'static str, value: f64, unit: &'static str) -> Result<(), MaterialError> {
    if value.is_finite() && value > 0.0 {
        return Ok(());
    }
    Err(MaterialError::Positive { name, value, unit })
}

fn factor(name: &'static str, value: f64) -> Result<(), MaterialError> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(MaterialError::Factor { name, value })
}

impl Material {
    /// The shear modulus μ and Lamé's first parameter λ, Pa.
    pub fn lame(&self) -> (f64, f64) {
        tangency_formulas::elastic::lame(self.young, self.poisson)
    }

    /// Checks that the numbers describe a material.
    pub fn check(&self) -> Result<(), MaterialError> {
        let positive = |value: f64| value.is_finite() && value > 0.0;
        if !positive(self.density) {
            return Err(MaterialError::Density(self.density));
        }
        if !positive(self.young) {
            return Err(MaterialError::Young(self.young));
        }
        poisson(self.poisson)
    }
}

fn poisson(poisson: f64) -> Result<(), MaterialError> {
    if poisson > -1.0 && poisson < 0.5 {
        return Ok(());
    }
    Err(MaterialError::Poisson(poisson))
}

impl ShellMaterial {
    /// Checks that the numbers describe a sheet.
    pub fn check(&self) -> Result<(), MaterialError> {
        positive("density", self.density, "kg/m³")?;
        positive("thickness", self.thickness, "m")?;
        positive("Young's modulus", self.young, "Pa")?;
        poisson(self.poisson)?;
        factor("stretching", self.stretching)?;
        factor("bending", self.bending)?;
        if self.stretch_limit.is_nan() || self.stretch_limit <= 1.0 {
            return Err(MaterialError::StretchLimit(self.stretch_limit));
        }
        if !(0.0..1.0).contains(&self.squeeze_limit) {
            return Err(MaterialError::SqueezeLimit(self.squeeze_limit));
        }
        if let Membrane::Woven(weave) = self.membrane {
            let names = ["a11", "a12", "a22", "G12"];
            for (name, value) in names.into_iter().zip(weave.stiffness) {
                positive(name, value, "Pa")?;
            }
            for (name, value) in ["E11", "E22", "E12"].into_iter().zip(weave.limits) {
                if value.is_nan() || value <= 0.0 {
                    return Err(MaterialError::WeaveLimit { name, value });
                }
            }
        }
        Ok(())
    }
}

impl RodMaterial {
    /// Checks that the numbers describe a rod.
    pub fn check(&self) -> Result<(), MaterialError> {
        positive("density", self.density, "kg/m³")?;
        positive("diameter", self.diameter, "m")?;
        positive("Young's modulus", self.young, "Pa")?;
        poisson(self.poisson)?;
        factor("stretching", self.stretching)?;
        factor("bending", self.bending)?;
        factor("twisting", self.twisting)
    }

    /// Area of the section, m².
    pub fn area(&self) -> f64 {
        0.25 * std::f64::consts::PI * self.diameter * self.diameter
    }
}

impl GrainMaterial {
    /// Checks that the numbers describe grains.
    pub fn check(&self) -> Result<(), MaterialError> {
        positive("density", self.density, "kg/m³")?;
        positive("diameter", self.diameter, "m")
    }

    /// Mass of one, kg.
    pub fn mass(&self) -> f64 {
        self.density * std::f64::consts::PI / 6.0 * self.diameter.powi(3)
    }
}

/// The energy density of a shell's middle surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Membrane {
    /// Saint Venant-Kirchhoff, in plane stress.
    StVenantKirchhoff,
    /// Neo-Hookean, in plane stress: infinite at zero area.
    NeoHookean,
    /// Woven cloth: its own stiffness along warp and weft (Clyde et al. 2017), with strain limits as barriers
    /// (Li et al. 2021, eq. 8).
    Woven(Weave),
}

/// Stiffness of woven cloth along warp (1) and weft (2), and the Green strains it does not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weave {
    /// a11, a12, a22 and G12 of Clyde et al. 2017, Pa.
    #[schemars(extend("unit" = "Pa"))]
    pub stiffness: [f64; 4],
    /// Green strains E11, E22 and E12 that are never reached; infinite, or absent, where there is no limit.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub limits: [f64; 3],
}

fn unlimited() -> [f64; 3] {
    [f64::INFINITY; 3]
}

fn is_unlimited(limits: &[f64; 3]) -> bool {
    *limits == unlimited()
}

/// The bending of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename = "Bends")]
pub enum BendingKind {
    /// Curvatures of triangles from the angles at their three edges: a plate, in whatever direction its mesh runs.
    #[default]
    Plate,
    /// Each hinge by itself (Grinspun et al. 2003): cheaper, its stiffness depends on the mesh.
    Hinges,
}

/// A thin sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShellMaterial {
    /// Mass per volume at rest, kg/m³.
    pub density: f64,
    /// Thickness, m: what mass and stiffness follow from. How near it lets others come is the body's offset.
    pub thickness: f64,
    /// Young's modulus, Pa.
    pub young: f64,
    /// Poisson's ratio, above -1 and below 0.5.
    pub poisson: f64,
    /// The energy of its middle surface.
    pub membrane: Membrane,
    /// Factor of the membrane's stiffness: below 1 against locking.
    pub stretching: f64,
    /// Factor of the bending stiffness.
    pub bending: f64,
    /// Kind of bending.
    pub bending_kind: BendingKind,
    /// Largest stretch, above 1; infinite where there is no limit.
    pub stretch_limit: f64,
    /// Smallest stretch, below 1; zero where there is no limit.
    pub squeeze_limit: f64,
}

/// A round rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RodMaterial {
    /// Mass per volume at rest, kg/m³.
    pub density: f64,
    /// Diameter, m.
    pub diameter: f64,
    /// Young's modulus, Pa.
    pub young: f64,
    /// Poisson's ratio, above -1 and below 0.5.
    pub poisson: f64,
    /// Factor of the stretching stiffness.
    pub stretching: f64,
    /// Factor of the bending stiffness.
    pub bending: f64,
    /// Factor of the twisting stiffness; with 0, segments turn freely about their axis and have no angles.
    pub twisting: f64,
}

/// Grains: points with mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrainMaterial {
    /// Mass per volume, kg/m³.
    pub density: f64,
    /// Diameter, m.
    pub diameter: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lame_parameters_of_a_known_material() {
        let steel = Material {
            young: 210e9,
            poisson: 0.3,
            ..Material::default()
        };
        let (mu, lambda) = steel.lame();
        assert!((mu - 80.769e9).abs() < 1e6);
        assert!((lambda - 121.154e9).abs() < 1e6);
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let good = Material::default();
        assert_eq!(good.check(), Ok(()));
        let with = |change: fn(&mut Material)| {
            let mut material = good;
            change(&mut material);
            material.check()
        };
        assert!(matches!(
            with(|m| m.density = -1.0),
            Err(MaterialError::Density(_))
        ));
        assert!(matches!(
            with(|m| m.density = f64::NAN),
            Err(MaterialError::Density(_))
        ));
        assert!(matches!(
            with(|m| m.young = 0.0),
            Err(MaterialError::Young(_))
        ));
        assert!(matches!(
            with(|m| m.poisson = 0.5),
            Err(MaterialError::Poisson(_))
        ));
        assert!(matches!(
            with(|m| m.poisson = f64::NAN),
            Err(MaterialError::Poisson(_))
        ));
    }
}
