//! Exports of one frame a file hold what they should.

use crate::common::{bodies, field, floats, frame};
use std::io::Read;
use tangency_geometry::Vec3;
use tangency_io::export::{
    Animation, AnimationFormat, ExportFrame, FrameFormat, FrameWriter, UpAxis, export_collection,
    export_contacts,
};
use tangency_io::read_surface_mesh;
use tangency_io::run_folder::{FieldLocation, Topology};

fn written(format: FrameFormat, topology: &Topology, frame: &ExportFrame) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame");
    let writer = FrameWriter::new(format, topology).unwrap();
    writer.write(&path, frame).unwrap();
    std::fs::read(path).unwrap()
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

#[test]
fn vtu_has_the_cells_of_every_body() {
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
}

#[test]
fn vtu_has_fields_over_points_and_cells() {
    let topology = bodies();
    let bytes = written(FrameFormat::Vtu, &topology, &frame(&topology));
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
    let (xml, _) = split(&bytes);
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
