//! Surfaces turned about y with triangles of even size everywhere: a spherical bowl, a round table, any profile.
//!
//! A profile of (radius, y) is turned; every ring has as many points as its circumference has spacings, so that
//! triangles neither crowd at the axis nor stretch at the rim. Neighbouring rings are joined by merging their angles.

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use crate::{SurfaceMesh, Vec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A bowl that is part of a sphere, open on top: the inner rim at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundBowlParameters {
    /// Inner radius of the rim, m.
    pub radius: f64,
    /// Inner depth below the rim, m, at most the radius (half a sphere).
    pub depth: f64,
    /// Thickness of the wall, m: a closed surface with a rounded lip; zero for the inner surface alone.
    pub wall: f64,
    /// Distance between neighbouring points, m.
    pub spacing: f64,
}

impl Default for RoundBowlParameters {
    /// Half a sphere of 7 cm in radius (Codimensional IPC 2021, section 6.9), without thickness.
    fn default() -> Self {
        Self {
            radius: 0.07,
            depth: 0.07,
            wall: 0.0,
            spacing: 6e-3,
        }
    }
}

/// A round table top with a rounded edge, a closed surface about y; its top lies at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableParameters {
    /// Radius, m.
    pub radius: f64,
    /// Thickness, m.
    pub thickness: f64,
    /// Radius of the rounded edge above and below, m, at most half the thickness.
    pub edge_radius: f64,
    /// Distance between neighbouring points, m; the edge is finer across.
    pub spacing: f64,
}

impl Default for TableParameters {
    /// 60 cm across and 3 cm thick, with an edge rounded by 1 cm.
    fn default() -> Self {
        Self {
            radius: 0.3,
            thickness: 0.03,
            edge_radius: 0.01,
            spacing: 0.015,
        }
    }
}

/// A spherical bowl; without a wall its normals point away from the inside.
pub fn round_bowl(p: &RoundBowlParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "round bowl";
    positive(
        SHAPE,
        &[
            ("radius", p.radius),
            ("depth", p.depth),
            ("spacing", p.spacing),
        ],
    )?;
    if p.depth > p.radius {
        let reason = format!(
            "depth ({} m) must be at most the radius ({} m), half a sphere",
            p.depth, p.radius
        );
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    below(SHAPE, ("spacing", p.spacing), ("radius", p.radius))?;
    // The sphere through the rim and the lowest point.
    let sphere = (p.radius * p.radius + p.depth * p.depth) / (2.0 * p.depth);
    let centre = [0.0, sphere - p.depth];
    let rim = p.radius.atan2(sphere - p.depth);
    let mut profile = Profile::starting([0.0, centre[1] - sphere - p.wall], p.spacing);
    if p.wall == 0.0 {
        profile.arc(centre, sphere, [-FRAC_PI_2, rim - FRAC_PI_2]);
        // Exactly at the rim.
        profile.replace_last([p.radius, 0.0]);
        return profile.turn(SHAPE);
    }
    positive(SHAPE, &[("wall", p.wall)])?;
    let lip = |angle: f64, r: f64| [centre[0] + r * angle.cos(), centre[1] + r * angle.sin()];
    let end = rim - FRAC_PI_2;
    profile.arc(centre, sphere + p.wall, [-FRAC_PI_2, end]);
    profile.arc(
        lip(end, sphere + p.wall / 2.0),
        p.wall / 2.0,
        [end, end + PI],
    );
    profile.arc(centre, sphere, [end, -FRAC_PI_2]);
    profile.turn(SHAPE)
}

/// A round table top.
pub fn table(p: &TableParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "table";
    let lengths = [
        ("radius", p.radius),
        ("thickness", p.thickness),
        ("edge radius", p.edge_radius),
        ("spacing", p.spacing),
    ];
    positive(SHAPE, &lengths)?;
    below(SHAPE, ("thickness", p.thickness), ("radius", p.radius))?;
    below(SHAPE, ("spacing", p.spacing), ("radius", p.radius))?;
    let (r, flat) = (p.edge_radius, p.radius - p.edge_radius);
    if 2.0 * r > p.thickness {
        let reason = format!(
            "edge radius ({r} m) must be at most half the thickness ({} m)",
            p.thickness
        );
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    let mut profile = Profile::starting([0.0, -p.thickness], p.spacing);
    profile.line([flat, -p.thickness]);
    profile.arc([flat, r - p.thickness], r, [-FRAC_PI_2, 0.0]);
    profile.line([p.radius, -r]);
    profile.arc([flat, -r], r, [0.0, FRAC_PI_2]);
    profile.line([0.0, 0.0]);
    profile.turn(SHAPE)
}

/// Straight lines between points of (radius, y), m, turned about y: a cone of cloth, a torso. Where the first or last
/// point lies on the axis the surface is closed there, elsewhere open. Normals point to the right of the profile's
/// direction: outward where it runs upward.
pub fn lathe(profile: &[[f64; 2]], spacing: f64) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "lathe";
    let n = u32::try_from(profile.len()).unwrap_or(u32::MAX);
    at_least(SHAPE, 2, &[("number of points", n)])?;
    positive(SHAPE, &[("spacing", spacing)])?;
    for (k, &[r, y]) in profile.iter().enumerate() {
        let on_axis = r == 0.0 && (k == 0 || k + 1 == profile.len());
        if !(y.is_finite() && r.is_finite() && (r > 0.0 || on_axis)) {
            let reason = format!(
                "point {k} of the profile is [{r}, {y}]; radii must be above zero, but for the first and the last"
            );
            return Err(GenerateError::Conflict {
                shape: SHAPE,
                reason,
            });
        }
    }
    for ends in profile.windows(2) {
        let length = (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1]);
        positive(SHAPE, &[("length of every line of the profile", length)])?;
    }
    let mut curve = Profile::starting(profile[0], spacing);
    profile[1..].iter().for_each(|&to| curve.line(to));
    curve.turn(SHAPE)
}

