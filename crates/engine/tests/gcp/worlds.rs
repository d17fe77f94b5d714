//! Scenes for the tests of the geometric contact potential.
#![allow(dead_code, reason = "each test file uses its own share")]

use std::sync::Arc;

use tangency_engine::contact::{ContactModel, GcpContact};
use tangency_engine::{
    BendingKind, ContactKind, Length, Membrane, Model, ModelBuilder, RestShape, RodMaterial, Rods,
    Shell, ShellMaterial, Vec3,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{ClothParameters, ClothPattern, cloth};

pub const CLOTH: ShellMaterial = ShellMaterial {
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

pub fn square(size: f64, spacing: f64, height: f64) -> SurfaceMesh {
    let mut mesh = cloth(&ClothParameters {
        size: [size, size],
        spacing,
        corner_radius: 0.0,
        pattern: ClothPattern::Alternating,
    })
    .expect("a cloth");
    for point in &mut mesh.points {
        point.y += height;
    }
    mesh
}

pub fn shell(name: &str, mesh: SurfaceMesh) -> Shell {
    Shell {
        name: name.to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: CLOTH,
        offset: 0.0,
    }
}

/// A rod along x at some height, of so many segments.
pub fn rod(name: &str, length: f64, height: f64, count: u32) -> Rods {
    let at = |k: u32| (f64::from(k) / f64::from(count) - 0.5) * length;
    let points: Vec<Vec3> = (0..=count)
        .map(|k| Vec3::new(at(k), height, 0.3 * at(k)))
        .collect();
    Rods {
        name: name.to_owned(),
        velocity: vec![Vec3::zeros(); points.len()],
        mesh: SurfaceMesh {
            points,
            edges: (0..count).map(|k| [k, k + 1]).collect(),
            ..SurfaceMesh::default()
        },
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
        offset: 0.0,
    }
}

pub fn builder(epsilon: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Gcp;
    builder.settings.geometric.epsilon = Some(Length::Absolute(epsilon));
    builder
}

pub fn detected(model: &Arc<Model>, x: &[Vec3]) -> GcpContact {
    let mut contact = GcpContact::new(Arc::clone(model));
    contact.begin_step(None, 1.0);
    contact.detect(x);
    contact
}

/// Moves the bodies by number.
pub fn moved(model: &Model, x: &[Vec3], by: &[[f64; 3]]) -> Vec<Vec3> {
    let mut x = x.to_vec();
    for (body, by) in model.bodies.iter().zip(by) {
        for v in body.vertices.clone() {
            x[v as usize] += Vec3::from(*by);
        }
    }
    x
}

/// Numbers from -1 to 1.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.next())
    }
}
