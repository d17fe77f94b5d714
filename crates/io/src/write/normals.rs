//! Smooth normals of a surface.

use tangency_geometry::Vec3;

/// Unit normals of the points: the sum of the area vectors of their triangles; z where there is none.
pub fn vertex_normals(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::zeros(); points.len()];
    for &triangle in triangles {
        let [a, b, c] = triangle.map(|v| points[v as usize]);
        let area = (b - a).cross(&(c - a));
        triangle.iter().for_each(|&v| normals[v as usize] += area);
    }
    let unit = |n: &Vec3| n.try_normalize(0.0).unwrap_or(Vec3::z());
    normals.iter().map(unit).collect()
}
