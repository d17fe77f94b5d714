//! Variables by name: `"gravity"`, `"young:ball"`, `"motion:paddle.velocity"`, parameters of the scene file.

use serde_json::Value;
use tangency_adjoint::Variable;
use tangency_engine::{LoadKind, Model, Path, Side};
use tangency_scene::number_of;

use crate::scene::Scene;
use crate::spec::{Document, MaterialSpec};
use crate::variable_error::VariableError;

/// Something that a scene says, by which its run can be differentiated.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneVariable {
    /// Gravity.
    Gravity,
    /// The coefficient of friction of what has none of its own.
    Friction,
    /// The coefficient of friction of a body, obstacle or half-space.
    OwnFriction(Side),
    /// A number of a body's material.
    Material {
        /// The body.
        body: usize,
        /// The number.
        word: &'static MaterialWord,
    },
    /// A vector for each vertex of a body or obstacle.
    Vertices {
        /// The body.
        body: usize,
        /// Kind of vectors.
        array: VertexArray,
    },
    /// A prescribed motion, by its pieces.
    Motion {
        /// The boundary program.
        program: usize,
        /// The part of each piece.
        part: MotionPart,
    },
    /// A load.
    Load(usize),
    /// A parameter of the scene file.
    Parameter(String),
    /// A number of the scene, by the keys that lead to it.
    Number(Vec<String>),
}

/// A number of a material.
#[derive(Debug)]
pub struct MaterialWord {
    /// The word for it.
    pub word: &'static str,
    /// The variable of adjoints.
    pub variable: Variable,
    /// Its place.
    pub of: fn(&mut MaterialSpec) -> &mut f64,
}

impl PartialEq for MaterialWord {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

/// The numbers of materials by which there are derivatives.
pub const MATERIAL_WORDS: [MaterialWord; 3] = [
    MaterialWord {
        word: "young",
        variable: Variable::Young,
        of: |m| &mut m.young,
    },
    MaterialWord {
        word: "poisson",
        variable: Variable::Poisson,
        of: |m| &mut m.poisson,
    },
    MaterialWord {
        word: "density",
        variable: Variable::Density,
        of: |m| &mut m.density,
    },
];

/// Vectors of all vertices of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexArray {
    /// Positions at the start.
    Positions,
    /// Velocities at the start.
    Velocities,
    /// Positions at rest.
    RestShape,
}

impl VertexArray {
    const ALL: [VertexArray; 3] = [Self::Positions, Self::Velocities, Self::RestShape];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Velocities => "velocities",
            Self::RestShape => "rest_shape",
        }
    }

    /// The variable of adjoints.
    pub fn variable(self) -> Variable {
        match self {
            Self::Positions => Variable::Positions,
            Self::Velocities => Variable::Velocities,
            Self::RestShape => Variable::RestShape,
        }
    }
}

/// A part of a piece of motion, in the units of the scene language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionPart {
    /// Velocity, m/s.
    Velocity,
    /// Angular velocity, degrees/s.
    AngularVelocity,
    /// Centre, m.
    Center,
}

impl MotionPart {
    const ALL: [MotionPart; 3] = [Self::Velocity, Self::AngularVelocity, Self::Center];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Velocity => "velocity",
            Self::AngularVelocity => "angular_velocity",
            Self::Center => "center",
        }
    }
}

/// The list of the scene and the place in it that a boundary program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramPlace {
    /// The motion of an obstacle.
    Obstacle(usize),
    /// An entry of `boundary`.
    Boundary(usize),
}

/// The places of all programs of a model, in their order.
pub fn program_places(document: &Document) -> Vec<ProgramPlace> {
    let obstacles = document.obstacle.iter().enumerate();
    let moving = obstacles.filter(|(_, o)| o.sequence.is_some() || !o.motion.0.is_empty());
    let boundaries = 0..document.boundary.len();
    moving
        .map(|(k, _)| ProgramPlace::Obstacle(k))
        .chain(boundaries.map(ProgramPlace::Boundary))
        .collect()
}

/// A scene and its model, in which variables are looked up.
pub struct VariableNames<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The model.
    pub model: &'a Model,
}

