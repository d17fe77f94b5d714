//! One time step on the GPU, and the memory it needs.

mod launches;

use tangency_formulas::{Real, Vec3};
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::contact::ContactPair;
use tangency_kernels::positions::Padded;
use tangency_kernels::storage::DeviceArray;

use crate::backend::BackendModel;
use crate::buffer::Buffer;
use crate::bvh::Bvh;
use crate::device::Device;
use crate::error::GpuError;
use crate::lists::{DeviceReal, Scan};
use crate::memory::DeviceArena;
use crate::outcome::{Outcome, Phase};
use crate::setup::{REBUILD, Setup, StepInputs};

use launches::Graphs;

/// Hits, pairs, pushes and planes for each vertex that there is room for at first.
const FIRST_ROOM: [usize; 4] = [32, 4, 8, 16];

/// The state of a model on the GPU.
pub struct DeviceStep<R: DeviceReal> {
    device: Device,
    /// The model.
    pub setup: Setup<R>,
    /// Arrays of the step, all but the trees.
    memory: StepMemory<R>,
    arena: DeviceArena,
    wires: Buffer<[u32; 2]>,
    isolated: Buffer<[u32; 1]>,
    trees: [Bvh<R, u32>; 4],
    scans: [Scan; 3],
    graphs: Option<Graphs>,
    /// Largest distance of a vertex from where candidates were listed when the host last looked, m; infinite where the
    /// list is not to be used again.
    drift: f64,
    /// Searches for candidates so far.
    searches: u64,
    /// Detections and sweeps of the step under way.
    counts: [u32; 2],
    last: Option<StepInputs<R>>,
    steps: u64,
    /// Length that the list of hits needed when the host last looked.
    hits: u32,
}

fn as_padded<R: Real>(x: &[Vec3<R>]) -> Vec<Padded<R>> {
    x.iter().map(|&x| x.into()).collect()
}

impl<R: DeviceReal + Send> DeviceStep<R> {
    /// The model with vertices, in the numbering, at `x` with velocities `v`.
    pub fn new(
        device: &Device,
        setup: Setup<R>,
        x: &[Vec3<R>],
        v: &[Vec3<R>],
    ) -> Result<Self, GpuError> {
        let mut arena = DeviceArena::new(device);
        let isolated = setup.layout.surface.isolated.iter();
        let isolated: Vec<[u32; 1]> = isolated.map(|&v| [v]).collect();
        Ok(Self {
            device: device.clone(),
            memory: memory(&mut arena, &setup, x, v)?,
            arena,
            wires: Buffer::from_slice(device, &setup.wires)?,
            isolated: Buffer::from_slice(device, &isolated)?,
            trees: std::array::from_fn(|_| Bvh::new(device)),
            scans: std::array::from_fn(|_| Scan::new(device)),
            graphs: None,
            drift: f64::INFINITY,
            searches: 0,
            counts: [0; 2],
            last: None,
            steps: 0,
            hits: 0,
            setup,
        })
    }

    /// The argument of the kernels: all arrays where they are now.
    fn argument(&self) -> StepMemory<R> {
        StepMemory {
            trees: std::array::from_fn(|k| self.trees[k].nodes().array()),
            ..self.memory
        }
    }

    /// Sends what has changed of the inputs.
    fn aim(&mut self, inputs: &StepInputs<R>) -> Result<(), GpuError> {
        let (arena, memory) = (&mut self.arena, &self.memory);
        let last = self.last.take();
        let last = last.as_ref();
        arena.update(&memory.held, last.map(|last| &last.held), &inputs.held)?;
        let outside = last.map(|last| &last.outside);
        arena.update(&memory.outside, outside, &inputs.outside)?;
        let carried = last.map(|last| &last.carried);
        arena.update(&memory.carried, carried, &inputs.carried)?;
        let targets = last.map(|last| &last.targets);
        arena.update(&memory.targets, targets, &inputs.targets)?;
        let prescribed = last.map(|last| &last.prescribed);
        arena.update(&memory.prescribed, prescribed, &inputs.prescribed)?;
        if prescribed != Some(&inputs.prescribed) {
            let mut control = [0; control::LEN];
            control[control::PRESCRIBED] = inputs.prescribed.len() as u32;
            arena.get_mut(&memory.control)?.upload_part(&control)?;
        }
        self.last = Some(inputs.clone());
        Ok(())
    }

