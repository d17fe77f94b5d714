//! Elastic energies of whole meshes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::PyArray2;
use pyo3::prelude::*;
use tangency_engine::energy::{Elastic, elastic_terms};
use tangency_engine::linear::BlockSink;
use tangency_engine::model::{ContactSurface, Elements, SegmentBatch};
use tangency_engine::{
    BendingKind, Elasticity, Material, Membrane, Model, RestShape, Settings, Shell, ShellMaterial,
    Vec3,
};
use tangency_formulas::elastic::Spring;
use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::SurfaceMesh;

use super::arguments::{ArrayArgument, array_of, positive, refused};
use super::sparse::{AssemblyScratch, Compressed, into_python};
use super::tets::upright;

/// The elastic energy of a mesh.
#[pyclass(frozen, module = "tangency._tangency")]
pub struct ElasticEnergy {
    terms: Mutex<Vec<Box<dyn Elastic>>>,
    vertices: usize,
    scratch: Mutex<AssemblyScratch>,
}

/// Which of the energies of elements is wanted.
enum Part {
    All,
    Stretching,
    Bending,
}

impl ElasticEnergy {
    fn of(rest: Vec<Vec3>, elements: Elements, part: Part) -> Self {
        let vertices = rest.len();
        let mut model = Model::of_surface(rest, ContactSurface::default(), Settings::default());
        model.elements = elements;
        let terms = elastic_terms(&Arc::new(model), 1.0).into_iter();
        // Of a shell the first term is its stretching, the second its bending.
        let terms = match part {
            Part::All => terms.collect(),
            Part::Stretching => terms.take(1).collect(),
            Part::Bending => terms.skip(1).collect(),
        };
        ElasticEnergy {
            terms: Mutex::new(terms),
            vertices,
            scratch: Mutex::default(),
        }
    }

    fn terms(&self) -> MutexGuard<'_, Vec<Box<dyn Elastic>>> {
        // Nothing is changed under the lock, so what another thread left is whole.
        self.terms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn positions(&self, name: &str, x: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        ArrayArgument::new(name, x).vectors(Some(self.vertices))
    }

    /// Number of vertices of the mesh.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// Appends the projected local Hessians at `x`.
    pub fn append(&self, x: &[Vec3], sink: &mut BlockSink) {
        self.terms().iter().for_each(|term| term.hessian(x, sink));
    }
}

#[pymethods]
impl ElasticEnergy {
    /// Number of vertices of the mesh.
    #[getter]
    fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// The energy at `x`, J.
    fn value(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<f64> {
        let x = self.positions("x", x)?;
        Ok(py.detach(|| self.terms().iter().map(|term| term.value(&x)).sum()))
    }

    /// Its gradient, N: shape (n, 3).
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let x = self.positions("x", x)?;
        let mut gradient = vec![Vec3::zeros(); x.len()];
        py.detach(|| {
            self.terms()
                .iter()
                .for_each(|term| term.gradient(&x, &mut gradient))
        });
        Ok(array_of(py, &gradient))
    }

    /// Its Hessian in compressed columns, N/m, element by element projected to be positive semi-definite.
    fn hessian<'py>(&self, py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Compressed<'py>> {
        let x = self.positions("x", x)?;
        let columns = py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            scratch.assembled(x.len(), |sink| self.append(&x, sink))
        });
        into_python(py, columns)
    }

    /// The share of the way from `x` to `end`, at most 1, during which the energy stays finite.
    fn max_step(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let x = self.positions("x", x)?;
        let end = self.positions("end", end)?;
        let p: Vec<Vec3> = end.iter().zip(&x).map(|(y, x)| y - x).collect();
        Ok(py.detach(|| {
            let terms = self.terms();
            terms
                .iter()
                .fold(1.0, |step, term| term.limit(&x, &p, step))
        }))
    }
}

/// The energy of tets: `neo-hookean` or `fixed-corotated`; moduli for all, or for each tet.
#[pyfunction]
fn solid_energy(
    py: Python<'_>,
    rest: &Bound<'_, PyAny>,
    tets: &Bound<'_, PyAny>,
    young: &Bound<'_, PyAny>,
    poisson: &Bound<'_, PyAny>,
    kind: &str,
) -> PyResult<ElasticEnergy> {
    let rest = ArrayArgument::new("rest", rest).vectors(None)?;
    let tets = upright(&ArrayArgument::new("tets", tets), &rest)?;
    let young = ArrayArgument::new("young", young).numbers(tets.len(), f64::NEG_INFINITY)?;
    let poisson = ArrayArgument::new("poisson", poisson).numbers(tets.len(), f64::NEG_INFINITY)?;
    let elasticity = match kind {
        "neo-hookean" => Elasticity::NeoHookean,
        "fixed-corotated" => Elasticity::FixedCorotated,
        other => {
            let message =
                format!("`kind` is `{other}`; there are `neo-hookean` and `fixed-corotated`");
            return Err(refused(py, message));
        }
    };
    let mut elements = Elements::default();
    let batch = elements
        .tets
        .iter_mut()
        .find(|batch| batch.elasticity == elasticity);
    let Some(batch) = batch else {
        return Err(refused(py, format!("no solid is `{kind}`")));
    };
    for (row, &tet) in tets.iter().enumerate() {
        let material = Material {
            young: young[row],
            poisson: poisson[row],
            elasticity,
            ..Material::default()
        };
        material
            .check()
            .map_err(|error| refused(py, format!("tet in row {row}: {error}")))?;
        let Some(at_rest) = RestTet::new(tet.each_ref().map(|&v| &rest[v as usize])) else {
            return Err(refused(
                py,
                format!("`tets` has a tet in row {row} without volume"),
            ));
        };
        let (mu, lambda) = material.lame();
        batch.stencils.push(tet);
        batch.rest.push(at_rest);
        batch.mu.push(mu);
        batch.lambda.push(lambda);
    }
    Ok(ElasticEnergy::of(rest, elements, Part::All))
}

