//! Runs of sheets, rods and grains: limits of strain and offsets are kept, or what does not keep them is named.

use serde_json::{Value, json};
use tangency_geometry::Vec3;
use tangency_io::run_folder::{LimitedSheet, RunWriter, Topology};
use tangency_verify::{FailureKind, GreenStrain, PrimitiveShape, Report, verify_run};

const NONE: f64 = f64::INFINITY;

/// Adds a body of points, m, that are joined one to the next where it is a rod.
fn add(topology: &mut Topology, name: &str, thickness: f64, positions: &[[f64; 3]], is_rod: bool) {
    let first = topology.rest.len() as u32;
    topology
        .rest
        .extend(positions.iter().map(|&p| Vec3::from(p)));
    let end = topology.rest.len() as u32;
    topology.points.extend(first..end);
    topology
        .body
        .resize(end as usize, topology.body_names.len() as u32);
    topology.body_names.push(name.into());
    topology.obstacle.resize(end as usize, false);
    topology.thickness.resize(end as usize, thickness);
    if is_rod {
        topology.edges.extend((first + 1..end).map(|v| [v - 1, v]));
    }
}

/// A sheet of one triangle with legs of 1 m in the plane z = 0, of no thickness.
fn cloth(limits: [f64; 4]) -> Topology {
    let mut topology = Topology::default();
    add(
        &mut topology,
        "cloth",
        0.0,
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        false,
    );
    topology.triangles = vec![[0, 1, 2]];
    topology.edges = vec![[0, 1], [0, 2], [1, 2]];
    topology.sheets = vec![LimitedSheet {
        vertices: [0, 1, 2],
        inverse: [1.0, 0.0, 0.0, 1.0],
        limits,
        squeeze_limit: 0.0,
    }];
    topology
}

fn certificate(thickness: u64, strain: u64, verified: bool) -> Value {
    json!({"steps": 1, "intersections": 0, "inversions": 0, "thickness_violations": thickness,
           "strain_violations": strain, "min_distance": null, "verified": verified})
}

/// Verifies a run of the rest state and one step that ends at `moved`.
fn judge_move(topology: &Topology, moved: &[Vec3], certificate: &Value) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, topology, "{}", false).unwrap();
    writer.write_frame(0, &topology.rest).unwrap();
    writer.write_frame(1, moved).unwrap();
    writer.append_stats(&json!({"step": 1})).unwrap();
    writer.write_certificate(certificate).unwrap();
    verify_run(&run, |_| {}).unwrap()
}

/// Verifies a run that stays at rest; every failure comes twice.
fn judge(topology: &Topology) -> Report {
    judge_move(topology, &topology.rest, &certificate(0, 0, true))
}

#[test]
fn a_sheet_at_its_stretch_limit_is_reported() {
    let topology = cloth([1.25, NONE, NONE, NONE]);
    let stretched = |by: f64| {
        let mut x = topology.rest.clone();
        x[1].x = by;
        x
    };
    let kept = judge_move(
        &topology,
        &stretched(1.25f64.next_down()),
        &certificate(0, 0, true),
    );
    assert!(kept.verified, "{kept:?}");
    for by in [1.25, 1.25f64.next_up(), 2.0] {
        let report = judge_move(&topology, &stretched(by), &certificate(0, 0, true));
        assert!(!report.verified);
        assert_eq!(report.strain_violations, 1);
        let failure = &report.failures[0];
        assert_eq!(
            (failure.frame, failure.first.shape),
            (1, PrimitiveShape::Sheet)
        );
        let FailureKind::Strain { stretch, limit } = failure.kind else {
            panic!("{failure}")
        };
        assert!((stretch - by).abs() < 1e-15 && limit == 1.25);
        let told = |field: &str| report.problems.iter().any(|p| p.contains(field));
        assert!(
            told("`strain_violations`") && told("`verified`"),
            "{:?}",
            report.problems
        );
    }
    let honest = judge_move(&topology, &stretched(2.0), &certificate(0, 1, false));
    assert!(
        !honest.verified,
        "a certificate that admits it does not hold either"
    );
    assert!(honest.problems.is_empty(), "{:?}", honest.problems);
    assert_eq!(
        honest.failures[0].to_string(),
        "frame 1: sheet 0 [0, 1, 2] of `cloth` is stretched to 2, must stay below 1.25"
    );
}

