//! The folder of a study, held by one program: the study as it was, designs, their runs, the table.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tangency::Scene;
use tangency_design::{DesignProblem, DesignVariable};
use tangency_io::run_folder::{RunLock, RunReader, differences};
use tangency_io::write_whole;
use tangency_scene::{anchored, catalogue};

use super::search::StartSearch;
use super::study::{DesignStudy, StudyFile};
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::quoted;
use crate::run;

/// Number of the layout of the file.
const FORMAT: u32 = 1;

/// A study in its folder, locked.
pub struct DesignFolder {
    path: PathBuf,
    /// Folder that the scene's paths start from.
    scene_folder: PathBuf,
    _lock: RunLock,
}

/// What a study is, `study.json`.
#[derive(Debug, Serialize, Deserialize)]
struct StudyManifest {
    format: u32,
    version: String,
    commit: Option<String>,
    /// The study file.
    file: PathBuf,
    /// Scene, variables, shapes and terms: what the evaluations depend on.
    function: Value,
    /// SHA-256 of the scene, and of each file that terms and shapes name.
    files: Vec<(String, String)>,
}

impl StudyManifest {
    fn of(file: &StudyFile, study: &DesignStudy) -> Result<Self, Failure> {
        let function = file.function();
        let mut names = vec![("scene".to_owned(), PathBuf::from(&study.scene))];
        for (list, key) in [("term", "file"), ("shape", "modes")] {
            let tables = function[list].as_array().into_iter().flatten();
            let named = tables.filter_map(|table| table[key].as_str());
            names.extend(named.map(|name| (name.to_owned(), file.beside(name))));
        }
        let hashed = |(name, path): (String, PathBuf)| {
            let bytes = match catalogue::find(&path.to_string_lossy()).filter(|_| !path.is_file()) {
                Some(entry) => entry.text.as_bytes().to_vec(),
                None => std::fs::read(&path).map_err(|error| {
                    Failure::refuse(format!("cannot read {}: {error}", path.display()))
                })?,
            };
            let hash = Sha256::digest(&bytes);
            Ok((
                name,
                hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            ))
        };
        let whole = Path::new(&file.file)
            .canonicalize()
            .map_err(Failure::input)?;
        Ok(StudyManifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("TANGENCY_COMMIT").map(str::to_owned),
            file: whole,
            files: names
                .into_iter()
                .map(hashed)
                .collect::<Result<_, Failure>>()?,
            function,
        })
    }

    fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("study.json");
        let refuse = |error: &dyn std::fmt::Display| {
            Failure::refuse(format!(
                "{}: not a study of `optimise`: {error}",
                path.display()
            ))
        };
        let bytes = std::fs::read(&path).map_err(|error| refuse(&error))?;
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| refuse(&error))?;
        match manifest.format {
            FORMAT => Ok(manifest),
            other => Err(refuse(&format!("format {other}, where {FORMAT} is known"))),
        }
    }

    /// Refuses another study than the one in the folder.
    fn compare(&self, earlier: &Self, folder: &Path) -> Result<(), Failure> {
        let mut lines: Vec<String> = differences(&earlier.function, &self.function)
            .into_iter()
            .map(|found| {
                format!(
                    "\n  {}: {} in the folder, {} now",
                    found.path, found.before, found.after
                )
            })
            .collect();
        for (before, after) in earlier.files.iter().zip(&self.files) {
            if before != after {
                lines.push(format!("\n  the contents of {} have changed", after.0));
            }
        }
        match lines.is_empty() {
            true => Ok(()),
            false => Err(Failure::refuse(format!(
                "{} holds another study:{}\n  Undo the changes, or give the study another folder (--out DIR). Starts and optimiser may change.",
                folder.display(),
                lines.concat()
            ))),
        }
    }
}

impl DesignFolder {
    /// The study file that a folder was made from.
    pub fn study_in(folder: &Path) -> Result<StudyFile, Failure> {
        StudyFile::read(&StudyManifest::read(folder)?.file)
    }

