//! One step backwards.

mod reactions;

use std::collections::BTreeSet;
use std::sync::Arc;

use tangency_engine::contact::WeightSlopes;
use tangency_engine::linear::NodeMap;
use tangency_engine::{ActivePrograms, Model, Vec3};

use crate::elastic::{ElasticDerivatives, ElasticScale, carry_back};
use crate::error::GradientError;
use crate::gradient::{Gradient, Variable};
use crate::integration::{Costate, EndDerivatives, Hold, StepRule};
use crate::motion;
use crate::objective::{StateForces, StateGradient};
use crate::outside;
use crate::potential::RoundPotential;
use crate::recording::Entry;
use crate::solve::{ElementMatrix, TransposedSolver};

/// Relative rounding of positions up to which a vertex is on its target.
const ROUNDING: f64 = 1e-12;

/// Steps backwards; sums what they find.
pub struct BackwardSteps {
    model: Arc<Model>,
    potential: RoundPotential,
    solver: TransposedSolver,
    elastic: ElasticDerivatives,
    /// Derivatives by the weights of contact; none where nobody asks for rest shapes.
    weights: Option<WeightSlopes>,
    /// Derivatives by masses.
    pub mass: Vec<f64>,
    /// Derivatives by all else.
    pub gradient: Gradient,
}

/// The part of a step that does not change in its rounds.
struct Frame<'a> {
    before: &'a Entry,
    after: &'a Entry,
    rule: StepRule,
    holds: Vec<Hold>,
    map: NodeMap,
    /// Forces of loads, N, and accelerations from outside, m/s².
    forces: Vec<Vec3>,
    accelerations: Vec<Vec3>,
    programs: ActivePrograms,
}

/// Stiffness of the barrier at the end of a step and before it.
fn stiffness(before: &Entry, after: &Entry) -> [f64; 2] {
    let kappa = after.state.kappa.unwrap_or(0.0);
    [kappa, before.state.kappa.unwrap_or(kappa)]
}

impl BackwardSteps {
    /// Steps of a model whose barrier has the stiffness `kappa` at first, for what is wanted.
    pub fn new(model: &Arc<Model>, kappa: f64, wanted: &BTreeSet<Variable>) -> Self {
        let with_rest = wanted.contains(&Variable::RestShape);
        let bodies = model.bodies.len();
        let pieces = |program: &tangency_engine::BoundaryProgram| match &program.motion.path {
            tangency_engine::Path::Pieces(pieces) => vec![Default::default(); pieces.len()],
            _ => Vec::new(),
        };
        BackwardSteps {
            potential: RoundPotential::new(model, kappa),
            solver: TransposedSolver::new(),
            elastic: ElasticDerivatives::zeros(model, wanted),
            weights: with_rest.then(|| WeightSlopes::zeros(model)),
            mass: vec![0.0; model.node_count()],
            gradient: Gradient {
                young: vec![0.0; bodies],
                poisson: vec![0.0; bodies],
                density: vec![0.0; bodies],
                motions: model.boundary.iter().map(pieces).collect(),
                loads: vec![Vec3::zeros(); model.loads.len()],
                rest_shape: if with_rest {
                    vec![Vec3::zeros(); model.vertex_count()]
                } else {
                    Vec::new()
                },
                thickness: vec![0.0; bodies],
                bending: vec![0.0; bodies],
                weave: vec![[0.0; 4]; bodies],
                young_by_element: vec![Vec::new(); bodies],
                ..Gradient::default()
            },
            model: Arc::clone(model),
        }
    }

    /// What an objective looks at besides the start itself.
    pub fn at_start(&mut self, own: &StateGradient) {
        self.elastic.add_own(own);
    }

