//! Isosurface stuffing on round, sharp, thin, touching and scanned surfaces.

use std::f64::consts::PI;
use tangency_geometry::generate::{
    BoxParameters, SphereParameters, TorusParameters, cuboid_surface, sphere_surface, torus_surface,
};
use tangency_geometry::tetrahedralize::{
    MAX_DIHEDRAL, MIN_DIHEDRAL, TetrahedralizeError, TetrahedralizeParameters,
    TetrahedralizeReport, ThinFeatures, tetrahedralize,
};
use tangency_geometry::topology::{check_closed_manifold, used_vertices};
use tangency_geometry::transform::{Rotation, Transform};
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

fn fill(surface: &SurfaceMesh, size: f64) -> (TetMesh, TetrahedralizeReport) {
    fill_with(surface, size, ThinFeatures::Refuse)
}

/// Fills and checks what holds for every surface: positive tets, closed manifold boundary, angle bounds.
fn fill_with(
    surface: &SurfaceMesh,
    size: f64,
    thin: ThinFeatures,
) -> (TetMesh, TetrahedralizeReport) {
    let parameters = TetrahedralizeParameters {
        thin,
        ..TetrahedralizeParameters::new(size)
    };
    let (mesh, report) = tetrahedralize(surface, &parameters).unwrap();
    mesh.check().unwrap();
    check_closed_manifold(&mesh.surface().triangles).unwrap();
    assert_eq!(used_vertices(&mesh.tets).len(), mesh.points.len());
    assert!(report.min_dihedral > MIN_DIHEDRAL, "{report:?}");
    assert!(report.max_dihedral < MAX_DIHEDRAL, "{report:?}");
    assert!((mesh.surface().volume() - report.volume).abs() < 1e-9 * report.volume);
    (mesh, report)
}

fn joined(parts: &[SurfaceMesh]) -> SurfaceMesh {
    let mut all = SurfaceMesh::default();
    for part in parts {
        let first = all.points.len() as u32;
        all.points.extend(&part.points);
        all.triangles
            .extend(part.triangles.iter().map(|t| t.map(|v| v + first)));
    }
    all
}

fn moved(mut surface: SurfaceMesh, transform: Transform) -> SurfaceMesh {
    transform.apply_surface_mesh(&mut surface).unwrap();
    surface
}

/// Largest distance that a stuffed unit sphere of triangles with squared corner distances of at most `side_squared` can
/// be from it.
///
/// A point x = sum w_i v_i of a triangle with corners at radius s or more and sides of at most L has
/// |x|^2 = sum w_i |v_i|^2 - sum_{i<j} w_i w_j |v_i - v_j|^2 >= s^2 - L^2 / 3. That is used twice: for the given
/// triangles (corners at radius 1), which gives s, and for the boundary of the filling. Its triangles come from
/// one lattice tet each, whose points are at most H apart, and of which each may have been moved by up to 0.4 of a
/// short edge, 0.4 sqrt(3)/2 H: L <= (1 + 0.4 sqrt(3)) H. Both surfaces are star-shaped about the centre and within the unit
/// ball, so along each ray they are at most 1 - sqrt(s^2 - L^2 / 3) apart: about 0.48 H^2.
fn sagitta(side_squared: f64, size: f64) -> f64 {
    let longest = (1.0 + 0.4 * 3f64.sqrt()) * size;
    1.0 - (1.0 - side_squared / 3.0 - longest * longest / 3.0).sqrt()
}

