//! Scenes: documents of the scene language, checked; the meshes that they make.

use std::path::Path;

use numpy::PyArray2;
use pyo3::prelude::*;
use tangency::Error;
use tangency_scene::{Budget, Scene, load_text, load_within};

use crate::arrays::{elements, frozen};
use crate::errors::of_error;
use crate::gradients::LoadedScene;

/// The scene in a document (JSON); `name` is what messages call it, `folder` where its files are.
pub fn checked(document: &str, name: &str, folder: &str) -> Result<Scene, Error> {
    Ok(load_text(
        &format!("{name}.json"),
        document,
        Path::new(folder),
        &[],
    )?)
}

/// The scene with every default and expression resolved, as JSON; raises where the document says something that cannot be.
#[pyfunction]
fn check(py: Python<'_>, document: &str, name: &str, folder: &str) -> PyResult<String> {
    let scene = py
        .detach(|| checked(document, name, folder))
        .map_err(|e| of_error(py, e))?;
    Ok(scene.resolved_json())
}

/// A scene file or a scene of the catalogue, with changes as `--set` takes them: name, resolved document (JSON), and the scene
/// with its parameters.
#[pyfunction]
fn load(
    py: Python<'_>,
    path_or_name: &str,
    changes: Vec<String>,
) -> PyResult<(String, String, LoadedScene)> {
    let loaded = py.detach(|| -> Result<_, Error> {
        let scene = load_within(path_or_name, &changes, &Budget::default())?;
        let loaded = tangency::Scene::load_with(path_or_name, &changes)?;
        Ok((
            scene.name.clone(),
            scene.resolved_json(),
            LoadedScene(loaded),
        ))
    });
    loaded.map_err(|e| of_error(py, e))
}

/// A material that comes with the program, as JSON; none where there is none of that name.
#[pyfunction]
fn named_material(name: &str) -> Option<String> {
    let material = tangency_scene::named_material(name)?;
    serde_json::to_string(&material).ok()
}

/// A document as the text of a TOML file, with comments and order that people like to read.
#[pyfunction]
fn to_toml(py: Python<'_>, document: &str) -> PyResult<String> {
    tangency_scene::to_toml(document).map_err(|e| of_error(py, e.into()))
}

/// Points, then tets, triangles and segments.
type PlacedMesh<'py> = (Points<'py>, Elements<'py>, Elements<'py>, Elements<'py>);
type Points<'py> = Bound<'py, PyArray2<f64>>;
type Elements<'py> = Bound<'py, PyArray2<u32>>;

/// The points of the first body of a document as the scene places them, m, and its tets, triangles and segments.
#[pyfunction]
fn placed_mesh<'py>(
    py: Python<'py>,
    document: &str,
    name: &str,
    folder: &str,
) -> PyResult<PlacedMesh<'py>> {
    let made = py.detach(|| -> Result<_, Error> { Ok(checked(document, name, folder)?.build()?) });
    let (model, state, _) = made.map_err(|e| of_error(py, e))?;
    let topology = tangency_scene::topology(&model);
    Ok((
        frozen(py, &state.x[..model.vertex_count()])?,
        elements(py, &topology.tets),
        elements(py, &topology.triangles),
        elements(py, &topology.elastic_segments),
    ))
}

/// Adds the functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(check, m)?)?;
    m.add_function(wrap_pyfunction!(load, m)?)?;
    m.add_function(wrap_pyfunction!(named_material, m)?)?;
    m.add_function(wrap_pyfunction!(to_toml, m)?)?;
    m.add_function(wrap_pyfunction!(placed_mesh, m)?)
}
