//! A scene whose numbers and shapes are sought: its run, the objective of that, and the derivatives by the scaled variables.

use std::collections::BTreeSet;

use tangency::adjoint::{HalfSquares, Objective, Recording, Residuals, StateGradient, StateView};
use tangency::shapes::{MeshShape, Shape};
use tangency::spec::{LengthUnit, OneOrMany, Rotate, Scale, Select};
use tangency::{DifferentiableRun, Error, Scene};
use tangency_engine::{Model, Vec3};
use thiserror::Error;

use crate::optimiser::{EvaluatedPoint, TrialResult, VariableBounds};
use crate::shape::ShapeVariable;

/// The scale on which a variable is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scaling {
    /// The variable in units of this number.
    Linear(f64),
    /// The decimal logarithm of the variable.
    Log,
}

impl Scaling {
    /// The variable on its scale.
    pub fn scaled(self, value: f64) -> f64 {
        match self {
            Scaling::Linear(unit) => value / unit,
            Scaling::Log => libm::log10(value),
        }
    }

    /// The variable, from its place on the scale.
    pub fn value(self, scaled: f64) -> f64 {
        match self {
            Scaling::Linear(unit) => scaled * unit,
            Scaling::Log => libm::exp10(scaled),
        }
    }

    /// The change of the variable per change on the scale.
    fn slope(self, scaled: f64) -> f64 {
        match self {
            Scaling::Linear(unit) => unit,
            Scaling::Log => core::f64::consts::LN_10 * self.value(scaled),
        }
    }
}

/// A number that is sought.
#[derive(Clone, Debug)]
pub struct DesignVariable {
    /// Name in tables.
    pub name: String,
    /// A variable of the scene with one number, as [`DifferentiableRun`] names it; nothing for a number of a shape.
    pub of: Option<String>,
    /// The scale on which it is sought.
    pub scaling: Scaling,
    /// Smallest and largest value.
    pub range: [f64; 2],
}

/// Why a design problem cannot be set up.
#[derive(Debug, Error)]
pub enum DesignError {
    /// The scene or a variable of it is refused.
    #[error(transparent)]
    Scene(#[from] Error),
    /// A body is not there, or its shape cannot be changed.
    #[error("the shape of `{body}` cannot be varied: {reason}")]
    Shape {
        /// The body.
        body: String,
        /// The reason.
        reason: &'static str,
    },
}

/// A scene whose numbers and shapes are sought.
pub struct DesignProblem {
    scene: Scene,
    variables: Vec<DesignVariable>,
    shapes: Vec<ShapeVariable>,
    /// Programs of the first build, whose vertices stay.
    held: Vec<Vec<u32>>,
    /// Parts of the objective that are half sums of squares.
    pub squares: Vec<Box<dyn Residuals>>,
    /// The other parts, with weights.
    pub others: Vec<(f64, Box<dyn Objective>)>,
    /// Remarks on derivatives, each once.
    pub notes: BTreeSet<String>,
}

/// The whole objective of a run.
struct Total<'a>(&'a DesignProblem);

impl Objective for Total<'_> {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let squares = self.0.squares.iter();
        let squares = squares.map(|part| HalfSquares(&**part).add(state, weight, gradient));
        let mut sum: f64 = squares.sum();
        for (own, part) in &self.0.others {
            sum += own * part.add(state, own * weight, gradient);
        }
        sum
    }

    fn needs_forces(&self) -> bool {
        let squares = self.0.squares.iter().any(|part| part.needs_forces());
        squares || self.0.others.iter().any(|(_, part)| part.needs_forces())
    }
}

impl DesignProblem {
    /// A problem without an objective yet. Numbers of shapes follow those of the scene among the variables, shape after shape.
    pub fn new(
        mut scene: Scene,
        variables: Vec<DesignVariable>,
        shapes: Vec<ShapeVariable>,
    ) -> Result<Self, DesignError> {
        let (model, ..) = scene.checked()?.build_untested().map_err(Error::from)?;
        for shape in &shapes {
            hold_selections(&mut scene, &model, &shape.body)?;
        }
        let programs = model.boundary.iter();
        Ok(DesignProblem {
            held: programs.map(|program| program.vertices.clone()).collect(),
            scene,
            variables,
            shapes,
            squares: Vec::new(),
            others: Vec::new(),
            notes: BTreeSet::new(),
        })
    }

