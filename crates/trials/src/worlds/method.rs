//! The methods that a world is simulated by.

use std::fmt;

use clap::ValueEnum;

/// Contact model and minimiser of a world, or what it is instead of a world that can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum WorldMethod {
    /// Log barriers, Newton
    Ipc,
    /// Barriers per area, Newton
    Convergent,
    /// Geometric contact potential, Newton
    Gcp,
    /// Offset contact, Newton
    Ogc,
    /// Log barriers, block descent
    IpcVbd,
    /// Offset contact, block descent
    OgcVbd,
    /// Offset contact, block descent of the GPU, emulated
    Gpu,
    /// A planar scene, Newton
    Plane,
    /// Bodies that begin inside one another: must be refused
    Wrong,
}

impl WorldMethod {
    /// All of them, each as often as its share of worlds.
    pub const SHARES: [WorldMethod; 16] = [
        WorldMethod::Ipc,
        WorldMethod::Ipc,
        WorldMethod::Ipc,
        WorldMethod::Ipc,
        WorldMethod::Convergent,
        WorldMethod::Gcp,
        WorldMethod::Gcp,
        WorldMethod::Ogc,
        WorldMethod::Ogc,
        WorldMethod::IpcVbd,
        WorldMethod::OgcVbd,
        WorldMethod::OgcVbd,
        WorldMethod::Gpu,
        WorldMethod::Plane,
        WorldMethod::Plane,
        WorldMethod::Wrong,
    ];

    /// Whether block descent ends its steps after a number of sweeps, solved or not.
    pub fn is_descent(self) -> bool {
        matches!(
            self,
            WorldMethod::IpcVbd | WorldMethod::OgcVbd | WorldMethod::Gpu
        )
    }

    /// Name of the minimiser in a scene.
    pub fn stepper(self) -> &'static str {
        match self {
            WorldMethod::IpcVbd | WorldMethod::OgcVbd => "vbd",
            WorldMethod::Gpu => "gpu",
            _ => "newton",
        }
    }
}

impl fmt::Display for WorldMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}
