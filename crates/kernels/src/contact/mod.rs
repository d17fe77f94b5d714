//! Contacts: which pairs are near and which of them push (Offset Geometric Contact, Chen et al. 2025), how far their
//! vertices may go, and what a vertex feels of them.

mod bounds;
mod detect;
mod frozen;
mod pair;
mod potential;
mod push;
mod search;
mod surface;

pub use bounds::{BoundingPlane, BoundingPlanes, SweepBounds};
pub use detect::{Detection, ball};
pub use frozen::FrozenContact;
pub use pair::{ContactPair, ContactPairKind};
pub use potential::{Law, Pushes, Rules, VertexContacts};
pub use push::{Push, Touch};
pub use search::{NearbyFeature, Search};
pub use surface::{GroundPlane, NONE, SurfaceFeatures};
pub use tangency_formulas::contact::TwoStage;
