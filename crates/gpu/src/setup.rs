//! A model as the GPU steps it, and what changes of it from step to step.

use std::sync::Arc;

use tangency_engine::contact::{cast, ogc_parameters};
use tangency_engine::prepare::check_methods;
use tangency_engine::step::{Numbering, Pieces, SweepLayout, Takeoff, TimeStep};
use tangency_engine::{BoundKind, Incompatible, Model, StepperKind, Vec3};
use tangency_formulas::Vec3 as Vector;
use tangency_kernels::KernelReal;
use tangency_kernels::arguments::StepConstants;
use tangency_kernels::bvh::{TreeBox, morton};
use tangency_kernels::contact::ball;
use tangency_kernels::host::scene;
use tangency_kernels::storage::{Borrowed, Owned};
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::vbd::{
    ClothRows, ElasticElements, ElasticRows, NeoHookeanTets, RodRows, SheetEnergy,
};

/// Steps between two builds of the trees.
pub const REBUILD: u64 = 50;
/// Gaps of candidates may be larger than those of pairs by this share of the reach: the more, the longer a list of
/// candidates holds, and the longer it is.
const SLACK: f64 = 1.0;
/// Share of half the slack that vertices may drift from where candidates were listed, for its own rounding.
const DRIFT: f64 = 1.0 - 1e-5;
/// Place between contact radius and query radius at which pairs begin to be close, even if nothing moves.
const CLOSE: f64 = 0.1;
/// Vertices of a colour below which several warps share the work on each.
const SMALL_COLOUR: usize = 4_000;
/// Rounding errors of positions, in units of the last place of the largest coordinate, that are taken from every gap.
const ROUNDINGS: f64 = 8.0;

/// Which sweep a model needs: the fewer kinds of elements it knows, the fewer registers it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Cloth of the Saint Venant-Kirchhoff material, hinges, stitches.
    Cloth,
    /// Rods and stitches.
    Rods,
    /// Solids of the neo-Hookean material and stitches.
    Tets,
    /// Everything.
    All,
}

impl Family {
    /// The name of its sweep.
    pub fn name(self) -> &'static str {
        match self {
            Family::Cloth => "cloth",
            Family::Rods => "rods",
            Family::Tets => "tets",
            Family::All => "all",
        }
    }

    /// In how many parts its sweep divides the work on a vertex.
    pub fn parts(self) -> u32 {
        let parts = match self {
            Family::Cloth => LaneSweep::<f32, ClothRows<'_, f32>>::PARTS,
            Family::Rods => LaneSweep::<f32, RodRows<'_, f32>>::PARTS,
            Family::Tets => LaneSweep::<f32, NeoHookeanTets<'_, f32>>::PARTS,
            Family::All => LaneSweep::<f32, ElasticElements<Borrowed<'_>, f32>>::PARTS,
        };
        parts as u32
    }
}

/// A model in the numbering and precision of the GPU.
pub struct Setup<R: KernelReal> {
    /// The model.
    pub model: Arc<Model>,
    /// Elements and contact surface.
    pub layout: SweepLayout<R>,
    /// Pieces that fly as a whole.
    pub pieces: Pieces,
    /// Elements by vertex.
    pub rows: ElasticRows<Owned, R>,
    /// Masses in the numbering, kg.
    pub mass: Vec<R>,
    /// Vertices of wires.
    pub wires: Vec<[u32; 2]>,
    /// The numbers of a step.
    pub constants: StepConstants<R>,
    /// Family of its sweep.
    pub family: Family,
    /// Lanes that work on a vertex.
    pub lanes: usize,
    /// Whether the warps of a block share the parts of the work on its vertices.
    pub is_divided: bool,
    /// Sweeps of a step.
    pub iterations: u32,
}

impl<R: KernelReal> Setup<R> {
    /// The setup of a model, if the GPU can step it.
    pub fn new(model: &Arc<Model>) -> Result<Self, Incompatible> {
        check_methods(model, StepperKind::Gpu)?;
        let moves: Vec<bool> = model.mass.iter().map(|&mass| mass > 0.0).collect();
        let mut layout = SweepLayout::<R>::new(model, Numbering::new(model, &moves));
        sort_points(&mut layout.surface.points, &layout.numbering, model);
        let numbering = &layout.numbering;
        let mass = numbering.sorted(&model.mass);
        let surface = layout.surface.view();
        let wires = surface.wires.iter().map(|&k| surface.edges[k as usize]);
        let family = family(&layout.elements.view());
        let (lanes, is_divided) = (lanes(family, numbering), is_divided(numbering));
        Ok(Setup {
            rows: ElasticRows::new(model.mass.len(), &layout.elements.view()),
            mass: mass.into_iter().map(R::from_f64).collect(),
            wires: wires.collect(),
            constants: constants(model, family, surface.is_obstacle),
            family,
            lanes,
            is_divided,
            iterations: model.settings.vbd.iterations,
            pieces: Pieces::new(model),
            layout,
            model: Arc::clone(model),
        })
    }

    /// Length that every vertex may drift from where candidates were listed, so that whatever comes near is among them, m:
    /// half of the slack, less what rounding takes from the gaps then and now.
    pub fn most_drift(&self) -> f64 {
        let [slack, margin] =
            [self.constants.slack, self.constants.margin].map(|x| f64::from(x.to_f32()));
        (0.5 * slack - margin) * DRIFT
    }

    /// Values by the model's vertices in the numbering and precision of the GPU.
    pub fn sorted(&self, values: &[Vec3]) -> Vec<Vector<R>> {
        let order = self.layout.numbering.order.iter();
        order.map(|&v| cast(&values[v as usize])).collect()
    }
}

