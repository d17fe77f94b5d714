//! Every mesh of the reference scenes can be read. Skipped where they are absent.

use std::path::{Path, PathBuf};
use tangency_geometry::cloth::check_cloth;
use tangency_geometry::generate::{SegmentGridParameters, segment_grid};
use tangency_geometry::{SurfaceMesh, Vec3};
use tangency_io::{read_garment, read_surface_mesh, read_tet_mesh};

const REFERENCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/reference-scenes"
);

/// All files below the reference scenes with this extension, sorted.
fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(REFERENCE)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() {
        println!("skipped: no .{extension} files, the reference scenes are absent");
    }
    found
}

fn bytes_word_count(path: &Path, word: &str) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|l| l.split_whitespace().next() == Some(word))
        .count()
}

#[test]
fn tet_meshes() {
    for path in files("msh").into_iter().chain(files("vtk")) {
        let mut mesh = read_tet_mesh(&path).unwrap();
        mesh.orient();
        assert_eq!(mesh.check(), Ok(()), "{}", path.display());
        let surface = read_surface_mesh(&path).unwrap();
        assert!(!surface.triangles.is_empty());
        let difference = (surface.volume() - mesh.volume()).abs();
        assert!(difference < 1e-9 * mesh.volume(), "{}", path.display());
    }
}

#[test]
fn tet_mesh_sizes() {
    let sizes = [
        ("ipc/input/tetMeshes/mat40x40.msh", 3200, 9126),
        ("ipc/input/tetMeshes/32770_octocat.msh", 6133, 21426),
        ("codim-ipc/FEM/sphere1K.vtk", 1760, 6851),
    ];
    for (name, points, tets) in sizes {
        let path = Path::new(REFERENCE).join(name);
        if path.exists() {
            let mesh = read_tet_mesh(path).unwrap();
            assert_eq!((mesh.points.len(), mesh.tets.len()), (points, tets));
        } else {
            println!("skipped: {name} is absent");
        }
    }
}

#[test]
fn surface_meshes() {
    for path in files("obj") {
        let mesh = read_surface_mesh(&path).unwrap();
        assert_eq!(mesh.check(), Ok(()));
        assert!(mesh.points.len() <= bytes_word_count(&path, "v"));
        assert!(mesh.triangles.len() >= bytes_word_count(&path, "f"));
    }
    for path in files("ply") {
        assert_eq!(read_surface_mesh(&path).unwrap().check(), Ok(()));
    }
}

#[test]
fn segments_and_points() {
    for path in files("seg") {
        let mesh = read_surface_mesh(&path).unwrap();
        assert_eq!(
            mesh.edges.len(),
            bytes_word_count(&path, "s"),
            "{}",
            path.display()
        );
        assert_eq!(mesh.check(), Ok(()));
    }
    let points = Path::new(REFERENCE).join("ipc/input/triMeshes/cylinder.pt");
    if points.with_extension("obj").exists() {
        let mesh = read_surface_mesh(points).unwrap();
        assert_eq!(mesh.vertices.len(), 152);
        assert!(mesh.triangles.is_empty());
    }
}

/// A file of the thin bodies of Codimensional IPC; `None`, said aloud, where it is absent.
fn thin(name: &str) -> Option<PathBuf> {
    let path = Path::new(REFERENCE).join("codim-ipc/FEMShell").join(name);
    if !path.exists() {
        println!("skipped: {name} is absent");
        return None;
    }
    Some(path)
}

#[test]
fn thin_bodies_are_cloth() {
    for path in files("obj") {
        if path.to_string_lossy().contains("FEMShell") {
            let mesh = read_surface_mesh(&path).unwrap();
            assert_eq!(check_cloth(&mesh), Ok(()), "{}", path.display());
        }
    }
}

#[test]
fn rods_load_as_edges() {
    if let Some(path) = thin("string10.seg") {
        let mesh = read_surface_mesh(path).unwrap();
        assert_eq!((mesh.points.len(), mesh.edges.len()), (11, 10));
        assert!(mesh.edges.iter().zip(0..).all(|(e, i)| *e == [i, i + 1]));
    }
    // The needle beds of the paper are grids of segments, their tips at y = 0.
    for (name, count) in [("needleBed10x10.seg", 10), ("needleBed20x20.seg", 20)] {
        let Some(path) = thin(name) else { continue };
        let bed = read_surface_mesh(path).unwrap();
        let own = segment_grid(&SegmentGridParameters {
            counts: [count; 2],
            spacing: [1.0 / f64::from(count); 2],
            height: 0.1,
        });
        let own = own.unwrap();
        assert_eq!(bed.edges, own.edges);
        let shifted = own.points.iter().map(|x| x - Vec3::y() * 0.05);
        assert!(
            bed.points
                .iter()
                .zip(shifted)
                .all(|(a, b)| (a - b).norm() < 1e-9)
        );
    }
}

#[test]
fn the_dress_closes_along_its_seams() {
    let (Some(stage), Some(drape)) = (thin("dress_knife/stage.obj"), thin("dress_knife/drape.obj"))
    else {
        return;
    };
    let garment = read_garment(stage).unwrap();
    assert_eq!(garment.mesh.points.len(), 15_656);
    assert_eq!(garment.stitches.len(), 851);
    // The staged panels are as large as the pattern.
    let uv = garment.uv.unwrap();
    let area = |[a, b, c]: &[[f64; 2]; 3]| {
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
    };
    let pattern: f64 = uv.iter().map(area).sum();
    assert!((garment.mesh.area() / pattern - 1.0).abs() < 1e-4);
    // The draped dress (its points come first) is sewn up to 0.22 mm, the staged one is not.
    let draped = read_surface_mesh(drape).unwrap();
    let open = |mesh: &SurfaceMesh| {
        let gaps = garment.stitches.iter().map(|s| {
            let at = |v: u32| mesh.points[v as usize];
            let edge = at(s.edge[0]) * (1.0 - s.ratio) + at(s.edge[1]) * s.ratio;
            (at(s.point) - edge).norm()
        });
        gaps.fold(0.0, f64::max)
    };
    assert!(open(&draped) < 3e-4, "{}", open(&draped));
    assert!(open(&garment.mesh) > 0.1);
}

#[test]
fn the_mannequin_keeps_its_triangles() {
    let Some(first) = thin("Kick/shell0.obj") else {
        return;
    };
    let first = read_surface_mesh(first).unwrap();
    assert_eq!(
        (first.points.len(), first.triangles.len()),
        (12_811, 25_472)
    );
    for frame in (1..=40).step_by(13) {
        let Some(path) = thin(&format!("Kick/shell{frame}.obj")) else {
            continue;
        };
        assert_eq!(read_surface_mesh(path).unwrap().triangles, first.triangles);
    }
}
