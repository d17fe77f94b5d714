//! Rods as polylines: single strands, bundles of parallel strands, coils.

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use super::grid::centred;
use crate::{SurfaceMesh, Vec3};
use std::f64::consts::TAU;

/// A straight strand along x, centred; n + 1 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrandParameters {
    /// Length, m.
    pub length: f64,
    /// Number n of segments.
    pub segments: u32,
}

impl Default for StrandParameters {
    /// 20 cm in 50 segments.
    fn default() -> Self {
        Self {
            length: 0.2,
            segments: 50,
        }
    }
}

/// Parallel strands, as in a lock of hair, their middles in a hexagonal packing around the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrandBundleParameters {
    /// Number of strands, filled ring by ring from the middle.
    pub count: u32,
    /// Distance between neighbouring strands, middle to middle, m.
    pub gap: f64,
    /// Length of each strand, m.
    pub length: f64,
    /// Number of segments of each strand.
    pub segments: u32,
    /// Whether the strands hang down from y = 0; otherwise they lie along x, centred.
    pub hanging: bool,
}

impl Default for StrandBundleParameters {
    /// 91 hanging hairs of 20 cm, 0.4 mm apart.
    fn default() -> Self {
        Self {
            count: 91,
            gap: 4e-4,
            length: 0.2,
            segments: 50,
            hanging: true,
        }
    }
}

/// A helix about y, centred, right-handed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoilParameters {
    /// Radius, m.
    pub radius: f64,
    /// Height that one turn climbs, m.
    pub pitch: f64,
    /// Number of turns; need not be whole.
    pub turns: f64,
    /// Number of segments in a turn.
    pub segments_per_turn: u32,
}

impl Default for CoilParameters {
    /// Ten turns of 1 cm in radius, 5 mm apart.
    fn default() -> Self {
        Self {
            radius: 0.01,
            pitch: 5e-3,
            turns: 10.0,
            segments_per_turn: 24,
        }
    }
}

/// A straight strand.
pub fn strand(p: &StrandParameters) -> Result<SurfaceMesh, GenerateError> {
    positive("strand", &[("length", p.length)])?;
    at_least("strand", 1, &[("segments", p.segments)])?;
    let point = |_, k| Vec3::x() * centred(k, p.segments, p.length);
    strands("strand", 1, p.segments, point)
}

/// A bundle of strands, one after the other from the middle outward.
pub fn strand_bundle(p: &StrandBundleParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "strand bundle";
    positive(SHAPE, &[("gap", p.gap), ("length", p.length)])?;
    at_least(SHAPE, 1, &[("count", p.count), ("segments", p.segments)])?;
    countable(SHAPE, &[p.count, p.segments.saturating_add(1)])?;
    let places = hexagonal_spiral(p.count);
    strands(SHAPE, p.count, p.segments, |strand, k| {
        let [u, v] = places[strand as usize].map(|c| c * p.gap);
        if p.hanging {
            let depth = p.length * f64::from(k) / f64::from(p.segments);
            Vec3::new(u, -depth, v)
        } else {
            Vec3::new(centred(k, p.segments, p.length), u, v)
        }
    })
}

/// A helix.
pub fn coil(p: &CoilParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "coil";
    let lengths = [("radius", p.radius), ("pitch", p.pitch), ("turns", p.turns)];
    positive(SHAPE, &lengths)?;
    at_least(SHAPE, 3, &[("segments per turn", p.segments_per_turn)])?;
    below(SHAPE, ("turns", p.turns), ("a million", 1e6))?;
    let segments = ((p.turns * f64::from(p.segments_per_turn)).ceil() as u32).max(1);
    strands(SHAPE, 1, segments, |_, k| {
        let turn = p.turns * f64::from(k) / f64::from(segments);
        let (sin, cos) = (TAU * turn).sin_cos();
        let y = p.pitch * (turn - p.turns / 2.0);
        Vec3::new(p.radius * cos, y, -p.radius * sin)
    })
}

/// Polylines of equally many segments, one after the other; `point(strand, k)` places point k.
pub(super) fn strands(
    shape: &'static str,
    count: u32,
    segments: u32,
    point: impl Fn(u32, u32) -> Vec3,
) -> Result<SurfaceMesh, GenerateError> {
    let each = segments.saturating_add(1);
    countable(shape, &[count, each])?;
    let mut mesh = SurfaceMesh::default();
    for strand in 0..count {
        let first = strand * each;
        mesh.points.extend((0..each).map(|k| point(strand, k)));
        mesh.edges
            .extend((first..first + segments).map(|v| [v, v + 1]));
    }
    Ok(mesh)
}

