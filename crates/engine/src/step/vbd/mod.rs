//! Vertex Block Descent (Chen et al. 2024): a fixed number of sweeps over the vertices, each of which
//! goes to the minimum of what it feels; with Offset Geometric Contact every vertex stays within bounds that keep it
//! from passing through anything (Chen et al. 2025).

mod colouring;
mod descent;
mod fans;
mod flight;
mod layout;
mod schedule;
mod sweep;
mod sweep_contacts;
mod unsolved;

use std::sync::Arc;

use self::descent::Descent;
use self::fans::{Fans, fan_of};
pub use self::flight::{Pieces, Takeoff};
pub use self::layout::{Numbering, SweepLayout};
pub use self::schedule::{
    Backend, EXTRA_ROUND, RoundSchedule, SweepLimits, SweepProgress, descend,
};
use self::unsolved::judge;
pub use self::unsolved::{BALANCE_TOLERANCE, StepForces, reasons};
use super::{Minimiser, Minimum, StepError, TimeStep};
use crate::model::Model;
use crate::settings::Finish;

/// The minimiser `vbd`: a model as its sweeps read it.
pub struct BlockDescent {
    layout: SweepLayout<f64>,
    fans: Fans,
    pieces: Pieces,
}

impl BlockDescent {
    /// The minimiser of steps of `model`.
    pub fn new(model: &Arc<Model>) -> Self {
        let moves: Vec<bool> = model.mass.iter().map(|&mass| mass > 0.0).collect();
        let layout = SweepLayout::new(model, Numbering::new(model, &moves));
        let elements = layout.elements.view();
        // Those without a fan last: the most spokes come first.
        let spokes: Vec<usize> = (0..layout.numbering.order.len() as u32)
            .map(|v| fan_of(&elements, v).map_or(0, |fan| fan.len()))
            .collect();
        let numbering = layout.numbering.clone();
        let numbering = numbering.sorted_by(|k| std::cmp::Reverse(spokes[k as usize]));
        let layout = SweepLayout::new(model, numbering);
        BlockDescent {
            fans: Fans::new(&layout.elements.view(), &layout.numbering.colours),
            layout,
            pieces: Pieces::new(model),
        }
    }
}

impl Minimiser for BlockDescent {
    fn minimise(&mut self, step: &mut TimeStep) -> Result<Minimum, StepError> {
        Descent::begin(step, self).run()?;
        if step.model.settings.vbd.finish == Finish::Sweeps {
            step.detect_touching();
            if !step.model.friction.is_frictionless() {
                // Sweeps have no friction that is lagged.
                step.lag_friction(step.potential.contact.stiffness());
            }
            step.measure();
            judge(step, &self.pieces);
        }
        Ok(Minimum::Positions)
    }
}
