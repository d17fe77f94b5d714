//! Every scene of the catalogue runs into contact, is certified, and verified from its files alone.
//!
//! Sizes and steps are chosen so that the whole takes about a minute; the scenes' own durations are run for the
//! gallery (docs/gallery.md).

mod common;

use common::tangency;
use tangency_scene::catalogue;

/// A scene, parameters that make it small, and steps that take it into contact.
const SCENES: [(&str, &[&str], u32); 42] = [
    ("aligned-edges", &[], 20),
    ("aligned-points", &[], 20),
    ("ball-on-mat", &["n=12", "cells=4"], 25),
    ("ball-on-points", &["cells=6"], 8),
    ("ball-roller", &["cells=4"], 20),
    ("cable-twist", &["segments=60", "rate=4"], 80),
    ("card-house", &["points=4"], 8),
    ("chain", &["links=3"], 15),
    ("creature-roller", &["cells=24"], 9),
    ("creature-twist", &["cells=24", "speed=720"], 13),
    ("cube-stack", &["drop=0.01"], 20),
    ("demo", &["layers=1"], 25),
    ("dolphin-funnel", &["cells=24", "speed=1.5"], 20),
    ("erleben-cube-cliff", &["drop=0.01"], 30),
    ("erleben-internal-edges", &["drop=0.01"], 30),
    ("erleben-spike-crack", &["drop=0.01"], 30),
    ("erleben-spike-hole", &["drop=0.01"], 30),
    ("erleben-spike-plane", &["drop=0.01"], 30),
    ("erleben-spike-spike", &["drop=0.01"], 30),
    ("erleben-spike-wedge", &["drop=0.01"], 30),
    ("erleben-wedge-crack", &["drop=0.01"], 30),
    ("erleben-wedge-plane", &["drop=0.01"], 30),
    ("erleben-wedge-wedge", &["drop=0.01"], 30),
    ("golf-ball", &["cells=4"], 12),
    ("heavy-cube", &[], 8),
    ("masonry-arch", &["stones=9"], 30),
    ("mat-on-board", &["n=10"], 8),
    ("mat-on-knives", &["n=16"], 6),
    ("mat-twist", &["n=12"], 60),
    ("pin-cushion", &["cells=6"], 8),
    ("point-roller", &["cells=4"], 20),
    ("rods-twist", &["along=24", "across=1"], 60),
    ("slope", &[], 20),
    ("slot", &[], 30),
    ("squeeze-out", &["cells=24"], 3),
    ("squishy-ball", &["across=2", "cells_along=4"], 10),
    ("stick-slip", &["along=8"], 60),
    ("trash-compactor", &["cells=24", "speed=4"], 9),
    ("tunnel", &["speed=10"], 3),
    ("tunnel", &["speed=1000"], 3),
    ("two-cubes", &["drop=0.01"], 20),
    ("wire-roller", &["cells=4"], 20),
];

#[test]
fn every_scene_runs_into_contact_and_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (scene, sets, steps) in SCENES {
        let steps = steps.to_string();
        let mut arguments = vec![
            "run",
            scene,
            "--quiet",
            "--overwrite",
            "--out",
            "run",
            "--steps",
            &steps,
        ];
        for set in sets {
            arguments.extend(["--set", set]);
        }
        let outcome = tangency(at, &arguments);
        assert_eq!(outcome.code, 0, "{scene}: {}", outcome.text);
        let certificate = std::fs::read_to_string(at.join("run/certificate.json")).unwrap();
        let certificate: serde_json::Value = serde_json::from_str(&certificate).unwrap();
        assert_eq!(certificate["verified"], true, "{scene}: {certificate}");
        assert!(
            certificate["min_distance"].is_f64(),
            "{scene} has not come into contact"
        );
        let outcome = tangency(at, &["verify", "run"]);
        assert_eq!(outcome.code, 0, "{scene}: {}", outcome.text);
    }
}

#[test]
fn no_scene_of_the_catalogue_is_left_out() {
    for entry in catalogue::ALL {
        assert!(
            SCENES.iter().any(|(scene, ..)| *scene == entry.name),
            "{} is not tested",
            entry.name
        );
    }
}
