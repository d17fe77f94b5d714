//! Faults that make a scene impossible, found before the first step and explained.

mod boundary;
mod crowd;
mod methods;
mod pairs;
mod plane;
mod scale;
mod settings;
mod thin;

use std::sync::Arc;

use tangency_formulas::elastic::{largest_stretch, smallest_stretch};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::BroadPhase;
use tangency_geometry::mesh::tet_volume;
use tangency_geometry::topology::{boundary_triangles, check_manifold, check_tets};

pub use boundary::{boundary, loads};
pub use crowd::crowd;
pub use methods::check_methods;
pub use pairs::impossible_pairs;
pub use plane::{outside, plane_obstacle, plane_solid};
pub use scale::{gravity, resolved};
pub use settings::{friction, settings};
pub use thin::{band, grains, rods, shell, springs};

use crate::certificate::enclosed::Enclosures;
use crate::certificate::plane::find_crossings;
use crate::certificate::{find_beyond, find_intersections};
use crate::contact::{ContactModel, IpcContact};
use crate::model::{Model, ModelError, Obstacle, Solid};
pub(super) use scale::finite;

/// Checks one solid.
pub fn solid(solid: &Solid) -> Result<(), ModelError> {
    let body = || solid.name.clone();
    let mesh = &solid.mesh;
    if mesh.tets.is_empty() {
        return Err(ModelError::EmptyMesh { body: body() });
    }
    solid
        .material
        .check()
        .map_err(|source| ModelError::Material {
            body: body(),
            source,
        })?;
    finite(&solid.name, &mesh.points)?;
    velocities(&solid.name, &solid.velocity, mesh.points.len())?;
    thin::offset(&solid.name, solid.offset)?;
    indices(&solid.name, "tet", &mesh.tets, mesh.points.len())?;
    for (tet, &vertices) in mesh.tets.iter().enumerate() {
        let volume = tet_volume(&vertices.map(|v| mesh.points[v as usize]));
        if volume <= 0.0 {
            return Err(ModelError::Inverted {
                body: body(),
                tet,
                vertices,
                volume,
            });
        }
    }
    let surface = || check_manifold(&boundary_triangles(&mesh.tets));
    let checked = check_tets(&mesh.tets).and_then(|()| surface());
    checked.map_err(|error| ModelError::NotManifold {
        body: body(),
        what: error.to_string(),
    })
}

/// Checks one obstacle.
pub fn obstacle(obstacle: &Obstacle) -> Result<(), ModelError> {
    let mesh = &obstacle.mesh;
    if mesh.triangles.is_empty() && mesh.edges.is_empty() && mesh.vertices.is_empty() {
        return Err(ModelError::EmptyMesh {
            body: obstacle.name.clone(),
        });
    }
    finite(&obstacle.name, &mesh.points)?;
    thin::offset(&obstacle.name, obstacle.offset)?;
    let count = mesh.points.len();
    indices(&obstacle.name, "triangle", &mesh.triangles, count)?;
    indices(&obstacle.name, "segment", &mesh.edges, count)?;
    let points: Vec<[u32; 1]> = mesh.vertices.iter().map(|&v| [v]).collect();
    indices(&obstacle.name, "point", &points, count)
}

fn velocities(body: &str, velocities: &[Vec3], count: usize) -> Result<(), ModelError> {
    if velocities.len() != count {
        return Err(ModelError::Malformed {
            body: body.to_owned(),
            what: format!("{} velocities for {count} vertices", velocities.len()),
        });
    }
    finite(body, velocities)
}

pub(super) fn indices<const K: usize>(
    body: &str,
    kind: &str,
    elements: &[[u32; K]],
    count: usize,
) -> Result<(), ModelError> {
    let bad = |element: &[u32; K]| {
        let missing = element.iter().any(|&v| v as usize >= count);
        missing || (1..K).any(|i| element[..i].contains(&element[i]))
    };
    match elements.iter().position(bad) {
        Some(k) => Err(ModelError::Malformed {
            body: body.to_owned(),
            what: format!(
                "{kind} {k} has vertices {:?}; they must be different and below {count}",
                elements[k]
            ),
        }),
        None => Ok(()),
    }
}

/// Checks that the start is free of intersections and touching pairs.
pub fn start(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    if model.mass.iter().all(|&mass| mass == 0.0) {
        return Err(ModelError::Empty);
    }
    methods::methods(model)?;
    stretches(model, x)?;
    if intersects(model, x) {
        return Err(ModelError::InitialIntersection {
            pairs: impossible_pairs(model, x),
            dhat: model.dhat,
        });
    }
    let mut contact = IpcContact::new(Arc::new(model.clone()));
    contact.detect(x);
    match contact.closest(x) {
        Some(closest) if closest.distance <= 0.0 => {
            let mut first = closest.description(model);
            let offset = closest.offset(model);
            Err(if offset > 0.0 {
                first.words = closest.primitives.describe(model);
                ModelError::InitialOffset { first, offset }
            } else {
                ModelError::InitialTouch { first }
            })
        }
        _ => Ok(()),
    }
}

/// Whether anything is on or beyond a half-space, crosses, or is inside of a solid.
fn intersects(model: &Model, x: &[Vec3]) -> bool {
    let crosses = || match model.plane {
        Some(_) => !find_crossings(model, x, &mut BroadPhase::new()).is_empty(),
        None => !find_intersections(model, x, &mut BroadPhase::new()).is_empty(),
    };
    let encloses = || !Enclosures::new(model).find(model, x).is_empty();
    !find_beyond(model, x).is_empty() || crosses() || encloses()
}

/// Checks that no triangle is stretched beyond its limit.
fn stretches(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    let batch = &model.elements.triangles;
    let is_beyond = |e: &usize| {
        let sheet = batch.sheet(*e);
        sheet.is_limited() && sheet.left_to_limit(&batch.deformation_gradient(*e, x)) <= 0.0
    };
    let beyond: Vec<usize> = (0..batch.triangles.len()).filter(is_beyond).collect();
    let Some(&first) = beyond.first() else {
        return Ok(());
    };
    let vertices = batch.triangles[first];
    let body = &model.bodies[model.body_of[vertices[0] as usize] as usize];
    Err(ModelError::InitialStretch {
        body: body.name.clone(),
        vertices: vertices.map(|v| v - body.vertices.start),
        smallest: smallest_stretch(&batch.deformation_gradient(first, x)),
        largest: largest_stretch(&batch.deformation_gradient(first, x)),
        count: beyond.len(),
    })
}
