//! Small scenes with rods, stitches and grains, and planar ones, as functions of what they can be differentiated by.

use std::sync::Arc;

use tangency_engine::{
    ContactKind, Elasticity, FrictionTable, GrainMaterial, Grains, HalfSpace, Integrator, Length,
    Material, Model, ModelBuilder, PlaneSolid, RestShape, RodMaterial, Rods, Solid, SpringEnd,
    Springs, State, Vec3,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{BoxParameters, cuboid};

use crate::compare::Scene;
use crate::worlds::direction;

/// The scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrandWorld {
    /// Rods and grains fall on a block that slides over the ground; one rod is stitched to it.
    Strands,
    /// The same with rods that twist.
    Twisting,
    /// Two planar blocks, one on the other, slide over the ground.
    Planar,
}

/// A scene with all its numbers.
#[derive(Clone)]
pub struct StrandKnobs {
    pub world: StrandWorld,
    pub integrator: Integrator,
    pub contact: ContactKind,
    pub elasticity: Elasticity,
    pub kappa: Option<f64>,
    pub rods: RodMaterial,
    pub grain_density: f64,
    pub young: f64,
    pub poisson: f64,
    pub density: f64,
    pub friction: f64,
    pub gravity: Vec3,
    /// Share by which Young's modulus of one segment or triangle is higher.
    pub element: f64,
    /// Shares of random directions in which vertices at rest, at the start, and their velocities are changed.
    pub rest: f64,
    pub positions: f64,
    pub velocities: f64,
    /// Length of a step, s.
    pub dt: f64,
    pub steps: usize,
}

/// The element that has a modulus of its own.
pub const ELEMENT: usize = 1;

