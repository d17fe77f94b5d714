//! Collisions: no more energy afterwards than before, and the same momentum.

use crate::bench::{Case, DYNAMIC, Element, Run, Table};

/// A collision never adds energy. Before it all energy is kinetic.
#[test]
fn a_collision_with_the_ground_adds_no_energy() {
    let mut table = Table::default();
    for case in Case::all(&DYNAMIC) {
        for h in [0.002, 0.0005] {
            let case = Case { h, ..case };
            let height = case.half_height() + 0.01;
            let more = format!("translate = [0, {height}, 0]\nvelocity = [0, -1, 0]");
            let top = "ground = 0\ngravity = [0, 0, 0]\n[friction]\nmu = 0.3";
            let mut run = Run::new(&case, top, &case.body("body", &more));
            let before = run.kinetic();
            let most = run.go(0.06);
            table.at_most(case, 1.0, most / before, 1e-3);
        }
    }
    table.close("Largest energy during and after a fall on the ground, of that before");
}

/// Two bodies that meet in flight: whatever contact, friction and elasticity do, momentum is what it was, up to the accuracy of
/// the steps, and energy is not more.
#[test]
fn bodies_that_collide_keep_their_momentum_and_gain_no_energy() {
    let mut table = Table::default();
    for case in Case::all(&DYNAMIC) {
        for h in [0.002, 0.0005] {
            let case = Case { h, ..case };
            let above = 2.0 * case.half_height() + 0.006;
            let (turn, aside) = match case.element {
                Element::Rod => ([0, 90, 0], [0.03, 0.02]),
                Element::Plane => ([0, 0, 0], [0.03, 0.0]),
                // Grains meet head on: the distance of two points that pass each other is not convex, and a step that is
                // longer than dhat can then gain some energy, with implicit Euler as with the others.
                Element::Grains => ([0, 0, 0], [0.0, 0.0]),
                Element::Solid | Element::Cloth => ([0, 0, 0], [0.03, 0.02]),
            };
            let upper = format!(
                "rotate = {turn:?}\ntranslate = [{}, {above}, {}]\nvelocity = [{}, -0.4, 0]",
                aside[0],
                aside[1],
                10.0 / 3.0 * aside[0]
            );
            let bodies = case.body("lower", "velocity = [0, 0.6, 0]") + &case.body("upper", &upper);
            let top = "gravity = [0, 0, 0]\n[friction]\nmu = 0.3";
            let mut run = Run::new(&case, top, &bodies);
            let (momentum, energy) = (run.momentum(), run.kinetic());
            let most = run.go(0.04);
            let kept = (run.momentum() - momentum).norm() / momentum.norm();
            table.near(format!("{case}: change of momentum"), 0.0, kept, 1e-4);
            table.at_most(format!("{case}: energy"), 1.0, most / energy, 1e-3);
        }
    }
    table.close("Collision of two bodies: momentum and largest energy, of those before");
}
