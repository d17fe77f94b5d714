//! What the page shows.

use serde_json::Value;

use crate::error::ViewError;

/// A curve that the page asks for: a number of one vertex or triangle in all frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveQuestion {
    /// The field; positions where there is none.
    pub field: Option<String>,
    /// The vertex.
    pub vertex: usize,
    /// The triangle that was picked.
    pub triangle: Option<usize>,
}

/// A run, a scene, or a simulation under way, as the page asks for it.
pub trait Subject: Send + Sync {
    /// Names, counts, frames, times, fields: all that is small.
    fn manifest(&self) -> Result<Value, ViewError>;

    /// What does not change: rest positions, triangles, segments, bodies; a [`Pack`](crate::pack::Pack).
    fn mesh(&self) -> Result<Vec<u8>, ViewError>;

    /// Positions at the end of a step, less the manifest's origin: single precision, three numbers a vertex.
    fn frame(&self, step: u64) -> Result<Vec<u8>, ViewError>;

    /// A field at the end of a step, at vertices or on triangles and edges; a pack.
    fn colour(&self, field: &str, step: u64) -> Result<Vec<u8>, ViewError>;

    /// The pairs in contact at the end of a step; a pack.
    fn pairs(&self, step: u64) -> Result<Vec<u8>, ViewError>;

    /// The closest pairs at the end of a step, at most `most`; a pack.
    fn closest_pairs(&self, step: u64, most: usize) -> Result<Vec<u8>, ViewError>;

    /// Statistics as columns by name.
    fn statistics(&self) -> Result<Value, ViewError>;

    /// A curve over the frames.
    fn curve(&self, question: &CurveQuestion) -> Result<Vec<u8>, ViewError>;

    /// What may have changed since: a version, the number of frames, how far a step is.
    fn status(&self) -> Value;

    /// Carries out a word of the page, such as `pause`; `false` where it means nothing.
    fn command(&self, _word: &str) -> bool {
        false
    }
}
