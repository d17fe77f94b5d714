//! Exports hold what they should.

use serde_json::Value;
use std::io::Read;
use std::path::Path;
use tangency_geometry::Vec3;
use tangency_io::export::{
    Animation, AnimationFormat, ExportFrame, FrameFormat, FrameWriter, UpAxis, export_collection,
    export_contacts,
};
use tangency_io::read_surface_mesh;
use tangency_io::run_folder::{FieldArray, FieldLocation, Topology};

/// A tet, and an obstacle of a segment and a point; a triangle of cloth, and a rod of two segments.
fn bodies() -> Topology {
    let (solid, needles, cloth, rod) = (4, 3, 3, 3);
    let n = solid + needles + cloth + rod;
    let body = [
        vec![0; solid],
        vec![1; needles],
        vec![2; cloth],
        vec![3; rod],
    ]
    .concat();
    Topology {
        rest: (0..n)
            .map(|i| Vec3::new((i % 2) as f64, (i % 3) as f64, i as f64))
            .collect(),
        tets: vec![[0, 1, 2, 3]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [7, 8, 9]],
        edges: vec![[0, 2], [4, 5], [7, 8], [11, 10], [11, 12]],
        points: (0..n as u32).collect(),
        elastic_triangles: vec![[7, 8, 9]],
        elastic_segments: vec![[10, 11], [11, 12]],
        mass: (0..n).map(|i| i as f64 / 8.0).collect(),
        obstacle: body.iter().map(|&b| b == 1).collect(),
        thickness: (0..n).map(|i| if i >= 10 { 0.25 } else { 0.0 }).collect(),
        body,
        body_names: ["solid", "needles", "a cloth", "rod.1"]
            .map(str::to_owned)
            .into(),
        ..Topology::default()
    }
}

fn field(location: FieldLocation, name: &str, shape: &[usize], entries: usize) -> FieldArray {
    let numbers = entries * shape.iter().product::<usize>();
    FieldArray {
        location,
        name: name.to_owned(),
        shape: shape.to_vec(),
        values: (0..numbers).map(|i| i as f64 + 0.5).collect(),
    }
}

fn frame(topology: &Topology) -> ExportFrame {
    let n = topology.rest.len();
    ExportFrame {
        time: 0.5,
        positions: topology.rest.clone(),
        fields: vec![
            field(FieldLocation::Vertex, "velocity", &[3], n),
            field(FieldLocation::Tet, "von_mises", &[], 1),
            field(FieldLocation::Tet, "cauchy_stress", &[3, 3], 1),
            field(FieldLocation::Triangle, "von_mises", &[], 1),
            field(FieldLocation::Segment, "twist", &[], 2),
            field(FieldLocation::Pair, "position", &[3], 2),
            field(FieldLocation::Pair, "force", &[3], 2),
        ],
    }
}

fn written(format: FrameFormat, topology: &Topology, frame: &ExportFrame) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame");
    let writer = FrameWriter::new(format, topology).unwrap();
    writer.write(&path, frame).unwrap();
    std::fs::read(path).unwrap()
}

fn animated(format: AnimationFormat, topology: &Topology, frames: &[ExportFrame], path: &Path) {
    let mut animation = Animation::new(format, topology, UpAxis::Y).unwrap();
    for frame in frames {
        animation.push(frame).unwrap();
    }
    animation.write(path).unwrap();
}

/// The XML of a VTU file, and the bytes behind it.
fn split(bytes: &[u8]) -> (String, &[u8]) {
    let start = bytes.windows(2).position(|w| w == b"\n_").unwrap();
    let xml = String::from_utf8(bytes[..start].to_vec()).unwrap();
    (xml, &bytes[start + 2..])
}

