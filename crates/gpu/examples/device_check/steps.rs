//! Time steps on the GPU beside those of the reference on the CPU, and their times.

use std::fmt::Debug;
use std::sync::Arc;

use crate::worlds::{LARGE, SMALL};
use tangency_engine::contact::for_model;
use tangency_engine::step::{Minimum, TimeStep};
use tangency_engine::{Model, ModelBuilder, State, Vec3 as Vector};
use tangency_formulas::Vec3;
use tangency_gpu::{
    CpuReference, Device, DeviceReal, DeviceStep, GpuError, Outcome, Phase, Setup, StepInputs,
};

/// Steps of each scene that are compared.
const COMPARED: u64 = 60;

fn built(builder: ModelBuilder) -> (Arc<Model>, State) {
    match builder.build() {
        Ok((model, state)) => (Arc::new(model), state),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1)
        }
    }
}

fn setup<R: DeviceReal>(model: &Arc<Model>) -> Setup<R> {
    match Setup::new(model) {
        Ok(setup) => setup,
        Err(refusal) => {
            eprintln!("{refusal}");
            std::process::exit(1)
        }
    }
}

/// The end of a step in the model's order.
fn in_order<R: DeviceReal + Into<f64>>(setup: &Setup<R>, values: &[Vec3<R>]) -> Vec<Vector> {
    let values = (setup.layout.numbering.place.iter()).map(|&k| values[k as usize]);
    values.map(|x| x.map(Into::into)).collect()
}

/// The first difference of two lists, in words.
fn difference<T: PartialEq + Debug>(name: &str, device: &[T], host: &[T]) -> Option<String> {
    if device.len() != host.len() {
        return Some(format!("{name}: {} and {}", device.len(), host.len()));
    }
    let wrong = device.iter().zip(host).filter(|(a, b)| a != b).count();
    let first = device.iter().zip(host).position(|(a, b)| a != b)?;
    Some(format!(
        "{name}: {wrong} of {} differ, first {first}: {:?} and {:?}",
        device.len(),
        device[first],
        host[first]
    ))
}

/// Runs all small scenes in one precision; whether all bits agree.
pub fn compare<R: DeviceReal + Send + Into<f64>>(device: &Device) -> Result<bool, GpuError> {
    let mut agree = true;
    for (name, scene) in SMALL {
        for is_divided in [true, false] {
            agree &= compare_scene::<R>(device, name, scene, is_divided)?;
        }
    }
    Ok(agree)
}

fn compare_scene<R: DeviceReal + Send + Into<f64>>(
    device: &Device,
    name: &str,
    scene: fn() -> ModelBuilder,
    is_divided: bool,
) -> Result<bool, GpuError> {
    let (model, mut state) = built(scene());
    let host = setup::<R>(&model);
    let (x, v) = (host.sorted(&state.x), host.sorted(&state.v));
    let own = Setup {
        is_divided,
        ..setup::<R>(&model)
    };
    let mut gpu = DeviceStep::new(device, own, &x, &v)?;
    let mut reference = CpuReference::new(host, x, v);
    let mut begun = TimeStep::new(Arc::clone(&model), for_model(&model));
    let (mut pairs, mut pushes, mut detections) = (0, 0, 0);
    for step in 1..=COMPARED {
        begun.begin(state);
        let inputs = StepInputs::new(&reference.setup, &begun);
        let (outcome, _) = gpu.step(&inputs)?;
        reference.step(&inputs);
        let [x, v] = gpu.download()?;
        begun.x = in_order(&reference.setup, &x);
        let velocities = in_order(&reference.setup, &v);
        (state, _) = begun.finish(Minimum::PositionsAndVelocities(velocities));
        let (begins, contacts) = gpu.pushes()?;
        let found = [
            difference("pairs", &gpu.pairs()?, &reference.pairs),
            difference("begins", &begins, &reference.pushes.0),
            difference("contacts", &contacts, &reference.pushes.1),
            difference("positions", &x, &reference.x[0]),
            difference("velocities", &v, &reference.v),
            difference(
                "stopped, detections, residual",
                &[
                    outcome.stopped,
                    outcome.detections,
                    outcome.residual.to_bits(),
                ],
                &[
                    reference.stopped,
                    reference.detections,
                    reference.residual.to_bits(),
                ],
            ),
        ];
        let found: Vec<String> = found.into_iter().flatten().collect();
        (pairs, pushes) = (outcome.pairs, outcome.pushes);
        detections += outcome.detections;
        if !found.is_empty() {
            println!("{name} ({}), step {step}: DIFFERENT", R::NAME);
            found.iter().for_each(|line| println!("  {line}"));
            return Ok(false);
        }
    }
    println!(
        "{name} ({}, {}): {COMPARED} steps of {} vertices agree in every bit; {pairs} pairs, {pushes} pushes at the end, {detections} detections, {} of them with a search",
        R::NAME,
        if is_divided { "shared" } else { "alone" },
        model.vertex_count(),
        gpu.searches()
    );
    Ok(true)
}