    /// The findings of the step so far, and whether lists were long enough for them; waits for the GPU.
    fn look(&mut self) -> Result<(Outcome, bool), GpuError> {
        let control = self.arena.get(&self.memory.control)?.download()?;
        self.drift = f64::from(f32::from_bits(control[control::DRIFT]));
        self.hits = control[control::HITS];
        let outcome = Outcome {
            stopped: control[control::STOPPED],
            residual: f32::from_bits(control[control::RESIDUAL]),
            lost: f32::from_bits(control[control::LOST]),
            missed_target: control[control::MISSED_TARGET] != 0,
            pairs: control[control::PAIRS],
            pushes: control[control::PUSHES],
            planes: control[control::PLANES],
            detections: self.counts[0],
            sweeps: self.counts[1],
        };
        Ok((outcome, control[control::TOO_MANY] == 0))
    }

    /// Makes room for what the last attempt needed.
    fn grow(&mut self, needs: &Outcome) -> Result<(), GpuError> {
        self.graphs = None;
        self.drift = f64::INFINITY;
        let room = |need: u32| need as usize + need as usize / 4 + 1024;
        let (arena, memory) = (&mut self.arena, &mut self.memory);
        if u64::from(self.hits) > memory.hits.len {
            let hits = room(self.hits);
            arena.resize(&mut memory.hits, hits)?;
            arena.resize(&mut memory.candidates, hits)?;
            arena.resize(&mut memory.masks, hits.div_ceil(32))?;
            arena.resize(&mut memory.ranks, hits.div_ceil(32) + 1)?;
        }
        if u64::from(needs.pairs) > memory.pairs.len {
            arena.resize(&mut memory.pairs, room(needs.pairs))?;
            arena.resize(&mut memory.close, room(needs.pairs))?;
            arena.resize(&mut memory.pushing, room(needs.pairs))?;
            arena.resize(&mut memory.frozen, room(needs.pairs))?;
        }
        if u64::from(needs.pushes) > memory.pushes.len {
            arena.resize(&mut memory.pushes, room(needs.pushes))?;
            arena.resize(&mut memory.unsorted, room(needs.pushes))?;
        }
        if u64::from(needs.planes) > memory.planes.len {
            arena.resize(&mut memory.planes, room(needs.planes))?;
        }
        Ok(())
    }

    /// Builds the trees where that is due.
    fn prepare(&mut self, inputs: &StepInputs<R>) -> Result<(), GpuError> {
        self.aim(inputs)?;
        if self.steps.is_multiple_of(REBUILD) {
            // Trees are built where the step starts.
            self.begin(false)?;
            self.fit_trees(true)?;
            self.drift = f64::INFINITY;
        }
        Ok(())
    }

    /// One step; where lists turn out to be too short they grow, and the step is done again.
    /// Gives the milliseconds that the GPU spent on the attempt that succeeded.
    pub fn step(&mut self, inputs: &StepInputs<R>) -> Result<(Outcome, f32), GpuError> {
        self.prepare(inputs)?;
        loop {
            let device = self.device.clone();
            let milliseconds = device.time(|| self.attempt(inputs))?;
            let (outcome, fits) = self.look()?;
            if !fits {
                self.grow(&outcome)?;
                continue;
            }
            if self.graphs.is_none() {
                self.graphs = Some(self.capture()?);
            }
            self.steps += 1;
            return Ok((outcome, milliseconds));
        }
    }

    /// One step launch by launch, without further detections: the milliseconds of each phase.
    pub fn step_by_phases(
        &mut self,
        inputs: &StepInputs<R>,
    ) -> Result<(Outcome, [f32; 7]), GpuError> {
        self.prepare(inputs)?;
        let device = self.device.clone();
        let mut times = [0.0; 7];
        let iterations = self.setup.iterations;
        for (time, phase) in times.iter_mut().zip(Phase::ALL) {
            *time = device.time(|| match phase {
                Phase::Sweep => self.round(iterations),
                phase => self.phase(phase),
            })?;
        }
        let (outcome, fits) = self.look()?;
        if !fits {
            self.grow(&outcome)?;
        }
        self.steps += 1;
        Ok((outcome, times))
    }

    /// Positions and velocities in the numbering.
    pub fn download(&self) -> Result<[Vec<Vec3<R>>; 2], GpuError> {
        let x = self.arena.get(&self.memory.x[0])?.download()?;
        let v = self.arena.get(&self.memory.v)?.download()?;
        Ok([x.into_iter().map(Vec3::from).collect(), v])
    }

    /// The forces that are left at the end of the last step, times h², in the numbering, kg m.
    pub fn left(&self) -> Result<Vec<Vec3<R>>, GpuError> {
        self.arena.get(&self.memory.left)?.download()
    }

