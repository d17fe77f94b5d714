//! `tangency scenes`: the catalogue with its parameters.

use tangency_scene::{Parameter, catalogue, load};

use crate::failure::Failure;
use crate::output::{say, table};

/// Lists the scenes that come with the program.
pub fn scenes() -> Result<(), Failure> {
    for entry in catalogue::ALL {
        let scene = load(entry.name, &[]).map_err(Failure::input)?;
        say(&format!("{}: {}", entry.name, scene.document.title));
        if !scene.document.description.is_empty() {
            say(&format!(
                "    {}",
                scene.document.description.trim().replace('\n', "\n    ")
            ));
        }
        if !scene.parameters.is_empty() {
            say(&table(&parameter_rows(&scene.parameters)));
        }
        say("");
    }
    say("Run one with: tangency run NAME [--set PARAMETER=VALUE]...");
    Ok(())
}

/// A row for each parameter: name and value, meaning.
pub fn parameter_rows(parameters: &[Parameter]) -> Vec<Vec<String>> {
    let row = |p: &Parameter| {
        vec![
            format!("      {} = {}", p.name, p.value),
            p.doc.clone().unwrap_or_default(),
        ]
    };
    parameters.iter().map(row).collect()
}
