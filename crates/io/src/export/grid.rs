//! A frame as VTK's unstructured grid. Cells are the tets, the elastic triangles, the other triangles that bound no tet, the
//! elastic segments, the other free segments, and the free points, in this order.

use super::names::Names;
use super::{ExportFrame, fields_of, same_quantity};
use crate::ParseError;
use crate::free::{free_edges, free_vertices};
use crate::run_folder::{FieldArray, FieldLocation, Topology};
use crate::write::vtk_data::{VtkArray, VtkValues};
use crate::write::vtu;
use std::collections::HashSet;
use tangency_geometry::Vec3;

/// The cells that are no tets.
pub(super) struct GridCells {
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    vertices: Vec<u32>,
}

impl GridCells {
    pub(super) fn of(topology: &Topology) -> Self {
        let n = topology.rest.len();
        let mut is_solid = vec![false; n];
        let named = topology.tets.as_flattened().iter();
        named.for_each(|&v| is_solid[v as usize] = true);
        let bounds_tets = |t: &[u32; 3]| t.iter().all(|&v| is_solid[v as usize]);

        let mut triangles = topology.elastic_triangles.clone();
        let known: HashSet<[u32; 3]> = triangles.iter().map(|&t| sorted(t)).collect();
        let others = topology.triangles.iter();
        triangles.extend(others.filter(|&&t| !bounds_tets(&t) && !known.contains(&sorted(t))));

        let mut edges = topology.elastic_segments.clone();
        let known: HashSet<[u32; 2]> = edges.iter().map(|&e| sorted(e)).collect();
        let free = free_edges(&topology.triangles, &topology.edges);
        edges.extend(free.iter().filter(|&&e| !known.contains(&sorted(e))));
        // Vertices of tets are none of their own, wherever they are contact points.
        let mut vertices = free_vertices(n, &triangles, &edges, &topology.points);
        vertices.retain(|&v| !is_solid[v as usize]);
        Self {
            triangles,
            edges,
            vertices,
        }
    }

    /// The bytes of a VTU file.
    pub(super) fn to_bytes(&self, topology: &Topology, frame: &ExportFrame) -> Vec<u8> {
        vtu::to_bytes(&vtu::UnstructuredGrid {
            points: &frame.positions,
            tets: &topology.tets,
            triangles: &self.triangles,
            edges: &self.edges,
            vertices: &self.vertices,
            point_data: point_data(topology, frame),
            cell_data: self.cell_data(topology, frame),
            field_data: vec![
                VtkArray::new("TimeValue", 1, VtkValues::F64(vec![frame.time])),
                VtkArray::new(
                    "body_names",
                    1,
                    VtkValues::Text(topology.body_names.clone()),
                ),
            ],
        })
    }

    /// Body and obstacle of each cell, by its first vertex, and the fields of elements.
    fn cell_data(&self, topology: &Topology, frame: &ExportFrame) -> Vec<VtkArray> {
        let tets = topology.tets.iter().map(|t| t[0]);
        let triangles = self.triangles.iter().map(|t| t[0]);
        let edges = self.edges.iter().map(|e| e[0]);
        let firsts = tets.chain(triangles).chain(edges);
        let firsts: Vec<u32> = firsts.chain(self.vertices.iter().copied()).collect();
        let mut arrays = identity(topology, &firsts);
        let mut names = taken(&arrays);
        for group in same_quantity(frame) {
            let name = names.either(&group[0].name, &group[0].key());
            let width = group[0].width();
            let mut values = vec![f32::NAN; firsts.len() * width];
            for field in group {
                let start = self.first_cell(topology, field.location) * width;
                let numbers = field.values.iter().map(|&value| value as f32);
                values[start..]
                    .iter_mut()
                    .zip(numbers)
                    .for_each(|(to, from)| *to = from);
            }
            arrays.push(VtkArray::new(name, width, VtkValues::F32(values)));
        }
        arrays
    }

    /// The first of the cells that the fields of a location are of.
    fn first_cell(&self, topology: &Topology, location: FieldLocation) -> usize {
        let tets = topology.tets.len();
        match location {
            FieldLocation::Triangle => tets,
            FieldLocation::Segment => tets + self.triangles.len(),
            _ => 0,
        }
    }
}

fn sorted<const N: usize>(mut element: [u32; N]) -> [u32; N] {
    element.sort_unstable();
    element
}

/// Body, and obstacle or not, of these vertices.
fn identity(topology: &Topology, vertices: &[u32]) -> Vec<VtkArray> {
    let body = vertices.iter().map(|&v| topology.body[v as usize]);
    let obstacle = vertices
        .iter()
        .map(|&v| u8::from(topology.obstacle[v as usize]));
    vec![
        VtkArray::new("body", 1, VtkValues::U32(body.collect())),
        VtkArray::new("obstacle", 1, VtkValues::U8(obstacle.collect())),
    ]
}

/// Body, obstacle, mass and the fields of the vertices.
fn point_data(topology: &Topology, frame: &ExportFrame) -> Vec<VtkArray> {
    let all: Vec<u32> = (0..topology.rest.len() as u32).collect();
    let mut arrays = identity(topology, &all);
    if !topology.mass.is_empty() {
        let mass = topology.mass.iter().map(|&m| m as f32).collect();
        arrays.push(VtkArray::new("mass", 1, VtkValues::F32(mass)));
    }
    let mut names = taken(&arrays);
    arrays.extend(fields_of(frame, FieldLocation::Vertex).map(|field| array(&mut names, field)));
    arrays
}

fn taken(arrays: &[VtkArray]) -> Names {
    let mut names = Names::default();
    for array in arrays {
        names.unique(&array.name);
    }
    names
}

fn array(names: &mut Names, field: &FieldArray) -> VtkArray {
    let values = field.values.iter().map(|&value| value as f32).collect();
    let name = names.either(&field.name, &field.key());
    VtkArray::new(name, field.width(), VtkValues::F32(values))
}

/// The bytes of a VTU file with the pairs in contact as points, each a cell.
pub(super) fn contacts(frame: &ExportFrame) -> Result<Vec<u8>, ParseError> {
    let fields: Vec<&FieldArray> = fields_of(frame, FieldLocation::Pair).collect();
    let position = fields
        .iter()
        .find(|f| f.name == "position" && f.shape == [3]);
    let position = position.ok_or_else(|| {
        ParseError::whole("pairs need the field pair.position (n, 3) to be points")
    })?;
    if let Some(other) = fields.iter().find(|field| field.len() != position.len()) {
        let (key, found, expected) = (other.key(), other.len(), position.len());
        let problem = format!("{key} has {found} entries, pair.position {expected}");
        return Err(ParseError::whole(problem));
    }
    let coordinates = position.values.as_chunks::<3>().0.iter();
    let points: Vec<Vec3> = coordinates.map(|&c| c.into()).collect();
    let vertices: Vec<u32> = (0..points.len() as u32).collect();
    let mut names = Names::default();
    let data = fields.iter().filter(|field| field.name != "position");
    Ok(vtu::to_bytes(&vtu::UnstructuredGrid {
        points: &points,
        vertices: &vertices,
        point_data: data.map(|field| array(&mut names, field)).collect(),
        field_data: vec![VtkArray::new(
            "TimeValue",
            1,
            VtkValues::F64(vec![frame.time]),
        )],
        ..vtu::UnstructuredGrid::default()
    }))
}