#[test]
fn sphere_converges() {
    let surface = sphere_surface(&SphereParameters {
        radius: 1.0,
        frequency: 40,
    })
    .unwrap();
    let sides = tangency_geometry::topology::unique_edges(&surface.triangles);
    let side_squared = sides
        .iter()
        .map(|&[a, b]| (surface.points[a as usize] - surface.points[b as usize]).norm_squared())
        .fold(0.0, f64::max);
    let mut errors = Vec::new();
    for size in [0.4, 0.2, 0.1] {
        let (_, report) = fill(&surface, size);
        errors.push(1.0 - report.volume / (4.0 / 3.0 * PI));
        assert!(report.boundary_to_surface < sagitta(side_squared, size));
        assert!(report.surface_to_boundary < sagitta(side_squared, size));
    }
    assert!(
        errors[0] > 3.0 * errors[1] && errors[1] > 3.0 * errors[2],
        "{errors:?}"
    );
}

#[test]
fn torus_keeps_its_hole() {
    let p = TorusParameters {
        segments: 80,
        cells_across: 10,
        ..TorusParameters::default()
    };
    let surface = torus_surface(&p).unwrap();
    let (mesh, report) = fill(&surface, 0.04);
    assert!((report.volume / report.surface_volume - 1.0).abs() < 0.05);
    let boundary = mesh.surface();
    let edges = tangency_geometry::topology::unique_edges(&boundary.triangles).len();
    assert_eq!(boundary.points.len() + boundary.triangles.len(), edges);
}

#[test]
fn aligned_box_is_exact_and_turned_box_is_bevelled() {
    let p = BoxParameters {
        size: Vec3::new(1.0, 0.5, 0.75),
        cells: [3; 3],
        ..BoxParameters::default()
    };
    let surface = cuboid_surface(&p).unwrap();
    let (_, report) = fill(&surface, 0.125);
    assert!(report.boundary_to_surface < 1e-12, "{report:?}");
    assert!(report.surface_to_boundary < 0.07, "{report:?}");
    let rotation = Rotation::Degrees(Vec3::new(20.0, 33.0, 41.0));
    let (_, report) = fill(
        &moved(
            surface,
            Transform {
                rotation,
                ..Transform::default()
            },
        ),
        0.1,
    );
    assert!((report.volume / 0.375 - 1.0).abs() < 0.1, "{report:?}");
    assert!(report.surface_to_boundary < 0.1, "{report:?}");
}

/// Two balls that almost touch, at many gaps: where the lattice would join them in a point, it must not.
#[test]
fn near_contact_stays_manifold() {
    let ball = sphere_surface(&SphereParameters {
        radius: 0.5,
        frequency: 12,
    })
    .unwrap();
    for i in 0..12 {
        let gap = 0.02 * f64::from(i);
        let direction = Vec3::new(1.0, 0.3 * f64::from(i), 0.2).normalize();
        let other = moved(ball.clone(), Transform::translate(direction * (1.0 + gap)));
        // Such gaps are thinner than the tets: what matters here is that nothing fuses badly.
        fill_with(&joined(&[ball.clone(), other]), 0.17, ThinFeatures::Cut);
    }
}

#[test]
fn overlapping_parts_are_united() {
    let ball = sphere_surface(&SphereParameters {
        radius: 0.5,
        frequency: 16,
    })
    .unwrap();
    let other = moved(ball.clone(), Transform::translate(Vec3::new(0.5, 0.0, 0.0)));
    let (_, report) = fill(&joined(&[ball, other]), 0.06);
    // Two unit-diameter balls half a metre apart share a lens of 5 pi / 96.
    let union = 2.0 * PI / 6.0 - 5.0 * PI / 96.0;
    assert!((report.volume / union - 1.0).abs() < 0.02, "{report:?}");
}

#[test]
fn a_hollow_stays_hollow_and_inward_surfaces_are_turned() {
    let outer = sphere_surface(&SphereParameters {
        radius: 0.5,
        frequency: 16,
    })
    .unwrap();
    let mut inner = sphere_surface(&SphereParameters {
        radius: 0.25,
        frequency: 16,
    })
    .unwrap();
    inner.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let (_, report) = fill(&joined(&[outer.clone(), inner]), 0.06);
    assert!((report.volume / (PI / 6.0 * (1.0 - 0.125)) - 1.0).abs() < 0.02);
    let mut inward = outer.clone();
    inward.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let [turned, plain] = [&inward, &outer].map(|surface| fill(surface, 0.2).0);
    // The same triangles with their corners listed from another one on: the same bits.
    assert_eq!(turned, plain);
}