/// A curve of (radius, y) from the axis, in steps of about a row of equilateral triangles.
struct Profile {
    points: Vec<[f64; 2]>,
    spacing: f64,
}

impl Profile {
    fn starting(at: [f64; 2], spacing: f64) -> Self {
        let points = vec![at];
        Self { points, spacing }
    }

    /// Number of steps along a length, of which there are at least so many.
    fn steps(&self, length: f64, least: u32) -> u32 {
        let row = 0.75f64.sqrt() * self.spacing;
        // Casting a large f64 gives u32::MAX, which is refused when points are counted.
        ((length / row).round() as u32).max(least).min(1 << 24)
    }

    /// A straight part to a point; nothing where it is there already.
    fn line(&mut self, to: [f64; 2]) {
        let from = self.points[self.points.len() - 1];
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        if length <= 1e-9 * self.spacing {
            return self.replace_last(to);
        }
        let steps = self.steps(length, 1);
        for k in 1..=steps {
            let t = f64::from(k) / f64::from(steps);
            let at = |a: usize| from[a] * (1.0 - t) + to[a] * t;
            self.points.push([at(0), at(1)]);
        }
    }

    /// Part of a circle between two angles from the radial direction; starts where the profile ends.
    fn arc(&mut self, centre: [f64; 2], radius: f64, [from, to]: [f64; 2]) {
        let quarters = ((to - from).abs() / FRAC_PI_2).ceil() as u32;
        let steps = self.steps(radius * (to - from).abs(), 3 * quarters);
        for k in 1..=steps {
            let (sin, cos) = (from + (to - from) * f64::from(k) / f64::from(steps)).sin_cos();
            self.points
                .push([centre[0] + radius * cos, centre[1] + radius * sin]);
        }
    }

    fn replace_last(&mut self, to: [f64; 2]) {
        self.points.pop();
        self.points.push(to);
    }