/// The numbers of an array of a VTU file: the part of the XML it is in, its name, its attributes, its bytes.
fn array(bytes: &[u8], part: &str, name: &str, attributes: &str) -> Vec<u8> {
    let (xml, data) = split(bytes);
    let part = xml.split(&format!("<{part}>\n")).nth(1).unwrap();
    let line = part
        .lines()
        .find(|line| line.contains(&format!("Name=\"{name}\"")));
    let line = line.unwrap();
    assert!(line.contains(attributes), "{line}");
    let offset: usize = line
        .split("offset=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let number =
        |i: usize| u64::from_le_bytes(*data[offset + 8 * i..].first_chunk().unwrap()) as usize;
    let blocks = number(0);
    let mut at = offset + 8 * (3 + blocks);
    let mut out = Vec::new();
    for block in 0..blocks {
        let compressed = &data[at..at + number(3 + block)];
        flate2::read::ZlibDecoder::new(compressed)
            .read_to_end(&mut out)
            .unwrap();
        at += compressed.len();
    }
    let last = if number(2) == 0 { number(1) } else { number(2) };
    assert_eq!(
        out.len(),
        blocks.saturating_sub(1) * number(1) + if blocks > 0 { last } else { 0 }
    );
    out
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|c| f32::from_le_bytes(*c))
        .collect()
}

#[test]
fn vtu_has_fields_over_points_and_cells() {
    let topology = bodies();
    let bytes = written(FrameFormat::Vtu, &topology, &frame(&topology));
    let (xml, _) = split(&bytes);
    assert!(
        xml.starts_with(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
             header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n<FieldData>\n"
        ),
        "{xml}"
    );
    // A tet (whose boundary is no cell), the cloth, two segments of the rod, a needle, a free point.
    assert!(
        xml.contains("NumberOfPoints=\"13\" NumberOfCells=\"6\""),
        "{xml}"
    );
    assert_eq!(
        array(&bytes, "Cells", "types", "UInt8"),
        [10, 5, 3, 3, 3, 1]
    );
    let body = array(&bytes, "CellData", "body", "UInt32");
    assert_eq!(
        body.iter().step_by(4).copied().collect::<Vec<_>>(),
        [0, 2, 3, 3, 1, 1]
    );
    assert_eq!(
        array(&bytes, "CellData", "obstacle", "UInt8"),
        [0, 0, 0, 0, 1, 1]
    );
    assert_eq!(
        array(&bytes, "FieldData", "TimeValue", "NumberOfTuples=\"1\""),
        0.5f64.to_le_bytes()
    );
    assert_eq!(
        array(&bytes, "FieldData", "body_names", "String"),
        b"solid\0needles\0a cloth\0rod.1\0"
    );
    assert_eq!(array(&bytes, "Points", "Points", "Float64").len(), 13 * 24);
    assert_eq!(
        floats(&array(&bytes, "PointData", "mass", "Float32"))[3],
        3.0 / 8.0
    );
    let velocity = array(
        &bytes,
        "PointData",
        "velocity",
        "Float32\" Name=\"velocity\" NumberOfComponents=\"3\"",
    );
    assert_eq!(floats(&velocity)[..3], [0.5, 1.5, 2.5]);

    let nan = |values: Vec<f32>| values.iter().map(|v| v.is_nan()).collect::<Vec<_>>();
    // Tets and triangles have one array where they have one quantity; the rest is not known.
    let stress = floats(&array(
        &bytes,
        "CellData",
        "von_mises",
        "NumberOfComponents=\"1\"",
    ));
    assert_eq!(stress[..2], [0.5, 0.5]);
    assert_eq!(nan(stress), [false, false, true, true, true, true]);
    let twist = floats(&array(&bytes, "CellData", "twist", "Float32"));
    assert_eq!(twist[2..4], [0.5, 1.5]);
    assert_eq!(nan(twist), [true, true, false, false, true, true]);
    let tensor = floats(&array(
        &bytes,
        "CellData",
        "cauchy_stress",
        "NumberOfComponents=\"9\"",
    ));
    assert_eq!((tensor.len(), tensor[8]), (54, 8.5));
    assert!(
        !xml.contains("force"),
        "pairs are in a file of their own: {xml}"
    );
}

