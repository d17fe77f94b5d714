//! The methods that a world is simulated by.

use std::fmt;

use clap::ValueEnum;

/// Contact model and minimiser of a world, or what it is instead of a world that can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Method {
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

impl Method {
    /// All of them, each as often as its share of worlds.
    pub const SHARES: [Method; 16] = [
        Method::Ipc,
        Method::Ipc,
        Method::Ipc,
        Method::Ipc,
        Method::Convergent,
        Method::Gcp,
        Method::Gcp,
        Method::Ogc,
        Method::Ogc,
        Method::IpcVbd,
        Method::OgcVbd,
        Method::OgcVbd,
        Method::Gpu,
        Method::Plane,
        Method::Plane,
        Method::Wrong,
    ];

    /// Whether block descent ends its steps after a number of sweeps, solved or not.
    pub fn is_descent(self) -> bool {
        matches!(self, Method::IpcVbd | Method::OgcVbd | Method::Gpu)
    }

    /// Name of the minimiser in a scene.
    pub fn stepper(self) -> &'static str {
        match self {
            Method::IpcVbd | Method::OgcVbd => "vbd",
            Method::Gpu => "gpu",
            _ => "newton",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}
