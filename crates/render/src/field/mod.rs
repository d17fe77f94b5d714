//! Fields of a run in pictures: which one is meant, what it is on the surface, and its arrows.

mod arrows;
mod choice;
mod surface;
mod units;

pub use arrows::{ArrowField, FieldVector};
pub use choice::{FieldChoice, FieldError, components};
pub use surface::{SurfaceMap, SurfaceValues};
pub use units::unit_of;
