//! Groups and elements of every dialect, in small files written by hand.

use tangency_io::read::{MeshFile, msh, obj, ply, stl, vtk, vtu};
use tangency_io::{Location, ParseError};

/// The groups of a mesh with the vertices of each.
fn groups(mesh: &MeshFile) -> Vec<(&str, Vec<u32>)> {
    let groups = mesh.groups.iter();
    groups.map(|g| (g.name.as_str(), g.points())).collect()
}

fn refused(result: Result<MeshFile, ParseError>, at: Location, why: &[&str]) {
    let error = result.unwrap_err();
    assert_eq!(error.at, at, "{error}");
    for part in why {
        assert!(error.problem.contains(part), "`{part}` is not in: {error}");
    }
}

/// Two tets that share a face, one triangle, one line and one point, with the given elements.
fn msh_22(names: &str, elements: &[&str]) -> String {
    let mut text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n".to_string();
    text += names;
    text += "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n$Elements\n";
    text += &format!(
        "{}\n{}\n$EndElements\n",
        elements.len(),
        elements.join("\n")
    );
    text
}

const NAMES: &str =
    "$PhysicalNames\n3\n3 1 \"left part\"\n2 1 \"top\"\n3 7 \"nothing\"\n$EndPhysicalNames\n";

#[test]
fn msh_2_groups_have_names_or_numbers() {
    let text = msh_22(
        NAMES,
        &[
            "1 4 2 1 10 1 2 3 4",
            "2 4 2 2 20 2 3 4 5",
            "3 2 2 1 5 2 3 4",
            "4 1 2 2 3 1 2",
            "5 15 2 4 1 5",
            // The first tet again: it is in two groups.
            "6 4 2 2 10 1 2 3 4",
        ],
    );
    let mesh = msh::parse(text.as_bytes()).unwrap();
    assert_eq!(mesh.tets.len(), 2);
    assert_eq!(
        groups(&mesh),
        [
            ("left part", vec![0, 1, 2, 3]),
            // Both a volume and a curve have the number 2.
            ("volume physical 2", vec![0, 1, 2, 3, 4]),
            ("top", vec![1, 2, 3]),
            ("curve physical 2", vec![0, 1]),
            ("physical 4", vec![4]),
            ("volume 10", vec![0, 1, 2, 3]),
            ("volume 20", vec![1, 2, 3, 4]),
            ("surface 5", vec![1, 2, 3]),
            ("curve 3", vec![0, 1]),
        ]
    );
    let (solid, named) = mesh.clone().into_grouped_tet_mesh().unwrap();
    assert_eq!((solid.tets.len(), named.len()), (2, 9));
    // A part has its own numbers, and of other groups what they have in common.
    let (part, named) = mesh
        .part("volume 20")
        .unwrap()
        .into_grouped_tet_mesh()
        .unwrap();
    assert_eq!((part.points.len(), part.tets.len()), (4, 1));
    let top = named.iter().find(|g| g.name == "top").unwrap();
    assert_eq!(top.points(), [0, 1, 2]);
    assert!(
        !named
            .iter()
            .any(|g| g.name == "curve 3" || g.name == "left part")
    );
}

/// `$Entities` and elements of version 4.1 as numbers: in a text, or in bytes of either order.
struct Numbers {
    bytes: Vec<u8>,
    order: Option<bool>,
}

impl Numbers {
    fn new(order: Option<bool>) -> Self {
        let mut bytes = format!("$MeshFormat\n4.1 {} 8\n", u8::from(order.is_some())).into_bytes();
        if let Some(little) = order {
            let one = if little {
                1i32.to_le_bytes()
            } else {
                1i32.to_be_bytes()
            };
            bytes.extend(one);
            bytes.push(b'\n');
        }
        bytes.extend(b"$EndMeshFormat\n$PhysicalNames\n1\n2 3 \"lid\"\n$EndPhysicalNames\n");
        Self { bytes, order }
    }

    fn put(&mut self, text: String, mut bytes: Vec<u8>) {
        match self.order {
            None => self.bytes.extend((text + " ").into_bytes()),
            Some(little) => {
                if !little {
                    bytes.reverse();
                }
                self.bytes.extend(bytes);
            }
        }
    }

    fn int(&mut self, values: &[i32]) {
        for v in values {
            self.put(v.to_string(), v.to_le_bytes().into());
        }
    }

