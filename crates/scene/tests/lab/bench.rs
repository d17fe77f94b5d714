//! The bench of the lab: cases, the scenes they make, runs, and tables of expected and got.

use std::fmt;
use std::path::Path;

use tangency_engine::{Certificate, Simulation, Vec3};
use tangency_scene::{Scene, load_text};

pub const GRAVITY: f64 = 9.80665;
/// A gap just beyond the reach of contact, m: what starts with it is neither pushed nor falls far.
pub const GAP: f64 = 1.001e-3;

/// A kind of element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    Solid,
    Plane,
    Cloth,
    Rod,
    Grains,
}

pub const ELEMENTS: [Element; 5] = [
    Element::Solid,
    Element::Plane,
    Element::Cloth,
    Element::Rod,
    Element::Grains,
];
pub const CONTACTS: [&str; 4] = ["ipc", "convergent", "gcp", "ogc"];
pub const INTEGRATORS: [&str; 4] = ["implicit-euler", "newmark", "bdf2", "quasi-static"];
/// Integrators with inertia.
pub const DYNAMIC: [&str; 3] = ["implicit-euler", "newmark", "bdf2"];

/// One way to run an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub element: Element,
    pub contact: &'static str,
    pub stepper: &'static str,
    pub integrator: &'static str,
    /// Time step, s.
    pub h: f64,
}

impl Default for Case {
    fn default() -> Self {
        Case {
            element: Element::Solid,
            contact: "ipc",
            stepper: "newton",
            integrator: "implicit-euler",
            h: 0.01,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case {
            element,
            contact,
            stepper,
            integrator,
            h,
        } = self;
        write!(
            f,
            "{element:?}, {contact}, {stepper}, {integrator}, h = {h}"
        )
    }
}

impl Case {
    /// All that the stepper `newton` offers, with these integrators.
    pub fn all(integrators: &[&'static str]) -> Vec<Case> {
        let mut cases = Vec::new();
        for element in ELEMENTS {
            for contact in CONTACTS {
                for &integrator in integrators {
                    cases.push(Case {
                        element,
                        contact,
                        integrator,
                        ..Case::default()
                    });
                }
            }
        }
        cases.retain(Case::is_offered);
        cases
    }

    /// Whether element and contact model go together.
    pub fn is_offered(&self) -> bool {
        let has_surface = !matches!(self.element, Element::Rod | Element::Grains);
        has_surface || self.contact != "convergent"
    }

    /// A body of the element, 0.2 m wide and deep, whose lowest point is at y = 0, with more lines as given.
    pub fn body(&self, name: &str, more: &str) -> String {
        let (shape, material) = match self.element {
            Element::Solid => (
                "{ box = { size = [0.2, 0.1, 0.2], cells = [2, 1, 2] } }",
                "{ density = 1000, young = 1e6, poisson = 0.3 }",
            ),
            Element::Plane => (
                "{ rectangle = { size = [0.2, 0.1], cells = [2, 1] } }",
                "{ density = 1000, young = 1e6, poisson = 0.3 }",
            ),
            Element::Cloth => (
                "{ cloth = { size = [0.2, 0.2], spacing = 0.1, pattern = 'aligned' } }",
                "{ density = 500, young = 1e6, poisson = 0.3, thickness = 1e-3, bends = 'hinges' }",
            ),
            Element::Rod => (
                "{ strand = { length = 0.2, segments = 4 } }",
                "{ density = 1000, young = 1e7, thickness = 0.01 }",
            ),
            Element::Grains => (
                "{ grains = { counts = [2, 1, 2], spacing = 0.2 } }",
                "{ density = 1000, thickness = 0.01 }",
            ),
        };
        format!("[[body]]\nname = '{name}'\nshape = {shape}\nmaterial = {material}\n{more}\n")
    }

    /// Height of the body's centre above its lowest point, m.
    pub fn half_height(&self) -> f64 {
        match self.element {
            Element::Solid | Element::Plane => 0.05,
            Element::Cloth | Element::Rod | Element::Grains => 0.0,
        }
    }
}

/// The scene of a case: `top` are keys of the scene and tables, `bodies` what is in it. Accuracies are far below all
/// tolerances of the lab; lengths are absolute.
pub fn scene(case: &Case, top: &str, bodies: &str) -> Scene {
    let plane = case.element == Element::Plane;
    let text = format!(
        "plane = {plane}\n{top}\n[time]\nstep = {}\nduration = 1\nintegrator = '{}'\n\
         [solver]\ncontact = '{}'\nstepper = '{}'\ndhat = '1 mm'\nnewton_tolerance = '1e-6 m/s'\nepsv = '1 mm/s'\n\
         friction_iterations = 3\nogc = {{ radius = '1 mm' }}\n{bodies}",
        case.h, case.integrator, case.contact, case.stepper
    );
    load(case, &text)
}

fn load(case: &Case, text: &str) -> Scene {
    let loaded = load_text("lab.toml", text, Path::new("."), &[]);
    loaded.unwrap_or_else(|e| panic!("{case}: {e}\n{text}"))
}

/// A run under way.
pub struct Run {
    pub simulation: Simulation,
    pub case: Case,
}

impl Run {
    /// The start of a scene.
    pub fn new(case: &Case, top: &str, bodies: &str) -> Self {
        Self::start(case, &scene(case, top, bodies))
    }

