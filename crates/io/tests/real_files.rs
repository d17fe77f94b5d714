//! Files that other programs wrote (`real_files.py` says how), read and compared with each other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use tangency_geometry::Vec3;
use tangency_geometry::mesh::tet_volume;
use tangency_io::{MeshFile, MeshGroup, read_mesh_file, read_surface_mesh, read_tet_mesh};

/// The folder of the files; another one where `REAL_FILES` names it.
fn path(name: &str) -> PathBuf {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let folder = std::env::var("REAL_FILES").unwrap_or_else(|_| own.into());
    PathBuf::from(folder).join(name)
}

fn read(name: &str) -> MeshFile {
    read_mesh_file(path(name)).unwrap_or_else(|e| panic!("{e}"))
}

/// A place to compare: coordinates in units of 1e-6.
type Place = [i64; 3];

fn place(x: &Vec3) -> Place {
    [x.x, x.y, x.z].map(|c| (c * 1e6).round() as i64)
}

/// Elements by where their corners are, in any order.
fn places<const N: usize>(mesh: &MeshFile, elements: &[[u32; N]]) -> BTreeSet<BTreeSet<Place>> {
    let corner = |&v: &u32| place(&mesh.points[v as usize]);
    let element = |e: &[u32; N]| e.iter().map(corner).collect();
    elements.iter().map(element).collect()
}

fn group<'a>(mesh: &'a MeshFile, name: &str) -> &'a MeshGroup {
    let names: Vec<&str> = mesh.groups.iter().map(|g| g.name.as_str()).collect();
    let found = mesh.groups.iter().find(|g| g.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

fn all_at(mesh: &MeshFile, group: &MeshGroup, fits: impl Fn(&Vec3) -> bool) {
    let points = group.points();
    assert!(!points.is_empty());
    assert!(points.iter().all(|&v| fits(&mesh.points[v as usize])));
}

fn volume(mesh: &MeshFile, tets: &[[u32; 4]]) -> f64 {
    let at = |v: u32| mesh.points[v as usize];
    tets.iter().map(|t| tet_volume(&t.map(at)).abs()).sum()
}

#[test]
fn gmsh_versions_agree() {
    let first = read("gmsh-4.1-ascii.msh");
    for name in [
        "gmsh-2.2-ascii.msh",
        "gmsh-2.2-binary.msh",
        "gmsh-4.1-ascii.msh",
        "gmsh-4.1-binary.msh",
    ] {
        let mesh = read(name);
        // Version 2 has tets that are in two groups twice.
        assert_eq!(mesh.tets.len(), first.tets.len(), "{name}");
        assert_eq!(places(&mesh, &mesh.tets), places(&first, &first.tets));
        assert!((volume(&mesh, &mesh.tets) - 2.0).abs() < 1e-12, "{name}");
        for part in ["left", "right"] {
            let tets = &group(&mesh, part).tets;
            assert!((volume(&mesh, tets) - 1.0).abs() < 1e-12, "{name}: {part}");
        }
        assert_eq!(group(&mesh, "all of it").tets.len(), mesh.tets.len());
        assert_eq!(group(&mesh, "volume 2").tets, group(&mesh, "right").tets);
        all_at(&mesh, group(&mesh, "left"), |x| x.x <= 1.0);
        all_at(&mesh, group(&mesh, "base"), |x| x.x == 0.0);
        all_at(&mesh, group(&mesh, "end"), |x| x.x == 2.0);
        all_at(&mesh, group(&mesh, "physical 9"), |x| x.x == 1.0);
        assert_eq!(group(&mesh, "base").points().len(), 5);
    }
}

#[test]
fn a_part_of_a_gmsh_file_is_a_solid_with_the_surfaces_it_has() {
    let part = read("gmsh-4.1-binary.msh").part("right").unwrap();
    let (solid, groups) = part.into_grouped_tet_mesh().unwrap();
    assert!((solid.volume().abs() - 1.0).abs() < 1e-12);
    assert!(solid.points.iter().all(|x| x.x >= 1.0));
    let names: Vec<&str> = groups.iter().map(|g| g.name.as_str()).collect();
    assert!(
        !names.contains(&"base") && !names.contains(&"left"),
        "{names:?}"
    );
    let end = groups.iter().find(|g| g.name == "end").unwrap();
    assert!(
        end.points()
            .iter()
            .all(|&v| solid.points[v as usize].x == 2.0)
    );
    let error = read("gmsh-2.2-ascii.msh").part("rihgt").unwrap_err();
    assert!(error.problem.contains("left, right, all of it"), "{error}");
}

#[test]
fn second_order_is_refused_with_counts() {
    let error = read_mesh_file(path("gmsh-4.1-second-order.msh")).unwrap_err();
    let message = error.to_string();
    for part in [
        "triangle of second order (element type 9), the first of 12",
        "tet of second order (element type 11), the first of 48",
        "line ",
        "export first-order",
    ] {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

#[test]
fn vtk_grids_agree() {
    let first = read("gmsh-4.1-ascii.msh");
    for name in [
        "vtu-ascii-none.vtu",
        "vtu-binary-none.vtu",
        "vtu-binary-zlib.vtu",
        "vtu-appended-raw-none.vtu",
        "vtu-appended-raw-zlib.vtu",
        "vtu-appended-base64-none.vtu",
        "vtu-appended-base64-zlib.vtu",
        "vtu-big-endian-32.vtu",
        "pyvista.vtu",
        "meshio.vtu",
        "vtk-42-ascii.vtk",
        "vtk-42-binary.vtk",
        "vtk-51-ascii.vtk",
        "vtk-51-binary.vtk",
    ] {
        let mesh = read(name);
        assert_eq!(
            places(&mesh, &mesh.tets),
            places(&first, &first.tets),
            "{name}"
        );
        let material = [1, 2].map(|n| group(&mesh, &format!("material {n}")));
        for (material, part) in material.into_iter().zip(["left", "right"]) {
            let expected = places(&first, &group(&first, part).tets);
            assert_eq!(places(&mesh, &material.tets), expected, "{name}: {part}");
        }
        if name != "meshio.vtu" {
            let halves = [0, 1].map(|n| group(&mesh, &format!("half {n}")).tets.len());
            assert_eq!(halves[0] + halves[1], 48, "{name}");
            assert_eq!(mesh.groups.len(), 4, "{name}");
        }
        let solid = read_tet_mesh(path(name)).unwrap();
        assert_eq!(solid.points.len(), 23);
    }
}

#[test]
fn surfaces_agree() {
    let mut solid = read_tet_mesh(path("gmsh-4.1-ascii.msh")).unwrap();
    solid.orient();
    let expected = solid.surface();
    for name in [
        "surface.vtk",
        "surface-ascii.ply",
        "surface-binary.ply",
        "surface-big-endian.ply",
        "surface-ascii.stl",
        "surface-binary.stl",
    ] {
        let surface = read_surface_mesh(path(name)).unwrap_or_else(|e| panic!("{e}"));
        let of = |mesh: &tangency_geometry::SurfaceMesh| {
            let points = mesh.points.clone();
            let file = MeshFile {
                points,
                ..MeshFile::default()
            };
            places(&file, &mesh.triangles)
        };
        assert_eq!(of(&surface), of(&expected), "{name}");
        assert!((surface.volume() - 2.0).abs() < 1e-6, "{name}");
    }
    let groups = read("surface.vtk").groups;
    let names: Vec<&str> = groups.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(names, ["material 1", "material 2", "half 0", "half 1"]);
    let solid = read("surface-ascii.stl").groups;
    assert_eq!(solid[0].name, "Visualization Toolkit generated SLA File");
}
