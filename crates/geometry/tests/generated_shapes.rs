//! Generated shapes do not cut themselves or each other, and are the same for every number of threads.

use tangency_geometry::bvh::{BroadPhase, Surface};
use tangency_geometry::generate::{
    ArchStoneParameters, CreatureKind, CreatureParameters, GolfBallParameters, PressParameters,
    RollerParameters, SquishyBallParameters, arch_stone, creature, golf_ball, press, roller,
    squishy_ball,
};
use tangency_geometry::intersection::find_all;
use tangency_geometry::topology::unique_edges;
use tangency_geometry::{SurfaceMesh, TetMesh};

/// Number of edges and triangles that share a point but no vertex.
fn intersections(mesh: &SurfaceMesh) -> usize {
    let edges = unique_edges(&mesh.triangles);
    let surface = Surface {
        points: &[],
        edges: &edges,
        triangles: &mesh.triangles,
    };
    find_all(&mut BroadPhase::new(), &surface, &mesh.points, |_, _| true).len()
}

fn joined(parts: impl IntoIterator<Item = SurfaceMesh>) -> SurfaceMesh {
    let mut all = SurfaceMesh::default();
    for part in parts {
        let first = all.points.len() as u32;
        all.points.extend(&part.points);
        let moved = part.triangles.iter().map(|t| t.map(|v| v + first));
        all.triangles.extend(moved);
    }
    all
}

#[test]
fn solids_do_not_cut_themselves() {
    let dense = SquishyBallParameters {
        tendril_width: 0.0015,
        tip_width: 0.001,
        sway: 0.95,
        tendrils_across: 6,
        cells_across: 3,
        cells_along: 20,
        ..SquishyBallParameters::default()
    };
    let meshes = [
        squishy_ball(&SquishyBallParameters::default()).unwrap(),
        squishy_ball(&dense).unwrap(),
        golf_ball(&GolfBallParameters::default()).unwrap(),
    ];
    for mesh in &meshes {
        assert_eq!(intersections(&mesh.surface()), 0);
    }
    for kind in [
        CreatureKind::Biped,
        CreatureKind::Swimmer,
        CreatureKind::Octopod,
    ] {
        let p = CreatureParameters {
            kind,
            ..CreatureParameters::default()
        };
        assert_eq!(intersections(&creature(&p).unwrap().surface()), 0);
    }
}

#[test]
fn obstacles_do_not_cut_themselves() {
    assert_eq!(
        intersections(&press(&PressParameters::default()).unwrap()),
        0
    );
    let ridged = RollerParameters {
        ridge_height: 0.03,
        ..RollerParameters::default()
    };
    assert_eq!(intersections(&roller(&ridged).unwrap()), 0);
}

#[test]
fn the_stones_of_an_arch_do_not_touch() {
    for level_base in [false, true] {
        for gap in [1e-6, 1e-3] {
            let stone = |stone: u32| {
                let p = ArchStoneParameters {
                    stone,
                    gap,
                    level_base,
                    ..ArchStoneParameters::default()
                };
                arch_stone(&p).unwrap().surface()
            };
            assert_eq!(intersections(&joined((0..25).map(stone))), 0);
        }
    }
}

/// A test that cannot fail shows nothing: two crossing copies are found.
#[test]
fn crossing_copies_are_found() {
    let ball = squishy_ball(&SquishyBallParameters::default())
        .unwrap()
        .surface();
    let mut other = ball.clone();
    other.points.iter_mut().for_each(|x| x.x += 0.001);
    assert!(intersections(&joined([ball, other])) > 0);
}

#[test]
fn every_thread_count_gives_the_same_bits() {
    let make = || -> [TetMesh; 3] {
        [
            squishy_ball(&SquishyBallParameters::default()).unwrap(),
            golf_ball(&GolfBallParameters {
                cells_across: 8,
                ..GolfBallParameters::default()
            })
            .unwrap(),
            creature(&CreatureParameters::default()).unwrap(),
        ]
    };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(make)
    };
    assert_eq!(with(1), with(3));
}
