//! Small scenes with cloth that slides with friction, as functions of everything that they can be differentiated by.

use std::sync::Arc;

use tangency_engine::model::SheetKind;
use tangency_engine::{
    BendingKind, BoundaryProgram, ContactKind, FrictionTable, HalfSpace, Integrator, Length, Load,
    LoadKind, Material, Membrane, Model, ModelBuilder, Motion, MotionPiece, RestShape, Shell,
    ShellMaterial, Solid, State, Vec3, Weave,
};
use tangency_formulas::elastic::{NeoHookeanMembrane, Orthotropic, StvkMembrane};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{BoxParameters, cuboid};

use crate::compare::Scene;
use crate::worlds::direction;

/// The scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetWorld {
    /// A cloth falls on a block that slides over the ground, and slides over it; loads act on it.
    Laid,
    /// A cloth lies on the ground and is dragged along by one of its sides.
    Dragged,
}

/// The rest shape of the cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClothRest {
    /// As placed, which is uneven.
    Placed,
    /// As placed, but flat.
    Flat,
    /// Other positions.
    Elsewhere,
}

/// A scene with all its numbers.
#[derive(Clone)]
pub struct ClothKnobs {
    pub world: SheetWorld,
    pub integrator: Integrator,
    pub contact: ContactKind,
    pub rounds: Option<u32>,
    pub kappa: Option<f64>,
    pub rest_kind: ClothRest,
    pub material: ShellMaterial,
    pub weave: [f64; 4],
    pub is_woven: bool,
    pub friction: f64,
    pub gravity: Vec3,
    pub motion: MotionPiece,
    pub traction: Vec3,
    pub pressure: f64,
    /// Share by which Young's modulus of one triangle is higher.
    pub element: f64,
    /// Shares of random directions in which vertices at rest, at the start, and their velocities are changed.
    pub rest: f64,
    pub positions: f64,
    pub velocities: f64,
    pub steps: usize,
}

/// The triangle that has a modulus of its own.
pub const TRIANGLE: usize = 7;

impl ClothKnobs {
    pub fn new(world: SheetWorld, integrator: Integrator, contact: ContactKind) -> Self {
        ClothKnobs {
            world,
            integrator,
            contact,
            rounds: Some(1),
            kappa: None,
            rest_kind: ClothRest::Placed,
            material: ShellMaterial {
                density: 400.0,
                thickness: 2e-3,
                young: 2e4,
                poisson: 0.3,
                membrane: Membrane::StVenantKirchhoff,
                stretching: 0.8,
                bending: 1.5,
                bending_kind: BendingKind::Plate,
                stretch_limit: f64::INFINITY,
                squeeze_limit: 0.0,
            },
            weave: [2.1e4, 0.5e4, 1.6e4, 0.8e4],
            is_woven: false,
            friction: 0.4,
            gravity: Vec3::new(0.3, -9.8, 0.2),
            motion: MotionPiece {
                velocity: Vec3::new(0.25, 0.02, 0.1),
                angular_velocity: Vec3::new(0.2, 0.3, 0.1),
                ..MotionPiece::hold()
            },
            traction: Vec3::new(2.0, -1.0, 1.0),
            pressure: 3.0,
            element: 0.0,
            rest: 0.0,
            positions: 0.0,
            velocities: 0.0,
            steps: 10,
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
        settings.dhat = Length::Absolute(6e-3);
        settings.epsv = Length::Absolute(0.05);
        settings.newton_tolerance = Length::Absolute(1e-11);
        settings.friction_iterations = self.rounds;
        settings.integrator = self.integrator;
        settings.contact = self.contact;
        settings.kappa = self.kappa;
        settings.kappa_min_multiplier = 1e11;
        builder.add_half_space(HalfSpace {
            name: "ground".to_owned(),
            origin: Vec3::zeros(),
            normal: Vec3::new(0.05, 1.0, 0.02),
        });
        match self.world {
            SheetWorld::Laid => {
                let mut mesh = cuboid(&BoxParameters {
                    size: Vec3::new(0.14, 0.05, 0.08),
                    ..BoxParameters::default()
                })
                .expect("a box");
                let by = direction(1, mesh.points.len());
                for (v, point) in mesh.points.iter_mut().enumerate() {
                    *point +=
                        Vec3::new(0.0, 0.033, 0.0) + 1e-3 * direction(7, v + 1)[v] + rest * by[v];
                }
                let velocity = vec![Vec3::new(0.2, -0.1, -0.2); mesh.points.len()];
                let name = "block".to_owned();
                let material = Material {
                    young: 6e4,
                    ..Material::default()
                };
                builder.add_solid(Solid {
                    name,
                    mesh,
                    material,
                    velocity,
                    offset: 0.0,
                });
                let cloth = self.add_cloth(&mut builder, Vec3::new(0.01, 0.066, 0.005), rest);
                let triangles = builder.triangles(|v| cloth.contains(&v));
                let kinds = [
                    LoadKind::Traction {
                        triangles: triangles[..3].to_vec(),
                        traction: self.traction,
                    },
                    LoadKind::Pressure {
                        triangles: triangles[3..9].to_vec(),
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
            SheetWorld::Dragged => {
                let cloth = self.add_cloth(&mut builder, Vec3::new(0.0, 0.012, 0.0), rest);
                let points = builder.points(&cloth).to_vec();
                let side = points.iter().zip(cloth).filter(|(x, _)| x.x > 0.06);
                builder.add_boundary(BoundaryProgram {
                    name: "motion".to_owned(),
                    vertices: side.map(|(_, v)| v).collect(),
                    motion: Motion::pieces(vec![self.motion]),
                });
            }
        }
        builder
    }

    /// An uneven cloth; gives its vertices.
    fn add_cloth(
        &self,
        builder: &mut ModelBuilder,
        center: Vec3,
        rest: f64,
    ) -> std::ops::Range<u32> {
        const CELLS: u32 = 3;
        let size = Vec3::new(0.18, 0.0, 0.12) / f64::from(CELLS);
        let half = 0.5 * f64::from(CELLS);
        let mut points: Vec<Vec3> = (0..=CELLS)
            .flat_map(|i| (0..=CELLS).map(move |j| (f64::from(i) - half, f64::from(j) - half)))
            .map(|(i, j)| center + Vec3::new(i * size.x, 0.0, j * size.z))
            .collect();
        let count = points.len();
        let (uneven, by) = (direction(8, count), direction(1, count));
        for (point, uneven) in points.iter_mut().zip(&uneven) {
            *point += uneven.component_mul(&Vec3::new(5e-3, 1.5e-3, 5e-3));
        }
        let at = |i: u32, j: u32| i * (CELLS + 1) + j;
        let cells = (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j)));
        let triangles = cells.flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            // Diagonals both ways.
            if (i + j) % 2 == 0 {
                [[a, b, c], [a, c, d]]
            } else {
                [[a, b, d], [b, c, d]]
            }
        });
        let triangles = triangles.collect();
        let moved: Vec<Vec3> = points
            .iter()
            .zip(&by)
            .map(|(x, by)| x + rest * by)
            .collect();
        let (points, rest) = match self.rest_kind {
            ClothRest::Placed => (moved, RestShape::Placed),
            ClothRest::Flat => (moved, RestShape::Flattened),
            ClothRest::Elsewhere => {
                let bent = |x: &Vec3| Vec3::new(0.97 * x.x, x.y + 3.0 * x.x * x.x, 1.02 * x.z);
                let elsewhere = points.iter().map(bent).zip(&by);
                let elsewhere = elsewhere.map(|(x, by)| x + rest * by).collect();
                (points, RestShape::Positions(elsewhere))
            }
        };
        let weave = Weave {
            stiffness: self.weave,
            limits: [0.2, 0.25, 0.15],
        };
        let membrane = if self.is_woven {
            Membrane::Woven(weave)
        } else {
            self.material.membrane
        };
        let is_laid = self.world == SheetWorld::Laid;
        let velocity = f64::from(u8::from(is_laid)) * Vec3::new(0.5, -0.15, 0.25);
        let body = builder.add_shell(Shell {
            name: "cloth".to_owned(),
            mesh: SurfaceMesh::from_triangles(points, triangles),
            rest,
            warp: Vec3::new(1.0, 0.2, 0.3),
            material: ShellMaterial {
                membrane,
                ..self.material
            },
            velocity: vec![velocity; count],
            offset: 1e-3,
        });
        body.vertices
    }

