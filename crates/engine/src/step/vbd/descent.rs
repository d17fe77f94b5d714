//! One time step by block descent: sweeps over the colours, detections between them.

use std::time::Instant;

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{Contacts, Rules, ball};
use tangency_kernels::vbd::{Inertia, Moved, Positions, Sweep};

use super::flight::{Pieces, Takeoff};
use super::program::Program;
use super::touching::{Touching, law};
use crate::boundary::Ruling;
use crate::contact::ContactModel;
use crate::model::Model;
use crate::settings::VbdSettings;
use crate::state::State;
use crate::step::newton::{Newton, StepStart};
use crate::step::prescribed::Prescribed;
use crate::step::{StepError, StepReport, describe_closest};

/// Share of the vertices stopped by their bounds above which contacts are detected anew.
const STOPPED_SHARE: f64 = 0.01;
/// Sweeps after a detection that are given to fewer that are stopped: without a new one they would stay so for ever. And
/// sweeps in which prescribed vertices have to make progress: what is in their way may have to give way first.
const PATIENCE: u32 = 10;
/// Progress: the way left to their targets is less than this share of what it was.
const PROGRESS: f64 = 0.99;
/// Sweeps in addition to those asked for, as a multiple, in which prescribed vertices have to arrive.
const MORE_SWEEPS: u32 = 200;
/// The same for motion that bounds cut off: each detection gives it room again.
const MORE_FOR_MOTION: u32 = 20;
/// Share of the contact radius below which prescribed vertices approach slowly, so that what is in their way can give
/// way first.
const GUARD: f64 = 0.25;
/// Vertices that one task moves.
const CHUNK: usize = 64;

/// A step in the middle.
pub struct Descent<'a> {
    newton: &'a mut Newton,
    program: &'a Program<f64>,
    pieces: &'a Pieces,
    settings: VbdSettings,
    /// Motion that bounds may cut off in the last sweep, m.
    tolerance: f64,
    prescribed: Prescribed,
    ruling: Ruling,
    /// Whether each vertex is held by a program, in the order of the program.
    held: Vec<bool>,
    /// Positions in the order of the program, before and after the sweep.
    old: Vec<Vec3>,
    new: Vec<Vec3>,
    /// Positions before the last sweep but one, for acceleration.
    earlier: Vec<Vec3>,
    omega: f64,
    mass: Vec<f64>,
    predicted: Vec<Vec3>,
    force: Vec<Vec3>,
    start: Vec<Vec3>,
    touching: Touching,
    /// Sweeps before the last detection.
    detected: u32,
    /// Largest motion that bounds, or what keeps all vertices back, have cut off in the last sweep, m.
    lost: f64,
    scale: f64,
    report: StepReport,
}

impl<'a> Descent<'a> {
    /// The start of a step for which `newton` has made the potential.
    pub fn begin(
        newton: &'a mut Newton,
        program: &'a Program<f64>,
        pieces: &'a Pieces,
        state: &State,
        start: &StepStart,
    ) -> Self {
        let model = newton.model.clone();
        let numbering = &program.numbering;
        let inertia = newton.potential.damped_inertia();
        let is_held = |&v: &u32| {
            let held = model.schedule.at(&start.ruling, v).is_some();
            held || model.mass[v as usize] == 0.0
        };
        let old = numbering.sorted(&state.x);
        let force = if inertia.force.is_empty() {
            Vec::new()
        } else {
            numbering.sorted(&inertia.force)
        };
        let mut descent = Descent {
            settings: model.settings.vbd,
            tolerance: model.tolerance_of(start.step) * model.settings.dt,
            prescribed: Prescribed::new(&model, state, start),
            ruling: start.ruling.clone(),
            held: numbering.order.iter().map(is_held).collect(),
            new: old.clone(),
            earlier: old.clone(),
            omega: 1.0,
            mass: numbering.sorted(&inertia.mass),
            predicted: numbering.sorted(&inertia.predicted),
            force,
            start: numbering.sorted(&newton.potential.friction.start),
            touching: Touching::default(),
            detected: 0,
            lost: 0.0,
            scale: start.scale,
            report: StepReport {
                step: start.step,
                time: start.time,
                dt: model.settings.dt,
                line_search_min_alpha: 1.0,
                ..StepReport::default()
            },
            old,
            newton,
            program,
            pieces,
        };
        descent.first_guess(state);
        descent
    }