    /// The variables.
    pub fn variables(&self) -> &[DesignVariable] {
        &self.variables
    }

    /// The bounds of the scaled variables.
    pub fn bounds(&self) -> VariableBounds {
        let side = |k: usize| {
            let scaled = self.variables.iter().map(|v| match v.range[k].is_finite() {
                true => v.scaling.scaled(v.range[k]),
                false => v.range[k],
            });
            scaled.collect()
        };
        VariableBounds {
            lower: side(0),
            upper: side(1),
        }
    }

    /// The variables from their places on their scales.
    pub fn values(&self, scaled: &[f64]) -> Vec<f64> {
        let pairs = self.variables.iter().zip(scaled);
        pairs
            .map(|(v, x)| v.scaling.value(*x).clamp(v.range[0], v.range[1]))
            .collect()
    }

    /// The scene with other values of the variables; refused where a shape cannot be, or a value.
    pub fn scene(&self, values: &[f64]) -> Result<Scene, String> {
        let pairs = self.variables.iter().zip(values);
        let wanted: Vec<(&str, &[f64])> = pairs
            .filter_map(|(variable, value)| {
                let name = variable.of.as_deref()?;
                Some((name, std::slice::from_ref(value)))
            })
            .collect();
        let mut scene = match wanted.is_empty() {
            true => self.scene.clone(),
            false => (self.scene.with_values(&wanted)).map_err(|error| error.to_string())?,
        };
        for (shape, numbers) in self.by_shape(values) {
            let positions = shape
                .positions(numbers)
                .map_err(|error| error.to_string())?;
            place(&mut scene, shape, &positions);
        }
        Ok(scene)
    }

    /// Each shape with its numbers.
    fn by_shape<'a>(
        &'a self,
        values: &'a [f64],
    ) -> impl Iterator<Item = (&'a ShapeVariable, &'a [f64])> {
        let mut first = self.variables.iter().filter(|v| v.of.is_some()).count();
        self.shapes.iter().map(move |shape| {
            let end = first + shape.fields.len();
            let numbers = &values[first..end];
            first = end;
            (shape, numbers)
        })
    }

    /// The recorded run of a design, or why there is none.
    pub fn run(&self, values: &[f64]) -> Result<DifferentiableRun, String> {
        let scene = self.scene(values)?;
        let run = scene.differentiable_run();
        let run = run.map_err(|error| error.to_string())?;
        self.check_selections(run.model())?;
        Ok(run)
    }

    /// Refuses designs in which other vertices are selected.
    fn check_selections(&self, model: &Model) -> Result<(), String> {
        let mut pairs = self.held.iter().zip(&model.boundary);
        match pairs.find(|(held, program)| **held != program.vertices) {
            None => Ok(()),
            Some((held, program)) => Err(format!(
                "boundary `{}` would select {} vertices, not the {} of the first design: select them by number or group",
                program.name,
                program.vertices.len(),
                held.len()
            )),
        }
    }

    /// The objective of a design and its derivatives by the scaled variables.
    pub fn evaluate(&mut self, scaled: &[f64]) -> TrialResult {
        match self.evaluation(scaled) {
            Ok(evaluation) => TrialResult::Point(evaluation),
            Err(reason) => TrialResult::Refused(reason),
        }
    }

    fn evaluation(&mut self, scaled: &[f64]) -> Result<EvaluatedPoint, String> {
        let values = self.values(scaled);
        let run = self.run(&values)?;
        let mut names: Vec<String> = self.variables.iter().filter_map(|v| v.of.clone()).collect();
        let scene_numbers = names.len();
        for shape in &self.shapes {
            let words = ["positions", "rest_shape"].map(|word| format!("{word}:{}", shape.body));
            names.extend(words);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let gradient = run.gradient(&Total(self), &names);
        let gradient = gradient.map_err(|error| error.to_string())?;
        let mut slopes: Vec<f64> = gradient.by[..scene_numbers]
            .iter()
            .map(|by| by.derivatives[0])
            .collect();
        let arrays = gradient.by[scene_numbers..].chunks_exact(2);
        for (shape, pair) in self.shapes.iter().zip(arrays) {
            let numbers = pair[0].derivatives.chunks_exact(3);
            let both: Vec<Vec3> = numbers
                .zip(pair[1].derivatives.chunks_exact(3))
                .map(|(a, b)| Vec3::from_column_slice(a) + Vec3::from_column_slice(b))
                .collect();
            slopes.extend(shape.pull_back(&both));
        }
        let variables = self.variables.iter().zip(scaled);
        for (slope, (variable, scaled)) in slopes.iter_mut().zip(variables) {
            *slope *= variable.scaling.slope(*scaled);
        }
        self.notes.extend(gradient.notes);
        if !gradient.value.is_finite() || slopes.iter().any(|slope| !slope.is_finite()) {
            return Err("the objective or its gradient is not finite".to_owned());
        }
        Ok(EvaluatedPoint {
            value: gradient.value,
            gradient: slopes,
        })
    }

    /// The residuals of a design.
    pub fn residuals(&self, scaled: &[f64]) -> Result<Vec<f64>, String> {
        let run = self.run(&self.values(scaled))?;
        self.residuals_of(run.recording())
    }

    fn residuals_of(&self, recording: &Recording) -> Result<Vec<f64>, String> {
        let mut all = Vec::new();
        for part in &self.squares {
            let own = recording.residuals(&**part);
            all.extend(own.map_err(|error| error.to_string())?);
        }
        Ok(all)
    }
}

