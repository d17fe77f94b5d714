//! Projected Newton on the incremental potential with a collision-filtered line search
//! (Li et al. 2020, Algorithm 1).

use std::sync::Arc;
use std::time::Instant;

use tangency_geometry::Vec3;

use super::line_search::{self, Accepted};
use super::potential::{IncrementalPotential, Value};
use super::prescribed::Prescribed;
use super::report::{EnergyReport, Seconds};
use super::{StepError, StepReport, Stepper, describe_closest, inversion};
use crate::contact::{ContactModel, IpcContact};
use crate::energy::{Elastic, Energy, Inertia};
use crate::linear::{BlockSink, FactorReport, LinearError, LinearSystem, NodeMap};
use crate::model::Model;
use crate::process;
use crate::settings::ContactKind;
use crate::state::State;

/// First multiple of the mean diagonal that is added to a matrix that is not positive definite.
const SMALLEST_SHIFT: f64 = 1e-12;
/// Factor from one such attempt to the next.
const SHIFT_GROWTH: f64 = 1e3;
/// How many there are.
const MAX_SHIFTS: u32 = 4;

/// Implicit Euler steps by projected Newton.
pub struct Newton {
    model: Arc<Model>,
    potential: IncrementalPotential,
    system: LinearSystem,
    blocks: BlockSink,
    diagonal: Vec<f64>,
    gradient: Vec<Vec3>,
    direction: Vec<Vec3>,
}

impl Newton {
    /// A stepper for `model`.
    pub fn new(model: Arc<Model>) -> Self {
        let contact: Box<dyn ContactModel> = match model.settings.contact {
            ContactKind::Ipc => Box::new(IpcContact::new(Arc::clone(&model))),
        };
        let scale = model.settings.dt * model.settings.dt;
        let elastic = (0..model.tets.len()).filter(|&batch| !model.tets[batch].tets.is_empty());
        let elastic = elastic.map(|batch| Elastic::new(Arc::clone(&model), batch, scale));
        let count = model.vertex_count();
        Newton {
            potential: IncrementalPotential {
                inertia: Inertia {
                    predicted: vec![Vec3::zeros(); count],
                    mass: model.mass.clone(),
                },
                elastic: elastic.collect(),
                attachment: None,
                contact,
            },
            system: LinearSystem::new(),
            blocks: BlockSink::new(),
            diagonal: vec![0.0; count],
            gradient: vec![Vec3::zeros(); count],
            direction: vec![Vec3::zeros(); count],
            model,
        }
    }
}

impl Stepper for Newton {
    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        let started = Instant::now();
        let cpu = process::cpu_seconds();
        let mut solve = Solve::begin(self, state);
        solve.move_prescribed();
        solve.choose_stiffness();
        while !solve.iterate()? {}
        let (x, mut report) = solve.finish();
        let h = self.model.settings.dt;
        for (v, (new, old)) in state.v.iter_mut().zip(x.iter().zip(&state.x)) {
            *v = (new - old) / h;
        }
        state.x = x;
        state.step = report.step;
        state.time = report.time;
        report.energy = self.energies(state);
        report.seconds.total = started.elapsed().as_secs_f64();
        report.cpu_seconds = process::cpu_seconds() - cpu;
        report.peak_rss_mb = process::peak_rss_mb();
        Ok(report)
    }
}

impl Newton {
    fn energies(&self, state: &State) -> EnergyReport {
        let mass = &self.model.mass;
        let per_vertex = |term: &dyn Fn(usize) -> f64| (0..mass.len()).map(term).sum::<f64>();
        let h2 = self.model.settings.dt * self.model.settings.dt;
        let elastic = self
            .potential
            .elastic
            .iter()
            .map(|term| term.value(&state.x));
        EnergyReport {
            kinetic: per_vertex(&|i| 0.5 * mass[i] * state.v[i].norm_squared()),
            elastic: elastic.sum::<f64>() / h2,
            gravity: per_vertex(&|i| -mass[i] * self.model.gravity.dot(&state.x[i])),
            contact: self.potential.contact.value(&state.x) / h2,
        }
    }
}

/// One step being solved.
struct Solve<'a> {
    newton: &'a mut Newton,
    model: Arc<Model>,
    x: Vec<Vec3>,
    before: Vec<Vec3>,
    prescribed: Prescribed,
    free: NodeMap,
    value: Option<Value>,
    report: StepReport,
}

