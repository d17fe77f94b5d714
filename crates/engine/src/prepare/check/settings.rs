//! Checks of settings and coefficients.

use crate::model::{FrictionTable, ModelError, Side};
use crate::settings::{Integrator, Length, Settings};

/// The shortest part of a step, as a share of it.
const LARGEST_CUT: f64 = 1e-6;

/// Checks the settings.
pub fn settings(settings: &Settings) -> Result<(), ModelError> {
    let positive = |name, value: f64| {
        if value.is_finite() && value > 0.0 {
            return Ok(());
        }
        Err(ModelError::Setting {
            name,
            value,
            expected: "a positive number",
        })
    };
    let not_negative = |name, value: f64| {
        if value.is_finite() && value >= 0.0 {
            return Ok(());
        }
        Err(ModelError::Setting {
            name,
            value,
            expected: "a number not below 0",
        })
    };
    positive("the time step", settings.dt)?;
    positive("dhat", settings.dhat.number())?;
    pace(settings)?;
    within(
        "solver.early_end",
        f64::from(settings.early_end.unwrap_or(1)),
        settings.early_end != Some(0),
        "at least 1",
    )?;
    positive("newton_tolerance", settings.newton_tolerance.number())?;
    for tolerance in &settings.first_tolerances {
        positive("newton_tolerance", tolerance.number())?;
    }
    positive("epsv", settings.epsv.number())?;
    let rounds = settings.friction_iterations.unwrap_or(1);
    positive("friction_iterations", f64::from(rounds))?;
    not_negative("the damping by mass", settings.damping.mass)?;
    not_negative("the damping by stiffness", settings.damping.stiffness)?;
    if let Integrator::Newmark { beta, gamma } = settings.integrator {
        within(
            "Newmark's beta",
            beta,
            0.0 < beta && beta <= 0.5,
            "above 0, at most 1/2",
        )?;
        within(
            "Newmark's gamma",
            gamma,
            (0.0..=1.0).contains(&gamma),
            "between 0 and 1",
        )?;
    }
    let offset = &settings.offset;
    let length = |length: Option<Length>| length.map_or(1.0, Length::number);
    positive("the contact radius", length(offset.radius))?;
    positive("the query radius", length(offset.query_radius))?;
    positive("the contact stiffness", offset.stiffness.unwrap_or(1.0))?;
    positive("kappa", settings.kappa.unwrap_or(1.0))?;
    positive("kappa_min_multiplier", settings.kappa_min_multiplier)?;
    positive("max_iterations", f64::from(settings.max_iterations))
}

fn within(
    name: &'static str,
    value: f64,
    holds: bool,
    expected: &'static str,
) -> Result<(), ModelError> {
    if holds {
        return Ok(());
    }
    Err(ModelError::Setting {
        name,
        value,
        expected,
    })
}

/// Checks the coefficients of friction.
pub fn friction(
    table: &FrictionTable,
    bodies: usize,
    half_spaces: usize,
) -> Result<(), ModelError> {
    let exists = |side: Side| match side {
        Side::Body(body) => (body as usize) < bodies,
        Side::HalfSpace(plane) => (plane as usize) < half_spaces,
    };
    let own = table.own.iter().map(|&(side, mu)| (vec![side], mu));
    let pairs = table.pairs.iter().map(|&(a, b, mu)| (vec![a, b], mu));
    for (sides, mu) in own.chain(pairs).chain([(Vec::new(), table.default)]) {
        let holds = mu.is_finite() && mu >= 0.0;
        within(
            "a coefficient of friction",
            mu,
            holds,
            "a number not below 0",
        )?;
        if let Some(side) = sides.into_iter().find(|&side| !exists(side)) {
            return Err(ModelError::FrictionSide { side });
        }
    }
    Ok(())
}

/// Checks the lengths into which steps are cut.
fn pace(settings: &Settings) -> Result<(), ModelError> {
    let Some(pace) = settings.pace else {
        return Ok(());
    };
    let shortest = settings.dt * LARGEST_CUT;
    within(
        "the shortest time step",
        pace.least,
        pace.least >= shortest && pace.least <= settings.dt,
        "at most the longest, and at least its millionth part",
    )?;
    within(
        "the iterations of a time step that can be cut",
        f64::from(pace.iterations.unwrap_or(1)),
        pace.iterations != Some(0),
        "at least 1",
    )
}
