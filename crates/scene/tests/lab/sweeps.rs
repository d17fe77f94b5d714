//! Block descent: motion that nothing stops is exact, and what sweeps leave unsolved is said.

use tangency_engine::StepReport;

use crate::bench::{Case, Element, GAP, GRAVITY, Run, Table};

/// Elements that sweeps move, with the contact models they know.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for element in [
        Element::Solid,
        Element::Cloth,
        Element::Rod,
        Element::Grains,
    ] {
        for contact in ["ipc", "ogc"] {
            cases.push(Case {
                element,
                contact,
                stepper: "vbd",
                ..Case::default()
            });
        }
    }
    cases
}

/// Euler's sum g h² n (n + 1)/2, to rounding: displacement bounds, here of 0.9 mm, hold back nothing that nothing touches.
#[test]
fn sweeps_let_bodies_fall_freely_at_any_step() {
    let mut table = Table::default();
    for case in cases() {
        for h in [0.04, 0.01, 1.0 / 300.0] {
            let case = Case { h, ..case };
            let mut run = Run::new(&case, "", &case.body("body", ""));
            let start = run.center();
            run.go(0.2);
            let n = (0.2 / h).round();
            let expected = 0.5 * GRAVITY * h * h * n * (n + 1.0);
            table.near(case, expected, (start - run.center()).y, 1e-6);
        }
    }
    table.close("Free fall by sweeps, m");
}

/// The same beside a body that lies on the ground, and through a gap in a wall that its box does not show.
#[test]
fn contact_elsewhere_does_not_slow_a_falling_body() {
    let mut table = Table::default();
    for case in cases() {
        let case = Case { h: 0.01, ..case };
        let height = case.half_height() + GAP;
        let bodies = case.body("falling", "translate = [0, 2, 0]")
            + &case.body("resting", &format!("translate = [1, {height}, 0]"))
            + "[[obstacle]]\nname = 'left'\nshape = { plane = { size = [1, 1] } }\ntranslate = [-0.8, 1.8, 0]\n\
               [[obstacle]]\nname = 'right'\nshape = { plane = { size = [1, 1] } }\ntranslate = [0.8, 1.8, 0]\n";
        let mut run = Run::new(&case, "ground = 0", &bodies);
        let falling = run.simulation.model().bodies[0].vertices.end as usize;
        let height = |run: &Run| {
            let x = &run.simulation.state().x[..falling];
            x.iter().map(|x| x.y).sum::<f64>() / falling as f64
        };
        let start = height(&run);
        run.go(0.3);
        let expected = 0.5 * GRAVITY * 1e-4 * 30.0 * 31.0;
        table.near(case, expected, start - height(&run), 1e-3 * expected);
    }
    table.close("Free fall beside contact, m");
}

/// x = v/c (1 - exp(-c t)), to first order.
#[test]
fn sweeps_damp_by_mass() {
    let mut table = Table::default();
    let (v, c, time) = (1.0, 4.0, 0.4);
    for case in cases() {
        let top = format!("gravity = [0, 0, 0]\n[damping]\nmass = {c}");
        let body = case.body("body", &format!("velocity = [{v}, 0, 0]"));
        let mut run = Run::new(&case, &top, &body);
        let start = run.center();
        run.go(time);
        let expected = v / c * (1.0 - f64::exp(-c * time));
        let got = (run.center() - start).x;
        table.near(case, expected, got, 0.5 * v * case.h);
    }
    table.close("Flight against damping by sweeps, m");
}

/// A stiff block of which forty sweeps cannot stop the whole, or a bar whose weight they cannot pass on to where it hangs.
fn run_with(
    contact: &'static str,
    solver: &str,
    time: f64,
    h: f64,
    bodies: &str,
) -> (Run, u64, StepReport) {
    let case = Case {
        contact,
        stepper: "vbd",
        h,
        ..Case::default()
    };
    let text = format!(
        "ground = {{ height = 0, friction = 0.3 }}\n[time]\nstep = {h}\nduration = 1\n\
         [solver]\ncontact = '{contact}'\nstepper = 'vbd'\ndhat = '0.2 mm'\nnewton_tolerance = '1 mm/s'\nepsv = '1 mm/s'\n{solver}\n{bodies}"
    );
    let mut run = Run::of(&case, &text);
    let (mut unsolved, mut last) = (0, StepReport::default());
    for _ in 0..(time / h).round() as u64 {
        last = run.simulation.step().expect("a step");
        unsolved += u64::from(!last.unsolved.is_empty());
    }
    (run, unsolved, last)
}

const BLOCK: &str = "[[body]]\nname = 'block'\nshape = { box = { size = [0.1, 0.05, 0.1], cells = [2, 1, 2] } }\n\
                     translate = [0, 0.0252, 0]\nvelocity = [1, 0, 0]\n\
                     material = { density = 1000, young = 1e7, poisson = 0.3 }\n";

