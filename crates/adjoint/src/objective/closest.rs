//! The closest triangle to a point, by a tree of boxes: halves along the widest side, four triangles a leaf.

use tangency_engine::Vec3;
use tangency_formulas::distance::closest;

/// Triangles of a leaf.
const LEAF: usize = 4;

/// A point of a surface that is closest to another point.
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoint {
    /// Number of its triangle.
    pub triangle: u32,
    /// Weights of the triangle's corners.
    pub weights: [f64; 3],
    /// The way to it from there, m: point minus closest point.
    pub separation: Vec3,
}

struct TreeBox {
    low: Vec3,
    high: Vec3,
    /// Range of the triangles below.
    range: [u32; 2],
    /// The second child; the first follows its parent. 0 where it is a leaf.
    second: u32,
}

/// A tree over the triangles of a surface.
pub struct TriangleTree<'a> {
    points: &'a [Vec3],
    triangles: &'a [[u32; 3]],
    order: Vec<u32>,
    nodes: Vec<TreeBox>,
}

impl<'a> TriangleTree<'a> {
    /// A tree of at least one triangle.
    pub fn new(points: &'a [Vec3], triangles: &'a [[u32; 3]]) -> Self {
        let mut tree = TriangleTree {
            points,
            triangles,
            order: (0..triangles.len() as u32).collect(),
            nodes: Vec::with_capacity(triangles.len()),
        };
        tree.split(0, triangles.len());
        tree
    }

    fn corners(&self, triangle: u32) -> [&'a Vec3; 3] {
        let points = self.points;
        self.triangles[triangle as usize].map(|v| &points[v as usize])
    }

    fn split(&mut self, first: usize, end: usize) {
        let (mut low, mut high) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        for &triangle in &self.order[first..end] {
            for corner in self.corners(triangle) {
                low = low.inf(corner);
                high = high.sup(corner);
            }
        }
        let own = self.nodes.len();
        self.nodes.push(TreeBox {
            low,
            high,
            range: [first as u32, end as u32],
            second: 0,
        });
        if end - first <= LEAF {
            return;
        }
        let axis = (high - low).imax();
        let (points, triangles) = (self.points, self.triangles);
        let place = |triangle: &u32| -> f64 {
            let corners = triangles[*triangle as usize];
            corners.iter().map(|&v| points[v as usize][axis]).sum()
        };
        let middle = (first + end) / 2;
        self.order[first..end].sort_by(|a, b| place(a).total_cmp(&place(b)).then(a.cmp(b)));
        self.split(first, middle);
        self.nodes[own].second = self.nodes.len() as u32;
        self.split(middle, end);
    }

    /// The point of the surface that is closest to `point`; of equally close ones, that of the triangle with the smallest number.
    pub fn closest(&self, point: &Vec3) -> ClosestPoint {
        let mut best = ClosestPoint {
            triangle: u32::MAX,
            weights: [0.0; 3],
            separation: Vec3::repeat(f64::INFINITY),
        };
        let mut best_square = f64::INFINITY;
        let mut stack = vec![0_u32];
        while let Some(k) = stack.pop() {
            let node = &self.nodes[k as usize];
            if self.gap(k, point) > best_square {
                continue;
            }
            if node.second > 0 {
                let (a, b) = (k + 1, node.second);
                let is_first_nearer = self.gap(a, point) <= self.gap(b, point);
                stack.extend(if is_first_nearer { [b, a] } else { [a, b] });
                continue;
            }
            for &triangle in &self.order[node.range[0] as usize..node.range[1] as usize] {
                let [a, b, c] = self.corners(triangle);
                let found = closest::point_triangle(point, a, b, c);
                let square = found.separation.norm_squared();
                if square < best_square || square == best_square && triangle < best.triangle {
                    best_square = square;
                    let [_, a, b, c] = found.weights;
                    best = ClosestPoint {
                        triangle,
                        weights: [-a, -b, -c],
                        separation: found.separation,
                    };
                }
            }
        }
        best
    }

    /// Squared distance of a point to the box of a node.
    fn gap(&self, node: u32, point: &Vec3) -> f64 {
        let node = &self.nodes[node as usize];
        let outside = (node.low - point)
            .sup(&(point - node.high))
            .sup(&Vec3::zeros());
        outside.norm_squared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::generate::{BallParameters, ball};

    #[test]
    fn the_tree_finds_what_a_search_over_all_finds() {
        let mesh = ball(&BallParameters::default()).expect("a ball");
        let triangles: Vec<[u32; 3]> = mesh
            .tets
            .iter()
            .map(|tet| [tet[0], tet[1], tet[2]])
            .collect();
        let tree = TriangleTree::new(&mesh.points, &triangles);
        for k in 0..200 {
            let angle = f64::from(k);
            let point = 0.01 * angle * Vec3::new(angle.sin(), angle.cos(), (0.3 * angle).sin());
            let found = tree.closest(&point);
            let all = (0..triangles.len() as u32).map(|t| {
                let [a, b, c] = tree.corners(t);
                closest::point_triangle(&point, a, b, c).separation.norm()
            });
            let least = all.fold(f64::INFINITY, f64::min);
            assert_eq!(found.separation.norm(), least);
            let corners = tree.corners(found.triangle);
            let foot: Vec3 = corners.iter().zip(found.weights).map(|(x, w)| w * *x).sum();
            assert!((point - foot - found.separation).norm() < 1e-12);
        }
    }
}