#[test]
fn a_sheet_at_its_squeeze_limit_is_reported() {
    let mut topology = cloth([NONE; 4]);
    topology.sheets[0].squeeze_limit = 0.75;
    let squeezed = |by: f64| {
        let mut x = topology.rest.clone();
        x[1].x = by;
        judge_move(&topology, &x, &certificate(0, 0, true))
    };
    let kept = squeezed(0.75f64.next_up());
    assert!(kept.verified, "{kept:?}");
    for by in [0.75, 0.5] {
        let report = squeezed(by);
        assert!(!report.verified);
        assert_eq!(report.strain_violations, 1);
        let expected = format!("`cloth` is squeezed to {by}, must stay above 0.75");
        let told = report.failures[0].to_string();
        assert!(told.ends_with(&expected), "{told}");
    }
}

#[test]
fn a_sheet_counts_once_however_many_limits_it_breaks() {
    let topology = cloth([NONE, 0.5, 0.25, 0.125]);
    let mut x = topology.rest.clone();
    x[1] = Vec3::new(1.0, 0.0, 0.0);
    x[2] = Vec3::new(0.25, 1.25, 0.0);
    // E22 = (1/16 + 25/16 - 1) / 2 = 5/16, E12 = 1/8.
    let report = judge_move(&topology, &x, &certificate(0, 1, false));
    assert_eq!((report.strain_violations, report.problems.len()), (1, 0));
    let expected = FailureKind::GreenStrain {
        component: GreenStrain::E22,
        strain: 0.3125,
        limit: 0.25,
    };
    assert_eq!(report.failures[0].kind, expected);
    let message = report.failures[0].to_string();
    assert!(
        message.contains("E22 = 3.125e-1, must stay below 2.5e-1"),
        "{message}"
    );
}

/// Two rods of five nodes along (1, 2, 2), a vector across it of length `scale` times 3 apart.
fn parallel_rods(thickness: f64, scale: f64) -> Topology {
    let mut topology = Topology::default();
    let rod = |by: f64| {
        [0.0, 1.0, 2.0, 3.0, 4.0].map(|s| [s + 2.0 * by, 2.0 * s - 2.0 * by, 2.0 * s + by])
    };
    add(&mut topology, "left", thickness, &rod(0.0), true);
    add(&mut topology, "right", thickness, &rod(scale), true);
    topology
}

#[test]
fn parallel_rods_at_exactly_their_offset() {
    let apart = judge(&parallel_rods(1.5f64.next_down(), 0.5));
    assert!(apart.verified, "{apart:?}");
    for thickness in [1.5, 1.5f64.next_up()] {
        let report = judge(&parallel_rods(thickness, 0.5));
        assert!(!report.verified);
        // Segments beside each other or one further: 4 + 2 * 3. Nodes, beside two segments or at the end one: 2 * 8.
        assert_eq!(
            report.thickness_violations,
            2 * (10 + 16),
            "{:?}",
            report.failures
        );
        assert_eq!((report.intersections, report.strain_violations), (0, 0));
        let FailureKind::Thickness { distance, offset } = report.failures[0].kind else {
            panic!("{:?}", report.failures)
        };
        assert!((distance - 1.5).abs() < 1e-15 && offset == thickness);
    }
}

#[test]
fn rods_without_thickness_are_left_to_the_test_for_intersections() {
    let touching = judge(&parallel_rods(0.0, 0.0));
    assert!(touching.intersections > 0);
    assert_eq!(touching.thickness_violations, 0);
    assert!(judge(&parallel_rods(0.0, 1e-9)).verified);
}

