//! The numbers of Offset Geometric Contact.

/// Contact radius, query radius and stiffness.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OgcParameters {
    /// Gap below which bodies repel each other, m.
    pub radius: f64,
    /// Gap up to which pairs are looked for, m.
    pub query_radius: f64,
    /// Stiffness of a contact, N/m.
    pub stiffness: f64,
    /// Origin of each of the three, in words.
    pub reasons: [String; 3],
}

impl OgcParameters {
    /// The three numbers and where they come from, a line each.
    pub fn describe(&self) -> [String; 3] {
        let [radius, query, stiffness] = &self.reasons;
        [
            format!("contact radius {:.3e} m: {radius}", self.radius),
            format!("query radius {:.3e} m: {query}", self.query_radius),
            format!("contact stiffness {:.3e} N/m: {stiffness}", self.stiffness),
        ]
    }
}
