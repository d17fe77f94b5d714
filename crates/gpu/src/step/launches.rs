//! The launches of a time step, one by one or as graphs.

use crate::buffer::Buffer;
use crate::bvh::{Bvh, TreePrimitives};
use crate::device::LaunchGrid;
use crate::error::GpuError;
use crate::graph::Graph;
use crate::lists::DeviceReal;
use crate::outcome::Phase;

use tangency_engine::step::{Backend, EXTRA_ROUND, SweepProgress, descend};
use tangency_formulas::Vec3;
use tangency_kernels::arguments::sweep::{FREE_WARPS, MEASURE, MOVE, MOVE_AND_COUNT};

use crate::setup::StepInputs;

use super::DeviceStep;

/// Threads of launches that go over all pairs.
const PAIR_THREADS: usize = 1 << 18;
/// Threads of launches that go over all contacts that push.
const CONTACT_THREADS: usize = 1 << 17;
/// Threads of launches that go over all hits or candidates.
const CANDIDATE_THREADS: usize = 1 << 18;

/// The launches of a step, captured.
pub(super) struct Graphs {
    /// From the prediction to the first guess; with a search for candidates, and with those that are known.
    begin: [Graph; 2],
    /// A further detection, likewise.
    again: [Graph; 2],
    /// Rounds of sweeps, by their length.
    rounds: Vec<(u32, Graph)>,
    /// The end of the step.
    finish: Graph,
}

impl<R: DeviceReal + Send> DeviceStep<R> {
    pub(super) fn launch(
        &self,
        name: &str,
        threads: usize,
        numbers: &[u32],
    ) -> Result<(), GpuError> {
        self.launch_grid(name, LaunchGrid::of(threads), numbers)
    }

    fn launch_grid(&self, name: &str, grid: LaunchGrid, numbers: &[u32]) -> Result<(), GpuError> {
        let kernel = format!("{name}_{}", R::NAME);
        let memory = self.argument();
        // SAFETY: the kernels of a step take the memory of their precision; its arrays are those of this structure,
        // which it outlives, and have the lengths that the kernels rely on.
        unsafe { self.device.launch_with(&kernel, grid, &memory, numbers) }
    }

    /// Fits the trees to the positions, or builds them.
    pub(super) fn fit_trees(&mut self, build: bool) -> Result<(), GpuError> {
        fn fit<R: DeviceReal, const N: usize>(
            tree: &mut Bvh<R, u32>,
            corners: &Buffer<[u32; N]>,
            positions: &Buffer<Vec3<R>>,
            radius: R,
            build: bool,
        ) -> Result<(), GpuError> {
            let primitives = TreePrimitives {
                corners,
                positions,
                radius,
            };
            if corners.is_empty() {
                return Ok(());
            }
            if build {
                tree.build(primitives)
            } else {
                tree.refit(primitives)
            }
        }
        let radius = self.setup.constants.radius;
        let [triangles, edges, wires, grains] = &mut self.trees;
        let (arena, surface) = (&self.arena, &self.memory.surface);
        let x = arena.get(&self.memory.anchor)?;
        fit(triangles, arena.get(&surface.triangles)?, x, radius, build)?;
        fit(edges, arena.get(&surface.edges)?, x, radius, build)?;
        fit(wires, &self.wires, x, radius, build)?;
        fit(grains, &self.isolated, x, radius, build)
    }

    /// Puts the launches of one phase into the stream.
    pub(super) fn phase(&mut self, phase: Phase) -> Result<(), GpuError> {
        let count = self.memory.v.len as usize;
        let searches = self.memory.places.len as usize;
        match phase {
            Phase::Begin => self.begin(true),
            Phase::Refit => self.fit_trees(false),
            Phase::Search => {
                self.launch("mark", count, &[])?;
                self.launch("meet", searches, &[])?;
                self.scans[0].run(self.arena.get_mut(&self.memory.places)?)?;
                self.launch("list", searches, &[])?;
                self.keep("thin", "nominate")
            }
            Phase::Detect => {
                self.keep("sift", "choose")?;
                self.launch("make", PAIR_THREADS, &[])
            }
            Phase::List => self.list(true),
            Phase::Sweep => self.round(self.setup.iterations),
            Phase::Finish => {
                self.launch("finish", count, &[self.setup.iterations % 2])?;
                self.sweep_from(0, MEASURE)
            }
        }
    }

    /// The prediction, where free flight `carries` the vertices first or does not.
    pub(super) fn begin(&self, carries: bool) -> Result<(), GpuError> {
        let threads = 2 * self.memory.v.len as usize + 1;
        self.launch("begin", threads, &[u32::from(carries)])?;
        self.launch("aim", self.memory.prescribed.len as usize, &[])
    }

    /// Tests all hits or candidates, and lists those that are kept.
    fn keep(&mut self, test: &str, list: &str) -> Result<(), GpuError> {
        self.launch(test, CANDIDATE_THREADS, &[])?;
        self.scans[2].run(self.arena.get_mut(&self.memory.ranks)?)?;
        self.launch(list, CANDIDATE_THREADS, &[])
    }

    /// Lists by vertex, bounds, and the first guess where it is the `first` time.
    fn list(&mut self, first: bool) -> Result<(), GpuError> {
        let count = self.memory.v.len as usize;
        self.scans[1].run(self.arena.get_mut(&self.memory.begins)?)?;
        self.launch("fill", PAIR_THREADS, &[])?;
        self.launch("order", 8 * count, &[])?;
        self.launch("guess", 8 * count, &[u32::from(first)])?;
        self.launch("arrive", 32 * self.memory.prescribed.len as usize, &[])
    }

