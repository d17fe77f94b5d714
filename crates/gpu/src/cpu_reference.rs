//! The step of the GPU on the CPU: the same kernels in the same order, in plain loops. What the GPU computes is compared
//! with this, bit for bit.

mod detection;

use std::convert::Infallible;
use std::time::Instant;

use tangency_engine::step::{Backend, SweepProgress, descend};
use tangency_formulas::Vec3;
use tangency_kernels::KernelReal;
use tangency_kernels::contact::{
    BoundingPlane, BoundingPlanes, ContactPair, FrozenContact, Law, Pushes, SweepBounds, TwoStage,
};
use tangency_kernels::host::Tree;
use tangency_kernels::positions::Positions;
use tangency_kernels::rows::Rows;
use tangency_kernels::vbd::step::{self, LaneSweep};
use tangency_kernels::vbd::{ClothRows, NeoHookeanTets, RodRows, VertexElastic, VertexInertia};

use crate::backend::BackendModel;
use crate::error::GpuError;
use crate::outcome::Outcome;
use crate::setup::{Family, REBUILD, Setup, StepInputs};

/// Positions, velocities, and what one step leaves.
pub struct CpuReference<R: KernelReal> {
    /// The model.
    pub setup: Setup<R>,
    /// Positions before and after a sweep, in turn, m.
    pub x: [Vec<Vec3<R>>; 2],
    /// Velocities, m/s.
    pub v: Vec<Vec3<R>>,
    /// The pairs of the last detection.
    pub pairs: Vec<ContactPair<R>>,
    /// Pairs that push by vertex, each with the place of the vertex in it, and where those of each begin.
    pub pushes: (Vec<u32>, Vec<u32>),
    /// The pairs as they are at the start of a sweep, of those that push.
    frozen: Vec<FrozenContact<R>>,
    /// Planes by vertex.
    pub planes: (Vec<u32>, Vec<BoundingPlane<R>>),
    /// Forces that are left at the end of the step, times h², kg m.
    pub left: Vec<Vec3<R>>,
    /// Vertices stopped in the last sweep of a round.
    pub stopped: u32,
    /// Largest motion that bounds have cut off in the last sweep of a round, m.
    pub lost: f32,
    /// Detections of the step.
    pub detections: u32,
    /// Sweeps of the step.
    pub sweeps: u32,
    /// Largest motion of the last sweep, m.
    pub residual: f32,
    /// Whether a prescribed vertex has not arrived.
    pub missed_target: bool,
    steps: u64,
    trees: Vec<Tree<R, u32>>,
    /// The step under way: what it has to do, where it began, where inertia would take it, its bounds.
    inputs: StepInputs<R>,
    start: Vec<Vec3<R>>,
    predicted: Vec<Vec3<R>>,
    limits: Limits<R>,
}

impl<R: KernelReal> CpuReference<R> {
    /// A model whose vertices, in the numbering, are at `x` and have velocities `v`.
    pub fn new(setup: Setup<R>, x: Vec<Vec3<R>>, v: Vec<Vec3<R>>) -> Self {
        CpuReference {
            setup,
            left: vec![Vec3::zeros(); x.len()],
            x: [x.clone(), x],
            v,
            pairs: Vec::new(),
            pushes: Default::default(),
            frozen: Vec::new(),
            planes: Default::default(),
            stopped: 0,
            lost: 0.0,
            detections: 0,
            sweeps: 0,
            residual: 0.0,
            missed_target: false,
            steps: 0,
            trees: Vec::new(),
            inputs: StepInputs {
                held: Vec::new(),
                prescribed: Vec::new(),
                targets: Vec::new(),
                outside: Vec::new(),
                carried: Vec::new(),
            },
            start: Vec::new(),
            predicted: Vec::new(),
            limits: Limits {
                anchor: Vec::new(),
                least: Vec::new(),
                ball: Vec::new(),
            },
        }
    }

    /// One step.
    pub fn step(&mut self, inputs: &StepInputs<R>) {
        self.begin(inputs);
        let mut schedule = self.setup.schedule();
        let Ok(_) = descend(self, &mut schedule);
        self.finish();
    }

