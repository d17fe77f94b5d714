//! Things at rest.

use crate::bench::{CONTACTS, Case, DYNAMIC, Element, GRAVITY, Run, Table};

/// A single grain has no bounding box to measure relative lengths by: its own size takes its place.
#[test]
fn a_single_grain_comes_to_rest_on_the_ground() {
    let mut table = Table::default();
    for contact in CONTACTS {
        for integrator in DYNAMIC {
            let case = Case {
                element: Element::Grains,
                contact,
                integrator,
                ..Case::default()
            };
            if !case.is_offered() {
                continue;
            }
            let text = format!(
                "ground = 0\n[time]\nstep = 0.01\nintegrator = '{integrator}'\n[solver]\ncontact = '{contact}'\n\
                 [[body]]\nname = 'grain'\nshape = {{ grains = {{ counts = [1, 1, 1] }} }}\n\
                 material = {{ density = 1000, thickness = 0.01 }}\ntranslate = [0, 0.02, 0]\n"
            );
            let mut run = Run::of(&case, &text);
            run.go(0.3);
            let height = run.center().y;
            // Within the contact radius, and not below the ground.
            table.near(case, 1e-4, height, 1e-4);
            table.at_most(format!("{case}: speed"), 0.0, run.speed(), 1e-3);
        }
    }
    table.close("A single grain on the ground: height, m, and speed, m/s");
}

/// Two blocks, one on the other, stay (with inertia: without, what touches nothing yet has no equilibrium): each gap is below dhat, the blocks shorten by less than 0.1 mm.
#[test]
fn stacked_blocks_stay_where_they_are() {
    let mut table = Table::default();
    for case in Case::all(&DYNAMIC) {
        if !matches!(case.element, Element::Solid | Element::Plane) {
            continue;
        }
        let (half, gap) = (case.half_height(), 0.8e-3);
        let place = |y: f64| format!("translate = [0, {y}, 0]");
        let bodies = case.body("lower", &place(half + gap))
            + &case.body("upper", &place(3.0 * half + 2.0 * gap));
        let mut run = Run::new(&case, "ground = 0\n[friction]\nmu = 0.5", &bodies);
        run.go(0.4);
        let center = run.center();
        table.near(
            format!("{case}: height"),
            2.0 * half + 0.7e-3,
            center.y,
            0.9e-3,
        );
        table.near(
            format!("{case}: aside"),
            0.0,
            center.x.hypot(center.z),
            1e-4,
        );
        let speed = run.speed();
        // Newmark keeps what the blocks gain until they touch; the others damp it.
        let vibrating = if case.integrator == "newmark" {
            (2.0 * GRAVITY * gap).sqrt()
        } else {
            1e-2
        };
        table.at_most(format!("{case}: speed"), 0.0, speed, vibrating);
    }
    table.close("Two blocks at rest on the ground, m and m/s");
}

/// A strip or rod of length L that hangs under its weight is longer by ρ g L²/2E, exactly so for linear elements without
/// lateral contraction whose nodes have their share of the mass (triangles cut along one diagonal leave the corners uneven: 1 %).
#[test]
fn what_hangs_is_stretched_by_its_weight() {
    let mut table = Table::default();
    let (length, density, young) = (0.4, 1000.0, 1e6);
    for element in [Element::Plane, Element::Cloth, Element::Rod] {
        let (shape, more) = match element {
            Element::Plane => ("rectangle = { size = [0.1, 0.4], cells = [2, 16] }", ""),
            Element::Cloth => (
                "cloth = { size = [0.4, 0.1], spacing = 0.025, pattern = 'aligned' }",
                "rotate = [0, 0, -90]",
            ),
            _ => (
                "strand = { length = 0.4, segments = 16 }",
                "rotate = [0, 0, -90]",
            ),
        };
        let thickness = match element {
            Element::Plane => "",
            Element::Rod => ", thickness = 0.01",
            _ => ", thickness = 0.001",
        };
        let poisson = if element == Element::Rod {
            ""
        } else {
            ", poisson = 0"
        };
        let case = Case {
            element,
            integrator: "quasi-static",
            ..Case::default()
        };
        let body = format!(
            "[[body]]\nname = 'body'\nshape = {{ {shape} }}\n{more}\n\
             material = {{ density = {density}, young = {young}{poisson}{thickness} }}\n\
             [[boundary]]\nbody = 'body'\nselect = {{ end = {{ side = '+y' }} }}\n"
        );
        let mut run = Run::new(&case, "", &body);
        run.step();
        let heights = run.simulation.state().x.iter().map(|x| x.y);
        let got = -0.5 * length - heights.fold(f64::INFINITY, f64::min);
        let expected = density * GRAVITY * length * length / (2.0 * young);
        // Second order in the strain, 0.4 %.
        table.near(case, expected, got, 0.02 * expected);
    }
    table.close("Elongation of what hangs, m");
}

