//! Simulations: step after step, with the Python program in between.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tangency::{Error, PreparedScene, RunFolder, SimulationOptions};
use tangency_engine::Observer;
use tangency_engine::fields::FieldKind;
use tangency_io::run_folder::FieldArray;

use crate::arrays::{frozen, shaped, vectors};
use crate::energy::UserEnergy;
use crate::errors::{of_error, plain};
use crate::gradients::LoadedScene;
use crate::raised::{Raised, keep};
use crate::scene::checked;

/// A scene in motion: advances step by step, each step certified.
#[pyclass(module = "tangency._tangency")]
pub struct Simulation {
    inner: Mutex<Option<tangency::Simulation>>,
    raised: Raised,
    steps: u64,
}

impl Simulation {
    /// The simulation of a scene with arrays that no document holds, and so without a folder.
    fn with_arrays(
        py: Python<'_>,
        scene: &tangency::Scene,
        is_recorded: bool,
        exact_checks: bool,
    ) -> PyResult<Self> {
        let made = py.detach(|| {
            if is_recorded {
                scene.to_json()?;
            }
            match exact_checks {
                true => scene.clone().exact_checks().simulate(),
                false => scene.simulate(),
            }
        });
        let steps = scene.document().time.steps();
        made.map(|simulation| Self::wrap(simulation, steps))
            .map_err(|e| of_error(py, e))
    }

    fn wrap(mut inner: tangency::Simulation, steps: u64) -> Self {
        let raised = Raised::default();
        let seen = Arc::clone(&raised);
        // Signals reach Python's handlers at every iteration; what they raise ends the step.
        let asked = move || {
            Python::attach(|py| match py.check_signals() {
                Ok(()) => seen.lock().is_ok_and(|kept| kept.is_some()),
                Err(error) => {
                    keep(&seen, error);
                    true
                }
            })
        };
        inner.observe_solver(Observer::asking(Box::new(asked), None));
        Self {
            inner: Mutex::new(Some(inner)),
            raised,
            steps,
        }
    }

    /// What `work` makes of the simulation; raises where it is finished, or busy in another thread.
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut tangency::Simulation) -> PyResult<T>,
    ) -> PyResult<T> {
        match self.inner.try_lock() {
            Ok(mut inner) => match inner.as_mut() {
                Some(simulation) => work(simulation),
                None => Err(plain(py, "InputError", "the simulation is finished")),
            },
            Err(_) => Err(plain(
                py,
                "InputError",
                "another thread is at work with this simulation",
            )),
        }
    }
}