    /// Makes `x` and `v` the state.
    pub fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        self.drift = f64::INFINITY;
        let (arena, memory) = (&mut self.arena, &self.memory);
        arena.get_mut(&memory.x[0])?.upload_part(&as_padded(x))?;
        arena.get_mut(&memory.anchor)?.upload_part(x)?;
        arena.get_mut(&memory.v)?.upload_part(v)
    }

    /// The number of searches for candidates so far.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// The pairs of the last detection.
    pub fn pairs(&self) -> Result<Vec<ContactPair<R>>, GpuError> {
        let ranks = self.arena.get(&self.memory.ranks)?;
        let count = ranks.download_part(ranks.len() - 1..ranks.len())?[0];
        let pairs = self.arena.get(&self.memory.pairs)?;
        pairs.download_part(0..count as usize)
    }

    /// The pairs that push in the last step, by vertex, each with the place of the vertex in it, and where those of each
    /// vertex begin.
    pub fn pushes(&self) -> Result<(Vec<u32>, Vec<u32>), GpuError> {
        let begins = self.arena.get(&self.memory.begins)?.download()?;
        let count = begins[self.memory.v.len as usize];
        let pushes = self.arena.get(&self.memory.pushes)?;
        Ok((begins, pushes.download_part(0..count as usize)?))
    }
}

/// The arrays of a model with vertices, in the numbering, at `x` with velocities `v`.
fn memory<R: DeviceReal>(
    arena: &mut DeviceArena,
    setup: &Setup<R>,
    x: &[Vec3<R>],
    v: &[Vec3<R>],
) -> Result<StepMemory<R>, GpuError> {
    let count = x.len();
    let surface = &setup.layout.surface;
    let searches = surface.points.len() + surface.edges.len();
    let [hits, pairs, pushes, planes] = FIRST_ROOM.map(|room| room * count + 1024);
    let prescribed = prescribed_at_most(setup);
    Ok(StepMemory {
        elements: setup.layout.elements.map(arena)?,
        rows: setup.rows.map(arena)?,
        surface: surface.map(arena)?,
        x: [arena.send(&as_padded(x))?, arena.room(count)?],
        v: arena.send(v)?,
        outside: arena.room(count)?,
        start: arena.room(count)?,
        anchor: arena.send(x)?,
        predicted: arena.room(count)?,
        intended: arena.room(count)?,
        carried: arena.room(count)?,
        left: arena.send(&vec![Vec3::zeros(); count])?,
        mass: arena.send(&setup.mass)?,
        held: arena.room(count)?,
        prescribed: arena.room(prescribed)?,
        targets: arena.room(prescribed)?,
        trees: [DeviceArray::new(256, 0); 4],
        listed: arena.room(count)?,
        places: arena.room(searches + 1)?,
        hits: arena.room(hits)?,
        candidates: arena.room(hits)?,
        masks: arena.room(hits.div_ceil(32))?,
        ranks: arena.room(hits.div_ceil(32) + 1)?,
        far: arena.room(count)?,
        close: arena.room(pairs)?,
        pairs: arena.room(pairs)?,
        begins: arena.room(2 * count + 1)?,
        cursors: arena.room(2 * count)?,
        unsorted: arena.room(pushes)?,
        pushes: arena.room(pushes)?,
        pushing: arena.room(pairs)?,
        frozen: arena.room(pairs)?,
        planes: arena.room(planes)?,
        least: arena.room(count)?,
        ball: arena.room(count)?,
        control: arena.send(&[0; control::LEN])?,
        constants: setup.constants,
    })
}

/// The number of vertices that programs ever hold.
fn prescribed_at_most<R: DeviceReal>(setup: &Setup<R>) -> usize {
    let model = &setup.model;
    let vertices = 0..model.mass.len() as u32;
    vertices
        .filter(|&v| !model.schedule.slots(v).is_empty())
        .count()
}

impl<R: DeviceReal + Send> BackendModel<R> for DeviceStep<R> {
    fn setup(&self) -> &Setup<R> {
        &self.setup
    }

    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        DeviceStep::upload(self, x, v)
    }

    fn step(&mut self, inputs: &StepInputs<R>) -> Result<(Outcome, f32), GpuError> {
        DeviceStep::step(self, inputs)
    }

    fn download(&self) -> Result<[Vec<Vec3<R>>; 2], GpuError> {
        DeviceStep::download(self)
    }

    fn left(&self) -> Result<Vec<Vec3<R>>, GpuError> {
        DeviceStep::left(self)
    }
}
