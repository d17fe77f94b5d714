//! Inverse design: which numbers of a scene make its run do what it should?
//!
//! [`minimise`] and [`fit`] lead the numbers of a [`Problem`] to a minimum within bounds: by L-BFGS, or, where the objective is a sum
//! of squares, by Gauss-Newton with the damping of Levenberg and Marquardt. A [`DesignProblem`] is such a problem: a scene, numbers of
//! it by name and shapes of its bodies ([`ShapeVariable`]), and an objective of its run. A design that cannot be - an inverted
//! element, bodies that intersect, a step that is not solved - is refused with its reason, and the search steps back from it.
//!
//! **Why optimisers of its own.** `argmin` (0.11) is the kept crate of the field; its L-BFGS has no bounds, and none of its line
//! searches can be told that a point has no value. Both are what a design needs, and both go to the heart of the iteration. What is
//! here is small, and depends on nothing but the numbers that it is given: the same bits on any number of threads, and, fed with
//! the evaluations of an earlier run, the same iterates again, which is how a study resumes.

mod optimiser;
mod problem;
mod shape;

pub use optimiser::{
    AtBound, BoundSide, Ending, EvaluatedPoint, Iterate, OptimiserSettings, Problem, SearchOutcome,
    TrialResult, Tried, VariableBounds, fit, minimise,
};
pub use problem::{DesignError, DesignProblem, DesignVariable, Scaling, first_shape};
pub use shape::{
    ControlPoints, HarmonicExtension, Mirror, ShapeError, ShapeVariable, outer_vertices,
    spread_points,
};
