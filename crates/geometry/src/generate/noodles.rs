//! Stacks of noodles above a bowl, and nets of rods woven over and under.

use super::GenerateError;
use super::check::{at_least, below, countable, positive};
use super::codimensional::offset;
use super::grid::centred;
use super::strands::strands;
use crate::{SurfaceMesh, Vec3};
use std::f64::consts::PI;

/// The stacking of noodles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoodleLay {
    /// Upright side by side on a square grid, as a bundle is dropped into a bowl.
    #[default]
    Upright,
    /// In layers, along x and along z by turns.
    Crossed,
    /// In such layers, each noodle laid to and fro.
    ZigZag,
}

/// A square stack of noodles about the y axis, its lowest point at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoodleStackParameters {
    /// Number of noodles; upright ones fill the smallest square grid, layers hold `per_layer`.
    pub count: u32,
    /// Noodles in a layer (crossed and zig-zag).
    pub per_layer: u32,
    /// Length of each noodle, m.
    pub length: f64,
    /// Number of segments of each noodle.
    pub segments: u32,
    /// Distance between neighbouring noodles, middle to middle, m.
    pub spacing: f64,
    /// Length of each straight part of a zig-zag noodle, m, at least four segments.
    pub run: f64,
    /// The stacking.
    pub lay: NoodleLay,
}

impl Default for NoodleStackParameters {
    /// 625 upright noodles of 40 cm in 200 segments (Codimensional IPC 2021, section 6.9), over 8 cm x 8 cm.
    fn default() -> Self {
        Self {
            count: 625,
            per_layer: 5,
            length: 0.4,
            segments: 200,
            spacing: 0.08 / 24.0,
            run: 0.1,
            lay: NoodleLay::Upright,
        }
    }
}

/// Rods along x and z, woven: at every crossing one is `amplitude` above y = 0, the other as much below, by turns.
///
/// y = +-A cos(pi x / a) along a rod for the spacing a. At a distance (x, z) from a crossing the rods are
/// (x^2 + z^2)(1 - 2 A^2 pi^2 / a^2) + 4 A^2 + ... apart, squared: they keep 2 A from one another, less what the
/// segments cut off the curve, while A < a / (sqrt(2) pi). They reach half a spacing beyond the last crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetParameters {
    /// Number of rods along x, and along z.
    pub rods: [u32; 2],
    /// Distance a between neighbouring rods, m.
    pub spacing: f64,
    /// Amplitude A of the weave, m, below 0.225 spacings.
    pub amplitude: f64,
    /// Number of segments from crossing to crossing; even.
    pub segments_per_cell: u32,
}

impl Default for NetParameters {
    /// 20 x 20 rods, 2 cm apart, woven by 2 mm.
    fn default() -> Self {
        Self {
            rods: [20; 2],
            spacing: 0.02,
            amplitude: 2e-3,
            segments_per_cell: 8,
        }
    }
}

/// A stack of noodles.
pub fn noodle_stack(p: &NoodleStackParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "noodle stack";
    positive(SHAPE, &[("length", p.length), ("spacing", p.spacing)])?;
    at_least(SHAPE, 1, &[("count", p.count), ("segments", p.segments)])?;
    match p.lay {
        NoodleLay::Upright => {
            let across = (f64::from(p.count).sqrt().ceil() as u32).max(1);
            strands(SHAPE, p.count, p.segments, |noodle, k| {
                let place = |i: u32| offset(i, across, p.spacing);
                let y = p.length * f64::from(k) / f64::from(p.segments);
                Vec3::new(place(noodle % across), y, place(noodle / across))
            })
        }
        NoodleLay::Crossed => layers(p, p.spacing, |k| [centred(k, p.segments, p.length), 0.0]),
        NoodleLay::ZigZag => {
            let (path, width) = zig_zag(p)?;
            layers(p, width + p.spacing, |k| path[k as usize])
        }
    }
}

/// Layers of noodles `apart` from each other, along x and along z by turns; `point` places point k along and across.
fn layers(
    p: &NoodleStackParameters,
    apart: f64,
    point: impl Fn(u32) -> [f64; 2],
) -> Result<SurfaceMesh, GenerateError> {
    at_least("noodle stack", 1, &[("noodles in a layer", p.per_layer)])?;
    strands("noodle stack", p.count, p.segments, |noodle, k| {
        let (layer, place) = (noodle / p.per_layer, noodle % p.per_layer);
        let [along, across] = point(k);
        let across = across + offset(place, p.per_layer, apart);
        let y = p.spacing * f64::from(layer);
        if layer % 2 == 0 {
            Vec3::new(along, y, across)
        } else {
            Vec3::new(across, y, -along)
        }
    })
}

