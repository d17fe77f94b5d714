//! Faults of surface meshes: found, named by place, and mended where there is one right way.
//!
//! Mended are vertices at exactly the same place (welded), triangles that are there twice or have a vertex twice (dropped),
//! triangles that run against their neighbours (turned as most of their piece; outward where there are as many of either in a
//! closed one), and vertices of no element (dropped). What has no one right way is named and left: edges of more than two
//! triangles, one-sided pieces, triangles without area whose corners differ, and slivers.

use std::collections::{BTreeMap, BTreeSet};

use crate::cloth::{ClothError, orient};
use crate::topology::{border_edges, used_vertices};
use crate::{SurfaceMesh, Vec3};

/// Height of a triangle over its longest edge below which it is a sliver, in lengths of that edge.
const SLIVER: f64 = 1e-3;

/// Faults of a surface, each with the place of the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFaults {
    /// Vertices at the place of another.
    pub coincident: Fault,
    /// Triangles with the vertices of another, once coincident ones are one.
    pub duplicates: Fault,
    /// Triangles that have a vertex twice, once coincident ones are one.
    pub collapsed: Fault,
    /// Triangles without area whose corners differ.
    pub flat: Fault,
    /// Triangles with area that are much longer than high.
    pub slivers: Fault,
    /// Triangles that run against their neighbours.
    pub turned: Fault,
    /// Edges of more than two triangles, once coincident vertices are one.
    pub crowded: Fault,
    /// Vertices of no element.
    pub unused: Fault,
    /// Whether a piece has one side only.
    pub is_one_sided: bool,
}

/// Number of faults of one kind, and the place of the first, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fault {
    /// Number of them.
    pub count: usize,
    /// Place of the first.
    pub first: Option<Vec3>,
}

impl Fault {
    fn add(&mut self, at: Vec3) {
        self.count += 1;
        self.first.get_or_insert(at);
    }
}

impl MeshFaults {
    /// Whether there is nothing to say.
    pub fn is_clean(&self) -> bool {
        self.lines().is_empty()
    }

    /// Whether the mended surface is the one that was meant: not so where vertices that are welded make edges of more than two
    /// triangles, or a piece of one side.
    pub fn can_be_mended(&self) -> bool {
        self.crowded.count == 0 && !self.is_one_sided
    }

    /// A line for each kind, with its number and the first place.
    pub fn lines(&self) -> Vec<String> {
        let kinds = [
            (
                &self.coincident,
                "vertices at the place of another",
                "repair welds them",
            ),
            (
                &self.duplicates,
                "triangles that are there twice",
                "repair drops them",
            ),
            (
                &self.collapsed,
                "triangles with a vertex twice",
                "repair drops them",
            ),
            (
                &self.turned,
                "triangles that run against their neighbours",
                "repair turns them",
            ),
            (&self.unused, "vertices of no element", "repair drops them"),
            (
                &self.flat,
                "triangles without area",
                "move a corner, or remove them",
            ),
            (&self.slivers, "slivers", "remesh them if steps are slow"),
            (
                &self.crowded,
                "edges of more than two triangles",
                "split the surface there",
            ),
        ];
        let line = |(fault, what, remedy): (&Fault, &str, &str)| {
            let p = fault.first?;
            let count = fault.count;
            Some(format!(
                "{what}: {count}, the first at ({}, {}, {}) m ({remedy})",
                p.x, p.y, p.z
            ))
        };
        let one_sided = self
            .is_one_sided
            .then(|| "a piece has one side only (a Möbius strip): cut it open".to_owned());
        kinds
            .into_iter()
            .filter_map(line)
            .chain(one_sided)
            .collect()
    }
}

/// A mended surface, and what became of the vertices and triangles of the old one.
#[derive(Clone, Debug)]
pub struct MendedSurface {
    /// The surface.
    pub mesh: SurfaceMesh,
    /// The new number of each old vertex; none where it is dropped.
    pub vertices: Vec<Option<u32>>,
    /// Of each new triangle, its old number and whether it was turned.
    pub triangles: Vec<(usize, bool)>,
    /// The faults that were found, mended or not.
    pub faults: MeshFaults,
}

/// The faults of a surface.
pub fn find_faults(mesh: &SurfaceMesh) -> MeshFaults {
    mend(mesh).faults
}

