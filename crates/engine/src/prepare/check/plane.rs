//! Checks of planar models: everything is in the plane z = 0 and stays there.

use tangency_geometry::{SurfaceMesh, Vec3};

use super::{finite, indices, thin, velocities};
use crate::boundary::{BoundaryProgram, Load, LoadKind, Path};
use crate::model::{HalfSpace, ModelError, Obstacle, PlaneSolid};

/// Checks one planar solid.
pub fn plane_solid(solid: &PlaneSolid) -> Result<(), ModelError> {
    let (name, mesh) = (&solid.name, &solid.mesh);
    let count = mesh.points.len();
    if mesh.triangles.is_empty() {
        return Err(ModelError::EmptyMesh { body: name.clone() });
    }
    if !mesh.edges.is_empty() || !mesh.vertices.is_empty() {
        return Err(malformed(
            name,
            "a planar solid is made of triangles alone".into(),
        ));
    }
    let material = solid.material.check();
    material.map_err(|source| ModelError::Material {
        body: name.clone(),
        source,
    })?;
    finite(name, &mesh.points)?;
    velocities(name, &solid.velocity, count)?;
    thin::offset(name, solid.offset)?;
    in_plane(name, "is", &mesh.points)?;
    in_plane(name, "moves", &solid.velocity)?;
    areas(name, mesh)?;
    let mut used = vec![false; count];
    for &v in mesh.triangles.as_flattened() {
        used[v as usize] = true;
    }
    match used.iter().position(|used| !used) {
        Some(v) => Err(malformed(
            name,
            format!("vertex {v} belongs to no triangle; remove it"),
        )),
        None => Ok(()),
    }
}

/// Checks what an obstacle is made of in a planar model.
pub fn plane_obstacle(obstacle: &Obstacle) -> Result<(), ModelError> {
    let (name, mesh) = (&obstacle.name, &obstacle.mesh);
    if !mesh.vertices.is_empty() {
        return Err(malformed(
            name,
            "an obstacle of a planar scene is made of triangles and segments; leave out its free points"
                .into(),
        ));
    }
    in_plane(name, "is", &mesh.points)?;
    areas(name, mesh)
}

/// That triangles are counter-clockwise, and that no two run along an edge in the same direction.
fn areas(name: &str, mesh: &SurfaceMesh) -> Result<(), ModelError> {
    indices(name, "triangle", &mesh.triangles, mesh.points.len())?;
    for (triangle, &vertices) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = vertices.map(|v| mesh.points[v as usize]);
        let area = 0.5 * (b - a).cross(&(c - a)).z;
        if area.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            return Err(ModelError::InvertedTriangle {
                body: name.to_owned(),
                triangle,
                vertices,
                area,
            });
        }
    }
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let mut ways: Vec<[u32; 2]> = mesh.triangles.iter().flat_map(sides).collect();
    ways.sort_unstable();
    match ways.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(ModelError::NotManifold {
            body: name.to_owned(),
            what: format!(
                "two triangles are on the same side of the edge {:?}; they overlap",
                two[0]
            ),
        }),
        None => Ok(()),
    }
}

/// That vectors have no component along z; `what` says what a vertex with another one does.
fn in_plane(name: &str, what: &str, vectors: &[Vec3]) -> Result<(), ModelError> {
    match vectors.iter().position(|vector| vector.z != 0.0) {
        Some(vertex) => Err(ModelError::OutOfPlane {
            what: format!(
                "vertex {vertex} of `{name}` {what} {:e} m off it along z",
                vectors[vertex].z
            ),
        }),
        None => Ok(()),
    }
}

/// Checks that nothing pushes or moves across the plane, before the model is made.
pub fn outside(
    gravity: &Vec3,
    half_spaces: &[HalfSpace],
    programs: &[BoundaryProgram],
    loads: &[Load],
) -> Result<(), ModelError> {
    let refuse = |what: String| Err(ModelError::OutOfPlane { what });
    if gravity.z != 0.0 {
        return refuse(format!("gravity has the component {} along z", gravity.z));
    }
    if let Some(wall) = half_spaces.iter().find(|wall| wall.normal.z != 0.0) {
        return refuse(format!(
            "the normal of the half-space `{}` has the component {} along z",
            wall.name, wall.normal.z
        ));
    }
    for program in programs {
        let leaves = match &program.motion.path {
            Path::Pieces(pieces) => pieces.iter().any(|piece| {
                let turn = piece.angular_velocity;
                piece.velocity.z != 0.0 || turn.x != 0.0 || turn.y != 0.0
            }),
            Path::Sequence(sequence) => sequence.frames.iter().flatten().any(|x| x.z != 0.0),
            // Its targets are looked at when they are given.
            Path::Driven => false,
        };
        if leaves {
            return refuse(format!(
                "the motion `{}` leads out of it: it may move along x and y and turn about z",
                program.name
            ));
        }
    }
    for load in loads {
        let direction = match &load.kind {
            LoadKind::Acceleration { acceleration, .. } => acceleration,
            LoadKind::Force { force, .. } => force,
            LoadKind::Driven { .. } => continue,
            LoadKind::Traction { .. } | LoadKind::Pressure { .. } => {
                return refuse(format!(
                    "the load `{}` presses on triangles, which are no surface there: give it as a force or an acceleration",
                    load.name
                ));
            }
        };
        if direction.z != 0.0 {
            return refuse(format!(
                "the load `{}` has the component {} along z",
                load.name, direction.z
            ));
        }
    }
    Ok(())
}

fn malformed(name: &str, what: String) -> ModelError {
    ModelError::Malformed {
        body: name.to_owned(),
        what,
    }
}
