//! The model as the run folder stores it.

use tangency_engine::Model;
use tangency_io::run_folder::Topology;

/// What never changes during a run, for its folder.
pub fn topology(model: &Model) -> Topology {
    Topology {
        rest: model.rest.clone(),
        tets: model
            .tets
            .iter()
            .flat_map(|batch| batch.tets.iter().copied())
            .collect(),
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
