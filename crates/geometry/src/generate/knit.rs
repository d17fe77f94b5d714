//! Knitted fabric: rows of yarn whose loops hang in those of the row below.

use std::f64::consts::TAU;

use super::check::{GenerateError, at_least, positive};
use super::strands::strands;
use crate::{SurfaceMesh, Vec3};

/// Lean of the loops, in pitches: x = p (t/2π + LEAN sin 2t).
const LEAN: f64 = 0.22;
/// Half the height of a loop, in pitches.
const RISE: f64 = 0.6;
/// Depth of the yarn in front and behind, in pitches.
const DEPTH: f64 = 0.18;
/// Distance of the rows, in pitches.
const ROW: f64 = 0.7;

/// Stockinette in the xz plane, centred: every row a yarn along x.
///
/// With the pitch p of the loops, a row is x = p (t/2π + 0.22 sin 2t), z = 0.6 p cos t, y = 0.18 p cos 2t, the next one
/// 0.7 p farther along z. The middles of yarns keep 0.18 p from one another where a loop has 16 segments or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnitParameters {
    /// Number of loops in a row.
    pub loops: u32,
    /// Number of rows.
    pub rows: u32,
    /// Distance p between neighbouring loops of a row, m.
    pub pitch: f64,
    /// Number of segments of a loop; at least 12.
    pub segments: u32,
}

impl Default for KnitParameters {
    /// 20 x 20 loops, 1 cm apart.
    fn default() -> Self {
        Self {
            loops: 20,
            rows: 20,
            pitch: 0.01,
            segments: 16,
        }
    }
}

/// Knitted fabric, row by row.
pub fn knit(p: &KnitParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "knit";
    positive(SHAPE, &[("pitch", p.pitch)])?;
    at_least(SHAPE, 1, &[("loops", p.loops), ("rows", p.rows)])?;
    at_least(SHAPE, 12, &[("segments", p.segments)])?;
    let loops = f64::from(p.loops);
    let first = 0.5 * ROW * f64::from(p.rows - 1);
    strands(
        SHAPE,
        p.rows,
        p.loops.saturating_mul(p.segments),
        |row, k| {
            let t = TAU * f64::from(k) / f64::from(p.segments);
            Vec3::new(
                t / TAU + LEAN * (2.0 * t).sin() - 0.5 * loops,
                DEPTH * (2.0 * t).cos(),
                RISE * t.cos() + ROW * f64::from(row) - first,
            ) * p.pitch
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::clearance::closest;
    use super::*;

    #[test]
    fn yarns_keep_apart_and_hang_in_each_other() {
        let p = KnitParameters::default();
        let mesh = knit(&p).expect("a knit");
        let row = p.loops * p.segments + 1;
        assert_eq!(mesh.points.len() as u32, row * p.rows);
        assert_eq!(mesh.edges.len() as u32, (row - 1) * p.rows);
        // Points of one yarn less than half a loop apart are neighbours.
        let apart = |a: u32, b: u32| a / row != b / row || a.abs_diff(b) > p.segments / 2;
        let gap = closest(&mesh, 0.5 * p.pitch, apart).expect("yarns that nearly touch");
        assert!(gap > 0.18 * p.pitch, "{gap}");
        // Each row reaches over the next one.
        let z = |row_number: u32| {
            let begin = (row_number * row) as usize;
            let points = &mesh.points[begin..begin + row as usize];
            points
                .iter()
                .fold([f64::INFINITY, -f64::INFINITY], |[a, b], x| {
                    [a.min(x.z), b.max(x.z)]
                })
        };
        assert!(z(0)[1] > z(1)[0] + 0.4 * p.pitch);
    }

    #[test]
    fn too_few_segments_are_refused() {
        let p = KnitParameters {
            segments: 8,
            ..KnitParameters::default()
        };
        assert!(knit(&p).is_err());
    }
}
