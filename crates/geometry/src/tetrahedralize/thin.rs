//! Features of a surface that are thinner than the lattice: parts that its tets leave out, and gaps that they close.
//!
//! A triangle is lost where its centre or a corner is farther than the lattice's size from the boundary of the tets; triangles
//! that share corners are one feature; those inside of another part of the surface, where parts overlap, are none. Its thickness is the median, over its triangles, of the way through it along their normals.

use rayon::prelude::*;

use super::tree::Tree;
use crate::{SurfaceMesh, Vec3};

/// Features of a surface that are too thin for tets of a size: what is done about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThinFeatures {
    /// Nothing is filled, and every feature is named.
    #[default]
    Refuse,
    /// The size is lowered until all of them are there.
    Keep,
    /// They are left out, and reported.
    Cut,
}

/// A part of a surface that tets leave out, or a gap that they close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThinFeature {
    /// Whether it is a gap between parts of the surface, and not a part.
    pub is_gap: bool,
    /// Middle of its bounding box, m.
    pub center: Vec3,
    /// Longest side of its bounding box, m.
    pub length: f64,
    /// Thickness, m; infinite where nothing is behind it.
    pub thickness: f64,
    /// Farthest distance from the tets' boundary, m.
    pub distance: f64,
}

impl std::fmt::Display for ThinFeature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = if self.is_gap { "a gap" } else { "a part" };
        let [x, y, z] = self.center.into();
        write!(f, "{what} around ({x:.3e}, {y:.3e}, {z:.3e})")?;
        if self.thickness.is_finite() {
            write!(f, ", {:.1e} m thin", self.thickness)?;
        }
        write!(
            f,
            " and {:.1e} m long, up to {:.1e} m away from any tet",
            self.length, self.distance
        )
    }
}

/// Features that a message names; there may be hundreds.
const MOST_NAMED: usize = 5;

/// A list of features in words, the largest ones first.
pub(super) fn in_words(features: &[ThinFeature]) -> String {
    let mut words: Vec<String> = features
        .iter()
        .take(MOST_NAMED)
        .map(ToString::to_string)
        .collect();
    if let Some(more @ 1..) = features.len().checked_sub(MOST_NAMED) {
        words.push(format!("and {more} more"));
    }
    words.join("; ")
}

/// Features of `surface` that are farther than `size` from `boundary`, the longest first.
pub(super) fn lost(
    surface: &SurfaceMesh,
    tree: &Tree,
    boundary: &SurfaceMesh,
    size: f64,
) -> Vec<ThinFeature> {
    let boundary_tree = Tree::new(boundary);
    let squared_at: Vec<f64> = surface
        .points
        .par_iter()
        .map(|x| boundary_tree.squared_distance(x))
        .collect();
    let squared: Vec<f64> = surface
        .triangles
        .par_iter()
        .map(|&t| {
            let centre = centre(surface, t);
            let corners = t.iter().map(|&v| squared_at[v as usize]);
            corners.fold(boundary_tree.squared_distance(&centre), f64::max)
        })
        .collect();
    let boxes = [surface.bounding_box(), boundary.bounding_box()];
    let diagonals = boxes.iter().flatten().map(|b| b.diagonal());
    let reach = diagonals.fold(0.0, f64::max);
    let rows: Vec<usize> = (0..squared.len())
        .into_par_iter()
        .filter(|&row| squared[row] > size * size && !is_buried(surface, tree, row, reach))
        .collect();
    let mut features: Vec<ThinFeature> = connected(surface, &rows)
        .iter()
        .map(|rows| {
            let distance = rows.iter().map(|&row| squared[row]).fold(0.0, f64::max);
            measure(surface, tree, &boundary_tree, rows, reach, distance.sqrt())
        })
        .collect();
    features.sort_by(|a, b| b.length.total_cmp(&a.length));
    features
}

fn centre(surface: &SurfaceMesh, triangle: [u32; 3]) -> Vec3 {
    surface.corners(triangle).iter().sum::<Vec3>() / 3.0
}

