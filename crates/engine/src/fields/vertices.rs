//! Fields of vertices.

use tangency_geometry::Vec3;
use tangency_geometry::field::{FieldArray, FieldLocation};

use super::{FieldKind, LoadedState, array};
use crate::model::Model;

/// A field of vertices, where what it needs is known.
pub fn field(loaded: &LoadedState, kind: FieldKind) -> Option<FieldArray> {
    let (model, x) = (loaded.model, &loaded.state.x);
    let vectors = |all: &[Vec3]| {
        let rows = all[..model.vertex_count()].iter().map(|&v| v.into());
        array::<3>(FieldLocation::Vertex, kind, &[3], rows)
    };
    Some(match kind {
        FieldKind::Velocity => vectors(&loaded.state.v),
        FieldKind::Normal => vectors(&directions(&Surroundings::new(model, x).normals)),
        FieldKind::Acceleration => vectors(&loaded.forces?.acceleration),
        FieldKind::ContactForce => vectors(&loaded.forces?.contact),
        FieldKind::FrictionForce => vectors(&loaded.forces?.friction),
        FieldKind::ReactionForce => vectors(&loaded.forces?.reaction),
        _ => {
            let pressures = pressures(model, x, &loaded.forces?.contact);
            let rows = pressures.into_iter().map(|p| [p]);
            array(FieldLocation::Vertex, kind, &[], rows)
        }
    })
}

/// Pressure at each vertex: force against the normal over the area of the vertex. Where the normal is no side that can be told,
/// as on cloth, the size of the force counts.
fn pressures(model: &Model, x: &[Vec3], contact: &[Vec3]) -> Vec<f64> {
    let around = Surroundings::new(model, x);
    let pressure = |v: usize| {
        let (area, normal) = (around.areas[v], around.normals[v]);
        if area == 0.0 {
            return 0.0;
        }
        let size = normal.norm();
        match around.is_closed[v] && size > 0.0 {
            true => -contact[v].dot(&normal) / size / area,
            false => contact[v].norm() / area,
        }
    };
    (0..model.vertex_count()).map(pressure).collect()
}

/// The surface around each vertex.
struct Surroundings {
    /// Sum of the normals of its triangles, each as long as its area, in the plane of its edges.
    normals: Vec<Vec3>,
    /// A third of the area of its triangles, m²; in the plane half the length of its edges, m.
    areas: Vec<f64>,
    /// Whether it is on the surface of a solid.
    is_closed: Vec<bool>,
}

impl Surroundings {
    fn new(model: &Model, x: &[Vec3]) -> Self {
        let count = model.vertex_count();
        let mut around = Surroundings {
            normals: vec![Vec3::zeros(); count],
            areas: vec![0.0; count],
            is_closed: vec![model.plane.is_some(); count],
        };
        if let Some(plane) = &model.plane {
            for &[a, b] in &plane.ways {
                let way = x[b as usize] - x[a as usize];
                // Outlines run with the body to their left.
                around.add(&[a, b], Vec3::new(way.y, -way.x, 0.0), 0.5 * way.norm());
            }
            return around;
        }
        for &corners in &model.surface.triangles {
            let [a, b, c] = corners.map(|v| x[v as usize]);
            let normal = 0.5 * (b - a).cross(&(c - a));
            around.add(&corners, normal, normal.norm() / 3.0);
        }
        for tets in &model.elements.tets {
            for &v in tets.stencils.as_flattened() {
                around.is_closed[v as usize] = true;
            }
        }
        around
    }

    fn add(&mut self, vertices: &[u32], normal: Vec3, area: f64) {
        for &v in vertices {
            self.normals[v as usize] += normal;
            self.areas[v as usize] += area;
        }
    }
}

fn directions(all: &[Vec3]) -> Vec<Vec3> {
    let unit = |v: &Vec3| v.try_normalize(0.0).unwrap_or_default();
    all.iter().map(unit).collect()
}
