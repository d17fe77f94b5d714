//! The Geometric Contact Potential on meshes that are refined: paths stay, and the potential converges (Huang et al. 2025,
//! sections 5.3.6, 6.5 and 6.6, Figs. 36 and 38).

use std::path::Path;
use std::sync::Arc;

use tangency_engine::contact::{ContactModel, GcpContact};
use tangency_engine::energy::Energy;
use tangency_engine::{Model, Simulation, Vec3};
use tangency_scene::{catalogue, load_text};

/// Height of the corner after each step.
fn path(settings: &[&str]) -> Vec<f64> {
    let entry = catalogue::find("corner-impact").expect("a scene of the catalogue");
    let settings: Vec<String> = settings.iter().map(|&s| s.to_owned()).collect();
    let scene = load_text("corner.toml", entry.text, Path::new("."), &settings).unwrap();
    let (model, state, _) = scene.build().unwrap();
    let moves = |&v: &usize| !model.is_obstacle[v];
    let tip = (0..model.vertex_count())
        .filter(moves)
        .min_by(|&a, &b| model.rest[a].y.total_cmp(&model.rest[b].y))
        .unwrap();
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let heights = (0..80).map(|_| {
        simulation.step().unwrap();
        simulation.state().x[tip].y
    });
    heights.collect()
}

/// Largest difference of two paths, of the way the corner falls.
fn difference(path: &[f64], other: &[f64]) -> f64 {
    let pairs = path.iter().zip(other);
    let largest = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    largest / (0.12 - other.iter().copied().fold(f64::INFINITY, f64::min))
}

#[test]
fn a_corner_takes_the_same_path_at_all_levels() {
    let at = |level: usize| path(&[&format!("levels={level}")]);
    let finest = at(5);
    for level in 0..5 {
        let difference = difference(&at(level), &finest);
        println!("level {level}: {:.3} % of the way", 100.0 * difference);
        assert!(difference < 0.01, "level {level}: {difference}");
    }
}

#[test]
fn a_corner_whose_weight_shrinks_with_its_edges_gets_nearer() {
    let at = |level: usize| path(&[&format!("levels={level}"), "solver.gcp={}"]);
    let difference = difference(&at(1), &at(4));
    println!("{:.1} % of the way", 100.0 * difference);
    assert!(difference > 0.1, "{difference}");
}

/// A planar or spatial scene of two bodies, apart at rest.
fn model(text: &str) -> Arc<Model> {
    let scene = load_text("two.toml", text, Path::new("."), &[]).unwrap();
    Arc::new(scene.build().unwrap().0)
}

/// The potential, per stiffness, with the first body lowered by so much.
fn potential(model: &Arc<Model>, by: f64) -> f64 {
    let mut x = model.rest.clone();
    for v in model.bodies[0].vertices.clone() {
        x[v as usize] -= Vec3::new(0.0, by, 0.0);
    }
    let mut contact = GcpContact::new(Arc::clone(model));
    contact.begin_step(None, 1.0);
    contact.detect(&x);
    contact.value(&x) / contact.stiffness()
}

/// Potentials of one scene at halved edge lengths converge: each difference is at most `shrinks` of the one before.
fn converges(name: &str, potentials: &[f64], shrinks: f64) {
    let differences: Vec<f64> = potentials.windows(2).map(|p| p[1] - p[0]).collect();
    println!("{name}: {potentials:?}, differences {differences:?}");
    for pair in differences.windows(2) {
        assert!(pair[1].abs() < shrinks * pair[0].abs(), "{name}");
    }
    let last = potentials[potentials.len() - 1];
    let error = differences[differences.len() - 1].abs() / last;
    assert!(error < 0.05, "{name}: {error}");
}

const PLANE: &str = "plane = true\ngravity = [0, 0, 0]\n[solver]\ncontact = 'gcp'\ndhat = '0.2 m'\ngcp = { length = '0.1 m' }\n";

