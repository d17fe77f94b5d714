//! The stones of a masonry arch whose line of thrust is its centre line: a weighted catenary.
//!
//! The centre line is y(x) = h - A (cosh(B x) - 1). In an arch that carries only its own weight w(x) per metre
//! of arc, the horizontal thrust H is constant and the thrust follows the line where H |y''| = w ds/dx. With
//! w in proportion to the section's area, the area must run as
//!     a(x) / a(0) = cosh(B x) / sqrt(1 + (A B sinh(B x))^2),
//! which is 1 everywhere for the plain catenary (A B = 1) and grows towards the base for A B < 1, as in the
//! Gateway Arch (Osserman 2010). A and B follow from height, span and the ratio of base to crown. The arch is
//! the benchmark of Kaufman et al. 2008 and of IPC 2020, figure 7. Stones are cut square to the centre line
//! into pieces of equal length along it.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::grid::{Diagonals, Grid};
use crate::{TetMesh, Vec3};

/// One stone of an arch in the xy plane, in its place; the ends of the centre line are at (-+span / 2, 0, 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArchStoneParameters {
    /// Height of the centre line, m.
    pub height: f64,
    /// Distance between the ends of the centre line, m.
    pub span: f64,
    /// Thickness at the crown, in the plane of the arch, m.
    pub thickness: f64,
    /// Depth at the crown, along z, m.
    pub depth: f64,
    /// Area of the section at the base over that at the crown, at least 1; thickness and depth grow alike.
    pub taper: f64,
    /// Number of stones.
    pub stones: u32,
    /// Which stone this is, from 0 at the left base.
    pub stone: u32,
    /// Distance between the faces of neighbouring stones, and of the base above y = 0, m.
    pub gap: f64,
    /// Whether the base is cut level, to stand on a floor, and not square to the centre line.
    pub level_base: bool,
    /// Number of cells along the arch, through its thickness and along z.
    pub cells: [u32; 3],
}

impl Default for ArchStoneParameters {
    /// The first of 25 stones of an arch 20 m high and wide, in 8 points.
    fn default() -> Self {
        Self {
            height: 20.0,
            span: 20.0,
            thickness: 7.0 / 3.0,
            depth: 7.0 / 3.0,
            taper: 2.0,
            stones: 25,
            stone: 0,
            gap: 1e-3,
            level_base: false,
            cells: [1; 3],
        }
    }
}

/// One stone of a masonry arch; stones of the right half are exact mirror images of those of the left.
pub fn arch_stone(p: &ArchStoneParameters) -> Result<TetMesh, GenerateError> {
    check(p)?;
    let opposite = p.stones - 1 - p.stone;
    let mut mesh = left_stone(p, p.stone.min(opposite))?;
    if p.stone > opposite {
        mesh.points.iter_mut().for_each(|x| x.x = -x.x);
        mesh.tets.iter_mut().for_each(|t| t.swap(2, 3));
    }
    Ok(mesh)
}

fn left_stone(p: &ArchStoneParameters, stone: u32) -> Result<TetMesh, GenerateError> {
    let line = Catenary::new(p);
    let [start, end] = [stone, stone + 1].map(|k| line.joint(k, p));
    let length = (end.centre - start.centre).norm();
    below("arch stone", ("gap", p.gap), ("length of a stone", length))?;
    let shift = |k: u32| {
        if k == 0 || k == p.stones {
            p.gap
        } else {
            p.gap / 2.0
        }
    };
    let faces = [start.face(p, shift(stone)), end.face(p, -shift(stone + 1))];
    let fraction = |node: [u32; 3], a: usize| f64::from(node[a]) / f64::from(p.cells[a]);
    Grid::open(p.cells, Diagonals::Aligned).mesh("arch stone", |node| {
        let [t, u, v] = [0, 1, 2].map(|a| fraction(node, a));
        let along = |side: usize| faces[0].corners[side].lerp(&faces[1].corners[side], t);
        let depth = faces[0].depth + (faces[1].depth - faces[0].depth) * t;
        along(0).lerp(&along(1), u) + Vec3::z() * (depth * (v - 0.5))
    })
}

