//! Every scene of the catalogue runs into contact, is certified, and verified from its files alone.
//!
//! Sizes and steps are chosen so that the whole takes about a minute; the scenes' own durations are run for the
//! gallery (docs/gallery.md).

use crate::common::tangency;
use tangency_scene::catalogue;

/// A scene, parameters that make it small, and steps that take it into contact.
const SCENES: [(&str, &[&str], u32); 94] = [
    ("aligned-edges", &[], 20),
    ("aligned-points", &[], 20),
    ("all-in", &["points=150", "up=4", "rods=7", "across=3"], 12),
    ("ball-on-mat", &["n=12", "cells=4"], 25),
    ("ball-on-points", &["cells=6"], 8),
    ("ball-roller", &["cells=4"], 20),
    ("balloon", &["frequency=3"], 10),
    ("braid", &["hairs=3", "segments=20"], 30),
    ("cable-twist", &["segments=60", "rate=4"], 80),
    ("card-house", &["points=4"], 8),
    ("card-shuffle", &["cards=2"], 26),
    ("chain", &["links=3"], 15),
    ("cliff-edge", &[], 12),
    ("cloth-funnel", &["points=150"], 10),
    ("cloth-hang", &["points=200"], 10),
    ("cloth-layers", &["layers=3", "points=80", "rate=300"], 20),
    ("cloth-on-body", &["points=150"], 60),
    ("cloth-on-rotating-sphere", &["points=200"], 8),
    ("cloth-on-sphere", &["points=200"], 8),
    ("cloth-stack", &["points=60", "layers=3"], 10),
    ("cloth-twist", &["points=200", "speed=1000"], 80),
    ("compressed-block", &[], 40),
    ("compressed-block-3d", &["cells=6"], 20),
    ("compactor-shapes", &["cells=4", "points=8", "speed=4"], 4),
    ("convergence", &["points=80"], 15),
    ("corner-impact", &["levels=1"], 60),
    ("creature-bar", &["cells=24", "speed=2"], 5),
    ("creature-collision", &["speed=8"], 2),
    ("creature-roller", &["cells=24"], 9),
    ("creature-slope", &[], 30),
    ("creature-twist", &["cells=24", "speed=720"], 13),
    ("cube-stack", &["drop=0.01"], 20),
    ("cusp", &[], 25),
    ("cusp-3d", &["layers=2"], 22),
    ("demo", &["layers=1"], 25),
    ("dolphin-funnel", &["cells=24", "speed=1.5"], 20),
    (
        "donut-balloon",
        &["segments=24", "around=12", "rate=4e5"],
        15,
    ),
    ("dress", &["spacing=0.08"], 8),
    ("embedded-creature", &["cells=24", "size=0.12"], 25),
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
    ("grains-on-cloth", &["points=100", "across=3", "up=4"], 12),
    ("hair-cluster", &["hairs=3", "segments=20"], 15),
    ("heavy-cube", &[], 8),
    ("knot", &["points=1000", "pull=1"], 60),
    ("layers-on-sphere", &["layers=2", "points=80"], 10),
    ("masonry-arch", &["stones=9"], 30),
    ("lattice", &["steps=20"], 6),
    ("mat-on-board", &["n=10"], 8),
    ("mat-on-knives", &["n=16"], 6),
    ("mat-twist", &["n=12"], 60),
    ("monkey-saddle", &["cells=8", "turn=600"], 12),
    ("needles", &["points=200", "needles=8"], 10),
    ("noodles", &["count=9", "segments=20", "length=0.1"], 12),
    ("pin-cushion", &["cells=6"], 8),
    ("pleated-skirt", &["spacing=0.04", "pleats=5"], 3),
    ("point-roller", &["cells=4"], 20),
    ("reef-knot", &["points=1000", "pull=1"], 10),
    ("rods-twist", &["along=24", "across=1"], 60),
    ("shirt-lift", &["spacing=0.05"], 60),
    ("skirt", &["spacing=0.1", "layers=2", "drape=0.12"], 8),
    ("slit-block", &[], 5),
    ("slit-block-3d", &[], 5),
    ("slope", &[], 20),
    ("slot", &[], 30),
    ("sprinkles", &["across=2", "up=3"], 15),
    ("squeeze-out", &["cells=24"], 3),
    ("squircle", &[], 5),
    ("squircle-3d", &["corner_edge=0.05"], 3),
    ("squishy-ball", &["across=2", "cells_along=4"], 10),
    ("stick-slip", &["along=8"], 60),
    ("t-shirt", &["edge=0.06"], 3),
    ("table-cloth", &["points=150"], 6),
    ("thick-mat-twist", &["n=12", "speed=720"], 60),
    ("trash-compactor", &["cells=24", "speed=4"], 9),
    ("trousers", &["edge=0.07"], 3),
    ("tunnel", &["speed=10"], 3),
    ("tunnel", &["speed=1000"], 3),
    ("twisted-cylinder", &["points=400"], 40),
    ("two-blocks", &[], 5),
    ("two-blocks-3d", &["cells=2"], 5),
    ("two-cubes", &["drop=0.01"], 20),
    ("wire-roller", &["cells=4"], 20),
    ("yarn-stretch", &["loops=3", "rows=3"], 10),
    ("yarn-twist", &["loops=3", "rows=3"], 10),
];

/// Scenes in which nothing touches anything.
const WITHOUT_CONTACT: [&str; 10] = [
    "balloon",
    "cloth-hang",
    "compressed-block",
    "compressed-block-3d",
    "slit-block",
    "slit-block-3d",
    "squircle",
    "squircle-3d",
    "two-blocks",
    "two-blocks-3d",
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
        let stats = std::fs::read_to_string(at.join("run/stats.jsonl")).unwrap();
        let contacts = |line| {
            let report: serde_json::Value = serde_json::from_str(line).unwrap();
            report["contacts"].as_u64().unwrap_or(0)
        };
        assert_ne!(
            stats.lines().map(contacts).max() > Some(0),
            WITHOUT_CONTACT.contains(&scene),
            "{scene}: has it come into contact?"
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

#[test]
fn every_scene_has_its_page_in_the_gallery() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |name: &str| std::fs::read_to_string(docs.join(name)).unwrap();
    let (gallery, script) = (read("gallery.md"), read("gallery.sh"));
    for entry in catalogue::ALL {
        let name = entry.name;
        // Name of the picture, scene, frame, camera, parameters.
        let rows = script
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let pictures: Vec<_> = rows
            .filter(|row| row.len() > 3 && row[1] == name)
            .map(|row| format!("pictures/{}.png", row[0]))
            .collect();
        assert!(!pictures.is_empty(), "docs/gallery.sh does not run {name}");
        for picture in pictures {
            assert!(
                gallery.contains(&picture),
                "docs/gallery.md does not show {picture}"
            );
            assert!(docs.join(&picture).exists(), "docs/{picture} is missing");
        }
        let words = gallery.lines().any(|line| {
            let mut words = line.split_whitespace();
            words.by_ref().take(2).eq(["tangency", "run"]) && words.next() == Some(name)
        });
        assert!(words, "docs/gallery.md does not say how to run {name}");
    }
}
