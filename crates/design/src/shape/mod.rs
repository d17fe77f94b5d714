//! Shapes of bodies by a few numbers: displacements of the vertices that are linear in them.

mod control_points;
mod harmonic;

use tangency_engine::Vec3;
use thiserror::Error;

pub use control_points::{ControlPoints, Mirror, spread_points};
pub use harmonic::{HarmonicExtension, outer_vertices};

/// Share of its volume in the first shape that every tet keeps.
const LEAST_VOLUME: f64 = 0.02;

/// The vertices of a body, moved by a few numbers from where they are: x = x⁰ + Σ p field.
#[derive(Clone, Debug)]
pub struct ShapeVariable {
    /// Name of the body.
    pub body: String,
    /// Positions of its vertices in the first shape, m.
    pub first: Vec<Vec3>,
    /// Its tets.
    pub tets: Vec<[u32; 4]>,
    /// A displacement of every vertex for each number, per unit of that.
    pub fields: Vec<Vec<Vec3>>,
}

/// Why a shape cannot be.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ShapeError {
    /// A tet turns inside out, or nearly so.
    #[error("tet {tet} {vertices:?} of `{body}` would {}", share_in_words(*.share))]
    Inverted {
        /// The body.
        body: String,
        /// Number of the tet.
        tet: usize,
        /// Its vertices, by their numbers in the body.
        vertices: [u32; 4],
        /// Its volume as a share of that in the first shape.
        share: f64,
    },
    /// A field has not as many vectors as the body has vertices.
    #[error("mode {mode} has {found} vectors; `{body}` has {expected} vertices")]
    WrongLength {
        /// The body.
        body: String,
        /// The field.
        mode: usize,
        /// Its vectors.
        found: usize,
        /// Vertices of the body.
        expected: usize,
    },
}

fn share_in_words(share: f64) -> String {
    match share > 0.0 {
        true => format!("shrink to {:.1} % of its volume", 100.0 * share),
        false => "turn inside out".to_owned(),
    }
}

impl ShapeVariable {
    /// A shape by displacements that are given.
    pub fn new(
        body: &str,
        first: Vec<Vec3>,
        tets: Vec<[u32; 4]>,
        fields: Vec<Vec<Vec3>>,
    ) -> Result<Self, ShapeError> {
        let wrong = fields.iter().position(|field| field.len() != first.len());
        match wrong {
            Some(mode) => Err(ShapeError::WrongLength {
                body: body.to_owned(),
                mode,
                found: fields[mode].len(),
                expected: first.len(),
            }),
            None => Ok(ShapeVariable {
                body: body.to_owned(),
                first,
                tets,
                fields,
            }),
        }
    }

    /// Positions of the vertices for these numbers, m; refused where a tet would invert.
    pub fn positions(&self, numbers: &[f64]) -> Result<Vec<Vec3>, ShapeError> {
        let mut x = self.first.clone();
        for (number, field) in numbers.iter().zip(&self.fields) {
            for (x, by) in x.iter_mut().zip(field) {
                *x += *number * by;
            }
        }
        let volume = |x: &[Vec3], tet: &[u32; 4]| {
            let [a, b, c, d] = tet.map(|v| x[v as usize]);
            (b - a).dot(&(c - a).cross(&(d - a)))
        };
        let share = |tet: &[u32; 4]| volume(&x, tet) / volume(&self.first, tet);
        let worst = (self.tets.iter().map(share).enumerate())
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, share)| share.is_nan() || *share < LEAST_VOLUME);
        match worst {
            Some((tet, share)) => Err(ShapeError::Inverted {
                body: self.body.clone(),
                tet,
                vertices: self.tets[tet],
                share,
            }),
            None => Ok(x),
        }
    }

    /// The derivatives by the numbers, from those by the positions of the vertices.
    pub fn pull_back(&self, by_positions: &[Vec3]) -> Vec<f64> {
        let along = |field: &Vec<Vec3>| {
            let pairs = field.iter().zip(by_positions);
            pairs.map(|(by, slope)| by.dot(slope)).sum()
        };
        self.fields.iter().map(along).collect()
    }
}
