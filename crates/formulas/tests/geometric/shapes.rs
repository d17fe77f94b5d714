//! Bodies to put close to each other, and how close they are.

#![allow(dead_code, reason = "each test uses a part")]

use super::mesh::{Mesh, Vec3};
use tangency_formulas::contact::geometric::{Dimension, Sidedness};
use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};

/// A mesh with the positions of its vertices.
#[derive(Clone, Debug)]
pub struct Body {
    pub mesh: Mesh,
    pub x: Vec<Vec3>,
}

impl Body {
    pub fn map(mut self, f: impl Fn(Vec3) -> Vec3) -> Self {
        for p in &mut self.x {
            *p = f(*p);
        }
        self
    }

    pub fn with(mut self, other: &Body) -> Self {
        self.mesh = self.mesh.with(&other.mesh);
        self.x.extend(&other.x);
        self
    }
}

/// A closed tetrahedron about the origin.
pub fn tet() -> Body {
    let x = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
    Body {
        mesh: Mesh::surface(
            4,
            &[[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]],
            Sidedness::Outer,
        ),
        x: x.map(|p| Vec3::from(p.map(f64::from)) * 0.5).to_vec(),
    }
}

/// A closed box from 0 to 1 with `n` squares along each edge.
pub fn cube(n: usize) -> Body {
    let mut x: Vec<Vec3> = Vec::new();
    let mut number = |p: Vec3| {
        x.iter().position(|q| *q == p).unwrap_or_else(|| {
            x.push(p);
            x.len() - 1
        })
    };
    let mut faces = Vec::new();
    for axis in 0..3 {
        for end in 0..2 {
            let mut at = |i: usize, j: usize| {
                let mut p = Vec3::zeros();
                p[axis] = end as f64;
                p[(axis + 1) % 3] = i as f64 / n as f64;
                p[(axis + 2) % 3] = j as f64 / n as f64;
                number(p)
            };
            for i in 0..n {
                for j in 0..n {
                    let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    let mut square = [[a, b, c], [a, c, d]];
                    if end == 0 {
                        square.iter_mut().for_each(|f| f.swap(1, 2));
                    }
                    faces.extend(square);
                }
            }
        }
    }
    Body {
        mesh: Mesh::surface(x.len(), &faces, Sidedness::Outer),
        x,
    }
}

/// An open sheet of `n` by `n` squares from 0 to 1.
pub fn sheet(n: usize) -> Body {
    let x = (0..(n + 1) * (n + 1))
        .map(|k| Vec3::new((k / (n + 1)) as f64, (k % (n + 1)) as f64, 0.0) / n as f64)
        .collect();
    let mut faces = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let a = i * (n + 1) + j;
            faces.extend([[a, a + n + 1, a + n + 2], [a, a + n + 2, a + 1]]);
        }
    }
    Body {
        mesh: Mesh::surface((n + 1) * (n + 1), &faces, Sidedness::Both),
        x,
    }
}

/// A rod along x.
pub fn rod(n: usize) -> Body {
    let mut mesh = Mesh::surface(n + 1, &[], Sidedness::Both);
    mesh.edges = (0..n).map(|k| [k, k + 1]).collect();
    Body {
        mesh,
        x: (0..=n).map(|k| Vec3::x() * (k as f64 / n as f64)).collect(),
    }
}

/// An isolated point.
pub fn point() -> Body {
    Body {
        mesh: Mesh::surface(1, &[], Sidedness::Both),
        x: vec![Vec3::zeros()],
    }
}

/// A planar polygon, counter-clockwise: a star with `n` points for `depth` below one.
pub fn polygon(n: usize, depth: f64) -> Body {
    let count = 2 * n;
    let x = (0..count)
        .map(|k| {
            let angle = core::f64::consts::PI * k as f64 / n as f64;
            let radius = if k % 2 == 0 { 0.5 } else { 0.5 * depth };
            Vec3::new(angle.cos(), angle.sin(), 0.0) * radius
        })
        .collect();
    Body {
        mesh: Mesh {
            dimension: Dimension::Plane,
            vertices: count,
            edges: (0..count).map(|k| [k, (k + 1) % count]).collect(),
            faces: vec![],
            sides: vec![Sidedness::Outer; count],
        },
        x,
    }
}

/// The distance of two bodies.
pub fn distance(a: &Body, b: &Body) -> f64 {
    let mut least = f64::INFINITY;
    for (a, b) in [(a, b), (b, a)] {
        for p in &a.x {
            for q in &b.x {
                least = least.min(point_point::squared(p, q));
            }
            for &[i, j] in &b.mesh.edges {
                least = least.min(point_edge::squared(p, &b.x[i], &b.x[j]));
            }
            for &[i, j, k] in &b.mesh.faces {
                least = least.min(point_triangle::squared(p, &b.x[i], &b.x[j], &b.x[k]));
            }
        }
    }
    let is_planar = a.mesh.dimension == Dimension::Plane;
    for &[i, j] in a.mesh.edges.iter().filter(|_| !is_planar) {
        for &[k, l] in &b.mesh.edges {
            least = least.min(edge_edge::squared(&a.x[i], &a.x[j], &b.x[k], &b.x[l]));
        }
    }
    least.sqrt()
}
