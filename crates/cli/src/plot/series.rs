//! A series by its name, such as `force:plate.y`.

use std::fmt;

use crate::failure::Failure;

/// Names of components.
pub const COMPONENTS: [&str; 3] = ["x", "y", "z"];

/// A series: what it is, of what, and which component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesName {
    /// The quantity, such as `force`.
    pub word: String,
    /// The thing that it is of, such as `plate`; for `stat` the path.
    pub subject: String,
    /// The component, 0 to 2; without one a vector counts by its length.
    pub component: Option<usize>,
}

impl SeriesName {
    /// Reads the name of a series.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = || {
            Failure::refuse(format!(
                "{text:?} is neither a run folder nor a series; series are written as force:plate.y (tangency plot --help lists them)"
            ))
        };
        let (word, rest) = text.split_once(':').ok_or_else(wrong)?;
        if word.is_empty() || rest.is_empty() {
            return Err(wrong());
        }
        // Paths and columns are taken as they are.
        let is_whole = ["stat", "probe"].contains(&word);
        let split = rest.rsplit_once('.').filter(|_| !is_whole);
        let split = split.and_then(|(subject, last)| {
            let component = COMPONENTS.iter().position(|name| *name == last)?;
            Some((subject.to_owned(), component))
        });
        let (subject, component) = match split {
            Some((subject, component)) => (subject, Some(component)),
            None => (rest.to_owned(), None),
        };
        Ok(Self {
            word: word.to_owned(),
            subject,
            component,
        })
    }
}

impl fmt::Display for SeriesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.word, self.subject)?;
        match self.component {
            Some(component) => write!(f, ".{}", COMPONENTS[component]),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "force:plate.y",
            "contact:a|b.x",
            "energy:kinetic",
            "stat:a.b.x",
            "force:my.plate",
        ] {
            assert_eq!(SeriesName::parse(text).unwrap().to_string(), text);
        }
        let dotted = SeriesName::parse("force:my.plate.z").unwrap();
        assert_eq!(
            (dotted.subject.as_str(), dotted.component),
            ("my.plate", Some(2))
        );
        assert_eq!(SeriesName::parse("stat:a.x").unwrap().component, None);
        for text in ["plate", ":x", "force:"] {
            assert!(SeriesName::parse(text).is_err(), "{text}");
        }
    }
}