/// Sets of triangles that hang together by their corners, in the order of their first triangles.
fn connected(surface: &SurfaceMesh, rows: &[usize]) -> Vec<Vec<usize>> {
    let mut parent: Vec<u32> = (0..surface.points.len() as u32).collect();
    fn root(parent: &mut [u32], mut v: u32) -> u32 {
        while parent[v as usize] != v {
            parent[v as usize] = parent[parent[v as usize] as usize];
            v = parent[v as usize];
        }
        v
    }
    for &row in rows {
        let [a, b, c] = surface.triangles[row];
        for other in [b, c] {
            let [p, q] = [a, other].map(|v| root(&mut parent, v));
            parent[p.max(q) as usize] = p.min(q);
        }
    }
    let mut sets: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut set_of = std::collections::HashMap::new();
    for &row in rows {
        let root = root(&mut parent, surface.triangles[row][0]);
        let at = *set_of.entry(root).or_insert_with(|| {
            sets.push((root, Vec::new()));
            sets.len() - 1
        });
        sets[at].1.push(row);
    }
    sets.into_iter().map(|(_, rows)| rows).collect()
}

/// One feature, with what the tets have made of it.
fn measure(
    surface: &SurfaceMesh,
    tree: &Tree,
    boundary_tree: &Tree,
    rows: &[usize],
    reach: f64,
    distance: f64,
) -> ThinFeature {
    let corners = || {
        rows.iter()
            .flat_map(|&row| surface.corners(surface.triangles[row]))
    };
    let infinite = Vec3::repeat(f64::INFINITY);
    let (min, max) = corners().fold((infinite, -infinite), |(min, max), x| {
        (min.inf(&x), max.sup(&x))
    });
    let is_covered = |&&row: &&usize| {
        let x = centre(surface, surface.triangles[row]);
        is_inside(boundary_tree, &x, reach)
    };
    let is_gap = 2 * rows.iter().filter(is_covered).count() > rows.len();
    let mut ways: Vec<f64> = rows
        .iter()
        .map(|&row| way_through(surface, tree, row, is_gap, reach))
        .collect();
    ways.sort_by(f64::total_cmp);
    ThinFeature {
        is_gap,
        center: 0.5 * (min + max),
        length: (max - min).max(),
        thickness: ways[ways.len() / 2],
        distance,
    }
}

/// Whether a point is inside of the surface of a tree, more deeply than zero times.
pub(super) fn is_inside(tree: &Tree, x: &Vec3, reach: f64) -> bool {
    // A direction along no axis and no diagonal of the lattice.
    let far = x + 2.0 * reach * Vec3::new(0.5773, 0.2113, 0.7887);
    let crossings = tree.crossings(x, &far);
    2 * crossings.iter().filter(|c| c.leaves).count() > crossings.len()
}

/// Whether a triangle has the inside of another part of the surface before it.
fn is_buried(surface: &SurfaceMesh, tree: &Tree, row: usize, reach: f64) -> bool {
    before(surface, row, 1.0, reach).is_none_or(|(x, _)| is_inside(tree, &x, reach))
}

/// A point just off the middle of a triangle, before it (`side` 1) or behind it (-1), and the unit vector that leads there; none
/// for a triangle without an area.
fn before(surface: &SurfaceMesh, row: usize, side: f64, reach: f64) -> Option<(Vec3, Vec3)> {
    let [a, b, c] = surface.corners(surface.triangles[row]);
    let towards = side * (b - a).cross(&(c - a)).try_normalize(0.0)?;
    Some(((a + b + c) / 3.0 + 1e-9 * reach * towards, towards))
}

/// The way from a triangle through what is behind it, or for a gap before it, to the surface again, m.
fn way_through(surface: &SurfaceMesh, tree: &Tree, row: usize, is_gap: bool, reach: f64) -> f64 {
    let side = if is_gap { 1.0 } else { -1.0 };
    let Some((start, towards)) = before(surface, row, side, reach) else {
        return f64::INFINITY;
    };
    let crossings = tree.crossings(&start, &(start + reach * towards));
    let back = crossings.iter().find(|c| c.leaves != is_gap);
    back.map_or(f64::INFINITY, |c| c.t * reach)
}
