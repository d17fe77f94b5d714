//! Changes to text that keep it nearly readable: numbers, words and lines.

use crate::random::RandomStream;

use super::bytes;

/// Numbers that few expect, as text.
const NUMBERS: [&str; 24] = [
    "nan",
    "inf",
    "-inf",
    "-0",
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-308",
    "5e-324",
    "1e39",
    "1e400",
    "4294967295",
    "4294967296",
    "2147483648",
    "18446744073709551615",
    "9223372036854775808",
    "1e19",
    "0.5",
    "1e6",
    "1e12",
    "1e-9",
    "-1e12",
    "3",
];

/// Changes text in one way.
pub fn change(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut RandomStream) {
    match random.below(12) {
        0..=3 => number(bytes, random),
        4 => word(bytes, random),
        5 | 6 => line(bytes, random),
        7 => nest(bytes, random),
        8 => foreign_line(bytes, others, random),
        9 => glyph(bytes, random),
        _ => bytes::change(bytes, others, random),
    }
    bytes.truncate(bytes::LONGEST);
}

/// The ranges of bytes between those that `ends` a part.
fn parts(bytes: &[u8], ends: impl Fn(u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if ends(byte) {
            if at > start {
                found.push(start..at);
            }
            start = at + 1;
        }
    }
    if bytes.len() > start {
        found.push(start..bytes.len());
    }
    found
}

/// Replaces a number, or changes its size.
fn number(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let is_part = |b: u8| b.is_ascii_digit() || b"+-.eE_".contains(&b);
    let mut numbers = parts(bytes, |b| !is_part(b));
    numbers.retain(|range| bytes[range.clone()].iter().any(u8::is_ascii_digit));
    if numbers.is_empty() {
        return;
    }
    let range = random.pick(&numbers).clone();
    let new = match random.below(4) {
        0 => random.below(40).to_string(),
        1 => format!("{:e}", random.decades(1e-12, 1e12)),
        _ => random.pick(&NUMBERS).to_string(),
    };
    bytes.splice(range, new.into_bytes());
}

/// Removes, doubles or exchanges words.
fn word(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let words = parts(bytes, |b| {
        b.is_ascii_whitespace() || b",[]{}=\"'".contains(&b)
    });
    if words.is_empty() {
        return;
    }
    let first = random.pick(&words).clone();
    let second = random.pick(&words).clone();
    let text = bytes[second].to_vec();
    match random.below(3) {
        0 => drop(bytes.drain(first)),
        1 => drop(bytes.splice(first.end..first.end, [b" ".to_vec(), text].concat())),
        _ => drop(bytes.splice(first, text)),
    }
}

/// Removes, doubles or moves lines.
fn line(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let at = random.below(lines.len());
    let line = lines[at].clone();
    match random.below(3) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(random.below(lines.len() + 1), line),
        _ => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
    }
    *bytes = lines.join(&b'\n');
}

/// Inserts brackets, many of them at times.
fn nest(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let brackets: [&[u8]; 8] = [b"[", b"]", b"{", b"}", b"(", b"[[", b"{a=", b"-"];
    let times = if random.chance(0.2) {
        20_000
    } else {
        random.count(1, 5)
    };
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, random.pick(&brackets).repeat(times));
}

/// Inserts a line of another text.
fn foreign_line(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut RandomStream) {
    let other = random.pick(others);
    let lines: Vec<&[u8]> = other.split(|&b| b == b'\n').collect();
    let line = [b"\n".as_slice(), *random.pick(&lines), b"\n".as_slice()].concat();
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    let at = if ends.is_empty() {
        bytes.len()
    } else {
        *random.pick(&ends)
    };
    bytes.splice(at..at, line);
}

/// Inserts a character that readers of text trip over.
fn glyph(bytes: &mut Vec<u8>, random: &mut RandomStream) {
    let glyphs = [
        "\u{0}",
        "\u{feff}",
        "\r",
        "\u{1b}[2J",
        "µ",
        "𝟙",
        "$",
        "${",
        "=",
        "\\",
        "#",
        "\"",
        "\u{85}",
        "::",
    ];
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, random.pick(&glyphs).bytes());
}