fn check(p: &ArchStoneParameters) -> Result<(), GenerateError> {
    let lengths = [
        ("height", p.height),
        ("span", p.span),
        ("thickness", p.thickness),
        ("depth", p.depth),
        ("gap", p.gap),
    ];
    positive("arch stone", &lengths)?;
    let counts = [
        ("number of stones", p.stones),
        ("cells along", p.cells[0]),
        ("cells through", p.cells[1]),
        ("cells along z", p.cells[2]),
    ];
    at_least("arch stone", 1, &counts)?;
    below("arch stone", ("thickness", p.thickness), ("span", p.span))?;
    let conflict = |reason| {
        Err(GenerateError::Conflict {
            shape: "arch stone",
            reason,
        })
    };
    if p.stone >= p.stones {
        return conflict(format!("stone {} of {}: count from 0", p.stone, p.stones));
    }
    if !(p.taper >= 1.0 && p.taper <= 10.0) {
        return conflict(format!("taper is {}, it must be from 1 to 10", p.taper));
    }
    Ok(())
}

/// The centre line y = h - A (cosh(B x) - 1) for x from -span / 2 to span / 2.
struct Catenary {
    height: f64,
    half_span: f64,
    a: f64,
    b: f64,
}

/// A cut across the arch.
struct Joint {
    centre: Vec3,
    /// Unit vector along the line, from left to right.
    tangent: Vec3,
    /// Factor on thickness and depth.
    scale: f64,
}

/// One end of a stone: its inner and outer corner in the plane of the arch, and its depth.
struct Face {
    corners: [Vec3; 2],
    depth: f64,
}

impl Catenary {
    /// Finds c = B span / 2 where the area at the base is `taper` times that at the crown. The ratio grows with c
    /// from below 1 (a parabola) without bound, so there is such a c for every taper from 1 on.
    fn new(p: &ArchStoneParameters) -> Self {
        let half_span = p.span / 2.0;
        let line = |c: f64| Self {
            height: p.height,
            half_span,
            a: p.height / (c.cosh() - 1.0),
            b: c / half_span,
        };
        let (mut low, mut high) = (1e-3, 30.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if line(middle).area(half_span) < p.taper {
                low = middle;
            } else {
                high = middle;
            }
        }
        line(low)
    }

    fn slope(&self, x: f64) -> f64 {
        -self.a * self.b * (self.b * x).sinh()
    }

    /// Area of the section over that at the crown.
    fn area(&self, x: f64) -> f64 {
        (self.b * x).cosh() / self.slope(x).hypot(1.0)
    }

    /// Length of the line from the crown to x >= 0 by Simpson's rule.
    fn length(&self, x: f64) -> f64 {
        const INTERVALS: u32 = 256;
        let at = |i: u32| {
            self.slope(x * f64::from(i) / f64::from(INTERVALS))
                .hypot(1.0)
        };
        let weight = |i: u32| if i % 2 == 1 { 4.0 } else { 2.0 };
        let inner: f64 = (1..INTERVALS).map(|i| weight(i) * at(i)).sum();
        (at(0) + inner + at(INTERVALS)) * x / (3.0 * f64::from(INTERVALS))
    }

