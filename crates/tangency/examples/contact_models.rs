//! The same drop with each contact model: how far each keeps the bodies apart, and how hard it works.

use tangency::prelude::*;

fn main() -> Result<(), Error> {
    let models = [
        ("ipc", ContactKind::Ipc),
        ("convergent", ContactKind::Convergent),
        ("gcp", ContactKind::Gcp),
        ("ogc", ContactKind::Ogc),
    ];
    println!("model        iterations   smallest distance   height of the upper cube");
    let mut heights = Vec::new();
    for (name, model) in models {
        let mut scene = Scene::new()
            .time_step(0.01)
            .ground(0.0)
            .dhat(2e-3)
            .contact(model);
        let cube = |height: f64| {
            Solid::cuboid([0.1; 3], [2; 3])
                .young(2e5)
                .at([0.0, height, 0.0])
        };
        scene.add(cube(0.055));
        let upper = scene.add(cube(0.17).rotated([0.0, 30.0, 0.0]));
        let mut sim = scene.simulate()?;
        let mut iterations = 0;
        sim.run_while(|sim, report| {
            iterations += report.iterations;
            sim.time() < 0.5
        })?;
        let height = sim.center_of_mass(upper).y;
        let certificate = sim.finish()?;
        let distance = certificate.min_distance.unwrap_or(f64::INFINITY);
        println!("{name:10} {iterations:12} {distance:17.2e} m {height:20.4} m");
        assert!(certificate.verified && distance > 0.0);
        heights.push(height);
    }
    let spread = heights
        .iter()
        .fold(0.0, |worst: f64, h| worst.max((h - heights[0]).abs()));
    assert!(spread < 5e-3, "they agree on where the cube lies");
    println!(
        "all models agree on the height within {:.1} mm",
        1e3 * spread
    );
    Ok(())
}
