//! A squishy ball: a solid core with tendrils all over it, one conforming mesh (after the toy of Zheng and James
//! 2012 in IPC 2020, figure 22).
//!
//! The core is a graded ball whose cube grid has m x m tendrils on every side. A tendril grows out of c x c
//! cells, with a gap cell on every side of it, first square, soon round, and narrows towards its tip; the
//! neighbours' cells share no point. Its centre line is radial and then bends aside by b t^2, t from 0 to 1, each
//! tendril in a direction of its own. Two neighbouring rays are at least pitch / sqrt(2) apart on the core, as
//! the equal-angle cube grid shrinks by no more than that, and that distance grows with the radius; the bend is
//! kept below half of what is free at the tip, so tendrils never meet.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::disc::disc_point;
use super::graded::{CubeSide, Graded, Lines};
use super::grid::{kuhn, triples};
use crate::{TetMesh, Vec3};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};

/// A squishy ball around the origin. With N = m (c + 2) lines of cells on each side of the core and h = N / 2 it has
/// (h + 1)^3 + 6 h^2 + 6 N^2 + 2 + 6 m^2 (c + 1)^2 l points and 6 h^3 + 132 h^2 + 36 m^2 c^2 l tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquishyBallParameters {
    /// Radius of the core, m.
    pub core_radius: f64,
    /// Length of a tendril, m.
    pub tendril_length: f64,
    /// Diameter of a tendril where it grows out of the core, m.
    pub tendril_width: f64,
    /// Diameter of a tendril at its tip, m.
    pub tip_width: f64,
    /// Amount by which tendrils bend, from 0 (straight) to below 1 (neighbours could touch).
    pub sway: f64,
    /// Number m of tendrils along each side of the cube that is bent to the core; 6 m^2 in all.
    pub tendrils_across: u32,
    /// Number c of cells across a tendril.
    pub cells_across: u32,
    /// Number l of cells along a tendril.
    pub cells_along: u32,
}

impl Default for SquishyBallParameters {
    /// A ball of 0.1 m with 96 tendrils; 7,835 points, 25,344 tets.
    fn default() -> Self {
        Self {
            core_radius: 0.02,
            tendril_length: 0.03,
            tendril_width: 0.0025,
            tip_width: 0.0015,
            sway: 0.5,
            tendrils_across: 4,
            cells_across: 2,
            cells_along: 6,
        }
    }
}

/// A squishy ball.
pub fn squishy_ball(p: &SquishyBallParameters) -> Result<TetMesh, GenerateError> {
    let room = check(p)?;
    let (m, c) = (p.tendrils_across, p.cells_across);
    let period = c + 2;
    // Share of the pitch that a tendril takes.
    let share = p.tendril_width / pitch(p);
    let within = |q: u32| match q {
        0 => 0.0,
        q if q == period => 1.0,
        q => 0.5 + share * (f64::from(q - 1) / f64::from(c) - 0.5),
    };
    let at = |i: u32| (f64::from(i / period) + within(i % period)) * 2.0 / f64::from(m) - 1.0;
    let mirrored = |i: u32| 2 * (i % period) + 1 < period;
    let lines = Lines {
        cells: m * period,
        at,
        mirrored,
    };
    let mut graded = Graded::new("squishy ball", p.core_radius, &lines)?;
    for (number, (side, [i, j, _])) in CubeSide::all()
        .flat_map(|side| triples([m, m, 1]).map(move |cell| (side, cell)))
        .enumerate()
    {
        let tendril = Tendril::new(&graded, side, [i * period + 1, j * period + 1], p, number);
        tendril.grow(&mut graded.mesh, p, room, &mirrored);
    }
    Ok(graded.mesh)
}

/// Distance from tendril to tendril along the middle lines of the core, m.
fn pitch(p: &SquishyBallParameters) -> f64 {
    p.core_radius * FRAC_PI_2 / f64::from(p.tendrils_across)
}

