//! Forces, stresses and pressures against closed forms, from scenes as a user writes them.

use std::f64::consts::PI;
use std::fmt::Write as _;

use tangency::prelude::*;

/// The simulation of a scene file.
fn simulation(text: &str) -> Simulation {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.toml");
    std::fs::write(&file, text).unwrap();
    Scene::load(&file).unwrap().simulate().unwrap()
}

/// The values of the only array of a field.
fn values(sim: &Simulation, kind: FieldKind) -> Vec<f64> {
    let mut arrays = sim.field(kind);
    assert_eq!(arrays.len(), 1);
    arrays.remove(0).values
}

#[test]
fn a_plate_carries_the_weight_of_a_block() {
    let mut sim = simulation(
        "[time]\nstep = 0.05\nduration = 5\n[solver]\nnewton_tolerance = { absolute = 1e-10 }\n[friction]\nmu = 0.2\n\
         [[body]]\nname = 'block'\nshape = { box = { size = [0.1, 0.1, 0.1], cells = [2, 2, 2] } }\ntranslate = [0, 0.0505, 0]\n\
         material = { density = 1000, young = 1e6, poisson = 0.3 }\n\
         [[obstacle]]\nname = 'plate'\nshape = { plane = { size = [1, 1] } }\n",
    );
    sim.run_until(5.0).unwrap();
    let weight = 1000.0 * 0.1_f64.powi(3) * 9.80665;
    let plate = sim.reaction("plate").unwrap();
    assert!(
        (plate.force / weight - Vec3::y()).norm() < 1e-6,
        "{}",
        plate.force / weight
    );
    let report = sim.last_report().unwrap().forces.clone().unwrap();
    let on_block = report.contacts["block|plate"].force;
    assert!((on_block - plate.force).norm() < 1e-9 * weight);
    // The pressure times the area around each vertex is the weight; its mean is that over the base.
    let pressures = values(&sim, FieldKind::ContactPressure);
    let below = sim
        .positions(sim.body("block").unwrap())
        .iter()
        .zip(&pressures);
    let below: Vec<f64> = below.filter(|(x, _)| x.y < 0.01).map(|(_, p)| *p).collect();
    let mean = below.iter().sum::<f64>() / below.len() as f64;
    assert!((mean / (weight / 0.01) - 1.0).abs() < 0.3, "{mean}");
}

#[test]
fn the_stress_of_a_bar_is_load_over_area() {
    let traction = 1e3;
    let mut sim = simulation(&format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.1\nduration = 1\nintegrator = 'quasi-static'\n\
         [solver]\nnewton_tolerance = {{ absolute = 1e-9 }}\n\
         [[body]]\nname = 'bar'\nshape = {{ box = {{ size = [1, 0.1, 0.1], cells = [20, 2, 2] }} }}\n\
         material = {{ density = 1000, young = 1e6, poisson = 0.3 }}\n\
         [[boundary]]\nname = 'wall'\nbody = 'bar'\nselect = {{ end = {{ side = '-x' }} }}\n\
         [[load]]\nname = 'pull'\nbody = 'bar'\nselect = {{ end = {{ side = '+x' }} }}\ntraction = [{traction}, 0, 0]\n\
         [output]\n[[output.probe]]\nname = 'middle'\nbody = 'bar'\npoint = [0.01, 0.02, 0.01]\nfields = ['cauchy_stress', 'von_mises']\n"
    ));
    sim.step().unwrap();
    let stress = &sim.field(FieldKind::CauchyStress)[0];
    let model = sim.model();
    let tets = model.elements.tets.iter().flat_map(|batch| &batch.stencils);
    let middle = tets.enumerate().filter(|(_, tet)| {
        let x = tet.iter().map(|&v| model.rest[v as usize].x);
        x.clone().fold(f64::MAX, f64::min) > -0.2 && x.fold(f64::MIN, f64::max) < 0.3
    });
    let (mut count, mut sum) = (0, Vec3::zeros());
    for (e, _) in middle {
        let entry = stress.entry(e);
        sum += Vec3::new(entry[0], entry[4], entry[8]);
        count += 1;
    }
    let mean = sum / f64::from(count);
    // The area has shrunk with Poisson's ratio.
    let area = (1.0_f64 - 0.3 * traction / 1e6).powi(2);
    assert!((mean.x / (traction / area) - 1.0).abs() < 0.01, "{mean}");
    assert!(
        mean.y.abs() < 0.01 * traction && mean.z.abs() < 0.01 * traction,
        "{mean}"
    );
    let wall = sim.reaction("wall").unwrap().force;
    assert!((wall.x + traction * 0.01).abs() < 1e-6 * traction, "{wall}");
}

