//! Planar scenes: what they build, and what they refuse.

use std::path::Path;

use tangency_engine::Vec3;
use tangency_scene::{Scene, SceneError, load_text, topology};

const SQUARE: &str = "{ mesh = { points = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], \
                      triangles = [[0, 1, 2], [0, 2, 3]] } }";

fn load(text: &str) -> Result<Scene, SceneError> {
    load_text("s.toml", text, Path::new("."), &[])
}

/// A planar scene of one square over the ground, with more text after it.
fn square(more: &str) -> String {
    format!(
        "plane = true\nground = 0\n[[body]]\nname = \"square\"\nshape = {SQUARE}\ntranslate = [0, 2, 0]\n{more}"
    )
}

fn message(text: &str) -> String {
    let built = load(text).and_then(|scene| scene.build().map(|_| ()));
    built.err().map(|e| e.to_string()).unwrap_or_default()
}

#[test]
fn a_planar_scene_has_solids_of_triangles_and_their_outlines() {
    let text = square(
        "rotate = [0, 0, 37]\nangular_velocity = [0, 0, 90]\nmaterial = { density = 500, model = \"fixed-corotated\" }\n\
         [[obstacle]]\nname = \"post\"\nshape = { polyline = { points = [[3, 0, 0], [3, 1, 0]] } }\n",
    );
    let scene = load(&text).unwrap();
    let (model, state, info) = scene.build().unwrap();
    assert!(state.x.iter().chain(&state.v).all(|x: &Vec3| x.z == 0.0));
    assert!(state.v.iter().any(|v| v.norm() > 1.0));
    // Per metre of depth.
    assert!((model.mass.iter().sum::<f64>() - 500.0).abs() < 1e-10);
    assert!((info.bodies[0].volume - 1.0).abs() < 1e-12);
    let topology = topology(&model);
    assert!(topology.plane);
    assert_eq!(topology.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(topology.edges, [[0, 1], [0, 3], [1, 2], [2, 3], [4, 5]]);
    assert_eq!(topology.points, [0, 1, 2, 3, 4, 5]);
    assert_eq!(topology.may_invert, [true, true]);
    topology.check().unwrap();
    let resolved = scene.resolved_json();
    let again = load_text("scene.json", &resolved, Path::new("."), &[]).unwrap();
    assert_eq!(scene.document, again.document);
    assert!(again.document.plane);
}

#[test]
fn what_is_not_planar_is_told_with_its_place() {
    assert_eq!(message(&square("")), "");
    for (more, parts) in [
        (
            "[[body]]\nname = \"cube\"\nshape = { box = { size = [1, 1, 1] } }\n",
            ["s.toml:9: body.1.shape", "the scene is planar"],
        ),
        ("rotate = [10, 0, 0]\n", ["`square`", "off it along z"]),
        ("velocity = [0, 0, 1]\n", ["`square`", "moves"]),
        (
            "material = { model = \"stvk\", thickness = 0.1 }\n",
            ["body.0.material", "slice of a solid"],
        ),
        (
            "[[load]]\nbody = \"square\"\npressure = 3\n",
            ["load.0", "give a `force` or an `acceleration`"],
        ),
        (
            "[solver]\nstepper = \"vbd\"\n",
            ["`vbd` cannot step a planar scene", "newton"],
        ),
    ] {
        let message = message(&square(more));
        for part in parts {
            assert!(message.contains(part), "`{part}` is not in: {message}");
        }
    }
}
