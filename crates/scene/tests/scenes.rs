//! Whole scenes: what they build, and that a resolved scene is the same scene.

use tangency_engine::Path;
use tangency_scene::{Scene, catalogue, load, load_text, schema, topology};

fn scene(text: &str) -> Scene {
    load_text("s.toml", text, std::path::Path::new("."), &[]).unwrap()
}

#[test]
fn every_catalogue_scene_loads_and_a_resolved_scene_is_the_same_scene() {
    for entry in catalogue::ALL {
        let scene = load(entry.name, &[]).unwrap();
        let resolved = scene.resolved_json();
        let again = load_text("scene.json", &resolved, std::path::Path::new("."), &[]).unwrap();
        assert_eq!(scene.document, again.document, "{}", entry.name);
        assert_eq!(resolved, again.resolved_json(), "{}", entry.name);
        assert!(
            !scene.document.title.is_empty(),
            "{} has no title",
            entry.name
        );
    }
}

#[test]
fn two_cubes_fall_from_where_the_scene_says() {
    let scene = load("two-cubes", &["drop=0.25".into(), "cells=2".into()]).unwrap();
    let (model, state, info) = scene.build().unwrap();
    assert_eq!(info.bodies.len(), 2);
    assert_eq!(info.bodies[0].vertices, 27);
    assert!((info.bodies[0].volume - 1.0).abs() < 1e-12);
    let lowest = state.x.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!((lowest - 0.25).abs() < 1e-15);
    // Two unit cubes from y = 0.25 to 3.25: the diagonal of a 1 x 3 x 1 box.
    assert!((info.diagonal - 11f64.sqrt()).abs() < 1e-12);
    assert!((info.dhat - 1e-3 * 11f64.sqrt()).abs() < 1e-12);
    let topology = topology(&model);
    assert_eq!(topology.body_names, ["cube.0", "cube.1"]);
    assert_eq!(topology.half_spaces, [[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]]);
}

#[test]
fn spinning_starts_about_the_centre_of_mass() {
    let text = "[[body]]\nshape = { box = {} }\ntranslate = [3, 0, 0]\nvelocity = [0, 1, 0]\nangular_velocity = [0, 0, 180]\n";
    let (_, state, _) = scene(text).build().unwrap();
    for (x, v) in state.x.iter().zip(&state.v) {
        let expected = [
            -std::f64::consts::PI * x.y,
            1.0 + std::f64::consts::PI * (x.x - 3.0),
            0.0,
        ];
        assert!((v.x - expected[0]).abs() + (v.y - expected[1]).abs() + v.z.abs() < 1e-12);
    }
}

#[test]
fn ends_turn_about_their_common_axis() {
    let text = "gravity = [0, 0, 0]\n[[body]]\nname = 'mat'\nshape = { mat = { points = [5, 5] } }\n\
        [[boundary]]\nname = 'left'\nbody = 'mat'\nselect = { end = { side = '-x' } }\nmotion = { angular_velocity = [72, 0, 0] }\n\
        [[boundary]]\nname = 'right'\nbody = 'mat'\nselect = { box = { min = [0.99, 0, 0], max = [1, 1, 1] } }\nrelative = true\n\
        motion = [{ duration = 2, angular_velocity = [-72, 0, 0] }]\nrelease = 3\n";
    let (model, _, info) = scene(text).build().unwrap();
    assert_eq!(
        info.programs,
        [("left".to_string(), 10), ("right".to_string(), 10)]
    );
    let Path::Pieces(pieces) = &model.boundary[0].motion.path else {
        panic!("not by pieces");
    };
    let left = &pieces[0];
    assert!((left.angular_velocity.x - 0.4 * std::f64::consts::PI).abs() < 1e-15);
    assert!(left.center.y.abs() + left.center.z.abs() < 1e-15 && left.duration.is_infinite());
    assert_eq!(model.boundary[1].motion.release, Some(3.0));
}

