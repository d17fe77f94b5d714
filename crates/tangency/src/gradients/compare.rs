//! Builds of a scene compared field by field, so that nothing that a parameter changes is passed over.

use tangency_engine::boundary::BoundaryProgram;
use tangency_engine::model::{Body, Elements, PlaneBatch};
use tangency_engine::{FrictionTable, Load, LoadKind, Model, Path, Settings, State};

use crate::error::Error;
use crate::scene::Scene;
use crate::spec::{MaterialSpec, RestSpec, Rotate, Triple};

use super::variables::MATERIAL_WORDS;

/// A scene with its model.
pub struct BuiltScene {
    /// The model.
    pub model: Model,
    /// The start.
    pub state: State,
    /// Materials of the bodies.
    pub materials: Vec<MaterialSpec>,
    /// Kind of rest shape and direction of the warp of the bodies; rotation of those that are woven, which turns the warp.
    pub rest: Vec<(RestSpec, Triple, Option<Rotate>)>,
    /// Coefficients of friction as given.
    pub table: FrictionTable,
    /// Number of steps.
    pub steps: u64,
}

/// Something that differs between two builds, and by which nothing is differentiated.
pub struct BuildDifference {
    /// Description of it.
    pub what: String,
    /// A way out.
    pub advice: &'static str,
}

const CHOOSE_ANOTHER: &str = "choose another parameter";
const COUNTS: &str = "parameters that change how many vertices or elements there are, or which are selected, have no derivative";
const LENGTHS: &str = "give it in metres (m/s) in the scene's solver settings, as in `dhat = \"1 mm\"`, so that it does not follow the \
                       size of the scene";
const STIFFNESS: &str = "set `kappa` in the scene's solver settings: the automatic one follows from masses and the size of the scene";

impl BuiltScene {
    /// The scene built; its start may intersect.
    pub fn of(scene: &Scene) -> Result<Self, Error> {
        let checked = scene.checked()?;
        let (model, state, _) = checked.build_untested()?;
        let mut built = BuiltScene {
            materials: (0..scene.document.body.len())
                .map(|k| scene.material_of(k))
                .collect(),
            rest: { scene.document.body.iter().enumerate() }
                .map(|(k, body)| {
                    let is_woven = scene.material_of(k).weave.is_some();
                    (body.rest, body.warp, is_woven.then_some(body.rotate))
                })
                .collect(),
            table: checked.friction_table()?,
            steps: scene.document.time.steps(),
            model,
            state,
        };
        scene.arrays.copy(&built.model, &mut built.state)?;
        Ok(built)
    }

    /// The first difference to another build by which nothing is differentiated.
    pub fn difference(&self, other: &BuiltScene) -> Option<BuildDifference> {
        let found = |what: &str, advice| {
            let what = what.to_owned();
            Some(BuildDifference { what, advice })
        };
        if self.steps != other.steps {
            return found("the number of steps", CHOOSE_ANOTHER);
        }
        if let Some(what) = counted(&self.model, &other.model) {
            return found(what, COUNTS);
        }
        if let Some(word) = setting(&self.model.settings, &other.model.settings) {
            return found(&format!("`{word}`"), CHOOSE_ANOTHER);
        }
        let materials = self.materials.iter().zip(&other.materials).enumerate();
        for (body, (a, b)) in materials {
            if let Some(word) = material_word(a, b) {
                let body = &self.model.bodies[body].name;
                return found(&format!("`{word}` of `{body}`"), CHOOSE_ANOTHER);
            }
        }
        if let Some(what) = remaining(self, other) {
            return found(&what, CHOOSE_ANOTHER);
        }
        let (a, b) = (&self.model, &other.model);
        if a.dhat != b.dhat {
            let what = format!("`dhat`, from {:e} m to {:e} m", a.dhat, b.dhat);
            return found(&what, LENGTHS);
        }
        if a.epsv != b.epsv && !a.friction.is_frictionless() {
            let what = format!("`epsv`, from {:e} m/s to {:e} m/s", a.epsv, b.epsv);
            return found(&what, LENGTHS);
        }
        let follows = (a.diagonal, a.mean_mass) != (b.diagonal, b.mean_mass);
        if a.settings.kappa.is_none() && follows {
            return found("the automatic barrier stiffness", STIFFNESS);
        }
        None
    }
}