    /// The joint before stone k; joints k and stones - k are mirror images.
    fn joint(&self, k: u32, p: &ArchStoneParameters) -> Joint {
        let from_crown =
            (2.0 * f64::from(k) / f64::from(p.stones) - 1.0) * self.length(self.half_span);
        let (mut low, mut high) = (0.0, self.half_span);
        if k == 0 || k == p.stones {
            low = self.half_span;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.length(middle) < from_crown.abs() {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = if from_crown < 0.0 { -low } else { low };
        let y = self.height - self.a * ((self.b * x).cosh() - 1.0);
        Joint {
            centre: Vec3::new(x, y, 0.0),
            tangent: Vec3::new(1.0, self.slope(x), 0.0).normalize(),
            scale: self.area(x).sqrt(),
        }
    }
}

impl Joint {
    /// The face moved by `shift` along the line; a level base is cut at y = gap.
    fn face(&self, p: &ArchStoneParameters, shift: f64) -> Face {
        let normal = Vec3::z().cross(&self.tangent);
        let at_base = self.centre.x.abs() >= p.span / 2.0;
        let corner = |side: f64| {
            let x = self.centre + normal * (side * self.scale * p.thickness / 2.0);
            if at_base && p.level_base {
                x + self.tangent * ((p.gap - x.y) / self.tangent.y)
            } else {
                x + self.tangent * shift
            }
        };
        Face {
            corners: [corner(-1.0), corner(1.0)],
            depth: self.scale * p.depth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;
    use crate::mesh::tet_volume;

    fn stones(p: &ArchStoneParameters) -> Vec<TetMesh> {
        (0..p.stones)
            .map(|stone| arch_stone(&ArchStoneParameters { stone, ..*p }).unwrap())
            .collect()
    }

    /// Volume and first moment.
    fn moments(mesh: &TetMesh) -> (f64, Vec3) {
        mesh.tets.iter().fold((0.0, Vec3::zeros()), |(v, m), &t| {
            let x = mesh.corners(t);
            let volume = tet_volume(&x);
            (v + volume, m + x.iter().sum::<Vec3>() * (volume / 4.0))
        })
    }

    #[test]
    fn joints_are_parallel_faces_a_gap_apart() {
        for level_base in [false, true] {
            let p = ArchStoneParameters {
                level_base,
                ..ArchStoneParameters::default()
            };
            let all = stones(&p);
            for (k, stone) in all.iter().enumerate() {
                assert_sound(stone, 0);
                assert_eq!((stone.points.len(), stone.tets.len()), (8, 6));
                let Some(next) = all.get(k + 1) else { continue };
                // Points 4..8 are the face towards the crown, or the right one of the middle stone.
                let [a, b, c] = [4, 5, 6].map(|i| stone.points[if k <= 12 { i } else { i - 4 }]);
                let normal = (b - a).cross(&(c - a)).normalize();
                let facing = if k < 12 { 0 } else { 4 };
                for x in &next.points[facing..facing + 4] {
                    assert!(((x - a).dot(&normal).abs() - p.gap).abs() < 1e-12);
                }
                let mirrored = &all[all.len() - 1 - k];
                assert!((mirrored.volume() - stone.volume()).abs() < 1e-12);
            }
            let lowest = all[0].bounding_box().unwrap().min.y;
            assert_eq!(level_base, (lowest - p.gap).abs() < 1e-12);
        }
    }

    /// Closed form: with c = B span / 2 the line y = h - A (cosh(B x) - 1) passes through crown and base, has the
    /// asked ratio of areas, and for the plain catenary A B = 1 with length 2 A sinh(c).
    #[test]
    fn the_centre_line_is_the_catenary() {
        for taper in [1.0, 2.0, 4.0] {
            let p = ArchStoneParameters {
                taper,
                ..ArchStoneParameters::default()
            };
            let line = Catenary::new(&p);
            assert!((line.area(10.0) - taper).abs() < 1e-12);
            assert!((line.joint(0, &p).centre - Vec3::new(-10.0, 0.0, 0.0)).norm() < 1e-12);
            if taper == 1.0 {
                assert!((line.a * line.b - 1.0).abs() < 1e-12);
                let exact = line.a * (line.b * 10.0).sinh();
                assert!((line.length(10.0) / exact - 1.0).abs() < 1e-9);
            }
        }
    }

    /// Largest offset of the thrust from the centre of a joint, in thicknesses, and largest slope of the thrust
    /// against the joint's normal, from the volumes and centroids of the stones themselves.
    ///
    /// Cut the middle stone at the crown: by symmetry the thrust there is horizontal, H at height y0. At a joint
    /// the force is (H, -w), w the weight above, and it acts along the line H (y0 - y) = w x - m, m the moment of
    /// that weight. y0 is taken on the centre line, H such that the thrust passes through the centre of the base.
    fn thrust(stones_in_all: u32) -> (f64, f64) {
        let p = ArchStoneParameters {
            gap: 1e-9,
            stones: stones_in_all,
            ..ArchStoneParameters::default()
        };
        let (all, line, middle) = (stones(&p), Catenary::new(&p), p.stones / 2);
        let centre = &all[middle as usize];
        // The middle stone is its own mirror image: half its volume, and of that the moment about x = 0.
        let (t, n) = (centre.bounding_box().unwrap().max, centre.volume() / 2.0);
        let inner = centre
            .points
            .iter()
            .map(|x| x.x)
            .fold(f64::INFINITY, |a, x| a.min(x.abs()));
        // Half a trapezoid with half widths a and b: centroid at (a^2 + a b + b^2) / (3 (a + b)).
        let lever = (t.x * t.x + t.x * inner + inner * inner) / (3.0 * (t.x + inner));
        let mut parts = vec![(n, n * lever)];
        parts.extend(all[middle as usize + 1..].iter().map(|s| {
            let (volume, moment) = moments(s);
            (volume, moment.x)
        }));
        let (weight, moment) = parts.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let horizontal = (weight * p.span / 2.0 - moment) / p.height;
        let (mut w, mut m, mut offset, mut slope) = (0.0, 0.0, 0.0f64, 0.0f64);
        for (k, part) in (middle + 1..).zip(&parts) {
            (w, m) = (w + part.0, m + part.1);
            let joint = line.joint(k, &p);
            let normal = Vec3::z().cross(&joint.tangent);
            let [x, y, _] = joint.centre.into();
            let residual = horizontal * (p.height - y) - (w * x - m);
            let along = residual / (horizontal * normal.y + w * normal.x);
            offset = offset.max((along / (joint.scale * p.thickness)).abs());
            let force = Vec3::new(horizontal, -w, 0.0);
            slope = slope.max((force.dot(&normal) / force.dot(&joint.tangent)).abs());
        }
        (offset, slope)
    }

    /// 25 stones stand by the rules of masonry (Heyman 1966): the thrust is in the middle third of every joint,
    /// so that no joint opens, and friction of 0.2 holds them all. The stones are chords of the curve; with many
    /// stones what is left is that the centroid of a piece cut square to a line of curvature k, thickness t, lies
    /// t^2 k / 12 outside the line: the thrust is no further from it than the largest of these shifts.
    #[test]
    fn thrust_runs_along_the_middle_of_every_joint() {
        let (offset, slope) = thrust(25);
        assert!(offset < 1.0 / 6.0 && slope < 0.2, "{offset} {slope}");
        let p = ArchStoneParameters::default();
        let line = Catenary::new(&p);
        let shift = |i: u32| {
            let x = f64::from(i) / 1000.0 * line.half_span;
            let bend = line.a * line.b.powi(2) * (line.b * x).cosh();
            let curvature = bend / line.slope(x).hypot(1.0).powi(3);
            curvature * p.thickness * line.area(x).sqrt() / 12.0
        };
        let largest = (0..=1000).map(shift).fold(0.0, f64::max);
        assert!(thrust(101).0 < largest, "{:?} {largest}", thrust(101));
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = ArchStoneParameters::default();
        let refused = |p: ArchStoneParameters| arch_stone(&p).unwrap_err().to_string();
        assert!(refused(ArchStoneParameters { stone: 25, ..p }).contains("stone 25 of 25"));
        assert!(refused(ArchStoneParameters { taper: 0.5, ..p }).contains("taper"));
        assert!(refused(ArchStoneParameters { gap: 5.0, ..p }).contains("length of a stone"));
        assert!(refused(ArchStoneParameters { gap: -1.0, ..p }).contains("above zero"));
    }
}
