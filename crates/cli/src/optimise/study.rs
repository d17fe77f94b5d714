//! A study as its file asks for it: scene, variables, shapes, terms of the objective, optimiser, starts.

use std::path::{Path, PathBuf};

use tangency_design::{DesignVariable, OptimiserSettings, Scaling};
use tangency_scene::{SceneError, TreeNode, parse_tree};

use super::reader::StudyTable;
use crate::failure::Failure;
use crate::sweep::Draw;

/// Keys of a study file.
const KEYS: [&str; 7] = [
    "scene",
    "set",
    "variable",
    "shape",
    "term",
    "optimiser",
    "starts",
];

/// Ways to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimiserMethod {
    /// L-BFGS within bounds.
    Lbfgs,
    /// Gauss-Newton with damping.
    GaussNewton,
}

impl OptimiserMethod {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            OptimiserMethod::Lbfgs => "l-bfgs",
            OptimiserMethod::GaussNewton => "gauss-newton",
        }
    }
}

/// A study file, parsed.
pub struct StudyFile {
    /// Name in messages.
    pub file: String,
    /// Folder that its paths start from.
    pub folder: PathBuf,
    tree: TreeNode,
}

/// A study without its shapes and terms, which need the scene.
pub struct DesignStudy {
    /// The scene: a file, or a name of the catalogue.
    pub scene: String,
    /// Values set in it.
    pub sets: Vec<String>,
    /// Variables of the scene.
    pub variables: Vec<DesignVariable>,
    /// Their values at the first start.
    pub first: Vec<f64>,
    /// Way to minimise, if it is chosen.
    pub method: Option<OptimiserMethod>,
    /// Choices of the optimiser.
    pub settings: OptimiserSettings,
    /// Number of starts.
    pub starts: usize,
    /// Seed of the starts after the first.
    pub seed: u64,
}

impl StudyFile {
    /// Reads a study, TOML or JSON.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::refuse(format!("cannot read the study {file}: {error}")))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::parse(file, &text, folder)
    }

    /// Reads the text of a study.
    pub fn parse(file: String, text: &str, folder: &Path) -> Result<Self, Failure> {
        let tree = parse_tree(&file, text).map_err(Failure::input)?;
        Ok(StudyFile {
            file,
            folder: folder.to_path_buf(),
            tree,
        })
    }

    /// The whole table.
    pub fn root(&self) -> Result<StudyTable<'_>, SceneError> {
        StudyTable::root(&self.file, &self.tree)
    }

    /// What makes the objective a function of the variables: all but optimiser and starts, as JSON.
    pub fn function(&self) -> serde_json::Value {
        let mut json = self.tree.to_json();
        if let Some(table) = json.as_object_mut() {
            table.remove("optimiser");
            table.remove("starts");
            for variable in table
                .get_mut("variable")
                .and_then(|v| v.as_array_mut())
                .into_iter()
                .flatten()
            {
                variable
                    .as_object_mut()
                    .map(|variable| variable.remove("start"));
            }
        }
        json
    }

    /// A file that the study names, as seen from it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The study.
    pub fn study(&self) -> Result<DesignStudy, SceneError> {
        let root = self.root()?;
        root.only(&KEYS)?;
        let name = root.needed_text("scene")?;
        let there = self.beside(name);
        let scene = match there.is_file() {
            true => there.to_string_lossy().into_owned(),
            false => name.to_owned(),
        };
        let mut study = DesignStudy {
            scene,
            sets: root
                .table("set")?
                .map_or(Ok(Vec::new()), |set| set.sets())?,
            variables: Vec::new(),
            first: Vec::new(),
            method: None,
            settings: OptimiserSettings::default(),
            starts: 1,
            seed: 0,
        };
        for table in root.tables("variable")? {
            let (variable, start) = variable(&table)?;
            if study.variables.iter().any(|other| other.of == variable.of) {
                return Err(table.wrong("of", "this variable is there twice"));
            }
            if study
                .variables
                .iter()
                .any(|other| other.name == variable.name)
            {
                return Err(table.wrong(
                    "name",
                    format!("the name `{}` is there twice", variable.name),
                ));
            }
            study.variables.push(variable);
            study.first.push(start);
        }
        refuse_empty(&root)?;
        if let Some(table) = root.table("optimiser")? {
            study.method = optimiser(&table, &mut study.settings)?;
        }
        if let Some(table) = root.table("starts")? {
            table.only(&["count", "seed"])?;
            study.starts = table.whole("count", 1)?.unwrap_or(1) as usize;
            study.seed = table.whole("seed", 0)?.unwrap_or(0);
        }
        Ok(study)
    }
}

