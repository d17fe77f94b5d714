//! The scenes that are killed.

/// A scene by name and text.
#[derive(Clone, Copy, Debug)]
pub struct KilledScene {
    /// The name.
    pub name: &'static str,
    /// The scene file.
    pub text: &'static str,
}

/// Cloth with limits, twisting rods, friction, block descent.
pub const SCENES: [KilledScene; 4] = [
    KilledScene {
        name: "cloth",
        text: include_str!("scenes/cloth.toml"),
    },
    KilledScene {
        name: "rods",
        text: include_str!("scenes/rods.toml"),
    },
    KilledScene {
        name: "friction",
        text: include_str!("scenes/friction.toml"),
    },
    KilledScene {
        name: "vbd",
        text: include_str!("scenes/vbd.toml"),
    },
];
