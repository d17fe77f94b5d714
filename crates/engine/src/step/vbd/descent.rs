//! One time step by block descent: sweeps over the colours, detections between them.

use std::time::Instant;

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{Rules, VertexContacts, ball};
use tangency_kernels::vbd::VertexInertia;

use super::BlockDescent;
use super::flight::Takeoff;
use super::schedule::{Backend, SingleSchedule, SweepLimits, SweepProgress, descend};
use super::sweep::{FeltContacts, Sweep};
use super::sweep_contacts::{SweepContacts, law};
use crate::step::{StepError, StepProgress, TimeStep};

/// Share of the contact radius below which prescribed vertices approach slowly, so that what is in their way can give
/// way first.
const GUARD: f64 = 0.25;

/// The sweeps of one step, on the CPU.
pub struct Descent<'a> {
    step: &'a mut TimeStep,
    model: &'a BlockDescent,
    acceleration: Option<f64>,
    /// Whether each vertex is held by a program or has no mass, in the order of the layout.
    held: Vec<bool>,
    /// Positions in the order of the layout.
    old: Vec<Vec3>,
    /// Positions before the last sweep.
    earlier: Vec<Vec3>,
    /// Room for a sweep.
    new: Vec<Vec3>,
    /// Positions before the last sweep but one, for acceleration.
    two_ago: Vec<Vec3>,
    /// Whether the last sweep may have left a vertex nowhere.
    is_lost: bool,
    omega: f64,
    mass: Vec<f64>,
    predicted: Vec<Vec3>,
    force: Vec<Vec3>,
    start: Vec<Vec3>,
    contacts: SweepContacts,
    progress: SweepProgress,
}

impl<'a> Descent<'a> {
    /// The start of a step: its first guess.
    pub fn begin(step: &'a mut TimeStep, model: &'a BlockDescent) -> Self {
        let numbering = &model.layout.numbering;
        let inertia = step.potential.damped_inertia();
        let old = numbering.sorted(&step.start.x);
        let force = match inertia.force.is_empty() {
            true => Vec::new(),
            false => numbering.sorted(&inertia.force),
        };
        let mut descent = Descent {
            acceleration: step.model.settings.vbd.acceleration,
            held: numbering.order.iter().map(|&v| step.is_held(v)).collect(),
            new: old.clone(),
            earlier: old.clone(),
            two_ago: Vec::new(),
            is_lost: false,
            omega: 1.0,
            mass: numbering.sorted(&inertia.mass),
            predicted: numbering.sorted(&inertia.predicted),
            force,
            start: numbering.sorted(&step.potential.friction.start),
            contacts: SweepContacts::default(),
            progress: SweepProgress::default(),
            old,
            step,
            model,
        };
        descent.first_guess();
        descent
    }

    /// Sweeps to the end, and leaves the positions in the step.
    pub fn run(mut self) -> Result<(), StepError> {
        let settings = &self.step.model.settings;
        let mut schedule = SingleSchedule::new(SweepLimits {
            iterations: settings.vbd.iterations,
            tolerance: self.step.tolerance * settings.dt,
            moving: self.model.layout.numbering.moving(),
        });
        self.trace(None);
        let arrives = descend(&mut self, &mut schedule)?;
        self.step.x = self.positions();
        if !arrives {
            self.step.detect();
            return Err(self.step.blocked());
        }
        self.step.report.lost_motion = self.progress.lost / self.step.report.dt;
        Ok(())
    }

    /// Tells how far a step is that takes long.
    fn tell(&mut self) {
        if !self.step.observer.is_due() {
            return;
        }
        let SweepProgress { gap, stopped, .. } = self.progress;
        let held_by = match (gap > 0.0, stopped) {
            (true, _) => format!("prescribed vertices are {gap:.1e} m from their targets"),
            (false, 0) => "sweeps that are still to be done".to_owned(),
            (false, stopped) => format!("displacement bounds, which hold {stopped} vertices back"),
        };
        let report = &self.step.report;
        self.step.observer.tell(&StepProgress {
            step: report.step,
            iteration: report.iterations,
            residual: report.residual,
            tolerance: self.step.tolerance,
            alpha: report.line_search_min_alpha,
            held_by,
            is_stalled: false,
        });
    }

