//! A scene in motion.

#[cfg(not(target_family = "wasm"))]
mod gpu;
mod observer;

use std::fmt;
use std::ops::Range;

use tangency_engine::contact::{Closest, Primitives, pairs_within_reach};
use tangency_engine::energy::Energy;
use tangency_engine::fields::{FieldKind, LoadedState};
use tangency_engine::forces::{PairForce, Wrench};
use tangency_engine::{
    Certificate, LoadKind, Model, Observer, Path, State, StepReport, StepperKind, Vec3,
};
use tangency_io::run_folder::{Checkpoint, FieldArray, Topology};
use tangency_scene::{BuildInfo, Scene, topology};

use crate::checkpoint::{checkpoint, restored};
use crate::error::Error;
use crate::id::BodyId;
pub use observer::StepObserver;

/// Choices about a simulation that change none of its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimulationOptions {
    /// Whether every move of the solver is checked continuously in time with exact arithmetic: slow.
    pub exact_checks: bool,
    /// Whether the steps of the stepper `gpu` are done on the CPU, by the same kernels: very slow, for tests.
    pub emulate_gpu: bool,
}

/// A scene whose meshes and model are made, before its first step.
pub struct PreparedScene {
    model: Model,
    state: State,
    info: BuildInfo,
}

impl PreparedScene {
    /// Makes meshes and model of a checked scene.
    pub fn new(scene: &Scene) -> Result<Self, Error> {
        let (model, state, info) = scene.build()?;
        Ok(Self { model, state, info })
    }

    /// The certificate of a run that ends here: where the end of the last step has not been tested yet, it is.
    pub fn concluded_certificate(&self) -> Certificate {
        self.engine.concluded_certificate()
    }

    /// Numbers of what the scene became, for people.
    pub fn info(&self) -> &BuildInfo {
        &self.info
    }

    /// Bodies, elements and surfaces as a run folder keeps them.
    pub fn topology(&self) -> Topology {
        topology(&self.model)
    }

    /// The simulation from the start of the scene.
    pub fn start(self, options: SimulationOptions) -> Result<Simulation, Error> {
        let Self { model, state, info } = self;
        Simulation::new(model, state, Certificate::default(), info, options)
    }

    /// The simulation from a checkpoint of the same scene: it ends with the bits of one that was not interrupted.
    pub fn resume(
        self,
        saved: &Checkpoint,
        options: SimulationOptions,
    ) -> Result<Simulation, Error> {
        let (state, certificate) = restored(saved, &self.model)?;
        Simulation::new(self.model, state, certificate, self.info, options)
    }
}

/// A scene in motion: advances step by step, each step certified.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().time_step(0.01).gravity([0.0, -10.0, 0.0]);
/// let cube = scene.add(Solid::cube(1.0).velocity([1.0, 0.0, 0.0]));
/// let mut sim = scene.simulate()?;
/// sim.run_until(0.1)?;
/// assert_eq!(sim.step_number(), 10);
/// assert!((sim.center_of_mass(cube).x - 0.1).abs() < 1e-9);
/// assert!((sim.velocities(cube)[0].y + 1.0).abs() < 1e-9);
/// assert!(sim.certificate().verified);
/// # Ok::<(), Error>(())
/// ```
pub struct Simulation {
    engine: tangency_engine::Simulation,
    info: BuildInfo,
    observers: Vec<Box<dyn StepObserver + Send>>,
    last_report: Option<StepReport>,
    is_recorded: bool,
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bodies: Vec<&str> = self.model().bodies.iter().map(|b| &b.name[..]).collect();
        f.debug_struct("Simulation")
            .field("step", &self.step_number())
            .field("time", &self.time())
            .field("bodies", &bodies)
            .finish_non_exhaustive()
    }
}

