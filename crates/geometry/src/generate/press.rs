//! A press: a cylinder that narrows to a nozzle and opens into a box with a round hole in each other side.
//!
//! One thin sheet, for squeezing bodies through as in IPC 2020, figure 1. Every side of the box is a ring of
//! cells from its hole, at equal angles, to its square border, cut at the same angles, so that the points on
//! the edges of the box are those of both sides.

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use super::sheet::split;
use crate::{SurfaceMesh, Vec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// The box is centred at the origin; the nozzle enters its top side, the cylinder stands above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressParameters {
    /// Radius of the cylinder, m.
    pub cylinder_radius: f64,
    /// Length of the cylinder along y, m.
    pub cylinder_length: f64,
    /// Length of the cone from the cylinder to the nozzle, m.
    pub cone_length: f64,
    /// Radius of the nozzle, m.
    pub nozzle_radius: f64,
    /// Side of the box, m.
    pub box_size: f64,
    /// Radius of the five holes of the box, m.
    pub hole_radius: f64,
    /// Number of cells around; a multiple of eight.
    pub segments: u32,
    /// Number of cells along the cylinder.
    pub cells_cylinder: u32,
    /// Number of cells along the cone.
    pub cells_cone: u32,
    /// Number of cells from each hole to the edges of the box.
    pub cells_box: u32,
}

impl Default for PressParameters {
    /// A cylinder 1 m across and 2 m long, a cone of 0.8 m, a nozzle of 0.15 m and a box of 1 m.
    fn default() -> Self {
        Self {
            cylinder_radius: 0.5,
            cylinder_length: 2.0,
            cone_length: 0.8,
            nozzle_radius: 0.075,
            box_size: 1.0,
            hole_radius: 0.2,
            segments: 32,
            cells_cylinder: 23,
            cells_cone: 11,
            cells_box: 2,
        }
    }
}

/// A press; normals point away from the inside.
pub fn press(p: &PressParameters) -> Result<SurfaceMesh, GenerateError> {
    check(p)?;
    let mut sheet = Sheet::default();
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let top = axis == 1 && sign > 0.0;
            let rows = rows(p, top);
            let ring = |row: &Row, s: u32| place(axis, sign, row.point(s, p));
            let mut last: Vec<u32> = Vec::new();
            for row in &rows {
                let now: Vec<u32> = (0..p.segments)
                    .map(|s| sheet.vertex(ring(row, s)))
                    .collect();
                sheet.join(&last, &now);
                last = now;
            }
        }
    }
    Ok(SurfaceMesh::from_triangles(sheet.points, sheet.triangles))
}

fn check(p: &PressParameters) -> Result<(), GenerateError> {
    let lengths = [
        ("cylinder radius", p.cylinder_radius),
        ("cylinder length", p.cylinder_length),
        ("cone length", p.cone_length),
        ("nozzle radius", p.nozzle_radius),
        ("box size", p.box_size),
        ("hole radius", p.hole_radius),
    ];
    positive("press", &lengths)?;
    let counts = [
        ("segments", p.segments),
        ("cells along the cylinder", p.cells_cylinder),
        ("cells along the cone", p.cells_cone),
        ("cells of the box", p.cells_box),
    ];
    at_least("press", 1, &counts)?;
    let half = ("half the box size", p.box_size / 2.0);
    below("press", ("hole radius", p.hole_radius), half)?;
    below("press", ("nozzle radius", p.nozzle_radius), half)?;
    if !p.segments.is_multiple_of(8) {
        let reason = format!("segments is {}, it must be a multiple of eight", p.segments);
        return Err(GenerateError::Conflict {
            shape: "press",
            reason,
        });
    }
    let rows = [p.cells_cylinder, p.cells_cone, p.cells_box, 16];
    let rows = rows.into_iter().fold(0, u32::saturating_add);
    countable("press", &[p.segments, rows, 6])
}

/// A ring of points: a circle of this radius, blended by `squareness` into the border of the side of the box,
/// at `above` its side.
struct Row {
    radius: f64,
    above: f64,
    squareness: f64,
}

impl Row {
    /// Point s in the frame of a side: two coordinates along it and one outward.
    fn point(&self, s: u32, p: &PressParameters) -> [f64; 3] {
        let half = p.box_size / 2.0;
        let (sin, cos) = (TAU * f64::from(s) / f64::from(p.segments)).sin_cos();
        let border = on_square(s, p.segments);
        let blend = |circle: f64, square: f64| {
            self.radius * circle * (1.0 - self.squareness) + half * square * self.squareness
        };
        [
            blend(cos, border[0]),
            blend(sin, border[1]),
            half + self.above,
        ]
    }
}