    /// The start of a scene that is written out.
    pub fn of(case: &Case, text: &str) -> Self {
        Self::start(case, &load(case, text))
    }

    fn start(case: &Case, scene: &Scene) -> Self {
        let built = scene.build();
        let (model, state, _) = built.unwrap_or_else(|e| panic!("{case}: {e}"));
        Run {
            simulation: Simulation::resume(model, state, Certificate::default())
                .expect("a stepper of the engine"),
            case: *case,
        }
    }

    /// One step; the energy of all at its end, J.
    pub fn step(&mut self) -> f64 {
        let report = self.simulation.step();
        let energy = report
            .unwrap_or_else(|e| panic!("{}: {e}", self.case))
            .energy;
        energy.kinetic + energy.elastic + energy.gravity + energy.contact
    }

    /// So many seconds, rounded to whole steps; the largest energy at the end of a step, J.
    pub fn go(&mut self, seconds: f64) -> f64 {
        let steps = (seconds / self.case.h).round() as usize;
        (0..steps)
            .map(|_| self.step())
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Sum over all vertices, by mass.
    fn weighted(&self, of: impl Fn(usize) -> Vec3) -> Vec3 {
        let model = self.simulation.model();
        (0..model.vertex_count())
            .map(|i| model.mass[i] * of(i))
            .sum()
    }

    /// Total mass, kg.
    pub fn mass(&self) -> f64 {
        let model = self.simulation.model();
        model.mass[..model.vertex_count()].iter().sum()
    }

    /// Centre of mass of all bodies, m.
    pub fn center(&self) -> Vec3 {
        self.weighted(|i| self.simulation.state().x[i]) / self.mass()
    }

    /// Momentum of all bodies, what is pending in contacts included, kg m/s.
    pub fn momentum(&self) -> Vec3 {
        let state = self.simulation.state();
        let pending = |i: usize| state.pending.get(i).copied().unwrap_or_else(Vec3::zeros);
        self.weighted(|i| state.v[i] + pending(i))
    }

    /// The only vertex that is held, and the moment of inertia about it, m and kg m².
    pub fn about_held(&self) -> (Vec3, f64) {
        let (model, state) = (self.simulation.model(), self.simulation.state());
        assert_eq!(model.boundary[0].vertices.len(), 1, "one hinge");
        let pivot = state.x[model.boundary[0].vertices[0] as usize];
        let vertices = 0..model.vertex_count();
        let parts = vertices.map(|i| model.mass[i] * (state.x[i] - pivot).norm_squared());
        (pivot, parts.sum())
    }

    /// Root mean square of the velocities, by mass, m/s.
    pub fn speed(&self) -> f64 {
        (2.0 * self.kinetic() / self.mass()).sqrt()
    }

    /// Kinetic energy, J.
    pub fn kinetic(&self) -> f64 {
        let (model, state) = (self.simulation.model(), self.simulation.state());
        let parts = state.v.iter().zip(&model.mass);
        parts.map(|(v, m)| 0.5 * m * v.norm_squared()).sum()
    }
}

/// Findings of an experiment.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

struct Row {
    name: String,
    expected: f64,
    got: f64,
    tolerance: f64,
    is_right: bool,
}

impl Table {
    /// `got` within `tolerance` of `expected`.
    pub fn near(&mut self, name: impl fmt::Display, expected: f64, got: f64, tolerance: f64) {
        self.rows.push(Row {
            name: name.to_string(),
            expected,
            got,
            tolerance,
            is_right: (got - expected).abs() <= tolerance,
        });
    }

    /// `got` at most `expected`, but for `tolerance`.
    pub fn at_most(&mut self, name: impl fmt::Display, expected: f64, got: f64, tolerance: f64) {
        self.rows.push(Row {
            name: format!("{name} (at most)"),
            expected,
            got,
            tolerance,
            is_right: got <= expected + tolerance,
        });
    }

    /// Prints all rows, and fails if one is out.
    pub fn close(self, title: &str) {
        println!("\n{title}");
        println!("| case | expected | got | tolerance | |\n|---|---|---|---|---|");
        for row in &self.rows {
            let verdict = if row.is_right { "" } else { "OUT" };
            println!(
                "| {} | {:.6} | {:.6} | {:.1e} | {verdict} |",
                row.name, row.expected, row.got, row.tolerance
            );
        }
        let out = self.rows.iter().filter(|row| !row.is_right).count();
        assert!(
            !self.rows.is_empty() && out == 0,
            "{title}: {out} rows are out"
        );
    }
}