#[test]
fn the_hoop_stress_of_a_balloon() {
    let (pressure, thickness) = (50.0, 1e-3);
    let mut sim = simulation(&format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.1\nduration = 1\nintegrator = 'quasi-static'\n\
         [[body]]\nname = 'balloon'\nshape = {{ sphere = {{ radius = 0.1, frequency = 12 }} }}\n\
         material = {{ model = 'stvk', density = 1000, young = 1e6, poisson = 0.4, thickness = {thickness} }}\n\
         [[boundary]]\nname = 'stand'\nbody = 'balloon'\nselect = {{ end = {{ side = '-y', fraction = 0.001 }} }}\n\
         [[load]]\nname = 'gas'\nbody = 'balloon'\npressure = {}\n",
        -pressure
    ));
    sim.run_until(0.5).unwrap();
    let positions = sim.positions(sim.body("balloon").unwrap());
    let center = positions.iter().sum::<Vec3>() / positions.len() as f64;
    let radius =
        positions.iter().map(|x| (x - center).norm()).sum::<f64>() / positions.len() as f64;
    assert!(radius > 0.1);
    let stress = &sim.field(FieldKind::CauchyStress)[0];
    let count = stress.len() as f64;
    let hoop = |e: usize| 0.5 * (stress.entry(e)[0] + stress.entry(e)[4] + stress.entry(e)[8]);
    let mean = (0..stress.len()).map(hoop).sum::<f64>() / count;
    let expected = pressure * radius / (2.0 * thickness);
    assert!(
        (mean / expected - 1.0).abs() < 0.03,
        "{mean} Pa, {expected} Pa"
    );
}

#[test]
fn a_rope_around_a_drum_holds_as_eytelwein_says() {
    let (radius, mu, load) = (0.05, 0.3, 1.0);
    let mut points = String::new();
    let around = radius + 2.5e-5;
    let mut point = |x: f64, y: f64| write!(points, "[{x}, {y}, 0],").unwrap();
    (0..10).for_each(|k| point(-around, -0.05 + 0.005 * f64::from(k)));
    (0..=90).for_each(|k| {
        let angle = PI * (1.0 - f64::from(k) / 90.0);
        point(around * angle.cos(), around * angle.sin());
    });
    (1..=10).for_each(|k| point(around, -0.005 * f64::from(k)));
    let mut sim = simulation(&format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.01\nduration = 1\nintegrator = 'quasi-static'\n\
         [solver]\nnewton_tolerance = {{ absolute = 1e-7 }}\ndhat = {{ absolute = 5e-5 }}\nepsv = '1 mm/s'\nfriction_iterations = 20\n\
         [friction]\nmu = {mu}\n\
         [[body]]\nname = 'rope'\nshape = {{ polyline = {{ points = [{points}] }} }}\n\
         material = {{ density = 1000, young = 1e8, thickness = 0.001, bending = 0.0001 }}\n\
         [[obstacle]]\nname = 'drum'\nshape = {{ pipe = {{ radius = {radius}, height = 0.02, segments = 180 }} }}\nrotate = [90, 0, 0]\n\
         [[boundary]]\nname = 'winch'\nbody = 'rope'\nselect = {{ box = {{ min = [0, -1, -1], max = [1, -0.0499, 1] }} }}\nmotion = {{ velocity = [0, -0.05, 0] }}\n\
         [[load]]\nname = 'weight'\nbody = 'rope'\nselect = {{ box = {{ min = [-1, -1, -1], max = [0, -0.0499, 1] }} }}\nforce = [0, {}, 0]\n",
        -load
    ));
    sim.run_until(0.1).unwrap();
    let pull = -sim.reaction("winch").unwrap().force.y;
    let expected = (mu * PI).exp();
    assert!(
        (pull / load / expected - 1.0).abs() < 0.03,
        "{} instead of {expected}",
        pull / load
    );
    // The tension is the same as the axial force at either end.
    let tension = values(&sim, FieldKind::AxialForce);
    assert!((tension[0] - load).abs() < 0.01 * load, "{}", tension[0]);
    assert!((tension[tension.len() - 1] - pull).abs() < 0.01 * pull);
    // All pairs slide.
    let pairs = sim.pair_forces().unwrap();
    assert!(pairs.len() > 20 && pairs.iter().filter(|pair| pair.sticks).count() < pairs.len() / 10);
}
