//! Which pairs are closer than the offsets of their bodies, exactly: for the certificate.

use tangency_geometry::Vec3;

use super::broad::{PairLook, Trees};
use super::kinds::{Configuration, PairGeometry};
use crate::model::Model;

/// Counts pairs at their offset or closer; memory is kept from call to call.
#[derive(Default)]
pub struct ThicknessCheck {
    trees: Trees,
}

impl ThicknessCheck {
    /// Number of admissible pairs that are not farther apart than their offset, where that is not zero; bodies
    /// without offsets are left to the test for intersections.
    pub fn count_violations(&mut self, model: &Model, x: &[Vec3]) -> u64 {
        if model.thickness.iter().all(|&thickness| thickness == 0.0) {
            return 0;
        }
        self.trees.forget();
        self.trees.fit_within(model, x, None, 0.0);
        let counts = self.trees.look_at_all(model, &Configuration { model, x });
        counts.iter().sum()
    }
}

impl PairLook<u64> for Configuration<'_> {
    fn look<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        count: &mut u64,
    ) {
        let offset = P::thickness(self.model, pair);
        if offset > 0.0 && self.model.is_admissible(P::vertices(pair)) {
            *count += u64::from(!P::is_apart(*self, pair, offset));
        }
    }
}
