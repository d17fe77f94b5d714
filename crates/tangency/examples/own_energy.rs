//! An energy of one's own: a cube hangs from another on a rubber band that only pulls.

use tangency::energy::{Block, BlockSink, Energy};
use tangency::prelude::*;

/// ½ k (|a - b| - l)² where the band is longer than l, otherwise 0.
struct RubberBand {
    ends: [u32; 2],
    stiffness: f64,
    length: f64,
}

impl RubberBand {
    /// Stretch of the band, m, and its direction from the second end to the first.
    fn stretch(&self, x: &[Vec3]) -> (f64, Vec3) {
        let [a, b] = self.ends.map(|v| x[v as usize]);
        let length = (a - b).norm();
        ((length - self.length).max(0.0), (a - b) / length)
    }
}

impl Energy for RubberBand {
    fn value(&self, x: &[Vec3]) -> f64 {
        0.5 * self.stiffness * self.stretch(x).0.powi(2)
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let (stretch, direction) = self.stretch(x);
        let pull = direction * (self.stiffness * stretch);
        out[self.ends[0] as usize] += pull;
        out[self.ends[1] as usize] -= pull;
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let (stretch, direction) = self.stretch(x);
        let along = direction * direction.transpose();
        let across = (Block::identity() - along) * (stretch / (stretch + self.length));
        let is_taut = if stretch > 0.0 { 1.0 } else { 0.0 };
        let block = (along * is_taut + across) * self.stiffness;
        // The blocks of the upper triangle: (a, a), (a, b), (b, b).
        out.extend_uniform(&[self.ends], |_, blocks| {
            blocks.copy_from_slice(&[block, -block, block]);
        });
    }
}

fn main() -> Result<(), Error> {
    let mut scene = Scene::new().time_step(0.02).damping(2.0, 0.0);
    let top = scene.add(Solid::cube(0.1).at([0.0, 1.0, 0.0]));
    let weight = scene.add(Solid::cube(0.1).at([0.0, 0.7, 0.0]).density(1000.0));
    scene.prescribe(BoundaryCondition::hold(top));
    let mut sim = scene.simulate()?;
    // From a corner of one to that of the other: vertices are numbered through all bodies, in the order they were added.
    let second = sim.positions(top).len() as u32;
    let (stiffness, length) = (100.0, 0.3);
    let ends = [0, second];
    sim.add_energy(RubberBand {
        ends,
        stiffness,
        length,
    })?;
    sim.run_until(6.0)?;
    let stretch = (sim.positions(top)[0] - sim.positions(weight)[0]).norm() - length;
    let expected = 0.1_f64.powi(3) * 1000.0 * 9.80665 / stiffness;
    println!("the band is stretched by {stretch:.4} m, weight over stiffness is {expected:.4} m");
    assert!((stretch - expected).abs() < 0.02 * expected);
    assert!(sim.certificate().verified);
    Ok(())
}