#[test]
fn names_that_are_taken_say_where_they_are_from() {
    let topology = bodies();
    let mut frame = frame(&topology);
    frame.fields = vec![
        field(FieldLocation::Vertex, "mass", &[], 13),
        field(FieldLocation::Tet, "strain", &[3, 3], 1),
        field(FieldLocation::Triangle, "strain", &[2, 2], 1),
        field(FieldLocation::Vertex, "a<b\"", &[], 13),
    ];
    let bytes = written(FrameFormat::Vtu, &topology, &frame);
    array(&bytes, "PointData", "vertex.mass", "Float32");
    array(&bytes, "PointData", "a&lt;b&quot;", "Float32");
    array(
        &bytes,
        "CellData",
        "triangle.strain",
        "NumberOfComponents=\"4\"",
    );
}

#[test]
fn large_arrays_are_compressed_in_blocks() {
    let n = 50_000;
    let topology = Topology {
        rest: vec![Vec3::new(1.0, 2.0, 3.0); n],
        points: (0..n as u32).collect(),
        body: vec![0; n],
        body_names: vec!["dust".to_owned()],
        obstacle: vec![false; n],
        thickness: vec![0.0; n],
        ..Topology::default()
    };
    let frame = ExportFrame {
        positions: topology.rest.clone(),
        ..ExportFrame::default()
    };
    let bytes = written(FrameFormat::Vtu, &topology, &frame);
    assert!(bytes.len() < n * 24 / 2, "{} bytes", bytes.len());
    let points = array(&bytes, "Points", "Points", "Float64");
    assert_eq!(points.len(), n * 24);
    assert_eq!(points[points.len() - 8..], 3f64.to_le_bytes());
}

#[test]
fn contacts_are_points_with_forces() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.vtu");
    let mut frame = frame(&bodies());
    export_contacts(&path, &frame).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert!(
        split(&bytes)
            .0
            .contains("NumberOfPoints=\"2\" NumberOfCells=\"2\"")
    );
    assert_eq!(array(&bytes, "Cells", "types", "UInt8"), [1, 1]);
    assert_eq!(
        floats(&array(&bytes, "PointData", "force", "Float32"))[5],
        5.5
    );
    assert_eq!(
        array(&bytes, "Points", "Points", "Float64")[..8],
        0.5f64.to_le_bytes()
    );

    // None at all is a file too.
    frame.fields = vec![field(FieldLocation::Pair, "position", &[3], 0)];
    export_contacts(&path, &frame).unwrap();
    assert!(
        split(&std::fs::read(&path).unwrap())
            .0
            .contains("NumberOfPoints=\"0\"")
    );
    frame.fields = vec![field(FieldLocation::Pair, "force", &[3], 1)];
    let message = export_contacts(&path, &frame).unwrap_err().to_string();
    assert!(message.contains("pair.position"), "{message}");
    export_collection(folder.path().join("c.pvd"), &[(0.25, "a&b.vtu".to_owned())]).unwrap();
    let text = std::fs::read_to_string(folder.path().join("c.pvd")).unwrap();
    assert!(
        text.contains("<DataSet timestep=\"0.25\" file=\"a&amp;b.vtu\"/>"),
        "{text}"
    );
}

