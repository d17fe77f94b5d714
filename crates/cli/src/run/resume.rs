//! A run from the checkpoint of an earlier one. Everything is read, compared and checked before anything is deleted.

use std::path::{Path, PathBuf};

use tangency::{Error, PreparedScene, RunFolder};
use tangency_io::IoError;
use tangency_io::run_folder::{Resumable, RunReader};
use tangency_scene::{Budget, Choices, Scene, catalogue, load, load_text_within};

use super::Session;
use super::edits::Edits;
use super::request::{Request, Stop};
use super::start::{absolute, introduce, not_simulated, refuse_driven};
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::{note, say};

/// A run folder, and whether a scene was named beside it.
struct Subject {
    folder: PathBuf,
    has_scene: bool,
}

/// A run from the checkpoint of its folder; `None` when nothing is left to do.
pub fn resumed(options: &RunOptions) -> Result<Option<Session>, Failure> {
    let subject = Subject::of(options)?;
    let run = Resumable::open(&subject.folder).map_err(|e| not_resumable(&subject.folder, e))?;
    let recorded = Request::of(run.reader())?;
    let mut request = recorded.renewed(&Request::new(options)?);
    let before = scene_of(run.reader(), &[], &request.budget())?;
    let scene = subject.scene_now(options, run.reader(), &recorded, &mut request)?;
    let mut scene = match before.document.start.is_some() {
        true => scene.after_drape(&absolute(&subject.folder)?),
        false => scene,
    };
    refuse_driven(&scene)?;
    let edits = Edits::between(&before, &scene);
    let step = run.checkpoint().step;
    accept(&edits, options, &subject, step)?;
    let end = End::find(run.reader(), step, &recorded, &mut request, &scene);
    if end.is_reached() {
        return end.conclude(options, &edits).map(|()| None);
    }
    // Where nothing changed the file keeps its very bytes.
    let resolved = match edits.is_none() {
        true => run.reader().scene_json().map_err(Failure::input)?,
        false => scene.resolved_json(),
    };
    let trace = Choices {
        trace: options.trace,
        ..Choices::default()
    };
    scene.choose(&trace).map_err(Failure::input)?;
    let prepared = PreparedScene::new(&scene).map_err(Failure::input)?;
    introduce(options, &scene, prepared.info());
    check_bodies(&prepared, run.reader(), &edits)?;
    let resumed = prepared.resume(run.checkpoint(), options.simulation());
    let simulation = resumed.map_err(|error| match error {
        Error::Checkpoint(error) => Failure::refuse(format!(
            "{}: {error}; nothing was changed; start anew with --overwrite",
            subject.folder.join("checkpoint.npz").display()
        )),
        error => not_simulated(error),
    })?;
    end.announce(options);
    let is_solved = was_solved(run.reader(), step)?;
    let writer = run.take_up(&resolved).map_err(Failure::input)?;
    let mut folder = RunFolder::of(writer, &simulation);
    folder.write_request(&request).map_err(Failure::input)?;
    let rest = scene.document.time.rest;
    let session = Session::new(simulation, folder, end.steps, options);
    Ok(Some(session.ending_at(rest, is_solved)))
}

/// Whether a step was solved, by the statistics.
fn was_solved(reader: &RunReader, step: u64) -> Result<bool, Failure> {
    let stats = reader.stats().map_err(Failure::input)?;
    let told = stats.iter().rfind(|line| line["step"] == step);
    let reasons = told.and_then(|line| line["unsolved"].as_array());
    Ok(reasons.is_none_or(|reasons| reasons.is_empty()))
}

impl Subject {
    /// The folder given with --out, as the scene, or that of the scene's name.
    fn of(options: &RunOptions) -> Result<Self, Failure> {
        let given = Path::new(&options.scene);
        let is_folder = given.is_dir();
        Ok(match &options.out {
            Some(folder) => Self {
                folder: folder.clone(),
                has_scene: !is_folder || catalogue::find(&options.scene).is_some(),
            },
            None if is_folder => Self {
                folder: given.into(),
                has_scene: false,
            },
            None => {
                let scene = load(&options.scene, &[]).map_err(Failure::input)?;
                Self {
                    folder: Path::new("runs").join(scene.name),
                    has_scene: true,
                }
            }
        })
    }

