//! Vertices of embedded surfaces: what they follow, and what of them is to be seen.

use std::collections::HashSet;

use super::topology::Topology;
use crate::ParseError;
use crate::npy::{NpyArray, NpyElements};
use crate::npz::Archive;

/// The vertices of surfaces that tets carry, each at a fixed combination of the corners of one tet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbeddedVertices {
    /// The vertices, ascending.
    pub vertices: Vec<u32>,
    /// The corners of the tet that each follows.
    pub nodes: Vec<[u32; 4]>,
    /// Weight of each of these corners; they add up to one.
    pub weights: Vec<[f64; 4]>,
    /// Triangles over the vertices that stand for their body in pictures and exports, where the boundary of the tets is in
    /// contact; where they are in contact themselves they are contact triangles, and not here.
    pub triangles: Vec<[u32; 3]>,
}

/// Largest error of a sum of weights.
const SUM: f64 = 1e-6;

impl EmbeddedVertices {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Checks that lengths, indices and weights make sense among `count` vertices.
    pub(super) fn check(&self, count: usize) -> Result<(), ParseError> {
        let refuse = |problem: String| Err(ParseError::whole(problem));
        let vertices = self.vertices.len();
        for (name, length) in [("nodes", self.nodes.len()), ("weights", self.weights.len())] {
            if length != vertices {
                return refuse(format!(
                    "embedded_{name} has {length} rows for {vertices} embedded vertices"
                ));
            }
        }
        if !self.vertices.is_sorted_by(|a, b| a < b) {
            return refuse("embedded_vertices is not ascending".to_owned());
        }
        let lists = [
            &self.vertices[..],
            self.nodes.as_flattened(),
            self.triangles.as_flattened(),
        ];
        if let Some(v) = lists.into_iter().flatten().find(|v| **v as usize >= count) {
            return refuse(format!(
                "embedded vertices name the vertex {v}, but there are only {count}"
            ));
        }
        let is_one = |w: &[f64; 4]| (w.iter().sum::<f64>() - 1.0).abs() <= SUM;
        match self.weights.iter().position(|w| !is_one(w)) {
            Some(k) => refuse(format!("embedded_weights {k} do not add up to one")),
            None => Ok(()),
        }
    }

    /// The arrays of the file; none where nothing is embedded, so that such files are what they always were.
    pub(super) fn arrays(&self) -> Vec<(&'static str, NpyArray)> {
        if self.is_empty() {
            return Vec::new();
        }
        let weights = NpyArray {
            shape: vec![self.weights.len(), 4],
            elements: NpyElements::F64(self.weights.as_flattened().to_vec()),
        };
        vec![
            (
                "embedded_vertices",
                NpyArray::line(NpyElements::U32(self.vertices.clone())),
            ),
            ("embedded_nodes", NpyArray::from_indices(&self.nodes)),
            ("embedded_weights", weights),
            (
                "embedded_triangles",
                NpyArray::from_indices(&self.triangles),
            ),
        ]
    }

    /// Reads them; none where the file has none.
    pub(super) fn take(archive: &mut Archive) -> Result<Self, ParseError> {
        let Ok(vertices) = archive.take("embedded_vertices") else {
            return Ok(Self::default());
        };
        let NpyElements::U32(vertices) = vertices.elements else {
            let problem = "the array \"embedded_vertices\" has another type";
            return Err(ParseError::whole(problem.to_owned()));
        };
        Ok(Self {
            vertices,
            nodes: archive.take("embedded_nodes")?.into_indices()?,
            weights: archive.take("embedded_weights")?.into_rows()?,
            triangles: archive.take("embedded_triangles")?.into_indices()?,
        })
    }
}

impl Topology {
    /// The bodies as they are to be seen: with their embedded triangles in place of the boundary of the tets that carry them.
    /// Vertices and elements are the same.
    pub fn shown(&self) -> Topology {
        let mut shown = self.clone();
        let embedded = &self.embedded.triangles;
        if embedded.is_empty() {
            return shown;
        }
        let mut is_covered = vec![false; self.body_names.len()];
        for triangle in embedded {
            is_covered[self.body[triangle[0] as usize] as usize] = true;
        }
        let stays = |v: u32| !is_covered[self.body[v as usize] as usize];
        let kept = |k: &usize| stays(self.triangles[*k][0]);
        let rows: Vec<usize> = (0..self.triangles.len()).filter(kept).collect();
        shown.triangles = rows.iter().map(|&k| self.triangles[k]).collect();
        if !self.uv.is_empty() {
            shown.uv = rows.iter().map(|&k| self.uv[k]).collect();
            let missing = [[f64::NAN; 2]; 3];
            shown
                .uv
                .resize(shown.triangles.len() + embedded.len(), missing);
        }
        shown.triangles.extend_from_slice(embedded);
        shown.edges.retain(|edge| stays(edge[0]));
        let sides = embedded
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|[a, b]| [a.min(b), a.max(b)]);
        let mut sides: Vec<[u32; 2]> = sides.collect::<HashSet<_>>().into_iter().collect();
        sides.sort_unstable();
        shown.edges.extend(sides);
        shown.points.retain(|&v| stays(v));
        shown.points.extend(embedded.as_flattened());
        shown.points.sort_unstable();
        shown.points.dedup();
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::Vec3;

    /// A tet that carries a triangle, and a cloth of one triangle.
    fn topology() -> Topology {
        Topology {
            rest: vec![Vec3::zeros(); 10],
            tets: vec![[0, 1, 2, 3]],
            triangles: vec![[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1], [7, 8, 9]],
            edges: vec![
                [0, 1],
                [0, 2],
                [0, 3],
                [1, 2],
                [1, 3],
                [2, 3],
                [7, 8],
                [7, 9],
                [8, 9],
            ],
            points: vec![0, 1, 2, 3, 7, 8, 9],
            body: vec![0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
            body_names: vec!["block".into(), "cloth".into()],
            obstacle: vec![false; 10],
            thickness: vec![0.0; 10],
            embedded: EmbeddedVertices {
                vertices: vec![4, 5, 6],
                nodes: vec![[0, 1, 2, 3]; 3],
                weights: vec![[0.25; 4]; 3],
                triangles: vec![[4, 5, 6]],
            },
            ..Topology::default()
        }
    }

    #[test]
    fn an_embedded_surface_is_seen_in_place_of_its_tets() {
        let topology = topology();
        topology.check().unwrap();
        let shown = topology.shown();
        shown.check().unwrap();
        assert_eq!(shown.triangles, [[7, 8, 9], [4, 5, 6]]);
        assert_eq!(
            shown.edges,
            [[7, 8], [7, 9], [8, 9], [4, 5], [4, 6], [5, 6]]
        );
        assert_eq!(shown.points, [4, 5, 6, 7, 8, 9]);
        assert_eq!(shown.tets, topology.tets);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let problem = |change: fn(&mut EmbeddedVertices)| {
            let mut topology = topology();
            change(&mut topology.embedded);
            topology.check().unwrap_err().problem
        };
        assert!(problem(|e| e.nodes.truncate(1)).contains("1 rows for 3 embedded vertices"));
        assert!(problem(|e| e.vertices.swap(0, 1)).contains("not ascending"));
        assert!(problem(|e| e.nodes[0][2] = 77).contains("the vertex 77"));
        assert!(problem(|e| e.weights[1][0] = 0.5).contains("embedded_weights 1"));
    }
}
