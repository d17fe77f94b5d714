//! Lists the files of `scenes/` so that the program carries its catalogue. `scenes` is a link to that of the repository, which
//! packaging follows.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let scenes = Path::new(&manifest).join("scenes");
    println!("cargo::rerun-if-changed={}", scenes.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&scenes)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let mut code = String::from("/// All scenes, by name.\npub const ALL: &[Entry] = &[\n");
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let full = path.canonicalize()?;
        let _ = writeln!(
            code,
            "    Entry {{ name: {name:?}, text: include_str!({:?}) }},",
            full.display().to_string()
        );
    }
    code.push_str("];\n");
    fs::write(Path::new(&out).join("catalogue.rs"), code)
}
