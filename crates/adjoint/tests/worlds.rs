//! Small scenes with contact and sliding friction, as functions of everything that they can be differentiated by.

use std::sync::Arc;

use tangency_engine::{
    BoundaryProgram, ContactKind, Damping, Elasticity, FrictionTable, HalfSpace, Integrator,
    Length, Load, LoadKind, Material, Model, ModelBuilder, Motion, MotionPiece, Obstacle, Solid,
    State, Vec3,
};
use tangency_geometry::generate::{BoxParameters, cuboid};
use tangency_geometry::{SurfaceMesh, TetMesh};

use crate::compare::Scene;

/// A small reproducible generator (splitmix64); uniform in (-1, 1).
pub fn random(seed: u64) -> f64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A direction for every vertex.
pub fn direction(seed: u64, count: usize) -> Vec<Vec3> {
    let number = |k: usize| random(seed.wrapping_mul(1 << 20) + k as u64);
    (0..count)
        .map(|v| Vec3::from_fn(|c, _| number(3 * v + c)))
        .collect()
}

/// The scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// A block slides over the ground, another one falls on it, a turning paddle pushes it; loads act on them.
    Thrown,
    /// A block is pressed on the ground and dragged along by its upper vertices.
    Dragged,
}

/// A scene with all its numbers.
#[derive(Clone)]
pub struct Knobs {
    pub world: World,
    pub integrator: Integrator,
    pub contact: ContactKind,
    pub elasticity: Elasticity,
    pub rounds: Option<u32>,
    pub kappa: Option<f64>,
    pub kappa_min_multiplier: f64,
    pub damping: f64,
    pub steps: usize,
    pub young: f64,
    pub poisson: f64,
    pub density: f64,
    pub friction: f64,
    pub gravity: Vec3,
    pub motion: MotionPiece,
    pub acceleration: Vec3,
    pub force: Vec3,
    pub traction: Vec3,
    pub pressure: f64,
    /// Shares of random directions in which vertices at rest, at the start, and their velocities are changed.
    pub rest: f64,
    pub positions: f64,
    pub velocities: f64,
}

impl Scene for Knobs {
    fn build(&self) -> (Arc<Model>, State) {
        let (model, mut state) = self.builder(self.rest).build().expect("a valid scene");
        // Changes of the rest shape leave the start alone.
        let (model_at_start, start) = self.builder(0.0).build().expect("a valid scene");
        let count = model_at_start.vertex_count();
        let (by_x, by_v) = (direction(2, count), direction(3, count));
        for v in 0..count {
            state.x[v] = start.x[v] + self.positions * by_x[v];
            state.v[v] = start.v[v] + self.velocities * by_v[v];
        }
        state.start.clone_from(&state.x);
        (Arc::new(model), state)
    }

    fn steps(&self) -> usize {
        self.steps
    }
}

impl Knobs {
    pub fn new(world: World, integrator: Integrator, contact: ContactKind) -> Self {
        let motion = match world {
            World::Thrown => MotionPiece {
                velocity: Vec3::new(-0.15, 0.0, 0.05),
                angular_velocity: Vec3::new(0.1, 0.2, 0.3),
                center: Vec3::new(0.2, 0.05, 0.0),
                ..MotionPiece::hold()
            },
            World::Dragged => MotionPiece {
                velocity: Vec3::new(0.3, -0.06, 0.1),
                angular_velocity: Vec3::new(0.3, 0.4, 0.2),
                ..MotionPiece::hold()
            },
        };
        Knobs {
            world,
            integrator,
            contact,
            elasticity: Elasticity::NeoHookean,
            rounds: Some(1),
            kappa: None,
            kappa_min_multiplier: 1e11,
            damping: 0.0,
            steps: 12,
            young: 4e4,
            poisson: 0.3,
            density: 1000.0,
            friction: 0.4,
            gravity: Vec3::new(0.3, -9.8, 0.2),
            motion,
            acceleration: Vec3::new(0.5, 0.0, -0.3),
            force: Vec3::new(0.4, -1.0, 0.1),
            traction: Vec3::new(20.0, -50.0, 10.0),
            pressure: 60.0,
            rest: 0.0,
            positions: 0.0,
            velocities: 0.0,
        }
    }

    pub fn table(&self) -> FrictionTable {
        FrictionTable {
            default: self.friction,
            ..FrictionTable::default()
        }
    }

    /// The same with the stiffness that an automatic one ends with.
    pub fn with_given_stiffness(mut self) -> Self {
        let recording = self.run().expect("a solved run");
        self.kappa = recording.end().kappa;
        self
    }