#[pymethods]
impl Simulation {
    /// The simulation of a document from its start, written into the folder `record`, if one is given.
    #[new]
    #[pyo3(signature = (document, name, folder, record=None, overwrite=false, exact_checks=false, loaded=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        document: &str,
        name: &str,
        folder: &str,
        record: Option<PathBuf>,
        overwrite: bool,
        exact_checks: bool,
        loaded: Option<&LoadedScene>,
    ) -> PyResult<Self> {
        if let Some(LoadedScene(scene)) = loaded {
            return Self::with_arrays(py, scene, record.is_some(), exact_checks);
        }
        let options = SimulationOptions {
            exact_checks,
            ..Default::default()
        };
        let made = py.detach(|| -> Result<_, Error> {
            let scene = checked(document, name, folder)?;
            let mut simulation = PreparedScene::new(&scene)?.start(options)?;
            if let Some(record) = record {
                let mut folder = RunFolder::create(&record, &scene, &simulation, overwrite)?;
                folder.write_start(&simulation)?;
                simulation.observe(folder);
            }
            Ok((simulation, scene.document.time.steps()))
        });
        let (simulation, steps) = made.map_err(|e| of_error(py, e))?;
        Ok(Self::wrap(simulation, steps))
    }

    /// The simulation in a run folder, from its last checkpoint; it goes on to write there.
    #[staticmethod]
    fn resume(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let resumed = py.detach(|| tangency::resume(&folder));
        let simulation = resumed.map_err(|e| of_error(py, e))?;
        let text = std::fs::read_to_string(folder.join("scene.json")).unwrap_or_default();
        let scene =
            checked(&text, "scene", &folder.to_string_lossy()).map_err(|e| of_error(py, e))?;
        Ok(Self::wrap(simulation, scene.document.time.steps()))
    }

    /// Advances by one time step; the report as JSON.
    fn step(&self, py: Python<'_>) -> PyResult<String> {
        let raised = Arc::clone(&self.raised);
        let report = self.with(py, |simulation| Ok(py.detach(|| simulation.step())))?;
        if let Some(error) = raised.lock().ok().and_then(|mut kept| kept.take()) {
            return Err(error);
        }
        let report = report.map_err(|e| of_error(py, e))?;
        serde_json::to_string(&report).map_err(|e| plain(py, "TangencyError", &e.to_string()))
    }

    /// Ends the simulation: the run folder gets its certificate. The certificate as JSON.
    fn finish(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |_| Ok(()))?;
        let taken = self
            .inner
            .try_lock()
            .ok()
            .and_then(|mut inner| inner.take());
        let Some(simulation) = taken else {
            return Ok(String::new());
        };
        let ended = py.detach(|| simulation.finish());
        let certificate = ended.map_err(|e| of_error(py, e))?;
        serde_json::to_string(&certificate).map_err(|e| plain(py, "TangencyError", &e.to_string()))
    }

    /// What the exact tests found so far, as JSON.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.with(py, |sim| Ok(serde_json::to_string(sim.certificate())))?;
        text.map_err(|e| plain(py, "TangencyError", &e.to_string()))
    }

    /// Steps of the whole scene.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    /// Steps done.
    #[getter]
    fn step_number(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |sim| Ok(sim.step_number()))
    }

    /// Simulated time, s.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |sim| Ok(sim.time()))
    }

    /// Length of a step, s.
    #[getter]
    fn time_step(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |sim| Ok(sim.time_step()))
    }

    /// Name, first vertex, end of the vertices, and whether it is an obstacle, of every body.
    fn bodies(&self, py: Python<'_>) -> PyResult<Vec<(String, u32, u32, bool)>> {
        self.with(py, |sim| {
            let bodies = sim.model().bodies.iter();
            Ok(bodies
                .map(|b| {
                    (
                        b.name.clone(),
                        b.vertices.start,
                        b.vertices.end,
                        b.is_obstacle,
                    )
                })
                .collect())
        })
    }

    /// Positions of all vertices, m.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.with(py, |sim| {
            frozen(py, &sim.state().x[..sim.model().vertex_count()])
        })
    }

    /// Velocities of all vertices, m/s.
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.with(py, |sim| {
            frozen(py, &sim.state().v[..sim.model().vertex_count()])
        })
    }

    /// Puts the vertices of a body at `x` with velocities `v`, after checking them.
    fn set_state(
        &self,
        py: Python<'_>,
        body: &str,
        x: PyReadonlyArray2<'_, f64>,
        v: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<()> {
        let (x, v) = (
            vectors(py, "positions", &x)?,
            vectors(py, "velocities", &v)?,
        );
        self.with(py, |simulation| {
            let Some(id) = simulation.body(body) else {
                return Err(plain(
                    py,
                    "InputError",
                    &format!("there is no body `{body}`"),
                ));
            };
            let count = simulation.positions(id).len();
            if x.len() != count || v.len() != count {
                let found = if x.len() == count { v.len() } else { x.len() };
                let message = format!("`{body}` has {count} vertices, the array {found} rows");
                return Err(plain(py, "InputError", &message));
            }
            let set = py.detach(|| simulation.set_body_state(id, x, v));
            set.map_err(|e| of_error(py, e))
        })
    }

    /// A field where the last step ended: its arrays by name, as in files of fields.
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let Some(kind) = FieldKind::ALL.into_iter().find(|kind| kind.word() == name) else {
            let known = FieldKind::ALL.map(FieldKind::word).join(", ");
            let message = format!("there is no field `{name}`; there are: {known}");
            return Err(plain(py, "InputError", &message));
        };
        let arrays: Vec<FieldArray> = self.with(py, |sim| Ok(sim.field(kind)))?;
        let fields = PyDict::new(py);
        for array in arrays {
            let key = format!("{}.{}", array.location.word(), array.name);
            fields.set_item(key, shaped(py, array.values, &array.shape)?)?;
        }
        Ok(fields)
    }

    /// Targets, m, for the vertices of a driven boundary at the end of the steps from now on.
    fn drive(
        &self,
        py: Python<'_>,
        name: &str,
        targets: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<()> {
        let targets = vectors(py, "targets", &targets)?;
        self.with(py, |sim| {
            sim.drive(name, targets).map_err(|e| of_error(py, e))
        })
    }

    /// Forces, N, on the vertices of a driven load in the steps from now on.
    fn push(&self, py: Python<'_>, name: &str, forces: PyReadonlyArray2<'_, f64>) -> PyResult<()> {
        let forces = vectors(py, "forces", &forces)?;
        self.with(py, |sim| {
            sim.push(name, forces).map_err(|e| of_error(py, e))
        })
    }

    /// Vertices of the driven boundary or load called `name`, by their number in the model.
    fn driven_vertices(&self, py: Python<'_>, name: &str) -> PyResult<Vec<u32>> {
        self.with(py, |sim| Ok(sim.driven_vertices(name).to_vec()))
    }

    /// Adds an energy of the user over stencils of vertices (by their number in the model).
    fn add_energy(
        &self,
        py: Python<'_>,
        stencils: Vec<Vec<u32>>,
        value: Py<PyAny>,
        gradient: Py<PyAny>,
        hessian: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let raised = Arc::clone(&self.raised);
        self.with(py, |sim| {
            let count = sim.model().vertex_count();
            let functions = [value, gradient];
            let energy = UserEnergy::new(py, stencils, functions, hessian, raised, count)?;
            sim.add_energy(energy).map_err(|e| of_error(py, e))
        })
    }
}

/// Adds the class to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Simulation>()
}
