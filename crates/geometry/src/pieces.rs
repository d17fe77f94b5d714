//! The connected pieces of a surface: panels of a garment, a garment and its mannequin in one file.

use crate::SurfaceMesh;
use crate::topology::border_edges;

/// The piece of each point: pieces are numbered by their first point; a point of no triangle is a piece by itself.
pub fn pieces(mesh: &SurfaceMesh) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..mesh.points.len() as u32).collect();
    for &[a, b, c] in &mesh.triangles {
        for other in [b, c] {
            let (x, y) = (root(&mut parent, a), root(&mut parent, other));
            // The smaller one is the root: the first point of its piece.
            parent[x.max(y) as usize] = x.min(y);
        }
    }
    let mut number = vec![0; parent.len()];
    let mut next = 0;
    for v in 0..parent.len() as u32 {
        let first = root(&mut parent, v);
        if first == v {
            number[v as usize] = next;
            next += 1;
        } else {
            number[v as usize] = number[first as usize];
        }
    }
    number
}

/// The first point of the piece of `v`; shortens the way there.
fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}

/// The points of the closed pieces of an outward surface that face inwards: the walls of its cavities, ascending.
pub fn cavity(mesh: &SurfaceMesh) -> Vec<u32> {
    let of = pieces(mesh);
    let mut volumes = vec![0.0; mesh.points.len()];
    for &[a, b, c] in &mesh.triangles {
        let [xa, xb, xc] = [a, b, c].map(|v| mesh.points[v as usize]);
        volumes[of[a as usize] as usize] += xa.dot(&xb.cross(&xc)) / 6.0;
    }
    let is_wall = |&v: &u32| volumes[of[v as usize] as usize] < 0.0;
    (0..mesh.points.len() as u32).filter(is_wall).collect()
}

/// One piece of a mesh of triangles, its points in their order.
///
/// Where `cut` is above zero, triangles of the piece are left out that have a border point closer than this (m) to
/// the border of another piece: pieces whose borders touch, because they were sewn, come apart.
pub fn piece(mesh: &SurfaceMesh, number: u32, cut: f64) -> SurfaceMesh {
    let triangles = piece_triangles(mesh, number, cut);
    let mut piece = SurfaceMesh::from_triangles(mesh.points.clone(), triangles);
    piece.remove_unused_points();
    piece
}

/// The triangles of [`piece`], with the points of the whole mesh.
pub fn piece_triangles(mesh: &SurfaceMesh, number: u32, cut: f64) -> Vec<[u32; 3]> {
    let of = pieces(mesh);
    let mut near = vec![false; mesh.points.len()];
    if cut > 0.0 {
        let border = border_edges(&mesh.triangles);
        let (own, others): (Vec<_>, Vec<_>) = border
            .iter()
            .partition(|edge| of[edge[0] as usize] == number);
        for &[v, _] in own {
            let point = mesh.points[v as usize];
            let touches = |edge: &&[u32; 2]| {
                let [a, b] = edge.map(|v| mesh.points[v as usize]);
                (nearest_on_edge(point, a, b).1 - point).norm() < cut
            };
            near[v as usize] = others.iter().any(touches);
        }
    }
    let keep = |t: &&[u32; 3]| of[t[0] as usize] == number && !t.iter().any(|&v| near[v as usize]);
    mesh.triangles.iter().filter(keep).copied().collect()
}

/// The point of the segment from `a` to `b` that is nearest to `x`: its share of the way, 0 to 1, and where it is, m.
pub fn nearest_on_edge(x: crate::Vec3, a: crate::Vec3, b: crate::Vec3) -> (f64, crate::Vec3) {
    let along = b - a;
    let length2 = along.norm_squared();
    let share = if length2 > 0.0 {
        ((x - a).dot(&along) / length2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (share, a + along * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;
    use crate::generate::{
        ClothParameters, ClothPattern, HollowBallParameters, cloth, hollow_ball,
    };
    use crate::topology::boundary_triangles;

    /// Two squares side by side, `gap` apart, and a third far away; the first point is of none.
    fn squares(gap: f64) -> SurfaceMesh {
        let square = cloth(&ClothParameters {
            size: [1.0, 1.0],
            spacing: 0.25,
            corner_radius: 0.0,
            pattern: ClothPattern::Aligned,
        })
        .unwrap();
        let mut mesh = SurfaceMesh::from_triangles(vec![Vec3::repeat(7.0)], Vec::new());
        for shift in [0.0, 1.0 + gap, 5.0] {
            let first = mesh.points.len() as u32;
            let moved = square.points.iter().map(|x| x + Vec3::x() * shift);
            mesh.points.extend(moved);
            let triangles = square.triangles.iter().map(|t| t.map(|v| first + v));
            mesh.triangles.extend(triangles);
        }
        mesh
    }

    #[test]
    fn pieces_are_numbered_by_their_first_points() {
        let of = pieces(&squares(0.1));
        assert_eq!(of.len(), 1 + 3 * 25);
        assert_eq!((of[0], of[1], of[25], of[26], of[75]), (0, 1, 1, 2, 3));
        let second = piece(&squares(0.1), 2, 0.0);
        assert_eq!((second.points.len(), second.triangles.len()), (25, 32));
        assert!((second.area() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_cut_takes_the_rim_that_touches_off() {
        let mesh = squares(1e-4);
        // The column of cells at the common side goes, no other.
        for (number, area) in [(1, 0.75), (2, 0.75), (3, 1.0)] {
            let left = piece(&mesh, number, 1e-3);
            assert!(
                (left.area() - area).abs() < 1e-12,
                "{number}: {}",
                left.area()
            );
        }
        assert!((piece(&mesh, 1, 1e-5).area() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_point_of_an_edge() {
        let [a, b] = [Vec3::zeros(), Vec3::x() * 2.0];
        let at = |x: f64| nearest_on_edge(Vec3::new(x, 3.0, 0.0), a, b).0;
        assert_eq!((at(-1.0), at(0.5), at(9.0)), (0.0, 0.25, 1.0));
        assert_eq!(nearest_on_edge(b, a, a), (0.0, a));
    }

    #[test]
    fn the_cavity_of_a_balloon_is_its_inner_wall() {
        let ball = hollow_ball(&HollowBallParameters {
            radius: 1.0,
            thickness: 0.2,
            ..HollowBallParameters::default()
        })
        .unwrap();
        let surface = SurfaceMesh::from_triangles(ball.points, boundary_triangles(&ball.tets));
        let walls = cavity(&surface);
        assert!(walls.len() > 10);
        let is_inner = |v: &u32| surface.points[*v as usize].norm() < 0.9;
        let inner: Vec<u32> = (0..surface.points.len() as u32).filter(is_inner).collect();
        assert_eq!(walls, inner);
    }
}
