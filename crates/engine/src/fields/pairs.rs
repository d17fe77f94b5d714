//! Fields of the pairs in contact:
//!
//! | array | definition |
//! |---|---|
//! | `pair.kind` | 0 point-point, 1 point-edge, 2 point-triangle, 3 edge-edge, 4 point on a half-space |
//! | `pair.vertices` | the four vertices, the first primitive's first; -1 where there are fewer; of a half-space the vertex |
//! | `pair.bodies` | the two bodies; a half-space is -1 less its number |
//! | `pair.position` | middle between the closest points, m |
//! | `pair.distance` | m |
//! | `pair.force` | force of contact on the first primitive, N |
//! | `pair.friction` | force of friction on the first primitive, N |
//! | `pair.sliding_speed` | m/s, the mean over the last step |
//! | `pair.sticks` | 1 where it slides no faster than what counts as sticking |

use tangency_geometry::field::{FieldArray, FieldLocation};

use super::LoadedState;
use crate::contact::Primitives;
use crate::forces::PairForce;
use crate::model::Model;

/// All arrays of the pairs; none where forces were not recorded.
pub fn fields(loaded: &LoadedState) -> Vec<FieldArray> {
    let Some(pairs) = loaded.pairs else {
        return Vec::new();
    };
    let array = |name: &str, width: usize, of: &dyn Fn(&PairForce) -> Vec<f64>| FieldArray {
        location: FieldLocation::Pair,
        name: name.to_owned(),
        shape: if width == 1 { Vec::new() } else { vec![width] },
        values: pairs.iter().flat_map(of).collect(),
    };
    let model = loaded.model;
    vec![
        array("kind", 1, &|pair| vec![kind(pair.primitives)]),
        array("vertices", 4, &|pair| vertices(pair.primitives)),
        array("bodies", 2, &|pair| bodies(model, pair.primitives)),
        array("position", 3, &|pair| pair.position.as_slice().to_vec()),
        array("distance", 1, &|pair| vec![pair.distance]),
        array("force", 3, &|pair| pair.force.as_slice().to_vec()),
        array("friction", 3, &|pair| pair.friction.as_slice().to_vec()),
        array("sliding_speed", 1, &|pair| vec![pair.sliding.norm()]),
        array("sticks", 1, &|pair| vec![f64::from(u8::from(pair.sticks))]),
    ]
}

fn kind(primitives: Primitives) -> f64 {
    match primitives {
        Primitives::PointPoint(_) => 0.0,
        Primitives::PointEdge(_) => 1.0,
        Primitives::PointTriangle(_) => 2.0,
        Primitives::EdgeEdge(_) => 3.0,
        Primitives::HalfSpace(_) => 4.0,
    }
}

fn vertices(primitives: Primitives) -> Vec<f64> {
    let all: &[u32] = match &primitives {
        Primitives::PointPoint(v) => v,
        Primitives::PointEdge(v) => v,
        Primitives::PointTriangle(v) | Primitives::EdgeEdge(v) => v,
        Primitives::HalfSpace([_, v]) => std::slice::from_ref(v),
    };
    let mut numbers: Vec<f64> = all.iter().map(|&v| f64::from(v)).collect();
    numbers.resize(4, -1.0);
    numbers
}

fn bodies(model: &Model, primitives: Primitives) -> Vec<f64> {
    let body = |v: u32| f64::from(model.body_of[v as usize]);
    match (primitives, primitives.representatives()) {
        (Primitives::HalfSpace([plane, v]), _) => vec![body(v), -1.0 - f64::from(plane)],
        (_, (first, second)) => vec![first.map_or(-1.0, body), body(second)],
    }
}