/// What is counted or chosen differently.
fn counted(a: &Model, b: &Model) -> Option<&'static str> {
    let tets = |model: &Model| model.elements.tets.clone().map(|batch| batch.stencils);
    let checks = [
        (
            a.bodies
                .iter()
                .map(identity)
                .eq(b.bodies.iter().map(identity)),
            "the bodies, or their numbers of vertices",
        ),
        (
            a.body_of == b.body_of && a.is_obstacle == b.is_obstacle,
            "the bodies",
        ),
        (a.surface == b.surface, "the surface that may touch"),
        (tets(a) == tets(b), "the tets, or their energy density"),
        (a.schedule == b.schedule, "the vertices that are prescribed"),
        (
            a.plane.is_some() == b.plane.is_some(),
            "whether the scene is planar",
        ),
    ];
    checks
        .into_iter()
        .find(|(is_same, _)| !is_same)
        .map(|(_, what)| what)
}

/// All of a body but its density, which is a variable.
fn identity(body: &Body) -> impl PartialEq {
    let Body {
        name,
        vertices,
        is_obstacle,
        density: _,
        uv,
    } = body;
    (name.clone(), vertices.clone(), *is_obstacle, uv.clone())
}

/// A setting that differs.
fn setting(a: &Settings, b: &Settings) -> Option<String> {
    if a == b {
        return None;
    }
    let beside = [
        (a.dt != b.dt, "time.step"),
        (a.integrator != b.integrator, "time.integrator"),
        (a.damping != b.damping, "damping"),
    ];
    if let Some((_, word)) = beside.into_iter().find(|(differs, _)| *differs) {
        return Some(word.to_owned());
    }
    let json = |settings| serde_json::to_value(settings).unwrap_or_default();
    let (a, b) = (json(a), json(b));
    let differs = |key: &&String| a.get(key) != b.get(key);
    let mut keys = a
        .as_object()
        .into_iter()
        .chain(b.as_object())
        .flat_map(|map| map.keys());
    let word = keys.find(differs).map_or("solver", String::as_str);
    Some(format!("solver.{word}"))
}

/// A word of a material that differs, beside those by which there are derivatives.
fn material_word(a: &MaterialSpec, b: &MaterialSpec) -> Option<String> {
    let rest = |material: &MaterialSpec| {
        let mut material = *material;
        for word in &MATERIAL_WORDS {
            *(word.of)(&mut material) = 0.0;
        }
        if let Some(weave) = &mut material.weave {
            weave.stiffness = [0.0; 4];
        }
        serde_json::to_value(material).unwrap_or_default()
    };
    let (a, b) = (rest(a), rest(b));
    let mut keys = a
        .as_object()
        .into_iter()
        .chain(b.as_object())
        .flat_map(|map| map.keys());
    keys.find(|key| a.get(key) != b.get(key)).cloned()
}

/// Every other field of model and state; that the lists of both are complete is for the compiler to say.
fn remaining(a: &BuiltScene, b: &BuiltScene) -> Option<String> {
    let (one, other) = (&a.model, &b.model);
    let Model {
        // Compared before, or variables.
        rest: _,
        mass: _,
        bodies: _,
        body_of: _,
        is_obstacle: _,
        surface: _,
        schedule: _,
        friction: _,
        gravity: _,
        settings: _,
        diagonal: _,
        dhat: _,
        newton_tolerance: _,
        epsv: _,
        mean_mass: _,
        thickness,
        elements,
        plane,
        half_spaces,
        boundary,
        loads,
        ogc,
        dependents,
    } = one;
    let State {
        x: _,
        v: _,
        start: _,
        angles,
        a: accelerations,
        pending,
        earlier,
        released,
        directors,
        twists,
        kappa,
        time,
        step,
        pacing,
    } = &a.state;
    let s = &b.state;
    let checks = [
        (*thickness == other.thickness, "an `offset`"),
        (*plane == other.plane, "planar bodies"),
        (*dependents == other.dependents, "an embedded surface"),
        (*half_spaces == other.half_spaces, "the ground or a wall"),
        (*ogc == other.ogc, "the numbers of contact `ogc`"),
        (
            *angles == s.angles && *directors == s.directors,
            "rods that twist",
        ),
        (*twists == s.twists, "rods that twist"),
        (*accelerations == s.a && *pending == s.pending, "the start"),
        (
            *earlier == s.earlier && *released == s.released,
            "the start",
        ),
        (
            (*kappa, *time, *step) == (s.kappa, s.time, s.step) && *pacing == s.pacing,
            "the start",
        ),
    ];
    let plain = checks
        .into_iter()
        .find(|(is_same, _)| !is_same)
        .map(|(_, what)| what.to_owned());
    plain
        .or_else(|| element(elements, &other.elements))
        .or_else(|| shape(a, b))
        .or_else(|| each(boundary, &other.boundary, program))
        .or_else(|| each(loads, &other.loads, load))
}

