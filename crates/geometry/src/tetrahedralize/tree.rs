//! A bounding-box tree over the triangles of a surface, for closest distances and segment crossings.
//!
//! Split at the median of the longest side of the centres' box; built once, read by many threads.

use crate::mesh::BoundingBox;
use crate::{SurfaceMesh, Vec3};
use tangency_formulas::distance::point_triangle;

/// Triangles in a leaf at most.
const LEAF: usize = 4;

/// A crossing of a segment with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// Place on the segment, 0 at its start, 1 at its end.
    pub t: f64,
    /// Whether the segment leaves through the triangle's front, along its normal.
    pub leaves: bool,
}

enum Node {
    Leaf {
        bounds: BoundingBox,
        first: usize,
        end: usize,
    },
    Inner {
        bounds: BoundingBox,
        right: usize,
    },
}

impl Node {
    fn bounds(&self) -> &BoundingBox {
        match self {
            Self::Leaf { bounds, .. } | Self::Inner { bounds, .. } => bounds,
        }
    }
}

/// The tree; nodes in depth-first order, the left child follows its parent.
pub(super) struct Tree {
    nodes: Vec<Node>,
    triangles: Vec<[Vec3; 3]>,
}

impl Tree {
    pub fn new(surface: &SurfaceMesh) -> Self {
        let mut triangles: Vec<[Vec3; 3]> = surface
            .triangles
            .iter()
            .map(|&t| least_first(surface.corners(t)))
            .collect();
        let mut nodes = Vec::with_capacity(triangles.len());
        if !triangles.is_empty() {
            build(&mut nodes, &mut triangles, 0);
        }
        Self { nodes, triangles }
    }

    /// Squared distance from a point to the nearest triangle, m^2; infinite for an empty tree.
    pub fn squared_distance(&self, x: &Vec3) -> f64 {
        let mut nearest = f64::INFINITY;
        let mut stack: Vec<(f64, usize)> = Vec::with_capacity(64);
        stack.extend(
            self.nodes
                .first()
                .map(|root| (squared_to_box(x, root.bounds()), 0)),
        );
        while let Some((lower, at)) = stack.pop() {
            if lower >= nearest {
                continue;
            }
            match &self.nodes[at] {
                Node::Leaf { first, end, .. } => {
                    for [a, b, c] in &self.triangles[*first..*end] {
                        nearest = nearest.min(point_triangle::squared(x, a, b, c));
                    }
                }
                Node::Inner { right, .. } => {
                    let children = [at + 1, *right]
                        .map(|child| (squared_to_box(x, self.nodes[child].bounds()), child));
                    let [near, far] = if children[0].0 <= children[1].0 {
                        children
                    } else {
                        [children[1], children[0]]
                    };
                    stack.extend([far, near]);
                }
            }
        }
        nearest
    }

    /// Whether a triangle meets a tet, on the safe side: those that almost do, count.
    pub fn meets(&self, tet: &[Vec3; 4]) -> bool {
        let bounds = bounds_of(tet.iter());
        let mut stack: Vec<usize> = if self.nodes.is_empty() {
            Vec::new()
        } else {
            vec![0]
        };
        while let Some(at) = stack.pop() {
            if !overlap(&bounds, self.nodes[at].bounds()) {
                continue;
            }
            match &self.nodes[at] {
                Node::Leaf { first, end, .. } => {
                    let mut triangles = self.triangles[*first..*end].iter();
                    if triangles.any(|t| !are_apart(tet, t)) {
                        return true;
                    }
                }
                Node::Inner { right, .. } => stack.extend([at + 1, *right]),
            }
        }
        false
    }

    /// The places where the segment from `a` to `b` crosses triangles, sorted from `a` on.
    pub fn crossings(&self, a: &Vec3, b: &Vec3) -> Vec<Crossing> {
        let swept = BoundingBox {
            min: a.inf(b),
            max: a.sup(b),
        };
        let mut found = Vec::new();
        let mut stack: Vec<usize> = if self.nodes.is_empty() {
            Vec::new()
        } else {
            vec![0]
        };
        while let Some(at) = stack.pop() {
            if !overlap(&swept, self.nodes[at].bounds()) {
                continue;
            }
            match &self.nodes[at] {
                Node::Leaf { first, end, .. } => {
                    found.extend(
                        self.triangles[*first..*end]
                            .iter()
                            .filter_map(|t| crossing(a, b, t)),
                    );
                }
                Node::Inner { right, .. } => stack.extend([at + 1, *right]),
            }
        }
        found.sort_by(|p, q| p.t.total_cmp(&q.t).then(p.leaves.cmp(&q.leaves)));
        found
    }
}