    /// Sweeps until their number is reached, prescribed vertices have arrived, and bounds cut off no motion that counts.
    pub fn run(&mut self) -> Result<(), StepError> {
        let most = self.settings.iterations * (1 + MORE_SWEEPS);
        let most_for_motion = self.settings.iterations * (1 + MORE_FOR_MOTION);
        let (mut last_gap, mut in_vain) = (f64::INFINITY, 0);
        self.trace(None);
        loop {
            self.report.iterations += 1;
            let stopped = self.sweep();
            self.check_finite()?;
            self.trace(Some(self.report.residual));
            let gap = self.gap();
            let enough = self.report.iterations >= self.settings.iterations;
            let is_free = self.lost <= self.tolerance || self.report.iterations >= most_for_motion;
            if enough && gap == 0.0 && is_free {
                self.report.lost_motion = self.lost / self.report.dt;
                return Ok(());
            }
            in_vain += 1;
            if gap < PROGRESS * last_gap {
                (last_gap, in_vain) = (gap, 0);
            }
            let is_in_vain = self.report.iterations >= most || in_vain >= PATIENCE;
            if enough && gap > 0.0 && is_in_vain {
                return Err(self.blocked());
            }
            let moving = self.program.numbering.moving();
            let is_due = self.report.iterations - self.detected >= PATIENCE;
            let are_many = stopped as f64 > STOPPED_SHARE * moving as f64;
            let holds_back = enough && self.lost > self.tolerance;
            if gap > 0.0 || are_many || stopped > 0 && (is_due || holds_back) {
                self.detect(None);
            }
        }
    }

    /// Finds contacts where the bodies are, and bounds for vertices that are about to move by `intended`.
    fn detect(&mut self, intended: Option<&[Vec3]>) {
        let started = Instant::now();
        self.detected = self.report.iterations;
        let x = self.positions();
        let still;
        let intended = match intended {
            Some(intended) => intended,
            None => {
                still = self.recent_motion();
                &still
            }
        };
        let contact = &mut self.newton.potential.contact;
        contact.detect(&x);
        let numbering = &self.program.numbering;
        self.touching = match contact.near(intended) {
            Some(near) => Touching::bounded(numbering, self.old.clone(), near),
            None => Touching::unbounded(&self.newton.model, numbering, contact.pairs()),
        };
        self.report.detections += 1;
        self.report.seconds.detect += started.elapsed().as_secs_f64();
    }

    /// What the last sweep moved, in the model's order.
    fn recent_motion(&self) -> Vec<Vec3> {
        let moved: Vec<Vec3> = self
            .old
            .iter()
            .zip(&self.earlier)
            .map(|(a, b)| a - b)
            .collect();
        let place = &self.program.numbering.place;
        place.iter().map(|&k| moved[k as usize]).collect()
    }

    /// Where every vertex of the model is.
    fn positions(&self) -> Vec<Vec3> {
        let place = &self.program.numbering.place;
        place.iter().map(|&k| self.old[k as usize]).collect()
    }

    /// Starts where inertia would take each vertex, without what pulls those in contact from outside: whole pieces as far
    /// as nothing is near them, single vertices from there as far as the bounds allow.
    fn first_guess(&mut self, state: &State) {
        let model = self.newton.model.clone();
        let numbering = &self.program.numbering;
        let at_place = |v: usize| numbering.place[v] as usize;
        let x = &state.x;
        let held: Vec<bool> = (0..x.len()).map(|v| self.held[at_place(v)]).collect();
        let aim = |v: usize| match (held[v], self.mass[at_place(v)]) {
            (false, mass) if mass > 0.0 => self.predicted[at_place(v)] - x[v],
            _ => Vec3::zeros(),
        };
        let mut intended: Vec<Vec3> = (0..x.len()).map(aim).collect();
        if let Some(carried) = self.carry(x, &intended, &held) {
            for (k, &v) in numbering.order.iter().enumerate() {
                let way = carried[v as usize];
                self.old[k] += way;
                intended[v as usize] -= way;
            }
        }
        for (v, way) in self.prescribed.path(x).into_iter().enumerate() {
            if held[v] {
                intended[v] = way;
            }
        }
        self.detect(Some(&intended));
        let carried = self.old.clone();
        let uses = self.touching.uses.view();
        for (k, &v) in numbering.order.iter().enumerate() {
            let v = v as usize;
            if held[v] || model.mass[v] == 0.0 || self.mass[k] == 0.0 {
                continue;
            }
            let guess = if uses.of(k).is_empty() {
                self.predicted[k]
            } else {
                x[v] + state.v[v] * model.settings.dt
            };
            self.old[k] = self.touching.bounds().truncate(k as u32, &guess);
        }
        self.keep_back(&carried);
        self.earlier.clone_from(&self.old);
    }

