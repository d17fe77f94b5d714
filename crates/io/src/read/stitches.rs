//! The seams of garments, as lines of an OBJ file (FoldSketch, Codimensional IPC
//! 2021): `stitch p a b w` sews vertex p to the point (1 - w) x_a + w x_b of the
//! edge from a to b. Unlike the faces of the file, stitches count vertices from 0.
//! `seam n` says that n stitches follow. All other lines are skipped.

use super::scanner::{Scanner, parse_integer, parse_real, show, words};
use crate::ParseError;

/// A vertex sewn to a point of an edge, (1 - w) x_a + w x_b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stitch {
    /// The vertex p, counted from 0.
    pub point: u32,
    /// The vertices a and b, counted from 0; they need not be neighbours.
    pub edge: [u32; 2],
    /// Place on the edge: w from 0 (at a) to 1 (at b).
    pub ratio: f64,
}

/// Reads the stitches of a file with this many vertices.
pub fn parse(bytes: &[u8], points: usize) -> Result<Vec<Stitch>, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let mut stitches = Vec::new();
    // How many stitches the seam announced still lacks, and where it was.
    let mut seam: Option<(i64, Scanner)> = None;
    while let Some(line) = scanner.line() {
        let text = line.split(|&b| b == b'#').next().unwrap_or_default();
        let mut words = words(text);
        match words.next() {
            Some(b"stitch") => {
                stitches.push(stitch(&mut words, points, &scanner)?);
                if let Some((missing, _)) = &mut seam {
                    *missing -= 1;
                }
            }
            Some(b"seam") => {
                check_seam(seam.take())?;
                let word = words.next();
                let count = word.and_then(parse_integer).filter(|&n| n >= 0);
                let count = count.ok_or_else(|| {
                    scanner.unexpected("the number of stitches of the seam", word)
                })?;
                seam = Some((count, scanner.clone()));
            }
            _ => {}
        }
    }
    check_seam(seam)?;
    Ok(stitches)
}

/// A seam must have as many stitches as it said.
fn check_seam(seam: Option<(i64, Scanner)>) -> Result<(), ParseError> {
    match seam {
        Some((missing, at)) if missing != 0 => {
            let problem = if missing > 0 { "fewer" } else { "more" };
            let difference = missing.abs();
            Err(at.error(format!(
                "{difference} {problem} stitches follow than the seam announces"
            )))
        }
        _ => Ok(()),
    }
}

/// `p a b w` from the words of a line.
fn stitch<'a>(
    words: &mut impl Iterator<Item = &'a [u8]>,
    points: usize,
    scanner: &Scanner,
) -> Result<Stitch, ParseError> {
    let missing = |what: &str, word: Option<&[u8]>| {
        let found = word.map_or("the end of the line".to_string(), show);
        scanner.error(format!("expected {what}, found {found}"))
    };
    let mut vertex = || {
        let word = words.next();
        let index = word
            .and_then(parse_integer)
            .and_then(|i| u32::try_from(i).ok());
        let index = index.filter(|&i| (i as usize) < points);
        index.ok_or_else(|| {
            let what = format!("a vertex of the stitch, from 0 and below {points}");
            missing(&what, word)
        })
    };
    let (point, edge) = (vertex()?, [vertex()?, vertex()?]);
    if edge[0] == edge[1] || edge.contains(&point) {
        let [a, b] = edge;
        return Err(scanner.error(format!(
            "the stitch of vertex {point} to edge ({a}, {b}) names a vertex twice; remove it"
        )));
    }
    let word = words.next();
    let ratio = word
        .and_then(parse_real)
        .filter(|w| (0.0..=1.0).contains(w));
    let ratio = ratio.ok_or_else(|| missing("a place on the edge, from 0 to 1", word))?;
    Ok(Stitch { point, edge, ratio })
}
