//! Time steps by Vertex Block Descent (Chen et al. 2024): a fixed number of sweeps over the vertices, each of which
//! goes to the minimum of what it feels; with Offset Geometric Contact every vertex stays within bounds that keep it
//! from passing through anything (Chen et al. 2025).

mod colouring;
mod descent;
mod flight;
mod program;
mod touching;
mod unsolved;

use std::sync::Arc;

use self::descent::Descent;
pub use self::flight::{Pieces, Takeoff};
pub use self::program::{Numbering, Program};
use self::unsolved::judge;
pub use self::unsolved::{BALANCE_TOLERANCE, StepForces, reasons};
use super::newton::Newton;
use super::solve::Solve;
use super::{StepError, StepReport, Stepper};
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::settings::{Finish, OnUnsolved};
use crate::state::State;

/// Time steps by block descent.
pub struct Vbd {
    /// Potential and contacts, and what finishes a step to a tolerance.
    newton: Newton,
    program: Program<f64>,
    pieces: Pieces,
}

impl Vbd {
    /// A stepper for `model` with the contact model of its settings.
    pub fn new(model: Arc<Model>) -> Self {
        let moves: Vec<bool> = model.mass.iter().map(|&mass| mass > 0.0).collect();
        let numbering = Numbering::new(&model, &moves);
        Vbd {
            program: Program::new(&model, numbering),
            pieces: Pieces::new(&model),
            newton: Newton::new(model),
        }
    }
}

impl Stepper for Vbd {
    fn watch(&mut self, paranoid: Paranoid) {
        self.newton.watch(paranoid);
    }

    fn continuous(&self) -> Option<&ContinuousReport> {
        self.newton.continuous()
    }

    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        let (program, pieces) = (&self.program, &self.pieces);
        self.newton.advance(state, |newton, state, start| {
            let mut descent = Descent::begin(newton, program, pieces, state, start);
            descent.run()?;
            let (x, report) = descent.finish();
            let settings = &newton.model.settings;
            let (finish, on_unsolved) = (settings.vbd.finish, settings.on_unsolved);
            let mut solve = Solve::resume(newton, state, start, x, report);
            if finish == Finish::Newton {
                solve.run(state)?;
                return Ok(solve.finish(start.scale));
            }
            solve.adopt_friction();
            let (x, mut report) = solve.finish(start.scale);
            judge(newton, pieces, state, start, &x, &mut report);
            match on_unsolved {
                _ if report.unsolved.is_empty() => Ok((x, report)),
                OnUnsolved::Warn => Ok((x, report)),
                OnUnsolved::Error => Err(StepError::unsolved(&newton.model, &report)),
                OnUnsolved::Newton => {
                    report.unsolved.clear();
                    let mut solve = Solve::resume(newton, state, start, x, report);
                    solve.run(state)?;
                    Ok(solve.finish(start.scale))
                }
            }
        })
    }
}