    /// How far free flight carries each vertex of the model; nothing where bounds leave enough room for all.
    fn carry(&self, x: &[Vec3], intended: &[Vec3], held: &[bool]) -> Option<Vec<Vec3>> {
        let model = &self.newton.model;
        let (reach, least) = match &model.offset {
            Some(offset) => {
                let reach = offset.query_radius;
                (reach, ball([reach], reach))
            }
            None => (model.dhat, 0.0),
        };
        let takeoff = Takeoff {
            model,
            x,
            intended,
            held,
        };
        self.pieces.carry(&takeoff, reach, least)
    }

    /// After many vertices have moved at once from `before`: goes back until no element is beyond its limits, and, where
    /// nothing bounds single vertices, until nothing has passed through anything.
    fn keep_back(&mut self, before: &[Vec3]) {
        let started = Instant::now();
        let place = &self.program.numbering.place;
        let at = |x: &[Vec3]| -> Vec<Vec3> { place.iter().map(|&k| x[k as usize]).collect() };
        let start = at(before);
        let ends = at(&self.old);
        let ways: Vec<Vec3> = ends.iter().zip(&start).map(|(b, a)| b - a).collect();
        let potential = &mut self.newton.potential;
        let mut alpha = potential.limit_elastic(&start, &ways, 1.0);
        if !self.touching.is_bounded() {
            alpha = potential.contact.limit(&start, &ways, alpha);
        }
        if alpha < 1.0 {
            let most = ways.iter().map(|way| way.amax()).fold(0.0, f64::max);
            self.lost = self.lost.max((1.0 - alpha) * most);
            for (x, before) in self.old.iter_mut().zip(before) {
                *x = before + (*x - before) * alpha;
            }
        }
        if !self.touching.is_bounded() {
            self.follow();
        }
        self.report.line_search_min_alpha = self.report.line_search_min_alpha.min(alpha);
        self.report.seconds.ccd += started.elapsed().as_secs_f64();
    }

    /// One sweep over all colours; the number of vertices that their bounds have stopped.
    fn sweep(&mut self) -> usize {
        let started = Instant::now();
        let before = self.old.clone();
        self.lost = 0.0;
        self.move_prescribed(&before);
        // Prescribed vertices have a gap of their own.
        self.lost = 0.0;
        let (mut stopped, mut lost) = (0, 0.0_f64);
        let sweep = Sweep {
            inertia: Inertia {
                mass: &self.mass,
                predicted: &self.predicted,
                force: &self.force,
            },
            scale: self.scale,
            elements: self.program.elements(),
            contacts: Contacts {
                pairs: &self.touching.pairs,
                uses: self.touching.pushing.view(),
                rules: Rules {
                    half_spaces: &self.program.features.half_spaces,
                    law: law(&self.newton.potential.contact.barrier()),
                    start: &self.start,
                    eps: self.newton.potential.friction.eps,
                },
            },
            bounds: self.touching.bounds(),
        };
        for range in &self.program.numbering.colours {
            let (done, rest) = self.new.split_at_mut(range.start);
            let positions = Positions {
                done,
                old: &self.old,
            };
            let held = &self.held;
            let mine = rest[..range.len()].par_iter_mut().enumerate();
            let counts = mine.with_min_len(CHUNK).map(|(k, x)| {
                let k = range.start + k;
                if held[k] {
                    *x = positions.old[k];
                    return (0, 0.0);
                }
                let moved: Moved<f64> = sweep.vertex(k as u32, positions);
                *x = moved.x;
                (usize::from(moved.is_stopped()), moved.lost)
            });
            let both = |a: (usize, f64), b: (usize, f64)| (a.0 + b.0, a.1.max(b.1));
            let (count, most) = counts.reduce(|| (0, 0.0), both);
            stopped += count;
            lost = lost.max(most);
        }
        let moving = self.program.numbering.moving();
        self.new[moving..].copy_from_slice(&self.old[moving..]);
        std::mem::swap(&mut self.old, &mut self.new);
        self.lost = lost;
        let is_farther = self.accelerate(&before);
        if is_farther || !self.touching.is_bounded() {
            self.keep_back(&before);
        }
        self.measure(&before);
        self.report.seconds.solve += started.elapsed().as_secs_f64();
        self.report.stopped = stopped;
        stopped
    }

    /// Moves prescribed vertices to their targets, as far as their bounds allow.
    fn move_prescribed(&mut self, before: &[Vec3]) {
        let place = &self.program.numbering.place;
        let guard = GUARD * self.newton.potential.contact.barrier().dhat;
        for (v, target) in self.prescribed.targets() {
            let k = place[v as usize] as usize;
            self.old[k] = self
                .touching
                .bounds()
                .truncate_gently(k as u32, &target, guard);
        }
        if self.touching.is_bounded() && !self.prescribed.is_at_rest() {
            self.keep_back(before);
        }
    }

