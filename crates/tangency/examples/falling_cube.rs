//! A cube falls on the ground, bounces a little and comes to rest.

use tangency::prelude::*;

fn main() -> Result<(), Error> {
    let mut scene = Scene::new().time_step(0.01).ground(0.0);
    let cube = scene.add(Solid::cube(1.0).at([0.0, 2.0, 0.0]).young(1e5));
    let mut sim = scene.simulate()?;
    for tenth in 1..=15 {
        sim.run_until(0.1 * f64::from(tenth))?;
        let height = sim.center_of_mass(cube).y;
        println!("{:.1} s: centre at {height:.3} m", sim.time());
    }
    let height = sim.center_of_mass(cube).y;
    assert!((0.3..0.6).contains(&height), "it lies on the ground");
    assert!(sim.positions(cube).iter().all(|x| x.y > 0.0));
    assert!(sim.certificate().verified);
    println!("it lies on the ground, and no step had an intersection or an inverted tet");
    Ok(())
}
