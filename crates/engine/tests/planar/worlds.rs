//! Planar shapes and scenes.
#![allow(dead_code, reason = "each test file uses its own share")]

use tangency_engine::{
    BodyHandle, ContactKind, HalfSpace, Length, Material, ModelBuilder, Obstacle, PlaneSolid,
    Simulation, State, Vec3,
};
use tangency_geometry::SurfaceMesh;

/// The cells of a grid that `is_there` keeps, each two triangles; the grid's lower left corner is the origin.
pub fn cells(size: f64, count: [u32; 2], is_there: impl Fn(u32, u32) -> bool) -> SurfaceMesh {
    let [columns, rows] = count;
    let mut numbers = vec![u32::MAX; ((columns + 1) * (rows + 1)) as usize];
    let mut mesh = SurfaceMesh::default();
    for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
        if !is_there(i, j) {
            continue;
        }
        let [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[x, y]| {
            let (i, j) = (i + x, j + y);
            let number = &mut numbers[(i * (rows + 1) + j) as usize];
            if *number == u32::MAX {
                *number = mesh.points.len() as u32;
                let point = Vec3::new(size * f64::from(i), size * f64::from(j), 0.0);
                mesh.points.push(point);
            }
            *number
        });
        let halves = if (i + j) % 2 == 0 {
            [[a, b, c], [a, c, d]]
        } else {
            [[a, b, d], [b, c, d]]
        };
        mesh.triangles.extend(halves);
    }
    mesh
}

/// A square of so many cells a side, centred at the origin.
pub fn square(side: f64, count: u32) -> SurfaceMesh {
    let mesh = cells(side / f64::from(count), [count, count], |_, _| true);
    placed(mesh, [-0.5 * side, -0.5 * side], 0.0)
}

/// A square of nine cells a side with a slit, one cell wide, from its upper side to below its middle.
pub fn notched(side: f64) -> SurfaceMesh {
    let mesh = cells(side / 9.0, [9, 9], |i, j| i != 4 || j < 3);
    placed(mesh, [-0.5 * side, -0.5 * side], 0.0)
}

/// The curve x⁴ + y⁴ = r⁴ of so many points, with a fan of triangles from its centre.
pub fn squircle(radius: f64, count: u32) -> SurfaceMesh {
    let point = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
        let (s, c) = angle.sin_cos();
        Vec3::new(c, s, 0.0) * (radius / (c.powi(4) + s.powi(4)).powf(0.25))
    };
    let mut points: Vec<Vec3> = (0..count).map(point).collect();
    points.push(Vec3::zeros());
    let fan = (0..count).map(|k| [count, k, (k + 1) % count]);
    SurfaceMesh::from_triangles(points, fan.collect())
}

/// Turned by an angle about the origin, then shifted.
pub fn placed(mut mesh: SurfaceMesh, by: [f64; 2], angle: f64) -> SurfaceMesh {
    let (s, c) = angle.sin_cos();
    for p in &mut mesh.points {
        *p = Vec3::new(c * p.x - s * p.y + by[0], s * p.x + c * p.y + by[1], 0.0);
    }
    mesh
}

/// Segments from point to point.
pub fn polyline(points: &[[f64; 2]]) -> SurfaceMesh {
    SurfaceMesh {
        points: points.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect(),
        edges: (1..points.len() as u32).map(|k| [k - 1, k]).collect(),
        ..SurfaceMesh::default()
    }
}

pub fn planar(contact: ContactKind, reach: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::planar();
    builder.settings.contact = contact;
    builder.settings.dhat = Length::Absolute(reach);
    builder.settings.geometric.epsilon = Some(Length::Absolute(reach));
    builder.settings.offset.radius = Some(Length::Absolute(reach));
    builder
}

pub fn add(builder: &mut ModelBuilder, name: &str, mesh: SurfaceMesh, v: [f64; 2]) -> BodyHandle {
    add_of(builder, name, mesh, v, Material::default())
}

pub fn add_of(
    builder: &mut ModelBuilder,
    name: &str,
    mesh: SurfaceMesh,
    [x, y]: [f64; 2],
    material: Material,
) -> BodyHandle {
    builder.add_plane_solid(PlaneSolid {
        name: name.to_owned(),
        velocity: vec![Vec3::new(x, y, 0.0); mesh.points.len()],
        mesh,
        material,
        offset: 0.0,
    })
}

pub fn add_obstacle(builder: &mut ModelBuilder, name: &str, mesh: SurfaceMesh) -> BodyHandle {
    builder.add_obstacle(Obstacle {
        name: name.to_owned(),
        mesh,
        offset: 0.0,
    })
}

pub fn ground(builder: &mut ModelBuilder) {
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::zeros(),
        normal: Vec3::y(),
    });
}

/// Asserts that a run is certified and has not left its plane.
#[track_caller]
pub fn assert_sound(simulation: &Simulation, states: &[State]) {
    let certificate = simulation.certificate();
    assert!(certificate.verified, "{certificate:?}");
    for state in states {
        assert!(state.x.iter().chain(&state.v).all(|x| x.z == 0.0));
    }
}