    /// Where nothing bounds single vertices, contacts are found anew after each sweep.
    fn follow(&mut self) {
        let x = self.positions();
        let contact = &mut self.newton.potential.contact;
        contact.follow(&x);
        let numbering = &self.program.numbering;
        self.touching = Touching::unbounded(&self.newton.model, numbering, contact.pairs());
    }

    /// Chebyshev's extrapolation of what the sweeps do (Wang 2015; Chen et al. 2024, section 3.8), for vertices that
    /// nothing touches; whether any went farther by it.
    fn accelerate(&mut self, before: &[Vec3]) -> bool {
        let Some(rho) = self.settings.acceleration else {
            self.earlier.copy_from_slice(before);
            return false;
        };
        self.omega = match self.report.iterations {
            0 | 1 => 1.0,
            2 => 2.0 / (2.0 - rho * rho),
            _ => 4.0 / (4.0 - rho * rho * self.omega),
        };
        let uses = self.touching.uses.view();
        for k in 0..self.program.numbering.moving() {
            if self.held[k] || !uses.of(k).is_empty() || self.omega == 1.0 {
                continue;
            }
            let further = (self.old[k] - self.earlier[k]) * self.omega + self.earlier[k];
            self.old[k] = self.touching.bounds().truncate(k as u32, &further);
        }
        self.earlier.copy_from_slice(before);
        self.omega != 1.0
    }

    /// The largest motion of the sweep, as a speed.
    fn measure(&mut self, before: &[Vec3]) {
        let moving = self.program.numbering.moving();
        let ways = self.old[..moving].par_iter().zip(&before[..moving]);
        let ways = ways.zip(&self.held[..moving]).with_min_len(1024);
        let most = ways.map(|((a, b), held)| if *held { 0.0 } else { (a - b).amax() });
        self.report.residual = most.reduce(|| 0.0, f64::max) / self.report.dt;
    }

    /// Records where the step stands, where that is asked for. Contacts are those that are found there; sweeps go on
    /// with their own.
    fn trace(&mut self, residual: Option<f64>) {
        let place = &self.program.numbering.place;
        let (old, is_bounded) = (&self.old, self.touching.is_bounded());
        let Newton {
            trace, potential, ..
        } = &mut *self.newton;
        trace.add(self.report.iterations, residual, || {
            let x: Vec<Vec3> = place.iter().map(|&k| old[k as usize]).collect();
            if is_bounded {
                potential.contact.detect(&x);
            }
            potential.value(&x).total
        });
    }

    fn check_finite(&self) -> Result<(), StepError> {
        let is_lost = |x: &Vec3| !x.iter().all(|c| c.is_finite());
        let Some(k) = self
            .old
            .par_iter()
            .with_min_len(1024)
            .position_first(is_lost)
        else {
            return Ok(());
        };
        let vertex = self.program.numbering.order[k];
        Err(StepError::NotFinite {
            step: self.report.step,
            iteration: self.report.iterations,
            vertex,
            body: self.newton.model.body_name(vertex).to_owned(),
        })
    }

    /// How far prescribed vertices are from their targets, m.
    fn gap(&self) -> f64 {
        let place = &self.program.numbering.place;
        let gaps = self.prescribed.targets().map(|(v, target)| {
            let x = self.old[place[v as usize] as usize];
            (x - target).norm()
        });
        gaps.fold(0.0, f64::max)
    }

    fn blocked(&self) -> StepError {
        let model: &Model = &self.newton.model;
        let x = self.positions();
        let (vertex, gap) = self.prescribed.farthest(&x).unwrap_or((0, 0.0));
        let place = model.schedule.at(&self.ruling, vertex);
        let program = place.map(|at| model.boundary[at.program as usize].name.clone());
        let closest = self.newton.potential.contact.closest(&x);
        StepError::BoundaryBlocked {
            step: self.report.step,
            program: program.unwrap_or_default(),
            vertex,
            body: model.body_name(vertex).to_owned(),
            gap,
            blocked_by: describe_closest(model, closest.as_ref()),
        }
    }

    /// The end of the step.
    pub fn finish(mut self) -> (Vec<Vec3>, StepReport) {
        let x = self.positions();
        let started = Instant::now();
        let contact: &mut Box<dyn ContactModel> = &mut self.newton.potential.contact;
        contact.detect(&x);
        self.report.seconds.detect += started.elapsed().as_secs_f64();
        (x, self.report)
    }
}
