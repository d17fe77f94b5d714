//! Pairs that may come within reach during a step, found by the broad phase.

use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};
use tangency_geometry::Vec3;

use super::broad::Trees;

use crate::model::{ContactSurface, Model};

/// A displacement and the largest multiple of it that is taken.
pub type Path<'a> = (&'a [Vec3], f64);

/// Primitive pairs, by vertices.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Point, then the triangle.
    pub point_triangle: Vec<[u32; 4]>,
    /// Edge a, then edge b.
    pub edge_edge: Vec<[u32; 4]>,
    /// Loose point, then the loose edge.
    pub point_edge: Vec<[u32; 3]>,
    /// Two isolated points.
    pub point_point: Vec<[u32; 2]>,
    /// Half-space, then vertex.
    pub half_space: Vec<[u32; 2]>,
}

impl Candidates {
    /// The pairs of one way on its own, for measurements: as [`Candidates::find`], with trees of its own.
    pub fn on_the_way(model: &Model, x: &[Vec3], path: Path) -> Self {
        let mut trees = Trees::new();
        trees.fit(model, x, Some(path));
        Self::find(model, &trees, x, path)
    }

    /// Finds every admissible pair that comes within d̂ (plus thickness) of touching somewhere on the way
    /// from `x` along `path`, and few others. The trees must hold the boxes of that way.
    pub fn find(model: &Model, trees: &Trees, x: &[Vec3], path: Path) -> Self {
        let reach = model.dhat;
        let path = Some(path);
        Self::reached(
            trees,
            &Reach {
                model,
                x,
                path,
                reach,
            },
        )
    }

    /// Finds every admissible pair within `reach` (plus thickness) of touching at `x`, in m. The trees must hold the
    /// boxes of those positions and that reach.
    pub fn within(model: &Model, trees: &Trees, x: &[Vec3], reach: f64) -> Self {
        let path = None;
        Self::reached(
            trees,
            &Reach {
                model,
                x,
                path,
                reach,
            },
        )
    }

    fn reached(trees: &Trees, reach: &Reach) -> Self {
        let model = reach.model;
        let ContactSurface {
            points,
            edges,
            triangles,
            loose,
            ..
        } = &model.surface;
        let broad = &trees.surface;
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
        let point_edge = trees.loose.point_edge().visit(|point, edge, out| {
            let [e0, e1] = loose.edges[edge as usize];
            let vertices = [loose.points[point as usize], e0, e1];
            if reach.point_edge(vertices) {
                out.push(vertices);
            }
        });
        let mut point_point = Vec::new();
        if loose.has_isolated() {
            point_point = trees.loose.point_point().visit(|a, b, out| {
                let vertices = [loose.points[a as usize], loose.points[b as usize]];
                if loose.are_isolated(a, b) && reach.point_point(vertices) {
                    out.push(vertices);
                }
            });
        }
        let mut half_space = Vec::new();
        for plane in 0..model.half_spaces.len() as u32 {
            let near = points.iter().map(|&vertex| [plane, vertex]);
            half_space.extend(near.filter(|pair| reach.half_space(*pair)));
        }
        Candidates {
            point_triangle,
            edge_edge,
            point_edge,
            point_point,
            half_space,
        }
    }
}

/// Decides which pairs come within reach.
struct Reach<'a> {
    model: &'a Model,
    x: &'a [Vec3],
    /// The way, where there is one.
    path: Option<Path<'a>>,
    /// Gap that counts as near, m.
    reach: f64,
}

impl Reach<'_> {
    /// Whether a pair can come within reach; the first `A` vertices are its first primitive's, and `squared` is
    /// the exact squared distance of the two, which most pairs that cannot are spared.
    #[inline]
    fn admits<const A: usize, const K: usize>(
        &self,
        vertices: [u32; K],
        squared: impl Fn(&[Vec3; K]) -> f64,
    ) -> bool {
        if !self.model.is_admissible(vertices) {
            return false;
        }
        let x = vertices.map(|v| self.x[v as usize]);
        let reach = self.distance::<A, K>(vertices);
        let reach = reach * reach;
        !are_beyond::<A, K>(&x, reach) && squared(&x) <= reach
    }

    /// The distance from which a pair can come within reach: no two points of its primitives approach faster
    /// than the largest displacements relative to the pair's mean motion allow.
    #[inline]
    fn distance<const A: usize, const K: usize>(&self, vertices: [u32; K]) -> f64 {
        let offset = self.model.pair_offset(vertices[0], vertices[A]);
        let Some((p, alpha)) = self.path else {
            return (self.reach + offset) * (1.0 + 1e-12);
        };
        let motion = vertices.map(|v| p[v as usize]);
        let mean = motion.iter().sum::<Vec3>() / K as f64;
        let squares = motion.map(|m| (m - mean).norm_squared());
        let fastest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max).sqrt();
        let approach = alpha * (fastest(&squares[..A]) + fastest(&squares[A..]));
        (self.reach + offset + approach) * (1.0 + 1e-12)
    }

    #[inline]
    fn point_triangle(&self, vertices: [u32; 4]) -> bool {
        self.admits::<1, 4>(vertices, |[p, t0, t1, t2]| {
            point_triangle::squared(p, t0, t1, t2)
        })
    }

    #[inline]
    fn edge_edge(&self, vertices: [u32; 4]) -> bool {
        self.admits::<2, 4>(vertices, |[a0, a1, b0, b1]| {
            edge_edge::squared(a0, a1, b0, b1)
        })
    }

    #[inline]
    fn point_edge(&self, vertices: [u32; 3]) -> bool {
        self.admits::<1, 3>(vertices, |[p, e0, e1]| point_edge::squared(p, e0, e1))
    }

    #[inline]
    fn point_point(&self, vertices: [u32; 2]) -> bool {
        self.admits::<1, 2>(vertices, |[p, q]| point_point::squared(p, q))
    }

    fn half_space(&self, [plane, vertex]: [u32; 2]) -> bool {
        let v = vertex as usize;
        if self.model.is_obstacle[v] {
            return false;
        }
        let half_space = &self.model.half_spaces[plane as usize];
        let approach = (self.path).map_or(0.0, |(p, alpha)| -alpha * half_space.normal.dot(&p[v]));
        let approach = approach.max(0.0);
        let reach = self.reach + 0.5 * self.model.thickness[v];
        half_space.distance(self.x[v]) < (reach + approach) * (1.0 + 1e-12)
    }
}

/// A cheap sufficient test that the primitives of the first `A` vertices and of the others are apart by more than
/// the root of `squared`: along the line through their centroids.
#[inline]
fn are_beyond<const A: usize, const K: usize>(x: &[Vec3; K], squared: f64) -> bool {
    let (first, second) = x.split_at(A);
    let sum = |part: &[Vec3]| part.iter().fold(Vec3::zeros(), |sum, x| sum + x);
    let n = sum(first) * (1.0 / A as f64) - sum(second) * (1.0 / (K - A) as f64);
    let low = first.iter().map(|x| n.dot(x)).fold(f64::INFINITY, f64::min);
    let high = second
        .iter()
        .map(|x| n.dot(x))
        .fold(f64::NEG_INFINITY, f64::max);
    let gap = low - high;
    gap > 0.0 && gap * gap > squared * n.norm_squared() * (1.0 + 1e-9)
}
