//! Clean and broken planar runs: what must not be is found and named.

use serde_json::json;
use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_verify::{FailureKind, PrimitiveShape, Report, verify_run};

/// Two unit squares side by side, half a metre apart, and a wire that begins beside them.
fn squares() -> Topology {
    let square = |x: f64| [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]];
    let points = [square(0.0), square(1.5)].concat();
    let mut rest: Vec<Vec3> = points.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect();
    rest.extend([Vec3::new(3.0, 0.0, 0.0), Vec3::new(3.0, 1.0, 0.0)]);
    let shifted = |e: [u32; 2]| e.map(|v| v + 4);
    let ring = [[0, 1], [1, 2], [2, 3], [0, 3]];
    Topology {
        plane: true,
        triangles: vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]],
        edges: [&ring[..], &ring.map(shifted), &[[8, 9]]].concat(),
        points: (0..10).collect(),
        body: vec![0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
        body_names: ["left", "right", "wire"].map(String::from).to_vec(),
        obstacle: [[false; 8].as_slice(), &[true; 2]].concat(),
        thickness: vec![0.0; 10],
        half_spaces: vec![[0.0, -1.0, 0.0, 0.0, 1.0, 0.0]],
        rest,
        ..Topology::default()
    }
}

/// Verifies a run of the rest state and one step in which `change` has moved vertices.
fn judge(topology: &Topology, change: impl Fn(&mut [Vec3])) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut moved = topology.rest.clone();
    change(&mut moved);
    let mut writer = RunWriter::create(&run, topology, "{}", false).unwrap();
    writer.write_frame(0, &topology.rest).unwrap();
    writer.write_frame(1, &moved).unwrap();
    writer.append_stats(&json!({"step": 1})).unwrap();
    let certificate = json!({"steps": 1, "intersections": 0, "inversions": 0, "thickness_violations": 0,
                             "strain_violations": 0, "min_distance": null, "verified": true});
    writer.write_certificate(&certificate).unwrap();
    verify_run(&run, |_| {}).unwrap()
}

fn shift(x: &mut [Vec3], by: f64) {
    x[4..8].iter_mut().for_each(|p| p.x += by);
}

#[test]
fn a_clean_run_is_verified() {
    let report = judge(&squares(), |x| shift(x, -0.4));
    assert!(report.verified, "{report:?}");
    let distance = report.min_distance.unwrap();
    assert!((distance - 0.1).abs() < 1e-15, "{distance}");
}

#[test]
fn outlines_that_cross_or_touch_are_found() {
    // Into the left square; exactly to its side; over the wire; one bit away from it.
    for (by, crosses) in [
        (-0.6, true),
        (-0.5, true),
        (1.0, true),
        (0.5, true),
        (-0.5 + f64::EPSILON, false),
    ] {
        let report = judge(&squares(), |x| {
            shift(x, by);
            x[4..8].iter_mut().for_each(|p| p.y += 0.25);
        });
        assert_eq!(report.intersections > 0, crosses, "{by}: {report:?}");
        assert_eq!(report.verified, !crosses);
        if crosses {
            assert_eq!(report.failures[0].kind, FailureKind::Intersection);
        }
    }
}

#[test]
fn a_body_inside_of_another_is_found() {
    let report = judge(&squares(), |x| {
        for p in &mut x[4..8] {
            *p = Vec3::new(0.4, 0.3, 0.0) + (*p - Vec3::new(1.5, 0.0, 0.0)) * 0.1;
        }
    });
    assert!(report.intersections >= 4 && report.inversions == 0);
    assert_eq!(
        report.failures[0].second.as_ref().unwrap().shape,
        PrimitiveShape::Solid
    );
}

#[test]
fn triangles_that_turn_over_are_found() {
    let turn_over = |x: &mut [Vec3]| x[6] = Vec3::new(1.4, -0.1, 0.0);
    let report = judge(&squares(), turn_over);
    assert_eq!(report.inversions, 2, "{report:?}");
    let is_right = |f: &tangency_verify::FrameFailure| f.first.body == "right";
    assert!(report.failures.iter().any(is_right));
    let mut permitted = squares();
    permitted.may_invert = vec![false, false, true, true];
    let report = judge(&permitted, turn_over);
    assert_eq!((report.inversions, report.permitted_inversions), (0, 2));
}

#[test]
fn vertices_that_leave_the_plane_are_found() {
    let report = judge(&squares(), |x| x[2].z = 5e-324);
    assert_eq!(report.intersections, 1);
    let text = report.failures[0].to_string();
    assert!(text.contains("has left the plane"), "{text}");
}

#[test]
fn half_spaces_and_thickness_are_tested() {
    let report = judge(&squares(), |x| x[0].y = -1.0);
    assert_eq!(report.intersections, 1);
    let mut thick = squares();
    thick.thickness = vec![0.2; 10];
    assert!(judge(&thick, |x| shift(x, -0.25)).thickness_violations == 0);
    assert!(judge(&thick, |x| shift(x, -0.35)).thickness_violations > 0);
}

#[test]
fn an_outline_with_a_gap_proves_nothing() {
    let mut topology = squares();
    topology.edges.remove(1);
    let report = judge(&topology, |_| ());
    assert!(!report.verified);
    assert!(
        report.problems[0].contains("outer side [1, 2]"),
        "{report:?}"
    );
}

/// A square of four cells whose middle vertex has left it to the right: two triangles reach out, others are turned over.
#[test]
fn triangles_that_leave_their_body_hold_nothing() {
    let around = [
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, 1.0],
        [0.0, 1.0],
        [3.0, 0.5],
        [2.0, 0.5],
        [2.1, 0.5],
        [2.0, 0.6],
    ];
    let mut topology = Topology {
        plane: true,
        rest: around.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [5, 6, 7]],
        edges: vec![[0, 1], [1, 2], [2, 3], [0, 3], [5, 6], [6, 7], [5, 7]],
        points: vec![0, 1, 2, 3, 5, 6, 7],
        body: vec![0, 0, 0, 0, 0, 1, 1, 1],
        body_names: vec!["large".into(), "small".into()],
        obstacle: vec![false; 8],
        thickness: vec![0.0; 8],
        may_invert: vec![true, true, true, true, false],
        ..Topology::default()
    };
    let found = |topology: &Topology, by: f64| {
        let report = judge(topology, |x| x[5..8].iter_mut().for_each(|p| p.x += by));
        let of_last_frame = report.failures.iter().filter(|f| f.frame == 1);
        of_last_frame
            .filter(|f| f.kind == FailureKind::Enclosure)
            .count()
    };
    // Where the small one is at rest it is in a triangle of the large one, and not in its outline.
    assert_eq!(found(&topology, 0.0), 0);
    assert_eq!(found(&topology, -1.5), 3);
    topology.may_invert.clear();
    assert_eq!(found(&topology, 0.0), 3);
}