#[test]
fn thin_features_are_reported() {
    let ball = sphere_surface(&SphereParameters {
        radius: 0.5,
        frequency: 12,
    })
    .unwrap();
    let needle = BoxParameters {
        size: Vec3::new(1.0, 0.01, 0.01),
        ..BoxParameters::default()
    };
    let needle = moved(
        cuboid_surface(&needle).unwrap(),
        Transform::translate(Vec3::new(1.5, 0.003, 0.007)),
    );
    let surface = joined(&[ball, needle]);
    let (_, report) = fill_with(&surface, 0.1, ThinFeatures::Cut);
    assert!(report.surface_to_boundary > 0.3, "{report:?}");
    let [lost] = report.thin[..] else {
        panic!("{:?}", report.thin)
    };
    assert!(!lost.is_gap, "{lost:?}");
    assert!(
        (lost.center - Vec3::new(1.5, 0.003, 0.007)).norm() < 0.02,
        "{lost:?}"
    );
    assert!((lost.thickness - 0.01).abs() < 1e-6, "{lost:?}");
    assert!(lost.length > 0.5 && lost.length < 1.01, "{lost:?}");

    let refused = tetrahedralize(&surface, &TetrahedralizeParameters::new(0.1)).unwrap_err();
    let message = refused.to_string();
    for words in [
        "a part around (1.5",
        "1.0e-2 m thin",
        "thin = \"keep\"",
        "thin = \"cut\"",
    ] {
        assert!(message.contains(words), "`{words}` is not in: {message}");
    }
}

#[test]
fn thin_features_are_kept_by_finer_tets_or_refused_where_there_would_be_too_many() {
    let plate = |size: [f64; 3], at: [f64; 3]| {
        let plate = BoxParameters {
            size: Vec3::from(size),
            cells: [8, 2, 8],
            ..BoxParameters::default()
        };
        moved(
            cuboid_surface(&plate).unwrap(),
            Transform::translate(Vec3::from(at)),
        )
    };
    let block = plate([1.0, 1.0, 1.0], [0.0, 0.0, 0.0]);
    let fin = plate([0.6, 0.06, 0.6], [1.2, 0.01, 0.0]);
    let surface = joined(&[block, fin]);
    let (_, cut) = fill_with(&surface, 0.3, ThinFeatures::Cut);
    assert_eq!((cut.size, cut.thin.len()), (0.3, 1), "{cut:?}");
    let (mesh, kept) = fill_with(&surface, 0.3, ThinFeatures::Keep);
    assert!(kept.size < 0.3 && kept.thin.is_empty(), "{kept:?}");
    assert!(kept.surface_to_boundary <= kept.size, "{kept:?}");
    let fin = mesh.points.iter().filter(|x| x.x > 0.8).count();
    assert!(fin > 20, "{fin} points of the fin");

    let few = TetrahedralizeParameters {
        thin: ThinFeatures::Keep,
        max_tets: 2 * cut.tets as u64,
        ..TetrahedralizeParameters::new(0.3)
    };
    let message = tetrahedralize(&surface, &few).unwrap_err().to_string();
    assert!(
        message.contains("there are still lost: a part around (1.2"),
        "{message}"
    );
}