    fn builder(&self, rest: f64) -> ModelBuilder {
        let mut builder = ModelBuilder::new();
        builder.gravity = self.gravity;
        builder.friction = self.table();
        let settings = &mut builder.settings;
        settings.dt = 0.01;
        settings.dhat = Length::Absolute(8e-3);
        settings.geometric.epsilon = None;
        settings.epsv = Length::Absolute(0.05);
        settings.newton_tolerance = Length::Absolute(1e-11);
        settings.friction_iterations = self.rounds;
        settings.integrator = self.integrator;
        settings.contact = self.contact;
        settings.kappa = self.kappa;
        settings.kappa_min_multiplier = self.kappa_min_multiplier;
        settings.damping = Damping {
            mass: self.damping,
            stiffness: 0.0,
        };
        builder.add_half_space(HalfSpace {
            name: "ground".to_owned(),
            origin: Vec3::zeros(),
            normal: Vec3::new(0.05, 1.0, 0.02),
        });
        let block = |center: [f64; 3], cells: [u32; 3]| -> TetMesh {
            let mut mesh = cuboid(&BoxParameters {
                size: Vec3::new(0.2, 0.1, 0.1),
                cells,
                ..BoxParameters::default()
            })
            .expect("a box");
            let by = direction(1, mesh.points.len());
            for (v, point) in mesh.points.iter_mut().enumerate() {
                // Bodies of no symmetry.
                *point += Vec3::from(center) + 2e-3 * direction(7, v + 1)[v] + rest * by[v];
            }
            mesh
        };
        let material = Material {
            density: self.density,
            young: self.young,
            poisson: self.poisson,
            elasticity: self.elasticity,
        };
        let solid = |name: &str, mesh: TetMesh, material: Material, v: Vec3| Solid {
            name: name.to_owned(),
            velocity: vec![v; mesh.points.len()],
            mesh,
            material,
            offset: 0.0,
        };
        match self.world {
            World::Thrown => {
                let slider = block([0.0, 0.0595, 0.0], [2, 1, 1]);
                let slider = builder.add_solid(solid(
                    "slider",
                    slider,
                    material,
                    Vec3::new(0.45, -0.1, 0.1),
                ));
                let other = Material {
                    density: 700.0,
                    young: 3e4,
                    ..Material::default()
                };
                let rider = block([-0.02, 0.1685, 0.01], [1, 1, 1]);
                let rider =
                    builder.add_solid(solid("rider", rider, other, Vec3::new(-0.2, -0.3, 0.2)));
                let paddle = builder.add_obstacle(Obstacle {
                    name: "paddle".to_owned(),
                    mesh: SurfaceMesh {
                        points: [
                            [0.125, 0.03, -0.08],
                            [0.135, 0.02, 0.09],
                            [0.145, 0.11, 0.01],
                        ]
                        .map(Vec3::from)
                        .to_vec(),
                        triangles: vec![[0, 1, 2]],
                        ..SurfaceMesh::default()
                    },
                    offset: 0.0,
                });
                self.add_motion(&mut builder, paddle.vertices.collect());
                let first = slider.vertices.start;
                let of = rider.vertices.clone();
                let triangles = builder.triangles(|v| of.contains(&v));
                let kinds = [
                    LoadKind::Acceleration {
                        vertices: slider.vertices.collect(),
                        acceleration: self.acceleration,
                    },
                    LoadKind::Force {
                        vertices: vec![first, first + 3],
                        force: self.force,
                    },
                    LoadKind::Traction {
                        triangles: triangles[..3].to_vec(),
                        traction: self.traction,
                    },
                    LoadKind::Pressure {
                        triangles: triangles[3..7].to_vec(),
                        pressure: self.pressure,
                    },
                ];
                for kind in kinds {
                    builder.add_load(Load {
                        name: "load".to_owned(),
                        kind,
                        begin: 0.0,
                        end: 0.08,
                        ramp: 0.0,
                    });
                }
            }
            World::Dragged => {
                let block = block([0.0, 0.0595, 0.0], [2, 2, 1]);
                let body = builder.add_solid(solid("block", block, material, Vec3::zeros()));
                let points = builder.points(&body.vertices).to_vec();
                let upper = points.iter().zip(0..).filter(|(x, _)| x.y > 0.1);
                let upper = upper.map(|(_, v)| v).collect();
                self.add_motion(&mut builder, upper);
            }
        }
        builder
    }

    fn add_motion(&self, builder: &mut ModelBuilder, vertices: Vec<u32>) {
        builder.add_boundary(BoundaryProgram {
            name: "motion".to_owned(),
            vertices,
            motion: Motion::pieces(vec![self.motion]),
        });
    }
}
