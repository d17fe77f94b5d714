//! An objective over a run, and a search by it: how stiff must a ball be to be squashed by a tenth when it lands?

use std::sync::mpsc;

use tangency::prelude::*;
use tangency::shapes::{BallShape, Shape};

/// The least height of a ball of this stiffness while it lands, as a fraction of its diameter.
fn least_height(young: f64) -> Result<f64, Error> {
    let radius = 0.1;
    let mut scene = Scene::new().time_step(0.005).ground(0.0);
    let ball = Shape::Ball(BallShape {
        radius,
        cells_across: 4,
    });
    let body = Solid::shape(ball).young(young).at([0.0, 0.11, 0.0]);
    let ball = scene.add(body.velocity([0.0, -1.0, 0.0]));
    let mut sim = scene.simulate()?;
    let (tell, heights) = mpsc::channel();
    sim.observe(move |sim: &Simulation, _: &StepReport| {
        let all = || sim.positions(ball).iter().map(|x| x.y);
        let top = all().fold(f64::NEG_INFINITY, f64::max);
        let bottom = all().fold(f64::INFINITY, f64::min);
        // Nobody listens any more once the search has what it wants.
        let _ = tell.send((top - bottom) / (2.0 * radius));
        Ok(())
    });
    sim.run_until(0.1)?;
    Ok(heights.try_iter().fold(f64::INFINITY, f64::min))
}

fn main() -> Result<(), Error> {
    let (mut soft, mut stiff) = (1e4_f64, 1e6_f64);
    assert!(least_height(soft)? < 0.9 && least_height(stiff)? > 0.9);
    while stiff / soft > 1.1 {
        let middle = (soft * stiff).sqrt();
        let height = least_height(middle)?;
        println!(
            "E = {middle:9.0} Pa: squashed to {:.1} % of its height",
            100.0 * height
        );
        if height < 0.9 {
            soft = middle;
        } else {
            stiff = middle;
        }
    }
    println!("about {:.0} Pa are needed", (soft * stiff).sqrt());
    Ok(())
}
