//! Changes to bytes that know nothing of their meaning.

use crate::random::RandomStream;

/// Whole numbers at the ends of their types, as a reader of binary files meets them.
const EXTREMES: [u64; 10] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0xffff_ffff_ffff_ffff,
];
/// Real numbers that few expect.
const REALS: [f64; 8] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    -0.0,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    -1.0,
];
/// Longest input.
pub const LONGEST: usize = 200_000;

/// Changes bytes in one way.
pub fn change(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut RandomStream) {
    match random.below(9) {
        0 => flip(bytes, random),
        1 => overwrite(bytes, random),
        2 => remove(bytes, random),
        3 => repeat(bytes, random),
        4 => insert(bytes, random),
        5 => bytes.truncate(random.below(bytes.len() + 1)),
        6 => cross(bytes, others, random),
        _ => set_number(bytes, random),
    }
    bytes.truncate(LONGEST);
}

/// A range of at most `longest` of so many bytes.
fn range(length: usize, longest: usize, random: &mut RandomStream) -> std::ops::Range<usize> {
    let start = random.below(length + 1);
    start..(start + random.below(longest + 1)).min(length)
}

fn flip(bytes: &mut [u8], random: &mut RandomStream) {
    for _ in 0..random.count(1, 8) {
        if !bytes.is_empty() {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
    }
}

fn overwrite(bytes: &mut [u8], random: &mut RandomStream) {
    let range = range(bytes.len(), 16, random);
    bytes[range].fill_with(|| random.bits() as u8);
}

fn remove(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let longest = if random.chance(0.5) { 8 } else { 400 };
    bytes.drain(range(bytes.len(), longest, random));
}

fn repeat(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let part = bytes[range(bytes.len(), 200, random)].to_vec();
    let times = if random.chance(0.1) {
        300
    } else {
        random.count(1, 4)
    };
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, part.repeat(times));
}

fn insert(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let at = random.below(bytes.len() + 1);
    let new: Vec<u8> = (0..random.count(1, 8))
        .map(|_| random.bits() as u8)
        .collect();
    bytes.splice(at..at, new);
}

/// The beginning of one, the end of another.
fn cross(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut RandomStream) {
    let other = random.pick(others);
    bytes.truncate(random.below(bytes.len() + 1));
    bytes.extend(&other[random.below(other.len() + 1)..]);
}

/// Writes an extreme number of one, two, four or eight bytes, in either order.
fn set_number(bytes: &mut [u8], random: &mut RandomStream) {
    let width = *random.pick(&[1, 2, 4, 8]);
    let mut number = random.pick(&EXTREMES).to_le_bytes();
    if width == 8 && random.chance(0.5) {
        number = random.pick(&REALS).to_le_bytes();
    }
    if random.chance(0.3) {
        number[..width].reverse();
    }
    let start = random.below(bytes.len() + 1);
    for (byte, new) in bytes[start..].iter_mut().zip(&number[..width]) {
        *byte = *new;
    }
}
