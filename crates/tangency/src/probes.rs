//! Values of probes at a state.

use tangency_engine::Vec3;
use tangency_engine::fields::FieldKind;
use tangency_io::run_folder::{FieldArray, FieldLocation};
use tangency_scene::{Probe, ProbeField};

use crate::simulation::Simulation;

/// Names of the columns of all probes, and their values where the last step of a simulation ended. Fields that are not there, as
/// forces that are not recorded, have no columns.
pub fn probe_values(simulation: &Simulation, probes: &[Probe]) -> (Vec<String>, Vec<f64>) {
    let (mut columns, mut values) = (Vec::new(), Vec::new());
    let mut known: Vec<(FieldKind, Vec<FieldArray>)> = Vec::new();
    for probe in probes {
        for &field in &probe.fields {
            let entry = match field {
                ProbeField::Position => Some(mean(probe, &simulation.state().x)),
                ProbeField::Displacement => {
                    let start = mean(probe, &simulation.model().rest);
                    let now = mean(probe, &simulation.state().x);
                    Some(now.iter().zip(start).map(|(a, b)| a - b).collect())
                }
                ProbeField::Field(kind) => {
                    if !known.iter().any(|(other, _)| *other == kind) {
                        known.push((kind, simulation.field(kind)));
                    }
                    let found = known.iter().find(|(other, _)| *other == kind);
                    found.and_then(|(_, arrays)| value(probe, kind, arrays))
                }
            };
            for (name, value) in named(probe, field, entry.unwrap_or_default()) {
                columns.push(name);
                values.push(value);
            }
        }
    }
    (columns, values)
}

/// Names of components: `NAME.FIELD`, with `.x`, `.y`, `.z` for vectors and `.xx` and so on for matrices.
fn named(probe: &Probe, field: ProbeField, entry: Vec<f64>) -> Vec<(String, f64)> {
    let axes = ["x", "y", "z"];
    let count = entry.len();
    let suffix = |k: usize| match count {
        1 => String::new(),
        2 | 3 => format!(".{}", axes[k]),
        9 => format!(".{}{}", axes[k / 3], axes[k % 3]),
        _ => format!(".{k}"),
    };
    let name = |k: usize| format!("{}.{}{}", probe.name, field.word(), suffix(k));
    entry
        .into_iter()
        .enumerate()
        .map(|(k, value)| (name(k), value))
        .collect()
}

fn mean(probe: &Probe, of: &[Vec3]) -> Vec<f64> {
    let parts = probe.vertices.iter();
    let sum: Vec3 = parts.map(|&(v, weight)| of[v as usize] * weight).sum();
    sum.as_slice().to_vec()
}

/// The value of a field: at a point, of its element or between its vertices; of a group, the mean, of forces the sum.
fn value(probe: &Probe, kind: FieldKind, arrays: &[FieldArray]) -> Option<Vec<f64>> {
    let of_element = arrays.iter().find_map(|array| {
        let (location, e) = probe.element?;
        (array.location == location).then(|| array.entry(e).to_vec())
    });
    if of_element.is_some() {
        return of_element;
    }
    let array = arrays
        .iter()
        .find(|array| array.location == FieldLocation::Vertex)?;
    let is_force = [
        FieldKind::ContactForce,
        FieldKind::FrictionForce,
        FieldKind::ReactionForce,
    ];
    let is_sum = is_force.contains(&kind) && !probe.is_point;
    let mut total = vec![0.0; array.width()];
    for &(v, weight) in &probe.vertices {
        let weight = if is_sum { 1.0 } else { weight };
        for (sum, value) in total.iter_mut().zip(array.entry(v as usize)) {
            *sum += weight * value;
        }
    }
    Some(total)
}
