//! The shortest translations of whole pieces that bring them clear of everything.
//!
//! For a pair of pieces that are in each other's way, each that may move is tried along a set of directions: those of a
//! cube's faces, edges and corners, the normals of what it meets, and the way between the centres. The first distance at which
//! it is clear of all others is found by growing steps, shortened by bisection, and the direction is then turned a little as
//! long as that shortens the way. A place counts only where [`Clearing::is_free`] says so.

use rayon::prelude::*;
use tangency_geometry::Vec3;

use super::free::Clearing;
use super::pieces::{Conflict, Conflicts};

/// Growth of the distances that are tried.
const GROWTH: f64 = 1.4;
/// Bisections of the distance.
const BISECTIONS: usize = 14;
/// Share of a distance that another direction has to save.
const GAIN: f64 = 0.98;
/// Angles by which the best direction is turned, one after the other, rad.
const TURNS: [f64; 3] = [0.4, 0.16, 0.06];
/// Directions around the best.
const AROUND: usize = 8;

/// A translation: unit direction and distance, m.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    direction: Vec3,
    distance: f64,
}

/// Moves pieces of `found` apart where a translation of at most `most` does that; tells whether any moved.
pub fn apart(clearing: &Clearing, found: &Conflicts, most: f64, x: &mut Vec<Vec3>) -> bool {
    let mut any = false;
    for &conflict in &found.all {
        any |= match conflict {
            Conflict::HalfSpace(a, plane) => {
                let normal = clearing.model.half_spaces[plane as usize].normal;
                settle(clearing, x, a, None, &[normal], most)
            }
            Conflict::Pieces(a, b) if a != b => {
                let hints = hints(clearing, found, x, a, b);
                settle(clearing, x, a, Some(b), &hints, most)
            }
            Conflict::Pieces(..) => false,
        };
    }
    any
}

/// Moves piece `a`, or `b`, or both by half, whichever is least; tells whether any moved.
fn settle(
    clearing: &Clearing,
    x: &mut Vec<Vec3>,
    a: u32,
    b: Option<u32>,
    hints: &[Vec3],
    most: f64,
) -> bool {
    let pieces = clearing.pieces;
    let is_free = |piece: u32| pieces.is_free[piece as usize];
    let movable: Vec<u32> = [Some(a), b]
        .into_iter()
        .flatten()
        .filter(|&p| is_free(p))
        .collect();
    let is_clear = |&piece: &u32| clearing.is_free(x, piece);
    // What was moved before may have brought these apart already.
    if [Some(a), b].iter().flatten().any(is_clear) {
        return false;
    }
    let both = movable.len() == 2;
    let reach = if both { 2.0 * most } else { most };
    let mut best: Option<(u32, Way)> = None;
    for &piece in &movable {
        let at_most = best.map_or(reach, |(_, way)| GAIN * way.distance);
        if let Some(way) = shortest(clearing, x, piece, hints, at_most) {
            best = Some((piece, way));
        }
    }
    let Some((piece, way)) = best else {
        return false;
    };
    if both {
        let other = movable[usize::from(movable[0] == piece)];
        let half = 0.5 * way.distance;
        let moved = shifted(clearing, x, piece, way.direction * half);
        let moved = shifted(clearing, &moved, other, way.direction * -half);
        if clearing.is_free(&moved, piece) && clearing.is_free(&moved, other) {
            *x = moved;
            return true;
        }
        if way.distance > most {
            return false;
        }
    }
    *x = shifted(clearing, x, piece, way.direction * way.distance);
    true
}

fn shifted(clearing: &Clearing, x: &[Vec3], piece: u32, by: Vec3) -> Vec<Vec3> {
    let mut moved = x.to_vec();
    for &v in &clearing.pieces.vertices[piece as usize] {
        moved[v as usize] += by;
    }
    moved
}

/// The shortest translation found that clears the piece, of at most `at_most`; none if it is clear nowhere.
fn shortest(
    clearing: &Clearing,
    x: &[Vec3],
    piece: u32,
    hints: &[Vec3],
    at_most: f64,
) -> Option<Way> {
    let clear = |direction: Vec3, distance: f64| {
        clearing.is_free(&shifted(clearing, x, piece, direction * distance), piece)
    };
    let directions: Vec<Vec3> = hints.iter().copied().chain(cube()).collect();
    let mut best = first_clear(&directions, clearing.clearance, at_most, &clear)?;
    let improve = |directions: &[Vec3], best: &mut Way| {
        for &direction in directions {
            let distance = GAIN * best.distance;
            if clear(direction, distance) {
                let (low, high) = (0.0, distance);
                *best = shortened(direction, low, high, &clear);
            }
        }
    };
    improve(&directions, &mut best);
    for angle in TURNS {
        improve(&around(best.direction, angle), &mut best);
    }
    Some(best)
}

