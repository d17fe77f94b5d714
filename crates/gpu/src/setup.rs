//! A model as the GPU steps it, and what changes of it from step to step.

use std::sync::Arc;

use tangency_engine::contact::{OffsetContact, lift};
use tangency_engine::step::{Numbering, Pieces, Program, Takeoff, accelerations, starts};
use tangency_engine::{BoundKind, Integrator, LoadKind, Model, Ruling, State, Vec3};
use tangency_formulas::{Real, Vec3 as Vector};
use tangency_kernels::arguments::Numbers;
use tangency_kernels::contact::{NONE, ball};
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::vbd::{ClothRows, Elements, RodRows, SheetKind};

use crate::outcome::Outcome;
use crate::rows::AllRecords;

/// Steps between two builds of the trees.
pub const REBUILD: u64 = 50;
/// Sweeps before contacts may be detected again for the first time in a step.
const FIRST_ROUND: u32 = 2;
/// Sweeps between two such chances.
const ROUND: u32 = 10;
/// Sweeps between two detections while vertices that programs move have not arrived.
pub const MORE: u32 = 2;
/// How often these are repeated.
pub const MOST_REPEATS: u32 = 100;
/// How often they are repeated while bounds cut off motion.
pub const MOST_FOR_MOTION: u32 = 400;
/// Share of the vertices, as many times as they were stopped, above which contacts are detected again.
const STOPPED_SHARE: f64 = 0.01;
/// Where between contact radius and query radius pairs begin to be close, even if nothing moves.
const CLOSE: f64 = 0.1;
/// Rounding errors of positions, in units of the last place of the largest coordinate, that are taken from every gap.
const ROUNDINGS: f64 = 8.0;

/// Which sweep a model needs: the fewer kinds of elements it knows, the fewer registers it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Cloth of the Saint Venant-Kirchhoff material, hinges, stitches.
    Cloth,
    /// Rods and stitches.
    Rods,
    /// Everything.
    All,
}

impl Family {
    /// How its sweep is named.
    pub fn name(self) -> &'static str {
        match self {
            Family::Cloth => "cloth",
            Family::Rods => "rods",
            Family::All => "all",
        }
    }

    /// In how many parts its sweep divides the work on a vertex.
    pub fn parts(self) -> u32 {
        let parts = match self {
            Family::Cloth => LaneSweep::<f32, ClothRows<'_, f32>>::PARTS,
            Family::Rods => LaneSweep::<f32, RodRows<'_, f32>>::PARTS,
            Family::All => LaneSweep::<f32, Elements<'_, f32>>::PARTS,
        };
        parts as u32
    }
}

/// Why a model cannot be stepped on the GPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stepper `gpu` cannot {what}: {reason}; {instead}")]
pub struct Refusal {
    /// What it cannot do.
    pub what: &'static str,
    /// Why.
    pub reason: &'static str,
    /// What to do.
    pub instead: &'static str,
}

/// A model in the numbering and precision of the GPU.
pub struct Setup<R: Real> {
    /// The model.
    pub model: Arc<Model>,
    /// Its elements and features.
    pub program: Program<R>,
    /// What flies as a whole.
    pub pieces: Pieces,
    /// Its elements by vertex.
    pub records: AllRecords<R>,
    /// Masses in the numbering, kg.
    pub mass: Vec<R>,
    /// Vertices of wires.
    pub wires: Vec<[u32; 2]>,
    /// Points of no edge.
    pub isolated: Vec<u32>,
    /// The numbers of a step.
    pub numbers: Numbers<R>,
    /// Its sweep.
    pub family: Family,
    /// Lanes that work on a vertex.
    pub lanes: usize,
    /// Sweeps of a step.
    pub iterations: u32,
}

impl<R: Real> Setup<R> {
    /// The setup of a model, if the GPU can step it.
    pub fn new(model: &Arc<Model>) -> Result<Self, Refusal> {
        check(model)?;
        let moves: Vec<bool> = model.mass.iter().map(|&mass| mass > 0.0).collect();
        let program = Program::<R>::new(model, Numbering::new(model, &moves));
        let numbering = &program.numbering;
        let mass = numbering.sorted(&model.mass);
        let surface = program.features.view();
        let wires = surface.wires.iter().map(|&k| surface.edges[k as usize]);
        let alone = |v: &&u32| {
            let v = **v as usize;
            surface.first_face[v] == NONE && surface.first_wire[v] == NONE
        };
        let isolated = surface.points.iter().filter(alone).copied().collect();
        let family = family(&program);
        let lanes = lanes(family, numbering);
        Ok(Setup {
            records: AllRecords::new(model.mass.len(), &program.elements()),
            mass: mass.into_iter().map(R::from_f64).collect(),
            wires: wires.collect(),
            isolated,
            numbers: numbers(model, family, surface.is_obstacle),
            family,
            lanes,
            iterations: model.settings.vbd.iterations,
            pieces: Pieces::new(model),
            program,
            model: Arc::clone(model),
        })
    }