/// A body that swings about a hinge has the period 2π sqrt(I/(m g d)); it is through the lowest point after a quarter.
/// The amplitude of 0.05 rad changes that by 2e-4, bending and the order of the rules ((w h)², 2e-3) by less than 1 %.
#[test]
fn a_pendulum_swings_with_the_period_of_its_inertia() {
    let mut table = Table::default();
    for element in [Element::Plane, Element::Rod] {
        for integrator in DYNAMIC {
            let case = Case {
                element,
                integrator,
                h: 0.004,
                ..Case::default()
            };
            let (shape, hinge) = match element {
                Element::Plane => (
                    "rectangle = { size = [0.4, 0.05], cells = [8, 1] }",
                    [-0.2, 0.025],
                ),
                _ => ("strand = { length = 0.4, segments = 8 }", [-0.2, 0.0]),
            };
            let thickness = if element == Element::Rod {
                ", thickness = 0.02"
            } else {
                ""
            };
            // Hangs down, out of the vertical by 0.05 rad.
            let tilt = -(std::f64::consts::FRAC_PI_2 - 0.05).to_degrees();
            let body = format!(
                "[[body]]\nname = 'body'\nshape = {{ {shape} }}\nrotate = [0, 0, {tilt}]\n\
                 material = {{ density = 1000, young = 1e8{thickness} }}\n\
                 groups = {{ hinge = {{ sphere = {{ center = [{}, {}, 0], radius = 1e-3 }} }} }}\n\
                 [[boundary]]\nbody = 'body'\nselect = {{ group = 'hinge' }}\n",
                hinge[0], hinge[1]
            );
            let mut run = Run::new(&case, "", &body);
            let (pivot, inertia) = run.about_held();
            let arm = (run.center() - pivot).norm();
            let frequency = (run.mass() * GRAVITY * arm / inertia).sqrt();
            let aside = |run: &Run| (run.center() - pivot).x;
            let (mut before, mut time) = (aside(&run), 0.0);
            let got = loop {
                run.step();
                let now = aside(&run);
                if now.signum() != before.signum() || time > 2.0 {
                    break time + case.h * before / (before - now);
                }
                (before, time) = (now, time + case.h);
            };
            let expected = std::f64::consts::FRAC_PI_2 / frequency;
            table.near(case, expected, got, 0.02 * expected);
        }
    }
    table.close("A quarter of a pendulum's period, s");
}

/// A rod that hardly bends hangs between two points as a catenary: with length s and span 2b, a sinh(b/a) = s/2, and the
/// middle is a (cosh(b/a) - 1) below the ends. Twenty straight segments are off by some (1/20)².
#[test]
fn a_slack_rod_hangs_as_a_catenary() {
    let mut table = Table::default();
    let (half, length): (f64, f64) = (0.15, 0.4);
    let mut bounds = [0.01, 1.0];
    for _ in 0..100 {
        let a = 0.5 * (bounds[0] + bounds[1]);
        let is_too_long = a * (half / a).sinh() > 0.5 * length;
        bounds[usize::from(!is_too_long)] = a;
    }
    let a = bounds[0];
    let expected = a * ((half / a).cosh() - 1.0);
    // The ends come together by a tenth of a metre in one second, then all settles.
    let case = Case {
        element: Element::Rod,
        integrator: "implicit-euler",
        h: 0.05,
        ..Case::default()
    };
    let body = "[[body]]\nname = 'body'\nshape = { strand = { length = 0.4, segments = 20 } }\n\
                material = { density = 1000, young = 1e9, thickness = 0.002, bending = 1e-4 }\n\
                [[boundary]]\nname = 'left'\nbody = 'body'\nselect = { end = { side = '-x' } }\n\
                motion = [{ velocity = [0.05, 0, 0], duration = 1 }]\n\
                [[boundary]]\nname = 'right'\nbody = 'body'\nselect = { end = { side = '+x' } }\n\
                motion = [{ velocity = [-0.05, 0, 0], duration = 1 }]\n";
    let mut run = Run::new(&case, "[damping]\nmass = 2", body);
    run.go(4.0);
    let heights = run.simulation.state().x.iter().map(|x| x.y);
    let got = -heights.fold(f64::INFINITY, f64::min);
    table.near(case, expected, got, 0.01 * expected);
    table.close("Sag of a catenary, m");
}

/// A hollow ball under the pressure p of the gas in it widens as Lamé says: u(R) = p r³/(R³ - r³) (3 (1 - ν)/2E) R for its
/// outer radius R and inner one r. Tets on a coarse sphere are somewhat stiff and cut off some of the shell: 12 %.
#[test]
fn a_balloon_widens_as_lame_says() {
    let mut table = Table::default();
    let (outer, wall, young, poisson, pressure) = (0.1, 0.03, 1e6, 0.3, 2e3);
    let inner: f64 = outer - wall;
    let case = Case {
        integrator: "quasi-static",
        ..Case::default()
    };
    let body = format!(
        "[[body]]\nname = 'ball'\nshape = {{ hollow_ball = {{ radius = {outer}, thickness = {wall}, frequency = 4, layers = 2 }} }}\n\
         material = {{ density = 1000, young = {young}, poisson = {poisson} }}\n\
         [[boundary]]\nbody = 'ball'\nselect = {{ end = {{ side = '-y', fraction = 0.001 }} }}\n\
         [[load]]\nname = 'gas'\nbody = 'ball'\nselect = {{ group = 'cavity' }}\npressure = {pressure}\n"
    );
    let mut run = Run::new(&case, "gravity = [0, 0, 0]", &body);
    let width = |run: &Run| {
        let heights = run.simulation.state().x.iter().map(|x| x.x);
        let (low, high) = heights.fold((0.0f64, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
        0.5 * (high - low)
    };
    let before = width(&run);
    // The pressure acts on the surface as it was at the start of a step.
    (0..4).for_each(|_| {
        run.step();
    });
    let ratio = inner.powi(3) / (outer.powi(3) - inner.powi(3));
    let expected = pressure * ratio * 1.5 * (1.0 - poisson) / young * outer;
    table.near(case, expected, width(&run) - before, 0.12 * expected);
    table.close("Growth of a balloon's radius, m");
}
