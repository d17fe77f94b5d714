//! A round block with a face like a monkey saddle, y = a (r / R)^n cos(n phi), and its counterpart.
//!
//! For n = 3 that is a (x^3 - 3 x z^2) / R^3: three rises and three falls around a point where the face is flat to
//! second order.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::disc::{disc_point, swept_disc};
use crate::{TetMesh, Vec3};

/// A round block about y, below or above the surface y = a (r / R)^n cos(n phi); phi from x to -z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaddleBlockParameters {
    /// Radius R, m.
    pub radius: f64,
    /// Height from the flat end to the mean of the saddle, m.
    pub height: f64,
    /// Amplitude a of the saddle at the rim, m, below the height.
    pub amplitude: f64,
    /// Number n of rises: 2 is a horse's saddle, 3 a monkey's.
    pub legs: u32,
    /// Whether the block lies above the surface, with the saddle as its lower end.
    pub upper: bool,
    /// Gap by which the upper block is lifted off the surface, m.
    pub gap: f64,
    /// Number of cells across the diameter.
    pub cells_across: u32,
    /// Number of cells along y.
    pub cells_along: u32,
    /// Narrowing g of the cells around the axis and at the saddle, to 1 - g of their width, from 0 (cells of one size) to
    /// below 1; those at the rim and at the flat end become 1 + g times as wide.
    pub grading: f64,
}

impl Default for SaddleBlockParameters {
    /// The lower block of a pair, half a metre in radius.
    fn default() -> Self {
        Self {
            radius: 0.5,
            height: 0.4,
            amplitude: 0.15,
            legs: 3,
            upper: false,
            gap: 2e-3,
            cells_across: 24,
            cells_along: 8,
            grading: 0.0,
        }
    }
}

/// Most rises of a saddle; each costs a multiplication at every point.
const MOST_LEGS: u32 = 1000;

/// A block with a saddle, in its place.
pub fn saddle_block(p: &SaddleBlockParameters) -> Result<TetMesh, GenerateError> {
    const SHAPE: &str = "saddle block";
    let lengths = [
        ("radius", p.radius),
        ("height", p.height),
        ("amplitude", p.amplitude),
        ("gap", p.gap),
    ];
    positive(SHAPE, &lengths)?;
    below(SHAPE, ("amplitude", p.amplitude), ("height", p.height))?;
    at_least(
        SHAPE,
        1,
        &[
            ("cells across", p.cells_across),
            ("cells along", p.cells_along),
        ],
    )?;
    at_least(SHAPE, 2, &[("legs", p.legs)])?;
    if p.legs > MOST_LEGS {
        let reason = format!("{} legs: at most {MOST_LEGS} are possible", p.legs);
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    if !(0.0..1.0).contains(&p.grading) {
        let reason = format!(
            "grading is {}, it must be at least 0 and below 1",
            p.grading
        );
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    // Powers of a number on a circle: (x - i z)^n = r^n (cos n phi + i sin n phi).
    let saddle = |x: f64, z: f64| {
        let times = |(re, im): (f64, f64), _| (re * x + im * z, im * x - re * z);
        p.amplitude * (0..p.legs).fold((1.0, 0.0), times).0
    };
    let (n, m) = (p.cells_across, p.cells_along);
    swept_disc(n, m, false).mesh(SHAPE, |[i, j, k]| {
        let [z, x] = disc_point(i, j, n);
        let inward = 1.0 - p.grading * (1.0 - x.hypot(z));
        let [z, x] = [z * inward, x * inward];
        let even = f64::from(k) / f64::from(m);
        let towards_saddle = if p.upper { -p.grading } else { p.grading };
        let share = even + towards_saddle * even * (1.0 - even);
        let (low, high) = if p.upper {
            (saddle(x, z) + p.gap, p.height + p.gap)
        } else {
            (-p.height, saddle(x, z))
        };
        let y = low * (1.0 - share) + high * share;
        Vec3::new(p.radius * x, y, p.radius * z)
    })
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn the_pair_fits() {
        let p = SaddleBlockParameters::default();
        let lower = saddle_block(&p).unwrap();
        let upper = saddle_block(&SaddleBlockParameters { upper: true, ..p }).unwrap();
        for mesh in [&lower, &upper] {
            assert_sound(mesh, 0);
            assert_eq!((mesh.points.len(), mesh.tets.len()), (625 * 9, 6 * 576 * 8));
            // The saddle is above its mean as much as below.
            let exact = PI * 0.25 * 0.4;
            assert!(
                (mesh.volume() / exact - 1.0).abs() < 2e-3,
                "{}",
                mesh.volume()
            );
        }
        // Level k of node i is vertex 9 i + k: the last of the lower block is under the first of the upper one.
        for i in 0..625 {
            let (below, above) = (lower.points[9 * i + 8], upper.points[9 * i]);
            assert!((above - below - Vec3::y() * p.gap).norm() < 1e-15);
            let (x, z) = (below.x / 0.5, below.z / 0.5);
            let exact = 0.15 * (x.powi(3) - 3.0 * x * z * z);
            assert!((below.y - exact).abs() < 1e-15);
        }
    }

    #[test]
    fn graded_cells_are_narrow_in_the_middle_of_the_saddle_and_fit_as_well() {
        let p = SaddleBlockParameters {
            grading: 0.95,
            ..Default::default()
        };
        let lower = saddle_block(&p).unwrap();
        let upper = saddle_block(&SaddleBlockParameters { upper: true, ..p }).unwrap();
        for mesh in [&lower, &upper] {
            assert_sound(mesh, 0);
            let volume = mesh.volume();
            assert!((volume / (PI * 0.25 * 0.4) - 1.0).abs() < 4e-3, "{volume}");
        }
        let even = saddle_block(&SaddleBlockParameters { grading: 0.0, ..p }).unwrap();
        for (graded, even) in lower.points.iter().zip(&even.points) {
            let inward = 1.0 - 0.95 * (1.0 - even.x.hypot(even.z) / 0.5);
            assert!((graded.x - inward * even.x).hypot(graded.z - inward * even.z) < 1e-15);
        }
        // The axis is node 312 of 25 x 25; cells are 0.4/8 high in the mean.
        let axis = &lower.points[9 * 312..][..9];
        let heights = [axis[1] - axis[0], axis[8] - axis[7]].map(|h| h.y * 8.0 / 0.4);
        let expected = [1.0 + 0.95 * 7.0 / 8.0, 1.0 - 0.95 * 7.0 / 8.0];
        assert!(
            (heights[0] - expected[0]).hypot(heights[1] - expected[1]) < 1e-12,
            "{heights:?}"
        );
        for i in 0..625 {
            let gap = upper.points[9 * i] - lower.points[9 * i + 8];
            assert!((gap - Vec3::y() * p.gap).norm() < 1e-15);
        }
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = SaddleBlockParameters::default();
        assert!(
            saddle_block(&SaddleBlockParameters {
                amplitude: 0.4,
                ..p
            })
            .is_err()
        );
        assert!(saddle_block(&SaddleBlockParameters { legs: 1, ..p }).is_err());
        assert!(saddle_block(&SaddleBlockParameters { gap: 0.0, ..p }).is_err());
        for grading in [-0.1, 1.0, f64::NAN] {
            let refused = saddle_block(&SaddleBlockParameters { grading, ..p }).unwrap_err();
            assert!(refused.to_string().contains("grading"), "{refused}");
        }
    }
}