    /// From the prediction to the first guess.
    fn begin(&mut self, inputs: &StepInputs<R>) {
        let (h, count) = (self.setup.constants.h, self.v.len());
        self.inputs.clone_from(inputs);
        self.start.clone_from(&self.x[0]);
        if self.steps.is_multiple_of(REBUILD) {
            self.fit_trees(true);
        }
        for (x, carried) in self.x[0].iter_mut().zip(&inputs.carried) {
            *x += carried;
        }
        let carried = self.x[0].clone();
        self.x[1].clone_from(&carried);
        self.predicted = (0..count)
            .map(|k| step::predicted(&self.start[k], &self.v[k], &inputs.outside[k], h))
            .collect();
        let intend = |k: usize| match inputs.held[k] {
            true => Vec3::zeros(),
            false => self.predicted[k] - carried[k],
        };
        let intended = (0..count).map(intend).collect();
        (self.detections, self.sweeps) = (0, 0);
        self.detect_for(intended);
        self.guess();
        self.arrive();
    }

    /// Velocities, and the forces that are left.
    fn finish(&mut self) {
        let last = (self.sweeps % 2) as usize;
        self.residual = 0.0;
        for (k, start) in self.start.iter().enumerate() {
            let x = self.x[last][k];
            let moved = step::largest(&(x - self.x[1 - last][k]));
            self.residual = self.residual.max(moved.to_f32());
            self.v[k] = step::speed(start, &x, self.setup.constants.h);
        }
        self.x[0] = self.x[last].clone();
        self.freeze(0);
        self.left = self.measure_family();
        self.steps += 1;
    }

    /// The step so far in constants.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            stopped: self.stopped,
            residual: self.residual,
            lost: self.lost,
            missed_target: self.missed_target,
            detections: self.detections,
            sweeps: self.sweeps,
            pairs: self.pairs.len() as u32,
            pushes: self.pushes.1.len() as u32,
            planes: self.planes.1.len() as u32,
        }
    }

    fn planes(&self) -> BoundingPlanes<'_, R> {
        BoundingPlanes {
            begin: &self.planes.0,
            items: &self.planes.1,
            least: &[],
        }
    }

    fn bounds(&self) -> SweepBounds<'_, R> {
        let limits = &self.limits;
        let planes = BoundingPlanes {
            least: &limits.least,
            ..self.planes()
        };
        SweepBounds {
            start: &limits.anchor,
            ball: &limits.ball,
            pairs: &[],
            incidence: Rows::default(),
            planes: if self.setup.constants.has_planes != 0 {
                planes
            } else {
                BoundingPlanes::default()
            },
        }
    }

    fn guess(&mut self) {
        let constants = self.setup.constants;
        if constants.has_limits != 0 {
            return;
        }
        for k in 0..self.v.len() {
            if self.inputs.held[k] {
                continue;
            }
            let coasting = self.start[k] + self.v[k] * constants.h;
            let is_near = !self.planes().of(k).is_empty();
            let predicted = &self.predicted[k];
            self.x[0][k] = step::guess(k as u32, &coasting, predicted, is_near, &self.bounds());
        }
    }

    /// Moves prescribed vertices as far as their bounds allow.
    fn arrive(&mut self) {
        self.missed_target = false;
        let inputs = &self.inputs;
        for (&k, target) in inputs.prescribed.iter().zip(&inputs.targets) {
            let end = self.bounds().truncate(k, target);
            self.missed_target |= end != *target;
            self.x.iter_mut().for_each(|x| x[k as usize] = end);
        }
    }

    /// Holds the closest points of the contacts that push, where vertices are in buffer `from`.
    fn freeze(&mut self, from: usize) {
        let half_spaces = &self.setup.layout.surface.half_spaces;
        let all = |old| Positions { done: &[], old };
        let (x, start) = (all(&self.x[from]), all(&self.start));
        let frozen = self.pairs.iter().map(|pair| match pair.kind.pushes() {
            true => FrozenContact::new(&pair.push(), half_spaces, x, start),
            false => FrozenContact::nothing(),
        });
        self.frozen = frozen.collect();
    }

    /// A sweep by the elements of the model's family.
    fn sweep_family(&mut self) {
        let from = (self.sweeps % 2) as usize;
        self.freeze(from);
        let mut new = std::mem::take(&mut self.x[1 - from]);
        let elements = self.setup.layout.elements.view();
        let stitches = elements.stitches;
        let rows = self.setup.rows.view();
        let (stopped, lost) = match self.setup.family {
            Family::Cloth => self.sweep_by(from, ClothRows { rows, stitches }, &mut new),
            Family::Rods => self.sweep_by(from, RodRows { rows, stitches }, &mut new),
            Family::Tets => self.sweep_by(from, NeoHookeanTets(elements), &mut new),
            Family::All => self.sweep_by(from, elements, &mut new),
        };
        (self.stopped, self.lost) = (stopped, lost);
        self.x[1 - from] = new;
        self.sweeps += 1;
    }

    /// The forces that are left, by the elements of the model's family.
    fn measure_family(&self) -> Vec<Vec3<R>> {
        let elements = self.setup.layout.elements.view();
        let stitches = elements.stitches;
        let rows = self.setup.rows.view();
        match self.setup.family {
            Family::Cloth => self.measure(&self.sweep_of(ClothRows { rows, stitches })),
            Family::Rods => self.measure(&self.sweep_of(RodRows { rows, stitches })),
            Family::Tets => self.measure(&self.sweep_of(NeoHookeanTets(elements))),
            Family::All => self.measure(&self.sweep_of(elements)),
        }
    }

    fn measure<E: VertexElastic<R>>(&self, sweep: &LaneSweep<'_, R, E>) -> Vec<Vec3<R>> {
        let x = Positions {
            done: &[],
            old: &self.x[0],
        };
        let moving = self.setup.layout.numbering.moving() as u32;
        let felt = (0..moving).map(|k| sweep.felt(k, x, self.setup.lanes).gradient);
        let mut left: Vec<Vec3<R>> = felt.collect();
        left.resize(self.v.len(), Vec3::zeros());
        left
    }

    /// The sweep over `elements`.
    fn sweep_of<E: VertexElastic<R>>(&self, elements: E) -> LaneSweep<'_, R, E> {
        let constants = self.setup.constants;
        LaneSweep {
            inertia: VertexInertia {
                mass: &self.setup.mass,
                predicted: &self.predicted,
                force: &[],
            },
            scale: constants.h * constants.h,
            elements,
            pushes: Pushes {
                begin: &self.pushes.0,
                items: &self.pushes.1,
                contacts: &self.frozen,
                law: Law::TwoStage(TwoStage {
                    radius: constants.contact_radius,
                    stiffness: constants.stiffness,
                }),
                eps: constants.eps,
            },
            bounds: self.bounds(),
        }
    }

    /// A sweep; how many vertices their bounds stopped, and the largest motion that was cut off, m.
    fn sweep_by<E: VertexElastic<R>>(
        &self,
        from: usize,
        elements: E,
        new: &mut [Vec3<R>],
    ) -> (u32, f32) {
        let old = &self.x[from];
        let sweep = self.sweep_of(elements);
        let (mut stopped, mut lost) = (0, 0.0_f32);
        for range in &self.setup.layout.numbering.colours {
            let (done, rest) = new.split_at_mut(range.start);
            let x = Positions { done: &*done, old };
            for k in range.clone().filter(|&k| !self.inputs.held[k]) {
                let moved = sweep.vertex(k as u32, x, self.setup.lanes);
                rest[k - range.start] = moved.x;
                stopped += u32::from(moved.is_stopped());
                lost = lost.max(moved.lost.to_f32());
            }
        }
        (stopped, lost)
    }
}

