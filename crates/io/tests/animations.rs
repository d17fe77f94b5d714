//! Exports of many frames together hold what they should.

use crate::common::{bodies, floats, frame};
use serde_json::Value;
use std::path::Path;
use tangency_geometry::Vec3;
use tangency_io::export::{Animation, AnimationFormat, ExportFrame, UpAxis};
use tangency_io::read_surface_mesh;
use tangency_io::run_folder::Topology;

fn animated(format: AnimationFormat, topology: &Topology, frames: &[ExportFrame], path: &Path) {
    let mut animation = Animation::new(format, topology, UpAxis::Y).unwrap();
    for frame in frames {
        animation.push(frame).unwrap();
    }
    animation.write(path).unwrap();
}

#[test]
fn animation_is_valid_gltf() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.glb");
    let topology = bodies();
    let up = |i: usize| Vec3::new(0.0, if i < 4 { 0.25 } else { 0.0 }, 0.0);
    let points = topology.rest.iter().enumerate();
    let moved: Vec<Vec3> = points.map(|(i, p)| p + up(i)).collect();
    let at = |time: f64, positions: &[Vec3]| ExportFrame {
        time,
        positions: positions.to_vec(),
        fields: Vec::new(),
    };
    let frames = [at(0.0, &topology.rest), at(0.5, &moved), at(1.0, &moved)];
    animated(AnimationFormat::Glb, &topology, &frames, &path);
    let bytes = std::fs::read(&path).unwrap();
    let number = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().unwrap()) as usize;
    assert_eq!(
        (&bytes[..4], number(4), number(8)),
        (&b"glTF"[..], 2, bytes.len())
    );
    let json_length = number(12);
    let document: Value = serde_json::from_slice(&bytes[20..20 + json_length]).unwrap();
    let data = &bytes[20 + json_length + 8..];
    assert_eq!(document["nodes"][0]["name"], "solid");
    assert_eq!(document["nodes"][1]["extras"]["obstacle"], true);
    assert_eq!(document["meshes"][1]["primitives"][0]["mode"], 1);
    assert_eq!(document["meshes"][1]["primitives"][1]["mode"], 0);
    assert!(
        document["meshes"][1]["weights"].is_null(),
        "what rests needs no targets"
    );
    let target = &document["meshes"][0]["primitives"][0]["targets"][0]["POSITION"];
    let accessor = &document["accessors"][target.as_u64().unwrap() as usize];
    assert_eq!(accessor["max"], serde_json::json!([0.0, 0.25, 0.0]));
    let sampler = &document["animations"][0]["samplers"][0];
    let numbers = |accessor: &Value| -> Vec<f32> {
        let accessor = &document["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &document["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap() as usize;
        floats(&data[start..start + view["byteLength"].as_u64().unwrap() as usize])
    };
    assert_eq!(numbers(&sampler["input"]), [0.0, 0.5, 1.0]);
    assert_eq!(numbers(&sampler["output"]), [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn frames_of_an_animation_follow_each_other() {
    let topology = bodies();
    for format in [
        AnimationFormat::Glb,
        AnimationFormat::Usda,
        AnimationFormat::Pc2,
    ] {
        let mut animation = Animation::new(format, &topology, UpAxis::Y).unwrap();
        animation.push(&frame(&topology)).unwrap();
        let message = animation.push(&frame(&topology)).unwrap_err().to_string();
        assert!(message.contains("do not increase"), "{message}");
        let empty = Animation::new(format, &topology, UpAxis::Y).unwrap();
        assert!(
            empty
                .write("nowhere")
                .unwrap_err()
                .to_string()
                .contains("no frames")
        );
    }
}

/// A stage of four frames, in which the solid rests, then moves.
fn moving_solid() -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.usda");
    let topology = bodies();
    let first = frame(&topology);
    let moved = |time: f64, by: f64| {
        let lifted = |p: &Vec3| if p.z < 4.0 { p + by * Vec3::x() } else { *p };
        ExportFrame {
            time,
            positions: topology.rest.iter().map(lifted).collect(),
            ..first.clone()
        }
    };
    // The solid rests for two frames, then moves: that it rested is kept.
    let frames = [
        moved(0.0, 0.0),
        moved(0.01, 0.0),
        moved(0.02, 0.0),
        moved(0.03, 0.5),
    ];
    animated(AnimationFormat::Usda, &topology, &frames, &path);
    std::fs::read_to_string(&path).unwrap()
}

#[test]
fn usda_has_a_prim_for_each_body() {
    let text = moving_solid();
    let header = "#usda 1.0\n(\n    defaultPrim = \"run\"\n    doc = \"Tangency\"\n    endTimeCode = 3\n    \
        framesPerSecond = 100\n    metersPerUnit = 1\n    startTimeCode = 0\n    timeCodesPerSecond = 100\n    \
        upAxis = \"Y\"\n)\n";
    assert!(text.starts_with(header), "{text}");
    let prims: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("    def "))
        .collect();
    let expected = [
        "Mesh \"solid\" (",
        "BasisCurves \"needles_segments\" (",
        "Points \"needles_points\" (",
        "Mesh \"a_cloth\" (",
        "BasisCurves \"rod_1\" (",
    ];
    assert_eq!(prims, expected);
    let solid = &text[text.find("Mesh \"solid\"").unwrap()..text.find("BasisCurves").unwrap()];
    assert!(solid.contains("displayName = \"solid\""), "{solid}");
    let samples = solid.split("points.timeSamples = {\n").nth(1).unwrap();
    let codes = samples
        .lines()
        .map_while(|line| line.trim().split_once(": "));
    let codes: Vec<&str> = codes.map(|(code, _)| code).collect();
    assert_eq!(codes, ["0", "2", "3"]);
}

#[test]
fn usda_has_fields_as_primvars() {
    let text = moving_solid();
    let solid = &text[text.find("Mesh \"solid\"").unwrap()..text.find("BasisCurves").unwrap()];
    // The tet behind each triangle of the surface, and velocities, which are known in every frame.
    let stress =
        "float[] primvars:von_mises = [0.5, 0.5] (\n            interpolation = \"uniform\"";
    assert!(solid.contains(stress), "{solid}");
    assert!(
        solid.contains("float[] primvars:cauchy_stress = [0.5, 1.5,"),
        "{solid}"
    );
    assert!(solid.contains("elementSize = 9\n"), "{solid}");
    assert!(
        solid.contains("vector3f[] velocities = [(0.5, 1.5, 2.5), (3.5,"),
        "{solid}"
    );
    let rod = &text[text.find("BasisCurves \"rod_1\"").unwrap()..];
    assert!(
        rod.contains("point3f[] points = ["),
        "what rests has no samples: {rod}"
    );
    // One curve a segment, since fields of segments come along; the second runs as the contact edge does.
    assert!(rod.contains("int[] curveVertexCounts = [2, 2]"), "{rod}");
    assert!(rod.contains("float[] primvars:twist = [0.5, 1.5]"), "{rod}");
    assert!(
        rod.contains("float[] widths = [0.25, 0.25, 0.25, 0.25]"),
        "{rod}"
    );
}

#[test]
fn usda_without_fields_has_rods_in_one_piece() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.usda");
    let topology = bodies();
    let mut frame = frame(&topology);
    frame.fields.clear();
    let mut animation = Animation::new(AnimationFormat::Usda, &topology, UpAxis::Z).unwrap();
    animation.push(&frame).unwrap();
    animation.write(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("upAxis = \"Z\"") && text.contains("startTimeCode = 12"),
        "{text}"
    );
    let rod = &text[text.find("BasisCurves \"rod_1\"").unwrap()..];
    assert!(rod.contains("int[] curveVertexCounts = [3]"), "{rod}");
    assert!(
        !text.contains("primvars") && !text.contains("velocities"),
        "{text}"
    );
}

