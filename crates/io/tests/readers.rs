//! Small files written by hand in every dialect, and the errors of bad ones.

use tangency_geometry::Vec3;
use tangency_io::read::stitches::{self, Stitch};
use tangency_io::read::{MeshFile, msh, obj, parse_garment, ply, seg, stl, vtk};
use tangency_io::{Location, ParseError, read_surface_mesh, read_tet_mesh};

fn corner() -> Vec<Vec3> {
    vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()]
}

fn refused(result: Result<MeshFile, ParseError>, at: Location, why: &str) {
    let error = result.unwrap_err();
    assert!(error.at == at && error.problem.contains(why), "{error:?}");
}

#[test]
fn obj_dialects() {
    let text =
        b"# a comment\r\nv 0 0 0\r\nv 1.0D+00 0 0 # trailing\r\n\r\nv 0 1e0 0\r\nv 0 0 1 0.5\r\n\
        vn 0 0 1\r\ng name\r\nusemtl none\r\nf 1/1 2//2 3/3/3 4\r\nf -4 -3 -1\r\nl 1 2 4\r\np 3 -1";
    let mesh = obj::parse(text).unwrap();
    assert_eq!(mesh.points, corner());
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 3]]);
    assert_eq!(mesh.edges, [[0, 1], [1, 3]]);
    assert_eq!(mesh.vertices, [2, 3]);
    let points = obj::parse(b"v 0 0 0\nv 1 0 0").unwrap();
    assert_eq!(points.vertices, [0, 1]);
}

#[test]
fn obj_errors() {
    refused(obj::parse(b"v 0 0 0\nv 1 x 0"), Location::Line(2), "\"x\"");
    refused(obj::parse(b"v 0 0"), Location::Line(1), "end of the line");
    refused(
        obj::parse(b"\nv 0 nan 0"),
        Location::Line(2),
        "not a finite",
    );
    refused(
        obj::parse(b"v 0 1e999 0"),
        Location::Line(1),
        "not a finite",
    );
    refused(obj::parse(b"v 0 0 0\nf 0 1 1"), Location::Line(2), "\"0\"");
    refused(
        obj::parse(b"v 0 0 0\nf -2 1 1"),
        Location::Line(2),
        "\"-2\"",
    );
    refused(obj::parse(b"v 0 0 0\nf 1 1"), Location::Line(2), "only 2");
    let surface = |text: &[u8]| obj::parse(text).unwrap().into_surface_mesh().unwrap_err();
    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    assert!(
        surface(format!("{three}f 1 2 9").as_bytes())
            .problem
            .contains("triangle 0")
    );
    assert!(
        surface(format!("{three}f 1 2 3\nf 1 2 1").as_bytes())
            .problem
            .contains("triangle 1")
    );
    assert!(
        surface(format!("{three}l 2 2").as_bytes())
            .problem
            .contains("segment 0")
    );
    assert!(surface(b"# nothing").problem.contains("empty"));
}

#[test]
fn obj_texture_coordinates_follow_the_corners() {
    let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0 7\nvt 1 1\nvt 0 1\nvt 9 9\n\
                 f 1/4 2/3 3/2 4/1\nf 1/-1/1 3/1 4/2\n";
    let mesh = obj::parse_with_uv(text).unwrap();
    assert_eq!(mesh, obj::parse(text).unwrap());
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 2, 3]]);
    let [a, b, c, d] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    assert_eq!(mesh.uv, [[a, b, c], [a, c, d], [[9.0, 9.0], d, c]]);
    // One face without, or none at all: none.
    let partly = [text, &b"f 1 2 3\n"[..]].concat();
    assert!(obj::parse_with_uv(&partly).unwrap().uv.is_empty());
    let normals = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1//1 2//1 3//1";
    assert!(obj::parse_with_uv(normals).unwrap().uv.is_empty());
    assert!(obj::parse_with_uv(b"v 0 0 0").unwrap().uv.is_empty());
}

