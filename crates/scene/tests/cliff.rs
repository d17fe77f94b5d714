//! A cube on a cliff as wide as itself (Erleben 2018; Huang et al. 2025, Fig. 26): what does not push sideways leaves it
//! where it is.

use tangency_engine::{Simulation, Vec3};
use tangency_scene::load;

/// Distance that the cube has slid after one second and after two, m, and angle by which it has turned about the
/// vertical, degrees.
fn run(contact: &str) -> [[f64; 2]; 2] {
    let scene = load("cliff-edge", &[format!("solver.contact={contact}")]).unwrap();
    let (model, state, _) = scene.build().unwrap();
    let cube: Vec<usize> = (model.bodies[0].vertices.clone())
        .map(|v| v as usize)
        .collect();
    let start = state.x.clone();
    let centre = |x: &[Vec3]| {
        let sum: Vec3 = cube.iter().map(|&v| x[v]).sum();
        sum / cube.len() as f64
    };
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    [200, 200].map(|steps| {
        for _ in 0..steps {
            simulation.step().unwrap();
        }
        assert!(simulation.certificate().verified);
        let x = &simulation.state().x;
        let (was, is) = (centre(&start), centre(x));
        let slid = is - was;
        // The best turn about the vertical of the cube's points about their centre.
        let (mut sin, mut cos) = (0.0, 0.0);
        for &v in &cube {
            let (a, b) = (start[v] - was, x[v] - is);
            cos += a.x * b.x + a.z * b.z;
            sin += a.z * b.x - a.x * b.z;
        }
        [slid.x.hypot(slid.z), sin.atan2(cos).to_degrees().abs()]
    })
}

#[test]
fn a_cube_stays_on_its_cliff() {
    let [ipc, convergent, gcp] = ["ipc", "convergent", "gcp"].map(|contact| {
        let [first, second] = run(contact);
        println!(
            "{contact}: {:.1} mm and {:.4} degrees after 1 s, {:.1} mm and {:.4} degrees after 2 s",
            1e3 * first[0],
            first[1],
            1e3 * second[0],
            second[1]
        );
        [first, second]
    });
    assert!(gcp[1][0] < 5e-3 && gcp[1][1] < 0.01);
    assert!((gcp[1][0] - gcp[0][0]).abs() < 1e-4, "it has come to rest");
    for other in [ipc, convergent] {
        assert!(other[1][0] > 20e-3 && other[1][1] > 0.1);
    }
}
