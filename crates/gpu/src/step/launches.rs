//! The launches of a time step, one by one or as graphs.

use crate::buffer::Buffer;
use crate::bvh::{Bvh, Primitives};
use crate::device::Grid;
use crate::error::GpuError;
use crate::graph::Graph;
use crate::lists::DeviceReal;
use crate::outcome::{Outcome, Phase};
use crate::setup::MORE;

use super::DeviceStep;

/// Threads of launches that go over all pairs.
const PAIR_THREADS: usize = 1 << 18;

/// The launches of a step, captured.
pub(super) struct Graphs {
    /// From the prediction to the end of the first round; that alone where it is the last.
    first: Graph,
    /// A further detection.
    again: Graph,
    /// Sweeps while vertices that programs move have not arrived.
    more: Graph,
    /// Each round but the first, the last with the end of the step.
    rounds: Vec<Graph>,
}

impl<R: DeviceReal + Send> DeviceStep<R> {
    pub(super) fn launch(
        &self,
        name: &str,
        threads: usize,
        numbers: &[u32],
    ) -> Result<(), GpuError> {
        self.launch_grid(name, Grid::of(threads), numbers)
    }

    fn launch_grid(&self, name: &str, grid: Grid, numbers: &[u32]) -> Result<(), GpuError> {
        let kernel = format!("{name}_{}", R::NAME);
        let world = self.world();
        // SAFETY: the kernels of a step take the world of their precision; its arrays are those of this structure,
        // which it outlives, and have the lengths that the kernels rely on.
        unsafe { self.device.launch_with(&kernel, grid, &world, numbers) }
    }