/// A shell of these arrays and numbers.
fn shell(
    py: Python<'_>,
    rest: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    material: ShellMaterial,
    shape: RestShape,
) -> PyResult<(Vec<Vec3>, Elements)> {
    let rest = ArrayArgument::new("rest", rest).vectors(None)?;
    let faces = ArrayArgument::new("faces", faces).elements::<3>(rest.len())?;
    material.check().map_err(|error| refused(py, error))?;
    let area = |&[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a, b, c].map(|v| rest[v as usize]);
        (b - a).cross(&(c - a)).norm()
    };
    if let Some(row) = faces.iter().position(|face| area(face) <= 0.0) {
        return Err(refused(
            py,
            format!("`faces` has a face in row {row} without area at rest"),
        ));
    }
    let shell = Shell {
        name: "mesh".to_owned(),
        velocity: Vec::new(),
        mesh: SurfaceMesh::from_triangles(rest.clone(), faces),
        rest: shape,
        warp: Vec3::x(),
        material,
        offset: 0.0,
    };
    let mut elements = Elements::default();
    let added = elements.add_shell(&shell, 0);
    added.map_err(|error| refused(py, error))?;
    Ok((rest, elements))
}

/// A material without limits of strain.
fn unlimited([thickness, young, poisson]: [f64; 3]) -> ShellMaterial {
    ShellMaterial {
        density: 1.0,
        thickness,
        young,
        poisson,
        membrane: Membrane::StVenantKirchhoff,
        stretching: 1.0,
        bending: 0.0,
        bending_kind: BendingKind::Hinges,
        stretch_limit: f64::INFINITY,
        squeeze_limit: 0.0,
    }
}

/// The stretching energy of faces: `stvk` or `neo-hookean`.
#[pyfunction]
fn membrane_energy(
    py: Python<'_>,
    rest: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    numbers: [f64; 3],
    kind: &str,
) -> PyResult<ElasticEnergy> {
    let membrane = match kind {
        "stvk" => Membrane::StVenantKirchhoff,
        "neo-hookean" => Membrane::NeoHookean,
        other => {
            let message = format!("`kind` is `{other}`; there are `stvk` and `neo-hookean`");
            return Err(refused(py, message));
        }
    };
    let material = ShellMaterial {
        membrane,
        ..unlimited(numbers)
    };
    let (rest, elements) = shell(py, rest, faces, material, RestShape::Placed)?;
    Ok(ElasticEnergy::of(rest, elements, Part::Stretching))
}

/// The bending energy of faces, hinge by hinge or as a plate; curved as at rest, or flat.
#[pyfunction]
fn bending_energy(
    py: Python<'_>,
    rest: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    numbers: [f64; 3],
    kind: &str,
    flat: bool,
) -> PyResult<ElasticEnergy> {
    let bending_kind = match kind {
        "hinges" => BendingKind::Hinges,
        "plate" => BendingKind::Plate,
        other => {
            let message = format!("`kind` is `{other}`; there are `hinges` and `plate`");
            return Err(refused(py, message));
        }
    };
    let material = ShellMaterial {
        bending: 1.0,
        bending_kind,
        ..unlimited(numbers)
    };
    let shape = if flat {
        RestShape::Flattened
    } else {
        RestShape::Placed
    };
    let (rest, elements) = shell(py, rest, faces, material, shape)?;
    Ok(ElasticEnergy::of(rest, elements, Part::Bending))
}

/// The energy ½ k (|e| - L)² of springs along edges; L from the positions at rest, unless it is given.
#[pyfunction]
#[pyo3(signature = (rest, edges, stiffness, length=None))]
fn spring_energy(
    py: Python<'_>,
    rest: &Bound<'_, PyAny>,
    edges: &Bound<'_, PyAny>,
    stiffness: &Bound<'_, PyAny>,
    length: Option<&Bound<'_, PyAny>>,
) -> PyResult<ElasticEnergy> {
    let rest = ArrayArgument::new("rest", rest).vectors(None)?;
    let segments = ArrayArgument::new("edges", edges).elements::<2>(rest.len())?;
    let stiffness = ArrayArgument::new("stiffness", stiffness).numbers(segments.len(), 0.0)?;
    for &k in &stiffness {
        positive(py, "stiffness", k)?;
    }
    let lengths = match length {
        Some(length) => ArrayArgument::new("length", length).numbers(segments.len(), 0.0)?,
        None => segments
            .iter()
            .map(|&[a, b]| (rest[b as usize] - rest[a as usize]).norm())
            .collect(),
    };
    let springs = stiffness.into_iter().zip(lengths);
    let springs = springs.map(|(stiffness, length)| Spring { stiffness, length });
    let elements = Elements {
        segments: SegmentBatch {
            springs: springs.collect(),
            segments,
        },
        ..Elements::default()
    };
    Ok(ElasticEnergy::of(rest, elements, Part::All))
}

/// Adds class and functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<ElasticEnergy>()?;
    m.add_function(wrap_pyfunction!(solid_energy, m)?)?;
    m.add_function(wrap_pyfunction!(membrane_energy, m)?)?;
    m.add_function(wrap_pyfunction!(bending_energy, m)?)?;
    m.add_function(wrap_pyfunction!(spring_energy, m)?)
}