    fn long(&mut self, values: &[u64]) {
        for v in values {
            self.put(v.to_string(), v.to_le_bytes().into());
        }
    }

    fn real(&mut self, values: &[f64]) {
        for v in values {
            self.put(v.to_string(), v.to_le_bytes().into());
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }
}

#[test]
fn msh_41_groups_are_those_of_entities() {
    for order in [None, Some(true), Some(false)] {
        let mut file = Numbers::new(order);
        file.text("$Entities\n");
        file.long(&[1, 0, 1, 1]);
        file.int(&[8]);
        file.real(&[0.0; 3]);
        file.long(&[0]);
        // A surface in two groups, one of them turned over, with one bounding curve.
        file.int(&[5]);
        file.real(&[0.0; 6]);
        file.long(&[2]);
        file.int(&[3, -4]);
        file.long(&[1]);
        file.int(&[9]);
        file.int(&[6]);
        file.real(&[0.0; 6]);
        file.long(&[1]);
        file.int(&[1]);
        file.long(&[0]);
        file.text("\n$EndEntities\n$Nodes\n");
        file.long(&[1, 4, 1, 4]);
        file.int(&[3, 6, 0]);
        file.long(&[4, 1, 2, 3, 4]);
        file.real(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        file.text("\n$EndNodes\n$Elements\n");
        file.long(&[2, 2, 1, 2]);
        file.int(&[2, 5, 2]);
        file.long(&[1, 1, 1, 2, 3]);
        file.int(&[3, 6, 4]);
        file.long(&[1, 2, 1, 2, 3, 4]);
        file.text("\n$EndElements\n");
        let mesh = msh::parse(&file.bytes).unwrap();
        assert_eq!(
            groups(&mesh),
            [
                ("physical 1", vec![0, 1, 2, 3]),
                ("lid", vec![0, 1, 2]),
                ("physical 4", vec![0, 1, 2]),
                ("volume 6", vec![0, 1, 2, 3]),
                ("surface 5", vec![0, 1, 2]),
            ]
        );
        for cut in 0..file.bytes.len() {
            // Never a panic.
            drop(msh::parse(&file.bytes[..cut]));
        }
    }
}

#[test]
fn msh_elements_that_cannot_be_used() {
    let text = msh_22(
        "",
        &[
            "1 4 2 0 1 1 2 3 4",
            "12 5 2 0 1 1 2 3 4 5 1 2 3",
            "13 5 2 0 1 1 2 3 4 5 1 2 3",
            "14 6 2 0 1 1 2 3 4 5 1",
        ],
    );
    refused(
        msh::parse(text.as_bytes()),
        Location::Line(15),
        &[
            "element 12 is a hexahedron (element type 5), the first of 2",
            "element 14 is a prism (element type 6), the first of 1",
            "export first-order",
        ],
    );
    let unknown = msh_22("", &["1 77 2 0 1 1 2"]);
    refused(
        msh::parse(unknown.as_bytes()),
        Location::Line(14),
        &["type 77 is not known"],
    );
    let names = NAMES.replace("3 1 \"left", "5 1 \"left");
    let bad = msh_22(&names, &["1 4 2 1 10 1 2 3 4"]);
    refused(
        msh::parse(bad.as_bytes()),
        Location::Line(6),
        &["DIMENSION NUMBER"],
    );
}

#[test]
fn nothing_beside_tets_is_lost_silently() {
    let read = |element: &str| {
        let text = msh_22("", &["1 4 2 0 1 1 2 3 4", element]);
        msh::parse(text.as_bytes()).unwrap().into_tet_mesh()
    };
    let lost = |element: &str, why: &str| {
        let error = read(element).unwrap_err();
        assert!(error.problem.contains(why), "{error}");
    };
    lost("2 2 2 0 1 3 4 5", "1 triangles that are no side of them");
    lost("2 1 2 0 1 4 5", "1 segments");
    lost("2 15 2 9 1 5", "\"physical 9\" has points that no tet has");
    // The centre of a circle is no part of the mesh.
    assert_eq!(read("2 15 2 0 1 5").unwrap().points.len(), 4);
}

#[test]
fn quads_are_cut_along_their_shorter_diagonal() {
    let nodes = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 2 0 0\n3 3 1 0\n4 1 1 0\n$EndNodes\n";
    let text = format!("{nodes}$Elements\n1\n1 3 2 7 1 1 2 3 4\n$EndElements\n");
    let mesh = msh::parse(text.as_bytes()).unwrap();
    // From 2 to 4 it is shorter than from 1 to 3.
    assert_eq!(mesh.triangles, [[1, 2, 3], [1, 3, 0]]);
    assert_eq!(mesh.groups[0].triangles.len(), 2);
    let square = text
        .replace("3 3 1 0", "3 2 2 0")
        .replace("4 1 1 0", "4 0 2 0");
    let mesh = msh::parse(square.as_bytes()).unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn obj_objects_groups_and_materials() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 2 0 0\nf 1 2 3\no Big Box\ng a b\nusemtl red\nf 2 4 3\n\
                g a\nusemtl Big Box\nf -4 -1 -2\nl 1 5\ng\nf 1 2 4\no\nusemtl\nf 1 3 4\n";
    let mesh = obj::parse(text.as_bytes()).unwrap();
    assert_eq!(mesh.triangles.len(), 5);
    assert_eq!(
        groups(&mesh),
        [
            // An object and a material have the same name, and other faces.
            ("object Big Box", vec![0, 1, 2, 3, 4]),
            ("a", vec![0, 1, 2, 3, 4]),
            ("b", vec![1, 2, 3]),
            ("red", vec![1, 2, 3]),
            ("material Big Box", vec![0, 1, 3, 4]),
        ]
    );
    let many = format!("v 0 0 0\ng{}\n", " x".repeat(300));
    refused(
        obj::parse(many.as_bytes()),
        Location::Line(2),
        &["300 groups"],
    );
    // The same faces under one name are one group.
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\no x\ng x\nf 1 2 3\n";
    assert_eq!(groups(&obj::parse(text.as_bytes()).unwrap()).len(), 1);
    let part = obj::parse(text.as_bytes()).unwrap().part("y").unwrap_err();
    assert!(part.problem.contains("its parts: x"), "{part}");
}

#[test]
fn stl_solids() {
    let facet = |x: u8| {
        format!(
            "FACET NORMAL nan nan nan OUTER LOOP\nVERTEX {x} 0 0\nVertex {x} 1 0\nvertex {x} 0 1\nENDLOOP\nENDFACET\n"
        )
    };
    let text = format!(
        "  SOLID Left side\n{}endsolid Left side\nsolid\n{}{}ENDSOLID\nsolid Left side\n{}endsolid\nsolid empty\nendsolid",
        facet(0),
        facet(1),
        facet(2),
        facet(3)
    );
    let mesh = stl::parse(text.as_bytes()).unwrap();
    assert_eq!(
        groups(&mesh),
        [
            ("Left side", vec![0, 1, 2, 9, 10, 11]),
            ("solid 2", vec![3, 4, 5, 6, 7, 8])
        ]
    );
    let part = mesh.part("solid 2").unwrap().into_surface_mesh().unwrap();
    assert_eq!((part.points.len(), part.triangles.len()), (6, 2));
    refused(
        stl::parse(b"solid x\nfacet normal 0 0 1 vertex 0 0 0"),
        Location::Line(2),
        &["outer loop"],
    );
}

#[test]
fn ply_lists_of_any_type() {
    for (kind, size) in [("char", 1), ("uint16", 2), ("int", 4), ("uint64", 8)] {
        let header = format!(
            "ply\r\nformat binary_little_endian 1.0\r\nelement vertex 3\r\nproperty double x\r\nproperty float y\r\n\
             property short z\r\nelement thing 1\r\nproperty list uchar float weights\r\nelement face 1\r\n\
             property uchar flag\r\nproperty list {kind} {kind} vertex_index\r\nend_header\r\n"
        );
        let mut bytes = header.into_bytes();
        for [x, y, z] in [[0, 0, 0], [1, 0, 0], [0, 1, -1]] {
            bytes.extend(f64::from(x).to_le_bytes());
            bytes.extend((y as f32).to_le_bytes());
            bytes.extend((z as i16).to_le_bytes());
        }
        bytes.extend([2, 0, 0, 0, 0, 0, 0, 0, 0]);
        bytes.push(9);
        for value in [3u64, 0, 1, 2] {
            bytes.extend(&value.to_le_bytes()[..size]);
        }
        let mesh = ply::parse(&bytes).unwrap_or_else(|e| panic!("{kind}: {e}"));
        assert_eq!(mesh.triangles, [[0, 1, 2]], "{kind}");
        assert_eq!(mesh.points[2].z, -1.0);
    }
}

const VTK: &str = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n0.5\n\
    POINTS 5 float\n0 0 0 1 0 0 0 1 0 0 0 1 1 1 1\nCELLS 2 10\n4 0 1 2 3\n4 1 2 3 4\nCELL_TYPES 2\n10 10\n";

#[test]
fn vtk_data_of_cells() {
    let data = "POINT_DATA 5\nWHATEVER 3\nCELL_DATA 2\nVECTORS v float\n0 0 0 1 1 1\nSCALARS body unsigned_char\n\
        LOOKUP_TABLE default\n3 4\nFIELD f 3\nmy%20part 1 2 long\n-7 -7\nwide 2 2 int\n1 2 3 4\nvtkGhostType 1 2 int\n0 0\n\
        METADATA\nINFORMATION 0\n\nSCALARS heat double 1\nLOOKUP_TABLE default\n1 2\nPOINT_DATA 5\n";
    let mesh = vtk::parse(format!("{VTK}{data}").as_bytes()).unwrap();
    assert_eq!(
        groups(&mesh),
        [
            ("body 3", vec![0, 1, 2, 3]),
            ("body 4", vec![1, 2, 3, 4]),
            ("my part -7", vec![0, 1, 2, 3, 4]),
        ]
    );
    let error = |data: &str| vtk::parse(format!("{VTK}{data}").as_bytes());
    refused(
        error("CELL_DATA 3\n"),
        Location::Line(15),
        &["3 cells", "there are 2"],
    );
    refused(
        error("CELL_DATA 2\nODD x\n"),
        Location::Line(16),
        &["\"ODD\""],
    );
    let scalars = "CELL_DATA 2\nSCALARS a int\nLOOKUP_TABLE default\n1 x\n";
    refused(error(scalars), Location::Line(18), &["\"x\""]);
    // As many values as cells mean nothing together.
    let many = format!("{VTK}CELL_DATA 2\nGLOBAL_IDS ids long\n5 6\n");
    assert_eq!(vtk::parse(many.as_bytes()).unwrap().groups, []);
}

#[test]
fn vtk_polydata_cells_are_in_the_order_of_their_kinds() {
    let text = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0 0 1 0 1 1 0 2 1 0\n\
        TRIANGLE_STRIPS 1 6\n5 0 1 2 3 4\nVERTICES 1 2\n1 4\nCELL_DATA 2\nSCALARS part int\nLOOKUP_TABLE default\n1 2\n";
    let mesh = vtk::parse(text.as_bytes()).unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(
        groups(&mesh),
        [("part 1", vec![4]), ("part 2", vec![0, 1, 2, 3, 4])]
    );
    let short = text.replace("5 0 1 2 3 4", "2 0 1").replace("1 6", "1 3");
    refused(
        vtk::parse(short.as_bytes()),
        Location::Line(8),
        &["with 2 vertices", "triangle strip"],
    );
}

#[test]
fn vtk_cells_that_cannot_be_used() {
    let text = VTK.replace("10 10\n", "10 24\n");
    refused(
        vtk::parse(text.as_bytes()),
        Location::Line(14),
        &[
            "cell 1 (from 0",
            "tet of second order (type 24), the first of 1",
        ],
    );
}

/// A grid of one tet and one triangle in two pieces.
const VTU: &str = r#"<?xml version="1.0"?>
<!-- by hand -->
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid>
<Piece NumberOfPoints="4" NumberOfCells="1">
<CellData><DataArray type="Int8" Name="a &amp; b" format="ascii">5</DataArray><DataArray type="String" Name="s" format="ascii">x</DataArray></CellData>
<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 1 0
0 0 1<InformationKey name="x">7</InformationKey></DataArray></Points>
<Cells>
<DataArray type="Int32" Name="connectivity" format="ascii">0 1 2 3</DataArray>
<DataArray type="Int32" Name="offsets" format="ascii">4</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">10</DataArray>
</Cells>
</Piece>
<Piece NumberOfPoints="3" NumberOfCells="1">
<CellData><DataArray type="Int8" Name="a &amp; b" format="ascii">-6</DataArray></CellData>
<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">5 0 0 6 0 0 5 1 0</DataArray></Points>
<Cells>
<DataArray type="Int32" Name="connectivity" format="ascii">0 1 2</DataArray>
<DataArray type="Int32" Name="offsets" format="ascii">3</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">5</DataArray>
</Cells>
</Piece>
<Piece NumberOfPoints="0" NumberOfCells="0"/>
</UnstructuredGrid>
</VTKFile>
"#;

#[test]
fn vtu_pieces_follow_each_other() {
    let mesh = vtu::parse(VTU.as_bytes()).unwrap();
    assert_eq!((mesh.points.len(), mesh.points[3].z), (7, 1.0));
    assert_eq!(mesh.triangles, [[4, 5, 6]]);
    assert_eq!(
        groups(&mesh),
        [("a & b -6", vec![4, 5, 6]), ("a & b 5", vec![0, 1, 2, 3])]
    );
    for cut in 0..VTU.len() {
        // Never a panic.
        drop(vtu::parse(&VTU.as_bytes()[..cut]));
    }
}

#[test]
fn vtu_errors() {
    let change = |from: &str, to: &str| vtu::parse(VTU.replacen(from, to, 1).as_bytes());
    let at = Location::Line;
    refused(
        change("UnstructuredGrid\"", "PolyData\""),
        at(3),
        &["\"PolyData\"", ".vtu"],
    );
    refused(vtu::parse(b"solid"), Location::File, &["VTKFile"]);
    refused(change("</Piece>", "</Cells>"), at(14), &["XML"]);
    refused(
        change(">0 1 2 3<", ">0 1 2 x<"),
        at(10),
        &["connectivity", "\"x\""],
    );
    refused(change(">0 1 2 3<", ">0 1 2 -3<"), at(10), &["-3"]);
    refused(change(">4</", ">5</"), at(11), &["offset 5"]);
    refused(
        change(">10</", ">12</"),
        at(12),
        &["hexahedron (type 12), the first of 1"],
    );
    refused(
        change("0 0 1<", "0 0<"),
        at(7),
        &["11 numbers", "4 times 3"],
    );
    refused(change("0 0 1<", "0 0 inf<"), at(7), &["point 3", "finite"]);
    refused(
        change("\"offsets\"", "\"ends\""),
        at(5),
        &["no array offsets"],
    );
    refused(
        change("format=\"ascii\">0 1 2 3", "format=\"zip\">"),
        at(10),
        &["\"zip\""],
    );
    refused(
        change(
            "version=\"0.1\"",
            "version=\"0.1\" compressor=\"vtkLZ4DataCompressor\"",
        ),
        at(3),
        &["vtkLZ4DataCompressor", "zlib"],
    );
    let inline = |text: &str| {
        let to = format!("format=\"binary\">{text}<");
        change("format=\"ascii\">0 1 2 3<", &to)
    };
    // Four bytes that say 16, and four whole numbers; with and without padding between.
    for text in [
        "EAAAAAAAAAABAAAAAgAAAAMAAAA=",
        "EAAAAA== AAAAAAEAAAACAAAA\nAwAAAA==",
    ] {
        assert_eq!(inline(text).unwrap().tets, [[0, 1, 2, 3]], "{text}");
    }
    refused(inline("EAAAAAAAAAABAAAA"), at(10), &["cut off"]);
    refused(inline("EAAA!AAA"), at(10), &["base64"]);
    let appended = change(
        "format=\"ascii\">0 1 2 3<",
        "format=\"appended\" offset=\"3\"><",
    );
    refused(appended, at(10), &["no <AppendedData>"]);
}

#[test]
fn the_same_file_cut_anywhere_never_panics() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let parse = match path.extension().and_then(|e| e.to_str()) {
            Some("vtu") => vtu::parse,
            Some("vtk") => vtk::parse,
            Some("msh") => msh::parse,
            _ => continue,
        };
        let bytes = std::fs::read(&path).unwrap();
        for cut in (0..bytes.len()).step_by(7) {
            drop(parse(&bytes[..cut]));
        }
        count += 1;
    }
    assert!(count > 10);
}