/// Times of a large scene.
pub fn bench<R: DeviceReal + Send + Into<f64>>(
    device: &Device,
    name: &str,
    builder: ModelBuilder,
    lanes: Option<usize>,
    steps: u64,
) -> Result<(), GpuError> {
    let (model, mut state) = built(builder);
    let mut plan = setup::<R>(&model);
    plan.lanes = lanes.unwrap_or(plan.lanes);
    println!(
        "\n{name} ({}): {} vertices, {} colours, {} iterations, {} lanes",
        R::NAME,
        model.vertex_count(),
        plan.layout.numbering.colours.len(),
        plan.iterations,
        plan.lanes
    );
    let (x, v) = (plan.sorted(&state.x), plan.sorted(&state.v));
    let mut gpu = DeviceStep::new(device, plan, &x, &v)?;
    let mut begun = TimeStep::new(Arc::clone(&model), for_model(&model));
    let mut run = |steps: u64, by_phase: bool| -> Result<(), GpuError> {
        let (mut times, mut phases) = (Vec::new(), [0.0_f32; 7]);
        let mut last = Outcome::default();
        let mut detections = 0;
        for _ in 0..steps {
            begun.begin(std::mem::take(&mut state));
            let inputs = StepInputs::new(&gpu.setup, &begun);
            if by_phase {
                let (outcome, spent) = gpu.step_by_phases(&inputs)?;
                phases.iter_mut().zip(spent).for_each(|(sum, t)| *sum += t);
                last = outcome;
            } else {
                let (outcome, spent) = gpu.step(&inputs)?;
                times.push(spent);
                detections += outcome.detections;
                last = outcome;
            }
            let [x, v] = gpu.download()?;
            begun.x = in_order(&gpu.setup, &x);
            let velocities = in_order(&gpu.setup, &v);
            (state, _) = begun.finish(Minimum::PositionsAndVelocities(velocities));
        }
        if by_phase {
            let each = phases.map(|sum| sum / steps as f32);
            println!(
                "  at {:.3} s, launch by launch, ms: {:?} = {each:.4?}",
                state.time,
                Phase::ALL
            );
        } else {
            let sum: f32 = times.iter().sum();
            let most = times.iter().copied().fold(0.0, f32::max);
            let least = times.iter().copied().fold(f32::INFINITY, f32::min);
            println!(
                "  at {:.3} s, as a graph: average {:.4} ms, min {least:.4}, max {most:.4}; {} pairs, {} pushes, {} planes, {} stopped, {detections} detections, residual {:.2e} m",
                state.time,
                sum / times.len() as f32,
                last.pairs,
                last.pushes,
                last.planes,
                last.stopped,
                last.residual
            );
        }
        Ok(())
    };
    run(5, false)?;
    for _ in 0..8 {
        run(steps / 8, false)?;
        run(4, true)?;
    }
    let before = device.launches();
    begun.begin(state);
    gpu.step_by_phases(&StepInputs::new(&gpu.setup, &begun))?;
    println!("  {} launches a step", device.launches() - before);
    let [x, _] = gpu.download()?;
    let is_finite = x.iter().flatten().all(|x| x.abs() < R::from_f64(1e3));
    println!(
        "  positions are {}",
        if is_finite { "finite" } else { "NOT FINITE" }
    );
    Ok(())
}

/// Measures the large scenes.
pub fn bench_all(device: &Device, lanes: Option<usize>) -> Result<(), GpuError> {
    for (name, scene) in LARGE {
        bench::<f32>(device, name, scene(), lanes, 400)?;
    }
    Ok(())
}

/// Steps of the small scenes on the CPU alone; whether all positions stay finite.
pub fn rehearse<R: DeviceReal + Send + Into<f64>>() -> bool {
    let mut all_finite = true;
    for (name, scene) in SMALL {
        let (model, mut state) = built(scene());
        let plan = setup::<R>(&model);
        let (x, v) = (plan.sorted(&state.x), plan.sorted(&state.v));
        let mut reference = CpuReference::new(plan, x, v);
        let mut begun = TimeStep::new(Arc::clone(&model), for_model(&model));
        let mut detections = 0;
        for step in 1..=COMPARED {
            begun.begin(state);
            let before = reference.x[0].clone();
            reference.step(&StepInputs::new(&reference.setup, &begun));
            detections += reference.detections;
            begun.x = in_order(&reference.setup, &reference.x[0]);
            let velocities = in_order(&reference.setup, &reference.v);
            (state, _) = begun.finish(Minimum::PositionsAndVelocities(velocities));
            let is_lost = |x: &Vec3<R>| !(x.x + x.y + x.z).abs().to_f32().is_finite();
            if let Some(v) = reference.x[0].iter().position(is_lost) {
                println!(
                    "{name} ({}), step {step}: vertex {v} is nowhere, after {:?}",
                    R::NAME,
                    before[v]
                );
                all_finite = false;
                break;
            }
        }
        println!(
            "{name} ({}): {} pairs, {} pushes, {detections} detections, residual {:.1e} m",
            R::NAME,
            reference.pairs.len(),
            reference.pushes.1.len(),
            reference.residual
        );
    }
    all_finite
}

/// Builds all scenes and says what is in them; needs no GPU.
pub fn describe() {
    for (name, scene) in SMALL.into_iter().chain(LARGE) {
        let (model, state) = built(scene());
        let plan = setup::<f32>(&model);
        let sizes = plan
            .layout
            .numbering
            .colours
            .iter()
            .map(|range| range.len());
        println!(
            "{name}: {} vertices, {} triangles, {} edges, {:?}, colours {:?}, {:?}",
            model.vertex_count(),
            model.surface.triangles.len(),
            model.surface.edges.len(),
            plan.family,
            sizes.collect::<Vec<_>>(),
            plan.constants
        );
        let (x, v) = (plan.sorted(&state.x), plan.sorted(&state.v));
        let mut plan = plan;
        plan.iterations = 1;
        let mut reference = CpuReference::new(plan, x, v);
        let mut begun = TimeStep::new(Arc::clone(&model), for_model(&model));
        begun.begin(state);
        reference.step(&StepInputs::new(&reference.setup, &begun));
        println!(
            "  {} pairs, {} pushes, {} planes",
            reference.pairs.len(),
            reference.pushes.1.len(),
            reference.planes.1.len()
        );
    }
}
