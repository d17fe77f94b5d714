//! Small scenes that the tests build on.
#![allow(dead_code, reason = "each test file uses its own share")]

pub mod golden;

use tangency_engine::{
    BendingKind, BodyHandle, BoundaryProgram, HalfSpace, Material, Membrane, ModelBuilder, Motion,
    MotionPiece, ShellMaterial, Simulation, Solid, State, Vec3,
};
use tangency_geometry::TetMesh;
use tangency_geometry::generate::{BoxParameters, cuboid};

pub fn boxes(size: [f64; 3], cells: [u32; 3]) -> TetMesh {
    cuboid(&BoxParameters {
        size: Vec3::from(size),
        cells,
        ..BoxParameters::default()
    })
    .expect("a box")
}

/// A material for sheets where it does not matter which.
pub fn some_cloth() -> ShellMaterial {
    ShellMaterial {
        density: 1000.0,
        thickness: 1e-3,
        young: 1e6,
        poisson: 0.3,
        membrane: Membrane::NeoHookean,
        stretching: 1.0,
        bending: 1.0,
        bending_kind: BendingKind::Plate,
        stretch_limit: f64::INFINITY,
        squeeze_limit: 0.0,
    }
}

pub fn shifted(mut mesh: TetMesh, by: [f64; 3]) -> TetMesh {
    for point in &mut mesh.points {
        *point += Vec3::from(by);
    }
    mesh
}

pub fn add(
    builder: &mut ModelBuilder,
    name: &str,
    mesh: TetMesh,
    material: Material,
    v: Vec3,
) -> BodyHandle {
    builder.add_solid(Solid {
        name: name.to_owned(),
        velocity: vec![v; mesh.points.len()],
        mesh,
        material,
        offset: 0.0,
    })
}

pub fn ground(builder: &mut ModelBuilder, height: f64) {
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::new(0.0, height, 0.0),
        normal: Vec3::y(),
    });
}

/// Vertices of a body that satisfy a condition on their position.
pub fn select(builder: &ModelBuilder, body: &BodyHandle, which: impl Fn(Vec3) -> bool) -> Vec<u32> {
    let points = builder.points(&body.vertices);
    body.vertices
        .clone()
        .zip(points)
        .filter(|(_, x)| which(**x))
        .map(|(v, _)| v)
        .collect()
}

pub fn moving(name: &str, vertices: Vec<u32>, velocity: Vec3, duration: f64) -> BoundaryProgram {
    BoundaryProgram {
        name: name.to_owned(),
        vertices,
        motion: Motion::pieces(vec![MotionPiece {
            duration,
            velocity,
            ..MotionPiece::hold()
        }]),
    }
}

/// Builds and runs so many steps; the simulation and the state after each.
pub fn run(builder: ModelBuilder, steps: usize) -> (Simulation, Vec<State>) {
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let states = (0..steps).map(|_| {
        simulation.step().expect("a solved step");
        simulation.state().clone()
    });
    let states = states.collect();
    (simulation, states)
}

/// Centre of mass of all bodies, m.
pub fn center(simulation: &Simulation, state: &State) -> Vec3 {
    let mass = &simulation.model().mass;
    let moment: Vec3 = state.x.iter().zip(mass).map(|(x, m)| x * *m).sum();
    moment / mass.iter().sum::<f64>()
}
