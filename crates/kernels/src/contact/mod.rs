//! Contacts: which pairs are near and which of them push (Offset Geometric Contact, Chen et al. 2025), how far their
//! vertices may go, and what a vertex feels of them.

mod detect;
mod pair;
mod share;
mod surface;

pub use detect::{BoundKind, Detection, ball};
pub use pair::{Pair, PairKind, Touch};
pub use share::{Contacts, Law};
pub use surface::{HalfSpace, NONE, Surface};
