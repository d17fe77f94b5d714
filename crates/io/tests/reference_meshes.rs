//! Every mesh of the reference scenes can be read. Skipped where they are absent.

use std::path::{Path, PathBuf};
use tangency_io::{read_surface_mesh, read_tet_mesh};

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
