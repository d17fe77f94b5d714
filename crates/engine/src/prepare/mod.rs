//! From bodies, obstacles and programs to a model and its first state, with everything checked: above the model, and
//! above contact and certificate, which are asked whether the start is possible.

mod check;
mod embed;

pub use check::start as check_positions;
pub use check::{check_methods, impossible_pairs};

use std::collections::BTreeMap;
use std::ops::Range;

use tangency_geometry::Vec3;
use tangency_geometry::topology::{boundary_triangles, unique_edges};

use crate::boundary::{BoundaryProgram, Load, Schedule};
use crate::contact;
use crate::linear::machine_memory;
use crate::model::{
    Band, Body, BodyHandle, ContactSurface, Dependents, Elements, Friction, FrictionTable, Grains,
    HalfSpace, Model, ModelError, Obstacle, Plane, PlaneSolid, Rods, Shell, Solid, Springs,
};
use crate::settings::Settings;
use crate::state::State;

/// Collects what a scene is made of, then checks and builds it.
#[derive(Clone, Debug)]
pub struct ModelBuilder {
    /// Acceleration of gravity, m/s².
    pub gravity: Vec3,
    /// Accuracies and limits.
    pub settings: Settings,
    /// Coefficients of friction.
    pub friction: FrictionTable,
    /// Memory that the pairs near each other at the start may take, bytes.
    pub memory: f64,
    /// Rest shapes in place of those of the meshes, by the name of the body, m: a position for each vertex. The body starts where
    /// its mesh is.
    pub rest_shapes: BTreeMap<String, Vec<Vec3>>,
    /// Bodies that start elsewhere than at rest: their first vertices, and where these start.
    starts: Vec<(u32, Vec<Vec3>)>,
    points: Vec<Vec3>,
    velocity: Vec<Vec3>,
    mass: Vec<f64>,
    bodies: Vec<Body>,
    body_of: Vec<u32>,
    thickness: Vec<f64>,
    /// Largest diameter of a grain, m.
    grain: f64,
    elements: Elements,
    dependents: Dependents,
    plane: Option<Plane>,
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
        ModelBuilder {
            gravity: Vec3::new(0.0, -9.80665, 0.0),
            settings: Settings::default(),
            friction: FrictionTable::default(),
            memory: machine_memory().map_or(f64::INFINITY, |bytes| bytes as f64),
            rest_shapes: BTreeMap::new(),
            starts: Vec::new(),
            points: Vec::new(),
            velocity: Vec::new(),
            mass: Vec::new(),
            bodies: Vec::new(),
            body_of: Vec::new(),
            thickness: Vec::new(),
            grain: 0.0,
            elements: Elements::default(),
            dependents: Dependents::default(),
            plane: None,
            surface: ContactSurface::default(),
            half_spaces: Vec::new(),
            boundary: Vec::new(),
            loads: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// An empty planar scene, of planar solids and obstacles in the plane z = 0 (see [`Plane`]).
    pub fn planar() -> Self {
        ModelBuilder {
            plane: Some(Plane::default()),
            ..Self::new()
        }
    }

    /// Adds an elastic solid. What is wrong with it is told by [`ModelBuilder::build`].
    pub fn add_solid(&mut self, mut solid: Solid) -> BodyHandle {
        self.take_rest(&solid.name, &mut solid.mesh.points);
        let handle = self.add_tets(&solid, &[]);
        if self.problems.is_empty() {
            self.add_triangles(&boundary_triangles(&solid.mesh.tets), handle.vertices.start);
        }
        handle
    }

    /// Adds the tets of a solid, each with its `filled` share, without a surface.
    fn add_tets(&mut self, solid: &Solid, filled: &[f64]) -> BodyHandle {
        let mesh = &solid.mesh;
        let handle = self.add_body(&solid.name, &mesh.points, &solid.velocity, solid.offset);
        if self.is_right(check::solid(solid)) && self.is_in_space(&solid.name) {
            let first = handle.vertices.start;
            let masses = (self.elements).add_solid(mesh, &solid.material, first, filled);
            self.add_masses(&handle, solid.material.density, &masses);
        }
        handle
    }

    /// Adds a planar solid. What is wrong with it is told by [`ModelBuilder::build`].
    pub fn add_plane_solid(&mut self, mut solid: PlaneSolid) -> BodyHandle {
        self.take_rest(&solid.name, &mut solid.mesh.points);
        let points = &solid.mesh.points;
        let handle = self.add_body(&solid.name, points, &solid.velocity, solid.offset);
        if !self.is_right(check::plane_solid(&solid)) {
            return handle;
        }
        let first = handle.vertices.start;
        let Some(plane) = &mut self.plane else {
            self.problems.push(ModelError::Malformed {
                body: solid.name,
                what: "a planar solid needs a planar scene".to_owned(),
            });
            return handle;
        };
        let outline = plane.add(&solid.mesh, first);
        let (mesh, material) = (&solid.mesh, &solid.material);
        let masses = self.elements.add_plane_solid(mesh, material, first);
        self.add_masses(&handle, material.density, &masses);
        self.add_segments(&outline, 0);
        handle
    }

    /// Adds a shell. What is wrong with it is told by [`ModelBuilder::build`].
    pub fn add_shell(&mut self, mut shell: Shell) -> BodyHandle {
        self.take_rest(&shell.name, &mut shell.mesh.points);
        let points = &shell.mesh.points;
        let handle = self.add_body(&shell.name, points, &shell.velocity, shell.offset);
        if !self.is_right(check::shell(&shell)) || !self.is_in_space(&shell.name) {
            return handle;
        }
        let first = handle.vertices.start;
        match self.elements.add_shell(&shell, first) {
            Ok(masses) => self.add_masses(&handle, shell.material.density, &masses),
            Err(problem) => self.problems.push(problem),
        }
        self.add_triangles(&shell.mesh.triangles, first);
        handle
    }

    /// Adds rods. What is wrong with them is told by [`ModelBuilder::build`].
    pub fn add_rods(&mut self, mut rods: Rods) -> BodyHandle {
        self.take_rest(&rods.name, &mut rods.mesh.points);
        let points = &rods.mesh.points;
        let handle = self.add_body(&rods.name, points, &rods.velocity, rods.offset);
        if !self.is_right(check::rods(&rods)) || !self.is_in_space(&rods.name) {
            return handle;
        }
        let first = handle.vertices.start;
        let masses = self.elements.add_rods(&rods, first);
        self.add_masses(&handle, rods.material.density, &masses);
        self.add_segments(&rods.mesh.edges, first);
        handle
    }

    /// Adds grains. What is wrong with them is told by [`ModelBuilder::build`].
    pub fn add_grains(&mut self, grains: Grains) -> BodyHandle {
        let points = &grains.points;
        let handle = self.add_body(&grains.name, points, &grains.velocity, grains.offset);
        if !self.is_right(check::grains(&grains)) || !self.is_in_space(&grains.name) {
            return handle;
        }
        self.grain = self.grain.max(grains.material.diameter);
        let masses = vec![grains.material.mass(); points.len()];
        self.add_masses(&handle, grains.material.density, &masses);
        self.surface.points.extend(handle.vertices.clone());
        handle
    }

    /// Adds springs between bodies that were added before.
    pub fn add_springs(&mut self, springs: Springs) {
        if self.is_right(check::springs(&springs, self.points.len()))
            && self.is_in_space(&springs.name)
            && self.is_right(embed::springs(&springs, &self.dependents))
        {
            self.elements.add_springs(&springs);
        }
    }

    /// Adds an elastic band along edges of bodies that were added before.
    pub fn add_band(&mut self, band: Band) {
        if self.is_right(check::band(&band, self.points.len())) && self.is_in_space(&band.name) {
            self.elements.add_band(&band);
        }
    }

    /// Adds an obstacle: fixed, unless a boundary program moves its vertices.
    pub fn add_obstacle(&mut self, obstacle: Obstacle) -> BodyHandle {
        let mesh = &obstacle.mesh;
        let handle = self.add_body(&obstacle.name, &mesh.points, &[], obstacle.offset);
        if let Some(body) = self.bodies.last_mut() {
            body.is_obstacle = true;
        }
        if !self.is_right(check::obstacle(&obstacle)) {
            return handle;
        }
        let first = handle.vertices.start;
        if self.plane.is_some() && !self.is_right(check::plane_obstacle(&obstacle)) {
            return handle;
        }
        match &mut self.plane {
            Some(plane) => {
                let outline = plane.add(mesh, first);
                self.add_segments(&outline, 0);
            }
            None => self.add_triangles(&mesh.triangles, first),
        }
        self.add_segments(&mesh.edges, first);
        let points = mesh.vertices.iter().map(|v| first + v);
        self.surface.points.extend(points);
        handle
    }

    /// Keeps texture coordinates of the triangles of a shell or obstacle, one entry for each, for those who write files.
    pub fn keep_uv(&mut self, body: &BodyHandle, uv: Vec<[[f64; 2]; 3]>) {
        self.bodies[body.index as usize].uv = uv;
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

    /// The edges of the contact surface whose vertices both satisfy `of`, body by body.
    pub fn edges(&self, of: impl Fn(u32) -> bool) -> Vec<[u32; 2]> {
        let all = self.surface.edges.iter();
        let chosen = all.filter(|edge| edge.iter().all(|&v| of(v)));
        chosen.copied().collect()
    }

    /// The positions of a body as added, m.
    pub fn points(&self, vertices: &Range<u32>) -> &[Vec3] {
        &self.points[vertices.start as usize..vertices.end as usize]
    }

    /// Checks everything and builds the model and its first state.
    pub fn build(self) -> Result<(Model, State), ModelError> {
        let (model, mut state) = self.assemble()?;
        check::start(&model, &state.x)?;
        state.split_angles(model.vertex_count());
        Ok((model, state))
    }

    /// Checks all but the start, at which bodies may intersect, and builds the model and its first state, for those who look
    /// for what is wrong with it: see [`impossible_pairs`].
    pub fn build_untested(self) -> Result<(Model, State), ModelError> {
        let (model, mut state) = self.assemble()?;
        state.split_angles(model.vertex_count());
        Ok((model, state))
    }

    fn assemble(mut self) -> Result<(Model, State), ModelError> {
        if let Some(body) = self.rest_shapes.keys().next() {
            let what = "there is no solid, sheet or rod of that name to be given a rest shape";
            let (body, what) = (body.clone(), what.to_owned());
            self.problems.push(ModelError::Malformed { body, what });
        }
        if !self.problems.is_empty() {
            return Err(self.problems.swap_remove(0));
        }
        check::settings(&self.settings)?;
        check::boundary(&self.boundary, &self.bodies, self.points.len())?;
        embed::programs(&self.boundary, &self.dependents)?;
        check::loads(&self.loads, &self.carries())?;
        if self.plane.is_some() {
            check::outside(
                &self.gravity,
                &self.half_spaces,
                &self.boundary,
                &self.loads,
            )?;
        }
        check::friction(&self.friction, self.bodies.len(), self.half_spaces.len())?;
        let ContactSurface {
            points,
            edges,
            triangles,
            ..
        } = std::mem::take(&mut self.surface);
        self.surface = ContactSurface::new(points, edges, triangles);
        let free = self.mass.iter().filter(|&&mass| mass > 0.0).count();
        let mean_mass = self.mass.iter().sum::<f64>() / free.max(1) as f64;
        let state = self.add_angles();
        let schedule = Schedule::new(&self.boundary, self.mass.len());
        let diagonal = diagonal(&self.points, &self.bodies, self.grain);
        let is_obstacle = |&body: &u32| self.bodies[body as usize].is_obstacle;
        let friction = Friction::new(&self.friction, self.bodies.len(), self.half_spaces.len());
        let model = Model {
            mean_mass,
            is_obstacle: self.body_of.iter().map(is_obstacle).collect(),
            thickness: self.thickness,
            rest: self.points,
            mass: self.mass,
            bodies: self.bodies,
            body_of: self.body_of,
            dependents: self.dependents,
            elements: self.elements,
            plane: self.plane,
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
            ogc: None,
            settings: self.settings,
        };
        check::resolved(&model)?;
        check::gravity(&model, &state.x)?;
        check::crowd(&model, &state.x, self.memory)?;
        Ok((contact::with_own_reach(model), state))
    }

    /// Adds the nodes of angles after all vertices; the first state.
    fn add_angles(&mut self) -> State {
        let twists = &mut self.elements.twists;
        twists.number(self.points.len());
        twists.clamp(&mut self.boundary);
        self.mass.extend(&twists.masses);
        let (mut x, mut v) = (self.points.clone(), std::mem::take(&mut self.velocity));
        for (first, start) in self.starts.drain(..) {
            let first = first as usize;
            x[first..first + start.len()].copy_from_slice(&start);
        }
        x.resize(self.mass.len(), Vec3::zeros());
        v.resize(self.mass.len(), Vec3::zeros());
        State {
            directors: twists.directors.clone(),
            twists: twists.joints.twists.clone(),
            ..State::at_start(x, v)
        }
    }

    fn add_body(
        &mut self,
        name: &str,
        points: &[Vec3],
        velocity: &[Vec3],
        offset: f64,
    ) -> BodyHandle {
        let index = self.bodies.len() as u32;
        let first = self.points.len() as u32;
        let vertices = first..first + points.len() as u32;
        self.points.extend_from_slice(points);
        self.velocity.extend(velocity.iter().take(points.len()));
        self.velocity.resize(self.points.len(), Vec3::zeros());
        self.mass.resize(self.points.len(), 0.0);
        self.body_of.resize(self.points.len(), index);
        self.thickness.resize(self.points.len(), offset);
        self.bodies.push(Body {
            name: name.to_owned(),
            vertices: vertices.clone(),
            is_obstacle: false,
            density: 0.0,
            uv: Vec::new(),
        });
        BodyHandle { index, vertices }
    }

    /// Gives the mesh of a body its rest shape, where another one is wanted; the body starts where the mesh was.
    fn take_rest(&mut self, body: &str, points: &mut Vec<Vec3>) {
        let Some(rest) = self.rest_shapes.remove(body) else {
            return;
        };
        if rest.len() != points.len() {
            let what = format!(
                "{} rest positions for {} vertices",
                rest.len(),
                points.len()
            );
            let body = body.to_owned();
            self.problems.push(ModelError::Malformed { body, what });
            return;
        }
        let first = self.points.len() as u32;
        self.starts.push((first, std::mem::replace(points, rest)));
    }

    /// Keeps what is wrong for later.
    fn is_right(&mut self, checked: Result<(), ModelError>) -> bool {
        checked
            .map_err(|problem| self.problems.push(problem))
            .is_ok()
    }

    /// Refuses what a planar scene has no room for.
    fn is_in_space(&mut self, name: &str) -> bool {
        if self.plane.is_some() {
            self.problems.push(ModelError::Malformed {
                body: name.to_owned(),
                what: "a planar scene has bodies of triangles with the material of a solid; it has no tets, sheets, rods, \
                       grains or stitches"
                    .to_owned(),
            });
        }
        self.plane.is_none()
    }

    fn add_masses(&mut self, body: &BodyHandle, density: f64, masses: &[f64]) {
        self.bodies[body.index as usize].density = density;
        let own = self.mass[body.vertices.start as usize..].iter_mut();
        for (mass, more) in own.zip(masses) {
            *mass += more;
        }
    }

    fn add_segments(&mut self, segments: &[[u32; 2]], first: u32) {
        for &[a, b] in segments {
            let edge = [first + a.min(b), first + a.max(b)];
            self.surface.edges.push(edge);
            self.surface.points.extend(edge);
        }
    }

    fn add_triangles(&mut self, triangles: &[[u32; 3]], first: u32) {
        let global: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| first + v)).collect();
        self.surface.edges.extend(unique_edges(&global));
        self.surface.points.extend(global.iter().flatten());
        self.surface.triangles.extend(global);
    }
}

/// Diagonal of the bounding box of the vertices of all bodies; of obstacles where there is no body. A single grain is one
/// vertex: its diagonal is that of the box around its ball, of diameter `grain`.
fn diagonal(points: &[Vec3], bodies: &[Body], grain: f64) -> f64 {
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
    let diagonal = (max - min).norm();
    if diagonal > 0.0 {
        diagonal
    } else {
        3f64.sqrt() * grain
    }
}
