//! A run inside of a page: positions rounded, frames as differences, compressed (zlib).
//!
//! A coordinate is a whole number of steps of twice the largest error. Of the first two frames the numbers themselves and
//! their differences are kept, of later ones how far they are from going on as before. Numbers are split into bytes, all
//! lowest ones first, which compress well.

mod colours;

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::Value;
use tangency_geometry::Vec3;

use crate::error::ViewError;
use crate::pack::Pack;
use crate::subject::Subject;

/// Coordinates of all frames, at most; of longer runs every other frame is left out, and so on.
const MOST_NUMBERS: usize = 36_000_000;
/// Pairs of a frame that are kept at most: the closest.
const MOST_PAIRS: usize = 150;
/// Numbers of a statistic that are kept at most.
const MOST_STATISTICS: usize = 2000;
/// Shares of `dhat`, and of the size of everything, that positions are wrong by at most.
const SHARE_OF_DHAT: f64 = 0.1;
const SHARE_OF_SIZE: f64 = 5e-5;

/// A run as it is put into a page.
#[derive(Debug)]
pub struct PortableRun {
    /// The bytes, compressed.
    pub bytes: Vec<u8>,
    /// Largest error of a position, m.
    pub rounding: f64,
    /// Frames that are kept, of how many.
    pub frames: [usize; 2],
}

/// Puts what a run shows into few bytes. Positions are wrong by at most `rounding`, m; by a tenth of `dhat` where it is not
/// given.
pub fn portable(run: &dyn Subject, rounding: Option<f64>) -> Result<PortableRun, ViewError> {
    let mut manifest = run.manifest()?;
    let mesh = run.mesh()?;
    let steps: Vec<u64> = numbers(&manifest["frames"], Value::as_u64);
    let times: Vec<f64> = numbers(&manifest["times"], Value::as_f64);
    let vertices = manifest["vertices"].as_u64().unwrap_or(0) as usize;
    let stride = (3 * vertices * steps.len()).div_ceil(MOST_NUMBERS).max(1);
    let last = steps.len().saturating_sub(1);
    let kept: Vec<usize> = (0..steps.len())
        .filter(|k| k.is_multiple_of(stride) || *k == last)
        .collect();
    let rounding = rounding
        .or_else(|| manifest["dhat"].as_f64().map(|dhat| SHARE_OF_DHAT * dhat))
        .filter(|rounding| *rounding > 0.0)
        .unwrap_or_else(|| SHARE_OF_SIZE * size(run, &steps).unwrap_or(1.0));
    manifest["frames"] = kept.iter().map(|&k| steps[k]).collect();
    manifest["times"] = kept.iter().filter_map(|&k| times.get(k).copied()).collect();
    manifest["rounding"] = rounding.into();
    manifest["live"] = false.into();
    let mut pack = Pack::default();
    let mut coder = FrameCoder::new(rounding);
    for (place, &k) in kept.iter().enumerate() {
        let bytes = run.frame(steps[k])?;
        pack.bytes(&format!("frame {place}"), coder.code(&bytes));
    }
    let kept_steps: Vec<u64> = kept.iter().map(|&k| steps[k]).collect();
    manifest["fields"] = colours::add(run, &manifest, &kept_steps, &mut pack);
    add_pairs(run, &kept_steps, &mut pack);
    pack.bytes("mesh", mesh);
    pack.tell("manifest", manifest);
    pack.tell("statistics", thinned(run.statistics().unwrap_or_default()));
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let compressed = encoder
        .write_all(&pack.finish())
        .and_then(|()| encoder.finish());
    Ok(PortableRun {
        bytes: compressed.map_err(ViewError::unusable)?,
        rounding,
        frames: [kept.len(), steps.len()],
    })
}

/// Statistics with at most so many numbers of each kind, evenly.
fn thinned(mut statistics: Value) -> Value {
    for column in statistics.as_object_mut().into_iter().flatten() {
        for name in ["steps", "values"] {
            if let Some(numbers) = column.1[name].as_array_mut() {
                let stride = numbers.len().div_ceil(MOST_STATISTICS).max(1);
                let mut place = 0..;
                numbers.retain(|_| {
                    place
                        .next()
                        .is_some_and(|k: usize| k.is_multiple_of(stride))
                });
            }
        }
    }
    statistics
}

/// The closest pairs of each frame, where the run can tell them.
fn add_pairs(run: &dyn Subject, steps: &[u64], pack: &mut Pack) {
    for (place, &step) in steps.iter().enumerate() {
        // Where one frame has none, because the scene cannot be built here, no other has.
        let Ok(pairs) = run.closest_pairs(step, MOST_PAIRS) else {
            return;
        };
        pack.bytes(&format!("pairs {place}"), pairs);
    }
}

fn numbers<T>(list: &Value, of: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(of)
        .collect()
}

