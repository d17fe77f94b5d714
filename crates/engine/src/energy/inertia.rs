//! Terms that pull single vertices to a point: inertia, and the augmented Lagrangian of prescribed motion.
//! Their Hessians are diagonal and go to the linear system as such.

use tangency_geometry::Vec3;

use crate::ordered;

/// ½ Σ mᵢ |xᵢ - x̂ᵢ|² with the integrator's prediction x̂, or, without inertia, the work -Σ fᵢ · (xᵢ - x̂ᵢ) of the
/// forces from outside.
#[derive(Clone, Debug, Default)]
pub struct Inertia {
    /// Position that each vertex would have without inner forces, m.
    pub predicted: Vec<Vec3>,
    /// Masses, kg; zero without inertia.
    pub mass: Vec<f64>,
    /// Forces fᵢ that do not depend on positions, kg m; empty with inertia, whose x̂ has them.
    pub force: Vec<Vec3>,
}

impl Inertia {
    /// Value at `x`.
    pub fn value(&self, x: &[Vec3]) -> f64 {
        let inertia = ordered::sum(x.len(), |i| {
            0.5 * self.mass[i] * (x[i] - self.predicted[i]).norm_squared()
        });
        let work = ordered::sum(self.force.len(), |i| {
            self.force[i].dot(&(x[i] - self.predicted[i]))
        });
        inertia - work
    }

    /// Adds its gradient at `x` to `out`.
    pub fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        for (i, out) in out.iter_mut().enumerate() {
            *out += self.mass[i] * (x[i] - self.predicted[i]);
        }
        for (out, force) in out.iter_mut().zip(&self.force) {
            *out -= force;
        }
    }

    /// Adds its Hessian, a multiple of the identity at each vertex, to `out`.
    pub fn hessian(&self, out: &mut [f64]) {
        for (out, mass) in out.iter_mut().zip(&self.mass) {
            *out += mass;
        }
    }
}

/// Σ ½ k mᵢ |xᵢ - x̂ᵢ|² - λᵢ · (xᵢ - x̂ᵢ): drives prescribed vertices to their targets x̂ while other
/// forces push back (augmented Lagrangian; supplement of Li et al. 2020).
#[derive(Clone, Debug, Default)]
pub struct Attachment {
    /// Vertices on their way.
    pub vertices: Vec<u32>,
    /// Position where each is to arrive, m.
    pub target: Vec<Vec3>,
    /// Weight of each, a mass, kg.
    pub mass: Vec<f64>,
    /// Multipliers, kg m.
    pub multiplier: Vec<Vec3>,
    /// Stiffness k.
    pub stiffness: f64,
}

impl Attachment {
    /// Value at `x`.
    pub fn value(&self, x: &[Vec3]) -> f64 {
        ordered::sum(self.vertices.len(), |k| {
            let gap = self.gap(k, x);
            0.5 * self.stiffness * self.mass[k] * gap.norm_squared() - self.multiplier[k].dot(&gap)
        })
    }

    /// Adds its gradient at `x` to `out`.
    pub fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        for (k, &v) in self.vertices.iter().enumerate() {
            out[v as usize] += self.force(k, x);
        }
    }

    /// Adds its Hessian, a multiple of the identity at each vertex, to `out`.
    pub fn hessian(&self, out: &mut [f64]) {
        for (k, &v) in self.vertices.iter().enumerate() {
            out[v as usize] += self.stiffness * self.mass[k];
        }
    }

    /// Σ |xᵢ - x̂ᵢ|², m².
    pub fn squared_gap(&self, x: &[Vec3]) -> f64 {
        ordered::sum(self.vertices.len(), |k| self.gap(k, x).norm_squared())
    }

    /// Imbalance at its vertices, as a share of its own gradient at `x`, given the `gradient` of everything there (or
    /// its negative).
    pub fn imbalance(&self, x: &[Vec3], gradient: &[Vec3]) -> f64 {
        let all = ordered::sum(self.vertices.len(), |k| {
            gradient[self.vertices[k] as usize].norm_squared()
        });
        let own = ordered::sum(self.vertices.len(), |k| self.force(k, x).norm_squared());
        (all / own).sqrt()
    }

    /// Moves the force that holds each vertex into its multiplier.
    pub fn update_multipliers(&mut self, x: &[Vec3]) {
        for k in 0..self.vertices.len() {
            let pull = self.stiffness * self.mass[k] * self.gap(k, x);
            self.multiplier[k] -= pull;
        }
    }

    fn force(&self, k: usize, x: &[Vec3]) -> Vec3 {
        self.stiffness * self.mass[k] * self.gap(k, x) - self.multiplier[k]
    }

    fn gap(&self, k: usize, x: &[Vec3]) -> Vec3 {
        x[self.vertices[k] as usize] - self.target[k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference_quotient(x: &[Vec3], value: impl Fn(&[Vec3]) -> f64) -> Vec<Vec3> {
        let mut moved = x.to_vec();
        let mut slope = |i: usize, c: usize| {
            moved[i][c] = x[i][c] + 1e-5;
            let above = value(&moved);
            moved[i][c] = x[i][c] - 1e-5;
            let below = value(&moved);
            moved[i][c] = x[i][c];
            (above - below) / 2e-5
        };
        (0..x.len())
            .map(|i| Vec3::new(slope(i, 0), slope(i, 1), slope(i, 2)))
            .collect()
    }

    fn assert_close(a: &[Vec3], b: &[Vec3]) {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).norm() < 1e-8 * (1.0 + b.norm()), "{a} against {b}");
        }
    }

    #[test]
    fn gradients_match_difference_quotients() {
        let x = [Vec3::new(0.1, 0.2, 0.3), Vec3::new(-1.0, 0.5, 2.0)];
        let inertia = Inertia {
            predicted: vec![Vec3::new(0.0, -0.1, 0.3), Vec3::zeros()],
            mass: vec![2.0, 0.5],
            force: vec![Vec3::x(), Vec3::new(0.1, -3.0, 0.0)],
        };
        let mut gradient = vec![Vec3::zeros(); 2];
        inertia.gradient(&x, &mut gradient);
        assert_close(&gradient, &difference_quotient(&x, |x| inertia.value(x)));

        let attachment = Attachment {
            vertices: vec![1],
            target: vec![Vec3::new(0.3, 0.3, 0.3)],
            mass: vec![0.7],
            multiplier: vec![Vec3::new(1.0, -2.0, 0.5)],
            stiffness: 11.0,
        };
        let mut gradient = vec![Vec3::zeros(); 2];
        attachment.gradient(&x, &mut gradient);
        assert_close(&gradient, &difference_quotient(&x, |x| attachment.value(x)));
    }

    #[test]
    fn multipliers_hold_a_vertex_against_a_load_without_a_gap() {
        // A constant load f is balanced at gap 0 once the multiplier equals it.
        let load = Vec3::new(0.0, -3.0, 0.0);
        let mut attachment = Attachment {
            vertices: vec![0],
            target: vec![Vec3::zeros()],
            mass: vec![1.0],
            multiplier: vec![Vec3::zeros()],
            stiffness: 10.0,
        };
        let mut x = [Vec3::zeros()];
        for _ in 0..30 {
            // minimiser of attachment - load·x
            x[0] = (load + attachment.multiplier[0]) / 10.0;
            attachment.update_multipliers(&x);
        }
        assert!(x[0].norm() < 1e-12);
        assert!((attachment.multiplier[0] + load).norm() < 1e-12);
    }
}