impl StrandKnobs {
    pub fn new(world: StrandWorld, integrator: Integrator, contact: ContactKind) -> Self {
        let is_planar = f64::from(u8::from(world == StrandWorld::Planar));
        // Frames are carried along in one go where segments do not turn far in a step.
        let (dt, steps) = match world {
            StrandWorld::Twisting => (0.004, 16),
            _ => (0.01, 10),
        };
        StrandKnobs {
            world,
            integrator,
            contact,
            elasticity: Elasticity::NeoHookean,
            kappa: None,
            rods: RodMaterial {
                density: 900.0,
                diameter: 5e-3,
                young: 2e6,
                poisson: 0.3,
                stretching: 0.7,
                bending: 1.3,
                twisting: if world == StrandWorld::Twisting {
                    1.2
                } else {
                    0.0
                },
            },
            grain_density: 1500.0,
            young: 5e4,
            poisson: 0.3,
            density: 1000.0,
            friction: 0.4,
            gravity: Vec3::new(0.3, -9.8, 0.2 * (1.0 - is_planar)),
            element: 0.0,
            rest: 0.0,
            positions: 0.0,
            velocities: 0.0,
            dt,
            steps,
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

    /// The directions of a seed, which stay in the plane of planar scenes.
    pub fn direction(&self, seed: u64, count: usize) -> Vec<Vec3> {
        let mut by = direction(seed, count);
        if self.world == StrandWorld::Planar {
            by.iter_mut().for_each(|by| by.z = 0.0);
        }
        by
    }

    fn builder(&self, rest: f64) -> ModelBuilder {
        let is_planar = self.world == StrandWorld::Planar;
        let mut builder = if is_planar {
            ModelBuilder::planar()
        } else {
            ModelBuilder::new()
        };
        builder.gravity = self.gravity;
        builder.friction = self.table();
        let settings = &mut builder.settings;
        settings.dt = self.dt;
        settings.dhat = Length::Absolute(6e-3);
        settings.epsv = Length::Absolute(0.05);
        settings.newton_tolerance = Length::Absolute(1e-11);
        settings.friction_iterations = Some(1);
        settings.integrator = self.integrator;
        settings.contact = self.contact;
        settings.kappa = self.kappa;
        settings.kappa_min_multiplier = 1e11;
        builder.add_half_space(HalfSpace {
            name: "ground".to_owned(),
            origin: Vec3::zeros(),
            normal: Vec3::new(0.05, 1.0, if is_planar { 0.0 } else { 0.02 }),
        });
        if is_planar {
            self.add_planar(&mut builder, rest);
        } else {
            self.add_strands(&mut builder, rest);
        }
        builder
    }

    fn add_planar(&self, builder: &mut ModelBuilder, rest: f64) {
        let sizes = [(0.14, 0.05, 0.040), (0.08, 0.04, 0.098)];
        for (k, (width, height, y)) in sizes.into_iter().enumerate() {
            let grid = (0..3).flat_map(|i| (0..2).map(move |j| (f64::from(i), f64::from(j))));
            let mut points: Vec<Vec3> = grid
                .map(|(i, j)| Vec3::new((0.5 * i - 0.5) * width, y + (j - 0.5) * height, 0.0))
                .collect();
            let uneven = self.direction(9 + k as u64, points.len());
            let by = self.direction(1, points.len());
            for (point, (uneven, by)) in points.iter_mut().zip(uneven.iter().zip(&by)) {
                *point += 1.5e-3 * uneven + rest * by;
            }
            let triangles = vec![[0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3]];
            let velocity = [Vec3::new(0.3, -0.1, 0.0), Vec3::new(-0.3, -0.2, 0.0)][k];
            builder.add_plane_solid(PlaneSolid {
                name: format!("block {k}"),
                velocity: vec![velocity; points.len()],
                mesh: SurfaceMesh::from_triangles(points, triangles),
                material: Material {
                    density: self.density,
                    young: self.young,
                    poisson: self.poisson,
                    elasticity: self.elasticity,
                },
                offset: 0.0,
            });
        }
    }

    fn add_strands(&self, builder: &mut ModelBuilder, rest: f64) {
        let mut mesh = cuboid(&BoxParameters {
            size: Vec3::new(0.14, 0.05, 0.1),
            ..BoxParameters::default()
        })
        .expect("a box");
        let by = direction(1, mesh.points.len());
        for (v, point) in mesh.points.iter_mut().enumerate() {
            *point += Vec3::new(0.0, 0.033, 0.0) + 1e-3 * direction(7, v + 1)[v] + rest * by[v];
        }
        let block = builder.add_solid(Solid {
            name: "block".to_owned(),
            velocity: vec![Vec3::new(0.2, -0.1, -0.2); mesh.points.len()],
            mesh,
            material: Material {
                density: self.density,
                young: self.young,
                poisson: self.poisson,
                elasticity: self.elasticity,
            },
            offset: 0.0,
        });
        builder.add_grains(Grains {
            name: "grains".to_owned(),
            points: vec![Vec3::new(0.03, 0.072, 0.03), Vec3::new(-0.12, 0.016, 0.02)],
            material: GrainMaterial {
                density: self.grain_density,
                diameter: 0.02,
            },
            velocity: vec![Vec3::new(-0.4, -0.2, 0.3), Vec3::new(0.5, -0.2, 0.1)],
            offset: 4e-3,
        });
        // Two rods across the block, one with a fork.
        let mut points = Vec::new();
        for (x, z) in [(-0.02, 0.0), (0.02, 0.01)] {
            let across = (0..5).map(|k| Vec3::new(x, 0.068, z + 0.04 * (f64::from(k) - 2.0)));
            points.extend(across);
        }
        points.push(Vec3::new(-0.05, 0.07, 0.03));
        let by = direction(1, points.len());
        let uneven = direction(10, points.len());
        for (point, (uneven, by)) in points.iter_mut().zip(uneven.iter().zip(&by)) {
            *point += uneven.component_mul(&Vec3::new(4e-3, 1.5e-3, 4e-3)) + rest * by;
        }
        let mut edges: Vec<[u32; 2]> = (1..5).map(|k| [k - 1, k]).collect();
        edges.extend((6..10).map(|k| [k, k - 1]));
        edges.push([3, 10]);
        let strands = builder.add_rods(Rods {
            name: "strands".to_owned(),
            velocity: vec![Vec3::new(0.5, -0.2, 0.1); points.len()],
            mesh: SurfaceMesh {
                points,
                edges,
                ..SurfaceMesh::default()
            },
            rest: RestShape::Placed,
            material: self.rods,
            offset: 4e-3,
        });
        let (first, corner) = (strands.vertices.start, block.vertices.start);
        let ends = [
            ([corner + 3, corner + 3], 0, 0.0),
            ([corner + 2, corner + 6], 9, 0.3),
        ];
        builder.add_springs(Springs {
            name: "stitches".to_owned(),
            ends: ends
                .map(|(edge, k, share)| SpringEnd {
                    vertex: first + k,
                    edge,
                    share,
                })
                .to_vec(),
            stiffness: 3.0,
            pull: Default::default(),
        });
    }

    /// Makes one element stiffer.
    fn stiffen(&self, model: &mut Model) {
        let (elements, share) = (&mut model.elements, 1.0 + self.element);
        match self.world {
            StrandWorld::Planar => {
                let batch = elements.plane.iter_mut().find(|batch| !batch.mu.is_empty());
                let batch = batch.expect("triangles");
                batch.mu[ELEMENT] *= share;
                batch.lambda[ELEMENT] *= share;
            }
            StrandWorld::Strands | StrandWorld::Twisting => {
                elements.segments.springs[ELEMENT].stiffness *= share;
                let ends = elements.segments.segments[ELEMENT];
                let joints = &mut elements.joints;
                for (stencil, bend) in joints.stencils.iter().zip(&mut joints.bends) {
                    if ends.iter().all(|v| stencil.contains(v)) {
                        bend.stiffness *= 1.0 + 0.5 * self.element;
                    }
                }
                let joints = &mut elements.twists.joints;
                for (stencil, joint) in joints.stencils.iter().zip(&mut joints.elastic) {
                    if ends.iter().all(|v| stencil.contains(v)) {
                        joint.bend *= 1.0 + 0.5 * self.element;
                        joint.twist *= 1.0 + 0.5 * self.element;
                    }
                }
            }
        }
    }
}

impl Scene for StrandKnobs {
    fn build(&self) -> (Arc<Model>, State) {
        let (mut model, mut state) = self.builder(self.rest).build().expect("a valid scene");
        let (_, start) = self.builder(0.0).build().expect("a valid scene");
        let count = start.x.len();
        let (by_x, by_v) = (self.direction(2, count), self.direction(3, count));
        for v in 0..count {
            state.x[v] = start.x[v] + self.positions * by_x[v];
            state.v[v] = start.v[v] + self.velocities * by_v[v];
        }
        state.start[..count].clone_from_slice(&state.x);
        if self.element != 0.0 {
            self.stiffen(&mut model);
        }
        (Arc::new(model), state)
    }

    fn steps(&self) -> usize {
        self.steps
    }
}
