//! Small and large scenes for steps on the GPU.

use tangency_engine::{
    BendingKind, BoundaryProgram, ContactKind, HalfSpace, Length, Material, Membrane, ModelBuilder,
    Motion, MotionPiece, Obstacle, RestShape, RodMaterial, Rods, Shell, ShellMaterial, Solid,
    StepperKind, Vec3,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{
    BoxParameters, ClothParameters, ClothPattern, SphereParameters, cloth, cuboid, sphere_surface,
};

const COTTON: ShellMaterial = ShellMaterial {
    density: 472.64,
    thickness: 0.318e-3,
    young: 0.821e6,
    poisson: 0.243,
    membrane: Membrane::StVenantKirchhoff,
    stretching: 0.1,
    bending: 1.0,
    bending_kind: BendingKind::Hinges,
    stretch_limit: f64::INFINITY,
    squeeze_limit: 0.0,
};

/// A scene by name.
pub type Scene = (&'static str, fn() -> ModelBuilder);

/// The scenes whose steps are compared.
pub const SMALL: [Scene; 4] = [
    ("cloth on a ball", drape),
    ("beam of tets", beam),
    ("yarn", yarn),
    ("three layers", || layers(3, 12, 0.05)),
];

/// The scenes that are measured.
pub const LARGE: [Scene; 3] = [
    ("50 layers", || layers(50, 69, 0.2)),
    ("2 layers", || layers(2, 69, 0.2)),
    ("much yarn", || threads(40, 325)),
];

fn empty(dt: f64, sweeps: u32, radius: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = dt;
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.stepper = StepperKind::Vbd;
    builder.settings.vbd.iterations = sweeps;
    builder.settings.offset.radius = Some(Length::Absolute(radius));
    builder
}

fn add_cloth(builder: &mut ModelBuilder, name: String, side: f64, cells: u32, up: f64, down: f64) {
    let Ok(mut mesh) = cloth(&ClothParameters {
        size: [side, side],
        spacing: side / f64::from(cells),
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    }) else {
        return;
    };
    mesh.points.iter_mut().for_each(|x| x.y += up);
    builder.add_shell(Shell {
        name,
        velocity: vec![Vec3::new(0.0, -down, 0.0); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: COTTON,
        offset: 0.0,
    });
}

fn add_ball(builder: &mut ModelBuilder, radius: f64, frequency: u32) {
    let parameters = SphereParameters { radius, frequency };
    if let Ok(mesh) = sphere_surface(&parameters) {
        builder.add_obstacle(Obstacle {
            name: "ball".to_owned(),
            mesh,
            offset: 0.0,
        });
    }
}

/// A cloth that falls on a ball and is pulled at a corner.
pub fn drape() -> ModelBuilder {
    let mut builder = empty(0.005, 20, 4e-3);
    builder.friction.default = 0.2;
    add_cloth(&mut builder, "cloth".to_owned(), 0.3, 12, 0.105, 1.0);
    add_ball(&mut builder, 0.1, 5);
    builder.add_boundary(BoundaryProgram {
        name: "pull".to_owned(),
        vertices: vec![0],
        motion: Motion::pieces(vec![MotionPiece {
            duration: 10.0,
            velocity: Vec3::new(-0.1, 0.05, 0.0),
            ..MotionPiece::hold()
        }]),
    });
    builder
}

/// A beam that is clamped at one end and hangs above the ground.
pub fn beam() -> ModelBuilder {
    let mut builder = empty(0.01, 20, 4e-3);
    let Ok(mesh) = cuboid(&BoxParameters {
        size: Vec3::new(0.4, 0.1, 0.1),
        cells: [8, 2, 2],
        ..BoxParameters::default()
    }) else {
        return builder;
    };
    let clamped = mesh.points.iter().enumerate().filter(|(_, x)| x.x < -0.199);
    let clamped = clamped.map(|(k, _)| k as u32).collect();
    builder.add_solid(Solid {
        name: "beam".to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        material: Material {
            density: 1000.0,
            young: 2e5,
            poisson: 0.4,
            ..Material::default()
        },
        offset: 0.0,
    });
    builder.add_boundary(BoundaryProgram {
        name: "clamp".to_owned(),
        vertices: clamped,
        motion: Motion::pieces(vec![MotionPiece::hold()]),
    });
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::new(0.0, -0.056, 0.0),
        normal: Vec3::y(),
    });
    builder
}

/// Loose threads that fall across each other.
pub fn yarn() -> ModelBuilder {
    threads(6, 40)
}

/// Layers of parallel threads, each across the one below.
pub fn threads(layers: u32, count: u32) -> ModelBuilder {
    let mut builder = empty(0.002, 10, 1e-3);
    builder.friction.default = 0.3;
    let mut mesh = SurfaceMesh::default();
    for layer in 0..layers {
        for thread in 0..5 {
            for k in 0..count {
                let (along, across) = (0.004 * f64::from(k), 0.03 * f64::from(thread));
                let up = 0.004 * f64::from(layer) + 0.001 * (f64::from(k) * 0.7).sin();
                let x = if layer % 2 == 0 {
                    Vec3::new(along, up, across)
                } else {
                    Vec3::new(across, up, along)
                };
                mesh.points.push(x);
                let last = mesh.points.len() as u32 - 1;
                if k > 0 {
                    mesh.edges.push([last - 1, last]);
                }
            }
        }
    }
    builder.add_rods(Rods {
        name: "yarn".to_owned(),
        velocity: vec![Vec3::new(0.0, -0.2, 0.0); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        material: RodMaterial {
            density: 1000.0,
            diameter: 1e-3,
            young: 1e6,
            poisson: 0.3,
            stretching: 1.0,
            bending: 1.0,
            twisting: 0.0,
        },
        offset: 1e-3,
    });
    builder.add_half_space(HalfSpace {
        name: "ground".to_owned(),
        origin: Vec3::new(0.0, -0.004, 0.0),
        normal: Vec3::y(),
    });
    builder
}

/// `count` layers of cloth, `cells` x `cells` squares each, above a ball of that radius.
pub fn layers(count: u32, cells: u32, ball: f64) -> ModelBuilder {
    let mut builder = empty(1.0 / 1200.0, 40, 2e-3);
    builder.friction.default = 0.2;
    for layer in 0..count {
        let up = ball + 0.004 + 0.003 * f64::from(layer);
        let side = 0.01 * f64::from(cells);
        add_cloth(&mut builder, format!("layer {layer}"), side, cells, up, 0.5);
    }
    add_ball(&mut builder, ball, 16);
    builder
}
