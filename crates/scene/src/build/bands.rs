//! From elastic bands in the user's words to the engine's.

use tangency_engine::{Band, ModelBuilder};
use tangency_geometry::topology::border_edges;

use super::parts::{PlacedBody, Selection};
use crate::error::SceneError;
use crate::scene::Scene;

/// The bands of a scene; `builder` knows the surface.
pub fn bands(
    scene: &Scene,
    parts: &[PlacedBody],
    builder: &ModelBuilder,
) -> Result<Vec<Band>, SceneError> {
    let sheets: u32 = parts[..scene.document.body.len()]
        .last()
        .map_or(0, |last| last.first + last.points.len() as u32);
    let mut bands = Vec::new();
    for (index, band) in scene.document.band.iter().enumerate() {
        let selection = Selection {
            list: "band",
            index,
            table: None,
            bodies: &band.body.0,
            selects: &band.select.0,
            relative: band.relative,
        };
        let (mut vertices, _) = selection.vertices(scene, parts)?;
        if vertices.iter().any(|&v| v >= sheets) {
            let message = "a band is sewn to bodies, not to obstacles".to_owned();
            return Err(selection.invalid(scene, "body", message));
        }
        vertices.sort_unstable();
        let is_chosen = |v: u32| vertices.binary_search(&v).is_ok();
        let mut edges = match band.border {
            true => border_edges(&builder.triangles(|_| true)),
            false => builder.edges(is_chosen),
        };
        edges.retain(|edge| edge.iter().all(|&v| is_chosen(v)));
        if edges.is_empty() {
            let message = "selects no edge on the border of a sheet; `border = false` takes the other ones too";
            return Err(selection.invalid(scene, "select", message.to_owned()));
        }
        let at = |v: u32| builder.points(&(v..v + 1))[0];
        let lengths = edges
            .iter()
            .map(|&[a, b]| band.length * (at(b) - at(a)).norm());
        bands.push(Band {
            name: band.name.clone(),
            lengths: lengths.collect(),
            edges,
            stiffness: band.stiffness,
        });
    }
    Ok(bands)
}
