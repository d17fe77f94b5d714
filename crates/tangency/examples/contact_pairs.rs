//! A tilted cube lands on another: which features touch, whose they are, and how close they come.

use tangency::prelude::*;

fn main() -> Result<(), Error> {
    let mut scene = Scene::new().time_step(0.01).ground(0.0).dhat(1e-3);
    let lower = scene.add(Solid::cuboid([0.2; 3], [2; 3]).at([0.0, 0.102, 0.0]));
    let upper = Solid::cube(0.1).rotated([30.0, 20.0, 45.0]).young(1e6);
    let upper = scene.add(upper.at([0.03, 0.32, 0.02]));
    let mut sim = scene.simulate()?;
    let between = |sim: &Simulation| {
        let pairs = sim.contact_pairs();
        let is_ours = |pair: &TouchingPair| pair.bodies.iter().flatten().any(|&b| b == upper);
        pairs.into_iter().filter(is_ours).collect::<Vec<_>>()
    };
    sim.run_while(|sim, _| between(sim).is_empty() && sim.time() < 1.0)?;
    let pairs = between(&sim);
    println!("at {:.2} s the cubes meet:", sim.time());
    for pair in &pairs {
        let words = match pair.primitives {
            Primitives::PointPoint([a, b]) => format!("vertices {a} and {b}"),
            Primitives::PointEdge([p, a, b]) => format!("vertex {p} and edge ({a}, {b})"),
            Primitives::PointTriangle([p, a, b, c]) => {
                format!("vertex {p} and triangle ({a}, {b}, {c})")
            }
            Primitives::EdgeEdge([a, b, c, d]) => format!("edges ({a}, {b}) and ({c}, {d})"),
            Primitives::HalfSpace([_, v]) => format!("vertex {v} and a half-space"),
        };
        println!("  {words}, {:.2e} m apart", pair.distance);
        assert!(pair.bodies.contains(&Some(lower)));
        assert!(pair.distance > 0.0 && pair.distance < 1e-3);
    }
    assert!(!pairs.is_empty());
    let ground = sim.contact_pairs().into_iter();
    let ground = ground.filter(|pair| pair.bodies[0].is_none()).count();
    println!("and {ground} vertices of the lower cube are on the ground");
    assert!(ground > 0);
    Ok(())
}
