//! Forces that cannot be trusted: those of bodies on which the solver has left too much.

use super::ForceBalance;

/// Share of the largest force on a body that may be left unbalanced before its forces are doubtful. Reported forces are wrong by
/// about what is left, and 5 % is what a reader of a force still takes for granted.
pub const DOUBTFUL_SHARE: f64 = 0.05;

/// A body whose forces in a step cannot be trusted.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubtfulForces {
    /// Name of the body.
    pub body: String,
    /// Size of the force that the solver has left on it, N.
    pub unbalanced: f64,
    /// Size of the largest force on it, N.
    pub acting: f64,
}

impl DoubtfulForces {
    /// The tolerance that should do for a step that ended with `residual`, m/s, where what is left shrinks with it: a power of
    /// ten. It is below the residual, so that the step takes one more iteration at least.
    pub fn better_tolerance(&self, residual: f64) -> f64 {
        let wanted = residual * DOUBTFUL_SHARE * self.acting / self.unbalanced;
        10_f64.powf(wanted.log10().floor())
    }
}

impl ForceBalance {
    /// Bodies on which the solver has left more than [`DOUBTFUL_SHARE`] of the largest force.
    pub fn doubtful(&self) -> Vec<DoubtfulForces> {
        let all = self.bodies.iter().map(|(name, motion)| DoubtfulForces {
            body: name.clone(),
            unbalanced: motion.unbalanced.norm(),
            acting: motion.acting,
        });
        let is_doubtful = |found: &DoubtfulForces| {
            found.acting > 0.0 && found.unbalanced > DOUBTFUL_SHARE * found.acting
        };
        all.filter(is_doubtful).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forces::BodyMotion;
    use tangency_geometry::Vec3;

    fn doubts(unbalanced: f64, acting: f64) -> Vec<DoubtfulForces> {
        let motion = BodyMotion {
            unbalanced: Vec3::new(0.0, -unbalanced, 0.0),
            acting,
            ..BodyMotion::default()
        };
        let mut balance = ForceBalance::default();
        balance.bodies.insert("body".to_owned(), motion);
        balance.doubtful()
    }

    #[test]
    fn forces_are_doubtful_where_a_twentieth_of_the_largest_is_left() {
        assert_eq!(doubts(0.049, 1.0), []);
        assert_eq!(doubts(1e-12, 0.0), [], "nothing acts: nothing is read");
        let [found] = &doubts(0.5, 1.0)[..] else {
            panic!("half of the force is left");
        };
        assert_eq!((found.unbalanced, found.acting), (0.5, 1.0));
        let better = found.better_tolerance(1e-3);
        assert!((better / 1e-4 - 1.0).abs() < 1e-12, "{better}");
    }
}
