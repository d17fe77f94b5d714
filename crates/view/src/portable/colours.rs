//! Fields inside of a page: one byte a number, over the range of the field in the run.

use serde_json::{Value, json};

use crate::pack::{Pack, floats_in};
use crate::subject::Subject;

/// Steps of a range; one value more means that there is no number.
const LEVELS: f32 = 254.0;
/// The byte of no number.
const NOTHING: u8 = 255;
/// Numbers of all fields, at most.
const MOST_NUMBERS: usize = 12_000_000;
/// Fields that come along where they can be computed, beside those of one number that the run wrote.
const COMPUTED: [&str; 2] = ["von_mises", "contact_pressure"];
/// The places that a field may be at.
const PLACES: [&str; 3] = ["vertices", "triangles", "segments"];

/// Adds fields of the frames `steps` to a pack; gives their entries for the manifest, with ranges.
pub fn add(run: &dyn Subject, manifest: &Value, steps: &[u64], pack: &mut Pack) -> Value {
    let mut entries = Vec::new();
    let mut left = MOST_NUMBERS;
    for field in manifest["fields"].as_array().into_iter().flatten() {
        let name = field["name"].as_str().unwrap_or_default();
        let is_number = field["components"].as_array().is_some_and(Vec::is_empty);
        let is_recorded = field["recorded"] == true;
        if !(is_number && is_recorded || COMPUTED.contains(&name)) {
            continue;
        }
        let read = read(run, name, steps, left);
        let Some((frames, range)) = read else {
            continue;
        };
        for (k, frame) in frames.iter().enumerate() {
            for (place, numbers) in PLACES.iter().zip(frame) {
                left = left.saturating_sub(numbers.len());
                let bytes = numbers.iter().map(|&value| rounded(value, range));
                pack.bytes(&format!("colour {name} {k} {place}"), bytes);
            }
        }
        let mut entry = field.clone();
        entry["recorded"] = true.into();
        entry["range"] = json!(range);
        entries.push(entry);
    }
    Value::Array(entries)
}

/// The numbers of a frame at each place.
type FrameNumbers = [Vec<f32>; 3];

/// A field in some frames and its range; nothing where it has no number, or more of them than `most`.
fn read(
    run: &dyn Subject,
    name: &str,
    steps: &[u64],
    most: usize,
) -> Option<(Vec<FrameNumbers>, [f32; 2])> {
    let mut frames = Vec::with_capacity(steps.len());
    let (mut range, mut count) = ([f32::INFINITY, f32::NEG_INFINITY], 0);
    for &step in steps {
        // The first frame may know no forces; a field that no frame has has no range.
        let bytes = run.colour(name, step).unwrap_or_default();
        let frame = PLACES.map(|place| floats_in(&bytes, place));
        for value in frame.iter().flatten().filter(|value| value.is_finite()) {
            range = [range[0].min(*value), range[1].max(*value)];
        }
        count += frame.iter().map(Vec::len).sum::<usize>();
        if count > most || (bytes.is_empty() && frames.len() > 1 && count == 0) {
            return None;
        }
        frames.push(frame);
    }
    (range[0] <= range[1]).then_some((frames, range))
}

fn rounded(value: f32, [low, high]: [f32; 2]) -> u8 {
    if !value.is_finite() {
        return NOTHING;
    }
    let span = if high > low { high - low } else { 1.0 };
    (LEVELS * (value - low) / span).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_over_their_range() {
        let range = [-1.0, 3.0];
        let bytes = [-1.0, 3.0, 1.0, f32::NAN].map(|value| rounded(value, range));
        assert_eq!(bytes, [0, 254, 127, 255]);
        assert_eq!(rounded(2.0, [2.0, 2.0]), 0);
    }
}