/// Checks the parameters; returns half the free distance between neighbours at the tips, m.
fn check(p: &SquishyBallParameters) -> Result<f64, GenerateError> {
    let shape = "squishy ball";
    let lengths = [
        ("core radius", p.core_radius),
        ("tendril length", p.tendril_length),
        ("tendril width", p.tendril_width),
        ("tip width", p.tip_width),
    ];
    positive(shape, &lengths)?;
    let counts = [
        ("tendrils across", p.tendrils_across),
        ("cells across", p.cells_across),
        ("cells along", p.cells_along),
    ];
    at_least(shape, 1, &counts)?;
    let conflict = |reason: String| Err(GenerateError::Conflict { shape, reason });
    if !(0.0..1.0).contains(&p.sway) {
        return conflict(format!(
            "sway is {}, it must be at least 0 and below 1",
            p.sway
        ));
    }
    let across = u128::from(p.tendrils_across) * (u128::from(p.cells_across) + 2);
    if across % 2 == 1 {
        let reason = "tendrils across times (cells across + 2) is odd: make one of them even";
        return conflict(reason.into());
    }
    let section = (u128::from(p.cells_across) + 1).pow(2) * u128::from(p.cells_along);
    let points = (across + 1).pow(3) + 6 * u128::from(p.tendrils_across).pow(2) * section;
    let limit = u32::MAX;
    if points > u128::from(limit) {
        return Err(GenerateError::TooMany {
            shape,
            points,
            limit,
        });
    }
    let nearest = FRAC_1_SQRT_2 * pitch(p);
    let widest = (
        "the wider end of a tendril",
        p.tendril_width.max(p.tip_width),
    );
    below(
        shape,
        widest,
        ("the distance of the closest tendrils", nearest),
    )?;
    let spread = (p.core_radius + p.tendril_length) / p.core_radius;
    Ok((nearest * spread - p.tip_width.max(p.tendril_width)) / 2.0)
}

/// One tendril before it grows.
struct Tendril {
    side: CubeSide,
    /// First cell of its base on the side.
    cell: [u32; 2],
    /// The (c + 1)^2 vertices of its base and their positions.
    base: Vec<(u32, Vec3)>,
    /// Outward unit vector and two unit vectors along the base, all square to each other.
    out: Vec3,
    across: [Vec3; 2],
    /// Direction of the bend.
    bend: Vec3,
}

impl Tendril {
    fn new(
        graded: &Graded,
        side: CubeSide,
        cell: [u32; 2],
        p: &SquishyBallParameters,
        number: usize,
    ) -> Self {
        let n = p.cells_across;
        let cells = p.tendrils_across * (n + 2);
        let at = |[a, b, _]: [u32; 3]| {
            let v = graded.vertex(side.node(cell[0] + a, cell[1] + b, cells));
            (v, graded.mesh.points[v as usize])
        };
        let base: Vec<(u32, Vec3)> = triples([n + 1, n + 1, 1]).map(at).collect();
        let corner = |a: u32, b: u32| at([a, b, 0]).1;
        let [c00, c10, c01, c11] = [corner(0, 0), corner(n, 0), corner(0, n), corner(n, n)];
        let out = (c00 + c10 + c01 + c11).normalize();
        // Square axes nearest to the skew ones of the base.
        let [u, v] = [c11 + c10 - c01 - c00, c11 + c01 - c10 - c00].map(|w| w.normalize());
        let [plus, minus] = [u + v, u - v].map(|w| (w - out * w.dot(&out)).normalize());
        let across = [(plus + minus).normalize(), (plus - minus).normalize()];
        // Golden turns: neighbours bend in unlike directions.
        let (sin, cos) = (TAU * 0.618_033_988_749_894_9 * number as f64).sin_cos();
        let bend = across[0] * cos + across[1] * sin;
        Self {
            side,
            cell,
            base,
            out,
            across,
            bend,
        }
    }