/// Elements that differ beyond what materials and rest shapes make of them.
fn element(a: &Elements, b: &Elements) -> Option<String> {
    let Elements {
        // Compared with what is counted.
        tets: _,
        // Meshes and materials, from which the others are made.
        given: _,
        plane,
        triangles,
        plates,
        hinges,
        segments,
        joints,
        twists,
        springs,
    } = a;
    let stencils = |plane: &[PlaneBatch; 2]| plane.clone().map(|batch| batch.stencils);
    let checks = [
        (stencils(plane) == stencils(&b.plane), "planar solids"),
        (triangles.triangles == b.triangles.triangles, "sheets"),
        (plates.hinges == b.plates.hinges, "sheets"),
        (hinges.stencils == b.hinges.stencils, "sheets"),
        (segments.segments == b.segments.segments, "rods"),
        (joints.stencils == b.joints.stencils, "rods"),
        // Their frames at the start are part of the state.
        (twists.segments == b.twists.segments, "rods that twist"),
        (twists.directors == b.twists.directors, "rods that twist"),
        (
            twists.joints.stencils == b.twists.joints.stencils,
            "rods that twist",
        ),
        (*springs == b.springs, "stitches"),
    ];
    let found = checks.into_iter().find(|(is_same, _)| !is_same);
    found.map(|(_, what)| what.to_owned())
}

/// A rest shape that follows from something else than where the body is.
fn shape(a: &BuiltScene, b: &BuiltScene) -> Option<String> {
    let mut bodies = a.rest.iter().zip(&b.rest).enumerate();
    let chosen = bodies.find(|(_, (a, b))| a != b).map(|(body, _)| body);
    let (one, other) = (&a.model.elements.triangles, &b.model.elements.triangles);
    let body_of = |e: usize| a.model.body_of[one.triangles[e][0] as usize] as usize;
    let is_cut =
        |e: &usize| a.rest[body_of(*e)].0 == RestSpec::Pattern && one.rest[*e] != other.rest[*e];
    let cut = || (0..one.triangles.len()).find(is_cut).map(body_of);
    let body = chosen.or_else(cut)?;
    let name = &a.model.bodies[body].name;
    Some(format!(
        "the rest shape of `{name}` by its `rest`, `warp` or pattern"
    ))
}

fn each<T>(a: &[T], b: &[T], compare: fn(&T, &T) -> Option<String>) -> Option<String> {
    if a.len() != b.len() {
        return Some("the number of motions or loads".to_owned());
    }
    a.iter().zip(b).find_map(|(a, b)| compare(a, b))
}

/// What differs of a motion beside velocities and centres.
fn program(a: &BoundaryProgram, b: &BoundaryProgram) -> Option<String> {
    let (one, other) = (&a.motion, &b.motion);
    let path = match (&one.path, &other.path) {
        (Path::Pieces(one), Path::Pieces(other)) => {
            let durations = one
                .iter()
                .map(|p| p.duration)
                .eq(other.iter().map(|p| p.duration));
            durations.then_some(())
        }
        (one, other) => (one == other).then_some(()),
    };
    let times = (one.begin, one.release) == (other.begin, other.release);
    let is_same = path.is_some()
        && times
        && one.release_plane == other.release_plane
        && (&a.name, &a.vertices) == (&b.name, &b.vertices);
    (!is_same).then(|| format!("times, frames or vertices of the motion `{}`", a.name))
}

/// What differs of a load beside its value.
fn load(a: &Load, b: &Load) -> Option<String> {
    let acts_on = match (&a.kind, &b.kind) {
        (
            LoadKind::Acceleration { vertices: a, .. },
            LoadKind::Acceleration { vertices: b, .. },
        )
        | (LoadKind::Force { vertices: a, .. }, LoadKind::Force { vertices: b, .. })
        | (LoadKind::Driven { vertices: a }, LoadKind::Driven { vertices: b }) => a == b,
        (LoadKind::Traction { triangles: a, .. }, LoadKind::Traction { triangles: b, .. })
        | (LoadKind::Pressure { triangles: a, .. }, LoadKind::Pressure { triangles: b, .. }) => {
            a == b
        }
        _ => false,
    };
    let times = (a.begin, a.end) == (b.begin, b.end) && a.name == b.name;
    (!(acts_on && times)).then(|| format!("kind, times or vertices of the load `{}`", a.name))
}