/// The rows of one side from its opening to the edges of the box.
fn rows(p: &PressParameters, top: bool) -> Vec<Row> {
    let fraction = |k: u32, n: u32| f64::from(k) / f64::from(n);
    let mut rows = Vec::new();
    if top {
        let round = |radius: f64, above: f64| Row {
            radius,
            above,
            squareness: 0.0,
        };
        rows.extend((0..p.cells_cylinder).map(|k| {
            let left = 1.0 - fraction(k, p.cells_cylinder);
            round(p.cylinder_radius, p.cone_length + p.cylinder_length * left)
        }));
        rows.extend((0..p.cells_cone).map(|k| {
            let t = fraction(k, p.cells_cone);
            let radius = p.cylinder_radius * (1.0 - t) + p.nozzle_radius * t;
            round(radius, p.cone_length * (1.0 - t))
        }));
    }
    let radius = if top { p.nozzle_radius } else { p.hole_radius };
    rows.extend((0..=p.cells_box).map(|k| Row {
        radius,
        above: 0.0,
        squareness: fraction(k, p.cells_box),
    }));
    rows
}

/// The point where the ray at angle number s of `segments` leaves the square [-1, 1]^2.
fn on_square(s: u32, segments: u32) -> [f64; 2] {
    let (quarter, eighth) = (segments / 4, segments / 8);
    let turned = s + eighth;
    let offset = i64::from(turned % quarter) - i64::from(eighth);
    // The corner exactly, and opposite offsets exactly opposite, so that neighbouring sides agree.
    let t = match offset {
        o if o == -i64::from(eighth) => -1.0,
        o => (TAU * o as f64 / f64::from(segments)).tan(),
    };
    match (turned / quarter) % 4 {
        0 => [1.0, t],
        1 => [-t, 1.0],
        2 => [-1.0, -t],
        _ => [t, -1.0],
    }
}

/// From the frame of a side (right-handed, outward last) to the world.
fn place(axis: usize, sign: f64, [u, v, w]: [f64; 3]) -> Vec3 {
    let mut x = Vec3::zeros();
    x[(axis + 1) % 3] = u;
    x[(axis + 2) % 3] = sign * v;
    x[axis] = sign * w;
    x
}

/// A sheet that shares points of equal position.
#[derive(Default)]
struct Sheet {
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    known: BTreeMap<[u64; 3], u32>,
}

impl Sheet {
    fn vertex(&mut self, x: Vec3) -> u32 {
        // Adding zero makes -0 and 0 the same.
        let key = [x.x, x.y, x.z].map(|c| (c + 0.0).to_bits());
        *self.known.entry(key).or_insert_with(|| {
            self.points.push(x);
            self.points.len() as u32 - 1
        })
    }

    /// Quads between two rings, the first nearer to the opening.
    fn join(&mut self, inner: &[u32], outer: &[u32]) {
        let n = outer.len();
        for s in 0..inner.len() {
            let next = (s + 1) % n;
            let quad = [inner[s], outer[s], outer[next], inner[next]];
            self.triangles.extend(split(quad, s % 2 == 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{border_edges, check_manifold, unused_vertices};

    #[test]
    fn one_sheet_with_six_openings() {
        let p = PressParameters::default();
        let mesh = press(&p).unwrap();
        mesh.check().unwrap();
        check_manifold(&mesh.triangles).unwrap();
        assert!(unused_vertices(&mesh.triangles, mesh.points.len() as u32).is_empty());
        assert_eq!(border_edges(&mesh.triangles).len(), 6 * 32);
        // 34 rows above the nozzle, 6 sides of two rings of their own, and the border of the cube: 12 edges of
        // 8 cells and 8 corners.
        assert_eq!(mesh.points.len(), 34 * 32 + 6 * 2 * 32 + 12 * 7 + 8);
        assert_eq!(mesh.triangles.len(), 2 * 32 * (34 + 6 * 2));
    }

    /// The openings are regular polygons of 32 corners; cylinder and cone are made of 32 flat trapezoids.
    #[test]
    fn area_is_that_of_its_parts() {
        let p = PressParameters::default();
        let angle = TAU / 64.0;
        let polygon = |r: f64| 32.0 * r * r * angle.sin() * angle.cos();
        let side = |r: f64| 64.0 * r * angle.sin();
        let slant = 0.8f64.hypot((0.5 - 0.075) * angle.cos());
        let exact = 6.0 - 5.0 * polygon(0.2) - polygon(0.075)
            + side(0.5) * 2.0
            + (side(0.5) + side(0.075)) / 2.0 * slant;
        assert!((press(&p).unwrap().area() - exact).abs() < 1e-12);
        let normal_up = |mesh: &SurfaceMesh| {
            mesh.triangles.iter().all(|&t| {
                let [a, b, c] = mesh.corners(t);
                let (middle, normal) = ((a + b + c) / 3.0, (b - a).cross(&(c - a)));
                middle.y > 0.5 || normal.dot(&middle) > 0.0
            })
        };
        assert!(normal_up(&press(&p).unwrap()));
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = PressParameters::default();
        let refused = |p: PressParameters| press(&p).unwrap_err().to_string();
        assert!(refused(PressParameters { segments: 12, ..p }).contains("multiple of eight"));
        assert!(
            refused(PressParameters {
                hole_radius: 0.5,
                ..p
            })
            .contains("hole radius")
        );
        assert!(refused(PressParameters { cells_cone: 0, ..p }).contains("cone"));
        assert!(
            refused(PressParameters {
                cone_length: -1.0,
                ..p
            })
            .contains("cone length")
        );
    }
}
