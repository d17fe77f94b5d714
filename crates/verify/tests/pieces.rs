//! Pieces of surface inside of solids: a body may have several, each must be outside.

use serde_json::json;
use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_verify::{FailureKind, PrimitiveShape, Report, verify_run};

/// Adds a regular tet of edge length about `size` around `at` as a piece of a body.
fn add_tet(topology: &mut Topology, body: u32, size: f64, at: [f64; 3]) {
    let first = topology.rest.len() as u32;
    let corners = [
        [1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [1.0, -1.0, -1.0],
    ];
    let place = |c: [f64; 3]| Vec3::from(at) + 0.35 * size * Vec3::from(c);
    topology.rest.extend(corners.map(place));
    let own = |list: [u32; 4]| list.map(|v| v + first);
    topology.tets.push(own([0, 1, 2, 3]));
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    topology
        .triangles
        .extend(faces.map(|f: [u32; 3]| f.map(|v| v + first)));
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    topology
        .edges
        .extend(edges.map(|e: [u32; 2]| e.map(|v| v + first)));
    add_points(topology, body, first);
}

fn add_points(topology: &mut Topology, body: u32, first: u32) {
    let count = topology.rest.len();
    topology.points.extend(first..count as u32);
    topology.body.resize(count, body);
    topology.obstacle.resize(count, false);
    topology.thickness.resize(count, 0.0);
}

fn named(names: &[&str]) -> Topology {
    Topology {
        body_names: names.iter().map(|&name| name.to_owned()).collect(),
        ..Topology::default()
    }
}

/// Verifies a run of the rest state alone; its certificate says that all is well.
fn judge(topology: &Topology) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, topology, "{}", false).unwrap();
    writer.write_frame(0, &topology.rest).unwrap();
    let certificate = json!({"steps": 0, "intersections": 0, "inversions": 0, "thickness_violations": 0,
                             "strain_violations": 0, "min_distance": null, "verified": true});
    writer.write_certificate(&certificate).unwrap();
    verify_run(&run, |_| {}).unwrap()
}

/// One piece is inside, found once, and these are the body inside and the one around.
#[track_caller]
fn assert_inside(topology: &Topology, inside: &str, around: &str) {
    for may_invert in [false, true] {
        let mut topology = topology.clone();
        if may_invert {
            topology.may_invert = vec![true; topology.tets.len()];
        }
        let report = judge(&topology);
        assert!(!report.verified);
        assert_eq!(
            (report.intersections, report.inversions),
            (1, 0),
            "{report:?}"
        );
        let failure = &report.failures[0];
        let solid = failure.second.as_ref().unwrap();
        assert_eq!(
            (failure.kind, solid.shape),
            (FailureKind::Enclosure, PrimitiveShape::Solid)
        );
        assert_eq!((&failure.first.body[..], &solid.body[..]), (inside, around));
    }
}

#[test]
fn a_second_piece_inside_another_body() {
    let mut topology = named(&["pair", "large"]);
    add_tet(&mut topology, 0, 0.1, [5.0, 0.0, 0.0]);
    add_tet(&mut topology, 0, 0.1, [0.05, 0.02, 0.01]);
    add_tet(&mut topology, 1, 2.0, [0.0, 0.0, 0.0]);
    assert_inside(&topology, "pair", "large");
}

#[test]
fn a_second_piece_inside_the_first_of_its_own_body() {
    let mut topology = named(&["nested"]);
    add_tet(&mut topology, 0, 2.0, [0.0, 0.0, 0.0]);
    add_tet(&mut topology, 0, 0.1, [0.05, 0.02, 0.01]);
    assert_inside(&topology, "nested", "nested");
}

#[test]
fn a_sheet_a_rod_and_a_point_that_are_not_the_first_of_their_body() {
    for corners in 1..=3 {
        let mut topology = named(&["large", "thin"]);
        add_tet(&mut topology, 0, 2.0, [0.0, 0.0, 0.0]);
        for x in [4.0, 0.0] {
            let first = topology.rest.len() as u32;
            let at = [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0]];
            let corners_at = at.into_iter().take(corners);
            topology
                .rest
                .extend(corners_at.map(|p| Vec3::from(p) + x * Vec3::x()));
            match corners {
                2 => topology.edges.push([first, first + 1]),
                3 => {
                    topology.triangles.push([first, first + 1, first + 2]);
                    let sides = [[0, 1], [0, 2], [1, 2]];
                    topology
                        .edges
                        .extend(sides.map(|e: [u32; 2]| e.map(|v| v + first)));
                }
                _ => {}
            }
            add_points(&mut topology, 1, first);
        }
        assert_inside(&topology, "thin", "large");
    }
}

/// A tet of which one vertex is pushed through the opposite face, so that it is turned over: what is in it is in no body
/// of positive volume, but its surface winds around it all the same.
#[test]
fn the_inside_of_a_body_that_is_turned_over_counts() {
    let mut topology = named(&["large", "small"]);
    add_tet(&mut topology, 0, 2.0, [0.0, 0.0, 0.0]);
    add_tet(&mut topology, 1, 0.1, [0.0, 0.0, 0.0]);
    topology.rest[..4].iter_mut().for_each(|x| x.z = -x.z);
    topology.may_invert = vec![true, false];
    let report = judge(&topology);
    assert_eq!(
        (report.intersections, report.inversions),
        (1, 0),
        "{report:?}"
    );
    assert_eq!(report.failures[0].first.body, "small");
}

#[test]
fn tets_that_leave_their_body_hold_nothing() {
    // A tet cut in four at an inner vertex, which has left through a face; a grain behind that face.
    let mut topology = named(&["large", "grain"]);
    add_tet(&mut topology, 0, 2.0, [0.0, 0.0, 0.0]);
    let [a, b, c, d] = topology.tets[0];
    topology.rest.push(Vec3::new(2.0, 2.0, -2.0));
    topology.body.push(0);
    topology.obstacle.push(false);
    topology.thickness.push(0.0);
    topology.tets = vec![[4, b, c, d], [a, 4, c, d], [a, b, 4, d], [a, b, c, 4]];
    topology.rest.push(Vec3::new(1.0, 1.0, -1.0));
    add_points(&mut topology, 1, 5);
    topology.may_invert = vec![true; 4];
    assert_eq!(judge(&topology).intersections, 0);
    topology.rest[5] = Vec3::new(0.1, 0.1, -0.1);
    assert_eq!(judge(&topology).intersections, 1);
    // Where tets must not invert the same is told of tets, and inversions with it.
    topology.may_invert.clear();
    topology.rest[5] = Vec3::new(1.0, 1.0, -1.0);
    let report = judge(&topology);
    assert!(report.intersections > 0 && report.inversions > 0);
}

#[test]
fn tets_that_are_there_twice_have_no_surface_and_are_found() {
    let mut topology = named(&["twice"]);
    add_tet(&mut topology, 0, 1.0, [0.0, 0.0, 0.0]);
    assert!(judge(&topology).verified);
    topology.tets.push(topology.tets[0]);
    let report = judge(&topology);
    assert!(!report.verified);
    assert!(report.problems[0].contains("tets overlap at their common face"));
}
