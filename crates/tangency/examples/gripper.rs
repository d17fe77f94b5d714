//! Two jaws close on a soft ball, lift it by friction alone, and let it go.

use tangency::prelude::*;
use tangency::shapes::{BallShape, Shape};

fn main() -> Result<(), Error> {
    let mut scene = Scene::new().time_step(0.01).ground(0.0).friction(0.8);
    let ball = scene.add(
        Solid::shape(Shape::Ball(BallShape {
            radius: 0.05,
            cells_across: 6,
        }))
        .young(2e4)
        .density(300.0)
        .at([0.0, 0.051, 0.0]),
    );
    // Each jaw closes, lifts, waits and opens.
    let jaw = |side: f64| {
        Obstacle::cuboid([0.01, 0.08, 0.08])
            .at([side * 0.057, 0.06, 0.0])
            .moving([-side * 0.06, 0.0, 0.0], 0.2)
            .moving([0.0, 0.3, 0.0], 0.4)
            .waiting(0.1)
            .moving([side * 0.1, 0.0, 0.0], 0.3)
    };
    scene.add(jaw(-1.0).named("left jaw"));
    scene.add(jaw(1.0).named("right jaw"));

    let mut sim = scene.simulate()?;
    let height = |sim: &Simulation| sim.center_of_mass(ball).y;
    sim.run_until(0.2)?;
    println!("grasped at {:.3} m", height(&sim));
    sim.run_until(0.7)?;
    let lifted = height(&sim);
    println!("lifted to  {lifted:.3} m");
    assert!(lifted > 0.12, "friction holds it");
    sim.run_until(1.0)?;
    println!("let go, at {:.3} m", height(&sim));
    assert!(height(&sim) < lifted - 0.02, "it falls");
    assert!(sim.certificate().verified);
    Ok(())
}