/// Mends what has one right way.
pub fn mend(mesh: &SurfaceMesh) -> MendedSurface {
    let mut faults = MeshFaults::default();
    let welded = weld(mesh, &mut faults);
    let (triangles, mut old) = distinct(mesh, &welded, &mut faults);
    let mut oriented = triangles.clone();
    let is_oriented = match orient(&mut oriented) {
        Ok(_) => true,
        Err(ClothError::OneSided { .. }) => {
            faults.is_one_sided = true;
            false
        }
        Err(_) => false,
    };
    if !is_oriented {
        oriented.clone_from(&triangles);
        find_crowded(mesh, &triangles, &mut faults);
    } else {
        face_as_most(mesh, &triangles, &mut oriented);
    }
    let turned: Vec<bool> = triangles
        .iter()
        .zip(&oriented)
        .map(|(a, b)| a != b)
        .collect();
    for (triangle, _) in triangles.iter().zip(&turned).filter(|(_, turned)| **turned) {
        faults.turned.add(centre(mesh, triangle));
    }
    find_thin(mesh, &oriented, &mut faults);
    let edges: BTreeSet<[u32; 2]> = { mesh.edges.iter() }
        .map(|edge| edge.map(|v| welded[v as usize]))
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    let singles: BTreeSet<u32> = mesh.vertices.iter().map(|&v| welded[v as usize]).collect();
    let mut used = vec![false; mesh.points.len()];
    let in_elements = used_vertices(&oriented)
        .into_iter()
        .chain(used_vertices(&edges));
    in_elements.for_each(|v| used[v as usize] = true);
    let singles: Vec<u32> = singles.into_iter().filter(|&v| !used[v as usize]).collect();
    singles.iter().for_each(|&v| used[v as usize] = true);
    for (v, point) in mesh.points.iter().enumerate() {
        if welded[v] == v as u32 && !used[v] {
            faults.unused.add(*point);
        }
    }
    let mut number = vec![None; mesh.points.len()];
    let mut points = Vec::new();
    for v in (0..mesh.points.len()).filter(|&v| used[v]) {
        number[v] = Some(points.len() as u32);
        points.push(mesh.points[v]);
    }
    let new = |v: u32| number[v as usize].unwrap_or_default();
    MendedSurface {
        vertices: welded.iter().map(|&v| number[v as usize]).collect(),
        triangles: old.drain(..).zip(turned).collect(),
        mesh: SurfaceMesh {
            points,
            triangles: oriented.iter().map(|t| t.map(new)).collect(),
            edges: edges.iter().map(|e| e.map(new)).collect(),
            vertices: singles.into_iter().map(new).collect(),
        },
        faults,
    }
}

/// The first vertex at the place of each.
fn weld(mesh: &SurfaceMesh, faults: &mut MeshFaults) -> Vec<u32> {
    // Zeros of either sign are one place.
    let key = |p: &Vec3| [p.x + 0.0, p.y + 0.0, p.z + 0.0].map(f64::to_bits);
    let mut first: BTreeMap<[u64; 3], u32> = BTreeMap::new();
    let of = |(v, point): (usize, &Vec3)| {
        let kept = *first.entry(key(point)).or_insert(v as u32);
        if kept != v as u32 {
            faults.coincident.add(*point);
        }
        kept
    };
    mesh.points.iter().enumerate().map(of).collect()
}

/// The triangles that have three vertices and are there for the first time, with their old numbers.
fn distinct(
    mesh: &SurfaceMesh,
    welded: &[u32],
    faults: &mut MeshFaults,
) -> (Vec<[u32; 3]>, Vec<usize>) {
    let mut seen: BTreeSet<[u32; 3]> = BTreeSet::new();
    let (mut triangles, mut old) = (Vec::new(), Vec::new());
    for (number, triangle) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = triangle.map(|v| welded[v as usize]);
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        if a == b || b == c || c == a {
            faults.collapsed.add(centre(mesh, triangle));
        } else if !seen.insert(sorted) {
            faults.duplicates.add(centre(mesh, triangle));
        } else {
            triangles.push([a, b, c]);
            old.push(number);
        }
    }
    (triangles, old)
}