    /// Fits the trees to the positions, or builds them.
    pub(super) fn fit_trees(&mut self, build: bool) -> Result<(), GpuError> {
        fn fit<R: DeviceReal, const N: usize>(
            tree: &mut Bvh<R, u32>,
            corners: &Buffer<[u32; N]>,
            positions: &Buffer<[R; 3]>,
            radius: R,
            build: bool,
        ) -> Result<(), GpuError> {
            let primitives = Primitives {
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
        let radius = self.setup.numbers.radius;
        let [triangles, edges, wires, grains] = &mut self.trees;
        fit(triangles, &self.triangles, &self.anchor, radius, build)?;
        fit(edges, &self.edges, &self.anchor, radius, build)?;
        fit(wires, &self.wires, &self.anchor, radius, build)?;
        fit(grains, &self.isolated, &self.anchor, radius, build)
    }

    /// Puts the launches of one phase into the stream.
    pub(super) fn phase(&mut self, phase: Phase) -> Result<(), GpuError> {
        let count = self.fixed.v.len as usize;
        let searches = self.places.len();
        match phase {
            Phase::Begin => self.begin(true),
            Phase::Refit => self.fit_trees(false),
            Phase::Detect => {
                self.launch("meet", searches, &[])?;
                self.launch("sift", searches, &[])?;
                self.launch("sift_many", searches, &[])?;
                self.scans[0].run(&mut self.places)?;
                self.launch("spread", searches, &[])?;
                self.launch("spread_many", searches, &[])?;
                self.launch("make", PAIR_THREADS, &[])
            }
            Phase::List => self.list(true),
            Phase::Sweep => self.sweeps(0, self.rounds[0]),
            Phase::Finish => {
                self.launch("finish", count, &[self.setup.iterations % 2])?;
                self.sweep(0, true)
            }
        }
    }

    /// The prediction, where free flight `carries` the vertices first or does not.
    pub(super) fn begin(&self, carries: bool) -> Result<(), GpuError> {
        let threads = 2 * self.fixed.v.len as usize + 1;
        self.launch("begin", threads, &[u32::from(carries)])?;
        self.launch("aim", self.prescribed.len(), &[])
    }

    /// Lists by vertex, bounds, and the first guess where it is the `first` time.
    fn list(&mut self, first: bool) -> Result<(), GpuError> {
        let count = self.fixed.v.len as usize;
        self.scans[1].run(&mut self.begins)?;
        self.launch("fill", PAIR_THREADS, &[])?;
        self.launch("order", 8 * count, &[])?;
        self.launch("guess", 8 * count, &[u32::from(first)])?;
        self.launch("arrive", 32 * self.prescribed.len(), &[])
    }

    /// A further detection in the same step.
    fn detect_again(&mut self) -> Result<(), GpuError> {
        self.launch("again", 2 * self.fixed.v.len as usize + 1, &[])?;
        self.launch("aim", self.prescribed.len(), &[])?;
        self.phase(Phase::Refit)?;
        self.phase(Phase::Detect)?;
        self.list(false)
    }

    /// Sweeps number `begin` and following.
    pub(super) fn sweeps(&self, begin: u32, count: u32) -> Result<(), GpuError> {
        (begin..begin + count).try_for_each(|iteration| self.sweep(iteration % 2, false))
    }

    /// A sweep from buffer `from` to the other, or one that `measures` the forces that are left there.
    fn sweep(&self, from: u32, measures: bool) -> Result<(), GpuError> {
        let name = format!("sweep_{}", self.setup.family.name());
        let lanes = self.setup.lanes as u32;
        for range in &self.setup.program.numbering.colours {
            let (first, count) = (range.start as u32, range.len() as u32);
            // A block has a warp for each part of the work on its vertices.
            let grid = Grid {
                blocks: count.div_ceil(32 / lanes),
                block: 32 * self.setup.family.parts(),
            };
            let numbers = [from, first, count, lanes, u32::from(measures)];
            self.launch_grid(&name, grid, &numbers)?;
        }
        Ok(())
    }

    /// All launches of round `k`, the first with what comes before it, the last with what comes after it.
    fn round(&mut self, k: usize) -> Result<(), GpuError> {
        if k == 0 {
            for phase in [Phase::Begin, Phase::Refit, Phase::Detect, Phase::List] {
                self.phase(phase)?;
            }
        }
        self.sweeps(self.rounds[..k].iter().sum(), self.rounds[k])?;
        if k + 1 == self.rounds.len() {
            self.phase(Phase::Finish)?;
        }
        Ok(())
    }

    pub(super) fn capture(&mut self) -> Result<Graphs, GpuError> {
        let device = self.device.clone();
        let first = device.capture(|| self.round(0))?;
        let again = device.capture(|| self.detect_again())?;
        let more = device.capture(|| self.sweeps(0, MORE))?;
        let mut rounds = Vec::new();
        for k in 1..self.rounds.len() {
            rounds.push(device.capture(|| self.round(k))?);
        }
        Ok(Graphs {
            first,
            again,
            more,
            rounds,
        })
    }

    /// One attempt at a step; the numbers of detections and of sweeps.
    pub(super) fn attempt(&mut self) -> Result<[u32; 2], GpuError> {
        let graphs = self.graphs.take();
        match &graphs {
            Some(graphs) => graphs.first.replay()?,
            None => self.round(0)?,
        }
        let (mut detections, mut sweeps) = (1, self.setup.iterations);
        for k in 1..self.rounds.len() {
            let (outcome, _) = self.outcome()?;
            let is_last = k + 1 == self.rounds.len();
            if self.setup.wants_detection(&outcome, is_last) {
                self.repeat_detection(&graphs)?;
                detections += 1;
                if is_last {
                    let repeats = self.arrive(&graphs, outcome.lost)?;
                    detections += repeats;
                    sweeps += repeats * MORE;
                }
            }
            match &graphs {
                Some(graphs) => graphs.rounds[k - 1].replay()?,
                None => self.round(k)?,
            }
        }
        self.graphs = graphs;
        Ok([detections, sweeps])
    }

    fn repeat_detection(&mut self, graphs: &Option<Graphs>) -> Result<(), GpuError> {
        match graphs {
            Some(graphs) => graphs.again.replay(),
            None => self.detect_again(),
        }
    }

    /// Sweeps and detections until vertices that programs move have arrived and bounds, which had `lost` (m) before the
    /// detection, cut off no motion; how many of both.
    fn arrive(&mut self, graphs: &Option<Graphs>, mut lost: f32) -> Result<u32, GpuError> {
        let mut repeats = 0;
        loop {
            let (outcome, fits) = self.outcome()?;
            let outcome = Outcome { lost, ..outcome };
            if !self.setup.wants_repeat(&outcome, repeats) || !fits {
                return Ok(repeats);
            }
            match graphs {
                Some(graphs) => graphs.more.replay()?,
                None => self.sweeps(0, MORE)?,
            }
            lost = self.outcome()?.0.lost;
            self.repeat_detection(graphs)?;
            repeats += 1;
        }
    }
}
