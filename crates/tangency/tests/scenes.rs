//! A scene that a program writes is the one that a file says.

use tangency::energy::{BlockSink, Energy};
use tangency::prelude::*;
use tangency::shapes::{BallShape, Shape};

const FILE: &str = r#"
ground = 0
friction = { mu = 0.3 }
[time]
step = 0.01
duration = 0.2
[solver]
dhat = "1 mm"
[[body]]
name = "box"
shape = { box = { size = [0.2, 0.1, 0.1], cells = [2, 1, 1] } }
rotate = [0, 0, 20]
translate = [0, 0.2, 0]
velocity = [1, 0, 0]
material = { density = 500, young = 1e6, poisson = 0.3 }
[[body]]
name = "ball"
shape = { ball = { radius = 0.05, cells_across = 4 } }
translate = [0, 0.4, 0]
[[obstacle]]
name = "wall"
shape = { plane = { size = [1, 1] } }
rotate = { axis = [0, 0, 1], angle = 90 }
translate = [0.5, 0.5, 0]
motion = { velocity = [-0.1, 0, 0], duration = 0.1 }
[[boundary]]
name = "held"
body = "box"
select = { end = { side = "-x" } }
release = 0.05
[[load]]
name = "push"
body = "ball"
force = [0, 0, 1]
"#;

fn written() -> Scene {
    let scene = Scene::new().time_step(0.01).duration(0.2);
    let mut scene = scene.ground(0.0).friction(0.3).dhat(1e-3);
    let cuboid = Solid::cuboid([0.2, 0.1, 0.1], [2, 1, 1]).rotated([0.0, 0.0, 20.0]);
    let cuboid = cuboid.density(500.0).young(1e6).poisson(0.3);
    let cuboid = cuboid.at([0.0, 0.2, 0.0]).velocity([1.0, 0.0, 0.0]);
    let cuboid = scene.add(cuboid.named("box"));
    let wall = Obstacle::plane([1.0, 1.0]).rotated_about([0.0, 0.0, 1.0], 90.0);
    let wall = wall.at([0.5, 0.5, 0.0]).moving([-0.1, 0.0, 0.0], 0.1);
    scene.add(wall.named("wall"));
    let ball = Shape::Ball(BallShape {
        radius: 0.05,
        cells_across: 4,
    });
    let ball = scene.add(Solid::shape(ball).at([0.0, 0.4, 0.0]).named("ball"));
    let held = BoundaryCondition::hold(cuboid)
        .end(BoxSide::MinusX)
        .until(0.05);
    scene.prescribe(held.named("held"));
    scene.apply(ExternalLoad::force(ball, [0.0, 0.0, 1.0]).named("push"));
    scene
}

#[test]
fn a_program_says_what_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.toml");
    std::fs::write(&file, FILE).unwrap();
    let read = Scene::load(&file).unwrap();
    let written = written();
    assert_eq!(written.to_json().unwrap(), read.to_json().unwrap());
    let [mut read, mut written] = [read, written].map(|scene| scene.simulate().unwrap());
    for sim in [&mut read, &mut written] {
        sim.run_until(0.1).unwrap();
    }
    assert_eq!(read.state(), written.state());
}

#[test]
fn bodies_and_obstacles_are_found_in_whatever_order_they_were_added() {
    let mut scene = Scene::new();
    let low = scene.add(Obstacle::cuboid([1.0; 3]).at([0.0, -1.0, 0.0]));
    let middle = scene.add(Solid::cube(1.0).at([0.0, 1.0, 0.0]));
    let wall = scene.add(Obstacle::plane([1.0; 2]).at([0.0, 3.0, 0.0]));
    let high = scene.add(Solid::cube(1.0).at([0.0, 5.0, 0.0]));
    let sim = scene.simulate().unwrap();
    let heights = [low, middle, wall, high].map(|body| sim.center_of_mass(body).y.round());
    assert_eq!(heights, [-1.0, 1.0, 3.0, 5.0]);
    for body in [low, middle, wall, high] {
        assert_eq!(sim.body(scene.name_of(body)), Some(body));
    }
    assert_eq!(sim.body("nothing"), None);
}

#[test]
fn errors_have_their_geometry_in_fields() {
    let mut scene = Scene::new();
    scene.add(Solid::cube(1.0).named("a"));
    scene.add(Solid::cube(1.0).at([0.5; 3]).named("b"));
    let error = scene.simulate().unwrap_err();
    assert!(error.model().is_some(), "{error}");
    scene.add(Solid::cube(1.0).named("a"));
    let error = scene.simulate().unwrap_err();
    assert!(error.to_string().contains("given twice"), "{error}");
    // No line is named of a file that nobody wrote.
    assert!(error.to_string().starts_with("scene.json: "), "{error}");
}

struct Nothing;

impl Energy for Nothing {
    fn value(&self, _: &[Vec3]) -> f64 {
        0.0
    }
    fn gradient(&self, _: &[Vec3], _: &mut [Vec3]) {}
    fn hessian(&self, _: &[Vec3], _: &mut BlockSink) {}
}

#[test]
fn what_cannot_be_is_refused_before_the_first_step() {
    let mut scene = Scene::new().stepper(StepperKind::Vbd);
    let cloth = scene.add(Cloth::rectangle([0.2, 0.2], 0.05).hinges());
    let mut sim = scene.simulate().unwrap();
    let refused = sim.add_energy(Nothing).unwrap_err();
    assert!(matches!(refused, Error::EnergyWithoutNewton));
    let other = Scene::new().stepper(StepperKind::Gpu).exact_checks();
    let mut other = other.gravity([0.0; 3]);
    other.add(Cloth::rectangle([0.2, 0.2], 0.05).hinges());
    assert!(matches!(other.simulate().unwrap_err(), Error::CheckedGpu));
    // A checkpoint of other bodies.
    let mut larger = Scene::new();
    larger.add(Cloth::rectangle([0.4, 0.2], 0.05).hinges());
    let refused = larger.resume(&sim.checkpoint()).unwrap_err();
    assert!(matches!(refused, Error::Checkpoint(_)), "{refused}");
    assert!(sim.positions(cloth).len() > 4);
}

#[test]
fn an_observer_ends_a_run_and_the_step_counts() {
    let mut scene = Scene::new().time_step(0.01);
    scene.add(Solid::cube(1.0));
    let mut sim = scene.simulate().unwrap();
    sim.observe(|sim: &Simulation, _: &StepReport| match sim.step_number() {
        3 => Err(Error::Observer("enough".into())),
        _ => Ok(()),
    });
    let error = sim.run_until(1.0).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), sim.step_number()),
        ("enough", 3)
    );
}
