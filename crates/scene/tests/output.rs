//! `[output]`: what is asked for is understood, and what cannot be is refused with its place.

use std::path::Path;

use tangency_engine::fields::FieldKind;
use tangency_scene::{OutputPlan, ProbeField, load_text};

/// A cube and a plate, with more lines.
fn plan(more: &str) -> Result<OutputPlan, String> {
    let text = format!(
        "ground = 0\n[[body]]\nname = 'cube'\nshape = {{ box = {{ size = [1, 1, 1], cells = [2, 2, 2] }} }}\ntranslate = [0, 1, 0]\n\
         [[obstacle]]\nname = 'plate'\nshape = {{ plane = {{ size = [3, 3] }} }}\ntranslate = [0, 0.1, 0]\n{more}"
    );
    let scene = load_text("s.toml", &text, Path::new("."), &[]).map_err(|e| e.to_string())?;
    let (_, _, info) = scene.build().map_err(|e| e.to_string())?;
    Ok(info.output)
}

#[test]
fn nothing_is_the_default() {
    let plan = plan("").unwrap();
    assert!(plan.fields.is_empty() && plan.probes.is_empty() && plan.forces.is_none());
}

#[test]
fn fields_and_probes_are_found() {
    let plan = plan(
        "[output]\nfields = ['von_mises', 'contact_force']\nevery = 5\nprecision = 'double'\ncompression = false\n\
         [[output.probe]]\nname = 'top'\nbody = 'cube'\nselect = { end = { side = '+y' } }\nfields = ['displacement', 'von_mises']\n\
         [[output.probe]]\nname = 'inside'\nbody = 'cube'\npoint = [0.1, 0.9, 0.2]\n\
         [[output.probe]]\nname = 'corner'\nbody = 'plate'\npoint = [1.5, 0.1, 1.5]\n",
    )
    .unwrap();
    assert_eq!(plan.fields, [FieldKind::VonMises, FieldKind::ContactForce]);
    assert_eq!((plan.every, plan.is_compressed), (5, false));
    let [top, inside, corner] = &plan.probes[..] else {
        panic!("three probes")
    };
    assert_eq!(top.vertices.len(), 9);
    assert_eq!(top.fields[0], ProbeField::Displacement);
    let weights: f64 = inside.vertices.iter().map(|(_, weight)| weight).sum();
    assert!((weights - 1.0).abs() < 1e-12 && inside.vertices.len() == 4);
    assert!(inside.element.is_some());
    // An obstacle has no elements: its vertices count.
    assert_eq!((corner.vertices.len(), corner.element), (1, None));
    let all = plan_of_all();
    assert_eq!(all.len(), FieldKind::ALL.len());
}

fn plan_of_all() -> Vec<FieldKind> {
    plan("[output]\nfields = 'all'\n").unwrap().fields
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    for (more, parts) in [
        (
            "[output]\nfields = ['von_mise']\n",
            &["output.fields", "von_mises"][..],
        ),
        ("[output]\nevery = 0\n", &["output.every", "at least 1"]),
        (
            "[output]\nprecision = 'half'\n",
            &["output.precision", "single"],
        ),
        ("[output]\nfiels = 'all'\n", &["fiels", "fields"]),
        (
            "[[output.probe]]\nname = 'p'\nbody = 'cub'\n",
            &["output.probe.0.body", "`cub`", "cube"],
        ),
        (
            "[[output.probe]]\nname = 'p'\nbody = 'cube'\nselect = { box = { min = [9, 9, 9] } }\n",
            &["output.probe.0.select", "no vertex"],
        ),
        (
            "[[output.probe]]\nname = 'p'\nbody = 'cube'\npoint = [5, 5, 5]\n",
            &["output.probe.0.point", "in no element", "`cube`", "m away"],
        ),
        (
            "[[output.probe]]\nname = 'p'\nbody = 'cube'\nfields = ['speed']\n",
            &["output.probe.0.fields", "`speed`", "velocity"],
        ),
        (
            "[[output.probe]]\nname = 'a,b'\nbody = 'cube'\n",
            &["output.probe.0.name", "commas"],
        ),
        (
            "[[output.probe]]\nname = 'p'\nbody = 'cube'\n[[output.probe]]\nname = 'p'\nbody = 'cube'\n",
            &["output.probe.1.name", "`p`"],
        ),
    ] {
        let message = plan(more).unwrap_err();
        for part in parts {
            assert!(message.contains(part), "`{part}` is not in: {message}");
        }
    }
}
