//! Named groups of elements: what a file says belongs together.

use super::MeshFile;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A named part of a mesh: elements of any kind, by their vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshGroup {
    /// The name of it, one of a kind in its file.
    pub name: String,
    /// Tets.
    pub tets: Vec<[u32; 4]>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Segments.
    pub edges: Vec<[u32; 2]>,
    /// Points that are elements of their own.
    pub vertices: Vec<u32>,
}

impl MeshGroup {
    /// The vertices of its elements, ascending.
    pub fn points(&self) -> Vec<u32> {
        let tets = self.tets.as_flattened().iter();
        let triangles = self.triangles.as_flattened();
        let edges = self.edges.as_flattened();
        let all = tets.chain(triangles).chain(edges).chain(&self.vertices);
        let mut points: Vec<u32> = all.copied().collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Whether there is no element in it.
    pub fn is_empty(&self) -> bool {
        self.counts() == Counts::default()
    }

    /// Keeps the elements all of whose vertices have a new number, under these.
    pub fn renumber(&mut self, new: &[Option<u32>]) {
        fn renamed<const N: usize>(elements: &mut Vec<[u32; N]>, new: &[Option<u32>]) {
            let of = |v: u32| new.get(v as usize).copied().flatten();
            elements.retain_mut(|element| {
                let known = element.iter().all(|&v| of(v).is_some());
                *element = element.map(|v| of(v).unwrap_or(v));
                known
            });
        }
        renamed(&mut self.tets, new);
        renamed(&mut self.triangles, new);
        renamed(&mut self.edges, new);
        let vertices = self.vertices.iter();
        self.vertices = vertices
            .filter_map(|&v| new.get(v as usize).copied().flatten())
            .collect();
    }

    fn counts(&self) -> Counts {
        Counts {
            tets: self.tets.len(),
            triangles: self.triangles.len(),
            edges: self.edges.len(),
            vertices: self.vertices.len(),
        }
    }

    /// Takes in the elements of a mesh from some counts to others.
    pub(super) fn add(&mut self, mesh: &MeshFile, from: Counts, to: Counts) {
        self.tets.extend(&mesh.tets[from.tets..to.tets]);
        self.triangles
            .extend(&mesh.triangles[from.triangles..to.triangles]);
        self.edges.extend(&mesh.edges[from.edges..to.edges]);
        self.vertices
            .extend(&mesh.vertices[from.vertices..to.vertices]);
    }
}

/// The most groups that one element may be in: lists of elements stay in proportion to the file.
pub(super) const MOST_GROUPS: usize = 256;

/// The numbers of elements of a mesh at some moment while it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    tets: usize,
    triangles: usize,
    edges: usize,
    vertices: usize,
}

impl Counts {
    pub(super) fn of(mesh: &MeshFile) -> Self {
        Self {
            tets: mesh.tets.len(),
            triangles: mesh.triangles.len(),
            edges: mesh.edges.len(),
            vertices: mesh.vertices.len(),
        }
    }

    /// Takes the elements back that came after this moment.
    pub(super) fn restore(self, mesh: &mut MeshFile) {
        mesh.tets.truncate(self.tets);
        mesh.triangles.truncate(self.triangles);
        mesh.edges.truncate(self.edges);
        mesh.vertices.truncate(self.vertices);
    }
}

/// Groups in the making. A group has a kind besides its name ("surface", "material"), which is told where one name
/// is used for two kinds.
#[derive(Default)]
pub(super) struct GroupTable {
    groups: Vec<(&'static str, MeshGroup)>,
    places: HashMap<(&'static str, String), usize>,
}

impl GroupTable {
    /// The place of a group, which is made where it is not there yet.
    pub(super) fn place(&mut self, kind: &'static str, name: &str) -> usize {
        let groups = &mut self.groups;
        let place = self.places.entry((kind, name.to_string()));
        *place.or_insert_with(|| {
            let name = name.to_string();
            groups.push((
                kind,
                MeshGroup {
                    name,
                    ..MeshGroup::default()
                },
            ));
            groups.len() - 1
        })
    }

    /// Takes a group in that is made already, but for its name.
    pub(super) fn take(&mut self, kind: &'static str, name: &str, group: MeshGroup) {
        let place = self.place(kind, name);
        let known = &mut self.groups[place].1;
        known.tets.extend(group.tets);
        known.triangles.extend(group.triangles);
        known.edges.extend(group.edges);
        known.vertices.extend(group.vertices);
    }

    /// Puts the elements that a mesh got since `from` into a group.
    pub(super) fn add(&mut self, place: usize, mesh: &MeshFile, from: Counts) {
        if let Some((_, group)) = self.groups.get_mut(place) {
            group.add(mesh, from, Counts::of(mesh));
        }
    }

    /// The groups that have elements. Where one name means two kinds with other elements, the kinds go before it.
    pub(super) fn finish(self) -> Vec<MeshGroup> {
        let mut groups: Vec<(&str, MeshGroup)> = Vec::new();
        let mut kinds: HashMap<String, Vec<usize>> = HashMap::new();
        for (kind, group) in self.groups {
            let alike = kinds.entry(group.name.clone()).or_default();
            let same = |&place: &usize| groups[place].1 == group;
            if !group.is_empty() && !alike.iter().any(same) {
                alike.push(groups.len());
                groups.push((kind, group));
            }
        }
        let mut taken: HashSet<String> = kinds.keys().cloned().collect();
        for (kind, group) in &mut groups {
            if kinds.get(&group.name).is_some_and(|alike| alike.len() > 1) {
                let mut name = format!("{kind} {}", group.name);
                while !taken.insert(name.clone()) {
                    name = format!("{kind} {name}");
                }
                group.name = name;
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// The most values that an array of cells may have to be taken for names of parts: one with more counts something.
const MOST_VALUES: usize = 1000;

/// The groups `ARRAY N` of an array of whole numbers, one for each cell; `cells` says what each cell became.
pub(super) fn by_value(
    array: &str,
    values: &[i64],
    cells: &[(Counts, Counts)],
    mesh: &MeshFile,
) -> Vec<MeshGroup> {
    let mut groups: BTreeMap<i64, MeshGroup> = BTreeMap::new();
    // VTK's own arrays number cells, or mark those of a neighbour.
    if array.starts_with("vtk") {
        return Vec::new();
    }
    for (&value, &(from, to)) in values.iter().zip(cells) {
        let group = groups.entry(value).or_insert_with(|| MeshGroup {
            name: format!("{array} {value}"),
            ..MeshGroup::default()
        });
        group.add(mesh, from, to);
        if groups.len() > MOST_VALUES {
            return Vec::new();
        }
    }
    groups.into_values().filter(|g| !g.is_empty()).collect()
}
