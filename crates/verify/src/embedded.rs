//! Embedded surfaces: those in contact stand for the solids that carry them, and all of them follow their tets.

use std::collections::{BTreeSet, HashMap};

use tangency_io::run_folder::Topology;

use crate::exact::Point;

/// Largest distance of a vertex from where its tet takes it, in lengths of the largest coordinate: the rounding of many steps.
const ROUNDING: f64 = 1e-10;

/// Contact triangles over vertices of embedded surfaces.
pub(crate) fn contact_triangles(topology: &Topology) -> Vec<[u32; 3]> {
    let embedded = &topology.embedded.vertices;
    let is_embedded = |v: &u32| embedded.binary_search(v).is_ok();
    let triangles = topology.triangles.iter();
    let own = triangles.filter(|t| t.iter().any(is_embedded));
    own.copied().collect()
}

/// The solids whose surface in contact is an embedded one, where `solid_of` is the solid of each node.
pub(crate) fn covered(topology: &Topology, solid_of: &[u32]) -> BTreeSet<u32> {
    let embedded = &topology.embedded;
    let carrier = |v: u32| {
        let place = embedded.vertices.binary_search(&v).ok()?;
        Some(solid_of[embedded.nodes[place][0] as usize])
    };
    let vertices = contact_triangles(topology);
    let vertices = vertices.as_flattened().iter();
    vertices.filter_map(|&v| carrier(v)).collect()
}

/// A side of the embedded contact triangles that is not one of two triangles in opposite directions.
pub(crate) fn open_side(topology: &Topology) -> Option<[u32; 2]> {
    let mut ways: HashMap<[u32; 2], u32> = HashMap::new();
    let triangles = contact_triangles(topology);
    for &[a, b, c] in &triangles {
        for way in [[a, b], [b, c], [c, a]] {
            *ways.entry(way).or_default() += 1;
        }
    }
    let is_open = |[a, b]: [u32; 2]| ways.get(&[a, b]) != Some(&1) || ways.get(&[b, a]) != Some(&1);
    let sides = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    sides.into_iter().find(|&side| is_open(side))
}

/// The first vertex of an embedded surface that is not where its tet takes it in a frame, in words.
pub(crate) fn astray(topology: &Topology, frame: u64, x: &[Point]) -> Option<String> {
    let embedded = &topology.embedded;
    if embedded.is_empty() {
        return None;
    }
    let size = x.iter().flatten().fold(0.0f64, |most, c| most.max(c.abs()));
    for (k, &v) in embedded.vertices.iter().enumerate() {
        let follows = embedded.nodes[k].iter().zip(&embedded.weights[k]);
        let mut away = x[v as usize];
        for (&node, weight) in follows {
            for axis in 0..3 {
                away[axis] -= weight * x[node as usize][axis];
            }
        }
        let distance = away.iter().map(|c| c * c).sum::<f64>().sqrt();
        if distance.is_nan() || distance > ROUNDING * size {
            return Some(format!(
                "frame {frame}: vertex {v} of an embedded surface is {distance:.1e} m from where the tet that carries it takes it"
            ));
        }
    }
    None
}
