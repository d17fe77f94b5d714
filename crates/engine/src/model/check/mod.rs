//! What makes a scene impossible, found before the first step and explained.

mod boundary;
mod plane;
mod settings;
mod thin;

use std::fmt;
use std::sync::Arc;

use tangency_formulas::elastic::{largest_stretch, smallest_stretch};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::BroadPhase;
use tangency_geometry::mesh::tet_volume;
use tangency_geometry::topology::{boundary_triangles, check_manifold, check_tets};
use thiserror::Error;

pub use boundary::{boundary, loads};
pub use plane::{outside, plane_methods, plane_obstacle, plane_solid};
pub use settings::{friction, settings};
pub use thin::{grains, rods, shell, springs};

use super::{Model, Obstacle, Side, Solid};
use crate::certificate::enclosed::Enclosures;
use crate::certificate::{find_beyond, find_intersections};
use crate::contact::{ContactModel, IpcContact};
use crate::material::MaterialError;
use crate::settings::{ContactKind, StepperKind};

/// Two primitives by body and vertices, numbered within their bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairDescription(pub String);

impl fmt::Display for PairDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a scene cannot be simulated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ModelError {
    /// There is no solid.
    #[error("the scene has no body to simulate; add a [[body]]")]
    Empty,
    /// Methods that do not go together with what is in the scene.
    #[error("the stepper `{stepper}` cannot {what}: {reason}; {instead}")]
    Combination {
        /// The minimiser.
        stepper: &'static str,
        /// What it cannot do.
        what: &'static str,
        /// Why.
        reason: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// Contacts without an area, where areas weigh.
    #[error(
        "`{body}`: vertex {vertex} belongs to no triangle, and the contact model `convergent` weighs contacts by their area; take --contact ipc or gcp, which know rods and grains"
    )]
    NoArea {
        /// The body.
        body: String,
        /// The vertex, numbered within the body.
        vertex: u32,
    },
    /// A mesh without elements.
    #[error("`{body}`: the mesh is empty")]
    EmptyMesh {
        /// The body.
        body: String,
    },
    /// An element names a vertex that is not there, or the wrong number of velocities.
    #[error("`{body}`: {what}")]
    Malformed {
        /// The body.
        body: String,
        /// What does not fit.
        what: String,
    },
    /// A coordinate or velocity is not a finite number.
    #[error("`{body}`: vertex {vertex} has a coordinate or velocity that is not a finite number")]
    NotFinite {
        /// The body.
        body: String,
        /// The vertex, numbered within the body.
        vertex: usize,
    },
    /// A tet without positive volume at rest.
    #[error(
        "`{body}`: tet {tet} {vertices:?} has volume {volume:e} m³ at rest; it must be positive (repair the mesh, or tetrahedralise its surface anew)"
    )]
    Inverted {
        /// The body.
        body: String,
        /// The tet.
        tet: usize,
        /// Its vertices, numbered within the body.
        vertices: [u32; 4],
        /// Its volume, m³.
        volume: f64,
    },
    /// A triangle of a planar body without positive area at rest.
    #[error(
        "`{body}`: triangle {triangle} {vertices:?} has area {area:e} m² at rest; it must be positive (counter-clockwise as seen from +z)"
    )]
    InvertedTriangle {
        /// The body.
        body: String,
        /// The triangle.
        triangle: usize,
        /// Its vertices, numbered within the body.
        vertices: [u32; 3],
        /// Its area, m².
        area: f64,
    },
    /// Something of a planar scene leaves its plane.
    #[error("a planar scene lies in the plane z = 0, but {what}")]
    OutOfPlane {
        /// What does.
        what: String,
    },
    /// A method that knows no plane.
    #[error("`{what}` cannot be used for a planar scene: {reason}; {instead}")]
    NotPlanar {
        /// The method.
        what: &'static str,
        /// Why.
        reason: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// A surface that is no surface.
    #[error("`{body}`: {what}")]
    NotManifold {
        /// The body.
        body: String,
        /// Where.
        what: String,
    },
    /// An impossible material.
    #[error("`{body}`: {source}")]
    Material {
        /// The body.
        body: String,
        /// What is wrong with it.
        source: MaterialError,
    },
    /// A half-space without direction.
    #[error("half-space `{name}`: origin and normal must be finite, and the normal not zero")]
    HalfSpace {
        /// The half-space.
        name: String,
    },
    /// A setting out of range.
    #[error("{name} is {value}; it must be {expected}")]
    Setting {
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        expected: &'static str,
    },
    /// A coefficient of friction for something that is not there.
    #[error("a coefficient of friction is given for {side:?}, which does not exist")]
    FrictionSide {
        /// What was named.
        side: Side,
    },
    /// A boundary program that makes no sense.
    #[error("boundary program `{name}`: {what}")]
    Boundary {
        /// Its name.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// A triangle of a shell without area at rest.
    #[error(
        "`{body}`: triangle {triangle} {vertices:?} has no area at rest, or the warp is perpendicular to it; repair the mesh, its pattern, or the direction of the warp"
    )]
    DegenerateTriangle {
        /// The body.
        body: String,
        /// The triangle.
        triangle: usize,
        /// Its vertices, numbered within the body.
        vertices: [u32; 3],
    },
    /// A shell that is stretched beyond its limit from the start.
    #[error(
        "`{body}`: triangle {vertices:?} is stretched by {smallest:.6} to {largest:.6} at the start, beyond its limits ({count} triangles are); widen the limits, or start closer to the rest shape"
    )]
    InitialStretch {
        /// The body.
        body: String,
        /// The triangle, by vertices numbered within the body.
        vertices: [u32; 3],
        /// Its smallest stretch.
        smallest: f64,
        /// Its largest stretch.
        largest: f64,
        /// Number of triangles beyond their limits.
        count: usize,
    },
    /// Bodies are closer than their offsets at the start.
    #[error(
        "the scene starts closer than its offsets: {first}, beyond an offset of {offset:e} m; move the bodies apart, or lower `offset`"
    )]
    InitialOffset {
        /// The closest pair.
        first: PairDescription,
        /// What it has to keep, m.
        offset: f64,
    },
    /// Bodies intersect at the start.
    #[error(
        "the scene intersects at the start, in {count} places, first {first}; move the bodies apart (IPC needs a start free of intersections)"
    )]
    InitialIntersection {
        /// Number of pairs.
        count: usize,
        /// The first pair.
        first: PairDescription,
    },
    /// Bodies touch at the start.
    #[error("the scene touches at the start: {first}; leave a gap, however small")]
    InitialTouch {
        /// The closest pair.
        first: PairDescription,
    },
}

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

