//! Tetrahedra: from a closed surface, and which of them are inverted.

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use tangency_engine::Vec3;
use tangency_geometry::SurfaceMesh;
use tangency_geometry::intersection::tet_inverted;
use tangency_geometry::tetrahedralize::{
    TetrahedralizeParameters, ThinFeatures, tetrahedralize as fill,
};

use super::arguments::{ArrayArgument, array_of, refused};
use crate::arrays::elements;

/// Tets, each with a volume above zero at `rest`.
pub fn upright(tets: &ArrayArgument<'_, '_>, rest: &[Vec3]) -> PyResult<Vec<[u32; 4]>> {
    let found = tets.elements::<4>(rest.len())?;
    match found
        .par_iter()
        .position_first(|tet| is_inverted(tet, rest))
    {
        Some(row) => Err(refused(
            tets.value.py(),
            format!(
                "`{}` has a tet in row {row} that is inverted or has no volume at rest: swap two of its vertices, or remove it",
                tets.name
            ),
        )),
        None => Ok(found),
    }
}

fn is_inverted(tet: &[u32; 4], x: &[Vec3]) -> bool {
    let [a, b, c, d] = tet.map(|v| x[v as usize]);
    tet_inverted(&a, &b, &c, &d)
}

/// Rows of the tets that are inverted or have no volume at `x`, exactly.
#[pyfunction]
fn inverted_tets<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyAny>,
    tets: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let x = ArrayArgument::new("x", x).vectors(None)?;
    let tets = ArrayArgument::new("tets", tets).elements::<4>(x.len())?;
    let rows = py.detach(|| {
        let rows = (0..tets.len() as u32).into_par_iter().with_min_len(1024);
        let inverted = rows.filter(|&row| is_inverted(&tets[row as usize], &x));
        inverted.collect::<Vec<u32>>()
    });
    Ok(rows.into_pyarray(py))
}

/// Tets of about `size` (m) inside of a closed surface: points, tets, and a report.
#[pyfunction]
#[pyo3(signature = (points, faces, size, max_tets=None, thin="refuse"))]
#[allow(clippy::type_complexity, reason = "arrays and a report")]
fn tetrahedralize<'py>(
    py: Python<'py>,
    points: &Bound<'py, PyAny>,
    faces: &Bound<'py, PyAny>,
    size: f64,
    max_tets: Option<u64>,
    thin: &str,
) -> PyResult<(
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyDict>,
)> {
    let points = ArrayArgument::new("points", points).vectors(None)?;
    let faces = ArrayArgument::new("faces", faces).elements::<3>(points.len())?;
    let surface = SurfaceMesh::from_triangles(points, faces);
    let mut parameters = TetrahedralizeParameters::new(size);
    if let Some(max_tets) = max_tets {
        parameters.max_tets = max_tets;
    }
    parameters.thin = match thin {
        "refuse" => ThinFeatures::Refuse,
        "keep" => ThinFeatures::Keep,
        "cut" => ThinFeatures::Cut,
        _ => {
            let words = format!("`thin` is \"refuse\", \"keep\" or \"cut\", not {thin:?}");
            return Err(refused(py, words));
        }
    };
    let made = py.detach(|| fill(&surface, &parameters));
    let (mesh, report) = made.map_err(|error| refused(py, error))?;
    let told = PyDict::new(py);
    told.set_item("size", report.size)?;
    told.set_item("volume", report.volume)?;
    told.set_item("surface_volume", report.surface_volume)?;
    told.set_item("min_dihedral", report.min_dihedral)?;
    told.set_item("max_dihedral", report.max_dihedral)?;
    told.set_item("boundary_to_surface", report.boundary_to_surface)?;
    told.set_item("surface_to_boundary", report.surface_to_boundary)?;
    let words: Vec<String> = report.thin.iter().map(ToString::to_string).collect();
    told.set_item("left_out", words)?;
    Ok((array_of(py, &mesh.points), elements(py, &mesh.tets), told))
}

/// Adds the functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(inverted_tets, m)?)?;
    m.add_function(wrap_pyfunction!(tetrahedralize, m)?)
}