#[test]
fn ply_has_fields_over_its_vertices() {
    let topology = bodies();
    let mut frame = frame(&topology);
    frame.fields[0].values[3] = f64::NAN;
    let bytes = written(FrameFormat::Ply, &topology, &frame);
    let end = bytes
        .windows(11)
        .position(|w| w == b"end_header\n")
        .unwrap()
        + 11;
    let header = "ply\nformat binary_little_endian 1.0\ncomment Tangency, lengths in m\ncomment body 0 solid\n\
        comment body 1 needles\ncomment body 2 a cloth\ncomment body 3 rod.1\nelement vertex 13\nproperty double x\n\
        property double y\nproperty double z\nproperty uint vertex\nproperty uint body\nproperty uchar obstacle\n\
        property float velocity_x\nproperty float velocity_y\nproperty float velocity_z\nelement face 3\n\
        property list uchar uint vertex_indices\nelement edge 3\nproperty uint vertex1\nproperty uint vertex2\n\
        element point 1\nproperty uint vertex_index\nend_header\n";
    assert_eq!(std::str::from_utf8(&bytes[..end]).unwrap(), header);
    let row = 24 + 4 + 4 + 1 + 12;
    let second = &bytes[end + row..][..row];
    assert_eq!(second[24..33], [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    let velocity = floats(&second[33..]);
    assert!(velocity[0].is_nan());
    assert_eq!(velocity[1..], [4.5, 5.5]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ply");
    std::fs::write(&path, &bytes).unwrap();
    let mesh = read_surface_mesh(&path).unwrap();
    assert_eq!(mesh.points, topology.rest);
    assert_eq!(
        (mesh.triangles.len(), mesh.edges.len(), mesh.vertices.len()),
        (3, 3, 1)
    );
}

#[test]
fn obj_has_an_object_for_each_body() {
    let topology = bodies();
    let bytes = written(FrameFormat::Obj, &topology, &frame(&topology));
    let text = String::from_utf8(bytes.clone()).unwrap();
    let objects: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("o "))
        .collect();
    assert_eq!(objects, ["solid", "needles", "a cloth", "rod.1"]);
    // Seven points with normals come before those of the cloth, of which only the solid's four have any.
    assert!(text.contains("f 8//5 9//6 10//7\n"), "{text}");
    assert!(text.contains("l 5 6\n") && text.contains("p 7\n"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    std::fs::write(&path, bytes).unwrap();
    let mesh = read_surface_mesh(&path).unwrap();
    assert_eq!(mesh.points, topology.rest);
    assert_eq!(mesh.triangles, topology.triangles);
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

#[test]
fn usda_has_a_prim_for_each_body() {
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
    let text = std::fs::read_to_string(&path).unwrap();
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
fn unknown_velocities_are_no_velocities() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.usda");
    let topology = bodies();
    let mut first = frame(&topology);
    first.fields.truncate(1);
    first.fields[0].values.fill(f64::NAN);
    let later = ExportFrame {
        time: 1.0,
        fields: frame(&topology).fields[..1].to_vec(),
        ..first.clone()
    };
    animated(AnimationFormat::Usda, &topology, &[first, later], &path);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        !text.contains("] velocities"),
        "programs would move points by NaN: {text}"
    );
    assert!(
        text.contains(
            "float3[] primvars:velocity.timeSamples = {\n            1: [(nan, nan, nan)"
        ),
        "{text}"
    );
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

#[test]
fn what_does_not_fit_is_refused_with_its_name() {
    let topology = bodies();
    let writer = FrameWriter::new(FrameFormat::Vtu, &topology).unwrap();
    let refused = |frame: &ExportFrame| writer.write("a.vtu", frame).unwrap_err().to_string();
    let mut short = frame(&topology);
    short.positions.pop();
    assert!(refused(&short).contains("a.vtu: 12 positions given, the topology has 13"));
    let mut wrong = frame(&topology);
    wrong.fields[3].values.push(1.0);
    assert!(refused(&wrong).contains("triangle.von_mises has 2 entries, the topology 1"));
    let missing = writer
        .write("/nowhere/at/all/a.vtu", &frame(&topology))
        .unwrap_err();
    assert!(
        missing
            .to_string()
            .contains("cannot write /nowhere/at/all/a.vtu"),
        "{missing}"
    );

    let mut torn = bodies();
    torn.triangles.push([0, 1, 7]);
    let message = FrameWriter::new(FrameFormat::Obj, &torn)
        .err()
        .unwrap()
        .to_string();
    assert!(
        message.contains("triangle 3 of the topology has vertices of several bodies"),
        "{message}"
    );
    assert!(Animation::new(AnimationFormat::Glb, &torn, UpAxis::Y).is_err());
}
