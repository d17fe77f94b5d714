//! From coefficients in the user's words to the engine's table.

use tangency_engine::{FrictionTable, Side};

use super::parts::{means, nothing_called};
use crate::error::SceneError;
use crate::scene::Scene;

/// The table of a scene whose bodies, obstacles and walls are numbered as they are listed, the ground first
/// among the walls.
pub fn table(scene: &Scene) -> Result<FrictionTable, SceneError> {
    let document = &scene.document;
    let bodies = document.body.iter().map(|b| (b.name.as_str(), b.friction));
    let obstacles = document
        .obstacle
        .iter()
        .map(|o| (o.name.as_str(), o.friction));
    let ground = document.ground.iter().map(|g| ("ground", g.friction));
    let walls = document
        .half_space
        .iter()
        .map(|w| (w.name.as_str(), w.friction));
    let sides: Vec<(&str, Side, Option<f64>)> = bodies
        .chain(obstacles)
        .enumerate()
        .map(|(k, (name, mu))| (name, Side::Body(k as u32), mu))
        .chain(
            ground
                .chain(walls)
                .enumerate()
                .map(|(k, (name, mu))| (name, Side::HalfSpace(k as u32), mu)),
        )
        .collect();
    let mut table = FrictionTable {
        default: document.friction.mu,
        own: sides
            .iter()
            .filter_map(|&(_, side, mu)| Some((side, mu?)))
            .collect(),
        pairs: Vec::new(),
    };
    for (index, pair) in document.friction.pair.iter().enumerate() {
        let mut named = [Vec::new(), Vec::new()];
        for (k, name) in pair.between.iter().enumerate() {
            named[k] = sides
                .iter()
                .filter(|(side, ..)| means(name, side))
                .map(|&(_, side, _)| side)
                .collect();
            if named[k].is_empty() {
                let names = sides.iter().map(|(side, ..)| *side);
                let message = nothing_called("body, obstacle or half-space", name, names);
                let path = [
                    "friction",
                    "pair",
                    &index.to_string(),
                    "between",
                    &k.to_string(),
                ];
                return Err(scene.invalid(&path, message));
            }
        }
        let [first, second] = named;
        let entries = table.pairs.len() as f64 + first.len() as f64 * second.len() as f64;
        let path = ["friction", "pair", &index.to_string()];
        let held = scene.budget.hold_entries(entries);
        held.map_err(|message| scene.invalid(&path, message))?;
        for &a in &first {
            table.pairs.extend(second.iter().map(|&b| (a, b, pair.mu)));
        }
    }
    Ok(table)
}
