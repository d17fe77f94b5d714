//! The contents of a mesh file, and the meshes that they make.

use super::groups::MeshGroup;
use super::obj::CornerUv;
use crate::ParseError;
use crate::free::{free_edges, free_vertices};
use std::collections::HashMap;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

/// Everything a mesh file may hold; indices count from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFile {
    /// Positions, in the file's unit; all finite.
    pub points: Vec<Vec3>,
    /// Tets as they are in the file, of either orientation.
    pub tets: Vec<[u32; 4]>,
    /// Triangles; polygons of the file are cut into some.
    pub triangles: Vec<[u32; 3]>,
    /// Texture coordinates of the corners of each triangle; empty where some triangle has none.
    pub uv: CornerUv,
    /// Segments.
    pub edges: Vec<[u32; 2]>,
    /// Points that are elements of their own.
    pub vertices: Vec<u32>,
    /// Named groups of these elements.
    pub groups: Vec<MeshGroup>,
}

impl MeshFile {
    /// The tets and the points they name.
    pub fn into_tet_mesh(self) -> Result<TetMesh, ParseError> {
        Ok(self.into_grouped_tet_mesh()?.0)
    }

    /// The tets and the points they name, and the groups of these. Triangles and segments have no use beside tets but
    /// to be groups of their sides: those that are elsewhere are refused.
    pub fn into_grouped_tet_mesh(mut self) -> Result<(TetMesh, Vec<MeshGroup>), ParseError> {
        if self.tets.is_empty() {
            return Err(ParseError::whole(format!(
                "the file has no tets ({} points, {} triangles); tetrahedralize the surface first",
                self.points.len(),
                self.triangles.len()
            )));
        }
        check_elements("tet", &self.tets, self.points.len())?;
        let new = kept_numbers(self.points.len(), self.tets.as_flattened());
        check_beside("triangle", &self.triangles, &new)?;
        check_beside("segment", &self.edges, &new)?;
        for group in &self.groups {
            let lost = group.vertices.iter().filter(|&&v| !is_kept(&new, v));
            if lost.count() > 0 {
                return Err(ParseError::whole(format!(
                    "the group \"{}\" has points that no tet has: remove them from it",
                    group.name
                )));
            }
        }
        let tets = self.tets.as_flattened_mut().iter_mut();
        tets.for_each(|v| *v = new[*v as usize].unwrap_or_default());
        let mesh = TetMesh {
            points: kept_points(self.points, &new),
            tets: self.tets,
        };
        Ok((mesh, renumbered(self.groups, &new)))
    }

    /// The triangles, free segments and free points, or the boundary of the tets.
    pub fn into_surface_mesh(self) -> Result<SurfaceMesh, ParseError> {
        Ok(self.into_grouped_surface_mesh()?.0)
    }

    /// The triangles, free segments and free points, or the boundary of the tets, and the groups of these.
    pub fn into_grouped_surface_mesh(self) -> Result<(SurfaceMesh, Vec<MeshGroup>), ParseError> {
        let n = self.points.len();
        check_elements("tet", &self.tets, n)?;
        check_elements("triangle", &self.triangles, n)?;
        check_elements("segment", &self.edges, n)?;
        check_elements("point", self.vertices.as_chunks::<1>().0, n)?;
        let no_surface = self.triangles.is_empty() && self.edges.is_empty();
        if no_surface && self.tets.is_empty() && self.vertices.is_empty() {
            return Err(ParseError::whole(format!(
                "the mesh is empty: {n} points, but no triangle, segment or point element"
            )));
        }
        let (triangles, edges, vertices) = if no_surface && !self.tets.is_empty() {
            let tets = self.tets;
            let points = self.points.clone();
            let mut solid = TetMesh { points, tets };
            solid.orient();
            let triangles = tangency_geometry::topology::boundary_triangles(&solid.tets);
            (triangles, Vec::new(), Vec::new())
        } else {
            let edges = free_edges(&self.triangles, &self.edges);
            let vertices = free_vertices(n, &self.triangles, &edges, &self.vertices);
            (self.triangles, edges, vertices)
        };
        let named = triangles.as_flattened().iter().chain(edges.as_flattened());
        let new = kept_numbers(n, named.chain(&vertices));
        let groups = renumbered(self.groups, &new);
        let mut mesh = SurfaceMesh {
            points: self.points,
            triangles,
            edges,
            vertices,
        };
        mesh.remove_unused_points();
        Ok((mesh, groups))
    }