/// Turns each piece the way most of its triangles were.
fn face_as_most(mesh: &SurfaceMesh, before: &[[u32; 3]], oriented: &mut [[u32; 3]]) {
    let whole = SurfaceMesh::from_triangles(mesh.points.clone(), oriented.to_vec());
    let pieces = crate::pieces::pieces(&whole);
    let piece = |t: &[u32; 3]| pieces[t[0] as usize];
    let borders = border_edges(oriented);
    let open: BTreeSet<u32> = borders.iter().map(|e| pieces[e[0] as usize]).collect();
    let mut votes: BTreeMap<u32, (i64, f64)> = BTreeMap::new();
    for (old, new) in before.iter().zip(oriented.iter()) {
        let vote = votes.entry(piece(new)).or_default();
        vote.0 += if old == new { 1 } else { -1 };
        if !open.contains(&piece(new)) {
            let [a, b, c] = new.map(|v| mesh.points[v as usize]);
            vote.1 += a.cross(&b).dot(&c);
        }
    }
    let is_turned = |&(most, volume): &(i64, f64)| most < 0 || (most == 0 && volume < 0.0);
    for triangle in oriented.iter_mut() {
        if votes.get(&piece(triangle)).is_some_and(is_turned) {
            triangle.swap(1, 2);
        }
    }
}

fn find_crowded(mesh: &SurfaceMesh, triangles: &[[u32; 3]], faults: &mut MeshFaults) {
    let mut counts: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for &[a, b, c] in triangles {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            *counts.entry([p.min(q), p.max(q)]).or_default() += 1;
        }
    }
    for (edge, _) in counts.iter().filter(|(_, count)| **count > 2) {
        let [a, b] = edge.map(|v| mesh.points[v as usize]);
        faults.crowded.add(0.5 * (a + b));
    }
}

fn find_thin(mesh: &SurfaceMesh, triangles: &[[u32; 3]], faults: &mut MeshFaults) {
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| mesh.points[v as usize]);
        let doubled = (b - a).cross(&(c - a)).norm();
        let longest = (b - a)
            .norm_squared()
            .max((c - b).norm_squared())
            .max((a - c).norm_squared());
        if doubled == 0.0 {
            faults.flat.add(centre(mesh, triangle));
        } else if doubled < SLIVER * longest {
            faults.slivers.add(centre(mesh, triangle));
        }
    }
}

fn centre(mesh: &SurfaceMesh, triangle: &[u32; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|v| mesh.points[v as usize]);
    (a + b + c) / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tetrahedron's surface, outward.
    fn closed() -> SurfaceMesh {
        let points = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        SurfaceMesh::from_triangles(points.map(Vec3::from).to_vec(), triangles)
    }

    #[test]
    fn a_clean_surface_stays_as_it_is() {
        let mended = mend(&closed());
        assert!(mended.faults.is_clean(), "{:?}", mended.faults);
        assert_eq!(mended.mesh, closed());
    }

    #[test]
    fn a_soup_with_turned_and_doubled_triangles_becomes_the_surface() {
        let clean = closed();
        let mut points = vec![Vec3::new(7.0, 7.0, 7.0)];
        let mut triangles = Vec::new();
        for (k, triangle) in clean
            .triangles
            .iter()
            .chain(&clean.triangles[..1])
            .enumerate()
        {
            let first = points.len() as u32;
            points.extend(triangle.map(|v| clean.points[v as usize]));
            let [a, b, c] = [first, first + 1, first + 2];
            triangles.push(if k % 2 == 0 { [a, c, b] } else { [a, b, c] });
        }
        let mended = mend(&SurfaceMesh::from_triangles(points, triangles));
        let faults = &mended.faults;
        assert_eq!(faults.coincident.count, 15 - 4);
        assert_eq!((faults.duplicates.count, faults.unused.count), (1, 1));
        assert_eq!(faults.unused.first, Some(Vec3::new(7.0, 7.0, 7.0)));
        assert_eq!(faults.turned.count, 2);
        assert!(faults.can_be_mended());
        assert_eq!(
            (mended.mesh.points.len(), mended.mesh.triangles.len()),
            (4, 4)
        );
        assert!((mended.mesh.volume() - 1.0 / 6.0).abs() < 1e-15, "outward");
        assert_eq!(mended.vertices[0], None);
    }

    #[test]
    fn what_has_no_one_way_is_named_and_left() {
        let mut crowded = closed();
        crowded.points.push(Vec3::new(2.0, -1.0, 0.0));
        crowded.triangles.push([0, 1, 4]);
        let mended = mend(&crowded);
        assert_eq!(mended.faults.crowded.count, 1);
        assert_eq!(mended.faults.crowded.first, Some(Vec3::new(0.5, 0.0, 0.0)));
        assert!(!mended.faults.can_be_mended());
        assert_eq!(mended.mesh.triangles, crowded.triangles);
        let line = &mended.faults.lines()[0];
        assert!(
            line.starts_with("edges of more than two triangles: 1, the first at (0.5, 0, 0) m"),
            "{line}"
        );
    }
}
