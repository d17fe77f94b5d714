//! Terms of the objective: each `[[term]]` becomes residuals, whose squares are summed, or a number of its own.

use tangency::adjoint::{
    CenterOfMass, CenterTrajectory, ContactForce, Deviation, ForceMeasure, KineticEnergy,
    MeanVelocity, Objective, OutlineTarget, PointTargets, PointTrajectory, PotentialEnergy,
    Reaction, Residuals, Scaled, StrainEnergy, StressNorm, SurfaceTarget, TimeSeries, Volume,
    Window,
};
use tangency_engine::{Model, Vec3};
use tangency_scene::document::values::LengthUnit;
use tangency_scene::{SceneError, read_mesh};

use super::files::{columns, series};
use super::reader::StudyTable;
use super::study::StudyFile;
use crate::failure::Failure;

/// A part of the objective.
pub enum StudyTerm {
    /// Half the sum of the squares of residuals.
    Squares(Box<dyn Residuals>),
    /// A number, with its weight.
    Number(f64, Box<dyn Objective>),
}

/// What a term measures, before its window and weight.
enum TermMeasure {
    Residuals(Box<dyn Residuals>),
    Number(Box<dyn Objective>),
}

/// Kinds of terms and their own keys; each has `of`, `weight`, `at` and `during` besides.
const KINDS: [(&str, &[&str]); 14] = [
    ("points", &["body", "vertices", "targets", "file"]),
    ("path", &["body", "vertex", "file"]),
    ("centre", &["body", "target"]),
    ("centre_path", &["body", "file"]),
    ("velocity", &["body", "target"]),
    ("surface", &["body", "file", "two_sided"]),
    ("outline", &["body", "vertices", "file", "axes", "open"]),
    ("contact_force", &["body", "measure", "exponent", "target"]),
    ("reaction", &["boundary", "direction", "file", "target"]),
    ("stress", &["body", "exponent", "target"]),
    ("volume", &["body", "target"]),
    ("elastic_energy", &["body", "target"]),
    ("kinetic_energy", &["body", "target"]),
    ("potential_energy", &["body", "target"]),
];

/// The scene that terms are about.
pub struct TermContext<'a> {
    /// The study.
    pub study: &'a StudyFile,
    /// The model of its scene.
    pub model: &'a Model,
    /// Number of steps of a run.
    pub steps: u64,
}

/// The terms of a study.
pub fn terms(context: &TermContext) -> Result<Vec<StudyTerm>, Failure> {
    let root = context.study.root().map_err(Failure::input)?;
    let tables = root.tables("term").map_err(Failure::input)?;
    let term = |table: &StudyTable| context.term(table).map_err(Failure::input);
    tables.iter().map(term).collect()
}