impl VariableNames<'_> {
    /// The variable called `name`.
    pub fn find(&self, name: &str) -> Result<SceneVariable, VariableError> {
        let found = match name.split_once(':') {
            None if name == "gravity" => Some(SceneVariable::Gravity),
            None if name == "friction" => Some(SceneVariable::Friction),
            None => self.parameter(name).or_else(|| self.number(name)),
            Some(("parameter", name)) => self.parameter(name),
            Some(("friction", side)) => self.side(side).map(SceneVariable::OwnFriction),
            Some(("motion", motion)) => self.motion(motion),
            Some(("load", load)) => self.load(load),
            Some((word, body)) => self.of_body(word, body),
        };
        found.ok_or_else(|| VariableError::unknown(name, self.all()))
    }

    /// The names of all variables, but for the numbers of the scene by their keys.
    pub fn all(&self) -> Vec<String> {
        let model = self.model;
        let mut names = vec!["gravity".to_owned(), "friction".to_owned()];
        let of_bodies = model.bodies.iter().map(|body| &body.name);
        names.extend(of_bodies.map(|name| format!("friction:{name}")));
        let walls = model.half_spaces.iter().zip(self.own_of_walls());
        let with_own = walls.filter(|(_, has_own)| *has_own);
        names.extend(with_own.map(|(wall, _)| format!("friction:{}", wall.name)));
        for body in model.bodies.iter().filter(|body| !body.is_obstacle) {
            let words = MATERIAL_WORDS.iter();
            names.extend(words.map(|word| format!("{}:{}", word.word, body.name)));
        }
        for array in VertexArray::ALL {
            let bodies = model.bodies.iter();
            let bodies = bodies.filter(|body| array == VertexArray::Positions || !body.is_obstacle);
            names.extend(bodies.map(|body| format!("{}:{}", array.word(), body.name)));
        }
        for program in model.boundary.iter().filter(|p| pieces(&p.motion.path) > 0) {
            let parts = MotionPart::ALL.iter();
            names.extend(parts.map(|part| format!("motion:{}.{}", program.name, part.word())));
        }
        let given = model.loads.iter().filter(|load| width(&load.kind) > 0);
        names.extend(given.map(|load| format!("load:{}", load.name)));
        names.extend(self.scene.parameters().into_iter().map(|(name, _)| name));
        names
    }

    /// Whether each half-space has a coefficient of friction of its own.
    fn own_of_walls(&self) -> Vec<bool> {
        let document = &self.scene.document;
        let ground = document
            .ground
            .iter()
            .map(|ground| ground.friction.is_some());
        let walls = document.half_space.iter();
        ground
            .chain(walls.map(|wall| wall.friction.is_some()))
            .collect()
    }

    fn parameter(&self, name: &str) -> Option<SceneVariable> {
        let parameters = self.scene.parameters();
        let found = parameters.into_iter().find(|(known, _)| known == name)?;
        Some(SceneVariable::Parameter(found.0))
    }

    fn number(&self, path: &str) -> Option<SceneVariable> {
        if !path.contains('.') {
            return None;
        }
        let keys: Vec<String> = path.split('.').map(str::to_owned).collect();
        let document = serde_json::to_value(&self.scene.document).ok()?;
        number_of(at(&document, &keys)?)?;
        Some(SceneVariable::Number(keys))
    }

    fn side(&self, name: &str) -> Option<Side> {
        let body = self.model.bodies.iter().position(|body| body.name == name);
        let walls = self.model.half_spaces.iter().zip(self.own_of_walls());
        let mut walls = walls.enumerate();
        let mut wall = || walls.find(|(_, (wall, has_own))| wall.name == name && *has_own);
        match body {
            Some(body) => Some(Side::Body(body as u32)),
            None => wall().map(|(wall, _)| Side::HalfSpace(wall as u32)),
        }
    }

    fn motion(&self, name: &str) -> Option<SceneVariable> {
        let with_part = |part: MotionPart| {
            let name = name.strip_suffix(part.word())?.strip_suffix('.')?;
            Some((self.program(name)?, part))
        };
        let (program, part) = match MotionPart::ALL.into_iter().find_map(with_part) {
            Some(found) => found,
            None => (self.program(name)?, MotionPart::Velocity),
        };
        Some(SceneVariable::Motion { program, part })
    }

    fn program(&self, name: &str) -> Option<usize> {
        let mut programs = self.model.boundary.iter();
        programs.position(|program| program.name == name && pieces(&program.motion.path) > 0)
    }

    fn load(&self, name: &str) -> Option<SceneVariable> {
        let mut loads = self.model.loads.iter();
        let found = loads.position(|load| load.name == name && width(&load.kind) > 0)?;
        Some(SceneVariable::Load(found))
    }

    fn of_body(&self, word: &str, body: &str) -> Option<SceneVariable> {
        let body = self.model.bodies.iter().position(|one| one.name == body)?;
        let is_obstacle = self.model.bodies[body].is_obstacle;
        let material = MATERIAL_WORDS.iter().find(|known| known.word == word);
        if let (Some(word), false) = (material, is_obstacle) {
            return Some(SceneVariable::Material { body, word });
        }
        let array = VertexArray::ALL
            .into_iter()
            .find(|array| array.word() == word)?;
        let exists = array == VertexArray::Positions || !is_obstacle;
        exists.then_some(SceneVariable::Vertices { body, array })
    }
}

impl SceneVariable {
    /// The numbers of one entry, and how many entries there are: the shape of its array.
    pub fn shape(&self, names: &VariableNames) -> Vec<usize> {
        match self {
            SceneVariable::Gravity => vec![3],
            SceneVariable::Friction | SceneVariable::OwnFriction(_) => Vec::new(),
            SceneVariable::Material { .. } | SceneVariable::Number(_) => Vec::new(),
            SceneVariable::Vertices { body, .. } => {
                vec![names.model.bodies[*body].vertices.len(), 3]
            }
            SceneVariable::Motion { program, .. } => {
                vec![pieces(&names.model.boundary[*program].motion.path), 3]
            }
            SceneVariable::Load(load) => match width(&names.model.loads[*load].kind) {
                1 => Vec::new(),
                width => vec![width],
            },
            SceneVariable::Parameter(name) => {
                let loaded = names
                    .scene
                    .loaded
                    .iter()
                    .flat_map(|loaded| &loaded.parameters);
                let mut found = loaded.filter(|parameter| parameter.name == *name);
                match found.next().map(|parameter| &parameter.value) {
                    Some(Value::Array(items)) => vec![items.len()],
                    _ => Vec::new(),
                }
            }
        }
    }
}

/// The value that keys lead to.
pub fn at<'a>(value: &'a Value, keys: &[String]) -> Option<&'a Value> {
    keys.iter().try_fold(value, |value, key| match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        value => value.get(key),
    })
}

/// The number of pieces of a motion that has any.
fn pieces(path: &Path) -> usize {
    match path {
        Path::Pieces(pieces) => pieces.len(),
        Path::Sequence(_) | Path::Driven => 0,
    }
}

/// The numbers that a load has; none of one that is driven.
pub fn width(kind: &LoadKind) -> usize {
    match kind {
        LoadKind::Acceleration { .. } | LoadKind::Force { .. } | LoadKind::Traction { .. } => 3,
        LoadKind::Pressure { .. } => 1,
        LoadKind::Driven { .. } => 0,
    }
}
