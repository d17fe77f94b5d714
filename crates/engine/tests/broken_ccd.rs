//! A collision filter that does not work is caught by the exact re-analysis.

use std::sync::Arc;

use crate::common::{add, boxes, shifted};
use tangency_engine::contact::{
    Closest, ContactModel, ForcePrediction, FrictionContacts, IpcContact, PairGradientVisitor,
    StiffnessPolicy,
};
use tangency_engine::energy::Energy;
use tangency_engine::linear::BlockSink;
use tangency_engine::paranoid::{ContinuousReport, Paranoid};
use tangency_engine::step::Stepper;
use tangency_engine::{Material, Model, ModelBuilder, State, Vec3};

/// The contact model of the paper, but for a collision filter that lets everything pass.
struct Unfiltered(IpcContact);

impl Energy for Unfiltered {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.0.value(x)
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.0.gradient(x, out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.0.hessian(x, out);
    }
}

impl ContactModel for Unfiltered {
    fn begin_step(&mut self, stiffness: Option<f64>, scale: f64) {
        self.0.begin_step(stiffness, scale);
    }

    fn detect(&mut self, x: &[Vec3]) {
        self.0.detect(x);
    }

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        self.0.limit(x, p, at_most);
        at_most
    }

    fn stiffness(&self) -> f64 {
        self.0.stiffness()
    }

    fn pair_count(&self) -> usize {
        self.0.pair_count()
    }

    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts {
        self.0.friction_contacts(x, kappa)
    }

    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor) {
        self.0.visit_gradients(x, visit);
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.0.complementarity(x)
    }

    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        self.0.closest(x)
    }

    fn stiffness_policy(&mut self) -> Option<&mut dyn StiffnessPolicy> {
        self.0.stiffness_policy()
    }

    fn force_prediction(&mut self) -> Option<&mut dyn ForcePrediction> {
        self.0.force_prediction()
    }
}

/// A thin plate that in one step flies a metre, through another plate.
fn plates() -> (Arc<Model>, State) {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.025;
    let plate = || boxes([0.5, 0.02, 0.5], [4, 1, 4]);
    let (still, fast) = (Vec3::zeros(), Vec3::new(1.0, -40.0, 0.5));
    add(&mut builder, "still", plate(), Material::default(), still);
    let above = shifted(plate(), [0.013, 0.3, 0.007]);
    add(&mut builder, "fast", above, Material::default(), fast);
    let (model, state) = builder.build().expect("a valid scene");
    (Arc::new(model), state)
}

/// One step with the re-analysis.
fn step(mut stepper: Stepper, mut state: State) -> ContinuousReport {
    stepper.enable_exact_checks(Paranoid::new());
    stepper.step(&mut state).expect("a solved step");
    stepper.continuous().expect("it was asked for").clone()
}

#[test]
fn a_broken_collision_filter_is_caught() {
    let (model, state) = plates();
    let broken = Box::new(Unfiltered(IpcContact::new(Arc::clone(&model))));
    let report = step(Stepper::with_contact(&model, broken), state);
    assert!(report.findings > 0, "{report:?}");
    let first = &report.described[0];
    assert!(first.starts_with("step 1, iteration 1: "), "{first}");
    assert!(
        first.contains("`still`") && first.contains("`fast`"),
        "{first}"
    );
}

#[test]
fn a_working_one_is_not() {
    let (model, state) = plates();
    let report = step(
        Stepper::new(&model).expect("a stepper of the engine"),
        state,
    );
    assert_eq!((report.findings, report.described.len()), (0, 0));
    assert!(report.steps_checked > 1 && report.pairs_checked > 0);
}
