//! The scenes that come with the program: the files of `scenes/`, embedded when it is built.

/// A scene of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the scene: that of the file without `.toml`.
    pub name: &'static str,
    /// Text of the scene.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The scene called `name`.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}
