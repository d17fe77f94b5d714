//! Fields over a mesh: a number, vector or matrix for each vertex, element or pair in contact.

use std::fmt;

/// The things that a field has one entry for each of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldLocation {
    /// The vertices.
    Vertex,
    /// The tets.
    Tet,
    /// The elastic triangles: of shells, in the plane of solids.
    Triangle,
    /// The elastic segments, of rods.
    Segment,
    /// The pairs in contact, whose number changes from state to state.
    Pair,
}

impl FieldLocation {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Vertex,
        Self::Tet,
        Self::Triangle,
        Self::Segment,
        Self::Pair,
    ];

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Tet => "tet",
            Self::Triangle => "triangle",
            Self::Segment => "segment",
            Self::Pair => "pair",
        }
    }
}

impl fmt::Display for FieldLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A field: numbers, vectors or matrices, one for each thing of its location.
///
/// ```
/// use tangency_geometry::field::{FieldArray, FieldLocation};
///
/// let field = FieldArray {
///     location: FieldLocation::Vertex,
///     name: "velocity".to_owned(),
///     shape: vec![3],
///     values: vec![0.0, 1.0, 0.0, 0.0, 2.0, 0.0],
/// };
/// assert_eq!((field.len(), field.entry(1)), (2, &[0.0, 2.0, 0.0][..]));
/// assert_eq!(field.key(), "vertex.velocity");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldArray {
    /// The things that it is of.
    pub location: FieldLocation,
    /// Name, such as `von_mises`.
    pub name: String,
    /// Shape of one entry: empty for a number, `[3]` for a vector, `[3, 3]` for a matrix (by rows).
    pub shape: Vec<usize>,
    /// All entries, one after the other, in SI units.
    pub values: Vec<f64>,
}

impl FieldArray {
    /// Numbers in one entry.
    pub fn width(&self) -> usize {
        self.shape.iter().product()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.values.len() / self.width().max(1)
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The numbers of one entry.
    pub fn entry(&self, k: usize) -> &[f64] {
        let width = self.width();
        &self.values[k * width..(k + 1) * width]
    }

    /// The name in files: `LOCATION.NAME`.
    pub fn key(&self) -> String {
        format!("{}.{}", self.location, self.name)
    }
}
