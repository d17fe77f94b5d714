//! Gradients of scenes by variables and parameters, against central differences of whole runs.

use std::path::Path;

use tangency::adjoint::{CenterOfMass, KineticEnergy, WeightedObjectives, Window};
use tangency::prelude::*;
use tangency::DifferentiableRun;

/// A ball that is thrown on the ground, beside a wall that turns and pushes it.
const THROWN: &str = r#"
gravity = [0, '= -g', 0]
friction = { mu = '= mu' }
ground = { height = 0, friction = 0.35 }

[parameters]
g = 9.81
mu = 0.3
speed = 1.5
size = "10 cm"
E = "40 kPa"
nu = 0.35
rho = 800
tilt = 20
push = [0.4, -1.0, 0.2]
turn = -60
cells = 4

[time]
step = 0.01
duration = 0.12

[solver]
dhat = "4 mm"
epsv = "5 mm/s"
kappa = 1000
newton_tolerance = { absolute = 1e-11 }

[[body]]
name = "box"
shape = { box = { size = ['= size', '= size', '= size'], cells = [2, 2, 2] } }
translate = [0, '= 0.56 * size', 0]
rotate = [0, '= tilt', 0]
velocity = ['= speed', '= -0.2 * speed', 0]
material = { young = '= E', poisson = '= nu', density = '= rho' }

[[obstacle]]
name = "paddle"
shape = { sphere = { radius = 0.05, refinement = 1 } }
translate = [0.125, 0.06, 0]
motion = { velocity = [-0.2, 0, 0], angular_velocity = [0, '= turn', 0] }

[[load]]
name = "wind"
body = "box"
force = '$push'
"#;

fn scene(text: &str) -> Scene {
    Scene::from_text("thrown.toml", text, Path::new(".")).unwrap()
}

fn objective(run: &DifferentiableRun) -> WeightedObjectives {
    let vertices: Vec<u32> = run.vertices("box").unwrap().collect();
    let end = run.steps() as u64;
    let target = Vec3::new(0.3, 0.1, -0.2);
    let center = CenterOfMass {
        vertices: vertices.clone(),
        target,
    };
    let energy = KineticEnergy { vertices };
    WeightedObjectives(vec![
        (
            1.0,
            Box::new(Window {
                steps: end..=end,
                objective: center,
            }),
        ),
        (
            0.1,
            Box::new(Window {
                steps: 3..=end,
                objective: energy,
            }),
        ),
    ])
}

fn value(scene: &Scene) -> f64 {
    let run = scene.differentiable_run().unwrap();
    run.gradient(&objective(&run), &[]).unwrap().value
}

/// The fourth-order difference of `value` at two steps; the one at which they agree best.
fn difference(at: impl Fn(f64) -> f64, size: f64) -> f64 {
    let central = |h: f64| (at(h) - at(-h)) / (2.0 * h);
    let quotient = |h: f64| (4.0 * central(0.5 * h) - central(h)) / 3.0;
    let quotients = [1e-2, 1e-3, 1e-4].map(|share| quotient(share * size));
    let gaps = [0, 1].map(|k| (quotients[k + 1] - quotients[k]).abs());
    if gaps[0] < gaps[1] {
        quotients[1]
    } else {
        quotients[2]
    }
}

#[test]
fn parameters_of_a_file_match_differences_of_runs() {
    let scene = scene(THROWN);
    let run = scene.differentiable_run().unwrap();
    let names = [
        "g", "mu", "speed", "size", "E", "nu", "rho", "tilt", "push", "turn",
    ];
    let gradient = run.gradient(&objective(&run), &names).unwrap();
    assert_eq!(gradient.notes, [] as [&str; 0]);
    for name in names {
        let found = &gradient[name];
        for (k, derivative) in found.derivatives.iter().enumerate() {
            let at = |h: f64| {
                let mut numbers = found.values.clone();
                numbers[k] += h;
                value(&scene.with_parameter(name, &numbers).unwrap())
            };
            let expected = difference(at, 0.1 * found.values[k].abs());
            let error = (derivative / expected - 1.0).abs();
            println!("{name} {k}: {derivative:e} {expected:e} {error:.1e}");
            assert!(error < 1e-5, "{name} {k}: {derivative} {expected}");
        }
    }
}
