//! The vectors of a field, to be drawn as arrows.

use tangency_geometry::Vec3;
use tangency_io::run_folder::{FieldArray, FieldLocation, Topology};

use super::{FieldChoice, FieldError};

/// A vector of a field, in the field's unit, and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldVector {
    /// Place, m.
    pub at: Vec3,
    /// The vector.
    pub vector: Vec3,
}

/// Reads the vectors of a field out of frames.
pub struct ArrowField<'a> {
    topology: &'a Topology,
    choice: FieldChoice,
}

impl<'a> ArrowField<'a> {
    /// A field of vectors of the contact points or of the pairs in contact.
    pub fn new(topology: &'a Topology, choice: FieldChoice) -> Self {
        Self { topology, choice }
    }

    /// The vectors of a frame that are not zero, at the points `x` (m) or where the pairs are.
    pub fn vectors(
        &self,
        fields: &[FieldArray],
        x: &[Vec3],
    ) -> Result<Vec<FieldVector>, FieldError> {
        let found = self.choice.find(fields)?;
        let at_points = [FieldLocation::Vertex, FieldLocation::Pair];
        let field = found
            .iter()
            .find(|field| at_points.contains(&field.location));
        let field = field.ok_or_else(|| FieldError::OfElements(self.choice.to_string()))?;
        let vectors =
            triples(field).ok_or_else(|| FieldError::NoVectors(self.choice.to_string()))?;
        let drawn: Vec<FieldVector> = if field.location == FieldLocation::Pair {
            let is_place =
                |f: &&FieldArray| f.location == FieldLocation::Pair && f.name == "position";
            let places = fields.iter().find(is_place).and_then(triples);
            let places = places.ok_or_else(|| FieldError::NoPlaces(self.choice.to_string()))?;
            pairs_of(places, vectors)
        } else {
            let points = self.topology.points.iter().map(|&v| v as usize);
            let point = |v: usize| Some((*x.get(v)?, *vectors.get(v)?));
            let (places, vectors) = points.filter_map(point).unzip();
            pairs_of(places, vectors)
        };
        Ok(drawn)
    }
}

fn pairs_of(places: Vec<Vec3>, vectors: Vec<Vec3>) -> Vec<FieldVector> {
    let all = places.into_iter().zip(vectors);
    let all = all.map(|(at, vector)| FieldVector { at, vector });
    all.filter(|v| v.vector.norm() > 0.0 && v.vector.norm().is_finite())
        .collect()
}

/// The entries of a field of vectors.
fn triples(field: &FieldArray) -> Option<Vec<Vec3>> {
    let entries = field.values.chunks_exact(3);
    (field.shape == [3]).then(|| entries.map(|e| Vec3::new(e[0], e[1], e[2])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_drawn_where_they_are() {
        let topology = Topology::default();
        let field = |name: &str, values: &[f64]| FieldArray {
            location: FieldLocation::Pair,
            name: name.to_owned(),
            shape: vec![3],
            values: values.to_vec(),
        };
        let force = field("force", &[0.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
        let place = field("position", &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0]);
        let arrows = ArrowField::new(&topology, "force".parse().unwrap());
        let drawn = arrows.vectors(&[force.clone(), place], &[]).unwrap();
        assert_eq!(drawn.len(), 1, "a zero vector has no arrow");
        assert_eq!(drawn[0].at, Vec3::new(1.0, 1.0, 1.0));
        let error = arrows.vectors(&[force], &[]).unwrap_err();
        assert_eq!(error, FieldError::NoPlaces("force".to_owned()));
    }
}
