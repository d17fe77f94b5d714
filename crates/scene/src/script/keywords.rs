//! The keywords of a script, one a line.

use super::Note;
use super::content::{MeshObstacle, OldMotion, Script, ScriptDamping, Wall};
use super::lexer::{Lines, Word, Words, error};
use super::shapes;
use tangency_engine::Integrator;

use crate::document::material::MaterialModel;
use crate::error::{SceneError, suggestion};

/// Keywords that say nothing about the physics, or choose among methods that this program has not.
const IGNORED: [&str; 22] = [
    "view",
    "zoom",
    "cameraTracking",
    "playBackSpeed",
    "appendStr",
    "disableCout",
    "restart",
    "constraintSolver",
    "constraintType",
    "constraintOffset",
    "QPSolver",
    "exactCCD",
    "CCDMethod",
    "CCDTolerance",
    "linSysSolver",
    "warmStart",
    "useActiveSetConvergence",
    "noActiveSetConvergence",
    "resolution",
    "timeStepper",
    "partitionAmt",
    "blockSize",
];

/// Keywords that mean something here.
const KNOWN: [&str; 30] = [
    "energy",
    "timeIntegration",
    "time",
    "density",
    "stiffness",
    "turnOffGravity",
    "dampingStiff",
    "dampingRatio",
    "size",
    "rotateModel",
    "shapes",
    "shapeMatrix",
    "shape",
    "DBCTimeRange",
    "NBCTimeRange",
    "ground",
    "halfSpace",
    "meshCO",
    "selfCollisionOn",
    "selfCollisionOff",
    "selfFric",
    "dHat",
    "epsv",
    "tuning",
    "tol",
    "fricIterAmt",
    "useAbsParameters",
    "kappaMinMultiplier",
    "script",
    "handleRatio",
];

/// Reads a script.
pub fn parse(file: &str, text: &str) -> Result<(Script, Vec<Note>), SceneError> {
    let mut parser = Parser {
        lines: Lines::new(file, text),
        script: Script::default(),
        notes: Vec::new(),
        ignored: Vec::new(),
    };
    while let Some((keyword, words)) = parser.lines.next() {
        parser.line(keyword, words)?;
    }
    if parser.script.shapes.is_empty() {
        let message = "the script has no shape: add `shapes input 1` and a line with a mesh file";
        return Err(error(file, 1, "shapes", message.into()));
    }
    if let Some(first) = parser.ignored.first() {
        let mut names: Vec<&str> = parser.ignored.iter().map(|word| word.text).collect();
        names.sort_unstable();
        names.dedup();
        let what = format!("not needed here and ignored: {}", names.join(", "));
        parser.note(first.line, what);
    }
    Ok((parser.script, parser.notes))
}

struct Parser<'a> {
    lines: Lines<'a>,
    script: Script,
    notes: Vec<Note>,
    ignored: Vec<Word<'a>>,
}

