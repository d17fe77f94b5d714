//! All pairs in contact at one configuration, for those who look on.

use tangency_geometry::Vec3;

use super::broad::Trees;
use super::closest::Closest;
use super::kinds::Configuration;
use super::pairs::Pairs;
use crate::model::Model;

/// All admissible pairs closer than d̂ (plus thickness) at `x`, the closest first, whatever the contact model. Each is that
/// of the closest features: a vertex over the border of a triangle is a pair with the border's edge, or its end.
pub fn pairs_within_reach(model: &Model, x: &[Vec3]) -> Vec<Closest> {
    let mut trees = Trees::new();
    trees.fit(model, x, None);
    let mut found: Vec<Closest> = Vec::new();
    let at = Configuration { model, x };
    Pairs::find(model, x, &trees).visit_gaps(at, |primitives, _| {
        found.push(Closest {
            distance: primitives.distance(model, x),
            primitives,
        });
    });
    found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    found
}