#[test]
fn unknown_velocities_have_no_samples() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.usda");
    let topology = bodies();
    let mut first = frame(&topology);
    first.fields.truncate(1);
    first.fields[0].values.fill(f64::NAN);
    let known = |time: f64, factor: f64| {
        let mut fields = frame(&topology).fields[..1].to_vec();
        (fields[0].values.iter_mut()).for_each(|value| *value *= factor);
        ExportFrame {
            time,
            fields,
            ..first.clone()
        }
    };
    let frames = [first.clone(), known(1.0, 1.0), known(1.5, 2.0)];
    animated(AnimationFormat::Usda, &topology, &frames, &path);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("nan"), "points would move by NaN: {text}");
    let samples = "vector3f[] velocities.timeSamples = {\n            2: [(0.5, 1.5, 2.5)";
    assert!(text.contains(samples), "{text}");
    assert!(text.contains("            3: [(1, 3, 5)"), "{text}");
}

#[test]
fn point_caches_have_the_order_of_their_rest_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let mut topology = bodies();
    topology.body_names[3] = "A/cloth".to_owned();
    topology.body_names[2] = "a cloth".to_owned();
    let mut later = frame(&topology);
    later.time = 1.0;
    later.positions.iter_mut().for_each(|p| *p *= 2.0);
    let frames = [frame(&topology), later.clone()];
    animated(AnimationFormat::Pc2, &topology, &frames, folder.path());
    let names = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = names
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let stems = ["A_cloth_2", "a_cloth", "needles", "solid"];
    let expected = stems
        .iter()
        .flat_map(|stem| ["obj", "pc2"].map(|end| format!("{stem}.{end}")));
    assert_eq!(names, expected.collect::<Vec<_>>());

    let bytes = std::fs::read(folder.path().join("a_cloth.pc2")).unwrap();
    let mut header = b"POINTCACHE2\0\x01\0\0\0\x03\0\0\0".to_vec();
    header.extend(0f32.to_le_bytes());
    header.extend(1f32.to_le_bytes());
    header.extend(2i32.to_le_bytes());
    assert_eq!(bytes[..32], header);
    let rest = read_surface_mesh(folder.path().join("a_cloth.obj"))
        .unwrap()
        .points;
    assert_eq!(rest, topology.rest[7..10]);
    let expected = rest.iter().chain(&later.positions[7..10]);
    let expected: Vec<f32> = expected
        .flat_map(|p| [p.x, p.y, p.z].map(|c| c as f32))
        .collect();
    assert_eq!(floats(&bytes[32..]), expected);
}
