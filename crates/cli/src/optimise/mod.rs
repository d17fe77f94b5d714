//! `tangency optimise`: numbers and shapes of a scene for which its run does what a study asks for.
//!
//! A study has a folder: the record of every evaluation ([`record`]), from which a search that was killed goes the same way again;
//! the iterates of each start; the best design as a scene; certified runs of the first design and of the best; a page.

mod files;
mod folder;
mod page;
mod reader;
mod record;
mod search;
mod shapes;
mod study;
mod terms;

use std::path::Path;

use tangency::Scene;
use tangency_design::{DesignProblem, TrialResult};
use tangency_engine::Model;

use crate::arguments::OptimiseOptions;
use crate::failure::Failure;
use crate::output::{note, say, say_unless};
use crate::run::Interrupt;
use crate::sweep::in_threads;
use folder::DesignFolder;
use record::EvaluationRecord;
use search::{StartSearch, StudyWork};
use study::{DesignStudy, OptimiserMethod, StudyFile};
use terms::{StudyTerm, TermContext};

/// Carries out a study, or goes on with it.
pub fn optimise(options: &OptimiseOptions) -> Result<(), Failure> {
    in_threads(options.threads, || optimise_here(options))
}

fn optimise_here(options: &OptimiseOptions) -> Result<(), Failure> {
    let (file, path) = match options.resume && options.study.is_dir() {
        true => (
            DesignFolder::study_in(&options.study)?,
            options.study.clone(),
        ),
        false => {
            let file = StudyFile::read(&options.study)?;
            let stem = options.study.file_stem().unwrap_or_default();
            let usual = Path::new("studies").join(stem);
            (file, options.out.clone().unwrap_or(usual))
        }
    };
    let study = file.study().map_err(Failure::input)?;
    let scene = Scene::load_with(&study.scene, &study.sets).map_err(Failure::input)?;
    let (problem, first, method) = problem(&file, &study, &scene)?;
    if options.check {
        return check(problem, &first, method);
    }
    let folder = DesignFolder::open(&path, (&file, &study), options.resume)?;
    let mut work = StudyWork {
        folder: folder.path(),
        record: EvaluationRecord::open(folder.path())?,
        problem,
        interrupt: Interrupt::listen(),
        quiet: options.quiet,
    };
    let mut searches = Vec::new();
    for number in 0..study.starts {
        let start = study::start(&study, (work.problem.variables(), &first), number)?;
        let search = work.search((&study, method), number, &start)?;
        if !options.quiet {
            note(&format!("start {number}: {}", search.ending()));
        }
        searches.push(search);
    }
    conclude(&folder, &work, &searches, &first)
}

/// The problem of a study, the values of its first design, and the way to minimise.
fn problem(
    file: &StudyFile,
    study: &DesignStudy,
    scene: &Scene,
) -> Result<(DesignProblem, Vec<f64>, OptimiserMethod), Failure> {
    let checked = scene.checked().map_err(Failure::input)?;
    let (model, ..) = checked.build_untested().map_err(Failure::input)?;
    refuse_methods(&model)?;
    let context = TermContext {
        study: file,
        model: &model,
        steps: scene.document().time.steps(),
    };
    let terms = terms::terms(&context)?;
    let (mut variables, mut first) = (study.variables.clone(), study.first.clone());
    let mut shapes = Vec::new();
    for shape in shapes::shapes(file, scene, &model)? {
        variables.extend(shape.variables);
        first.extend(shape.first);
        shapes.push(shape.shape);
    }
    let problem = DesignProblem::new(scene.clone(), variables, shapes);
    let mut problem = problem.map_err(Failure::input)?;
    for term in terms {
        match term {
            StudyTerm::Squares(residuals) => problem.squares.push(residuals),
            StudyTerm::Number(weight, objective) => problem.others.push((weight, objective)),
        }
    }
    let may_fit = problem.others.is_empty();
    let method = match study.method {
        Some(OptimiserMethod::GaussNewton) if !may_fit => {
            return Err(Failure::refuse(
                "method = \"gauss-newton\" needs an objective of squares alone: give every [[term]] a target, or take \"l-bfgs\"",
            ));
        }
        Some(method) => method,
        // A run for each variable and iteration: not for many.
        None if may_fit && first.len() <= 6 => OptimiserMethod::GaussNewton,
        None => OptimiserMethod::Lbfgs,
    };
    Ok((problem, first, method))
}

fn refuse_methods(model: &Model) -> Result<(), Failure> {
    match model
        .boundary
        .iter()
        .find(|p| p.motion.path == tangency_engine::Path::Driven)
    {
        None => Ok(()),
        Some(program) => Err(Failure::refuse(format!(
            "boundary `{}` is driven by a program; a study needs a scene that runs by itself",
            program.name
        ))),
    }
}

/// Evaluates the first design and tells what its gradient is.
fn check(
    mut problem: DesignProblem,
    first: &[f64],
    method: OptimiserMethod,
) -> Result<(), Failure> {
    let variables = problem.variables().to_vec();
    let scaled: Vec<f64> = variables
        .iter()
        .zip(first)
        .map(|(v, x)| v.scaling.scaled(*x))
        .collect();
    match problem.evaluate(&scaled) {
        TrialResult::Refused(reason) => Err(Failure::Step(anyhow::anyhow!(
            "the first design is refused: {reason}"
        ))),
        TrialResult::Point(at) => {
            say(&format!(
                "objective {:.6e}, method {}",
                at.value,
                method.word()
            ));
            for (variable, slope) in variables.iter().zip(&at.gradient) {
                say(&format!(
                    "  {}: {slope:.3e} per unit of its scale",
                    variable.name
                ));
            }
            problem
                .notes
                .iter()
                .for_each(|words| note(&format!("note: {words}")));
            Ok(())
        }
    }
}

/// Writes the best design with its run, table and page, and says how it went.
fn conclude(
    folder: &DesignFolder,
    work: &StudyWork,
    searches: &[StartSearch],
    first: &[f64],
) -> Result<(), Failure> {
    let variables = work.problem.variables();
    folder.write_table(variables, searches, &work.problem)?;
    let with_value = searches.iter().filter(|search| search.value().is_some());
    let best = with_value.min_by(|a, b| {
        let values = [a, b].map(|search| search.value().unwrap_or(f64::INFINITY));
        values[0].total_cmp(&values[1])
    });
    let Some(best) = best else {
        let why = searches.first().map_or(String::new(), StartSearch::ending);
        return Err(Failure::Step(anyhow::anyhow!(
            "no start has a design: {why}"
        )));
    };
    let Some(at) = &best.outcome.best else {
        return Ok(());
    };
    let values = work.problem.values(&at.x);
    let designs = [("first", first.to_vec()), ("best", values.clone())];
    for (name, values) in &designs {
        let scene = work.problem.scene(values).map_err(Failure::refuse)?;
        folder.write_design(name, &scene)?;
        folder.run_design(name)?;
    }
    page::write(folder, &work.problem, (searches, best), work.record.notes())?;
    say_unless(
        work.quiet,
        &format!(
            "best: start {}, objective {:.6e}; {}",
            best.number,
            at.evaluation.value,
            best.ending()
        ),
    );
    for (variable, value) in variables.iter().zip(&values) {
        say_unless(work.quiet, &format!("  {} = {value}", variable.name));
    }
    best.at_bounds(variables)
        .iter()
        .for_each(|words| note(&format!("note: {words}")));
    say_unless(
        work.quiet,
        &format!("{}", folder.path().join("page.html").display()),
    );
    Ok(())
}
