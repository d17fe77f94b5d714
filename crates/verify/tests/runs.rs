//! Clean and broken synthetic runs: each way a certificate can fail to hold is found and named.

use std::path::Path;

use serde_json::{Value, json};
use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_verify::{FailureKind, PrimitiveShape, Report, verify_run};

/// Two unit tets, "lower" with its corner at the origin and "upper" shifted by 2 along z, over a half-space z >= -1.
fn two_tets() -> Topology {
    let corner = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let rest: Vec<Vec3> = [0.0, 2.0]
        .iter()
        .flat_map(|z| corner.map(|p| Vec3::new(p[0], p[1], p[2] + z)))
        .collect();
    let faces = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    Topology {
        may_invert: Vec::new(),
        sheets: Vec::new(),
        plane: false,
        rest,
        tets: vec![[0, 1, 2, 3], [4, 5, 6, 7]],
        triangles: [0, 4]
            .iter()
            .flat_map(|k| faces.map(|f: [u32; 3]| f.map(|v| v + k)))
            .collect(),
        edges: [0, 4]
            .iter()
            .flat_map(|k| edges.map(|e: [u32; 2]| e.map(|v| v + k)))
            .collect(),
        points: (0..8).collect(),
        body: vec![0, 0, 0, 0, 1, 1, 1, 1],
        body_names: vec!["lower".into(), "upper".into()],
        obstacle: vec![false; 8],
        thickness: vec![0.0; 8],
        half_spaces: vec![[0.0, 0.0, -1.0, 0.0, 0.0, 1.0]],
        ..Topology::default()
    }
}

/// Smallest distance in the rest state: a tet's corner from its opposite face, m.
const REST: f64 = 0.577_350_269_189_625_8;

fn holds(steps: u64, min_distance: f64) -> Value {
    json!({"steps": steps, "intersections": 0, "inversions": 0, "thickness_violations": 0,
           "strain_violations": 0, "min_distance": min_distance, "verified": true})
}

fn write(folder: &Path, topology: &Topology, frames: &[(u64, Vec<Vec3>)], certificate: &Value) {
    let mut writer = RunWriter::create(folder, topology, "{}", false).unwrap();
    for (step, x) in frames {
        writer.write_frame(*step, x).unwrap();
        if *step > 0 {
            writer.append_stats(&json!({ "step": step })).unwrap();
        }
    }
    writer.write_certificate(certificate).unwrap();
}

/// Verifies a run of the rest state and one step in which `change` has moved vertices.
fn judge(topology: &Topology, change: impl Fn(&mut Vec<Vec3>), certificate: &Value) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut moved = topology.rest.clone();
    change(&mut moved);
    write(
        &run,
        topology,
        &[(0, topology.rest.clone()), (1, moved)],
        certificate,
    );
    verify_run(&run, |_| {}).unwrap()
}

#[test]
fn a_clean_run_is_verified() {
    let report = judge(&two_tets(), |_| {}, &holds(1, REST));
    assert!(report.verified, "{report:?}");
    assert_eq!((report.steps, report.frames), (1, 2));
    assert!((report.min_distance.unwrap() - REST).abs() < 1e-15);
}

#[test]
fn progress_reaches_the_total() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let topology = two_tets();
    let frames: Vec<_> = (0..20).map(|n| (n, topology.rest.clone())).collect();
    write(&run, &topology, &frames, &holds(19, REST));
    let mut seen = Vec::new();
    assert!(
        verify_run(&run, |p| seen.push((p.done, p.total)))
            .unwrap()
            .verified
    );
    assert_eq!(seen.last(), Some(&(20, 20)));
}

/// Moves the upper tet so that its base plane is at `z` and the lower tip is under the inside of the base.
fn lower_to(z: f64) -> impl Fn(&mut Vec<Vec3>) {
    move |x| {
        for p in &mut x[4..8] {
            *p += Vec3::new(-0.25, -0.25, 0.0);
            p.z += z - 2.0;
        }
    }
}

