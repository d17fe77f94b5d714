//! Elements of a file that cannot be used: counted by type, so that one message tells of all.

use crate::{Location, ParseError};

/// Advice on what to do about them.
const ADVICE: &str = "only points, segments, triangles, quads and tets of first order can be used: export \
                      first-order triangles or tets (in Gmsh: element order 1, without recombination)";

/// Types of elements that were met and cannot be used, in the order of the file.
#[derive(Default)]
pub(super) struct Refused {
    types: Vec<RefusedType>,
}

struct RefusedType {
    /// In words, with its number in the format.
    name: String,
    count: usize,
    /// The first of them: its name and place.
    first: String,
    at: Location,
}

impl Refused {
    /// Counts an element: the name of its type, and what it is called itself.
    pub(super) fn add(&mut self, name: &str, at: Location, element: impl FnOnce() -> String) {
        match self.types.iter_mut().find(|known| known.name == name) {
            Some(known) => known.count += 1,
            None => self.types.push(RefusedType {
                name: name.to_string(),
                count: 1,
                first: element(),
                at,
            }),
        }
    }

    /// An error where there are any.
    pub(super) fn check(&self) -> Result<(), ParseError> {
        let Some((first, others)) = self.types.split_first() else {
            return Ok(());
        };
        let mut problem = format!(
            "{} is a {}, the first of {}",
            first.first, first.name, first.count
        );
        for other in others {
            problem += &format!(
                "; {} is a {}, the first of {}",
                other.first, other.name, other.count
            );
        }
        Err(ParseError {
            at: first.at,
            problem: format!("{problem}; {ADVICE}"),
        })
    }
}