/// A noodle laid to and fro: straight runs joined by half circles whose diameter is twice the spacing, so that chords
/// cut off less than the spacing left; centred. Returns its points and its width.
fn zig_zag(p: &NoodleStackParameters) -> Result<(Vec<[f64; 2]>, f64), GenerateError> {
    const SHAPE: &str = "noodle stack";
    positive(SHAPE, &[("run", p.run)])?;
    let segment = p.length / f64::from(p.segments);
    below(SHAPE, ("four segments", 4.0 * segment), ("run", p.run))?;
    below(
        SHAPE,
        ("length of a segment", segment),
        ("spacing", p.spacing),
    )?;
    let radius = p.spacing;
    let (turn, period) = (PI * radius, p.run + PI * radius);
    let point = |k: u32| {
        let s = segment * f64::from(k);
        let row = (s / period).floor();
        let (t, way) = (s - row * period, if row % 2.0 == 0.0 { 1.0 } else { -1.0 });
        let across = 2.0 * radius * row;
        if t <= p.run {
            [way * (t - p.run / 2.0), across]
        } else {
            let (sin, cos) = (PI * (t - p.run) / turn).sin_cos();
            [
                way * (p.run / 2.0 + radius * sin),
                across + radius * (1.0 - cos),
            ]
        }
    };
    let mut path: Vec<[f64; 2]> = (0..=p.segments).map(point).collect();
    let width = path.iter().fold(0.0, |w: f64, q| w.max(q[1]));
    path.iter_mut().for_each(|q| q[1] -= width / 2.0);
    Ok((path, width))
}

