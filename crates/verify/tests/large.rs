//! A large frame: the answer is known in closed form, does not depend on the thread count, and comes quickly.

use std::time::Instant;

use serde_json::json;
use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_verify::verify_run;

/// A sheet of `n` by `n` quads above the unit square, tilted so that no coordinate is shared exactly.
fn add_sheet(topology: &mut Topology, n: u32, height: f64) {
    let first = topology.rest.len() as u32;
    let body = topology.body_names.len() as u32;
    topology.body_names.push(format!("sheet {body}"));
    let tilt = |u: f64, v: f64| Vec3::new(u, 0.1 * u - 0.2 * v, v) + height * normal();
    for i in 0..=n {
        topology.rest.extend(
            (0..=n).map(|j| tilt(f64::from(i) / f64::from(n), f64::from(j) / f64::from(n))),
        );
    }
    let at = |i: u32, j: u32| first + i * (n + 1) + j;
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        topology
            .triangles
            .push([at(i, j), at(i, j + 1), at(i + 1, j)]);
        topology
            .triangles
            .push([at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        topology.edges.extend([
            [at(i, j), at(i, j + 1)],
            [at(i, j), at(i + 1, j)],
            [at(i, j + 1), at(i + 1, j)],
        ]);
    }
    for k in 0..n {
        topology
            .edges
            .extend([[at(k, n), at(k + 1, n)], [at(n, k), at(n, k + 1)]]);
    }
    let count = topology.rest.len();
    topology.points = (0..count as u32).collect();
    topology.body.resize(count, body);
    topology.obstacle.resize(count, false);
    topology.thickness.resize(count, 0.0);
}

fn normal() -> Vec3 {
    Vec3::new(-0.1, 1.0, 0.2).normalize()
}

#[test]
fn two_sheets_of_forty_thousand_vertices() {
    let gap = 1e-5;
    let mut topology = Topology::default();
    add_sheet(&mut topology, 140, 0.0);
    add_sheet(&mut topology, 140, gap);
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut writer = RunWriter::create(&run, &topology, "{}", false).unwrap();
    writer.write_frame(0, &topology.rest).unwrap();
    writer
        .write_certificate(
            &json!({"steps": 0, "intersections": 0, "inversions": 0, "thickness_violations": 0,
            "strain_violations": 0, "min_distance": gap, "verified": true}),
        )
        .unwrap();

    let start = Instant::now();
    let report = verify_run(&run, |_| {}).unwrap();
    println!(
        "{} vertices, {} triangles: {:?}",
        topology.rest.len(),
        topology.triangles.len(),
        start.elapsed()
    );
    assert!(report.verified, "{report:?}");
    assert!((report.min_distance.unwrap() - gap).abs() < 1e-9 * gap);

    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    assert_eq!(one.install(|| verify_run(&run, |_| {}).unwrap()), report);
}
