//! Meshes that the program makes itself: an octahedron of tets falls into a pyramid of triangles.

use tangency::prelude::*;

fn main() -> Result<(), Error> {
    // Eight tets around the origin, one for each octant.
    let r = 0.1;
    let mut points = vec![[0.0; 3]];
    for axis in 0..3 {
        for sign in [-r, r] {
            let mut point = [0.0; 3];
            point[axis] = sign;
            points.push(point);
        }
    }
    let mut tets = Vec::new();
    for octant in 0..8_u32 {
        let [x, y, z] = [0, 1, 2].map(|axis| 1 + 2 * axis + (octant >> axis & 1));
        // Every second octant is a mirror image: the order of its corners is turned round.
        let is_mirrored = octant.count_ones() % 2 == 0;
        tets.push(if is_mirrored {
            [0, y, x, z]
        } else {
            [0, x, y, z]
        });
    }
    // Four walls that fall towards the middle.
    let rim = [
        [-0.4, 0.0, -0.4],
        [0.4, 0.0, -0.4],
        [0.4, 0.0, 0.4],
        [-0.4, 0.0, 0.4],
    ];
    let corners = [&rim[..], &[[0.0, -0.4, 0.0]]].concat();
    let walls = vec![[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]];

    let mut scene = Scene::new().time_step(0.01);
    let gem = Solid::mesh(points, tets)
        .young(1e6)
        .rotated([20.0, 10.0, 30.0]);
    let gem = scene.add(gem.at([0.1, 0.1, 0.05]).named("gem"));
    scene.add(Obstacle::mesh(corners, walls).named("funnel"));
    let mut sim = scene.simulate()?;
    sim.run_until(1.5)?;
    let middle = sim.center_of_mass(gem);
    println!(
        "the gem lies at ({:.3}, {:.3}, {:.3}) m",
        middle.x, middle.y, middle.z
    );
    assert!(
        middle.x.hypot(middle.z) < 0.1 && middle.y < 0.0,
        "it lies in the funnel"
    );
    assert!(sim.certificate().verified);
    Ok(())
}
