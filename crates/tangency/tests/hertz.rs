//! Cylinders in the plane against Hertz: force by approach, peak pressure, half-width of the contact.
//!
//! A cylinder is a half-disc of `REACH` around the contact, whose flat side is the parabola x²/2R where it touches and levels out
//! outside. A square in its middle has `cells` cells to 1.5 half-widths, and shells around it that are as thick as they are
//! wide: twice the cells halve every element, near the contact and far from it.

use std::f64::consts::PI;
use std::fmt::Write as _;

use tangency::prelude::*;

const RADIUS: f64 = 1.0;
const YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
/// Half-width of the contact that the meshes are made for, m.
const HALF_WIDTH: f64 = 0.02;
const DHAT: f64 = 2e-6;
const SQUARE: f64 = 1.5 * HALF_WIDTH;
/// So far out that what is held there is 0.4 % of the strain where the approach is measured.
const REACH: f64 = 400.0 * HALF_WIDTH;

/// A half-disc with its parabola towards y = 0, above or below it.
struct Cylinder {
    points: Vec<[f64; 2]>,
    triangles: Vec<[usize; 3]>,
    /// The points on the outer arc.
    outer: Vec<usize>,
    /// The point where it touches, and the first on the axis that is more than five half-widths away from it.
    axis: [usize; 2],
}

impl Cylinder {
    fn new(cells: usize, gap: f64, side: f64) -> Self {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        let width = 2 * cells + 1;
        let edge = SQUARE / cells as f64;
        for j in 0..=cells {
            points.extend((0..width).map(|i| [edge * (i as f64 - cells as f64), edge * j as f64]));
        }
        let quad = |[a, b, c, d]: [usize; 4]| [[a, b, d], [a, d, c]];
        for j in 0..cells {
            for a in (0..2 * cells).map(|i| j * width + i) {
                triangles.extend(quad([a, a + 1, a + width, a + width + 1]));
            }
        }
        // Three sides of the square, from its right lower corner to its left one.
        let right = (0..=cells).map(|j| j * width + 2 * cells);
        let top = (0..2 * cells).rev().map(|i| cells * width + i);
        let left = (0..cells).rev().map(|j| j * width);
        let rim: Vec<usize> = right.chain(top).chain(left).collect();
        let mut below = rim.clone();
        let mut at_depth = None;
        let shells = (cells as f64 * (REACH / SQUARE).ln()).ceil() as usize;
        for shell in 1..=shells {
            let size = (REACH / SQUARE).powf(shell as f64 / shells as f64);
            let roundness = (4.0 * shell as f64 / shells as f64).min(1.0);
            let first = points.len();
            for &corner in &rim {
                let [x, y] = points[corner];
                let round = SQUARE / x.hypot(y);
                let factor = size * (1.0 - roundness + roundness * round);
                points.push([factor * x, factor * y]);
            }
            let above: Vec<usize> = (first..points.len()).collect();
            for k in 0..rim.len() - 1 {
                triangles.extend(quad([below[k], above[k], below[k + 1], above[k + 1]]));
            }
            let middle = above[rim.len() / 2];
            if points[middle][1] > 5.0 * HALF_WIDTH && at_depth.is_none() {
                at_depth = Some(middle);
            }
            below = above;
        }
        let level = 0.25 * HALF_WIDTH;
        for [x, y] in &mut points {
            *y = side * (*y + gap + level * (*x * *x / (2.0 * RADIUS * level)).tanh());
        }
        if side < 0.0 {
            triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        Cylinder {
            points,
            triangles,
            outer: below,
            axis: [cells, at_depth.unwrap()],
        }
    }

    /// The words for it and for what moves its outer arc up.
    fn write(&self, name: &str, speed: f64, scene: &mut String) {
        let [mut points, mut triangles, mut outer] = [const { String::new() }; 3];
        for [x, y] in &self.points {
            write!(points, "[{x}, {y}, 0],").unwrap();
        }
        for [a, b, c] in &self.triangles {
            write!(triangles, "[{a}, {b}, {c}],").unwrap();
        }
        for [x, y] in self.outer.iter().map(|&v| self.points[v]) {
            write!(
                outer,
                "{{ sphere = {{ center = [{x}, {y}, 0], radius = 1e-9 }} }},"
            )
            .unwrap();
        }
        write!(
            scene,
            "[[body]]\nname = '{name}'\nshape = {{ mesh = {{ points = [{points}], triangles = [{triangles}] }} }}\n\
             material = {{ density = 1000, young = {YOUNG}, poisson = {POISSON} }}\n\
             [[boundary]]\nname = 'hold {name}'\nbody = '{name}'\nselect = [{outer}]\nmotion = {{ velocity = [0, {speed}, 0] }}\n"
        )
        .unwrap();
    }

    /// How much shorter the way from the contact to the point on the axis has become, m, and how long it was.
    fn approach(&self, sim: &Simulation, name: &str) -> [f64; 2] {
        let now = sim.positions(sim.body(name).unwrap());
        let [touching, deep] = self.axis;
        let depth = (self.points[deep][1] - self.points[touching][1]).abs();
        [depth - (now[deep].y - now[touching].y).abs(), depth]
    }
}

/// How much the way from the middle of a contact to a point `depth` below it gives way in a half-plane, m: its strain under an
/// elliptic pressure (Johnson 1985, eqs. 4.46) along the axis.
fn hertz_approach(force: f64, half_width: f64, depth: f64) -> f64 {
    let peak = 2.0 * force / (PI * half_width);
    let along = half_width * (depth / half_width).asinh();
    let across = depth * (depth.hypot(half_width) - depth) / half_width;
    peak * (1.0 - POISSON * POISSON) / YOUNG * (along - POISSON / (1.0 - POISSON) * across)
}

/// Errors of one run, as shares of what Hertz has.
#[derive(Clone, Copy, Debug)]
struct Errors {
    /// Of the force that belongs to the approach.
    force: f64,
    peak: f64,
    half_width: f64,
}

/// What is found where bodies of a common `stiffness` and `curvature` are pressed together.
fn compare(
    sim: &Simulation,
    cylinders: &[(&str, &Cylinder)],
    force: f64,
    stiffness: f64,
    curvature: f64,
) -> Errors {
    let half_width = |force: f64| (4.0 * force / (PI * stiffness * curvature)).sqrt();
    let (mut approach, mut depth) = (0.0, 0.0);
    for (name, cylinder) in cylinders {
        let [shorter, long] = cylinder.approach(sim, name);
        approach += shorter;
        depth += long / cylinders.len() as f64;
    }
    // The force whose approach is the one found: the approach grows with the force.
    let (mut low, mut high) = (0.0, 10.0 * force);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        let each = hertz_approach(middle, half_width(middle), depth);
        match each * (cylinders.len() as f64) < approach {
            true => low = middle,
            false => high = middle,
        }
    }
    let (name, _) = cylinders[0];
    let body = sim.body(name).unwrap();
    let field = |kind| sim.field(kind).remove(0);
    let range = sim.model().bodies[0].vertices.clone();
    let range = range.start as usize..range.end as usize;
    let pressures = field(FieldKind::ContactPressure);
    let peak = range
        .clone()
        .map(|v| pressures.values[v])
        .fold(0.0, f64::max);
    let forces = field(FieldKind::ContactForce);
    let loads = range.map(|v| forces.entry(v)[1]);
    let (mut sum, mut second) = (0.0, 0.0);
    for (load, x) in loads.zip(sim.positions(body)) {
        sum += load;
        second += load * x.x * x.x;
    }
    // To what the solver has left.
    assert!((sum / force - 1.0).abs() < 1e-3, "{sum} N/m, {force} N/m");
    // Half of a half-width is the radius of gyration of an ellipse of pressure.
    let width = 2.0 * (second / sum).sqrt();
    Errors {
        force: force / low - 1.0,
        peak: peak / (2.0 * force / (PI * half_width(force))) - 1.0,
        half_width: width / half_width(force) - 1.0,
    }
}