#[test]
fn a_gap_of_one_ulp_holds_and_touching_does_not() {
    let gap = 1.0f64.next_up() - 1.0;
    let apart = judge(&two_tets(), lower_to(1.0f64.next_up()), &holds(1, gap));
    assert!(apart.verified, "{apart:?}");
    assert_eq!(apart.min_distance, Some(gap));

    for z in [1.0, 1.0f64.next_down()] {
        let met = judge(&two_tets(), lower_to(z), &holds(1, 0.0));
        assert!(!met.verified);
        assert!(met.intersections > 0, "{z}: {met:?}");
        assert_eq!(met.min_distance, Some(0.0));
        assert_eq!(
            (met.failures[0].kind, met.failures[0].frame),
            (FailureKind::Intersection, 1)
        );
        let message = met.failures[0].to_string();
        assert!(
            message.contains("`lower`") && message.contains("`upper`"),
            "{message}"
        );
        assert!(
            met.problems.iter().any(|d| d.contains("`intersections`")),
            "{:?}",
            met.problems
        );
        assert!(
            met.problems.iter().any(|d| d.contains("`verified`")),
            "{:?}",
            met.problems
        );
    }
}

#[test]
fn an_edge_through_a_triangle_is_counted_once_per_pair() {
    // The tip's three edges pierce the base, and nothing else meets.
    let report = judge(&two_tets(), lower_to(0.9), &holds(1, 0.0));
    assert_eq!(report.intersections, 3, "{:?}", report.failures);
    let failure = &report.failures[0];
    assert_eq!(
        (failure.first.shape, failure.second.as_ref().unwrap().shape),
        (PrimitiveShape::Edge, PrimitiveShape::Triangle)
    );
    assert_eq!(failure.second.as_ref().unwrap().body, "upper");
}

#[test]
fn coplanar_overlap_is_an_intersection_and_a_coplanar_gap_is_not() {
    let slide = |x: f64| {
        move |p: &mut Vec<Vec3>| {
            for q in &mut p[4..8] {
                q.z -= 2.0;
                q.x += x;
            }
        }
    };
    assert!(judge(&two_tets(), slide(0.5), &holds(1, 0.0)).intersections > 0);
    assert!(
        judge(&two_tets(), slide(1.0), &holds(1, 0.0)).intersections > 0,
        "corner to corner"
    );
    let beside = judge(&two_tets(), slide(1.5), &holds(1, 0.5));
    assert!(beside.verified, "{beside:?}");
}

#[test]
fn inversions_of_a_material_that_may_invert_are_counted_apart() {
    let topology = Topology {
        may_invert: vec![true, false],
        ..two_tets()
    };
    let invert = |x: &mut Vec<Vec3>| x[3].z = -0.5;
    let mut certificate = holds(1, REST);
    let report = judge(&topology, invert, &certificate);
    assert!(!report.verified, "the certificate does not tell of it");
    certificate["permitted_inversions"] = json!(1);
    certificate["min_distance"] = json!(report.min_distance);
    let report = judge(&topology, invert, &certificate);
    assert_eq!((report.inversions, report.permitted_inversions), (0, 1));
    assert!(report.verified, "{report:?}");
}

#[test]
fn flat_and_inverted_tets_are_inversions() {
    for z in [0.0, -1e-300, -0.5] {
        let report = judge(&two_tets(), |x| x[3].z = z, &holds(1, 1.0));
        assert_eq!(report.inversions, 1, "{z}");
        assert_eq!(
            (report.failures[0].kind, report.failures[0].first.id),
            (FailureKind::Inversion, 0)
        );
    }
    let nearly = judge(&two_tets(), |x| x[3].z = 1e-300, &holds(1, 1.0));
    assert_eq!(nearly.inversions, 0);
}