impl<'a> Solve<'a> {
    fn begin(newton: &'a mut Newton, state: &State) -> Self {
        let model = Arc::clone(&newton.model);
        let h = model.settings.dt;
        let step = state.step + 1;
        // The number of steps times their length: no rounding piles up, and a resumed run agrees.
        let time = step as f64 * h;
        let predicted = &mut newton.potential.inertia.predicted;
        for (predicted, (x, v)) in predicted.iter_mut().zip(state.x.iter().zip(&state.v)) {
            *predicted = x + h * v + h * h * model.gravity;
        }
        newton.potential.attachment = None;
        newton.potential.contact.begin_step();
        newton.system.forget();
        let prescribed = Prescribed::new(&model, &state.x, time);
        let mut solve = Solve {
            newton,
            x: state.x.clone(),
            before: Vec::new(),
            prescribed,
            free: NodeMap::default(),
            value: None,
            report: StepReport {
                step,
                time,
                dt: h,
                line_search_min_alpha: 1.0,
                ..StepReport::default()
            },
            model,
        };
        solve.detect();
        solve
    }

    /// Moves prescribed vertices as far towards their targets as nothing is in the way, and attaches them
    /// to the targets where that is not all the way.
    fn move_prescribed(&mut self) {
        if !self.prescribed.is_at_rest() {
            let path = self.prescribed.path(&self.x);
            let alpha = self.limit(&path);
            if alpha < 1.0 {
                let start = self.x.clone();
                line_search::advance(&start, &path, alpha, &mut self.x);
                let attachment = self.prescribed.attachment(&self.model);
                self.newton.potential.attachment = Some(attachment);
            } else {
                self.prescribed.arrive(&mut self.x);
            }
            self.detect();
        }
        self.choose_unknowns();
    }

    /// Unknowns are the vertices with mass that no program holds, and those on their way to a target.
    fn choose_unknowns(&mut self) {
        let time = self.report.time;
        let model = &self.model;
        let is_held = |program: &Option<u32>| {
            program.is_some_and(|k| !model.boundary[k as usize].motion.released(time))
        };
        let held = model.program_of.iter().map(is_held);
        let mut fixed: Vec<bool> = held
            .zip(&model.mass)
            .map(|(held, &mass)| held || mass == 0.0)
            .collect();
        if self.newton.potential.attachment.is_some() {
            for &v in self.prescribed.moving() {
                fixed[v as usize] = false;
            }
        }
        self.free = NodeMap::new(&fixed);
    }

    fn choose_stiffness(&mut self) {
        let started = Instant::now();
        let potential = &mut self.newton.potential;
        potential.gradient_without_contact(&self.x, &mut self.newton.gradient);
        potential
            .contact
            .start_stiffness(&self.x, &self.newton.gradient, &self.free);
        self.report.seconds.energy += started.elapsed().as_secs_f64();
    }

    /// One Newton iteration; true when the step is solved.
    fn iterate(&mut self) -> Result<bool, StepError> {
        self.report.iterations += 1;
        self.find_direction()?;
        let (vertex, largest) = self.largest_component();
        self.report.residual = largest / self.model.settings.dt;
        if !self.report.residual.is_finite() {
            return Err(StepError::NotFinite {
                step: self.report.step,
                iteration: self.report.iterations,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
            });
        }
        self.take_step(vertex)?;
        let is_small = self.report.residual < self.model.newton_tolerance;
        if self.newton.potential.attachment.is_some() {
            self.drive_attachment(is_small)?;
        } else if is_small {
            return Ok(true);
        }
        if self.report.iterations >= self.model.settings.max_iterations {
            return Err(StepError::NotConverged {
                step: self.report.step,
                iterations: self.report.iterations,
                residual: self.report.residual,
                tolerance: self.model.newton_tolerance,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
                closest: self.closest(),
            });
        }
        Ok(false)
    }

    /// Solves H p = -g.
    fn find_direction(&mut self) -> Result<(), StepError> {
        let newton = &mut *self.newton;
        let seconds = &mut self.report.seconds;
        let started = Instant::now();
        newton.potential.gradient(&self.x, &mut newton.gradient);
        let gradient_done = Instant::now();
        newton
            .potential
            .hessian(&self.x, &mut newton.blocks, &mut newton.diagonal);
        let assembled = newton
            .system
            .assemble(&newton.blocks, &newton.diagonal, &self.free);
        seconds.energy += (gradient_done - started).as_secs_f64();
        seconds.assemble += gradient_done.elapsed().as_secs_f64();
        let (step, iteration) = (self.report.step, self.report.iterations);
        let failed = |source| StepError::Linear {
            step,
            iteration,
            source,
        };
        assembled.map_err(failed)?;
        let factor = factor_shifted(&mut newton.system).map_err(failed)?;
        seconds.order += factor.order_seconds + factor.symbolic_seconds;
        seconds.factor += factor.factor_seconds;
        let started = Instant::now();
        for gradient in &mut newton.gradient {
            *gradient = -*gradient;
        }
        newton
            .system
            .solve(&newton.gradient, &mut newton.direction)
            .map_err(failed)?;
        seconds.solve += started.elapsed().as_secs_f64();
        Ok(())
    }

