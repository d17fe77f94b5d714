//! The model as the run folder stores it.

use tangency_engine::{Elasticity, Model};
use tangency_io::run_folder::{EmbeddedVertices, LimitedSheet, Topology};

/// Parts of a model that never change during a run, for its folder.
pub fn topology(model: &Model) -> Topology {
    Topology {
        rest: model.rest.clone(),
        tets: model
            .elements
            .tets
            .iter()
            .flat_map(|batch| batch.stencils.iter().copied())
            .collect(),
        may_invert: may_invert(model),
        sheets: sheets(model),
        elastic_triangles: match &model.plane {
            Some(_) => {
                let batches = model.elements.plane.iter();
                batches
                    .flat_map(|batch| batch.stencils.iter().copied())
                    .collect()
            }
            None => model.elements.triangles.triangles.clone(),
        },
        elastic_segments: model.elements.segments.segments.clone(),
        mass: model.mass[..model.vertex_count()].to_vec(),
        plane: model.plane.is_some(),
        triangles: match &model.plane {
            Some(plane) => plane.triangles.clone(),
            None => model.surface.triangles.clone(),
        },
        uv: uv(model),
        edges: model.surface.edges.clone(),
        points: model.surface.points.clone(),
        body: model.body_of.clone(),
        body_names: model.bodies.iter().map(|body| body.name.clone()).collect(),
        obstacle: model.is_obstacle.clone(),
        thickness: model.thickness.clone(),
        embedded: EmbeddedVertices {
            vertices: model.dependents.vertices.clone(),
            nodes: model.dependents.nodes.clone(),
            weights: model.dependents.weights.clone(),
            triangles: model.dependents.shown.clone(),
        },
        half_spaces: model
            .half_spaces
            .iter()
            .map(|wall| {
                let ([ox, oy, oz], [nx, ny, nz]) = (wall.origin.into(), wall.normal.into());
                [ox, oy, oz, nx, ny, nz]
            })
            .collect(),
    }
}

/// Texture coordinates of the contact triangles, body by body as these are; none where no body has any.
fn uv(model: &Model) -> Vec<[[f64; 2]; 3]> {
    if model.plane.is_some() || model.bodies.iter().all(|body| body.uv.is_empty()) {
        return Vec::new();
    }
    let mut seen = vec![0; model.bodies.len()];
    let corners = model.surface.triangles.iter().map(|triangle| {
        let body = model.body_of[triangle[0] as usize] as usize;
        seen[body] += 1;
        let known = model.bodies[body].uv.get(seen[body] - 1);
        known.copied().unwrap_or([[f64::NAN; 2]; 3])
    });
    corners.collect()
}

/// The triangles that must not be strained beyond a limit.
fn sheets(model: &Model) -> Vec<LimitedSheet> {
    let batch = &model.elements.triangles;
    let limited = (0..batch.triangles.len()).filter(|&e| batch.sheet(e).is_limited());
    let sheet = |e: usize| {
        let w = &batch.rest[e].inverse;
        LimitedSheet {
            vertices: batch.triangles[e],
            inverse: [w[(0, 0)], w[(0, 1)], w[(1, 0)], w[(1, 1)]],
            limits: batch.sheet(e).limits(),
            squeeze_limit: batch.sheet(e).squeeze_limit,
        }
    };
    limited.map(sheet).collect()
}

/// Fixed-corotated energy is finite for inverted elements and does not keep them from it.
fn may_invert(model: &Model) -> Vec<bool> {
    let marks = |elasticity| elasticity == Elasticity::FixedCorotated;
    let all: Vec<bool> = match &model.plane {
        Some(plane) => {
            let batches = model.elements.plane.iter();
            let mut may: Vec<[u32; 3]> = batches
                .filter(|batch| marks(batch.elasticity))
                .flat_map(|batch| batch.stencils.iter().copied())
                .collect();
            may.sort_unstable();
            let triangles = plane.triangles.iter();
            triangles.map(|t| may.binary_search(t).is_ok()).collect()
        }
        None => {
            let batches = model.elements.tets.iter();
            batches
                .flat_map(|batch| vec![marks(batch.elasticity); batch.stencils.len()])
                .collect()
        }
    };
    if all.contains(&true) { all } else { Vec::new() }
}