/// The bounds of one detection.
struct Limits<R: KernelReal> {
    anchor: Vec<Vec3<R>>,
    least: Vec<R>,
    ball: Vec<R>,
}

impl<R: KernelReal> Backend for CpuReference<R> {
    type Error = Infallible;

    fn detect(&mut self) -> Result<(), Infallible> {
        let [new, old] = &self.x;
        let intended = new.iter().zip(old).map(|(a, b)| a - b).collect();
        self.detect_for(intended);
        self.arrive();
        Ok(())
    }

    fn sweep(&mut self, count: u32) -> Result<(), Infallible> {
        (0..count).for_each(|_| self.sweep_family());
        Ok(())
    }

    fn progress(&mut self) -> Result<SweepProgress, Infallible> {
        Ok(self.outcome().into())
    }
}

impl<R: KernelReal + Send> BackendModel<R> for CpuReference<R> {
    fn setup(&self) -> &Setup<R> {
        &self.setup
    }

    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        self.x[0].copy_from_slice(x);
        self.v.copy_from_slice(v);
        Ok(())
    }

    fn step(&mut self, inputs: &StepInputs<R>) -> Result<(Outcome, f32), GpuError> {
        let started = Instant::now();
        CpuReference::step(self, inputs);
        Ok((self.outcome(), 1e3 * started.elapsed().as_secs_f32()))
    }

    fn download(&self) -> Result<[Vec<Vec3<R>>; 2], GpuError> {
        Ok([self.x[0].clone(), self.v.clone()])
    }

    fn left(&self) -> Result<Vec<Vec3<R>>, GpuError> {
        Ok(self.left.clone())
    }
}
