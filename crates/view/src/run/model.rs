//! The model of a run, built again from its scene, for what the run did not write down.

use std::sync::{Arc, OnceLock};

use tangency_engine::contact::{ContactModel, PairGradient, for_model};
use tangency_engine::fields::{FieldKind, LoadedState};
use tangency_engine::forces::{NodeForces, PairForce};
use tangency_engine::{Model, State, Vec3};
use tangency_io::run_folder::{FieldArray, RunReader};
use tangency_scene::{load_text, topology};

use crate::error::ViewError;

/// Fields that follow from positions and model alone, and from the stiffness of contact that statistics have.
pub const COMPUTED: [FieldKind; 10] = [
    FieldKind::VonMises,
    FieldKind::EnergyDensity,
    FieldKind::PrincipalStretches,
    FieldKind::CauchyStress,
    FieldKind::GreenStrain,
    FieldKind::ContactPressure,
    FieldKind::ContactForce,
    FieldKind::Velocity,
    FieldKind::AxialForce,
    FieldKind::BendingMoment,
];

/// A model that is built when it is first asked for.
#[derive(Default)]
pub struct RebuiltModel(OnceLock<Result<Arc<Model>, String>>);

/// Positions where a step ended, and those of the step before.
pub struct StepEnd {
    /// Positions, m.
    pub x: Vec<Vec3>,
    /// Positions where the step began, m; absent of the first frame.
    pub before: Option<Vec<Vec3>>,
    /// Stiffness of contact, where statistics tell it.
    pub kappa: Option<f64>,
}

impl RebuiltModel {
    /// The model, built from the scene of the run.
    pub fn get(&self, run: &RunReader) -> Result<Arc<Model>, ViewError> {
        let built = self.0.get_or_init(|| build(run));
        built.clone().map_err(ViewError::Unusable)
    }
}

fn build(run: &RunReader) -> Result<Arc<Model>, String> {
    let explained = |reason: String| {
        format!("the run did not write this, and its scene cannot be built again here: {reason}")
    };
    let text = run
        .scene_json()
        .map_err(|error| explained(error.to_string()))?;
    let file = run.folder().join("scene.json").display().to_string();
    let scene = load_text(&file, &text, run.folder(), &[]);
    let scene = scene.map_err(|error| explained(error.to_string()))?;
    let (model, _, _) = scene
        .build()
        .map_err(|error| explained(error.to_string()))?;
    let differing = topology(&model).differing_arrays(run.topology());
    if !differing.is_empty() {
        return Err(explained(format!(
            "it gives other bodies ({} differ)",
            differing.join(", ")
        )));
    }
    Ok(Arc::new(model))
}

impl StepEnd {
    /// A field of `kind`, as far as it can be computed.
    pub fn field(&self, model: &Arc<Model>, kind: FieldKind) -> Vec<FieldArray> {
        let dt = model.settings.dt;
        let v = match &self.before {
            Some(before) => (self.x.iter().zip(before))
                .map(|(x, before)| (x - before) / dt)
                .collect(),
            None => vec![Vec3::zeros(); self.x.len()],
        };
        let needs_contact = matches!(kind, FieldKind::ContactForce | FieldKind::ContactPressure);
        let forces = needs_contact.then(|| NodeForces {
            contact: self.contact_forces(model),
            ..NodeForces::default()
        });
        let state = State::at_start(self.x.clone(), v);
        let loaded = LoadedState {
            model,
            state: &state,
            forces: forces.as_ref(),
            pairs: None,
        };
        loaded.field(kind)
    }

    /// Forces of contact on all vertices, N.
    fn contact_forces(&self, model: &Arc<Model>) -> Vec<Vec3> {
        let (contact, scale) = self.contact(model);
        let mut forces = vec![Vec3::zeros(); self.x.len()];
        contact.visit_gradients(&self.x, &mut |pair: &PairGradient| {
            for (&v, gradient) in pair.vertices.iter().zip(pair.gradient) {
                if let Some(force) = forces.get_mut(v as usize) {
                    *force -= gradient / scale;
                }
            }
        });
        forces
    }

    /// The contact model at these positions, and what its forces are to be divided by: they are proportional to the
    /// stiffness, which a contact model chooses anew in each step, and which statistics have.
    fn contact(&self, model: &Arc<Model>) -> (Box<dyn ContactModel>, f64) {
        let scale = model.settings.dt.powi(2);
        let mut contact = for_model(model);
        contact.begin_step(self.kappa, scale);
        contact.detect(&self.x);
        let own = contact.stiffness();
        let known = self.kappa.filter(|kappa| *kappa > 0.0 && own > 0.0);
        let share = known.map_or(1.0, |kappa| own / kappa);
        (contact, scale * share)
    }

    /// The pairs that push, with their forces.
    pub fn pairs(&self, model: &Arc<Model>) -> Vec<FieldArray> {
        let (contact, scale) = self.contact(model);
        let displacement: Vec<Vec3> = match &self.before {
            Some(before) => (self.x.iter().zip(before))
                .map(|(x, before)| x - before)
                .collect(),
            None => vec![Vec3::zeros(); self.x.len()],
        };
        let dt = model.settings.dt;
        let pairs = PairForce::all(model, &*contact, &self.x, &displacement, scale, dt);
        let state = State::default();
        let loaded = LoadedState {
            model,
            state: &state,
            forces: None,
            pairs: Some(&pairs),
        };
        loaded.field(FieldKind::Contacts)
    }
}
