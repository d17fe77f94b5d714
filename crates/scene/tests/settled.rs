//! Obstacles that move by several contact distances in a step come close to what they push before it gives way: a step
//! with the Geometric Contact Potential ends when gaps have opened again, not when directions are short.

use tangency_engine::Simulation;
use tangency_scene::load;

#[test]
fn what_is_pushed_fast_keeps_its_distance() {
    let settings = ["solver.contact=gcp".to_owned()];
    let (model, state, _) = load("trash-compactor", &settings).unwrap().build().unwrap();
    let (dhat, is_obstacle) = (model.dhat, model.is_obstacle.clone());
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let (mut fastest, mut smallest) = (0.0_f64, f64::INFINITY);
    for _ in 0..45 {
        let before = simulation.state().x.clone();
        let report = simulation.step().unwrap();
        smallest = smallest.min(report.min_distance.unwrap_or(f64::INFINITY));
        let moves = simulation.state().x.iter().zip(&before).zip(&is_obstacle);
        let moves = moves.filter(|(_, is_obstacle)| **is_obstacle);
        fastest = moves
            .map(|((x, y), _)| (x - y).norm())
            .fold(fastest, f64::max);
    }
    println!("obstacles move by {fastest} m, distances of {dhat} m fall to {smallest} m");
    assert!(fastest > 4.0 * dhat && smallest < dhat);
    // Pairs are looked at from a tenth of their reach on, where 0.101 d̂ is the least; else it is 0.0005 d̂.
    assert!(smallest > 0.09 * dhat);
}
