//! Observers, who are told of every step.

use tangency_engine::StepReport;

use super::Simulation;
use crate::error::Error;

/// Told of every step of a [`Simulation`]: see [`Simulation::observe`]. Closures are observers that do nothing at the end.
///
/// ```
/// use tangency::prelude::*;
///
/// /// Refuses to go on when a step is hard.
/// struct Patience(u32);
///
/// impl StepObserver for Patience {
///     fn after_step(&mut self, _: &Simulation, report: &StepReport) -> Result<(), Error> {
///         match report.iterations > self.0 {
///             true => Err(Error::Observer("this takes too long".into())),
///             false => Ok(()),
///         }
///     }
/// }
///
/// let mut scene = Scene::new().ground(0.0);
/// scene.add(Solid::cube(0.1).at([0.0, 0.2, 0.0]));
/// let mut sim = scene.simulate()?;
/// sim.observe(Patience(0));
/// assert!(sim.run_until(1.0).is_err());
/// # Ok::<(), Error>(())
/// ```
pub trait StepObserver {
    /// A step is done and certified. An error ends the run; the step counts.
    fn after_step(&mut self, simulation: &Simulation, report: &StepReport) -> Result<(), Error>;

    /// Whether it writes what has to follow from the scene alone: positions and velocities cannot be set then.
    fn records(&self) -> bool {
        false
    }

    /// The simulation ends, by [`Simulation::finish`].
    fn finish(&mut self, _simulation: &Simulation) -> Result<(), Error> {
        Ok(())
    }
}

impl<F: FnMut(&Simulation, &StepReport) -> Result<(), Error>> StepObserver for F {
    fn after_step(&mut self, simulation: &Simulation, report: &StepReport) -> Result<(), Error> {
        self(simulation, report)
    }
}
