//! Fields of vertices.

use tangency_geometry::Vec3;
use tangency_geometry::field::{FieldArray, FieldLocation};

use super::{FieldKind, LoadedState, array};
use crate::model::Model;

/// Share of the area of a vertex that at least counts, where a force acts along the surface.
const LEAST_SEEN: f64 = 0.1;

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

/// Pressure at each vertex: its contact force over the area that is its own, as seen along the force. At the rim of a face that
/// is pressed the sides do not count.
fn pressures(model: &Model, x: &[Vec3], contact: &[Vec3]) -> Vec<f64> {
    let around = Surroundings::new(model, x);
    let pressure = |v: usize| {
        let (area, force) = (around.areas[v], contact[v].norm());
        if area == 0.0 || force == 0.0 {
            return 0.0;
        }
        let seen = contact[v].dot(&around.normals[v]).abs() / force;
        force / seen.max(LEAST_SEEN * area)
    };
    (0..model.vertex_count()).map(pressure).collect()
}

/// The surface around each vertex.
struct Surroundings {
    /// A third of the sum of the normals of its triangles, each as long as its area; in the plane half that of its edges.
    normals: Vec<Vec3>,
    /// A third of the area of its triangles, m²; in the plane half the length of its edges, m.
    areas: Vec<f64>,
}

impl Surroundings {
    fn new(model: &Model, x: &[Vec3]) -> Self {
        let count = model.vertex_count();
        let mut around = Surroundings {
            normals: vec![Vec3::zeros(); count],
            areas: vec![0.0; count],
        };
        if let Some(plane) = &model.plane {
            for &[a, b] in &plane.ways {
                let way = x[b as usize] - x[a as usize];
                // Outlines run with the body to their left.
                around.add(&[a, b], 0.5 * Vec3::new(way.y, -way.x, 0.0));
            }
            return around;
        }
        for &corners in &model.surface.triangles {
            let [a, b, c] = corners.map(|v| x[v as usize]);
            around.add(&corners, (b - a).cross(&(c - a)) / 6.0);
        }
        around
    }

    fn add(&mut self, vertices: &[u32], normal: Vec3) {
        for &v in vertices {
            self.normals[v as usize] += normal;
            self.areas[v as usize] += normal.norm();
        }
    }
}

fn directions(all: &[Vec3]) -> Vec<Vec3> {
    let unit = |v: &Vec3| v.try_normalize(0.0).unwrap_or_default();
    all.iter().map(unit).collect()
}
