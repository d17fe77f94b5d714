//! Motion that nothing stops: free flight, spin, and flight against damping.

use tangency_engine::Vec3;

use crate::bench::{Case, DYNAMIC, ELEMENTS, Element, GRAVITY, Run, Table};

/// Travel of a point that starts with speed `v` under the acceleration `a`, after `steps` of `h`: the integrator's own
/// recurrence.
fn travel(integrator: &str, v: f64, a: f64, steps: usize, h: f64) -> f64 {
    let time = steps as f64 * h;
    let n = steps as f64;
    match integrator {
        // Σ k h² a.
        "implicit-euler" => v * time + 0.5 * a * h * h * n * (n + 1.0),
        "newmark" => v * time + 0.5 * a * time * time,
        // One step of Euler, then exact for parabolas up to what that step left: positions and velocities
        // behind it by the recurrence with roots 1 and 1/3.
        "bdf2" => {
            let (mut x, mut u) = ([0.0, v * h + a * h * h], [v, v + a * h]);
            for _ in 1..steps {
                let speed = (4.0 * u[1] - u[0]) / 3.0 + 2.0 / 3.0 * h * a;
                let place = (4.0 * x[1] - x[0]) / 3.0 + 2.0 / 3.0 * h * speed;
                (x, u) = ([x[1], place], [u[1], speed]);
            }
            x[1]
        }
        other => panic!("{other} has no inertia"),
    }
}

/// Tolerance: rounding and `newton_tolerance`, since nothing deforms.
#[test]
fn a_thrown_body_flies_the_parabola_of_its_integrator() {
    let mut table = Table::default();
    for case in Case::all(&DYNAMIC) {
        for h in [0.04, 0.01, 1.0 / 300.0] {
            let case = Case { h, ..case };
            let mut run = Run::new(&case, "", &case.body("body", "velocity = [1, 2, 0]"));
            let start = run.center();
            run.go(0.2);
            let way = run.center() - start;
            let steps = (0.2 / h).round() as usize;
            let expected = travel(case.integrator, 2.0, -GRAVITY, steps, h);
            table.near(format!("{case}: y"), expected, way.y, 1e-6);
            table.near(format!("{case}: x"), steps as f64 * h, way.x, 1e-6);
        }
    }
    table.close("Free flight, m");
}

/// x = v/c (1 - exp(-c t)). The damping force is taken at the end of a step or over it: first order, an error below v h.
#[test]
fn damping_by_mass_stops_a_body_after_v_over_c() {
    let mut table = Table::default();
    let (v, c, time) = (1.0, 4.0, 0.4);
    for case in Case::all(&DYNAMIC) {
        let top = format!("gravity = [0, 0, 0]\n[damping]\nmass = {c}");
        let body = case.body("body", &format!("velocity = [{v}, 0, 0]"));
        let mut run = Run::new(&case, &top, &body);
        let start = run.center();
        run.go(time);
        let expected = v / c * (1.0 - f64::exp(-c * time));
        let got = (run.center() - start).x;
        table.near(case, expected, got, 0.5 * v * case.h);
    }
    table.close("Flight against damping, m");
}

/// The angle that a body has turned by about an axis, rad, since it was as `before`.
fn turned(run: &Run, before: &[Vec3], axis: Vec3) -> f64 {
    let model = run.simulation.model();
    let center = |x: &[Vec3]| {
        let sum: Vec3 = (0..before.len()).map(|i| model.mass[i] * x[i]).sum();
        sum / run.mass()
    };
    let now = &run.simulation.state().x;
    let (old, new) = (center(before), center(now));
    let (mut sine, mut cosine) = (0.0, 0.0);
    for i in 0..before.len() {
        let across = |r: Vec3| r - axis * axis.dot(&r);
        let (a, b) = (across(before[i] - old), across(now[i] - new));
        sine += model.mass[i] * axis.dot(&a.cross(&b));
        cosine += model.mass[i] * a.dot(&b);
    }
    sine.atan2(cosine)
}

/// A spinning body keeps its angular velocity w. Implicit Euler goes along the chord of each step, which takes h w³ t²/2 from the
/// angle (from tan of the turn in one step, to second order); the others are off by (w h)². The body is stiff: it widens by
/// ρ w² r²/E, below 1e-3.
#[test]
fn a_spinning_body_keeps_its_angular_velocity() {
    let mut table = Table::default();
    let (w, time) = (std::f64::consts::PI, 0.4);
    for element in ELEMENTS {
        for integrator in DYNAMIC {
            let case = Case {
                element,
                integrator,
                ..Case::default()
            };
            if element == Element::Grains {
                continue;
            }
            let axis = if element == Element::Cloth {
                Vec3::y()
            } else {
                Vec3::z()
            };
            let spin = axis * w.to_degrees();
            let more = format!("angular_velocity = [{}, {}, {}]", spin.x, spin.y, spin.z);
            let mut run = Run::new(&case, "gravity = [0, 0, 0]", &case.body("body", &more));
            let before = run.simulation.state().x.clone();
            run.go(time);
            let lost = 0.5 * case.h * w.powi(3) * time * time;
            let (expected, tolerance) = match integrator {
                "implicit-euler" => (w * time - lost, 0.25 * lost),
                _ => (w * time, 2.0 * w * time * (w * case.h).powi(2)),
            };
            let got = turned(&run, &before[..run.simulation.model().vertex_count()], axis);
            table.near(case, expected, got, tolerance);
        }
    }
    table.close("Angle of a spinning body, rad");
}
