//! A run that goes on by one step whenever it is asked to.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tangency::{Error, PreparedScene, RunFolder, Simulation, SimulationOptions};
use tangency_engine::forces::DOUBTFUL_SHARE;
use tangency_engine::{Observer, StepProgress, StepReport, StepperKind};
use tangency_scene::{Budget, Scene, load_within};
use tangency_view::{LiveRun, Subject, ViewedRun};

/// Time between two words about the same step.
const PAUSE: Duration = Duration::from_millis(500);

/// A simulation, the folder it is written to, and what the page is told of it.
pub struct RunUnderWay {
    simulation: Simulation,
    folder: RunFolder,
    steps: u64,
    stop: Arc<AtomicBool>,
    live: Arc<LiveRun>,
    viewed: Arc<ViewedRun>,
    seconds: f64,
    end: Option<String>,
    /// Steps that sweeps have not solved.
    unsolved: u64,
    /// Steps whose forces cannot be trusted.
    doubtful: u64,
}

impl RunUnderWay {
    /// Begins a run of the scene in `file`; one that was in `folder` before is replaced.
    pub fn begin(file: &Path, folder: &Path, budget: &Budget) -> Result<Self, String> {
        let words = |error: Error| error.to_string();
        let scene = load_within(&file.display().to_string(), &[], budget);
        let scene = scene.map_err(|error| error.to_string())?;
        refuse_driven(&scene)?;
        let steps = scene.document.time.steps();
        let prepared = PreparedScene::new(&scene).map_err(words)?;
        let options = SimulationOptions::default();
        let mut simulation = prepared.start(options).map_err(words)?;
        let created = RunFolder::create(folder, &scene, &simulation, true);
        let mut folder = created.map_err(|error| error.to_string())?;
        let written = folder.write_start(&simulation);
        written.map_err(|error| error.to_string())?;
        let stop = Arc::new(AtomicBool::new(false));
        let live = Arc::new(LiveRun::new(Arc::clone(&stop), steps));
        let viewed = ViewedRun::followed(folder.path(), Arc::clone(&live));
        let viewed = viewed.map_err(|error| error.to_string())?;
        let told = Arc::clone(&live);
        // Nobody can ask for the status while a step is solved: it is told by itself.
        let listener = move |progress: &StepProgress| {
            told.tell(progress);
            println!("{}", json!({"live": told.status()}));
        };
        let observer = Observer::new(Arc::clone(&stop), Some(Box::new(listener)));
        simulation.observe_solver(observer.every(PAUSE));
        Ok(Self {
            simulation,
            folder,
            steps,
            stop,
            live,
            viewed: Arc::new(viewed),
            seconds: 0.0,
            end: None,
            unsolved: 0,
            doubtful: 0,
        })
    }

    /// The run as the page looks at it.
    pub fn subject(&self) -> Arc<dyn Subject> {
        self.viewed.clone()
    }

    /// The run folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Does one step, unless the run is at its end or was stopped: then it is concluded. Tells how far it is.
    pub fn step(&mut self) -> Result<Value, String> {
        let is_last = self.simulation.step_number() >= self.steps;
        if self.end.is_none() {
            if is_last || self.stop.load(Ordering::Relaxed) {
                self.conclude(None)?;
            } else {
                self.advance()?;
            }
        }
        Ok(json!({
            "done": self.simulation.step_number(),
            "steps": self.steps,
            "seconds": self.seconds,
            "end": self.end,
            "warnings": self.warnings(),
        }))
    }

    fn count(&mut self, report: &StepReport) {
        let mut doubtful = report.forces.iter().flat_map(|forces| forces.doubtful());
        self.unsolved += u64::from(!report.unsolved.is_empty());
        self.doubtful += u64::from(doubtful.next().is_some());
    }

    /// Warnings about what the page does not show as it is, in sentences.
    fn warnings(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let done = self.simulation.step_number();
        if self.unsolved > 0 {
            sentences.push(format!(
                "{} of {done} steps are not solved: bodies may move wrongly, though nothing intersects. Raise \
                 solver.vbd.iterations, take a smaller time step, or set solver.on_unsolved = \"newton\"",
                self.unsolved
            ));
        }
        if self.doubtful > 0 {
            let advice = match self.simulation.model().settings.stepper {
                StepperKind::Newton => "lower solver.newton_tolerance",
                _ => "raise solver.vbd.iterations, or set solver.vbd.finish = \"newton\"",
            };
            sentences.push(format!(
                "forces of {} of {done} steps are not to be trusted: the solver has left more than {:.0} % of the \
                 largest force on a body unbalanced, and contact forces and stresses are wrong by about as much. If you \
                 need forces, {advice}",
                self.doubtful,
                100.0 * DOUBTFUL_SHARE
            ));
        }
        sentences
    }

    fn advance(&mut self) -> Result<(), String> {
        let began = Instant::now();
        let stepped = self.simulation.step();
        self.seconds += began.elapsed().as_secs_f64();
        match stepped {
            Ok(report) => {
                let written = self.folder.write_step(&self.simulation, &report);
                written.map_err(|error| error.to_string())?;
                self.live.end_step();
                self.count(&report);
                Ok(())
            }
            Err(error) => {
                if let Error::Step(error) = &error {
                    let written = self.folder.write_failure(error, &self.simulation);
                    written.map_err(|error| error.to_string())?;
                }
                self.conclude(Some(error.to_string()))
            }
        }
    }

    /// Writes the certificate for what was done, and says why it ends.
    fn conclude(&mut self, failure: Option<String>) -> Result<(), String> {
        let written = self.folder.conclude(&self.simulation);
        written.map_err(|error| error.to_string())?;
        let (done, steps) = (self.simulation.step_number(), self.steps);
        let words = failure.unwrap_or_else(|| match done < steps {
            true => format!("stopped after {done} of {steps} steps"),
            false => format!("the run has ended: {steps} steps in {:.1} s", self.seconds),
        });
        self.live.end(&words);
        self.end = Some(words);
        Ok(())
    }
}

/// A scene that needs a program which drives parts of it has none here.
fn refuse_driven(scene: &Scene) -> Result<(), String> {
    let document = &scene.document;
    let boundaries = { document.boundary.iter() }.filter_map(|b| b.driven.then_some(&b.name));
    let loads = { document.load.iter() }.filter_map(|load| load.driven.then_some(&load.name));
    match boundaries.chain(loads).next() {
        None => Ok(()),
        Some(name) => Err(format!(
            "`{name}` is driven: a program says step by step where it goes, and here is none; run the scene from a \
             program in Python or Rust"
        )),
    }
}
