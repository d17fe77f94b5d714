//! A run of a scene that can be differentiated.

use std::collections::BTreeSet;
use std::sync::Arc;

use tangency_adjoint::{Gradient, Objective, Recording, Variable};
use tangency_engine::{Model, State};

use super::compare::BuiltScene;
use super::parameters::{SceneParameter, edges};
use super::quantities::{Quantities, slopes};
use super::variables::{MotionPart, SceneVariable, VariableNames};
use crate::error::Error;
use crate::scene::Scene;
use crate::variable_error::VariableError;

/// Accuracy of steps, as a share of the scene's size per second, above which gradients are told to be inaccurate.
const LOOSE: f64 = 1e-6;

/// A run of a scene from its start to its end, with the states that its gradients need.
///
/// Variables go by name. `"gravity"`, `"friction"` (the coefficient of what has none of its own) and, with `ball` for a body:
/// `"young:ball"`, `"poisson:ball"`, `"density:ball"`, `"friction:ball"`, `"positions:ball"`, `"velocities:ball"` and
/// `"rest_shape:ball"`; for a motion and a load `"motion:NAME.velocity"`, `"motion:NAME.angular_velocity"`,
/// `"motion:NAME.center"` and `"load:NAME"`; the parameters of the scene file by their names; and any number of the scene by the
/// keys that lead to it, such as `"body.0.translate.1"`.
///
/// ```
/// use tangency::adjoint::{CenterOfMass, Window};
/// use tangency::prelude::*;
///
/// // A ball is thrown. How does the place where its centre ends depend on how it is thrown?
/// let mut scene = Scene::new().time_step(0.01).duration(0.1).ground(0.0).dhat(1e-3).tolerance(1e-9);
/// let ball = scene.add(Solid::ball(0.1).at([0.0, 0.5, 0.0]).velocity([2.0, 0.0, 0.0]).named("ball"));
/// let run = scene.differentiable_run()?;
/// let vertices: Vec<u32> = run.vertices("ball").unwrap().collect();
/// let end = run.steps() as u64;
/// let objective = Window { steps: end..=end, objective: CenterOfMass { vertices, target: Vec3::zeros() } };
/// let gradient = run.gradient(&objective, &["velocities:ball", "body.0.velocity.0"])?;
///
/// // ½ |c|² of a free flight changes along x by c_x t.
/// let by_velocity: f64 = gradient["velocities:ball"].derivatives.iter().step_by(3).sum();
/// assert!((by_velocity - 0.2 * 0.1).abs() < 1e-7, "{by_velocity}");
/// assert!((gradient["body.0.velocity.0"].derivatives[0] - by_velocity).abs() < 1e-9);
/// # let _ = ball;
/// # Ok::<(), Error>(())
/// ```
pub struct DifferentiableRun {
    scene: Scene,
    recording: Recording,
    /// The same scene built, from which differences of builds start.
    base: BuiltScene,
}

/// An objective and its derivatives by variables of a scene.
#[derive(Clone, Debug)]
pub struct SceneGradient {
    /// The objective.
    pub value: f64,
    /// The derivatives, in the order in which they were asked for.
    pub by: Vec<SceneDerivative>,
    /// Remarks on what a derivative of exactly zero means, and on accuracy.
    pub notes: Vec<String>,
    /// The derivatives by everything that was needed, as adjoints have them.
    pub gradient: Gradient,
}

impl std::ops::Index<&str> for SceneGradient {
    type Output = SceneDerivative;

    /// The derivatives by the variable called `name`, which must have been asked for.
    fn index(&self, name: &str) -> &SceneDerivative {
        let mut known = self.by.iter();
        let found = known.find(|derivative| derivative.name == name);
        found.unwrap_or_else(|| panic!("no derivative by `{name}` was asked for"))
    }
}

/// The derivatives of an objective by one variable.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDerivative {
    /// The variable.
    pub name: String,
    /// Shape of its array: none of a single number, (n, 3) of a vector for each of n vertices.
    pub shape: Vec<usize>,
    /// The numbers of the variable as they are, row after row.
    pub values: Vec<f64>,
    /// The derivatives by each of them.
    pub derivatives: Vec<f64>,
}

impl Scene {
    /// Runs the scene to its end by Newton's method and keeps what gradients need, in a gigabyte at most: states, or checkpoints
    /// from which they are computed again.
    pub fn differentiable_run(&self) -> Result<DifferentiableRun, Error> {
        self.differentiable_run_within(1 << 30)
    }

    /// As [`differentiable_run`](Self::differentiable_run), keeping at most so many bytes of states.
    pub fn differentiable_run_within(&self, memory: usize) -> Result<DifferentiableRun, Error> {
        let prepared = self.prepared()?;
        let mut base = BuiltScene::of(self)?;
        let (model, state) = (Arc::new(prepared.model), prepared.state);
        base.state.clone_from(&state);
        let recording = Recording::within(&model, state, base.steps as usize, memory)?;
        let scene = self.clone();
        Ok(DifferentiableRun {
            scene,
            recording,
            base,
        })
    }
}

