//! Seconds of a run and of its gradient by everything: soft blocks thrown on the ground and on each other.
//!
//! ```sh
//! cargo run --release -p tangency-adjoint --example cost -- 12 40     # cells along a block, steps
//! ```

use std::sync::Arc;
use std::time::Instant;

use tangency_adjoint::{CenterOfMass, Recording, Variable, Window};
use tangency_engine::{HalfSpace, Length, Material, ModelBuilder, Solid, Vec3};
use tangency_geometry::generate::{BoxParameters, cuboid};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let (cells, steps) = (
        numbers.first().copied().unwrap_or(8),
        numbers.get(1).copied().unwrap_or(30),
    );
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.settings.newton_tolerance = Length::Absolute(1e-8);
    builder.settings.dhat = Length::Absolute(2e-3);
    builder.settings.kappa = Some(1e3);
    builder.friction.default = 0.3;
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::zeros(),
        normal: Vec3::y(),
    });
    for (k, height) in [0.0525, 0.156].into_iter().enumerate() {
        let mut mesh = cuboid(&BoxParameters {
            size: Vec3::repeat(0.1),
            cells: [cells; 3],
            ..BoxParameters::default()
        })?;
        let along = 0.013 * k as f64;
        mesh.points
            .iter_mut()
            .for_each(|x| *x += Vec3::new(along, height, along));
        builder.add_solid(Solid {
            name: format!("block {k}"),
            velocity: vec![Vec3::new(1.0 - k as f64, -0.3, 0.0); mesh.points.len()],
            mesh,
            material: Material {
                young: 1e5,
                ..Material::default()
            },
            offset: 0.0,
        });
    }
    let (model, state) = builder.build()?;
    let model = Arc::new(model);
    let started = Instant::now();
    let recording = Recording::run(&model, state, steps as usize)?;
    let forward = started.elapsed().as_secs_f64();
    let objective = Window {
        steps: u64::from(steps)..=u64::from(steps),
        objective: CenterOfMass {
            vertices: (0..model.vertex_count() as u32).collect(),
            target: Vec3::x(),
        },
    };
    let started = Instant::now();
    let gradient = recording.gradient(&objective, &Variable::ALL)?;
    let backward = started.elapsed().as_secs_f64();
    println!(
        "{} vertices, {} tets, {steps} steps: run {forward:.2} s, gradient {backward:.2} s, {:.2} of the run; {} indefinite systems",
        model.vertex_count(),
        model.tet_count(),
        backward / forward,
        gradient.indefinite_systems
    );
    Ok(())
}
