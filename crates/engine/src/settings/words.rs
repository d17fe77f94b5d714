//! Choices that are written as one word.

use std::fmt;

/// A word that is none of those that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The words that may be chosen.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown word `{}`; known: ", self.word)?;
        f.write_str(&self.known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// The words of enums, which serde has too: read and written anywhere, and all of them for a list.
macro_rules! words {
    ($($kind:ident { $($variant:ident = $word:literal),* })*) => {$(
        impl $kind {
            /// The words for all of them.
            pub const NAMES: &[&str] = &[$($word),*];

            /// The word for it.
            pub fn name(self) -> &'static str {
                match self { $($kind::$variant => $word),* }
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                match word {
                    $($word => Ok($kind::$variant),)*
                    _ => Err(UnknownWord { word: word.to_owned(), known: Self::NAMES }),
                }
            }
        }
    )*};
}

pub(super) use words;
