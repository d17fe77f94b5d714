//! The cells of VTK's formats: what each type becomes, and the groups that arrays of whole numbers make of them.

use super::MeshFile;
use super::groups::{Counts, MeshGroup, by_value};
use super::polygon::cut;
use super::refused::Refused;
use crate::{Location, ParseError};

/// Cells in the making, in the order of the file.
#[derive(Default)]
pub(super) struct VtkCells {
    /// The elements that each cell became: those between two counts.
    elements: Vec<(Counts, Counts)>,
    refused: Refused,
}

impl VtkCells {
    /// Number of cells so far.
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// Adds a cell of this type, read at this place.
    pub(super) fn add(&mut self, mesh: &mut MeshFile, kind: i64, cell: &[u32], at: Location) {
        let from = Counts::of(mesh);
        if !element(mesh, kind, cell) {
            let number = self.elements.len();
            let name = format!("{} (type {kind})", name_of(kind));
            let element = || format!("cell {number} (from 0, with {} vertices)", cell.len());
            self.refused.add(&name, at, element);
        }
        self.elements.push((from, Counts::of(mesh)));
    }

    /// An error where cells cannot be used.
    pub(super) fn check(&self) -> Result<(), ParseError> {
        self.refused.check()
    }

    /// Puts cells behind these.
    pub(super) fn append(&mut self, others: VtkCells) {
        self.elements.extend(others.elements);
    }

    /// The groups of an array with one whole number for each cell.
    pub(super) fn groups(&self, array: &str, values: &[i64], mesh: &MeshFile) -> Vec<MeshGroup> {
        by_value(array, values, &self.elements, mesh)
    }
}

/// Adds what a cell is made of; `false` where it cannot be used.
fn element(mesh: &mut MeshFile, kind: i64, cell: &[u32]) -> bool {
    match (kind, cell) {
        (1, &[a]) => mesh.vertices.push(a),
        (2, points) => mesh.vertices.extend(points),
        (3, &[a, b]) => mesh.edges.push([a, b]),
        (4, line @ [_, _, ..]) => mesh.edges.extend(line.windows(2).map(|s| [s[0], s[1]])),
        (5, &[a, b, c]) => mesh.triangles.push([a, b, c]),
        (6, strip @ [_, _, _, ..]) => mesh.triangles.extend(strip_of(strip)),
        (7, polygon @ [_, _, _, ..]) => cut(polygon, mesh),
        (9, &[_, _, _, _]) => cut(cell, mesh),
        (10, &[a, b, c, d]) => mesh.tets.push([a, b, c, d]),
        _ => return false,
    }
    true
}

/// The triangles of a strip, all turned the way of the first.
fn strip_of(strip: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let triangles = strip.windows(3).enumerate();
    triangles.map(|(i, t)| match i % 2 {
        0 => [t[0], t[1], t[2]],
        _ => [t[1], t[0], t[2]],
    })
}

/// The name of a cell type in messages.
fn name_of(kind: i64) -> &'static str {
    match kind {
        1 => "vertex",
        3 => "line",
        4 => "polyline",
        5 => "triangle",
        6 => "triangle strip",
        7 => "polygon",
        8 => "pixel",
        9 => "quad",
        10 => "tet",
        11 => "voxel",
        12 => "hexahedron",
        13 => "wedge",
        14 => "pyramid",
        15 | 16 => "prism",
        21 => "line of second order",
        22 | 34 => "triangle of second order",
        23 | 28 | 30 => "quad of second order",
        24 => "tet of second order",
        25 | 29 | 33 => "hexahedron of second order",
        26 | 31 | 32 => "wedge of second order",
        27 | 37 => "pyramid of second order",
        35 => "line of third order",
        36 => "polygon of second order",
        42 => "polyhedron",
        68 | 75 => "line of higher order",
        69 | 76 => "triangle of higher order",
        70 | 77 => "quad of higher order",
        71 | 78 => "tet of higher order",
        72 | 79 => "hexahedron of higher order",
        73 | 80 => "wedge of higher order",
        74 | 81 => "pyramid of higher order",
        _ => "cell that is not known",
    }
}
