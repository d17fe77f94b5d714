//! The model as the run folder stores it.

use tangency_engine::{Elasticity, Model};
use tangency_io::run_folder::{Sheet, Topology};

/// What never changes during a run, for its folder.
pub fn topology(model: &Model) -> Topology {
    Topology {
        rest: model.rest.clone(),
        tets: model
            .elements
            .tets
            .iter()
            .flat_map(|batch| batch.tets.iter().copied())
            .collect(),
        may_invert: may_invert(model),
        sheets: sheets(model),
        triangles: model.surface.triangles.clone(),
        edges: model.surface.edges.clone(),
        points: model.surface.points.clone(),
        body: model.body_of.clone(),
        body_names: model.bodies.iter().map(|body| body.name.clone()).collect(),
        obstacle: model.is_obstacle.clone(),
        thickness: model.thickness.clone(),
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

/// The triangles that must not be stretched beyond a limit.
fn sheets(model: &Model) -> Vec<Sheet> {
    let batch = &model.elements.triangles;
    let limited = (0..batch.triangles.len()).filter(|&e| batch.sheet(e).is_limited());
    let sheet = |e: usize| {
        let w = &batch.rest[e].inverse;
        Sheet {
            vertices: batch.triangles[e],
            inverse: [w[(0, 0)], w[(0, 1)], w[(1, 0)], w[(1, 1)]],
            limits: batch.sheet(e).limits(),
        }
    };
    limited.map(sheet).collect()
}

/// Fixed-corotated energy is finite for inverted tets and does not keep them from it.
fn may_invert(model: &Model) -> Vec<bool> {
    let batches = model
        .elements
        .tets
        .iter()
        .filter(|batch| !batch.tets.is_empty());
    let marks = |elasticity| elasticity == Elasticity::FixedCorotated;
    if !batches.clone().any(|batch| marks(batch.elasticity)) {
        return Vec::new();
    }
    batches
        .flat_map(|batch| vec![marks(batch.elasticity); batch.tets.len()])
        .collect()
}
