//! The field that somebody means: `von_mises`, `velocity.y`, `tet.cauchy_stress.xx`; `-` is the same as `_`.

use std::fmt;
use std::str::FromStr;

use tangency_io::run_folder::{FieldArray, FieldLocation};
use thiserror::Error;

/// Why a field cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldError {
    /// Words that name no field.
    #[error(
        "{0:?} is no name of a field; give NAME, NAME.COMPONENT or LOCATION.NAME, as in von_mises, velocity.y or tet.von_mises"
    )]
    Words(String),
    /// The frame has fields, but not this one.
    #[error("there is no field {asked}; there are {}", .known.join(", "))]
    Unknown {
        /// The words.
        asked: String,
        /// The fields of the frame.
        known: Vec<String>,
    },
    /// A component that the field does not have.
    #[error("the field {field} has no component {component}; it has {}", .known.join(", "))]
    Component {
        /// The field.
        field: String,
        /// The component asked for.
        component: String,
        /// The components that it has.
        known: Vec<String>,
    },
    /// A field of pairs, which lie on no surface.
    #[error("the field {0} is one of pairs in contact, which lie on no surface; show it by arrows")]
    OfPairs(String),
    /// A field without directions.
    #[error("the field {0} has no three components, and so no arrows")]
    NoVectors(String),
    /// A field of elements, which have no single place.
    #[error("the field {0} is one of elements; arrows are for fields of vertices and pairs")]
    OfElements(String),
    /// Vectors of pairs without the places of the pairs.
    #[error("the field {0} is one of pairs, and the frame has no pair.position to draw it at")]
    NoPlaces(String),
}

/// A field by its name, with the location or a component where they are said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChoice {
    location: Option<FieldLocation>,
    name: String,
    component: Option<String>,
}

impl FromStr for FieldChoice {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let wrong = || FieldError::Words(text.to_owned());
        let words = text.replace('-', "_");
        let mut parts = words.split('.').peekable();
        let location = |word: &&str| {
            let mut all = FieldLocation::ALL.into_iter();
            all.find(|location| location.word() == *word)
        };
        let location = parts.peek().and_then(location);
        if location.is_some() {
            parts.next();
        }
        let name = parts.next().filter(|name| !name.is_empty());
        let component = parts.next().map(str::to_lowercase);
        if parts.next().is_some() || component.as_deref() == Some("") {
            return Err(wrong());
        }
        Ok(Self {
            location,
            name: name.ok_or_else(wrong)?.to_owned(),
            component,
        })
    }
}

impl fmt::Display for FieldChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location {
            write!(f, "{location}.")?;
        }
        f.write_str(&self.name)?;
        match &self.component {
            Some(component) => write!(f, ".{component}"),
            None => Ok(()),
        }
    }
}

impl FieldChoice {
    /// Name of the field, without location and component.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fields that are meant: one, or several of one name at different locations.
    pub fn find<'a>(&self, fields: &'a [FieldArray]) -> Result<Vec<&'a FieldArray>, FieldError> {
        let is_meant = |field: &&FieldArray| {
            let is_there = self
                .location
                .is_none_or(|location| location == field.location);
            is_there && field.name.eq_ignore_ascii_case(&self.name)
        };
        let found: Vec<&FieldArray> = fields.iter().filter(is_meant).collect();
        if found.is_empty() {
            return Err(FieldError::Unknown {
                asked: self.to_string(),
                known: fields.iter().map(FieldArray::key).collect(),
            });
        }
        Ok(found)
    }

    /// One number for each entry of a field: the component that is meant, or the length of a vector or matrix.
    pub fn numbers(&self, field: &FieldArray) -> Result<Vec<f64>, FieldError> {
        let width = field.width().max(1);
        let entries = field.values.chunks_exact(width);
        let Some(component) = self.component.as_deref() else {
            return Ok(match width {
                1 => field.values.clone(),
                _ => entries
                    .map(|entry| entry.iter().map(|v| v * v).sum::<f64>().sqrt())
                    .collect(),
            });
        };
        let known = components(&field.shape);
        let place = known.iter().position(|name| name == component);
        let place = place.ok_or_else(|| FieldError::Component {
            field: field.key(),
            component: component.to_owned(),
            known: known.clone(),
        })?;
        Ok(entries.map(|entry| entry[place]).collect())
    }
}

/// Names of the components of an entry; of a number that it has none.
pub fn components(shape: &[usize]) -> Vec<String> {
    let axes = ["x", "y", "z"];
    match *shape {
        [] => vec!["none, it is a number".to_owned()],
        [n @ 2..=3] => axes[..n].iter().map(|a| (*a).to_owned()).collect(),
        [n @ 2..=3, m @ 2..=3] => {
            let rows = axes[..n].iter();
            rows.flat_map(|a| axes[..m].iter().map(move |b| format!("{a}{b}")))
                .collect()
        }
        _ => (0..shape.iter().product()).map(|k| k.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(location: FieldLocation, name: &str, shape: &[usize], values: &[f64]) -> FieldArray {
        FieldArray {
            location,
            name: name.to_owned(),
            shape: shape.to_vec(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn words_are_read() {
        let cases = [
            ("von-mises", "von_mises"),
            ("Velocity.Y", "Velocity.y"),
            ("tet.cauchy-stress.xy", "tet.cauchy_stress.xy"),
        ];
        for (text, meant) in cases {
            assert_eq!(text.parse::<FieldChoice>().unwrap().to_string(), meant);
        }
        for text in ["", "vertex", "vertex.", "velocity.", "velocity.x.y"] {
            assert!(text.parse::<FieldChoice>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_are_components_or_lengths() {
        let velocity = field(FieldLocation::Vertex, "velocity", &[3], &[3.0, 0.0, -4.0]);
        let stress = field(
            FieldLocation::Tet,
            "s",
            &[3, 3],
            &[0., 1., 2., 3., 4., 5., 6., 7., 8.],
        );
        let read =
            |text: &str, field: &FieldArray| text.parse::<FieldChoice>().unwrap().numbers(field);
        assert_eq!(read("velocity", &velocity).unwrap(), [5.0]);
        assert_eq!(read("velocity.z", &velocity).unwrap(), [-4.0]);
        assert_eq!(read("s.yx", &stress).unwrap(), [3.0]);
        let error = read("velocity.w", &velocity).unwrap_err().to_string();
        assert!(error.contains("no component w; it has x, y, z"), "{error}");
    }

    #[test]
    fn an_unknown_field_is_answered_with_those_there_are() {
        let fields = [field(FieldLocation::Tet, "von_mises", &[], &[1.0])];
        let choice: FieldChoice = "misses".parse().unwrap();
        let error = choice.find(&fields).unwrap_err().to_string();
        assert!(error.contains("there are tet.von_mises"), "{error}");
        let choice: FieldChoice = "vertex.von_mises".parse().unwrap();
        assert!(choice.find(&fields).is_err());
    }
}