    /// One of its groups as a file of its own; other groups keep what they have in common with it.
    pub fn part(self, name: &str) -> Result<MeshFile, ParseError> {
        let Some(part) = self.groups.iter().find(|group| group.name == name) else {
            let known = match self.groups.is_empty() {
                true => "none: the whole file is one part".to_string(),
                false => list(self.groups.iter().map(|group| group.name.as_str())),
            };
            return Err(ParseError::whole(format!(
                "the file has no part \"{name}\"; its parts: {known}"
            )));
        };
        let part = part.clone();
        let used = kept_numbers(self.points.len(), part.points().iter());
        // The numbers stay: points that no element names are left out later.
        let same: Vec<Option<u32>> = (0..).zip(used).map(|(v, new)| new.map(|_| v)).collect();
        let mut groups = self.groups;
        for group in &mut groups {
            if group.name != name {
                let whole = group.tets.len();
                group.renumber(&same);
                // A tet with all its corners on the border of a neighbour is no part of that.
                if whole > 0 && !part.tets.is_empty() {
                    let own = sorted_elements(&part.tets);
                    group.tets.retain(|tet| is_among(&own, tet));
                }
            }
        }
        groups.retain(|group| !group.is_empty());
        Ok(MeshFile {
            uv: uv_of(&part.triangles, &self.triangles, &self.uv),
            points: self.points,
            tets: part.tets,
            triangles: part.triangles,
            edges: part.edges,
            vertices: part.vertices,
            groups,
        })
    }
}

/// Texture coordinates of some triangles, where all of them are among `triangles`, with the same first corner.
pub fn uv_of(some: &[[u32; 3]], triangles: &[[u32; 3]], uv: &[[[f64; 2]; 3]]) -> CornerUv {
    let known: HashMap<_, _> = triangles.iter().zip(uv).collect();
    let found: Option<CornerUv> = some.iter().map(|t| known.get(t).map(|&&uv| uv)).collect();
    found.unwrap_or_default()
}

/// The most names that a message lists.
const MOST_NAMES: usize = 30;

/// Names in a message.
pub fn list<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let count = names.clone().count();
    let shown: Vec<&str> = names.take(MOST_NAMES).collect();
    let more = match count.saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &more
}

/// The elements with their vertices ascending, in order.
pub fn sorted_elements<const N: usize>(elements: &[[u32; N]]) -> Vec<[u32; N]> {
    let mut sorted: Vec<[u32; N]> = elements.iter().map(ascending).collect();
    sorted.sort_unstable();
    sorted
}

/// Whether an element is among those of [`sorted_elements`].
pub fn is_among<const N: usize>(sorted: &[[u32; N]], element: &[u32; N]) -> bool {
    sorted.binary_search(&ascending(element)).is_ok()
}

fn ascending<const N: usize>(element: &[u32; N]) -> [u32; N] {
    let mut element = *element;
    element.sort_unstable();
    element
}

fn is_kept(new: &[Option<u32>], v: u32) -> bool {
    new.get(v as usize).is_some_and(Option::is_some)
}

/// Triangles or segments beside tets have their vertices in common with them.
fn check_beside<const N: usize>(
    kind: &str,
    elements: &[[u32; N]],
    new: &[Option<u32>],
) -> Result<(), ParseError> {
    let elsewhere = |element: &&[u32; N]| !element.iter().all(|&v| is_kept(new, v));
    let mut lost = elements.iter().filter(elsewhere);
    let Some(first) = lost.next() else {
        return Ok(());
    };
    let count = 1 + lost.count();
    Err(ParseError::whole(format!(
        "beside tets, the file has {count} {kind}s that are no side of them, the first with the vertices {first:?} \
         (from 0), and these would be lost: take the parts one by one (`piece = {{ file, name }}`), or remove them"
    )))
}

/// The new number of each of so many points when those that nothing names are left out.
pub fn kept_numbers<'a>(
    points: usize,
    named: impl IntoIterator<Item = &'a u32>,
) -> Vec<Option<u32>> {
    let mut used = vec![false; points];
    for &v in named {
        if let Some(flag) = used.get_mut(v as usize) {
            *flag = true;
        }
    }
    let mut next = 0;
    let number = |used: bool| {
        let number = next;
        next += u32::from(used);
        used.then_some(number)
    };
    used.into_iter().map(number).collect()
}

fn kept_points(mut points: Vec<Vec3>, new: &[Option<u32>]) -> Vec<Vec3> {
    let mut new = new.iter();
    points.retain(|_| new.next().is_some_and(Option::is_some));
    points
}

fn renumbered(mut groups: Vec<MeshGroup>, new: &[Option<u32>]) -> Vec<MeshGroup> {
    groups.iter_mut().for_each(|group| group.renumber(new));
    groups.retain(|group| !group.is_empty());
    groups
}

/// Every index in range, no element with a vertex twice.
pub(super) fn check_elements<const N: usize>(
    kind: &str,
    elements: &[[u32; N]],
    points: usize,
) -> Result<(), ParseError> {
    for (i, element) in elements.iter().enumerate() {
        for (corner, &vertex) in element.iter().enumerate() {
            if vertex as usize >= points {
                return Err(ParseError::whole(format!(
                    "{kind} {i} {element:?} names vertex {vertex}, but there are {points} points \
                     (all counted from 0)"
                )));
            }
            if element[..corner].contains(&vertex) {
                return Err(ParseError::whole(format!(
                    "{kind} {i} {element:?} names vertex {vertex} twice (counted from 0); \
                     remove the degenerate {kind}"
                )));
            }
        }
    }
    Ok(())
}
