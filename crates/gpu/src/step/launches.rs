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

use super::DeviceStep;

/// Threads of launches that go over all pairs.
const PAIR_THREADS: usize = 1 << 18;

/// The launches of a step, captured.
pub(super) struct Graphs {
    /// From the prediction to the first guess.
    begin: Graph,
    /// A further detection.
    again: Graph,
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
            Phase::Detect => {
                self.launch("meet", searches, &[])?;
                self.launch("sift", searches, &[])?;
                self.launch("sift_many", searches, &[])?;
                self.scans[0].run(self.arena.get_mut(&self.memory.places)?)?;
                self.launch("spread", searches, &[])?;
                self.launch("spread_many", searches, &[])?;
                self.launch("make", PAIR_THREADS, &[])
            }
            Phase::List => self.list(true),
            Phase::Sweep => self.sweeps(self.setup.iterations),
            Phase::Finish => {
                self.launch("finish", count, &[self.setup.iterations % 2])?;
                self.sweep_from(0, true)
            }
        }
    }

    /// The prediction, where free flight `carries` the vertices first or does not.
    pub(super) fn begin(&self, carries: bool) -> Result<(), GpuError> {
        let threads = 2 * self.memory.v.len as usize + 1;
        self.launch("begin", threads, &[u32::from(carries)])?;
        self.launch("aim", self.memory.prescribed.len as usize, &[])
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

    /// A further detection in the same step.
    fn detect_again(&mut self) -> Result<(), GpuError> {
        self.launch("again", 2 * self.memory.v.len as usize + 1, &[])?;
        self.launch("aim", self.memory.prescribed.len as usize, &[])?;
        self.phase(Phase::Refit)?;
        self.phase(Phase::Detect)?;
        self.list(false)
    }

    /// So many sweeps, the first from the first buffer.
    pub(super) fn sweeps(&self, count: u32) -> Result<(), GpuError> {
        (0..count).try_for_each(|iteration| self.sweep_from(iteration % 2, false))
    }

    /// A sweep from buffer `from` to the other, or one that `measures` the forces that are left there.
    fn sweep_from(&self, from: u32, measures: bool) -> Result<(), GpuError> {
        let name = format!("sweep_{}", self.setup.family.name());
        let lanes = self.setup.lanes as u32;
        for range in &self.setup.layout.numbering.colours {
            let (first, count) = (range.start as u32, range.len() as u32);
            // A block has a warp for each part of the work on its vertices.
            let grid = LaunchGrid {
                blocks: count.div_ceil(32 / lanes),
                block: 32 * self.setup.family.parts(),
            };
            let numbers = [from, first, count, lanes, u32::from(measures)];
            self.launch_grid(&name, grid, &numbers)?;
        }
        Ok(())
    }

    /// From the prediction to the first guess.
    fn begin_step(&mut self) -> Result<(), GpuError> {
        [Phase::Begin, Phase::Refit, Phase::Detect, Phase::List]
            .into_iter()
            .try_for_each(|phase| self.phase(phase))
    }

    pub(super) fn capture(&mut self) -> Result<Graphs, GpuError> {
        let device = self.device.clone();
        let mut lengths = [self.setup.schedule().rounds(), &[EXTRA_ROUND]].concat();
        lengths.sort_unstable();
        lengths.dedup();
        let begin = device.capture(|| self.begin_step())?;
        let again = device.capture(|| self.detect_again())?;
        let mut rounds = Vec::new();
        for length in lengths {
            rounds.push((length, device.capture(|| self.sweeps(length))?));
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
    pub(super) fn attempt(&mut self) -> Result<(), GpuError> {
        self.counts = [1, 0];
        match &self.graphs {
            Some(graphs) => graphs.begin.replay()?,
            None => self.begin_step()?,
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
        match &self.graphs {
            Some(graphs) => graphs.again.replay(),
            None => self.detect_again(),
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
            None => self.sweeps(count),
        }
    }

    /// Nothing where lists were too short: the attempt is in vain.
    fn progress(&mut self) -> Result<SweepProgress, GpuError> {
        let (outcome, fits) = self.outcome()?;
        Ok(if fits {
            outcome.into()
        } else {
            SweepProgress::default()
        })
    }
}