impl DifferentiableRun {
    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The recorded steps.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.recording.model()
    }

    /// Number of steps; states are one more.
    pub fn steps(&self) -> usize {
        self.recording.steps()
    }

    /// The state at the end.
    pub fn end(&self) -> &State {
        self.recording.end()
    }

    /// The vertices of a body or obstacle, by their numbers in the model.
    pub fn vertices(&self, body: &str) -> Option<std::ops::Range<u32>> {
        let mut bodies = self.model().bodies.iter();
        let found = bodies.find(|one| one.name == body)?;
        Some(found.vertices.clone())
    }

    fn names(&self) -> VariableNames<'_> {
        VariableNames {
            scene: &self.scene,
            model: self.model(),
        }
    }

    /// The names of all variables, but for the numbers of the scene by their keys.
    pub fn variables(&self) -> Vec<String> {
        self.names().all()
    }

    /// The shape of a variable's array, and its numbers as they are.
    pub fn value_of(&self, name: &str) -> Result<(Vec<usize>, Vec<f64>), Error> {
        let variable = self.names().find(name)?;
        Ok((variable.shape(&self.names()), self.numbers(&variable)))
    }

    /// An objective and its derivatives by variables.
    pub fn gradient(
        &self,
        objective: &dyn Objective,
        names: &[&str],
    ) -> Result<SceneGradient, Error> {
        let edges = edges(self.model());
        let asked: Vec<AskedVariable> = { names.iter() }
            .map(|&name| self.asked(name, &edges))
            .collect::<Result<_, _>>()?;
        let wanted: BTreeSet<Variable> = { asked.iter() }
            .flat_map(|asked| &asked.through)
            .copied()
            .collect();
        let wanted: Vec<Variable> = wanted.into_iter().collect();
        let gradient = self.recording.gradient(objective, &wanted)?;
        let (mut by, mut notes) = (Vec::new(), self.accuracy());
        let held = { gradient.held.iter() }.map(|what| {
            format!("the gradient holds {what}, though they follow from the variables")
        });
        notes.extend(held);
        for mut asked in asked {
            let variable = &asked.variable;
            let derivatives = match asked.parameters.is_empty() {
                true => self.derivatives(variable, &gradient),
                false => { asked.parameters.iter_mut() }
                    .map(|parameter| parameter.derivative(&gradient))
                    .collect::<Result<_, _>>()?,
            };
            let (name, shape) = (asked.name.to_owned(), variable.shape(&self.names()));
            let values = asked.values;
            if derivatives.iter().all(|&slope| slope == 0.0) {
                notes.push(self.about_zero(&name, variable, &gradient));
            }
            by.push(SceneDerivative {
                name,
                shape,
                values,
                derivatives,
            });
        }
        let value = gradient.value;
        Ok(SceneGradient {
            value,
            by,
            notes,
            gradient,
        })
    }

    /// A variable, and what its derivative needs.
    fn asked<'a>(
        &'a self,
        name: &'a str,
        edges: &'a [[u32; 2]],
    ) -> Result<AskedVariable<'a>, Error> {
        let variable = self.names().find(name)?;
        let values = self.numbers(&variable);
        let (mut parameters, mut through) = (Vec::new(), BTreeSet::new());
        match self.adjoint_variable(&variable) {
            Some(variable) => drop(through.insert(variable)),
            None => {
                for index in 0..values.len() {
                    let place = (&variable, &values[..], index);
                    let at = (&self.base, edges);
                    let mut parameter = SceneParameter::new(&self.scene, name, place, at);
                    through.extend(parameter.acts_through()?);
                    parameters.push(parameter);
                }
            }
        }
        if parameters.is_empty()
            && through.contains(&Variable::Friction)
            && self.model().friction.is_frictionless()
        {
            let name = name.to_owned();
            return Err(VariableError::Frictionless { name }.into());
        }
        Ok(AskedVariable {
            name,
            variable,
            values,
            parameters,
            through,
        })
    }

    fn accuracy(&self) -> Vec<String> {
        let model = self.model();
        let (tolerance, size) = (model.newton_tolerance, model.diagonal);
        let is_loose = tolerance > LOOSE * size;
        let words = || {
            format!(
                "steps are solved to {tolerance:.1e} m/s, and the gradient is no more accurate than they are: set `newton_tolerance` to \
                 1e-9 m/s or less"
            )
        };
        is_loose.then(words).into_iter().collect()
    }

    /// A remark on derivatives that are exactly zero.
    fn about_zero(&self, name: &str, variable: &SceneVariable, gradient: &Gradient) -> String {
        let is_friction = matches!(
            variable,
            SceneVariable::Friction | SceneVariable::OwnFriction(_)
        );
        let why = if is_friction && gradient.friction.is_empty() {
            "nothing has rubbed in any step"
        } else if is_friction {
            "what has rubbed takes its coefficient from elsewhere"
        } else {
            "nothing that the objective looks at depends on it"
        };
        format!("the derivative by `{name}` is exactly zero: {why}")
    }

    /// The variable of adjoints that a variable is; none of numbers that the scene is built from.
    fn adjoint_variable(&self, variable: &SceneVariable) -> Option<Variable> {
        Some(match variable {
            SceneVariable::Gravity => Variable::Gravity,
            SceneVariable::Friction | SceneVariable::OwnFriction(_) => Variable::Friction,
            SceneVariable::Material { word, .. } => word.variable,
            SceneVariable::Vertices { array, .. } => array.variable(),
            SceneVariable::Motion { .. } => Variable::Motions,
            SceneVariable::Load(_) => Variable::Loads,
            SceneVariable::Parameter(_) | SceneVariable::Number(_) => return None,
        })
    }

    /// The numbers of a variable as they are.
    fn numbers(&self, variable: &SceneVariable) -> Vec<f64> {
        let base = &self.base;
        match variable {
            SceneVariable::Friction => vec![base.table.default],
            SceneVariable::OwnFriction(side) => {
                let mut own = base.table.own.iter();
                let found = own.find(|own| own.0 == *side);
                vec![found.map_or(base.table.default, |own| own.1)]
            }
            SceneVariable::Parameter(name) => {
                let known = self.scene.parameters().into_iter();
                let mut found = known.filter(|(known, _)| known == name);
                found.next().map(|(_, numbers)| numbers).unwrap_or_default()
            }
            SceneVariable::Number(keys) => {
                let document = serde_json::to_value(self.scene.document()).unwrap_or_default();
                let value = super::variables::at(&document, keys);
                value
                    .and_then(tangency_scene::number_of)
                    .into_iter()
                    .collect()
            }
            variable => {
                let quantities = Quantities::of(&base.model, &base.state, &base.materials);
                let all = self
                    .adjoint_variable(variable)
                    .map(|v| &quantities.numbers[&v]);
                let mut numbers = all.map(|all| self.part(variable, all)).unwrap_or_default();
                if is_angular(variable) {
                    numbers
                        .iter_mut()
                        .for_each(|number| *number = number.to_degrees());
                }
                numbers
            }
        }
    }

    /// The derivatives by the numbers of a variable that adjoints have.
    fn derivatives(&self, variable: &SceneVariable, gradient: &Gradient) -> Vec<f64> {
        let (model, table) = (self.model(), &self.base.table);
        match variable {
            SceneVariable::Friction => vec![gradient.friction_by_default(model, table)],
            SceneVariable::OwnFriction(side) => {
                vec![gradient.friction_by_own(model, table, *side)]
            }
            variable => {
                let all = self.adjoint_variable(variable).map(|v| slopes(gradient, v));
                let mut part = self.part(variable, &all.unwrap_or_default());
                if is_angular(variable) {
                    part.iter_mut()
                        .for_each(|slope| *slope = slope.to_radians());
                }
                part
            }
        }
    }

    /// The numbers of a variable among those of the same kind.
    fn part(&self, variable: &SceneVariable, all: &[f64]) -> Vec<f64> {
        match variable {
            SceneVariable::Material { body, .. } => vec![all.get(*body).copied().unwrap_or(0.0)],
            SceneVariable::Vertices { body, .. } => {
                let vertices = &self.model().bodies[*body].vertices;
                all[3 * vertices.start as usize..3 * vertices.end as usize].to_vec()
            }
            SceneVariable::Motion { program, part } => {
                let pieces = |program: &tangency_engine::BoundaryProgram| match &program.motion.path
                {
                    tangency_engine::Path::Pieces(pieces) => pieces.len(),
                    _ => 0,
                };
                let programs = &self.model().boundary;
                let first: usize = programs[..*program].iter().map(pieces).sum();
                let place = match part {
                    MotionPart::Velocity => 0,
                    MotionPart::AngularVelocity => 3,
                    MotionPart::Center => 6,
                };
                let own = first..first + pieces(&programs[*program]);
                own.flat_map(|piece| all[9 * piece + place..][..3].to_vec())
                    .collect()
            }
            SceneVariable::Load(load) => {
                let width = super::variables::width(&self.model().loads[*load].kind);
                all[3 * load..3 * load + width].to_vec()
            }
            _ => all.to_vec(),
        }
    }
}

/// A variable that was asked for.
struct AskedVariable<'a> {
    name: &'a str,
    variable: SceneVariable,
    values: Vec<f64>,
    /// Each of its numbers, where the scene is built from them.
    parameters: Vec<SceneParameter<'a>>,
    /// The variables of adjoints through which it acts.
    through: BTreeSet<Variable>,
}

/// Whether the scene language has a variable in degrees.
fn is_angular(variable: &SceneVariable) -> bool {
    matches!(
        variable,
        SceneVariable::Motion {
            part: MotionPart::AngularVelocity,
            ..
        }
    )
}