impl Simulation {
    fn new(
        model: Model,
        state: State,
        certificate: Certificate,
        info: BuildInfo,
        options: SimulationOptions,
    ) -> Result<Self, Error> {
        let mut engine = match model.settings.stepper {
            #[cfg(not(target_family = "wasm"))]
            StepperKind::Gpu => gpu::simulation(model, state, certificate, options)?,
            _ => tangency_engine::Simulation::resume(model, state, certificate)?,
        };
        if options.exact_checks {
            engine.enable_exact_checks();
        }
        let output = &info.output;
        let needs_forces = !output.fields.is_empty() || !output.probes.is_empty();
        match output.forces {
            Some(is_wanted) => engine.record_forces(is_wanted || needs_forces),
            None if needs_forces => engine.record_forces(true),
            None => {}
        }
        Ok(Self {
            engine,
            info,
            observers: Vec::new(),
            last_report: None,
            is_recorded: false,
        })
    }

    /// Advances by one time step, certifies its end and tells the observers. On failure the state is that before the step.
    pub fn step(&mut self) -> Result<StepReport, Error> {
        let report = self.engine.step()?;
        self.last_report = Some(report.clone());
        let mut observers = std::mem::take(&mut self.observers);
        let told = observers
            .iter_mut()
            .try_for_each(|observer| observer.after_step(self, &report));
        self.observers = observers;
        told.map(|()| report)
    }

    /// Advances until `time`, s, is reached; does nothing where it is behind.
    pub fn run_until(&mut self, time: f64) -> Result<(), Error> {
        let last = steps_until(time, self.time_step());
        while self.step_number() < last {
            self.step()?;
        }
        Ok(())
    }

