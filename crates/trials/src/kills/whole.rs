//! The state of a run that was ended by force: everything that can be read is whole.

use std::path::Path;

use tangency_io::run_folder::RunReader;

/// Whether a run has something to resume.
pub fn is_resumable(run: &Path) -> bool {
    run.join("checkpoint.npz").exists()
}

/// The ways in which a run folder is not whole, in words.
pub fn unreadable(run: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if !run.join("topology.npz").exists() {
        // Ended while the folder was made: there is nothing yet.
        if is_resumable(run) {
            found.push("a checkpoint without a topology".to_string());
        }
        return found;
    }
    let reader = match RunReader::open(run) {
        Ok(reader) => reader,
        Err(error) => return vec![error.to_string()],
    };
    for number in reader.frame_numbers() {
        if let Err(error) = reader.frame(number) {
            found.push(error.to_string());
        }
    }
    if run.join("stats.jsonl").exists() {
        found.extend(reader.stats().err().map(|error| error.to_string()));
    }
    if run.join("certificate.json").exists() {
        found.extend(reader.certificate().err().map(|error| error.to_string()));
    }
    if is_resumable(run) {
        match reader.checkpoint() {
            Err(error) => found.push(error.to_string()),
            Ok(checkpoint) => {
                let frames = reader.frame_numbers();
                let missing = (0..=checkpoint.step).find(|step| !frames.contains(step));
                found.extend(missing.map(|step| format!("the frame of step {step} is missing")));
            }
        }
    }
    found
}
