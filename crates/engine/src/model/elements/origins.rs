//! Shells and rods as they were added: what their elements follow from, for those who want to know how these change with it.

use std::sync::Arc;

use crate::model::bodies::{Rods, Shell};

/// All shells and rods of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins {
    /// Shells, in the order of their triangles.
    pub shells: Vec<Origin<Shell>>,
    /// Rods, in the order of their segments.
    pub rods: Vec<Origin<Rods>>,
}

/// A body as it was added, but for its velocities.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin<B> {
    /// The number of its first vertex in the model.
    pub first: u32,
    /// The body.
    pub body: Arc<B>,
}

impl Origin<Shell> {
    /// A shell whose first vertex has the number `first`.
    pub(super) fn of_shell(shell: &Shell, first: u32) -> Self {
        let body = Arc::new(Shell {
            name: shell.name.clone(),
            mesh: shell.mesh.clone(),
            rest: shell.rest.clone(),
            velocity: Vec::new(),
            ..*shell
        });
        Origin { first, body }
    }
}

impl Origin<Rods> {
    /// Rods whose first vertex has the number `first`.
    pub(super) fn of_rods(rods: &Rods, first: u32) -> Self {
        let body = Arc::new(Rods {
            name: rods.name.clone(),
            mesh: rods.mesh.clone(),
            rest: rods.rest.clone(),
            velocity: Vec::new(),
            ..*rods
        });
        Origin { first, body }
    }
}