impl<'a> Parser<'a> {
    fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }

    fn line(&mut self, keyword: Word<'a>, mut words: Words<'a>) -> Result<(), SceneError> {
        match keyword.text {
            "shapes" | "shapeMatrix" | "shape" => {
                let mut shapes = shapes::read(keyword, &mut words, &mut self.lines)?;
                self.script.shapes.append(&mut shapes);
            }
            "ground" | "halfSpace" | "meshCO" => self.obstacle(keyword, &mut words)?,
            "tuning" | "tol" => self.numbers(keyword, &mut words)?,
            "script" => self.motion(keyword, &mut words)?,
            "section" => self.section(keyword, &mut words)?,
            word if IGNORED.contains(&word) => {
                while words.next().is_some() {}
                self.ignored.push(keyword);
            }
            _ => self.value(keyword, &mut words)?,
        }
        if let Some(word) = words.next() {
            let what = format!("`{}` after `{}` is ignored", word.text, keyword.text);
            self.note(word.line, what);
        }
        Ok(())
    }

    /// Keywords with a value or two.
    fn value(&mut self, keyword: Word<'a>, words: &mut Words<'a>) -> Result<(), SceneError> {
        let script = &mut self.script;
        match keyword.text {
            "energy" => {
                script.model = choice(
                    words,
                    &[
                        ("NH", MaterialModel::NeoHookean),
                        ("FCR", MaterialModel::FixedCorotated),
                    ],
                )?;
            }
            "timeIntegration" => script.integrator = integrator(words)?,
            "time" => {
                script.time = [
                    words.number("the duration")?,
                    words.number("the time step")?,
                ];
            }
            "density" => script.density = words.number("the density")?,
            "stiffness" => {
                let young = words.number("Young's modulus")?;
                script.stiffness = [young, words.number("Poisson's ratio")?];
            }
            "turnOffGravity" => script.gravity = false,
            "dampingStiff" => {
                let stiffness = words.number("the damping")?.max(0.0);
                script.damping = Some(ScriptDamping::Stiffness(stiffness));
            }
            "dampingRatio" => {
                let ratio = words.number("the damping ratio")?.clamp(0.0, 1.0);
                script.damping = Some(ScriptDamping::Ratio(ratio));
            }
            "size" => script.size = Some(words.number("the size")?).filter(|&size| size > 0.0),
            "rotateModel" => {
                let axis = words.triple("the axis")?;
                script.rotate = Some((axis, words.number("the angle")?));
            }
            "DBCTimeRange" => script.dbc_time = time_range(words)?,
            "NBCTimeRange" => script.nbc_time = time_range(words)?,
            "selfCollisionOn" => {}
            "selfCollisionOff" => {
                let text = "`selfCollisionOff`: this program always keeps bodies apart";
                self.notes.push(Note {
                    line: keyword.line,
                    text: text.into(),
                });
            }
            "selfFric" => script.friction = words.number("a coefficient of friction")?.max(0.0),
            "dHat" => script.dhat = words.number("dHat")?,
            "epsv" => script.epsv = words.number("epsv")?,
            "fricIterAmt" => script.friction_rounds = words.number("a number of rounds")? as i64,
            "useAbsParameters" => script.absolute = true,
            "kappaMinMultiplier" => script.kappa_min_multiplier = words.number("a factor")?,
            "handleRatio" => script.handle_ratio = words.number("a ratio")?,
            word => {
                let known = KNOWN.iter().chain(&IGNORED).chain(&["section"]).copied();
                let hint = suggestion(word, known);
                let text = if word.contains('/') {
                    format!(
                        "`{word}` looks like a shape and is ignored: the number after `shapes` says that there are no more"
                    )
                } else {
                    format!("`{word}` is no keyword of a script and is ignored{hint}")
                };
                while words.next().is_some() {}
                self.note(keyword.line, text);
            }
        }
        Ok(())
    }

    fn obstacle(&mut self, keyword: Word<'a>, words: &mut Words<'a>) -> Result<(), SceneError> {
        let line = keyword.line;
        match keyword.text {
            "ground" => {
                let friction = words.number("a coefficient of friction")?;
                let point = [0.0, words.number("a height")?, 0.0];
                self.script.grounds.push(Wall {
                    line,
                    point,
                    normal: [0.0, 1.0, 0.0],
                    friction,
                });
            }
            "halfSpace" => {
                let point = words.triple("a point of the wall")?;
                let normal = words.triple("the normal of the wall")?;
                words.number("a stiffness (unused)")?;
                let friction = words.number("a coefficient of friction")?;
                self.script.walls.push(Wall {
                    line,
                    point,
                    normal,
                    friction,
                });
            }
            _ => {
                let path = words.word("a mesh file")?.text.to_string();
                let origin = words.triple("the position")?;
                let extent = words.number("the extent")?;
                words.number("a stiffness (unused)")?;
                words.number("a coefficient of friction (unused)")?;
                let rotate = match words.next() {
                    None => [0.0; 3],
                    Some(word) if word.text == "rotate" => words.triple("angles")?,
                    Some(word) => {
                        let message = format!(
                            "`{}` is not known here; only `rotate x y z` may follow",
                            word.text
                        );
                        return Err(words.error(word.line, message));
                    }
                };
                self.script.obstacles.push(MeshObstacle {
                    line,
                    path,
                    origin,
                    extent,
                    rotate,
                });
            }
        }
        Ok(())
    }

    /// Keywords that announce numbers on lines of their own.
    fn numbers(&mut self, keyword: Word<'a>, words: &mut Words<'a>) -> Result<(), SceneError> {
        let count = words.count("how many numbers follow")?;
        let numbers = self.lines.numbers(keyword, count)?;
        if keyword.text == "tol" {
            self.script.tolerances = numbers;
            return Ok(());
        }
        let at = |index: usize| numbers.get(index).copied();
        if let Some(kappa) = at(0).filter(|&kappa| kappa != 0.0) {
            let what =
                format!("the barrier stiffness {kappa} of `tuning` is ignored: it is adapted");
            self.note(keyword.line, what);
        }
        for (name, first, last) in [("dHat", 1, 2), ("epsv", 4, 5)] {
            let (Some(start), end) = (at(first), at(last).unwrap_or(1e-3)) else {
                continue;
            };
            if (start - end).abs() > 1e-3 * end {
                let what = format!("`tuning`: {name} is {end} at once, not at first {start}");
                self.note(keyword.line, what);
            }
        }
        self.script.dhat = at(2).unwrap_or(1e-3);
        self.script.epsv = at(5).unwrap_or(1e-3);
        Ok(())
    }

    fn motion(&mut self, keyword: Word<'a>, words: &mut Words<'a>) -> Result<(), SceneError> {
        let name = words.word("the name of a motion")?.text.to_string();
        let folder = match name.as_str() {
            "meshSeqFromFile" => Some(words.word("a folder")?.text.to_string()),
            _ => None,
        };
        let count = words.optional_number().unwrap_or(0.0).max(0.0) as usize;
        let numbers = (0..count).map(|_| words.number("a number"));
        self.script.motion = OldMotion {
            name,
            line: keyword.line,
            folder,
            numbers: numbers.collect::<Result<_, _>>()?,
        };
        Ok(())
    }

    /// A section counts when it is for the interior-point solver; the others are passed over.
    fn section(&mut self, keyword: Word<'a>, words: &mut Words<'a>) -> Result<(), SceneError> {
        let mut names = Vec::new();
        while let Some(word) = words.next() {
            names.push(word.text);
        }
        let is_ours = |name: &&str| ["end", "IP", "interiorPoint"].contains(name);
        if names.iter().any(is_ours) {
            return Ok(());
        }
        let what = format!(
            "the section for {} is for other solvers and ignored",
            if names.is_empty() {
                "nobody".into()
            } else {
                names.join(", ")
            }
        );
        self.note(keyword.line, what);
        while let Some((word, mut rest)) = self.lines.next() {
            if word.text == "section" && rest.next().is_some_and(|w| w.text == "end") {
                return Ok(());
            }
        }
        Ok(())
    }
}

fn choice<T: Copy>(words: &mut Words, known: &[(&str, T)]) -> Result<T, SceneError> {
    let list = known
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(" or ");
    let word = words.word(&list)?;
    let found = known.iter().find(|(name, _)| *name == word.text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        words.error(
            word.line,
            format!("`{}` is not known; write {list}", word.text),
        )
    })
}

fn integrator(words: &mut Words) -> Result<Integrator, SceneError> {
    let newmark = choice(words, &[("BE", false), ("NM", true)])?;
    if !newmark {
        return Ok(Integrator::ImplicitEuler);
    }
    Ok(match words.optional_number() {
        None => Integrator::NEWMARK,
        Some(beta) => Integrator::Newmark {
            beta,
            gamma: words.number("gamma")?,
        },
    })
}

fn time_range(words: &mut Words) -> Result<[Option<f64>; 2], SceneError> {
    Ok([Some(words.number("a time")?), words.optional_number()])
}