#[test]
fn a_gap_that_tets_close_is_told_from_a_part_that_they_leave_out() {
    // Two blocks, 0.02 apart: between the lattice's points there may be nothing of the gap.
    let block = |at: f64| {
        let block = BoxParameters {
            size: Vec3::new(1.0, 1.0, 1.0),
            cells: [1, 12, 12],
            ..BoxParameters::default()
        };
        moved(
            cuboid_surface(&block).unwrap(),
            Transform::translate(Vec3::new(at, 0.0, 0.0)),
        )
    };
    let surface = joined(&[block(-0.51), block(0.51)]);
    let (_, report) = fill_with(&surface, 0.24, ThinFeatures::Cut);
    assert!(!report.thin.is_empty(), "{report:?}");
    for feature in &report.thin {
        assert!(feature.is_gap, "{feature:?}");
        assert!((feature.thickness - 0.02).abs() < 1e-6, "{feature:?}");
        assert!(feature.center.x.abs() < 0.05, "{feature:?}");
    }
}

#[test]
fn every_thread_count_gives_the_same_bits() {
    let p = TorusParameters {
        segments: 40,
        cells_across: 6,
        ..TorusParameters::default()
    };
    let surface = torus_surface(&p).unwrap();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| fill(&surface, 0.03))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn faults_are_named() {
    let surface = sphere_surface(&SphereParameters {
        radius: 1.0,
        frequency: 3,
    })
    .unwrap();
    let run = |surface: &SurfaceMesh, size| {
        tetrahedralize(surface, &TetrahedralizeParameters::new(size)).unwrap_err()
    };
    let mut open = surface.clone();
    open.triangles.pop();
    let message = run(&open, 0.2).to_string();
    assert!(message.contains("not closed: 3 edges"), "{message}");
    let mut doubled = surface.clone();
    doubled.triangles.push(doubled.triangles[0]);
    assert!(matches!(
        run(&doubled, 0.2),
        TetrahedralizeError::Topology(_)
    ));
    assert!(matches!(
        run(&SurfaceMesh::default(), 0.2),
        TetrahedralizeError::Mesh(_)
    ));
    assert!(matches!(
        run(&surface, 9.0),
        TetrahedralizeError::TooLarge { .. }
    ));
    assert!(matches!(
        run(&surface, f64::NAN),
        TetrahedralizeError::Size { .. }
    ));
    let TetrahedralizeError::TooSmall { suggested, .. } = run(&surface, 1e-5) else {
        panic!("size 1e-5 accepted")
    };
    assert!(suggested > 0.01 && suggested < 0.1);
}

#[test]
fn scanned_bunny() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/reference-scenes/toolkit-data/bunny.ply"
    );
    let Ok(bytes) = std::fs::read(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let surface = read_ply(&bytes);
    let diagonal = surface.bounding_box().unwrap().diagonal();
    for cells in [20.0, 80.0] {
        let (_, report) = fill_with(&surface, diagonal / cells, ThinFeatures::Cut);
        println!("bunny, diagonal / {cells}: {report:?}");
        assert!((report.volume / report.surface_volume - 1.0).abs() < 2.0 / cells);
        assert!(report.boundary_to_surface < diagonal / cells);
        // The tips of the ears are thinner than the coarser lattice.
        assert!((report.surface_to_boundary < diagonal / cells) == (cells == 80.0));
    }
}

/// The little of PLY this file uses: 2503 vertices of three little-endian doubles, 5002 faces of a count byte
/// and three 32-bit indices.
fn read_ply(bytes: &[u8]) -> SurfaceMesh {
    let end = bytes
        .windows(11)
        .position(|w| w == b"end_header\n")
        .unwrap()
        + 11;
    let (points, faces) = bytes[end..].split_at(2503 * 24);
    let number = |b: &[u8]| f64::from_le_bytes(b.try_into().unwrap());
    let point = |b: &[u8]| Vec3::new(number(&b[..8]), number(&b[8..16]), number(&b[16..]));
    let index = |b: &[u8]| u32::from_le_bytes(b.try_into().unwrap());
    let face = |b: &[u8]| [index(&b[1..5]), index(&b[5..9]), index(&b[9..])];
    assert_eq!(faces.len(), 5002 * 13);
    SurfaceMesh::from_triangles(
        points.chunks(24).map(point).collect(),
        faces.chunks(13).map(face).collect(),
    )
}
