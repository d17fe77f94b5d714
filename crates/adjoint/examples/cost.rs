//! Processor time of a run and of its gradient by every variable that the scene has, and the memory that both took.
//!
//! ```sh
//! cargo run --release -p tangency-adjoint --example cost -- stack 8 30        # two soft blocks; cells along a block, steps
//! cargo run --release -p tangency-adjoint --example cost -- cloth 2000 40     # a cloth on a ball; points, steps
//! cargo run --release -p tangency-adjoint --example cost -- skirt 2000 40     # a woven skirt on a cone; points, steps
//! cargo run --release -p tangency-adjoint --example cost -- cloth 10000 100 64   # states within 64 MB
//! ```

use std::sync::Arc;

use tangency_adjoint::{CenterOfMass, Recording, Variable, Window};
use tangency_engine::process::{cpu_seconds, peak_rss_mb};
use tangency_engine::{
    HalfSpace, Length, Material, Membrane, ModelBuilder, Obstacle, RestShape, Shell, ShellMaterial,
    Solid, Vec3, Weave,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{
    BoxParameters, ClothParameters, ClothTubeParameters, ConeParameters, SphereParameters, cloth,
    cloth_spacing, cloth_tube, cone_surface, cuboid, sphere_surface,
};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let scene = words.first().map_or("stack", String::as_str);
    let number = |k: usize| words.get(k).and_then(|text| text.parse::<u32>().ok());
    let steps = number(2).unwrap_or(30);
    let mut wanted = vec![
        Variable::Positions,
        Variable::Velocities,
        Variable::Young,
        Variable::YoungByElement,
        Variable::Poisson,
        Variable::Density,
        Variable::Friction,
        Variable::Gravity,
        Variable::RestShape,
    ];
    let of_sheets = [Variable::Thickness, Variable::Bending, Variable::Weave];
    let builder = match scene {
        "stack" => stack(number(1).unwrap_or(8))?,
        "cloth" => draped_cloth(number(1).unwrap_or(2000))?,
        "skirt" => skirt(number(1).unwrap_or(2000))?,
        _ => return Err(format!("there is no scene `{scene}`: stack, cloth or skirt").into()),
    };
    if scene != "stack" {
        wanted.extend(of_sheets);
    }
    let (model, state) = builder.build()?;
    let model = Arc::new(model);
    let started = cpu_seconds();
    let memory = number(3).map_or(1 << 30, |megabytes| (megabytes as usize) << 20);
    let recording = Recording::within(&model, state, steps as usize, memory)?;
    let forward = cpu_seconds() - started;
    let of_run = peak_rss_mb();
    let objective = Window {
        steps: u64::from(steps)..=u64::from(steps),
        objective: CenterOfMass {
            vertices: (0..model.vertex_count() as u32).collect(),
            target: Vec3::x(),
        },
    };
    let started = cpu_seconds();
    let gradient = recording.gradient(&objective, &wanted)?;
    let backward = cpu_seconds() - started;
    println!(
        "{scene}: {} vertices, {} tets, {} triangles of sheets, {steps} steps, a state kept every {}: run {forward:.2} s, \
         gradient {backward:.2} s, {:.3} of the run; {} indefinite systems; most memory {of_run:.0} MB after the run, {:.0} MB in all",
        model.vertex_count(),
        model.tet_count(),
        model.elements.triangles.triangles.len(),
        recording.interval(),
        backward / forward,
        gradient.indefinite_systems,
        peak_rss_mb(),
    );
    Ok(())
}

/// A scene with friction and without bodies.
fn empty(dhat: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.settings.newton_tolerance = Length::Absolute(1e-8);
    builder.settings.dhat = Length::Absolute(dhat);
    builder.settings.kappa = Some(1e3);
    builder.friction.default = 0.3;
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::zeros(),
        normal: Vec3::y(),
    });
    builder
}

/// Two soft blocks, thrown on the ground and on each other.
fn stack(cells: u32) -> Result<ModelBuilder, Failure> {
    let mut builder = empty(2e-3);
    for (k, height) in [0.0525, 0.156].into_iter().enumerate() {
        let mut mesh = cuboid(&BoxParameters {
            size: Vec3::repeat(0.1),
            cells: [cells; 3],
            ..BoxParameters::default()
        })?;
        let along = 0.013 * k as f64;
        shift(&mut mesh.points, Vec3::new(along, height, along));
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
    Ok(builder)
}

/// A cloth that falls on a ball that stands still, and slides on it.
fn draped_cloth(points: u32) -> Result<ModelBuilder, Failure> {
    let mut builder = empty(2e-3);
    let mut ball = sphere_surface(&SphereParameters {
        radius: 0.1,
        ..SphereParameters::default()
    })?;
    shift(&mut ball.points, Vec3::new(0.0, 0.2, 0.0));
    add_obstacle(&mut builder, "ball", ball);
    let size = [0.4; 2];
    let mut mesh = cloth(&ClothParameters {
        size,
        spacing: cloth_spacing(size, points),
        ..ClothParameters::default()
    })?;
    shift(&mut mesh.points, Vec3::new(0.02, 0.303, 0.01));
    let material = ShellMaterial {
        membrane: Membrane::NeoHookean,
        stretch_limit: 1.1,
        ..fabric()
    };
    add_shell(&mut builder, mesh, material, Vec3::new(0.3, -0.2, 0.0));
    Ok(builder)
}

/// A woven skirt that slides down a cone until it fits.
fn skirt(points: u32) -> Result<ModelBuilder, Failure> {
    let mut builder = empty(2e-3);
    let mut cone = cone_surface(&ConeParameters {
        bottom_radius: 0.16,
        top_radius: 0.06,
        height: 0.4,
        ..ConeParameters::default()
    })?;
    shift(&mut cone.points, Vec3::new(0.0, 0.25, 0.0));
    add_obstacle(&mut builder, "cone", cone);
    let (radius, length) = (0.1, 0.2);
    let size = [std::f64::consts::TAU * radius, length];
    let mut mesh = cloth_tube(&ClothTubeParameters {
        radius,
        length,
        spacing: cloth_spacing(size, points),
    })?;
    shift(&mut mesh.points, Vec3::new(0.0, 0.43, 0.0));
    let material = ShellMaterial {
        membrane: Membrane::Woven(Weave {
            stiffness: [4e5, 1e5, 3e5, 1e5],
            limits: [0.2, 0.2, 0.15],
        }),
        ..fabric()
    };
    add_shell(&mut builder, mesh, material, Vec3::new(0.0, -0.5, 0.0));
    Ok(builder)
}

fn fabric() -> ShellMaterial {
    ShellMaterial {
        density: 500.0,
        thickness: 5e-4,
        young: 4e5,
        poisson: 0.3,
        membrane: Membrane::StVenantKirchhoff,
        stretching: 1.0,
        bending: 1.0,
        bending_kind: Default::default(),
        stretch_limit: f64::INFINITY,
        squeeze_limit: 0.0,
    }
}

fn add_shell(builder: &mut ModelBuilder, mesh: SurfaceMesh, material: ShellMaterial, v: Vec3) {
    builder.add_shell(Shell {
        name: "cloth".to_owned(),
        velocity: vec![v; mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::y(),
        material,
        offset: 5e-4,
    });
}

fn add_obstacle(builder: &mut ModelBuilder, name: &str, mesh: SurfaceMesh) {
    builder.add_obstacle(Obstacle {
        name: name.to_owned(),
        mesh,
        offset: 0.0,
    });
}

fn shift(points: &mut [Vec3], by: Vec3) {
    points.iter_mut().for_each(|x| *x += by);
}
