//! Scenes with their parameters, and runs that can be differentiated.

use std::path::Path;
use std::sync::Arc;

use numpy::PyReadonlyArray3;
use pyo3::prelude::*;
use tangency::adjoint::{Objective, Seeds, StateGradient};
use tangency::{Error, Scene};
use tangency_engine::Vec3;

use crate::arrays::{frozen_states, shaped_exactly};
use crate::errors::{of_error, plain};
use crate::objectives;

/// A scene with the text that its parameters belong to, and with arrays that were set beside it.
#[pyclass(module = "tangency._tangency", frozen)]
pub struct LoadedScene(pub Scene);

/// Name of a variable, and its numbers one after the other.
type NamedNumbers = (String, Vec<f64>);

/// Name of a variable, and an array of its derivatives.
type NamedArray<'py> = (String, Bound<'py, PyAny>);

/// The scene in a document (JSON); `name` is what messages call it, `folder` where its files are.
pub fn scene_of(document: &str, name: &str, folder: &str) -> Result<Scene, Error> {
    Scene::from_text(&format!("{name}.json"), document, Path::new(folder))
}

#[pymethods]
impl LoadedScene {
    /// The scene in a document (JSON); `name` is what messages call it, `folder` where its files are.
    #[new]
    fn new(py: Python<'_>, document: &str, name: &str, folder: &str) -> PyResult<Self> {
        let scene = py.detach(|| scene_of(document, name, folder));
        scene.map(Self).map_err(|e| of_error(py, e))
    }

    /// The same scene with the content of another document; parameters and arrays stay.
    fn with_document(
        &self,
        py: Python<'_>,
        document: &str,
        name: &str,
        folder: &str,
    ) -> PyResult<Self> {
        let changed = py.detach(|| -> Result<_, Error> {
            let mut scene = self.0.clone();
            *scene.document_mut() = scene_of(document, name, folder)?.document().clone();
            Ok(scene)
        });
        changed.map(Self).map_err(|e| of_error(py, e))
    }

    /// The scene with other values of variables.
    fn with_values(&self, py: Python<'_>, values: Vec<NamedNumbers>) -> PyResult<Self> {
        let pairs: Vec<(&str, &[f64])> = values
            .iter()
            .map(|(name, numbers)| (&name[..], &numbers[..]))
            .collect();
        let changed = py.detach(|| self.0.with_values(&pairs));
        changed.map(Self).map_err(|e| of_error(py, e))
    }

    /// The document, as JSON.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        let json = serde_json::to_string(self.0.document());
        json.map_err(|e| plain(py, "TangencyError", &e.to_string()))
    }

    /// Whether arrays were set that no document holds.
    fn has_arrays(&self) -> bool {
        self.0.has_arrays()
    }

    /// Numbers of steps and of vertices of its runs.
    fn size(&self, py: Python<'_>) -> PyResult<(u64, usize)> {
        let steps = self.0.document().time.steps();
        let count = py.detach(|| self.0.simulate().map(|sim| sim.model().vertex_count()));
        Ok((steps, count.map_err(|e| of_error(py, e))?))
    }

    /// Runs the scene to its end and keeps what gradients need, in so many bytes at most.
    #[pyo3(signature = (memory=None))]
    fn differentiable_run(&self, py: Python<'_>, memory: Option<usize>) -> PyResult<RecordedRun> {
        let run = py.detach(|| match memory {
            Some(memory) => self.0.differentiable_run_within(memory),
            None => self.0.differentiable_run(),
        });
        let run = Arc::new(run.map_err(|e| of_error(py, e))?);
        Ok(RecordedRun { run })
    }
}

/// A run of a scene that can be differentiated.
#[pyclass(module = "tangency._tangency", name = "DifferentiableRun", frozen)]
pub struct RecordedRun {
    run: Arc<tangency::DifferentiableRun>,
}

#[pymethods]
impl RecordedRun {
    /// Number of steps; states are one more.
    #[getter]
    fn steps(&self) -> usize {
        self.run.steps()
    }

    /// Length of a step, s.
    #[getter]
    fn time_step(&self) -> f64 {
        self.run.model().settings.dt
    }