    /// Begins a study in a folder, or goes on with the one there.
    pub fn open(
        folder: &Path,
        (file, study): (&StudyFile, &DesignStudy),
        resume: bool,
    ) -> Result<Self, Failure> {
        let manifest = StudyManifest::of(file, study)?;
        let is_there = folder.join("study.json").exists();
        let is_empty =
            std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        match (is_there, resume) {
            (true, false) => {
                return Err(Failure::refuse(format!(
                    "{} holds a study already: go on with it by --resume, or give another folder (--out DIR)",
                    folder.display()
                )));
            }
            (true, true) => manifest.compare(&StudyManifest::read(folder)?, folder)?,
            (false, _) if !is_empty => {
                return Err(Failure::refuse(format!(
                    "{} is no study, and not empty; give another folder (--out DIR)",
                    folder.display()
                )));
            }
            (false, _) => {}
        }
        std::fs::create_dir_all(folder.join("designs")).map_err(|error| {
            Failure::refuse(format!("cannot create {}: {error}", folder.display()))
        })?;
        let lock = RunLock::take(folder).map_err(Failure::input)?;
        if !is_there {
            let text = serde_json::to_vec_pretty(&manifest).map_err(Failure::input)?;
            write_whole(&folder.join("study.json"), &text).map_err(Failure::step)?;
        }
        let scene = Path::new(&study.scene);
        let scene_folder = scene.parent().filter(|_| scene.is_file());
        Ok(DesignFolder {
            path: folder.to_path_buf(),
            scene_folder: scene_folder.unwrap_or(Path::new("")).to_path_buf(),
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The scene file of a design.
    fn design(&self, name: &str) -> PathBuf {
        self.path.join("designs").join(format!("{name}.json"))
    }

    /// The run folder of a design.
    pub fn run(&self, name: &str) -> PathBuf {
        self.path.join("runs").join(name)
    }

    /// Writes a design as a scene that runs by itself.
    pub fn write_design(&self, name: &str, scene: &Scene) -> Result<(), Failure> {
        let text = scene.to_json().map_err(Failure::input)?;
        let file = self.design(name);
        let whole = match self.scene_folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => self.scene_folder.clone(),
        };
        let whole = whole.canonicalize().map_err(Failure::input)?;
        let json = anchored(&file.to_string_lossy(), &text, &whole).map_err(Failure::input)?;
        let text = serde_json::to_vec_pretty(&json).map_err(Failure::input)?;
        if std::fs::read(&file).is_ok_and(|known| known == text) {
            return Ok(());
        }
        let run = self.run(name);
        if run.exists() {
            // It is of another design.
            std::fs::remove_dir_all(&run).map_err(Failure::input)?;
        }
        write_whole(&file, &text).map_err(Failure::step)
    }

    /// Runs a design into its run folder, certified.
    pub fn run_design(&self, name: &str) -> Result<(), Failure> {
        let folder = self.run(name);
        let is_done = RunReader::open(&folder).is_ok_and(|run| run.certificate().is_ok());
        if is_done {
            return Ok(());
        }
        let options = RunOptions {
            scene: self.design(name).to_string_lossy().into_owned(),
            overwrite: folder.exists(),
            out: Some(folder),
            quiet: true,
            ..RunOptions::default()
        };
        run::run(&options).map(|_| ())
    }

    /// Writes `table.csv`: a line for each start.
    pub fn write_table(
        &self,
        variables: &[DesignVariable],
        searches: &[StartSearch],
        problem: &DesignProblem,
    ) -> Result<(), Failure> {
        let names: Vec<String> = variables.iter().map(|v| quoted(&v.name)).collect();
        let mut text = format!("start,first,best,iterations,{},ending\n", names.join(","));
        for search in searches {
            let best = search.outcome.best.as_ref();
            let number =
                |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:?}"));
            let first = search
                .iterates
                .first()
                .map(|iterate| iterate.evaluation.value);
            let values = best.map_or(vec![String::new(); variables.len()], |best| {
                let values = problem.values(&best.x);
                values.iter().map(|x| format!("{x:?}")).collect()
            });
            text += &format!(
                "{},{},{},{},{},{}\n",
                search.number,
                number(first),
                number(search.value()),
                best.map_or(0, |best| best.number),
                values.join(","),
                quoted(&search.ending())
            );
        }
        write_whole(&self.path.join("table.csv"), text.as_bytes()).map_err(Failure::step)
    }
}
