//! A geodesic sphere: every face of the icosahedron cut into f^2 triangles and pushed out to the sphere.

use super::GenerateError;
use super::check::{at_least, countable, positive};
use crate::{SurfaceMesh, Vec3};
use std::collections::BTreeMap;

/// A sphere around the origin; 10 f^2 + 2 points, 20 f^2 triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereParameters {
    /// Radius, m.
    pub radius: f64,
    /// Number f of triangles along each edge of the icosahedron.
    pub frequency: u32,
}

impl Default for SphereParameters {
    /// Half a metre, 642 points.
    fn default() -> Self {
        Self {
            radius: 0.5,
            frequency: 8,
        }
    }
}

/// The surface of a sphere.
///
/// ```
/// use tangency_geometry::generate::{SphereParameters, sphere_surface};
///
/// let sphere = sphere_surface(&SphereParameters { radius: 2.0, frequency: 3 })?;
/// assert_eq!((sphere.points.len(), sphere.triangles.len()), (92, 180));
/// assert!(sphere.points.iter().all(|x| (x.norm() - 2.0).abs() < 1e-14));
/// # Ok::<(), tangency_geometry::generate::GenerateError>(())
/// ```
pub fn sphere_surface(p: &SphereParameters) -> Result<SurfaceMesh, GenerateError> {
    positive("sphere", &[("radius", p.radius)])?;
    at_least("sphere", 1, &[("frequency", p.frequency)])?;
    countable("sphere", &[p.frequency, p.frequency, 20])?;
    let (corners, faces) = icosahedron();
    let f = p.frequency;
    let mut points = Vec::new();
    // A point is known by its corners of non-zero weight, so that neighbouring faces share it.
    let mut known: BTreeMap<Vec<(u32, u32)>, u32> = BTreeMap::new();
    let mut triangles = Vec::new();
    for face in faces {
        let mut at = |i: u32, j: u32| {
            let weights = [(face[0], f - i - j), (face[1], i), (face[2], j)];
            let mut key: Vec<(u32, u32)> = weights.into_iter().filter(|w| w.1 > 0).collect();
            key.sort_unstable();
            *known.entry(key).or_insert_with_key(|key| {
                let sum: Vec3 = key
                    .iter()
                    .map(|&(v, weight)| corners[v as usize] * f64::from(weight))
                    .sum();
                points.push(p.radius * sum.normalize());
                points.len() as u32 - 1
            })
        };
        for i in 0..f {
            for j in 0..f - i {
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + j + 2 <= f {
                    triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
    }
    Ok(SurfaceMesh::from_triangles(points, triangles))
}

/// The corners, the cyclic permutations of (0, +-1, +-phi), and the faces, outward.
fn icosahedron() -> ([Vec3; 12], Vec<[u32; 3]>) {
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    let corners: [Vec3; 12] = std::array::from_fn(|v| {
        let signs = [
            if v & 1 == 0 { 1.0 } else { -1.0 },
            if v & 2 == 0 { phi } else { -phi },
        ];
        let axis = v / 4;
        Vec3::from_fn(|a, _| match (a + 3 - axis) % 3 {
            0 => 0.0,
            1 => signs[0],
            _ => signs[1],
        })
    });
    // Neighbouring corners are two apart; three mutual neighbours make a face.
    let near = |a: u32, b: u32| (corners[a as usize] - corners[b as usize]).norm_squared() < 5.0;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(a, c) {
                    let [x, y, z] = [a, b, c].map(|v| corners[v as usize]);
                    faces.push(if x.dot(&y.cross(&z)) > 0.0 {
                        [a, b, c]
                    } else {
                        [a, c, b]
                    });
                }
            }
        }
    }
    (corners, faces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::check_closed_manifold;
    use std::f64::consts::PI;

    /// The share of the sphere's volume that its triangles can miss.
    ///
    /// On the icosahedron of circumradius 1, edge e and inradius r, the triangles have sides e / f; pushing out
    /// from |x| >= r to 1 stretches lengths by at most 1 / r, so sides are at most l = e / (r f). A point
    /// x = sum w_i v_i of a triangle with corners on the unit sphere has
    /// |x|^2 = 1 - sum_{i<j} w_i w_j |v_i - v_j|^2 >= 1 - l^2 / 3, and the surface is star-shaped, so at most
    /// 1 - (1 - l^2 / 3)^(3/2) <= l^2 / 2 of the volume is missing: 0.876 / f^2.
    fn missing_at_most(f: u32) -> f64 {
        let edge = 1.0 / (0.4 * PI).sin();
        let inradius = edge * 3f64.sqrt() / 12.0 * (3.0 + 5f64.sqrt());
        let side = edge / (inradius * f64::from(f));
        side * side / 2.0
    }

    #[test]
    fn spheres_are_closed_round_and_full() {
        for f in [1, 2, 3, 16] {
            let mesh = sphere_surface(&SphereParameters {
                radius: 3.0,
                frequency: f,
            })
            .unwrap();
            check_closed_manifold(&mesh.triangles).unwrap();
            assert_eq!(
                (mesh.points.len(), mesh.triangles.len()),
                (10 * (f * f) as usize + 2, 20 * (f * f) as usize)
            );
            assert!(mesh.points.iter().all(|x| (x.norm() - 3.0).abs() < 1e-14));
            let missing = 1.0 - mesh.volume() / (36.0 * PI);
            assert!(
                missing > 0.0 && missing < missing_at_most(f),
                "{f}: {missing}"
            );
        }
        assert!(
            sphere_surface(&SphereParameters {
                radius: 1.0,
                frequency: 0
            })
            .is_err()
        );
    }
}
