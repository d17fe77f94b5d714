//! The schema says what the language does: a default of the schema, written into a scene, changes nothing. And the page of
//! fabrics has the numbers of the materials.

use serde_json::{Value, json};
use tangency_scene::document::Document;
use tangency_scene::{named_material, schema};

/// A scene with one of each thing that has keys, and where each is: the name of its definition and the way to it.
fn sample() -> (Value, Vec<(&'static str, &'static str)>) {
    let scene = json!({
        "time": {}, "damping": {}, "friction": {}, "render": {},
        "solver": { "vbd": {}, "gpu": {}, "ogc": {}, "gcp": {} },
        "body": [{ "name": "a", "shape": { "ball": {} }, "material": {}, "stitches": {} }],
        "obstacle": [{ "shape": { "sphere": {} }, "sequence": { "folder": "frames" } }],
        "half_space": [{}],
        "boundary": [{ "body": "a", "motion": [{}] }],
        "load": [{ "body": "a" }],
        "seam": [{ "body": "a", "to": { "body": "a" } }],
        "output": { "probe": [{ "name": "p", "body": "a" }] },
    });
    let places = vec![
        ("", ""),
        ("Time", "/time"),
        ("Damping", "/damping"),
        ("Friction", "/friction"),
        ("Render", "/render"),
        ("Solver", "/solver"),
        ("Vbd", "/solver/vbd"),
        ("Gpu", "/solver/gpu"),
        ("Ogc", "/solver/ogc"),
        ("Gcp", "/solver/gcp"),
        ("Body", "/body/0"),
        ("Material", "/body/0/material"),
        ("Stitches", "/body/0/stitches"),
        ("BallShape", "/body/0/shape/ball"),
        ("Obstacle", "/obstacle/0"),
        ("Sequence", "/obstacle/0/sequence"),
        ("SphereShape", "/obstacle/0/shape/sphere"),
        ("HalfSpace", "/half_space/0"),
        ("Boundary", "/boundary/0"),
        ("MotionPiece", "/boundary/0/motion/0"),
        ("Load", "/load/0"),
        ("Seam", "/seam/0"),
        ("SeamSide", "/seam/0/to"),
        ("Output", "/output"),
        ("Probe", "/output/probe/0"),
    ];
    (scene, places)
}

/// The scene as it is understood.
fn understood(scene: &Value) -> Document {
    serde_json::from_value(scene.clone()).unwrap_or_else(|error| panic!("{error}: {scene}"))
}

#[test]
fn a_default_of_the_schema_changes_nothing_and_nothing_else_is_the_default() {
    let schema = schema();
    let (scene, places) = sample();
    let plain = understood(&scene);
    let mut count = 0;
    for (definition, place) in places {
        let properties = match definition {
            "" => &schema["properties"],
            name => &schema["$defs"][name]["properties"],
        };
        for (key, property) in properties.as_object().unwrap() {
            let words_of_the_tree = ["repeat", "when", "let", "base"];
            if words_of_the_tree.contains(&&key[..])
                || scene.pointer(place).unwrap().get(key).is_some()
            {
                continue;
            }
            // What may be absent has no default; all else needs one.
            let may_be_absent = property.to_string().contains("null");
            let Some(default) = property.get("default") else {
                assert!(may_be_absent, "{definition}.{key} has no default");
                continue;
            };
            let mut written = scene.clone();
            written.pointer_mut(place).unwrap()[key] = default.clone();
            assert_eq!(understood(&written), plain, "{definition}.{key}");
            count += 1;
        }
    }
    assert!(count > 60, "{count} defaults");
}

/// The tables of `docs/fabrics.md`.
fn fabrics() -> String {
    let names = ["cotton", "wool", "canvas", "silk"];
    let mut text = "| name | weight, g/m² | thickness, mm | density, kg/m³ | Young's modulus, MPa | Poisson's ratio | stretches at most by |\n\
                    |---|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for name in names {
        let material = named_material(name).unwrap();
        let thickness = material.thickness.unwrap();
        let limit = serde_json::to_value(material.stretch_limit).unwrap();
        let limit = 100.0 * (limit.as_f64().unwrap() - 1.0);
        text += &format!(
            "| `{name}` | {:.0} | {:.3} | {:.0} | {:.3} | {:.3} | {limit:.1} % |\n",
            1e3 * material.density * thickness,
            1e3 * thickness,
            material.density,
            1e-6 * material.young,
            material.poisson
        );
    }
    text += "\n| name | weight, g/m² | thickness, mm | density, kg/m³ | a11, a12, a22, G12, MPa | strain at most: warp, weft, shear |\n\
             |---|--:|--:|--:|---|---|\n";
    for name in [
        "woven-cotton",
        "woven-wool",
        "woven-canvas",
        "woven-silk",
        "woven-denim",
    ] {
        let material = named_material(name).unwrap();
        let (thickness, weave) = (material.thickness.unwrap(), material.weave.unwrap());
        let [a11, a12, a22, g12] = weave.stiffness.map(|pascals| 1e-6 * pascals);
        let [warp, weft, shear] = weave.limits;
        text += &format!(
            "| `{name}` | {:.0} | {:.2} | {:.0} | {a11:.3}, {a12:.3}, {a22:.3}, {g12:.3} | {warp}, {weft}, {shear} |\n",
            1e3 * material.density * thickness,
            1e3 * thickness,
            material.density
        );
    }
    text += "\n| name | density, kg/m³ | thickness or diameter, mm | Young's modulus, Pa | Poisson's ratio | `bending` |\n\
             |---|--:|--:|--:|--:|--:|\n";
    for name in ["card", "hair", "noodle"] {
        let material = named_material(name).unwrap();
        text += &format!(
            "| `{name}` | {:.0} | {:.2} | {:.0e} | {} | {} |\n",
            material.density,
            1e3 * material.thickness.unwrap(),
            material.young,
            material.poisson,
            material.bending
        );
    }
    text
}

#[test]
fn the_page_of_fabrics_has_their_numbers() {
    let (tables, page) = (fabrics(), include_str!("../../../docs/fabrics.md"));
    for table in tables.split("\n\n") {
        assert!(page.contains(table), "docs/fabrics.md needs:\n\n{tables}");
    }
}
