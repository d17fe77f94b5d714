//! From bodies, obstacles and programs to a model.

use std::ops::Range;

use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::topology::{boundary_triangles, unique_edges};
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

use super::check::{self, ModelError};
use super::{Body, ContactSurface, Friction, FrictionTable, HalfSpace, Model, TetBatch};
use crate::boundary::{BoundaryProgram, Load};
use crate::material::{Elasticity, Material};
use crate::settings::Settings;
use crate::state::State;

/// An elastic solid.
#[derive(Clone, Debug)]
pub struct Solid {
    /// What the user calls it.
    pub name: String,
    /// Its mesh, placed in the world, at rest.
    pub mesh: TetMesh,
    /// What it is made of.
    pub material: Material,
    /// Velocity of each vertex at the start, m/s.
    pub velocity: Vec<Vec3>,
}

/// Something that only moves as prescribed.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What the user calls it.
    pub name: String,
    /// Triangles, free segments and free points, placed in the world.
    pub mesh: SurfaceMesh,
}

/// What a body became in the model.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyHandle {
    /// Its number.
    pub index: u32,
    /// Its vertices.
    pub vertices: Range<u32>,
}

/// Collects what a scene is made of, then checks and builds it.
#[derive(Clone, Debug)]
pub struct ModelBuilder {
    /// Acceleration of gravity, m/s².
    pub gravity: Vec3,
    /// Accuracies and limits.
    pub settings: Settings,
    /// Coefficients of friction.
    pub friction: FrictionTable,
    points: Vec<Vec3>,
    velocity: Vec<Vec3>,
    mass: Vec<f64>,
    bodies: Vec<Body>,
    body_of: Vec<u32>,
    tets: [TetBatch; 2],
    surface: ContactSurface,
    half_spaces: Vec<HalfSpace>,
    boundary: Vec<BoundaryProgram>,
    loads: Vec<Load>,
    problems: Vec<ModelError>,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ModelBuilder {
    /// An empty scene under Earth's gravity along -y.
    pub fn new() -> Self {
        let batch = |elasticity| TetBatch {
            elasticity,
            ..TetBatch::default()
        };
        ModelBuilder {
            gravity: Vec3::new(0.0, -9.80665, 0.0),
            settings: Settings::default(),
            friction: FrictionTable::default(),
            points: Vec::new(),
            velocity: Vec::new(),
            mass: Vec::new(),
            bodies: Vec::new(),
            body_of: Vec::new(),
            tets: [
                batch(Elasticity::NeoHookean),
                batch(Elasticity::FixedCorotated),
            ],
            surface: ContactSurface::default(),
            half_spaces: Vec::new(),
            boundary: Vec::new(),
            loads: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds an elastic solid. What is wrong with it is told by [`ModelBuilder::build`].
    pub fn add_solid(&mut self, solid: Solid) -> BodyHandle {
        let handle = self.add_body(&solid.name, &solid.mesh.points, false);
        if let Err(problem) = check::solid(&solid) {
            self.problems.push(problem);
            return handle;
        }
        let first = handle.vertices.start;
        let vertices = first as usize..handle.vertices.end as usize;
        self.velocity[vertices].copy_from_slice(&solid.velocity);
        self.add_tets(&solid, first);
        let triangles = boundary_triangles(&solid.mesh.tets);
        self.add_triangles(&triangles, first);
        handle
    }

    /// Adds an obstacle: fixed, unless a boundary program moves its vertices.
    pub fn add_obstacle(&mut self, obstacle: Obstacle) -> BodyHandle {
        let handle = self.add_body(&obstacle.name, &obstacle.mesh.points, true);
        if let Err(problem) = check::obstacle(&obstacle) {
            self.problems.push(problem);
            return handle;
        }
        let first = handle.vertices.start;
        self.add_triangles(&obstacle.mesh.triangles, first);
        for &[a, b] in &obstacle.mesh.edges {
            let edge = [first + a.min(b), first + a.max(b)];
            self.surface.edges.push(edge);
            self.surface.points.extend(edge);
        }
        let points = obstacle.mesh.vertices.iter().map(|v| first + v);
        self.surface.points.extend(points);
        handle
    }

    /// Adds a half-space that all solids stay out of; gives its number.
    pub fn add_half_space(&mut self, half_space: HalfSpace) -> u32 {
        let index = self.half_spaces.len() as u32;
        let norm = half_space.normal.norm();
        if !(norm.is_finite() && norm > 0.0 && half_space.origin.iter().all(|c| c.is_finite())) {
            self.problems.push(ModelError::HalfSpace {
                name: half_space.name,
            });
            return index;
        }
        self.half_spaces.push(HalfSpace {
            normal: half_space.normal / norm,
            ..half_space
        });
        index
    }

    /// Adds a prescribed motion.
    pub fn add_boundary(&mut self, program: BoundaryProgram) {
        self.boundary.push(program);
    }

    /// Adds a force from outside.
    pub fn add_load(&mut self, load: Load) {
        self.loads.push(load);
    }

    /// The triangles of the contact surface whose vertices all satisfy `of`, outward.
    pub fn triangles(&self, of: impl Fn(u32) -> bool) -> Vec<[u32; 3]> {
        let all = self.surface.triangles.iter();
        let chosen = all.filter(|triangle| triangle.iter().all(|&v| of(v)));
        chosen.copied().collect()
    }

    /// The positions of a body as added, m.
    pub fn points(&self, vertices: &Range<u32>) -> &[Vec3] {
        &self.points[vertices.start as usize..vertices.end as usize]
    }

    /// Checks everything and builds the model and its first state.
    pub fn build(mut self) -> Result<(Model, State), ModelError> {
        if !self.problems.is_empty() {
            return Err(self.problems.swap_remove(0));
        }
        check::settings(&self.settings)?;
        let schedule = check::boundary(&self.boundary, &self.bodies, self.points.len())?;
        check::loads(&self.loads, &self.mass)?;
        check::friction(&self.friction, self.bodies.len(), self.half_spaces.len())?;
        self.surface.points.sort_unstable();
        self.surface.points.dedup();
        self.surface.edges.sort_unstable();
        self.surface.edges.dedup();
        let state = State::at_start(self.points.clone(), self.velocity);
        let diagonal = diagonal(&self.points, &self.bodies);
        let free = self.mass.iter().filter(|&&mass| mass > 0.0).count();
        let is_obstacle = |&body: &u32| self.bodies[body as usize].is_obstacle;
        let friction = Friction::new(&self.friction, self.bodies.len(), self.half_spaces.len());
        let model = Model {
            mean_mass: self.mass.iter().sum::<f64>() / free.max(1) as f64,
            is_obstacle: self.body_of.iter().map(is_obstacle).collect(),
            thickness: vec![0.0; self.points.len()],
            rest: self.points,
            mass: self.mass,
            bodies: self.bodies,
            body_of: self.body_of,
            tets: Vec::from(self.tets),
            surface: self.surface,
            half_spaces: self.half_spaces,
            boundary: self.boundary,
            schedule,
            loads: self.loads,
            friction,
            gravity: self.gravity,
            diagonal,
            dhat: self.settings.dhat.resolve(diagonal),
            newton_tolerance: self.settings.newton_tolerance.resolve(diagonal),
            epsv: self.settings.epsv.resolve(diagonal),
            settings: self.settings,
        };
        check::start(&model, &state.x)?;
        Ok((model, state))
    }

    fn add_body(&mut self, name: &str, points: &[Vec3], is_obstacle: bool) -> BodyHandle {
        let index = self.bodies.len() as u32;
        let first = self.points.len() as u32;
        let vertices = first..first + points.len() as u32;
        self.points.extend_from_slice(points);
        self.velocity.resize(self.points.len(), Vec3::zeros());
        self.mass.resize(self.points.len(), 0.0);
        self.body_of.resize(self.points.len(), index);
        self.bodies.push(Body {
            name: name.to_owned(),
            vertices: vertices.clone(),
            is_obstacle,
        });
        BodyHandle { index, vertices }
    }

    fn add_triangles(&mut self, triangles: &[[u32; 3]], first: u32) {
        let global: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| first + v)).collect();
        self.surface.edges.extend(unique_edges(&global));
        self.surface.points.extend(global.iter().flatten());
        self.surface.triangles.extend(global);
    }

    fn add_tets(&mut self, solid: &Solid, first: u32) {
        let (mu, lambda) = solid.material.lame();
        let batch = match solid.material.elasticity {
            Elasticity::NeoHookean => &mut self.tets[0],
            Elasticity::FixedCorotated => &mut self.tets[1],
        };
        let points = &solid.mesh.points;
        for tet in &solid.mesh.tets {
            // check::solid has refused tets without volume.
            let Some(rest) = RestTet::new(tet.each_ref().map(|&v| &points[v as usize])) else {
                continue;
            };
            batch.tets.push(tet.map(|v| first + v));
            batch.rest.push(rest);
            batch.lambda.push(lambda);
            batch.mu.push(mu);
            for &v in tet {
                self.mass[(first + v) as usize] += 0.25 * rest.volume * solid.material.density;
            }
        }
    }
}

/// Diagonal of the bounding box of the solids; of everything where there is no solid.
fn diagonal(points: &[Vec3], bodies: &[Body]) -> f64 {
    let has_solid = bodies.iter().any(|body| !body.is_obstacle);
    let mut min = Vec3::repeat(f64::INFINITY);
    let mut max = -min;
    for body in bodies
        .iter()
        .filter(|body| !(has_solid && body.is_obstacle))
    {
        for v in body.vertices.clone() {
            min = min.inf(&points[v as usize]);
            max = max.sup(&points[v as usize]);
        }
    }
    (max - min).norm()
}
