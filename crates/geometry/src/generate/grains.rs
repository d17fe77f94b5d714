//! Many small bodies: sprinkles (single segments) and grains (single points).

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use super::codimensional::offset;
use super::grid::triples;
use super::random::Random;
use crate::{SurfaceMesh, Vec3};

/// A grid of single segments in random directions, centred; none comes closer to another than its thickness.
///
/// Each turns about its middle inside a ball of its length; the balls are a thickness apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprinklesParameters {
    /// Number of segments along x, y and z.
    pub counts: [u32; 3],
    /// Length of each segment, m.
    pub length: f64,
    /// Smallest distance between two segments, m.
    pub thickness: f64,
    /// Another seed gives other directions.
    pub seed: u64,
}

impl Default for SprinklesParameters {
    /// 25 x 40 x 25 sprinkles of 6 mm, 2 mm thick (Codimensional IPC 2021, section 6.9).
    fn default() -> Self {
        Self {
            counts: [25, 40, 25],
            length: 6e-3,
            thickness: 2e-3,
            seed: 0,
        }
    }
}

/// The packing of grains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// On a cubic grid.
    Cubic,
    /// In hexagonal layers above each other's gaps: as dense as spheres can be.
    #[default]
    Hexagonal,
}

/// Free points in a regular packing, shaken a little; centred about the y axis, the lowest layer at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrainsParameters {
    /// Number of points along x, y (layers) and z.
    pub counts: [u32; 3],
    /// Distance between neighbours, m.
    pub spacing: f64,
    /// Largest shift of each point, m, below half the spacing: no two come closer than the spacing less twice this.
    pub jitter: f64,
    /// The packing.
    pub packing: Packing,
    /// Whether only the points within the largest upright cylinder are kept: a round column.
    pub round: bool,
    /// Another seed gives other shifts.
    pub seed: u64,
}

impl Default for GrainsParameters {
    /// A box of 20 x 125 x 20 = 50 thousand points, 3 mm apart (Codimensional IPC 2021, section 6.9).
    fn default() -> Self {
        Self {
            counts: [20, 125, 20],
            spacing: 3e-3,
            jitter: 1e-4,
            packing: Packing::Hexagonal,
            round: false,
            seed: 0,
        }
    }
}

/// Free segments in random directions.
pub fn sprinkles(p: &SprinklesParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "sprinkles";
    positive(SHAPE, &[("length", p.length), ("thickness", p.thickness)])?;
    check_counts(SHAPE, p.counts)?;
    let [x, y, z] = p.counts;
    countable(SHAPE, &[x, y, z, 2])?;
    let mut random = Random::new(p.seed);
    let mut mesh = SurfaceMesh::default();
    for node in triples(p.counts) {
        let place = |a: usize| offset(node[a], p.counts[a], p.length + p.thickness);
        let middle = Vec3::new(place(0), place(1), place(2));
        let half = random.direction() * (p.length / 2.0);
        let first = mesh.points.len() as u32;
        mesh.points.extend([middle - half, middle + half]);
        mesh.edges.push([first, first + 1]);
    }
    Ok(mesh)
}

/// Free points in a packing.
pub fn grains(p: &GrainsParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "grains";
    positive(SHAPE, &[("spacing", p.spacing)])?;
    check_counts(SHAPE, p.counts)?;
    countable(SHAPE, &p.counts)?;
    if p.jitter != 0.0 {
        positive(SHAPE, &[("jitter", p.jitter)])?;
        below(
            SHAPE,
            ("jitter", p.jitter),
            ("half the spacing", p.spacing / 2.0),
        )?;
    }
    let widths = [p.counts[0], p.counts[2]].map(|n| f64::from(n - 1) * p.spacing);
    let radius = match p.packing {
        Packing::Cubic => widths[0].min(widths[1]) / 2.0,
        Packing::Hexagonal => widths[0].min(widths[1] * 0.75f64.sqrt()) / 2.0,
    };
    let mut random = Random::new(p.seed);
    let mut points = Vec::new();
    for node in triples(p.counts) {
        let place = packed(p, node);
        let shift = random.in_ball() * p.jitter;
        // A share of the spacing, so that rounding decides nothing.
        if !p.round || place.x.hypot(place.z) <= radius + 1e-6 * p.spacing {
            points.push(place + shift);
        }
    }
    let vertices = (0..points.len() as u32).collect();
    Ok(SurfaceMesh {
        points,
        vertices,
        ..SurfaceMesh::default()
    })
}

/// The place of a point in the packing; in the hexagonal one rows are sqrt(3)/2, layers sqrt(2/3) spacings apart.
fn packed(p: &GrainsParameters, [i, layer, row]: [u32; 3]) -> Vec3 {
    let [x, z] = [
        offset(i, p.counts[0], p.spacing),
        offset(row, p.counts[2], p.spacing),
    ];
    let layer_height = p.spacing * f64::from(layer);
    match p.packing {
        Packing::Cubic => Vec3::new(x, layer_height, z),
        Packing::Hexagonal => {
            let odd_layer = f64::from(layer % 2) - 0.5;
            // Odd rows and odd layers are shifted along x by half a spacing, odd layers along z into the gaps.
            let shift = if (row + layer) % 2 == 1 { 0.25 } else { -0.25 };
            Vec3::new(
                x + shift * p.spacing,
                layer_height * (2.0f64 / 3.0).sqrt(),
                z * 0.75f64.sqrt() + odd_layer * p.spacing / 12f64.sqrt(),
            )
        }
    }
}

