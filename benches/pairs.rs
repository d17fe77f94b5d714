//! Counts the pairs that push at one frame of a run, with each contact model and several contact distances (Table 2 of the
//! Geometric Contact Potential, Huang et al. 2025).
//!
//! `cargo bench -p tangency-cli --bench pairs -- RUN FRAME EPSILON ...`, with a run folder, the number of a frame of it, and
//! distances in m.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use tangency_engine::Vec3;
use tangency_engine::contact::{ContactModel, GcpContact, IpcContact};
use tangency_io::run_folder::RunReader;
use tangency_scene::load_text;

/// The contact models: their word, and α where it is the geometric potential.
const MODELS: [(&str, Option<f64>); 6] = [
    ("ipc", None),
    ("convergent", None),
    ("gcp", Some(1.0)),
    ("gcp", Some(0.8)),
    ("gcp", Some(0.5)),
    ("gcp", Some(0.1)),
];

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    match print_table(&arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn print_table(arguments: &[String]) -> Result<()> {
    let [run, frame, distances @ ..] = arguments else {
        bail!("usage: pairs RUN FRAME EPSILON ...");
    };
    let run = RunReader::open(run)?;
    let frame = frame.parse().context("the number of a frame")?;
    let (scene, x) = (run.scene_json()?, run.frame(frame)?);
    print!("| epsilon, m |");
    for (contact, alpha) in MODELS {
        let alpha = alpha.map_or_else(String::new, |alpha| format!(", alpha {alpha}"));
        print!(" {contact}{alpha} |");
    }
    println!();
    for distance in distances {
        print!("| {distance} |");
        for (contact, alpha) in MODELS {
            let mut settings = vec![
                format!("solver.contact={contact}"),
                format!("solver.dhat={distance} m"),
            ];
            settings.extend(alpha.map(|alpha| format!("solver.gcp.alpha={alpha}")));
            print!(" {} |", count(&scene, &settings, &x)?);
        }
        println!();
    }
    Ok(())
}

/// The number of pairs that push at `x`.
fn count(scene: &str, settings: &[String], x: &[Vec3]) -> Result<usize> {
    let scene = load_text("scene.json", scene, Path::new("."), settings)?;
    let model = Arc::new(scene.build()?.0);
    let mut contact: Box<dyn ContactModel> = if settings[0].ends_with("gcp") {
        Box::new(GcpContact::new(model))
    } else {
        Box::new(IpcContact::new(model))
    };
    contact.begin_step(None, 1.0);
    contact.detect(x);
    Ok(contact.pair_count())
}
