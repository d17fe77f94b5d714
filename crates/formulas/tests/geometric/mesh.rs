//! Small meshes and all terms of the geometric contact potential between their primitives, by brute force: an example of
//! how stencils are built from a mesh.

#![allow(dead_code, reason = "each test uses a part")]

use nalgebra::{DMatrix, DVector, Vector3};
use tangency_formulas::contact::geometric::{
    Curvature, Dimension, Fan, Potential, Ring, Sidedness, Term, TermKind,
};

pub type Vec3 = Vector3<f64>;

/// Edges and faces over numbered vertices. In the plane there are no faces.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub dimension: Dimension,
    pub vertices: usize,
    pub edges: Vec<[usize; 2]>,
    pub faces: Vec<[usize; 3]>,
    /// Of each vertex, from where it and what contains it can be touched.
    pub sides: Vec<Sidedness>,
}

/// A primitive: its vertices, its ring, its side.
#[derive(Clone, Debug)]
pub struct Primitive {
    pub vertices: Vec<usize>,
    pub ring: Vec<usize>,
    pub fan: Fan,
    pub side: Sidedness,
}

/// A term and the mesh vertices of its stencil.
pub struct Stencil {
    pub term: Term<f64>,
    pub vertices: Vec<usize>,
    pub primitives: [Primitive; 2],
}

impl Mesh {
    /// A surface; its edges are those of its faces.
    pub fn surface(vertices: usize, faces: &[[usize; 3]], side: Sidedness) -> Self {
        let mut edges: Vec<[usize; 2]> = faces
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        Mesh {
            dimension: Dimension::Space,
            vertices,
            edges,
            faces: faces.to_vec(),
            sides: vec![side; vertices],
        }
    }

    /// Two meshes side by side.
    pub fn with(mut self, other: &Mesh) -> Self {
        let start = self.vertices;
        self.vertices += other.vertices;
        self.edges
            .extend(other.edges.iter().map(|e| e.map(|v| v + start)));
        self.faces
            .extend(other.faces.iter().map(|f| f.map(|v| v + start)));
        self.sides.extend(&other.sides);
        self
    }

    fn side(&self, vertices: &[usize]) -> Sidedness {
        if vertices.iter().all(|&v| self.sides[v] == Sidedness::Outer) {
            Sidedness::Outer
        } else {
            Sidedness::Both
        }
    }

    /// Around a vertex its neighbours, in order where the faces close around it.
    pub fn vertex(&self, v: usize) -> Primitive {
        let side = self.sides[v];
        let mut ring: Vec<usize> = Vec::new();
        for &[a, b] in &self.edges {
            if self.dimension == Dimension::Plane && b == v {
                // The vertex before comes first.
                ring.insert(0, a);
            } else if a == v || b == v {
                ring.push(a + b - v);
            }
        }
        let fan = self.sort_fan(v, &mut ring);
        Primitive {
            vertices: vec![v],
            ring,
            fan,
            side,
        }
    }

    /// Brings the neighbours of a vertex in the order of its faces, if there is one.
    fn sort_fan(&self, v: usize, ring: &mut [usize]) -> Fan {
        let next = |from: usize| {
            self.faces.iter().find_map(|&[a, b, c]| {
                [[a, b, c], [b, c, a], [c, a, b]]
                    .into_iter()
                    .find(|&[x, y, _]| x == v && y == from)
                    .map(|[_, _, z]| z)
            })
        };
        let reached: Vec<usize> = ring.iter().filter_map(|&r| next(r)).collect();
        if reached.is_empty() {
            return Fan::None;
        }
        // An open fan begins where no face leads to.
        if let Some(start) = ring.iter().position(|r| !reached.contains(r)) {
            ring.swap(0, start);
        }
        for i in 1..ring.len() {
            ring[i] = next(ring[i - 1]).expect("one fan");
        }
        if next(ring[ring.len() - 1]) == Some(ring[0]) {
            Fan::Closed
        } else {
            Fan::Open
        }
    }

    /// Beside an edge the opposite vertices of its faces, first that of the face that runs along it.
    pub fn edge(&self, [e0, e1]: [usize; 2]) -> Primitive {
        let opposite = |x: usize, y: usize| {
            self.faces.iter().filter_map(move |&[a, b, c]| {
                [[a, b, c], [b, c, a], [c, a, b]]
                    .into_iter()
                    .find(|&[p, q, _]| p == x && q == y)
                    .map(|[_, _, r]| r)
            })
        };
        Primitive {
            vertices: vec![e0, e1],
            ring: opposite(e0, e1).chain(opposite(e1, e0)).collect(),
            fan: Fan::None,
            side: self.side(&[e0, e1]),
        }
    }

