//! Random materials in proportion to the size of a world, so that bodies do not melt under their weight.

use serde_json::{Value, json};

use super::method::WorldMethod;
use crate::random::RandomStream;

/// Acceleration that materials are strong enough for, m/s².
const WEIGHT: f64 = 10.0;

/// A material and the speed of sound in it.
pub struct Substance {
    /// As a scene has it.
    pub material: Value,
    /// Speed of sound, m/s.
    pub sound: f64,
}

/// A material of solids of length `length`, m.
pub fn solid(random: &mut RandomStream, length: f64) -> Substance {
    let density = random.decades(100.0, 5000.0);
    let young = density * length * WEIGHT * random.decades(20.0, 1e5);
    let poisson = *random.pick(&[0.0, 0.2, 0.3, 0.4, 0.45, 0.49]);
    let model = *random.pick(&["neo-hookean", "neo-hookean", "fixed-corotated"]);
    Substance {
        material: json!({ "density": density, "young": young, "poisson": poisson, "model": model }),
        sound: (young / density).sqrt(),
    }
}

/// Cloth of length `length`, m: a fabric, or a material of its own.
pub fn sheet(random: &mut RandomStream, method: WorldMethod, length: f64) -> Substance {
    let hinges = method.stepper() != "newton" || random.chance(0.5);
    let bends = if hinges { "hinges" } else { "plate" };
    if random.chance(0.4) {
        let fabrics = [
            "cotton",
            "wool",
            "silk",
            "canvas",
            "woven-cotton",
            "woven-denim",
        ];
        let stretching = *random.pick(&[1.0, 0.1, 0.01]);
        return Substance {
            material: json!({ "base": *random.pick(&fabrics), "bends": bends, "stretching": stretching }),
            sound: 20.0,
        };
    }
    let density = random.decades(100.0, 2000.0);
    let young = density * length * WEIGHT * random.decades(100.0, 1e5);
    let mut material = json!({
        "density": density,
        "young": young,
        "poisson": *random.pick(&[0.0, 0.25, 0.4]),
        "thickness": length * random.decades(3e-4, 1e-2),
        "model": *random.pick(&["neo-hookean", "stvk"]),
        "bends": bends,
        "bending": random.decades(0.1, 10.0),
    });
    if random.chance(0.4) {
        material["stretch_limit"] = json!(random.between(1.05, 1.5));
    }
    if method.stepper() == "newton" && random.chance(0.2) {
        material["squeeze_limit"] = json!(random.between(0.5, 0.95));
    }
    Substance {
        material,
        sound: (young / density).sqrt(),
    }
}

/// Rods of length `length`, m; some twist.
pub fn rods(random: &mut RandomStream, method: WorldMethod, length: f64) -> Substance {
    let density = random.decades(200.0, 3000.0);
    let young = density * length * WEIGHT * random.decades(1e3, 1e6);
    let mut material = json!({
        "density": density,
        "young": young,
        "thickness": length * random.decades(2e-3, 2e-2),
    });
    if method.stepper() == "newton" && random.chance(0.5) {
        material["twisting"] = json!(1.0);
    }
    Substance {
        material,
        sound: (young / density).sqrt(),
    }
}

/// Grains in a world of length `length`, m.
pub fn grains(random: &mut RandomStream, length: f64) -> Substance {
    Substance {
        material: json!({ "density": random.decades(500.0, 5000.0), "thickness": 0.05 * length }),
        sound: 50.0,
    }
}