/// The corners in the same sense from the least one on: what is computed from a triangle does not depend on
/// where its list of corners starts.
fn least_first([a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    let turns = [[a, b, c], [b, c, a], [c, a, b]];
    let key = |t: &[Vec3; 3]| [t[0].x, t[0].y, t[0].z];
    let order = |p: &[f64; 3], q: &[f64; 3]| {
        let axes = p.iter().zip(q).map(|(x, y)| x.total_cmp(y));
        axes.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    };
    turns
        .into_iter()
        .min_by(|p, q| order(&key(p), &key(q)))
        .unwrap_or([a, b, c])
}

fn build(nodes: &mut Vec<Node>, triangles: &mut [[Vec3; 3]], first: usize) {
    let bounds = bounds_of(triangles.iter().flatten());
    if triangles.len() <= LEAF {
        nodes.push(Node::Leaf {
            bounds,
            first,
            end: first + triangles.len(),
        });
        return;
    }
    let centre = |t: &[Vec3; 3]| t[0] + t[1] + t[2];
    let centres: Vec<Vec3> = triangles.iter().map(centre).collect();
    let axis = bounds_of(centres.iter()).size().imax();
    let middle = triangles.len() / 2;
    triangles.select_nth_unstable_by(middle, |p, q| centre(p)[axis].total_cmp(&centre(q)[axis]));
    let (low, high) = triangles.split_at_mut(middle);
    let at = nodes.len();
    nodes.push(Node::Inner { bounds, right: 0 });
    build(nodes, low, first);
    let right = nodes.len();
    nodes[at] = Node::Inner { bounds, right };
    build(nodes, high, first + middle);
}

fn bounds_of<'a>(points: impl Iterator<Item = &'a Vec3>) -> BoundingBox {
    let start = BoundingBox {
        min: Vec3::repeat(f64::INFINITY),
        max: Vec3::repeat(f64::NEG_INFINITY),
    };
    points.fold(start, |b, p| BoundingBox {
        min: b.min.inf(p),
        max: b.max.sup(p),
    })
}

fn squared_to_box(x: &Vec3, b: &BoundingBox) -> f64 {
    (x - x.sup(&b.min).inf(&b.max)).norm_squared()
}

fn overlap(a: &BoundingBox, b: &BoundingBox) -> bool {
    (0..3).all(|i| a.min[i] <= b.max[i] && b.min[i] <= a.max[i])
}

/// Whether a plane has a tet on one side and a triangle on the other, by more than rounding: one along a face of either, or
/// along an edge of each (Gottschalk, Lin and Manocha 1996).
fn are_apart(tet: &[Vec3; 4], triangle: &[Vec3; 3]) -> bool {
    const ROUNDING: f64 = 1e-12;
    let [a, b, c] = triangle;
    let sides = [b - a, c - b, a - c];
    let separates = |normal: Vec3| {
        let range = |points: &[Vec3]| {
            let along = points.iter().map(|x| normal.dot(&(x - tet[0])));
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), d| {
                (low.min(d), high.max(d))
            })
        };
        let ((low, high), (least, most)) = (range(tet), range(triangle));
        let room = ROUNDING * (high - low).max(most - least);
        low > most + room || least > high + room
    };
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let edges = edges.map(|[i, j]: [usize; 2]| tet[j] - tet[i]);
    let faces =
        [[0, 1], [0, 2], [1, 2], [3, 4]].map(|[i, j]: [usize; 2]| edges[i].cross(&edges[j]));
    let across = edges
        .iter()
        .flat_map(|edge| sides.iter().map(|side| edge.cross(side)));
    separates(sides[0].cross(&sides[1])) || faces.into_iter().chain(across).any(separates)
}

/// The crossing of segment ab with a triangle, by Cramer's rule (Moeller and Trumbore 1997), with a rounding
/// allowance at the triangle's border, so that no crossing falls between two neighbours.
fn crossing(a: &Vec3, b: &Vec3, [t0, t1, t2]: &[Vec3; 3]) -> Option<Crossing> {
    const ALLOWANCE: f64 = 1e-12;
    let (along, e1, e2) = (b - a, t1 - t0, t2 - t0);
    let normal = e1.cross(&e2);
    let det = along.dot(&normal);
    if det == 0.0 {
        return None;
    }
    let to = t0 - a;
    let t = to.dot(&normal) / det;
    let side = to.cross(&along);
    let u = e2.dot(&side) / det;
    let v = -e1.dot(&side) / det;
    let within = |c: f64| c >= -ALLOWANCE;
    let hit = within(u) && within(v) && within(1.0 - u - v) && (0.0..=1.0).contains(&t);
    hit.then_some(Crossing {
        t,
        leaves: det > 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{SphereParameters, sphere_surface};

    #[test]
    fn nearest_and_crossings_agree_with_the_sphere() {
        let sphere = sphere_surface(&SphereParameters {
            radius: 1.0,
            frequency: 40,
        })
        .unwrap();
        let tree = Tree::new(&sphere);
        for i in 0..200 {
            let direction = Vec3::new(
                (1.7 * f64::from(i)).sin(),
                (2.3 * f64::from(i)).cos(),
                (0.9 * f64::from(i)).sin(),
            )
            .normalize();
            let reach = 0.1 + 0.01 * f64::from(i);
            let distance = tree.squared_distance(&(direction * reach)).sqrt();
            assert!((distance - (reach - 1.0f64).abs()).abs() < 1e-3);
            let hits = tree.crossings(&(-2.0 * direction), &(2.0 * direction));
            assert!(hits.len() >= 2 && !hits[0].leaves && hits[hits.len() - 1].leaves);
            assert!(
                (hits[0].t - 0.25).abs() < 1e-3 && (hits[hits.len() - 1].t - 0.75).abs() < 1e-3
            );
        }
        assert_eq!(
            Tree::new(&SurfaceMesh::default()).squared_distance(&Vec3::zeros()),
            f64::INFINITY
        );
    }
}