/// Diagonal of the box around the first frame, m.
fn size(run: &dyn Subject, steps: &[u64]) -> Option<f64> {
    let x = floats(&run.frame(*steps.first()?).ok()?);
    let places: Vec<Vec3> = x
        .chunks_exact(3)
        .map(|x| Vec3::new(x[0].into(), x[1].into(), x[2].into()))
        .collect();
    let [low, high] = crate::mesh::bounds(&places)?;
    Some((high - low).norm()).filter(|size| *size > 0.0)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let four = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    bytes.chunks_exact(4).map(four).collect()
}

/// Turns frames into small numbers, one after the other.
struct FrameCoder {
    step: f64,
    /// The two frames before, in steps, the last first.
    before: [Vec<i64>; 2],
    done: usize,
}

impl FrameCoder {
    fn new(rounding: f64) -> Self {
        Self {
            step: 2.0 * rounding,
            before: [Vec::new(), Vec::new()],
            done: 0,
        }
    }

    /// The bytes of the next frame: for each number its lowest byte, then for each its second one, and so on.
    fn code(&mut self, frame: &[u8]) -> Vec<u8> {
        let rounded = |x: f32| (f64::from(x) / self.step).round() as i64;
        let now: Vec<i64> = floats(frame).into_iter().map(rounded).collect();
        let [last, earlier] = &self.before;
        let expected = |k: usize| match self.done {
            0 => 0,
            1 => last[k],
            _ => 2 * last[k] - earlier[k],
        };
        // Zigzag: the sign is the lowest bit, so that small numbers of both signs have small bytes.
        let differences = now.iter().enumerate().map(|(k, x)| x - expected(k));
        let folded: Vec<u32> = differences.map(|d| ((d << 1) ^ (d >> 63)) as u32).collect();
        let bytes = (0..4).flat_map(|byte| folded.iter().map(move |n| (n >> (8 * byte)) as u8));
        let bytes = bytes.collect();
        self.before.swap(0, 1);
        self.before[0] = now;
        self.done += 1;
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames that coded bytes stand for, as the page reads them.
    fn decoded(coded: &[Vec<u8>], step: f64) -> Vec<Vec<f64>> {
        let mut frames: Vec<Vec<i64>> = Vec::new();
        for bytes in coded {
            let count = bytes.len() / 4;
            let number = |k: usize| {
                let folded = (0..4).map(|b| u32::from(bytes[b * count + k]) << (8 * b));
                let folded: u32 = folded.sum();
                i64::from((folded >> 1) as i32) ^ -i64::from(folded & 1)
            };
            let now = (0..count).map(|k| {
                let n = frames.len();
                number(k)
                    + match n {
                        0 => 0,
                        1 => frames[0][k],
                        _ => 2 * frames[n - 1][k] - frames[n - 2][k],
                    }
            });
            frames.push(now.collect());
        }
        let unrounded = |frame: Vec<i64>| frame.into_iter().map(|x| x as f64 * step).collect();
        frames.into_iter().map(unrounded).collect()
    }

    #[test]
    fn long_statistics_are_thinned_evenly() {
        let numbers: Vec<usize> = (0..5000).collect();
        let all =
            serde_json::json!({"contacts": {"steps": numbers, "values": numbers, "unit": ""}});
        let steps = &thinned(all)["contacts"]["steps"];
        assert_eq!(steps.as_array().map(Vec::len), Some(1667));
        assert_eq!(
            (steps[1].as_u64(), steps[1666].as_u64()),
            (Some(3), Some(4998))
        );
    }

    #[test]
    fn frames_come_back_within_the_error_that_is_told() {
        let rounding = 1e-4;
        let frame = |k: usize| -> Vec<f32> {
            (0..300)
                .map(|i| ((i * i + 7 * k * k) as f32 * 0.37).sin() - 0.01 * k as f32)
                .collect()
        };
        let mut coder = FrameCoder::new(rounding);
        let bytes = |x: Vec<f32>| -> Vec<u8> { x.into_iter().flat_map(f32::to_le_bytes).collect() };
        let coded: Vec<Vec<u8>> = (0..6).map(|k| coder.code(&bytes(frame(k)))).collect();
        for (k, back) in decoded(&coded, 2.0 * rounding).iter().enumerate() {
            for (x, back) in frame(k).iter().zip(back) {
                assert!((f64::from(*x) - back).abs() <= rounding * (1.0 + 1e-9));
            }
        }
        // What goes on as before costs nothing.
        let mut coder = FrameCoder::new(rounding);
        let steady = |k: usize| bytes((0..9).map(|i| (i + k) as f32).collect());
        let coded: Vec<Vec<u8>> = (0..4).map(|k| coder.code(&steady(k))).collect();
        assert!(coded[3].iter().all(|byte| *byte == 0));
    }
}
