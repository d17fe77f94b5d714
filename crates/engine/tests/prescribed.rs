//! Prescribed motion pushes without piercing, and explains itself where it cannot.

use crate::common::{add, boxes, moving, select, shifted};
use tangency_engine::{
    Material, ModelBuilder, Obstacle, ReleasePlane, Simulation, StepError, Vec3,
};
use tangency_geometry::generate::{PlaneParameters, plane};

fn plate(builder: &mut ModelBuilder, name: &str, height: f64) -> Vec<u32> {
    let mut mesh = plane(&PlaneParameters {
        size: [2.0; 2],
        ..PlaneParameters::default()
    })
    .expect("a plane");
    for point in &mut mesh.points {
        point.y = height;
    }
    let handle = builder.add_obstacle(Obstacle {
        name: name.to_owned(),
        mesh,
        offset: 0.0,
    });
    handle.vertices.collect()
}

fn cube_between_plates(speed: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.02;
    add(
        &mut builder,
        "cube",
        boxes([0.5; 3], [3; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    plate(&mut builder, "floor", -0.26);
    let press = plate(&mut builder, "press", 0.26);
    builder.add_boundary(moving("press", press, Vec3::new(0.0, -speed, 0.0), 0.2));
    builder
}

#[test]
fn a_fast_press_squeezes_a_cube_without_piercing_it() {
    // 0.02 m a step against d̂ below 1 mm: the plates would pass straight through without a filter.
    let (model, state) = cube_between_plates(1.0).build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    for _ in 0..12 {
        simulation.step().expect("a solved step");
    }
    let press = &simulation.state().x[simulation.state().x.len() - 1];
    assert!(
        (press.y - 0.06).abs() < 1e-4,
        "the press has reached its target: {}",
        press.y
    );
    assert!(simulation.certificate().verified);
    assert!(
        simulation
            .certificate()
            .min_distance
            .is_some_and(|d| d > 0.0)
    );
}

#[test]
fn a_press_that_cannot_go_on_names_program_and_pair() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.02;
    let cube = add(
        &mut builder,
        "cube",
        boxes([0.5; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    let all = select(&builder, &cube, |_| true);
    builder.add_boundary(moving("hold", all, Vec3::zeros(), 1.0));
    let press = plate(&mut builder, "press plate", 0.26);
    builder.add_boundary(moving("press", press, Vec3::new(0.0, -1.0, 0.0), 1.0));
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let error = (0..5)
        .find_map(|_| simulation.step().err())
        .expect("a wall cannot pass a wall");
    assert!(
        matches!(&error, StepError::BoundaryBlocked { program, .. } if program == "press"),
        "{error}"
    );
    assert!(error.to_string().contains("`cube`"), "{error}");
}

#[test]
fn released_vertices_are_free_again() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.02;
    let cube = add(
        &mut builder,
        "cube",
        shifted(boxes([0.5; 3], [1; 3]), [0.0, 3.0, 0.0]),
        Material::default(),
        Vec3::zeros(),
    );
    let all = select(&builder, &cube, |_| true);
    let mut hold = moving("hold", all, Vec3::zeros(), 1.0);
    hold.motion.release = Some(0.1);
    builder.add_boundary(hold);
    let (model, state) = builder.build().expect("a valid scene");
    let start = state.x[0].y;
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    for _ in 0..5 {
        simulation.step().expect("a solved step");
    }
    assert_eq!(simulation.state().x[0].y, start);
    simulation.step().expect("a solved step");
    assert!(simulation.state().x[0].y < start);
}

#[test]
fn what_has_passed_a_place_is_let_go_for_good() {
    let run = |passage: Option<f64>| {
        let mut builder = ModelBuilder::new();
        builder.settings.dt = 0.02;
        builder.gravity = Vec3::new(-1.0, 0.0, 0.0);
        let material = Material::default();
        let mesh = boxes([0.5; 3], [1; 3]);
        let cube = add(&mut builder, "cube", mesh, material, Vec3::zeros());
        let right = select(&builder, &cube, |x| x.x > 0.2);
        let mut pull = moving("pull", right, Vec3::new(1.0, 0.0, 0.0), 10.0);
        pull.motion.release_plane = passage.map(|at| ReleasePlane {
            vertices: vec![cube.vertices.clone()],
            direction: Vec3::x(),
            at,
        });
        builder.add_boundary(pull);
        let (model, state) = builder.build().expect("a valid scene");
        let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
        let mut ways = Vec::new();
        for _ in 0..150 {
            simulation.step().expect("a solved step");
            let state = simulation.state();
            let x = cube.vertices.clone().map(|v| state.x[v as usize].x);
            ways.push((x.fold(f64::INFINITY, f64::min), state.released.clone()));
        }
        ways
    };
    let held = run(None);
    assert!(held.iter().all(|(_, released)| released.is_empty()));
    assert!((held[149].0 - 2.75).abs() < 0.05, "{:?}", held[149]);
    let ways = run(Some(0.25));
    // As before until the step that starts with all of the cube beyond 0.25 m, where it is let go.
    let passed = ways.iter().position(|(x, _)| *x > 0.25).expect("passed");
    assert_eq!(ways[..=passed], held[..=passed]);
    assert!(ways[passed + 1..].iter().all(|(_, free)| *free == [0]));
    // Thrown with 1 m/s against 1 m/s², it comes back, and is not caught again.
    let farthest = ways.iter().map(|(x, _)| *x).fold(0.0, f64::max);
    assert!((farthest - 0.75).abs() < 0.05, "{farthest}");
    assert!(ways[149].0 < 0.0, "{:?}", ways[149]);
}