    /// A further detection in the same step, which `searches` for candidates or uses those that are known.
    fn detect_again(&mut self, searches: bool) -> Result<(), GpuError> {
        self.launch("again", 2 * self.memory.v.len as usize + 1, &[])?;
        self.launch("aim", self.memory.prescribed.len as usize, &[])?;
        self.find(searches)?;
        self.list(false)
    }

    /// Pairs, from a search for candidates or from those that are known.
    fn find(&mut self, searches: bool) -> Result<(), GpuError> {
        if searches {
            self.phase(Phase::Refit)?;
            self.phase(Phase::Search)?;
        }
        self.phase(Phase::Detect)
    }

    /// Whether candidates have to be searched for, where vertices have drifted `farther` than when the host last looked.
    fn must_search(&mut self, farther: f64) -> bool {
        let must = self.drift + farther > self.setup.most_drift();
        self.searches += u64::from(must);
        must
    }

    /// So many sweeps, the first from the first buffer; what bounds stop is counted in the last. Then, how far vertices
    /// are from where candidates were listed.
    pub(super) fn round(&self, count: u32) -> Result<(), GpuError> {
        let Some(last) = count.checked_sub(1) else {
            return Ok(());
        };
        (0..last).try_for_each(|iteration| self.sweep_from(iteration % 2, MOVE))?;
        self.launch("renew", 1, &[])?;
        self.sweep_from(last % 2, MOVE_AND_COUNT)?;
        self.launch("drift", self.memory.v.len as usize, &[])
    }

    /// A sweep that does some `work` from buffer `from` to the other.
    fn sweep_from(&self, from: u32, work: u32) -> Result<(), GpuError> {
        let name = format!("sweep_{}", self.setup.family.name());
        self.launch("freeze", CONTACT_THREADS, &[from])?;
        let lanes = self.setup.lanes as u32;
        for range in &self.setup.layout.numbering.colours {
            let (first, count) = (range.start as u32, range.len() as u32);
            let divided = self.setup.is_divided;
            // The warps of a block share the parts of the work on its vertices, or each has vertices of its own.
            let (warps, shares) = match divided {
                true => (self.setup.family.parts(), 1),
                false => (FREE_WARPS, FREE_WARPS),
            };
            let grid = LaunchGrid {
                blocks: count.div_ceil(32 / lanes).div_ceil(shares),
                block: 32 * warps,
            };
            let numbers = [from, first, count, lanes, work, u32::from(divided)];
            self.launch_grid(&name, grid, &numbers)?;
        }
        Ok(())
    }

    /// From the prediction to the first guess; `searches` for candidates or uses those that are known.
    fn begin_step(&mut self, searches: bool) -> Result<(), GpuError> {
        self.phase(Phase::Begin)?;
        self.find(searches)?;
        self.phase(Phase::List)
    }

    pub(super) fn capture(&mut self) -> Result<Graphs, GpuError> {
        let device = self.device.clone();
        let mut lengths = [self.setup.schedule().rounds(), &[EXTRA_ROUND]].concat();
        lengths.sort_unstable();
        lengths.dedup();
        let mut both = |work: fn(&mut Self, bool) -> Result<(), GpuError>| {
            let known = device.capture(|| work(self, false))?;
            Ok::<_, GpuError>([known, device.capture(|| work(self, true))?])
        };
        let begin = both(Self::begin_step)?;
        let again = both(Self::detect_again)?;
        let mut rounds = Vec::new();
        for length in lengths {
            rounds.push((length, device.capture(|| self.round(length))?));
        }
        let finish = device.capture(|| self.phase(Phase::Finish))?;
        Ok(Graphs {
            begin,
            again,
            rounds,
            finish,
        })
    }

    /// One attempt at a step.
    pub(super) fn attempt(&mut self, inputs: &StepInputs<R>) -> Result<(), GpuError> {
        self.counts = [1, 0];
        let carried = inputs.carried.iter().map(|way| way.dot(way).to_f32());
        let carried = f64::from(carried.fold(0.0, f32::max)).sqrt() * (1.0 + 1e-6);
        let searches = self.must_search(carried);
        match &self.graphs {
            Some(graphs) => graphs.begin[usize::from(searches)].replay()?,
            None => self.begin_step(searches)?,
        }
        let mut schedule = self.setup.schedule();
        descend(self, &mut schedule)?;
        match &self.graphs {
            Some(graphs) => graphs.finish.replay(),
            None => self.phase(Phase::Finish),
        }
    }
}

impl<R: DeviceReal + Send> Backend for DeviceStep<R> {
    type Error = GpuError;

    fn detect(&mut self) -> Result<(), GpuError> {
        self.counts[0] += 1;
        let searches = self.must_search(0.0);
        match &self.graphs {
            Some(graphs) => graphs.again[usize::from(searches)].replay(),
            None => self.detect_again(searches),
        }
    }

    fn sweep(&mut self, count: u32) -> Result<(), GpuError> {
        self.counts[1] += count;
        let captured = self.graphs.as_ref().and_then(|graphs| {
            let mut rounds = graphs.rounds.iter();
            rounds.find(|(length, _)| *length == count)
        });
        match captured {
            Some((_, graph)) => graph.replay(),
            None => self.round(count),
        }
    }

    /// Nothing where lists were too short: the attempt is in vain.
    fn progress(&mut self) -> Result<SweepProgress, GpuError> {
        let (outcome, fits) = self.look()?;
        Ok(if fits {
            outcome.into()
        } else {
            SweepProgress::default()
        })
    }
}
