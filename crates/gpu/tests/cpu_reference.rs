//! The steps of the GPU, run on the CPU by the same kernels, beside those of the engine's block descent.

use crate::worlds;
use std::sync::Arc;

use tangency_engine::contact::for_model;
use tangency_engine::step::{Minimum, Stepper, TimeStep};
use tangency_engine::{Model, ModelBuilder, State, Vec3};
use tangency_formulas::Vec3 as Vector;
use tangency_gpu::{CpuReference, DeviceReal, Setup, StepInputs};

fn reference<R: DeviceReal>(model: &Arc<Model>, state: &State) -> CpuReference<R> {
    let setup = Setup::<R>::new(model).expect("a scene for the GPU");
    let (x, v) = (setup.sorted(&state.x), setup.sorted(&state.v));
    CpuReference::new(setup, x, v)
}

/// The positions of a twin after steps, in the model's order.
fn run<R: DeviceReal + Into<f64>>(model: &Arc<Model>, state: &State, steps: u64) -> Vec<Vec3> {
    let mut reference = reference::<R>(model, state);
    let mut state = state.clone();
    let mut step = TimeStep::new(Arc::clone(model), for_model(model));
    let in_order = |reference: &CpuReference<R>, values: &[Vector<R>]| -> Vec<Vec3> {
        let place = &reference.setup.layout.numbering.place;
        let values = place.iter().map(|&k| values[k as usize]);
        let values = values.map(|x| Vec3::new(x.x.into(), x.y.into(), x.z.into()));
        values.collect()
    };
    for _ in 0..steps {
        step.begin(state);
        let inputs = StepInputs::new(&reference.setup, &step);
        reference.step(&inputs);
        step.x = in_order(&reference, &reference.x[0]);
        let v = in_order(&reference, &reference.v);
        (state, _) = step.finish(Minimum::PositionsAndVelocities(v));
    }
    state.x
}

/// The largest difference of positions between the engine and a twin, relative to the largest motion.
fn difference<R: DeviceReal + Into<f64>>(mut builder: ModelBuilder, steps: u64) -> f64 {
    builder.settings.vbd.iterations = 300;
    builder.settings.dt = 0.001;
    let (model, start) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let mut engine = Stepper::new(&model).expect("a stepper of the engine");
    let mut state = start.clone();
    for _ in 0..steps {
        engine.step(&mut state).expect("a solved step");
    }
    let x = run::<R>(&model, &start, steps);
    let most = |pairs: &mut dyn Iterator<Item = (&Vec3, &Vec3)>| {
        pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
    };
    let apart = most(&mut x.iter().zip(&state.x));
    let moved = most(&mut start.x.iter().zip(&state.x));
    println!("{apart:.3e} m of {moved:.3e} m");
    apart / moved
}

#[test]
fn a_draped_cloth_is_that_of_the_engine() {
    assert!(difference::<f64>(worlds::drape(), 8) < 1e-3);
    assert!(difference::<f32>(worlds::drape(), 8) < 1e-3);
}

#[test]
fn a_hanging_beam_is_that_of_the_engine() {
    assert!(difference::<f64>(worlds::beam(), 8) < 1e-3);
    assert!(difference::<f32>(worlds::beam(), 8) < 2e-3);
}

#[test]
fn falling_yarn_is_that_of_the_engine() {
    assert!(difference::<f64>(worlds::yarn(), 8) < 1e-3);
}
