//! Words for a start that is tangled: which bodies, in how many places, how deep, and what to do.

use super::PairDescription;

/// Pairs of bodies that a message names; there may be thousands.
const MOST_NAMED: usize = 5;

/// Every pair of bodies that intersects, with its number of places and the first of them.
pub fn intersections(pairs: &[PairDescription], dhat: f64) -> String {
    let mut named: Vec<Vec<&PairDescription>> = Vec::new();
    for pair in pairs {
        let same = |group: &&mut Vec<&PairDescription>| {
            let [a, b] = &group[0].bodies;
            let [c, d] = &pair.bodies;
            (a, b) == (c, d) || (a, b) == (d, c)
        };
        match named.iter_mut().find(same) {
            Some(group) => group.push(pair),
            None => named.push(vec![pair]),
        }
    }
    let places = match pairs.len() {
        1 => "1 place".to_owned(),
        count => format!("{count} places"),
    };
    let words: Vec<String> = named
        .iter()
        .take(MOST_NAMED)
        .map(|group| group_words(group, dhat))
        .collect();
    let more = match named.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!("; and {more} more pairs of bodies"),
    };
    format!(
        "the scene intersects at the start, in {places}: {}{more}; it has to start free of intersections: move the bodies apart (`tangency view SCENE` shows every place), or have it done: `tangency repair SCENE`, or `repair = true` in the scene",
        words.join("; ")
    )
}

/// One pair of bodies, or a body and a half-space.
fn group_words(group: &[&PairDescription], dhat: f64) -> String {
    let first = group[0];
    let [a, b] = &first.bodies;
    let count = group.len();
    let is_half_space = first.vertices[1].is_empty();
    if is_half_space {
        let depths = group.iter().filter_map(|pair| pair.distance.map(|d| -d));
        // Zero where it lies exactly on it, and not minus zero.
        let depth = depths.fold(0.0, f64::max);
        return format!(
            "`{a}` is on or beyond the half-space `{b}` with {}, by up to {depth:.3e} m, first {}: move it away by {:.3e} m",
            counted(count, "vertex", "vertices"),
            first.words,
            depth + dhat
        );
    }
    let times = match count {
        1 => String::new(),
        _ => format!(" in {count} places, first"),
    };
    match a == b {
        true => format!("`{a}` and itself{times}: {}", first.words),
        false => format!("`{a}` and `{b}`{times}: {}", first.words),
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// A pair that is closer than the offset it has to keep.
pub fn too_close(pair: &PairDescription, offset: f64) -> String {
    let [a, b] = &pair.bodies;
    let missing = -pair.distance.unwrap_or(0.0);
    let gap = (offset - missing).max(0.0);
    let remedy = match a == b {
        true => format!(
            "these are parts of one body, which no translation moves apart: lower the `offset` of `{a}` below {gap:.2e} m, or give it longer edges"
        ),
        false => {
            format!("move the bodies apart by more than {missing:.2e} m, or lower their `offset`")
        }
    };
    format!(
        "the scene starts closer than its offsets: {} are {gap:.3e} m apart and have to keep {offset:.3e} m; {remedy} (`tangency repair SCENE` pushes apart what can be)",
        pair.words
    )
}