#[test]
fn half_spaces_are_kept_strictly() {
    let sink = |z: f64| move |x: &mut Vec<Vec3>| x[0].z = z;
    let on = judge(&two_tets(), sink(-1.0), &holds(1, 0.0));
    assert_eq!(on.intersections, 1);
    assert_eq!(
        on.failures[0].second.as_ref().unwrap().shape,
        PrimitiveShape::HalfSpace
    );
    let above = judge(
        &two_tets(),
        sink((-1.0f64).next_up()),
        &holds(1, 1.0 - 1.0f64.next_down()),
    );
    assert!(above.verified, "{above:?}");
    let mut obstacle = two_tets();
    obstacle.obstacle[..4].fill(true);
    assert_eq!(
        judge(&obstacle, sink(-3.0), &holds(1, 1.0)).intersections,
        0,
        "obstacles may be anywhere"
    );
}

#[test]
fn thickness_is_the_mean_of_both_bodies() {
    let mut topology = two_tets();
    topology.half_spaces.clear();
    topology.tets.clear();
    topology.thickness = vec![0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3];
    let certificate = holds(1, 0.01);
    assert!(judge(&topology, lower_to(1.21), &certificate).verified);
    let close = judge(&topology, lower_to(1.19), &certificate);
    assert_eq!(close.thickness_violations, 1, "{:?}", close.failures);
    let FailureKind::Thickness { distance, offset } = close.failures[0].kind else {
        panic!("{:?}", close.failures)
    };
    assert!((distance - 0.19).abs() < 1e-12 && (offset - 0.2).abs() < 1e-12);
}

#[test]
fn obstacles_among_themselves_do_not_count() {
    let mut topology = two_tets();
    topology.obstacle.fill(true);
    topology.half_spaces.clear();
    let report = judge(
        &topology,
        lower_to(0.5),
        &json!({"steps": 1, "intersections": 0, "inversions": 0,
        "thickness_violations": 0, "strain_violations": 0, "min_distance": null, "verified": true}),
    );
    assert!(report.verified, "{report:?}");
    assert_eq!(report.min_distance, None);
}

#[test]
fn free_segments_and_points_are_seen() {
    let mut topology = two_tets();
    topology
        .rest
        .extend([[0.2, 0.2, 1.5], [0.2, 0.2, 1.7], [0.2, 0.2, 1.25]].map(Vec3::from));
    topology.edges.push([8, 9]);
    topology.points.extend([8, 9, 10]);
    topology.body.extend([2, 2, 3]);
    topology
        .body_names
        .extend(["needle".into(), "grain".into()]);
    topology.obstacle.extend([true, true, true]);
    topology.thickness.extend([0.0; 3]);
    let mut certificate = holds(1, 2.0 - 1.7);
    assert!(judge(&topology, |_| {}, &certificate).verified);

    topology.obstacle[10] = false;
    certificate["min_distance"] = json!(0.25);
    assert!(
        judge(&topology, |_| {}, &certificate).verified,
        "grain to needle"
    );
    let on_needle = judge(&topology, |x| x[10].z = 1.5, &certificate);
    assert_eq!(
        (
            on_needle.intersections,
            on_needle.failures[0].first.body.as_str()
        ),
        (1, "needle")
    );
    let on_base = judge(
        &topology,
        |x| x[10] = Vec3::new(0.5, 0.25, 2.0),
        &certificate,
    );
    // It touches the triangle, and so the tet behind it.
    assert_eq!(on_base.intersections, 2, "{:?}", on_base.failures);
    let swallowed = judge(
        &topology,
        |x| x[10] = Vec3::new(0.3, 0.25, 2.1),
        &certificate,
    );
    let (first, second) = (&swallowed.failures[0].first, &swallowed.failures[0].second);
    assert_eq!(first.body, "grain");
    assert_eq!(
        second.as_ref().map(|tet| tet.body.as_str()),
        Some("upper"),
        "a grain inside a tet crosses nothing"
    );
    let pierced = judge(&topology, |x| x[9].z = 2.1, &certificate);
    assert!(
        pierced.failures.iter().any(|f| f.first.body == "needle"),
        "{:?}",
        pierced.failures
    );
}