    /// The step between two states: from the derivatives by the later one, as later steps see it and as the objective does,
    /// those by the earlier.
    pub fn back(
        &mut self,
        before: &Entry,
        after: &Entry,
        next: &Costate,
        own: &StateGradient,
    ) -> Result<Costate, GradientError> {
        let (before, after) = (&*before.joined(), &*after.joined());
        let frame = self.frame(before, after)?;
        let (rule, step) = (frame.rule, after.state.step);
        let mut own = own.clone();
        for (sum, part) in own.v.iter_mut().zip(&next.v) {
            *sum += part;
        }
        self.elastic.add_own(&own);
        let mut previous = Costate::zeros(&self.model);
        previous.origin.clone_from(&next.origin);
        let [kappa, kappa_before] = stiffness(before, after);
        if !after.rounds.is_empty()
            && kappa != kappa_before
            && !self.model.friction.is_frictionless()
        {
            // In which round it changed is not known.
            return Err(GradientError::AdaptiveStiffness { step, kappa });
        }
        let mut ends = vec![&before.state.x];
        ends.extend(&after.rounds);
        ends.push(&after.state.x);
        let mut by_outside = vec![Vec3::zeros(); self.model.node_count()];
        let forces = own.forces.take();
        if let Some(slopes) = &forces {
            self.inertia_back(&frame, slopes, &mut own, &mut previous);
        }
        // By the end of the round, and by C there where velocities look at it.
        let mut end: Option<EndDerivatives> = None;
        for round in (1..ends.len()).rev() {
            let (x, lagged) = (ends[round], ends[round - 1]);
            let lagged_kappa = if round == 1 { kappa_before } else { kappa };
            let places = (&x[..], &lagged[..], &before.state.x[..]);
            (self.potential).set([kappa, lagged_kappa], rule.h * rule.h, places);
            let [friction, contact] = self.potential.contact_matrices();
            let derivatives = match end.take() {
                Some(derivatives) => derivatives,
                None => {
                    let sums = (&mut previous, &mut by_outside[..]);
                    self.end_back(&frame, &contact, (next, &own), forces.as_ref(), sums)?
                }
            };
            let elastic = ElasticScale {
                scale: rule.scale,
                strain_limits: after.strain_stiffness[round - 1],
                start: &before.state,
            };
            let matrix = self.potential.matrix(&rule, elastic, &contact);
            let y = self.solve(step, &frame, &matrix, &derivatives.x)?;
            self.elastic
                .add(&self.model, elastic, (x, &y), &mut previous);
            self.round_back(&frame, x, &y, (&mut previous, &mut by_outside));
            self.targets_back(&frame, &derivatives.x, &matrix, &y, &mut previous);
            for (sum, part) in self.mass.iter_mut().zip(&derivatives.mass) {
                *sum += part;
            }
            // C is in the equations and, in the last round, in the velocities.
            let both: Vec<Vec3> = y
                .iter()
                .zip(&derivatives.contact)
                .map(|(y, c)| y + c)
                .collect();
            let by_lagged = self.contact_back(&both, &friction, &mut previous);
            if round > 1 {
                end = Some(EndDerivatives {
                    x: by_lagged,
                    contact: vec![Vec3::zeros(); both.len()],
                    mass: Vec::new(),
                });
            } else {
                previous
                    .x
                    .iter_mut()
                    .zip(by_lagged)
                    .for_each(|(x, part)| *x += part);
            }
        }
        rule.start_back(&before.state, &mut previous, &mut by_outside);
        outside::back(
            &self.model,
            (&before.state, after.state.time),
            (&frame.forces, &by_outside),
            &mut previous,
            (&mut self.gradient, &mut self.mass),
        );
        self.origins_back(&frame, &mut previous);
        Ok(previous)
    }

    /// The update of the state backwards: the derivatives by the end of the last round, where `contact` is the matrix of contact
    /// and friction.
    fn end_back(
        &mut self,
        frame: &Frame,
        contact: &ElementMatrix,
        (next, own): (&Costate, &StateGradient),
        forces: Option<&StateForces>,
        (previous, by_outside): (&mut Costate, &mut [Vec3]),
    ) -> Result<EndDerivatives, GradientError> {
        let pushes = if frame.rule.tells_contact_apart() {
            self.potential.gradient()
        } else {
            Vec::new()
        };
        let ends = (next, own);
        let mut found =
            (frame.rule).finish_back(&self.model, &frame.holds, &pushes, ends, previous);
        if let Some(slopes) = forces {
            self.forces_back(frame, slopes, &mut found, (&mut *previous, by_outside));
        }
        contact.add_product(&found.contact, &mut found.x);
        let (before, after) = (&frame.before.state, &frame.after.state);
        let out = (&mut found.x[..], &mut *previous);
        if !carry_back(&self.model, (before, after), &next.directors, out) {
            return Err(GradientError::Turned { step: after.step });
        }
        Ok(found)
    }

    /// Contact and friction backwards, along `both`, but for the end of the round: the derivatives by where friction was taken from.
    fn contact_back(
        &mut self,
        both: &[Vec3],
        friction: &ElementMatrix,
        previous: &mut Costate,
    ) -> Vec<Vec3> {
        if let Some(weights) = &mut self.weights {
            self.potential.weights_back(both, weights);
            let rest = &mut self.gradient.rest_shape;
            self.potential.rest_back(both, rest);
        }
        let mut slid = vec![Vec3::zeros(); both.len()];
        friction.add_product(both, &mut slid);
        let start = previous.x.iter_mut().zip(slid);
        start.for_each(|(x, slid)| *x -= slid);
        let mut by_lagged = vec![Vec3::zeros(); both.len()];
        let coefficients = &mut self.gradient.friction;
        (self.potential).lagged_back(both, &mut by_lagged, coefficients, self.weights.as_mut());
        by_lagged
    }

