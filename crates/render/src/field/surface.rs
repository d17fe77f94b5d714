//! A field on the surface of the bodies: numbers at the corners of what is drawn.
//!
//! A triangle has the number of its tet, else of its elastic triangle, both the same at its three corners; one of an embedded
//! surface at each corner that of the tet which carries it; else the numbers of its vertices. Obstacles have none.

use std::collections::HashMap;

use tangency_io::run_folder::{FieldArray, FieldLocation, Topology};

use super::{FieldChoice, FieldError};

/// The element behind each triangle and edge of a surface.
pub struct SurfaceMap {
    /// The tet that each triangle of the surface is a face of.
    tets: Vec<Option<u32>>,
    /// The tet that carries each vertex of an embedded surface.
    carriers: HashMap<u32, u32>,
    /// The elastic triangle that each triangle of the surface is.
    triangles: Vec<Option<u32>>,
    /// The elastic segment that each edge of the surface is.
    segments: Vec<Option<u32>>,
}

/// Numbers at the corners of the triangles, at the ends of the edges and at the points of a topology; NaN where there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceValues {
    /// For each triangle.
    pub triangles: Vec<[f64; 3]>,
    /// For each edge.
    pub edges: Vec<[f64; 2]>,
    /// For each point.
    pub points: Vec<f64>,
}

impl SurfaceValues {
    /// The smallest and the largest number; none where there are no numbers.
    pub fn range(&self) -> Option<[f64; 2]> {
        let corners = self.triangles.as_flattened().iter();
        let all = corners.chain(self.edges.as_flattened()).chain(&self.points);
        let finite = all.copied().filter(|value| value.is_finite());
        finite.fold(None, |range, value| {
            let [low, high] = range.unwrap_or([value, value]);
            Some([value.min(low), value.max(high)])
        })
    }
}

/// Numbers by location.
type Numbers = HashMap<FieldLocation, Vec<f64>>;

impl SurfaceMap {
    /// Finds the elements behind a surface.
    pub fn new(topology: &Topology) -> Self {
        let faces = topology
            .tets
            .iter()
            .enumerate()
            .flat_map(|(k, &[a, b, c, d])| {
                [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].map(|face| (face, k as u32))
            });
        let elastic = topology.elastic_triangles.iter().copied().zip(0..);
        let segments = topology.elastic_segments.iter().copied().zip(0..);
        Self {
            tets: behind(&topology.triangles, faces),
            carriers: carriers(topology),
            triangles: behind(&topology.triangles, elastic),
            segments: behind(&topology.edges, segments),
        }
    }

    /// The numbers of a field on the surface of the topology that the map is of.
    pub fn values(
        &self,
        topology: &Topology,
        fields: &[FieldArray],
        choice: &FieldChoice,
    ) -> Result<SurfaceValues, FieldError> {
        let found = choice.find(fields)?;
        let mut numbers = Numbers::new();
        for field in found
            .iter()
            .filter(|field| field.location != FieldLocation::Pair)
        {
            numbers.insert(field.location, choice.numbers(field)?);
        }
        if numbers.is_empty() {
            return Err(FieldError::OfPairs(choice.to_string()));
        }
        Ok(self.spread(topology, &numbers))
    }

    fn spread(&self, topology: &Topology, numbers: &Numbers) -> SurfaceValues {
        let number = |location: FieldLocation, place: Option<u32>| {
            let value = numbers.get(&location)?.get(place? as usize)?;
            Some(*value)
        };
        let at_vertex = |v: u32| {
            let value = number(FieldLocation::Vertex, Some(v));
            let is_body = !topology.obstacle[v as usize];
            value.filter(|_| is_body).unwrap_or(f64::NAN)
        };
        let triangle = |(k, corners): (usize, &[u32; 3])| {
            let of_cell = number(FieldLocation::Tet, self.tets[k]);
            let of_cell = of_cell.or_else(|| number(FieldLocation::Triangle, self.triangles[k]));
            let at_corner = |v: u32| {
                let carried = number(FieldLocation::Tet, self.carriers.get(&v).copied());
                carried.unwrap_or_else(|| at_vertex(v))
            };
            of_cell.map_or_else(|| corners.map(at_corner), |value| [value; 3])
        };
        let edge = |(k, ends): (usize, &[u32; 2])| {
            let of_segment = number(FieldLocation::Segment, self.segments[k]);
            of_segment.map_or_else(|| ends.map(at_vertex), |value| [value; 2])
        };
        SurfaceValues {
            triangles: topology
                .triangles
                .iter()
                .enumerate()
                .map(triangle)
                .collect(),
            edges: topology.edges.iter().enumerate().map(edge).collect(),
            points: topology.points.iter().map(|&v| at_vertex(v)).collect(),
        }
    }
}

