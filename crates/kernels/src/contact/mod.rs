//! Contacts: which pairs are near and which of them push (Offset Geometric Contact, Chen et al. 2025), how far their
//! vertices may go, and what a vertex feels of them.

mod detect;
mod pair;
mod push;
mod search;
mod share;
mod surface;

pub use detect::{Detection, ball};
pub use pair::{Pair, PairKind};
pub use push::{Push, Touch};
pub use search::{Found, Search};
pub use share::{Contacts, Law, Pushes, Rules};
pub use surface::{HalfSpace, NONE, Surface};
pub use tangency_formulas::contact::TwoStage;