    /// The sweeps of a step in rounds, between which contacts may be detected again; all but the last have an even
    /// number of sweeps, after which positions are back in the first buffer. Before the last round, vertices that programs
    /// move arrive, however many detections that takes.
    pub fn rounds(&self) -> Vec<u32> {
        let (mut rounds, mut left) = (Vec::new(), self.iterations);
        for length in std::iter::once(FIRST_ROUND).chain(std::iter::repeat(ROUND)) {
            if left < length {
                break;
            }
            rounds.push(length);
            left -= length;
        }
        if rounds.is_empty() {
            rounds.push(0);
        }
        rounds.push(left);
        rounds
    }

    /// Whether contacts have to be detected again before another round of sweeps, the last one where it `is_last`.
    pub fn wants_detection(&self, outcome: &Outcome, is_last: bool) -> bool {
        let moving = self.program.numbering.moving();
        outcome.is_astray
            || f64::from(outcome.stopped) > STOPPED_SHARE * moving as f64
            || is_last && self.holds_back(outcome)
    }

    /// Whether sweeps and detections go on before the last round, after so many repetitions.
    pub fn wants_repeat(&self, outcome: &Outcome, repeats: u32) -> bool {
        outcome.is_astray && repeats < MOST_REPEATS
            || self.holds_back(outcome) && repeats < MOST_FOR_MOTION
    }

    /// Whether bounds cut off more motion than the tolerance allows.
    fn holds_back(&self, outcome: &Outcome) -> bool {
        let settings = &self.model.settings;
        f64::from(outcome.lost) > self.model.newton_tolerance * settings.dt
    }

    /// Values by the model's vertices in the numbering and precision of the GPU.
    pub fn sorted(&self, values: &[Vec3]) -> Vec<Vector<R>> {
        let order = self.program.numbering.order.iter();
        order.map(|&v| lift(&values[v as usize])).collect()
    }
}

/// How many lanes do each part of the work on a vertex: few, whose items are many, where a colour is large enough to keep
/// the GPU busy. Of 1 to 32 on an H200, these were within 4 % of the best for all scenes of benches/offset.sh that were tried.
fn lanes(family: Family, numbering: &Numbering) -> usize {
    let largest = numbering.colours.iter().map(|colour| colour.len()).max();
    match (family, largest.unwrap_or(0)) {
        (Family::Cloth, ..1_000) => 16,
        (Family::Cloth, ..16_000) => 8,
        (Family::Cloth, _) => 4,
        (Family::Rods, _) => 2,
        (Family::All, _) => 8,
    }
}

fn check(model: &Model) -> Result<(), Refusal> {
    let refuse = |what, reason, instead| {
        Err(Refusal {
            what,
            reason,
            instead,
        })
    };
    let vbd = "run the same scene with --stepper vbd";
    let newton = "run the same scene with --stepper newton";
    if model.settings.contact != tangency_engine::ContactKind::Ogc {
        return refuse(
            "do without displacement bounds",
            "the contact model ipc has none, and no collision detection along the way is done on the GPU",
            "take --contact ogc",
        );
    }
    if model.settings.integrator != Integrator::ImplicitEuler {
        return refuse(
            "integrate other than by implicit Euler",
            "no other rule is there",
            vbd,
        );
    }
    if model.settings.damping != tangency_engine::Damping::default() {
        return refuse(
            "damp",
            "that couples each vertex to the start of the step",
            vbd,
        );
    }
    if model.settings.vbd.acceleration.is_some() {
        return refuse(
            "accelerate its sweeps",
            "Chebyshev's extrapolation is not there",
            "leave out `solver.vbd.acceleration`, or run the same scene with --stepper vbd",
        );
    }
    let elements = &model.elements;
    if !elements.plates.hinges.is_empty() || !elements.twists.joints.stencils.is_empty() {
        return refuse(
            "bend plates or twist rods",
            "their elements have more vertices than move one at a time",
            newton,
        );
    }
    let is_pressure = |kind: &LoadKind| matches!(kind, LoadKind::Pressure { .. });
    if model.loads.iter().any(|load| is_pressure(&load.kind)) {
        return refuse(
            "press surfaces",
            "a pressure depends on where the surface is",
            vbd,
        );
    }
    if (model.boundary.iter()).any(|program| program.motion.passage.is_some()) {
        return refuse(
            "let go of what has passed a place",
            "positions stay on the GPU",
            vbd,
        );
    }
    Ok(())
}

/// The boundary programs that rule in a step to `time`; none waits for anything to be passed (`check`).
pub fn ruling(model: &Model, time: f64) -> Ruling {
    Ruling::new(&model.boundary, &[], &[], time)
}