fn check_counts(shape: &'static str, counts: [u32; 3]) -> Result<(), GenerateError> {
    let [x, y, z] = counts;
    at_least(
        shape,
        1,
        &[
            ("count along x", x),
            ("count along y", y),
            ("count along z", z),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::clearance::closest;
    use std::f64::consts::PI;

    #[test]
    fn sprinkles_never_touch() {
        let p = SprinklesParameters {
            counts: [8, 9, 10],
            ..SprinklesParameters::default()
        };
        let mesh = sprinkles(&p).unwrap();
        mesh.check().unwrap();
        assert_eq!((mesh.points.len(), mesh.edges.len()), (1440, 720));
        for &[a, b] in &mesh.edges {
            let length = (mesh.points[a as usize] - mesh.points[b as usize]).norm();
            assert!((length / p.length - 1.0).abs() < 1e-12);
        }
        assert_eq!(closest(&mesh, p.thickness, |_, _| true), None);
        assert_eq!(mesh, sprinkles(&p).unwrap());
        assert_ne!(
            mesh,
            sprinkles(&SprinklesParameters { seed: 1, ..p }).unwrap()
        );
        // 51.2 thousand nodes in the paper, 1196 of them the bowl's.
        let all = sprinkles(&SprinklesParameters::default()).unwrap();
        assert_eq!(all.points.len(), 50_000);
    }

    #[test]
    fn packings_are_as_dense_as_they_can_be() {
        for (packing, neighbours) in [(Packing::Cubic, 6), (Packing::Hexagonal, 12)] {
            let p = GrainsParameters {
                counts: [7, 7, 7],
                jitter: 0.0,
                packing,
                ..GrainsParameters::default()
            };
            let mesh = grains(&p).unwrap();
            mesh.check().unwrap();
            assert_eq!(mesh.vertices.len(), 343);
            let nearest = closest(&mesh, 2.0 * p.spacing, |_, _| true).unwrap();
            assert!((nearest / p.spacing - 1.0).abs() < 1e-12);
            // The point in the middle has all its neighbours.
            let middle = mesh.points[(3 * 7 + 3) * 7 + 3];
            let near = |x: &&Vec3| (*x - middle).norm() < 1.001 * p.spacing;
            assert_eq!(mesh.points.iter().filter(near).count() - 1, neighbours);
            let bounds = mesh.bounding_box().unwrap();
            assert_eq!(bounds.min.y, 0.0);
            let centre = bounds.center();
            assert!(centre.x.abs() < 1e-15 && centre.z.abs() < 1e-15, "{centre}");
        }
    }

    #[test]
    fn jitter_keeps_its_promise() {
        for packing in [Packing::Cubic, Packing::Hexagonal] {
            let p = GrainsParameters {
                counts: [6, 8, 6],
                jitter: 1e-3,
                packing,
                ..GrainsParameters::default()
            };
            let mesh = grains(&p).unwrap();
            let least = p.spacing - 2.0 * p.jitter;
            assert_eq!(closest(&mesh, least, |_, _| true), None);
            assert!(closest(&mesh, p.spacing, |_, _| true).is_some());
            assert_eq!(mesh, grains(&p).unwrap());
        }
        assert_eq!(
            grains(&GrainsParameters::default()).unwrap().points.len(),
            50_000
        );
    }

    #[test]
    fn columns_are_round() {
        let p = GrainsParameters {
            counts: [41, 3, 41],
            packing: Packing::Cubic,
            jitter: 0.0,
            round: true,
            ..GrainsParameters::default()
        };
        let mesh = grains(&p).unwrap();
        let radius = 20.0 * p.spacing;
        assert!(
            mesh.points
                .iter()
                .all(|x| x.x.hypot(x.z) < radius * (1.0 + 1e-6))
        );
        // Gauss' circle problem: pi r^2 up to an error below 2 sqrt(2) pi r.
        let each = mesh.points.len() as f64 / 3.0;
        assert!((each - PI * 400.0).abs() < 2.0 * 2f64.sqrt() * PI * 20.0);
        mesh.check().unwrap();
    }

    #[test]
    fn impossible_parameters_are_named() {
        let wild = GrainsParameters {
            jitter: 2e-3,
            ..GrainsParameters::default()
        };
        assert!(grains(&wild).unwrap_err().to_string().contains("jitter"));
        let none = SprinklesParameters {
            counts: [1, 0, 1],
            ..SprinklesParameters::default()
        };
        assert!(
            sprinkles(&none)
                .unwrap_err()
                .to_string()
                .contains("along y")
        );
    }
}
