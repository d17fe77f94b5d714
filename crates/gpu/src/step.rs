//! One time step on the GPU, and the memory it needs.

mod launches;

use tangency_formulas::{Real, Vec3};
use tangency_kernels::arguments::{Array, RANKS, World, control};
use tangency_kernels::contact::{Pair, Push};
use tangency_kernels::vbd::{Padded, Plane};

use crate::buffer::Buffer;
use crate::bvh::Bvh;
use crate::device::Device;
use crate::error::GpuError;
use crate::lists::{DeviceReal, Scan};
use crate::memory::{Kept, elements, rows, surface_arrays};
use crate::outcome::{Outcome, Phase};
use crate::setup::{Goals, REBUILD, Setup};

use launches::Graphs;

/// Pairs, pushes and planes for each vertex that there is room for at first.
const FIRST_ROOM: [usize; 3] = [4, 8, 16];

/// The state of a model on the GPU.
pub struct DeviceStep<R: DeviceReal> {
    device: Device,
    /// The model.
    pub setup: Setup<R>,
    x: Buffer<Padded<R>>,
    /// Where trees are fitted to.
    anchor: Buffer<[R; 3]>,
    v: Buffer<[R; 3]>,
    held: Buffer<bool>,
    outside: Buffer<Vec3<R>>,
    carried: Buffer<Vec3<R>>,
    left: Buffer<[R; 3]>,
    prescribed: Buffer<u32>,
    targets: Buffer<Vec3<R>>,
    control: Buffer<u32>,
    triangles: Buffer<[u32; 3]>,
    edges: Buffer<[u32; 2]>,
    wires: Buffer<[u32; 2]>,
    isolated: Buffer<[u32; 1]>,
    trees: [Bvh<R, u32>; 4],
    places: Buffer<u32>,
    begins: Buffer<u32>,
    scans: [Scan; 2],
    close: Buffer<[u32; 2]>,
    pairs: Buffer<Pair<R>>,
    unsorted: Buffer<u32>,
    pushes: Buffer<Push<R>>,
    planes: Buffer<Plane<R>>,
    /// Arrays that never change their place.
    fixed: World<R>,
    _kept: Kept,
    graphs: Option<Graphs>,
    rounds: Vec<u32>,
    last: Option<Goals<R>>,
    steps: u64,
}

fn as_vectors<R: Real>(array: Array<[R; 3]>) -> Array<Vec3<R>> {
    Array::new(array.address, array.len as usize)
}

fn as_padded<R: Real>(x: &[Vec3<R>]) -> Vec<Padded<R>> {
    x.iter().map(|&x| x.into()).collect()
}

fn as_triples<R: Real>(x: &[Vec3<R>]) -> Vec<[R; 3]> {
    x.iter().map(|x| [x.x, x.y, x.z]).collect()
}

