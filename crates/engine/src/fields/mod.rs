//! Fields of a state: what it is strained and stressed by, and which forces act, in SI units.
//!
//! | field | of | unit | definition |
//! |---|---|---|---|
//! | `velocity` | vertices | m/s | v |
//! | `acceleration` | vertices | m/s² | (v¹ - v⁰) / h over the last step |
//! | `contact_force` | vertices | N | -∇C, the gradient of the contact potential |
//! | `friction_force` | vertices | N | -∇F, with the contact forces that the step was solved with |
//! | `reaction_force` | vertices | N | what holds or drives prescribed vertices and obstacles |
//! | `contact_pressure` | vertices | Pa | contact force over a third of the area around the vertex as seen along the force; in the plane over half the length of the edges |
//! | `normal` | vertices | 1 | unit normal of the surface, outward, weighted by area |
//! | `deformation_gradient` | tets, triangles | 1 | F = ∂x/∂X; 3x2 for cloth |
//! | `green_strain` | tets, triangles | 1 | (FᵀF - 1) / 2 |
//! | `cauchy_stress` | tets, triangles | Pa | P Fᵀ / det F; of cloth P Fᵀ over the ratio of areas, its thickness taken as unchanged |
//! | `von_mises` | tets, triangles | Pa | √(3/2 s:s), s the deviator of the Cauchy stress |
//! | `principal_stretches` | tets, triangles | 1 | singular values of F, largest first |
//! | `energy_density` | tets, triangles | J/m³ | Ψ(F), per volume at rest |
//! | `axial_force` | segments of rods | N | k (l - L), positive where it pulls |
//! | `bending_moment` | segments of rods | N m | the largest at its two ends, E I κ |
//! | `twist` | segments of rods | rad/m | the largest at its two ends, by size |
//! | `contacts` | pairs | | all that is known of each pair: see [`pairs`] |

mod elements;
mod pairs;
mod rods;
mod vertices;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_geometry::field::{FieldArray, FieldLocation};

use crate::forces::{NodeForces, PairForce};
use crate::model::Model;
use crate::state::State;

/// A field by its name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Velocity of vertices, m/s.
    Velocity,
    /// Acceleration of vertices over the last step, m/s².
    Acceleration,
    /// Force of contact on vertices, N.
    ContactForce,
    /// Force of friction on vertices, N.
    FrictionForce,
    /// Force that holds or drives prescribed vertices and obstacles, N.
    ReactionForce,
    /// Contact force over area at vertices, Pa.
    ContactPressure,
    /// Outward unit normal at vertices.
    Normal,
    /// Deformation gradient of tets and triangles.
    DeformationGradient,
    /// Green strain of tets and triangles.
    GreenStrain,
    /// Cauchy stress of tets and triangles, Pa.
    CauchyStress,
    /// Von Mises stress of tets and triangles, Pa.
    VonMises,
    /// Principal stretches of tets and triangles, largest first.
    PrincipalStretches,
    /// Energy density of tets and triangles, J/m³ at rest.
    EnergyDensity,
    /// Axial force of rod segments, N, positive where it pulls.
    AxialForce,
    /// Bending moment of rod segments, N m.
    BendingMoment,
    /// Twist of rod segments, rad/m.
    Twist,
    /// Pairs in contact: kind, vertices, bodies, distance, force, friction, sliding speed, whether they stick.
    Contacts,
}

impl FieldKind {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Velocity,
        Self::Acceleration,
        Self::ContactForce,
        Self::FrictionForce,
        Self::ReactionForce,
        Self::ContactPressure,
        Self::Normal,
        Self::DeformationGradient,
        Self::GreenStrain,
        Self::CauchyStress,
        Self::VonMises,
        Self::PrincipalStretches,
        Self::EnergyDensity,
        Self::AxialForce,
        Self::BendingMoment,
        Self::Twist,
        Self::Contacts,
    ];

    /// The word for it in scenes and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::ContactForce => "contact_force",
            Self::FrictionForce => "friction_force",
            Self::ReactionForce => "reaction_force",
            Self::ContactPressure => "contact_pressure",
            Self::Normal => "normal",
            Self::DeformationGradient => "deformation_gradient",
            Self::GreenStrain => "green_strain",
            Self::CauchyStress => "cauchy_stress",
            Self::VonMises => "von_mises",
            Self::PrincipalStretches => "principal_stretches",
            Self::EnergyDensity => "energy_density",
            Self::AxialForce => "axial_force",
            Self::BendingMoment => "bending_moment",
            Self::Twist => "twist",
            Self::Contacts => "contacts",
        }
    }
}

/// A state with the forces that act in it.
#[derive(Clone, Copy)]
pub struct LoadedState<'a> {
    /// The model.
    pub model: &'a Model,
    /// The state.
    pub state: &'a State,
    /// The forces where the step that led to it ended.
    pub forces: Option<&'a NodeForces>,
    /// The pairs that push there.
    pub pairs: Option<&'a [PairForce]>,
}

impl LoadedState<'_> {
    /// The arrays of a field, one for each location that the model has it at: none where it has nothing of that kind, or where
    /// forces were not recorded and it needs them.
    pub fn field(&self, kind: FieldKind) -> Vec<FieldArray> {
        match kind {
            FieldKind::Velocity
            | FieldKind::Acceleration
            | FieldKind::ContactForce
            | FieldKind::FrictionForce
            | FieldKind::ReactionForce
            | FieldKind::ContactPressure
            | FieldKind::Normal => vertices::field(self, kind).into_iter().collect(),
            FieldKind::DeformationGradient
            | FieldKind::GreenStrain
            | FieldKind::CauchyStress
            | FieldKind::VonMises
            | FieldKind::PrincipalStretches
            | FieldKind::EnergyDensity => elements::fields(self, kind),
            FieldKind::AxialForce | FieldKind::BendingMoment | FieldKind::Twist => {
                rods::field(self, kind).into_iter().collect()
            }
            FieldKind::Contacts => pairs::fields(self),
        }
    }
}

/// A field of `kind` from the rows of its entries.
fn array<const N: usize>(
    location: FieldLocation,
    kind: FieldKind,
    shape: &[usize],
    rows: impl IntoIterator<Item = [f64; N]>,
) -> FieldArray {
    FieldArray {
        location,
        name: kind.word().to_owned(),
        shape: shape.to_vec(),
        values: rows.into_iter().flatten().collect(),
    }
}
