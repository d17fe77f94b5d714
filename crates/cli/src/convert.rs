//! `tangency convert`: a script of the IPC reference code as a scene file.

use std::path::Path;

use crate::arguments::ConvertOptions;
use crate::failure::Failure;
use crate::output::say;

/// Reads a script and writes the scene, to a file or to the standard output.
pub fn convert(options: &ConvertOptions) -> Result<(), Failure> {
    let output = options.output.as_deref();
    let place = output.unwrap_or(Path::new("scene.toml"));
    let text = tangency_scene::convert(&options.script, place).map_err(Failure::input)?;
    match output {
        None => say(text.trim_end()),
        Some(file) => std::fs::write(file, text)
            .map_err(|e| Failure::refuse(format!("cannot write {}: {e}", file.display())))?,
    }
    Ok(())
}
