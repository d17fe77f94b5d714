//! Bodies of a scene by number.

/// A body or obstacle of a scene, as [`Scene::add`](crate::Scene::add) gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyId {
    pub(crate) is_obstacle: bool,
    pub(crate) index: usize,
}

impl BodyId {
    pub(crate) fn body(index: usize) -> Self {
        let is_obstacle = false;
        Self { is_obstacle, index }
    }

    pub(crate) fn obstacle(index: usize) -> Self {
        let is_obstacle = true;
        Self { is_obstacle, index }
    }

    /// The body or obstacle at a place of a model, which has so many bodies before its obstacles.
    pub(crate) fn at(place: usize, bodies: usize) -> Self {
        match place.checked_sub(bodies) {
            Some(index) => Self::obstacle(index),
            None => Self::body(place),
        }
    }

    /// The number in a model, which has so many bodies before its obstacles.
    pub(crate) fn place(self, bodies: usize) -> usize {
        self.index + if self.is_obstacle { bodies } else { 0 }
    }
}
