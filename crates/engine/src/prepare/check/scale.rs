//! Numbers that computing in double precision has no room for.

use tangency_geometry::Vec3;

use crate::model::{Model, ModelError};
use crate::settings::Integrator;

/// Largest coordinate (m) and speed (m/s) that is taken for meant.
pub const FARTHEST: f64 = 1e12;
/// Gravity has to move a body by so many units in the last place of its position in a step: 3 % accuracy.
const ROUNDINGS: f64 = 16.0;

/// Refuses coordinates or velocities that are not finite or too large.
pub fn finite(body: &str, vectors: &[Vec3]) -> Result<(), ModelError> {
    for (vertex, vector) in vectors.iter().enumerate() {
        let largest = vector.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        if !vector.iter().all(|c| c.is_finite()) {
            return Err(ModelError::NotFinite {
                body: body.to_owned(),
                vertex,
            });
        }
        if largest > FARTHEST {
            return Err(ModelError::TooFar {
                body: body.to_owned(),
                vertex,
                value: largest,
            });
        }
    }
    Ok(())
}

/// Refuses lengths and speeds that have no finite value once the size of the scene is known.
pub fn resolved(model: &Model) -> Result<(), ModelError> {
    for (name, value) in [
        ("dhat", model.dhat),
        ("newton_tolerance", model.newton_tolerance),
        ("epsv", model.epsv),
    ] {
        // Its square is computed with, and must be a number above zero.
        if !(value * value > 0.0 && value <= FARTHEST) {
            return Err(ModelError::Setting {
                name,
                value,
                expected: "between 1e-150 and 1e12, in metres or m/s",
            });
        }
    }
    Ok(())
}

/// Refuses a time step in which gravity moves nothing: x + h² g would be x again, and the velocity zero for ever.
pub fn gravity(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    if model.settings.integrator == Integrator::QuasiStatic {
        return Ok(());
    }
    let axis = model.gravity.map(f64::abs).imax();
    let (pull, h) = (model.gravity[axis].abs(), model.settings.dt);
    let free = model.mass.iter().zip(x).filter(|(mass, _)| **mass > 0.0);
    let farthest = free.fold(0.0, |most: f64, (_, x)| most.max(x[axis].abs()));
    let (moved, rounding) = (pull * h * h, farthest * f64::EPSILON);
    if pull == 0.0 || moved >= ROUNDINGS * rounding {
        return Ok(());
    }
    Err(ModelError::LostGravity {
        step: h,
        moved,
        rounding,
        farthest,
        // Not rounded below what works when it is printed.
        least: 1.1 * (ROUNDINGS * rounding / pull).sqrt(),
    })
}