impl<R: DeviceReal + Send> DeviceStep<R> {
    /// The model with vertices, in the numbering, at `x` with velocities `v`.
    pub fn new(
        device: &Device,
        setup: Setup<R>,
        x: &[Vec3<R>],
        v: &[Vec3<R>],
    ) -> Result<Self, GpuError> {
        let count = x.len();
        let mut kept = Kept::default();
        let surface = setup.program.features.view();
        let searches = surface.points.len() + surface.edges.len();
        let (mut places, mut begins) = (Buffer::new(device), Buffer::new(device));
        places.resize(searches + 1)?;
        begins.resize(2 * count + 1)?;
        let room = |k: usize| FIRST_ROOM[k] * count + 1024;
        let (mut pairs, mut unsorted) = (Buffer::new(device), Buffer::new(device));
        let (mut pushes, mut planes) = (Buffer::new(device), Buffer::new(device));
        pairs.resize(room(0))?;
        let mut close = Buffer::new(device);
        close.resize(room(0))?;
        unsorted.resize(room(1))?;
        pushes.resize(room(1))?;
        planes.resize(room(2))?;
        let anchor = Buffer::from_slice(device, &as_triples(x))?;
        let x = Buffer::from_slice(device, &as_padded(x))?;
        let v = Buffer::from_slice(device, &as_triples(v))?;
        let triangles = Buffer::from_slice(device, surface.triangles)?;
        let edges = Buffer::from_slice(device, surface.edges)?;
        let singles: Vec<[u32; 1]> = setup.isolated.iter().map(|&v| [v]).collect();
        let control = Buffer::from_slice(device, &[0; control::LEN])?;
        let most = prescribed_at_most(&setup);
        let mut prescribed = Buffer::new(device);
        let mut targets = Buffer::new(device);
        prescribed.resize(most)?;
        targets.resize(most)?;
        let mut held = Buffer::new(device);
        let mut outside = Buffer::new(device);
        let mut carried = Buffer::new(device);
        held.resize(count)?;
        outside.resize(count)?;
        carried.resize(count)?;
        let left = Buffer::from_slice(device, &vec![[R::zero(); 3]; count])?;
        let fixed = World {
            elements: elements(device, &mut kept, &setup)?,
            surface: surface_arrays(device, &mut kept, &setup, triangles.array(), edges.array())?,
            rows: rows(device, &mut kept, &setup.records)?,
            x: [x.array(), kept.room(device, count)?],
            v: as_vectors(v.array()),
            outside: outside.array(),
            start: kept.room(device, count)?,
            anchor: as_vectors(anchor.array()),
            predicted: kept.room(device, count)?,
            intended: kept.room(device, count)?,
            carried: carried.array(),
            left: as_vectors(left.array()),
            mass: kept.keep(device, &setup.mass)?,
            held: held.array(),
            prescribed: prescribed.array(),
            targets: targets.array(),
            trees: [Array::new(256, 0); 4],
            found: kept.room(device, RANKS * searches)?,
            places: places.array(),
            far: kept.room(device, count)?,
            close: close.array(),
            pairs: pairs.array(),
            begins: begins.array(),
            cursors: kept.room(device, 2 * count)?,
            unsorted: unsorted.array(),
            pushes: pushes.array(),
            planes: planes.array(),
            least: kept.room(device, count)?,
            ball: kept.room(device, count)?,
            control: control.array(),
            numbers: setup.numbers,
        };
        Ok(Self {
            device: device.clone(),
            wires: Buffer::from_slice(device, &setup.wires)?,
            isolated: Buffer::from_slice(device, &singles)?,
            rounds: setup.rounds(),
            setup,
            x,
            anchor,
            v,
            held,
            outside,
            carried,
            left,
            prescribed,
            targets,
            control,
            triangles,
            edges,
            trees: std::array::from_fn(|_| Bvh::new(device)),
            places,
            begins,
            scans: [Scan::new(device), Scan::new(device)],
            close,
            pairs,
            unsorted,
            pushes,
            planes,
            fixed,
            _kept: kept,
            graphs: None,
            last: None,
            steps: 0,
        })
    }

    /// All arrays where they are now.
    fn world(&self) -> World<R> {
        World {
            close: self.close.array(),
            pairs: self.pairs.array(),
            unsorted: self.unsorted.array(),
            pushes: self.pushes.array(),
            planes: self.planes.array(),
            trees: std::array::from_fn(|k| self.trees[k].nodes().array()),
            ..self.fixed
        }
    }

    /// Sends what has changed of the goals.
    fn aim(&mut self, goals: &Goals<R>) -> Result<(), GpuError> {
        let last = self.last.take();
        if last.as_ref().is_none_or(|last| last.held != goals.held) {
            self.held.upload_part(&goals.held)?;
        }
        if last
            .as_ref()
            .is_none_or(|last| last.outside != goals.outside)
        {
            self.outside.upload_part(&goals.outside)?;
        }
        if last
            .as_ref()
            .is_none_or(|last| last.carried != goals.carried)
        {
            self.carried.upload_part(&goals.carried)?;
        }
        if last
            .as_ref()
            .is_none_or(|last| last.prescribed != goals.prescribed)
        {
            self.prescribed.upload_part(&goals.prescribed)?;
            let mut control = [0; control::LEN];
            control[control::PRESCRIBED] = goals.prescribed.len() as u32;
            self.control.upload_part(&control)?;
        }
        if last
            .as_ref()
            .is_none_or(|last| last.targets != goals.targets)
        {
            self.targets.upload_part(&goals.targets)?;
        }
        self.last = Some(goals.clone());
        Ok(())
    }

    fn outcome(&self) -> Result<(Outcome, bool), GpuError> {
        let control = self.control.download()?;
        let outcome = Outcome {
            stopped: control[control::STOPPED],
            residual: f32::from_bits(control[control::RESIDUAL]),
            lost: f32::from_bits(control[control::LOST]),
            is_astray: control[control::ASTRAY] != 0,
            pairs: control[control::PAIRS],
            pushes: control[control::PUSHES],
            planes: control[control::PLANES],
            detections: 0,
            sweeps: 0,
        };
        Ok((outcome, control[control::TOO_MANY] == 0))
    }