/// Refuses a study with nothing to vary, or without an objective.
fn refuse_empty(root: &StudyTable) -> Result<(), SceneError> {
    if root.tables("variable")?.is_empty() && root.tables("shape")?.is_empty() {
        return Err(root.wrong(
            "",
            "there is nothing to vary: a study has at least one [[variable]] or [[shape]]",
        ));
    }
    if root.tables("term")?.is_empty() {
        return Err(root.wrong(
            "",
            "there is no objective: a study has at least one [[term]]",
        ));
    }
    Ok(())
}

/// The scale and the range of a table of variables; `unit` where it names no scale.
pub fn scale_and_range(
    table: &StudyTable,
    unit: impl Fn([f64; 2]) -> f64,
) -> Result<(Scaling, [f64; 2]), SceneError> {
    let range = table.pair("range")?;
    if let Some([low, high]) = range
        && low >= high
    {
        return Err(table.wrong(
            "range",
            format!("it goes from a number to a larger one, not from {low} to {high}"),
        ));
    }
    let range = range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    let is_word = table.has("scale") && table.number("scale").is_err();
    let scaling = match is_word {
        true => match table.text("scale") {
            Ok(Some("log")) => Scaling::Log,
            _ => {
                return Err(table.wrong(
                    "scale",
                    "expected \"log\", or a number: a large change of the variable",
                ));
            }
        },
        false => Scaling::Linear(table.positive("scale")?.unwrap_or_else(|| unit(range))),
    };
    if scaling == Scaling::Log && table.has("range") && range[0] <= 0.0 {
        return Err(table.wrong("range", "scale = \"log\" needs numbers above 0"));
    }
    Ok((scaling, range))
}

fn variable(table: &StudyTable) -> Result<(DesignVariable, f64), SceneError> {
    table.only(&["of", "name", "start", "range", "scale"])?;
    let of = table.needed_text("of")?;
    let missing = || table.wrong("", "`start` is missing: the value to begin with");
    let start = table.number("start")?.ok_or_else(missing)?;
    let unit = |[low, high]: [f64; 2]| match (high - low).is_finite() {
        true => high - low,
        false if start != 0.0 => start.abs(),
        false => 1.0,
    };
    let (scaling, range) = scale_and_range(table, unit)?;
    if scaling == Scaling::Log && start <= 0.0 {
        return Err(table.wrong("start", "scale = \"log\" needs numbers above 0"));
    }
    if start < range[0] || start > range[1] {
        let words = format!(
            "{start} is outside of the range, from {} to {}",
            range[0], range[1]
        );
        return Err(table.wrong("start", words));
    }
    let name = table.text("name")?.unwrap_or(of).to_owned();
    let of = Some(of.to_owned());
    Ok((
        DesignVariable {
            name,
            of,
            scaling,
            range,
        },
        start,
    ))
}

fn optimiser(
    table: &StudyTable,
    settings: &mut OptimiserSettings,
) -> Result<Option<OptimiserMethod>, SceneError> {
    table.only(&[
        "method",
        "iterations",
        "gradient",
        "change",
        "goal",
        "first_step",
        "largest_step",
        "trials",
        "memory",
    ])?;
    let count = |key: &str, known: usize| -> Result<usize, SceneError> {
        Ok(table.whole(key, 1)?.map_or(known, |n| n as usize))
    };
    settings.iterations = count("iterations", settings.iterations)?;
    settings.trials = count("trials", settings.trials)?;
    settings.memory = count("memory", settings.memory)?;
    settings.gradient = table.positive("gradient")?.unwrap_or(settings.gradient);
    settings.change = table.number("change")?.unwrap_or(settings.change);
    settings.goal = table.number("goal")?;
    settings.first_step = table.positive("first_step")?.unwrap_or(settings.first_step);
    settings.largest_step = table
        .positive("largest_step")?
        .unwrap_or(settings.largest_step);
    let methods = [OptimiserMethod::Lbfgs, OptimiserMethod::GaussNewton]
        .map(|method| (method.word(), method));
    table.word("method", &methods)
}

/// The values of a start: the first as given, the others drawn from the ranges, on their scales.
pub fn start(
    study: &DesignStudy,
    (variables, first): (&[DesignVariable], &[f64]),
    number: usize,
) -> Result<Vec<f64>, Failure> {
    if number == 0 {
        return Ok(first.to_vec());
    }
    let draw = |variable: &DesignVariable| {
        let [low, high] = variable.range;
        if !(low.is_finite() && high.is_finite()) {
            return Err(Failure::refuse(format!(
                "`{}` has no range to draw a start from: give it one, or starts.count = 1",
                variable.name
            )));
        }
        let share = Draw::of(study.seed, number as u64, &variable.name).unit();
        let ends = [low, high].map(|end| variable.scaling.scaled(end));
        let scaled = ends[0] + share * (ends[1] - ends[0]);
        Ok(variable.scaling.value(scaled).clamp(low, high))
    };
    variables.iter().map(draw).collect()
}