    pub fn face(&self, face: [usize; 3]) -> Primitive {
        Primitive {
            vertices: face.to_vec(),
            ring: vec![],
            fan: Fan::None,
            side: self.side(&face),
        }
    }

    /// All pairs of primitives that have no vertex in common.
    pub fn stencils(&self, reach: f64, weight: impl Fn([&Primitive; 2]) -> f64) -> Vec<Stencil> {
        let vertices: Vec<_> = (0..self.vertices).map(|v| self.vertex(v)).collect();
        let edges: Vec<_> = self.edges.iter().map(|&e| self.edge(e)).collect();
        let faces: Vec<_> = self.faces.iter().map(|&f| self.face(f)).collect();
        let mut stencils = Vec::new();
        let mut add = |kind, a: &Primitive, b: &Primitive| {
            if !a.vertices.iter().any(|v| b.vertices.contains(v)) {
                stencils.push(stencil(kind, a, b, reach, weight([a, b])));
            }
        };
        for (i, a) in vertices.iter().enumerate() {
            for b in &vertices[i + 1..] {
                add(TermKind::VertexVertex, a, b);
            }
            for b in &edges {
                add(TermKind::VertexEdge, a, b);
            }
            for b in &faces {
                add(TermKind::VertexFace, a, b);
            }
        }
        if self.dimension == Dimension::Space {
            for (i, a) in edges.iter().enumerate() {
                for b in &edges[i + 1..] {
                    add(TermKind::EdgeEdge, a, b);
                }
            }
        }
        stencils
    }
}

fn stencil(kind: TermKind, a: &Primitive, b: &Primitive, reach: f64, weight: f64) -> Stencil {
    let ring = |p: &Primitive| Ring {
        count: p.ring.len(),
        fan: p.fan,
        side: p.side,
    };
    let parts = [&a.vertices, &b.vertices, &a.ring, &b.ring];
    Stencil {
        term: Term {
            kind,
            first: ring(a),
            second: ring(b),
            weight,
            reach,
            offset: 0.0,
        },
        vertices: parts.into_iter().flatten().copied().collect(),
        primitives: [a.clone(), b.clone()],
    }
}

/// A number with its gradient and Hessian.
#[derive(Clone, Debug)]
pub struct Field {
    pub value: f64,
    pub gradient: DVector<f64>,
    pub hessian: DMatrix<f64>,
}

impl Field {
    pub fn zero(n: usize) -> Self {
        Field {
            value: 0.0,
            gradient: DVector::zeros(n),
            hessian: DMatrix::zeros(n, n),
        }
    }

    pub fn times(&self, other: &Field) -> Field {
        let mixed = &self.gradient * other.gradient.transpose();
        Field {
            value: self.value * other.value,
            gradient: &self.gradient * other.value + &other.gradient * self.value,
            hessian: &self.hessian * other.value
                + &other.hessian * self.value
                + &mixed
                + mixed.transpose(),
        }
    }

    /// Adds a stencil's share to the mesh vertices.
    pub fn add(&mut self, part: &Field, vertices: &[usize]) {
        self.value += part.value;
        for (i, &v) in vertices.iter().enumerate() {
            for c in 0..3 {
                self.gradient[3 * v + c] += part.gradient[3 * i + c];
                for (j, &w) in vertices.iter().enumerate() {
                    for d in 0..3 {
                        self.hessian[(3 * v + c, 3 * w + d)] +=
                            part.hessian[(3 * i + c, 3 * j + d)];
                    }
                }
            }
        }
    }
}

impl Stencil {
    pub fn positions(&self, x: &[Vec3]) -> Vec<Vec3> {
        self.vertices.iter().map(|&v| x[v]).collect()
    }

    pub fn value(&self, potential: &Potential<f64>, x: &[Vec3]) -> f64 {
        self.term.value(potential, &self.positions(x))
    }

    pub fn field(&self, potential: &Potential<f64>, x: &[Vec3], curvature: Curvature) -> Field {
        let n = 3 * self.vertices.len();
        let (mut gradient, mut hessian) = (vec![0.0; n], vec![0.0; n * n]);
        let mut scratch = vec![0.0; self.term.scratch()];
        let value = self.term.hessian(
            potential,
            &self.positions(x),
            curvature,
            &mut gradient,
            &mut hessian,
            &mut scratch,
        );
        Field {
            value,
            gradient: DVector::from_vec(gradient),
            hessian: DMatrix::from_row_slice(n, n, &hessian),
        }
    }
}
