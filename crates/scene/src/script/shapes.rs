//! The shapes of a script: `shapes`, `shapeMatrix` and the old `shape`, with their extras.

use super::lexer::{Lines, Word, Words};
use crate::document::values::Triple;
use crate::error::{SceneError, suggestion};

/// Words that may follow a shape.
const EXTRAS: [&str; 7] = [
    "material",
    "initVel",
    "linearVelocity",
    "angularVelocity",
    "DBC",
    "NBC",
    "meshSeq",
];

/// A shape, or a grid of equal ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeLine {
    /// Line number in the script.
    pub line: usize,
    /// The mesh file, as written.
    pub path: String,
    /// Position, m.
    pub translate: Triple,
    /// Angles about x, y and z, degrees.
    pub rotate: Triple,
    /// Factors along x, y and z.
    pub scale: Triple,
    /// Number of copies along x, y and z, and the way from one to the next, m.
    pub grid: Option<([usize; 3], Triple)>,
    /// Density, Young's modulus and Poisson's ratio.
    pub material: Option<Triple>,
    /// Velocity (m/s) and rotation (degrees/s) at the start.
    pub start: Option<[Triple; 2]>,
    /// Prescribed velocity, m/s.
    pub linear: Option<Triple>,
    /// Prescribed rotation, degrees/s.
    pub angular: Option<Triple>,
    /// Prescribed parts.
    pub dbc: Vec<Region>,
    /// Loaded parts.
    pub nbc: Vec<Region>,
    /// Folder of its frames.
    pub sequence: Option<String>,
}

/// A box of a shape, 0 to 1 along each axis, and what happens there.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Smallest coordinates.
    pub min: Triple,
    /// Largest coordinates.
    pub max: Triple,
    /// Velocity, m/s, or acceleration, m/s².
    pub linear: Triple,
    /// Rotation, degrees/s.
    pub angular: Triple,
    /// From when until when, s.
    pub time: [Option<f64>; 2],
}

/// Reads what `shapes`, `shapeMatrix` or `shape` announces.
pub fn read<'a>(
    keyword: Word<'a>,
    words: &mut Words<'a>,
    lines: &mut Lines<'a>,
) -> Result<Vec<ShapeLine>, SceneError> {
    words.word("`input`")?;
    match keyword.text {
        "shape" => Ok(vec![ShapeLine {
            line: keyword.line,
            path: words.word("a mesh file")?.text.to_string(),
            scale: [1.0; 3],
            ..ShapeLine::default()
        }]),
        "shapeMatrix" => {
            let what = "a number of copies";
            let counts = [words.count(what)?, words.count(what)?, words.count(what)?];
            let origin = match words.optional_number() {
                None => [0.0; 3],
                Some(x) => [x, words.number("an offset")?, words.number("an offset")?],
            };
            let (path, mut rest) = lines.item(keyword, "shapes", 0, 1)?;
            let mut shape = shape(path, &mut rest)?;
            shape.grid = Some((counts, shape.translate));
            shape.translate = origin;
            Ok(vec![shape])
        }
        _ => {
            let count = words.count("how many shapes follow")?;
            let mut shapes = Vec::new();
            for read in 0..count {
                let (path, mut rest) = lines.item(keyword, "shapes", read, count)?;
                if !path.text.contains(['.', '/']) {
                    let message = format!(
                        "`shapes` in line {} announces {count} shapes, but `{}` after {read} is no mesh file",
                        keyword.line, path.text
                    );
                    return Err(rest.error(path.line, message));
                }
                shapes.push(shape(path, &mut rest)?);
            }
            Ok(shapes)
        }
    }
}

fn shape(path: Word, words: &mut Words) -> Result<ShapeLine, SceneError> {
    let mut shape = ShapeLine {
        line: path.line,
        path: path.text.to_string(),
        translate: words.triple("a translation")?,
        rotate: words.triple("a rotation")?,
        scale: words.triple("a scale")?,
        ..ShapeLine::default()
    };
    while let Some(extra) = words.next() {
        match extra.text {
            "material" => {
                shape.material = Some(words.triple("density, stiffness and Poisson's ratio")?)
            }
            "initVel" => {
                shape.start = Some([words.triple("a velocity")?, words.triple("a rotation")?]);
            }
            "linearVelocity" => shape.linear = Some(words.triple("a velocity")?),
            "angularVelocity" => shape.angular = Some(words.triple("a rotation")?),
            "DBC" => shape.dbc.push(region(words, true)?),
            "NBC" => shape.nbc.push(region(words, false)?),
            "meshSeq" => shape.sequence = Some(words.word("a folder")?.text.to_string()),
            other => {
                let hint = suggestion(other, EXTRAS);
                let message = format!(
                    "`{other}` is not known after a shape{hint}; known: {}",
                    EXTRAS.join(", ")
                );
                return Err(words.error(extra.line, message));
            }
        }
    }
    Ok(shape)
}

fn region(words: &mut Words, turns: bool) -> Result<Region, SceneError> {
    let min = words.triple("the smallest corner of a box")?;
    let max = words.triple("the largest corner of a box")?;
    let linear = words.triple(if turns {
        "a velocity"
    } else {
        "an acceleration"
    })?;
    let angular = if turns {
        words.triple("a rotation")?
    } else {
        [0.0; 3]
    };
    Ok(Region {
        min,
        max,
        linear,
        angular,
        time: [words.optional_number(), words.optional_number()],
    })
}