fn simulation(bodies: &str, ground: &str) -> Simulation {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.toml");
    let head = format!(
        "plane = true\ngravity = [0, 0, 0]\n{ground}\n[time]\nstep = 0.1\nduration = 1\nintegrator = 'quasi-static'\n\
         [solver]\ndhat = {{ absolute = {DHAT} }}\nnewton_tolerance = {{ absolute = 1e-9 }}\n"
    );
    std::fs::write(&file, head + bodies).unwrap();
    Scene::load(&file).unwrap().simulate().unwrap()
}

/// A cylinder that is pressed on a rigid plate.
fn on_a_plate(cells: usize) -> Errors {
    let cylinder = Cylinder::new(cells, DHAT, 1.0);
    let mut bodies = String::new();
    cylinder.write("cylinder", -0.0065, &mut bodies);
    let mut sim = simulation(&bodies, "ground = 0");
    sim.run_until(0.4).unwrap();
    let force = sim.reaction("ground").unwrap().force.y;
    let press = sim.reaction("hold cylinder").unwrap().force.y;
    assert!((press + force).abs() < 1e-3 * force, "{press} N, {force} N");
    let stiffness = YOUNG / (1.0 - POISSON * POISSON);
    compare(
        &sim,
        &[("cylinder", &cylinder)],
        force,
        stiffness,
        1.0 / RADIUS,
    )
}

/// Two equal cylinders that are pressed together; their meshes do not match.
fn on_each_other(cells: usize) -> Errors {
    let upper = Cylinder::new(cells, 0.5 * DHAT, 1.0);
    let lower = Cylinder::new(cells - 1, 0.5 * DHAT, -1.0);
    let mut bodies = String::new();
    upper.write("upper", -0.0065, &mut bodies);
    lower.write("lower", 0.0, &mut bodies);
    let mut sim = simulation(&bodies, "");
    sim.run_until(0.4).unwrap();
    let force = sim.reaction("hold lower").unwrap().force.y;
    let stiffness = 0.5 * YOUNG / (1.0 - POISSON * POISSON);
    let cylinders = [("upper", &upper), ("lower", &lower)];
    compare(&sim, &cylinders, force, stiffness, 2.0 / RADIUS)
}

/// Three meshes, each with twice the cells of the one before.
fn converges(errors: [Errors; 3]) {
    for of in [
        |errors: &Errors| errors.force.abs(),
        |errors: &Errors| errors.peak.abs(),
        |errors: &Errors| errors.half_width.abs(),
    ] {
        let found = errors.each_ref().map(of);
        assert!(found[2] < 0.05, "{errors:?}");
        assert!(
            found[1] < 0.5 * found[0] && found[2] < found[1],
            "{errors:?}"
        );
    }
}

#[test]
fn a_cylinder_on_a_plate() {
    converges([4, 8, 16].map(on_a_plate));
}

#[test]
fn two_equal_cylinders() {
    converges([4, 8, 16].map(on_each_other));
}
