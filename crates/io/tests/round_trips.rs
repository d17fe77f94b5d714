//! Files are read back to the same bits.

use proptest::prelude::*;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};
use tangency_io::read::{msh, obj, ply, stl, vtk};
use tangency_io::{read_surface_mesh, read_tet_mesh, write, write_surface_mesh, write_tet_mesh};

fn awkward(i: u32) -> Vec3 {
    let scale = [1e-300, 1.0 / 3.0, -1e20, f64::MIN_POSITIVE][i as usize % 4];
    Vec3::new(f64::from(i) * scale, 0.1 + f64::from(i), -0.0)
}

fn surface() -> SurfaceMesh {
    SurfaceMesh {
        points: (0..7).map(awkward).collect(),
        triangles: vec![[0, 1, 2], [2, 1, 3]],
        edges: vec![[3, 4], [4, 5]],
        vertices: vec![6],
    }
}

#[test]
fn surfaces() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.obj", "a.PLY"] {
        let path = folder.path().join(name);
        write_surface_mesh(&path, &surface()).unwrap();
        assert_eq!(read_surface_mesh(&path).unwrap(), surface(), "{name}");
    }
    let message = write_surface_mesh("a.msh", &surface())
        .unwrap_err()
        .to_string();
    assert!(message.contains(".obj, .ply, .vtu, .glb"), "{message}");
}

#[test]
fn tets() {
    let mesh = TetMesh {
        points: (0..5).map(awkward).collect(),
        tets: vec![[0, 1, 2, 3], [4, 3, 1, 2]],
    };
    let path = tempfile::tempdir().unwrap().keep().join("a.msh");
    write_tet_mesh(&path, &mesh).unwrap();
    assert_eq!(read_tet_mesh(&path).unwrap(), mesh);
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    let older = msh::parse(&write::msh::to_bytes_22(&mesh)).unwrap();
    assert_eq!(older.into_tet_mesh().unwrap(), mesh);
}

/// Valid files of every format, to be damaged.
fn seeds() -> Vec<Vec<u8>> {
    let tets = TetMesh {
        points: (0..4).map(awkward).collect(),
        tets: vec![[0, 1, 2, 3]],
    };
    let vtk = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 1 float\n0 0 0\n\
        CELLS 1 2\n1 0\nCELL_TYPES 1\n1\n";
    let mut binary_stl = vec![0; 84 + 50];
    binary_stl[80] = 1;
    vec![
        write::obj::to_bytes(&surface()),
        write::ply::to_bytes(&surface()),
        write::msh::to_bytes_41(&tets),
        write::msh::to_bytes_22(&tets),
        b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n".to_vec(),
        vtk.as_bytes().to_vec(),
        vtk.replace("ASCII", "BINARY").into_bytes(),
        b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n".to_vec(),
        binary_stl,
        tangency_io::npz::to_bytes(&[("a", tangency_io::npy::NpyArray::from_indices(&[[1, 2]]))])
            .unwrap(),
    ]
}

/// Reads bytes as every format: errors are fine, panics are not.
fn read_as_everything(bytes: &[u8]) {
    let parsers = [
        obj::parse,
        ply::parse,
        msh::parse,
        stl::parse,
        vtk::parse,
        tangency_io::read::seg::parse,
    ];
    for parse in parsers {
        if let Ok(mesh) = parse(bytes) {
            let _ = mesh.clone().into_tet_mesh();
            let _ = mesh.into_surface_mesh();
        }
    }
    let _ = tangency_io::npz::from_bytes(bytes);
    let _ = tangency_io::npy::from_bytes(bytes);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn damaged_files_never_panic(
        seed in 0..10usize,
        cut in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        tail in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let mut bytes = seeds()[seed].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() + 1).max(bytes.len() / 2));
        bytes.extend(tail);
        read_as_everything(&bytes);
    }

    #[test]
    fn any_finite_point_survives_text(x in any::<f64>(), y in -1e3..1e3f64) {
        prop_assume!(x.is_finite());
        let mesh = SurfaceMesh { points: vec![Vec3::new(x, y, -y)], vertices: vec![0], ..SurfaceMesh::default() };
        let read = obj::parse(&write::obj::to_bytes(&mesh)).unwrap();
        prop_assert_eq!(read.points[0].x.to_bits(), x.to_bits());
        prop_assert_eq!(read.points[0].y.to_bits(), y.to_bits());
    }
}
