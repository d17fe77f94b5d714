//! From loads in the user's words to the engine's.

use tangency_engine::{Load, LoadKind, ModelBuilder};

use super::parts::{PlacedBody, Selection};
use crate::error::SceneError;
use crate::scene::Scene;

/// The loads of a scene; `builder` knows the surface.
pub fn loads(
    scene: &Scene,
    parts: &[PlacedBody],
    builder: &ModelBuilder,
) -> Result<Vec<Load>, SceneError> {
    let mut loads = Vec::new();
    let mut entries = 0.0;
    for (index, load) in scene.document.load.iter().enumerate() {
        let selection = Selection {
            list: "load",
            index,
            table: None,
            bodies: &load.body.0,
            selects: &load.select.0,
            relative: load.relative,
        };
        let (mut vertices, _) = selection.vertices(scene, parts)?;
        entries += vertices.len() as f64;
        let held = scene.budget.hold_entries(entries);
        held.map_err(|message| selection.invalid(scene, "select", message))?;
        let solids: u32 = parts[..scene.document.body.len()]
            .last()
            .map_or(0, |last| last.first + last.points.len() as u32);
        if vertices.iter().any(|&v| v >= solids) {
            let message = "a load acts on bodies: obstacles move as prescribed".to_string();
            return Err(selection.invalid(scene, "body", message));
        }
        vertices.sort_unstable();
        let triangles = || {
            if scene.document.plane {
                let message = "the scene is planar and has no surface of triangles to press on: give a `force` or an \
                               `acceleration`";
                return Err(selection.invalid(scene, "select", message.to_string()));
            }
            let triangles = builder.triangles(|v| vertices.binary_search(&v).is_ok());
            if triangles.is_empty() {
                let message = "selects no whole triangle of the surface".to_string();
                return Err(selection.invalid(scene, "select", message));
            }
            Ok(triangles)
        };
        if load.driven {
            loads.push(Load {
                name: load.name.clone(),
                kind: LoadKind::Driven { vertices },
                begin: load.begin,
                end: load.end.unwrap_or(f64::INFINITY),
                ramp: load.ramp,
            });
            continue;
        }
        let kind = match (load.acceleration, load.force, load.traction, load.pressure) {
            (Some(acceleration), None, None, None) => LoadKind::Acceleration {
                acceleration: acceleration.into(),
                vertices,
            },
            (None, Some(force), None, None) => LoadKind::Force {
                force: force.into(),
                vertices,
            },
            (None, None, Some(traction), None) => LoadKind::Traction {
                triangles: triangles()?,
                traction: traction.into(),
            },
            (None, None, None, Some(pressure)) => LoadKind::Pressure {
                triangles: triangles()?,
                pressure,
            },
            // check.rs has refused it.
            _ => continue,
        };
        loads.push(Load {
            name: load.name.clone(),
            kind,
            begin: load.begin,
            end: load.end.unwrap_or(f64::INFINITY),
            ramp: load.ramp,
        });
    }
    Ok(loads)
}