    /// The scene as it is asked for now: from its file, read as it was when the run began, or from the run itself.
    fn scene_now(
        &self,
        options: &RunOptions,
        run: &RunReader,
        recorded: &Request,
        request: &mut Request,
    ) -> Result<Scene, Failure> {
        if self.has_scene {
            return request.load().map_err(|failure| match &recorded.set[..] {
                [] => failure,
                set => Failure::refuse(format!(
                    "{failure}\n  (read as when the run began, with --set {}; to go on with the run as it is: tangency run {} --resume)",
                    set.join(" --set "),
                    self.folder.display()
                )),
            });
        }
        // What is set in an evaluated scene has no meaning in its file.
        request.scene.clone_from(&recorded.scene);
        request.set.clone_from(&recorded.set);
        let mut scene = scene_of(run, &options.sets, &request.budget())?;
        self.refuse_parameters(&options.sets, &scene)?;
        // A trace changes nothing, and is no change.
        Request::default()
            .renewed(&Request::new(options)?)
            .choose(&mut scene)?;
        Ok(scene)
    }

    /// Parameters of an evaluated scene decide nothing any more.
    fn refuse_parameters(&self, sets: &[String], scene: &Scene) -> Result<(), Failure> {
        let path = |set: &String| set.split('=').next().unwrap_or("").trim().to_owned();
        let is_parameter = |path: &String| {
            path.starts_with("parameters.") || scene.parameters.iter().any(|p| p.name == *path)
        };
        match sets.iter().map(path).find(is_parameter) {
            None => Ok(()),
            Some(path) => Err(Failure::refuse(format!(
                "--set {path}: the parameters of {folder}/scene.json are evaluated already; name the scene file too: tangency run SCENE --out {folder} --resume ...",
                folder = self.folder.display()
            ))),
        }
    }
}

/// The scene in a run folder, with values set, within a budget.
fn scene_of(run: &RunReader, sets: &[String], budget: &Budget) -> Result<Scene, Failure> {
    let text = run.scene_json().map_err(Failure::input)?;
    let file = run.folder().join("scene.json").display().to_string();
    load_text_within(&file, &text, run.folder(), sets, budget).map_err(Failure::input)
}

/// Refuses changes that were not asked for, and those that no run can make on its way.
fn accept(
    edits: &Edits,
    options: &RunOptions,
    subject: &Subject,
    step: u64,
) -> Result<(), Failure> {
    if edits.is_none() {
        return Ok(());
    }
    if let Some(path) = edits.impossible(step) {
        return Err(Failure::refuse(format!(
            "{path} cannot change in the middle of a run:{}\n  Undo that, or run the scene into another folder with --out DIR.",
            edits.list()
        )));
    }
    if options.with_changes {
        return Ok(());
    }
    let folder = subject.folder.display();
    let what = match subject.has_scene {
        true => format!("{} does not say", options.scene),
        false => "the options do not say".to_owned(),
    };
    Err(Failure::refuse(format!(
        "{what} what the run in {folder} was made with:{}\n  \
         Take the changes from step {step} on, on record in the run, with --with-changes; \
         or undo them; or start anew with --overwrite.",
        edits.list()
    )))
}

/// Refuses bodies that are not those of the run.
fn check_bodies(prepared: &PreparedScene, run: &RunReader, edits: &Edits) -> Result<(), Failure> {
    let arrays = prepared.topology().differing_arrays(run.topology());
    if arrays.is_empty() {
        return Ok(());
    }
    let (folder, arrays) = (run.folder().display(), arrays.join(", "));
    let words = if edits.is_none() {
        format!(
            "{folder}/scene.json does not give the bodies that the run was started with ({arrays} of topology.npz): a mesh file or the program has changed; start anew with --overwrite"
        )
    } else {
        format!(
            "the changes give other bodies than the run has in {folder} ({arrays} of topology.npz); run them into another folder with --out DIR, or start anew with --overwrite"
        )
    };
    Err(Failure::refuse(words))
}

