//! The runs of a study: which values each has, checked against the scene before anything runs.

use rayon::prelude::*;
use tangency_scene::load;

use super::draws::Draw;
use super::study::{Mode, Setting, Study, as_set};
use super::values::MOST;
use crate::failure::Failure;

/// The settings of every run, by its number.
pub fn runs(study: &Study) -> Result<Vec<Vec<Setting>>, Failure> {
    match study.mode {
        Mode::List => Ok(study.rows.clone()),
        Mode::Grid => grid(study),
        Mode::Random => (0..study.count).map(|run| drawn(study, run)).collect(),
    }
}

/// Every value with every other; the last parameter changes from run to run, the first most seldom.
fn grid(study: &Study) -> Result<Vec<Vec<Setting>>, Failure> {
    let mut all: Vec<Vec<Setting>> = vec![Vec::new()];
    for (path, values) in &study.parameters {
        let values = values
            .listed()
            .map_err(|problem| of_parameter(path, &problem))?;
        if all.len().saturating_mul(values.len()) > MOST {
            return Err(Failure::refuse(format!(
                "the grid has more than {MOST} runs; draw some of them with mode = \"random\""
            )));
        }
        let longer = |run: &Vec<Setting>| {
            let with = |value| [run.as_slice(), &[(path.clone(), value)]].concat();
            values.iter().cloned().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Ok(all)
}

fn drawn(study: &Study, run: u64) -> Result<Vec<Setting>, Failure> {
    let draw = |(path, values): &(String, super::values::Values)| {
        let draw = Draw::of(study.seed, run, path);
        let value = values.drawn(&draw);
        let value = value.map_err(|problem| of_parameter(path, &problem))?;
        Ok((path.clone(), value))
    };
    study.parameters.iter().map(draw).collect()
}

fn of_parameter(path: &str, problem: &str) -> Failure {
    Failure::refuse(format!("parameters.{path}: {problem}"))
}

/// Loads the scene of every run: a path that leads nowhere or a value that cannot be is found before anything runs.
pub fn check(scene: &str, set: &[Setting], runs: &[Vec<Setting>]) -> Result<(), Failure> {
    let fixed: Vec<String> = set.iter().map(as_set).collect();
    load(scene, &fixed).map_err(Failure::input)?;
    let check = |(number, run): (usize, &Vec<Setting>)| {
        let own: Vec<String> = run.iter().map(as_set).collect();
        let sets = [fixed.as_slice(), &own].concat();
        let refused = load(scene, &sets).err()?;
        Some(Failure::refuse(format!(
            "run {number} ({}): {refused}",
            own.join(", ")
        )))
    };
    let first = runs.par_iter().enumerate().find_map_first(check);
    first.map_or(Ok(()), Err)
}