    /// Adds the points and tets of the tendril.
    fn grow(
        &self,
        mesh: &mut TetMesh,
        p: &SquishyBallParameters,
        room: f64,
        mirrored: &impl Fn(u32) -> bool,
    ) {
        let (n, first) = (p.cells_across, mesh.points.len() as u32);
        let row = n + 1;
        let base_centre = self.out * p.core_radius;
        for [layer, a, b] in triples([p.cells_along, row, row]) {
            let t = f64::from(layer + 1) / f64::from(p.cells_along);
            let centre = self.out * (p.core_radius + p.tendril_length * t)
                + self.bend * (p.sway * room * t * t);
            let width = p.tendril_width + (p.tip_width - p.tendril_width) * t;
            let [x, y] = disc_point(a, b, n);
            let round = (self.across[0] * x + self.across[1] * y) * (width / 2.0);
            let square = self.base[(a * row + b) as usize].1 - base_centre;
            // From the square of the base to the disc in three layers.
            let fade = (1.0 - f64::from(layer + 1) / 3.0).max(0.0);
            mesh.points
                .push(centre + round * (1.0 - fade) + square * fade);
        }
        let vertex = |layer: u32, a: u32, b: u32| match layer {
            0 => self.base[(a * row + b) as usize].0,
            layer => first + ((layer - 1) * row + a) * row + b,
        };
        for [layer, a, b] in triples([p.cells_along, n, n]) {
            let starts = [
                mirrored(self.cell[0] + a),
                mirrored(self.cell[1] + b),
                false,
            ];
            let tets = kuhn(starts, |[u, v, w]| {
                vertex(layer + u32::from(w), a + u32::from(u), b + u32::from(v))
            });
            // The frame of a near side is left-handed.
            mesh.tets.extend(tets.map(|[x0, x1, x2, x3]| {
                if self.side.far {
                    [x0, x1, x2, x3]
                } else {
                    [x0, x1, x3, x2]
                }
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    fn expected_counts(p: &SquishyBallParameters) -> (usize, usize) {
        let [m, c, l] = [p.tendrils_across, p.cells_across, p.cells_along].map(|n| n as usize);
        let (n, h) = (m * (c + 2), m * (c + 2) / 2);
        let points = (h + 1).pow(3) + 6 * h * h + 6 * n * n + 2 + 6 * m * m * (c + 1).pow(2) * l;
        (points, 6 * h.pow(3) + 132 * h * h + 36 * m * m * c * c * l)
    }

    #[test]
    fn counts_and_soundness() {
        let p = SquishyBallParameters::default();
        let coarse = SquishyBallParameters {
            tendrils_across: 2,
            cells_across: 1,
            cells_along: 2,
            ..p
        };
        let three = SquishyBallParameters {
            cells_across: 3,
            cells_along: 9,
            ..p
        };
        let single = SquishyBallParameters {
            tendrils_across: 2,
            tendril_width: 0.009,
            cells_along: 1,
            ..p
        };
        for p in [p, coarse, three, single] {
            let mesh = squishy_ball(&p).unwrap();
            assert_sound(&mesh, 0);
            assert_eq!((mesh.points.len(), mesh.tets.len()), expected_counts(&p));
            let quality = mesh.quality().unwrap();
            assert!(quality.min_dihedral > 3.0, "{p:?} {quality:?}");
        }
        assert_eq!(expected_counts(&p), (7_835, 25_344));
    }

    #[test]
    fn the_large_ball_has_the_size_of_the_paper() {
        let p = SquishyBallParameters {
            tendril_width: 0.001,
            tip_width: 0.0006,
            tendrils_across: 10,
            cells_across: 3,
            cells_along: 68,
            ..SquishyBallParameters::default()
        };
        let mesh = squishy_ball(&p).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets.len()), expected_counts(&p));
        mesh.check().unwrap();
        println!(
            "{} points, {} tets, {:?}",
            mesh.points.len(),
            mesh.tets.len(),
            mesh.quality()
        );
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = SquishyBallParameters::default();
        let refused = |p: SquishyBallParameters| squishy_ball(&p).unwrap_err().to_string();
        assert!(refused(SquishyBallParameters { sway: 1.0, ..p }).contains("sway"));
        assert!(
            refused(SquishyBallParameters {
                tendril_width: 0.007,
                ..p
            })
            .contains("closest tendrils")
        );
        assert!(
            refused(SquishyBallParameters {
                tendrils_across: 3,
                cells_across: 3,
                ..p
            })
            .contains("odd")
        );
        assert!(
            refused(SquishyBallParameters {
                cells_along: 0,
                ..p
            })
            .contains("cells along")
        );
        assert!(
            refused(SquishyBallParameters {
                cells_along: u32::MAX,
                ..p
            })
            .contains("more than a mesh")
        );
    }
}
