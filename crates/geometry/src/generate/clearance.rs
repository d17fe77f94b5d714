//! The distance that the elements of a mesh keep from one another: bounding boxes first, then exact distances.

use crate::SurfaceMesh;
use crate::bvh::{BroadPhase, Surface, SweptPositions};
use crate::topology::{unique_edges, used_vertices};
use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};

/// The smallest distance (m) between two elements that share no vertex, where it is below `within` (m).
///
/// Only pairs with `counts(a, b)` for a vertex a of one and b of the other are looked at.
pub(super) fn closest(
    mesh: &SurfaceMesh,
    within: f64,
    counts: impl Fn(u32, u32) -> bool + Sync,
) -> Option<f64> {
    let mut edges = unique_edges(&mesh.triangles);
    edges.extend(&mesh.edges);
    let mut points = used_vertices(&edges);
    // From here on points are free; for the others edges and triangles say it all.
    let free = points.len() as u32;
    points.extend(&mesh.vertices);
    let surface = Surface {
        points: &points,
        edges: &edges,
        triangles: &mesh.triangles,
    };
    let mut broad = BroadPhase::new();
    let sweep = SweptPositions {
        positions: &mesh.points,
        motion: None,
        inflation: within / 2.0,
    };
    broad.update(&surface, &sweep);
    let at = |v: u32| &mesh.points[v as usize];
    let mut squares = broad.edge_edge().visit(|a, b, found| {
        let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
        if counts(a0, b0) {
            found.push(edge_edge::squared(at(a0), at(a1), at(b0), at(b1)));
        }
    });
    squares.extend(broad.point_triangle().visit(|p, t, found| {
        let (p, [t0, t1, t2]) = (points[p as usize], mesh.triangles[t as usize]);
        if counts(p, t0) {
            found.push(point_triangle::squared(at(p), at(t0), at(t1), at(t2)));
        }
    }));
    if !mesh.vertices.is_empty() {
        squares.extend(broad.point_point().visit(|p, q, found| {
            let any_free = p.max(q) >= free;
            let (p, q) = (points[p as usize], points[q as usize]);
            if any_free && counts(p, q) {
                found.push(point_point::squared(at(p), at(q)));
            }
        }));
        squares.extend(broad.point_edge().visit(|p, e, found| {
            let is_free = p >= free;
            let (p, [e0, e1]) = (points[p as usize], edges[e as usize]);
            if is_free && counts(p, e0) {
                found.push(point_edge::squared(at(p), at(e0), at(e1)));
            }
        }));
    }
    let least = squares.into_iter().fold(f64::INFINITY, f64::min).sqrt();
    (least < within).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;

    #[test]
    fn every_kind_of_pair_is_found() {
        let triangle = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let with = |extra: &[Vec3], edges: Vec<[u32; 2]>, vertices: Vec<u32>| SurfaceMesh {
            points: [&triangle[..], extra].concat(),
            triangles: vec![[0, 1, 2]],
            edges,
            vertices,
        };
        let all = |_, _| true;
        let above = Vec3::new(0.2, 0.2, 0.3);
        let point = with(&[above], vec![], vec![3]);
        assert!((closest(&point, 1.0, all).unwrap() - 0.3).abs() < 1e-15);
        assert_eq!(closest(&point, 0.25, all), None);
        assert_eq!(closest(&point, 1.0, |a, b| a.max(b) < 3), None);
        let beside = with(
            &[Vec3::new(0.5, -0.1, -1.0), Vec3::new(0.5, -0.1, 1.0)],
            vec![[3, 4]],
            vec![],
        );
        assert!((closest(&beside, 1.0, all).unwrap() - 0.1).abs() < 1e-15);
        let pair = SurfaceMesh {
            points: vec![Vec3::zeros(), Vec3::x()],
            vertices: vec![0, 1],
            ..SurfaceMesh::default()
        };
        assert_eq!(closest(&pair, 2.0, all), Some(1.0));
    }
}
