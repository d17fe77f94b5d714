//! The blocks that make up the offset of a surface or a wireframe (Offset Geometric Contact, Chen et al. 2025): the
//! region beside a vertex, an edge or a face whose points that feature pushes away.
//!
//! ```text
//! face     the prism over its inside: every point whose closest point on the triangle is inside
//! edge     between its ends, and for each face at the edge on the outer side of the plane through the edge and
//!          perpendicular to the face:  (p - e0)·m <= 0,  m from the edge to the face's third vertex, across the edge
//! vertex   the polar cone of its edges:  (p - q)·(n - q) <= 0  for every neighbour n
//! ```
//!
//! A point in the block of an edge or vertex has its closest point of the whole fan of faces there; beside it, a face or
//! another edge of the fan is closer and pushes in its place. So every point near a surface is pushed by each of its
//! local minima of distance once, along the normal of the offset surface. Faces are asked by the same test that decides
//! whether they push themselves, so that rounding lets no point be pushed by a face and by its edge. The tests compare
//! signs of products only: they know no length, and give the same answer at every scale.

use core::borrow::Borrow;

use crate::distance::point_triangle::{self, PointTriangle};
use crate::{Real, Vec3};

/// A face at an edge: its corners, and which of its edges it is, from 0: `(t0, t1)`, `(t1, t2)`, `(t2, t0)`.
pub type Face<V> = ([V; 3], usize);

/// Whether `p`, whose closest point on the line of an edge is inside the edge, is in the block of the edge: the
/// closest point on each of its faces is on the edge. A wire has no face, the border of a surface one.
#[inline]
pub fn edge<R: Real, V: Borrow<Vec3<R>>>(
    p: &Vec3<R>,
    faces: impl IntoIterator<Item = Face<V>>,
) -> bool {
    const EDGES: [PointTriangle; 3] = [PointTriangle::E0, PointTriangle::E1, PointTriangle::E2];
    faces.into_iter().all(|(corners, k)| {
        let [t0, t1, t2] = corners.each_ref().map(V::borrow);
        point_triangle::classify(p, t0, t1, t2) == EDGES[k]
    })
}