#[test]
fn json_and_toml_say_the_same() {
    let toml = "ground = -2\n[parameters]\nr = 0.5\n[[body]]\nname = 'b'\nshape = { ball = { radius = '= r', cells_across = 4 } }\n";
    let json = r#"{ "ground": -2, "parameters": { "r": { "value": 0.5, "doc": "radius" } },
        "body": [{ "name": "b", "shape": { "ball": { "radius": "= r", "cells_across": 4 } } }] }"#;
    let from_json = load_text("s.json", json, std::path::Path::new("."), &[]).unwrap();
    assert_eq!(scene(toml).document, from_json.document);
    assert_eq!(from_json.parameters[0].doc.as_deref(), Some("radius"));
}

#[test]
fn obstacles_move_as_a_whole_and_bodies_may_be_fixed() {
    let text = "[[body]]\nname = 'b'\nrepeat = [2, 1, 2]\nshape = { box = { size = [0.1, 0.1, 0.1] } }\ntranslate = ['= i', 1, '= k']\n\
        [[obstacle]]\nname = 'needles'\nshape = { segment_grid = { counts = [3, 2] } }\nmotion = { velocity = [0, -1, 0] }\n\
        [[boundary]]\nname = 'hold'\nbody = ['b.0', 'b.1.0.1']\n";
    let (model, _, info) = scene(text).build().unwrap();
    assert_eq!(
        info.programs,
        [("needles".to_string(), 12), ("hold".to_string(), 24)]
    );
    assert_eq!(
        model
            .bodies
            .iter()
            .map(|b| b.name.as_str())
            .collect::<Vec<_>>(),
        ["b.0.0.0", "b.0.0.1", "b.1.0.0", "b.1.0.1", "needles"]
    );
}

#[test]
fn the_schema_has_every_shape() {
    let text = schema().to_string();
    for word in [
        "torus",
        "segment_grid",
        "tetrahedralize",
        "newton_tolerance",
        "angular_velocity",
        "friction_iterations",
        "quasi-static",
        "traction",
        "placed",
        "points_of",
        "stitches",
        "lathe",
        "slit_block",
        "extrude",
    ] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn flat_shapes_and_what_is_stretched_from_them() {
    let text = "[[obstacle]]\nname = 'slit'\nshape = { slit_block = { slit_width = 1e-4, round = true } }\n\
        [[obstacle]]\nname = 'polygon'\ntranslate = [3, 0, 0]\nshape = { polygon = { outline = [[0, 0], [1, 0], [0, 1]], edge = 0.2 } }\n\
        [[body]]\nname = 'chi'\ntranslate = [0, 3, 0]\nshape = { extrude = { shape = { chi = { plate = 0 } }, depth = 0.2, layers = 2 } }\n\
        [[body]]\nname = 'block'\ntranslate = [0, 6, 0]\nshape = { extrude = { shape = { rectangle = { cells = [2, 2] } }, depth = 0.5 } }\n\
        [[body]]\nname = 'balloon'\ntranslate = [3, 6, 0]\nshape = { hollow_ball = { frequency = 2 } }\n\
        [[body]]\nname = 'saddle'\ntranslate = [6, 6, 0]\nshape = { saddle_block = { cells_across = 6, cells_along = 2 } }\n";
    let (_, _, info) = scene(text).build().unwrap();
    assert!((info.bodies[1].volume - 0.5).abs() < 1e-12);
    assert_eq!(info.bodies[1].vertices, 18);
    assert_eq!(info.bodies[2].vertices, 84);
    let refused = |shape: &str| {
        let text = format!("[[body]]\nshape = {{ extrude = {{ shape = {shape}, depth = 1 }} }}\n");
        scene(&text).build().unwrap_err().to_string()
    };
    assert!(refused("{ ball = {} }").contains("solid already"));
    assert!(refused("{ plane = {} }").contains("not flat"));
}
