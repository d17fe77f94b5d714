//! Units of quantities, by their names.

/// Endings and beginnings of names, and the unit of what is called so. The first that fits counts.
const BY_ENDING: [(&str, &str); 33] = [
    ("angular_momentum", "kg·m²/s"),
    ("momentum_balance", "N"),
    ("friction_residual", "N"),
    ("residual", "m/s"),
    ("momentum", "kg·m/s"),
    ("acceleration", "m/s²"),
    ("angular_velocity", "rad/s"),
    ("lost_motion", "m/s"),
    ("velocity", "m/s"),
    ("speed", "m/s"),
    ("force", "N"),
    ("torque", "N·m"),
    ("moment", "N·m"),
    ("contact", "N"),
    ("pressure", "Pa"),
    ("traction", "Pa"),
    ("stress", "Pa"),
    ("mises", "Pa"),
    ("energy_density", "J/m³"),
    ("energy", "J"),
    ("complementarity", "J"),
    ("kinetic", "J"),
    ("elastic", "J"),
    ("gravity", "J"),
    ("displacement", "m"),
    ("position", "m"),
    ("center", "m"),
    ("distance", "m"),
    ("gap", "m"),
    ("thickness", "m"),
    ("seconds", "s"),
    ("time", "s"),
    ("rss_mb", "MB"),
];

/// The unit of a quantity, by a name such as `contact_force` or a path such as `energy.kinetic`; empty where none is known.
pub fn unit_of(name: &str) -> &'static str {
    let parts: Vec<&str> = name
        .split(['.', ':'])
        .filter(|part| !part.is_empty())
        .collect();
    let of_part = |part: &&str| {
        let found = BY_ENDING.iter().find(|(ending, _)| part.ends_with(ending));
        found.map(|(_, unit)| *unit)
    };
    // The last words tell most; those before them tell where they are silent.
    parts.iter().rev().find_map(of_part).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_units() {
        let cases = [
            ("von_mises", "Pa"),
            ("vertex.contact_force", "N"),
            ("velocity.y", "m/s"),
            ("energy.barrier", "J"),
            ("energy:kinetic", "J"),
            ("seconds.total", "s"),
            ("iterations", ""),
            ("momentum", "kg·m/s"),
        ];
        for (name, unit) in cases {
            assert_eq!(unit_of(name), unit, "{name}");
        }
    }
}
