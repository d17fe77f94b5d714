//! A run into a folder that is stopped halfway, taken up again, and ends with the same bits as one left alone.

use tangency::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parent = std::env::temp_dir().join(format!("tangency-resume-{}", std::process::id()));
    let folder = parent.join("run");
    let mut scene = Scene::new().time_step(0.01).ground(0.0).friction(0.5);
    scene.add(
        Solid::cuboid([0.2; 3], [2; 3])
            .rotated([20.0, 0.0, 30.0])
            .at([0.0, 0.3, 0.0]),
    );

    let mut alone = scene.simulate()?;
    alone.run_until(0.4)?;

    let mut sim = scene.record(&folder)?;
    sim.run_until(0.2)?;
    drop(sim); // As if the program had been killed.

    let mut sim = tangency::resume(&folder)?;
    println!(
        "goes on from step {} in {}",
        sim.step_number(),
        folder.display()
    );
    sim.run_until(0.4)?;
    let cube = sim.body("body-0").ok_or("the run has its body")?;
    assert_eq!(sim.positions(cube), alone.positions(cube));
    println!("after 40 steps every bit is that of the run that was not interrupted");
    let certificate = sim.finish()?;
    assert!(certificate.verified && folder.join("certificate.json").exists());
    std::fs::remove_dir_all(&parent)?;
    Ok(())
}
