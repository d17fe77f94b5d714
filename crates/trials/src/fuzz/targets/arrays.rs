//! Arrays of numpy: changed as arrays, so that checksums and headers are right, or as bytes.

use tangency_io::npy::{self, NpyArray, NpyElements};
use tangency_io::npz::{self, Archive};

use super::changes;
use crate::fuzz::bytes;
use crate::random::RandomStream;

/// A mutated `.npy` file.
pub fn npy(random: &mut RandomStream) -> Vec<u8> {
    let mut array = any(random);
    change(&mut array, random);
    let mut file = npy::to_bytes(&array);
    if random.chance(0.7) {
        let other = vec![npy::to_bytes(&any(random))];
        (0..changes(random)).for_each(|_| bytes::change(&mut file, &other, random));
    }
    file
}

/// A mutated `.npz` file.
pub fn npz(random: &mut RandomStream) -> Vec<u8> {
    let names = ["x", "v", "time", "step", "tets", "names"];
    let arrays = names.map(|name| (name.to_string(), any(random)));
    let mut archive = Archive {
        arrays: arrays.into(),
    };
    change_archive(&mut archive, random);
    let mut file = to_bytes(&archive);
    if random.chance(0.5) {
        let other = vec![file.clone()];
        (0..changes(random)).for_each(|_| bytes::change(&mut file, &other, random));
    }
    file
}

/// The bytes of an archive; of an empty one where its names do not fit.
pub fn to_bytes(archive: &Archive) -> Vec<u8> {
    let arrays: Vec<(&str, NpyArray)> = archive
        .arrays
        .iter()
        .map(|(name, array)| (name.as_str(), array.clone()))
        .collect();
    npz::to_bytes(&arrays).unwrap_or_default()
}

/// Changes one array, its name or its place.
pub fn change_archive(archive: &mut Archive, random: &mut RandomStream) {
    let count = archive.arrays.len();
    if count == 0 {
        return;
    }
    let (first, second) = (random.below(count), random.below(count));
    match random.below(8) {
        0 => drop(archive.arrays.remove(first)),
        1 => archive.arrays[first].0 = archive.arrays[second].0.clone(),
        2 => archive.arrays[first].1 = archive.arrays[second].1.clone(),
        3 => archive.arrays[first].1 = any(random),
        _ => change(&mut archive.arrays[first].1, random),
    }
}

/// An array of any kind.
fn any(random: &mut RandomStream) -> NpyArray {
    let length = random.below(20);
    let elements = match random.below(5) {
        0 => NpyElements::F64((0..length).map(|_| random.between(-1.0, 1.0)).collect()),
        1 => NpyElements::U32((0..length).map(|_| random.below(10) as u32).collect()),
        2 => NpyElements::I64((0..length).map(|_| random.bits() as i64).collect()),
        3 => NpyElements::Bool((0..length).map(|_| random.chance(0.5)).collect()),
        _ => NpyElements::U8((0..length).map(|_| random.bits() as u8).collect()),
    };
    NpyArray::line(elements)
}

/// Changes elements, their number, or the shape.
fn change(array: &mut NpyArray, random: &mut RandomStream) {
    let reals = [
        f64::NAN,
        f64::INFINITY,
        -0.0,
        1e308,
        -1.0,
        4_294_967_295.0,
        1e19,
        0.5,
        0.0,
    ];
    let wholes = [0, 1, 7, u32::MAX, 1 << 31, 1 << 16];
    let rows = array.shape.first().copied().unwrap_or(1);
    match &mut array.elements {
        NpyElements::F64(e) => set(e, *random.pick(&reals), random),
        NpyElements::F32(e) => set(e, *random.pick(&reals) as f32, random),
        NpyElements::U32(e) => set(e, *random.pick(&wholes), random),
        NpyElements::I64(e) => set(
            e,
            *random.pick(&[0, -1, i64::MAX, i64::MIN, 1 << 40]),
            random,
        ),
        NpyElements::Bool(e) => set(e, random.chance(0.5), random),
        NpyElements::U8(e) => set(e, random.bits() as u8, random),
    }
    let length = array.elements.count();
    match random.below(4) {
        // One row less or more than there was, as it should be or not.
        0 if rows > 0 && length.is_multiple_of(rows) => resize(array, length - length / rows),
        1 if rows > 0 && length.is_multiple_of(rows) => resize(array, length + length / rows),
        2 => {
            array.shape = random
                .pick(&[
                    vec![],
                    vec![length],
                    vec![length, 1],
                    vec![1, length],
                    vec![usize::MAX, 2],
                ])
                .clone()
        }
        _ => {}
    }
}

fn set<T>(elements: &mut [T], value: T, random: &mut RandomStream) {
    if !elements.is_empty() {
        let at = random.below(elements.len());
        elements[at] = value;
    }
}

/// Gives an array another length, its first axis with it.
fn resize(array: &mut NpyArray, length: usize) {
    let across: usize = array.shape.iter().skip(1).product::<usize>().max(1);
    if let Some(rows) = array.shape.first_mut() {
        *rows = length / across;
    }
    match &mut array.elements {
        NpyElements::F64(e) => e.resize(length, 0.25),
        NpyElements::F32(e) => e.resize(length, 0.25),
        NpyElements::U32(e) => e.resize(length, 0),
        NpyElements::I64(e) => e.resize(length, 0),
        NpyElements::Bool(e) => e.resize(length, false),
        NpyElements::U8(e) => e.resize(length, b'x'),
    }
}