/// Gives a body of a scene these positions at rest and at the start.
fn place(scene: &mut Scene, shape: &ShapeVariable, positions: &[Vec3]) {
    let document = scene.document_mut();
    let bodies = document.body.iter_mut();
    for body in bodies.filter(|body| body.name == shape.body) {
        body.shape = Shape::Mesh(MeshShape {
            points: positions.iter().map(|&x| x.into()).collect(),
            tets: shape.tets.clone(),
            triangles: Vec::new(),
            segments: Vec::new(),
            free_points: false,
        });
        body.unit = LengthUnit::default();
        body.refine = 0;
        body.translate = [0.0; 3];
        body.rotate = Rotate::default();
        body.scale = Scale::default();
        body.groups.clear();
    }
}

/// Makes boundaries of a body select its vertices by their numbers, so that they stay the same when its shape changes.
fn hold_selections(scene: &mut Scene, model: &Model, name: &str) -> Result<(), DesignError> {
    let refused = |reason| DesignError::Shape {
        body: name.to_owned(),
        reason,
    };
    let body = model.bodies.iter().find(|body| body.name == name);
    let body = body.ok_or_else(|| refused("there is no such body"))?;
    let first = body.vertices.start;
    for spec in &mut scene.document_mut().boundary {
        if spec.body.0 != [name.to_owned()] {
            continue;
        }
        let mut programs = model.boundary.iter().filter(|p| p.name == spec.name);
        let (Some(program), None) = (programs.next(), programs.next()) else {
            return Err(refused("its boundaries need names of their own"));
        };
        let numbers = program.vertices.iter().map(|v| v - first).collect();
        spec.select = OneOrMany(vec![Select::Vertices(numbers)]);
        spec.relative = false;
    }
    Ok(())
}

/// The vertices and tets of a body as a scene has them, from which shapes start.
pub fn first_shape(scene: &Scene, name: &str) -> Result<(Vec<Vec3>, Vec<[u32; 4]>), DesignError> {
    let (model, ..) = scene.checked()?.build_untested().map_err(Error::from)?;
    let refused = |reason| DesignError::Shape {
        body: name.to_owned(),
        reason,
    };
    let body = model.bodies.iter().find(|body| body.name == name);
    let body = body.ok_or_else(|| refused("there is no such body"))?;
    let range = body.vertices.clone();
    let stencils = model.elements.tets.iter().flat_map(|batch| &batch.stencils);
    let own = stencils.filter(|stencil| range.contains(&stencil[0]));
    let tets: Vec<[u32; 4]> = own
        .map(|stencil| stencil.map(|v| v - range.start))
        .collect();
    if tets.is_empty() {
        return Err(refused("it has no tets"));
    }
    let points = &model.rest[range.start as usize..range.end as usize];
    Ok((points.to_vec(), tets))
}