    /// Turns the profile about y; normals point to the right of its direction.
    fn turn(&self, shape: &'static str) -> Result<SurfaceMesh, GenerateError> {
        let size = |r: f64| match r > 1e-9 * self.spacing {
            true => ((TAU * r / self.spacing).round() as u32).max(5),
            false => 1,
        };
        let sizes: Vec<u32> = self.points.iter().map(|p| size(p[0])).collect();
        let largest = sizes.iter().fold(0, |a, &b| a.max(b));
        countable(shape, &[largest, sizes.len() as u32])?;
        let mut mesh = SurfaceMesh::default();
        let mut below: Vec<(u32, f64)> = Vec::new();
        for (k, (&[r, y], &n)) in self.points.iter().zip(&sizes).enumerate() {
            let first = mesh.points.len() as u32;
            // Every other ring is turned by half a cell, so that rings of one size make even triangles.
            let shift = if k % 2 == 1 { 0.5 } else { 0.0 };
            let share = |i: u32| (f64::from(i) + shift) / f64::from(n);
            let mut ring: Vec<(u32, f64)> = (0..n).map(|i| (first + i, share(i))).collect();
            for &(_, turn) in &ring {
                let (sin, cos) = (TAU * turn).sin_cos();
                let r = if n == 1 { 0.0 } else { r };
                mesh.points.push(Vec3::new(r * cos, y, -r * sin));
            }
            if n > 1 {
                ring.push((first, share(n)));
            }
            join(&mut mesh.triangles, &below, &ring);
            below = ring;
        }
        Ok(mesh)
    }
}