    /// Makes one triangle stiffer.
    fn stiffen(&self, model: &mut Model) {
        let elements = &mut model.elements;
        let share = 1.0 + self.element;
        let mut sheet = *elements.triangles.sheet(TRIANGLE);
        sheet.kind = match sheet.kind {
            SheetKind::Stvk(StvkMembrane { mu, lambda }) => SheetKind::Stvk(StvkMembrane {
                mu: share * mu,
                lambda: share * lambda,
            }),
            SheetKind::NeoHookean(NeoHookeanMembrane { mu, lambda }) => {
                SheetKind::NeoHookean(NeoHookeanMembrane {
                    mu: share * mu,
                    lambda: share * lambda,
                })
            }
            woven @ SheetKind::Woven(Orthotropic { .. }) => woven,
        };
        elements.triangles.set_sheet(TRIANGLE, sheet);
        let plates = &mut elements.plates;
        for (&t, rest) in plates.triangles.iter().zip(&mut plates.rest) {
            if t as usize == TRIANGLE {
                let rows = rest.rows.iter_mut().flatten();
                rows.for_each(|r| *r *= share.sqrt());
            }
        }
        let corners = elements.triangles.triangles[TRIANGLE];
        let hinges = &mut elements.hinges;
        for (stencil, rest) in hinges.stencils.iter().zip(&mut hinges.rest) {
            // The mean of the two triangles.
            if corners.iter().all(|v| stencil.contains(v)) {
                rest.stiffness *= 1.0 + 0.5 * self.element;
            }
        }
    }
}

impl Scene for ClothKnobs {
    fn build(&self) -> (Arc<Model>, State) {
        let (mut model, mut state) = self.builder(self.rest).build().expect("a valid scene");
        let (_, start) = self.builder(0.0).build().expect("a valid scene");
        let count = start.x.len();
        let (by_x, by_v) = (direction(2, count), direction(3, count));
        for v in 0..count {
            state.x[v] = start.x[v] + self.positions * by_x[v];
            state.v[v] = start.v[v] + self.velocities * by_v[v];
        }
        state.start.clone_from(&state.x);
        if self.element != 0.0 {
            self.stiffen(&mut model);
        }
        (Arc::new(model), state)
    }

    fn steps(&self) -> usize {
        self.steps
    }
}
