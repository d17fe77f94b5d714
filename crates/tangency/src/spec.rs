//! The types of the scene language that bodies are written in.

pub use tangency_engine::{Damping, Integrator, Length};
pub use tangency_scene::document::boundary::{
    BoundarySpec, BoxRegion, BoxSide, EndRegion, MotionPieceSpec, PlaneRegion, Select, SphereRegion,
};
pub use tangency_scene::document::embed::{EmbedContactSpec, EmbedSpec};
pub use tangency_scene::document::friction::{FrictionPair, GroundSpec};
pub use tangency_scene::document::load::LoadSpec;
pub use tangency_scene::document::material::{MaterialChoice, MaterialModel, MaterialSpec};
pub use tangency_scene::document::values::{
    AxisAngle, LengthUnit, OneOrMany, Rotate, Scale, Triple,
};
pub use tangency_scene::document::{BodySpec, Document, HalfSpaceSpec, ObstacleSpec, RestSpec};
