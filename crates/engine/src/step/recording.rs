//! The forces where a step ends, for those who want to know.

use tangency_geometry::Vec3;

use super::integrator::Integration;
use super::{Minimum, TimeStep};
use crate::energy::Energy as _;
use crate::forces::{NodeForces, PairForce};
use crate::state::State;

impl TimeStep {
    /// The forces at the end `x` of the step from `start`; velocities are not known yet.
    pub(super) fn end_forces(
        &mut self,
        x: &[Vec3],
        start: &State,
        minimum: &Minimum,
        integration: &Integration,
    ) -> NodeForces {
        let model = &self.model;
        let potential = &mut self.potential;
        if let Minimum::PositionsAndVelocities(_) = minimum {
            potential.contact.detect(x);
            let kappa = potential.contact.stiffness();
            potential.friction.contacts = potential.contact.friction_contacts(x, kappa);
        }
        let of = |scale: f64, add: &dyn Fn(&mut [Vec3])| -> Vec<Vec3> {
            let mut gradient = vec![Vec3::zeros(); x.len()];
            add(&mut gradient);
            gradient.into_iter().map(|g| -g / scale).collect()
        };
        let mut elastic_energy = vec![0.0; x.len()];
        for term in &potential.elastic {
            term.add_energies(x, &mut elastic_energy);
        }
        let energies = elastic_energy.iter_mut();
        energies.for_each(|energy| *energy /= integration.scale);
        let mut residual = of(integration.scale, &|out| potential.gradient(x, out));
        for (v, force) in residual.iter_mut().enumerate() {
            if model.mass[v] == 0.0 || model.schedule.at(&self.programs, v as u32).is_some() {
                *force = Vec3::zeros();
            }
        }
        let slots = (0..x.len() as u32).map(|v| model.schedule.at(&self.programs, v));
        NodeForces {
            elastic: of(integration.scale, &|out| {
                for term in &potential.elastic {
                    term.gradient(x, out);
                }
                if let Some(damping) = &potential.damping {
                    damping.gradient(x, out);
                }
            }),
            contact: of(integration.contact_scale, &|out| {
                potential.contact.gradient(x, out);
            }),
            friction: of(integration.contact_scale, &|out| {
                potential.friction.gradient(x, out);
            }),
            outside: (self.outside.iter().zip(&model.mass))
                .map(|(a, mass)| *mass * a)
                .collect(),
            reaction: Vec::new(),
            residual,
            acceleration: start.v.clone(),
            displacement: x.iter().zip(&start.x).map(|(x, start)| x - start).collect(),
            elastic_energy,
            program: slots.map(|slot| slot.map(|slot| slot.program)).collect(),
            strain_limit_stiffness: (potential.elastic.iter())
                .find_map(|term| term.strain_limit_stiffness()),
        }
    }

    /// The forces where the last step ended, where they are recorded.
    pub fn forces(&self) -> Option<&NodeForces> {
        self.forces.as_ref()
    }

    /// The pairs that push where the last step ended, at the positions `x`, where forces are recorded.
    pub fn pair_forces(&self, x: &[Vec3]) -> Option<Vec<PairForce>> {
        let forces = self.forces.as_ref()?;
        let scale = self.dt.powi(2);
        let (contact, displacement) = (&*self.potential.contact, &forces.displacement[..]);
        Some(PairForce::all(
            &self.model,
            contact,
            x,
            displacement,
            scale,
            self.dt,
        ))
    }
}
