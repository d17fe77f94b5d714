//! Generalised winding numbers: how often a surface, open or closed, goes around a point, as a fraction.
//!
//! w(x) = 1/4π Σ Ω, with Ω the solid angle of each triangle seen from x (Jacobson, Kavan and Sorkine 2013); of triangles that
//! are far away together w ≈ n · (p - x) / 4π |p - x|³, with n the sum of their areas times normals and p their middle (Barill,
//! Dickson, Schmidt, Levin and Jacobson 2018). It is 1 inside of a closed surface, 0 outside, and near that where there are
//! cracks and holes.

use std::f64::consts::PI;

use crate::{SurfaceMesh, Vec3};

/// Triangles in a leaf at most.
const LEAF: usize = 8;

/// Triangles count as far away from this many radii on; the error of what they are then taken for is below a hundredth.
const FAR: f64 = 4.0;

/// Triangles in a tree, for winding numbers.
pub(super) struct WindingTree {
    nodes: Vec<Node>,
    triangles: Vec<[Vec3; 3]>,
}

/// Triangles that are near each other; the left child follows its parent.
struct Node {
    middle: Vec3,
    /// Distance from the middle within which all of them are, m.
    radius: f64,
    /// Sum of areas times normals, m².
    area: Vec3,
    first: usize,
    end: usize,
    /// The right child, of what is no leaf.
    right: Option<usize>,
}

impl WindingTree {
    pub fn new(surface: &SurfaceMesh) -> Self {
        let corners = |&triangle: &[u32; 3]| surface.corners(triangle);
        let mut triangles: Vec<[Vec3; 3]> = surface.triangles.iter().map(corners).collect();
        let mut nodes = Vec::new();
        if !triangles.is_empty() {
            build(&mut nodes, &mut triangles, 0);
        }
        Self { nodes, triangles }
    }

    /// The winding number of a point.
    pub fn at(&self, x: &Vec3) -> f64 {
        let mut sum = 0.0;
        let mut stack = if self.nodes.is_empty() {
            Vec::new()
        } else {
            vec![0]
        };
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at];
            let to = node.middle - x;
            let distance = to.norm();
            if distance > FAR * node.radius {
                sum += node.area.dot(&to) / distance.powi(3);
            } else if let Some(right) = node.right {
                stack.extend([right, at + 1]);
            } else {
                let own = self.triangles[node.first..node.end].iter();
                sum += own.map(|t| solid_angle(x, t)).sum::<f64>();
            }
        }
        sum / (4.0 * PI)
    }
}

fn build(nodes: &mut Vec<Node>, triangles: &mut [[Vec3; 3]], first: usize) {
    let area_of = |[a, b, c]: &[Vec3; 3]| 0.5 * (b - a).cross(&(c - a));
    let centre = |[a, b, c]: &[Vec3; 3]| (a + b + c) / 3.0;
    let (mut middle, mut weight, mut area) = (Vec3::zeros(), 0.0, Vec3::zeros());
    for triangle in triangles.iter() {
        let own = area_of(triangle);
        area += own;
        middle += centre(triangle) * own.norm();
        weight += own.norm();
    }
    middle = if weight > 0.0 {
        middle / weight
    } else {
        triangles.iter().map(centre).sum::<Vec3>() / triangles.len() as f64
    };
    let away = triangles.iter().flatten().map(|x| (x - middle).norm());
    let radius = away.fold(0.0, f64::max);
    let at = nodes.len();
    nodes.push(Node {
        middle,
        radius,
        area,
        first,
        end: first + triangles.len(),
        right: None,
    });
    if triangles.len() <= LEAF {
        return;
    }
    let centres: Vec<Vec3> = triangles.iter().map(centre).collect();
    let low = centres.iter().fold(centres[0], |low, c| low.inf(c));
    let high = centres.iter().fold(centres[0], |high, c| high.sup(c));
    let axis = (high - low).imax();
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |p, q| centre(p)[axis].total_cmp(&centre(q)[axis]));
    let (left, right) = triangles.split_at_mut(half);
    build(nodes, left, first);
    nodes[at].right = Some(nodes.len());
    build(nodes, right, first + half);
}

/// The solid angle of a triangle, positive seen from behind (Van Oosterom and Strackee 1983).
fn solid_angle(x: &Vec3, triangle: &[Vec3; 3]) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner - x);
    let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
    let across = a.dot(&b.cross(&c));
    let along = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * across.atan2(along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{SphereParameters, sphere_surface};

    #[test]
    fn a_closed_surface_winds_once_and_half_of_it_half() {
        let mut sphere = sphere_surface(&SphereParameters {
            radius: 1.0,
            frequency: 12,
        })
        .unwrap();
        let tree = WindingTree::new(&sphere);
        for i in 0..100 {
            let at = |s: f64| (s * f64::from(i)).sin();
            let direction = Vec3::new(at(1.7), at(2.3) + 0.1, at(0.9)).normalize();
            for (reach, expected) in [(0.9, 1.0), (0.3, 1.0), (1.1, 0.0), (3.0, 0.0)] {
                let w = tree.at(&(direction * reach));
                assert!((w - expected).abs() < 0.02, "{w} at {reach}");
            }
        }
        let points = sphere.points.clone();
        let upper = |t: &[u32; 3]| t.iter().map(|&v| points[v as usize].y).sum::<f64>() > 0.0;
        sphere.triangles.retain(upper);
        let half = WindingTree::new(&sphere).at(&Vec3::zeros());
        assert!((half - 0.5).abs() < 0.03, "{half}");
    }
}