/// The end of a resumed run, and why it is there.
struct End {
    /// The last step to do.
    steps: u64,
    /// The step to go on from.
    from: u64,
    /// The certificate's words, where the run had ended: steps tested, and whether it holds.
    certified: Option<(u64, bool)>,
    /// The request for that end, now or when the run began.
    asked: Option<Stop>,
    /// The request that ended the run before.
    ended_by: Option<Stop>,
}

impl End {
    /// The end that is asked for now, or that was asked for before and not reached, or that of the scene.
    fn find(
        run: &RunReader,
        from: u64,
        recorded: &Request,
        request: &mut Request,
        scene: &Scene,
    ) -> Self {
        let time = scene.document.time;
        let certified = run.certificate().ok().and_then(|certificate| {
            let steps = certificate["steps"].as_u64()?;
            Some((steps, certificate["verified"].as_bool()?))
        });
        let done = certified.map_or(from, |(steps, _)| steps.max(from));
        let before = recorded.stop(time);
        let (mut asked, mut ended_by) = (request.stop(time), None);
        match before {
            Some(stop) if stop.step <= done => ended_by = Some(stop),
            Some(stop) if asked.is_none() => {
                request.stop_like(recorded);
                asked = Some(stop);
            }
            _ => {}
        }
        Self {
            steps: asked.as_ref().map_or(time.steps(), |stop| stop.step),
            from,
            certified,
            asked,
            ended_by,
        }
    }

    /// Whether the run has gone there, with a certificate.
    fn is_reached(&self) -> bool {
        self.certified.is_some_and(|(steps, _)| steps >= self.steps)
    }

    /// Says what is to come.
    fn announce(&self, options: &RunOptions) {
        if options.quiet {
            return;
        }
        if let Some(stop) = &self.ended_by {
            note(&format!(
                "{} ended the run after step {}",
                stop.words, stop.step
            ));
        }
        if self.from >= self.steps {
            note(&format!(
                "all {} steps are done; what is left is the certificate",
                self.from
            ));
            return;
        }
        let until = match &self.asked {
            Some(stop) => format!("where {} ends it", stop.words),
            None => "the end of the scene".to_owned(),
        };
        note(&format!(
            "it goes on from step {} to step {}, {until}",
            self.from, self.steps
        ));
    }

    /// Says that nothing is left to do.
    fn conclude(&self, options: &RunOptions, edits: &Edits) -> Result<(), Failure> {
        let (done, holds) = self.certified.unwrap_or_default();
        let words = match &self.asked {
            Some(stop) if stop.step < done => {
                format!(
                    "{} is behind: the run has done {done} steps already",
                    stop.words
                )
            }
            _ => format!("the run is complete: {done} of {} steps", self.steps),
        };
        if !edits.is_none() {
            return Err(Failure::refuse(format!(
                "{words}; no step is left for the changes (--until T goes on to a later time)"
            )));
        }
        if !options.quiet {
            say(&words);
        }
        if holds {
            return Ok(());
        }
        Err(Failure::Certificate(format!(
            "the certificate does not hold: {words}, with intersections or inversions"
        )))
    }
}

fn not_resumable(folder: &Path, error: IoError) -> Failure {
    let reason = match error {
        IoError::InUse { .. } => return Failure::input(error),
        _ if folder.join("checkpoint.npz").exists() => format!(
            "the run in {} cannot be resumed, and nothing in it was changed (start anew with --overwrite)",
            folder.display()
        ),
        _ => format!(
            "there is nothing to resume in {} (run without --resume)",
            folder.display()
        ),
    };
    Failure::Input(anyhow::Error::new(error).context(reason))
}