/// Every kind of pair that keeps an offset, each exactly 0.5 m apart, and the failures it makes in one frame.
#[test]
fn every_kind_of_pair_is_looked_at() {
    use PrimitiveShape::{Edge, Point, Triangle};
    let failures = |build: &dyn Fn(&mut Topology, f64)| {
        let at = |thickness: f64| {
            let mut topology = Topology::default();
            build(&mut topology, thickness);
            judge(&topology)
        };
        let apart = at(0.5f64.next_down());
        assert!(apart.verified, "{apart:?}");
        let kinds =
            |f: &tangency_verify::FrameFailure| (f.first.shape, f.second.as_ref().unwrap().shape);
        let close = at(0.5);
        assert_eq!(close.thickness_violations % 2, 0);
        let half = close.failures.len() / 2;
        close.failures[..half].iter().map(kinds).collect::<Vec<_>>()
    };
    let (grain, beside) = ([[0.25, 0.25, 0.0]], [[0.25, 0.25, 0.5]]);
    let needle = [[0.25, -1.0, 0.5], [0.25, 2.0, 0.5]];
    let grains = failures(&|topology, t| {
        add(topology, "a", t, &grain, false);
        add(topology, "b", t, &beside, false);
    });
    assert_eq!(grains, [(Point, Point)]);
    let one_body = failures(&|topology, t| add(topology, "sand", t, &[grain[0], beside[0]], false));
    assert_eq!(one_body, [(Point, Point)]);
    let grain_on_rod = failures(&|topology, t| {
        add(topology, "a", t, &grain, false);
        add(topology, "b", t, &needle, true);
    });
    assert_eq!(grain_on_rod, [(Edge, Point)]);
    let crossed = failures(&|topology, t| {
        add(topology, "a", t, &[[-1.0, 0.5, 0.0], [1.0, 0.5, 0.0]], true);
        add(topology, "b", t, &needle, true);
    });
    assert_eq!(crossed, [(Edge, Edge)]);
    let on_cloth = |bodies: &dyn Fn(&mut Topology, f64)| {
        failures(&|topology: &mut Topology, t: f64| {
            *topology = cloth([NONE; 4]);
            topology.rest.iter_mut().for_each(|p| *p *= 4.0);
            topology.thickness.fill(t);
            bodies(topology, t);
        })
    };
    let grain_on_cloth = on_cloth(&|topology, t| add(topology, "a", t, &beside, false));
    assert_eq!(grain_on_cloth, [(Point, Triangle)]);
    let needle_on_edge = on_cloth(&|topology, t| add(topology, "a", t, &needle, true));
    assert_eq!(needle_on_edge, [(Point, Triangle), (Edge, Edge)]);
}

#[test]
fn the_end_of_a_rod_and_the_segment_after_its_own() {
    // A hairpin: the only segment of the first point shares a vertex with the segment it comes close to.
    let hairpin = |gap: f64, t: f64| {
        let mut topology = Topology::default();
        let nodes = [[0.5, gap, 0.0], [1.5, 0.0, 0.0], [-1.0, 0.0, 0.0]];
        add(&mut topology, "hair", t, &nodes, true);
        judge(&topology)
    };
    assert!(hairpin(0.25f64.next_up(), 0.25).verified);
    let close = hairpin(0.25, 0.25);
    assert_eq!(close.thickness_violations, 2, "{:?}", close.failures);
    assert_eq!(close.failures[0].second.as_ref().unwrap().vertices, [0]);
    let folded = hairpin(0.0, 0.0);
    assert_eq!((folded.intersections, folded.thickness_violations), (2, 0));
}

#[test]
fn parts_that_share_a_vertex_keep_no_offset() {
    // Neighbouring segments and triangles are closer than their offset; second neighbours are not.
    let mut topology = Topology::default();
    let nodes = [0.0, 1.0, 2.0, 3.0].map(|s| [s, 0.0, 0.0]);
    add(&mut topology, "rod", 0.99, &nodes, true);
    let report = judge(&topology);
    assert!(report.verified, "{report:?}");
}

#[test]
fn half_the_thickness_is_kept_from_half_spaces() {
    let floor = |z: f64| {
        let mut topology = Topology::default();
        add(&mut topology, "grain", 0.5, &[[3.0, 2.0, z]], false);
        topology.half_spaces = vec![[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]];
        judge(&topology)
    };
    assert!(floor(0.25f64.next_up()).verified);
    let close = floor(0.25);
    assert_eq!((close.thickness_violations, close.intersections), (2, 0));
    assert_eq!(floor(0.0).intersections, 2);
}

#[test]
fn a_file_with_limits_that_are_no_numbers_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bad = cloth([f64::NAN, NONE, NONE, NONE]);
    let error = RunWriter::create(folder.path().join("run"), &bad, "{}", false).unwrap_err();
    assert!(error.to_string().contains("sheet_limits"), "{error}");
}
