//! Gmsh's MSH, ASCII, versions 4.1 and 2.2; tets only; numbers as short as they
//! can be and still be read back to the same bits.

use std::fmt::Write;
use tangency_geometry::TetMesh;

/// Gmsh's number for tets of first order.
const TET: u32 = 4;

/// The bytes of an MSH 4.1 file.
pub fn to_bytes_41(mesh: &TetMesh) -> Vec<u8> {
    let (points, tets) = (mesh.points.len(), mesh.tets.len());
    let mut text = String::from("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n");
    // Writing to a string cannot fail.
    let _ = write!(text, "$Nodes\n1 {points} 1 {points}\n3 1 0 {points}\n");
    for tag in 1..=points {
        let _ = writeln!(text, "{tag}");
    }
    for p in &mesh.points {
        let _ = writeln!(text, "{:?} {:?} {:?}", p.x, p.y, p.z);
    }
    let _ = write!(
        text,
        "$EndNodes\n$Elements\n1 {tets} 1 {tets}\n3 1 {TET} {tets}\n"
    );
    for (i, [a, b, c, d]) in mesh.tets.iter().enumerate() {
        let _ = writeln!(text, "{} {} {} {} {}", i + 1, a + 1, b + 1, c + 1, d + 1);
    }
    text.push_str("$EndElements\n");
    text.into_bytes()
}

/// The bytes of an MSH 2.2 file, which older programs read.
pub fn to_bytes_22(mesh: &TetMesh) -> Vec<u8> {
    let mut text = String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
    // Writing to a string cannot fail.
    let _ = write!(text, "$Nodes\n{}\n", mesh.points.len());
    for (i, p) in mesh.points.iter().enumerate() {
        let _ = writeln!(text, "{} {:?} {:?} {:?}", i + 1, p.x, p.y, p.z);
    }
    let _ = write!(text, "$EndNodes\n$Elements\n{}\n", mesh.tets.len());
    for (i, [a, b, c, d]) in mesh.tets.iter().enumerate() {
        // Two tags: physical and geometrical entity 1.
        let _ = writeln!(
            text,
            "{} {TET} 2 1 1 {} {} {} {}",
            i + 1,
            a + 1,
            b + 1,
            c + 1,
            d + 1
        );
    }
    text.push_str("$EndElements\n");
    text.into_bytes()
}