    /// Name, first vertex, end of the vertices, and whether it is an obstacle, of every body.
    fn bodies(&self) -> Vec<(String, u32, u32, bool)> {
        let bodies = self.run.model().bodies.iter();
        bodies
            .map(|b| {
                (
                    b.name.clone(),
                    b.vertices.start,
                    b.vertices.end,
                    b.is_obstacle,
                )
            })
            .collect()
    }

    /// Masses of the vertices, kg; 0 for those of obstacles.
    fn masses(&self) -> Vec<f64> {
        let model = self.run.model();
        model.mass[..model.vertex_count()].to_vec()
    }

    /// Positions and velocities of all vertices in all states, each of shape (steps + 1, n, 3).
    fn states<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let count = self.run.model().vertex_count();
        let (mut x, mut v) = (Vec::new(), Vec::new());
        let visited = py.detach(|| {
            self.run.recording().visit(|state| {
                x.extend(state.x[..count].iter().flatten());
                v.extend(state.v[..count].iter().flatten());
            })
        });
        visited.map_err(|e| of_error(py, e.into()))?;
        Ok([frozen_states(py, x, count)?, frozen_states(py, v, count)?])
    }

    /// The names of all variables, but for the numbers of the scene by their keys.
    fn variables(&self) -> Vec<String> {
        self.run.variables()
    }

    /// The numbers of a variable as they are.
    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.run.value_of(name);
        let (shape, numbers) = value.map_err(|e| of_error(py, e))?;
        shaped_exactly(py, numbers, &shape)
    }

    /// The value of an objective (JSON) and its derivatives by variables; remarks on them.
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        objective: &str,
        names: Vec<String>,
    ) -> PyResult<(f64, Vec<NamedArray<'py>>, Vec<String>)> {
        let objective = objectives::read(objective, &self.run);
        let objective = objective.map_err(|message| plain(py, "InputError", &message))?;
        self.differentiate(py, &objective, &names)
    }

    /// The derivatives by variables of what has these derivatives by positions and velocities, each of shape (steps + 1, n, 3).
    #[pyo3(signature = (positions, velocities, names))]
    fn gradient_of<'py>(
        &self,
        py: Python<'py>,
        positions: Option<PyReadonlyArray3<'py, f64>>,
        velocities: Option<PyReadonlyArray3<'py, f64>>,
        names: Vec<String>,
    ) -> PyResult<(f64, Vec<NamedArray<'py>>, Vec<String>)> {
        let count = self.run.model().vertex_count();
        let mut states = vec![StateGradient::default(); self.run.steps() + 1];
        let arrays = [(positions, "positions"), (velocities, "velocities")];
        for (kind, (array, name)) in arrays.into_iter().enumerate() {
            let Some(array) = array else { continue };
            let view = array.as_array();
            let expected = [states.len(), count, 3];
            if view.shape() != expected {
                let found = view.shape();
                let message = format!(
                    "the derivatives by {name} have the shape {found:?}, expected is {expected:?}"
                );
                return Err(plain(py, "InputError", &message));
            }
            for (state, rows) in states.iter_mut().zip(view.outer_iter()) {
                let vectors: Vec<Vec3> = rows
                    .outer_iter()
                    .map(|row| Vec3::new(row[0], row[1], row[2]))
                    .collect();
                match kind {
                    0 => state.x = vectors,
                    _ => state.v = vectors,
                }
            }
        }
        self.differentiate(py, &Seeds { value: 0.0, states }, &names)
    }
}

impl RecordedRun {
    fn differentiate<'py>(
        &self,
        py: Python<'py>,
        objective: &(impl Objective + Sync),
        names: &[String],
    ) -> PyResult<(f64, Vec<NamedArray<'py>>, Vec<String>)> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = py.detach(|| self.run.gradient(objective, &names));
        let found = found.map_err(|e| of_error(py, e))?;
        let arrays = found.by.into_iter().map(|one| {
            let array = shaped_exactly(py, one.derivatives, &one.shape)?;
            Ok((one.name, array))
        });
        Ok((found.value, arrays.collect::<PyResult<_>>()?, found.notes))
    }
}

/// Adds the classes to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<LoadedScene>()?;
    m.add_class::<RecordedRun>()
}