    fn frame<'a>(&self, before: &'a Entry, after: &'a Entry) -> Result<Frame<'a>, GradientError> {
        let (model, time) = (&self.model, after.state.time);
        let programs = ActivePrograms::new(
            &model.boundary,
            &before.state.released,
            &before.state.x,
            time,
        );
        let hold = |v: usize| {
            if model.schedule.at(&programs, v as u32).is_some() {
                Hold::Prescribed
            } else if model.mass[v] == 0.0 {
                Hold::Still
            } else {
                Hold::Free
            }
        };
        let holds: Vec<Hold> = (0..model.node_count()).map(hold).collect();
        let fixed: Vec<bool> = holds.iter().map(|&hold| hold != Hold::Free).collect();
        let forces = outside::forces(model, &before.state, time);
        let frame = Frame {
            before,
            after,
            rule: StepRule::new(model, &before.state),
            holds,
            map: NodeMap::new(&fixed),
            accelerations: outside::accelerations(model, &forces),
            forces,
            programs,
        };
        self.check_arrival(&frame)?;
        Ok(frame)
    }

    /// Refuses steps in which prescribed vertices have stopped short of their targets.
    fn check_arrival(&self, frame: &Frame) -> Result<(), GradientError> {
        let (model, state) = (&self.model, &frame.after.state);
        for v in (0..model.vertex_count()).filter(|&v| frame.holds[v] == Hold::Prescribed) {
            let Some(slot) = model.schedule.at(&frame.programs, v as u32) else {
                continue;
            };
            let motion = &model.boundary[slot.program as usize].motion;
            let target = motion.target(slot.index as usize, state.start[v], state.time);
            let gap = target.map_or(0.0, |target| (target - state.x[v]).norm());
            if gap > ROUNDING * (model.diagonal + state.x[v].norm()) {
                return Err(GradientError::Pulled {
                    step: state.step,
                    vertex: v as u32,
                    body: model.body_name(v as u32).to_owned(),
                    gap,
                });
            }
        }
        Ok(())
    }

    /// y with H y = -x̄.
    fn solve(
        &mut self,
        step: u64,
        frame: &Frame,
        matrix: &ElementMatrix,
        by_end: &[Vec3],
    ) -> Result<Vec<Vec3>, GradientError> {
        let potential = &self.potential;
        let stand_in = || potential.projected_matrix(&frame.rule, &frame.before.state);
        let right: Vec<Vec3> = by_end.iter().map(|x| -x).collect();
        let y = self
            .solver
            .solve(step, matrix, &frame.map, &right, stand_in)?;
        self.gradient.indefinite_systems = self.solver.indefinite;
        Ok(y)
    }

    /// The equations of a round but for contact and elasticity.
    fn round_back(
        &mut self,
        frame: &Frame,
        x: &[Vec3],
        y: &[Vec3],
        (previous, by_outside): (&mut Costate, &mut [Vec3]),
    ) {
        frame.rule.balance_back(
            &self.model,
            (&frame.before.state, x, &frame.accelerations),
            y,
            previous,
            (&mut self.mass, by_outside),
        );
    }

    /// Vertices that are no unknowns: their positions are targets, or those before.
    fn targets_back(
        &mut self,
        frame: &Frame,
        by_end: &[Vec3],
        matrix: &ElementMatrix,
        y: &[Vec3],
        previous: &mut Costate,
    ) {
        let through = matrix.multiply(y);
        let state = &frame.after.state;
        for (v, &hold) in frame.holds.iter().enumerate() {
            let slope = by_end[v] + through[v];
            match hold {
                Hold::Free => {}
                Hold::Still => previous.x[v] += slope,
                Hold::Prescribed => {
                    let Some(slot) = self.model.schedule.at(&frame.programs, v as u32) else {
                        continue;
                    };
                    let program = slot.program as usize;
                    let at = (state.start[v], state.time);
                    let out = &mut self.gradient.motions[program];
                    previous.origin[v] += motion::back(&self.model, program, at, slope, out);
                }
            }
        }
    }

    /// Motions that begin with this step begin where their vertices are.
    fn origins_back(&self, frame: &Frame, previous: &mut Costate) {
        let (from, to) = (frame.before.state.time, frame.after.state.time);
        for program in &self.model.boundary {
            if program.motion.is_active(to) && !program.motion.is_active(from) {
                for &v in &program.vertices {
                    let slope = std::mem::take(&mut previous.origin[v as usize]);
                    previous.x[v as usize] += slope;
                }
            }
        }
    }

    /// Derivatives through elasticity and masses, by bodies and rest positions.
    pub fn finish(&mut self) {
        if let Some(weights) = &self.weights {
            (self.potential).weights_to_rest(weights, &mut self.gradient.rest_shape);
            self.gradient.held.extend(self.potential.held_at_rest());
        }
        self.elastic
            .finish(&self.model, &self.mass, &mut self.gradient);
    }
}
