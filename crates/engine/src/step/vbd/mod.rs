//! Time steps by Vertex Block Descent (Chen et al. 2024): a fixed number of sweeps over the vertices, each of which
//! goes to the minimum of what it feels; with Offset Geometric Contact every vertex stays within bounds that keep it
//! from passing through anything (Chen et al. 2025).

mod colouring;
mod descent;
mod program;
mod touching;

use std::sync::Arc;

use self::descent::Descent;
pub use self::program::{Numbering, Program};
use super::newton::Newton;
use super::solve::Solve;
use super::{Observer, StepError, StepReport, Stepper};
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::settings::Finish;
use crate::state::State;

/// Time steps by block descent.
pub struct Vbd {
    /// Potential and contacts, and what finishes a step to a tolerance.
    newton: Newton,
    program: Program<f64>,
}

impl Vbd {
    /// A stepper for `model` with the contact model of its settings.
    pub fn new(model: Arc<Model>) -> Self {
        let moves: Vec<bool> = model.mass.iter().map(|&mass| mass > 0.0).collect();
        let numbering = Numbering::new(&model, &moves);
        Vbd {
            program: Program::new(&model, numbering),
            newton: Newton::new(model),
        }
    }
}

impl Stepper for Vbd {
    fn observe(&mut self, observer: Observer) {
        self.newton.observe(observer);
    }

    fn watch(&mut self, paranoid: Paranoid) {
        self.newton.watch(paranoid);
    }

    fn continuous(&self) -> Option<&ContinuousReport> {
        self.newton.continuous()
    }

    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        let program = &self.program;
        self.newton.advance(state, |newton, state, start| {
            let mut descent = Descent::begin(newton, program, state, start);
            descent.run()?;
            let (x, report) = descent.finish();
            let mut solve = Solve::resume(newton, state, start, x, report);
            if solve.settings().vbd.finish == Finish::Newton {
                solve.run(state)?;
            }
            Ok(solve.finish(start.scale))
        })
    }
}
