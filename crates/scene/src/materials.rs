//! Materials that every scene knows by name.
//!
//! Fabrics, cards, hair and noodles as in Codimensional IPC (Li et al. 2021): isotropic cloth from the measurements of
//! Penava et al. 2014, woven cloth from those of Clyde 2017.

use crate::document::material::{Material, Model, Weave};

/// The names, for messages.
pub const NAMES: [&str; 12] = [
    "cotton",
    "wool",
    "canvas",
    "silk",
    "woven-cotton",
    "woven-wool",
    "woven-canvas",
    "woven-silk",
    "woven-denim",
    "card",
    "hair",
    "noodle",
];

/// The material of that name.
pub fn find(name: &str) -> Option<Material> {
    let material = match name {
        "cotton" => cloth(472.64, 0.318e-3, 0.821e6, 0.243, 1.0608),
        "wool" => cloth(413.38, 0.568e-3, 0.170e6, 0.277, 1.085),
        "canvas" => cloth(543.29, 0.328e-3, 0.076e6, 0.071, 1.134),
        "silk" => cloth(653.17, 0.252e-3, 0.478e6, 0.381, 1.0646),
        "woven-cotton" => woven(
            (103.6, 0.18e-3),
            [15.557e6, 7.779e6, 25.004e6, 1.076e6],
            [0.14, 0.14, 0.063],
        ),
        "woven-wool" => woven(
            (480.6, 1.28e-3),
            [2.290e6, 1.145e6, 2.219e6, 0.371e6],
            [0.50, 0.62, 0.12],
        ),
        "woven-canvas" => woven(
            (294.0, 0.53e-3),
            [5.366e6, 2.683e6, 19.804e6, 2.009e6],
            [0.11, 0.067, 0.059],
        ),
        "woven-silk" => woven(
            (83.0, 0.18e-3),
            [4.300e6, 4.971e6, 9.942e6, 0.570e6],
            [0.41, 0.34, 0.11],
        ),
        "woven-denim" => woven(
            (400.0, 0.66e-3),
            [4.793e6, 4.515e6, 9.029e6, 2.448e6],
            [0.28, 0.28, 0.05],
        ),
        "card" => Material {
            density: 800.0,
            young: 3e9,
            poisson: 0.3,
            thickness: Some(0.3e-3),
            ..Material::default()
        },
        "hair" => Material {
            density: 1300.0,
            young: 0.4e9,
            bending: 0.01,
            thickness: Some(0.08e-3),
            ..Material::default()
        },
        "noodle" => Material {
            density: 160.0,
            young: 1e3,
            thickness: Some(1.5e-3),
            ..Material::default()
        },
        _ => return None,
    };
    Some(material)
}

fn cloth(density: f64, thickness: f64, young: f64, poisson: f64, limit: f64) -> Material {
    Material {
        density,
        young,
        poisson,
        thickness: Some(thickness),
        stretch_limit: Some(limit),
        ..Material::default()
    }
}

/// Bending of woven cloth is isotropic, with the modulus of its softer direction.
fn woven((density, thickness): (f64, f64), stiffness: [f64; 4], limits: [f64; 3]) -> Material {
    Material {
        density,
        young: stiffness[0].min(stiffness[2]),
        poisson: 0.243,
        model: Model::Woven,
        thickness: Some(thickness),
        weave: Some(Weave {
            stiffness,
            limits: Some(limits),
        }),
        ..Material::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_material() {
        for name in NAMES {
            assert!(find(name).is_some(), "{name}");
        }
        assert_eq!(find("steel"), None);
    }
}
