//! Mesh files in scenes: groups by name, parts as bodies, units.

use std::path::{Path, PathBuf};

use tangency_engine::{Model, State};
use tangency_scene::{BuildInfo, SceneError, load_text};

/// The folder of files that other programs wrote: two unit cubes that share a face.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../io/tests/data")
}

fn build_in(folder: &Path, text: &str) -> Result<(Model, State, BuildInfo), SceneError> {
    load_text("s.toml", text, folder, &[])?.build()
}

fn build(text: &str) -> (Model, State, BuildInfo) {
    build_in(&data(), text).unwrap_or_else(|e| panic!("{e}"))
}

fn refused(text: &str, parts: &[&str]) {
    let message = build_in(&data(), text).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

/// A body of one file, with more keys.
fn body(file: &str, more: &str) -> String {
    format!("[[body]]\nname = 'b'\nshape = {{ file = '{file}' }}\n{more}\n")
}

#[test]
fn groups_of_a_file_hold_and_load_a_body() {
    for file in ["gmsh-2.2-binary.msh", "gmsh-4.1-ascii.msh"] {
        let text = body(file, "")
            + "[[boundary]]\nname = 'hold'\nbody = 'b'\nselect = { group = 'base' }\n\
               [[load]]\nbody = 'b'\nselect = { group = 'end' }\npressure = 10\n";
        let (model, state, info) = build(&text);
        assert_eq!(info.programs, [("hold".to_string(), 5)]);
        let held = &model.boundary[0].vertices;
        assert!(held.iter().all(|&v| state.x[v as usize].x == 0.0));
        let names: Vec<&str> = info.bodies[0].groups.iter().map(|g| g.0.as_str()).collect();
        assert_eq!(
            names[..6],
            ["left", "right", "all of it", "base", "end", "physical 9"]
        );
        assert!(info.cautions.iter().all(|c| !c.contains("group")));
    }
    let text =
        body("gmsh-4.1-ascii.msh", "") + "[[boundary]]\nbody = 'b'\nselect = { group = 'bse' }\n";
    refused(
        &text,
        &[
            "no group `bse`",
            "did you mean `base`",
            "left, right, all of it",
        ],
    );
}

#[test]
fn groups_of_a_file_follow_refinement() {
    let text = body("gmsh-4.1-ascii.msh", "refine = 2")
        + "[[boundary]]\nname = 'hold'\nbody = 'b'\nselect = { group = 'base' }\n";
    let (model, state, _) = build(&text);
    let at_base = state.x.iter().filter(|x| x.x == 0.0).count();
    // The five points of the face, refined twice.
    assert_eq!((model.boundary[0].vertices.len(), at_base), (41, 41));
}

#[test]
fn a_group_of_the_scene_wins_and_that_is_told() {
    let text = body(
        "gmsh-4.1-ascii.msh",
        "groups = { base = { end = { side = '+y' } }, both = [{ group = 'base' }, { group = 'end' }] }",
    ) + "[[boundary]]\nname = 'hold'\nbody = 'b'\nselect = { group = 'base' }\n\
           [[load]]\nbody = 'b'\nselect = { group = 'both' }\nforce = [1, 0, 0]\n";
    let (model, state, info) = build(&text);
    let held = &model.boundary[0].vertices;
    assert!(held.iter().all(|&v| state.x[v as usize].y == 1.0));
    let note = "the group `base` of `b` is that of the scene, not that of its mesh file";
    assert!(
        info.cautions.iter().any(|c| c == note),
        "{:?}",
        info.cautions
    );
    // Groups of the scene may be made from those of the file.
    let both = info.bodies[0].groups.iter().find(|g| g.0 == "both");
    assert_eq!(both.map(|g| g.1), Some(10));
    let unknown = body("gmsh-4.1-ascii.msh", "groups = { x = { group = 'ends' } }");
    refused(
        &unknown,
        &["s.toml:4", "no group `ends`", "did you mean `end`"],
    );
}

/// Two bodies from one file, the second moved.
fn two(file: &str, names: [&str; 2], way: f64) -> String {
    let [a, b] = names;
    format!(
        "[[body]]\nname = 'a'\nshape = {{ piece = {{ file = '{file}', name = '{a}' }} }}\n\
         [[body]]\nname = 'b'\nshape = {{ piece = {{ file = '{file}', name = '{b}' }} }}\ntranslate = [{way}, 0, 0]\n"
    )
}

#[test]
fn two_volumes_are_two_bodies() {
    for (file, names) in [
        ("gmsh-2.2-ascii.msh", ["left", "right"]),
        ("gmsh-4.1-binary.msh", ["volume 1", "volume 2"]),
        ("vtu-appended-raw-zlib.vtu", ["material 1", "material 2"]),
        ("vtk-51-binary.vtk", ["material 1", "material 2"]),
    ] {
        let text = two(file, names, 0.01)
            + "[[boundary]]\nname = 'hold'\nbody = 'a'\nselect = { end = { side = '-x' } }\n";
        let (model, state, info) = build(&text);
        let volumes: Vec<f64> = info.bodies.iter().map(|b| b.volume).collect();
        assert!(
            volumes.iter().all(|v| (v - 1.0).abs() < 1e-9),
            "{file}: {volumes:?}"
        );
        assert_eq!(model.bodies.len(), 2);
        assert!(state.x.iter().all(|x| x.x <= 1.0 || x.x >= 1.01));
        let has = |body: usize, name| info.bodies[body].groups.iter().any(|g| g.0 == name);
        assert_eq!(
            (has(0, "base"), has(1, "base")),
            (file.ends_with("msh"), false)
        );
    }
}

#[test]
fn parts_are_named_in_errors() {
    let text = two("gmsh-4.1-ascii.msh", ["left", "rigth"], 0.1);
    refused(
        &text,
        &[
            "s.toml:6: body.1.shape",
            "has no part `rigth`",
            "did you mean `right`",
            "left, right, all of it, base",
        ],
    );
    let text = two("gmsh-4.1-ascii.msh", ["left", "all of it"], 0.0);
    refused(
        &text,
        &[
            "the tet with the vertices",
            "`left` and `all of it`",
            "`a` and `b`",
            "do not overlap",
        ],
    );
    // Elsewhere they do not meet.
    build(&two("gmsh-4.1-ascii.msh", ["left", "all of it"], 5.0));
    let both = "[[body]]\nshape = { piece = { file = 'gmsh-4.1-ascii.msh', name = 'left', number = 0 } }\n";
    refused(both, &["by its `name` or by its `number`"]);
    let none = "[[body]]\nshape = { piece = { file = 'gmsh-4.1-ascii.msh' } }\n";
    refused(none, &["give one of them", "left, right"]);
    let cut =
        "[[body]]\nshape = { piece = { file = 'gmsh-4.1-ascii.msh', name = 'left', cut = 0.1 } }\n";
    refused(cut, &["`cut` is for pieces by `number`"]);
    refused(
        &body("gmsh-4.1-second-order.msh", ""),
        &[
            "body.0.shape",
            "tet of second order (element type 11), the first of 48",
        ],
    );
}

#[test]
fn objects_of_a_surface_file_are_bodies_and_obstacles() {
    let folder = tempfile::tempdir().unwrap();
    let text = "o floor\nv 0 0 0\nv 0 0 25\nv 25 0 0\nf 1 2 3\no sheet\nv 0 10 0\nv 0 10 25\nv 25 10 0\nf 4 5 6\n";
    std::fs::write(folder.path().join("two.obj"), text).unwrap();
    let scene = "[[body]]\nname = 'sheet'\nshape = { piece = { file = 'two.obj', name = 'sheet' } }\nunit = 'mm'\n\
                 material = { thickness = 1e-4 }\n\
                 [[obstacle]]\nname = 'floor'\nshape = { piece = { file = 'two.obj', name = 'floor' } }\nunit = 'mm'\n\
                 [[boundary]]\nname = 'hold'\nbody = 'sheet'\nselect = { group = 'sheet' }\n";
    let (model, state, info) = build_in(folder.path(), scene).unwrap();
    assert_eq!((model.bodies.len(), state.x.len()), (2, 6));
    assert_eq!(info.programs, [("hold".to_string(), 3)]);
    assert_eq!(info.bodies[1].groups, [("floor".to_string(), 3)]);
    assert_eq!((state.x[2].x, state.x[2].y), (0.025, 0.01));
}

#[test]
fn units_scale_a_file() {
    for (unit, metres) in [
        ("m", 1.0),
        ("cm", 0.01),
        ("mm", 0.001),
        ("um", 1e-6),
        ("in", 0.0254),
        ("ft", 0.3048),
        ("km", 1000.0),
    ] {
        let (_, state, info) = build(&body("gmsh-4.1-ascii.msh", &format!("unit = '{unit}'")));
        let far = state.x.iter().map(|x| x.x).fold(0.0, f64::max);
        assert_eq!(far, 2.0 * metres, "{unit}");
        assert!((info.bodies[0].volume / metres.powi(3) - 2.0).abs() < 1e-9);
    }
    refused(
        &body("gmsh-4.1-ascii.msh", "unit = 'mmm'"),
        &[
            "s.toml:4: body.0.unit",
            "`mmm` (did you mean `mm`?)",
            "m, mm, cm, um, nm, km, in, ft",
        ],
    );
    let none = "[[body]]\nshape = { box = {} }\nunit = 'mm'\n";
    refused(none, &["s.toml:3: body.0.unit", "its lengths are metres"]);
    // Sizes of the scene are metres, whatever the file has.
    let fill = "[[body]]\nshape = { tetrahedralize = { file = 'surface-binary.stl', size = 0.0005 } }\nunit = 'mm'\n";
    let (_, _, info) = build(fill);
    assert!((info.bodies[0].volume / 2e-9 - 1.0).abs() < 0.2);
}