fn finite(body: &str, vectors: &[Vec3]) -> Result<(), ModelError> {
    let bad = |vector: &Vec3| !vector.iter().all(|c| c.is_finite());
    match vectors.iter().position(bad) {
        Some(vertex) => Err(ModelError::NotFinite {
            body: body.to_owned(),
            vertex,
        }),
        None => Ok(()),
    }
}

fn indices<const K: usize>(
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

/// Refuses what Convergent IPC and block descent have no meaning for.
fn combination(model: &Model) -> Result<(), ModelError> {
    let is_planar = model.plane.is_some();
    let loose = model.surface.loose.points.first().filter(|_| !is_planar);
    if let (ContactKind::Convergent, Some(&v)) = (model.settings.contact, loose) {
        let body = &model.bodies[model.body_of[v as usize] as usize];
        return Err(ModelError::NoArea {
            body: body.name.clone(),
            vertex: v - body.vertices.start,
        });
    }
    if model.settings.stepper == StepperKind::Newton {
        return Ok(());
    }
    let elements = &model.elements;
    let refuse = |what, reason, instead| {
        Err(ModelError::Combination {
            stepper: model.settings.stepper.name(),
            what,
            reason,
            instead,
        })
    };
    let sheets = elements.triangles.sheets();
    if sheets.iter().any(|sheet| sheet.squeeze_limit > 0.0) {
        return refuse(
            "move one vertex at a time with a `squeeze_limit`",
            "it has no such limit",
            "take --stepper newton, or leave the limit out",
        );
    }
    if model.settings.contact == ContactKind::Gcp {
        return refuse(
            "move one vertex at a time with the contact model `gcp`",
            "there the vertices around a pair feel it too, not only its own",
            "take --stepper newton, or another --contact",
        );
    }
    if model.settings.contact == ContactKind::Convergent {
        return refuse(
            "move one vertex at a time with the contact model `convergent`",
            "there some pairs weigh less than nothing, to take back what others count twice",
            "take --stepper newton, or another --contact",
        );
    }
    if !elements.plates.hinges.is_empty() {
        return refuse(
            "bend cloth as a plate",
            "the bending of a triangle depends on twelve vertices, which leaves few that may move at once",
            "give the material `bends = \"hinges\"`, or take --stepper newton",
        );
    }
    if !elements.twists.joints.stencils.is_empty() {
        return refuse(
            "twist rods",
            "the frames of a rod turn with all of its vertices",
            "leave out `twisting`, or take --stepper newton",
        );
    }
    if model.settings.damping.stiffness > 0.0 {
        return refuse(
            "damp by stiffness",
            "that couples each vertex to the matrix of the whole step",
            "leave out `damping.stiffness`, which sweeps that have not converged do as well, or take --stepper newton",
        );
    }
    Ok(())
}

/// Checks that the start is free of intersections and touching pairs.
pub fn start(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    if model.mass.iter().all(|&mass| mass == 0.0) {
        return Err(ModelError::Empty);
    }
    combination(model)?;
    stretches(model, x)?;
    let beyond = find_beyond(model, x);
    if let Some(&[plane, v]) = beyond.first() {
        let half_space = &model.half_spaces[plane as usize];
        return Err(ModelError::InitialIntersection {
            count: beyond.len(),
            first: PairDescription(format!(
                "{} at {:.3e} m beyond the half-space `{}`",
                vertices(model, "vertex", &[v]),
                -half_space.distance(x[v as usize]),
                half_space.name
            )),
        });
    }
    match model.plane {
        Some(_) => plane::start(model, x)?,
        None => crossings(model, x)?,
    }
    let mut contact = IpcContact::new(Arc::new(model.clone()));
    contact.detect(x);
    match contact.closest(x) {
        Some(closest) if closest.distance <= 0.0 => {
            let first = PairDescription(closest.describe(model));
            let offset = closest.offset(model);
            Err(if offset > 0.0 {
                ModelError::InitialOffset { first, offset }
            } else {
                ModelError::InitialTouch { first }
            })
        }
        _ => Ok(()),
    }
}

/// Checks that no surfaces cross and nothing is inside of a solid.
fn crossings(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    let pairs = find_intersections(model, x, &mut BroadPhase::new());
    if let Some(&(edge, triangle)) = pairs.first() {
        let edge = vertices(model, "edge", &model.surface.edges[edge as usize]);
        let triangle = vertices(
            model,
            "triangle",
            &model.surface.triangles[triangle as usize],
        );
        return Err(ModelError::InitialIntersection {
            count: pairs.len(),
            first: PairDescription(format!("{edge} and {triangle}")),
        });
    }
    enclosed(model, x)
}

/// Checks that no piece of surface is inside of a solid.
fn enclosed(model: &Model, x: &[Vec3]) -> Result<(), ModelError> {
    let enclosed = Enclosures::new(model).find(model, x);
    let Some(first) = enclosed.first() else {
        return Ok(());
    };
    let body = |v: u32| model.body_of[v as usize];
    let within = if body(first.vertex) == body(first.solid) {
        let other = vertices(model, "vertex", &[first.solid]);
        format!("another piece of it, that of {other}")
    } else {
        format!("the solid `{}`", model.body_name(first.solid))
    };
    let inside = vertices(model, "vertex", &[first.vertex]);
    Err(ModelError::InitialIntersection {
        count: enclosed.len(),
        first: PairDescription(format!("{inside} inside {within}")),
    })
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

/// Vertices of one body in words, numbered within it.
fn vertices(model: &Model, kind: &str, vertices: &[u32]) -> String {
    let body = &model.bodies[model.body_of[vertices[0] as usize] as usize];
    let own: Vec<u32> = vertices.iter().map(|v| v - body.vertices.start).collect();
    format!("{kind} {own:?} of `{}`", body.name)
}
