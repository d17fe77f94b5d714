//! A square of cotton falls on a ball and drapes over it.

use tangency::prelude::*;

fn main() -> Result<(), Error> {
    let radius = 0.1;
    let mut scene = Scene::new().time_step(0.01).friction(0.4);
    let square = Cloth::rectangle([0.4, 0.4], 0.03).material("cotton");
    let cloth = scene.add(square.at([0.0, 0.11, 0.0]));
    scene.add(Obstacle::sphere(radius).named("ball"));
    let mut sim = scene.simulate()?;
    sim.run_until(0.4)?;

    let heights = || sim.positions(cloth).iter().map(|x| x.y);
    let highest = heights().fold(f64::NEG_INFINITY, f64::max);
    let lowest = heights().fold(f64::INFINITY, f64::min);
    println!("the cloth hangs from {highest:.3} m down to {lowest:.3} m");
    assert!(highest > 0.9 * radius, "it lies on the ball");
    assert!(lowest < 0.0, "its corners hang down");
    let certificate = sim.finish()?;
    let distance = certificate.min_distance.unwrap_or(f64::INFINITY);
    println!(
        "in {} steps nothing came closer than {distance:.1e} m",
        certificate.steps
    );
    assert!(certificate.verified);
    Ok(())
}
