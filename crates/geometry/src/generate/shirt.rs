//! A T-shirt: front and back of a square lattice, joined along sides, sleeves and shoulders.

use super::check::{GenerateError, at_least, below, positive};
use crate::{SurfaceMesh, Vec3};

/// A T-shirt that lies in the xz plane, its neck towards -z, open at neck, sleeves and hem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShirtParameters {
    /// Width of the body, m.
    pub width: f64,
    /// Length of the body along z, m.
    pub length: f64,
    /// Length of each sleeve along x, m.
    pub sleeve: f64,
    /// Width of a sleeve along z, m; less than the length of the body.
    pub opening: f64,
    /// Width of the neck, m; less than that of the body.
    pub neck: f64,
    /// Distance between neighbouring points, m.
    pub spacing: f64,
    /// Distance between front and back, m.
    pub gap: f64,
}

impl Default for ShirtParameters {
    /// Of medium size, with 2 cm between points.
    fn default() -> Self {
        Self {
            width: 0.5,
            length: 0.7,
            sleeve: 0.2,
            opening: 0.2,
            neck: 0.18,
            spacing: 0.02,
            gap: 0.01,
        }
    }
}

/// The outline in cells of the lattice: columns -half..half of the body, rows 0..length from the neck down.
struct Outline {
    half: i64,
    length: i64,
    sleeve: i64,
    opening: i64,
    neck: i64,
}

impl Outline {
    fn has_cell(&self, i: i64, j: i64) -> bool {
        let in_body = (-self.half..self.half).contains(&i) && (0..self.length).contains(&j);
        let arm = self.half + self.sleeve;
        let in_sleeves = (-arm..arm).contains(&i) && (0..self.opening).contains(&j);
        in_body || in_sleeves
    }

    /// Whether the side of a cell between two lattice points is a seam: a border that is not open.
    fn is_seam(&self, [i, j]: [i64; 2], [k, l]: [i64; 2]) -> bool {
        let arm = self.half + self.sleeve;
        let at_hem = j == self.length && l == self.length;
        let at_sleeve = i == k && i.abs() == arm;
        let at_neck = j == 0 && l == 0 && i.abs().max(k.abs()) <= self.neck;
        !(at_hem || at_sleeve || at_neck)
    }

    /// Columns and rows of all lattice points that may belong to the shirt.
    fn points(&self) -> impl Iterator<Item = [i64; 2]> + '_ {
        let arm = self.half + self.sleeve;
        (0..=self.length).flat_map(move |j| (-arm..=arm).map(move |i| [i, j]))
    }

    /// Whether front and back are joined at a lattice point: where a seam ends or passes.
    fn is_joined(&self, [i, j]: [i64; 2]) -> bool {
        let sides = [[1, 0], [0, 1], [-1, 0], [0, -1]];
        sides.iter().any(|&[di, dj]| {
            // The two cells beside the side from this point.
            let (a, b) = match [di, dj] {
                [1, 0] => ([i, j - 1], [i, j]),
                [0, 1] => ([i - 1, j], [i, j]),
                [-1, 0] => ([i - 1, j - 1], [i - 1, j]),
                _ => ([i - 1, j - 1], [i, j - 1]),
            };
            let is_border = self.has_cell(a[0], a[1]) != self.has_cell(b[0], b[1]);
            is_border && self.is_seam([i, j], [i + di, j + dj])
        })
    }
}

/// A T-shirt.
pub fn shirt(p: &ShirtParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "shirt";
    let lengths = [
        ("width", p.width),
        ("length", p.length),
        ("sleeve", p.sleeve),
        ("opening", p.opening),
        ("neck", p.neck),
        ("spacing", p.spacing),
        ("gap", p.gap),
    ];
    positive(SHAPE, &lengths)?;
    below(SHAPE, ("opening", p.opening), ("length", p.length))?;
    below(SHAPE, ("neck", p.neck), ("width", p.width))?;
    let cells = |length: f64| (length / p.spacing).round() as u32;
    let counts = [
        ("points across half the body", cells(0.5 * p.width)),
        ("points across a sleeve", cells(p.opening)),
        ("points across half the neck", cells(0.5 * p.neck)),
        ("points along a sleeve", cells(p.sleeve)),
    ];
    at_least(SHAPE, 2, &counts)?;
    let outline = Outline {
        half: i64::from(cells(0.5 * p.width)),
        length: i64::from(cells(p.length)),
        sleeve: i64::from(cells(p.sleeve)),
        opening: i64::from(cells(p.opening)),
        neck: i64::from(cells(0.5 * p.neck)),
    };
    Ok(sewn(&outline, p))
}

fn sewn(outline: &Outline, p: &ShirtParameters) -> SurfaceMesh {
    let width = 2 * (outline.half + outline.sleeve) + 1;
    let key = |[i, j]: [i64; 2]| (j * width + i + outline.half + outline.sleeve) as usize;
    let mut numbers = vec![[u32::MAX; 2]; (width * (outline.length + 1)) as usize];
    let mut mesh = SurfaceMesh::default();
    for at in outline.points() {
        let [i, j] = at;
        let around = [[i, j], [i - 1, j], [i, j - 1], [i - 1, j - 1]];
        if !around.iter().any(|&[i, j]| outline.has_cell(i, j)) {
            continue;
        }
        let place = |height: f64| {
            let z = j as f64 - 0.5 * outline.length as f64;
            Vec3::new(i as f64 * p.spacing, height, z * p.spacing)
        };
        let mut add = |height: f64| {
            mesh.points.push(place(height));
            mesh.points.len() as u32 - 1
        };
        numbers[key(at)] = if outline.is_joined(at) {
            [add(0.0); 2]
        } else {
            [add(0.5 * p.gap), add(-0.5 * p.gap)]
        };
    }
    for [i, j] in outline.points().filter(|&[i, j]| outline.has_cell(i, j)) {
        for is_back in [false, true] {
            let corner = |di: i64, dj: i64| numbers[key([i + di, j + dj])][usize::from(is_back)];
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            let triangles = if (i + j).rem_euclid(2) == 0 {
                [[a, c, b], [a, d, c]]
            } else {
                [[a, d, b], [b, d, c]]
            };
            // The back looks down.
            let turned = |[a, b, c]: [u32; 3]| if is_back { [a, c, b] } else { [a, b, c] };
            mesh.triangles.extend(triangles.map(turned));
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{check_manifold, unique_edges};

    #[test]
    fn a_shirt_is_a_tube_with_four_holes() {
        let mesh = shirt(&ShirtParameters::default()).expect("a shirt");
        check_manifold(&mesh.triangles).expect("a manifold");
        // V - E + F = 2 - holes: neck, hem, two sleeves.
        let edges = unique_edges(&mesh.triangles).len() as i64;
        let euler = mesh.points.len() as i64 - edges + mesh.triangles.len() as i64;
        assert_eq!(euler, -2);
        // Front and back have the same area.
        let [mut up, mut down] = [0.0; 2];
        for &t in &mesh.triangles {
            let [a, b, c] = mesh.corners(t);
            let normal = (b - a).cross(&(c - a));
            *(if normal.y > 0.0 { &mut up } else { &mut down }) += normal.norm();
        }
        assert!((up - down).abs() < 1e-9 && up > 0.0, "{up} {down}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let p = ShirtParameters {
            neck: 0.6,
            ..ShirtParameters::default()
        };
        assert!(shirt(&p).is_err());
    }
}