/// Whether `p` is in the block of the vertex `q` with the given neighbours: without any, it always is.
#[inline]
pub fn vertex<R: Real, V: Borrow<Vec3<R>>>(
    p: &Vec3<R>,
    q: &Vec3<R>,
    neighbours: impl IntoIterator<Item = V>,
) -> bool {
    let r = p - q;
    neighbours
        .into_iter()
        .all(|neighbour| r.dot(&(neighbour.borrow() - q)) <= R::zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// A fan of triangles around the first point, closed, bent at random, most often a tent.
    fn fan(random: &mut Random) -> [Vec3<f64>; 7] {
        core::array::from_fn(|i| {
            if i == 0 {
                return Vec3::zeros();
            }
            let angle = core::f64::consts::TAU * (i as f64 + 0.3 * random.uniform()) / 6.0;
            Vec3::new(
                libm::cos(angle),
                libm::sin(angle),
                0.8 * random.uniform() - 0.7,
            )
        })
    }

    /// The parts of the fan that push `p`: by squared distance, for the centre, its edges, its faces.
    fn pushes(p: &Vec3<f64>, fan: &[Vec3<f64>; 7]) -> ([bool; 13], f64) {
        let mut pushing = [false; 13];
        let mut least = f64::INFINITY;
        for k in 0..6 {
            let (a, b) = (1 + k, 1 + (k + 1) % 6);
            let (part, squared) = point_triangle::classify_squared(p, &fan[0], &fan[a], &fan[b]);
            least = least.min(squared);
            let (before, after) = (1 + (k + 5) % 6, 1 + (k + 2) % 6);
            let here = [&fan[0], &fan[a], &fan[b]];
            match part {
                PointTriangle::Interior => pushing[7 + k] = true,
                PointTriangle::E0 => {
                    let there = [&fan[0], &fan[before], &fan[a]];
                    pushing[a] |= edge(p, [(here, 0), (there, 2)]);
                }
                PointTriangle::E2 => {
                    let there = [&fan[0], &fan[b], &fan[after]];
                    pushing[b] |= edge(p, [(here, 2), (there, 0)]);
                }
                PointTriangle::T0 => pushing[0] |= vertex(p, &fan[0], &fan[1..]),
                _ => {}
            }
        }
        (pushing, least)
    }

    #[test]
    fn the_closest_feature_of_a_fan_always_pushes() {
        let mut random = Random(900);
        let mut kinds = [0; 3];
        for _ in 0..20_000 {
            let fan = fan(&mut random);
            let p = Vec3::from_fn(|_, _| 0.4 * random.uniform());
            let (pushing, least) = pushes(&p, &fan);
            if p.norm() > 0.5 {
                continue;
            }
            let squared = |feature: usize| match feature {
                0 => p.norm_squared(),
                1..7 => crate::distance::point_edge::squared(&p, &fan[0], &fan[feature]),
                k => {
                    let k = k - 7;
                    point_triangle::squared(&p, &fan[0], &fan[1 + k], &fan[1 + (k + 1) % 6])
                }
            };
            let nearest = (0..13)
                .filter(|&k| pushing[k])
                .map(squared)
                .fold(f64::INFINITY, f64::min);
            assert!(
                (nearest - least).abs() <= 1e-12,
                "{nearest} against {least}"
            );
            kinds[0] += i32::from(pushing[0]);
            kinds[1] += i32::from(pushing[1..7].contains(&true));
            kinds[2] += i32::from(pushing[7..].contains(&true));
        }
        assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}");
    }

    #[test]
    fn over_a_flat_surface_exactly_one_feature_pushes() {
        let mut random = Random(901);
        for _ in 0..5_000 {
            let mut flat = fan(&mut random);
            flat.iter_mut().for_each(|p| p.z = 0.0);
            let p = Vec3::new(0.3 * random.uniform(), 0.3 * random.uniform(), 0.2);
            let (pushing, _) = pushes(&p, &flat);
            assert_eq!(pushing.iter().filter(|&&push| push).count(), 1);
        }
    }

    #[test]
    fn blocks_do_not_depend_on_scale_rotation_or_place() {
        let mut random = Random(902);
        for round in 0..5_000 {
            let fan = fan(&mut random);
            let p = Vec3::from_fn(|_, _| 0.4 * random.uniform());
            let before = pushes(&p, &fan).0;
            // Powers of two and signed permutations of the axes round nothing.
            let scale = libm::exp2(f64::from(round % 200) - 100.0);
            let turned = |p: &Vec3<f64>| Vec3::new(-p.z, p.x, -p.y) * scale;
            let after = pushes(&turned(&p), &fan.map(|p| turned(&p))).0;
            assert_eq!(before, after);
        }
    }

    #[test]
    fn borders_and_wires_have_wider_blocks() {
        let (e0, e1) = (Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0));
        let (left, right) = (Vec3::new(0.5, 1.0, 0.0), Vec3::new(0.5, -1.0, 0.0));
        let beside = Vec3::new(0.5, -0.2, 0.3);
        let above = Vec3::new(0.5, 0.2, 0.3);
        let (one, other) = (([&e0, &e1, &left], 0), ([&right, &e1, &e0], 1));
        assert!(edge(&beside, [one]));
        assert!(!edge(&above, [one]));
        assert!(!edge(&beside, [one, other]));
        assert!(edge(&above, [one; 0]));
        assert!(vertex(&Vec3::new(-0.1, 0.4, 0.0), &e0, [&e1]));
        assert!(!vertex(&Vec3::new(0.1, 0.4, 0.0), &e0, [&e1]));
        assert!(vertex(&above, &e0, [&e1; 0]));
    }
}