/// Triangles between two closed rings of (point, share of a turn), the first point again at the end; a ring may be one
/// point alone.
fn join(triangles: &mut Vec<[u32; 3]>, lower: &[(u32, f64)], upper: &[(u32, f64)]) {
    let (mut i, mut k) = (0, 0);
    let middle = |ring: &[(u32, f64)], i: usize| {
        let next = ring.get(i + 1);
        next.map_or(f64::INFINITY, |next| (ring[i].1 + next.1) / 2.0)
    };
    while !lower.is_empty() && (i + 1 < lower.len() || k + 1 < upper.len()) {
        if middle(lower, i) < middle(upper, k) {
            triangles.push([lower[i].0, lower[i + 1].0, upper[k].0]);
            i += 1;
        } else {
            triangles.push([lower[i].0, upper[k + 1].0, upper[k].0]);
            k += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::check_cloth;
    use crate::generate::measure::quality;
    use crate::topology::{border_edges, check_closed_manifold};

    #[test]
    fn bowls_are_spherical_and_open() {
        for (radius, depth) in [(0.07, 0.07), (0.07, 0.03)] {
            let mesh = round_bowl(&RoundBowlParameters {
                radius,
                depth,
                ..RoundBowlParameters::default()
            })
            .unwrap();
            check_cloth(&mesh).unwrap();
            let (angles, edges) = quality(&mesh);
            assert!(angles[0] > 25.0 && angles[1] < 110.0, "{angles:?}");
            assert!(edges[0] > 3e-3 && edges[1] < 9.6e-3, "{edges:?}");
            // The area of a cap is pi (a^2 + d^2); chords of e lose about (e / 2 R)^2.
            let area = mesh.area() / (PI * (radius * radius + depth * depth));
            assert!(area < 1.0 && area > 0.99, "{area}");
            let rim = border_edges(&mesh.triangles);
            assert!(
                rim.as_flattened()
                    .iter()
                    .all(|&v| mesh.points[v as usize].y == 0.0)
            );
            let bounds = mesh.bounding_box().unwrap();
            assert!((bounds.min.y + depth).abs() < 1e-15 && bounds.max.y == 0.0);
            // Normals away from the inside.
            for &t in &mesh.triangles {
                let [a, b, c] = mesh.corners(t);
                let inside = Vec3::new(0.0, radius, 0.0);
                assert!((b - a).cross(&(c - a)).dot(&((a + b + c) / 3.0 - inside)) > 0.0);
            }
        }
    }

    #[test]
    fn walls_have_their_volume() {
        let p = RoundBowlParameters {
            wall: 5e-3,
            spacing: 2e-3,
            ..RoundBowlParameters::default()
        };
        let mesh = round_bowl(&p).unwrap();
        check_closed_manifold(&mesh.triangles).unwrap();
        check_cloth(&mesh).unwrap();
        // Half a spherical shell, and half a torus of radius 72.5 mm and 2.5 mm (Pappus).
        let (r, big) = (0.07, 0.075);
        let shell = TAU / 3.0 * (f64::powi(big, 3) - f64::powi(r, 3));
        let lip = PI * 2.5e-3f64.powi(2) / 2.0 * TAU * 0.0725;
        assert!((mesh.volume() / (shell + lip) - 1.0).abs() < 0.01);
        let bounds = mesh.bounding_box().unwrap();
        assert!((bounds.min.y + 0.075).abs() < 1e-12 && (bounds.max.y - 2.5e-3).abs() < 1e-4);
    }

    #[test]
    fn tables_are_closed_and_flat_on_top() {
        let p = TableParameters::default();
        let mesh = table(&p).unwrap();
        check_closed_manifold(&mesh.triangles).unwrap();
        check_cloth(&mesh).unwrap();
        let bounds = mesh.bounding_box().unwrap();
        assert_eq!((bounds.min.y, bounds.max.y), (-p.thickness, 0.0));
        assert!((bounds.size().x / 0.6 - 1.0).abs() < 1e-3);
        // A disc less what the rounding takes off its edge: 2 (1 - pi / 4) r^2 about 2 pi R.
        let edge = 2.0 * (1.0 - PI / 4.0) * p.edge_radius.powi(2) * TAU * p.radius;
        let volume = PI * p.radius.powi(2) * p.thickness - edge;
        assert!(
            (mesh.volume() / volume - 1.0).abs() < 0.01,
            "{}",
            mesh.volume() / volume
        );
        let (angles, _) = quality(&mesh);
        assert!(angles[0] > 12.0 && angles[1] < 120.0, "{angles:?}");
        assert_eq!(mesh, table(&p).unwrap());
        // A full round edge has no straight part.
        let round = TableParameters {
            edge_radius: 0.015,
            ..p
        };
        check_closed_manifold(&table(&round).unwrap().triangles).unwrap();
    }

    #[test]
    fn a_lathe_makes_cones_and_closed_bodies() {
        // An open frustum: pi (a + b) s, less what the chords take off.
        let cone = lathe(&[[0.4, -0.5], [0.1, 0.3]], 0.02).unwrap();
        check_cloth(&cone).unwrap();
        let area = PI * 0.5 * 0.3f64.hypot(0.8);
        assert!((cone.area() / area - 1.0).abs() < 2e-3, "{}", cone.area());
        let (angles, edges) = quality(&cone);
        assert!(angles[0] > 25.0 && angles[1] < 110.0, "{angles:?}");
        assert!(edges[0] > 0.012 && edges[1] < 0.031, "{edges:?}");
        assert_eq!(border_edges(&cone.triangles).len(), 126 + 31);
        // Two cones base to base, outward.
        let top = lathe(&[[0.0, -1.0], [0.5, 0.0], [0.0, 1.0]], 0.05).unwrap();
        check_closed_manifold(&top.triangles).unwrap();
        assert!((top.volume() / (PI * 0.25 * 2.0 / 3.0) - 1.0).abs() < 0.01);
        let inner = lathe(&[[0.1, 0.0], [0.0, 1.0], [0.1, 2.0]], 0.05);
        assert!(inner.unwrap_err().to_string().contains("point 1"));
        assert!(lathe(&[[0.1, 0.0], [0.1, 0.0]], 0.05).is_err());
    }

    #[test]
    fn impossible_parameters_are_named() {
        let bowl = RoundBowlParameters::default();
        let deep = RoundBowlParameters {
            depth: 0.08,
            ..bowl
        };
        assert!(round_bowl(&deep).unwrap_err().to_string().contains("depth"));
        assert!(round_bowl(&RoundBowlParameters { wall: -1.0, ..bowl }).is_err());
        assert!(
            round_bowl(&RoundBowlParameters {
                spacing: 1e-9,
                ..bowl
            })
            .is_err()
        );
        let sharp = TableParameters {
            edge_radius: 0.02,
            ..TableParameters::default()
        };
        assert!(
            table(&sharp)
                .unwrap_err()
                .to_string()
                .contains("edge radius")
        );
    }
}