    /// Makes room for what the last attempt needed.
    fn grow(&mut self, needs: &Outcome) -> Result<(), GpuError> {
        self.graphs = None;
        let room = |need: u32| need as usize + need as usize / 4 + 1024;
        if needs.pairs as usize > self.pairs.len() {
            self.pairs.resize(room(needs.pairs))?;
            self.close.resize(room(needs.pairs))?;
        }
        if needs.pushes as usize > self.pushes.len() {
            self.pushes.resize(room(needs.pushes))?;
            self.unsorted.resize(room(needs.pushes))?;
        }
        if needs.planes as usize > self.planes.len() {
            self.planes.resize(room(needs.planes))?;
        }
        Ok(())
    }

    /// Builds the trees where that is due.
    fn prepare(&mut self, goals: &Goals<R>) -> Result<(), GpuError> {
        self.aim(goals)?;
        if self.steps.is_multiple_of(REBUILD) {
            // Trees are built where the step starts.
            self.begin(false)?;
            self.fit_trees(true)?;
        }
        Ok(())
    }

    /// One step towards the goals; where lists turn out to be too short they grow, and the step is done again.
    /// Gives the milliseconds that the GPU spent on the attempt that succeeded.
    pub fn step(&mut self, goals: &Goals<R>) -> Result<(Outcome, f32), GpuError> {
        self.prepare(goals)?;
        loop {
            let device = self.device.clone();
            let mut counts = [0; 2];
            let milliseconds = device.time(|| {
                counts = self.attempt()?;
                Ok(())
            })?;
            let (outcome, fits) = self.outcome()?;
            if !fits {
                self.grow(&outcome)?;
                continue;
            }
            if self.graphs.is_none() {
                self.graphs = Some(self.capture()?);
            }
            self.steps += 1;
            let [detections, sweeps] = counts;
            let outcome = Outcome {
                detections,
                sweeps,
                ..outcome
            };
            return Ok((outcome, milliseconds));
        }
    }

    /// One step launch by launch, without further detections: the milliseconds of each phase.
    pub fn step_by_phases(&mut self, goals: &Goals<R>) -> Result<(Outcome, [f32; 6]), GpuError> {
        self.prepare(goals)?;
        let device = self.device.clone();
        let mut times = [0.0; 6];
        let iterations = self.setup.iterations;
        for (time, phase) in times.iter_mut().zip(Phase::ALL) {
            *time = device.time(|| match phase {
                Phase::Sweep => self.sweeps(0, iterations),
                phase => self.phase(phase),
            })?;
        }
        let (outcome, fits) = self.outcome()?;
        if !fits {
            self.grow(&outcome)?;
        }
        self.steps += 1;
        Ok((outcome, times))
    }

    /// Positions and velocities in the numbering.
    pub fn download(&self) -> Result<[Vec<[R; 3]>; 2], GpuError> {
        let x = self.x.download()?;
        Ok([x.iter().map(|x| x.xyz).collect(), self.v.download()?])
    }

    /// What is left of the forces at the end of the last step, times h², in the numbering, kg m.
    pub fn left(&self) -> Result<Vec<[R; 3]>, GpuError> {
        self.left.download()
    }

    /// Makes `x` and `v` the state.
    pub fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        self.x.upload_part(&as_padded(x))?;
        self.anchor.upload_part(&as_triples(x))?;
        self.v.upload_part(&as_triples(v))
    }

    /// The pairs of the last detection.
    pub fn pairs(&self) -> Result<Vec<Pair<R>>, GpuError> {
        let last = self.places.len() - 1;
        let count = self.places.download_part(last..last + 1)?[0];
        self.pairs.download_part(0..count as usize)
    }

    /// The contacts that push in the last step, by vertex, and where those of each vertex begin.
    pub fn pushes(&self) -> Result<(Vec<u32>, Vec<Push<R>>), GpuError> {
        let begins = self.begins.download()?;
        let count = begins[self.fixed.v.len as usize];
        let pushes = self.pushes.download_part(0..count as usize)?;
        Ok((begins, pushes))
    }
}

/// How many vertices programs ever hold.
fn prescribed_at_most<R: Real>(setup: &Setup<R>) -> usize {
    let model = &setup.model;
    let vertices = 0..model.mass.len() as u32;
    vertices
        .filter(|&v| !model.schedule.places(v).is_empty())
        .count()
}