#[test]
fn the_potential_of_two_discs_converges() {
    let at = |edge: f64| {
        let disc = format!("shape = {{ disc = {{ radius = 0.5, edge = {edge} }} }}");
        let text = format!(
            "{PLANE}[[body]]\nname = 'high'\n{disc}\ntranslate = [0.1, 1.5, 0]\n[[body]]\nname = 'low'\n{disc}\n"
        );
        potential(&model(&text), 0.4)
    };
    let potentials: Vec<f64> = (2..7).map(|k| at(0.2 / f64::from(1 << k))).collect();
    converges("discs", &potentials, 0.7);
}

/// A corner of a right angle above a plane, in the limit of fine edges: `L ∫ H(-|x|/r) p_ε(r) dx` over the plane's points,
/// at distance `r` from the corner, since the corner's own factors are 1 where H is not 0.
fn above_a_plane(length: f64, epsilon: f64, alpha: f64, gap: f64) -> f64 {
    let spline = |x: f64| match x {
        x if x < 0.5 => 1.0 - 6.0 * x * x * (1.0 - x),
        x if x < 1.0 => 2.0 * (1.0 - x).powi(3),
        _ => 0.0,
    };
    let step = |x: f64| match x {
        x if x < -3.0 => 0.0,
        x if x < -2.0 => (3.0 + x).powi(3) / 6.0,
        x if x < -1.0 => (3.0 - 9.0 * x - 9.0 * x * x - 2.0 * x * x * x) / 6.0,
        x => 1.0 + x * x * x / 6.0,
    };
    let count = 100_000;
    let width = epsilon / f64::from(count);
    let at = |k: i32| {
        let x = (f64::from(k) + 0.5) * width;
        let r = x.hypot(gap);
        step(-3.0 * x / r / alpha) * spline(r / epsilon) / r
    };
    2.0 * length * width * (0..count).map(at).sum::<f64>()
}

#[test]
fn the_potential_of_a_corner_above_a_plane_converges_to_its_integral() {
    let at = |cells: usize| {
        let text = format!(
            "{PLANE}[[body]]\nname = 'square'\nshape = {{ rectangle = {{ size = [1, 1], cells = [{cells}, {cells}] }} }}\n\
             rotate = [0, 0, 45]\ntranslate = [0, 2, 0]\n\
             [[body]]\nname = 'plane'\nshape = {{ rectangle = {{ size = [1, 0.5], cells = [{cells}, 2] }} }}\n\
             translate = [0, -0.25, 0]\n"
        );
        potential(&model(&text), 2.0 - 0.5_f64.sqrt() - 0.08)
    };
    let limit = above_a_plane(0.1, 0.2, 0.5, 0.08);
    let errors: Vec<f64> = [16, 32, 64, 128].map(|n| at(n) / limit - 1.0).to_vec();
    println!("corner: errors {errors:?} of {limit}");
    assert!(errors[3].abs() < 0.01);
    assert!(errors[3].abs() < 0.5 * errors[0].abs());
}

#[test]
fn the_potential_of_two_boxes_converges() {
    let at = |cells: usize| {
        let shape = format!(
            "shape = {{ box = {{ size = [0.5, 0.2, 0.5], cells = [{cells}, 1, {cells}] }} }}"
        );
        let text = format!(
            "gravity = [0, 0, 0]\n[solver]\ncontact = 'gcp'\ndhat = '0.8 m'\ngcp = {{ length = '0.1 m' }}\n\
             [[body]]\nname = 'high'\n{shape}\nrotate = [0, 20, 0]\ntranslate = [0.1, 2, 0.2]\n\
             [[body]]\nname = 'low'\n{shape}\n"
        );
        potential(&model(&text), 2.0 - 0.2 - 0.5)
    };
    let potentials: Vec<f64> = [3, 6, 12, 24].map(at).to_vec();
    converges("boxes", &potentials, 0.7);
}
