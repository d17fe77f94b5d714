//! Fields of a run as the page colours by them: numbers at vertices, or one for each triangle and segment.

use serde_json::{Value, json};
use tangency_engine::fields::FieldKind;
use tangency_io::run_folder::{FieldArray, FieldLayout, FieldLocation, Topology};
use tangency_render::{FieldChoice, SurfaceMap, components, unit_of};

use super::model::COMPUTED;
use crate::error::ViewError;
use crate::mesh::loose_edges;
use crate::pack::Pack;

/// The fields that a run wrote, and those that can be computed of it, for a list to choose from.
pub fn listed(recorded: &[FieldLayout], topology: &Topology) -> Value {
    let mut all: Vec<Value> = recorded
        .iter()
        .filter(|layout| layout.location != FieldLocation::Pair)
        .map(|layout| entry(&layout.name, &layout.shape, layout.location, true))
        .collect();
    for kind in COMPUTED {
        let name = kind.word();
        let is_there = |layout: &FieldLayout| layout.name == name;
        let Some((location, shape)) = place(kind, topology) else {
            continue;
        };
        if !recorded.iter().any(is_there) {
            all.push(entry(name, &shape, location, false));
        }
    }
    Value::Array(all)
}

/// Where a computed field is in a run with this topology, and the shape of an entry.
fn place(kind: FieldKind, topology: &Topology) -> Option<(FieldLocation, Vec<usize>)> {
    let is_cloth = topology.tets.is_empty() && !topology.plane;
    let axes = if is_cloth { 2 } else { 3 };
    let element = || match () {
        () if !topology.tets.is_empty() => Some(FieldLocation::Tet),
        () if !topology.elastic_triangles.is_empty() => Some(FieldLocation::Triangle),
        () => None,
    };
    let segment = (!topology.elastic_segments.is_empty()).then_some(FieldLocation::Segment);
    Some(match kind {
        FieldKind::Velocity | FieldKind::ContactForce => (FieldLocation::Vertex, vec![3]),
        FieldKind::ContactPressure => (FieldLocation::Vertex, vec![]),
        FieldKind::AxialForce | FieldKind::BendingMoment => (segment?, vec![]),
        FieldKind::CauchyStress => (element()?, vec![3, 3]),
        FieldKind::GreenStrain => (element()?, vec![axes, axes]),
        FieldKind::PrincipalStretches => (element()?, vec![axes]),
        _ => (element()?, vec![]),
    })
}

fn entry(name: &str, shape: &[usize], location: FieldLocation, is_recorded: bool) -> Value {
    let components = match shape {
        [] => Vec::new(),
        shape => components(shape),
    };
    json!({
        "name": name,
        "unit": unit_of(name),
        "components": components,
        "of": location.word(),
        "recorded": is_recorded,
    })
}

/// The kind that a name means, where it can be computed for a model.
pub fn computable(choice: &FieldChoice) -> Option<FieldKind> {
    let mut kinds = COMPUTED.into_iter();
    kinds.find(|kind| kind.word() == choice.name())
}

/// Numbers of a field for the page; `map` is asked for only where the field is one of elements.
pub fn pack<'a>(
    topology: &Topology,
    fields: &[FieldArray],
    choice: &FieldChoice,
    map: impl FnOnce() -> &'a SurfaceMap,
) -> Result<Pack, ViewError> {
    let mut pack = Pack::default();
    let found = choice.find(fields).map_err(ViewError::unusable)?;
    if let [field] = found[..]
        && field.location == FieldLocation::Vertex
    {
        let numbers = choice.numbers(field).map_err(ViewError::unusable)?;
        let shown = numbers.iter().zip(&topology.obstacle);
        let shown = shown.map(|(&value, is_obstacle)| match is_obstacle {
            true => f32::NAN,
            false => value as f32,
        });
        pack.floats("vertices", shown);
        return Ok(pack);
    }
    let values = map().values(topology, fields, choice);
    let values = values.map_err(ViewError::unusable)?;
    pack.floats(
        "triangles",
        values.triangles.iter().map(|&[value, ..]| value as f32),
    );
    let segments = loose_edges(topology);
    let mut edges = topology.edges.iter().zip(&values.edges);
    // Loose edges are some of the edges, in their order.
    let of_segments = segments.iter().map(|segment| {
        let found = edges.find(|(edge, _)| *edge == segment);
        found.map_or(f32::NAN, |(_, &[value, _])| value as f32)
    });
    pack.floats("segments", of_segments);
    Ok(pack)
}
