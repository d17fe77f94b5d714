//! Derivatives of an objective by what a run started from and was made of.

use std::collections::{BTreeMap, BTreeSet};

use tangency_engine::{FrictionTable, Model, Side, Vec3};

/// A quantity that an objective can be differentiated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// Positions of the vertices at the start, with the rest shape held.
    Positions,
    /// Velocities of the vertices at the start.
    Velocities,
    /// Young's modulus of each body.
    Young,
    /// Poisson's ratio of each body.
    Poisson,
    /// Density of each body.
    Density,
    /// Coefficients of friction.
    Friction,
    /// Gravity.
    Gravity,
    /// Velocities, turns and centres of prescribed motions.
    Motions,
    /// Accelerations, forces, tractions and pressures of loads.
    Loads,
    /// Vertices of the rest shape, with the start held.
    RestShape,
    /// Thickness of each sheet, diameter of each body of rods, with the distances that contact keeps held.
    Thickness,
    /// Factor of the bending stiffness of each body of sheets or rods.
    Bending,
    /// Moduli of woven sheets.
    Weave,
    /// Young's modulus of each element.
    YoungByElement,
}

impl Variable {
    /// All of them.
    pub const ALL: [Variable; 14] = [
        Variable::Positions,
        Variable::Velocities,
        Variable::Young,
        Variable::Poisson,
        Variable::Density,
        Variable::Friction,
        Variable::Gravity,
        Variable::Motions,
        Variable::Loads,
        Variable::RestShape,
        Variable::Thickness,
        Variable::Bending,
        Variable::Weave,
        Variable::YoungByElement,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Variable::Positions => "positions",
            Variable::Velocities => "velocities",
            Variable::Young => "young",
            Variable::Poisson => "poisson",
            Variable::Density => "density",
            Variable::Friction => "friction",
            Variable::Gravity => "gravity",
            Variable::Motions => "motions",
            Variable::Loads => "loads",
            Variable::RestShape => "rest-shape",
            Variable::Thickness => "thickness",
            Variable::Bending => "bending",
            Variable::Weave => "weave",
            Variable::YoungByElement => "young-by-element",
        }
    }
}

/// The derivatives by one piece of a prescribed motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionGradient {
    /// By its velocity.
    pub velocity: Vec3,
    /// By its angular velocity.
    pub angular_velocity: Vec3,
    /// By its centre.
    pub center: Vec3,
}

/// An objective and its derivatives by the variables that were asked for; those by others are empty or zero.
#[derive(Clone, Debug, Default)]
pub struct Gradient {
    /// The objective.
    pub value: f64,
    /// By the position of each vertex at the start.
    pub positions: Vec<Vec3>,
    /// By the velocity of each vertex at the start.
    pub velocities: Vec<Vec3>,
    /// By Young's modulus of each body, 1/Pa.
    pub young: Vec<f64>,
    /// By Poisson's ratio of each body.
    pub poisson: Vec<f64>,
    /// By the density of each body, m³/kg.
    pub density: Vec<f64>,
    /// By the coefficient of friction of each pair that has rubbed, smaller side first.
    pub friction: BTreeMap<(Side, Side), f64>,
    /// By gravity.
    pub gravity: Vec3,
    /// By the pieces of each prescribed motion.
    pub motions: Vec<Vec<MotionGradient>>,
    /// By the acceleration, force or traction of each load; a pressure's is the first component.
    pub loads: Vec<Vec3>,
    /// By the rest position of each vertex.
    pub rest_shape: Vec<Vec3>,
    /// By the thickness of each sheet and the diameter of rods, body by body, 1/m.
    pub thickness: Vec<f64>,
    /// By the factor of each body's bending stiffness.
    pub bending: Vec<f64>,
    /// By the moduli a11, a12, a22 and G12 of each woven body, 1/Pa.
    pub weave: Vec<[f64; 4]>,
    /// By Young's modulus of each element, body by body in the order of its mesh, 1/Pa.
    pub young_by_element: Vec<Vec<f64>>,
    /// Transposed systems that were solved by iterations because they were indefinite.
    pub indefinite_systems: usize,
}

impl Gradient {
    /// Drops what nobody asked for.
    pub(crate) fn keep(&mut self, wanted: &BTreeSet<Variable>) {
        let drops = |variable: Variable| !wanted.contains(&variable);
        if drops(Variable::Positions) {
            self.positions.clear();
        }
        if drops(Variable::Velocities) {
            self.velocities.clear();
        }
        if drops(Variable::Young) {
            self.young.clear();
        }
        if drops(Variable::Poisson) {
            self.poisson.clear();
        }
        if drops(Variable::Density) {
            self.density.clear();
        }
        if drops(Variable::Friction) {
            self.friction.clear();
        }
        if drops(Variable::Gravity) {
            self.gravity = Vec3::zeros();
        }
        if drops(Variable::Motions) {
            self.motions.clear();
        }
        if drops(Variable::Loads) {
            self.loads.clear();
        }
        if drops(Variable::Thickness) {
            self.thickness.clear();
        }
        if drops(Variable::Bending) {
            self.bending.clear();
        }
        if drops(Variable::Weave) {
            self.weave.clear();
        }
        if drops(Variable::YoungByElement) {
            self.young_by_element.clear();
        }
    }

    /// The derivative by the coefficient of bodies and half-spaces that have none of their own: `table` is the one that the
    /// model was built with.
    pub fn friction_by_default(&self, model: &Model, table: &FrictionTable) -> f64 {
        let has_own = |side: Side| table.own.iter().any(|own| own.0 == side);
        self.friction_by(model, table, |side| !has_own(side))
    }

    /// The derivative by the own coefficient of a body or half-space.
    pub fn friction_by_own(&self, model: &Model, table: &FrictionTable, side: Side) -> f64 {
        self.friction_by(model, table, |other| other == side)
    }

    /// Sums over the pairs, along the rules of the table: a pair's own, then a half-space's, then the geometric mean.
    fn friction_by(
        &self,
        model: &Model,
        table: &FrictionTable,
        counts: impl Fn(Side) -> bool,
    ) -> f64 {
        let mut sum = 0.0;
        for (&(a, b), slope) in &self.friction {
            let is_pair =
                |pair: &(Side, Side, f64)| (pair.0.min(pair.1), pair.0.max(pair.1)) == (a, b);
            if table.pairs.iter().any(is_pair) {
                continue;
            }
            sum += slope
                * match (a, b) {
                    (Side::Body(first), Side::Body(second)) => {
                        let own = |body: u32| model.friction.between(body, body);
                        // Where one is zero, so is the pair's; there is no slope from there.
                        let by = |one: u32, other: u32| match (own(one), own(other)) {
                            (x, y) if x == y => 0.5,
                            (x, y) => 0.5 * (y / x).sqrt(),
                        };
                        let (first_counts, second_counts) = (counts(a), counts(b));
                        f64::from(u8::from(first_counts)) * by(first, second)
                            + f64::from(u8::from(second_counts)) * by(second, first)
                    }
                    (body, plane) => {
                        let plane_has_own = table.own.iter().any(|own| own.0 == plane);
                        let ruling = if plane_has_own { plane } else { body };
                        f64::from(u8::from(counts(ruling)))
                    }
                };
        }
        sum
    }
}