/// A woven net; first the rods along x, then those along z.
pub fn net(p: &NetParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "net";
    positive(SHAPE, &[("spacing", p.spacing), ("amplitude", p.amplitude)])?;
    at_least(
        SHAPE,
        2,
        &[("segments from crossing to crossing", p.segments_per_cell)],
    )?;
    at_least(
        SHAPE,
        1,
        &[("rods along x", p.rods[0]), ("rods along z", p.rods[1])],
    )?;
    below(
        SHAPE,
        ("amplitude", p.amplitude),
        ("spacing / (sqrt(2) pi)", p.spacing / (PI * 2f64.sqrt())),
    )?;
    let (n, [along_x, along_z]) = (p.segments_per_cell, p.rods);
    if n % 2 == 1 {
        let reason = format!("{n} segments from crossing to crossing: the number must be even");
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    // A rod crosses all rods of the other kind, and ends half a cell after the last: all have points there.
    countable(
        SHAPE,
        &[n, along_x.max(along_z), along_x.saturating_add(along_z)],
    )?;
    let family = |rods: u32, crossed: u32, side: f64, place: fn(f64, f64, f64) -> Vec3| {
        strands(SHAPE, rods, n * crossed, move |rod, k| {
            // Cells from the first crossing, which lies half a cell from the start.
            let cell = f64::from(k) / f64::from(n) - 0.5;
            let along = p.spacing * (cell - f64::from(crossed - 1) / 2.0);
            let up = if rod % 2 == 0 { side } else { -side };
            let y = up * p.amplitude * (PI * cell).cos();
            place(along, y, offset(rod, rods, p.spacing))
        })
    };
    let mut mesh = family(along_x, along_z, 1.0, |along, y, across| {
        Vec3::new(along, y, across)
    })?;
    let other = family(along_z, along_x, -1.0, |along, y, across| {
        Vec3::new(across, y, along)
    })?;
    let first = mesh.points.len() as u32;
    mesh.points.extend(other.points);
    mesh.edges
        .extend(other.edges.iter().map(|e| e.map(|v| v + first)));
    Ok(mesh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::clearance::closest;
    use crate::generate::measure::polyline_length;

    fn stack(lay: NoodleLay, count: u32) -> NoodleStackParameters {
        NoodleStackParameters {
            count,
            lay,
            ..NoodleStackParameters::default()
        }
    }

    #[test]
    fn stacks_have_the_size_of_the_paper() {
        let mesh = noodle_stack(&NoodleStackParameters::default()).unwrap();
        mesh.check().unwrap();
        // 126.8 thousand nodes with the bowl's 1196.
        assert_eq!((mesh.points.len(), mesh.edges.len()), (125_625, 125_000));
        assert!((polyline_length(&mesh) - 250.0).abs() < 1e-9);
        let bounds = mesh.bounding_box().unwrap();
        assert!((bounds.size() - Vec3::new(0.08, 0.4, 0.08)).norm() < 1e-12);
        assert_eq!(bounds.min.y, 0.0);
    }

    #[test]
    fn noodles_keep_their_spacing() {
        for lay in [NoodleLay::Upright, NoodleLay::Crossed, NoodleLay::ZigZag] {
            let p = stack(lay, 23);
            let mesh = noodle_stack(&p).unwrap();
            mesh.check().unwrap();
            assert_eq!(mesh.points.len(), 23 * 201);
            // Chords of the half circles of a zig-zag are a little shorter than the arcs.
            let length = polyline_length(&mesh) / (23.0 * p.length);
            assert!(length <= 1.0 + 1e-12 && length > 0.99, "{lay:?}: {length}");
            let apart = |a: u32, b: u32| a / 201 != b / 201;
            let nearest = closest(&mesh, 2.0 * p.spacing, apart).unwrap();
            assert!(
                (nearest / p.spacing - 1.0).abs() < 1e-9,
                "{lay:?}: {nearest}"
            );
            assert_eq!(mesh.bounding_box().unwrap().min.y, 0.0);
            assert_eq!(mesh, noodle_stack(&p).unwrap());
        }
    }

    #[test]
    fn a_zig_zag_keeps_off_itself() {
        let p = stack(NoodleLay::ZigZag, 1);
        let mesh = noodle_stack(&p).unwrap();
        // Neighbours along the noodle are as near as their half circle lets them.
        let far = (3.5 * p.spacing / (p.length / 200.0)).ceil() as u32;
        let nearest = closest(&mesh, 4.0 * p.spacing, |a, b| a.abs_diff(b) > far).unwrap();
        assert!(nearest > p.spacing, "{nearest}");
        let size = mesh.bounding_box().unwrap().size();
        assert!(size.x > p.run && size.x < p.run + 2.0 * p.spacing);
    }

    #[test]
    fn nets_are_woven() {
        let p = NetParameters {
            rods: [5, 7],
            ..NetParameters::default()
        };
        let mesh = net(&p).unwrap();
        mesh.check().unwrap();
        let [first, second] = [5 * (7 * 8 + 1), 7 * (5 * 8 + 1)];
        assert_eq!(mesh.points.len(), first + second);
        assert_eq!(mesh.edges.len(), first + second - 12);
        let size = mesh.bounding_box().unwrap().size();
        assert!((size - Vec3::new(0.14, 0.004, 0.1)).norm() < 1e-15);
        // At every crossing one rod is 2 A above the other, over and under by turns along both.
        let mut over = Vec::new();
        for rod in 0..5 {
            for crossing in 0..7 {
                let x = mesh.points[rod * 57 + 4 + 8 * crossing];
                let z = mesh.points[first + crossing * 41 + 4 + 8 * rod];
                assert!((x.x - z.x).abs() < 1e-15 && (x.z - z.z).abs() < 1e-15);
                assert!(((x.y - z.y).abs() - 2.0 * p.amplitude).abs() < 1e-15);
                over.push((rod + crossing, x.y > z.y));
            }
        }
        assert!(over.iter().all(|&(sum, up)| up == (sum % 2 == 0)));
    }

    #[test]
    fn nets_keep_their_rods_apart() {
        for (amplitude, segments_per_cell) in [(2e-3, 8), (4e-3, 8), (4.4e-3, 2), (4e-3, 20)] {
            let p = NetParameters {
                rods: [4, 3],
                amplitude,
                segments_per_cell,
                ..NetParameters::default()
            };
            let mesh = net(&p).unwrap();
            let rod = |v: u32| {
                let (first, each) = (4 * (3 * segments_per_cell + 1), 3 * segments_per_cell + 1);
                if v < first {
                    v / each
                } else {
                    4 + (v - first) / (4 * segments_per_cell + 1)
                }
            };
            let nearest = closest(&mesh, p.spacing, |a, b| rod(a) != rod(b)).unwrap();
            // Two chords that fall off by the slope m from a crossing: 2 A / sqrt(1 + 2 m^2).
            let n = f64::from(segments_per_cell);
            let m = amplitude * (1.0 - (PI / n).cos()) / (p.spacing / n);
            let promised = 2.0 * amplitude / (1.0 + 2.0 * m * m).sqrt();
            assert!(
                nearest > 0.999 * promised && nearest <= 2.0 * amplitude * (1.0 + 1e-12),
                "{nearest} {promised}"
            );
        }
    }

    #[test]
    fn impossible_parameters_are_named() {
        let wide = NetParameters {
            amplitude: 0.01,
            ..NetParameters::default()
        };
        assert!(net(&wide).unwrap_err().to_string().contains("amplitude"));
        let odd = NetParameters {
            segments_per_cell: 3,
            ..NetParameters::default()
        };
        assert!(net(&odd).unwrap_err().to_string().contains("even"));
        let coarse = NoodleStackParameters {
            segments: 10,
            ..stack(NoodleLay::ZigZag, 3)
        };
        assert!(noodle_stack(&coarse).is_err());
        let none = NoodleStackParameters {
            per_layer: 0,
            ..stack(NoodleLay::Crossed, 3)
        };
        assert!(noodle_stack(&none).is_err());
    }
}
