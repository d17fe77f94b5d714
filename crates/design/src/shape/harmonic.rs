//! Vertices inside of a body that follow its surface: Laplacian smoothing of their displacements, which keeps tets well shaped.
//!
//! ```text
//! Σ w (u_i - u_j) = 0 at every inner vertex i,   w = 1/|x_i - x_j|² over the edges of tets
//! ```
//!
//! solved by conjugate gradients with the diagonal as preconditioner.

use std::collections::{BTreeMap, BTreeSet};

use tangency_engine::Vec3;

/// Residual, relative to the right-hand side, at which a solution is good.
const GOAL: f64 = 1e-13;

/// Vertices of the triangles that one tet alone has, ascending: the surface.
pub fn outer_vertices(tets: &[[u32; 4]]) -> Vec<u32> {
    let mut counts: BTreeMap<[u32; 3], usize> = BTreeMap::new();
    for tet in tets {
        for skip in 0..4 {
            let mut face = [1, 2, 3].map(|k| tet[(skip + k) % 4]);
            face.sort_unstable();
            *counts.entry(face).or_default() += 1;
        }
    }
    let alone = counts.iter().filter(|(_, count)| **count == 1);
    let vertices: BTreeSet<u32> = alone.flat_map(|(face, _)| *face).collect();
    vertices.into_iter().collect()
}

/// The displacement of inner vertices that goes with that of all others.
pub struct HarmonicExtension {
    /// Inner vertices.
    inner: Vec<u32>,
    /// Neighbours of each inner vertex, with weights.
    neighbours: Vec<Vec<(u32, f64)>>,
    /// Place of each vertex among the inner ones.
    place: Vec<Option<u32>>,
}

impl HarmonicExtension {
    /// The extension into the inside of tets: to the vertices that no triangle with a tet on one side only has.
    pub fn new(points: &[Vec3], tets: &[[u32; 4]]) -> Self {
        let mut edges: BTreeSet<[u32; 2]> = BTreeSet::new();
        for tet in tets {
            for first in 0..4 {
                for second in first + 1..4 {
                    let (a, b) = (tet[first], tet[second]);
                    edges.insert([a.min(b), a.max(b)]);
                }
            }
        }
        let mut is_outer = vec![true; points.len()];
        tets.iter()
            .flatten()
            .for_each(|&v| is_outer[v as usize] = false);
        outer_vertices(tets)
            .into_iter()
            .for_each(|v| is_outer[v as usize] = true);
        let all = 0..points.len() as u32;
        let inner: Vec<u32> = all.filter(|&v| !is_outer[v as usize]).collect();
        let mut place = vec![None; points.len()];
        (0..)
            .zip(&inner)
            .for_each(|(k, &v)| place[v as usize] = Some(k));
        let mut neighbours = vec![Vec::new(); inner.len()];
        for [a, b] in edges {
            let weight = 1.0 / (points[a as usize] - points[b as usize]).norm_squared();
            for (one, other) in [(a, b), (b, a)] {
                if let Some(k) = place[one as usize] {
                    neighbours[k as usize].push((other, weight));
                }
            }
        }
        HarmonicExtension {
            inner,
            neighbours,
            place,
        }
    }

    /// Number of inner vertices.
    pub fn inner_count(&self) -> usize {
        self.inner.len()
    }

    /// Sets the displacements of inner vertices to those that go with the others.
    pub fn extend(&self, field: &mut [Vec3]) {
        let count = self.inner.len();
        let diagonal: Vec<f64> = (self.neighbours.iter())
            .map(|all| all.iter().map(|(_, w)| w).sum())
            .collect();
        let mut right = vec![Vec3::zeros(); count];
        for (right, all) in right.iter_mut().zip(&self.neighbours) {
            for &(other, weight) in all {
                if self.place[other as usize].is_none() {
                    *right += weight * field[other as usize];
                }
            }
        }
        let multiply = |x: &[Vec3]| -> Vec<Vec3> {
            (0..count)
                .map(|k| {
                    let mut sum = diagonal[k] * x[k];
                    for &(other, weight) in &self.neighbours[k] {
                        if let Some(j) = self.place[other as usize] {
                            sum -= weight * x[j as usize];
                        }
                    }
                    sum
                })
                .collect()
        };
        let dot = |a: &[Vec3], b: &[Vec3]| -> f64 { a.iter().zip(b).map(|(a, b)| a.dot(b)).sum() };
        let divided =
            |r: &[Vec3]| -> Vec<Vec3> { r.iter().zip(&diagonal).map(|(r, d)| r / *d).collect() };
        let goal = GOAL * dot(&right, &right).sqrt();
        let mut x = vec![Vec3::zeros(); count];
        let mut r = right;
        let mut z = divided(&r);
        let (mut p, mut rz) = (z.clone(), dot(&r, &z));
        for _ in 0..3 * count + 10 {
            if dot(&r, &r).sqrt() <= goal {
                break;
            }
            let product = multiply(&p);
            let alpha = rz / dot(&p, &product);
            for k in 0..count {
                x[k] += alpha * p[k];
                r[k] -= alpha * product[k];
            }
            z = divided(&r);
            let next = dot(&r, &z);
            let beta = next / rz;
            rz = next;
            for (p, z) in p.iter_mut().zip(&z) {
                *p = z + beta * *p;
            }
        }
        for (&v, x) in self.inner.iter().zip(x) {
            field[v as usize] = x;
        }
    }
}
