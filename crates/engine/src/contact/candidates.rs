//! Pairs that may come within reach during a step, found by the broad phase.

use tangency_formulas::distance::{edge_edge, point_triangle};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface, Sweep};

use crate::model::Model;

/// A displacement and the largest multiple of it that is taken.
pub type Path<'a> = (&'a [Vec3], f64);

/// Primitive pairs, by vertices.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Point, then the triangle.
    pub point_triangle: Vec<[u32; 4]>,
    /// Edge a, then edge b.
    pub edge_edge: Vec<[u32; 4]>,
    /// Half-space, then vertex.
    pub half_space: Vec<[u32; 2]>,
}

/// The contact surface of a model as the broad phase wants it.
pub fn surface(model: &Model) -> Surface<'_> {
    Surface {
        points: &model.surface.points,
        edges: &model.surface.edges,
        triangles: &model.surface.triangles,
    }
}

impl Candidates {
    /// Finds every admissible pair that comes within d̂ (plus thickness) of touching somewhere on the way
    /// from `x` along `path`, and few others. The broad phase must hold the boxes of that way.
    pub fn find(model: &Model, broad: &BroadPhase, x: &[Vec3], path: Option<Path>) -> Self {
        let reach = Reach { model, x, path };
        let ContactTables {
            points,
            edges,
            triangles,
        } = ContactTables::of(model);
        let point_triangle = broad.point_triangle().visit(|point, triangle, out| {
            let [t0, t1, t2] = triangles[triangle as usize];
            let vertices = [points[point as usize], t0, t1, t2];
            if reach.point_triangle(vertices) {
                out.push(vertices);
            }
        });
        let edge_edge = broad.edge_edge().visit(|a, b, out| {
            let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
            let vertices = [a0, a1, b0, b1];
            if reach.edge_edge(vertices) {
                out.push(vertices);
            }
        });
        let mut half_space = Vec::new();
        for plane in 0..model.half_spaces.len() as u32 {
            let near = points.iter().map(|&vertex| [plane, vertex]);
            half_space.extend(near.filter(|pair| reach.half_space(*pair)));
        }
        Candidates {
            point_triangle,
            edge_edge,
            half_space,
        }
    }
}

struct ContactTables<'a> {
    points: &'a [u32],
    edges: &'a [[u32; 2]],
    triangles: &'a [[u32; 3]],
}

impl<'a> ContactTables<'a> {
    fn of(model: &'a Model) -> Self {
        ContactTables {
            points: &model.surface.points,
            edges: &model.surface.edges,
            triangles: &model.surface.triangles,
        }
    }
}

/// The boxes of the way from `x` along `path`, inflated so that pairs within reach overlap.
pub fn sweep<'a>(model: &Model, x: &'a [Vec3], path: Option<Path<'a>>) -> Sweep<'a> {
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    Sweep {
        positions: x,
        motion: path,
        inflation: 0.5 * (model.dhat + thickest),
    }
}

/// Decides which pairs come within reach.
struct Reach<'a> {
    model: &'a Model,
    x: &'a [Vec3],
    path: Option<Path<'a>>,
}

impl Reach<'_> {
    fn admissible(&self, vertices: [u32; 4]) -> bool {
        vertices
            .iter()
            .any(|&v| !self.model.is_obstacle[v as usize])
    }

    fn at(&self, vertices: [u32; 4]) -> [Vec3; 4] {
        vertices.map(|v| self.x[v as usize])
    }

    /// Whether a pair at this squared distance can come within reach; `split` is the number of vertices of
    /// its first primitive. While moving, no two points of the primitives approach faster than the largest
    /// displacements relative to the pair's mean motion allow.
    fn within(&self, squared: f64, vertices: [u32; 4], split: usize) -> bool {
        let offset = self.model.pair_offset(vertices[0], vertices[split]);
        let approach = self.path.map_or(0.0, |(p, alpha)| {
            let motion = vertices.map(|v| p[v as usize]);
            let mean = 0.25 * (motion[0] + motion[1] + motion[2] + motion[3]);
            let fastest = |part: &[Vec3]| {
                let squares = part.iter().map(|m| (m - mean).norm_squared());
                squares.fold(0.0, f64::max).sqrt()
            };
            alpha * (fastest(&motion[..split]) + fastest(&motion[split..]))
        });
        let reach = (self.model.dhat + offset + approach) * (1.0 + 1e-12);
        squared <= reach * reach
    }

    fn point_triangle(&self, vertices: [u32; 4]) -> bool {
        let [p, t0, t1, t2] = self.at(vertices);
        self.admissible(vertices)
            && self.within(point_triangle::squared(&p, &t0, &t1, &t2), vertices, 1)
    }

    fn edge_edge(&self, vertices: [u32; 4]) -> bool {
        let [a0, a1, b0, b1] = self.at(vertices);
        self.admissible(vertices)
            && self.within(edge_edge::squared(&a0, &a1, &b0, &b1), vertices, 2)
    }

    fn half_space(&self, [plane, vertex]: [u32; 2]) -> bool {
        let v = vertex as usize;
        if self.model.is_obstacle[v] {
            return false;
        }
        let half_space = &self.model.half_spaces[plane as usize];
        let approach = self.path.map_or(0.0, |(p, alpha)| {
            (-alpha * half_space.normal.dot(&p[v])).max(0.0)
        });
        let reach = self.model.dhat + 0.5 * self.model.thickness[v];
        half_space.distance(self.x[v]) < (reach + approach) * (1.0 + 1e-12)
    }
}