    /// Moves along the direction, as far as feasible and until the potential does not rise.
    fn take_step(&mut self, vertex: u32) -> Result<(), StepError> {
        let direction = std::mem::take(&mut self.newton.direction);
        let before = match self.value {
            Some(value) => value,
            None => self.newton.potential.value(&self.x),
        };
        self.before.clone_from(&self.x);
        let alpha = self.limit(&direction);
        let started = Instant::now();
        let mut detecting = 0.0;
        let accepted = line_search::backtrack(
            &mut self.newton.potential,
            &self.before,
            &direction,
            alpha,
            before,
            &mut self.x,
            &mut |potential, x| {
                let started = Instant::now();
                potential.contact.detect(x);
                detecting += started.elapsed().as_secs_f64();
            },
        );
        self.newton.direction = direction;
        self.report.seconds.detect += detecting;
        self.report.seconds.line_search += started.elapsed().as_secs_f64() - detecting;
        let Some(Accepted { alpha, value }) = accepted else {
            return Err(StepError::LineSearch {
                step: self.report.step,
                iteration: self.report.iterations,
                residual: self.report.residual,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
                closest: self.closest(),
            });
        };
        self.report.line_search_min_alpha = self.report.line_search_min_alpha.min(alpha);
        let stiffer = self.newton.potential.contact.adapt_stiffness(&self.x);
        self.value = (!stiffer).then_some(value);
        Ok(())
    }

    /// Fixes attached vertices once they have arrived; pulls harder when the step is solved without.
    fn drive_attachment(&mut self, is_solved: bool) -> Result<(), StepError> {
        let Some(mut attachment) = self.newton.potential.attachment.take() else {
            return Ok(());
        };
        if self.prescribed.has_arrived(&attachment, &self.x) {
            self.choose_unknowns();
            self.value = None;
            return Ok(());
        }
        if is_solved {
            let helps = self.prescribed.pull_harder(&mut attachment, &self.x);
            self.value = None;
            if !helps {
                return Err(self.blocked());
            }
        }
        self.newton.potential.attachment = Some(attachment);
        Ok(())
    }

    fn blocked(&self) -> StepError {
        let (vertex, gap) = self.prescribed.farthest(&self.x).unwrap_or((0, 0.0));
        let program = self.model.program_of[vertex as usize];
        let program = program.map(|k| self.model.boundary[k as usize].name.clone());
        StepError::BoundaryBlocked {
            step: self.report.step,
            program: program.unwrap_or_default(),
            vertex,
            body: self.model.body_name(vertex).to_owned(),
            gap,
            blocked_by: self.closest(),
        }
    }

    fn closest(&self) -> String {
        let closest = self.newton.potential.contact.closest(&self.x);
        describe_closest(&self.model, closest.as_ref())
    }

    fn detect(&mut self) {
        let started = Instant::now();
        self.newton.potential.contact.detect(&self.x);
        self.report.seconds.detect += started.elapsed().as_secs_f64();
        self.value = None;
    }

    fn limit(&mut self, p: &[Vec3]) -> f64 {
        let started = Instant::now();
        let alpha = inversion::limit(&self.model, &self.x, p, 1.0);
        let alpha = self.newton.potential.contact.limit(&self.x, p, alpha);
        self.report.seconds.ccd += started.elapsed().as_secs_f64();
        alpha
    }

    /// The vertex with the largest component of the direction, and that component, m.
    fn largest_component(&self) -> (u32, f64) {
        let size = |p: &Vec3| {
            if p.iter().all(|c| c.is_finite()) {
                p.amax()
            } else {
                f64::INFINITY
            }
        };
        let sizes = self.newton.direction.iter().map(size).enumerate();
        let largest = sizes.max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or((0, 0.0), |(v, size)| (v as u32, size))
    }

    fn finish(mut self) -> (Vec<Vec3>, StepReport) {
        let contact = &self.newton.potential.contact;
        self.report.contacts = contact.pair_count();
        self.report.kappa = contact.stiffness();
        self.report.min_distance = contact.closest(&self.x).map(|closest| closest.distance);
        (self.x, self.report)
    }
}

/// Factors the matrix; where rounding has cost it its definiteness, with a growing multiple of the mean diagonal
/// added: a direction of descent all the same.
fn factor_shifted(system: &mut LinearSystem) -> Result<FactorReport, LinearError> {
    let mut shift = SMALLEST_SHIFT * system.matrix().mean_diagonal();
    for _ in 0..MAX_SHIFTS {
        match system.factor() {
            Err(LinearError::NotPositiveDefinite { .. }) => system.shift_diagonal(shift),
            other => return other,
        }
        shift *= SHIFT_GROWTH;
    }
    system.factor()
}

impl Seconds {
    /// Adds the certificate's time, which counts towards the total.
    pub fn add_certify(&mut self, seconds: f64) {
        self.certify += seconds;
        self.total += seconds;
    }
}
