//! Which lattice points are inside a closed surface, decided exactly.
//!
//! The winding number of a point is the number of triangles the ray from it along +x leaves through, less the
//! number it enters through. All points of one lattice line share the line's crossings. Whether a line meets a
//! triangle is decided by exact orientation signs in the yz plane of the line moved by (eps, eps^2), so that a
//! line through an edge or a vertex meets exactly one triangle of the fan (Edelsbrunner and Muecke 1990); on
//! which side of the crossing a point lies is the sign of an exact 3x3 determinant. Points with a winding
//! number above zero are inside, also where parts of the surface overlap.

use super::lattice::{Cubic, Lattice};
use crate::{SurfaceMesh, Vec3};
use rayon::prelude::*;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// A triangle crossed by a line along x, and +1 where its normal points along +x, -1 otherwise.
#[derive(Clone, Copy)]
struct Hit {
    line: u64,
    triangle: u32,
    sign: i32,
}

/// Winding number of every lattice point.
pub(super) fn winding_numbers(surface: &SurfaceMesh, lattice: &Lattice) -> Vec<i32> {
    let mut numbers = family(surface, &lattice.corners(), lattice.h);
    numbers.extend(family(surface, &lattice.centres(), lattice.h));
    numbers
}

fn family(surface: &SurfaceMesh, grid: &Cubic, h: f64) -> Vec<i32> {
    let mut hits: Vec<Hit> = (0..surface.triangles.len() as u32)
        .into_par_iter()
        .flat_map_iter(|triangle| hits_of(surface, triangle, grid, h))
        .collect();
    hits.par_sort_by_key(|hit| (hit.line, hit.triangle));
    let lines = u64::from(grid.counts[1]) * u64::from(grid.counts[2]);
    let columns: Vec<Vec<i32>> = (0..lines)
        .into_par_iter()
        .map(|line| {
            let start = hits.partition_point(|hit| hit.line < line);
            let end = start + hits[start..].partition_point(|hit| hit.line == line);
            column(surface, grid, h, line, &hits[start..end])
        })
        .collect();
    // Points are numbered with x slowest.
    (0..grid.counts[0] as usize)
        .flat_map(|i| columns.iter().map(move |c| c.get(i).copied().unwrap_or(0)))
        .collect()
}

/// Winding numbers along one line; empty where nothing is crossed.
fn column(surface: &SurfaceMesh, grid: &Cubic, h: f64, line: u64, hits: &[Hit]) -> Vec<i32> {
    if hits.is_empty() {
        return Vec::new();
    }
    let width = u64::from(grid.counts[2]);
    let at = |i: u32| grid.position([i, (line / width) as u32, (line % width) as u32], h);
    let winding = |x: Vec3| {
        hits.iter()
            .filter(|hit| is_ahead(surface, hit, &x))
            .map(|hit| hit.sign)
            .sum()
    };
    (0..grid.counts[0]).map(|i| winding(at(i))).collect()
}

/// Whether the triangle is met going from x along +x: x lies behind a front-facing or before a back-facing one.
fn is_ahead(surface: &SurfaceMesh, hit: &Hit, x: &Vec3) -> bool {
    let corners = surface.corners(surface.triangles[hit.triangle as usize]);
    let [a, b, c] = corners.map(|p| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    });
    let behind = orient3d(
        a,
        b,
        c,
        Coord3D {
            x: x.x,
            y: x.y,
            z: x.z,
        },
    );
    f64::from(hit.sign) * behind > 0.0
}

/// The lines of the grid that cross one triangle.
fn hits_of(surface: &SurfaceMesh, triangle: u32, grid: &Cubic, h: f64) -> Vec<Hit> {
    let corners = surface.corners(surface.triangles[triangle as usize]);
    let [js, ks] = [1, 2].map(|axis| index_range(&corners, axis, grid, h));
    let flat = corners.map(|p| Coord { x: p.y, y: p.z });
    let mut hits = Vec::new();
    for j in js {
        for k in ks.clone() {
            let point = Coord {
                x: grid.coordinate(1, j, h),
                y: grid.coordinate(2, k, h),
            };
            let sign = covers(&flat, point);
            if sign != 0 {
                let line = u64::from(j) * u64::from(grid.counts[2]) + u64::from(k);
                hits.push(Hit {
                    line,
                    triangle,
                    sign,
                });
            }
        }
    }
    hits
}

/// Grid indices along an axis that the triangle spans, with one to spare on each side for rounding.
fn index_range(corners: &[Vec3; 3], axis: usize, grid: &Cubic, h: f64) -> std::ops::Range<u32> {
    let [a, b, c] = corners.map(|p| (p[axis] - grid.origin[axis]) / h);
    let low = (a.min(b).min(c).floor() - 1.0).max(0.0);
    let high = (a.max(b).max(c).ceil() + 2.0).min(f64::from(grid.counts[axis]));
    low as u32..high as u32
}

/// Orientation (+1, -1) of the triangle when it covers the moved point, else 0.
fn covers([a, b, c]: &[Coord<f64>; 3], p: Coord<f64>) -> i32 {
    let signs = [side(*a, *b, p), side(*b, *c, p), side(*c, *a, p)];
    if signs[0] == signs[1] && signs[1] == signs[2] {
        signs[0]
    } else {
        0
    }
}

/// Sign of orient2d(a, b, p + (eps, eps^2)).
fn side(a: Coord<f64>, b: Coord<f64>, p: Coord<f64>) -> i32 {
    let sign = |value: f64| i32::from(value > 0.0) - i32::from(value < 0.0);
    [orient2d(a, b, p), a.y - b.y, b.x - a.x]
        .map(sign)
        .into_iter()
        .find(|&s| s != 0)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{BoxParameters, TorusParameters, cuboid_surface, torus_surface};

    /// A box whose faces, edges and corners lie on lattice points: strictly inside and outside points are right.
    #[test]
    fn lattice_aligned_box_is_exact() {
        let p = BoxParameters {
            size: Vec3::new(1.0, 2.0, 1.5),
            cells: [2, 4, 3],
            ..BoxParameters::default()
        };
        let surface = cuboid_surface(&p).unwrap();
        let lattice = Lattice::around(&surface.bounding_box().unwrap(), 0.5);
        let numbers = winding_numbers(&surface, &lattice);
        for (v, &w) in numbers.iter().enumerate() {
            let x = lattice.position(v as u32).abs();
            let excess = (x - p.size / 2.0).max();
            match excess {
                e if e < -1e-12 => assert_eq!(w, 1),
                e if e > 1e-12 => assert_eq!(w, 0),
                _ => assert!(w == 0 || w == 1),
            }
        }
    }

    #[test]
    fn torus_and_its_copy_overlap() {
        let p = TorusParameters {
            segments: 60,
            cells_across: 8,
            ..TorusParameters::default()
        };
        let mut surface = torus_surface(&p).unwrap();
        let n = surface.points.len() as u32;
        let copy: Vec<[u32; 3]> = surface.triangles.iter().map(|t| t.map(|v| v + n)).collect();
        surface.points.extend_from_within(..);
        surface.triangles.extend(copy);
        let lattice = Lattice::around(&surface.bounding_box().unwrap(), 0.03);
        for (v, &w) in winding_numbers(&surface, &lattice).iter().enumerate() {
            let x = lattice.position(v as u32);
            let from_ring = (x.xy().norm() - 0.4).hypot(x.z);
            if (from_ring - 0.1).abs() > 0.01 {
                assert_eq!(w, if from_ring < 0.1 { 2 } else { 0 });
            }
        }
    }
}
