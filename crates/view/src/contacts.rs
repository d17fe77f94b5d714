//! Pairs in contact as the page draws them.

use tangency_io::run_folder::FieldArray;

use crate::pack::Pack;

/// Pairs that are sent at most: the closest.
pub const MOST: usize = 200_000;

/// The pairs of `fields` (`pair.vertices`, `pair.distance`...), the closest first.
pub fn pack(fields: &[FieldArray], origin: [f64; 3]) -> Pack {
    pack_closest(fields, origin, MOST)
}

/// The `most` closest of the pairs of `fields`.
pub fn pack_closest(fields: &[FieldArray], origin: [f64; 3], most: usize) -> Pack {
    let named = |name: &str| {
        let mut all = fields.iter();
        all.find(|field| field.key() == format!("pair.{name}"))
    };
    let mut pack = Pack::default();
    let Some(distance) = named("distance") else {
        pack.tell("pairs", 0);
        return pack;
    };
    let mut order: Vec<usize> = (0..distance.len()).collect();
    order.sort_by(|&a, &b| distance.values[a].total_cmp(&distance.values[b]));
    pack.tell("pairs", order.len());
    order.truncate(most);
    for name in [
        "kind",
        "vertices",
        "bodies",
        "position",
        "distance",
        "force",
        "friction",
        "sliding_speed",
        "sticks",
    ] {
        let Some(field) = named(name).filter(|field| field.len() == distance.len()) else {
            continue;
        };
        let is_place = name == "position";
        let entries = order
            .iter()
            .flat_map(|&k| field.entry(k).iter().zip(origin.iter().cycle()));
        let numbers =
            entries.map(|(&value, origin)| (if is_place { value - origin } else { value }) as f32);
        pack.floats(name, numbers);
    }
    pack
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_io::run_folder::FieldLocation;

    #[test]
    fn the_closest_come_first_and_places_are_relative() {
        let field = |name: &str, shape: &[usize], values: &[f64]| FieldArray {
            location: FieldLocation::Pair,
            name: name.to_owned(),
            shape: shape.to_vec(),
            values: values.to_vec(),
        };
        let fields = [
            field("distance", &[], &[2.0, 1.0]),
            field("position", &[3], &[1., 2., 3., 4., 5., 6.]),
        ];
        let bytes = pack(&fields, [1.0, 0.0, 0.0]).finish();
        let start = 4 + u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let numbers: Vec<f32> = bytes[start..start + 24]
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        assert_eq!(numbers, [3., 5., 6., 0., 2., 3.]);
    }
}