/// The number of lanes that do each part of the work on a vertex: few, whose items are many, where a colour is large
/// enough to keep the GPU busy. Measured on an H200: docs/measurements/block-descent.md.
fn lanes(family: Family, numbering: &Numbering) -> usize {
    let largest = numbering.colours.iter().map(|colour| colour.len()).max();
    match (family, largest.unwrap_or(0)) {
        (Family::Cloth, ..1_000) => 16,
        (Family::Cloth, ..16_000) => 8,
        (Family::Cloth, _) => 4,
        (Family::Rods, _) => 2,
        (Family::Tets | Family::All, _) => 8,
    }
}

/// Sorts the points that search: those that run together should be near each other, and meet the same.
fn sort_points(points: &mut [u32], numbering: &Numbering, model: &Model) {
    let boxes: Vec<TreeBox<f32>> = (model.rest.iter())
        .map(|x| x.map(|c| c as f32).into())
        .map(|x: [f32; 3]| TreeBox { lower: x, upper: x })
        .collect();
    let all = scene(&boxes);
    points.sort_by_cached_key(|&k| {
        let v = numbering.order[k as usize] as usize;
        (morton::code::<f32, u64>(&boxes[v], &all), k)
    });
}

/// Whether the warps of a block share the parts of the work on its vertices: so a colour is done sooner that is too small to
/// keep the GPU busy.
fn is_divided(numbering: &Numbering) -> bool {
    let largest = numbering.colours.iter().map(|colour| colour.len()).max();
    largest.unwrap_or(0) < SMALL_COLOUR
}

fn family<R: KernelReal>(elements: &ElasticElements<Borrowed<'_>, R>) -> Family {
    let is_plain = |kind: &SheetEnergy<R>| matches!(kind, SheetEnergy::Stvk(_));
    let tets = elements.tets.vertices.len();
    let no_tets = tets == 0;
    let no_rods = elements.segments.vertices.is_empty() && elements.joints.vertices.is_empty();
    let no_sheets = elements.triangles.vertices.is_empty() && elements.hinges.vertices.is_empty();
    let sheets = elements.sheets;
    if no_tets && no_rods && sheets.iter().all(|sheet| is_plain(&sheet.kind)) {
        Family::Cloth
    } else if no_tets && elements.triangles.vertices.is_empty() {
        Family::Rods
    } else if no_rods && no_sheets && tets == elements.corotated as usize {
        Family::Tets
    } else {
        Family::All
    }
}

fn constants<R: KernelReal>(
    model: &Arc<Model>,
    family: Family,
    is_obstacle: &[bool],
) -> StepConstants<R> {
    let offset = ogc_parameters(model);
    let dt = model.settings.dt;
    let largest = model
        .rest
        .iter()
        .fold(0.0, |most: f64, x| most.max(x.amax()));
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    let number = R::from_f64;
    let reach = offset.query_radius;
    let slack = SLACK * reach;
    StepConstants {
        h: number(dt),
        reach: number(reach),
        slack: number(slack),
        margin: R::epsilon() * number(ROUNDINGS * largest),
        // A little more than half of all, against the rounding of the half itself.
        radius: number(0.5 * (reach + slack + thickest) * (1.0 + 1e-5)),
        contact_radius: number(offset.radius),
        close: number(offset.radius + CLOSE * (reach - offset.radius)),
        stiffness: number(offset.stiffness * dt * dt),
        eps: number(model.epsv * dt),
        has_planes: u32::from(model.settings.offset.bounds == BoundKind::Plane),
        has_limits: u32::from(matches!(family, Family::Tets | Family::All)),
        has_obstacles: u32::from(is_obstacle.contains(&true)),
    }
}

/// The inputs of a step, apart from where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct StepInputs<R: KernelReal> {
    /// Whether a program holds each vertex, or it has no mass, in the numbering.
    pub held: Vec<bool>,
    /// Vertices that programs move, ascending.
    pub prescribed: Vec<u32>,
    /// Targets of these, m.
    pub targets: Vec<Vector<R>>,
    /// Accelerations from outside, m/s².
    pub outside: Vec<Vector<R>>,
    /// Motion of each vertex by free flight before the sweeps, m.
    pub carried: Vec<Vector<R>>,
}

impl<R: KernelReal> StepInputs<R> {
    /// The inputs of a time step that has begun.
    pub fn new(setup: &Setup<R>, step: &TimeStep) -> Self {
        let numbering = &setup.layout.numbering;
        let targets = step.prescribed.targets();
        let mut moved: Vec<(u32, Vector<R>)> = targets
            .filter(|(v, target)| cast::<R>(target) != cast::<R>(&step.start.x[*v as usize]))
            .map(|(v, target)| (numbering.place[v as usize], cast(&target)))
            .collect();
        moved.sort_by_key(|&(k, _)| k);
        let (prescribed, targets) = moved.into_iter().unzip();
        StepInputs {
            held: numbering.order.iter().map(|&v| step.is_held(v)).collect(),
            prescribed,
            targets,
            outside: setup.sorted(&step.outside),
            carried: carried(setup, step),
        }
    }
}

/// The motion of each vertex by free flight, m.
fn carried<R: KernelReal>(setup: &Setup<R>, step: &TimeStep) -> Vec<Vector<R>> {
    let (model, state) = (&setup.model, &step.start);
    let h = model.settings.dt;
    let held: Vec<bool> = (0..state.x.len() as u32).map(|v| step.is_held(v)).collect();
    let aim = |v: usize| match held[v] {
        true => Vec3::zeros(),
        false => h * state.v[v] + h * h * step.outside[v],
    };
    let intended: Vec<Vec3> = (0..state.x.len()).map(aim).collect();
    let reach = ogc_parameters(model).query_radius;
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
