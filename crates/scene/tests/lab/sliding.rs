//! Friction: how far a thrown body slides.

use crate::bench::{Case, DYNAMIC, Element, GAP, GRAVITY, Run, Table};

/// v²/(2 μ g). The barrier lifts the body a little at first, below the speed εᵥ friction fades, and a step moves v h: the tolerance is
/// the way of two steps at the start, 6 % here.
#[test]
fn a_sliding_body_stops_after_v_squared_over_two_mu_g() {
    let mut table = Table::default();
    let (v, mu) = (0.5, 0.3);
    for case in Case::all(&DYNAMIC) {
        let case = Case { h: 0.0025, ..case };
        let height = case.half_height() + GAP;
        let more = format!("translate = [0, {height}, 0]\nvelocity = [{v}, 0, 0]");
        let top = format!("ground = 0\n[friction]\nmu = {mu}");
        let mut run = Run::new(&case, &top, &case.body("body", &more));
        let start = run.center();
        run.go(0.25);
        let got = (run.center() - start).x;
        let expected = v * v / (2.0 * mu * GRAVITY);
        table.near(case, expected, got, 2.0 * v * case.h);
    }
    table.close("Stopping distance, m");
}

/// g (sin θ - μ cos θ). Euler's sum is a t (t + h)/2; the lift of the barrier at the start takes some friction: 4 %.
#[test]
fn a_body_slides_down_a_slope_with_the_acceleration_of_theory() {
    let mut table = Table::default();
    let (angle, mu, time) = (20f64.to_radians(), 0.2, 0.2);
    let (along, down) = (GRAVITY * angle.sin(), GRAVITY * angle.cos());
    let acceleration = along - mu * down;
    for case in Case::all(&DYNAMIC) {
        let case = Case { h: 0.004, ..case };
        let height = case.half_height() + GAP;
        let top = format!(
            "ground = 0\ngravity = [{along}, {}, 0]\n[friction]\nmu = {mu}",
            -down
        );
        let more = format!("translate = [0, {height}, 0]");
        let mut run = Run::new(&case, &top, &case.body("body", &more));
        let start = run.center();
        run.go(time);
        let got = (run.center() - start).x;
        let expected = match case.integrator {
            "implicit-euler" => 0.5 * acceleration * time * (time + case.h),
            _ => 0.5 * acceleration * time * time,
        };
        table.near(case, expected, got, 0.04 * expected);
    }
    table.close("Way down a slope, m");
}

/// A disc that is thrown without spin slides until it rolls, with two thirds of its speed, after v/(3 μ g). It is a polygon of
/// some thirty sides whose corners meet the ground one by one: 4 %.
#[test]
fn a_sliding_disc_begins_to_roll_with_two_thirds_of_its_speed() {
    let mut table = Table::default();
    let (v, mu, radius) = (1.0, 0.3, 0.1);
    for integrator in DYNAMIC {
        let case = Case {
            element: Element::Plane,
            integrator,
            h: 0.002,
            ..Case::default()
        };
        let body = format!(
            "[[body]]\nname = 'disc'\nshape = {{ disc = {{ radius = {radius}, edge = 0.02 }} }}\n\
             material = {{ density = 1000, young = 1e7 }}\ntranslate = [0, {}, 0]\nvelocity = [{v}, 0, 0]\n",
            radius + GAP
        );
        let top = format!("ground = 0\n[friction]\nmu = {mu}");
        let mut run = Run::new(&case, &top, &body);
        run.go(1.1 * v / (3.0 * mu * GRAVITY));
        let got = run.momentum().x / run.mass();
        table.near(case, 2.0 / 3.0 * v, got, 0.04);
    }
    table.close("Speed of a disc that has begun to roll, m/s");
}
