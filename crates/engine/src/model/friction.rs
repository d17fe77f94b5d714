//! Who rubs against whom, and how much: Coulomb's coefficient of every pair of bodies.
//!
//! Two bodies meet with the coefficient given for the pair; where none is given, with the geometric mean of
//! their own ones, so that a slippery body slips on everything. A half-space that has a coefficient has it
//! with every body; one without takes the body's.

/// A side of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// A body or obstacle, by its number.
    Body(u32),
    /// A half-space, by its number.
    HalfSpace(u32),
}

/// The coefficients as the user gives them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionTable {
    /// Coefficient of bodies that have none of their own.
    pub default: f64,
    /// Bodies and half-spaces with their own.
    pub own: Vec<(Side, f64)>,
    /// Pairs with their own; the last one given counts.
    pub pairs: Vec<(Side, Side, f64)>,
}

/// The coefficients, ready to be looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Friction {
    bodies: Vec<f64>,
    half_spaces: Vec<Option<f64>>,
    /// Sorted by pair, smaller side first.
    pairs: Vec<((Side, Side), f64)>,
    is_frictionless: bool,
}

impl Friction {
    /// Resolves a table for so many bodies and half-spaces.
    pub fn new(table: &FrictionTable, bodies: usize, half_spaces: usize) -> Self {
        let mut friction = Friction {
            bodies: vec![table.default; bodies],
            half_spaces: vec![None; half_spaces],
            ..Friction::default()
        };
        for &(side, mu) in &table.own {
            match side {
                Side::Body(body) => friction.bodies[body as usize] = mu,
                Side::HalfSpace(plane) => friction.half_spaces[plane as usize] = Some(mu),
            }
        }
        // The last one given for a pair comes first, and is kept.
        let given = table.pairs.iter().rev();
        friction.pairs = given
            .map(|&(a, b, mu)| ((a.min(b), a.max(b)), mu))
            .collect();
        friction.pairs.sort_by_key(|pair| pair.0);
        friction.pairs.dedup_by_key(|pair| pair.0);
        let mut all = friction.bodies.iter().copied();
        friction.is_frictionless = all.all(|mu| mu == 0.0)
            && friction.half_spaces.iter().flatten().all(|&mu| mu == 0.0)
            && friction.pairs.iter().all(|pair| pair.1 == 0.0);
        friction
    }

    /// Whether nothing rubs at all.
    pub fn is_frictionless(&self) -> bool {
        self.is_frictionless
    }

    /// The coefficient between two bodies; the same one twice rubs against itself.
    pub fn between(&self, a: u32, b: u32) -> f64 {
        let (a, b) = (a.min(b), a.max(b));
        self.given(Side::Body(a), Side::Body(b)).unwrap_or_else(|| {
            let (mu_a, mu_b) = (self.bodies[a as usize], self.bodies[b as usize]);
            if mu_a == mu_b {
                mu_a
            } else {
                (mu_a * mu_b).sqrt()
            }
        })
    }

    /// The coefficient between a body and a half-space.
    pub fn on_half_space(&self, body: u32, plane: u32) -> f64 {
        self.given(Side::Body(body), Side::HalfSpace(plane))
            .or(self.half_spaces[plane as usize])
            .unwrap_or(self.bodies[body as usize])
    }

    fn given(&self, a: Side, b: Side) -> Option<f64> {
        let found = self.pairs.binary_search_by_key(&(a, b), |pair| pair.0);
        found.ok().map(|k| self.pairs[k].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_before_planes_before_bodies() {
        let table = FrictionTable {
            default: 0.4,
            own: vec![(Side::Body(1), 0.1), (Side::HalfSpace(0), 0.7)],
            pairs: vec![
                (Side::Body(0), Side::Body(2), 0.6),
                (Side::Body(2), Side::Body(0), 0.9),
                (Side::HalfSpace(0), Side::Body(2), 0.2),
            ],
        };
        let friction = Friction::new(&table, 3, 2);
        assert_eq!(friction.between(0, 0), 0.4);
        assert!((friction.between(1, 0) - 0.2).abs() < 1e-15);
        assert_eq!(friction.between(0, 2), 0.9);
        assert_eq!(friction.on_half_space(1, 0), 0.7);
        assert_eq!(friction.on_half_space(2, 0), 0.2);
        assert_eq!(friction.on_half_space(1, 1), 0.1);
        assert!(!friction.is_frictionless());
        assert!(Friction::new(&FrictionTable::default(), 3, 2).is_frictionless());
    }
}
