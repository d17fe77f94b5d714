//! The work of a frame of many thin bodies, counted.

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use super::*;

/// Adds vertices of a new body, all of them contact points.
fn add_body(topology: &mut Topology, positions: &[Point], thickness: f64, obstacle: bool) -> u32 {
    let first = topology.rest.len() as u32;
    let body = topology.body_names.len() as u32;
    topology.body_names.push(format!("body {body}"));
    topology
        .rest
        .extend(positions.iter().map(|&p| Vec3::from(p)));
    let count = topology.rest.len();
    topology.points = (0..count as u32).collect();
    topology.body.resize(count, body);
    topology.obstacle.resize(count, obstacle);
    topology.thickness.resize(count, thickness);
    first
}

fn judged(topology: &Topology) -> FrameReport {
    let x: Vec<Point> = topology.rest.iter().map(|p| [p.x, p.y, p.z]).collect();
    check(&Surface::new(topology), 0, &x)
}

/// A bundle of rods along x, a gap of a twentieth of their thickness between neighbours, and far away a single grain a
/// hundred times as thick: its thickness must not widen the searches of the rods.
#[test]
fn fifty_thousand_nodes_of_packed_rods_look_at_their_neighbours_only() {
    let (t, nodes, rows) = (1e-3, 100, [25, 20]);
    let mut topology = Topology::default();
    for (j, k) in (0..rows[0]).flat_map(|j| (0..rows[1]).map(move |k| (j, k))) {
        let at = |i: u32| {
            [
                2.5 * t * f64::from(i),
                1.05 * t * f64::from(j),
                1.05 * t * f64::from(k),
            ]
        };
        let positions: Vec<Point> = (0..nodes).map(at).collect();
        let first = add_body(&mut topology, &positions, t, false);
        topology
            .edges
            .extend((first..first + nodes - 1).map(|v| [v, v + 1]));
    }
    add_body(&mut topology, &[[1.0, 1.0, 1.0]], 100.0 * t, false);
    assert_eq!(topology.rest.len(), 50_001);

    let report = judged(&topology);
    assert_eq!((report.thickness_violations, report.intersections), (0, 0));
    assert!((report.min_distance - 0.05 * t).abs() < 1e-12);
    // A segment is near itself, those before and after it, and three of each of eight rods around; near as many times
    // two nodes; and the first search of each of the 200 pieces may go on for a while.
    let most = 50_000 * 9 * (3 + 2) + 200 * 1000;
    assert!(
        report.looked_at < most,
        "{} of at most {most}",
        report.looked_at
    );
    assert!(report.looked_at > 50_000 * 5, "{}", report.looked_at);
}

/// A fine obstacle and one rod above it: pairs of the obstacle with itself are none, and none is looked at.
#[test]
fn an_obstacle_does_not_look_at_itself() {
    let n = 60;
    let mut topology = Topology::default();
    let grid = (0..=n).flat_map(|i| (0..=n).map(move |j| [f64::from(i), f64::from(j), 0.0]));
    add_body(&mut topology, &grid.collect::<Vec<_>>(), 0.1, true);
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let [a, b] = [i, i + 1].map(|i| i * (n + 1) + j);
        topology
            .triangles
            .extend([[a, b, a + 1], [b, b + 1, a + 1]]);
        topology.edges.extend([[a, b], [a, a + 1], [b, a + 1]]);
    }
    let rod = add_body(
        &mut topology,
        &[[20.2, 20.3, 5.0], [30.2, 20.3, 6.0]],
        0.1,
        false,
    );
    topology.edges.push([rod, rod + 1]);

    let report = judged(&topology);
    assert!(
        (report.min_distance - 4.9).abs() < 1e-12,
        "{}",
        report.min_distance
    );
    // The rod's points may have to look at most of the 7,200 triangles, its segment at the 10,800 edges, until the
    // nearest is found; the points and edges of the obstacle find the one rod or nothing.
    let most = 2 * 7_200 + 10_800 + 3 * 3_721 + 10_800;
    assert!(
        report.looked_at < most,
        "{} of at most {most}",
        report.looked_at
    );
}
