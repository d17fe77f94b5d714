//! Loads, time ranges and mesh sequences against closed forms.

use crate::common::{add, boxes, moving, run, select};
use tangency_engine::{
    BoundaryProgram, Integrator, Length, Load, LoadKind, Material, ModelBuilder, Motion,
    MotionPiece, Obstacle, Path, Sequence, Vec3,
};
use tangency_geometry::generate::{PlaneParameters, plane};

const YOUNG: f64 = 1e6;

/// A bar of unit length along y, held below, with a load on its top.
fn loaded(kind: impl Fn(&ModelBuilder, Vec<u32>) -> LoadKind) -> f64 {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.integrator = Integrator::QuasiStatic;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let material = Material {
        young: YOUNG,
        poisson: 0.0,
        ..Material::default()
    };
    let bar = add(
        &mut builder,
        "bar",
        boxes([0.2, 1.0, 0.2], [2, 8, 2]),
        material,
        Vec3::zeros(),
    );
    let foot = select(&builder, &bar, |x| x.y < -0.5 + 1e-9);
    let top = select(&builder, &bar, |x| x.y > 0.5 - 1e-9);
    builder.add_boundary(moving("foot", foot, Vec3::zeros(), 1.0));
    let kind = kind(&builder, top.clone());
    builder.add_load(Load {
        name: "load".to_owned(),
        kind,
        begin: 0.0,
        end: f64::INFINITY,
        ramp: 0.0,
    });
    let (simulation, _) = run(builder, 1);
    let height = top
        .iter()
        .map(|&v| simulation.state().x[v as usize].y)
        .sum::<f64>();
    height / top.len() as f64 - 0.5
}

#[test]
fn traction_and_pressure_strain_a_bar_by_stress_over_modulus() {
    let stress = 200.0;
    let stretch = loaded(|builder, top| LoadKind::Traction {
        triangles: builder.triangles(|v| top.contains(&v)),
        traction: stress * Vec3::y(),
    });
    // Neo-Hookean: linear up to terms of the order of the strain, 2e-4.
    assert!((stretch * YOUNG / stress - 1.0).abs() < 1e-3, "{stretch}");
    let squeeze = loaded(|builder, top| LoadKind::Pressure {
        triangles: builder.triangles(|v| top.contains(&v)),
        pressure: stress,
    });
    assert!((-squeeze * YOUNG / stress - 1.0).abs() < 1e-3, "{squeeze}");
}

#[test]
fn an_acceleration_acts_in_its_time_only() {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 0.1;
    let cube = add(
        &mut builder,
        "cube",
        boxes([1.0; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    builder.add_load(Load {
        name: "push".to_owned(),
        kind: LoadKind::Acceleration {
            vertices: cube.vertices.collect(),
            acceleration: 2.0 * Vec3::x(),
        },
        begin: 0.2,
        end: 0.5,
        ramp: 0.0,
    });
    let (_, states) = run(builder, 8);
    // Implicit Euler: each of the three steps in its time adds h a.
    for (k, state) in states.iter().enumerate() {
        let steps = (k as f64 + 1.0 - 2.0).clamp(0.0, 3.0);
        for v in &state.v {
            assert!((v.x - 0.2 * steps).abs() < 1e-10, "step {}: {v}", k + 1);
        }
    }
}

#[test]
fn a_program_takes_hold_where_the_vertices_are_by_then() {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 0.1;
    let cube = add(
        &mut builder,
        "cube",
        boxes([1.0; 3], [2; 3]),
        Material::default(),
        Vec3::x(),
    );
    let motion = |begin, release, velocity| Motion {
        begin,
        release,
        ..Motion::pieces(vec![MotionPiece {
            velocity,
            ..MotionPiece::hold()
        }])
    };
    for (name, motion) in [
        ("first", motion(0.2, Some(0.4), Vec3::y())),
        ("second", motion(0.4, None, Vec3::zeros())),
    ] {
        builder.add_boundary(BoundaryProgram {
            name: name.to_owned(),
            vertices: cube.vertices.clone().collect(),
            motion,
        });
    }
    let (simulation, states) = run(builder, 8);
    let way = |k: usize| states[k - 1].x[0] - simulation.model().rest[0];
    assert!((way(2) - Vec3::new(0.2, 0.0, 0.0)).norm() < 1e-12);
    assert!((way(4) - Vec3::new(0.2, 0.2, 0.0)).norm() < 1e-12);
    assert!((way(8) - way(4)).norm() < 1e-12);
}

#[test]
fn programs_that_hold_a_vertex_at_the_same_time_are_refused() {
    let mut builder = ModelBuilder::new();
    let cube = add(
        &mut builder,
        "cube",
        boxes([1.0; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    for name in ["one", "two"] {
        let vertices = cube.vertices.clone().collect();
        builder.add_boundary(moving(name, vertices, Vec3::zeros(), 1.0));
    }
    let error = builder.build().expect_err("a clash").to_string();
    assert!(
        error.contains("`two`") && error.contains("`one`"),
        "{error}"
    );
}

#[test]
fn an_obstacle_follows_its_mesh_sequence_and_pushes() {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 0.05;
    add(
        &mut builder,
        "cube",
        boxes([0.5; 3], [2; 3]),
        Material::default(),
        Vec3::zeros(),
    );
    let mut mesh = plane(&PlaneParameters {
        size: [2.0; 2],
        ..PlaneParameters::default()
    })
    .expect("a plane");
    for point in &mut mesh.points {
        point.y = -0.3;
    }
    let lifted = |by: f64| {
        mesh.points
            .iter()
            .map(|x| x + by * Vec3::y())
            .collect::<Vec<_>>()
    };
    let frames = vec![lifted(0.0), lifted(0.1), lifted(0.4)];
    let plate = builder.add_obstacle(Obstacle {
        name: "plate".to_owned(),
        mesh: mesh.clone(),
        offset: 0.0,
    });
    builder.add_boundary(BoundaryProgram {
        name: "plate".to_owned(),
        vertices: plate.vertices.clone().collect(),
        motion: Motion {
            path: Path::Sequence(Sequence {
                interval: 0.1,
                frames,
            }),
            begin: 0.0,
            release: None,
            release_plane: None,
        },
    });
    let (simulation, states) = run(builder, 6);
    let height = |k: usize| states[k - 1].x[plate.vertices.start as usize].y;
    for (step, exact) in [(1, -0.25), (2, -0.2), (3, -0.05), (4, 0.1), (6, 0.1)] {
        // Met to a thousandth of the way of a step where the cube pushes back.
        assert!(
            (height(step) - exact).abs() < 2e-4,
            "step {step}: {}",
            height(step)
        );
    }
    let cube = states[5].x[0];
    assert!(cube.y > 0.1, "the cube was pushed up: {cube}");
    assert!(simulation.certificate().verified);
}
