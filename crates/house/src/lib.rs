//! The order of the workspace, checked from its sources: no import cycles between the top-level modules of a crate, no
//! crate dependency that ARCHITECTURE.md does not list, no public type name for two things, no path in ARCHITECTURE.md
//! that is not there, no file of tests that no program has, no page of documentation whose links, quoted code or quoted
//! messages are wrong.
//!
//! Sources are read as tokens ([`tokens`]), without comments, strings and what is compiled for tests only, so that no
//! compiler is needed. `tests/house.rs` asks all of it of this workspace.
//!
//! ```
//! use tangency_house::tokens::{RustToken, tokenize};
//!
//! let tokens = tokenize("let x = \"pub struct Y\"; // and pub struct Z");
//! assert!(!tokens.iter().any(|t| t.token == RustToken::Word("struct")));
//! ```

pub mod dependencies;
pub mod imports;
pub mod names;
pub mod pages;
pub mod paths;
pub mod sources;
pub mod test_programs;
pub mod tokens;
