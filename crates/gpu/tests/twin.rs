//! The steps of the GPU, run on the CPU by the same kernels, beside those of the engine's block descent.

#[path = "../examples/device_check/worlds.rs"]
#[allow(dead_code, reason = "the device check uses the rest")]
mod worlds;

use std::sync::Arc;

use tangency_engine::step::{Stepper, Vbd};
use tangency_engine::{Model, ModelBuilder, State, Vec3};
use tangency_gpu::{DeviceReal, Goals, Setup, Twin};

fn twin<R: DeviceReal>(model: &Arc<Model>, state: &State) -> Twin<R> {
    let setup = Setup::<R>::new(model).expect("a scene for the GPU");
    let (x, v) = (setup.sorted(&state.x), setup.sorted(&state.v));
    Twin::new(setup, x, v)
}

/// The positions of a twin after steps, in the model's order.
fn run<R: DeviceReal + Into<f64>>(model: &Arc<Model>, state: &State, steps: u64) -> Vec<Vec3> {
    let mut twin = twin::<R>(model, state);
    let mut state = state.clone();
    for step in 1..=steps {
        let time = step as f64 * model.settings.dt;
        let goals = Goals::new(&twin.setup, &state, time);
        twin.step(&goals);
        state.start.clone_from(&goals.starts);
        state.time = time;
    }
    let place = &twin.setup.program.numbering.place;
    let at = place.iter().map(|&k| twin.x[0][k as usize]);
    at.map(|x| Vec3::new(x.x.into(), x.y.into(), x.z.into()))
        .collect()
}

/// The largest difference of positions between the engine and a twin, relative to the largest motion.
fn difference<R: DeviceReal + Into<f64>>(mut builder: ModelBuilder, steps: u64) -> f64 {
    builder.settings.vbd.iterations = 300;
    builder.settings.dt = 0.001;
    let (model, start) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let mut engine = Vbd::new(Arc::clone(&model));
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
