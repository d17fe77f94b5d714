//! Scenes as a program writes them: the document of the scene language, typed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tangency_engine::{ContactKind, StepperKind};
use tangency_io::run_folder::Checkpoint;
use tangency_scene::document::step::StepSpec;
use tangency_scene::{Budget, SceneError, load_text_within, load_within, named_material};

use crate::body::SceneItem;
use crate::body_arrays::BodyArrays;
use crate::error::Error;
use crate::id::BodyId;
use crate::motion::{BoundaryCondition, ExternalLoad};
use crate::run_folder::RunFolder;
use crate::simulation::{PreparedScene, Simulation, SimulationOptions};
use crate::spec::{
    Damping, Document, FrictionPair, GroundSpec, HalfSpaceSpec, Integrator, Length, MaterialChoice,
    MaterialSpec, OneOrMany, Triple,
};

/// A scene: bodies, obstacles, what moves and what acts on them. It is the same document that a scene file is read to.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().time_step(0.01).ground(0.0);
/// let cube = scene.add(Solid::cube(1.0).at([0.0, 2.0, 0.0]).young(1e5));
/// let mut sim = scene.simulate()?;
/// sim.run_until(1.0)?;
/// println!("{:?}", sim.positions(cube));
/// # assert!(sim.positions(cube).iter().all(|x| x.y > 0.0 && x.y < 1.5));
/// # Ok::<(), Error>(())
/// ```
///
/// A mistake is told in the words of the scene language when the scene is simulated:
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new();
/// scene.add(Solid::cube(1.0).poisson(0.5));
/// let message = scene.simulate().unwrap_err().to_string();
/// assert!(message.contains("body.0.material.poisson"), "{message}");
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    name: String,
    pub(crate) document: Document,
    folder: PathBuf,
    budget: Budget,
    options: SimulationOptions,
    /// Whether the contact model was chosen; otherwise it follows from the stepper.
    has_contact: bool,
    /// The file that it was loaded from, as it was then.
    pub(crate) loaded: Option<Arc<tangency_scene::Scene>>,
    /// Arrays that a program has set.
    pub(crate) arrays: BodyArrays,
}

impl Default for Scene {
    fn default() -> Self {
        Self::new()
    }
}

impl Scene {
    /// A scene without anything in it: gravity along -y, implicit Euler in steps of 25 ms, contact by IPC, no friction.
    pub fn new() -> Self {
        Self {
            name: "scene".to_owned(),
            document: Document::default(),
            folder: PathBuf::from("."),
            budget: Budget::default(),
            options: SimulationOptions::default(),
            has_contact: false,
            loaded: None,
            arrays: BodyArrays::default(),
        }
    }