#[test]
fn a_missing_and_a_damaged_frame_are_problems() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let topology = two_tets();
    let frames: Vec<_> = [0, 1, 4, 6].map(|n| (n, topology.rest.clone())).into();
    write(&run, &topology, &frames, &holds(6, REST));
    let report = verify_run(&run, |_| {}).unwrap();
    assert!(!report.verified);
    assert!(
        report
            .problems
            .contains(&"frames 2 to 3 of 6 are missing".to_owned()),
        "{:?}",
        report.problems
    );
    assert!(
        report
            .problems
            .contains(&"frame 5 of 6 is missing".to_owned())
    );

    std::fs::write(run.join("frames/000004.npy"), b"nothing").unwrap();
    let report = verify_run(&run, |_| {}).unwrap();
    assert!(
        report.problems.iter().any(|p| p.contains("000004.npy")),
        "{:?}",
        report.problems
    );
}

#[test]
fn frames_lost_at_the_end_contradict_the_certificate() {
    let report = judge(&two_tets(), |_| {}, &holds(5, REST));
    assert!(!report.verified);
    assert_eq!(
        report.problems,
        ["certificate.json says `steps` is 5, the frames say 1"]
    );
}

#[test]
fn a_tampered_certificate_is_named_field_by_field() {
    let changes = [
        ("intersections", json!(2)),
        ("inversions", json!(1)),
        ("thickness_violations", Value::Null),
        ("strain_violations", json!(-1)),
        ("min_distance", json!(REST * 1.001)),
        ("verified", json!(false)),
    ];
    for (field, value) in changes {
        let mut certificate = holds(1, REST);
        certificate[field] = value;
        let report = judge(&two_tets(), |_| {}, &certificate);
        assert!(!report.verified);
        assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
        assert!(
            report.problems[0].contains(&format!("`{field}`")),
            "{:?}",
            report.problems
        );
    }
}

#[test]
fn a_certificate_may_leave_out_a_distance_beyond_the_barrier() {
    let mut certificate = holds(1, REST);
    certificate["min_distance"] = Value::Null;
    assert!(judge(&two_tets(), |_| {}, &certificate).verified);
}

#[test]
fn a_run_that_has_not_ended_is_judged_by_its_frames_and_a_missing_run_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let frames: Vec<_> = (0..3).map(|n| (n, two_tets().rest)).collect();
    write(&run, &two_tets(), &frames, &holds(2, REST));
    let report = verify_run(&run, |_| {}).unwrap();
    assert!(report.verified && report.is_finished, "{report:?}");
    std::fs::remove_file(run.join("certificate.json")).unwrap();
    let report = verify_run(&run, |_| {}).unwrap();
    assert!(report.verified && !report.is_finished, "{report:?}");
    // A frame comes before its line of statistics; a line without its frame is a loss.
    std::fs::copy(run.join("frames/000002.npy"), run.join("frames/000003.npy")).unwrap();
    assert!(verify_run(&run, |_| {}).unwrap().verified);
    std::fs::remove_file(run.join("frames/000003.npy")).unwrap();
    std::fs::remove_file(run.join("frames/000002.npy")).unwrap();
    let report = verify_run(&run, |_| {}).unwrap();
    assert_eq!(
        report.problems,
        ["stats.jsonl tells of 2 steps, the frames of 1"]
    );
    assert!(verify_run(folder.path().join("absent"), |_| {}).is_err());

    let broken = judge(&two_tets(), lower_to(1.0), &Value::Null);
    assert!(!broken.verified);
}

#[test]
fn a_surface_with_a_hole_is_no_certificate() {
    for (what, expected) in [
        (0, "contact triangle"),
        (1, "contact edge"),
        (2, "contact point"),
    ] {
        let mut topology = two_tets();
        match what {
            0 => drop(topology.triangles.remove(2)),
            1 => drop(topology.edges.remove(3)),
            _ => drop(topology.points.remove(5)),
        }
        let report = judge(&topology, |_| {}, &holds(1, 1.0));
        assert!(!report.verified);
        assert!(
            report.problems.iter().any(|p| p.contains(expected)),
            "{:?}",
            report.problems
        );
    }
}