    /// Finds contacts where the bodies are, and bounds for vertices that are about to move by `intended`.
    fn detect_for(&mut self, intended: &[Vec3]) {
        let started = Instant::now();
        let x = self.positions();
        let contact = &mut self.step.potential.contact;
        let numbering = &self.model.layout.numbering;
        self.contacts = match contact.detect_for_sweeps(&x, intended) {
            Some(near) => SweepContacts::bounded(numbering, self.old.clone(), near),
            None => {
                contact.detect(&x);
                SweepContacts::unbounded(&self.step.model, numbering, contact.pairwise())
            }
        };
        self.step.report.detections += 1;
        self.step.report.seconds.detect += started.elapsed().as_secs_f64();
    }

    /// Motion of each vertex in the last sweep, in the model's order; of prescribed ones the way to their targets.
    fn recent_motion(&self) -> Vec<Vec3> {
        let place = &self.model.layout.numbering.place;
        let (old, earlier) = (&self.old, &self.earlier);
        let motion = place.par_iter().with_min_len(4096);
        let motion = motion.map(|&k| old[k as usize] - earlier[k as usize]);
        let mut motion: Vec<Vec3> = motion.collect();
        for (v, target) in self.step.prescribed.targets() {
            motion[v as usize] = target - self.old[place[v as usize] as usize];
        }
        motion
    }

    /// Position of every vertex of the model.
    fn positions(&self) -> Vec<Vec3> {
        let place = &self.model.layout.numbering.place;
        place.iter().map(|&k| self.old[k as usize]).collect()
    }

    /// Starts where inertia would take each vertex, without what pulls those in contact from outside: whole pieces as far
    /// as nothing is near them, single vertices from there as far as the bounds allow.
    fn first_guess(&mut self) {
        let model = std::sync::Arc::clone(&self.step.model);
        let numbering = &self.model.layout.numbering;
        let at_place = |v: usize| numbering.place[v] as usize;
        let x = &self.step.start.x.clone();
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
        for (v, way) in self.step.prescribed.path(x).into_iter().enumerate() {
            if held[v] {
                intended[v] = way;
            }
        }
        self.detect_for(&intended);
        let carried = self.old.clone();
        let uses = self.contacts.incidence.view();
        for (k, &v) in numbering.order.iter().enumerate() {
            let v = v as usize;
            if held[v] || model.mass[v] == 0.0 || self.mass[k] == 0.0 {
                continue;
            }
            let guess = if uses.of(k).is_empty() {
                self.predicted[k]
            } else {
                x[v] + self.step.start.v[v] * model.settings.dt
            };
            self.old[k] = self.contacts.bounds().truncate(k as u32, &guess);
        }
        self.keep_back(&carried);
        self.earlier.clone_from(&self.old);
    }

