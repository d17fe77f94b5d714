//! Fields as attributes of USD's prims: over points, over faces, over segments.

use super::names::{Names, identifier};
use super::{ExportFrame, fields_of, same_quantity};
use crate::run_folder::{FieldArray, FieldLocation, Topology};
use crate::write::usda::{UsdAttribute, list};
use std::collections::HashMap;

/// The elements of a run by their vertices, sorted, as far as fields are asked for.
#[derive(Default)]
pub(super) struct ElementPlaces {
    /// Faces of tets, of which the surface has one side.
    tets: HashMap<[u32; 3], usize>,
    triangles: HashMap<[u32; 3], usize>,
    segments: HashMap<[u32; 2], usize>,
}

impl ElementPlaces {
    pub(super) fn of(topology: &Topology, frame: &ExportFrame) -> Self {
        let has = |location| fields_of(frame, location).next().is_some();
        let mut places = Self::default();
        if has(FieldLocation::Tet) {
            let tets = topology.tets.iter().enumerate();
            let faces = tets.flat_map(|(i, &[a, b, c, d])| {
                [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].map(|face| (sorted(face), i))
            });
            places.tets = faces.collect();
        }
        if has(FieldLocation::Triangle) {
            let elements = topology.elastic_triangles.iter().enumerate();
            places.triangles = elements.map(|(i, &t)| (sorted(t), i)).collect();
        }
        if has(FieldLocation::Segment) {
            let elements = topology.elastic_segments.iter().enumerate();
            places.segments = elements.map(|(i, &e)| (sorted(e), i)).collect();
        }
        places
    }

    /// The elements that the faces of a surface take values from.
    pub(super) fn of_faces(&self, faces: &[[u32; 3]]) -> Vec<Source> {
        let source = |&face: &[u32; 3]| Source {
            tet: self.tets.get(&sorted(face)).copied(),
            triangle: self.triangles.get(&sorted(face)).copied(),
            segment: None,
        };
        faces.iter().map(source).collect()
    }

    /// The elements that segments take values from.
    pub(super) fn of_segments(&self, segments: &[[u32; 2]]) -> Vec<Source> {
        let source = |&segment: &[u32; 2]| Source {
            segment: self.segments.get(&sorted(segment)).copied(),
            ..Source::default()
        };
        segments.iter().map(source).collect()
    }
}

fn sorted<const N: usize>(mut element: [u32; N]) -> [u32; N] {
    element.sort_unstable();
    element
}

/// The elements of a run that a face or segment is part of.
#[derive(Clone, Copy, Default)]
pub(super) struct Source {
    tet: Option<usize>,
    triangle: Option<usize>,
    segment: Option<usize>,
}

impl Source {
    fn place(&self, location: FieldLocation) -> Option<usize> {
        match location {
            FieldLocation::Tet => self.tet,
            FieldLocation::Triangle => self.triangle,
            FieldLocation::Segment => self.segment,
            FieldLocation::Vertex | FieldLocation::Pair => None,
        }
    }
}

/// The fields over one prim.
pub(super) struct Primvars {
    /// Vertices of the run that the points of the prim are.
    members: Vec<u32>,
    /// The elements behind its faces or segments.
    sources: Vec<Source>,
    attributes: Vec<UsdAttribute>,
}

impl Primvars {
    pub(super) fn new(members: Vec<u32>, sources: Vec<Source>) -> Self {
        Self {
            members,
            sources,
            attributes: Vec::new(),
        }
    }

    /// Adds the values of a frame; every frame has the same fields.
    pub(super) fn push(&mut self, frame: &ExportFrame) {
        let is_first = self.attributes.is_empty();
        let mut names = Names::default();
        let mut place = 0;
        for field in fields_of(frame, FieldLocation::Vertex) {
            if is_first {
                self.declare(&mut names, field, "vertex");
            }
            let width = field.width();
            let entry = |&v: &u32| &field.values[v as usize * width..][..width];
            let numbers: Vec<f32> = (self.members.iter().flat_map(entry))
                .map(|&value| value as f32)
                .collect();
            // Programs would move points by unknown velocities.
            if !is_velocity(field) || numbers.iter().all(|value| value.is_finite()) {
                self.add(place, frame.time, field, &numbers);
            }
            place += 1;
        }
        for group in same_quantity(frame) {
            let is_here = |source: &Source| {
                (group.iter()).any(|field| source.place(field.location).is_some())
            };
            if !self.sources.iter().any(is_here) {
                continue;
            }
            if is_first {
                self.declare(&mut names, group[0], "uniform");
            }
            let numbers: Vec<f32> = (self.sources.iter())
                .flat_map(|source| entry_of(source, &group))
                .collect();
            self.add(place, frame.time, group[0], &numbers);
            place += 1;
        }
    }

    fn declare(&mut self, names: &mut Names, field: &FieldArray, interpolation: &str) {
        if is_velocity(field) {
            let attribute = UsdAttribute::varying("vector3f[] velocities", Vec::new());
            self.attributes.push(attribute);
            return;
        }
        let width = field.width();
        let kind = match field.shape[..] {
            [n @ 2..=4] => format!("float{n}[]"),
            _ => "float[]".to_owned(),
        };
        let name = names.either(&identifier(&field.name), &identifier(&field.key()));
        let mut metadata = Vec::new();
        if !matches!(field.shape[..], [] | [2..=4]) {
            metadata.push(format!("elementSize = {width}"));
        }
        metadata.push(format!("interpolation = \"{interpolation}\""));
        let declaration = format!("{kind} primvars:{name}");
        (self.attributes).push(UsdAttribute::varying(declaration, metadata));
    }

    fn add(&mut self, place: usize, time: f64, field: &FieldArray, numbers: &[f32]) {
        let width = match field.shape[..] {
            [n @ 2..=4] => n,
            _ => 1,
        };
        if let Some(attribute) = self.attributes.get_mut(place) {
            let text = list(numbers.iter().copied(), width);
            attribute.values.push(time, text);
        }
    }

    /// The attributes.
    pub(super) fn into_attributes(self) -> Vec<UsdAttribute> {
        self.attributes
    }
}

/// Whether a field is the one that USD has an attribute of its own for.
fn is_velocity(field: &FieldArray) -> bool {
    field.location == FieldLocation::Vertex && field.name == "velocity" && field.shape == [3]
}

/// The entry of the first of the fields that has one for a face or segment, else NaN.
fn entry_of(source: &Source, group: &[&FieldArray]) -> Vec<f32> {
    let width = group[0].width();
    let found = group.iter().find_map(|field| {
        let place = source.place(field.location)?;
        field.values.get(place * width..(place + 1) * width)
    });
    match found {
        Some(entry) => entry.iter().map(|&value| value as f32).collect(),
        None => vec![f32::NAN; width],
    }
}