/// Coordinates that are only for pictures refuse no mesh: broken ones leave it without any, and the numbers of those after
/// them as they were.
#[test]
fn obj_broken_texture_coordinates_are_left_out() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt zero 0\nvt 1 0\nvt 1 1\nvt 0 1\n";
    let uv = |faces: &str| obj::parse(format!("{text}{faces}").as_bytes()).unwrap().uv;
    assert_eq!(uv("f 1/2 2/3 3/4"), [[[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]]);
    assert!(uv("f 1/1 2/3 3/4").is_empty());
    assert!(uv("f 1/2 2/3 3/9").is_empty());
}

#[test]
fn obj_texture_errors() {
    let error = |text: &[u8]| obj::parse_with_uv(text).unwrap_err();
    let missing = error(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nf 1/1 2/2 3/1");
    assert_eq!(missing.at, Location::Line(5));
    assert!(missing.problem.contains("\"2/2\""), "{missing}");
    assert_eq!(error(b"\nvt 0").at, Location::Line(2));
    assert_eq!(error(b"vt 0 inf").at, Location::Line(1));
    // Who does not ask for them does not care.
    assert!(obj::parse(b"v 0 0 0\nvt x").is_ok());
}

#[test]
fn stitches_of_a_garment() {
    let text = "v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 2 0 0\r\nv 3 0 0\r\nv 2 1 0\r\nf 1 2 3\r\nf 4 5 6\r\n\
                seam 2\r\nstitch 1 3 4 1.0\r\n#stitch 2 3 5 0.0\r\nstitch 2 3 5 2.5e-001\r\n";
    let garment = parse_garment(text.as_bytes()).unwrap();
    assert_eq!(garment.mesh.triangles, [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(garment.uv, None);
    let stitch = |point, edge, ratio| Stitch { point, edge, ratio };
    assert_eq!(
        garment.stitches,
        [stitch(1, [3, 4], 1.0), stitch(2, [3, 5], 0.25)]
    );
    // Points that nothing names stay, so that numbers keep their meaning.
    let extra = format!("v 9 9 9\n{text}");
    assert_eq!(
        parse_garment(extra.as_bytes()).unwrap().mesh.points.len(),
        7
    );
    assert!(parse_garment(b"v 0 0 0").is_err());
}

#[test]
fn stitch_errors_name_their_line() {
    let refused = |text: &str, line: usize, why: &str| {
        let error = stitches::parse(text.as_bytes(), 4).unwrap_err();
        assert_eq!(error.at, Location::Line(line), "{error}");
        assert!(error.problem.contains(why), "{error}");
    };
    refused("\nstitch 0 1 4 0.5", 2, "\"4\"");
    refused("stitch -1 1 2 0.5", 1, "\"-1\"");
    refused("stitch 0 1 1 0.5", 1, "twice");
    refused("stitch 0 1 0 0.5", 1, "twice");
    refused("stitch 0 1 2 1.5", 1, "from 0 to 1");
    refused("stitch 0 1 2 nan", 1, "from 0 to 1");
    refused("stitch 0 1 2", 1, "end of the line");
    refused("\nseam 2\nstitch 0 1 2 0\nseam 0", 2, "1 fewer");
    refused("seam 0\nstitch 0 1 2 0", 1, "1 more");
    refused("seam x", 1, "number of stitches");
}

#[test]
fn only_free_elements_remain() {
    let text =
        b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 2 3 4\nl 3 2\nl 4 5\nl 5 4\np 5\np 2";
    let mesh = obj::parse(text).unwrap().into_surface_mesh().unwrap();
    assert_eq!(mesh.points, corner());
    assert_eq!(
        (mesh.triangles, mesh.edges),
        (vec![[0, 1, 2]], vec![[2, 3]])
    );
    assert!(mesh.vertices.is_empty());
}

#[test]
fn seg_files() {
    let mesh = seg::parse(b"v 0 0 0\nv 1 0 0\n\ns 1 2").unwrap();
    assert_eq!(mesh.edges, [[0, 1]]);
    refused(seg::parse(b"v 0 0 0\ns 0 1"), Location::Line(2), "from 1");
    refused(seg::parse(b"x"), Location::Line(1), "v or s");
}

fn binary_stl(corners: &[[f32; 3]]) -> Vec<u8> {
    let mut bytes = b"solid that is binary".to_vec();
    bytes.resize(80, 0);
    bytes.extend((corners.len() as u32 / 3).to_le_bytes());
    for triangle in corners.chunks(3) {
        bytes.extend([0; 12]);
        triangle
            .as_flattened()
            .iter()
            .for_each(|c| bytes.extend(c.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn stl_ascii_and_binary() {
    let text = b"solid x\n facet normal 0 0 1\n  outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1 0\n\
        endloop\n endfacet\nFACET NORMAL 0 0 0 OUTER LOOP\n vertex -0 0 0\n vertex 0 0 1\n vertex 1 0 0\n\
        endloop endfacet\nendsolid x\n";
    // A facet's first line holds its normal; its loop begins on the next.
    let text = String::from_utf8_lossy(text).replace(" 0 0 0 OUTER", " 0 0 0\nOUTER");
    let mesh = stl::parse(text.as_bytes()).unwrap();
    assert_eq!(mesh.points, corner());
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 3, 1]]);
    let [o, x, y, z] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let bytes = binary_stl(&[o, x, y, [-0.0, 0.0, 0.0], z, x]);
    let binary = stl::parse(&bytes).unwrap();
    assert_eq!(
        (&binary.points, &binary.triangles),
        (&mesh.points, &mesh.triangles)
    );
    refused(stl::parse(&bytes[1..]), Location::Byte(80), "truncated");
    refused(
        stl::parse(b"solid\nfacet\nouter loop\nvertex 0 0 q"),
        Location::Line(4),
        "\"q\"",
    );
    let bad = binary_stl(&[o, [f32::NAN; 3], y]);
    refused(stl::parse(&bad), Location::Byte(84 + 24), "finite");
}

#[test]
fn ply_of_every_encoding() {
    let header = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\ncomment x\nelement vertex 4\nproperty uchar red\nproperty float x\n\
             property double y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n\
             element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n"
        )
    };
    let text = header("ascii") + "7 0 0 0\n7 1 0 0\n7 0 1 0\n7 0 0 1\n4 0 1 2 3\n0 3\n";
    let expected = ply::parse(text.as_bytes()).unwrap();
    assert_eq!(expected.points, corner());
    assert_eq!(expected.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(expected.edges, [[0, 3]]);
    for (format, little) in [("binary_little_endian", true), ("binary_big_endian", false)] {
        let mut bytes = header(format).into_bytes();
        let mut put = |b: &[u8]| match little {
            true => bytes.extend(b),
            false => bytes.extend(b.iter().rev()),
        };
        for p in corner() {
            put(&[7]);
            put(&(p.x as f32).to_le_bytes());
            put(&p.y.to_le_bytes());
            put(&(p.z as f32).to_le_bytes());
        }
        put(&[4]);
        (0..4i32).for_each(|v| put(&v.to_le_bytes()));
        [0i32, 3].iter().for_each(|v| put(&v.to_le_bytes()));
        assert_eq!(ply::parse(&bytes).unwrap(), expected, "{format}");
        let cut = bytes.len() - 1;
        refused(
            ply::parse(&bytes[..cut]),
            Location::Byte(cut - 3),
            "end of the file",
        );
    }
    refused(
        ply::parse(b"ply\nformat ascii 1.0\nelement vertex q"),
        Location::Line(3),
        "\"q\"",
    );
}

const MSH_22: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"x\"\n$EndPhysicalNames\n\
    $Nodes\n5\n1 9 9 9\n10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n$EndNodes\n$Elements\n3\n\
    1 15 2 0 1 1\n2 2 2 0 1 10 20 30\n3 4 2 0 1 10 20 30 40\n$EndElements\n";

#[test]
fn msh_2_ascii_and_binary() {
    let mesh = msh::parse(MSH_22.as_bytes()).unwrap();
    assert_eq!(
        (&mesh.tets, &mesh.triangles),
        (&vec![[1, 2, 3, 4]], &vec![[1, 2, 3]])
    );
    let tets = mesh.clone().into_tet_mesh().unwrap();
    assert_eq!((tets.points, tets.tets), (corner(), vec![[0, 1, 2, 3]]));

    let mut bytes = b"$MeshFormat\n2.2 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n5\n".to_vec();
    for (tag, p) in [1, 10, 20, 30, 40].iter().zip(&mesh.points) {
        bytes.extend(i32::to_le_bytes(*tag));
        p.iter().for_each(|c| bytes.extend(c.to_le_bytes()));
    }
    bytes.extend(b"\n$EndNodes\n$Elements\n3\n");
    let blocks: [&[i32]; 3] = [
        &[15, 1, 2, 1, 0, 1, 1],
        &[2, 1, 2, 2, 0, 1, 10, 20, 30],
        &[4, 1, 2, 3, 0, 1, 10, 20, 30, 40],
    ];
    blocks
        .concat()
        .iter()
        .for_each(|i| bytes.extend(i.to_le_bytes()));
    bytes.extend(b"\n$EndElements\n");
    assert_eq!(msh::parse(&bytes).unwrap(), mesh);
}

#[test]
fn msh_41_ascii_and_binary() {
    let text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 4 1 4\n2 1 1 1\n1\n0 0 0 0.5 0.5\n3 1 0 3\n\
        2\n3\n4\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n\
        $Surface\n1\n1 2 3\n$EndSurface\n";
    let mesh = msh::parse(text.as_bytes()).unwrap();
    assert_eq!(
        (mesh.points.clone(), mesh.tets.clone()),
        (corner(), vec![[0, 1, 2, 3]])
    );
    let surface = mesh.clone().into_surface_mesh().unwrap();
    assert_eq!((surface.triangles.len(), surface.volume()), (4, 1.0 / 6.0));

    let mut bytes = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n".to_vec();
    let longs =
        |bytes: &mut Vec<u8>, v: &[u64]| v.iter().for_each(|i| bytes.extend(i.to_le_bytes()));
    let ints =
        |bytes: &mut Vec<u8>, v: &[i32]| v.iter().for_each(|i| bytes.extend(i.to_le_bytes()));
    longs(&mut bytes, &[1, 4, 1, 4]);
    ints(&mut bytes, &[3, 1, 0]);
    longs(&mut bytes, &[4, 1, 2, 3, 4]);
    corner()
        .iter()
        .for_each(|p| p.iter().for_each(|c| bytes.extend(c.to_le_bytes())));
    bytes.extend(b"\n$EndNodes\n$Elements\n");
    longs(&mut bytes, &[1, 1, 1, 1]);
    ints(&mut bytes, &[3, 1, 4]);
    longs(&mut bytes, &[1, 1, 1, 2, 3, 4]);
    bytes.extend(b"\n$EndElements\n");
    assert_eq!(msh::parse(&bytes).unwrap(), mesh);
}

#[test]
fn msh_errors() {
    let change = |from: &str, to: &str| msh::parse(MSH_22.replace(from, to).as_bytes());
    refused(change("2.2 0", "4.0 0"), Location::Line(2), "2.2 or 4.1");
    refused(change("30 40\n", "30 41\n"), Location::Line(20), "node 41");
    refused(
        change("3 4 2", "3 11 2"),
        Location::Line(20),
        "element type 11",
    );
    refused(change("20 1 0", "10 1 0"), Location::Line(12), "twice");
    refused(change("20 1 0", "20 inf 0"), Location::Line(12), "finite");
    refused(
        change("$EndElements\n", ""),
        Location::Line(21),
        "$EndElements",
    );
    let repeated = change("10 20 30 40", "10 20 30 20").unwrap();
    assert!(
        repeated
            .into_tet_mesh()
            .unwrap_err()
            .problem
            .contains("tet 0")
    );
    let no_tets = change("3 4 2 0 1 10 20 30 40", "3 2 2 0 1 10 20 30").unwrap();
    assert!(
        no_tets
            .into_tet_mesh()
            .unwrap_err()
            .problem
            .contains("no tets")
    );
}

#[test]
fn vtk_layouts() {
    let head = "# vtk DataFile Version 2.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n\
        0 0 0 1 0 0\n0 1 0 0 0 1\n\n";
    let old = format!(
        "{head}CELLS 2 7\n4 0 1 2 3\n1 2\n\nCELL_TYPES 2\n10\n1\nPOINT_DATA 4\nSCALARS a float\n"
    );
    let mesh = vtk::parse(old.as_bytes()).unwrap();
    assert_eq!(
        (mesh.points.clone(), mesh.tets.clone()),
        (corner(), vec![[0, 1, 2, 3]])
    );
    assert_eq!(mesh.vertices, [2]);
    let new = format!(
        "{head}METADATA\nINFORMATION 0\n\nCELLS 3 5\nOFFSETS vtktypeint64\n0 4 5\n\
         CONNECTIVITY vtktypeint64\n0 1 2 3 2\nCELL_TYPES 2\n10\n1\n"
    );
    assert_eq!(vtk::parse(new.as_bytes()).unwrap(), mesh);

    let mut binary =
        b"# vtk DataFile Version 3.0\ntitle\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
            .to_vec();
    corner().iter().for_each(|p| {
        p.iter()
            .for_each(|c| binary.extend((*c as f32).to_be_bytes()))
    });
    binary.extend(b"\nCELLS 2 7\n");
    [4i32, 0, 1, 2, 3, 1, 2]
        .iter()
        .for_each(|i| binary.extend(i.to_be_bytes()));
    binary.extend(b"\nCELL_TYPES 2\n");
    [10i32, 1]
        .iter()
        .for_each(|i| binary.extend(i.to_be_bytes()));
    assert_eq!(vtk::parse(&binary).unwrap(), mesh);

    let poly = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n\
        LINES 1 4\n3 0 1 2\nPOLYGONS 1 5\n4 0 1 2 3\n";
    let poly = vtk::parse(poly.as_bytes()).unwrap();
    assert_eq!(poly.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(poly.edges, [[0, 1], [1, 2]]);
    refused(
        vtk::parse(old.replace("10\n", "12\n").as_bytes()),
        Location::Line(14),
        "type 12",
    );
    refused(vtk::parse(b"<VTKFile"), Location::Line(1), "# vtk");
}

#[test]
fn files_are_named_and_extensions_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("BAD.OBJ");
    std::fs::write(&path, "v 0 0 0\nv 1 two 0").unwrap();
    let message = read_surface_mesh(&path).unwrap_err().to_string();
    assert!(
        message.contains("BAD.OBJ: line 2: ") && message.contains("\"two\""),
        "{message}"
    );
    let message = read_tet_mesh(&path).unwrap_err().to_string();
    assert!(message.contains(".msh, .vtk"), "{message}");
    let message = read_surface_mesh("a.blend").unwrap_err().to_string();
    assert!(
        message.contains("blend") && message.contains(".obj, .stl, .ply"),
        "{message}"
    );
    let message = read_tet_mesh(folder.path().join("none.msh"))
        .unwrap_err()
        .to_string();
    assert!(message.contains("none.msh"), "{message}");

    std::fs::write(
        folder.path().join("dots.obj"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",
    )
    .unwrap();
    let points = read_surface_mesh(folder.path().join("dots.pt")).unwrap();
    assert_eq!((points.vertices.len(), points.triangles.len()), (3, 0));
}