fn family<R: Real>(program: &Program<R>) -> Family {
    let elements = program.elements();
    let is_plain = |kind: &SheetKind<R>| matches!(kind, SheetKind::Stvk(_));
    let no_tets = elements.tets.vertices.is_empty();
    let no_rods = elements.segments.vertices.is_empty() && elements.joints.vertices.is_empty();
    let sheets = elements.triangles.sheets;
    if no_tets && no_rods && sheets.iter().all(|sheet| is_plain(&sheet.kind)) {
        Family::Cloth
    } else if no_tets && elements.triangles.vertices.is_empty() {
        Family::Rods
    } else {
        Family::All
    }
}

/// The numbers of the model's contacts.
fn offset(model: &Arc<Model>) -> OffsetContact {
    match &model.offset {
        Some(offset) => offset.clone(),
        None => OffsetContact::choose(model),
    }
}

fn numbers<R: Real>(model: &Arc<Model>, family: Family, is_obstacle: &[bool]) -> Numbers<R> {
    let offset = offset(model);
    let dt = model.settings.dt;
    let largest = model
        .rest
        .iter()
        .fold(0.0, |most: f64, x| most.max(x.amax()));
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    let number = R::from_f64;
    let reach = number(offset.query_radius);
    Numbers {
        h: number(dt),
        reach,
        margin: R::epsilon() * number(ROUNDINGS * largest),
        // A little more than half of both, against the rounding of the half itself.
        radius: number(0.5 * (offset.query_radius + thickest) * (1.0 + 1e-5)),
        contact_radius: number(offset.radius),
        close: number(offset.radius + CLOSE * (offset.query_radius - offset.radius)),
        stiffness: number(offset.stiffness * dt * dt),
        eps: number(model.epsv * dt),
        has_planes: u32::from(model.settings.offset.bounds == BoundKind::Plane),
        has_limits: u32::from(family == Family::All),
        has_obstacles: u32::from(is_obstacle.contains(&true)),
    }
}

/// What a step has to do, apart from where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Goals<R: Real> {
    /// Whether a program holds each vertex, or it has no mass, in the numbering.
    pub held: Vec<bool>,
    /// Vertices with a target, ascending.
    pub prescribed: Vec<u32>,
    /// Their targets, m.
    pub targets: Vec<Vector<R>>,
    /// Accelerations from outside, m/s².
    pub outside: Vec<Vector<R>>,
    /// How far free flight carries each vertex before the sweeps, m.
    pub carried: Vec<Vector<R>>,
    /// Where the motions began that vertices follow, in the model's order, m.
    pub starts: Vec<Vec3>,
}

impl<R: Real> Goals<R> {
    /// The goals of the step from `state` to `time`.
    pub fn new(setup: &Setup<R>, state: &State, time: f64) -> Self {
        let model = &setup.model;
        let starts = starts(model, state, time);
        let ruling = ruling(model, time);
        let place_of = |v: u32| model.schedule.at(&ruling, v);
        let order = &setup.program.numbering.order;
        let held = order
            .iter()
            .map(|&v| model.mass[v as usize] == 0.0 || place_of(v).is_some());
        let (mut prescribed, mut targets) = (Vec::new(), Vec::new());
        for (k, &v) in order.iter().enumerate() {
            let Some(place) = place_of(v) else { continue };
            let motion = &model.boundary[place.program as usize].motion;
            if let Some(target) = motion.target(place.index as usize, starts[v as usize], time) {
                prescribed.push(k as u32);
                targets.push(lift(&target));
            }
        }
        let held: Vec<bool> = held.collect();
        let outside = accelerations(model, state, time);
        Goals {
            carried: carried(setup, state, &outside, &held),
            held,
            prescribed,
            targets,
            outside: setup.sorted(&outside),
            starts,
        }
    }
}

/// How far free flight carries each vertex under accelerations `outside` (m/s²) where programs hold some, m.
fn carried<R: Real>(
    setup: &Setup<R>,
    state: &State,
    outside: &[Vec3],
    held: &[bool],
) -> Vec<Vector<R>> {
    let (model, numbering) = (&setup.model, &setup.program.numbering);
    let h = model.settings.dt;
    let held: Vec<bool> = numbering.place.iter().map(|&k| held[k as usize]).collect();
    let aim = |v: usize| match held[v] {
        true => Vec3::zeros(),
        false => h * state.v[v] + h * h * outside[v],
    };
    let intended: Vec<Vec3> = (0..state.x.len()).map(aim).collect();
    let reach = offset(model).query_radius;
    let takeoff = Takeoff {
        model,
        x: &state.x,
        intended: &intended,
        held: &held,
    };
    match setup.pieces.carry(&takeoff, reach, ball([reach], reach)) {
        Some(carried) => setup.sorted(&carried),
        None => vec![Vector::zeros(); state.x.len()],
    }
}
