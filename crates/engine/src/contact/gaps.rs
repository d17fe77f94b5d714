//! Distances of eight pairs at once, as `formulas/src/distance/closest.rs` finds those of one.

use tangency_geometry::Vec3;

use crate::lanes::{LANES, Vec3x8, f64x8, unit};

/// A kind of pair of two primitives, four vertices in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FourVertexKind {
    /// A point, then a triangle.
    PointTriangle,
    /// Two edges.
    EdgeEdge,
}

/// Squared distances of pairs with these vertices, m².
#[inline]
pub fn squared_distances(
    kind: FourVertexKind,
    x: &[Vec3],
    stencils: &[[u32; 4]; LANES],
) -> [f64; LANES] {
    let mut numbers = [[0; LANES]; 4];
    for (lane, stencil) in stencils.iter().enumerate() {
        for (row, &v) in numbers.iter_mut().zip(stencil) {
            row[lane] = v;
        }
    }
    let [a, b, c, d] = &numbers;
    let at = |numbers| Vec3x8::gather(x, numbers);
    let (a, b, c, d) = (at(a), at(b), at(c), at(d));
    match kind {
        FourVertexKind::PointTriangle => point_triangle(a, [b, c, d]).to_array(),
        FourVertexKind::EdgeEdge => edge_edge([a, b], [c, d]).to_array(),
    }
}

/// From points to edges.
#[inline(always)]
fn point_edge(p: Vec3x8, e0: Vec3x8, e1: Vec3x8) -> f64x8 {
    let (e, r) = (e1 - e0, p - e0);
    let apart = r - e * unit(e.dot(r) / e.dot(e));
    apart.dot(apart)
}

/// From points to triangles.
#[inline(always)]
fn point_triangle(p: Vec3x8, [t0, t1, t2]: [Vec3x8; 3]) -> f64x8 {
    let (u, v, r) = (t1 - t0, t2 - t0, p - t0);
    let n = u.cross(v);
    let nn = n.dot(n);
    let (b1, b2) = (r.cross(v).dot(n) / nn, u.cross(r).dot(n) / nn);
    let b0 = f64x8::ONE - b1 - b2;
    // Nothing is inside of a triangle that has no area, up to rounding.
    let sine = f64x8::splat(4096.0 * f64::EPSILON);
    let has_area = nn.simd_gt(sine * sine * u.dot(u) * v.dot(v));
    let zero = f64x8::ZERO;
    let is_inside = has_area & b0.simd_ge(zero) & b1.simd_ge(zero) & b2.simd_ge(zero);
    let height = n.dot(r);
    let inside = height * height / nn;
    if is_inside.to_bitmask() == 0xff {
        return inside;
    }
    let smaller = |a: f64x8, b: f64x8| b.simd_lt(a).select(b, a);
    let edges = smaller(point_edge(p, t0, t1), point_edge(p, t1, t2));
    is_inside.select(inside, smaller(edges, point_edge(p, t2, t0)))
}

/// Between edges.
#[inline(always)]
fn edge_edge([a0, a1]: [Vec3x8; 2], [b0, b1]: [Vec3x8; 2]) -> f64x8 {
    let (zero, one) = (f64x8::ZERO, f64x8::ONE);
    let (ea, eb, r) = (a1 - a0, b1 - b0, a0 - b0);
    let n = ea.cross(eb);
    let (aa, bb, nn) = (ea.dot(ea), eb.dot(eb), n.dot(n));
    let sine = f64x8::splat(64.0 * f64::EPSILON);
    let cross = nn.simd_gt(sine * sine * aa * bb);
    let alpha = cross.select(unit(eb.cross(r).dot(n) / nn), f64x8::HALF);
    let beta = (r + ea * alpha).dot(eb) / bb;
    // Beyond an end of the second edge, that end is closest, and the first edge's point is the closest to it.
    let is_within = beta.simd_ge(zero) & beta.simd_le(one);
    let end = unit(beta);
    let alpha = is_within.select(alpha, unit((eb * end - r).dot(ea) / aa));
    let beta = is_within.select(beta, end);
    let apart = r + ea * alpha - eb * beta;
    apart.dot(apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_formulas::distance::closest;

    /// Points in a cube, some of them close to each other, on a line, or the same.
    fn stencil(seed: &mut u64) -> [Vec3; 4] {
        let mut number = || {
            *seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (*seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut x = std::array::from_fn(|_| Vec3::new(number(), number(), number()));
        match *seed >> 61 {
            0 => x[3] = x[2] + (x[1] - x[0]) * 0.7,
            1 => x[2] = x[1] + (x[3] - x[1]) * 1e-9,
            2 => x[0] = x[2] * 0.4 + x[3] * 0.6 + x[0] * 1e-6,
            3 => x[3] = x[2],
            _ => {}
        }
        x
    }

    #[test]
    fn distances_are_those_of_single_pairs() {
        let mut seed = 7;
        for _ in 0..20_000 {
            let all: [[Vec3; 4]; LANES] = std::array::from_fn(|_| stencil(&mut seed));
            let x: Vec<Vec3> = all.iter().flatten().copied().collect();
            let stencils = std::array::from_fn(|k| [0, 1, 2, 3].map(|i| (4 * k + i) as u32));
            let triangles = squared_distances(FourVertexKind::PointTriangle, &x, &stencils);
            let edges = squared_distances(FourVertexKind::EdgeEdge, &x, &stencils);
            for (k, [a, b, c, d]) in all.iter().enumerate() {
                let exact = closest::point_triangle(a, b, c, d)
                    .separation
                    .norm_squared();
                assert!(
                    (triangles[k] - exact).abs() <= 1e-14,
                    "{} {exact}",
                    triangles[k]
                );
                let exact = closest::edge_edge(a, b, c, d).separation.norm_squared();
                assert!((edges[k] - exact).abs() <= 1e-15, "{} {exact}", edges[k]);
            }
        }
    }
}