    /// Advances as long as `go_on`, asked after each step, says so.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).ground(0.0);
    /// let ball = scene.add(Solid::ball(0.1).at([0.0, 0.5, 0.0]));
    /// let mut sim = scene.simulate()?;
    /// sim.run_while(|_, report| report.contacts == 0)?;
    /// println!("the ball lands after {:.2} s", sim.time());
    /// assert!((0.25..0.32).contains(&sim.time()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run_while(
        &mut self,
        mut go_on: impl FnMut(&Self, &StepReport) -> bool,
    ) -> Result<(), Error> {
        loop {
            let report = self.step()?;
            if !go_on(self, &report) {
                return Ok(());
            }
        }
    }

    /// Ends the simulation: observers finish their work, such as the certificate of a run folder.
    pub fn finish(mut self) -> Result<Certificate, Error> {
        for mut observer in std::mem::take(&mut self.observers) {
            observer.finish(&self)?;
        }
        Ok(self.engine.concluded_certificate())
    }

    /// Has `observer` told of every step from now on: a closure, or any [`StepObserver`].
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().ground(0.0);
    /// let cube = scene.add(Solid::cube(0.1).at([0.0, 0.2, 0.0]));
    /// let mut sim = scene.simulate()?;
    /// let lowest = Arc::new(Mutex::new(f64::INFINITY));
    /// let seen = lowest.clone();
    /// sim.observe(move |sim: &Simulation, _: &StepReport| {
    ///     let heights = sim.positions(cube).iter().map(|x| x.y);
    ///     let mut seen = seen.lock().unwrap();
    ///     *seen = heights.fold(*seen, f64::min);
    ///     Ok(())
    /// });
    /// sim.run_until(0.3)?;
    /// let lowest = *lowest.lock().unwrap();
    /// assert!(lowest > 0.0 && lowest < 0.01);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn observe(&mut self, observer: impl StepObserver + Send + 'static) {
        self.is_recorded |= observer.records();
        self.observers.push(Box::new(observer));
    }

    /// Adds an energy of one's own, J, to what the steps from now on minimise. It is not part of a checkpoint: who resumes
    /// adds it again.
    ///
    /// The Hessian must have the same stencils in the same order at every call. The stepper must be `newton`: block descent
    /// goes vertex by vertex and does not ask it.
    ///
    /// ```
    /// use tangency::energy::{Block, BlockSink, Energy};
    /// use tangency::prelude::*;
    ///
    /// /// Draws vertex 0 to the origin: ½ k |x|².
    /// struct Anchor(f64);
    ///
    /// impl Energy for Anchor {
    ///     fn value(&self, x: &[Vec3]) -> f64 {
    ///         0.5 * self.0 * x[0].norm_squared()
    ///     }
    ///     fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
    ///         out[0] += self.0 * x[0];
    ///     }
    ///     fn hessian(&self, _: &[Vec3], out: &mut BlockSink) {
    ///         out.extend_uniform(&[[0]], |_, blocks| blocks[0] = Block::identity() * self.0);
    ///     }
    /// }
    ///
    /// let mut scene = Scene::new().time_step(0.01).gravity([0.0; 3]);
    /// let cube = scene.add(Solid::cube(0.1).at([1.0, 0.0, 0.0]));
    /// let mut sim = scene.simulate()?;
    /// sim.add_energy(Anchor(10.0))?;
    /// sim.run_until(0.1)?;
    /// assert!(sim.velocities(cube)[0].x < -0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn add_energy(&mut self, energy: impl Energy + Send + 'static) -> Result<(), Error> {
        if self.model().settings.stepper != StepperKind::Newton {
            return Err(Error::EnergyWithoutNewton);
        }
        self.engine.add_energy(Box::new(energy));
        Ok(())
    }

    /// Has the vertices of a driven boundary be at `targets`, m, at the end of the steps from now on; they are in the order of
    /// [`driven_vertices`](Self::driven_vertices). What is driven is not part of a checkpoint: who resumes drives it again.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).gravity([0.0; 3]);
    /// let cube = scene.add(Solid::cube(0.1));
    /// scene.prescribe(BoundaryCondition::hold(cube).end(BoxSide::MinusX).named("grip").driven());
    /// let mut sim = scene.simulate()?;
    /// let start: Vec<Vec3> = sim.driven_vertices("grip").iter().map(|&v| sim.state().x[v as usize]).collect();
    /// while sim.time() < 0.1 {
    ///     let way = Vec3::new(0.0, 0.1 * (sim.time() + sim.time_step()).powi(2), 0.0);
    ///     sim.drive("grip", start.iter().map(|x| x + way).collect())?;
    ///     sim.step()?;
    /// }
    /// let held = sim.driven_vertices("grip")[0] as usize;
    /// assert!((sim.state().x[held].y - start[0].y - 1e-3).abs() < 1e-12);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn drive(&mut self, name: &str, targets: Vec<Vec3>) -> Result<(), Error> {
        Ok(self.engine.drive(name, targets)?)
    }

    /// Has `forces`, N, act on the vertices of a driven load in the steps from now on, in the order of
    /// [`driven_vertices`](Self::driven_vertices); there are none before.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).gravity([0.0; 3]);
    /// let cube = scene.add(Solid::cube(0.1)); // 1 kg
    /// scene.apply(ExternalLoad::driven(cube).named("wind"));
    /// let mut sim = scene.simulate()?;
    /// let count = sim.driven_vertices("wind").len();
    /// sim.push("wind", vec![Vec3::x() / count as f64; count])?;
    /// sim.run_until(0.5)?;
    /// assert!((sim.velocities(cube)[0].x - 0.5).abs() < 1e-2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn push(&mut self, name: &str, forces: Vec<Vec3>) -> Result<(), Error> {
        Ok(self.engine.push(name, forces)?)
    }

    /// The vertices of the driven boundary or load called `name`, by their number in the model; none where there is none.
    pub fn driven_vertices(&self, name: &str) -> &[u32] {
        let model = self.model();
        let mut programs = model.boundary.iter();
        let program = programs.find(|p| p.motion.path == Path::Driven && p.name == name);
        let mut loads = model.loads.iter();
        match program {
            Some(program) => &program.vertices,
            None => { loads.find(|load| load.name == name) }.map_or(&[], |load| match &load.kind {
                LoadKind::Driven { vertices } => vertices,
                _ => &[],
            }),
        }
    }

    /// Puts a body's vertices at `x`, m, with velocities `v`, m/s, after checking that nothing intersects, inverts, or is closer
    /// or more strained than it may be; on failure the state is as it was.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new();
    /// let (a, b) = (scene.add(Solid::cube(1.0)), scene.add(Solid::cube(1.0).at([0.0, 2.0, 0.0])));
    /// let mut sim = scene.simulate()?;
    /// let (x, v) = (sim.positions(b).to_vec(), sim.velocities(b).to_vec());
    /// let moved = |by: f64| x.iter().map(|x| x + by * Vec3::y()).collect();
    /// sim.set_body_state(b, moved(-0.5), v.clone())?;
    /// let error = sim.set_body_state(b, moved(-1.5), v).unwrap_err();
    /// assert!(matches!(error.model(), Some(ModelError::InitialIntersection { .. })), "{error}");
    /// # let _ = a;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_body_state(
        &mut self,
        body: BodyId,
        x: Vec<Vec3>,
        v: Vec<Vec3>,
    ) -> Result<(), Error> {
        if self.is_recorded {
            return Err(Error::Recorded);
        }
        let range = self.range(body);
        let (mut all_x, mut all_v) = (self.state().x.clone(), self.state().v.clone());
        all_x.splice(range.clone(), x);
        all_v.splice(range, v);
        self.engine.set_state(all_x, all_v)?;
        Ok(())
    }

    /// A field where the last step ended: one array for each location that the model has it at (tets, triangles...); none before
    /// the first step for those that need forces. [`tangency_engine::fields`] has their definitions.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).ground(0.0);
    /// scene.add(Solid::cube(0.1).at([0.0, 0.051, 0.0]).young(1e5).density(1000.0));
    /// let mut sim = scene.simulate()?;
    /// sim.run_until(1.0)?;
    /// let stress = &sim.field(FieldKind::VonMises)[0];
    /// assert!(stress.values.iter().all(|&stress| stress < 2e3)); // Pa
    /// # Ok::<(), Error>(())
    /// ```
    pub fn field(&self, kind: FieldKind) -> Vec<FieldArray> {
        let pairs = match kind {
            FieldKind::Contacts => self.engine.pair_forces(),
            _ => None,
        };
        let loaded = LoadedState {
            model: self.model(),
            state: self.state(),
            forces: self.engine.forces(),
            pairs: pairs.as_deref(),
        };
        loaded.field(kind)
    }

    /// The pairs that push where the last step ended, with their forces; none where forces are not recorded.
    pub fn pair_forces(&self) -> Option<Vec<PairForce>> {
        self.engine.pair_forces()
    }

    /// Force by which a boundary program, an obstacle or a half-space acted on the bodies at the end of the last step, N, and its
    /// torque about the origin, N m; none where there is none of that name.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).ground(0.0);
    /// scene.add(Solid::cube(0.1).at([0.0, 0.051, 0.0]).density(1000.0));
    /// let mut sim = scene.simulate()?;
    /// sim.run_until(1.0)?;
    /// let weight = 1000.0 * 0.1_f64.powi(3) * 9.80665;
    /// let reaction = sim.reaction("ground").unwrap();
    /// assert!((reaction.force.y / weight - 1.0).abs() < 1e-3);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reaction(&self, name: &str) -> Option<Wrench> {
        let forces = self.last_report.as_ref()?.forces.as_ref()?;
        forces.reactions.get(name).copied()
    }

    /// The pairs closer than d̂, the closest first: what touches, or is about to.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).ground(0.0);
    /// let cube = scene.add(Solid::cube(0.1).at([0.0, 0.06, 0.0]));
    /// let mut sim = scene.simulate()?;
    /// sim.run_while(|_, report| report.contacts == 0)?;
    /// let pair = &sim.contact_pairs()[0];
    /// assert_eq!(pair.bodies, [None, Some(cube)]);
    /// assert!(pair.distance > 0.0 && pair.distance < sim.model().dhat);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn contact_pairs(&self) -> Vec<TouchingPair> {
        let model = self.model();
        let found = pairs_within_reach(model, &self.state().x);
        let pair = |found: Closest| {
            let (first, second) = found.primitives.representatives();
            TouchingPair {
                bodies: [first, Some(second)].map(|v| v.map(|v| self.body_of(v))),
                primitives: found.primitives,
                distance: found.distance,
            }
        };
        found.into_iter().map(pair).collect()
    }

    /// The body that a vertex of the model belongs to.
    fn body_of(&self, vertex: u32) -> BodyId {
        let place = self.model().body_of[vertex as usize] as usize;
        BodyId::at(place, self.moving_bodies())
    }

    /// Has `observer` look on while each step is solved: it may stop a step, and is told of those that take long.
    pub fn observe_solver(&mut self, observer: Observer) {
        self.engine.observe(observer);
    }

    /// Positions of a body's vertices, m, in the order of its mesh.
    pub fn positions(&self, body: BodyId) -> &[Vec3] {
        &self.engine.state().x[self.range(body)]
    }

    /// Velocities of a body's vertices, m/s.
    pub fn velocities(&self, body: BodyId) -> &[Vec3] {
        &self.engine.state().v[self.range(body)]
    }

    /// Middle of a body's mass, m; of an obstacle, the mean of its vertices.
    pub fn center_of_mass(&self, body: BodyId) -> Vec3 {
        let masses = &self.model().mass[self.range(body)];
        let total: f64 = masses.iter().sum();
        let weighted = self.positions(body).iter().zip(masses);
        if total > 0.0 {
            return weighted.map(|(x, &m)| x * m).sum::<Vec3>() / total;
        }
        weighted.map(|(x, _)| x).sum::<Vec3>() / masses.len().max(1) as f64
    }

    /// The body or obstacle called `name`.
    pub fn body(&self, name: &str) -> Option<BodyId> {
        let bodies = &self.model().bodies;
        let place = bodies.iter().position(|body| body.name == name)?;
        Some(BodyId::at(place, self.moving_bodies()))
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.engine.state().time
    }

    /// Number of steps done.
    pub fn step_number(&self) -> u64 {
        self.engine.state().step
    }

    /// Length of a step, s.
    pub fn time_step(&self) -> f64 {
        self.model().settings.dt
    }

    /// The report of the last step; none before the first.
    pub fn last_report(&self) -> Option<&StepReport> {
        self.last_report.as_ref()
    }

    /// Findings of the tests after each step so far.
    pub fn certificate(&self) -> &Certificate {
        self.engine.certificate()
    }

    /// Numbers of what the scene became, for people.
    pub fn info(&self) -> &BuildInfo {
        &self.info
    }

    /// The engine's model: all that does not change.
    pub fn model(&self) -> &Model {
        self.engine.model()
    }

    /// The engine's state: all that changes.
    pub fn state(&self) -> &State {
        self.engine.state()
    }

    /// Everything that a simulation of the same scene needs to go on from here with the same bits, see
    /// [`Scene::resume`](crate::Scene::resume).
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().time_step(0.01).ground(0.0);
    /// let cube = scene.add(Solid::cube(0.1).at([0.0, 0.1, 0.0]));
    /// let mut sim = scene.simulate()?;
    /// sim.run_until(0.1)?;
    /// let saved = sim.checkpoint();
    /// sim.run_until(0.2)?;
    ///
    /// let mut again = scene.resume(&saved)?;
    /// again.run_until(0.2)?;
    /// assert_eq!(again.positions(cube), sim.positions(cube));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn checkpoint(&self) -> Checkpoint {
        checkpoint(self.state(), self.certificate())
    }

    /// Whether a checkpoint taken now leads to the bits of a run that is not interrupted; with the stepper `gpu` only now
    /// and then.
    pub fn is_resumable(&self) -> bool {
        self.engine.is_resumable()
    }

    /// Bodies that are not obstacles; these come first in the model.
    fn moving_bodies(&self) -> usize {
        let bodies = self.model().bodies.iter();
        bodies.filter(|body| !body.is_obstacle).count()
    }

    fn range(&self, body: BodyId) -> Range<usize> {
        let vertices = &self.model().bodies[body.place(self.moving_bodies())].vertices;
        vertices.start as usize..vertices.end as usize
    }
}

/// Two features closer than d̂.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchingPair {
    /// Vertices, edges or triangles, by the numbers of the model's vertices.
    pub primitives: Primitives,
    /// The bodies they belong to; none for a half-space, which comes first.
    pub bodies: [Option<BodyId>; 2],
    /// Their distance, m, whatever their thickness.
    pub distance: f64,
}

/// The fewest steps that reach a time, with a little room for rounding.
fn steps_until(duration: f64, step: f64) -> u64 {
    (duration / step - 1e-6).ceil().max(0.0) as u64
}