impl TermContext<'_> {
    fn term(&self, table: &StudyTable) -> Result<StudyTerm, SceneError> {
        let names = KINDS.map(|(name, keys)| (name, (name, keys)));
        let missing = || table.wrong("", "`of` is missing: what the term measures");
        let (kind, own) = table.word("of", &names)?.ok_or_else(missing)?;
        let common = ["of", "weight", "at", "during"];
        table.only(&[&common[..], own].concat())?;
        let is_series = table.has("file") && ["path", "centre_path", "reaction"].contains(&kind);
        let steps = self.window(table, is_series)?;
        let weight = table.number("weight")?.unwrap_or(1.0);
        let measure = match kind {
            "contact_force" | "stress" | "volume" | "elastic_energy" | "kinetic_energy"
            | "potential_energy" => {
                let number = self.number(kind, table)?;
                match table.number("target")? {
                    Some(target) => TermMeasure::Residuals(Box::new(Deviation {
                        target,
                        objective: number,
                    })),
                    None => TermMeasure::Number(number),
                }
            }
            _ => TermMeasure::Residuals(self.residuals(kind, table)?),
        };
        Ok(match measure {
            TermMeasure::Number(objective) => {
                StudyTerm::Number(weight, Box::new(Window { steps, objective }))
            }
            TermMeasure::Residuals(_) if weight <= 0.0 => {
                return Err(table.wrong("weight", "a sum of squares has a weight above 0"));
            }
            TermMeasure::Residuals(objective) => {
                let residuals = Window { steps, objective };
                StudyTerm::Squares(Box::new(Scaled {
                    factor: weight.sqrt(),
                    residuals,
                }))
            }
        })
    }

    /// Steps at which a term counts: those of `at` or `during`; else all of a series, or the last.
    fn window(
        &self,
        table: &StudyTable,
        is_series: bool,
    ) -> Result<std::ops::RangeInclusive<u64>, SceneError> {
        let dt = self.model.settings.dt;
        let end = self.steps as f64 * dt;
        let step = |key: &str, time: f64| match (-1e-9..=end * (1.0 + 1e-9)).contains(&time) {
            true => Ok((time / dt).round() as u64),
            false => Err(table.wrong(
                key,
                format!("{time} s is not within the run, from 0 to {end} s"),
            )),
        };
        if table.has("at") && table.has("during") {
            return Err(table.wrong("during", "give `at` or `during`, not both"));
        }
        if let Some([from, to]) = table.pair("during")? {
            let (from, to) = (step("during", from)?, step("during", to)?);
            if from > to {
                return Err(table.wrong("during", "it goes from a time to a later one"));
            }
            return Ok(from..=to);
        }
        let is_end = matches!(table.text("at"), Ok(Some("end")));
        if table.has("at") && !is_end {
            let time = table.number("at").ok().flatten();
            let words = || table.wrong("at", "expected \"end\" or a time in s");
            let at = step("at", time.ok_or_else(words)?)?;
            return Ok(at..=at);
        }
        Ok(match is_series && !is_end {
            true => 0..=self.steps,
            false => self.steps..=self.steps,
        })
    }

    fn body(&self, table: &StudyTable) -> Result<u32, SceneError> {
        let name = table.needed_text("body")?;
        let found = self.model.bodies.iter().position(|body| body.name == name);
        found.map(|k| k as u32).ok_or_else(|| {
            let names = self.model.bodies.iter().map(|body| &body.name[..]);
            let near = tangency_scene::error::suggestion(name, names);
            table.wrong("body", format!("there is no body `{name}`{near}"))
        })
    }

    /// Vertices of the body of a term: those of `vertices`, by their numbers in the body, or all.
    fn vertices(&self, table: &StudyTable) -> Result<Vec<u32>, SceneError> {
        let range = self.model.bodies[self.body(table)? as usize]
            .vertices
            .clone();
        let Some(numbers) = table.numbers("vertices")? else {
            return Ok(range.collect());
        };
        let vertex = |x: &f64| {
            let is_there = x.fract() == 0.0 && *x >= 0.0 && *x < range.len() as f64;
            is_there.then_some(range.start + *x as u32).ok_or_else(|| {
                table.wrong(
                    "vertices",
                    format!("the body has vertices 0 to {}, not {x}", range.len() - 1),
                )
            })
        };
        numbers.iter().map(vertex).collect()
    }

    fn file(&self, table: &StudyTable) -> Result<std::path::PathBuf, SceneError> {
        let path = self.study.beside(table.needed_text("file")?);
        match path.is_file() {
            true => Ok(path),
            false => Err(table.wrong("file", format!("there is no file {}", path.display()))),
        }
    }

    fn rows(&self, table: &StudyTable, width: usize) -> Result<Vec<Vec<f64>>, SceneError> {
        let path = self.file(table)?;
        columns(&path, width).map_err(|problem| table.wrong("file", problem))
    }

    fn path(&self, table: &StudyTable) -> Result<TimeSeries<Vec3>, SceneError> {
        let rows = self.rows(table, 4)?;
        let of = |row: &Vec<f64>| Vec3::new(row[1], row[2], row[3]);
        series(&rows, of).map_err(|problem| table.wrong("file", problem))
    }

    fn target(&self, table: &StudyTable) -> Result<Vec3, SceneError> {
        let missing = || table.wrong("", "`target` is missing: three numbers");
        table.vector("target")?.ok_or_else(missing)
    }

    fn residuals(&self, kind: &str, table: &StudyTable) -> Result<Box<dyn Residuals>, SceneError> {
        Ok(match kind {
            "points" => {
                let vertices = self.vertices(table)?;
                let targets = match table.vectors("targets")? {
                    Some(targets) => targets,
                    None => {
                        let rows = self.rows(table, 3)?;
                        rows.iter()
                            .map(|row| Vec3::from_column_slice(row))
                            .collect()
                    }
                };
                if targets.len() != vertices.len() {
                    let words = format!(
                        "there are {} vertices and {} targets",
                        vertices.len(),
                        targets.len()
                    );
                    return Err(table.wrong("", words));
                }
                Box::new(PointTargets { vertices, targets })
            }
            "path" => {
                let range = &self.model.bodies[self.body(table)? as usize].vertices;
                let vertex = table.whole("vertex", 0)?.unwrap_or(0);
                if vertex >= range.len() as u64 {
                    return Err(
                        table.wrong("vertex", format!("the body has {} vertices", range.len()))
                    );
                }
                let vertices = vec![range.start + vertex as u32];
                Box::new(PointTrajectory {
                    vertices,
                    targets: vec![self.path(table)?],
                })
            }
            "centre" => Box::new(CenterOfMass {
                vertices: self.vertices(table)?,
                target: self.target(table)?,
            }),
            "centre_path" => Box::new(CenterTrajectory {
                vertices: self.vertices(table)?,
                targets: self.path(table)?,
            }),
            "velocity" => Box::new(MeanVelocity {
                vertices: self.vertices(table)?,
                target: self.target(table)?,
            }),
            "surface" => self.surface(table)?,
            "outline" => self.outline(table)?,
            _ => self.reaction(table)?,
        })
    }

    fn surface(&self, table: &StudyTable) -> Result<Box<dyn Residuals>, SceneError> {
        let body = self.body(table)?;
        let range = self.model.bodies[body as usize].vertices.clone();
        let path = self.file(table)?;
        let mesh =
            read_mesh(&path, LengthUnit::M).map_err(|problem| table.wrong("file", problem))?;
        let target = mesh.mesh.into_surface();
        if target.triangles.is_empty() {
            return Err(table.wrong("file", "a surface of triangles is needed"));
        }
        let surface = &self.model.surface;
        let points = surface.points.iter().copied();
        let is_two_sided = table.flag("two_sided")?.unwrap_or(false);
        let triangles = surface.triangles.iter().copied();
        Ok(Box::new(SurfaceTarget {
            vertices: points.filter(|v| range.contains(v)).collect(),
            points: target.points,
            target: target.triangles,
            triangles: match is_two_sided {
                true => triangles.filter(|t| range.contains(&t[0])).collect(),
                false => Vec::new(),
            },
        }))
    }

    fn outline(&self, table: &StudyTable) -> Result<Box<dyn Residuals>, SceneError> {
        let axes = table
            .directions("axes")?
            .unwrap_or_else(|| vec![Vec3::x(), Vec3::z()]);
        let axes = <[Vec3; 2]>::try_from(axes);
        let [a, b] = axes.map_err(|_| table.wrong("axes", "expected two directions"))?;
        if a.dot(&b).abs() > 1e-9 {
            return Err(table.wrong("axes", "the two directions are not at right angles"));
        }
        let rows = self.rows(table, 2)?;
        if rows.len() < 2 {
            return Err(table.wrong("file", "an outline has at least two points"));
        }
        Ok(Box::new(OutlineTarget {
            vertices: self.vertices(table)?,
            axes: [a, b],
            outline: rows.iter().map(|row| [row[0], row[1]]).collect(),
            is_closed: !table.flag("open")?.unwrap_or(false),
        }))
    }

    fn reaction(&self, table: &StudyTable) -> Result<Box<dyn Residuals>, SceneError> {
        let name = table.needed_text("boundary")?;
        let programs = self
            .model
            .boundary
            .iter()
            .filter(|program| program.name == name);
        let mut vertices: Vec<u32> = programs
            .flat_map(|program| &program.vertices)
            .copied()
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        if vertices.is_empty() {
            let names = self.model.boundary.iter().map(|program| &program.name[..]);
            let near = tangency_scene::error::suggestion(name, names);
            return Err(table.wrong("boundary", format!("there is no boundary `{name}`{near}")));
        }
        let targets = match table.number("target")? {
            Some(target) => TimeSeries::constant(target),
            None => {
                let rows = self.rows(table, 2)?;
                series(&rows, |row| row[1]).map_err(|problem| table.wrong("file", problem))?
            }
        };
        let missing = || {
            table.wrong(
                "",
                "`direction` is missing: \"x\", \"y\", \"z\" or a vector",
            )
        };
        let direction = table.direction("direction")?.ok_or_else(missing)?;
        Ok(Box::new(Reaction {
            vertices,
            direction,
            targets,
        }))
    }

    fn number(&self, kind: &str, table: &StudyTable) -> Result<Box<dyn Objective>, SceneError> {
        let body = self.body(table)?;
        let vertices = self.vertices(table)?;
        Ok(match kind {
            "contact_force" => {
                let exponent = self.exponent(table)?;
                let words = [
                    ("x", ForceMeasure::Along(Vec3::x())),
                    ("y", ForceMeasure::Along(Vec3::y())),
                    ("z", ForceMeasure::Along(Vec3::z())),
                    ("length", ForceMeasure::Length),
                    ("sum", ForceMeasure::Sum),
                    ("peak", ForceMeasure::Peak(exponent)),
                ];
                let measure = table
                    .word("measure", &words)?
                    .unwrap_or(ForceMeasure::Length);
                Box::new(ContactForce { vertices, measure })
            }
            "stress" => Box::new(StressNorm {
                body,
                exponent: self.exponent(table)?,
            }),
            "volume" => Box::new(Volume { body }),
            "elastic_energy" => Box::new(StrainEnergy { body }),
            "kinetic_energy" => Box::new(KineticEnergy { vertices }),
            _ => Box::new(PotentialEnergy {
                vertices,
                acceleration: self.model.gravity,
            }),
        })
    }

    fn exponent(&self, table: &StudyTable) -> Result<f64, SceneError> {
        match table.number("exponent")? {
            Some(p) if p < 1.0 => Err(table.wrong("exponent", format!("{p} is below 1"))),
            p => Ok(p.unwrap_or(8.0)),
        }
    }
}