/// The tet that carries each vertex of an embedded surface.
fn carriers(topology: &Topology) -> HashMap<u32, u32> {
    let embedded = &topology.embedded;
    let of = behind(&embedded.nodes, topology.tets.iter().copied().zip(0..));
    let first: HashMap<[u32; 4], u32> = { embedded.nodes.iter().zip(&of) }
        .filter_map(|(&nodes, tet)| Some((nodes, (*tet)?)))
        .collect();
    let vertices = embedded.vertices.iter().zip(&embedded.nodes);
    vertices
        .filter_map(|(&v, nodes)| Some((v, *first.get(nodes)?)))
        .collect()
}

/// For each element of a surface the one with the same vertices, in any order, among others.
fn behind<const N: usize>(
    surface: &[[u32; N]],
    others: impl Iterator<Item = ([u32; N], u32)>,
) -> Vec<Option<u32>> {
    let sorted = |mut vertices: [u32; N]| {
        vertices.sort_unstable();
        vertices
    };
    let places: HashMap<[u32; N], usize> = surface
        .iter()
        .enumerate()
        .map(|(k, &vertices)| (sorted(vertices), k))
        .collect();
    let mut found = vec![None; surface.len()];
    for (vertices, element) in others {
        if let Some(&place) = places.get(&sorted(vertices)) {
            found[place] = Some(element);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::Vec3;

    /// A tet, and an obstacle triangle.
    fn topology() -> Topology {
        Topology {
            rest: vec![Vec3::zeros(); 7],
            tets: vec![[0, 1, 2, 3]],
            triangles: vec![[0, 2, 1], [1, 2, 3], [4, 5, 6]],
            points: (0..7).collect(),
            obstacle: (0..7).map(|v| v > 3).collect(),
            ..Topology::default()
        }
    }

    fn field(location: FieldLocation, values: &[f64]) -> FieldArray {
        FieldArray {
            location,
            name: "f".to_owned(),
            shape: Vec::new(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn tets_show_on_their_faces_and_obstacles_show_nothing() {
        let topology = topology();
        let map = SurfaceMap::new(&topology);
        let choice: FieldChoice = "f".parse().unwrap();
        let values = map
            .values(&topology, &[field(FieldLocation::Tet, &[5.0])], &choice)
            .unwrap();
        assert_eq!(values.triangles[0], [5.0; 3]);
        assert!(values.triangles[2][0].is_nan());
        assert_eq!(values.range(), Some([5.0, 5.0]));

        let at_vertices = field(FieldLocation::Vertex, &[0., 1., 2., 3., 9., 9., 9.]);
        let values = map.values(&topology, &[at_vertices], &choice).unwrap();
        assert_eq!(values.triangles[0], [0.0, 2.0, 1.0]);
        assert_eq!(values.range(), Some([0.0, 3.0]));
    }

    #[test]
    fn pairs_lie_on_no_surface() {
        let topology = topology();
        let choice: FieldChoice = "f".parse().unwrap();
        let pairs = [field(FieldLocation::Pair, &[1.0])];
        let values = SurfaceMap::new(&topology).values(&topology, &pairs, &choice);
        assert_eq!(values, Err(FieldError::OfPairs("f".to_owned())));
    }
}