/// v²/(2 μ g), and the way of two steps at the start, 6 %, as for Newton's method; or at least half of the steps are said to
/// be unsolved.
#[test]
fn a_stiff_block_stops_where_it_should_or_its_steps_are_called_unsolved() {
    let mut table = Table::default();
    let expected = 1.0 / (2.0 * 0.3 * GRAVITY);
    for contact in ["ipc", "ogc"] {
        for (solver, is_solved) in [
            ("", false),
            ("on_unsolved = 'newton'", true),
            ("vbd = { finish = 'newton' }", true),
            ("vbd = { finish = 'newton', iterations = 5 }", true),
        ] {
            let (run, unsolved, _) = run_with(contact, solver, 0.45, 0.005, BLOCK);
            let way = run.center().x;
            let is_right = (way - expected).abs() <= 0.01;
            let name = format!("{contact}, {solver}");
            if is_solved {
                table.near(format!("{name}: way"), expected, way, 0.01);
                table.at_most(format!("{name}: unsolved steps"), 0.0, unsolved as f64, 0.0);
            } else if !is_right {
                table.near(
                    format!("{name}: unsolved steps, way {way:.3}"),
                    90.0,
                    unsolved as f64,
                    45.0,
                );
            }
        }
    }
    table.close("A stiff block that slides, m");
}

/// ρ g L²/2E = 4.9 mm under its own weight; or the steps are said to be unsolved.
#[test]
fn a_bar_that_hangs_is_stretched_as_it_should_or_its_steps_are_called_unsolved() {
    let bar = "[[body]]\nname = 'bar'\nshape = { box = { size = [0.1, 1.0, 0.1], cells = [1, 10, 1] } }\ntranslate = [0, 2, 0]\n\
               material = { density = 1000, young = 1e6, poisson = 0.0 }\n\
               [[boundary]]\nbody = 'bar'\nselect = { end = { side = '+y', fraction = 0.001 } }\n";
    let mut table = Table::default();
    let expected = 1000.0 * GRAVITY / (2.0 * 1e6);
    for contact in ["ipc", "ogc"] {
        for (solver, is_solved) in [("", false), ("on_unsolved = 'newton'", true)] {
            let (run, unsolved, _) = run_with(contact, solver, 2.0, 0.04, bar);
            let lowest =
                |x: &[tangency_engine::Vec3]| x.iter().map(|x| x.y).fold(f64::INFINITY, f64::min);
            let got = 1.5 - lowest(&run.simulation.state().x);
            let name = format!("{contact}, {solver}");
            if is_solved {
                // It still swings a little: implicit Euler has damped that to below a tenth after two seconds.
                table.near(format!("{name}: stretch"), expected, got, 0.1 * expected);
            } else if (got - expected).abs() > 0.1 * expected {
                table.near(
                    format!("{name}: unsolved steps, stretch {got:.4}"),
                    50.0,
                    unsolved as f64,
                    25.0,
                );
            }
        }
    }
    table.close("A bar that hangs, m");
}

/// `on_unsolved = "error"` ends the run at the first such step, with the figures.
#[test]
fn an_unsolved_step_can_be_an_error() {
    let case = Case {
        contact: "ogc",
        stepper: "vbd",
        h: 0.005,
        ..Case::default()
    };
    let text = format!(
        "ground = {{ height = 0, friction = 0.3 }}\n[time]\nstep = 0.005\n[solver]\ncontact = 'ogc'\nstepper = 'vbd'\n\
         dhat = '0.2 mm'\non_unsolved = 'error'\n{BLOCK}"
    );
    let mut run = Run::of(&case, &text);
    let error = (0..90).find_map(|_| run.simulation.step().err());
    let error = error.expect("an unsolved step").to_string();
    assert!(
        error.contains("out of balance") && error.contains("on_unsolved"),
        "{error}"
    );
}

/// Friction holds a soft block on a slope. What is left of the forces on its vertices is little of what friction does there: nine
/// vertices share m g sin 10°, 0.85 N, which is 0.28 N as a norm.
#[test]
fn forces_of_a_block_that_sticks_are_in_balance() {
    let mut table = Table::default();
    for contact in ["ipc", "ogc"] {
        let case = Case {
            contact,
            stepper: "vbd",
            h: 0.005,
            ..Case::default()
        };
        let angle = 10f64.to_radians();
        let text = format!(
            "ground = {{ height = 0, friction = 0.5 }}\ngravity = [{}, {}, 0]\n[time]\nstep = 0.005\n\
             [solver]\ncontact = '{contact}'\nstepper = 'vbd'\ndhat = '0.2 mm'\nepsv = '1 mm/s'\n\
             [[body]]\nname = 'block'\nshape = {{ box = {{ size = [0.1, 0.05, 0.1], cells = [2, 1, 2] }} }}\n\
             translate = [0, 0.0252, 0]\nmaterial = {{ density = 1000, young = 1e5, poisson = 0.3 }}\n",
            GRAVITY * angle.sin(),
            -GRAVITY * angle.cos()
        );
        let mut run = Run::of(&case, &text);
        let start = run.center();
        let mut left = f64::INFINITY;
        for _ in 0..100 {
            left = run.simulation.step().expect("a step").momentum_balance;
        }
        let way = (run.center() - start).x;
        table.near(format!("{case}: way"), 0.0, way, 1e-3);
        table.at_most(format!("{case}: forces left, N"), 0.0, left, 0.05 * 0.28);
    }
    table.close("A block that sticks on a slope");
}