/// The shortest of growing distances at which some direction is clear.
fn first_clear(
    directions: &[Vec3],
    clearance: f64,
    at_most: f64,
    clear: &(impl Fn(Vec3, f64) -> bool + Sync),
) -> Option<Way> {
    let (mut low, mut high) = (0.0, clearance.min(at_most));
    loop {
        let found = directions.par_iter().find_first(|d| clear(**d, high));
        if let Some(&direction) = found {
            return Some(shortened(direction, low, high, clear));
        }
        if high >= at_most {
            return None;
        }
        low = high;
        high = (GROWTH * high).min(at_most);
    }
}

/// A clear distance between one that is not and one that is.
fn shortened(
    direction: Vec3,
    mut low: f64,
    mut high: f64,
    clear: &impl Fn(Vec3, f64) -> bool,
) -> Way {
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (low + high);
        if clear(direction, middle) {
            high = middle;
        } else {
            low = middle;
        }
        if high - low < 1e-3 * high {
            break;
        }
    }
    Way {
        direction,
        distance: high,
    }
}

/// Directions to the faces, edges and corners of a cube.
fn cube() -> impl Iterator<Item = Vec3> {
    let steps = [0.0, 1.0, -1.0];
    let all = steps.into_iter().flat_map(move |x| {
        steps
            .into_iter()
            .flat_map(move |y| steps.into_iter().map(move |z| Vec3::new(x, y, z)))
    });
    all.skip(1).map(|d| d.normalize())
}

/// Directions at an angle from one.
fn around(direction: Vec3, angle: f64) -> Vec<Vec3> {
    let aside = across(direction);
    let other = direction.cross(&aside);
    let turn = |k: usize| {
        let way = std::f64::consts::TAU * k as f64 / AROUND as f64;
        let aside = aside * way.cos() + other * way.sin();
        (direction * angle.cos() + aside * angle.sin()).normalize()
    };
    (0..AROUND).map(turn).collect()
}

/// A unit vector across another.
fn across(direction: Vec3) -> Vec3 {
    let axis = direction.iamin();
    let mut unit = Vec3::zeros();
    unit[axis] = 1.0;
    direction.cross(&unit).normalize()
}

/// Directions that are likely: normals of the triangles that are crossed, directions of the edges that cross them, and from
/// centre to centre, each both ways.
fn hints(clearing: &Clearing, found: &Conflicts, x: &[Vec3], a: u32, b: u32) -> Vec<Vec3> {
    let pieces = clearing.pieces;
    let surface = &clearing.model.surface;
    let mut sums = [Vec3::zeros(); 4];
    for &(e, t) in &found.crossings {
        let edge = surface.edges[e as usize];
        let triangle = surface.triangles[t as usize];
        let of = [edge[0], triangle[0]].map(|v| pieces.of[v as usize]);
        let side = match of {
            _ if of == [a, b] => 0,
            _ if of == [b, a] => 1,
            _ => continue,
        };
        let [p, q, r] = triangle.map(|v| x[v as usize]);
        let normal = (q - p).cross(&(r - p));
        let along = x[edge[1] as usize] - x[edge[0] as usize];
        for (k, vector) in [(side, normal), (2 + side, along)] {
            // Lines have no sense of their own: they are turned as those before them.
            let way = if sums[k].dot(&vector) < 0.0 {
                -1.0
            } else {
                1.0
            };
            sums[k] += vector * way;
        }
    }
    let centre = |piece: u32| {
        let all = &pieces.vertices[piece as usize];
        all.iter().map(|&v| x[v as usize]).sum::<Vec3>() / all.len() as f64
    };
    let between = centre(a) - centre(b);
    let all = sums.into_iter().chain([between, sums[0].cross(&sums[1])]);
    let units = all.filter_map(|sum| sum.try_normalize(1e-300));
    units.flat_map(|unit| [unit, -unit]).collect()
}
