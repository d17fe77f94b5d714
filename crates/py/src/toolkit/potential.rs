//! Contact potentials of a mesh, with their numbers.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use tangency_engine::contact::{self, ContactModel};
use tangency_engine::{ContactKind, Length, Model, Settings};

use super::arguments::{not_negative, positive, refused};
use super::collisions::Collisions;
use super::mesh::CollisionMesh;
use super::sparse::AssemblyScratch;

/// A contact potential of a mesh: `ipc`, `convergent`, `gcp` or `ogc`.
#[pyclass(frozen, module = "tangency._tangency")]
pub struct ContactPotential {
    mesh: Py<CollisionMesh>,
    model: Arc<Model>,
    /// The potential, which never has pairs.
    template: Mutex<Box<dyn ContactModel>>,
    scratch: Arc<Mutex<AssemblyScratch>>,
}

/// The contact model of these words and numbers.
fn settings(
    py: Python<'_>,
    kind: &str,
    [reach, stiffness]: [f64; 2],
    [alpha, beta]: [Option<f64>; 2],
) -> PyResult<Settings> {
    let contact: ContactKind = kind.parse().map_err(|error| refused(py, error))?;
    let reach = Length::Absolute(positive(py, "dhat", reach)?);
    let stiffness = positive(py, "stiffness", stiffness)?;
    let mut settings = Settings {
        contact,
        dhat: reach,
        kappa: Some(stiffness),
        ..Settings::default()
    };
    match contact {
        ContactKind::Ogc => {
            settings.offset.radius = Some(reach);
            settings.offset.query_radius = Some(reach);
            settings.offset.stiffness = Some(stiffness);
        }
        ContactKind::Gcp => {
            settings.geometric.epsilon = Some(reach);
            for (name, number, slot) in [
                ("alpha", alpha, &mut settings.geometric.alpha),
                ("beta", beta, &mut settings.geometric.beta),
            ] {
                if let Some(number) = number {
                    *slot = not_negative(py, name, number)?;
                }
            }
        }
        ContactKind::Ipc | ContactKind::Convergent => {}
    }
    Ok(settings)
}

#[pymethods]
impl ContactPotential {
    /// The potential `kind` of a mesh, which acts below `dhat` (m); `alpha` and `beta` are those of `gcp`.
    #[new]
    #[pyo3(signature = (mesh, kind, dhat, stiffness, alpha=None, beta=None))]
    fn new(
        py: Python<'_>,
        mesh: Py<CollisionMesh>,
        kind: &str,
        dhat: f64,
        stiffness: f64,
        alpha: Option<f64>,
        beta: Option<f64>,
    ) -> PyResult<Self> {
        let settings = settings(py, kind, [dhat, stiffness], [alpha, beta])?;
        if settings.contact == ContactKind::Convergent {
            mesh.get().needs_faces(py, "convergent")?;
        }
        let bare = Arc::clone(&mesh.get().model);
        let (model, template) = py.detach(|| {
            let mut model = Arc::unwrap_or_clone(bare);
            model.dhat = settings.dhat.resolve(model.diagonal);
            model.settings = settings;
            let model = Arc::new(contact::with_own_reach(model));
            let mut template = contact::for_model(&model);
            template.begin_step(None, 1.0);
            (model, template)
        });
        Ok(ContactPotential {
            mesh,
            model,
            template: Mutex::new(template),
            scratch: Arc::default(),
        })
    }

    /// The mesh.
    #[getter]
    fn mesh(&self, py: Python<'_>) -> Py<CollisionMesh> {
        self.mesh.clone_ref(py)
    }

    /// The pairs that push each other at `x`.
    fn collisions(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<Collisions> {
        let x = self.mesh.get().positions("x", x)?;
        let template = self.template.lock();
        let template = template.unwrap_or_else(PoisonError::into_inner);
        let Some(potential) = template.standalone() else {
            return Err(refused(py, "this potential cannot be had by itself"));
        };
        let mut contact = potential.fresh();
        drop(template);
        let contact = py.detach(|| {
            contact.detect(&x);
            contact
        });
        let model = Arc::clone(&self.model);
        Ok(Collisions::new(model, contact, Arc::clone(&self.scratch)))
    }
}
