//! Scenes that are hardly what was meant: refused in words that tell what to do, or cautioned about.

use std::path::Path;

use tangency_scene::{load, load_text};

fn scene(more: &str) -> String {
    format!("[time]\nstep = 0.01\nduration = 0.1\n[[body]]\nname = \"a\"\n{more}")
}

fn refused(text: &str) -> String {
    let built =
        load_text("s.toml", text, Path::new("."), &[]).and_then(|scene| scene.build().map(|_| ()));
    built.expect_err("a scene that is refused").to_string()
}

fn cautions(text: &str) -> Vec<String> {
    let scene = load_text("s.toml", text, Path::new("."), &[]).expect("a scene");
    scene.build().expect("a model").2.cautions
}

#[track_caller]
fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

#[test]
fn a_closed_surface_as_a_body_is_told_of_its_solid() {
    let ball = refused(&scene("shape = { sphere = { radius = 0.1 } }\n"));
    assert_says(
        &ball,
        &["add `thickness`", "closed surface", "the shape `ball`"],
    );
    let sheet = refused(&scene(
        "shape = { cloth = { size = [1, 1], spacing = 0.25 } }\n",
    ));
    assert_says(&sheet, &["add `thickness`"]);
    assert!(!sheet.contains("closed surface"), "{sheet}");

    let folder = tempfile::tempdir().unwrap();
    let tet = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    std::fs::write(folder.path().join("part.obj"), tet).unwrap();
    let text = scene("shape = { file = \"part.obj\" }\n");
    let built = load_text("s.toml", &text, folder.path(), &[])
        .unwrap()
        .build();
    let message = built.unwrap_err().to_string();
    assert_says(
        &message,
        &[
            "closed surface",
            "tetrahedralize = { file = ",
            "`tangency tetrahedralize ",
        ],
    );
}

#[test]
fn a_box_exactly_on_the_ground_is_told_how_far_to_lift() {
    let text = |y: &str| {
        format!(
            "ground = 0\n{}",
            scene(&format!(
                "shape = {{ box = {{ size = [1, 1, 1] }} }}\ntranslate = [0, {y}, 0]\n"
            ))
        )
    };
    let message = refused(&text("0.5"));
    // Four vertices, no depth, and d̂: a thousandth of the diagonal.
    assert_says(
        &message,
        &[
            "in 4 places",
            "`a` is on or beyond the half-space `ground` with 4 vertices",
            "move it away by 1.732e-3 m",
        ],
    );
    load_text("s.toml", &text("0.501733"), Path::new("."), &[])
        .unwrap()
        .build()
        .unwrap();
    assert_says(
        &refused(&text("0.3")),
        &["by up to 2.000e-1 m", "move it away by 2.017e-1 m"],
    );
}

#[test]
fn every_pair_of_bodies_that_intersects_is_named() {
    let cloth = |name: &str, turn: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nshape = {{ cloth = {{ size = [1, 1], spacing = 0.2 }} }}\nrotate = [{turn}, 0, 0]\nmaterial = {{ density = 300, young = 1e5, thickness = 1e-3 }}\n"
        )
    };
    let message = refused(&[cloth("a", "0"), cloth("b", "40"), cloth("c", "80")].concat());
    assert_says(
        &message,
        &[
            "`a` and `b` in ",
            "`a` and `c` in ",
            "`b` and `c` in ",
            "places, first: edge",
            "tangency view",
        ],
    );
}

#[test]
fn an_offset_that_one_cloth_cannot_keep_from_itself_is_no_matter_of_moving_bodies() {
    let text = scene(
        "shape = { cloth = { size = [1, 1], spacing = 0.02 } }\nmaterial = { density = 300, young = 1e5, thickness = 1e-3 }\noffset = 0.05\n",
    );
    let message = refused(&text);
    assert_says(
        &message,
        &[
            "m apart and have to keep 5.000e-2 m",
            "parts of one body",
            "lower the `offset` of `a` below",
        ],
    );
    assert!(!message.contains("move the bodies"), "{message}");
    // The remedy that it names is one.
    let below = message
        .split("below ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap();
    let mended = text.replace(
        "offset = 0.05",
        &format!("offset = {}", 0.99 * below.parse::<f64>().unwrap()),
    );
    load_text("s.toml", &mended, Path::new("."), &[])
        .unwrap()
        .build()
        .unwrap();
}

#[test]
fn what_is_no_scene_is_told_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let said = |name: &str, text: Option<&str>| {
        let path = folder.path().join(name);
        match text {
            Some(text) => std::fs::write(&path, text).unwrap(),
            None => std::fs::create_dir(&path).unwrap(),
        }
        load(&path.display().to_string(), &[])
            .unwrap_err()
            .to_string()
    };
    assert_says(
        &said("part.stl", Some("solid part")),
        &[
            "is a mesh, not a scene",
            "tangency info",
            "shape = { file =",
        ],
    );
    assert_says(
        &said("notes.abc", Some("hello")),
        &["notes.abc:1:", "scenes end in .toml or .json", ".txt"],
    );
    assert_says(&said("folder", None), &["is a folder, not a scene"]);
    let toml = said("s.toml", Some("hello"));
    assert!(!toml.contains("scenes end in"), "{toml}");
}

#[test]
fn a_share_of_more_than_all_is_refused() {
    let all = scene("shape = { box = { size = [1, 1, 1] } }\n");
    let end = |list: &str| {
        refused(&format!(
            "{all}{list}select = {{ end = {{ side = \"+y\", fraction = 2 }} }}\n"
        ))
    };
    for list in [
        "[[boundary]]\nbody = \"a\"\n",
        "[[load]]\nbody = \"a\"\nforce = [0, 1, 0]\n",
    ] {
        assert_says(&end(list), &[".0.select", "between 0 and 1", "is 2"]);
    }
}

#[test]
fn suspicious_values_are_questioned() {
    let one = |text: &str, parts: &[&str]| {
        let cautions = cautions(text);
        assert_eq!(cautions.len(), 1, "{cautions:?}");
        assert_says(&cautions[0], parts);
    };
    let sheet = |thickness: &str| {
        scene(&format!(
            "shape = {{ cloth = {{ size = [1, 1], spacing = 0.1 }} }}\nmaterial = {{ density = 300, young = 1e5, thickness = {thickness} }}\n"
        ))
    };
    let ball = |radius: &str| scene(&format!("shape = {{ ball = {{ radius = {radius} }} }}\n"));
    one(&ball("100"), &["`a` is 200 m across", "unit"]);
    one(&sheet("0.3"), &["thicker, 3.0e-1 m", "edges are long"]);
    one(
        &format!("{}[solver]\ndhat = {{ absolute = 0.4 }}\n", ball("1")),
        &["`dhat`, 4.00e-1 m", "edges of `a`"],
    );
    one(
        &ball("1").replace("step = 0.01", "step = 1"),
        &["longer than the duration of 0.1 s"],
    );
    assert_eq!(cautions(&ball("1")), [] as [&str; 0]);
    assert_eq!(cautions(&sheet("1e-3")), [] as [&str; 0]);
}
