//! Solids with an embedded surface: its vertices become dependents of the tets.

use tangency_geometry::embedding::carried;
use tangency_geometry::topology::{boundary_triangles, check_closed_manifold, unused_vertices};

use super::{ModelBuilder, check};
use crate::boundary::BoundaryProgram;
use crate::model::{
    BodyHandle, Dependents, EmbeddedContact, EmbeddedSurface, ModelError, Solid, Springs,
};

impl ModelBuilder {
    /// Adds an elastic solid that carries a finer surface, whose vertices follow its own. What is wrong with it is told by
    /// [`ModelBuilder::build`].
    pub fn add_embedded_solid(&mut self, solid: Solid, surface: EmbeddedSurface) -> BodyHandle {
        let mut handle = self.add_tets(&solid, &surface.filled);
        if !self.problems.is_empty() || !self.is_right(check_surface(&solid, &surface)) {
            return handle;
        }
        let found = match carried(&surface.mesh.points, &solid.mesh) {
            Ok(found) => found,
            Err(error) => {
                self.problems.push(ModelError::Malformed {
                    body: solid.name,
                    what: error.to_string(),
                });
                return handle;
            }
        };
        let (tets_at, first) = (handle.vertices.start, self.points.len() as u32);
        for carried in &found {
            let nodes = solid.mesh.tets[carried.tet as usize].map(|v| tets_at + v);
            self.dependents.nodes.push(nodes);
            self.dependents.weights.push(carried.weights);
        }
        let end = first + found.len() as u32;
        self.dependents.vertices.extend(first..end);
        handle.vertices.end = end;
        self.add_carried(handle.index, &surface, solid.offset);
        match surface.contact {
            EmbeddedContact::Coarse => {
                self.add_triangles(&boundary_triangles(&solid.mesh.tets), tets_at);
                let triangles = surface.mesh.triangles.iter();
                let shown = triangles.map(|t| t.map(|v| first + v));
                self.dependents.shown.extend(shown);
            }
            EmbeddedContact::Fine => {
                self.dependents.touch = true;
                self.add_triangles(&surface.mesh.triangles, first);
            }
        }
        handle
    }

    /// Adds the vertices of an embedded surface to the last body, whose number is `index`.
    fn add_carried(&mut self, index: u32, surface: &EmbeddedSurface, offset: f64) {
        self.points.extend_from_slice(&surface.mesh.points);
        let count = self.points.len();
        self.velocity.resize(count, Default::default());
        self.dependents.follow(&mut self.velocity);
        self.mass.resize(count, 0.0);
        self.body_of.resize(count, index);
        self.thickness.resize(count, offset);
        if let Some(body) = self.bodies.last_mut() {
            body.vertices.end = count as u32;
        }
    }

    /// The masses that loads act on: a dependent has those that it follows.
    pub(super) fn carries(&self) -> Vec<f64> {
        let mut mass = self.mass.clone();
        for (&v, nodes) in self.dependents.vertices.iter().zip(&self.dependents.nodes) {
            mass[v as usize] = nodes.iter().map(|&node| self.mass[node as usize]).sum();
        }
        mass
    }
}

/// Checks an embedded surface and the shares of the tets.
fn check_surface(solid: &Solid, surface: &EmbeddedSurface) -> Result<(), ModelError> {
    let refuse = |what: String| ModelError::Malformed {
        body: solid.name.clone(),
        what,
    };
    let mesh = &surface.mesh;
    if mesh.triangles.is_empty() {
        return Err(refuse("the embedded surface has no triangle".to_owned()));
    }
    check::finite(&solid.name, &mesh.points)?;
    check::indices(&solid.name, "triangle", &mesh.triangles, mesh.points.len())?;
    let (shares, tets) = (surface.filled.len(), solid.mesh.tets.len());
    if shares != 0 && shares != tets {
        return Err(refuse(format!("{shares} filled shares for {tets} tets")));
    }
    if let Some(share) = (surface.filled.iter()).find(|s| !(**s > 0.0 && **s <= 1.0)) {
        let what = format!("a tet is filled by a share of {share}; it must be above 0, at most 1");
        return Err(refuse(what));
    }
    if surface.contact == EmbeddedContact::Fine {
        check_closed_manifold(&mesh.triangles).map_err(|e| {
            refuse(format!(
                "an embedded surface that is in contact must be closed: {e}; take `contact = \"coarse\"`"
            ))
        })?;
        let unused = unused_vertices(&mesh.triangles, mesh.points.len() as u32);
        if let Some(v) = unused.first() {
            let what = format!("vertex {v} of the embedded surface belongs to no triangle");
            return Err(refuse(what));
        }
    }
    Ok(())
}

/// Refuses stitches that pull at dependents.
pub(super) fn springs(springs: &Springs, dependents: &Dependents) -> Result<(), ModelError> {
    let ends = springs.ends.iter();
    let mut vertices = ends.flat_map(|end| [end.vertex, end.edge[0], end.edge[1]]);
    match vertices.find(|&v| dependents.place(v).is_some()) {
        None => Ok(()),
        Some(v) => Err(ModelError::Malformed {
            body: springs.name.clone(),
            what: format!(
                "vertex {v} belongs to an embedded surface, which follows the tets around it: sew to a vertex of the tets"
            ),
        }),
    }
}

/// Refuses programs that move dependents.
pub(super) fn programs(
    programs: &[BoundaryProgram],
    dependents: &Dependents,
) -> Result<(), ModelError> {
    for program in programs {
        let mut vertices = program.vertices.iter();
        if let Some(v) = vertices.find(|&&v| dependents.place(v).is_some()) {
            return Err(ModelError::Boundary {
                name: program.name.clone(),
                what: format!(
                    "vertex {v} belongs to an embedded surface, which follows the tets around it: move vertices of the tets"
                ),
            });
        }
    }
    Ok(())
}
