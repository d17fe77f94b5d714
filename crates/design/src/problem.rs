//! A scene whose numbers and shapes are sought: its run, the objective of that, and the derivatives by the scaled variables.

use std::collections::BTreeSet;

use tangency::adjoint::{HalfSquares, Objective, Recording, Residuals, StateGradient, StateView};
use tangency::shapes::{MeshShape, Shape};
use tangency::spec::{LengthUnit, OneOrMany, Rotate, Scale, Select};
use tangency::{DifferentiableRun, Error, Scene};
use tangency_engine::{Model, Vec3};
use thiserror::Error;

use crate::optimiser::{Bounds, Evaluation, Trial};
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
    /// The variable of the scene, as [`DifferentiableRun`] names it, and the place of the number in it; nothing for a number of a
    /// shape.
    pub of: Option<(String, usize)>,
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
    pub fn bounds(&self) -> Bounds {
        let side = |k: usize| {
            let scaled = self.variables.iter().map(|v| match v.range[k].is_finite() {
                true => v.scaling.scaled(v.range[k]),
                false => v.range[k],
            });
            scaled.collect()
        };
        Bounds {
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

    /// The scene with other values of the variables.
    pub fn scene(&self, values: &[f64]) -> Result<Scene, String> {
        let words = |error: Error| error.to_string();
        let mut wanted: Vec<(String, Vec<f64>)> = Vec::new();
        let mut first = None;
        for (variable, value) in self.variables.iter().zip(values) {
            let Some((name, place)) = &variable.of else {
                continue;
            };
            if !wanted.iter().any(|(known, _)| known == name) {
                if first.is_none() {
                    first = Some(self.scene.variable_values().map_err(words)?);
                }
                let known = first.as_ref().and_then(|first| first(name).ok());
                wanted.push((name.clone(), known.unwrap_or_default()));
            }
            if let Some((_, numbers)) = wanted.iter_mut().find(|(known, _)| known == name)
                && let Some(number) = numbers.get_mut(*place)
            {
                *number = *value;
            }
        }
        let pairs: Vec<(&str, &[f64])> = (wanted.iter())
            .map(|(name, numbers)| (&name[..], &numbers[..]))
            .collect();
        let mut scene = match pairs.is_empty() {
            true => self.scene.clone(),
            false => self.scene.with_values(&pairs).map_err(words)?,
        };
        for (shape, numbers) in self.by_shape(values) {
            let positions = shape.positions(numbers).map_err(|error| error.to_string())?;
            place(&mut scene, shape, &positions);
        }
        Ok(scene)
    }
}