/// The first places of a hexagonal lattice of spacing 1, ring by ring around the origin.
fn hexagonal_spiral(count: u32) -> Vec<[f64; 2]> {
    let height = 0.75f64.sqrt();
    // The six steps along the sides of a ring, starting from its corner at (ring, 0).
    let steps = [
        [-0.5, height],
        [-1.0, 0.0],
        [-0.5, -height],
        [0.5, -height],
        [1.0, 0.0],
        [0.5, height],
    ];
    let mut places = vec![[0.0; 2]];
    for ring in 1.. {
        if places.len() >= count as usize {
            break;
        }
        let mut at = [f64::from(ring), 0.0];
        for step in steps {
            for _ in 0..ring {
                places.push(at);
                at = [at[0] + step[0], at[1] + step[1]];
            }
        }
    }
    places.truncate(count as usize);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::clearance::closest;
    use crate::generate::measure::polyline_length;

    #[test]
    fn strands_are_straight_and_even() {
        let mesh = strand(&StrandParameters::default()).unwrap();
        mesh.check().unwrap();
        assert_eq!((mesh.points.len(), mesh.edges.len()), (51, 50));
        assert!((polyline_length(&mesh) - 0.2).abs() < 1e-15);
        let size = mesh.bounding_box().unwrap().size();
        assert!((size - Vec3::x() * 0.2).norm() < 1e-16);
        for &[a, b] in &mesh.edges {
            let along = mesh.points[b as usize] - mesh.points[a as usize];
            assert!((along.x - 0.004).abs() < 1e-16);
        }
    }

    #[test]
    fn bundles_keep_their_gap() {
        for (count, hanging) in [(1, true), (7, false), (91, true), (100, true)] {
            let p = StrandBundleParameters {
                count,
                hanging,
                segments: 4,
                ..StrandBundleParameters::default()
            };
            let mesh = strand_bundle(&p).unwrap();
            mesh.check().unwrap();
            assert_eq!(mesh.points.len(), 5 * count as usize);
            assert_eq!(mesh.edges.len(), 4 * count as usize);
            let between = |a: u32, b: u32| a / 5 != b / 5;
            let nearest = closest(&mesh, 1e-3, between);
            assert!(count == 1 || (nearest.unwrap() / p.gap - 1.0).abs() < 1e-9);
            let bounds = mesh.bounding_box().unwrap();
            if hanging {
                assert_eq!((bounds.min.y, bounds.max.y), (-0.2, 0.0));
            } else {
                assert!((bounds.size().x - 0.2).abs() < 1e-15);
            }
            assert_eq!(mesh, strand_bundle(&p).unwrap());
        }
        // 91 = 1 + 6 (1 + ... + 5): five full rings.
        let mesh = strand_bundle(&StrandBundleParameters::default()).unwrap();
        let far = mesh
            .points
            .iter()
            .map(|x| x.x.hypot(x.z))
            .fold(0.0, f64::max);
        assert!((far / 2e-3 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn coils_climb_evenly() {
        let p = CoilParameters::default();
        let mesh = coil(&p).unwrap();
        mesh.check().unwrap();
        assert_eq!(mesh.edges.len(), 240);
        let size = mesh.bounding_box().unwrap().size();
        assert!((size - Vec3::new(0.02, 0.05, 0.02)).norm() < 1e-15);
        // 240 chords of 2 r sin(pi / 24) around and pitch / 24 up.
        let chord = (2.0 * p.radius * (TAU / 48.0).sin()).hypot(p.pitch / 24.0);
        assert!((polyline_length(&mesh) - 240.0 * chord).abs() < 1e-12);
        // Turns are a pitch apart along y, a little less across the slope.
        let nearest = closest(&mesh, 2.0 * p.pitch, |a, b| a.abs_diff(b) > 12).unwrap();
        assert!(nearest < p.pitch && nearest > 0.99 * p.pitch, "{nearest}");
        // Right-handed: seen from above (from +y) it turns left, from x to -z, while it climbs.
        assert!(mesh.points[1].z < 0.0 && mesh.points[1].y > mesh.points[0].y);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let strand = strand(&StrandParameters {
            segments: 0,
            ..StrandParameters::default()
        });
        assert!(strand.unwrap_err().to_string().contains("segments"));
        let bundle = StrandBundleParameters {
            count: u32::MAX,
            ..StrandBundleParameters::default()
        };
        assert!(matches!(
            strand_bundle(&bundle),
            Err(GenerateError::TooMany { .. })
        ));
        assert!(strand_bundle(&StrandBundleParameters { gap: 0.0, ..bundle }).is_err());
        let turns = CoilParameters {
            turns: f64::INFINITY,
            ..CoilParameters::default()
        };
        assert!(coil(&turns).is_err());
    }
}