    /// A scene file (TOML, JSON, a script of the 2020 IPC code) or a scene of the catalogue by its name.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::load("two-cubes")?;
    /// let ball = scene.add(Solid::ball(0.1).at([0.0, 9.0, 0.0]));
    /// let sim = scene.simulate()?;
    /// assert!(sim.positions(ball)[0].y > 8.0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn load(path_or_name: impl AsRef<Path>) -> Result<Self, Error> {
        Self::load_with(path_or_name, &[])
    }

    /// A scene file or a scene of the catalogue with changes, as `--set` of the program takes them.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let scene = Scene::load_with("two-cubes", &["drop=0.02".to_owned()])?;
    /// assert!(scene.parameters().contains(&("drop".to_owned(), vec![0.02])));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn load_with(path_or_name: impl AsRef<Path>, changes: &[String]) -> Result<Self, Error> {
        let path = path_or_name.as_ref();
        let scene = load_within(&path.to_string_lossy(), changes, &Budget::default())?;
        let folder = path.parent().filter(|_| path.is_file());
        Ok(Self::of(scene, folder.unwrap_or(Path::new(""))))
    }

    /// A scene in a text (TOML, JSON); `name` is what messages call it, `folder` where its files are.
    ///
    /// ```
    /// use std::path::Path;
    /// use tangency::prelude::*;
    ///
    /// let text = "[parameters]\nheight = 2\n[[body]]\nshape = { box = {} }\ntranslate = [0, '= height', 0]\n";
    /// let scene = Scene::from_text("box.toml", text, Path::new("."))?;
    /// assert_eq!(scene.document().body[0].translate, [0.0, 2.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_text(name: &str, text: &str, folder: &Path) -> Result<Self, Error> {
        let scene = load_text_within(name, text, folder, &[], &Budget::default())?;
        Ok(Self::of(scene, folder))
    }

    fn of(scene: tangency_scene::Scene, folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            name: scene.name.clone(),
            document: scene.document.clone(),
            has_contact: true,
            loaded: Some(scene.into()),
            ..Self::new()
        }
    }

    /// Adds a body or an obstacle.
    pub fn add(&mut self, item: impl Into<SceneItem>) -> BodyId {
        match item.into() {
            SceneItem::Body(mut body) => {
                let id = BodyId::body(self.document.body.len());
                self.name_it(&mut body.name, "body", id.index);
                self.document.body.push(body);
                id
            }
            SceneItem::Obstacle(mut obstacle) => {
                let id = BodyId::obstacle(self.document.obstacle.len());
                self.name_it(&mut obstacle.name, "obstacle", id.index);
                self.document.obstacle.push(obstacle);
                id
            }
        }
    }

    /// Holds vertices, or moves them.
    pub fn prescribe(&mut self, condition: BoundaryCondition) {
        let mut spec = condition.spec;
        if spec.name.is_empty() {
            spec.name = format!("boundary-{}", self.document.boundary.len());
        }
        spec.body = self.names(&condition.bodies);
        self.document.boundary.push(spec);
    }

    /// Has a force from outside act.
    pub fn apply(&mut self, load: ExternalLoad) {
        let mut spec = load.spec;
        if spec.name.is_empty() {
            spec.name = format!("load-{}", self.document.load.len());
        }
        spec.body = self.names(&load.bodies);
        self.document.load.push(spec);
    }

    /// Coefficient of friction between two bodies or obstacles, whatever each has with others.
    pub fn friction_between(&mut self, a: BodyId, b: BodyId, mu: f64) {
        let between = [a, b].map(|id| self.name_of(id).to_owned());
        let pair = FrictionPair { between, mu };
        self.document.friction.pair.push(pair);
    }

    /// The name, with which messages begin.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Length of a step, s.
    pub fn time_step(mut self, seconds: f64) -> Self {
        self.document.time.step = StepSpec::fixed(seconds);
        self
    }

    /// Length of the whole run, s, for programs that read its folder.
    pub fn duration(mut self, seconds: f64) -> Self {
        self.document.time.duration = seconds;
        self
    }

    /// The rule that turns forces into motion.
    pub fn integrator(mut self, integrator: Integrator) -> Self {
        self.document.time.integrator = integrator;
        self
    }

    /// Acceleration of gravity, m/s².
    pub fn gravity(mut self, acceleration: Triple) -> Self {
        self.document.gravity = acceleration;
        self
    }

    /// A floor at this height, m.
    pub fn ground(mut self, height: f64) -> Self {
        let friction = None;
        self.document.ground = Some(GroundSpec { height, friction });
        self
    }

    /// A wall through `point` that looks along `normal`: bodies stay in front of it.
    pub fn half_space(mut self, point: Triple, normal: Triple) -> Self {
        let name = format!("wall-{}", self.document.half_space.len());
        self.document.half_space.push(HalfSpaceSpec {
            name,
            point,
            normal,
            friction: None,
        });
        self
    }

    /// Coefficient of friction of everything that has none of its own.
    pub fn friction(mut self, mu: f64) -> Self {
        self.document.friction.mu = mu;
        self
    }

    /// Lagged Rayleigh damping by multiples of mass, 1/s, and elastic stiffness, s.
    pub fn damping(mut self, mass: f64, stiffness: f64) -> Self {
        self.document.damping = Damping { mass, stiffness };
        self
    }

    /// The contact model.
    pub fn contact(mut self, model: ContactKind) -> Self {
        self.document.solver.contact = model;
        self.has_contact = true;
        self
    }

    /// The minimiser. Where it is `gpu` and there is none, the scene is refused before its first step.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().stepper(StepperKind::Gpu);
    /// scene.add(Cloth::rectangle([0.2, 0.2], 0.05).hinges());
    /// match scene.simulate() {
    ///     Ok(_) => println!("there is a GPU"),
    ///     Err(error) => assert!(matches!(error, Error::Gpu(_)), "{error}"),
    /// }
    /// ```
    pub fn stepper(mut self, stepper: StepperKind) -> Self {
        self.document.solver.stepper = stepper;
        self
    }

    /// Distance below which bodies repel each other, m; a thousandth of the scene's size where nothing is said.
    pub fn dhat(mut self, distance: f64) -> Self {
        self.document.solver.dhat = Length::Absolute(distance);
        self
    }

    /// Accuracy of a step, as a speed, m/s; a hundredth of the scene's size per second where nothing is said.
    pub fn tolerance(mut self, speed: f64) -> Self {
        self.document.solver.newton_tolerance = Length::Absolute(speed);
        self
    }

    /// Checks every move of the solver continuously in time with exact arithmetic: slow.
    pub fn exact_checks(mut self) -> Self {
        self.options.exact_checks = true;
        self
    }

    /// All that the scene language can say of the scene.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// All that the scene language can say of the scene, to be changed.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new();
    /// scene.document_mut().solver.max_iterations = 200;
    /// ```
    pub fn document_mut(&mut self) -> &mut Document {
        // Whatever is written there is meant.
        self.has_contact = true;
        &mut self.document
    }

    /// The scene as JSON, which the program `tangency` runs.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().ground(0.0);
    /// scene.add(Solid::cube(1.0).at([0.0, 1.0, 0.0]));
    /// let text = scene.to_json()?;
    /// assert!(text.contains("\"ground\": 0.0"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_json(&self) -> Result<String, Error> {
        self.arrays.refuse()?;
        Ok(self.checked()?.resolved_json())
    }

    /// Whether positions, velocities or rest shapes were set as arrays, which no scene file holds.
    pub fn has_arrays(&self) -> bool {
        self.arrays != BodyArrays::default()
    }

    /// The scene with all its values checked.
    pub fn checked(&self) -> Result<tangency_scene::Scene, Error> {
        let mut document = serde_json::to_value(&self.document).unwrap_or_default();
        if let (false, Some(solver)) = (self.has_contact, document["solver"].as_object_mut()) {
            solver.remove("contact");
        }
        let file = format!("{}.json", self.name);
        let text = document.to_string();
        let checked = load_text_within(&file, &text, &self.folder, &[], &self.budget);
        let mut checked = checked.map_err(|error| without_line(error.into()))?;
        checked.rest_shapes.clone_from(&self.arrays.rest_shapes);
        Ok(checked)
    }

    pub(crate) fn prepared(&self) -> Result<PreparedScene, Error> {
        let mut prepared = PreparedScene::new(&self.checked()?).map_err(without_line)?;
        self.arrays.place(&mut prepared)?;
        Ok(prepared)
    }

    /// The simulation from the start of the scene.
    pub fn simulate(&self) -> Result<Simulation, Error> {
        self.prepared()?.start(self.options)
    }

    /// The simulation from a checkpoint of this scene, see [`Simulation::checkpoint`].
    pub fn resume(&self, saved: &Checkpoint) -> Result<Simulation, Error> {
        self.prepared()?.resume(saved, self.options)
    }

    /// The simulation from the start of the scene, written into a new folder: see [`RunFolder`].
    pub fn record(&self, folder: impl AsRef<Path>) -> Result<Simulation, Error> {
        self.arrays.refuse()?;
        let mut simulation = self.simulate()?;
        let scene = self.checked()?;
        let mut folder = RunFolder::create(folder.as_ref(), &scene, &simulation, false)?;
        folder.write_start(&simulation)?;
        simulation.observe(folder);
        Ok(simulation)
    }

    /// The material of a body, by its place in the document.
    pub(crate) fn material_of(&self, body: usize) -> MaterialSpec {
        match &self.document.body[body].material {
            MaterialChoice::Inline(material) => *material,
            MaterialChoice::Named(name) => {
                let own = self.document.materials.get(name).copied();
                own.or_else(|| named_material(name)).unwrap_or_default()
            }
        }
    }

    /// The name of a body or obstacle.
    pub fn name_of(&self, id: BodyId) -> &str {
        match id.is_obstacle {
            true => &self.document.obstacle[id.index].name,
            false => &self.document.body[id.index].name,
        }
    }

    fn names(&self, ids: &[BodyId]) -> OneOrMany<String> {
        OneOrMany(ids.iter().map(|&id| self.name_of(id).to_owned()).collect())
    }

    /// Gives a name to what has none.
    fn name_it(&self, name: &mut String, kind: &str, index: usize) {
        if !name.is_empty() {
            return;
        }
        let bodies = self.document.body.iter().map(|body| &body.name);
        let taken: Vec<_> = bodies
            .chain(self.document.obstacle.iter().map(|o| &o.name))
            .collect();
        let numbered = (index..).map(|number| format!("{kind}-{number}"));
        *name = { numbered }
            .find(|name| !taken.contains(&name))
            .unwrap_or_default();
    }
}

/// The error without the line of a text that nobody wrote.
fn without_line(error: Error) -> Error {
    match error {
        Error::Scene(SceneError::Invalid { mut place, message }) => {
            place.line = None;
            Error::Scene(SceneError::Invalid { place, message })
        }
        error => error,
    }
}