    /// Displacement of each vertex of the model by free flight; nothing where bounds leave enough room for all.
    fn carry(&self, x: &[Vec3], intended: &[Vec3], held: &[bool]) -> Option<Vec<Vec3>> {
        let model = &self.step.model;
        let (reach, least) = match &model.ogc {
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
        self.model.pieces.carry(&takeoff, reach, least)
    }

    /// After many vertices have moved at once from `before`: goes back until no element is beyond its limits, and, where
    /// nothing bounds single vertices, until nothing has passed through anything.
    fn keep_back(&mut self, before: &[Vec3]) {
        let started = Instant::now();
        let place = &self.model.layout.numbering.place;
        let at = |x: &[Vec3]| -> Vec<Vec3> { place.iter().map(|&k| x[k as usize]).collect() };
        let start = at(before);
        let ends = at(&self.old);
        let ways: Vec<Vec3> = ends.iter().zip(&start).map(|(b, a)| b - a).collect();
        let potential = &mut self.step.potential;
        let mut alpha = potential.limit_elastic(&start, &ways, 1.0);
        if !self.contacts.is_bounded() {
            alpha = potential.contact.limit(&start, &ways, alpha);
        }
        if alpha < 1.0 {
            let most = ways.iter().map(|way| way.amax()).fold(0.0, f64::max);
            self.progress.lost = self.progress.lost.max((1.0 - alpha) * most);
            for (x, before) in self.old.iter_mut().zip(before) {
                *x = before + (*x - before) * alpha;
            }
        }
        if !self.contacts.is_bounded() {
            self.follow();
        }
        self.step.report.line_search_min_alpha = self.step.report.line_search_min_alpha.min(alpha);
        self.step.report.seconds.ccd += started.elapsed().as_secs_f64();
    }

    /// One sweep over all colours.
    fn sweep_once(&mut self) {
        let started = Instant::now();
        let is_bounded = self.contacts.is_bounded();
        // Where anything but the sweep moves vertices, they are compared with where they were before.
        let before = match self.acceleration.is_some() || !is_bounded {
            true => self.old.clone(),
            false => Vec::new(),
        };
        self.move_prescribed();
        // Prescribed vertices have a gap of their own.
        self.progress.lost = 0.0;
        let half_spaces = &self.model.layout.surface.half_spaces;
        let eps = self.step.potential.friction.eps;
        let law = law(&self.step.model, self.step.potential.contact.pairwise());
        if is_bounded {
            self.contacts.freeze(half_spaces, &self.old, &self.start);
        }
        let contacts = match is_bounded {
            true => FeltContacts::Frozen(self.contacts.pushes(law, eps)),
            false => FeltContacts::Exact(VertexContacts {
                pairs: &self.contacts.pairs,
                incidence: self.contacts.pushing.view(),
                rules: Rules {
                    half_spaces,
                    law,
                    start: &self.start,
                    eps,
                },
            }),
        };
        let sweep = Sweep {
            colours: &self.model.layout.numbering.colours,
            fans: &self.model.fans,
            elements: self.model.layout.elements.view(),
            held: &self.held,
            inertia: VertexInertia {
                mass: &self.mass,
                predicted: &self.predicted,
                force: &self.force,
            },
            scale: self.step.scale(),
            contacts,
            bounds: self.contacts.bounds(),
            room: self.contacts.room(),
        };
        let outcome = sweep.run(&mut self.old, &mut self.earlier, &mut self.new);
        self.progress.lost = outcome.lost;
        self.progress.stopped = outcome.stopped;
        self.step.report.stopped = outcome.stopped;
        self.step.report.residual = outcome.moved / self.step.report.dt;
        self.is_lost = outcome.is_lost;
        if !before.is_empty() {
            if self.accelerate(&before) || !is_bounded {
                self.keep_back(&before);
            }
            self.measure(&before);
            self.earlier = before;
            self.is_lost = true;
        }
        self.step.report.seconds.solve += started.elapsed().as_secs_f64();
    }

    /// Moves prescribed vertices to their targets, as far as their bounds allow.
    fn move_prescribed(&mut self) {
        let has_limits = self.contacts.is_bounded() && !self.step.prescribed.is_at_rest();
        let before = has_limits.then(|| self.old.clone());
        let place = &self.model.layout.numbering.place;
        let guard = GUARD * self.step.model.dhat;
        for (v, target) in self.step.prescribed.targets() {
            let k = place[v as usize] as usize;
            self.old[k] = self
                .contacts
                .bounds()
                .truncate_gently(k as u32, &target, guard);
        }
        if let Some(before) = before {
            self.keep_back(&before);
        }
    }

    /// Finds contacts anew after each sweep, where nothing bounds single vertices.
    fn follow(&mut self) {
        let x = self.positions();
        let contact = &mut self.step.potential.contact;
        contact.follow(&x);
        let numbering = &self.model.layout.numbering;
        self.contacts = SweepContacts::unbounded(&self.step.model, numbering, contact.pairwise());
    }

    /// Chebyshev's extrapolation of what the sweeps do (Wang 2015; Chen et al. 2024, section 3.8), for vertices that
    /// nothing touches; whether any went farther by it.
    fn accelerate(&mut self, before: &[Vec3]) -> bool {
        let Some(rho) = self.acceleration else {
            return false;
        };
        self.omega = match self.step.report.iterations {
            0 | 1 => 1.0,
            2 => 2.0 / (2.0 - rho * rho),
            _ => 4.0 / (4.0 - rho * rho * self.omega),
        };
        let uses = self.contacts.incidence.view();
        for k in 0..self.model.layout.numbering.moving() {
            if self.held[k] || !uses.of(k).is_empty() || self.omega == 1.0 {
                continue;
            }
            let further = (self.old[k] - self.two_ago[k]) * self.omega + self.two_ago[k];
            self.old[k] = self.contacts.bounds().truncate(k as u32, &further);
        }
        self.two_ago.clear();
        self.two_ago.extend_from_slice(before);
        self.omega != 1.0
    }

    /// The largest motion of the sweep, as a speed.
    fn measure(&mut self, before: &[Vec3]) {
        let moving = self.model.layout.numbering.moving();
        let ways = self.old[..moving].par_iter().zip(&before[..moving]);
        let ways = ways.zip(&self.held[..moving]).with_min_len(1024);
        let most = ways.map(|((a, b), held)| if *held { 0.0 } else { (a - b).amax() });
        self.step.report.residual = most.reduce(|| 0.0, f64::max) / self.step.report.dt;
    }

    /// Records where the step stands, where that is asked for. Contacts are those that are found there; sweeps go on
    /// with their own.
    fn trace(&mut self, residual: Option<f64>) {
        let place = &self.model.layout.numbering.place;
        let (old, is_bounded) = (&self.old, self.contacts.is_bounded());
        let (trace, potential) = (&mut self.step.trace, &mut self.step.potential);
        trace.add(self.step.report.iterations, residual, || {
            let x: Vec<Vec3> = place.iter().map(|&k| old[k as usize]).collect();
            if is_bounded {
                potential.contact.detect(&x);
            }
            potential.value(&x).total
        });
    }

    fn check_finite(&self) -> Result<(), StepError> {
        if !self.is_lost {
            return Ok(());
        }
        let is_lost = |x: &Vec3| !x.iter().all(|c| c.is_finite());
        let Some(k) = self
            .old
            .par_iter()
            .with_min_len(1024)
            .position_first(is_lost)
        else {
            return Ok(());
        };
        let vertex = self.model.layout.numbering.order[k];
        Err(StepError::NotFinite {
            step: self.step.report.step,
            iteration: self.step.report.iterations,
            vertex,
            body: self.step.model.body_name(vertex).to_owned(),
        })
    }

    /// Largest distance of prescribed vertices from their targets, m.
    fn gap(&self) -> f64 {
        let place = &self.model.layout.numbering.place;
        let gaps = self.step.prescribed.targets().map(|(v, target)| {
            let x = self.old[place[v as usize] as usize];
            (x - target).norm()
        });
        gaps.fold(0.0, f64::max)
    }
}

impl Backend for Descent<'_> {
    type Error = StepError;

    fn detect(&mut self) -> Result<(), StepError> {
        let motion = self.recent_motion();
        self.detect_for(&motion);
        Ok(())
    }

    fn sweep(&mut self, count: u32) -> Result<(), StepError> {
        for _ in 0..count {
            self.step.check_interrupt()?;
            self.step.report.iterations += 1;
            self.sweep_once();
            self.check_finite()?;
            self.trace(Some(self.step.report.residual));
            self.progress.gap = self.gap();
            self.tell();
        }
        Ok(())
    }

    fn progress(&mut self) -> Result<SweepProgress, StepError> {
        Ok(self.progress)
    }
}
