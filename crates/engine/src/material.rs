//! What a solid is made of.

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
        if !(self.poisson > -1.0 && self.poisson < 0.5) {
            return Err(MaterialError::Poisson(self.poisson));
        }
        Ok(())
    }
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
